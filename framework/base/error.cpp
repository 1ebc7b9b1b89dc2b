// SPDX-License-Identifier: MIT
#include "hearth/framework/base/error.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"

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

/// Removes the middle of a message with a very long quote, such as a whole file.
std::string shortened(std::string message) {
  constexpr std::size_t kLongest = 1000, kStart = 500, kEnd = 300;  // bytes
  if (message.size() <= kLongest) return message;
  std::size_t from = kStart, to = message.size() - kEnd;
  while (from > 0 && continues_character(message[from])) --from;
  while (to < message.size() && continues_character(message[to])) ++to;
  return message.replace(from, to - from, " ... ");
}

/// Returns the smallest number of letters to add, remove, change or swap with their neighbour to
/// turn `a` into `b` (optimal string alignment); a result above `limit` only means that the number
/// exceeds it.
int edit_distance(std::string_view a, std::string_view b, int limit) {
  const auto same = [&](std::size_t i, std::size_t j) { return a[i - 1] == b[j - 1]; };
  // Only cells within `limit` of the diagonal can have such a distance.
  const auto far = static_cast<int>(a.size() + b.size());
  const auto reach = static_cast<std::size_t>(limit);
  std::vector<int> row(b.size() + 1, far), last(row), before_last(row);
  for (std::size_t j = 0; j <= std::min(b.size(), reach); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    const std::size_t first = i > reach ? i - reach : 1;
    const std::size_t end = std::min(b.size(), i + reach);
    row[first - 1] = first == 1 ? static_cast<int>(i) : far;
    int least = row[first - 1];
    for (std::size_t j = first; j <= end; ++j) {
      const int above = j == i + reach ? far : last[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, last[j - 1] + (same(i, j) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    if (least > limit) return far;
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
  return printable(text + "  " + diagnostic.message);
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
  errors_ += other.errors_;
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
  errors_ = static_cast<std::size_t>(
      std::count_if(items_.begin(), items_.end(),
                    [](const Diagnostic& item) { return item.severity == Severity::Error; }));
}

void Diagnostics::leave_out_rest(const std::string& code) {
  if (errors_ <= kMostErrors + 1) return;  // the omission may be reported already
  const std::size_t more = errors_ - kMostErrors;
  std::size_t seen = 0;
  std::string file;
  std::erase_if(items_, [&](const Diagnostic& item) {
    if (item.severity != Severity::Error) return false;
    if (seen == 0) file = item.where.file;
    return ++seen > kMostErrors;
  });
  errors_ = kMostErrors;
  error(code, {.file = file},
        "there are " + std::to_string(more) + " more errors, which are not listed");
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
  // A shortened name is nearer than a misspelt one.
  for (const std::string& candidate : candidates) {
    if (word.size() >= 4 && candidate.size() > word.size() && candidate.starts_with(word)) {
      return candidate;
    }
  }
  int limit = std::clamp(static_cast<int>(word.size()) / 3, 2, 6);
  const std::string small = lower_case(word);
  std::string nearest;
  for (const std::string& candidate : candidates) {
    // Larger differences in length exceed the limit; very long texts would take minutes.
    if (std::abs(std::ssize(candidate) - std::ssize(word)) > limit) continue;
    const int distance = edit_distance(small, lower_case(candidate), limit);
    if (distance > limit) continue;
    nearest = candidate;
    if (distance == 0) break;
    limit = distance - 1;  // only a nearer name counts now
  }
  return nearest;
}

namespace {

/// Limits the share of the time of a process that the search for similar names takes, because files
/// may contain very many unknown names, each of which is compared with very many known ones.
class SimilarityTime {
 public:
  /// Returns whether names of so many letters may be compared now.
  bool take(std::int64_t letters) {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    left_ += kPerSecond * std::chrono::duration<double>(now - last_).count();
    left_ = std::min(left_, kMost);
    last_ = now;
    if (left_ <= 0.0) return false;
    left_ -= static_cast<double>(letters);
    return true;
  }

 private:
  static constexpr double kMost = 5e7;       // letters, about a second
  static constexpr double kPerSecond = 5e6;  // a tenth of the time

  std::mutex mutex_;
  double left_ = kMost;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  static SimilarityTime time;
  constexpr std::int64_t kPerName = 16;
  std::int64_t letters = 0;
  for (const std::string& candidate : candidates) letters += std::ssize(candidate) + kPerName;
  if (!time.take(letters)) return "";
  const std::string name = nearest_name(word, candidates);
  return name.empty() ? "" : ", did you mean '" + name + "'?";
}

}  // namespace hearth
