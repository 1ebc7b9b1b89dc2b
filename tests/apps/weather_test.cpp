// SPDX-License-Identifier: MIT
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace weather_test {

using namespace hearth::test;
using Words = std::vector<std::string>;

namespace {

const Words kSpringDay = {
    "--start", "2023-03-21T00:00:00", "--end", "2023-03-22T00:00:00", "--step", "3600", "--record",
    "all"};

std::string model_at(const std::string& site) {
  return R"({"hearth": 1, )" + site + R"("components": {
    "weather": {"type": "Weather", "config": {"file": "x.epw"}},
    "people": {"type": "Schedule", "config": {"value": {"default": 0, "rules": [
      {"from": "08:00", "to": "16:00", "value": 2}]}}}}})";
}

/// The cells of a column, from row 0 on.
std::vector<double> column(const std::string& csv, const std::string& name) {
  std::vector<double> values;
  std::istringstream lines(csv);
  std::string line;
  long wanted = -1;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    if (wanted < 0) {
      for (std::size_t c = 0; c < cells.size(); ++c) {
        if (cells[c].rfind(name, 0) == 0) wanted = static_cast<long>(c);
      }
      REQUIRE(wanted > 0);
      continue;
    }
    values.push_back(std::stod(cells[static_cast<std::size_t>(wanted)]));
  }
  return values;
}

Outcome simulate(const Workshop& shop, const std::string& site) {
  return run_hearth(shop, Words{"simulate", shop.write("m.hearth.json", model_at(site)), "-o",
                                (shop / "r.csv").string()} +
                              kSpringDay);
}

}  // namespace

TEST_CASE("a model without a site follows the clock and the sun of its weather") {
  const Workshop shop;
  shop.write("x.epw", epw_text());
  const Outcome outcome = simulate(shop, "");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string rows = shop.read("r.csv");
  CHECK(rows.find("2023-03-21T12:00:00-07:00") != std::string::npos);
  // A row holds the mean of the hour before it: 10 W/m2 for each hour of the clock from 9 to 16.
  const auto direct = column(rows, "weather.directNormalIrradiance");
  CHECK(direct[12] == Approx(120.0));
  CHECK(direct[8] == 0.0);
  CHECK(direct[17] == 0.0);
  // At 105 degrees west the clock of UTC-7 is solar time, except for seven minutes in March.
  const auto zenith = column(rows, "weather.solarZenith");
  CHECK(zenith[12] == Approx(40.0).margin(4.0));
  CHECK(zenith[12] == Approx(zenith[13]).margin(1.0));
  const auto people = column(rows, "people.scheduleValue");
  CHECK(people[8] == 0.0);
  CHECK(people[9] == 2.0);
  const auto air = column(rows, "weather.outdoorTemperature");
  CHECK(air[12] == Approx(3.0 + 2.1 + 0.115));
}

TEST_CASE("the ground follows the year of the air, late and damped") {
  const Workshop shop;
  shop.write("x.epw", epw_text([](const WeatherHour& when) {
               WeatherValues values;
               const double day = 30.5 * (when.month - 1) + when.day;
               values.dry_bulb = 10.0 - 12.0 * std::cos(2.0 * 3.14159265 * (day - 15.0) / 366.0);
               return values;
             }));
  // At 1 m: sqrt(2 6e-7 / 1.987e-7) = 2.457 m, so 1/e to the 0.407, and 23.7 days late.
  REQUIRE(simulate(shop, "").code == 0);
  const double lag = 0.407;
  const double expected =
      10.0 - 12.0 * std::exp(-lag) * std::cos(2.0 * 3.14159265 * (81.0 - 15.0) / 366.0 - lag);
  CHECK(column(shop.read("r.csv"), "weather.groundTemperature")[12] ==
        Approx(expected).margin(0.1));
}

TEST_CASE("weather of another place than the site is refused and both are named") {
  const Workshop shop;
  shop.write("x.epw", epw_text());
  for (const char* site :
       {R"("site": {"latitude": 41.9, "longitude": 12.5, "timezone": "Europe/Rome"}, )",
        R"("site": {"timezone": "Europe/Rome"}, )",
        R"("site": {"latitude": 43, "longitude": -105, "timezone": "America/Denver"}, )"}) {
    const Outcome outcome = simulate(shop, site);
    INFO(site << outcome.err);
    CHECK(outcome.code == 3);
    CHECK(outcome.said("data.weather_elsewhere"));
    CHECK(outcome.said("Testville"));
  }
  const Outcome near = simulate(
      shop, R"("site": {"latitude": 40.5, "longitude": -104, "timezone": "America/Denver"}, )");
  INFO(near.err);
  CHECK(near.code == 0);
}

