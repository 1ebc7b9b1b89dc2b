// SPDX-License-Identifier: MIT
#include "hearth/apps/messages.hpp"

#include <ostream>

#include <fmt/format.h>

namespace hearth::apps {
namespace {

constexpr int kShownPerCode = 5;

const char* label(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    default:
      return "error";
  }
}

}  // namespace

bool Messages::visible(const Diagnostic& item) {
  if (item.severity == Severity::Error || verbosity_ == Verbosity::Verbose) return true;
  if (item.severity == Severity::Note) {
    ++hidden_notes_;
    return false;
  }
  if (verbosity_ == Verbosity::Normal && ++warnings_[item.code] <= kShownPerCode) return true;
  ++hidden_warnings_;
  return false;
}

void Messages::show(const Diagnostics& diagnostics) {
  for (const Diagnostic& item : diagnostics.items()) {
    all_.add(item);
    if (!visible(item)) continue;
    stream_ << label(item.severity) << ": " << to_string(item) << '\n';
  }
  stream_.flush();
}

void Messages::say(const std::string& line) {
  if (verbosity_ != Verbosity::Quiet) stream_ << line << '\n' << std::flush;
}

void Messages::summarize() {
  if (quiet() || hidden_warnings_ + hidden_notes_ == 0) return;
  say(fmt::format("({} more warnings, {} notes; -v shows them)", hidden_warnings_, hidden_notes_));
}

}  // namespace hearth::apps
