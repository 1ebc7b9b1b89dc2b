// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hearth/data/json/json_values.hpp"

/// Pieces of JSON Schema 2020-12 that describe the values that `json_values.hpp` reads.
namespace hearth::schema_parts {

using Json = nlohmann::ordered_json;

Json refer_to(const std::string& name);  ///< reference to `$defs/name`
Json text();                             ///< not empty
Json text_like(const char* pattern);
Json number(NumberRange range = {});
Json number_above(double limit);
Json integer(double min);
Json flag();
Json list_of(const Json& item, int least = 0);  ///< `least`: smallest number of elements
Json map_of(const Json& value);
Json either(std::initializer_list<Json> choices);
Json one_of_words(const std::vector<std::string_view>& words);

/// Returns the words of an enumeration.
template <class E, std::size_t N>
std::vector<std::string_view> words_of(const Choices<E, N>& choices) {
  std::vector<std::string_view> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return words;
}

/// Returns a schema with a sentence of documentation.
Json described(Json schema, std::string_view sentence);

/// Returns the schema of an object with these members; keys that begin with `x-` are also
/// permitted.
Json object(Json properties, const std::vector<std::string_view>& required = {});

/// Returns the properties of two object schemas together.
Json joined(Json properties, const Json& more);

/// Returns the schema of a quantity as text: a number, with or without a unit.
Json quantity_text();

/// Returns definitions that files of several kinds share: `unit`, `quantity`, `duration`, `step`,
/// `instant`, `zone`, `endpoint`.
Json common_definitions();

/// Returns a complete schema as text: its title, the root schema and the definitions.
std::string schema_text(std::string_view title, const Json& root, const Json& definitions);

}  // namespace hearth::schema_parts
