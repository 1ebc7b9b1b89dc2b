// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns a configuration as component_reader.hpp reads it; throws as series_writer.hpp.
nlohmann::ordered_json config_json(const ConfigSetting& setting);

/// Returns a file column with its standard deviation.
nlohmann::ordered_json measurement_json(const Measurement& measurement);

}  // namespace hearth
