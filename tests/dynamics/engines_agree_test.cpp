// SPDX-License-Identifier: MIT
// The same models in both engines: what the stepwise engine differs by falls with its step.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <numbers>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/documented_table.hpp"
#include "hearth/tests/dynamics/systems.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::engines_agree_test {
namespace {

constexpr int kPeriod = 600;  // s, of all controllers and of the rows that are compared
constexpr std::array<int, 3> kSteps{40, 20, 10};

/// A model with where its series come from and when it runs.
struct Study {
  SimulationModel model;
  const Registry& types;
  SeriesResolver& resolver;
  Instant start;
  Duration length;

  RunRequest request(int step) const {
    RunRequest request;
    request.period = {start, start + length, std::chrono::seconds(step)};
    return request;
  }
  long rows() const { return length / std::chrono::seconds(kPeriod) + 1; }
};

/// All signals of a run, row by row of kPeriod.
Results continuously(const Study& study) {
  RunSettings settings;
  settings.period = study.request(kPeriod).period;
  settings.compile.engine = Engine::Continuous;
  settings.resolver = &study.resolver;
  settings.record = {"*"};
  settings.mean_rates = false;  // steps of `gauss-seidel` give values at their end
  settings.continuous.integrator.relative_tolerance = 1e-10;
  settings.continuous.integrator.absolute_tolerance = 1e-10;
  return Run(study.model, study.types, settings).to_end();
}

/// All signals of a run in shorter steps, row by row of kPeriod.
Results stepwise(const Study& study, int step) {
  RunSettings settings;
  settings.period = study.request(step).period;
  settings.compile.coupling = Coupling::GaussSeidel;
  settings.resolver = &study.resolver;
  settings.record = {"*"};
  const Results all = Run(study.model, study.types, settings).to_end();
  Results kept{all.start, std::chrono::seconds(kPeriod), all.signals, {}};
  for (long row = 0; row < study.rows(); ++row) {
    const double* values = all.row(row * (kPeriod / step));
    kept.values.insert(kept.values.end(), values, values + all.signals.size());
  }
  return kept;
}

std::size_t column(const Results& results, const std::string& name) {
  for (std::size_t i = 0; i < results.signals.size(); ++i) {
    if (results.signals[i].name == name) return i;
  }
  FAIL("no signal " << name);
  return 0;
}

/// The largest differences of one signal between the engines, by step. Row 0 is what was given.
std::vector<double> differences(const std::string& name, const Results& exact,
                                const std::vector<Results>& runs) {
  std::vector<double> result;
  const std::size_t signal = column(exact, name);
  for (const Results& run : runs) {
    REQUIRE(run.rows() == exact.rows());
    double largest = 0.0;
    for (long row = 1; row < run.rows(); ++row) {
      largest = std::max(largest, std::abs(run.row(row)[signal] - exact.row(row)[signal]));
    }
    result.push_back(largest);
  }
  return result;
}

/// The slope of log difference over log step, by least squares.
double fitted_order(const std::vector<double>& differences) {
  double x_mean = 0.0, y_mean = 0.0, xy = 0.0, xx = 0.0;
  const auto n = static_cast<double>(kSteps.size());
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    x_mean += std::log(kSteps[i]) / n;
    y_mean += std::log(differences[i]) / n;
  }
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const double x = std::log(kSteps[i]) - x_mean;
    xy += x * (std::log(differences[i]) - y_mean);
    xx += x * x;
  }
  return xy / xx;
}

/// Compares signals of both engines and expects first order: half the step, half the difference.
void check_first_order(const Study& study, const std::vector<std::string>& signals) {
  const Results exact = continuously(study);
  std::vector<Results> runs;
  for (const int step : kSteps) runs.push_back(stepwise(study, step));
  for (const std::string& name : signals) {
    std::vector<double> found = differences(name, exact, runs);
    INFO(name << ": " << found[0] << ", " << found[1] << ", " << found[2]);
    REQUIRE(found[2] > 0.0);
    found.push_back(fitted_order(found));
    std::cout << name << ": " << found[0] << ' ' << found[1] << ' ' << found[2] << ", order "
              << found[3] << '\n';
    check_documented("`" + name + "`", found);
    // What is of second order in the step adds a few per cent at 40 s.
    CHECK(found[3] == Approx(1.0).margin(0.05));
    CHECK(found[0] / found[1] == Approx(2.0).margin(0.1));
    CHECK(found[1] / found[2] == Approx(2.0).margin(0.1));
  }
}

