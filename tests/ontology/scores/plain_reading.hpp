// SPDX-License-Identifier: MIT
// What a graph states, read without the mappings: by the last part of IRIs, so that namespaces of
// any version are the same, and without inference.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::test {

/// Pairs of IRIs: the first serves the second.
using StatedEdges = std::set<std::pair<std::string, std::string>>;

/// The edges of the main structure that a graph states itself.
struct PlainReading {
  StatedEdges terminal_zone;   ///< terminals and the zones, rooms or domain spaces that they serve
  StatedEdges unit_terminal;   ///< air handling units and the terminals that they supply
  StatedEdges unit_zone;       ///< air handling units and zones without a terminal between them
  StatedEdges plant_consumer;  ///< boilers or chillers, and the terminals and units they supply
  std::set<std::pair<std::string, std::string>> part_of;  ///< spaces and the zones they belong to
};

/// Reads `feeds` and `isFedBy` of Brick, and the connection points of ASHRAE 223P.
PlainReading read_plainly(const TripleStore& graph);

}  // namespace hearth::test
