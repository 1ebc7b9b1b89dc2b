// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/fmi/fmu_info.hpp"
#include "hearth/components/fmi/internal/fmu_specialize.hpp"

namespace hearth {

namespace {
constexpr const char* kRemedy =
    "this build does not support FMUs; install libpugixml-dev and libzip-dev and build Hearth with "
    "HEARTH_WITH_FMI=ON";
}

void set_fmu_process(FmuProcess) {}
Diagnostics take_fmu_endings() { return {}; }
void end_after_fmu_crash(int) {}

FmuInfo read_fmu_info(const std::filesystem::path& file) {
  throw InputError("fmi.not_built", {.file = file.string()}, kRemedy);
}

std::shared_ptr<const ComponentType> fmi::specialize(const Component& component,
                                                     Diagnostics& diagnostics) {
  diagnostics.error("fmi.not_built", component.where.at(component.id), kRemedy);
  return nullptr;
}

}  // namespace hearth
