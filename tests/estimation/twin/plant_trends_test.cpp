// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/plant_trends.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/components/physics/fan_law.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/data/time/week_hours.hpp"
#include "hearth/estimation/twin/internal/trends.hpp"
#include "hearth/estimation/twin/twin_problem.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::plant_trends_test {
namespace {

constexpr Duration kStep = std::chrono::minutes(15);
constexpr int kDays = 28;
constexpr Instant kMonday{std::chrono::seconds(1672617600)};  // 2023-01-02T00:00:00Z

/// The state of the building at a time of the week.
struct Scene {
  int day = 0;     // since the first Monday
  int minute = 0;  // of the day
  int weekday() const { return day % 7; }
  bool scheduled() const { return weekday() < 5 && minute >= 6 * 60 && minute < 20 * 60; }
  /// In three cold weeks of four, the unit runs in the night before Wednesday.
  bool cold() const { return weekday() == 2 && day < 21 && minute < 5 * 60; }
  bool runs() const { return scheduled() || cold(); }
  /// Whether it is a weekend, within some minutes after 10 o'clock.
  bool on_weekend_from_ten(int minutes) const {
    return weekday() >= 5 && minute >= 600 && minute < 600 + minutes;
  }
};

double zone_temperature(const Scene& at) {
  if (at.cold()) return 15.9;
  // The zone warms up during the first hour of operation.
  return at.scheduled() ? (at.minute < 7 * 60 ? 18.0 : 21.2) : 17.0;
}

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
          "unit/economizer.damperPosition -> unit/mixing.damperPosition",
          "unit/mixing.mixedAirTemperature -> unit/coil.inletAirTemperature",
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
    measure("zone.indoorTemperature", "degC", zone_temperature);
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

  /// Lets the fan, of which 1.8 kg/s are assumed, move 0.2 kg/s whenever the unit runs.
  void move_constant_air() {
    measure("unit/supply.airFlowRateIn", "kg/s",
            [](const Scene& at) { return at.runs() ? 0.2 : 0.0; });
    measure("unit/fan.Power", "W", [](const Scene& at) { return at.runs() ? 50.0 : 0.0; });
    model.component("unit/fan").parameters["nominalAirFlowRate"].value =
        Quantity{1.8, unit::kg_per_s};
  }

  /// Adds a heating coil before the other one, with a setpoint 0.2 K below that of the unit.
  void add_heating_coil() {
    add("unit/heatingCoil", "HeatingCoil");
    add("unit/heating", "PidController");
    model.component("unit/heating").config["isReverse"] = true;
    add("unit/heatTo", "PiecewiseLinearSchedule");
    model.component("unit/heatTo").config["points"] = Table(2, 2, {-100.0, -100.2, 200.0, 199.8});
    for (const char* connection :
         {"supplyAirSetpoint.scheduleValue -> unit/heatTo.x",
          "unit/heatTo.scheduleValue -> unit/heating.setpointValue",
          "unit/heatingCoil.outletAirTemperature -> unit/heating.actualValue"}) {
      model.add_connection(connection);
    }
  }

  /// Adds a cooling coil after the heating coil, with a setpoint 0.2 K above that of the unit.
  void add_cooling_coil() {
    add("unit/coolingCoil", "CoolingCoil");
    add("unit/cooling", "PidController");
    add("unit/coolTo", "PiecewiseLinearSchedule");
    model.component("unit/coolTo").config["points"] = Table(2, 2, {-100.0, -99.8, 200.0, 200.2});
    for (const char* connection :
         {"supplyAirSetpoint.scheduleValue -> unit/coolTo.x",
          "unit/coolTo.scheduleValue -> unit/cooling.setpointValue",
          "unit/coolingCoil.outletAirTemperature -> unit/cooling.actualValue"}) {
      model.add_connection(connection);
    }
  }

