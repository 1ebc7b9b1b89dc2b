// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "hearth/apps/project/project.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/random.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/ontology/load_model.hpp"

namespace hearth::apps {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kHours = 21 * 24;
constexpr double kTemperatureNoise = 0.05;  // K, standard deviation
constexpr double kHeatNoise = 10.0;         // W

/// The files use standard time; clocks are not changed within their three weeks.
Zone local_zone() { return Zone::fixed(std::chrono::hours(1)); }
Instant first_instant() { return read_instant("2024-01-08T00:00:00+01:00", std::nullopt, {}); }

struct WeatherHour {
  double temperature;  // degC, outdoors
  double irradiation;  // W/m2, global, on the horizontal
};

/// Returns winter weather: mild and cold spells of nine days, warmest at 14 h; solar radiation as a
/// half sine from 8 h to 16 h, with clouds of a period of about five days.
WeatherHour weather_at(int hour) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double day = hour / 24.0;
  const double clock = hour % 24;
  const double cloud = 0.5 + 0.4 * std::sin(kTurn * day / 5.3 + 1.0);  // 0 clear, 1 overcast
  const double spell = 4.0 * std::sin(kTurn * day / 9.0) + 1.5 * std::sin(kTurn * day / 3.7 + 2.0);
  const double swing = (1.0 - 0.6 * cloud) * 3.0 * std::cos(kTurn * (clock - 14.0) / 24.0);
  const double height = std::sin(std::numbers::pi * (clock - 8.0) / 8.0);
  const bool light = clock > 8.0 && clock < 16.0;
  return {1.0 + spell + swing, light ? 260.0 * height * (1.0 - 0.75 * cloud) : 0.0};
}

/// Returns a number with mean 0 and variance 1: a sum of twelve, which is approximately normal.
double noise(std::uint64_t stream, long row) {
  double sum = -6.0;
  for (std::uint64_t i = 0; i < 12; ++i) {
    sum += uniform(random_bits(kSeed, stream, 12 * static_cast<std::uint64_t>(row) + i));
  }
  return sum;
}

SimulationModel true_model(const std::filesystem::path& folder) {
  Diagnostics unused;
  SimulationModel model = load_model(folder / "model.hearth.json", known_components(), {}, unused);
  for (const ModelSetting& setting : project_truth()) {
    apply_setting(setting, known_components(), model);
  }
  return model;
}

Results simulated(const std::filesystem::path& folder) {
  const SimulationModel model = true_model(folder);
  DataResolver resolver({.folders = {folder}});
  const Instant start = first_instant();
  RunSettings settings;
  settings.period = {start, start + std::chrono::hours(kHours), std::chrono::seconds(600)};
  settings.timezone = model.site.timezone;
  settings.resolver = &resolver;
  Run run(model, known_components(), settings);
  run.record({run.plan().signal("room.indoorTemperature"), run.plan().signal("radiator.Power")});
  return run.to_end();
}

}  // namespace

const std::vector<ModelSetting>& project_truth() {
  static const std::vector<ModelSetting> truth = {
      {"room.C_air", {1.6e6, unit::J_per_K}}, {"room.C_wall", {7e6, unit::J_per_K}},
      {"room.R_out", {0.022, unit::K_per_W}}, {"room.R_in", {0.006, unit::K_per_W}},
      {"room.f_air", {1.1, unit::m2}},
  };
  return truth;
}

std::string project_weather() {
  std::string text = "time,outdoorTemperature,globalIrradiation\n";
  for (int hour = 0; hour <= kHours; ++hour) {
    const WeatherHour weather = weather_at(hour);
    text += fmt::format("{},{:.1f},{:.0f}\n",
                        format_time(first_instant() + std::chrono::hours(hour), local_zone()),
                        weather.temperature, weather.irradiation);
  }
  return text;
}

std::string project_measurements(const std::filesystem::path& folder) {
  const Results results = simulated(folder);
  std::string text = "time,temperature,heat\n";
  for (long k = 0; k < results.rows(); ++k) {
    const double temperature = results.row(k)[0] + kTemperatureNoise * noise(1, k);
    const double heat = std::max(0.0, results.row(k)[1] + kHeatNoise * noise(2, k));
    text += fmt::format("{},{:.2f},{:.0f}\n", format_time(results.time(k), local_zone()),
                        temperature, heat);
  }
  return text;
}

}  // namespace hearth::apps
