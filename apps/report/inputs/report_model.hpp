// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {

/// The options with which a user selects the model of results.
struct ModelChoice {
  std::optional<std::filesystem::path> model{};     ///< instead of the model that a record names
  std::optional<std::filesystem::path> data_dir{};  ///< present folder of the data files
  std::optional<std::filesystem::path> weather{};   ///< instead of the weather file of the run
};

/// The model of results in the form in which their command read it: with its settings and options.
struct ReportedModel {
  std::filesystem::path file;
  ViewedPlan viewed;
  DataOptions data;
  std::string timezone;  ///< time zone of the site, or of the command line; "": unknown
  std::string engine;    ///< in words; "" if the command line does not select one
  std::vector<FileColumn> measured{};  ///< with which a calibration compares
};

/// Returns the columns with which a calibration compares.
std::vector<FileColumn> measured_columns(const CalibrationProblem& problem);

/// Returns the engine, the coupling and the substeps of a model in words.
std::string engine_words(const CompileOptions& options);

/// Finds and compiles the model of results. If that fails, adds a warning and returns nothing.
std::optional<ReportedModel> reported_model(const ResultFile& result, const ModelChoice& choice,
                                            Diagnostics& diagnostics);

}  // namespace hearth::apps
