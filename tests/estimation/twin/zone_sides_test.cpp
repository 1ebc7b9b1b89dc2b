// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/zone_sides.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::zone_sides_test {
namespace {

constexpr Duration kStep = std::chrono::minutes(15);
constexpr Instant kStart{std::chrono::seconds(1678060800)};  // 2023-03-06T00:00:00Z, a Monday
constexpr int kDays = 28;
const Period kPeriod{kStart, kStart + std::chrono::days(kDays), kStep};
constexpr double kLatitude = 50.0, kLongitude = 0.0;

/// Returns the radiation on the horizontal at a time after the start, W/m2: 900 W/m2 times the sine
/// of the height of the sun, and clouds that change every 3 hours.
double global_radiation(long seconds) {
  using std::numbers::pi;
  const double day = 64.0 + static_cast<double>(seconds) / 86400.0;
  const double declination = 23.45 * pi / 180.0 * std::sin(2.0 * pi * (284.0 + day) / 365.0);
  const double hour = 2.0 * pi * (static_cast<double>(seconds % 86400) / 86400.0 - 0.5);
  const double latitude = kLatitude * pi / 180.0;
  const double height = std::sin(latitude) * std::sin(declination) +
                        std::cos(latitude) * std::cos(declination) * std::cos(hour);
  const long part = seconds / 10800;
  const double clouds = 0.3 + 0.7 * std::abs(std::sin(static_cast<double>(part * part)));
  return 900.0 * clouds * std::max(0.0, height);
}

/// A zone with air whose flow and temperature are recorded, and its weather.
struct House {
  House() {
    std::string weather = "time,sun,outdoors\n";
    for (long k = 0; k <= 96 * kDays; ++k) {
      const long seconds = k * 900;
      const double outdoors = 8.0 + 5.0 * std::sin(static_cast<double>(seconds) / 13751.0 - 2.0) +
                              3.0 * std::sin(static_cast<double>(seconds) / 250000.0);
      weather += fmt::format("{},{:.3f},{:.3f}\n", stamp(k), global_radiation(seconds), outdoors);
    }
    folder.write("weather.csv", weather);
    model.site.latitude = kLatitude;
    model.site.longitude = kLongitude;
    model.site.timezone = "UTC";
    Component outdoor = instance("outdoor", "OutdoorEnvironment");
    outdoor.config["globalIrradiation"] = column("weather.csv", "sun", unit::W_per_m2);
    outdoor.config["outdoorTemperature"] = column("weather.csv", "outdoors", unit::degC);
    model.add_component(outdoor);
    Component zone = instance("zone", "BuildingSpace");
    for (const char* aperture : {"f_air", "f_wall"}) {
      zone.parameters[aperture].value = Quantity{1.5, unit::m2};
    }
    model.add_component(zone);
    model.add_connection("outdoor.outdoorTemperature -> zone.outdoorTemperature");
    model.add_connection("outdoor.globalIrradiation -> zone.globalIrradiation");
    Component gain = instance("gain", "Schedule");
    WeeklyRules hours;
    hours.rules.push_back({0x1f, 8 * 60, 18 * 60, 800.0});
    hours.otherwise = 100.0;
    gain.config["value"] = SeriesSpec{hours, unit::W};
    model.add_component(gain);
    model.add_connection("gain.scheduleValue -> zone.heatGain[gain]");
  }

  static std::string stamp(long row) { return format_time(kStart + row * kStep, Zone()); }
  static SeriesSpec column(const std::string& file, const std::string& name, const Unit& unit) {
    FileColumn column;
    column.file = file;
    column.column = name;
    column.resample = Resample::Linear;
    return SeriesSpec{column, unit};
  }

