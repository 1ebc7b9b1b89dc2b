// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth {

/// A number that a calibration found or somebody gives, and where its file has it.
struct EstimatedValue {
  ModelSetting setting;
  Where where;
};

/// Reads from a result file (`write_calibration_result`; of `write_sample_result` the means of the
/// posterior) what it sets: parameters and initial values, those of the first period where each has
/// its own, and what follows by expressions. Noise and what was not estimated (a null) set nothing.
/// A file of values by name (`id.name`) sets these. InputError with everything that is wrong, and
/// `calibration.no_result` if the file is neither or its calibration failed.
std::vector<EstimatedValue> read_estimated_values(const std::filesystem::path& path);

/// Sets them in a model, which may be another one than that of the calibration. Returns what the
/// validation of the model says then. ModelError with every name that the model does not have, at
/// its place in the result.
Diagnostics apply_estimated_values(const std::vector<EstimatedValue>& values,
                                   const Registry& registry, SimulationModel& model);

}  // namespace hearth
