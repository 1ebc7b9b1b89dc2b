// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::twin4build {

/// What a component's statements in Hearth's own terms are written from and to.
struct OwnContext {
  const Registry& registry;
  /// Standard deviations of estimated parameters by `id.parameter`, `id.parameter[key]` or
  /// `id@state`, in the unit of the value.
  const std::map<std::string, double>& deviations;
  TripleStoreBuilder& graph;
  Diagnostics& errors;  ///< `t4b.not_expressible` for numbers and units that no file can hold
};

/// Writes a component completely as statements about `subject`: class, parameters, configuration,
/// initial values and clock. `building` is its node in the building's graph, kNoTerm if none; the
/// values of parameters are linked to it.
void write_own_component(const Component& component, TermId subject, TermId building,
                         const OwnContext& to);

/// Writes name, site, run defaults, open inputs and those measurements that are not in `said` (by
/// `id.port`) as statements about a node of class `hearth:Model`.
void write_own_model(const SimulationModel& model, const std::map<std::string, Measurement>& said,
                     const OwnContext& to);

}  // namespace hearth::twin4build
