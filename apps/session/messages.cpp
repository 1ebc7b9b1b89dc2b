// SPDX-License-Identifier: MIT
#include "hearth/apps/session/messages.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/diagnostics_json.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {
namespace {

constexpr int kShownPerCode = 5;

constexpr long kMostListed = 1000;  // messages of one severity

using Json = nlohmann::ordered_json;

/// Returns one line of plain ASCII without characters that need further escapes.
std::string json_line(const char* event, Json members) {
  Json line{{"event", event}};
  line.update(members);
  return line.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string json_line(const Diagnostic& item) {
  Diagnostics one;
  one.add(item);
  return json_line("message", diagnostics_form().write(one).front());
}

std::string line_of(const Diagnostic& item) {
  return fmt::format("{}: {}", to_string(item.severity), to_string(item));
}

Diagnostics without_repeats(const Diagnostics& diagnostics) {
  Diagnostics once;
  std::set<std::string> lines;
  for (const Diagnostic& item : diagnostics.items()) {
    if (lines.insert(line_of(item)).second) once.add(item);
  }
  return once;
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
  const Diagnostics list = without_rest(diagnostics);
  for (const Diagnostic& item : list.items()) {
    const std::string line = line_of(item);
    if (!said_.insert(line).second) continue;
    all_.add(item);
    if (visible(item)) shown_ << (style_ == MessageStyle::Json ? json_line(item) : line) << '\n';
  }
  shown_.flush();
}

void Messages::say(const std::string& line) {
  if (verbosity_ == Verbosity::Quiet) return;
  shown_ << (style_ == MessageStyle::Json ? json_line("text", {{"text", line}}) : printable(line))
         << '\n'
         << std::flush;
}

void Messages::say_lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    say(std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void Messages::summarize() {
  std::string hidden;
  if (hidden_warnings_ > 0) hidden = counted(hidden_warnings_, "more warning");
  if (hidden_notes_ > 0) {
    hidden += (hidden.empty() ? "" : ", ") + counted(hidden_notes_, "note");
  }
  if (hidden.empty()) return;
  say(fmt::format("({}; -v shows {})", hidden,
                  hidden_warnings_ + hidden_notes_ == 1 ? "it" : "them"));
}

Diagnostics without_rest(const Diagnostics& diagnostics) {
  const Diagnostics once = without_repeats(diagnostics);
  std::map<Severity, long> all, kept;
  for (const Diagnostic& item : once.items()) ++all[item.severity];
  // One additional message may be the note of a reader that left out the rest itself.
  const auto is_cut = [&all](Severity severity) { return all[severity] > kMostListed + 1; };
  Diagnostics list;
  for (const Diagnostic& item : once.items()) {
    if (!is_cut(item.severity) || ++kept[item.severity] <= kMostListed) list.add(item);
  }
  for (const auto& [severity, count] : all) {
    if (!is_cut(severity)) continue;
    list.add({severity,
              "input.messages_many",
              {},
              fmt::format("there are {} more {}s, which are not listed", count - kMostListed,
                          to_string(severity))});
  }
  return list;
}

}  // namespace hearth::apps