  /// Records the temperature of the zone with windows on a side; -1: a window in the roof.
  void record(int azimuth) {
    SimulationModel truth = model;
    if (azimuth >= 0) {
      truth.remove_connection("outdoor.globalIrradiation -> zone.globalIrradiation");
      Component sky = instance("sky", "GlobalIrradianceSplit");
      SunAngle angle;
      angle.angle = SunAngle::Angle::Azimuth;
      sky.config["solarZenith"] = SeriesSpec{SunAngle{}, unit::deg};
      sky.config["solarAzimuth"] = SeriesSpec{angle, unit::deg};
      truth.add_component(sky);
      Component side = instance("side", "TiltedSurface");
      side.parameters["azimuth"].value = Quantity{static_cast<double>(azimuth), unit::deg};
      truth.add_component(side);
      truth.add_connection("outdoor.globalIrradiation -> sky.globalIrradiation");
      for (const char* port : {"directNormalIrradiance", "diffuseHorizontalIrradiance",
                               "solarZenith", "solarAzimuth"}) {
        truth.add_connection(fmt::format("sky.{0} -> side.{0}", port));
      }
      truth.add_connection("side.glassIrradiance -> zone.globalIrradiation");
    }
    DataResolver resolver(data());
    RunSettings settings;
    settings.period = kPeriod;
    settings.timezone = "UTC";
    settings.resolver = &resolver;
    settings.record = {"zone.indoorTemperature"};
    const Results results = Run(truth, standard_components(), settings).to_end();
    std::string text = "time,temperature\n";
    for (long row = 0; row < results.rows(); ++row) {
      text += fmt::format("{},{:.2f}\n", stamp(row), results.row(row)[0]);  // as sensors report
    }
    folder.write("trends.csv", text);
    Measurement measurement;
    measurement.column.file = "trends.csv";
    measurement.column.column = "temperature";
    measurement.column.unit = unit::degC;
    model.measurements["zone.indoorTemperature"] = measurement;
  }

  DataOptions data() const {
    DataOptions data;
    data.folders = {folder.path()};
    return data;
  }
  ZoneSides turn() {
    return turn_zones_to_sun(model, standard_components(), data(), kPeriod, {"zone"});
  }

  TempFolder folder;
  SimulationModel model;
};

TEST_CASE("the temperatures of a zone show the side of its windows") {
  for (const int azimuth : {90, 180, 270}) {
    CAPTURE(azimuth);
    House house;
    house.record(azimuth);
    const ZoneSides found = house.turn();
    CHECK(found.undecided.empty());
    const std::vector<ZoneSide>& sides = found.turned;
    REQUIRE(sides.size() == 1);
    CHECK(sides[0].zone == "zone");
    CHECK(sides[0].azimuth == azimuth);
    CHECK(sides[0].error_ratio < 0.9);
    const std::string facade = fmt::format("facade_{}", azimuth);
    CHECK(house.model.find(facade) != nullptr);
    const auto& connections = house.model.connections();
    CHECK(std::any_of(connections.begin(), connections.end(), [&](const Connection& connection) {
      return to_string(connection) == facade + ".glassIrradiance -> zone.globalIrradiation";
    }));
    const auto& aperture = house.model.component("zone").parameters.at("f_air").value;
    CHECK(std::get<Quantity>(aperture).value == 3.0);
    const ZoneSides again = house.turn();
    CHECK(again.turned.empty());  // its side is known now
    CHECK(again.undecided.empty());
  }
}

TEST_CASE("a zone keeps the sun on the horizontal if its temperatures show no side") {
  House house;
  std::size_t undecided = 1;
  SECTION("a window in the roof") { house.record(-1); }
  SECTION("a heater whose heat is not known") {
    house.record(180);
    house.model.add_component(instance("radiator", "SpaceHeater"));
    house.model.add_connection("radiator.Power -> zone.heatGain[radiator]");
  }
  SECTION("no windows") {
    undecided = 0;
    for (const char* aperture : {"f_air", "f_wall"}) {
      house.model.component("zone").parameters[aperture].value = Quantity{0.0, unit::m2};
    }
    house.record(180);
  }
  SECTION("no measurement") {}
  const SimulationModel model = house.model;
  const ZoneSides found = house.turn();
  CHECK(found.turned.empty());
  CHECK(found.undecided.size() == undecided);
  CHECK(house.model == model);
}

TEST_CASE("a few days do not show the side of a zone") {
  House house;
  house.record(180);
  const Period week{kStart, kStart + std::chrono::days(7), kStep};
  const ZoneSides found =
      turn_zones_to_sun(house.model, standard_components(), house.data(), week, {"zone"});
  CHECK(found.turned.empty());
}

}  // namespace
}  // namespace hearth::test::zone_sides_test
