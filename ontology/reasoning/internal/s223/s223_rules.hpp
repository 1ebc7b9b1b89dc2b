// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// A triple that follows from a rule of 223P. Subject and object are terms of the graph; property
/// and value are IRIs that may not yet be in it.
struct S223Triple {
  TermId subject;
  std::string_view property;
  TermId object = kNoTerm;   ///< kNoTerm: `value`
  std::string_view value{};  ///< a role or an aspect
  std::string_view rule{};   ///< `s223.cnx`, ...
};

/// Returns the triples that follow from a graph by the rules of ASHRAE 223P (v1.0.0); some of them
/// may already be in it:
///
/// - `s223.cnx`: cnx as hasConnectionPoint, isConnectionPointOf, connectsAt, connectsThrough, and
///   back; the direction depends on the kinds of both ends (S223Topology);
/// - `s223.connected`: connectedThrough, connectsFrom, connectsTo, connectedTo, connectedFrom and
///   connected, by the inlets and outlets of a connection, or of two points that touch;
/// - `s223.medium`: the medium of a point without a medium, from the point that it mapsTo or that
///   maps to it, and along a connection, if the media of all neighbours agree;
/// - `s223.location`: hasObservationLocation of a sensor whose property one thing has;
/// - `s223.domain`: hasDomain of zones and their domain spaces;
/// - `s223.role`: the roles of coils; `s223.aspect`: those of setpoints, thresholds, deadbands.
///
/// The graph must already contain the superclasses of its nodes. Throws InputError `limit.exceeded`
/// (`WorkLimit::DerivedTriples`).
std::vector<S223Triple> s223_consequences(const TripleStore& graph);

}  // namespace hearth
