// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns whether a name ends as weather files do: `.epw`, `.tmy`, also with `.gz`.
bool has_weather_ending(const std::string& file);

/// Lets a model take its weather from a file: components that read all their columns from one file
/// (`Weather`) get its name, and columns of weather files are taken from it. A model without such a
/// component gets outdoorTemperature and globalIrradiation of its OutdoorEnvironments from it: of a
/// weather file dryBulbTemperature and globalHorizontalRadiation, of another one the columns they
/// had. InputError `model.weather_unused` if nothing takes it.
void take_weather(const std::string& file, const Registry& registry, const DataFiles& files,
                  SimulationModel& model);

}  // namespace hearth
