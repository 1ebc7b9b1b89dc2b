// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "hearth/apps/base/printable_stream.hpp"
#include "hearth/apps/options/options.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// Prints diagnostics on stderr as `error: code  place  message`, or as lines of JSON:
/// `{"event": "message", "severity", "code", "place", "message"}` for a diagnostic,
/// `{"event": "text", "text"}` for a line of information.
///
/// A repeated message is shown once, and at most the first thousand messages are shown. Warnings
/// with the same code are shown a few times and then counted; notes are shown in verbose mode. All
/// messages are kept for the record of the run.
class Messages {
 public:
  Messages(std::ostream& stream, Verbosity verbosity, MessageStyle style = MessageStyle::Text)
      : stream_(stream), shown_(stream), verbosity_(verbosity), style_(style) {}

  void show(const Diagnostics& diagnostics);
  /// Prints a line of information, unless quiet.
  void say(const std::string& line);
  /// Prints the lines of a table.
  void say_lines(std::string_view text);
  /// Prints the number of warnings and notes that were not shown.
  void summarize();

  const Diagnostics& all() const { return all_; }
  std::ostream& stream() const { return stream_; }
  bool quiet() const { return verbosity_ == Verbosity::Quiet; }

 private:
  bool visible(const Diagnostic& item);

  std::ostream& stream_;
  PrintableStream shown_;
  Verbosity verbosity_;
  MessageStyle style_;
  Diagnostics all_;
  std::set<std::string> said_;
  std::map<std::string, int> warnings_;  // number by code
  long hidden_warnings_ = 0;
  long hidden_notes_ = 0;
};

/// Returns the diagnostics, each once, and at most 1000 of each severity; `input.messages_many`
/// reports the number of the others.
Diagnostics without_rest(const Diagnostics& diagnostics);

}  // namespace hearth::apps
