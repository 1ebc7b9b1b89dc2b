// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Reads a simulation graph (docs/turtle.md) into a model.
///
/// Statements in the vocabulary of Twin4Build (v1.1.2: `s4syst:` connections, `sim:` classes and
/// parameters) have the same effect as in that program: the defaults and initial values of
/// Twin4Build are made explicit, sources deliver the value at the end of a step, and rules include
/// their end minute. The volume and the CO2 of occupants are converted to Hearth's units. A
/// radiator without UA gets the value of its nominal point (Twin4Build uses ten times as much).
/// Components of a `hearth:` class are read from their `hearth:definition`, whatever other
/// statements they have.
///
/// `file` appears in messages and becomes the name of a model without a name. Adds warnings to
/// `diagnostics`; throws one InputError with all errors.
SimulationModel read_twin4build(const TripleStore& store, const std::string& file,
                                const Registry& registry, Diagnostics& diagnostics);

/// Returns the simulation graph of a model. Reading it returns an equal model with bit-identical
/// numbers.
///
/// Components are written in the vocabulary of Twin4Build if Twin4Build would compute the same with
/// them. If that vocabulary cannot restore a component completely, the component is also written as
/// JSON (`hearth:definition`). The warning `t4b.own_terms` counts the components that Twin4Build
/// cannot use; notes `t4b.not_expressible` state the reasons. Systems are linked to the building's
/// nodes that they model, and these nodes are linked to each other. `deviations` are the standard
/// deviations of estimated values by `id.parameter`, `id.parameter[key]` or `id@state`, in their
/// unit. Throws one ModelError `t4b.not_expressible` with all values that no graph can contain
/// (numbers that are not finite).
TripleStore twin4build_graph(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics,
                             const std::map<std::string, double>& deviations = {});

/// Returns that graph as Turtle.
std::string write_twin4build(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics,
                             const std::map<std::string, double>& deviations = {});

/// Returns whether a graph is a simulation graph: it has nodes of `sim:` classes or ports, or of
/// component types.
bool is_twin4build(const TripleStore& store);

}  // namespace hearth