  /// Lets the unit also run on weekends, while `cools`, and sets the temperature of the zone then.
  void run_on_weekends(const std::function<bool(const Scene&)>& cools, const Column& zone) {
    measure("unit/supply.airFlowRateIn", "kg/s",
            [cools](const Scene& at) { return at.scheduled() || cools(at) ? 0.3 : 0.0; });
    measure("zone.indoorTemperature", "degC", [zone](const Scene& at) {
      if (at.weekday() < 5) return at.scheduled() ? 21.2 : 17.0;
      return zone(at);
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

  void add(const std::string& id, const char* type) {
    Component component = instance(id, type);
    component.iri = "urn:unit";
    model.add_component(component);
  }
  void measure(const std::string& port, const char* unit, Column value) {
    model.measurements[port].column = column(port, unit);
    std::erase_if(columns_, [&port](const auto& own) { return own.first == port; });
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

  /// Moves a measured port to its own file, with values at full hours.
  void write_hourly(const std::string& port) {
    const Column value = std::find_if(columns_.begin(), columns_.end(), [&port](const auto& own) {
                           return own.first == port;
                         })->second;
    std::string text = "time,value\n";
    for (int hour = 0; hour <= kDays * 24; ++hour) {
      text += fmt::format("2023-01-{:02}T{:02}:00:00Z,{}\n", 2 + hour / 24, hour % 24,
                          value({hour / 24, hour % 24 * 60}));
    }
    write_text_file(folder.path() / "hourly.csv", text);
    FileColumn& own = model.measurements.at(port).column;
    own.file = "hourly.csv";
    own.column = "value";
  }

  SimulationModel model;
  TempFolder folder;

 private:
  FileColumn column(const std::string& name, const char* unit) {
    FileColumn own;
    own.file = "trends.csv";
    own.column = name;
    own.unit = parse_unit(unit);
    return own;
  }

  int late_;  // steps by which stamps are later than their values
  std::vector<std::pair<std::string, Column>> columns_;
};

const WeeklyRules kHours{0.0, {{0x1f, 6 * 60, 20 * 60, 1.0}}};

}  // namespace

TEST_CASE("a unit's hours are those in which it runs every week, except in cold nights") {
  Building building;
  const PlantTrends found = building.learn();
  CHECK(found.stamp_lag == Duration{});
  REQUIRE(found.hours.count("unit") == 1);
  CHECK(found.hours.at("unit").rules == kHours);
  const auto& spec =
      std::get<SeriesSpec>(building.model.component("unit/hours").config.at("value"));
  CHECK(std::get<WeeklyRules>(spec.source) == kHours);
  CHECK(building.connected("unit/hours.scheduleValue -> unit/operation.occupied[hours]"));
  CHECK(building.connected("unit/operation.operationSignal -> box.operationSignal"));
  CHECK(building.connected("heating.demand -> unit/operation.heatingDemand[heating]"));
  CHECK(building.connected("cooling.demand -> unit/operation.coolingDemand[cooling]"));
  CHECK(building.connected("unit/operation.occupiedSignal -> unit/economizer.occupiedSignal"));
}

TEST_CASE("hours have the resolution of the trends if a twin is learned in longer steps") {
  Building building;
  for (const char* connection :
       {"box.airFlowRate -> unit/coil.airFlowRate",
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
  REQUIRE(problem.plant.hours.count("unit") == 1);
  CHECK(problem.plant.hours.at("unit").rules == kHours);
}

TEST_CASE("stamps that are a step later than schedules are ends of intervals") {
  Building building(1);
  const PlantTrends found = building.learn();
  CHECK(found.stamp_lag == kStep);
  CHECK(found.stamped_after == std::vector<std::string>{"cool_to", "heat_to"});
  CHECK(found.hours.at("unit").rules == kHours);
  const auto& spec = std::get<SeriesSpec>(building.model.component("heat_to").config.at("value"));
  CHECK(std::get<FileColumn>(spec.source).stamp == Stamp::MeanBefore);
}

TEST_CASE("hours from stamps of unknown meaning are between both interpretations") {
  for (const int late : {0, 1}) {
    Building building(late);
    building.model.remove_component("heat_to");
    building.model.remove_component("cool_to");
    building.measure("unit/supply.airFlowRateIn", "kg/s",
                     [](const Scene& at) { return at.scheduled() ? 0.3 : 0.0; });
    building.write();
    const PlantTrends found = building.learn();
    CHECK(found.stamp_lag == kStep / 2);
    const WeeklyRules& hours = found.hours.at("unit").rules;
    REQUIRE(hours.rules.size() == 1);
    // Half of a step of 15 minutes, rounded to whole minutes.
    CHECK(std::abs(hours.rules.front().from_minute - 6 * 60) <= 8);
    CHECK(std::abs(hours.rules.front().to_minute - 20 * 60) <= 8);
  }
}

TEST_CASE("a unit that runs past midnight also does so with stamps of unknown meaning") {
  Building building;
  building.model.remove_component("heat_to");
  building.model.remove_component("cool_to");
  building.measure("unit/supply.airFlowRateIn", "kg/s", [](const Scene& at) {
    return at.minute < 2 * 60 || at.minute >= 18 * 60 ? 0.3 : 0.0;
  });
  building.write();
  const WeeklyRules hours = building.learn().hours.at("unit").rules;
  // From 17:52 to 01:52; without a gap at midnight those are two rules.
  CHECK(hours.rules.size() == 2);
}

TEST_CASE("the stated meaning of a series' stamps takes precedence over that from setpoints") {
  Building building(1);
  Stamp stated = Stamp::Instant;
  int from = 6 * 60 + 15;
  SECTION("instants") {}
  SECTION("ends of intervals") {
    stated = Stamp::MeanBefore;
    from = 6 * 60;
  }
  SECTION("beginnings of intervals") { stated = Stamp::MeanAfter; }
  building.model.measurements["unit/supply.airFlowRateIn"].column.stamp = stated;
  const PlantTrends found = building.learn();
  CHECK(found.stamp_lag == kStep);  // of the setpoints and the series without a statement
  CHECK(found.hours.at("unit").rules.rules.front().from_minute == from);
}

TEST_CASE("stamps are ends of intervals if the file declares it") {
  Building building(1);
  const std::string text = read_text_file(building.folder.path() / "trends.csv");
  write_text_file(building.folder.path() / "trends.csv",
                  "# mean_before: unit/supply.airFlowRateIn, cool_to, heat_to\n" + text);
  const PlantTrends found = building.learn();
  CHECK(found.hours.at("unit").rules == kHours);
  CHECK(found.stamped_after.empty());  // it is stated
}

TEST_CASE("hours from hourly means take their interval into account") {
  Building building;
  building.measure("unit/supply.airFlowRateIn", "kg/s", [](const Scene& at) {
    return at.minute > 6 * 60 && at.minute <= 20 * 60 ? 0.3 : 0.0;
  });
  building.write_hourly("unit/supply.airFlowRateIn");
  building.model.measurements["unit/supply.airFlowRateIn"].column.stamp = Stamp::MeanBefore;
  CHECK(building.learn().hours.at("unit").rules ==
        WeeklyRules{0.0, {{0x7f, 6 * 60, 20 * 60, 1.0}}});
}

TEST_CASE("a terminal without values does not hide that the others have air") {
  Building building;
  building.model.measurements.erase("unit/supply.airFlowRateIn");
  building.model.measurements.erase("unit/fan.Power");
  for (const char* box : {"box2", "box3"}) {
    building.model.add_component(instance(box, "VavReheatTerminal"));
    building.model.add_connection(
        fmt::format("unit/supply.airTemperatureOut[{0}] -> {0}.supplyAirTemperature", box));
  }
  building.measure("box2.airFlowRate", "kg/s", [](const Scene& at) {
    return at.day > 7 ? NAN : at.runs() ? 0.2 : 0.001;
  });
  // This small terminal alone shows that the unit runs, but not that it rests.
  building.measure("box3.airFlowRate", "kg/s", [](const Scene& at) {
    return at.day % 2 == 0 ? NAN : at.runs() ? 0.02 : 0.0;
  });
  building.write();
  CHECK(building.learn().hours.at("unit").rules == kHours);
}

TEST_CASE("if the flow sensor of a unit is stuck at 0, its terminals show when it runs") {
  Building building;
  building.measure("unit/supply.airFlowRateIn", "kg/s", [](const Scene&) { return 0.0; });
  SECTION("by flows of terminals") {}
  SECTION("by the power of its fan") {
    building.measure("box.airFlowRate", "kg/s", [](const Scene&) { return 0.0; });
  }
  building.write();
  CHECK(building.learn().hours.at("unit").rules == kHours);
  CHECK(building.model.component("unit/fan").parameters.empty());  // 0 kg/s show no size
}

TEST_CASE("terminals fill gaps of the flow sensor of their unit") {
  Building building;
  building.measure("unit/supply.airFlowRateIn", "kg/s", [](const Scene& at) {
    return at.day >= 5 ? NAN : at.runs() ? 0.3 : 0.0;
  });
  building.write();
  CHECK(building.learn().hours.at("unit").rules == kHours);
}

TEST_CASE("a terminal gets its measured flows and power") {
  Building building;
  building.learn();
  CHECK(building.parameter("box", "minimumAirFlowRate") == Approx(0.1));
  // The zone never missed its cooling setpoint, so that 0.4 is only a lower limit.
  CHECK(building.parameter("box", "nominalAirFlowRate") == Approx(0.4));
  CHECK(building.parameter("box", "heatingAirFlowRate") == Approx(0.1));
  // In the morning the coil supplied 2500 W and the zone was 3 K too cold: this is its maximum.
  CHECK(building.parameter("box", "nominalReheatPower") == Approx(2500.0));
}

TEST_CASE("a unit gets its supply air setpoint, its minimum outdoor air and its fan power") {
  Building building;
  const PlantTrends found = building.learn();
  REQUIRE(found.supply_air.count("unit") == 1);
  CHECK(found.supply_air.at("unit").size() == 1);  // it does not depend on the weather
  CHECK(found.supply_air.at("unit").front().setpoint == Approx(13.0));
  CHECK(building.connected(
      "unit/supplyAirSetpoint.scheduleValue -> unit/economizer.mixedAirTemperatureSetpoint"));
  CHECK(building.connected(
      "unit/supplyAirSetpoint.scheduleValue -> unit/coil.outletAirTemperatureSetpoint"));
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirFlowRate") == Approx(0.05));
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirShare") == 0.0);
  // 300 W at 0.5 kg/s, of which at most 0.4 was moved: the size is uncertain, the power is not.
  const auto power = [](double nominal, double at_nominal) {
    return part_load_power(kVariableSpeed, 0.4 / nominal) * at_nominal;
  };
  CHECK(power(building.parameter("unit/fan", "nominalAirFlowRate"),
              building.parameter("unit/fan", "nominalPowerRate")) ==
        Approx(power(0.5, 300.0)).epsilon(0.01));
}

TEST_CASE("a fan at a constant flow gets the middle of the flows that it may have") {
  Building building;
  building.move_constant_air();
  building.write();
  building.learn();
  // Any flow from 0.2 kg/s to the assumed 1.8 kg/s fits.
  CHECK(building.parameter("unit/fan", "nominalAirFlowRate") == Approx(0.6));
}

TEST_CASE("a stated flow of a fan remains, and its power follows") {
  Building building;
  building.model.component("unit/fan").parameters["nominalAirFlowRate"] = {
      Quantity{0.5, unit::kg_per_s}, {}, {}, "graph b:fan"};
  building.learn();
  CHECK(building.parameter("unit/fan", "nominalAirFlowRate") == Approx(0.5));
  CHECK(building.parameter("unit/fan", "nominalPowerRate") == Approx(300.0));
}

TEST_CASE("coils and valves of a unit follow the flow of its fan if their sizes were assumed") {
  Building building;
  building.move_constant_air();
  building.add_heating_coil();
  Component valve = instance("unit/valve", "Valve");
  valve.iri = building.model.component("unit/fan").iri;
  valve.parameters["waterFlowRateMax"] = {
      Quantity{0.36, unit::kg_per_s}, {}, {}, "0.2 * nominalAirFlowRate"};
  building.model.add_component(valve);
  Component& coil = building.model.component("unit/heatingCoil");
  coil.parameters["UA"] = {Quantity{2700.0, unit::W_per_K}, {}, {}, "1500 x nominalAirFlowRate"};
  double ratio = 2.0 / 3.0;
  SECTION("assumed") {}
  SECTION("stated in the graph") {
    coil.parameters["UA"].source = "UA (graph b:coil)";
    building.model.component("unit/valve").parameters["waterFlowRateMax"].source =
        "waterFlowRateMax (graph b:valve)";
    ratio = 1.0;
  }
  building.write();
  building.learn();
  CHECK(building.parameter("unit/heatingCoil", "UA") == Approx(2700.0 * ratio));
  CHECK(building.parameter("unit/valve", "waterFlowRateMax") == Approx(0.36 * ratio));
}

TEST_CASE("terminals together need no more air than their fan moves, or twice as much as so far") {
  Building building;
  building.model.component("unit/fan").parameters["nominalAirFlowRate"] = {
      Quantity{0.5, unit::kg_per_s}, {}, {}, "0.0061 x floorArea"};
  building.model.component("box").parameters["nominalAirFlowRate"] = {
      Quantity{1.5, unit::kg_per_s}, {}, {}, "0.0061 x floorArea"};
  SECTION("an assumed flow is reduced, but not below the measured flow") {
    building.learn();
    CHECK(building.parameter("unit/fan", "nominalAirFlowRate") < 0.5);
    CHECK(building.parameter("box", "nominalAirFlowRate") == Approx(2.0 * 0.4));
  }
  SECTION("the flow of heating does not exceed it") {
    building.model.component("box").parameters["heatingAirFlowRate"].value =
        Quantity{1.2, unit::kg_per_s};
    building.model.measurements.erase("box.heatingPower");
    building.learn();
    CHECK(building.parameter("box", "heatingAirFlowRate") <=
          building.parameter("box", "nominalAirFlowRate"));
  }
  SECTION("a stated flow remains") {
    building.model.component("box").parameters["nominalAirFlowRate"].source =
        "nominalAirFlowRate (graph b:box)";
    building.learn();
    CHECK(building.parameter("box", "nominalAirFlowRate") == Approx(1.5));
  }
}

TEST_CASE("a parameter that is reduced again is noted once") {
  Building building;
  for (const char* box : {"box", "box2", "box3", "box4"}) {
    if (building.model.find(box) == nullptr) {
      building.model.add_component(instance(box, "VavReheatTerminal"));
      building.model.add_connection(
          fmt::format("unit/supply.airTemperatureOut[{0}] -> {0}.supplyAirTemperature", box));
      building.measure(std::string(box) + ".airFlowRate", "kg/s",
                       [](const Scene& at) { return at.runs() ? 0.1 : 0.0; });
    }
    for (const char* name : {"nominalAirFlowRate", "heatingAirFlowRate"}) {
      building.model.component(box).parameters[name] = {
          Quantity{1.5, unit::kg_per_s}, {}, {}, "0.0061 x floorArea"};
    }
  }
  building.write();
  std::map<std::string, double> values;
  for (const PlantValue& value : building.learn().values) {
    CAPTURE(value.path);
    CHECK(values.emplace(value.path, value.value).second);
    if (value.path == "box2.nominalAirFlowRate") CHECK(value.guess == 1.5);
  }
  for (const char* box : {"box", "box2", "box3", "box4"}) {
    CAPTURE(box);
    const double flow = building.parameter(box, "nominalAirFlowRate");
    CHECK(flow < 1.5);
    CHECK(values.at(std::string(box) + ".nominalAirFlowRate") == flow);
    CHECK(building.parameter(box, "heatingAirFlowRate") <= flow);
  }
}

TEST_CASE("a heating coil that keeps colder air than the unit gets its own setpoint") {
  Building building;
  building.add_heating_coil();
  const auto frost = [](const Scene& at) { return at.scheduled() && at.minute < 9 * 60; };
  building.measure("unit/heatingCoil.heatingPower", "W",
                   [frost](const Scene& at) { return frost(at) ? 3000.0 : 0.0; });
  const auto supply = [&](double heated) {
    building.measure("unit/coil.outletAirTemperature", "degC", [=](const Scene& at) {
      return frost(at) ? heated : at.runs() ? 13.0 : 19.0;
    });
    building.write();
    const PlantTrends found = building.learn();
    CHECK(found.supply_air.at("unit").front().setpoint == Approx(13.0));
    return std::get<Table>(building.model.component("unit/heatTo").config.at("points"))(0, 1);
  };
  SECTION("1.5 K colder") { CHECK(supply(11.5) == Approx(-101.5)); }
  SECTION("not if it keeps warmer air") { CHECK(supply(14.0) == Approx(-100.2)); }
}

TEST_CASE("outdoor air is at its minimum while the heating coil acts") {
  Building building;
  building.add_heating_coil();
  const auto frost = [](const Scene& at) { return at.scheduled() && at.minute < 8 * 60; };
  building.measure("unit/heatingCoil.heatingPower", "W",
                   [frost](const Scene& at) { return frost(at) ? 3000.0 : 0.0; });
  building.measure("unit/mixing.outdoorAirFlowRate", "kg/s", [frost](const Scene& at) {
    return frost(at) ? 0.03 : at.scheduled() ? 0.08 : 0.0;
  });
  building.write();
  building.learn();
  // It is also 0.3 of the supply air, which is constant then: of two constants the flow counts.
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirFlowRate") == Approx(0.03));
}

TEST_CASE("the damper of outdoor air shows up to which outdoor temperature a unit cools with it") {
  Building building;
  building.measure("outdoor.outdoorTemperature", "degC",
                   [](const Scene& at) { return 14.0 + at.minute / 144.0; });  // to 24 degC
  const auto learn = [&](double limit, double returned) {
    building.model.add_component(instance("returned", "Schedule"));
    building.model.component("returned").config["value"] = SeriesSpec{returned, unit::degC};
    building.model.add_connection("returned.scheduleValue -> unit/economizer.returnAirTemperature");
    building.measure("unit/mixing.outdoorAirFlowRate", "kg/s", [=](const Scene& at) {
      const double all =
          at.runs() ? (at.minute >= 12 * 60 && at.minute < 15 * 60 ? 0.4 : 0.1) : 0.0;
      const double outdoor = 14.0 + at.minute / 144.0;
      return outdoor < std::min(limit, returned) ? all : 0.3 * all;
    });
    building.write();
    building.learn();
  };
  const auto found = [&] { return building.parameter("unit/economizer", "highLimitTemperature"); };
  SECTION("below the limit of the model") {
    learn(19.0, 26.0);
    // Temperatures of two rows differ by 0.1 K.
    CHECK(found() == Approx(19.0).margin(0.11));
  }
  SECTION("above the limit of the model") {
    building.model.component("unit/economizer").parameters["highLimitTemperature"].value =
        Quantity{16.0, unit::degC};
    learn(19.0, 26.0);
    CHECK(found() == Approx(19.0).margin(0.11));
  }
  SECTION("not from one open row") {
    learn(14.05, 26.0);
    const auto& kept = building.model.component("unit/economizer").parameters;
    CHECK(kept.find("highLimitTemperature") == kept.end());
  }
  SECTION("without a limit except the return air") {
    building.model.component("unit/economizer").parameters["highLimitTemperature"].value =
        Quantity{18.0, unit::degC};
    learn(99.0, 26.0);
    CHECK(found() == 60.0);
  }
  SECTION("not if outdoor air warmer than the supply air is never colder than the return air") {
    learn(99.0, 14.0);
    const auto& kept = building.model.component("unit/economizer").parameters;
    CHECK(kept.find("highLimitTemperature") == kept.end());
  }
}

TEST_CASE("the minimum outdoor air is a share if it varies with the supply air") {
  Building building;
  building.add_heating_coil();
  const auto frost = [](const Scene& at) { return at.scheduled() && at.minute < 14 * 60; };
  building.measure("unit/heatingCoil.heatingPower", "W",
                   [frost](const Scene& at) { return frost(at) ? 3000.0 : 0.0; });
  // The supply air is 0.1 kg/s in the morning and 0.4 kg/s from 12 o'clock on.
  building.measure("unit/mixing.outdoorAirFlowRate", "kg/s", [](const Scene& at) {
    return at.scheduled() ? (at.minute >= 12 * 60 && at.minute < 15 * 60 ? 0.12 : 0.03) : 0.0;
  });
  building.write();
  building.learn();
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirShare") == Approx(0.3));
}

TEST_CASE("the coil that keeps the supply air gets the setpoint without a difference") {
  Building building;
  building.add_heating_coil();
  building.add_cooling_coil();
  const auto shift = [&](const char* id) {
    return std::get<Table>(building.model.component(id).config.at("points"))(0, 1) + 100.0;
  };
  SECTION("the cooling coil, if the heating coil rests most of the time") {
    building.learn();
    CHECK(shift("unit/coolTo") == Approx(0.0));
    CHECK(shift("unit/heatTo") == Approx(-0.2));
  }
  SECTION("the heating coil, if it acts most of the time") {
    building.measure("unit/heatingCoil.heatingPower", "W",
                     [](const Scene& at) { return at.scheduled() ? 3000.0 : 0.0; });
    building.write();
    building.learn();
    CHECK(shift("unit/coolTo") == Approx(0.2));
    CHECK(shift("unit/heatTo") == Approx(0.0));
  }
}

TEST_CASE("changes of a measured setpoint do not count as a difference between coils") {
  Building building;
  building.add_heating_coil();
  const auto frost = [](const Scene& at) { return at.scheduled() && at.minute < 9 * 60; };
  building.measure("unit/heatingCoil.heatingPower", "W",
                   [frost](const Scene& at) { return frost(at) ? 3000.0 : 0.0; });
  building.model.remove_component("supplyAirSetpoint");
  building.series("sat_set", "unit/economizer.mixedAirTemperatureSetpoint",
                  [frost](const Scene& at) { return frost(at) ? 11.0 : 13.0; });
  building.model.add_connection("sat_set.value -> unit/coil.outletAirTemperatureSetpoint");
  building.model.add_connection("sat_set.value -> unit/heatTo.x");
  const auto shift = [&](double heated) {
    building.measure("unit/coil.outletAirTemperature", "degC", [=](const Scene& at) {
      return frost(at) ? heated : at.runs() ? 13.0 : 19.0;
    });
    building.write();
    building.learn();
    return std::get<Table>(building.model.component("unit/heatTo").config.at("points"))(0, 1) +
           100.0;
  };
  SECTION("the air follows the setpoint") { CHECK(shift(11.0) == Approx(-0.2)); }
  SECTION("the coil keeps colder air than the setpoint") { CHECK(shift(10.5) == Approx(-0.5)); }
}

/// Lets the unit cool on weekends for an hour every four hours, after the zone reached 30 degC.
void warm_weekends(Building& building) {
  const auto since = [](const Scene& at) { return (at.minute + 120) % 240; };  // since stop, min
  const auto cools = [since](const Scene& at) { return at.weekday() >= 5 && since(at) >= 180; };
  building.run_on_weekends(cools, [since, cools](const Scene& at) {
    return cools(at) ? 30.0 - (since(at) - 180) / 24.0 : 27.5 + since(at) / 72.0;
  });
}

TEST_CASE("operation for warm zones is not part of a unit's hours, however long it lasts") {
  Building building;
  warm_weekends(building);
  CHECK(building.learn().hours.at("unit").rules == kHours);
}

TEST_CASE("runs of equal length at night show the minimum run time of a unit") {
  Building building;
  warm_weekends(building);
  building.learn();
  CHECK(building.parameter("unit/operation", "minimumRunTime") == Approx(3600.0));
  // In the last row before the start, the zone is at 29.79 degC.
  CHECK(building.parameter("unit/operation", "startDemand") == Approx(-0.208).margin(0.001));
  // No run ended because the zone was cold enough.
  CHECK(building.parameter("unit/operation", "stopDemand") == Approx(-0.408).margin(0.001));
}

TEST_CASE("runs at night that are longer than the shortest show the demand at which a unit stops") {
  Building building;
  // For 105 to 165 minutes, on different days.
  const auto cools = [](const Scene& at) {
    const int length = 30 + 15 * (at.day % 7 + at.day / 7);
    return at.on_weekend_from_ten(length);
  };
  building.run_on_weekends(cools, [cools](const Scene& at) {
    return cools(at) ? 28.0 : at.minute < 600 ? 30.1 : 28.5;
  });
  building.learn();
  CHECK(building.parameter("unit/operation", "minimumRunTime") == Approx(105.0 * 60.0));
  CHECK(building.parameter("unit/operation", "startDemand") == Approx(0.1));
  CHECK(building.parameter("unit/operation", "stopDemand") == Approx(-2.0));
}

TEST_CASE("runs of a fixed time with breaks shorter than a row do not show the demand at a stop") {
  Building building;
  // Runs of 60, 120 or 180 minutes, which begin at 10 h, end at different temperatures.
  const auto length = [](const Scene& at) { return 60 * (1 + (at.day + at.day / 7) % 3); };
  const auto cools = [length](const Scene& at) { return at.on_weekend_from_ten(length(at)); };
  building.run_on_weekends(cools, [cools, length](const Scene& at) {
    return cools(at) ? 28.5 - length(at) / 100.0 : at.minute < 600 ? 30.1 : 28.5;
  });
  building.learn();
  CHECK(building.parameter("unit/operation", "minimumRunTime") == Approx(3600.0));
  CHECK(building.parameter("unit/operation", "startDemand") == Approx(0.1));
  CHECK(building.parameter("unit/operation", "stopDemand") == Approx(-0.1));
}

TEST_CASE("runs of a fixed time are found if none of them is seen alone") {
  Building building;
  const auto length = [](const Scene& at) { return at.day % 2 == 0 ? 120 : 180; };
  const auto cools = [length](const Scene& at) { return at.on_weekend_from_ten(length(at)); };
  building.run_on_weekends(cools, [cools](const Scene& at) {
    return cools(at) ? 28.5 : at.minute < 600 ? 30.1 : 28.5;
  });
  building.learn();
  CHECK(building.parameter("unit/operation", "minimumRunTime") == Approx(3600.0));
}

TEST_CASE("zones that warm at different rates show the same demand at which a unit starts") {
  Building building;
  // On weekends the zone warms to 30 degC by 10 h, in steps of 0.05 to 1 K, and the unit cools
  // it.
  const auto rate = [](const Scene& at) { return at.weekday() == 5 ? 0.05 : 1.0; };
  const auto cools = [](const Scene& at) { return at.on_weekend_from_ten(60); };
  building.run_on_weekends(cools, [cools, rate](const Scene& at) {
    return cools(at) || at.minute > 600 ? 28.0
                                        : std::max(20.0, 30.0 - rate(at) * (600 - at.minute) / 15);
  });
  building.learn();
  CHECK(building.parameter("unit/operation", "startDemand") == Approx(-0.05).margin(0.01));
}

TEST_CASE("runs at night that are as short as a step have no minimum run time") {
  Building building;
  const auto cools = [](const Scene& at) { return at.weekday() >= 5 && at.minute % 120 == 0; };
  building.run_on_weekends(cools, [cools](const Scene& at) { return cools(at) ? 29.0 : 30.1; });
  building.learn();
  CHECK(building.model.component("unit/operation").parameters.count("minimumRunTime") == 0);
}

TEST_CASE("a unit that is known for less than a week gets sizes but no hours") {
  Building building;
  const PlantTrends found = building.learn(2);
  CHECK(found.hours.empty());
  CHECK(building.model.find("unit/operation") == nullptr);
  // The minimum flow of outdoor air requires the supply air.
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirFlowRate") > 0.0);
  CHECK(building.connected("unit/supply.airFlowRateIn -> unit/economizer.supplyAirFlowRate"));
  CHECK(building.parameter("box", "minimumAirFlowRate") == Approx(0.1));
}

TEST_CASE("a unit that always runs has no hours, even if its zones keep to their setback") {
  Building building;
  building.model.measurements.erase("unit/supply.airFlowRateIn");
  building.model.measurements.erase("box.airFlowRate");
  // The power of the fan is then the only evidence, here a temperature that is never near 0.
  building.model.measurements["unit/fan.Power"].column.column = "zone.indoorTemperature";
  CHECK(building.learn().hours.empty());
}

TEST_CASE("a unit does not rest if something that takes its air cannot rest") {
  Building building;
  building.model.add_component(instance("mixed", "ReturnFlowJunction"));
  SECTION("from the unit itself") {
    building.model.add_connection(
        "unit/supply.airTemperatureOut[other] -> mixed.airTemperatureIn[other]");
  }
  SECTION("from a mean that a terminal gets too") {
    building.model.remove_connection(
        "unit/supply.airTemperatureOut[box] -> box.supplyAirTemperature");
    building.model.add_component(instance("mean", "Sum"));
    building.model.add_connection("unit/supply.airTemperatureOut[mean] -> mean.u[unit]");
    building.model.add_connection("mean.y -> box.supplyAirTemperature");
    building.model.add_connection("mean.y -> mixed.airTemperatureIn[other]");
  }
  const PlantTrends found = building.learn();
  CHECK(found.hours.empty());
  CHECK(building.model.find("unit/operation") == nullptr);
  REQUIRE(found.notes.items().size() == 1);
  CHECK(found.notes.items().front().code == "twin.unit_cannot_rest");
  CHECK_THAT(found.notes.items().front().message, Catch::Contains("'unit'"));
  CHECK_THAT(found.notes.items().front().message, Catch::Contains("mixed"));
}

TEST_CASE("terminals after a mean over several units rest with their unit") {
  Building building;
  building.model.remove_connection(
      "unit/supply.airTemperatureOut[box] -> box.supplyAirTemperature");
  building.model.add_component(instance("mean", "Sum"));
  building.model.add_component(instance("box2", "VavReheatTerminal"));
  building.model.add_connection("unit/supply.airTemperatureOut[mean] -> mean.u[unit]");
  building.model.add_connection("mean.y -> box.supplyAirTemperature");
  building.model.add_connection("mean.y -> box2.supplyAirTemperature");
  const PlantTrends found = building.learn();
  CHECK(found.notes.items().empty());
  CHECK(found.hours.count("unit") == 1);
  CHECK(building.connected("unit/operation.operationSignal -> box.operationSignal"));
  CHECK(building.connected("unit/operation.operationSignal -> box2.operationSignal"));
}

TEST_CASE("a controller that reads the supply air does not count as taking it") {
  Building building;
  building.model.add_component(instance("control", "PidController"));
  building.model.add_connection("unit/supply.airTemperatureOut[control] -> control.actualValue");
  CHECK(building.learn().hours.count("unit") == 1);
}

TEST_CASE("units that share a terminal rest if the hours of all are known") {
  Building building;
  Component other = instance("other/supply", "SupplyFlowJunction");
  other.iri = "urn:other";
  building.model.add_component(other);
  building.model.remove_connection(
      "unit/supply.airTemperatureOut[box] -> box.supplyAirTemperature");
  building.model.add_component(instance("mean", "Sum"));
  building.model.add_connection("unit/supply.airTemperatureOut[box] -> mean.u[unit]");
  building.model.add_connection("other/supply.airTemperatureOut[box] -> mean.u[other]");
  building.model.add_connection("mean.y -> box.supplyAirTemperature");
  building.model.measurements.erase("box.airFlowRate");
  SECTION("all are") {
    building.measure("other/supply.airFlowRateIn", "kg/s",
                     [](const Scene& at) { return at.scheduled() ? 0.2 : 0.0; });
    building.write();
    const PlantTrends found = building.learn();
    CHECK(found.notes.items().empty());
    CHECK(found.hours.size() == 2);
    CHECK(building.connected("box/operation.value -> box.operationSignal"));
    CHECK(
        building.connected("unit/operation.operationSignal -> "
                           "box/operation.inputs[unit/operation]"));
  }
  SECTION("one is not") {
    const PlantTrends found = building.learn();
    // Its coils would rest while the terminal continued to draw air through them.
    CHECK(found.hours.empty());
    CHECK(building.model.find("unit/operation") == nullptr);
    REQUIRE(found.notes.items().size() == 1);
    CHECK(found.notes.items().front().code == "twin.shared_terminal");
    for (const char* named : {"'unit'", "'box'", "'other'", "fan power"}) {
      CHECK_THAT(found.notes.items().front().message, Catch::Contains(named));
    }
  }
  SECTION("one never rests") {
    building.measure("other/supply.airFlowRateIn", "kg/s", [](const Scene&) { return 0.2; });
    building.write();
    const PlantTrends found = building.learn();
    CHECK(found.hours.empty());
    REQUIRE(found.notes.items().size() == 1);
    CHECK_THAT(found.notes.items().front().message, Catch::Contains("'other'"));
  }
}

TEST_CASE("two supply junctions of one unit rest together") {
  Building building;
  building.add("unit/supply 2", "SupplyFlowJunction");
  building.model.add_component(instance("box2", "VavReheatTerminal"));
  for (const char* connection :
       {"unit/coil.outletAirTemperature -> unit/supply 2.airTemperatureIn",
        "unit/supply 2.airTemperatureOut[box2] -> box2.supplyAirTemperature"}) {
    building.model.add_connection(connection);
  }
  const PlantTrends found = building.learn();
  REQUIRE(found.hours.size() == 1);
  CHECK(found.hours.at("unit").rules == kHours);
  CHECK(found.supply_air.at("unit").front().setpoint == Approx(13.0));
  CHECK(building.connected("unit/operation.operationSignal -> box.operationSignal"));
  CHECK(building.connected("unit/operation.operationSignal -> box2.operationSignal"));
}

TEST_CASE("two units of one node of a graph have their own hours") {
  Building building;
  building.add("unit/supply 2", "SupplyFlowJunction");
  building.add("unit/economizer 2", "Economizer");
  building.add("unit/mixing 2", "MixingBox");
  building.add("unit/coil 2", "Coil");
  building.model.add_component(instance("box2", "VavReheatTerminal"));
  for (const char* connection :
       {"unit/economizer 2.damperPosition -> unit/mixing 2.damperPosition",
        "unit/mixing 2.mixedAirTemperature -> unit/coil 2.inletAirTemperature",
        "unit/coil 2.outletAirTemperature -> unit/supply 2.airTemperatureIn",
        "supplyAirSetpoint.scheduleValue -> unit/economizer 2.mixedAirTemperatureSetpoint",
        "unit/supply 2.airTemperatureOut[box2] -> box2.supplyAirTemperature"}) {
    building.model.add_connection(connection);
  }
  building.measure("unit/coil 2.outletAirTemperature", "degC", [](const Scene&) { return 15.0; });
  building.measure("box2.airFlowRate", "kg/s", [](const Scene& at) {
    return at.scheduled() && at.minute >= 8 * 60 ? 0.2 : 0.0;
  });
  building.write();
  const PlantTrends found = building.learn();
  REQUIRE(found.hours.size() == 2);
  CHECK(found.hours.at("unit/supply").rules == kHours);
  CHECK(found.hours.at("unit/supply 2").rules == WeeklyRules{0.0, {{0x1f, 8 * 60, 20 * 60, 1.0}}});
  CHECK(found.supply_air.at("unit/supply").front().setpoint == Approx(13.0));
  CHECK(found.supply_air.at("unit/supply 2").front().setpoint == Approx(15.0));
  CHECK(building.connected("unit/operation.operationSignal -> box.operationSignal"));
  CHECK(building.connected("unit/operation 2.operationSignal -> box2.operationSignal"));
  CHECK(building.connected("unit/operation 2.occupiedSignal -> unit/economizer 2.occupiedSignal"));
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

TEST_CASE("values that are read off trends have a standard error") {
  Building building;
  // In odd weeks the flow of the box is 1.5 times that of even weeks.
  building.measure("box.airFlowRate", "kg/s", [](const Scene& at) {
    return !at.runs()                                    ? 0.0
           : at.minute >= 12 * 60 && at.minute < 15 * 60 ? 0.4
           : at.day / 7 % 2 == 0                         ? 0.1
                                                         : 0.15;
  });
  building.write();
  const PlantTrends found = building.learn();
  std::map<std::string, PlantValue> values;
  for (const PlantValue& value : found.values) values[value.path] = value;
  REQUIRE(values.at("box.heatingAirFlowRate").sd);
  CHECK(*values.at("box.heatingAirFlowRate").sd > 0.0);
  // It heats with 0.1 and 0.15 kg/s for equal times: the error of the median is their difference.
  CHECK(*values.at("box.heatingAirFlowRate").sd < 0.1);
  CHECK(*values.at("unit/economizer.minimumOutdoorAirFlowRate").sd == 0.0);
  CHECK(values.at("unit/fan.nominalPowerRate").sd);
  CHECK(*values.at("box.nominalAirFlowRate").at_least == Approx(0.4));
  // The zone was too cold at full power, so that this is the maximum.
  CHECK_FALSE(values.at("box.nominalReheatPower").at_least);
  CHECK(found.supply_air.at("unit").front().sd == 0.0);
  // All days are equal; times are known to an interval of 15 minutes between two stamps.
  CHECK(*found.hours.at("unit").start_sd == Approx(900.0 / std::sqrt(12.0)));
  CHECK(*found.hours.at("unit").stop_sd == Approx(900.0 / std::sqrt(12.0)));
}

TEST_CASE("days that begin at different times increase the spread of hours") {
  Building building;
  building.measure("unit/supply.airFlowRateIn", "kg/s", [](const Scene& at) {
    const int from = 6 * 60 - at.day % 4 * 15;
    return at.weekday() < 5 && at.minute >= from && at.minute < 20 * 60 ? 0.3 : 0.0;
  });
  building.write();
  const UnitHours hours = building.learn().hours.at("unit");
  CHECK(*hours.stop_sd == Approx(900.0 / std::sqrt(12.0)));
  CHECK(*hours.start_sd > 900.0);
  CHECK(*hours.start_sd < 2700.0);
}

TEST_CASE("a maximum that is measured below its guess has a lower limit but no standard error") {
  Building building;
  building.model.measurements.erase("unit/fan.Power");
  building.model.component("box").parameters["nominalAirFlowRate"].value =
      Quantity{1.0, unit::kg_per_s};
  for (const PlantValue& value : building.learn().values) {
    if (value.path != "box.nominalAirFlowRate") continue;
    CHECK(value.value == 1.0);
    CHECK(*value.at_least == Approx(0.4));
    CHECK_FALSE(value.sd);
  }
}

/// Returns hourly weather of January with the columns of the header: the first is the
/// temperature, the humidity ratio rises over each day by `rise`.
std::string hourly_weather(const std::string& header, double rise, const std::string& rest = "") {
  std::string text = "time,dryBulbTemperature" + header + "\n";
  for (int hour = 0; hour < 31 * 24; ++hour) {
    text += fmt::format("2023-01-{:02}T{:02}:00:00Z,{}", 1 + hour / 24, hour % 24, 5 + hour % 3);
    if (!header.empty()) text += fmt::format(",{}{}", 0.004 + rise * (hour % 24) / 24.0, rest);
    text += "\n";
  }
  return text;
}

/// A unit with a cooling coil, with water or with a compressor, that returns the air of its zone,
/// by a weather file.
void add_return(Building& building, const std::string& weather, bool water = true) {
  if (water) {
    building.add_cooling_coil();
    building.model.add_connection(
        "unit/mixing.mixedAirTemperature -> unit/coolingCoil.inletAirTemperature");
  } else {
    building.add("unit/compressor", "DirectExpansionSystem");
    building.model.add_connection("unit/coil.coolingPower -> unit/compressor.coolingPower");
  }
  building.add("unit/return", "ReturnFlowJunction");
  for (const char* connection :
       {"zone.indoorTemperature -> unit/return.airTemperatureIn[box]",
        "box.airFlowRate -> unit/return.airFlowRateIn[box]",
        "unit/return.airTemperatureOut -> unit/mixing.returnAirTemperature",
        "box.outletAirTemperature -> zone.supplyAirTemperature",
        "box.airFlowRate -> zone.supplyAirFlowRate",
        "box.airFlowRate -> zone.exhaustAirFlowRate"}) {
    building.model.add_connection(connection);
  }
  building.model.component("zone").parameters["V"] = {Quantity{250.0, unit::m3}, {}, {}, {}};
  FileColumn temperature;
  temperature.file = "weather.csv";
  temperature.column = "dryBulbTemperature";
  temperature.unit = unit::degC;
  building.model.component("outdoor").config["outdoorTemperature"] =
      SeriesSpec{temperature, std::nullopt};
  write_text_file(building.folder.path() / "weather.csv", weather);
}

TEST_CASE("a cooling coil gets the water of outdoor air and of rooms") {
  Building building;
  add_return(building, hourly_weather(",humidityRatio,atmosphericPressure", 0.001, ",83000"));
  building.learn();
  for (const char* connection :
       {"weather.outdoorHumidityRatio -> unit/mixing.outdoorHumidityRatio",
        "unit/return.airHumidityRatioOut -> unit/mixing.returnAirHumidityRatio",
        "unit/mixing.mixedAirHumidityRatio -> unit/coolingCoil.inletAirHumidityRatio",
        "unit/coolingCoil.outletAirHumidityRatio -> unit/supply.airHumidityRatioIn",
        "unit/supply.airHumidityRatioOut[box] -> zone/moisture.supplyAirHumidityRatio",
        "weather.outdoorHumidityRatio -> zone/moisture.outdoorHumidityRatio",
        "box.airFlowRate -> zone/moisture.supplyAirFlowRate",
        "box.airFlowRate -> zone/moisture.exhaustAirFlowRate",
        "zone/moisture.indoorHumidityRatio -> unit/return.airHumidityRatioIn[box]"}) {
    CAPTURE(connection);
    CHECK(building.connected(connection));
  }
  CHECK(building.parameter("zone/moisture", "V") == 250.0);
  CHECK(building.parameter("unit/coolingCoil", "atmosphericPressure") == Approx(83000.0));
}

TEST_CASE("a coil with a compressor gets the water of outdoor air and of rooms") {
  Building building;
  add_return(building, hourly_weather(",humidityRatio,atmosphericPressure", 0.001, ",83000"),
             false);
  building.learn();
  CHECK(building.connected("unit/mixing.mixedAirHumidityRatio -> unit/coil.inletAirHumidityRatio"));
  CHECK(building.connected("unit/coil.outletAirHumidityRatio -> unit/supply.airHumidityRatioIn"));
  CHECK(building.parameter("unit/coil", "atmosphericPressure") == Approx(83000.0));
}

TEST_CASE("air stays dry if the weather file lacks its humidity, or a room is not known to mix") {
  Building building;
  SECTION("no column of humidity") { add_return(building, hourly_weather("", 0.0)); }
  SECTION("one number for all times") {
    add_return(building, hourly_weather(",humidityRatio", 0.0));
  }
  SECTION("a zone that is not a room") {
    add_return(building, hourly_weather(",humidityRatio", 0.001));
    building.model.remove_component("zone");
    building.model.add_component(instance("zone", "SimpleHourlyZone"));
    building.model.add_connection("zone.indoorTemperature -> unit/return.airTemperatureIn[box]");
  }
  building.learn();
  CHECK(building.model.find("zone/moisture") == nullptr);
  CHECK(building.model.find("weather") == nullptr);
}

TEST_CASE("parameters without measurements do not change") {
  Building building;
  building.model.measurements.clear();
  const SimulationModel before = building.model;
  const PlantTrends found = building.learn();
  CHECK(found.hours.empty());
  CHECK(found.values.empty());
  CHECK(building.model.components() == before.components());
  CHECK(building.model.connections() == before.connections());
}

TEST_CASE("a quantile is between finite values") {
  CHECK(quantile({3.0, NAN, 1.0}, 0.5) == 2.0);
  CHECK(quantile({3.0, 1.0}, 0.0) == 1.0);
  CHECK(quantile({3.0, 1.0}, 1.0) == 3.0);
  CHECK(std::isnan(quantile({NAN}, 0.5)));
}

/// Adds a return duct from the zone, whose air is warmer than the zone by `rise`.
void add_return(Building& building, const Column& rise, const Column& outdoors) {
  building.add("unit/return", "ReturnFlowJunction");
  for (const char* connection : {"box.airFlowRate -> unit/return.airFlowRateIn[box]",
                                 "zone.indoorTemperature -> unit/return.airTemperatureIn[box]"}) {
    building.model.add_connection(connection);
  }
  building.measure("unit/return.airTemperatureOut", "degC",
                   [rise](const Scene& at) { return zone_temperature(at) + rise(at); });
  building.model.remove_connection(
      "outdoor.outdoorTemperature -> unit/economizer.outdoorTemperature");
  building.series("outdoors", "unit/economizer.outdoorTemperature", outdoors);
  building.write();
}

TEST_CASE("return air that is warmer than the rooms has a temperature rise") {
  Building building;
  add_return(
      building, [](const Scene&) { return 0.8; }, [](const Scene& at) { return 0.01 * at.minute; });
  building.learn();
  CHECK(building.parameter("unit/return", "temperatureRise") == Approx(0.8).margin(1e-6));
}

TEST_CASE("return air whose rise depends on the weather or is small has none") {
  Building building;
  SECTION("losses of a plenum in the cold") {
    add_return(
        building, [](const Scene& at) { return at.minute < 12 * 60 ? -1.5 : -0.3; },
        [](const Scene& at) { return 0.01 * at.minute; });
  }
  SECTION("the accuracy of sensors") {
    add_return(
        building, [](const Scene&) { return 0.05; },
        [](const Scene& at) { return 0.01 * at.minute; });
  }
  building.learn();
  CHECK_FALSE(building.model.component("unit/return").parameters.contains("temperatureRise"));
}

TEST_CASE("outdoor air that is closed before people arrive follows a schedule") {
  Building building;
  building.measure("unit/coil.heatingPower", "W",
                   [](const Scene& at) { return at.runs() && at.minute >= 7 * 60 ? 900.0 : 0.0; });
  building.measure("unit/mixing.outdoorAirFlowRate", "kg/s", [](const Scene& at) {
    return at.scheduled() && at.minute >= 7 * 60 ? 0.05 : 0.0;
  });
  building.write();
  building.learn();
  CHECK(building.connected("unit/outdoorAirHours.scheduleValue -> unit/outdoorAir.u[hours]"));
  CHECK(building.connected("unit/operation.occupiedSignal -> unit/outdoorAir.u[occupied]"));
  CHECK(building.connected("unit/outdoorAir.y -> unit/economizer.occupiedSignal"));
  const auto& spec =
      std::get<SeriesSpec>(building.model.component("unit/outdoorAirHours").config.at("value"));
  const auto& shares = std::get<WeeklyRules>(spec.source);
  CHECK(value_at(shares, 0, 6 * 60 + 30) == 0.0);
  CHECK(value_at(shares, 0, 10 * 60) == 1.0);
  CHECK(building.parameter("unit/economizer", "minimumOutdoorAirFlowRate") ==
        Approx(0.05).epsilon(1e-6));
}

}  // namespace hearth::test::plant_trends_test
