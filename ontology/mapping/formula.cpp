// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/formula.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace hearth {
namespace {

constexpr int kMostDepth = 50;  // a readable formula has only a few nested brackets

bool is_name_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_figure(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

/// Reads the text of a formula from left to right; each function returns whether it succeeded.
class FormulaReader {
 public:
  explicit FormulaReader(std::string_view text) : text_(text) {}

  std::optional<Formula> run() {
    formula_.text_ = text_;
    if (!sum() || peek() != '\0') return std::nullopt;
    return std::move(formula_);
  }

 private:
  using Kind = Formula::Kind;

  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  void put(Kind kind) { formula_.steps_.push_back({kind, 0.0, -1}); }

  bool sum() {
    if (++depth_ > kMostDepth || !product()) return false;
    for (;;) {
      const bool plus = take('+');
      if (!plus && !take('-')) break;
      if (!product()) return false;
      put(plus ? Kind::Add : Kind::Subtract);
    }
    --depth_;
    return true;
  }

  bool product() {
    if (!factor()) return false;
    for (;;) {
      const bool times = take('*');
      if (!times && !take('/')) return true;
      if (!factor()) return false;
      put(times ? Kind::Multiply : Kind::Divide);
    }
  }

  bool factor() {
    const char next = peek();
    if (take('-')) {
      if (++depth_ > kMostDepth || !factor()) return false;
      --depth_;
      put(Kind::Negate);
      return true;
    }
    if (take('(')) return sum() && take(')');
    if (is_name_letter(next)) return name();
    return number();
  }

  bool number() {
    double value = 0.0;
    const char* const begin = text_.data() + at_;
    const auto [end, problem] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (problem != std::errc() || !std::isfinite(value)) return false;
    at_ += static_cast<std::size_t>(end - begin);
    formula_.steps_.push_back({Kind::Number, value, -1});
    return true;
  }

  bool name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_name_letter(text_[at_]) || is_figure(text_[at_]))) ++at_;
    const std::string word(text_.substr(begin, at_ - begin));
    if (word == "max" || word == "min") {
      if (!take('(') || !sum() || !take(',') || !sum() || !take(')')) return false;
      put(word == "max" ? Kind::Largest : Kind::Least);
      return true;
    }
    auto& names = formula_.names_;
    const auto known = std::find(names.begin(), names.end(), word);
    const int number = static_cast<int>(known - names.begin());
    if (known == names.end()) names.push_back(word);
    formula_.steps_.push_back({Kind::Name, 0.0, number});
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Formula formula_;
};

std::optional<Formula> Formula::parse(std::string_view text) { return FormulaReader(text).run(); }

std::optional<double> Formula::value(const Numbers& numbers) const {
  std::vector<double> stack;
  for (const Step& step : steps_) {
    if (step.kind == Kind::Number) {
      stack.push_back(step.number);
      continue;
    }
    if (step.kind == Kind::Name) {
      const std::optional<double> number = numbers(names_[static_cast<std::size_t>(step.name)]);
      if (!number) return std::nullopt;
      stack.push_back(*number);
      continue;
    }
    const double right = stack.back();
    if (step.kind == Kind::Negate) {
      stack.back() = -right;
      continue;
    }
    stack.pop_back();
    double& left = stack.back();
    if (step.kind == Kind::Add) left += right;
    if (step.kind == Kind::Subtract) left -= right;
    if (step.kind == Kind::Multiply) left *= right;
    if (step.kind == Kind::Divide) left /= right;
    if (step.kind == Kind::Largest) left = std::max(left, right);
    if (step.kind == Kind::Least) left = std::min(left, right);
  }
  if (stack.size() != 1 || !std::isfinite(stack.front())) return std::nullopt;
  return stack.front();
}

}  // namespace hearth
