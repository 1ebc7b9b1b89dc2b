// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"

namespace hearth::apps {

int exit_code(const Error& error) {
  if (dynamic_cast<const UsageError*>(&error) != nullptr) return kUsage;
  if (dynamic_cast<const CapabilityError*>(&error) != nullptr) return kNotBuiltIn;
  if (error.code() == "fmi.not_built") return kNotBuiltIn;
  if (dynamic_cast<const SimulationError*>(&error) != nullptr) return kRunFailed;
  return error.code() == "file.write" ? kRunFailed : kInputInvalid;
}

}  // namespace hearth::apps
