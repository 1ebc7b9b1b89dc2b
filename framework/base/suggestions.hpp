// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Returns the first `most` names as `a, b, c`; if there are more, the list ends with `...`.
std::string listed(const std::vector<std::string>& names, std::size_t most = 8);

/// Returns `, did you mean 'x'?` or, if no known name is near, the known names:
/// `; expected one of a, b, c`. Long lists are cut off.
std::string expected_name(std::string_view word, const std::vector<std::string>& known);

/// Limits the time spent on suggestions. Each wrong name in a file is compared with each known
/// name, and a file may contain very many of both.
class SuggestionBudget {
 public:
  /// Returns whether the budget is spent, so that nothing more is suggested.
  bool spent() const { return compared_ > kMostCompared; }
  /// Returns `expected_name`, or "" once the budget is spent.
  std::string expected(std::string_view word, const std::vector<std::string>& known);
  /// Does the same with the names that `known()` returns. `known` is not called once the budget is
  /// spent.
  template <class Known>
  std::string expected_of(std::string_view word, const Known& known) {
    return spent() ? std::string() : expected(word, known());
  }

 private:
  static constexpr std::int64_t kMostCompared = 50'000'000;  // letters, about a second

  std::int64_t compared_ = 0;
};

}  // namespace hearth
