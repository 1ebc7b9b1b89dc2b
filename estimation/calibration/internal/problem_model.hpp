// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hearth/data/json/json_document.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

// Functions for all files of problems that name a model. They add problems to the diagnostics.

/// Reads a step; returns nothing if it cannot be read. Reports `simulation.step_invalid` unless it
/// is longer than 0 s.
std::optional<Duration> read_problem_step(const JsonNode& node, Diagnostics& diagnostics);

/// Reads the model that a problem names at `where`, according to `options`, and notes the folders
/// of its files. Returns nothing if it cannot be read. `problem` is the kind of the problem's file.
std::optional<SimulationModel> load_problem_model(const std::filesystem::path& file,
                                                  const Where& where, const char* problem,
                                                  const DataOptions& data, const Registry& registry,
                                                  const CalibrationFileOptions& options,
                                                  Diagnostics& diagnostics);

/// Returns the time zone of a problem with that model: that of the command line, otherwise that of
/// the site or of a weather file; "" if there is none.
std::string zone_of_problem(const SimulationModel& model, const DataOptions& data,
                            const CalibrationFileOptions& options);

/// Returns the offset of the first stamp of a file as a zone; "" if it has none.
std::string zone_of_stamp(const std::string& first_stamp);

}  // namespace hearth