Component sampled(Component component) {
  component.clock = SampleClock{static_cast<double>(kPeriod), 0.0, {}};
  return component;
}

/// Ten rooms of different size, each with a radiator, its controller and two dampers, on one air
/// handling unit with heat recovery.
class Building {
 public:
  static constexpr int kRooms = 10;

  Building() {
    air_handling();
    for (int i = 0; i < kRooms; ++i) room(i);
  }
  const SimulationModel& model() const { return model_; }

  /// Hourly outdoor temperatures joined by lines, occupancy and dampers that follow the hour.
  static ListResolver inputs(int hours) {
    ListResolver::Entry outdoors{{}, Series::Shape::Linear}, people, damper, setpoint;
    for (int hour = 0; hour <= hours; ++hour) {
      const double time = 3600.0 * hour;
      const bool open = hour % 24 >= 8 && hour % 24 < 17;
      outdoors.points.push_back(
          {time, 2.0 + 5.0 * std::sin(2.0 * std::numbers::pi * (hour - 9) / 24.0)});
      people.points.push_back({time, open ? 3.0 : 0.0});
      damper.points.push_back({time, open ? 0.9 : 0.2});
      setpoint.points.push_back({time, open ? 21.0 : 19.0});
    }
    return ListResolver({outdoors, people, damper, setpoint});
  }

 private:
  void connect(const std::string& from, const std::string& to) {
    model_.add_connection(from + " -> " + to);
  }

  void air_handling() {
    model_.add_component(instance("weather", "OutdoorEnvironment")).config["outdoorTemperature"] =
        listed("", 0).config["value"];
    model_.add_component(listed("people", 1));
    model_.add_component(listed("opening", 2));
    model_.add_component(listed("setpoint", 3));
    model_.add_component(constant("water", 55.0, unit::degC));
    model_.add_component(instance("supply", "SupplyJunction"));
    model_.add_component(instance("return", "ReturnJunction"));
    model_.add_component(instance("recovery", "HeatRecovery"));
    model_.add_component(
        instance("fan", "SimpleFan", {{"nominalAirFlowRate", 0.6}, {"nominalPowerRate", 900.0}}));
    model_.add_component(instance("coil", "SimpleCoil", {{"effectiveness", 0.1}}));
    model_.set_initial("coil.outletAirTemperature", {18.0, {}});
    connect("weather.outdoorTemperature", "recovery.outdoorTemperature");
    connect("return.airTemperatureOut", "recovery.returnTemperature");
    connect("recovery.airTemperatureOut", "fan.inletAirTemperature");
    connect("supply.airFlowRateIn", "fan.airFlowRate");
    connect("fan.outletAirTemperature", "coil.inletAirTemperature");
    connect("supply.airFlowRateIn", "coil.airFlowRate");
    connect("water.scheduleValue", "coil.supplyWaterTemperature");
    connect("coil.outletAirTemperature", "supply.airTemperatureIn");
  }

