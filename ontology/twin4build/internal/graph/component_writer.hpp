// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::twin4build {

/// The source and the target of writing a model.
struct WriterContext {
  const SimulationModel& model;
  const Registry& registry;
  TripleStoreBuilder& graph;
  Diagnostics& errors;  ///< `t4b.not_expressible`
};

/// Writes class, parameters and series of a component of the model in Twin4Build's terms, as
/// statements about `subject`. Reports an error if Twin4Build would compute something else. Leaves
/// out limits and sources of parameters, and initial values that the model does not set.
void write_component(const Component& component, TermId subject, const WriterContext& to);

}  // namespace hearth::twin4build
