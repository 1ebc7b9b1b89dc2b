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
/// parameters) have the same effect as in that program: its defaults and initial values are made
/// explicit, sources deliver the value at the end of a step, rules include their end minute. Volume
/// and CO2 of occupants are converted to Hearth's units. A radiator without UA gets the value of
/// its nominal point (that program uses ten times as much). Components of a `hearth:` class are
/// read from their `hearth:definition`, whatever other statements they have.
///
/// `file` appears in messages and becomes the name of a model without a name. Adds warnings to
/// `diagnostics`; throws one InputError with all errors.
SimulationModel read_twin4build(const TripleStore& store, const std::string& file,
                                const Registry& registry, Diagnostics& diagnostics);

/// Returns the simulation graph of a model. Reading it returns an equal model with bit-identical
/// numbers.
///
/// Components are written in the vocabulary of Twin4Build if that program would compute the same,
/// and as JSON (`hearth:definition`) if reading that would not restore them completely. The warning
/// `t4b.own_terms` counts the components that the program cannot use; notes `t4b.not_expressible`
/// state the reasons. Systems are linked to the building's nodes that they model, and these nodes
/// to each other. `deviations` are the standard deviations of estimated values by `id.parameter`,
/// `id.parameter[key]` or `id@state`, in their unit. Throws one ModelError `t4b.not_expressible`
/// with all values that no graph can contain (numbers that are not finite).
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
