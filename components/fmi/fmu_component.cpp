// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/fmu_component.hpp"

#include "hearth/components/fmi/internal/fmu_specialize.hpp"

namespace hearth {

StepperPort fmi::file_port() {
  StepperPort port;
  port.role = Role::Config;
  port.name = kFile;
  port.doc = "The FMU, relative to the model file";
  return port;
}

ComponentType fmu_component_type() {
  return specialized_type("Fmu", "A functional mock-up unit for co-simulation (FMI 2.0, 3.0)",
                          {fmi::file_port()}, &fmi::specialize);
}

}  // namespace hearth