TEST_CASE("a column that the weather lacks is a constant with a warning") {
  const Workshop shop;
  shop.write("x.epw",
             "time,dryBulbTemperature [degC]\n2023-03-01T00:00:00Z,4\n"
             "2023-04-01T00:00:00Z,4\n");
  const Outcome outcome = simulate(shop, R"("site": {"timezone": "UTC"}, )");
  INFO(outcome.err);
  CHECK(outcome.code == 3);  // by its name the file is an EPW file

  shop.write("w.csv",
             "time,dryBulbTemperature [degC]\n2023-03-01T00:00:00Z,4\n"
             "2023-04-01T00:00:00Z,4\n");
  std::string text = model_at(R"("site": {"timezone": "UTC"}, )");
  text.replace(text.find("x.epw"), 5, "w.csv");
  const Outcome bare = run_hearth(
      shop, Words{"simulate", shop.write("n.hearth.json", text), "-o", (shop / "r.csv").string()} +
                kSpringDay);
  INFO(bare.err);
  REQUIRE(bare.code == 0);
  CHECK(bare.said("data.column_constant"));
  CHECK(column(shop.read("r.csv"), "weather.outdoorTemperature")[12] == 4.0);
  CHECK(column(shop.read("r.csv"), "weather.windSpeed")[12] == 0.0);
}

TEST_CASE("an option gives a model its weather, whatever it names") {
  const Workshop shop;
  const std::string weather = shop.write("elsewhere/y.epw", epw_text());
  const auto simulated = [&](const std::string& components, const std::string& site = "") {
    const std::string model = shop.write(
        "m.hearth.json", R"({"hearth": 1, )" + site + R"("components": {)" + components + "}}");
    return run_hearth(
        shop, Words{"simulate", model, "--weather", weather, "-o", (shop / "r.csv").string()} +
                  kSpringDay);
  };
  const double noon = 3.0 + 2.1 + 0.115;  // mean of the hour before 12:00
  // The component Weather: its file is not there, and is not needed.
  REQUIRE(simulated(R"("w": {"type": "Weather", "config": {"file": "none.epw"}})").code == 0);
  CHECK(column(shop.read("r.csv"), "w.outdoorTemperature")[12] == Approx(noon));
  CHECK(column(shop.read("r.csv"), "w.directNormalIrradiance")[12] == Approx(120.0));
  // Constants of an OutdoorEnvironment, and columns of weather files.
  REQUIRE(simulated(R"("w": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": 2}},
      "dni": {"type": "Schedule", "config": {"value":
        {"file": "none.epw.gz", "column": "directNormalRadiation"}}},
      "people": {"type": "Schedule", "config": {"value": 1}})")
              .code == 0);
  CHECK(column(shop.read("r.csv"), "w.outdoorTemperature")[12] == Approx(noon));
  CHECK(column(shop.read("r.csv"), "w.globalIrradiation")[12] == Approx(110.0));
  CHECK(column(shop.read("r.csv"), "dni.scheduleValue")[12] == Approx(120.0));
  CHECK(column(shop.read("r.csv"), "people.scheduleValue")[12] == 1.0);
  CHECK(shop.read("r.csv").find("2023-03-21T12:00:00-07:00") != std::string::npos);
  // A place that the model names counts.
  const Outcome far =
      simulated(R"("w": {"type": "Weather"})", R"("site": {"timezone": "Europe/Rome"}, )");
  CHECK(far.code == 3);
  CHECK(far.said("data.weather_elsewhere"));
  const Outcome none = simulated(R"("people": {"type": "Schedule", "config": {"value": 1}})");
  CHECK(none.code == 3);
  CHECK(none.said("model.weather_unused"));
}

