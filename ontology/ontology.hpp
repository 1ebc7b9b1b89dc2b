// SPDX-License-Identifier: MIT
#pragma once

/// Models from files and from graphs of buildings.
///
/// The life cycle of its objects:
///
/// 1. `load_model` (load_model.hpp) reads a model of any format: a model file, a simulation graph
///    or a building's graph. Its result is a `SimulationModel`, a value that does not
///    depend on this library. Programs that need intermediate results call the steps below.
/// 2. `read_graph` (reasoning/graph_file.hpp) reads a Turtle file and its imports into a
///    `TripleStore`, which is immutable; a `TermId` is valid for its own store only.
/// 3. `translate_graph` (translate/translation.hpp) infers triples from the ontologies, finds the
///    patterns of the `Mapping`s (`read_mappings`) and returns a `Translation`: the model, and a
///    report of missing data. `parse_query` and `run_query` (queries/query.hpp) query a graph
///    directly; `read_twin4build` (twin4build/twin4build.hpp) reads a simulation graph.
/// 4. `write_model_json` (model_files/model_json.hpp), `write_twin4build` and `write_turtle`
///    (rdf/turtle_writer.hpp) write models and graphs back to text.
///
/// Problems of one file are thrown together as one `InputError`; warnings go to a `Diagnostics`.

#include "hearth/ontology/load_model.hpp"
#include "hearth/ontology/model_files/component_reference.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/model_files/model_schema.hpp"
#include "hearth/ontology/queries/query.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"
#include "hearth/ontology/reasoning/graph_file.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"
