// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth {

/// A number that a calibration found or somebody gives, and where its file has it.
struct EstimatedValue {
  ModelSetting setting;
  Where where;
  /// What the number is of an output of a source, `setting.path`; none: it is set as it is.
  std::optional<Correction> correction{};
};

/// What a file sets in a model.
struct EstimatedValues {
  std::vector<EstimatedValue> values;  ///< what was fixed first
  RunDefaults simulation{};            ///< how the model was simulated, where that was stated
  Diagnostics warnings{};              ///< that the search had not ended
};

/// Reads from a result file (`write_calibration_result`; of `write_sample_result` the means of the
/// posterior) what it sets: what the problem had fixed, parameters and initial values, those of the
/// first period where each has its own, what follows by expressions, and scales and biases of
/// sources. Noise, biases of sensors and what was not estimated (a null) set nothing. A file of
/// values by name (`id.name`) sets these. Warns of a search that had not converged
/// (`calibration.not_converged`). InputError with everything that is wrong, and
/// `calibration.no_result` if the file is neither or its calibration failed.
EstimatedValues read_estimated_values(const std::filesystem::path& path);

/// Sets them in a model, which may be another one than that of the calibration, and how it was
/// simulated as the model's defaults. A source that is corrected is replaced by a
/// CorrectedSeries, which may exist. Returns the findings of the validation of the model.
/// ModelError with every name that the model does not have, at its place in the result.
Diagnostics apply_estimated_values(const EstimatedValues& estimated, const Registry& registry,
                                   SimulationModel& model);

}  // namespace hearth
