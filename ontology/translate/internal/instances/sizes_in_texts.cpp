// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/sizes_in_texts.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/rdf/name_words.hpp"

namespace hearth {
namespace {

/// Spellings of units in names, in lower case, that are not those of numbers elsewhere.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kSpellings = {
    {{"ton", "tonR"},
     {"tons", "tonR"},
     {"tr", "tonR"},
     {"kw", "kW"},
     {"mbh", "MBH"},
     {"cfm", "cfm"},
     {"gpm", "gpm"}}};

bool is_letter_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// Returns whether a number after this text is complete: it is not the end of a name
/// (`CH-1`), a range (`2-4`), a product (`2 x 40`) or another number.
bool begins_number(std::string_view before) {
  if (before.empty()) return true;
  const char last = before.back();
  if (is_letter_byte(last) || is_digit(last)) return false;
  if (std::string_view(".,-+_/*").find(last) != std::string_view::npos) return false;
  const std::string_view words = trimmed(before);
  if (words.empty()) return true;
  for (const std::string_view join :
       {" or", " to", " and", " oder", " bis", " und", " ou", " og"}) {
    if (words.ends_with(join)) return false;
  }
  if (words.ends_with("\u00d7") || words.ends_with('*')) return false;  // multiplication sign
  const char sign = words.back();
  if (sign != 'x' && sign != 'X' && sign != '-') return true;
  const std::string_view factor = trimmed(words.substr(0, words.size() - 1));
  return factor.empty() || !is_digit(factor.back());
}

/// Reads a number with a decimal point or comma. A comma before three digits may separate
/// thousands: such numbers are not read.
std::optional<double> read_number(std::string_view text) {
  std::string plain(text);
  const std::size_t comma = plain.find(',');
  if (comma != std::string::npos) {
    if (plain.size() - comma == 4 && !plain.starts_with("0,")) return std::nullopt;
    plain[comma] = '.';
  }
  const std::optional<Quantity> number = parse_quantity(plain);
  return number ? std::optional<double>(number->value) : std::nullopt;
}

std::optional<Unit> unit_at_start(std::string_view text) {
  if (text.starts_with(' ')) text.remove_prefix(1);
  const std::string_view word = text.substr(0, text.find_first_of(" ,;()[]"));
  if (word.empty() || !(is_letter_byte(word.front()) || word.front() == '%')) return std::nullopt;
  const std::string lower = lower_case(word);
  if (lower == "hp") return std::nullopt;  // of motors and of boilers, or a heat pump
  for (const auto& [spelling, symbol] : kSpellings) {
    if (lower == spelling) return parse_unit(symbol);
  }
  return parse_unit(word);
}

/// Returns the length of the digits at the start of a text, with a decimal point or comma between.
std::size_t digits_length(std::string_view text) {
  std::size_t end = 0;
  bool point = false;
  while (end < text.size()) {
    const bool separates = (text[end] == '.' || text[end] == ',') && !point && end > 0 &&
                           end + 1 < text.size() && is_digit(text[end + 1]);
    if (!separates && !is_digit(text[end])) break;
    point = point || separates;
    ++end;
  }
  return end;
}

/// Words of numbers that are not sizes: limits, speeds and shares of outdoor air.
constexpr std::array<std::string_view, 11> kNotSizes{
    "min",         "minimum",   "load",        "speed",    "oa",      "outdoor air",
    "outside air", "fresh air", "mindestlast", "drehzahl", "turndown"};
/// Words before `load` that make it a size.
constexpr std::array<std::string_view, 4> kLoads{"heating load", "cooling load", "design load",
                                                 "full load"};

/// Returns whether the part of a text between commas, semicolons or brackets around a place states
/// something else than a size: `min. load 40 kW`, `100 % OA`.
bool is_other_number(std::string_view text, std::size_t at) {
  constexpr std::string_view kMarks = ",;()[]";
  const auto ends = [&](std::size_t i) {
    const bool decimal = text[i] == ',' && i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) &&
                         is_digit(text[i + 1]);
    return kMarks.find(text[i]) != std::string_view::npos && !decimal;
  };
  std::size_t begin = at, end = at;
  while (begin > 0 && !ends(begin - 1)) --begin;
  while (end < text.size() && !ends(end)) ++end;
  std::string words = " ";
  for (const std::string& word : plain_words(text.substr(begin, end - begin))) words += word + " ";
  for (const std::string_view load : kLoads) {
    if (words.find(" " + std::string(load) + " ") != std::string::npos) return false;
  }
  for (const std::string_view other : kNotSizes) {
    if (words.find(" " + std::string(other) + " ") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::optional<Quantity> size_within(std::string_view text, const Unit& kind) {
  std::optional<Quantity> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = digits_length(text.substr(at));
    if (length == 0) {
      ++at;
      continue;
    }
    const std::optional<Unit> unit = unit_at_start(text.substr(at + length));
    if (unit && unit->compatible(kind) && !is_other_number(text, at)) {
      const std::optional<double> number = read_number(text.substr(at, length));
      const bool west =
          number && *number < 100.0 && std::string_view(unit->symbol) == "W";  // `Boiler 1 W`
      if (found || west || !number || !begins_number(text.substr(0, at))) return std::nullopt;
      found = Quantity{.value = *number, .unit = unit};
    }
    at += length;
  }
  return found;
}

}  // namespace hearth
