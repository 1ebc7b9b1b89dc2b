// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/internal/values/term_values.hpp"

#include <charconv>
#include <chrono>
#include <string_view>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/queries/internal/values/number.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

constexpr std::string_view kDateTime = "http://www.w3.org/2001/XMLSchema#dateTime";
constexpr std::string_view kDate = "http://www.w3.org/2001/XMLSchema#date";

std::optional<bool> boolean_of(const OwnTerm& term) {
  if (term.datatype != xsd::kBoolean) return std::nullopt;
  if (term.text == "true" || term.text == "1") return true;
  if (term.text == "false" || term.text == "0") return false;
  return std::nullopt;
}

/// Reads the parts of a time from left to right.
class TimeText {
 public:
  explicit TimeText(std::string_view text) : rest_(text) {}

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Returns the number of at least `least` digits after `mark` ('\0': none); -1 if they are
  // missing.
  int number(char mark, std::size_t least) {
    if (mark != '\0' && !take(mark)) return -1;
    std::size_t count = 0;
    while (count < rest_.size() && count < 6 && is_digit(rest_[count])) ++count;
    int value = 0;
    std::from_chars(rest_.data(), rest_.data() + count, value);
    rest_.remove_prefix(count);
    return count < least ? -1 : value;
  }
  double fraction() {
    double value = 0.0, place = 0.1;
    for (; !rest_.empty() && is_digit(rest_[0]); rest_.remove_prefix(1), place /= 10.0) {
      value += place * (rest_[0] - '0');
    }
    return value;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

struct XsdInstant {
  double seconds;  ///< since 1970; UTC if there is a zone
  bool has_zone;
};

std::optional<XsdInstant> instant_of(const OwnTerm& term) {
  const bool with_time = term.datatype == kDateTime;
  if (!with_time && term.datatype != kDate) return std::nullopt;
  TimeText text(term.text);
  const int year = text.number('\0', 4);
  const int month = text.number('-', 2);
  const int day = text.number('-', 2);
  if (year < 0 || year > 9999 || month < 0 || day < 0) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  const std::chrono::sys_seconds midnight = std::chrono::sys_days(date);
  auto seconds = static_cast<double>(midnight.time_since_epoch().count());
  if (with_time) {
    const int hour = text.number('T', 2);
    const int minute = text.number(':', 2);
    const int second = text.number(':', 2);
    const bool right = hour >= 0 && hour <= 24 && minute >= 0 && minute < 60 && second >= 0;
    if (!right || second > 59) return std::nullopt;
    seconds += 3600.0 * hour + 60.0 * minute + second;
    if (text.take('.')) seconds += text.fraction();
  }
  if (text.at_end()) return XsdInstant{seconds, false};
  if (text.take('Z'))
    return text.at_end() ? std::optional(XsdInstant{seconds, true}) : std::nullopt;
  const bool west = text.take('-');
  const int hours = text.number(west ? '\0' : '+', 2);
  const int minutes = text.number(':', 2);
  if (hours < 0 || minutes < 0 || !text.at_end()) return std::nullopt;
  const double offset = 3600.0 * hours + 60.0 * minutes;
  return XsdInstant{west ? seconds + offset : seconds - offset, true};
}

std::optional<int> compare_instants(const XsdInstant& a, const XsdInstant& b) {
  // A time without a zone may be in any zone from -14:00 to 14:00.
  const double margin = a.has_zone == b.has_zone ? 0.0 : 14.0 * 3600.0;
  if (a.seconds + margin < b.seconds) return -1;
  if (a.seconds - margin > b.seconds) return 1;
  return margin == 0.0 ? std::optional(0) : std::nullopt;
}

// Values of known kinds are different if the kinds differ, even for different datatypes.
enum class Space { Text, Tagged, Number, Boolean, Time, Unknown };

Space space_of(const OwnTerm& term) {
  if (term.datatype == xsd::kString) return Space::Text;
  if (!term.language.empty()) return Space::Tagged;
  if (Number::of(term)) return Space::Number;
  if (boolean_of(term)) return Space::Boolean;
  return instant_of(term) ? Space::Time : Space::Unknown;
}

}  // namespace

OwnTerm boolean_value(bool value) {
  return {TermKind::Literal, value ? "true" : "false", std::string(xsd::kBoolean), {}};
}

OwnTerm text_value(std::string text, const std::string& language) {
  const std::string_view datatype = language.empty() ? xsd::kString : rdf::kLangString;
  return {TermKind::Literal, std::move(text), std::string(datatype), language};
}

bool is_text(const OwnTerm& term) {
  return term.kind == TermKind::Literal &&
         (term.datatype == xsd::kString || !term.language.empty());
}

std::optional<bool> effective_boolean(const Value& value) {
  if (!value || value->kind != TermKind::Literal) return std::nullopt;
  if (value->datatype == xsd::kBoolean) return boolean_of(*value).value_or(false);
  if (is_text(*value)) return !value->text.empty();
  const std::optional<Number> number = Number::of(*value);
  if (number) return !number->is_zero() && !number->is_nan();
  return std::nullopt;
}

std::optional<bool> equal_values(const OwnTerm& a, const OwnTerm& b) {
  if (a.kind != TermKind::Literal || b.kind != TermKind::Literal) return a == b;
  const Space space = space_of(a);
  const Space other = space_of(b);
  if (space == Space::Number && other == Space::Number) {
    const std::optional<int> order = Number::compare(*Number::of(a), *Number::of(b));
    return order == 0;  // NaN is not equal to any value
  }
  if (a == b) return true;
  if (space == Space::Unknown || other == Space::Unknown) return std::nullopt;
  if (space != other) return false;
  if (space == Space::Boolean) return boolean_of(a) == boolean_of(b);
  if (space == Space::Time && a.datatype == b.datatype) {
    const std::optional<int> order = compare_instants(*instant_of(a), *instant_of(b));
    return order ? std::optional(*order == 0) : std::nullopt;
  }
  if (space == Space::Tagged) {
    return a.text == b.text && lower_case(a.language) == lower_case(b.language);
  }
  return false;
}

std::optional<int> compare_values(const OwnTerm& a, const OwnTerm& b) {
  if (a.kind != TermKind::Literal || b.kind != TermKind::Literal) return std::nullopt;
  if (a.datatype == xsd::kString && b.datatype == xsd::kString) return a.text.compare(b.text);
  const std::optional<Number> x = Number::of(a);
  const std::optional<Number> y = Number::of(b);
  if (x && y) return Number::compare(*x, *y);
  const std::optional<bool> p = boolean_of(a);
  const std::optional<bool> q = boolean_of(b);
  if (p && q) return int{*p} - int{*q};
  const std::optional<XsdInstant> s = instant_of(a);
  const std::optional<XsdInstant> t = instant_of(b);
  if (s && t && a.datatype == b.datatype) return compare_instants(*s, *t);
  return std::nullopt;
}

int order_rank(const Value& value) {
  if (!value) return 0;
  if (value->kind == TermKind::Blank) return 1;
  if (value->kind == TermKind::Iri) return 2;
  const std::optional<Number> number = Number::of(*value);
  return number && !number->is_nan() ? kNumberRank : kNumberRank + 1;
}

int order_values(const Value& a, const Value& b) {
  const int rank = order_rank(a);
  if (const int difference = rank - order_rank(b); difference != 0) return difference;
  if (rank == 0) return 0;
  if (rank == kNumberRank) return Number::compare(*Number::of(*a), *Number::of(*b)).value_or(0);
  return a->text.compare(b->text);
}

}  // namespace hearth
