// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A number or flag of a model with its path.
struct ModelSetting {
  std::string path;  ///< `id.name`, `id.name[key]` or `id@name`
  Quantity value;
};

/// Sets a parameter `id.name`, a number or flag of the configuration with that name, a constant of
/// a series (`set_constant`), or an initial value `id@name`. A number without a unit has the unit
/// that a series states for the numbers which it replaces. Throws ModelError
/// `model.component_unknown`, `model.unit_mismatch` for a constant in another unit than its series,
/// and `model.setting_invalid` for a malformed path or a configuration that cannot take the number;
/// other names are left to `validate`.
void apply_setting(const ModelSetting& setting, const Registry& registry, SimulationModel& model);

/// The key of the value of weekly rules that applies if no rule does.
inline constexpr std::string_view kDefaultConstant = "default";

/// Sets a constant of a series to a number in the unit of the series, or in a convertible one. The
/// path is `id.config` for a constant series, `id.config[default]` or `id.config[2]` for weekly
/// rules (numbered from 1), and `id.config[3]` for points. Returns false if the path is not that of
/// a constant. Throws ModelError `model.unit_mismatch` if its unit is not convertible to
/// that of the series.
bool set_constant(const std::string& path, const Quantity& value, SimulationModel& model);

}  // namespace hearth
