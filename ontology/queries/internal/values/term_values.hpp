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

/// Returns whether a literal is a text: xsd:string, or of a language.
bool is_text(const OwnTerm& term);

/// Returns the effective boolean value (section 17.2.2); nothing is an error.
std::optional<bool> effective_boolean(const Value& value);

/// Returns whether two terms are equal as `=` has it (section 17.4.1.7); nothing where that is not
/// known: literals of a datatype that is not understood.
std::optional<bool> equal_values(const OwnTerm& a, const OwnTerm& b);

/// Returns below, at or above 0 as `<` has it: numbers, texts, Booleans, and times of
/// xsd:dateTime and xsd:date; nothing where the two have no order.
std::optional<int> compare_values(const OwnTerm& a, const OwnTerm& b);

/// Returns the order of ORDER BY, which all terms have (section 15.1): nothing, blank nodes, IRIs,
/// literals; numbers by value, others by text.
int order_values(const Value& a, const Value& b);
/// Return what that order looks at first, and second for terms of `kNumberRank`.
inline constexpr int kNumberRank = 3;
int order_rank(const Value& value);

}  // namespace hearth
