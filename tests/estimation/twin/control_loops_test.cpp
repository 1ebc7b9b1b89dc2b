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

  /// Removes all measurements that were added before.
  void forget() {
    model.measurements.clear();
    columns_.clear();
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

/// A coil of chilled water with 1 kg/s of air in the afternoon and 0.4 kg/s in the morning.
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

/// Returns the error of a loop after a step of its setpoint. The air after the coil changes by
/// `gain` for each unit of the command, one sample later.
double error_after(int steps, double gain, double kp, double integral_time) {
  double value = 0.0, sum = 0.0;
  for (int k = 0; k < steps; ++k) {
    const double error = 1.0 - value;
    sum += error * 60.0 / integral_time;
    value = gain * kp * (error + sum);
  }
  return std::abs(1.0 - value);
}

/// A zone whose terminal heats at full power for an hour, then with 0.3 and 0.7 of it.
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
    heated_in_shares();
    measure("zone.indoorTemperature", "degC", temperature);
  }

  /// Adds a measurement of the heat of `box`, with a maximum of `full`, W.
  void heated_in_shares(double full = 2000.0) {
    measure("box.heatingPower", "W", [full](int hour) {
      if (hour < 6 || hour >= 20) return 0.0;
      return full * (hour == 6 ? 1.0 : hour < 13 ? 0.3 : 0.7);
    });
  }

  void set(const std::string& id, const char* name, double value, const Unit& unit) {
    model.component(id).parameters[name].value = Quantity{value, unit};
  }

  /// Adds a box like the first one, which `controller` heats.
  void add_box(const std::string& id, const std::string& controller) {
    Component box = model.component("box");
    box.id = id;
    model.add_component(box);
    model.add_connection(controller + ".inputSignal -> " + id + ".heatingSignal");
  }

  /// Adds a controller of cooling with 24 degC, and a measurement of the air flow to `box`, kg/s.
  void cool(const Column& flow) {
    add("cooling", "PidController", {{"kp", {0.001, std::nullopt}}, {"Ti", {1200.0, unit::s}}});
    Component setpoint = instance("cool to", "Schedule");
    setpoint.config["value"] = SeriesSpec{24.0, unit::degC};
    model.add_component(setpoint);
    for (const char* connection : {"cooling.inputSignal -> box.coolingSignal",
                                   "zone.indoorTemperature -> cooling.actualValue",
                                   "cool to.scheduleValue -> cooling.setpointValue"}) {
      model.add_connection(connection);
    }
    measure("box.airFlowRate", "kg/s", flow);
  }

  /// The gain of heating that lets one box halve an error in a step.
  static double halving_gain(double heat) {
    const double loss = 1.0 / 0.005 + 0.1 * kAir;
    return 0.5 / (heat / loss * (1.0 - std::exp(-60.0 * loss / 1e6)));
  }
};

/// Temperatures of a zone that follows its heating setpoint from 7:00 on.
double kept(int hour) { return hour < 7 ? 18.0 : 21.0; }

}  // namespace

TEST_CASE("controllers of coils are set from the gain of the coil at the least air flow") {
  UnitWithCoil unit;
  unit.settle();
  const double gain = 2.0 * kWater * 20.0 / (0.4 * kAir);
  CHECK(unit.parameter("cooling", "kp") == Approx(0.3 / gain));
  CHECK(unit.parameter("cooling", "Ti") == 60.0);
}

TEST_CASE("a coil settles to 5 % in 12 steps and is stable at twice its gain") {
  UnitWithCoil unit;
  unit.settle();
  const double gain = 2.0 * kWater * 20.0 / (0.4 * kAir);
  const double kp = unit.parameter("cooling", "kp"), time = unit.parameter("cooling", "Ti");
  CHECK(error_after(12, gain, kp, time) < 0.05);
  CHECK(error_after(8, gain, kp, time) > 0.05);
  CHECK(error_after(200, 2.0 * gain, kp, time) < 1e-6);
  CHECK(error_after(200, 3.0 * gain, kp, time) > 1.0);
}

