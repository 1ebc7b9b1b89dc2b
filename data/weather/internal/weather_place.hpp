// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/time/internal/sun.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns the offset from UTC of the clock of a file: that of the file, otherwise the standard
/// time of the site in the year of an instant. Throws InputError `data.site_missing`.
Duration offset_of(const WeatherFile& file, const Site& site, Instant when);

/// Returns the place from which the sun is observed: that of the file, otherwise that of the site.
/// Throws InputError `data.site_missing`.
Observer observer_of(const WeatherFile& file, const Site& site);

}  // namespace hearth
