// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/rooms/translation_weather.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/doubtful_values.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/weather/weather_file.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

/// Returns whether a building is at another place than its weather.
bool is_elsewhere(const Site& site, const WeatherFacts& facts) {
  if (far_apart({site.latitude, site.longitude}, {facts.latitude, facts.longitude})) return true;
  if (site.timezone.empty() || !facts.offset) return false;
  constexpr std::chrono::sys_days kDay{std::chrono::January / 8 / 2024};
  const Duration late = Zone(site.timezone).standard_offset(Instant(kDay)) - *facts.offset;
  return std::chrono::abs(late) >= kClocksApart;
}

std::vector<double> means_of_days(const WeatherFile& file) {
  std::vector<double> days;
  const std::vector<double>& hours =
      file.values[static_cast<std::size_t>(weather_column("dryBulbTemperature"))];
  const auto per_day = static_cast<std::size_t>(file.per_day());
  for (std::size_t begin = 0; begin + per_day <= hours.size(); begin += per_day) {
    double sum = 0.0;
    for (std::size_t i = begin; i < begin + per_day; ++i) sum += hours[i];
    days.push_back(sum / static_cast<double>(per_day));
  }
  return days;
}

void read_year(const std::string& text, const fs::path& path, TranslationWeather& weather) {
  const WeatherFile file = parse_weather(text, path);
  weather.name = weather.file;
  weather.facts.sun = true;
  weather.facts.climate = climate_zone(means_of_days(file));
  weather.facts.latitude = file.latitude;
  weather.facts.longitude = file.longitude;
  weather.facts.offset = file.offset;
  if (!file.offset) return;
  constexpr std::chrono::sys_days kDay{std::chrono::January / 8 / 2024};  // a Monday
  weather.offset = file.offset;
  weather.start = Instant(kDay) - *file.offset;
}

/// Finds the days of a CSV file. A file whose stamps need a pattern is left to its reader.
void read_days(const std::string& text, const fs::path& path, TranslationWeather& weather) {
  const CsvTable table = CsvTable::parse(text, path.string());
  weather.facts.global = table.find("globalIrradiation").has_value();
  if (table.rows() < 2) return;
  const auto first = parse_time(table.cell(0, 0));
  const auto last = parse_time(table.cell(table.rows() - 1, 0));
  if (!first || !last) return;
  const Zone zone = Zone::fixed(first->offset.value_or(Duration()));
  const Instant begin = read_instant(table.cell(0, 0), zone, {.file = path.string()});
  const Instant end = read_instant(table.cell(table.rows() - 1, 0), zone, {.file = path.string()});
  const Duration offset = first->offset.value_or(Duration());
  const auto midnight = std::chrono::ceil<std::chrono::days>(begin + offset);
  const Instant day = Instant(midnight) - offset;
  weather.start = day < end ? day : begin;
  weather.end = end;
  if (first->offset) weather.offset = offset;
}

/// Gives the file to what reads weather besides outdoor environments; returns whether there is any.
bool model_reads_weather(const TranslationWeather& weather, const Registry& registry,
                         const DataFiles& files, SimulationModel& model) {
  try {
    hearth::take_weather(weather.file, registry, files, model);
    return true;
  } catch (const InputError& error) {
    if (error.code() != "model.weather_unused") throw;
    return false;
  }
}

}  // namespace

TranslationWeather read_weather(const std::optional<fs::path>& file, const fs::path& folder) {
  TranslationWeather weather;
  if (!file) return weather;
  weather.file = folder.empty() ? fs::absolute(*file).lexically_normal().generic_string()
                                : name_from(folder, *file);
  const std::string text = read_text_file(*file);
  if (is_weather_file(*file, text)) {
    read_year(text, *file, weather);
  } else {
    read_days(text, *file, weather);
  }
  return weather;
}

std::vector<WeatherSetting> take_weather(const TranslationWeather& weather,
                                         const Registry& registry, const fs::path& folder,
                                         SimulationModel& model, ImportReport& report) {
  std::vector<WeatherSetting> replaced;
  if (weather.file.empty()) return replaced;
  const DataFiles files({.folders = {folder}});
  bool taken = false;
  for (const auto& [id, unused] : model.components()) {
    Component& component = model.component(id);
    if (component.type != "OutdoorEnvironment") continue;
    // a component 'Weather' in the same model would be the only one to use the file
    SimulationModel alone;
    alone.add_component(component);
    hearth::take_weather(weather.file, registry, files, alone);
    for (const auto& [name, setting] : alone.component(id).config) {
      const auto before = component.config.find(name);
      if (before != component.config.end() && before->second != setting) {
        replaced.push_back({id, name});
      }
    }
    component.config = alone.component(id).config;
    taken = true;
  }
  if (!taken && !model_reads_weather(weather, registry, files, model)) {
    report.add(
        {.code = "import.weather_unused",
         .message = fmt::format("nothing in the model reads the weather of '{}'", weather.file),
         .nodes = {},
         .consequence = "not used"});
  }
  return replaced;
}

Site site_of(const RoomUses& uses, const TranslationWeather& weather, ImportReport& report) {
  Site site = uses.site();
  const WeatherFacts& facts = weather.facts;
  if (!is_elsewhere(site, facts)) return site;
  std::string here = site.timezone;
  if (site.latitude)
    here = fmt::format("{:.2f} N {:.2f} E {}", *site.latitude, *site.longitude, here);
  report.add(
      {.code = "import.weather_elsewhere",
       .message = fmt::format("the building is at {}, but the weather of '{}' is for another place",
                              here, weather.file),
       .nodes = {},
       .consequence = "the model uses the place of the weather file"});
  site.latitude = site.longitude = std::nullopt;
  site.timezone.clear();
  return site;
}

}  // namespace hearth
