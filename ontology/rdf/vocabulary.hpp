// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// IRIs of the W3C vocabularies that the graph code itself uses.
namespace hearth::rdf {
inline constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr std::string_view kLabel = "http://www.w3.org/2000/01/rdf-schema#label";
inline constexpr std::string_view kFirst = "http://www.w3.org/1999/02/22-rdf-syntax-ns#first";
inline constexpr std::string_view kRest = "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest";
inline constexpr std::string_view kNil = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
inline constexpr std::string_view kLangString =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
}  // namespace hearth::rdf

namespace hearth::xsd {
inline constexpr std::string_view kNamespace = "http://www.w3.org/2001/XMLSchema#";
inline constexpr std::string_view kString = "http://www.w3.org/2001/XMLSchema#string";
inline constexpr std::string_view kBoolean = "http://www.w3.org/2001/XMLSchema#boolean";
inline constexpr std::string_view kInteger = "http://www.w3.org/2001/XMLSchema#integer";
inline constexpr std::string_view kDecimal = "http://www.w3.org/2001/XMLSchema#decimal";
inline constexpr std::string_view kDouble = "http://www.w3.org/2001/XMLSchema#double";
}  // namespace hearth::xsd
