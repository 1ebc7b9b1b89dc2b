// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::fmi {

/// What an instance of an FMU says. It may speak from threads of its own.
class FmuJournal {
 public:
  /// Keeps a message; severities are the numbers of fmi2Status and fmi3Status.
  void add(int severity, std::string_view message);
  /// Forgets what was said for the last error message.
  void clear_recent();
  /// Returns the last messages since `clear_recent` in one line, or "".
  std::string recent() const;
  /// Returns the warnings since the start of the instance, 100 at most.
  std::vector<std::string> warnings() const;

 private:
  mutable std::mutex mutex_;
  std::deque<std::string> recent_;
  std::vector<std::string> warnings_;
};

}  // namespace hearth::fmi
