// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns a configuration in the form that component_reader.hpp reads. Throws the errors of
/// `number_json`.
nlohmann::ordered_json config_json(const ConfigSetting& setting);

}  // namespace hearth
