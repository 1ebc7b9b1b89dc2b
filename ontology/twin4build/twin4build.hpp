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
/// Its statements in the vocabulary of Twin4Build (v1.1.2: `s4syst:` connections, `sim:` classes
/// and parameters) behaves as in that program: its defaults and initial values are made explicit,
/// sources deliver the value at the end of a step, rules include their end minute. Volume and CO2
/// of occupants are converted to Hearth's units; a radiator without UA gets the value of its
/// nominal point (that program takes ten times as much). Components of a `hearth:` class are read
/// from their `hearth:definition`, whatever other statements they have.
///
/// `file` is named in messages and gives the model its name if it has none. Warnings go to
/// `diagnostics`; all errors are thrown as one InputError.
SimulationModel read_twin4build(const TripleStore& store, const std::string& file,
                                const Registry& registry, Diagnostics& diagnostics);

/// Returns the simulation graph of a model. Reading it gives an equal model, numbers bit for bit.
///
/// Components are written in the vocabulary of Twin4Build where that program would compute the
/// same, and as JSON (`hearth:definition`) if that does not give back all of them. A warning
/// `t4b.own_terms` counts those that program cannot take, notes `t4b.not_expressible` say why.
/// Systems are linked to the building's nodes they model, and those to each other. `deviations` are
/// the standard deviations of estimated values by `id.parameter`, `id.parameter[key]` or
/// `id@state`, in their unit. What no graph can hold (numbers that are not finite) is an error
/// `t4b.not_expressible`, all of them in one ModelError.
TripleStore twin4build_graph(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics,
                             const std::map<std::string, double>& deviations = {});

/// Returns that graph as Turtle.
std::string write_twin4build(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics,
                             const std::map<std::string, double>& deviations = {});

/// Returns whether a graph is one: it has nodes of `sim:` classes or ports, or of component types.
bool is_twin4build(const TripleStore& store);

}  // namespace hearth
