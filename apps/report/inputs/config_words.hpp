// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/component/schema.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::apps {

/// Returns a setting of a configuration in words: `18 degC; Mon-Fri 06:00 to 18:00: 21`,
/// `column t_out of weather.csv, linear`.
std::string config_words(const ConfigSetting& setting);

}  // namespace hearth::apps