TEST_CASE("the gain of a coil with an equal percentage valve does not depend on the flows") {
  UnitWithCoil unit;
  Component& valve = unit.model.component("valve");
  valve.config["characteristic"] = Word{"blendedEqualPercentage"};
  valve.parameters["rangeability"].value = Quantity{30.0, {}};
  valve.parameters["delta"].value = Quantity{0.05, {}};
  valve.parameters["waterFlowRateMax"].value = Quantity{0.2, unit::kg_per_s};
  unit.settle();
  CHECK(unit.parameter("cooling", "kp") == Approx(0.3 / (std::log(30.0) * 20.0)));
}

TEST_CASE("the gain of an open equal percentage valve is proportional to the heat of its coil") {
  UnitWithCoil unit;
  Component& valve = unit.model.component("valve");
  valve.config["characteristic"] = Word{"equalPercentage"};
  unit.measure("coil.coolingPower", "W", [](int hour) {
    if (hour < 6 || hour >= 20) return 0.0;
    return (hour < 12 ? 0.4 : 1.0) * kAir * 5.0;
  });
  unit.settle();
  CHECK(unit.parameter("cooling", "kp") == Approx(0.3 / (std::log(50.0) * 5.0)));
}

TEST_CASE("a coil that hardly works has a gain from a tenth of its temperature difference") {
  UnitWithCoil unit;
  unit.model.component("valve").config["characteristic"] = Word{"equalPercentage"};
  unit.measure("coil.coolingPower", "W", [](int) { return 0.0; });
  unit.settle();
  CHECK(unit.parameter("cooling", "kp") == Approx(0.3 / (std::log(50.0) * 0.1 * 20.0)));
}

TEST_CASE("an oversized equal percentage valve has the gain of its nearly closed range") {
  UnitWithCoil unit;
  Component& valve = unit.model.component("valve");
  valve.config["characteristic"] = Word{"blendedEqualPercentage"};
  valve.parameters["rangeability"].value = Quantity{30.0, {}};
  valve.parameters["delta"].value = Quantity{0.05, {}};
  unit.settle();
  const double slope = std::pow(30.0, 0.05 - 1.0) / 0.05;
  const double gain = slope * 2.0 * kWater * 20.0 / (0.4 * kAir);
  CHECK(0.5 * gain > std::log(30.0) * 20.0);
  CHECK(unit.parameter("cooling", "kp") == Approx(0.6 / gain));
}

TEST_CASE("the gain of a coil follows from the measured air before it and a fan") {
  UnitWithCoil unit;
  unit.add("fan", "Fan");
  unit.add("mixing", "MixingBox");
  unit.model.add_connection("mixing.mixedAirTemperature -> fan.inletAirTemperature");
  unit.model.add_connection("fan.outletAirTemperature -> coil.inletAirTemperature");
  unit.measure("mixing.mixedAirTemperature", "degC", [](int) { return 17.0; });
  unit.settle();
  const double gain = 2.0 * kWater * (17.0 - 7.0) / (0.4 * kAir);
  CHECK(unit.parameter("cooling", "kp") == Approx(0.3 / gain));
}

TEST_CASE("a controller of another quantity than the air after its own coil does not change") {
  UnitWithCoil unit;
  unit.model.remove_connection("coil.outletAirTemperature -> cooling.actualValue");
  const std::string source = GENERATE(as<std::string>(), "coil.outletAirHumidityRatio",
                                      "zone.indoorTemperature", "other.outletAirTemperature");
  CAPTURE(source);
  unit.add("zone", "BuildingSpace");
  unit.add("other", "CoolingCoil");
  unit.model.add_connection(source + " -> cooling.actualValue");
  CHECK(unit.settle().empty());
}

