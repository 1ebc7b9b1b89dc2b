// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns whether a file name has an extension of weather files: `.epw`, `.tmy`, also followed by
/// `.gz`.
bool has_weather_ending(const std::string& file);

/// Makes a model read its weather from `file`. Components that read all their columns from one file
/// (`Weather`) read this file, and columns of weather files are read from it. If the model has no
/// `Weather` component, each OutdoorEnvironment reads outdoorTemperature and globalIrradiation from
/// the file: from the columns dryBulbTemperature and globalHorizontalRadiation if it is a weather
/// file, otherwise from columns with the same names as before. Throws InputError
/// `model.weather_unused` if no component reads the file, and `model.weather_corrected` if a
/// component corrects a column that a weather file does not have.
void take_weather(const std::string& file, const Registry& registry, const DataFiles& files,
                  SimulationModel& model);

}  // namespace hearth
