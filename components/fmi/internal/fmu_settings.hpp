// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"
#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/framework/component/stepper.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::fmi {

/// Name of the configuration with the file of an FMU.
inline constexpr const char* kFile = "file";

/// Settings of a component for running its FMU.
struct FmuSettings {
  bool year = false;              ///< time 0 is 1 January 00:00 in the site's standard time
  bool start_given = false;       ///< the component sets its start time
  double start_time = 0.0;        ///< s, the FMU's time at the start of the run, without `year`
  std::optional<bool> stop_time;  ///< whether the FMU receives the end of the run
  double tolerance = 0.0;         ///< relative tolerance of the solver; 0: the solver's own choice
  FmuProcess process = FmuProcess::Auto;
  Interface interface = Interface::Auto;
  FmuValues values;  ///< of structural and String parameters, names of enumerations

  friend auto operator<=>(const FmuSettings&, const FmuSettings&) = default;
};

/// Returns the configuration ports of a component of type Fmu.
std::vector<StepperPort> configuration_ports();
/// Reads the settings; invalid ones keep their default and are reported when the model is checked.
FmuSettings settings_of(const Component& component);

}  // namespace hearth::fmi