TEST_CASE("check accepts a climate of a scenario set that moves the site with its time zone") {
  const Workshop shop;
  shop.write("x.epw", epw_text());
  shop.write("m.hearth.json",
             R"({"hearth": 1, "site": {"latitude": 45, "longitude": 8, "timezone": "Europe/Rome"},
                 "components": {"w": {"type": "OutdoorEnvironment",
                                      "config": {"outdoorTemperature": 2}}}})");
  const auto set = [&](const char* zone) {
    return shop.write("set.json", std::string(R"({"hearth": 1, "base": "m.hearth.json",
      "period": {"start": "2023-03-21T00:00:00", "end": "2023-03-22T00:00:00", "step": 3600},
      "axes": {"climate": [{"id": "home"}, {"id": "far", "weather": "x.epw", "patch": [
        {"op": "replace", "path": "/site",
         "value": {"latitude": 40, "longitude": -105, "timezone": ")") +
                                      zone + R"("}}]}]},
      "scenarios": [{"id": "as-is"}]})");
  };
  const Outcome moved = run_hearth(shop, {"check", set("America/Denver")});
  INFO(moved.err);
  CHECK(moved.code == 0);
  const Outcome torn = run_hearth(shop, {"check", set("Europe/Rome")});
  CHECK(torn.code == 3);
}

TEST_CASE("another weather file reaches inputs whose series is corrected") {
  const Workshop shop;
  const auto csv = [&shop](const char* name, const char* value) {
    return shop.write(name, std::string("time,outdoor [degC]\n2023-03-21T00:00:00Z,") + value +
                                "\n2023-03-23T00:00:00Z," + value + "\n");
  };
  csv("a.csv", "4");
  const std::string other = csv("b.csv", "-6");
  const std::string model =
      shop.write("m.hearth.json", R"({"hearth": 1, "site": {"timezone": "UTC"},
    "components": {
      "w": {"type": "OutdoorEnvironment",
            "config": {"outdoorTemperature": {"file": "a.csv", "column": "outdoor"}}},
      "corrected": {"type": "CorrectedSeries", "parameters": {"bias": 1},
                    "config": {"series": {"file": "a.csv", "column": "outdoor"}}},
      "other": {"type": "Schedule", "config": {"value": {"file": "a.csv", "column": "outdoor"}}},
      "room": {"type": "ThermalNode", "initial": {"temperature": 20}}},
    "connections": ["corrected.value -> room.adjacentTemperature[w]"]})");
  const auto corrected = [&](const std::string& weather) {
    const Outcome outcome =
        run_hearth(shop, Words{"simulate", model, "--weather", weather, "-o",
                               (shop / "r.csv").string(), "--record", "corrected.value"} +
                             kSpringDay);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return column(shop.read("r.csv"), "corrected.value")[12];
  };
  CHECK(corrected((shop / "a.csv").string()) == 5.0);
  CHECK(corrected(other) == -5.0);
  const Outcome refused =
      run_hearth(shop, Words{"simulate", model, "--weather", shop.write("y.epw", epw_text()), "-o",
                             (shop / "r.csv").string()} +
                           kSpringDay);
  CHECK(refused.code == 3);
  CHECK(refused.said("model.weather_corrected"));
}

TEST_CASE("verbs that read a model take another weather file") {
  const Workshop shop;
  const std::string weather = shop.write("y.epw", epw_text());
  const std::string model = shop.write("m.hearth.json", R"({"hearth": 1,
    "simulation": {"start": "2023-03-21T00:00:00Z", "end": "2023-03-22T00:00:00Z", "step": 3600},
    "components": {"w": {"type": "Weather", "config": {"file": "none.epw"}},
      "room": {"type": "ThermalNode", "initial": {"temperature": 20}}},
    "connections": ["w.outdoorTemperature -> room.adjacentTemperature[w]"]})");
  CHECK(run_hearth(shop, {"check", model}).code == 3);
  for (const char* verb : {"check", "info", "graph", "steady", "linearize"}) {
    const Outcome outcome = run_hearth(shop, {verb, model, "--weather", weather});
    INFO(verb << outcome.err);
    CHECK(outcome.code == 0);
  }
  const std::string converted = (shop / "sub/c.hearth.json").string();
  CHECK(run_hearth(shop, {"convert", model, "--weather", weather, "-o", converted}).code == 0);
  CHECK(run_hearth(shop, {"check", converted}).code == 0);
  CHECK(run_hearth(shop, {"check", model, "--weather", (shop / "gone.epw").string()}).code == 3);
}

}  // namespace weather_test
