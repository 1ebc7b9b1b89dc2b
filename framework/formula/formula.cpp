// SPDX-License-Identifier: MIT
#include "hearth/framework/formula/formula.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

constexpr int kDeepest = 100;               // nested parentheses
constexpr std::size_t kMostParts = 20'000;  // of all formulas of a component

struct Function {
  std::string_view name;
  FormulaOp op;
  int fewest, most;
};
constexpr std::array kFunctions{
    Function{"abs", FormulaOp::Abs, 1, 1},       Function{"exp", FormulaOp::Exp, 1, 1},
    Function{"log", FormulaOp::Log, 1, 1},       Function{"sqrt", FormulaOp::Sqrt, 1, 1},
    Function{"sin", FormulaOp::Sin, 1, 1},       Function{"cos", FormulaOp::Cos, 1, 1},
    Function{"tanh", FormulaOp::Tanh, 1, 1},     Function{"min", FormulaOp::Min, 2, 100},
    Function{"max", FormulaOp::Max, 2, 100},     Function{"clamp", FormulaOp::Max, 3, 3},
    Function{"select", FormulaOp::Select, 3, 3}, Function{"pow", FormulaOp::Power, 2, 2}};

bool is_name_letter(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

/// Reads one formula by recursive descent and adds its parts to the sheet.
class FormulaTextReader {
 public:
  FormulaTextReader(FormulaSheet& sheet, std::string_view text) : sheet_(sheet), text_(text) {}

  int read() {
    const int part = disjunction();
    skip_blanks();
    if (at_ < text_.size()) refuse("expected an operator");
    return part;
  }

 private:
  [[noreturn]] void refuse(const std::string& message, const char* code = "formula.syntax") const {
    constexpr std::size_t kShown = 60;  // letters to both sides
    const std::size_t from = at_ > kShown ? at_ - kShown : 0;
    const std::string_view near = text_.substr(from, at_ - from + kShown);
    throw InputError(code, {},
                     message + " at column " + std::to_string(at_ + 1) + " of \"" +
                         (from > 0 ? "..." : "") + std::string(near) +
                         (from + near.size() < text_.size() ? "..." : "") + "\"");
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(std::string_view mark) {
    skip_blanks();
    if (text_.substr(at_, mark.size()) != mark) return false;
    at_ += mark.size();
    return true;
  }
  void expect(std::string_view mark) {
    if (!take(mark)) refuse("expected '" + std::string(mark) + "'");
  }
  bool take_word(std::string_view word) {
    skip_blanks();
    if (text_.substr(at_, word.size()) != word) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && is_name_letter(text_[end])) return false;
    at_ = end;
    return true;
  }

  int add(FormulaOp op, std::vector<int> arguments, double number = 0.0) {
    if (sheet_.parts_.size() >= kMostParts) {
      refuse("more than " + std::to_string(kMostParts) + " operations in one component");
    }
    FormulaSheet::Part part;
    part.op = op;
    part.number = number;
    std::vector<FormulaUnit> units;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      part.arguments[i] = arguments[i];
      units.push_back(this->part(arguments[i]).unit);
    }
    std::optional<double> exponent;
    if (op == FormulaOp::Power && this->part(arguments[1]).op == FormulaOp::Number) {
      exponent = this->part(arguments[1]).number;
    }
    try {
      part.unit = formula_unit(op, units, exponent);
    } catch (const InputError& error) {
      refuse(error.diagnostics().items().front().message + ",", "formula.unit");
    }
    sheet_.parts_.push_back(part);
    return static_cast<int>(sheet_.parts_.size()) - 1;
  }
  const FormulaSheet::Part& part(int number) const {
    return sheet_.parts_[static_cast<std::size_t>(number)];
  }

  int disjunction() {
    if (++depth_ > kDeepest) refuse("more than 100 nested parentheses");
    int left = conjunction();
    while (take_word("or")) left = add(FormulaOp::Or, {left, conjunction()});
    --depth_;
    return left;
  }
  int conjunction() {
    int left = negation();
    while (take_word("and")) left = add(FormulaOp::And, {left, negation()});
    return left;
  }
  int negation() {
    bool negated = false;
    while (take_word("not")) negated = !negated;
    const int inner = comparison();
    return negated ? add(FormulaOp::Not, {inner}) : inner;
  }
  int comparison() {
    const int left = sum();
    if (take("<=")) return add(FormulaOp::LessEqual, {left, sum()});
    if (take(">=")) return swapped(FormulaOp::LessEqual, left);
    if (take("<")) return add(FormulaOp::Less, {left, sum()});
    if (take(">")) return swapped(FormulaOp::Less, left);
    if (take("==") || take("!=") || take("=")) {
      refuse("computed numbers are seldom equal: expected <, <=, > or >=");
    }
    return left;
  }
  int swapped(FormulaOp op, int left) {
    const int right = sum();
    return add(op, {right, left});
  }
  int sum() {
    int left = product();
    while (true) {
      if (take("+")) {
        left = add(FormulaOp::Add, {left, product()});
      } else if (take("-")) {
        left = add(FormulaOp::Subtract, {left, product()});
      } else {
        return left;
      }
    }
  }
  int product() {
    int left = signed_power();
    while (true) {
      if (take("*")) {
        left = add(FormulaOp::Multiply, {left, signed_power()});
      } else if (take("/")) {
        left = add(FormulaOp::Divide, {left, signed_power()});
      } else {
        return left;
      }
    }
  }
  int signed_power() {
    bool negative = false;
    while (true) {
      if (take("-")) {
        negative = !negative;
      } else if (!take("+")) {
        break;
      }
    }
    const int inner = power();
    if (!negative) return inner;
    if (part(inner).op == FormulaOp::Number && part(inner).unit.kind == FormulaUnit::Kind::Number) {
      return add(FormulaOp::Number, {}, -part(inner).number);
    }
    return add(FormulaOp::Negate, {inner});
  }
  int power() {
    const int base = operand();
    if (!take("^")) return base;
    if (++depth_ > kDeepest) refuse("more than 100 nested exponents");
    const int exponent = signed_power();
    --depth_;
    return add(FormulaOp::Power, {base, exponent});
  }

  int operand() {
    skip_blanks();
    if (at_ >= text_.size()) refuse("expected a number or a name");
    if (take("(")) {
      const int inner = disjunction();
      expect(")");
      return inner;
    }
    const char next = text_[at_];
    if (is_digit(next) || (next == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      return number();
    }
    if (next == '\'') return quoted_name();
    const std::size_t from = at_;
    while (at_ < text_.size() && is_name_letter(text_[at_])) ++at_;
    if (at_ == from) refuse("expected a number or a name");
    const std::string_view word = text_.substr(from, at_ - from);
    if (take("(")) return call(word, from);
    if (word == "time") return add(FormulaOp::Time, {});
    if (word == "pi") return add(FormulaOp::Number, {}, 3.14159265358979323846);
    return use(word, from);
  }

  int number() {
    double value = 0.0;
    const char* const from = text_.data() + at_;
    const auto [end, problem] = std::from_chars(from, text_.data() + text_.size(), value);
    if (problem == std::errc::result_out_of_range) {
      const std::string_view digits = text_.substr(at_, static_cast<std::size_t>(end - from));
      refuse("the number " + std::string(digits.substr(0, 30)) +
             " is too large or too small; expected 0 or a magnitude from 1e-308 to 1e308,");
    }
    if (problem != std::errc() || !std::isfinite(value)) refuse("expected a number");
    at_ += static_cast<std::size_t>(end - from);
    if (at_ < text_.size() && is_name_letter(text_[at_])) {
      refuse("expected an operator (units are possible in parameters only)");
    }
    return add(FormulaOp::Number, {}, value);
  }

  int quoted_name() {
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) refuse("expected a closing '");
    const std::size_t from = at_;
    at_ = end + 1;
    return use(text_.substr(from + 1, end - from - 1), from);
  }

  int use(std::string_view name, std::size_t from) {
    for (auto definition = sheet_.definitions_.rbegin(); definition != sheet_.definitions_.rend();
         ++definition) {
      if (definition->name != name) continue;
      if (definition->unit.bare || definition->unit.any != 0) return definition->part;
      // The same value, in the unit declared for it.
      FormulaSheet::Part part = this->part(definition->part);
      part.unit = formula_unit(definition->unit);
      sheet_.parts_.push_back(part);
      return static_cast<int>(sheet_.parts_.size()) - 1;
    }
    for (std::size_t i = 0; i < sheet_.names_.size(); ++i) {
      if (sheet_.names_[i].name != name || name.starts_with(' ')) continue;
      return sheet_.value(static_cast<int>(i));
    }
    at_ = from;
    refuse("'" + std::string(name) + "' is not known" + expected_name(name, sheet_.known()) + ",",
           "formula.name");
  }

  int call(std::string_view name, std::size_t from) {
    const auto* const found =
        std::find_if(kFunctions.begin(), kFunctions.end(),
                     [name](const Function& function) { return function.name == name; });
    if (found == kFunctions.end()) {
      at_ = from;
      std::vector<std::string> known;
      for (const Function& function : kFunctions) known.emplace_back(function.name);
      refuse("there is no function '" + std::string(name) + "'" + expected_name(name, known) + ",");
    }
    std::vector<int> arguments;
    do {
      arguments.push_back(disjunction());
    } while (take(","));
    expect(")");
    const int count = static_cast<int>(arguments.size());
    if (count < found->fewest || count > found->most) {
      const std::string most =
          found->most > found->fewest ? " to " + std::to_string(found->most) : "";
      refuse(std::string(name) + " takes " + std::to_string(found->fewest) + most +
             " arguments, found " + std::to_string(count) + ",");
    }
    if (name == "clamp") {
      const int low = add(FormulaOp::Max, {arguments[0], arguments[1]});
      return add(FormulaOp::Min, {low, arguments[2]});
    }
    if (found->op != FormulaOp::Min && found->op != FormulaOp::Max) {
      return add(found->op, arguments);
    }
    int chosen = arguments[0];
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      chosen = add(found->op, {chosen, arguments[i]});
    }
    return chosen;
  }

  FormulaSheet& sheet_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

