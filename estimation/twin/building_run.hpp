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

/// The longest step with which the controllers of buildings are simulated: with longer sample
/// intervals the air temperature of zones would oscillate by degrees.
inline constexpr Duration kLongestControlStep = std::chrono::minutes(1);

/// Simulates a whole building with its own controls over a period, in steps of at most a minute.
/// Returns the agreement of each measured port `id.port` from the instant `from` on: of powers and
/// flows as hourly means (ASHRAE Guideline 14), of all other ports at the instants of the
/// measurements. Throws the errors of Run. Leaves out a measurement without a file, with a warning
/// in `diagnostics`.
std::map<std::string, Agreement> building_agreement(const SimulationModel& model,
                                                    const Registry& registry, const Period& period,
                                                    Instant from, const DataOptions& data,
                                                    Diagnostics& diagnostics);

}  // namespace hearth
