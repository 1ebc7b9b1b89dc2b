// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/expression.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth {

/// Reads an expression by recursive descent and writes its steps in postfix order.
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, const std::vector<std::string>& names)
      : text_(text), names_(names) {}

  Expression parse() {
    read_sum();
    if (at_ < text_.size()) refuse("expected an operator");
    auto& used = result_.used_;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    return std::move(result_);
  }

 private:
  using Code = Expression::Code;

  [[noreturn]] void refuse(const std::string& message) const {
    throw InputError(
        "calibration.expression_invalid", {},
        message + " at column " + std::to_string(at_ + 1) + " of \"" + std::string(text_) + "\"");
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(char mark) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != mark) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  void expect(char mark) {
    if (!take(mark)) refuse(std::string("expected '") + mark + "'");
  }
  void write(Code code, double number = 0.0) { result_.steps_.push_back({code, number, 0}); }

  void read_sum() {
    constexpr int kDeepest = 100;
    if (++depth_ > kDeepest) refuse("more than 100 nested parentheses");
    read_product();
    while (true) {
      if (take('+')) {
        read_product();
        write(Code::Add);
      } else if (take('-')) {
        read_product();
        write(Code::Subtract);
      } else {
        break;
      }
    }
    --depth_;
  }

  void read_product() {
    read_signed();
    while (true) {
      if (take('*')) {
        read_signed();
        write(Code::Multiply);
      } else if (take('/')) {
        read_signed();
        write(Code::Divide);
      } else {
        return;
      }
    }
  }

  void read_signed() {
    bool negative = false;
    while (true) {
      if (take('-')) {
        negative = !negative;
      } else if (!take('+')) {
        break;
      }
    }
    read_operand();
    if (take('^')) write(Code::Power, read_exponent());
    if (negative) write(Code::Negate);
  }

  double read_exponent() {
    const bool negative = take('-');
    if (at_ >= text_.size() || !starts_number()) refuse("expected a number as the exponent");
    const double number = read_number();
    if (take('^')) refuse("an exponent cannot have an exponent; use parentheses");
    return negative ? -number : number;
  }

  bool starts_number() const {
    return std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.';
  }

  double read_number() {
    std::size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && std::isdigit(static_cast<unsigned char>(text_[end])) != 0) ++end;
    };
    digits();
    if (end < text_.size() && text_[end] == '.') {
      ++end;
      digits();
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '-' || text_[exponent] == '+')) ++exponent;
      if (exponent < text_.size() &&
          std::isdigit(static_cast<unsigned char>(text_[exponent])) != 0) {
        end = exponent;
        digits();
      }
    }
    double number = 0.0;
    const auto [last, problem] = std::from_chars(text_.data() + at_, text_.data() + end, number);
    if (problem != std::errc() || last != text_.data() + end) refuse("expected a number");
    at_ = end;
    skip_blanks();
    return number;
  }

  void read_operand() {
    skip_blanks();
    if (at_ >= text_.size()) refuse("expected a number or a name");
    if (take('(')) {
      read_sum();
      expect(')');
    } else if (starts_number()) {
      write(Code::Number, read_number());
    } else {
      read_name();
    }
  }

  void read_name() {
    const std::size_t from = at_;
    if (text_[at_] == '\'') {
      const std::size_t end = text_.find('\'', at_ + 1);
      if (end == std::string_view::npos) refuse("expected a closing '");
      const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      skip_blanks();
      write_name(name);
      return;
    }
    const auto belongs = [this](std::size_t i) {
      const auto letter = static_cast<unsigned char>(text_[i]);
      return std::isalnum(letter) != 0 || letter == '_' || letter == '.' || letter >= 0x80;
    };
    while (at_ < text_.size() && belongs(at_)) ++at_;
    if (at_ == from) refuse("expected a number or a name");
    const std::string_view name = text_.substr(from, at_ - from);
    if (take('(')) {
      read_call(name, from);
    } else {
      write_name(name);
    }
  }

  /// Reads the arguments of a function, whose name begins at `from`.
  void read_call(std::string_view name, std::size_t from) {
    struct Function {
      std::string_view name;
      Code code;
      int arguments;
    };
    static constexpr std::array kFunctions{
        Function{"abs", Code::Abs, 1}, Function{"exp", Code::Exp, 1},
        Function{"log", Code::Log, 1}, Function{"sqrt", Code::Sqrt, 1},
        Function{"min", Code::Min, 2}, Function{"max", Code::Max, 2}};
    const auto* const found =
        std::find_if(kFunctions.begin(), kFunctions.end(),
                     [name](const Function& function) { return function.name == name; });
    if (found == kFunctions.end()) {
      at_ = from;
      refuse("expected one of the functions abs, exp, log, sqrt, min, max");
    }
    read_sum();
    if (found->arguments == 2) {
      expect(',');
      read_sum();
    }
    expect(')');
    write(found->code);
  }

  void write_name(std::string_view name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) {
      throw InputError("calibration.expression_name", {},
                       "'" + std::string(name) + "' in \"" + std::string(text_) +
                           "\" is not the name of a parameter with one number for all periods" +
                           expected_name(name, names_));
    }
    const auto number = static_cast<std::size_t>(found - names_.begin());
    result_.steps_.push_back({Code::Name, 0.0, number});
    result_.used_.push_back(number);
  }

  std::string_view text_;
  const std::vector<std::string>& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Expression result_;
};

Expression Expression::parse(std::string_view text, const std::vector<std::string>& names) {
  return ExpressionParser(text, names).parse();
}

}  // namespace hearth