FormulaSheet::FormulaSheet(std::vector<FormulaName> names) : names_(std::move(names)) {}

void FormulaSheet::define(const std::string& name, int part, const Unit& unit) {
  definitions_.push_back({name, part, unit});
}

int FormulaSheet::read(std::string_view text) { return FormulaTextReader(*this, text).read(); }

int FormulaSheet::number(double number) {
  parts_.push_back({.op = FormulaOp::Number, .number = number});
  return static_cast<int>(parts_.size()) - 1;
}

int FormulaSheet::value(int name) {
  Part part;
  part.op = FormulaOp::Name;
  part.name = name;
  part.unit = formula_unit(names_[static_cast<std::size_t>(name)].unit);
  parts_.push_back(part);
  return static_cast<int>(parts_.size()) - 1;
}

int FormulaSheet::choose(int condition, int yes, int no) {
  Part above;
  above.op = FormulaOp::Less;
  above.arguments[0] = number(0.5);
  above.arguments[1] = condition;
  above.unit.kind = FormulaUnit::Kind::Condition;
  parts_.push_back(above);
  Part chosen;
  chosen.op = FormulaOp::Select;
  chosen.arguments[0] = static_cast<int>(parts_.size()) - 1;
  chosen.arguments[1] = yes;
  chosen.arguments[2] = no;
  chosen.unit = parts_[static_cast<std::size_t>(no)].unit;
  parts_.push_back(chosen);
  return static_cast<int>(parts_.size()) - 1;
}

