// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hearth/ontology/patterns/pattern.hpp"

namespace hearth {

/// A number of XML Schema with the arithmetic of SPARQL (sections 17.3 and 17.4.4): integers and
/// decimals exactly, up to 38 digits, floats and doubles in double precision. The type of a result
/// is the later one of the types of its operands. Functions return nothing if the result cannot be
/// represented (a division of decimals by 0, too many digits).
class Number {
 public:
  enum class Type { Integer, Decimal, Float, Double };

  /// Returns the number that a literal of a numeric datatype represents.
  static std::optional<Number> of(const OwnTerm& literal);
  /// Reads a text as a number of that type, as in a cast (section 17.5).
  static std::optional<Number> parse(std::string_view text, Type type);
  static Number integer(std::int64_t value);

  Type type() const { return type_; }
  double value() const;
  bool is_zero() const { return value() == 0.0; }
  bool is_nan() const;

  /// Returns a literal of the type of the number: `39.5` is an xsd:decimal, `3.95E1` an xsd:double.
  OwnTerm literal() const;
  std::optional<Number> as(Type type) const;

  /// Returns a number below, equal to or above 0; nothing if one of the two is NaN.
  static std::optional<int> compare(const Number& a, const Number& b);
  static std::optional<Number> add(const Number& a, const Number& b);
  static std::optional<Number> subtract(const Number& a, const Number& b);
  static std::optional<Number> multiply(const Number& a, const Number& b);
  static std::optional<Number> divide(const Number& a, const Number& b);
  std::optional<Number> negated() const;
  std::optional<Number> absolute() const;
  /// These functions return the number rounded to the nearest integer (half towards plus infinity),
  /// up and down.
  std::optional<Number> rounded() const;
  std::optional<Number> ceiling() const;
  std::optional<Number> floored() const;

 private:
  __extension__ using Wide = __int128;  // 38 digits

  static Number exact(Wide digits, int scale, Type type);
  static Number inexact(double value, Type type);
  static std::optional<Number> parse_exact(std::string_view text, bool fraction);
  static bool align(Number& a, Number& b);
  bool is_exact() const { return type_ == Type::Integer || type_ == Type::Decimal; }
  std::string text() const;
  std::optional<Number> whole(int up) const;

  Type type_ = Type::Integer;
  Wide digits_ = 0;  // for exact numbers: digits_ * 10^-scale_
  int scale_ = 0;
  double value_ = 0.0;
};

}  // namespace hearth
