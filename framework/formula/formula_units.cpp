// SPDX-License-Identifier: MIT
// Units of formulas: values are numbers in the units of their names, so that scales must agree too.
#include <cmath>
#include <limits>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/formula/formula.hpp"

namespace hearth {
namespace {

using Kind = FormulaUnit::Kind;

[[noreturn]] void refuse(const std::string& message) {
  throw InputError("formula.unit", {}, message);
}

bool same_dimension(const Unit& a, const Unit& b) {
  return a.kg == b.kg && a.m == b.m && a.s == b.s && a.K == b.K;
}
bool is_plain(const Unit& unit) { return same_dimension(unit, Unit{}); }
bool same_scale(const Unit& a, const Unit& b) {
  return std::abs(a.scale - b.scale) <= 1e-9 * std::abs(a.scale);
}

FormulaUnit known(Unit unit) {
  unit.symbol = "";
  return {Kind::Known, unit};
}

/// Returns the unit of a factor of a product: a temperature from absolute zero is a difference.
Unit factor(const FormulaUnit& given) {
  Unit unit = given.kind == Kind::Known ? given.unit : Unit{};
  if (!unit.point) return unit;
  if (unit.offset != 0.0) {
    refuse(std::string("a temperature in [") + formula_unit_text(given) +
           "] is multiplied or divided; subtract another temperature first, or declare it in "
           "[kelvin]");
  }
  unit.point = false;
  return unit;
}

std::int8_t exponent_of(double number) {
  if (std::abs(number) > 100.0) refuse("the unit of a power has the exponent of a power above 100");
  return static_cast<std::int8_t>(number);
}

Unit raised(const Unit& unit, double exponent) {
  Unit out;
  const auto raise = [&](std::int8_t dimension) {
    const double power = exponent * dimension;
    if (power != std::round(power)) {
      refuse("the power " + number_text(exponent) + " of [" + formula_unit_text(known(unit)) +
             "] has no valid unit; divide the base by a reference value first");
    }
    return exponent_of(power);
  };
  out.kg = raise(unit.kg);
  out.m = raise(unit.m);
  out.s = raise(unit.s);
  out.K = raise(unit.K);
  out.scale = std::pow(unit.scale, exponent);
  return out;
}

Unit product(const Unit& a, const Unit& b, int sign) {
  Unit out;
  out.kg = exponent_of(a.kg + sign * b.kg);
  out.m = exponent_of(a.m + sign * b.m);
  out.s = exponent_of(a.s + sign * b.s);
  out.K = exponent_of(a.K + sign * b.K);
  out.scale = sign > 0 ? a.scale * b.scale : a.scale / b.scale;
  return out;
}

/// Refuses two parts that are added or compared although their numbers have different meanings.
void require_same(const FormulaUnit& a, const FormulaUnit& b, const char* what) {
  if (same_dimension(a.unit, b.unit) && same_scale(a.unit, b.unit)) return;
  refuse(std::string(what) + " combines different units, [" + formula_unit_text(a) + "] and [" +
         formula_unit_text(b) + "]; convert one of them");
}

FormulaUnit sum_unit(const FormulaUnit& a, const FormulaUnit& b, bool difference) {
  if (a.kind == Kind::Free || b.kind == Kind::Free) return {Kind::Free};
  if (a.kind == Kind::Number && b.kind == Kind::Number) return a;
  if (b.kind == Kind::Number) return a;
  if (a.kind == Kind::Number) {
    // `21 - T`: the number is a temperature, too.
    if (!difference || !b.unit.point) return b;
    Unit unit = b.unit;
    unit.point = false;
    unit.offset = 0.0;
    return known(unit);
  }
  require_same(a, b, difference ? "the difference" : "the sum");
  if (a.unit.point && b.unit.point) {
    if (!difference) refuse("two temperatures are added; add a difference in [K]");
    if (a.unit.offset != b.unit.offset) {
      refuse(
          "the temperatures of a difference have scales with different zero points; convert one of "
          "them");
    }
    Unit unit = a.unit;
    unit.point = false;
    unit.offset = 0.0;
    return known(unit);
  }
  if (difference && b.unit.point) refuse("a temperature is subtracted from a difference");
  return b.unit.point ? b : a;
}

FormulaUnit common_unit(const FormulaUnit& a, const FormulaUnit& b, const char* what) {
  if (a.kind == Kind::Free || b.kind == Kind::Free) return {Kind::Free};
  if (a.kind == Kind::Number) return b;
  if (b.kind == Kind::Number) return a;
  require_same(a, b, what);
  if (a.unit.point != b.unit.point || a.unit.offset != b.unit.offset) {
    refuse(std::string(what) + " combines a temperature in [" + formula_unit_text(a) +
           "] and one in [" + formula_unit_text(b) + "]; convert one of them");
  }
  return a;
}

void require_values(const std::vector<FormulaUnit>& arguments) {
  for (const FormulaUnit& argument : arguments) {
    if (argument.kind == Kind::Condition) {
      refuse("a condition is used as a number; write select(condition, 1, 0)");
    }
  }
}

void require_plain(const FormulaUnit& argument, const char* name) {
  if (argument.kind == Kind::Free || argument.kind == Kind::Number) return;
  if (!is_plain(argument.unit)) {
    refuse(std::string(name) + " needs a plain number, found a quantity in [" +
           formula_unit_text(argument) + "]; divide the quantity by a reference value first");
  }
  if (argument.unit.scale != 1.0) {
    refuse(std::string(name) + " needs a plain number, found a number in [" +
           formula_unit_text(argument) + "]; convert it to [1]" +
           (std::string(name) == "exp" ? "" : " or to rad"));
  }
}

FormulaUnit power_unit(const FormulaUnit& base, std::optional<double> exponent) {
  if (base.kind == Kind::Free) return base;
  const Unit unit = factor(base);
  if (base.kind == Kind::Number) return base;
  if (exponent) return known(raised(unit, *exponent));
  if (!is_plain(unit) || unit.scale != 1.0) {
    refuse("a quantity in [" + formula_unit_text(base) +
           "] is raised to a power that is not constant; divide it by a reference value first");
  }
  return base;
}

FormulaUnit condition_unit(FormulaOp op, const std::vector<FormulaUnit>& arguments) {
  for (const FormulaUnit& argument : arguments) {
    if (argument.kind != Kind::Condition) {
      refuse(std::string(op == FormulaOp::And  ? "'and'"
                         : op == FormulaOp::Or ? "'or'"
                                               : "'not'") +
             " takes conditions, such as x > 0");
    }
  }
  return {Kind::Condition};
}

FormulaUnit product_unit(FormulaOp op, const std::vector<FormulaUnit>& arguments) {
  const FormulaUnit& a = arguments[0];
  const FormulaUnit& b = arguments[1];
  if (a.kind == Kind::Free || b.kind == Kind::Free) return {Kind::Free};
  if (a.kind == Kind::Number && b.kind == Kind::Number) return a;
  return known(product(factor(a), factor(b), op == FormulaOp::Multiply ? 1 : -1));
}

}  // namespace

FormulaUnit formula_unit(const Unit& unit) {
  if (unit.any != 0 || unit.bare) return {Kind::Free};
  return {Kind::Known, unit};
}

FormulaUnit formula_unit(FormulaOp op, const std::vector<FormulaUnit>& arguments,
                         std::optional<double> exponent) {
  switch (op) {
    case FormulaOp::And:
    case FormulaOp::Or:
    case FormulaOp::Not:
      return condition_unit(op, arguments);
    case FormulaOp::Select: {
      if (arguments[0].kind != Kind::Condition) {
        refuse("the first argument of select is not a condition, such as x > 0");
      }
      require_values({arguments[1], arguments[2]});
      return common_unit(arguments[1], arguments[2], "a choice");
    }
    default:
      break;
  }
  require_values(arguments);
  switch (op) {
    case FormulaOp::Number:
      return {Kind::Number};
    case FormulaOp::Time:
      return {Kind::Known, unit::s};
    case FormulaOp::Add:
      return sum_unit(arguments[0], arguments[1], false);
    case FormulaOp::Subtract:
      return sum_unit(arguments[0], arguments[1], true);
    case FormulaOp::Multiply:
    case FormulaOp::Divide:
      return product_unit(op, arguments);
    case FormulaOp::Power:
      if (!exponent) require_plain(arguments[1], "the exponent of a power");
      return power_unit(arguments[0], exponent);
    case FormulaOp::Sqrt:
      return power_unit(arguments[0], 0.5);
    case FormulaOp::Exp:
    case FormulaOp::Log:
    case FormulaOp::Sin:
    case FormulaOp::Cos:
    case FormulaOp::Tanh:
      require_plain(arguments[0], op == FormulaOp::Exp   ? "exp"
                                  : op == FormulaOp::Log ? "log"
                                  : op == FormulaOp::Sin ? "sin"
                                  : op == FormulaOp::Cos ? "cos"
                                                         : "tanh");
      return arguments[0].kind == Kind::Known ? known(Unit{}) : arguments[0];
    case FormulaOp::Less:
    case FormulaOp::LessEqual:
      common_unit(arguments[0], arguments[1], "a comparison");
      return {Kind::Condition};
    case FormulaOp::Min:
    case FormulaOp::Max:
      return common_unit(arguments[0], arguments[1], "a choice");
    default:  // Negate, Abs, Name
      if (arguments[0].kind == Kind::Known && arguments[0].unit.point) {
        refuse(
            "the sign or the absolute value of a temperature is used; subtract another temperature "
            "first");
      }
      return arguments[0];
  }
}

std::string formula_unit_text(const FormulaUnit& given) {
  if (given.kind == Kind::Number) return "1";
  if (given.kind == Kind::Free) return "any";
  if (given.kind == Kind::Condition) return "condition";
  const Unit& unit = given.unit;
  for (const std::string& symbol : unit_symbols()) {
    const std::optional<Unit> other = parse_unit(symbol);
    if (other && other->any == 0 && !other->bare && other->point == unit.point &&
        other->offset == unit.offset && same_dimension(*other, unit) && same_scale(*other, unit)) {
      return symbol;
    }
  }
  std::string above, below;
  const auto add = [&](const char* name, int power) {
    std::string& text = power > 0 ? above : below;
    if (power == 0) return;
    if (!text.empty()) text += ' ';
    text += name;
    if (std::abs(power) > 1) text += std::to_string(std::abs(power));
  };
  add("kg", unit.kg);
  add("m", unit.m);
  add("s", unit.s);
  add("K", unit.K);
  std::string text = unit.scale == 1.0 ? "" : number_text(unit.scale) + " ";
  text += above.empty() ? "1" : above;
  if (below.empty()) return text;
  return text + (below.find(' ') == std::string::npos ? "/" + below : "/(" + below + ")");
}

bool formula_unit_fits(const FormulaUnit& given, const Unit& wanted) {
  if (given.kind == Kind::Condition) return false;
  if (given.kind != Kind::Known || wanted.any != 0 || wanted.bare) return true;
  return same_dimension(given.unit, wanted) && same_scale(given.unit, wanted) &&
         given.unit.point == wanted.point && given.unit.offset == wanted.offset;
}

}  // namespace hearth
