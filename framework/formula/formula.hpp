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

/// Operation of one step of a formula on its arguments.
enum class FormulaOp : std::uint8_t {
  Number,
  Name,  ///< a named value
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
  Select,  ///< second argument if the first is true, otherwise third
};

/// The unit of a part of a formula, for the numbers with which it is evaluated.
struct FormulaUnit {
  enum class Kind {
    Number,     ///< digits: in sums takes the unit of the other term, in products none
    Known,      ///< `unit`
    Free,       ///< of a name whose unit is `any`: not checked
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
/// A formula may contain numbers, names (letters, digits, `_` and `.`, any other in single quotes),
/// `time`, `pi`, the operators `or`, `and`, `not`, `< <= > >=`, `+ -`, `* /`, `^`, parentheses, and
/// the functions `abs exp log sqrt sin cos tanh`, `min` and `max` of two or more, `clamp(x, low,
/// high)` and `select(condition, yes, no)`. `^` binds more tightly than a preceding sign and is
/// evaluated from right to left. Angles are in rad, `log` is natural.
class FormulaSheet {
 public:
  struct Part {
    FormulaOp op = FormulaOp::Number;
    double number = 0.0;
    int name = -1;  ///< of Name
    int arguments[3] = {-1, -1, -1};
    FormulaUnit unit{};
  };

  /// Gives `names` the numbers 0, 1, ... in their order.
  explicit FormulaSheet(std::vector<FormulaName> names);

  /// Lets formulas that are read later refer to a formula by a name, which hides other such names.
  void define(const std::string& name, int part, const Unit& unit);
  /// Removes the last definitions.
  void forget(std::size_t count) { definitions_.resize(definitions_.size() - count); }

  /// Reads a formula and returns its part. Throws InputError `formula.syntax`, `formula.name` with
  /// the nearest name, and `formula.unit` if units do not fit; messages state the column.
  int read(std::string_view text);

  /// Returns a part for a number, or for the value of a name, including names that formulas cannot
  /// contain.
  int number(double number);
  int value(int name);
  /// Returns a part for `yes` if `condition` is above 0.5, otherwise `no`, in the unit of `no`.
  int choose(int condition, int yes, int no);

  /// Throws InputError `formula.unit` unless a part can be a number of that unit.
  void require(int part, const Unit& unit, std::string_view text) const;
  /// Throws the same unless a part can be the rate of a quantity of that unit, per second.
  void require_rate(int part, const Unit& unit, std::string_view text) const;

  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<FormulaName>& names() const { return names_; }
  /// Returns all names that a formula may use. Names that begin with a blank are left out: they
  /// represent values that only `value` reads.
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

/// Returns the unit of an operation on parts; throws InputError `formula.unit` if there is none.
/// `exponent` is the exponent of a power if it is a number.
FormulaUnit formula_unit(FormulaOp op, const std::vector<FormulaUnit>& arguments,
                         std::optional<double> exponent);
/// Returns the unit of values of a name.
FormulaUnit formula_unit(const Unit& unit);
/// Returns a unit as text for messages: `W`, or `kg m2/s3` if it is not a known unit.
std::string formula_unit_text(const FormulaUnit& unit);
/// Returns whether a number in `given` can be used unchanged as a number in `wanted`.
bool formula_unit_fits(const FormulaUnit& given, const Unit& wanted);

}  // namespace hearth