std::vector<std::string> FormulaSheet::known() const {
  std::vector<std::string> all;
  for (const FormulaName& name : names_) {
    if (!name.name.starts_with(' ')) all.push_back(name.name);
  }
  for (const Definition& definition : definitions_) all.push_back(definition.name);
  all.emplace_back("time");
  return all;
}

void FormulaSheet::require(int part, const Unit& unit, std::string_view text) const {
  const FormulaUnit& given = parts_[static_cast<std::size_t>(part)].unit;
  if (formula_unit_fits(given, unit)) return;
  throw InputError("formula.unit", {},
                   "\"" + std::string(text) + "\" has the unit [" + formula_unit_text(given) +
                       "], expected [" + std::string(unit.symbol) + "]");
}

void FormulaSheet::require_rate(int part, const Unit& unit, std::string_view text) const {
  Unit rate = unit;
  rate.s = static_cast<std::int8_t>(rate.s - 1);
  rate.point = false;
  rate.offset = 0.0;
  const FormulaUnit& given = parts_[static_cast<std::size_t>(part)].unit;
  if (formula_unit_fits(given, rate)) return;
  throw InputError("formula.unit", {},
                   "\"" + std::string(text) + "\" has the unit [" + formula_unit_text(given) +
                       "]; the rate of a state in [" + unit.symbol + "] has the unit [" +
                       formula_unit_text({FormulaUnit::Kind::Known, rate}) + "]");
}

}  // namespace hearth
