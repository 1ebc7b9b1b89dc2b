// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "hearth/apps/session/messages.hpp"
#include "hearth/data/results/record_lock.hpp"
#include "hearth/data/results/run_record.hpp"

namespace hearth::apps {

/// The role of the record in a message about a file that it would replace.
inline constexpr const char* kRecord = "record of the run";

/// Keeps the record of a run next to its results. The record is written at the beginning, during
/// and at the end of the run. Results that go to a pipe or a device have no record.
class RunJournal {
 public:
  /// Names the record after a file of results (`run_record_path`).
  explicit RunJournal(const std::filesystem::path& results);
  /// Keeps the record of a folder under this name.
  RunJournal(const std::filesystem::path& folder, const std::string& name);

  /// Returns the record, to be completed before `begin`.
  RunRecord& record() { return record_; }
  /// Returns the path of the record, or nothing. The path changes if a simultaneous run has put the
  /// record of its results there.
  const std::optional<std::filesystem::path>& path() const { return path_; }

  void begin(Messages& messages);
  /// Must be called before the results get their name. Until `end`, no other run can give its
  /// results or its record a name in that folder, so that results and record belong to the same
  /// run. Prints a line if waiting for another run takes long.
  void hold(Messages& messages);
  /// Writes the record again if enough time has passed since it was last written.
  void go_on();
  void end(RunStatus status, const Diagnostics& diagnostics);

 private:
  using Clock = std::chrono::steady_clock;

  /// Waits for the lock of the folder; calls `is_long` with the folder if that takes long.
  void wait(const std::function<void(const std::filesystem::path&)>& is_long);
  void write();
  void look_at_clock();
  void keep_others();
  void note_plugins();

  // empty if the record is not named after the results
  std::optional<std::filesystem::path> results_;
  std::optional<std::filesystem::path> path_;
  RunRecord record_;
  std::optional<RecordLock> lock_;  // held from `hold` to `end`
  Clock::time_point begin_ = Clock::now();
  Clock::time_point written_{};
};

}  // namespace hearth::apps
