// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"

/// What Twin4Build has no words for, as JSON in literals: the definition of a component, and of the
/// model all but its components and connections (docs/turtle.md).
namespace hearth::twin4build {

/// Returns the definition of a component as the model file has it. The node in the building's graph
/// is left out: the graph has it as `hearth:models`. Throws ModelError for what JSON cannot hold.
std::string component_definition(const Component& component);

/// Returns name, site, run defaults, open inputs and those measurements that are not in `said` (by
/// `id.port`). Throws ModelError for what JSON cannot hold.
std::string model_settings_text(const SimulationModel& model,
                                const std::map<std::string, Measurement>& said);

/// Reads a component of a `hearth:` class from its definition; nothing, and an error, where it
/// cannot be read.
std::optional<Component> read_definition(const TripleStore& store, const SystemNode& node,
                                         const std::string& file, const Registry& registry,
                                         Diagnostics& errors);

/// Returns the building's node that a system models (`hearth:models`), "" if none.
std::string modelled_node(const TripleStore& store, TermId system);

/// Reads the settings of the node of class `hearth:Model`, if there is one, into the model.
void read_settings(const TripleStore& store, const std::string& file, const Registry& registry,
                   SimulationModel& model, Diagnostics& errors);

}  // namespace hearth::twin4build
