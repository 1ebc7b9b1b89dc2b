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

/// What a user may say about the model of results.
struct ModelChoice {
  std::optional<std::filesystem::path> model{};     ///< instead of the one that a record names
  std::optional<std::filesystem::path> data_dir{};  ///< where data files are found now
  std::optional<std::filesystem::path> weather{};   ///< instead of that of the run
};

/// The model behind results, as their command read it: with its settings and options.
struct ReportedModel {
  std::filesystem::path file;
  ViewedPlan viewed;
  DataOptions data;
  std::string timezone;  ///< of the site, or as the command line says; "": neither does
  std::string engine;    ///< in words; "" where the command says none
  std::vector<FileColumn> measured{};  ///< what a calibration compares with
};

/// Returns the columns that a calibration compares with.
std::vector<FileColumn> measured_columns(const CalibrationProblem& problem);

/// Returns how a model is executed, in words.
std::string engine_words(const CompileOptions& options);

/// Finds and compiles the model of results. One that cannot be found or compiled is a warning.
std::optional<ReportedModel> reported_model(const ResultFile& result, const ModelChoice& choice,
                                            Diagnostics& diagnostics);

}  // namespace hearth::apps
