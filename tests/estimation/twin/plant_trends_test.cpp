// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/plant_trends.hpp"

#include <chrono>
#include <cmath>
#include <functional>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/twin/trends.hpp"
#include "hearth/estimation/twin/twin_problem.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::plant_trends_test {
namespace {

constexpr Duration kStep = std::chrono::minutes(15);
constexpr int kDays = 28;
constexpr Instant kMonday{std::chrono::seconds(1672617600)};  // 2023-01-02T00:00:00Z

/// What happens in the building at a time of the week.
struct Scene {
  int day = 0;     // since the first Monday
  int minute = 0;  // of the day
  int weekday() const { return day % 7; }
  bool scheduled() const { return weekday() < 5 && minute >= 6 * 60 && minute < 20 * 60; }
  /// On three cold Wednesdays of four the unit runs in the night.
  bool cold() const { return weekday() == 2 && day < 21 && minute < 5 * 60; }
  bool runs() const { return scheduled() || cold(); }
};

using Column = std::function<double(const Scene&)>;

/// A unit with one box and one zone, and a file of its trends.
struct Building {
  explicit Building(int stamps_late = 0) : late_(stamps_late) {
    Component outdoor = instance("outdoor", "OutdoorEnvironment");
    outdoor.config["outdoorTemperature"] = SeriesSpec{5.0, unit::degC};
    outdoor.config["globalIrradiation"] = SeriesSpec{0.0, std::nullopt};
    model.add_component(outdoor);
    add("unit/supply", "SupplyFlowJunction");
    add("unit/economizer", "Economizer");
    add("unit/mixing", "MixingBox");
    add("unit/fan", "Fan");
    add("unit/coil", "Coil");
    Component setpoint = instance("supplyAirSetpoint", "Schedule");
    setpoint.config["value"] = SeriesSpec{16.0, unit::degC};
    model.add_component(setpoint);
    model.add_component(instance("box", "VavReheatTerminal"));
    model.add_component(instance("zone", "BuildingSpace"));
    Component heating = instance("heating", "PidController");
    heating.config["isReverse"] = true;
    model.add_component(heating);
    model.add_component(instance("cooling", "PidController"));
    for (const char* connection :
         {"outdoor.outdoorTemperature -> unit/economizer.outdoorTemperature",
          "outdoor.outdoorTemperature -> zone.outdoorTemperature",
          "supplyAirSetpoint.scheduleValue -> unit/economizer.mixedAirTemperatureSetpoint",
          "supplyAirSetpoint.scheduleValue -> unit/coil.outletAirTemperatureSetpoint",
          "unit/supply.airFlowRateIn -> unit/fan.airFlowRate",
          "unit/coil.outletAirTemperature -> unit/supply.airTemperatureIn",
          "unit/supply.airTemperatureOut[box] -> box.supplyAirTemperature",
          "box.airFlowRate -> unit/supply.airFlowRateOut[box]",
          "heating.inputSignal -> box.heatingSignal", "cooling.inputSignal -> box.coolingSignal",
          "zone.indoorTemperature -> heating.actualValue",
          "zone.indoorTemperature -> cooling.actualValue"}) {
      model.add_connection(connection);
    }
    series("heat_to", "heating.setpointValue",
           [](const Scene& at) { return at.scheduled() ? 21.0 : 16.0; });
    series("cool_to", "cooling.setpointValue",
           [](const Scene& at) { return at.scheduled() ? 24.0 : 30.0; });
    measure("zone.indoorTemperature", "degC", [](const Scene& at) {
      if (at.cold()) return 15.9;
      // The first hour of the day is spent on warming up.
      return at.scheduled() ? (at.minute < 7 * 60 ? 18.0 : 21.2) : 17.0;
    });
    measure("box.airFlowRate", "kg/s", [](const Scene& at) {
      return at.runs() ? (at.minute >= 12 * 60 && at.minute < 15 * 60 ? 0.4 : 0.1) : 0.0005;
    });
    measure("box.heatingPower", "W",
            [](const Scene& at) { return at.scheduled() && at.minute < 7 * 60 ? 2500.0 : 0.0; });
    measure("unit/supply.airFlowRateIn", "kg/s", [](const Scene& at) {
      return at.runs() ? (at.minute >= 12 * 60 && at.minute < 15 * 60 ? 0.4 : 0.1) : 0.0005;
    });
    measure("unit/coil.outletAirTemperature", "degC",
            [](const Scene& at) { return at.runs() ? 13.0 : 19.0; });
    measure("unit/mixing.outdoorAirFlowRate", "kg/s",
            [](const Scene& at) { return at.scheduled() ? 0.05 : 0.0; });
    measure("unit/fan.Power", "W", [](const Scene& at) {
      const double x = at.minute >= 12 * 60 && at.minute < 15 * 60 ? 0.8 : 0.2;
      const double curve = 0.0015302446 + x * (0.0052080574 + x * (1.1086242 + x * -0.11635563));
      return at.runs() ? 300.0 * curve : 0.0;
    });
    write();
  }

