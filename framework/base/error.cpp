// SPDX-License-Identifier: MIT
#include "hearth/framework/base/error.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace hearth {
namespace {

std::string place(const Where& where) {
  std::string text = where.file;
  if (where.line > 0) text += ":" + std::to_string(where.line);
  const auto append = [&text](const std::string& part) {
    if (part.empty()) return;
    if (!text.empty()) text += " ";
    text += part;
  };
  append(where.pointer);
  if (!where.component.empty()) {
    append(where.port.empty() ? where.component : where.component + "." + where.port);
  } else {
    append(where.port);
  }
  return text;
}

std::string what_of(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& item : diagnostics.items()) {
    if (item.severity != Severity::Error) continue;
    if (!text.empty()) text += "\n";
    text += to_string(item);
  }
  return text;
}

Diagnostics single(std::string code, Where where, std::string message) {
  Diagnostics diagnostics;
  diagnostics.error(std::move(code), std::move(where), std::move(message));
  return diagnostics;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

/// Takes the middle out of a message that quotes more than anybody reads, such as a whole file.
std::string shortened(std::string message) {
  constexpr std::size_t kLongest = 1000, kStart = 500, kEnd = 300;  // bytes
  if (message.size() <= kLongest) return message;
  std::size_t from = kStart, to = message.size() - kEnd;
  while (from > 0 && continues_character(message[from])) --from;
  while (to < message.size() && continues_character(message[to])) ++to;
  return message.replace(from, to - from, " ... ");
}

/// Letters to add, leave out, change or swap with their neighbour until `a` is `b`, whatever their
/// case (optimal string alignment).
int edit_distance(std::string_view a, std::string_view b) {
  const auto same = [&](std::size_t i, std::size_t j) {
    return std::tolower(static_cast<unsigned char>(a[i - 1])) ==
           std::tolower(static_cast<unsigned char>(b[j - 1]));
  };
  std::vector<int> row(b.size() + 1), last, before_last;
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::move(last);
    last = row;
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same(i, j) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

Where Where::at(std::string_view id, std::string_view port_name) const {
  Where where = *this;
  where.component = id;
  where.port = port_name;
  return where;
}

Where Where::below(std::string_view keys) const {
  Where where = *this;
  where.line = 0;
  where.pointer += keys;
  return where;
}

Where Where::of_signal(std::string_view name) {
  const auto mark = name.find_first_of(".@");
  return {.component = std::string(name.substr(0, mark)),
          .port = mark == std::string_view::npos ? "" : std::string(name.substr(mark + 1))};
}

const char* to_string(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    default:
      return "error";
  }
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.code;
  if (const std::string where = place(diagnostic.where); !where.empty()) text += "  " + where;
  return text + "  " + diagnostic.message;
}

void Diagnostics::error(std::string code, Where where, std::string message) {
  add({Severity::Error, std::move(code), std::move(where), shortened(std::move(message))});
}

void Diagnostics::warning(std::string code, Where where, std::string message) {
  add({Severity::Warning, std::move(code), std::move(where), shortened(std::move(message))});
}

void Diagnostics::note(std::string code, Where where, std::string message) {
  add({Severity::Note, std::move(code), std::move(where), shortened(std::move(message))});
}

void Diagnostics::append(const Diagnostics& other) {
  items_.insert(items_.end(), other.items_.begin(), other.items_.end());
}

void Diagnostics::merge_repeated() {
  std::vector<Diagnostic> kept;
  std::vector<int> times;
  for (Diagnostic& item : items_) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&item](const Diagnostic& other) {
      return other.severity == item.severity && other.code == item.code &&
             other.message == item.message && other.where.file == item.where.file;
    });
    if (same == kept.end()) {
      kept.push_back(std::move(item));
      times.push_back(1);
    } else {
      ++times[static_cast<std::size_t>(same - kept.begin())];
    }
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (times[i] > 1) {
      kept[i].message += " (also in " + std::to_string(times[i] - 1) + " other place" +
                         (times[i] > 2 ? "s)" : ")");
    }
  }
  items_ = std::move(kept);
}

bool Diagnostics::has_errors() const {
  return std::any_of(items_.begin(), items_.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

Error::Error(Diagnostics diagnostics)
    : std::runtime_error(what_of(diagnostics)), diagnostics_(std::move(diagnostics)) {}

Error::Error(std::string code, Where where, std::string message)
    : Error(single(std::move(code), std::move(where), std::move(message))) {}

const std::string& Error::code() const {
  static const std::string none;
  for (const Diagnostic& item : diagnostics_.items()) {
    if (item.severity == Severity::Error) return item.code;
  }
  return none;
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  // What was cut short is nearer than what is misspelt.
  for (const std::string& candidate : candidates) {
    if (word.size() >= 4 && candidate.size() > word.size() && candidate.starts_with(word)) {
      return candidate;
    }
  }
  const int limit = std::max(2, static_cast<int>(word.size()) / 3);
  int best = limit + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    // No edit makes up for more letters than that, and a whole file taken for a name costs minutes.
    if (std::abs(std::ssize(candidate) - std::ssize(word)) > limit) continue;
    const int distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string name = nearest_name(word, candidates);
  return name.empty() ? "" : ", did you mean '" + name + "'?";
}

}  // namespace hearth
