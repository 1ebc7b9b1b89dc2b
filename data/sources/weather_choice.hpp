// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns whether a name has the ending of a weather file: `.epw`, `.tmy`, also with `.gz`.
bool has_weather_ending(const std::string& file);

/// Makes a model read its weather from a file: components that read all their columns from one file
/// (`Weather`) get its name, and columns of weather files are read from it. In a model without such
/// a component, OutdoorEnvironments read outdoorTemperature and globalIrradiation from the file:
/// the columns dryBulbTemperature and globalHorizontalRadiation of a weather file, the same columns
/// as before of another file. Throws InputError `model.weather_unused` if no component reads the
/// file.
void take_weather(const std::string& file, const Registry& registry, const DataFiles& files,
                  SimulationModel& model);

}  // namespace hearth