  PlantTrends learn(int days = kDays) {
    return learn_plant(model, standard_components(), {.folders = {folder.path()}},
                       {kMonday, kMonday + std::chrono::days(days), kStep});
  }

  double parameter(const std::string& id, const std::string& name) const {
    return std::get<Quantity>(model.component(id).parameters.at(name).value).value;
  }
  bool connected(const std::string& text) const {
    for (const Connection& connection : model.connections()) {
      if (to_string(connection) == text) return true;
    }
    return false;
  }

  SimulationModel model;
  TempFolder folder;

 private:
  void add(const std::string& id, const char* type) {
    Component component = instance(id, type);
    component.iri = "urn:unit";
    model.add_component(component);
  }
  FileColumn column(const std::string& name, const char* unit) {
    FileColumn own;
    own.file = "trends.csv";
    own.column = name;
    own.unit = parse_unit(unit);
    return own;
  }
  void measure(const std::string& port, const char* unit, Column value) {
    model.measurements[port].column = column(port, unit);
    columns_.emplace_back(port, std::move(value));
  }
  void series(const std::string& id, const std::string& to, Column value) {
    Component own = instance(id, "TimeSeries");
    FileColumn source = column(id, "degC");
    source.outside = Outside::Hold;
    own.config["value"] = SeriesSpec{source, std::nullopt};
    model.add_component(own);
    model.add_connection(id + ".value -> " + to);
    columns_.emplace_back(id, std::move(value));
  }
  void write() const {
    std::string text = "time";
    for (const auto& [name, value] : columns_) text += "," + name;
    text += "\n";
    for (int k = 0; k <= kDays * 96; ++k) {
      const int minutes = std::max(0, 15 * (k - late_));
      const Scene at{minutes / 1440, minutes % 1440};
      text += fmt::format("2023-01-{:02}T{:02}:{:02}:00Z", 2 + 15 * k / 1440, 15 * k % 1440 / 60,
                          15 * k % 60);
      for (const auto& [name, value] : columns_) text += fmt::format(",{}", value(at));
      text += "\n";
    }
    write_text_file(folder.path() / "trends.csv", text);
  }

  int late_;  // steps by which stamps follow what they tell of
  std::vector<std::pair<std::string, Column>> columns_;
};

const WeeklyRules kHours{0.0, {{0x1f, 6 * 60, 20 * 60, 1.0}}};

}  // namespace

TEST_CASE("a unit's hours are those in which it runs every week, without cold nights") {
  Building building;
  const PlantTrends found = building.learn();
  CHECK(found.stamp_lag == Duration{});
  REQUIRE(found.hours.count("unit/supply") == 1);
  CHECK(found.hours.at("unit/supply") == kHours);
  const auto& spec =
      std::get<SeriesSpec>(building.model.component("unit/hours").config.at("value"));
  CHECK(std::get<WeeklyRules>(spec.source) == kHours);
  CHECK(building.connected("unit/hours.scheduleValue -> unit/operation.occupied[hours]"));
  CHECK(building.connected("unit/operation.operationSignal -> box.operationSignal"));
  CHECK(building.connected("heating.demand -> unit/operation.heatingDemand[heating]"));
  CHECK(building.connected("cooling.demand -> unit/operation.coolingDemand[cooling]"));
  CHECK(building.connected("unit/operation.occupiedSignal -> unit/economizer.occupiedSignal"));
}

TEST_CASE("hours are as exact as the trends if a twin is learned in longer steps") {
  Building building;
  for (const char* connection :
       {"unit/mixing.mixedAirTemperature -> unit/coil.inletAirTemperature",
        "box.airFlowRate -> unit/coil.airFlowRate",
        "box.airFlowRate -> unit/mixing.supplyAirFlowRate",
        "box.airFlowRate -> unit/mixing.returnAirFlowRate",
        "outdoor.outdoorTemperature -> unit/mixing.outdoorTemperature",
        "zone.indoorTemperature -> unit/mixing.returnAirTemperature",
        "zone.indoorTemperature -> unit/economizer.returnAirTemperature"}) {
    building.model.add_connection(connection);
  }
  TwinRequest request;
  request.data.folders = {building.folder.path()};
  request.data.data_dir = building.folder.path();
  request.model_file = "boundaries.hearth.json";
  request.step = std::chrono::minutes(30);
  const TwinProblem problem = make_twin_problem(building.model, standard_components(), request);
  CHECK(problem.step == std::chrono::minutes(30));
  CHECK(problem.plant.stamp_lag == Duration{});
  REQUIRE(problem.plant.hours.count("unit/supply") == 1);
  CHECK(problem.plant.hours.at("unit/supply") == kHours);
}

