// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/internal/values/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

constexpr int kMostFraction = 18;  // digits after the point: XPath requires 18 digits in total
constexpr std::array<std::string_view, 13> kIntegers = {"integer",
                                                        "int",
                                                        "long",
                                                        "short",
                                                        "byte",
                                                        "unsignedInt",
                                                        "unsignedLong",
                                                        "unsignedShort",
                                                        "unsignedByte",
                                                        "nonNegativeInteger",
                                                        "positiveInteger",
                                                        "nonPositiveInteger",
                                                        "negativeInteger"};

std::optional<Number::Type> type_of(std::string_view datatype) {
  if (!datatype.starts_with(xsd::kNamespace)) return std::nullopt;
  datatype.remove_prefix(xsd::kNamespace.size());
  if (std::find(kIntegers.begin(), kIntegers.end(), datatype) != kIntegers.end()) {
    return Number::Type::Integer;
  }
  if (datatype == "decimal") return Number::Type::Decimal;
  if (datatype == "double") return Number::Type::Double;
  if (datatype == "float") return Number::Type::Float;
  return std::nullopt;
}

std::string_view without_space(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

std::optional<double> parse_double(std::string_view text) {
  if (text == "INF" || text == "+INF") return std::numeric_limits<double>::infinity();
  if (text == "-INF") return -std::numeric_limits<double>::infinity();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || !(is_digit(digits[0]) || digits[0] == '.')) return std::nullopt;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos
               ? std::numeric_limits<double>::infinity()
               : 0.0;
  }
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace

Number Number::exact(Wide digits, int scale, Type type) {
  while (scale > 0 && digits % 10 == 0) {
    digits /= 10;
    --scale;
  }
  Number out;
  out.type_ = type;
  out.digits_ = digits;
  out.scale_ = scale;
  return out;
}

Number Number::inexact(double value, Type type) {
  Number out;
  out.type_ = type;
  out.value_ = type == Type::Float ? static_cast<double>(static_cast<float>(value)) : value;
  return out;
}

Number Number::integer(std::int64_t value) { return exact(value, 0, Type::Integer); }

std::optional<Number> Number::parse_exact(std::string_view text, bool fraction) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  Wide digits = 0;
  int scale = 0;
  bool any = false, point = false;
  for (const char c : text) {
    if (c == '.' && fraction && !point) {
      point = true;
      continue;
    }
    if (!is_digit(c)) return std::nullopt;
    any = true;
    if (point && scale == kMostFraction) continue;  // finer than the arithmetic
    if (__builtin_mul_overflow(digits, Wide{10}, &digits)) return std::nullopt;
    if (__builtin_add_overflow(digits, Wide{c - '0'}, &digits)) return std::nullopt;
    if (point) ++scale;
  }
  if (!any) return std::nullopt;
  return exact(negative ? -digits : digits, scale, fraction ? Type::Decimal : Type::Integer);
}

std::optional<Number> Number::parse(std::string_view text, Type type) {
  text = without_space(text);
  if (type == Type::Integer || type == Type::Decimal) {
    return parse_exact(text, type == Type::Decimal);
  }
  const std::optional<double> value = parse_double(text);
  return value ? std::optional(inexact(*value, type)) : std::nullopt;
}

std::optional<Number> Number::of(const OwnTerm& literal) {
  if (literal.kind != TermKind::Literal) return std::nullopt;
  const std::optional<Type> type = type_of(literal.datatype);
  return type ? parse(literal.text, *type) : std::nullopt;
}

double Number::value() const {
  if (!is_exact()) return value_;
  // Converted from the text, so that 0.1 becomes the double 0.1.
  return scale_ == 0 ? static_cast<double>(digits_) : *parse_double(text());
}

bool Number::is_nan() const { return !is_exact() && std::isnan(value_); }

