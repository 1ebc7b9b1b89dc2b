// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/error.hpp"
#include "hearth/framework/model.hpp"
#include "hearth/framework/registry.hpp"
#include "hearth/ontology/triple_store.hpp"

namespace hearth {

/// Reads a simulation graph of Twin4Build (v1.1.2: `s4syst:` connections, `sim:` classes and
/// parameters) into a model that behaves as that program does: its defaults and initial values are
/// made explicit, sources deliver the value at the end of a step, rules include their end minute.
/// Volume and CO2 of occupants are converted to Hearth's units; a radiator without UA gets the
/// value of its nominal point (that program takes ten times as much).
///
/// `file` is named in messages and gives the model its name. Warnings go to `diagnostics`; all
/// errors are thrown as one InputError.
SimulationModel read_twin4build(const TripleStore& store, const std::string& file,
                                const Registry& registry, Diagnostics& diagnostics);

/// Returns the simulation graph of a model. Reading it gives the same model; what came from a
/// graph comes back equal, numbers bit for bit. What the vocabulary cannot say is an error
/// `t4b.not_expressible`, all of them in one ModelError; what it leaves out without a change to the
/// equations (site, run period, limits and sources of parameters) is a warning `t4b.not_written`.
TripleStore twin4build_graph(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics);

/// Returns that graph as Turtle.
std::string write_twin4build(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics);

/// Returns whether a graph is in this vocabulary: it has nodes of `sim:` classes or ports.
bool is_twin4build(const TripleStore& store);

}  // namespace hearth
