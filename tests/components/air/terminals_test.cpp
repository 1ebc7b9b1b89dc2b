// SPDX-License-Identifier: MIT
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/air/fan_powered_terminal.hpp"
#include "hearth/components/air/openable_window.hpp"
#include "hearth/components/air/vav_reheat_terminal.hpp"
#include "hearth/components/air/vav_terminal.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::terminals_test {
namespace {

constexpr double kC = kAirHeatCapacity;

TEST_CASE("a terminal passes its least flow, its nominal flow, and what lies between") {
  const auto flow = [](double position, double operation = 1.0) {
    VavTerminal<double>::Out y;
    VavTerminal<double>::outputs({position, 14.0, operation}, {0.05, 0.25}, y);
    CHECK(y.outlet == 14.0);
    return y.flow;
  };
  CHECK(flow(0.0) == 0.05);
  CHECK(flow(-1.0) == 0.05);
  CHECK(flow(0.5) == Approx(0.15).epsilon(1e-15));
  CHECK(flow(1.0) == 0.25);
  CHECK(flow(3.0) == 0.25);
  CHECK(flow(1.0, 0.0) == 0.0);  // the unit rests
}

TEST_CASE("a window opens if the room is warm and the outdoor air is colder") {
  const auto flow = [](double indoors, double outdoors) {
    OpenableWindow<double>::Out y;
    OpenableWindow<double>::outputs({indoors, outdoors, 24.0}, {0.01, 0.11, 2.0}, y);
    return y.flow;
  };
  CHECK(flow(23.0, 10.0) == 0.01);
  CHECK(flow(24.0, 10.0) == 0.01);
  CHECK(flow(25.0, 10.0) == Approx(0.06).epsilon(1e-15));
  CHECK(flow(26.0, 24.0) == 0.11);
  CHECK(flow(30.0, 10.0) == 0.11);
  CHECK(flow(30.0, 29.0) == Approx(0.06).epsilon(1e-15));
  CHECK(flow(30.0, 30.0) == 0.01);
  CHECK(flow(30.0, 38.0) == 0.01);
}

TEST_CASE("air of a window enters a room at outdoor temperature and leaves at that of the room") {
  SimulationModel model;
  model.add_component(constant("outdoors", 15.0, unit::degC));
  model.add_component(constant("gain", 2000.0, unit::W));
  model.add_component(instance("room", "BuildingSpace", {{"R_out", 1e6}}));
  model.add_component(instance("window", "OpenableWindow"));
  model.add_connection("outdoors.scheduleValue -> room.outdoorTemperature");
  model.add_connection("outdoors.scheduleValue -> window.outdoorTemperature");
  model.add_connection("room.indoorTemperature -> window.indoorTemperature");
  model.add_connection("window.airFlowRate -> room.exhaustAirFlowRate");
  model.add_connection("gain.scheduleValue -> room.heatGain[gain]");
  const std::vector<double> indoors =
      run_signal(model, standard_components(), "room.indoorTemperature", {.steps = 1000});
  // The open window carries all heat: 0.1 kg/s.
  CHECK(indoors.back() == Approx(15.0 + 2000.0 / (0.1 * kC)).margin(1e-3));
}

VavReheatTerminal<double>::Out reheat(double cooling, double heating,
                                      Reheat kind = Reheat::Electric, double water = 60.0,
                                      double power = 1e6, double operation = 1.0) {
  VavReheatTerminal<double>::Out y;
  VavReheatTerminal<double>::outputs({cooling, heating, 14.0, water, operation},
                                     {0.05, 0.25, 0.125, 32.0, power, 40.0, 20.0}, {.reheat = kind},
                                     y);
  return y;
}

TEST_CASE("a reheat terminal first warms its air, then lets more of it through") {
  CHECK(reheat(0.0, 0.0).flow == 0.05);
  CHECK(reheat(0.0, 0.0).heat == 0.0);
  CHECK(reheat(0.0, 0.0).outlet == 14.0);
  const auto half = reheat(0.0, 0.25);
  CHECK(half.flow == 0.05);
  CHECK(half.outlet == 23.0);
  CHECK(half.heat == Approx(0.05 * kC * 9.0).epsilon(1e-14));
  const auto turned = reheat(0.0, 0.5);
  CHECK(turned.flow == 0.05);
  CHECK(turned.outlet == 32.0);
  const auto full = reheat(0.0, 1.0);
  CHECK(full.flow == 0.125);
  CHECK(full.heat == Approx(0.125 * kC * 18.0).epsilon(1e-14));
  CHECK(full.power == full.heat);
  CHECK(reheat(1.0, 0.0).flow == 0.25);
}

TEST_CASE("terminals of a unit that rests take no air and no heat, but move room air") {
  const auto resting = reheat(0.0, 1.0, Reheat::HotWater, 60.0, 1e6, 0.0);
  CHECK(resting.flow == 0.0);
  CHECK(resting.heat == 0.0);
  CHECK(resting.water_flow == 0.0);
  FanPoweredTerminal<double>::Out y;
  FanPoweredTerminal<double>::outputs(
      {1.0, 0.75, 14.0, 0.006, 420.0, 22.0, 0.009, 800.0, 60.0, 0.0},
      {0.05, 0.25, 0.15, 600.0, 32.0, 3000.0, 40.0, 20.0}, {}, y);
  CHECK(y.primary_flow == 0.0);
  CHECK(y.flow == 0.15);
  CHECK(y.outlet.co2 == 800.0);
  CHECK(y.heat > 0.0);
}

TEST_CASE("a reheat terminal gives no more than its coil can, and counts its hot water") {
  const auto limited = reheat(0.0, 1.0, Reheat::Electric, 60.0, 500.0);
  CHECK(limited.heat == Approx(500.0).epsilon(1e-14));
  CHECK(limited.outlet == Approx(14.0 + 500.0 / (0.125 * kC)).epsilon(1e-14));
  const auto hot = reheat(0.0, 1.0, Reheat::HotWater, 60.0, 500.0);
  CHECK(hot.heat == Approx(500.0).epsilon(1e-14));
  CHECK(hot.power == 0.0);
  CHECK(hot.water_flow == Approx(500.0 / (kWaterHeatCapacity * 20.0)).epsilon(1e-14));
  CHECK(hot.water_outlet == 40.0);
  // Water of 34 degC is half the nominal excess warmer than the air; water of 10 degC is colder.
  CHECK(reheat(0.0, 1.0, Reheat::HotWater, 34.0, 500.0).heat == Approx(250.0).epsilon(1e-14));
  CHECK(reheat(0.0, 1.0, Reheat::HotWater, 10.0, 500.0).heat == 0.0);
}

TEST_CASE("hot water neither warms air beyond itself nor comes back colder than the air") {
  // 75 W/K of water for 0.05 * 1012 W/K of air: the coil could give more than the water is warm.
  const auto warm = reheat(0.0, 0.5, Reheat::HotWater, 30.0);
  CHECK(warm.outlet == 30.0);
  CHECK(warm.heat == Approx(0.05 * kC * 16.0).epsilon(1e-14));
  CHECK(warm.water_outlet == 14.0);  // a drop of 16 K instead of 20 K
  for (const double water : {14.0, 14.05, 15.0, 20.0, 30.0, 34.0, 60.0}) {
    for (const double command : {0.1, 0.5, 1.0}) {
      const auto y = reheat(0.0, command, Reheat::HotWater, water);
      CHECK(y.outlet <= water + 1e-12);
      CHECK(y.water_outlet >= 14.0 - kLeastWaterDrop);
      CHECK(y.heat ==
            Approx(y.water_flow * kWaterHeatCapacity * (water - y.water_outlet)).epsilon(1e-12));
    }
  }
}

FanPoweredTerminal<double>::Out powered(FanArrangement arrangement, double cooling, double heating,
                                        double minimum = 0.05, Reheat kind = Reheat::Electric,
                                        double water = 60.0) {
  FanPoweredTerminal<double>::Out y;
  FanPoweredTerminal<double>::outputs(
      {cooling, heating, 14.0, 0.006, 420.0, 22.0, 0.009, 800.0, water, 1.0},
      {minimum, 0.25, 0.15, 600.0, 32.0, 3000.0, 40.0, 20.0},
      {.arrangement = arrangement, .reheat = kind}, y);
  return y;
}

TEST_CASE("a parallel box induces room air only when it heats") {
  const auto off = powered(FanArrangement::Parallel, 1.0, 0.0);
  CHECK(off.flow == 0.25);
  CHECK(off.induced_flow == 0.0);
  CHECK(off.outlet.temperature == 14.0);
  CHECK(off.power == 0.0);
  const auto on = powered(FanArrangement::Parallel, 0.0, 0.5);
  CHECK(on.induced_flow == 0.15);
  CHECK(on.power == Approx(90.0).epsilon(1e-14));
  CHECK(on.heat == 0.0);
  CHECK(on.outlet.temperature ==
        Approx((0.05 * 14.0 + 0.15 * 22.0 + 90.0 / kC) / 0.2).epsilon(1e-14));
  const auto full = powered(FanArrangement::Parallel, 0.0, 1.0);
  CHECK(full.outlet.temperature == Approx(32.0).epsilon(1e-14));
  CHECK(full.power == Approx(90.0 + full.heat).epsilon(1e-14));
}

TEST_CASE("a series box moves all its air by its fan") {
  const auto least = powered(FanArrangement::Series, 0.0, 0.0);
  CHECK(least.flow == Approx(0.15).epsilon(1e-15));
  CHECK(least.induced_flow == Approx(0.10).epsilon(1e-15));
  CHECK(least.power == Approx(90.0).epsilon(1e-14));
  const auto most = powered(FanArrangement::Series, 1.0, 0.0);
  CHECK(most.flow == 0.25);
  CHECK(most.induced_flow == 0.0);
  CHECK(most.power == Approx(150.0).epsilon(1e-14));
}

TEST_CASE("a fan-powered box keeps air, energy, water and CO2") {
  for (const auto arrangement : {FanArrangement::Parallel, FanArrangement::Series}) {
    for (const double heating : {0.0, 0.3, 1.0}) {
      const auto y = powered(arrangement, 0.2, heating);
      const auto closes = [&](double duct, double room, double mixed, double gain) {
        CHECK(y.flow * mixed ==
              Approx(y.primary_flow * duct + y.induced_flow * room + gain).epsilon(1e-13));
      };
      closes(1.0, 1.0, 1.0, 0.0);
      closes(14.0, 22.0, y.outlet.temperature, y.power / kC);
      closes(0.006, 0.009, y.outlet.humidity, 0.0);
      closes(420.0, 800.0, y.outlet.co2, 0.0);
    }
  }
}

TEST_CASE("the hot water of a fan-powered box gives what the air takes, as far as it is warm") {
  const auto box = [](double water) {
    return powered(FanArrangement::Series, 0.0, 1.0, 0.05, Reheat::HotWater, water);
  };
  const double mixed = (0.05 * 14.0 + 0.10 * 22.0 + 90.0 / kC) / 0.15;
  const auto warm = box(60.0);
  CHECK(warm.outlet.temperature == Approx(32.0).epsilon(1e-14));
  CHECK(warm.heat == Approx(0.15 * kC * (32.0 - mixed)).epsilon(1e-14));
  CHECK(warm.power == Approx(90.0).epsilon(1e-14));
  CHECK(warm.water_outlet == 40.0);
  CHECK(warm.water_flow * kWaterHeatCapacity * 20.0 == Approx(warm.heat).epsilon(1e-14));
  const auto tepid = box(30.0);  // colder than the largest discharge temperature
  CHECK(tepid.outlet.temperature < 30.0);
  CHECK(tepid.heat == Approx(3000.0 * (30.0 - mixed) / 40.0).epsilon(1e-13));
  CHECK(tepid.water_outlet == Approx(mixed).epsilon(1e-14));
  const auto cold = box(10.0);
  CHECK(cold.heat == 0.0);
  CHECK(cold.water_flow == 0.0);
  CHECK(cold.outlet.temperature == Approx(mixed).epsilon(1e-14));
  CHECK(powered(FanArrangement::Series, 0.0, 1.0).water_flow == 0.0);
}

TEST_CASE("a box at rest holds air of the duct") {
  const auto y = powered(FanArrangement::Parallel, 0.0, 0.0, 0.0);
  CHECK(y.flow == 0.0);
  CHECK(y.outlet.temperature == 14.0);
  CHECK(y.heat == 0.0);
}

TEST_CASE("terminals and their derivatives are finite at their corners") {
  const auto vav = []<class T>(const std::vector<T>& x) {
    typename VavTerminal<T>::Out y;
    VavTerminal<T>::outputs({x[0], x[1], x[4]}, {x[2], x[3]}, y);
    return std::vector<T>{y.flow, y.outlet};
  };
  check_finite(vav, {0.0, 14, 0.0, 0.0, 0.0});
  check_finite(vav, {0.5, 14, 0.05, 0.25, 1.0});
  for (const Reheat kind : {Reheat::Electric, Reheat::HotWater}) {
    const auto f = [kind]<class T>(const std::vector<T>& x) {
      typename VavReheatTerminal<T>::Out y;
      VavReheatTerminal<T>::outputs({x[0], x[1], x[2], x[3], x[8]},
                                    {x[4], x[5], x[6], T(32.0), x[7], T(40.0), T(20.0)},
                                    {.reheat = kind}, y);
      return std::vector<T>{y.flow, y.outlet, y.heat, y.water_flow, y.water_outlet, y.power};
    };
    check_finite(f, {0.0, 0.5, 14, 60, 0.0, 0.0, 0.0, 3000, 1});
    check_finite(f, {0.0, 1.0, 32, 32, 0.05, 0.25, 0.125, 0, 1});
    check_finite(f, {1.0, 1.0, 14, 14, 0.0, 0.25, 0.125, 3000, 0});
  }
  for (const auto arrangement : {FanArrangement::Parallel, FanArrangement::Series}) {
    for (const Reheat kind : {Reheat::Electric, Reheat::HotWater}) {
      const auto f = [arrangement, kind]<class T>(const std::vector<T>& x) {
        typename FanPoweredTerminal<T>::Out y;
        FanPoweredTerminal<T>::outputs(
            {x[0], x[1], x[2], T(0.006), T(420.0), x[3], T(0.009), T(800.0), x[8], x[9]},
            {x[4], x[5], x[6], T(600.0), T(32.0), x[7], T(40.0), T(20.0)},
            {.arrangement = arrangement, .reheat = kind}, y);
        return std::vector<T>{
            y.flow,       y.primary_flow, y.induced_flow, y.outlet.temperature, y.outlet.humidity,
            y.outlet.co2, y.heat,         y.water_flow,   y.water_outlet,       y.power};
      };
      check_finite(f, {0.0, 0.0, 14, 22, 0.0, 0.25, 0.0, 3000, 60, 1});
      check_finite(f, {0.0, 1.0, 22, 22, 0.0, 0.0, 0.0, 0, 22, 1});
      check_finite(f, {1.0, 0.5, 32, 32, 0.05, 0.25, 0.25, 3000, 32, 0});
    }
  }
}

TEST_CASE(
    "terminals without supply air and with unknown words are refused with an error that names "
    "them") {
  SimulationModel model;
  Component box = instance("box", "FanPoweredTerminal", {{"nominalAirFlowRate", -0.1}});
  box.config["arrangement"] = Word{"seriel"};
  model.add_component(box);
  Component vav = instance("reheat", "VavReheatTerminal");
  vav.config["reheat"] = Word{"steam"};
  model.add_component(vav);
  model.add_component(instance("vav", "VavTerminal"));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.choice_unknown"), Catch::Contains("box.arrangement"));
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("box.nominalAirFlowRate"));
  std::string all;
  for (const Diagnostic& item : found.items()) all += to_string(item) + "\n";
  CHECK_THAT(all, Catch::Contains("reheat.supplyAirTemperature") &&
                      Catch::Contains("vav.damperPosition") && Catch::Contains("reheat.reheat"));
}

}  // namespace
}  // namespace hearth::test::terminals_test
