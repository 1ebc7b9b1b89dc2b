// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::twin4build {

/// What Twin4Build's vocabulary says of one component.
struct SimPart {
  /// Its statements; nothing where they would mean another component.
  std::optional<TripleStore> statements;
  /// Whether reading them gives the component back.
  bool complete = false;
  /// The measurement that they give a connected sensor.
  std::optional<Measurement> measurement;
  /// Why there are no statements.
  Diagnostics reasons;
};

/// Writes a component of the model as statements about the node `iri` and reads them back.
SimPart write_sim_part(const Component& component, const std::string& iri,
                       const SimulationModel& model, const Registry& registry);

}  // namespace hearth::twin4build
