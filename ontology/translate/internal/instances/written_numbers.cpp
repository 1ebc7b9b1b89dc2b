// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/written_numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

/// Separators of thousands that are not decimal separators: spaces of any width, apostrophes.
constexpr std::array<std::string_view, 6> kSpaces = {" ",      "'",      "\u00a0",
                                                     "\u2009", "\u202f", "\u2019"};

std::size_t leading_digits(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  return length;
}

/// Returns the length of a separator at the start of a text, 0 if exactly three digits do not
/// follow it.
std::size_t thousands_length(std::string_view text, std::string_view separator) {
  if (!text.starts_with(separator)) return 0;
  return leading_digits(text.substr(separator.size())) == 3 ? separator.size() : 0;
}

/// The digits of a number at the start of a text.
struct Digits {
  std::string plain;       ///< with a decimal point, without separators of thousands
  std::size_t length = 0;  ///< in the text
  bool ambiguous = false;  ///< whether its only separator may be that of thousands or decimals
};

/// Appends groups of three digits that one separator separates; returns their number.
int add_groups(std::string_view text, std::string_view separator, Digits& digits) {
  int groups = 0;
  while (const std::size_t length = thousands_length(text.substr(digits.length), separator)) {
    digits.plain += text.substr(digits.length + length, 3);
    digits.length += length + 3;
    ++groups;
  }
  return groups;
}

/// Appends a decimal separator and its digits.
void add_decimals(std::string_view text, Digits& digits) {
  const std::string_view rest = text.substr(digits.length);
  if (rest.empty() || (rest.front() != '.' && rest.front() != ',')) return;
  const std::size_t count = leading_digits(rest.substr(1));
  if (count == 0) return;
  digits.plain += '.';
  digits.plain += rest.substr(1, count);
  digits.length += count + 1;
}

void add_exponent(std::string_view text, Digits& digits) {
  const std::string_view rest = text.substr(digits.length);
  if (rest.empty() || (rest.front() != 'e' && rest.front() != 'E')) return;
  const std::size_t sign = rest.size() > 1 && (rest[1] == '-' || rest[1] == '+') ? 1 : 0;
  const std::size_t count = leading_digits(rest.substr(1 + sign));
  if (count == 0) return;
  digits.plain += rest.substr(0, 1 + sign + count);
  digits.length += 1 + sign + count;
}

/// Reads the digits of an unsigned number with groups of three.
Digits grouped(std::string_view text) {
  const std::size_t first = leading_digits(text);
  Digits digits{std::string(text.substr(0, first)), first};
  if (first == 0 || first > 3 || text.front() == '0') return digits;
  for (const std::string_view space : kSpaces) {
    if (add_groups(text, space, digits) > 0) return digits;
  }
  for (const std::string_view mark : {",", "."}) {
    Digits several = digits;
    const int groups = add_groups(text, mark, several);
    if (groups == 0) continue;
    const std::string_view rest = text.substr(several.length);
    const bool decimals = rest.size() > 1 && is_digit(rest[1]) &&
                          (rest.front() == '.' || rest.front() == ',') && rest.front() != mark[0];
    if (groups > 1 || decimals) return several;
    // `1.250` is a number of RDF, `1,250` may be either.
    several.ambiguous = mark == ",";
    return several.ambiguous ? several : digits;
  }
  return digits;
}

Digits unsigned_number(std::string_view text) {
  Digits digits = grouped(text);
  if (digits.ambiguous) return digits;
  const bool point_first = digits.length == 0 && text.starts_with('.');
  if (digits.length == 0 && !point_first) return digits;
  if (point_first) digits.plain = "0";
  add_decimals(text, digits);
  if (digits.length > 0) add_exponent(text, digits);
  return digits;
}

/// Returns whether a text continues a list of numbers: `/30-21`.
bool continues_list(std::string_view text) {
  bool slash = false;
  while (!text.empty()) {
    if (text.front() != '/' && text.front() != '-') return false;
    slash = slash || text.front() == '/';
    const Digits digits = unsigned_number(text.substr(1));
    if (digits.length == 0 || digits.ambiguous) return false;
    text.remove_prefix(1 + digits.length);
  }
  return slash;
}

}  // namespace

std::optional<WrittenNumber> written_number(std::string_view text) {
  if (std::none_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  text = trimmed(text, " \t\r\n");
  WrittenNumber number;
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const Digits digits = unsigned_number(text.substr(sign));
  if (digits.length == 0) {
    number.problem = "the text does not begin with a number";
    return number;
  }
  if (digits.ambiguous) {
    number.problem = "the comma may separate thousands or decimals";
    return number;
  }
  const char* const end = digits.plain.data() + digits.plain.size();
  const auto [stop, wrong] = std::from_chars(digits.plain.data(), end, number.value);
  if (wrong != std::errc() || stop != end || !std::isfinite(number.value)) {
    number.problem = "the number cannot be read";
    return number;
  }
  if (text.starts_with('-')) number.value = -number.value;
  std::string_view rest = trimmed(text.substr(sign + digits.length));
  if (continues_list(rest) || rest.starts_with("^^")) rest = {};  // `^^`: a type within the text
  number.rest = std::string(rest);
  const bool word =
      rest.empty() || (!is_digit(rest.front()) &&
                       std::string_view(".,;:/-+*^_'(<>=~").find(rest.front()) == rest.npos);
  for (std::size_t at = 0; word && at + 1 < rest.size(); ++at) {
    if (rest[at] != ' ' || !is_digit(rest[at + 1])) continue;
    number.problem = "the text contains several numbers";  // `2 x 40 W`
    return number;
  }
  if (!word) number.problem = fmt::format("'{}' follows the number", rest);
  return number;
}

}  // namespace hearth
