// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"

namespace hearth::twin4build {

/// Adds the connections of a graph between components of the model. The key of an input that takes
/// several connections is that of the graph (`hearth:inputKey`), otherwise the id of the source.
/// Streams of a return junction have the key of the flow. A temperature belongs to the flow of the
/// component that draws the air; if there is no such flow, the error `t4b.stream_unpaired` is
/// reported.
void add_links(const SystemGraph& graph, const std::string& file, const Registry& registry,
               SimulationModel& model, Diagnostics& errors);

/// Adds the event connections (`hearth:EventConnection`) of a graph.
void add_events(const TripleStore& store, const SystemGraph& graph, const std::string& file,
                SimulationModel& model, Diagnostics& errors);

/// Returns the key of an input in a graph without `hearth:inputKey`; nothing if it depends on more
/// than the source.
std::optional<std::string> implied_key(const Registry& registry, std::string_view type,
                                       std::string_view input, const std::string& source);

/// These functions return the words of a graph for deviations from the default, and "" for the
/// default.
std::string_view word_of(CutPin cut);
std::string_view word_of(LoopAction loop);

}  // namespace hearth::twin4build
