// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/apps/options/options.hpp"
#include "hearth/data/results/state_file.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth::apps {

/// When a run takes place and in which zone its times are written.
struct RunTimes {
  RunRequest request;
  Zone zone;
};

/// Finds start, end and step: from the options, otherwise from the saved state to continue from,
/// otherwise from the model. The zone is the site's, otherwise --timezone, otherwise the saved
/// state's, otherwise the offset of the start. Throws InputError `simulation.period_missing`,
/// `state.start_mismatch` and what reading a time throws.
RunTimes run_times(const SimulateOptions& options, const SimulationModel& model,
                   const std::optional<StateFile>& saved, Diagnostics& diagnostics);

}  // namespace hearth::apps
