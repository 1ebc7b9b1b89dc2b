// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// An expression of named numbers: `floorArea * height`, `max(a - b, 0) / 2`.
///
///     sum = product {("+" | "-") product},   product = factor {("*" | "/") factor}
///     factor = number | name | ("max" | "min") "(" sum "," sum ")" | "(" sum ")" | "-" factor
class Formula {
 public:
  /// Returns the number of a name, or nothing.
  using Numbers = std::function<std::optional<double>(const std::string& name)>;

  Formula() = default;
  /// Reads an expression; returns nothing if it is malformed or nested too deeply.
  static std::optional<Formula> parse(std::string_view text);

  bool empty() const { return steps_.empty(); }
  const std::string& text() const { return text_; }
  /// Returns the distinct names in the order of the text.
  const std::vector<std::string>& names() const { return names_; }
  /// Returns the value, or nothing if a name has no number or the result is not finite.
  std::optional<double> value(const Numbers& numbers) const;

 private:
  friend class FormulaReader;
  enum class Kind { Number, Name, Add, Subtract, Multiply, Divide, Largest, Least, Negate };
  /// One step of the expression in postfix order.
  struct Step {
    Kind kind;
    double number = 0.0;
    int name = -1;
  };

  std::string text_;
  std::vector<std::string> names_;
  std::vector<Step> steps_;
};

}  // namespace hearth
