// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"

namespace hearth::twin4build {

/// Reads a component that the graph gives in Hearth's own terms (`a hearth:Radiator`); nothing,
/// and an error, where the registry has no such type.
std::optional<Component> read_own_component(const TripleStore& store, const SystemNode& node,
                                            const std::string& file, const Registry& registry,
                                            Diagnostics& errors);

/// Returns the building's node that a system models (`hearth:models`), "" if none.
std::string modelled_node(const TripleStore& store, TermId system);

/// Reads what the node of class `hearth:Model` says into the model; its name stays where there is
/// none.
void read_own_model(const TripleStore& store, const std::string& file, SimulationModel& model,
                    Diagnostics& errors);

}  // namespace hearth::twin4build
