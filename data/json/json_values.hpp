// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

// Readers of single values, for all JSON files that Hearth reads. If a value is wrong, they add an
// error with file, line and pointer to the diagnostics and return nothing, so that the caller can
// continue to read.

/// Adds the error `json.type`, which states what was found and what was expected.
void wrong_type(const JsonNode& node, std::string_view expected, Diagnostics& diagnostics);

/// Adds the diagnostics of an exception. If a place has no file, the file of `where` is used.
void append_at(const Where& where, const Error& error, Diagnostics& diagnostics);

/// Returns whether the limit of errors is reached (`Diagnostics::full`). Then adds
/// `json.errors_many` once, with the place after which nothing is checked.
bool enough_errors(const Where& where, Diagnostics& diagnostics);

/// Returns whether the node is an object; otherwise adds `json.type`.
bool require_object(const JsonNode& node, Diagnostics& diagnostics);
/// Returns whether the node is an array; otherwise adds `json.type`.
bool require_array(const JsonNode& node, Diagnostics& diagnostics);

/// Returns whether a key begins with `x-`: Hearth ignores such keys, which users may add.
bool is_extension(std::string_view key);
/// Adds `json.unknown_key` for every key of an object that is not listed.
void check_keys(const JsonNode& object, const std::vector<std::string_view>& known,
                Diagnostics& diagnostics);
/// Returns the member with this key; adds `json.missing_key` if there is none.
std::optional<JsonNode> require_member(const JsonNode& object, std::string_view key,
                                       Diagnostics& diagnostics);

/// Sets `target` to `read(member)` if the object has this member and the member can be read.
template <class Target, class Read>
void read_member(const JsonNode& object, std::string_view key, Target& target, Read read) {
  const std::optional<JsonNode> member = object.find(key);
  if (!member) return;
  if (auto value = read(*member)) target = *std::move(value);
}

/// The range of a number; a number outside is the error `json.range`.
struct NumberRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};
std::optional<double> read_number(const JsonNode& node, Diagnostics& diagnostics,
                                  NumberRange range = {});
std::optional<int> read_integer(const JsonNode& node, Diagnostics& diagnostics,
                                NumberRange range = {});
std::optional<bool> read_flag(const JsonNode& node, Diagnostics& diagnostics);
std::optional<std::string> read_string(const JsonNode& node, Diagnostics& diagnostics);
/// Reads a string that must not be empty.
std::optional<std::string> read_name(const JsonNode& node, Diagnostics& diagnostics);

/// Reads the symbol of a unit; adds `json.unit_unknown` with the nearest symbol.
std::optional<Unit> read_unit(const JsonNode& node, Diagnostics& diagnostics);
/// Reads a number, `"21.5 degC"` or `{"value": 70, "unit": "degF"}`.
std::optional<Quantity> read_quantity(const JsonNode& node, Diagnostics& diagnostics);
/// Reads a quantity, `true` or `false`, for a number that may be a Boolean.
std::optional<Quantity> read_number_or_boolean(const JsonNode& node, Diagnostics& diagnostics);

/// Reads an ISO 8601 instant; without an offset it is local time of `zone`.
std::optional<Instant> read_instant(const JsonNode& node, const std::optional<Zone>& zone,
                                    Diagnostics& diagnostics);
/// Reads a duration that is not negative: a number of seconds in whole milliseconds, or an ISO 8601
/// duration. Adds `json.duration`.
std::optional<Duration> read_duration(const JsonNode& node, Diagnostics& diagnostics);
/// Reads a time in s that is not negative: a number, or an ISO 8601 duration.
std::optional<double> read_seconds(const JsonNode& node, Diagnostics& diagnostics);
/// Reads the name of a time zone that exists; adds `data.zone_unknown`.
std::optional<std::string> read_zone_name(const JsonNode& node, Diagnostics& diagnostics);

/// Adds `json.choice`, which lists the allowed words and names the nearest.
void wrong_choice(const JsonNode& node, const std::vector<std::string>& allowed,
                  Diagnostics& diagnostics);

/// The words that a file uses for the values of an enumeration.
template <class E, std::size_t N>
using Choices = std::array<std::pair<std::string_view, E>, N>;

/// Reads one of these words; adds `json.choice`.
template <class E, std::size_t N>
std::optional<E> read_choice(const JsonNode& node, const Choices<E, N>& choices,
                             Diagnostics& diagnostics) {
  std::vector<std::string> allowed;
  for (const auto& [word, value] : choices) {
    if (node.is(JsonKind::String) && node.string() == word) return value;
    allowed.emplace_back(word);
  }
  wrong_choice(node, allowed, diagnostics);
  return std::nullopt;
}

/// Returns the word for a value.
template <class E, std::size_t N>
std::string_view word_for(E value, const Choices<E, N>& choices) {
  for (const auto& [word, candidate] : choices) {
    if (candidate == value) return word;
  }
  return "";
}

}  // namespace hearth
