// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Simulates a whole building with its own controls over a period and returns how all that is
/// measured in it agrees from `from` on, by port `id.port`. Throws as Run; measurements whose file
/// is missing are left out with a warning in `diagnostics`.
std::map<std::string, Agreement> building_agreement(const SimulationModel& model,
                                                    const Registry& registry, const Period& period,
                                                    Instant from, const DataOptions& data,
                                                    Diagnostics& diagnostics);

}  // namespace hearth
