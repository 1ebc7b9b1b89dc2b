// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns a configuration as component_reader.hpp reads it; throws as `number_json`.
nlohmann::ordered_json config_json(const ConfigSetting& setting);

}  // namespace hearth
