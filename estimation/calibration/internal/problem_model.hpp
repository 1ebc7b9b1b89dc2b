// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hearth/data/json/json_document.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

// What problems that name a model have in common. What is wrong goes to the diagnostics.

/// Reads a step; nothing if it cannot be read. `simulation.step_invalid` unless it is longer
/// than 0 s.
std::optional<Duration> read_problem_step(const JsonNode& node, Diagnostics& diagnostics);

/// Reads a model that a problem names at `where` as `options` ask for and notes where its files
/// are; nothing if it cannot be read. `problem` is what the file of the problem is called.
std::optional<SimulationModel> load_problem_model(const std::filesystem::path& file,
                                                  const Where& where, const char* problem,
                                                  const DataOptions& data, const Registry& registry,
                                                  const CalibrationFileOptions& options,
                                                  Diagnostics& diagnostics);

/// Returns the zone of a problem with that model: of the command line, otherwise of its site or of
/// a weather file; "" if there is none.
std::string zone_of_problem(const SimulationModel& model, const DataOptions& data,
                            const CalibrationFileOptions& options);

/// Returns the offset of the first stamp of a file as a zone, "" if it has none.
std::string zone_of_stamp(const std::string& first_stamp);

}  // namespace hearth
