// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/error.hpp"
#include "hearth/framework/model.hpp"
#include "hearth/framework/registry.hpp"
#include "hearth/ontology/triple_store.hpp"

namespace hearth::twin4build {

/// What a model is written from and to.
struct WriterContext {
  const SimulationModel& model;
  const Registry& registry;
  TripleStoreBuilder& graph;
  Diagnostics& errors;    ///< `t4b.not_expressible`
  Diagnostics& warnings;  ///< `t4b.not_written`
};

/// Writes class, parameters and series of a component of the model as statements about `subject`.
void write_component(const Component& component, TermId subject, const WriterContext& to);

}  // namespace hearth::twin4build
