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

/// Operation of a part of a formula on its arguments.
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

/// The unit of a part of a formula.
struct FormulaUnit {
  enum class Kind {
    Number,     ///< of digits: the unit of the other term in sums, 1 in products
    Known,      ///< the unit is `unit`
    Free,       ///< of a name with the unit `any`; not checked
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

/// The formulas of a component as a list of parts that refer to each other by number; the arguments
/// of a part precede it.
///
/// A formula may contain:
///
/// - numbers, `time` (s) and `pi`;
/// - names of letters, digits, `_` and `.`; other names in single quotes;
/// - the operators `or`, `and`, `not`, `< <= > >=`, `+ -`, `* /` and `^`, and parentheses. `^`
///   binds more tightly than a preceding sign and is evaluated from right to left;
/// - the functions `abs`, `exp`, `log` (natural), `sqrt`, `sin`, `cos` (of angles in rad), `tanh`,
///   `min(a, b, ...)`, `max(a, b, ...)`, `clamp(x, low, high)` and `select(condition, yes, no)`.
class FormulaSheet {
 public:
  struct Part {
    FormulaOp op = FormulaOp::Number;
    double number = 0.0;
    int name = -1;  ///< number of the name, for FormulaOp::Name
    int arguments[3] = {-1, -1, -1};
    FormulaUnit unit{};
  };

  /// Gives `names` the numbers 0, 1, ... in their order.
  explicit FormulaSheet(std::vector<FormulaName> names);

  /// Lets formulas that are read later refer to a part by a name, which hides equal names.
  void define(const std::string& name, int part, const Unit& unit);
  /// Removes the last `count` definitions.
  void forget(std::size_t count) { definitions_.resize(definitions_.size() - count); }

  /// Reads a formula and returns its part. Throws InputError `formula.syntax`, `formula.name` (with
  /// the nearest name) or `formula.unit` (units do not match); messages state the column.
  int read(std::string_view text);

  /// Returns a part for a number, or for the value of a name. The name may be one that formulas
  /// cannot contain.
  int number(double number);
  int value(int name);
  /// Returns a part that is `yes` if `condition` is above 0.5, otherwise `no`; it has the unit of
  /// `no`.
  int choose(int condition, int yes, int no);

  /// Throws InputError `formula.unit` unless the part can be a number in this unit.
  void require(int part, const Unit& unit, std::string_view text) const;
  /// Throws InputError `formula.unit` unless the part can be the rate, per second, of a quantity in
  /// this unit.
  void require_rate(int part, const Unit& unit, std::string_view text) const;

  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<FormulaName>& names() const { return names_; }
  /// Returns all names that formulas may use. Names that begin with a blank are left out, because
  /// only `value` can read them.
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

/// Returns the unit of the result of an operation; throws InputError `formula.unit` if the
/// operation is impossible. `exponent` is the exponent of a power if it is a number.
FormulaUnit formula_unit(FormulaOp op, const std::vector<FormulaUnit>& arguments,
                         std::optional<double> exponent);
/// Returns the unit of the value of a name with the unit `unit`.
FormulaUnit formula_unit(const Unit& unit);
/// Returns the text of a unit for messages: `W`, or `kg m2/s3` if the unit has no symbol.
std::string formula_unit_text(const FormulaUnit& unit);
/// Returns whether a number in `given` can be used unchanged as a number in `wanted`.
bool formula_unit_fits(const FormulaUnit& given, const Unit& wanted);

}  // namespace hearth
