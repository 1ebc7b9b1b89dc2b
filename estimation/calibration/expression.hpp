// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/scalar/math.hpp"

namespace hearth {

/// An arithmetic expression of named numbers, such as `0.3 * C_wall + 2e5` or `1 / 'room.UA'`.
///
/// It consists of numbers, names, `+ - * /`, `^` with a number as exponent, parentheses and the
/// functions `abs`, `exp`, `log` (natural), `sqrt`, `min` and `max` (of two arguments). A name of
/// letters, digits, `_` and `.` needs no quotes; any other is in single quotes. `^` associates from
/// right to left and binds more tightly than a sign before it.
class Expression {
 public:
  /// Reads an expression of the given names. Throws InputError `calibration.expression_invalid`,
  /// whose message contains the column, and `calibration.expression_name` for an unknown name.
  static Expression parse(std::string_view text, const std::vector<std::string>& names);

  /// Returns the value at these numbers, one for each name.
  template <class T>
  T value(const std::vector<T>& numbers) const;

  /// Returns the indexes of the names that the expression uses, in ascending order.
  const std::vector<std::size_t>& used() const { return used_; }

 private:
  friend class ExpressionParser;
  enum class Code {
    Number,
    Name,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Negate,
    Abs,
    Exp,
    Log,
    Sqrt,
    Min,
    Max
  };
  /// A step of a stack machine; `number` is used by Number and, as exponent, by Power.
  struct Step {
    Code code;
    double number = 0.0;
    std::size_t name = 0;
  };

  std::vector<Step> steps_;
  std::vector<std::size_t> used_;
};

template <class T>
T Expression::value(const std::vector<T>& numbers) const {
  std::vector<T> stack;
  const auto pop = [&stack] {
    T top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : steps_) {
    if (step.code == Code::Number) {
      stack.push_back(T(step.number));
      continue;
    }
    if (step.code == Code::Name) {
      stack.push_back(numbers[step.name]);
      continue;
    }
    const bool binary = step.code == Code::Add || step.code == Code::Subtract ||
                        step.code == Code::Multiply || step.code == Code::Divide ||
                        step.code == Code::Min || step.code == Code::Max;
    const T b = binary ? pop() : T(0.0);
    const T a = pop();
    switch (step.code) {
      case Code::Add:
        stack.push_back(a + b);
        break;
      case Code::Subtract:
        stack.push_back(a - b);
        break;
      case Code::Multiply:
        stack.push_back(a * b);
        break;
      case Code::Divide:
        stack.push_back(a / b);
        break;
      case Code::Min:
        stack.push_back(b < a ? b : a);
        break;
      case Code::Max:
        stack.push_back(a < b ? b : a);
        break;
      case Code::Power:
        stack.push_back(T(pow(a, step.number)));
        break;
      case Code::Negate:
        stack.push_back(T(-a));
        break;
      case Code::Abs:
        stack.push_back(a < T(0.0) ? T(-a) : a);
        break;
      case Code::Exp:
        stack.push_back(T(exp(a)));
        break;
      case Code::Log:
        stack.push_back(T(log(a)));
        break;
      default:
        stack.push_back(T(sqrt(a)));
        break;
    }
  }
  return stack.back();
}

}  // namespace hearth
