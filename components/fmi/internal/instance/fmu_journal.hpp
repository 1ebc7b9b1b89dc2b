// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::fmi {

/// The first and the last of many messages: the first often state the cause, the last the result.
class FirstAndLast {
 public:
  void add(std::string message);
  void clear();
  bool empty() const { return first_.empty(); }
  /// Returns these messages on one line.
  std::string text() const;

 private:
  std::vector<std::string> first_;
  std::deque<std::string> last_;
  long left_out_ = 0;
};

/// Messages of an instance of an FMU. They may come from threads of the FMU.
class FmuJournal {
 public:
  /// Keeps a message; severities are the numbers of fmi2Status and fmi3Status.
  void add(int severity, std::string_view message);
  /// Takes the result of a call. Error messages of a call that succeeded become a warning; those of
  /// a failed call become part of its error.
  void settle(bool succeeded);
  /// Forgets the messages kept for the last error.
  void clear_recent();
  /// Returns the messages since `clear_recent` on one line: warnings and errors or, if there are
  /// none, all other messages; "" if there are no messages.
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
