// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hearth/data/json/json_values.hpp"

/// Pieces of JSON Schema 2020-12 that describe what `json_values.hpp` reads.
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

/// The words of an enumeration, as for the reader.
template <class E, std::size_t N>
std::vector<std::string_view> words_of(const Choices<E, N>& choices) {
  std::vector<std::string_view> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return words;
}

/// A schema with a sentence of documentation.
Json described(Json schema, std::string_view sentence);

/// An object with these members, and `x-` keys that are ignored.
Json object(Json properties, const std::vector<std::string_view>& required = {});

/// Adds the members of one object schema to another.
Json joined(Json properties, const Json& more);

/// Text of a quantity: a number, with a unit or without.
Json quantity_text();

/// Definitions that files of several kinds share: `unit`, `quantity`, `duration`, `step`,
/// `instant`, `zone`, `endpoint`.
Json common_definitions();

/// Returns a whole schema as text: a title, the root schema, definitions.
std::string schema_text(std::string_view title, const Json& root, const Json& definitions);

}  // namespace hearth::schema_parts
