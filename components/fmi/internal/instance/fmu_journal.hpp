// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::fmi {

/// The first and the last of many messages: what comes first is often the cause, and what comes
/// last how it ended.
class FirstAndLast {
 public:
  void add(std::string message);
  void clear();
  bool empty() const { return first_.empty(); }
  /// Returns them in one line.
  std::string text() const;

 private:
  std::vector<std::string> first_;
  std::deque<std::string> last_;
  long left_out_ = 0;
};

/// Messages of an instance of an FMU. They may come from threads of its own.
class FmuJournal {
 public:
  /// Keeps a message; severities are the numbers of fmi2Status and fmi3Status.
  void add(int severity, std::string_view message);
  /// Takes how a call ended. What the FMU called an error in a call that succeeded is a warning; in
  /// one that failed it is in the message of that failure.
  void settle(bool succeeded);
  /// Forgets the messages for the last error message.
  void clear_recent();
  /// Returns the messages since `clear_recent` in one line, or "": warnings and errors, and only
  /// if there are none all others.
  std::string recent() const;
  /// Returns the warnings since the start of the instance, 100 at most.
  std::vector<std::string> warnings() const;

 private:
  mutable std::mutex mutex_;
  FirstAndLast recent_, chatter_;
  std::vector<std::string> warnings_;
  std::vector<std::pair<int, std::string>> pending_;  // of the present call, with severity
};

}  // namespace hearth::fmi
