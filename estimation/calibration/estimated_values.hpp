// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth {

/// A number from a calibration or from a file of values, and its place in that file.
struct EstimatedValue {
  ModelSetting setting;
  Where where;
  /// Kind of correction, if the number is the scale or bias of the output `setting.path` of a
  /// source; empty if the number is set directly.
  std::optional<Correction> correction{};
};

/// The values and settings that a file applies to a model.
struct EstimatedValues {
  std::vector<EstimatedValue> values;  ///< values that the problem fixed are first
  RunDefaults simulation{};  ///< settings with which the model was simulated, if they were stated
  Diagnostics warnings{};    ///< a search that had not converged
};

/// Reads the values that a file applies to a model. There are three kinds of files:
/// - a result of a calibration (`write_calibration_result`);
/// - a result of `sample` (`write_sample_result`), of which the posterior means are used;
/// - values by name (`id.name`).
///
/// A result sets the fixed values of the problem, parameters and initial values (those of the first
/// period if each period has its own), results of expressions, and scales and biases of sources.
/// Noise, biases of sensors and numbers that were not estimated (null) set nothing. Warns if a
/// search had not converged (`calibration.not_converged`). Throws InputError with all problems, and
/// `calibration.no_result` if the file is of another kind or its calibration failed.
EstimatedValues read_estimated_values(const std::filesystem::path& path);

/// Applies estimated values to a model, which may differ from that of the calibration, and makes
/// the simulation settings the defaults of the model. A source with a correction is replaced by a
/// CorrectedSeries unless the model already contains that. Returns the findings of the validation
/// of the model. Throws ModelError, which lists every name that the model lacks with its place in
/// the file.
Diagnostics apply_estimated_values(const EstimatedValues& estimated, const Registry& registry,
                                   SimulationModel& model);

}  // namespace hearth
