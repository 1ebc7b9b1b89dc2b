// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The longest step with which the controllers of buildings are simulated. With longer sample
/// intervals, air temperatures of zones would oscillate by several K.
inline constexpr Duration kLongestControlStep = std::chrono::minutes(1);

/// Simulates a whole building with its own controls over a period, in steps of at most a minute.
/// Returns the agreement of each measured port `id.port` from the instant `from` on. Powers and
/// flows are compared as hourly means (ASHRAE Guideline 14), all other ports at the instants of the
/// measurements. Temperatures of air and water in equipment are compared while something flows, in
/// the simulation and, if that is measured, in reality. A measurement without a file is left out,
/// with a warning in `diagnostics`. Throws the errors of Run.
std::map<std::string, Agreement> building_agreement(const SimulationModel& model,
                                                    const Registry& registry, const Period& period,
                                                    Instant from, const DataOptions& data,
                                                    Diagnostics& diagnostics);

}  // namespace hearth
