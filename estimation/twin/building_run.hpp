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

/// The longest step with which controllers of buildings are simulated: sampled more rarely they
/// swing the air of a zone by degrees.
inline constexpr Duration kLongestControlStep = std::chrono::minutes(1);

/// Simulates a whole building with its own controls over a period, in steps of a minute at most,
/// and returns how all that is measured in it agrees from `from` on, by port `id.port`: powers and
/// flows as hourly means (ASHRAE Guideline 14), all else at the instants at which it is measured.
/// Throws as Run; measurements whose file is missing are left out with a warning in `diagnostics`.
std::map<std::string, Agreement> building_agreement(const SimulationModel& model,
                                                    const Registry& registry, const Period& period,
                                                    Instant from, const DataOptions& data,
                                                    Diagnostics& diagnostics);

}  // namespace hearth
