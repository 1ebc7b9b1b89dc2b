// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/ontology/queries/internal/values/term_values.hpp"
#include "hearth/ontology/queries/internal/values/text_pattern.hpp"

namespace hearth {

/// Data that the functions of one query share.
struct FunctionContext {
  GraphWork* work;  ///< counts the work of expensive functions
  std::map<std::pair<std::string, std::string>, TextPattern> patterns;  ///< by text and flags
};

/// A function of arguments without errors (SPARQL 1.1, section 17.4).
struct QueryFunction {
  using Arguments = std::vector<OwnTerm>;

  std::string_view name;  ///< in capital letters; for a cast, the IRI
  std::size_t least, most;
  Value (*run)(const Arguments& arguments, FunctionContext& context);
};

/// The largest number of bytes of a text that a function makes.
inline constexpr std::size_t kLongestMadeText = 10'000'000;

/// Returns the function with that name (letters in any case) or IRI, or nullptr.
const QueryFunction* find_function(std::string_view name);
const QueryFunction* find_cast(std::string_view iri);

/// Returns the names of functions, for a message.
std::vector<std::string> function_names();

/// Returns whether a language matches a range according to langMatches (RFC 4647, basic filtering).
bool language_matches(std::string_view tag, std::string_view range);

/// These functions return the functions for texts (section 17.4.3), and all others.
const std::vector<QueryFunction>& text_functions();
const std::vector<QueryFunction>& term_functions();

}  // namespace hearth
