// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "hearth/components/fmi/internal/instance/fmu_instance.hpp"
#include "hearth/components/fmi/internal/package/fmu.hpp"

namespace hearth::fmi {

/// Makes an instance whose code runs in a separate process. The process ends together with the
/// instance. Calls take about 10 us each; crashes and `exit` end only that process and are
/// SimulationErrors `fmi.crashed`. Throws InputError `fmi.host_missing`, SimulationError
/// `fmi.instantiation_failed`, and errors that the other process reports. `fmu` must outlive the
/// instance.
std::shared_ptr<FmuInstance> instantiate_apart(const Fmu& fmu, const std::string& id);

}  // namespace hearth::fmi
