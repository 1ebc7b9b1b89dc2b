// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "hearth/data/weather/weather_file.hpp"

namespace hearth {

/// Minimum number of characters of a row of a TMY file: up to the cloud cover.
inline constexpr std::size_t kTmyWidth = 122;

// The formats that `parse_weather` distinguishes; both throw its errors.
WeatherFile parse_epw(const std::string& text, const std::filesystem::path& path);
WeatherFile parse_tmy(const std::string& text, const std::filesystem::path& path);

}  // namespace hearth
