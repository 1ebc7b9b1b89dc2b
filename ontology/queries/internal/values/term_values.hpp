// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/ontology/patterns/pattern.hpp"

namespace hearth {

/// The value of an expression; nothing is an error (SPARQL 1.1, section 17.2).
using Value = std::optional<OwnTerm>;

OwnTerm boolean_value(bool value);
OwnTerm text_value(std::string text, const std::string& language = {});

/// Returns whether a literal is a text: an xsd:string, or a text with a language.
bool is_text(const OwnTerm& term);

/// Returns the effective boolean value (section 17.2.2); nothing is an error.
std::optional<bool> effective_boolean(const Value& value);

/// Returns whether two terms are equal according to `=` (section 17.4.1.7); nothing if that is
/// unknown, because the datatype of a literal is unknown.
std::optional<bool> equal_values(const OwnTerm& a, const OwnTerm& b);

/// Returns a number below, equal to or above 0 according to `<` for numbers, texts, Booleans, and
/// times of xsd:dateTime and xsd:date; nothing if the two values have no order.
std::optional<int> compare_values(const OwnTerm& a, const OwnTerm& b);

/// Compares terms according to ORDER BY, which orders all terms (section 15.1): nothing, blank
/// nodes, IRIs, literals; numbers by value, others by text.
int order_values(const Value& a, const Value& b);
/// The first criterion of that order is the rank of a term. The second one, for terms with
/// `kNumberRank`, is the number.
inline constexpr int kNumberRank = 3;
int order_rank(const Value& value);

}  // namespace hearth
