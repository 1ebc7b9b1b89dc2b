// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::apps {

// Readers of members of JSON from other runs. A member of another kind counts as missing, so that a
// report shows everything that is usable.

using Json = nlohmann::ordered_json;

/// Returns the member of an object, or null.
const Json& member(const Json& object, std::string_view key);
/// Returns the member if it is an array, otherwise an empty one.
const Json& list_member(const Json& object, std::string_view key);
std::string text_member(const Json& object, std::string_view key);
std::optional<double> number_member(const Json& object, std::string_view key);
long integer_member(const Json& object, std::string_view key, long otherwise = 0);
bool flag_member(const Json& object, std::string_view key);

/// Returns the texts of an array.
std::vector<std::string> text_list(const Json& list);
/// Returns the shortest digits of a number, "" for any other value.
std::string digits(const Json& number);

}  // namespace hearth::apps
