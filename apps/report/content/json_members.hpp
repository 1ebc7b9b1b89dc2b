// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::apps {

// Members of JSON that other runs wrote: what is missing or of another kind is as if it were not
// there, so that a report shows what there is.

using Json = nlohmann::ordered_json;

/// Returns the member of an object, or null.
const Json& member(const Json& object, std::string_view key);
/// Returns the member where it is an array, else an empty one.
const Json& list_member(const Json& object, std::string_view key);
std::string text_member(const Json& object, std::string_view key);
std::optional<double> number_member(const Json& object, std::string_view key);
long integer_member(const Json& object, std::string_view key, long otherwise = 0);
bool flag_member(const Json& object, std::string_view key);

/// Returns the texts of an array.
std::vector<std::string> text_list(const Json& list);
/// Returns the shortest digits of a number, "" for anything else.
std::string digits(const Json& number);

}  // namespace hearth::apps
