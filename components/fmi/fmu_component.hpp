// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Where the code of an FMU runs.
enum class FmuProcess {
  Auto,    ///< shared, unless the FMU exports names that this program has too
  Own,     ///< in a process of its own: slower, and a crash ends that process alone
  Shared,  ///< in this process
};

/// Returns the component type `Fmu`: an FMU of FMI 2.0 or 3.0 for co-simulation, whose file the
/// configuration `file` names and whose variables are its ports. Problems of the file are reported
/// as `fmi.*` when a model is checked; if Hearth was built without FMUs, as `fmi.not_built`.
ComponentType fmu_component_type();

/// Sets where FMUs run that do not choose it in their configuration; Auto until then. Own is kept
/// only if the program `hearth-fmu-host` is found. Not while another thread makes instances.
void set_fmu_process(FmuProcess process);

/// Returns warnings `fmi.warning` of what went wrong at the end of instances of FMUs since the last
/// call: a `fmi2Terminate` that failed, for one. Instances end with the Run that made them.
Diagnostics take_fmu_endings();

/// Ends the program with an exit code if code of an FMU crashed in this process, without running
/// what was registered for the end, which may crash again. Call it once all is written; it returns
/// if no FMU crashed.
void end_after_fmu_crash(int code);

}  // namespace hearth
