// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "hearth/data/results/run_record.hpp"

namespace hearth::apps {

/// Throws `usage.value` where a file to write is one that is read.
void refuse_input_as_output(const std::filesystem::path& output,
                            const std::filesystem::path& input);

/// Keeps `run.json` beside the results of a run: written when it begins, as it goes on and when it
/// ends. Results that go to a pipe or a device have none.
class RunJournal {
 public:
  /// `name` is that of the record, for processes that share a folder.
  explicit RunJournal(const std::filesystem::path& results, const std::string& name = "run.json");

  /// What is known of the run; to be filled in before `begin`.
  RunRecord& record() { return record_; }
  /// Returns where the record is, or nothing.
  const std::optional<std::filesystem::path>& path() const { return path_; }

  /// Throws `usage.value` where the results would replace one of the inputs.
  void begin();
  /// Writes again if that is some time ago.
  void go_on();
  void end(RunStatus status, const Diagnostics& diagnostics);

 private:
  using Clock = std::chrono::steady_clock;

  void write();
  void look_at_clock();

  std::filesystem::path results_;
  std::optional<std::filesystem::path> path_;
  RunRecord record_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point written_{};
};

}  // namespace hearth::apps
