// SPDX-License-Identifier: MIT
#include "hearth/components/zones/infiltration.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::infiltration_test {
namespace {

/// Outdoor and indoor temperature, wind; ACH, V, A, B, C, D, area, C_s, C_w, elevation.
template <class T>
std::vector<T> leak(const std::vector<T>& x) {
  const typename Infiltration<T>::Params p{x[3], x[4], x[5],  x[6],  x[7],
                                           x[8], x[9], x[10], x[11], x[12]};
  typename Infiltration<T>::Derived q;
  Infiltration<T>::prepare(p, q);
  typename Infiltration<T>::Out y;
  Infiltration<T>::outputs({x[0], x[1], x[2]}, p, q, y);
  return {y.flow};
}

double density(double celsius) { return 101325.0 / (287.042 * (celsius + 273.15)); }

TEST_CASE("air changes give their volume of outdoor air") {
  // 0.5/h of 129.6 m3 is 0.018 m3/s; at 20 degC air has 1.2041 kg/m3.
  CHECK(leak<double>({20, 20, 0, 0.5, 129.6, 1, 0, 0, 0, 0, 1.45e-4, 1.74e-4, 0})[0] ==
        Approx(0.018 * 1.20414).epsilon(1e-5));
}

TEST_CASE("the leakage area gives the flow of the basic model of ASHRAE") {
  // One storey, shelter class 3: 500 cm2, 20 K, 4 m/s:
  // 500 sqrt(0.000145 20 + 0.000174 16) = 500 sqrt(0.005684) = 37.696 L/s.
  const double flow = leak<double>({0, 20, 4, 0, 100, 1, 0, 0, 0, 500, 1.45e-4, 1.74e-4, 0})[0];
  CHECK(flow == Approx(0.5 * std::sqrt(0.005684) * density(0.0)).epsilon(1e-6));
  // Stack alone, two storeys: 500 sqrt(0.00029 20) = 38.079 L/s.
  const double still = leak<double>({0, 20, 0, 0, 100, 1, 0, 0, 0, 500, 2.9e-4, 1.74e-4, 0})[0];
  CHECK(still == Approx(0.5 * std::sqrt(0.0058) * density(0.0)).epsilon(1e-6));
  // A zone colder than outdoors leaks as much.
  CHECK(leak<double>({20, 0, 0, 0, 100, 1, 0, 0, 0, 500, 2.9e-4, 1.74e-4, 0})[0] / density(20.0) ==
        Approx(still / density(0.0)).epsilon(1e-12));
}

TEST_CASE("weather changes the design flow by the coefficients of EnergyPlus") {
  // BLAST: 0.606 + 0.03636 2 + 0.1177 3.35 = 1.07 in summer, 0.606 + 0.03636 40 + 0.1177 6.71
  // = 2.85 in winter (EnergyPlus, Engineering Reference, infiltration).
  const std::vector<double> summer{24,     26, 3.35, 1,       3600,    0.606, 0.03636,
                                   0.1177, 0,  0,    1.45e-4, 1.74e-4, 0};
  CHECK(leak(summer)[0] == Approx(1.073 * density(24.0)).epsilon(1e-3));
  const std::vector<double> winter{-18,    22, 6.71, 1,       3600,    0.606, 0.03636,
                                   0.1177, 0,  0,    1.45e-4, 1.74e-4, 0};
  CHECK(leak(winter)[0] == Approx(2.850 * density(-18.0)).epsilon(1e-3));
}

TEST_CASE("thin air at altitude carries less mass") {
  // ASHRAE Fundamentals (2017), chapter 1, table 1: 84.556 kPa at 1500 m.
  const double ratio = leak<double>({20, 20, 0, 1, 100, 1, 0, 0, 0, 0, 0, 0, 1500})[0] /
                       leak<double>({20, 20, 0, 1, 100, 1, 0, 0, 0, 0, 0, 0, 0})[0];
  CHECK(ratio == Approx(84.556 / 101.325).epsilon(1e-4));
}

TEST_CASE("infiltration and its derivatives are finite at rest") {
  for (const double area : {0.0, 500.0}) {
    for (std::size_t seed = 0; seed < 13; ++seed) {
      const std::vector<double> rest{20, 20, 0, 0.5, 100, 1, 1, 1, 1, area, 1.45e-4, 1.74e-4, 0};
      std::vector<Jet8> x(rest.begin(), rest.end());
      x[seed].v[0] = 1.0;
      const Jet8 flow = leak(x)[0];
      CHECK(std::isfinite(flow.a));
      CHECK(std::isfinite(flow.v[0]));
    }
  }
}

TEST_CASE("infiltration needs no more than the outdoor temperature and is a stream of a zone") {
  SimulationModel model;
  model.add_component(instance("leak", "Infiltration"));
  model.add_component(constant("out", 0.0));
  model.add_connection("out.scheduleValue -> leak.outdoorTemperature");
  // 0.3/h of 100 m3.
  CHECK(run_signal(model, standard_components(), "leak.airFlowRate").back() ==
        Approx(30.0 / 3600.0 * density(0.0)).epsilon(1e-13));
  for (const double elevation : {-500.0, 11000.0}) {
    model.set_parameter("leak.elevation", {elevation, {}});
    CHECK(run_signal(model, standard_components(), "leak.airFlowRate").back() > 0.0);
  }
}

TEST_CASE("a leakage area replaces the default air changes") {
  SimulationModel model;
  model.add_component(instance("leak", "Infiltration", {{"effectiveLeakageArea", 500.0}}));
  for (const auto& [name, value] :
       {std::pair("outdoorTemperature", 0.0), std::pair("indoorTemperature", 20.0),
        std::pair("windSpeed", 4.0)}) {
    model.add_component(constant(name, value));
    model.add_connection(std::string(name) + ".scheduleValue -> leak." + name);
  }
  const auto flow = [&model] {
    return run_signal(model, standard_components(), "leak.airFlowRate").back();
  };
  CHECK(flow() == Approx(0.5 * std::sqrt(0.005684) * density(0.0)).epsilon(1e-6));
  model.set_parameter("leak.airChangeRate", {0.3, {}});
  CHECK(flow() == Approx((0.5 * std::sqrt(0.005684) + 30.0 / 3600.0) * density(0.0)).epsilon(1e-6));
}

TEST_CASE("wrong settings of infiltration are refused with an error that names them") {
  SimulationModel model;
  model.add_component(
      instance("leak", "Infiltration", {{"airChangeRate", -1.0}, {"elevation", 2e4}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("leak."));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("outdoorTemperature"));
}

}  // namespace
}  // namespace hearth::test::infiltration_test
