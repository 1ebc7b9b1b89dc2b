// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/fmu_component.hpp"

#include "hearth/components/fmi/internal/fmu_settings.hpp"
#include "hearth/components/fmi/internal/fmu_specialize.hpp"

namespace hearth {

ComponentType fmu_component_type() {
  return specialized_type(
      "Fmu", "A functional mock-up unit for co-simulation or model exchange (FMI 2.0, 3.0)",
      fmi::configuration_ports(), &fmi::specialize);
}

}  // namespace hearth
