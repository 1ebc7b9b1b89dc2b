// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/rooms/room_uses.hpp"

namespace hearth {

/// The weather file with which a graph is translated.
struct TranslationWeather {
  std::string file;  ///< path in the model, "" if there is none
  std::string name;  ///< the same path if it has the solar radiation on walls, otherwise ""
  WeatherFacts facts;
  std::optional<Instant> start, end;  ///< the first whole day and the last stamp
  std::optional<Duration> offset;     ///< offset of local standard time from UTC
};

/// Reads a weather file, if there is one, for a model in `folder` ("": its full path is used).
/// Throws the errors of `read_text_file` and `parse_weather`.
TranslationWeather read_weather(const std::optional<std::filesystem::path>& file,
                                const std::filesystem::path& folder);

/// A setting of a component that comes from the weather file.
struct WeatherSetting {
  std::string component, name;
};

/// Sets the file as the weather file of all outdoor environments of a model; reports a file that no
/// component reads. Returns the settings that the file replaced.
std::vector<WeatherSetting> take_weather(const TranslationWeather& weather,
                                         const Registry& registry,
                                         const std::filesystem::path& folder,
                                         SimulationModel& model, ImportReport& report);

/// Returns the site of the building. If the site of the weather file differs, it takes precedence
/// and the difference is reported.
Site site_of(const RoomUses& uses, const TranslationWeather& weather, ImportReport& report);

}  // namespace hearth