TEST_CASE("a sensor may be between a coil and its controller") {
  UnitWithCoil unit;
  unit.model.remove_connection("coil.outletAirTemperature -> cooling.actualValue");
  unit.add("sensor", "Sensor");
  unit.model.add_connection("coil.outletAirTemperature -> sensor.measuredValue");
  unit.model.add_connection("sensor.measuredValue -> cooling.actualValue");
  CHECK(unit.settle().size() == 2);
}

TEST_CASE("a fan may be between a coil and the controller of the supply air") {
  UnitWithCoil unit;
  unit.model.remove_connection("coil.outletAirTemperature -> cooling.actualValue");
  unit.add("fan", "Fan");
  unit.model.add_connection("coil.outletAirTemperature -> fan.inletAirTemperature");
  unit.model.add_connection("fan.outletAirTemperature -> cooling.actualValue");
  CHECK(unit.settle().size() == 2);
}

TEST_CASE("the air flow of a coil is the sum over its unit's terminals if only they are measured") {
  UnitWithCoil unit;
  unit.forget();
  unit.model.component("supply").iri = unit.model.component("coil").iri = "urn:unit";
  for (const std::string id : {"a", "b"}) {
    unit.add(id, "VavTerminal");
    unit.model.add_connection("supply.airTemperatureOut[" + id + "] -> " + id +
                              ".supplyAirTemperature");
    unit.model.add_connection(id + ".airFlowRate -> supply.airFlowRateOut[" + id + "]");
  }
  const auto flow = [](double share) {
    return [share](int hour) { return hour < 6 || hour >= 20 ? 0.0 : hour < 12 ? share : 1.0; };
  };
  unit.measure("a.airFlowRate", "kg/s", flow(0.1));
  SECTION("each of which has a measured flow") {
    unit.measure("b.airFlowRate", "kg/s", flow(0.3));
    unit.settle();
    const double gain = 2.0 * kWater * 20.0 / (0.4 * kAir);
    CHECK(unit.parameter("cooling", "kp") == Approx(0.3 / gain));
  }
  SECTION("but not if one of them lacks it") { CHECK(unit.settle().empty()); }
}

TEST_CASE("the controller of a coil without a measured air flow does not change") {
  UnitWithCoil unit;
  unit.model.measurements.clear();
  CHECK(unit.settle().empty());
  CHECK(unit.parameter("cooling", "kp") == 0.001);
}

TEST_CASE("a zone that follows its setpoint gets a controller that halves errors in a step") {
  ZoneWithTerminal zone(kept);
  const std::vector<PlantValue> found = zone.settle();
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == "heating.kp");
  CHECK(found[0].guess == Approx(0.1));
  const double heat = 2000.0 / 0.5;  // at the full command, whose first half reheats
  CHECK(zone.parameter("heating", "kp") == Approx(ZoneWithTerminal::halving_gain(heat)));
  CHECK(zone.parameter("heating", "Ti") == 1200.0);  // not slower than the guess
}

