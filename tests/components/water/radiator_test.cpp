// SPDX-License-Identifier: MIT
#include "hearth/components/water/radiator.hpp"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::radiator_test {
namespace {

SimulationModel radiator_model(const Component& radiator, double supply, double flow, double room) {
  SimulationModel model;
  model.add_component(radiator);
  model.add_component(constant("supply", supply));
  model.add_component(constant("flow", flow));
  model.add_component(constant("room", room));
  model.add_connection("supply.scheduleValue -> radiator.supplyWaterTemperature");
  model.add_connection("flow.scheduleValue -> radiator.waterFlowRate");
  model.add_connection("room.scheduleValue -> radiator.indoorTemperature");
  return model;
}

// Thirty days are hundreds of time constants.
RunOptions month() {
  RunOptions options;
  options.steps = 3;
  options.step = std::chrono::hours(240);
  return options;
}

TEST_CASE("one element at its nominal point has the constant of its return") {
  Component radiator = instance("radiator", "Radiator");
  radiator.config["nelements"] = 1;
  Bench<double> bench(radiator_model(radiator, 75, 0.01, 20), standard_components());
  bench.simulation.initialize();
  // 1000 W / (65 - 20)^1.3
  CHECK(bench.simulation.value(bench.plan.parameter("radiator.UA").cells.front()) ==
        Approx(1000.0 / std::pow(45.0, 1.3)).epsilon(1e-12));
}

TEST_CASE("a radiator of exponent 1 has the conductance of a space heater") {
  for (const int n : {1, 3, 100}) {
    std::array<double, 2> found{};
    int i = 0;
    for (const auto& [type, power, supply, back, room] :
         {std::array{"Radiator", "nominalPower", "nominalSupplyWaterTemperature",
                     "nominalReturnWaterTemperature", "nominalIndoorTemperature"},
          std::array{"SpaceHeater", "Q_flow_nominal_sh", "T_a_nominal_sh", "T_b_nominal_sh",
                     "TAir_nominal_sh"}}) {
      Component radiator =
          instance("radiator", type, {{power, 2000.0}, {supply, 60.0}, {back, 30.0}, {room, 21.0}});
      if (i == 0) radiator.parameters["exponent"].value = Quantity{1.0, {}};
      radiator.config["nelements"] = n;
      Bench<double> bench(radiator_model(radiator, 60, 0.01, 21), standard_components());
      bench.simulation.initialize();
      found[i++] = bench.simulation.value(bench.plan.parameter("radiator.UA").cells.front());
    }
    CHECK(found[0] == Approx(found[1]).epsilon(1e-12));
  }
}

TEST_CASE("a radiator at its nominal point gives its nominal power, however it is divided") {
  for (const double exponent : {1.0, 1.3, 2.0}) {
    for (const int n : {1, 5, 40}) {
      // 90/25/20 degC: the excess of the supply is 14 times that of the return.
      Component radiator = instance("radiator", "Radiator",
                                    {{"exponent", exponent},
                                     {"nominalPower", 2000.0},
                                     {"nominalSupplyWaterTemperature", 90.0},
                                     {"nominalReturnWaterTemperature", 25.0}});
      radiator.config["nelements"] = n;
      const double flow = 2000.0 / (4180.0 * 65.0);
      Bench<double> bench(radiator_model(radiator, 90, flow, 20), standard_components(), month());
      bench.simulation.initialize();
      bench.steps(3);
      INFO("exponent " << exponent << ", " << n << " elements");
      // The power of an excess of 5 K is rounded by (1e-6/5)^2; the rest is the Newton search and
      // the step, to rounding.
      CHECK(bench.value("radiator.Power") == Approx(2000.0).epsilon(1e-8));
      CHECK(bench.value("radiator.outletWaterTemperature") == Approx(25.0).epsilon(1e-8));
    }
  }
}

TEST_CASE("the heat of a radiator splits into a radiative and a convective share") {
  const Component radiator = instance("radiator", "Radiator", {{"radiativeShare", 0.2}});
  Bench<double> bench(radiator_model(radiator, 75, 0.02, 20), standard_components(), month());
  bench.simulation.initialize();
  bench.steps(3);
  const double power = bench.value("radiator.Power");
  CHECK(bench.value("radiator.radiativePower") == Approx(0.2 * power).epsilon(1e-14));
  CHECK(bench.value("radiator.convectivePower") == Approx(0.8 * power).epsilon(1e-14));
}

TEST_CASE("a radiator in a room warmer than its water takes heat by the same law") {
  const Component radiator = instance("radiator", "Radiator");
  const auto power = [&](double supply, double room) {
    Bench<double> bench(radiator_model(radiator, supply, 0.02, room), standard_components(),
                        month());
    bench.simulation.initialize();
    bench.steps(3);
    return bench.value("radiator.Power");
  };
  CHECK(power(20.0, 40.0) == Approx(-power(40.0, 20.0)).epsilon(1e-9));
  CHECK(std::abs(power(20.0, 20.0)) < 1e-9);  // W, rounding
}

TEST_CASE("two elements of exponent 1.5 have the slopes and the power worked out by hand") {
  std::array<double, 2> elements{45.0, 29.0}, slopes{};
  const Radiator<double>::In u{50.0, 0.01, 20.0};
  const Radiator<double>::Params p{0, 0, 0, 0, 1.5, 4180.0, 4180.0, 2.0, 0.3};
  Radiator<double>::State dx{Many<double>(slopes)};
  Radiator<double>::derivatives(u, {Many<double>(elements)}, p, dx);
  // 41.8 W/K (50 - 45) - 1 W 25^1.5 = 209 - 125 = 84 W over 2090 J/K; the power is rounded by
  // (1e-6/9)^2.
  CHECK(slopes[0] == Approx(84.0 / 2090.0).epsilon(1e-12));
  // 41.8 (45 - 29) - 9^1.5 = 668.8 - 27
  CHECK(slopes[1] == Approx(641.8 / 2090.0).epsilon(1e-12));
  Radiator<double>::Out y;
  Radiator<double>::outputs(u, {Many<double>(elements)}, p, y);
  CHECK(y.power == Approx(152.0).epsilon(1e-12));
  CHECK(y.radiative_power == Approx(0.3 * 152.0).epsilon(1e-12));
}

template <class T>
std::vector<T> radiator_functions(const std::vector<T>& x) {
  std::vector<T> elements{x[3], x[4]}, slopes(2, T(0.0));
  const typename Radiator<T>::In u{x[0], x[1], x[2]};
  typename Radiator<T>::Params p{x[5], x[6], x[7], x[8], x[9], x[10], T(4180.0), T(0.0), x[11]};
  p.conductance = Radiator<T>::nominal_conductance(p, 2);
  typename Radiator<T>::State dx{Many<T>(slopes)};
  Radiator<T>::derivatives(u, {Many<T>(elements)}, p, dx);
  typename Radiator<T>::Out y;
  Radiator<T>::outputs(u, {Many<T>(elements)}, p, y);
  return {y.outlet_temperature, y.power,   y.convective_power,
          y.radiative_power,    slopes[0], slopes[1],
          p.conductance};
}

TEST_CASE("a radiator and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) { return radiator_functions<T>(x); };
  for (const double flow : {0.0, -0.1}) {
    check_finite(f, {20, flow, 20, 20, 20, 1000, 75, 65, 20, 1.3, 3e4, 0.35});
    check_finite(f, {20, flow, 20, 20, 20, 1000, 75, 65, 20, 1.0, 3e4, 0.35});
  }
}

TEST_CASE("nominal points without a positive excess are refused with an error that names them") {
  for (const auto& [parameter, value] : std::vector<std::pair<std::string, double>>{
           {"nominalReturnWaterTemperature", 75.0},  // no flow carries the power
           {"nominalReturnWaterTemperature", 15.0},  // colder than the room
           {"nominalIndoorTemperature", 60.0},
           {"nominalSupplyWaterTemperature", 60.0}}) {
    Component radiator = instance("radiator", "Radiator", {{parameter, value}});
    if (parameter == "nominalIndoorTemperature") {
      radiator.parameters["nominalReturnWaterTemperature"].value = Quantity{55.0, {}};
    }
    CHECK_THROWS_WITH(compile(radiator_model(radiator, 60, 0.01, 21), standard_components()),
                      Catch::Contains("model.computed_out_of_range  radiator.UA"));
  }
}

TEST_CASE("an exponent below 1 is refused with an error that names it") {
  const Component radiator = instance("radiator", "Radiator", {{"exponent", 0.9}});
  const Diagnostics found = validate(radiator_model(radiator, 60, 0.01, 21), standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("radiator.exponent"));
}

TEST_CASE("a radiator given in kW is the one given in W") {
  Component radiator = instance("radiator", "Radiator");
  radiator.parameters["nominalPower"].value = Quantity{2.5, unit::kW};
  Bench<double> scaled(radiator_model(radiator, 75, 0.02, 20), standard_components());
  radiator.parameters["nominalPower"].value = Quantity{2500.0, unit::W};
  Bench<double> plain(radiator_model(radiator, 75, 0.02, 20), standard_components());
  for (auto* bench : {&scaled, &plain}) {
    bench->simulation.initialize();
    bench->steps(3);
  }
  CHECK(scaled.value("radiator.Power") == Approx(plain.value("radiator.Power")).epsilon(1e-14));
}

}  // namespace
}  // namespace hearth::test::radiator_test
