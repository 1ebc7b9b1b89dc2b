// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/control_loops.hpp"

#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::control_loops_test {
namespace {

constexpr int kDays = 7;
constexpr double kWater = 4180.0, kAir = 1012.0;  // J/(kg K)

/// A value by hour of the day.
using Column = std::function<double(int)>;

/// A model with a file of trends.
struct Trended {
  void add(const std::string& id, const char* type,
           const std::vector<std::pair<const char*, Quantity>>& parameters = {}) {
    Component component = instance(id, type);
    for (const auto& [name, value] : parameters) component.parameters[name].value = value;
    model.add_component(component);
  }

  void measure(const std::string& port, const char* unit, Column value) {
    FileColumn& own = model.measurements[port].column;
    own.file = "trends.csv";
    own.column = port;
    own.unit = parse_unit(unit);
    columns_.emplace_back(port, std::move(value));
  }

  std::vector<PlantValue> settle() {
    std::string text = "time";
    for (const auto& [name, value] : columns_) text += "," + name;
    text += "\n";
    for (int k = 0; k <= kDays * 96; ++k) {
      text += fmt::format("2023-01-{:02}T{:02}:{:02}:00Z", 1 + k / 96, k / 4 % 24, 15 * (k % 4));
      for (const auto& [name, value] : columns_) text += fmt::format(",{}", value(k / 4 % 24));
      text += "\n";
    }
    write_text_file(folder.path() / "trends.csv", text);
    model.defaults.step = std::chrono::minutes(1);
    return settle_control_loops(
        model, standard_components(), {.folders = {folder.path()}},
        {kStart, kStart + std::chrono::days(kDays), std::chrono::minutes(15)});
  }

  double parameter(const std::string& id, const std::string& name) const {
    return std::get<Quantity>(model.component(id).parameters.at(name).value).value;
  }

  SimulationModel model;
  TempFolder folder;

 private:
  std::vector<std::pair<std::string, Column>> columns_;
};

/// A coil of chilled water with 1 kg/s of air in the afternoon, 0.4 in the morning.
struct UnitWithCoil : Trended {
  UnitWithCoil() {
    add("supply", "SupplyFlowJunction");
    add("coil", "CoolingCoil");
    add("valve", "Valve", {{"waterFlowRateMax", {2.0, unit::kg_per_s}}});
    add("cooling", "PidController", {{"kp", {0.001, std::nullopt}}, {"Ti", {1200.0, unit::s}}});
    for (const char* connection :
         {"supply.airFlowRateIn -> coil.airFlowRate", "cooling.inputSignal -> valve.valvePosition",
          "valve.waterFlowRate -> coil.waterFlowRate",
          "coil.outletAirTemperature -> cooling.actualValue"}) {
      model.add_connection(connection);
    }
    measure("supply.airFlowRateIn", "kg/s", [](int hour) {
      if (hour < 6 || hour >= 20) return 0.0;
      return hour < 12 ? 0.4 : 1.0;
    });
  }
};

/// A zone whose terminal heats with all that it has for an hour, then with 0.3 and with 0.7 of it.
struct ZoneWithTerminal : Trended {
  explicit ZoneWithTerminal(const Column& temperature) {
    add("box", "VavReheatTerminal",
        {{"minimumAirFlowRate", {0.1, unit::kg_per_s}},
         {"heatingAirFlowRate", {0.2, unit::kg_per_s}},
         {"nominalAirFlowRate", {0.5, unit::kg_per_s}},
         {"nominalReheatPower", {2000.0, unit::W}},
         {"maximumOutletAirTemperature", {40.0, unit::degC}}});
    add("zone", "BuildingSpace",
        {{"C_air", {1e6, unit::J_per_K}}, {"R_in", {0.005, unit::K_per_W}}});
    add("heating", "PidController", {{"kp", {0.1, std::nullopt}}, {"Ti", {1200.0, unit::s}}});
    model.component("heating").config["isReverse"] = true;
    Component setpoint = instance("setpoint", "Schedule");
    setpoint.config["value"] = SeriesSpec{21.0, unit::degC};
    model.add_component(setpoint);
    for (const char* connection : {"heating.inputSignal -> box.heatingSignal",
                                   "zone.indoorTemperature -> heating.actualValue",
                                   "setpoint.scheduleValue -> heating.setpointValue"}) {
      model.add_connection(connection);
    }
    measure("box.heatingPower", "W", [](int hour) {
      if (hour < 6 || hour >= 20) return 0.0;
      return 2000.0 * (hour == 6 ? 1.0 : hour < 13 ? 0.3 : 0.7);
    });
    measure("zone.indoorTemperature", "degC", temperature);
  }
};

}  // namespace

TEST_CASE("coils of air handling units settle by their gain at the least flow of air") {
  UnitWithCoil unit;
  unit.settle();
  const double gain = 2.0 * kWater * 20.0 / (0.4 * kAir);
  CHECK(unit.parameter("cooling", "kp") == Approx(0.3 / gain));
  CHECK(unit.parameter("cooling", "Ti") == 60.0);
}

TEST_CASE("a coil whose air flow nothing measures keeps its controller") {
  UnitWithCoil unit;
  unit.model.measurements.clear();
  CHECK(unit.settle().empty());
  CHECK(unit.parameter("cooling", "kp") == 0.001);
}

TEST_CASE("a zone that keeps to its setpoint gets a controller that settles by half in a step") {
  ZoneWithTerminal zone([](int hour) { return hour < 7 ? 18.0 : 21.0; });
  const std::vector<PlantValue> found = zone.settle();
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == "heating.kp");
  CHECK(found[0].guess == Approx(0.1));
  const double loss = 1.0 / 0.005 + 0.1 * kAir;
  const double heat = 2000.0 / 0.5;  // of the whole command, whose first half reheats
  const double change = heat / loss * (1.0 - std::exp(-60.0 * loss / 1e6));
  CHECK(zone.parameter("heating", "kp") == Approx(0.5 / change));
  CHECK(zone.parameter("heating", "Ti") == 1200.0);  // not slower than the guess
}

TEST_CASE("a zone that follows its setpoint loosely gets the gain that its trends show") {
  // 0.2 of the command for 0.5 K
  ZoneWithTerminal zone([](int hour) { return hour < 13 ? 20.5 : 20.0; });
  zone.settle();
  CHECK(zone.parameter("heating", "kp") == Approx(0.4));
  CHECK(zone.parameter("heating", "Ti") == 1200.0);
}

TEST_CASE("a zone whose temperature shows a slower loop than the guess keeps the guess") {
  ZoneWithTerminal zone([](int hour) { return hour < 13 ? 20.0 : 16.0; });
  CHECK(zone.settle().empty());
}

TEST_CASE("the command of a terminal without more air for heating ends at its full reheat") {
  ZoneWithTerminal zone([](int hour) { return hour < 13 ? 20.0 : 16.0; });
  zone.model.component("box").parameters["heatingAirFlowRate"].value =
      Quantity{0.1, unit::kg_per_s};
  zone.settle();
  CHECK(zone.parameter("heating", "upper") == 0.5);
}

}  // namespace hearth::test::control_loops_test