TEST_CASE("a zone that deviates more from its setpoint gets the gain that its trends show") {
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

TEST_CASE("the terminals of one zone halve an error together") {
  ZoneWithTerminal zone(kept);
  const double alone = ZoneWithTerminal::halving_gain(2000.0 / 0.5);
  SECTION("with a controller each") {
    Component second = zone.model.component("heating");
    second.id = "second heating";
    zone.model.add_component(second);
    zone.add_box("second box", "second heating");
    zone.model.add_connection("zone.indoorTemperature -> second heating.actualValue");
    zone.model.add_connection("setpoint.scheduleValue -> second heating.setpointValue");
    zone.settle();
    CHECK(zone.parameter("heating", "kp") == Approx(alone / 2.0));
  }
  SECTION("with one controller, which is set once") {
    zone.add_box("second box", "heating");
    CHECK(zone.settle().size() == 2);
    CHECK(zone.parameter("heating", "kp") == Approx(alone / 2.0));
  }
  SECTION("with one controller and boxes of two sizes, by the larger one") {
    zone.add_box("second box", "heating");
    zone.set("second box", "nominalReheatPower", 2500.0, unit::W);
    zone.settle();
    CHECK(zone.parameter("heating", "kp") ==
          Approx(ZoneWithTerminal::halving_gain(2500.0 / 0.5) / 2.0));
  }
  SECTION("but those that cool do not count") {
    zone.cool([](int) { return 0.1; });
    zone.settle();
    CHECK(zone.parameter("heating", "kp") == Approx(alone));
  }
}

TEST_CASE("a controller of several terminals keeps its whole range") {
  ZoneWithTerminal zone([](int hour) { return hour < 13 ? 20.0 : 16.0; });
  zone.set("box", "heatingAirFlowRate", 0.1, unit::kg_per_s);
  zone.add_box("second box", "heating");
  CHECK(zone.settle().empty());
}

TEST_CASE("a terminal whose flow of heating is nearly its least flow has no more air") {
  ZoneWithTerminal zone([](int hour) { return hour < 13 ? 20.0 : 16.0; });
  zone.set("box", "heatingAirFlowRate", 0.104, unit::kg_per_s);
  zone.settle();
  CHECK(zone.parameter("heating", "upper") == 0.5);
}

TEST_CASE("a terminal that closes heats with its flow of heating") {
  ZoneWithTerminal zone(kept);
  zone.set("box", "minimumAirFlowRate", 0.0, unit::kg_per_s);
  SECTION("which has some heat") {
    zone.settle();
    const double loss = 1.0 / 0.005;
    const double change = 2000.0 / 0.5 / loss * (1.0 - std::exp(-60.0 * loss / 1e6));
    CHECK(zone.parameter("heating", "kp") == Approx(0.5 / change));
  }
  SECTION("and keeps its controller if it has none") {
    zone.set("box", "heatingAirFlowRate", 0.0, unit::kg_per_s);
    CHECK(zone.settle().empty());
  }
}

TEST_CASE("the heat of a coil that never reaches its maximum is a share of that maximum") {
  ZoneWithTerminal zone([](int hour) { return hour < 13 ? 20.5 : 20.0; });
  zone.forget();
  zone.heated_in_shares(1000.0);  // of 2000 W
  zone.measure("zone.indoorTemperature", "degC", [](int hour) { return hour < 13 ? 20.5 : 20.0; });
  zone.settle();
  CHECK(zone.parameter("heating", "kp") == Approx(0.2));  // 0.1 of the command for 0.5 K
}

TEST_CASE("integral times are the time constants of the air, but not shorter than a step") {
  ZoneWithTerminal zone([](int hour) { return hour < 13 ? 20.5 : 20.0; });
  SECTION("of a room that is faster than the guess") {
    zone.set("zone", "C_air", 1e5, unit::J_per_K);
    zone.settle();
    CHECK(zone.parameter("heating", "Ti") == Approx(1e5 / (1.0 / 0.005 + 0.1 * kAir)));
  }
  SECTION("with a guess below a step") {
    zone.set("heating", "Ti", 10.0, unit::s);
    zone.settle();
    CHECK(zone.parameter("heating", "Ti") == 60.0);
  }
}

TEST_CASE("the gain of cooling does not follow from flows that heat a room") {
  const auto flow = [](int hour) { return hour < 6 || hour >= 20 ? 0.1 : hour < 13 ? 0.2 : 0.4; };
  SECTION("while it is at the setpoint of heating") {
    ZoneWithTerminal zone([](int hour) { return hour < 13 ? 21.0 : 20.9; });
    zone.cool(flow);
    zone.settle();
    CHECK(zone.parameter("cooling", "kp") == 0.001);
  }
  SECTION("but those at the setpoint of cooling do") {
    ZoneWithTerminal zone([](int hour) { return hour < 13 ? 24.0 : 34.0; });
    zone.cool(flow);
    zone.settle();
    CHECK(zone.parameter("cooling", "kp") == Approx(0.05));  // 0.5 of the command for 10 K
  }
}

}  // namespace hearth::test::control_loops_test