  void room(int i) {
    const std::string id = "room" + std::to_string(i);
    const double size = 1.0 + 0.1 * i;
    model_.add_component(instance(id, "BuildingSpace",
                                  {{"C_air", 1e6 * size},
                                   {"C_wall", 5e6 * size},
                                   {"R_in", 0.01 / size},
                                   {"R_out", 0.03 / size},
                                   {"V", 60.0 * size}}));
    model_.add_component(instance(id + "_heater", "SpaceHeater",
                                  {{"UA", 30.0 * size}, {"thermalMassHeatCapacity", 1e5}}));
    model_.set_initial(id + "_heater.Power", {0.0, {}});
    model_.add_component(instance(id + "_valve", "Valve", {{"waterFlowRateMax", 0.02 * size}}));
    model_.add_component(instance(id + "_damper", "Damper", {{"nominalAirFlowRate", 0.05 * size}}));
    model_.add_component(instance(id + "_sensor", "Sensor"));
    Component controller =
        instance(id + "_pid", "PidController", {{"kp", 0.08}, {"Ti", 3600.0}, {"Td", 0.0}});
    controller.config["isReverse"] = true;
    controller.config["form"] = Word{"velocity"};
    controller.config["saturation"] = Word{"smooth"};
    controller.initial["command"] = Quantity{0.3, {}};
    model_.add_component(sampled(controller));
    connect("weather.outdoorTemperature", id + ".outdoorTemperature");
    connect("people.scheduleValue", id + ".numberOfPeople");
    connect("opening.scheduleValue", id + "_damper.damperPosition");
    connect(id + "_damper.airFlowRate", id + ".supplyAirFlowRate");
    connect(id + "_damper.airFlowRate", id + ".exhaustAirFlowRate");
    connect(id + "_damper.airFlowRate", "supply.airFlowRateOut[" + id + "]");
    connect(id + "_damper.airFlowRate", "return.airFlowRateIn[" + id + "]");
    connect("supply.airTemperatureOut[" + id + "]", id + ".supplyAirTemperature");
    connect(id + ".indoorTemperature", "return.airTemperatureIn[" + id + "]");
    connect(id + ".indoorTemperature", id + "_sensor.measuredValue");
    connect(id + "_sensor.measuredValue", id + "_pid.actualValue");
    connect("setpoint.scheduleValue", id + "_pid.setpointValue");
    connect(id + "_pid.inputSignal", id + "_valve.valvePosition");
    connect(id + "_valve.waterFlowRate", id + "_heater.waterFlowRate");
    connect("water.scheduleValue", id + "_heater.supplyWaterTemperature");
    connect(id + ".indoorTemperature", id + "_heater.indoorTemperature");
    connect(id + "_heater.Power", id + ".heatGain");
  }

  SimulationModel model_;
};

TEST_CASE("ten rooms on one air handling unit: the engines agree at first order in the step") {
  constexpr int kHours = 48;
  ListResolver resolver = Building::inputs(kHours);
  const Study study{Building().model(), dynamics_components(), resolver, kStart,
                    std::chrono::hours(kHours)};
  check_first_order(
      study, {"room0.indoorTemperature", "room4.indoorTemperature", "room9.indoorTemperature",
              "room9.wallTemperature", "room0_pid.inputSignal", "room9_pid.inputSignal",
              "room0_heater.Power", "room9_heater.outletWaterTemperature",
              "return.airTemperatureOut", "coil.outletAirTemperature", "coil.Power"});
}

TEST_CASE("the one-room twin: the engines agree at first order in the step") {
  const auto folder = shared_data("data/twin4build/one_room");
  if (!folder) return;
  Diagnostics warnings;
  SimulationModel model =
      load_model(*folder / "semantic_model.ttl", standard_components(), {}, warnings);
  std::vector<std::string> controllers;
  for (const auto& [id, component] : model.components()) {
    if (component.type == "PidController") controllers.push_back(id);
  }
  REQUIRE(!controllers.empty());
  for (const std::string& id : controllers) model.component(id) = sampled(model.component(id));
  DataResolver resolver({.folders = {*folder}, .data_dir = *folder});
  // 2023-11-27T00:00:00+01:00
  const Instant start{std::chrono::seconds(1701039600)};
  const Study study{model, standard_components(), resolver, start, std::chrono::hours(96)};
  check_first_order(
      study, {"020B.indoorTemperature", "020B.wallTemperature", "020B_space_heater.Power",
              "020B_space_heater.outletWaterTemperature", "020B_space_heater_valve.valvePosition"});
}

}  // namespace
}  // namespace hearth::test::engines_agree_test