std::string Number::text() const {
  std::string out;
  Wide rest = digits_;
  do {
    const int digit = static_cast<int>(rest % 10);
    out.push_back(static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    rest /= 10;
  } while (rest != 0);
  while (static_cast<int>(out.size()) <= scale_) out.push_back('0');
  if (scale_ > 0) out.insert(static_cast<std::size_t>(scale_), 1, '.');
  if (digits_ < 0) out.push_back('-');
  std::reverse(out.begin(), out.end());
  return out;
}

OwnTerm Number::literal() const {
  const auto literal = [](std::string text, std::string_view name) {
    return OwnTerm{
        TermKind::Literal, std::move(text), std::string(xsd::kNamespace) + std::string(name), {}};
  };
  if (type_ == Type::Integer) return literal(text(), "integer");
  if (type_ == Type::Decimal) return literal(scale_ == 0 ? text() + ".0" : text(), "decimal");
  const std::string_view name = type_ == Type::Float ? "float" : "double";
  if (std::isnan(value_)) return literal("NaN", name);
  if (std::isinf(value_)) return literal(value_ < 0 ? "-INF" : "INF", name);
  std::array<char, 40> buffer{};
  char* const last = buffer.data() + buffer.size();
  // The canonical form of XML Schema: 3.95E1, the shortest digits that identify the number.
  const auto [end, error] =
      type_ == Type::Float
          ? std::to_chars(buffer.data(), last, static_cast<float>(value_),
                          std::chars_format::scientific)
          : std::to_chars(buffer.data(), last, value_, std::chars_format::scientific);
  const std::string_view written(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t mark = written.find('e');
  std::string text(written.substr(0, mark));
  if (text.find('.') == std::string::npos) text += ".0";
  int exponent = 0;
  const char* begin = written.data() + mark + 1;
  if (*begin == '+') ++begin;
  std::from_chars(begin, end, exponent);
  return literal(text + "E" + std::to_string(exponent), name);
}

std::optional<Number> Number::as(Type type) const {
  if (type == Type::Float || type == Type::Double) return inexact(value(), type);
  if (is_exact()) {
    if (type == Type::Decimal) return exact(digits_, scale_, type);
    Wide digits = digits_;  // truncation towards 0
    for (int k = 0; k < scale_; ++k) digits /= 10;
    return exact(digits, 0, type);
  }
  if (!std::isfinite(value_)) return std::nullopt;
  const std::string text = fmt::format("{:.18f}", value_);
  if (type == Type::Decimal) return parse_exact(text, true);
  return parse_exact(text.substr(0, text.find('.')), false);
}

// Converts both to the same scale; returns false if that requires too many digits.
bool Number::align(Number& a, Number& b) {
  while (a.scale_ < b.scale_) {
    if (__builtin_mul_overflow(a.digits_, Wide{10}, &a.digits_)) return false;
    ++a.scale_;
  }
  return a.scale_ == b.scale_ || align(b, a);
}

std::optional<int> Number::compare(const Number& a, const Number& b) {
  Number x = a, y = b;
  if (a.is_exact() && b.is_exact() && align(x, y)) {
    return x.digits_ < y.digits_ ? -1 : int{x.digits_ > y.digits_};
  }
  const double u = a.value();
  const double v = b.value();
  if (std::isnan(u) || std::isnan(v)) return std::nullopt;
  return u < v ? -1 : int{u > v};
}

std::optional<Number> Number::add(const Number& a, const Number& b) {
  const Type type = std::max(a.type_, b.type_);
  if (!a.is_exact() || !b.is_exact()) return inexact(a.value() + b.value(), type);
  Number x = a, y = b;
  Wide sum = 0;
  if (!align(x, y) || __builtin_add_overflow(x.digits_, y.digits_, &sum)) return std::nullopt;
  return exact(sum, x.scale_, type);
}

std::optional<Number> Number::subtract(const Number& a, const Number& b) {
  const std::optional<Number> minus = b.negated();
  return minus ? add(a, *minus) : std::nullopt;
}

std::optional<Number> Number::multiply(const Number& a, const Number& b) {
  const Type type = std::max(a.type_, b.type_);
  if (!a.is_exact() || !b.is_exact()) return inexact(a.value() * b.value(), type);
  Wide product = 0;
  if (__builtin_mul_overflow(a.digits_, b.digits_, &product)) return std::nullopt;
  int scale = a.scale_ + b.scale_;
  for (; scale > kMostFraction; --scale) product /= 10;
  return exact(product, scale, type);
}

// The quotient of integers is a decimal (section 17.3).
std::optional<Number> Number::divide(const Number& a, const Number& b) {
  const Type type = std::max({a.type_, b.type_, Type::Decimal});
  if (!a.is_exact() || !b.is_exact()) return inexact(a.value() / b.value(), type);
  if (b.digits_ == 0) return std::nullopt;
  Wide digits = a.digits_ / b.digits_;
  Wide rest = a.digits_ % b.digits_;
  int scale = a.scale_ - b.scale_;
  for (; scale < 0 || (rest != 0 && scale < kMostFraction); ++scale) {
    Wide more = 0, next = 0;  // as many digits as fit
    if (__builtin_mul_overflow(rest, Wide{10}, &next)) break;
    if (__builtin_mul_overflow(digits, Wide{10}, &more)) break;
    if (__builtin_add_overflow(more, next / b.digits_, &more)) break;
    digits = more;
    rest = next % b.digits_;
  }
  if (scale < 0) return std::nullopt;
  return exact(digits, scale, type);
}

std::optional<Number> Number::negated() const {
  if (!is_exact()) return inexact(-value_, type_);
  Wide digits = 0;
  if (__builtin_sub_overflow(Wide{0}, digits_, &digits)) return std::nullopt;
  return exact(digits, scale_, type_);
}

std::optional<Number> Number::absolute() const {
  const bool negative = is_exact() ? digits_ < 0 : std::signbit(value_);
  return negative ? negated() : *this;
}

// Returns the floor, or with `up` of 1 the ceiling.
std::optional<Number> Number::whole(int up) const {
  if (!is_exact()) return inexact(up == 0 ? std::floor(value_) : std::ceil(value_), type_);
  Wide unit = 1;
  for (int k = 0; k < scale_; ++k) unit *= 10;
  Wide digits = digits_ / unit;
  const Wide rest = digits_ % unit;
  if (rest < 0 && up == 0) --digits;
  if (rest > 0 && up == 1) ++digits;
  return exact(digits, 0, type_);
}

std::optional<Number> Number::floored() const { return whole(0); }
std::optional<Number> Number::ceiling() const { return whole(1); }

std::optional<Number> Number::rounded() const {
  if (!is_exact()) return inexact(std::floor(value_ + 0.5), type_);
  const std::optional<Number> sum = add(*this, exact(5, 1, Type::Decimal));
  std::optional<Number> out = sum ? sum->floored() : std::nullopt;
  if (out) out->type_ = type_;
  return out;
}

}  // namespace hearth
