// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Returns the component type `Fmu`: an FMU of FMI 2.0 or 3.0 for co-simulation, whose file the
/// configuration `file` names and whose variables are its ports. Problems of the file are reported
/// as `fmi.*` when a model is checked; where Hearth was built without FMUs, as `fmi.not_built`.
ComponentType fmu_component_type();

}  // namespace hearth
