// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace hearth {

/// Returns whether a list of IRIs contains this one.
template <class List>
bool one_of(std::string_view iri, const List& list) {
  return std::find(list.begin(), list.end(), iri) != list.end();
}

}  // namespace hearth

/// IRIs of the axioms that Hearth uses for inference.
namespace hearth::axiom_terms {

inline constexpr std::string_view kSubClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
inline constexpr std::string_view kSubPropertyOf =
    "http://www.w3.org/2000/01/rdf-schema#subPropertyOf";
inline constexpr std::string_view kEquivalentClass =
    "http://www.w3.org/2002/07/owl#equivalentClass";
inline constexpr std::string_view kEquivalentProperty =
    "http://www.w3.org/2002/07/owl#equivalentProperty";
inline constexpr std::string_view kInverseOf = "http://www.w3.org/2002/07/owl#inverseOf";
inline constexpr std::string_view kS223InverseOf = "http://data.ashrae.org/standard223#inverseOf";
inline constexpr std::string_view kBrickAliasOf = "https://brickschema.org/schema/Brick#aliasOf";
inline constexpr std::string_view kDeprecated = "http://www.w3.org/2002/07/owl#deprecated";
inline constexpr std::string_view kBrickReplacedBy =
    "https://brickschema.org/schema/Brick#isReplacedBy";
inline constexpr std::string_view kEntityProperty =
    "https://brickschema.org/schema/Brick#EntityProperty";
inline constexpr std::string_view kClass = "http://www.w3.org/2002/07/owl#Class";
inline constexpr std::string_view kProperty = "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property";
inline constexpr std::string_view kSymmetric = "http://www.w3.org/2002/07/owl#SymmetricProperty";
inline constexpr std::string_view kOntology = "http://www.w3.org/2002/07/owl#Ontology";
inline constexpr std::string_view kImports = "http://www.w3.org/2002/07/owl#imports";
inline constexpr std::string_view kVersionIri = "http://www.w3.org/2002/07/owl#versionIRI";

/// Types of a class, of a property, of a symmetric property.
inline constexpr std::array<std::string_view, 4> kClassTypes = {
    kClass, "http://www.w3.org/2000/01/rdf-schema#Class",
    "http://data.ashrae.org/standard223#Class", "http://data.ashrae.org/standard223#AbstractClass"};
inline constexpr std::array<std::string_view, 8> kPropertyTypes = {
    kProperty,
    "http://www.w3.org/2002/07/owl#ObjectProperty",
    "http://www.w3.org/2002/07/owl#DatatypeProperty",
    kSymmetric,
    kEntityProperty,
    "http://data.ashrae.org/standard223#Relation",
    "http://data.ashrae.org/standard223#RelationWithInverse",
    "http://data.ashrae.org/standard223#SymmetricRelation"};
inline constexpr std::array<std::string_view, 2> kSymmetricTypes = {
    kSymmetric, "http://data.ashrae.org/standard223#SymmetricRelation"};

/// Classes and properties to which everything belongs, so that nothing follows from them.
inline constexpr std::array<std::string_view, 4> kTopTerms = {
    "http://www.w3.org/2002/07/owl#Thing", "http://www.w3.org/2000/01/rdf-schema#Resource",
    "http://www.w3.org/2002/07/owl#topObjectProperty",
    "http://www.w3.org/2002/07/owl#topDataProperty"};

}  // namespace hearth::axiom_terms
