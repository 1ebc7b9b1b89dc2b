// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

/// Names of the terms of Hearth, `hearth:` (docs/turtle.md), and of SAREF.
namespace hearth::twin4build {

inline constexpr std::string_view kHearth = "urn:hearth:";
inline constexpr std::string_view kValues = "urn:hearth:value:";  ///< values of parameters
inline constexpr std::string_view kSaref = "https://saref.etsi.org/core/";
inline constexpr std::string_view kLabel = "http://www.w3.org/2000/01/rdf-schema#label";

/// Returns the IRI of a term in one of the two namespaces.
std::string hearth_term(std::string_view name);
std::string saref(std::string_view name);

/// Returns the QUDT IRI of a unit, or "".
std::string qudt_unit(const Unit& unit);

/// Returns a text as the local name of an IRI, with percent-encoded characters.
std::string encoded(std::string_view text);

/// Returns whether a text is valid as an IRI in a graph.
bool is_iri(std::string_view text);

}  // namespace hearth::twin4build
