// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// What a step of a formula computes from its arguments.
enum class FormulaOp : std::uint8_t {
  Number,
  Name,  ///< a value that the formula is evaluated with
  Time,  ///< s since the start of the run's clocks
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
  Sin,
  Cos,
  Tanh,
  Min,
  Max,
  Less,
  LessEqual,
  And,
  Or,
  Not,
  Select,  ///< the second if the first is true, otherwise the third
};

/// The unit of a part of a formula, in the numbers in which it is evaluated.
struct FormulaUnit {
  enum class Kind {
    Number,     ///< written as digits: takes the unit of what it is added to, has none in products
    Known,      ///< `unit`
    Free,       ///< of a name whose unit is `any`: nothing is checked
    Condition,  ///< true or false
  };
  Kind kind = Kind::Number;
  Unit unit{};
};

/// A name that formulas may use.
struct FormulaName {
  std::string name;
  Unit unit{};
};

/// The formulas of a component: parts that refer to each other by number, arguments before uses.
///
/// A formula knows numbers, names (letters, digits, `_` and `.`, any other in single quotes),
/// `time`, `pi`, the operators `or`, `and`, `not`, `< <= > >=`, `+ -`, `* /`, `^`, parentheses, and
/// the functions `abs exp log sqrt sin cos tanh`, `min` and `max` of two or more, `clamp(x, low,
/// high)` and `select(condition, yes, no)`. `^` binds more tightly than a sign before it, from
/// right to left. Angles are in rad, `log` is natural.
class FormulaSheet {
 public:
  struct Part {
    FormulaOp op = FormulaOp::Number;
    double number = 0.0;
    int name = -1;  ///< of Name
    int arguments[3] = {-1, -1, -1};
    FormulaUnit unit{};
  };

  /// `names` get the numbers 0, 1, ... in their order.
  explicit FormulaSheet(std::vector<FormulaName> names);

  /// Lets formulas that are read later use a formula by a name, before all others of that name.
  void define(const std::string& name, int part, const Unit& unit);
  /// Takes the last definitions back.
  void forget(std::size_t count) { definitions_.resize(definitions_.size() - count); }

  /// Reads a formula and returns its part. Throws InputError `formula.syntax`, `formula.name` with
  /// the nearest name, and `formula.unit` where units do not fit; messages name the column.
  int read(std::string_view text);

  /// Returns a part for a number, and one for the value of a name, also of one that no text can
  /// name.
  int number(double number);
  int value(int name);
  /// Returns a part for `yes` if `condition` is above 0.5, otherwise `no`, in the unit of `no`.
  int choose(int condition, int yes, int no);

  /// Throws InputError `formula.unit` unless a part can be a number of that unit.
  void require(int part, const Unit& unit, std::string_view text) const;
  /// The same for the rate of a quantity of that unit, per second.
  void require_rate(int part, const Unit& unit, std::string_view text) const;

  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<FormulaName>& names() const { return names_; }
  /// Returns all names that a formula may use. A name that begins with a blank is none: it
  /// represents a value that only `value` reads.
  std::vector<std::string> known() const;

 private:
  friend class FormulaTextReader;
  struct Definition {
    std::string name;
    int part = -1;
    Unit unit{};
  };

  std::vector<FormulaName> names_;
  std::vector<Definition> definitions_;
  std::vector<Part> parts_;
};

/// Returns the unit of an operation on parts; InputError `formula.unit` if there is none.
/// `exponent` is that of a power if it is a number.
FormulaUnit formula_unit(FormulaOp op, const std::vector<FormulaUnit>& arguments,
                         std::optional<double> exponent);
/// Returns the unit of values of a name.
FormulaUnit formula_unit(const Unit& unit);
/// Returns how a message calls a unit: `W`, or `kg m2/s3` if no known unit is that.
std::string formula_unit_text(const FormulaUnit& unit);
/// Returns whether a number in `given` can be taken as one in `wanted` as it is.
bool formula_unit_fits(const FormulaUnit& given, const Unit& wanted);

}  // namespace hearth
