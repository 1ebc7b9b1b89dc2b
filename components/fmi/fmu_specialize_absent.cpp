// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu_specialize.hpp"

namespace hearth::fmi {

std::shared_ptr<const ComponentType> specialize(const Component& component,
                                                Diagnostics& diagnostics) {
  const Where where = component.where.at(component.id);
  diagnostics.error("fmi.not_built", where,
                    "this Hearth was built without FMUs; install libpugixml-dev and libzip-dev and "
                    "build it with HEARTH_WITH_FMI=ON");
  return nullptr;
}

}  // namespace hearth::fmi
