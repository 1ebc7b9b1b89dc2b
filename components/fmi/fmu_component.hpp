// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Process in which the code of an FMU runs.
enum class FmuProcess {
  Auto,    ///< Shared, unless the FMU exports names that this program also has
  Own,     ///< a separate process: slower, but a crash ends only that process
  Shared,  ///< this process
};

/// Returns the component type `Fmu`: an FMU of FMI 2.0 or 3.0 for co-simulation. The configuration
/// `file` names the file of the FMU, and the variables of the FMU are the ports. When a model is
/// checked, problems of the file are reported with the codes `fmi.*`; `fmi.not_built` is reported
/// if Hearth was built without FMUs.
ComponentType fmu_component_type();

/// Sets the process for FMUs whose configuration does not choose it (default: Auto). Own is used
/// only if the program `hearth-fmu-host` is found. Must not run while another thread makes
/// instances.
void set_fmu_process(FmuProcess process);

/// Returns warnings `fmi.warning` about errors at the end of FMU instances since the last call,
/// such as a `fmi2Terminate` that failed. Instances end with the Run that made them.
Diagnostics take_fmu_endings();

/// Ends the program with an exit code if code of an FMU crashed in this process, and skips the exit
/// handlers, which may crash again. Call it after all output is written; it returns if no FMU
/// crashed.
void end_after_fmu_crash(int code);

}  // namespace hearth
