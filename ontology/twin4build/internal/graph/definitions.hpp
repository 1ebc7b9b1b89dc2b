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

/// Parts of a model for which Twin4Build has no terms, as JSON in literals: the definition of a
/// component, and all parts of the model except its components and connections (docs/turtle.md).
namespace hearth::twin4build {

/// Returns the definition of a component in the form of model files. The node in the building's
/// graph is left out, because the graph contains it as `hearth:models`. Throws ModelError for
/// values that JSON cannot contain.
std::string component_definition(const Component& component);

/// Returns the name, the site, the run defaults, the unconnected inputs, and the measurements whose
/// `id.port` is not in `said`. Throws ModelError for values that JSON cannot contain.
std::string model_settings_text(const SimulationModel& model,
                                const std::map<std::string, Measurement>& said);

/// Reads a component of a `hearth:` class from its definition; returns nothing and reports an error
/// if it cannot be read.
std::optional<Component> read_definition(const TripleStore& store, const SystemNode& node,
                                         const std::string& file, const Registry& registry,
                                         Diagnostics& errors);

/// Returns the node of the building that a system models (`hearth:models`), or "".
std::string modelled_node(const TripleStore& store, TermId system);

/// Reads the settings of the node of the class `hearth:Model`, if there is one, into the model.
void read_settings(const TripleStore& store, const std::string& file, const Registry& registry,
                   SimulationModel& model, Diagnostics& errors);

}  // namespace hearth::twin4build
