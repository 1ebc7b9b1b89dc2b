// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "hearth/data/results/record_lock.hpp"
#include "hearth/data/results/run_record.hpp"

namespace hearth::apps {

/// What the record is called where it would take the place of another file.
inline constexpr const char* kRecord = "record of the run";

/// Keeps the record of a run next to its results: written when it begins, as it continues and when
/// it ends. Results that go to a pipe or a device have none.
class RunJournal {
 public:
  /// Names the record after a file of results (`run_record_path`).
  explicit RunJournal(const std::filesystem::path& results);
  /// Keeps the record of a folder under this name.
  RunJournal(const std::filesystem::path& folder, const std::string& name);

  /// What is known of the run; to be filled in before `begin`.
  RunRecord& record() { return record_; }
  /// Returns where the record is, or nothing. Another file as soon as a run next to this one has
  /// put the record of its results there.
  const std::optional<std::filesystem::path>& path() const { return path_; }

  void begin();
  /// To be called before the results take their name: until `end`, no other run gives its results
  /// or its record a name in that folder. So results and record are those of one run.
  void hold();
  /// Writes again if that is some time ago.
  void go_on();
  void end(RunStatus status, const Diagnostics& diagnostics);

 private:
  using Clock = std::chrono::steady_clock;

  void write();
  void look_at_clock();
  void keep_others();
  void note_plugins();

  std::optional<std::filesystem::path> results_;  // none where the record is not named after them
  std::optional<std::filesystem::path> path_;
  RunRecord record_;
  std::optional<RecordLock> lock_;  // from `hold` to `end`
  Clock::time_point begin_ = Clock::now();
  Clock::time_point written_{};
};

}  // namespace hearth::apps
