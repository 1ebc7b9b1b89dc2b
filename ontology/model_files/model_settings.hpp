// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// One number, or true or false, of a model by its name.
struct ModelSetting {
  std::string path;  ///< `id.name`, `id.name[key]` or `id@name`
  Quantity value;
};

/// Sets a parameter `id.name`, a number or flag of the configuration of that name, a constant of a
/// series (`set_constant`), or an initial value `id@name`. ModelError `model.component_unknown`,
/// and `model.setting_invalid` for a path that is none or a configuration that cannot be that
/// number; other names are left to `validate`.
void apply_setting(const ModelSetting& setting, const Registry& registry, SimulationModel& model);

/// The key of the value of weekly rules that holds where no rule does.
inline constexpr std::string_view kDefaultConstant = "default";

/// Sets a constant of a series to a number in the unit of the series, or in one that it converts
/// to: `id.config` of a number, `id.config[default]` or `id.config[2]` of weekly rules, numbered
/// from 1, `id.config[3]` of points. Returns false if the path names no constant.
bool set_constant(const std::string& path, const Quantity& value, SimulationModel& model);

}  // namespace hearth
