// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/fmu_instance.hpp"

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::fmi {

void FmuInstance::begin(double time) {
  time_ = time;
  journal_.clear_recent();
}

void FmuInstance::fail(const char* code, const std::string& what) const {
  const std::string text = words();
  throw SimulationError(
      code, {.component = id_},
      "at " + number_text(time_) + " s: " + what +
          (text.empty() ? "; the FMU logged nothing about it" : "; its log: " + text));
}

}  // namespace hearth::fmi