TEST_CASE("stamps that follow schedules by a step are ends of intervals") {
  Building building(1);
  const PlantTrends found = building.learn();
  CHECK(found.stamp_lag == kStep);
  CHECK(found.stamped_after == std::vector<std::string>{"cool_to", "heat_to"});
  CHECK(found.hours.at("unit/supply") == kHours);
  const auto& spec = std::get<SeriesSpec>(building.model.component("heat_to").config.at("value"));
  CHECK(std::get<FileColumn>(spec.source).stamp == Stamp::MeanBefore);
}

TEST_CASE("a terminal gets the flows and the power that were measured") {
  Building building;
  building.learn();
  CHECK(building.parameter("box", "minimumAirFlowRate") == Approx(0.1));
  // The zone never missed its cooling setpoint, so that 0.4 is only the least that it can be.
  CHECK(building.parameter("box", "nominalAirFlowRate") == Approx(0.4));
  CHECK(building.parameter("box", "heatingAirFlowRate") == Approx(0.1));
  // In the morning the coil gave 2500 W and the zone was 3 K too cold: it has no more.
  CHECK(building.parameter("box", "nominalReheatPower") == Approx(2500.0));
}

TEST_CASE("a unit gets its supply air, its outdoor air and the power of its fan") {
  Building building;
  const PlantTrends found = building.learn();
  REQUIRE(found.supply_air.count("unit/supply") == 1);
  CHECK(found.supply_air.at("unit/supply").size() == 1);  // it does not follow the weather
  CHECK(found.supply_air.at("unit/supply").front().second == Approx(13.0));
  CHECK(building.connected(
      "unit/supplyAirSetpoint.scheduleValue -> unit/economizer.mixedAirTemperatureSetpoint"));
  CHECK(building.connected(
      "unit/supplyAirSetpoint.scheduleValue -> unit/coil.outletAirTemperatureSetpoint"));
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirFlowRate") == Approx(0.05));
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirShare") == 0.0);
  // 300 W at 0.5 kg/s, of which it never moved more than 0.4; tried are steps of some percent.
  CHECK(building.parameter("unit/fan", "nominalPowerRate") ==
        Approx(300.0 * std::pow(building.parameter("unit/fan", "nominalAirFlowRate") / 0.5, 2.9))
            .epsilon(0.1));
}

TEST_CASE("a unit of which less than a week is known has no hours, but sizes") {
  Building building;
  const PlantTrends found = building.learn(2);
  CHECK(found.hours.empty());
  CHECK(building.model.find("unit/operation") == nullptr);
  // The least flow of outdoor air needs the supply air.
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirFlowRate") > 0.0);
  CHECK(building.connected("unit/supply.airFlowRateIn -> unit/economizer.supplyAirFlowRate"));
  CHECK(building.parameter("box", "minimumAirFlowRate") == Approx(0.1));
}

TEST_CASE("a unit that always runs has no hours, even if its zones keep to their setback") {
  Building building;
  building.model.measurements.erase("unit/supply.airFlowRateIn");
  building.model.measurements.erase("box.airFlowRate");
  // What is left to tell is the power of the fan, here a temperature that is never near 0.
  building.model.measurements["unit/fan.Power"].column.column = "zone.indoorTemperature";
  CHECK(building.learn().hours.empty());
}

TEST_CASE("a unit does not rest if something takes its air that cannot do without") {
  Building building;
  building.model.add_component(instance("mixed", "ReturnFlowJunction"));
  building.model.add_connection(
      "unit/supply.airTemperatureOut[other] -> mixed.airTemperatureIn[other]");
  CHECK(building.learn().hours.empty());
}

TEST_CASE("a terminal without measured heat and setpoints keeps its heating flow in its range") {
  Building building;
  building.model.measurements.erase("box.heatingPower");
  building.model.remove_component("heat_to");
  building.learn();
  const double flow = building.parameter("box", "heatingAirFlowRate");
  CHECK(flow >= building.parameter("box", "minimumAirFlowRate"));
  CHECK(flow <= building.parameter("box", "nominalAirFlowRate"));
}

TEST_CASE("what nothing measures stays as it is") {
  Building building;
  building.model.measurements.clear();
  const SimulationModel before = building.model;
  const PlantTrends found = building.learn();
  CHECK(found.hours.empty());
  CHECK(found.values.empty());
  CHECK(building.model.components() == before.components());
  CHECK(building.model.connections() == before.connections());
}

TEST_CASE("a quantile lies between the finite values") {
  CHECK(quantile({3.0, NAN, 1.0}, 0.5) == 2.0);
  CHECK(quantile({3.0, 1.0}, 0.0) == 1.0);
  CHECK(quantile({3.0, 1.0}, 1.0) == 3.0);
  CHECK(std::isnan(quantile({NAN}, 0.5)));
}

}  // namespace hearth::test::plant_trends_test
