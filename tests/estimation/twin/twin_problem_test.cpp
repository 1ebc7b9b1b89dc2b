// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/twin_problem.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::twin_problem_test {
namespace {

using nlohmann::json;

/// Rooms `room` and `other` of 90 m3, each with outdoor air and a gain. Only `room` is measured,
/// hourly for 12 days.
class Rooms : public TempFolder {
 public:
  Rooms() {
    std::string hours = "time,value,outdoor,people\n";
    for (int hour = 0; hour <= 12 * 24; ++hour) {
      char row[80];
      std::snprintf(row, sizeof row, "2024-01-%02dT%02d:00:00Z,%.1f,%d,%d\n", 8 + hour / 24,
                    hour % 24, 20.0 + hour % 5, hour % 7, hour % 3);
      hours += row;
    }
    write("room.csv", hours);
    Component outdoor = instance("outdoor", "OutdoorEnvironment");
    outdoor.config["outdoorTemperature"] = series("outdoor");
    outdoor.config["globalIrradiation"] = SeriesSpec{0.0, std::nullopt};
    model.add_component(outdoor);
    for (const std::string id : {"room", "other"}) {
      Component room = instance(id, "BuildingSpace");
      room.parameters["V"].value = Quantity{90.0, unit::m3};
      model.add_component(room);
      model.add_component(instance(id + " gains", "InternalGain"));
      model.add_connection("outdoor.outdoorTemperature -> " + id + ".outdoorTemperature");
      model.add_connection(id + " gains.heatGain -> " + id + ".heatGain[gains]");
    }
    Component people = instance("people", "TimeSeries");
    people.config["value"] = series("people");
    model.add_component(people);
    model.add_connection("people.value -> room gains.inputSignal");
    model.add_connection("people.value -> other gains.inputSignal");
    Measurement measured;
    measured.column = column("value");
    model.measurements["room.indoorTemperature"] = measured;
  }

  TwinProblem problem(std::optional<Duration> step = {}) const {
    TwinRequest request;
    request.step = step;
    request.data.folders = {path()};
    request.data.data_dir = path();
    request.model_file = "boundaries.hearth.json";
    return make_twin_problem(model, standard_components(), request);
  }

  /// The parameters of the calibration, by name.
  static json parameters(const TwinProblem& problem) {
    const json file = json::parse(problem.file);
    json all;
    for (const json& own : file["parameters"]) all[own["name"]] = own;
    return all;
  }

  static FileColumn column(const std::string& name) {
    FileColumn column;
    column.file = "room.csv";
    column.column = name;
    column.resample = Resample::Linear;
    return column;
  }
  static SeriesSpec series(const std::string& name) { return {column(name), std::nullopt, {}}; }

  SimulationModel model;
};

}  // namespace

TEST_CASE("the power of a gain is estimated if it heats the measured zone alone") {
  Rooms rooms;
  CHECK(Rooms::parameters(rooms.problem()).contains("room gains.nominalPower"));
  // The other room is not part of the calibrated model, but still receives half of the gain.
  rooms.model.add_connection("room gains.heatGain -> other.heatGain[shared]");
  CHECK(!Rooms::parameters(rooms.problem()).contains("room gains.nominalPower"));
}

TEST_CASE("a step that makes too many rows is refused") {
  try {
    Rooms().problem(std::chrono::milliseconds(10));  // 12 days have 104 million of them
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(error.code() == "limit.exceeded");
  }
}

TEST_CASE("a loss of 0 is estimated upwards from 0") {
  Rooms rooms;
  const json alone = Rooms::parameters(rooms.problem())["room.H_direct"];
  CHECK(alone["initial"] == 0.0);
  CHECK(alone["min"] == 0.0);
  CHECK(alone["scale"] == "linear");
  CHECK(alone["prior"]["mean"] == 0.0);
  CHECK(alone["prior"]["sd"].get<double>() == Approx(9.0));  // 0.1 W/K for each m3
  CHECK(alone["max"].get<double>() == Approx(90.0));
  rooms.model.component("other").parameters["H_direct"].value = Quantity{27.0, unit::W_per_K};
  rooms.model.component("other").parameters["V"].value = Quantity{45.0, unit::m3};
  const json as_other = Rooms::parameters(rooms.problem())["room.H_direct"];
  CHECK(as_other["prior"]["sd"].get<double>() == Approx(54.0));  // 0.6 W/K for each m3
}

TEST_CASE("the rows of a thermometer within three hours count as one value") {
  const Rooms rooms;
  const json file = json::parse(rooms.problem().file);
  CHECK(file["measurements"][0]["sd"] == "0.52 K");  // 0.3 K, each hour counts a third
}

TEST_CASE("the weight of a thermometer's rows depends on the interval of its own values") {
  Rooms rooms;
  std::string rows = "time,value\n";
  for (int hour = 0; hour <= 12 * 24; hour += 3) {
    rows += fmt::format("2024-01-{:02}T{:02}:00:00Z,{:.1f}\n", 8 + hour / 24, hour % 24,
                        20.0 + hour % 5);
  }
  rooms.write("other.csv", rows);
  Measurement measured;
  measured.column = Rooms::column("value");
  measured.column.file = "other.csv";
  rooms.model.measurements["other.indoorTemperature"] = measured;
  const json file = json::parse(rooms.problem().file);
  std::map<std::string, std::string> sds;
  for (const json& own : file["measurements"]) sds[own["port"]] = own["sd"];
  CHECK(sds["room.indoorTemperature"] == "0.52 K");
  CHECK(sds["other.indoorTemperature"] == "0.3 K");  // each value counts for three hours
}

TEST_CASE("the number of people that a series measures is scaled") {
  Rooms rooms;
  SECTION("by their factor") {
    Component people = instance("heads", "Gain");
    people.parameters["k"].value = Quantity{4.0, unit::one};
    rooms.model.add_component(people);
    rooms.model.add_connection("people.value -> heads.u");
    rooms.model.add_connection("heads.y -> room.numberOfPeople");
    const json all = Rooms::parameters(rooms.problem());
    REQUIRE(all.contains("heads.k"));
    CHECK(all["heads.k"]["initial"] == 4.0);
  }
  SECTION("by a share of the series") {
    Component counted = instance("counted", "TimeSeries");
    counted.config["value"] = Rooms::series("people");
    rooms.model.add_component(counted);
    rooms.model.add_connection("counted.value -> room.numberOfPeople");
    const json all = Rooms::parameters(rooms.problem());
    REQUIRE(all.contains("scale of counted.value"));
    CHECK(all["scale of counted.value"]["scale_of"] == json{"counted.value"});
    CHECK(all["scale of counted.value"]["prior"]["mean"] == 1.0);
  }
}

TEST_CASE("zones whose temperature is a held value also start at the measured one") {
  Rooms rooms;
  rooms.model.add_component(instance("hourly", "SimpleHourlyZone"));
  rooms.model.add_connection("outdoor.outdoorTemperature -> hourly.outdoorTemperature");
  Measurement measured;
  measured.column = Rooms::column("value");
  rooms.model.measurements["hourly.indoorTemperature"] = measured;
  const TwinProblem problem = rooms.problem();
  const Component& zone = problem.building.component("hourly");
  for (const char* name : {"indoorTemperature", "massTemperature"}) {
    CAPTURE(name);
    // The first hour has 20 and 21 degC; the later of the two middle values counts.
    CHECK(std::get<Quantity>(zone.initial.at(name)).value == 21.0);
  }
}

}  // namespace hearth::test::twin_problem_test
