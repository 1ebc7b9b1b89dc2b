// SPDX-License-Identifier: MIT
#include "hearth/components/zones/heat_balance_zone.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::heat_balance_zone_test {
namespace {

/// A zone between surfaces that are joined to `outdoors` by 10 W/K each.
SimulationModel box(int surfaces, double outdoors,
                    const std::vector<std::pair<std::string, double>>& parameters = {}) {
  SimulationModel model;
  Component zone = instance("zone", "HeatBalanceZone", parameters);
  zone.config["convection"] = Word{"constant"};
  model.add_component(zone);
  model.add_component(constant("outdoors", outdoors));
  model.add_component(constant("joint", 10.0));
  for (int i = 0; i < surfaces; ++i) {
    const std::string key = "[s" + std::to_string(i) + "]";
    model.add_connection("joint.scheduleValue -> zone.conductance" + key);
    model.add_connection("outdoors.scheduleValue -> zone.equivalentTemperature" + key);
  }
  return model;
}

void feed(SimulationModel& model, const std::string& port, double value) {
  model.add_component(constant(port, value));
  model.add_connection(port + ".scheduleValue -> zone." + port);
}

double after(const SimulationModel& model, const std::string& signal, int steps = 400) {
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(steps);
  return bench.value(signal);
}

TEST_CASE("a zone left alone comes to the temperature around it") {
  for (const int surfaces : {0, 1, 2, 6}) {
    SimulationModel model = box(surfaces, 5.0, {{"airHeatCapacity", 1e4}});
    if (surfaces == 0) {
      feed(model, "infiltrationAirFlowRate", 0.1);
      model.add_connection("outdoors.scheduleValue -> zone.outdoorTemperature");
    }
    CHECK(after(model, "zone.indoorTemperature") == Approx(5.0).margin(1e-6));
  }
}

TEST_CASE("without shares, the sun reaches the surfaces in proportion to their areas") {
  const auto warmed = [](const std::vector<std::pair<std::string, double>>& shares) {
    SimulationModel model = box(2, 5.0);
    model.set_parameter("zone.area[s0]", {10.0, {}});
    model.set_parameter("zone.area[s1]", {30.0, {}});
    for (const auto& [name, value] : shares) model.set_parameter("zone." + name, {value, {}});
    model.add_component(constant("sun", 200.0));
    model.add_connection("sun.scheduleValue -> zone.solarGain[south]");
    return after(model, "zone.indoorTemperature");
  };
  // 200 W through 20 W/K.
  CHECK(warmed({}) > 10.0);
  CHECK(warmed({}) == Approx(warmed({{"solarShare[s0]", 0.25}, {"solarShare[s1]", 0.75}})));
  CHECK(warmed({{"solarShare[s0]", 0.25}}) < 0.5 * (5.0 + warmed({})));
}

TEST_CASE("shares of the sun above 1 in sum are refused with an error that names them") {
  SimulationModel model = box(2, 5.0);
  for (const char* key : {"[s0]", "[s1]"}) {
    model.set_parameter(std::string("zone.solarShare") + key, {0.9, {}});
  }
  try {
    compile(model, standard_components());
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.parameters_contradict");
    CHECK_THAT(error.what(), Catch::Contains("zone.solarShare") &&
                                 Catch::Contains("the sum of all solarShare is 1.8"));
  }
}

TEST_CASE("air that flows backwards leaves a zone as it is") {
  for (const char* port : {"supplyAirFlowRate", "infiltrationAirFlowRate"}) {
    SimulationModel model = box(2, 5.0);
    feed(model, port, -0.06);
    feed(model, "supplyAirTemperature", 50.0);
    feed(model, "outdoorTemperature", 50.0);
    CHECK(after(model, "zone.indoorTemperature") == Approx(5.0).margin(1e-6));
  }
}

TEST_CASE("an ideal heater holds the setpoint with the heat that the surfaces lose") {
  SimulationModel model = box(2, 0.0);
  feed(model, "heatingSetpoint", 20.0);
  // Surfaces see 10 W/K outside and 2.5 10 W/K inside; equal surfaces exchange no radiation:
  // 2 20 K/(1/10 + 1/25) K/W
  CHECK(after(model, "zone.heatingPower") == Approx(40.0 / 0.14).epsilon(1e-9));
  CHECK(after(model, "zone.coolingPower") == 0.0);
  CHECK(after(model, "zone.indoorTemperature") == Approx(20.0).epsilon(1e-12));
}

TEST_CASE("heating and cooling stop at their limits") {
  SimulationModel cold = box(2, 0.0, {{"maximumHeatingPower", 100.0}});
  feed(cold, "heatingSetpoint", 20.0);
  CHECK(after(cold, "zone.heatingPower") == Approx(100.0).epsilon(1e-12));
  CHECK(after(cold, "zone.indoorTemperature") == Approx(100.0 * 0.14 / 2.0).epsilon(1e-6));
  SimulationModel warm = box(2, 40.0, {{"maximumCoolingPower", 0.0}});
  feed(warm, "coolingSetpoint", 26.0);
  CHECK(after(warm, "zone.coolingPower") == 0.0);
  CHECK(after(warm, "zone.indoorTemperature") == Approx(40.0).margin(1e-3));
}

TEST_CASE("all heat that comes into a zone leaves through its surfaces") {
  SimulationModel model = box(3, 10.0, {{"airHeatCapacity", 1e4}});
  model.component("zone").parameters["solarShare"].value =
      std::map<std::string, Quantity>{{"s0", {0.5, {}}}, {"s1", {0.3, {}}}, {"s2", {0.2, {}}}};
  feed(model, "solarGain", 200.0);
  feed(model, "heatGain", 80.0);
  feed(model, "radiantHeatGain", 120.0);
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(2000);
  double out = 0.0;
  for (const char* surface : {"s0", "s1", "s2"}) {
    out += 10.0 * (bench.value(std::string("zone.surfaceTemperature[") + surface + "]") - 10.0);
  }
  CHECK(out == Approx(400.0).epsilon(1e-9));  // steady after two weeks
}

TEST_CASE("two large surfaces radiate as parallel plates") {
  // F = 2 for each of two equal surfaces: 1/((1-ε)/ε + 1/2) in series twice = 1/(2/ε - 1).
  SimulationModel model = box(2, 0.0);
  model.component("zone").parameters["convectionCoefficient"].value = Quantity{0.0, {}};
  model.component("zone").parameters["solarShare"].value =
      std::map<std::string, Quantity>{{"s0", {1.0, {}}}, {"s1", {0.0, {}}}};
  feed(model, "solarGain", 100.0);
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(500);
  const double first = bench.value("zone.surfaceTemperature[s0]"),
               second = bench.value("zone.surfaceTemperature[s1]");
  const double star = bench.value("zone.radiantTemperature");
  const double black = 4.0 * 5.670374e-8 * std::pow(273.15 + star, 3);
  const double exchanged = 10.0 * black / (2.0 / 0.9 - 1.0) * (first - second);
  // The second surface only radiates; F is found to 5 digits where its root is double.
  CHECK(exchanged == Approx(10.0 * second).epsilon(1e-4));
}

TEST_CASE("warm floors and cold ceilings are better coupled to the air than the reverse") {
  CHECK(natural_convection(180.0, 8.0) == Approx(2.0 * 9.482 / 6.238).epsilon(1e-4));
  CHECK(natural_convection(0.0, -8.0) == Approx(2.0 * 9.482 / 6.238).epsilon(1e-4));
  CHECK(natural_convection(180.0, -8.0) == Approx(2.0 * 1.810 / 2.382).epsilon(1e-4));
  CHECK(natural_convection(90.0, 8.0) == Approx(2.0 * 1.31).epsilon(1e-4));
}

template <class T>
std::vector<T> zone_update(const std::vector<T>& x, bool natural) {
  std::vector<T> conductance{x[0], x[1], x[2]}, equivalent{x[3], x[4], x[5]}, sun{x[6]}, gain{x[7]},
      radiant{x[8]}, area{x[9], x[10], x[11]}, tilt{T(0.0), T(90.0), T(180.0)},
      emissivity{T(0.9), T(0.84), T(0.9)}, film{T(2.5), T(2.5), T(2.5)},
      share{T(0.2), T(0.1), T(0.7)}, surface{x[12], x[13], x[14]};
  typename HeatBalanceZone<T>::In u{Many<T>(conductance),
                                    Many<T>(equivalent),
                                    Many<T>(sun),
                                    Many<T>(gain),
                                    Many<T>(radiant),
                                    T(5.0),
                                    x[15],
                                    x[16],
                                    T(18.0),
                                    T(20.0),
                                    T(26.0)};
  const typename HeatBalanceZone<T>::Params p{T(1e5),        T(500.0),      T(800.0),
                                              Many<T>(area), Many<T>(tilt), Many<T>(emissivity),
                                              Many<T>(film), Many<T>(share)};
  typename HeatBalanceZone<T>::Derived q;
  HeatBalanceZone<T>::prepare(p, q);
  std::vector<T> received_conductance(3), received_equivalent(3), received_sun(1), received_gain(1),
      received_radiant(1);
  typename HeatBalanceZone<T>::Held h{};
  h.air = x[17];
  h.radiant = x[18];
  h.surface = Many<T>(surface);
  h.conductance = Many<T>(received_conductance);
  h.equivalent_temperature = Many<T>(received_equivalent);
  h.solar_gain = Many<T>(received_sun);
  h.heat_gain = Many<T>(received_gain);
  h.radiant_gain = Many<T>(received_radiant);
  typename HeatBalanceZone<T>::Config c{};
  c.convection =
      natural ? HeatBalanceZone<T>::Convection::Natural : HeatBalanceZone<T>::Convection::Constant;
  HeatBalanceZone<T>::update(u, p, q, c, Clock{3600.0, 3600.0, 3600.0}, h);
  return {h.air, h.radiant, h.heating, h.cooling, surface[0], surface[1], surface[2]};
}

TEST_CASE("a zone is finite with its derivatives when everything has one temperature") {
  std::vector<Jet8> x;
  for (const double value :
       {0., 0., 0., 20., 20., 20., 0., 0., 0., 48., 60., 48., 20., 20., 20., 0., 0., 20., 20.}) {
    x.emplace_back(value);
  }
  for (int i = 0; i < 8; ++i) x[11 + i].v[i] = 1.0;
  for (const Jet8& value : zone_update<Jet8>(x, true)) {
    CHECK(std::isfinite(value.a));
    CHECK(value.v.allFinite());
  }
}

TEST_CASE("a word that the zone does not know is refused with those it knows") {
  SimulationModel model = box(2, 0.0);
  model.component("zone").config["convection"] = Word{"natrual"};
  CHECK_THAT(message_of(validate(model, standard_components()), "model.choice_unknown"),
             Catch::Contains("zone.convection") && Catch::Contains("'natural'"));
}

}  // namespace
}  // namespace hearth::test::heat_balance_zone_test
