// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// One number of a model by its name.
struct ModelSetting {
  std::string path;  ///< `id.name`, `id.name[key]` or `id@name`
  Quantity value;
};

/// Sets a parameter `id.name`, a number or flag of the configuration of that name, or an initial
/// value `id@name`. ModelError `model.component_unknown`, and `model.setting_invalid` for a path
/// that is none or a configuration that cannot be that number; other names are left to `validate`.
void apply_setting(const ModelSetting& setting, const Registry& registry, SimulationModel& model);

}  // namespace hearth
