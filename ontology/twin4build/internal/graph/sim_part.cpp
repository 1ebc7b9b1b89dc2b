// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/sim_part.hpp"

#include <utility>

#include "hearth/ontology/twin4build/internal/graph/component_reader.hpp"
#include "hearth/ontology/twin4build/internal/graph/component_writer.hpp"
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {
namespace {

/// Completes what was read as the reader of whole models does.
void complete(ReadComponent& read, const Component& original, const SimulationModel& model,
              SimPart& part) {
  read.component.id = original.id;
  read.component.iri = original.iri;
  read.component.initial = implied_initial(model, read.component);
  if (!read.column) return;
  if (has_input(model, original.id, "measuredValue")) {
    read.column->resample = Resample::None;
    part.measurement = Measurement{.column = *std::move(read.column), .sd = {}, .where = {}};
  } else {
    read.component.config["value"] = source_series(*std::move(read.column));
  }
}

}  // namespace

SimPart write_sim_part(const Component& component, const std::string& iri,
                       const SimulationModel& model, const Registry& registry) {
  SimPart part;
  TripleStoreBuilder builder;
  write_component(component, builder.iri(iri), {model, registry, builder, part.reasons});
  if (part.reasons.has_errors()) return part;
  part.statements = std::move(builder).build();
  Diagnostics ignored;
  const SystemGraph graph = read_system_graph(*part.statements, "", ignored);
  if (graph.systems.size() != 1) return part;
  auto read = read_component(graph.systems.front(), "", registry, ignored, ignored);
  if (!read || ignored.has_errors()) return part;
  complete(*read, component, model, part);
  part.complete = read->component == component;
  return part;
}

}  // namespace hearth::twin4build
