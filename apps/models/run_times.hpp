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

/// The period of a run, and the time zone in which its times are written.
struct RunTimes {
  RunRequest request;
  Zone zone;
};

/// Determines start, end and step from the options, otherwise from the saved state from which the
/// run continues, otherwise from the model. The zone is that of the site, otherwise --timezone,
/// otherwise that of the saved state, otherwise the offset of the start. Throws InputError
/// `simulation.period_missing`, `state.start_mismatch` and the errors of reading a time.
RunTimes run_times(const SimulateOptions& options, const SimulationModel& model,
                   const std::optional<StateFile>& saved, Diagnostics& diagnostics);

}  // namespace hearth::apps
