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

/// What functions of one query share.
struct FunctionContext {
  GraphWork* work;                                                      ///< counts what takes long
  std::map<std::pair<std::string, std::string>, TextPattern> patterns;  ///< by text and flags
};

/// A function whose arguments are all without error (SPARQL 1.1, section 17.4).
struct QueryFunction {
  using Arguments = std::vector<OwnTerm>;

  std::string_view name;  ///< in capital letters; of a cast the IRI
  std::size_t least, most;
  Value (*run)(const Arguments& arguments, FunctionContext& context);
};

/// Bytes that one text made by a function may have.
inline constexpr std::size_t kLongestMadeText = 10'000'000;

/// Returns the function of that name (letters of any case) or of that IRI, or nullptr.
const QueryFunction* find_function(std::string_view name);
const QueryFunction* find_cast(std::string_view iri);

/// Returns the names of functions, for a message.
std::vector<std::string> function_names();

/// Returns whether a language fits a range as langMatches has it (RFC 4647, basic filtering).
bool language_matches(std::string_view tag, std::string_view range);

/// The functions on texts (section 17.4.3), and the others.
const std::vector<QueryFunction>& text_functions();
const std::vector<QueryFunction>& term_functions();

}  // namespace hearth
