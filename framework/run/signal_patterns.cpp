// SPDX-License-Identifier: MIT
#include "hearth/framework/run/signal_patterns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "hearth/framework/base/limits.hpp"

namespace hearth {
namespace {

std::vector<int> sorted_by_name(const Plan& plan, std::vector<int> cells) {
  const auto name = [&plan](int cell) -> const std::string& { return plan.signals[cell].name; };
  std::sort(cells.begin(), cells.end(), [&](int a, int b) { return name(a) < name(b); });
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

bool is_plain(std::string_view pattern) {
  return pattern.find_first_of("*?") == std::string_view::npos;
}

}  // namespace

bool glob_match(std::string_view pattern, std::string_view text) {
  if (is_plain(pattern)) return pattern == text;
  const char last = pattern.back();
  if (last != '*' && last != '?' && (text.empty() || text.back() != last)) return false;
  std::size_t p = 0, t = 0;
  std::size_t star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == text[t] && pattern[p] != '*'))) {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

void PatternWork::add(std::string_view pattern, std::int64_t letters, const Where& where) {
  if (is_plain(pattern)) return;
  steps_ += std::ssize(pattern) * letters;
  check_limit(WorkLimit::PatternSteps, steps_, where);
}

std::int64_t letters_of(const std::vector<Signal>& signals) {
  std::int64_t letters = 0;
  for (const Signal& signal : signals) letters += std::ssize(signal.name);
  return letters;
}

std::vector<int> matching_signals(const Plan& plan, const std::vector<std::string>& patterns) {
  std::vector<int> cells;
  for (std::size_t cell = 0; cell < plan.signals.size(); ++cell) {
    const bool matches = std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
      return glob_match(pattern, plan.signals[cell].name);
    });
    if (matches) cells.push_back(static_cast<int>(cell));
  }
  return sorted_by_name(plan, std::move(cells));
}

std::vector<int> select_signals(const Plan& plan, const std::vector<std::string>& patterns) {
  Diagnostics diagnostics;
  PatternWork work;
  const std::int64_t letters = letters_of(plan.signals);
  std::vector<int> cells;
  for (const std::string& pattern : patterns) {
    work.add(pattern, letters, {.pointer = pattern});
    const std::vector<int> found = matching_signals(plan, {pattern});
    cells.insert(cells.end(), found.begin(), found.end());
    if (!found.empty()) continue;
    const auto names = [&plan] {
      std::vector<std::string> known;
      for (const Signal& signal : plan.signals) known.push_back(signal.name);
      return known;
    };
    diagnostics.error("simulation.record_nothing", {.pointer = pattern},
                      "no output matches this pattern" +
                          diagnostics.suggestions().expected_of(pattern, names) +
                          parts_hint(plan.model, pattern));
  }
  if (diagnostics.has_errors()) throw InputError(diagnostics);
  return sorted_by_name(plan, std::move(cells));
}

std::vector<int> all_signals(const Plan& plan) {
  std::vector<int> cells(plan.signals.size());
  std::iota(cells.begin(), cells.end(), 0);
  return sorted_by_name(plan, std::move(cells));
}

std::vector<int> measured_signals(const Plan& plan) {
  if (plan.model.measurements.empty()) return all_signals(plan);
  std::vector<int> cells;
  for (const auto& [path, measurement] : plan.model.measurements)
    cells.push_back(plan.signal(path));
  return sorted_by_name(plan, std::move(cells));
}

}  // namespace hearth
