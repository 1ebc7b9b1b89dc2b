// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hearth/tests/fuzz/engine/target.hpp"

namespace hearth::fuzz {

// Readers that are called with a text (readers/text_readers.cpp).

Target turtle_target();
/// Triples and paths as mapping files write them.
Target pattern_target();
/// Queries, asked to a small graph.
Target query_target();
/// Mapping files, checked against the standard components.
Target mapping_target();
/// JSON, as all files of Hearth are read.
Target json_target();
/// CSV tables.
Target csv_target();
/// Saved states.
Target state_text_target();
/// Weather of EPW and TMY files.
Target weather_text_target();
/// Model files, as far as a model is made of them.
Target model_text_target();

// Readers that are called with a text and what was read once (readers/graph_readers.cpp).

/// Graphs of buildings, translated into models.
Target translation_target();
/// Values for the translation of one graph.
Target side_file_text_target();
Target side_table_text_target();

#ifdef HEARTH_WITH_FMI
/// Archives of FMUs.
Target fmu_archive_target();
/// Their model descriptions.
Target fmu_description_target();
#endif

// Requests to the service (readers/service_reader.cpp).

/// Bodies of requests, each to a test of its own.
Target service_target();

// Readers that are reached by commands (commands/command_targets.cpp), and the command line.

std::span<const TargetKind> command_targets();
Target command_line_target();

/// Returns all targets.
std::span<const TargetKind> all_targets();

}  // namespace hearth::fuzz
