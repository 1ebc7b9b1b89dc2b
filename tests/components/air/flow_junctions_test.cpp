// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/air/return_flow_junction.hpp"
#include "hearth/components/air/supply_flow_junction.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::flow_junctions_test {
namespace {

struct Streams {
  std::vector<double> flow, temperature, humidity, co2;
};

ReturnFlowJunction<double>::Out mixed(Streams s, double bias = 0.0, double rise = 0.0) {
  ReturnFlowJunction<double>::Out y;
  ReturnFlowJunction<double>::outputs({Many<double>(s.flow), Many<double>(s.temperature),
                                       Many<double>(s.humidity), Many<double>(s.co2)},
                                      {bias, rise}, y);
  return y;
}

TEST_CASE("return air has the mean state of its streams by flow") {
  const auto y = mixed({{0.1, 0.3}, {20.0, 24.0}, {0.004, 0.008}, {400.0, 800.0}});
  CHECK(y.flow == Approx(0.4).epsilon(1e-15));
  CHECK(y.duct.temperature == Approx(23.0).epsilon(1e-15));
  CHECK(y.duct.humidity == Approx(0.007).epsilon(1e-15));
  CHECK(y.duct.co2 == Approx(700.0).epsilon(1e-15));
}

TEST_CASE("return air is warmer than its streams by its temperature rise") {
  const auto y = mixed({{0.1, 0.3}, {20.0, 24.0}, {0.004, 0.008}, {400.0, 800.0}}, 0.0, 0.8);
  CHECK(y.duct.temperature == Approx(23.8).epsilon(1e-15));
  CHECK(y.duct.humidity == Approx(0.007).epsilon(1e-15));
}

TEST_CASE("return air holds exactly what its streams bring") {
  for (const double small : {0.0, 1e-9, 1e-3}) {
    const Streams s{{small, 0.3, 0.05}, {-20.0, 24.0, 21.0}, {0.0, 0.008, 0.01}, {0, 800, 500}};
    const auto y = mixed(s);
    double heat = 0.0, water = 0.0, co2 = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      heat += s.flow[i] * s.temperature[i];
      water += s.flow[i] * s.humidity[i];
      co2 += s.flow[i] * s.co2[i];
    }
    CHECK(y.flow * y.duct.temperature == Approx(heat).epsilon(1e-14));
    CHECK(y.flow * y.duct.humidity == Approx(water).epsilon(1e-14));
    CHECK(y.flow * y.duct.co2 == Approx(co2).epsilon(1e-14));
  }
}

TEST_CASE("return air at rest has the plain mean of its streams") {
  const auto y = mixed({{0.0, 0.0}, {20.0, 24.0}, {0.004, 0.008}, {400.0, 800.0}});
  CHECK(y.flow == 0.0);
  CHECK(y.duct.temperature == Approx(22.0).epsilon(1e-15));
  CHECK(y.duct.co2 == Approx(600.0).epsilon(1e-15));
}

TEST_CASE("a reversed stream takes mixed air: the energy still closes") {
  const auto y = mixed({{0.3, -0.1}, {24.0, 10.0}, {0.008, 0.0}, {800.0, 0.0}});
  CHECK(y.flow == Approx(0.2).epsilon(1e-15));
  // 0.3 kg/s of 24 degC come, 0.1 kg/s of 24 degC leave.
  CHECK(y.duct.temperature == 24.0);
}

TEST_CASE("the bias of a return junction adds air of the mixture") {
  const auto y = mixed({{0.1, 0.3}, {20.0, 24.0}, {0, 0}, {400, 400}}, 0.05);
  CHECK(y.flow == Approx(0.45).epsilon(1e-15));
  CHECK(y.duct.temperature == Approx(23.0).epsilon(1e-15));
}

TEST_CASE("a junction without streams is at rest in an ordinary state") {
  const auto y = mixed({});
  CHECK(y.flow == 0.0);
  CHECK(y.duct.temperature == 20.0);
  CHECK(y.duct.humidity == 0.0);
  CHECK(y.duct.co2 == 400.0);
}

template <class T>
std::vector<T> junction(const std::vector<T>& x) {
  std::vector<T> flow{x[0], x[1]}, temperature{x[2], x[3]}, humidity{x[4], x[5]}, co2{x[6], x[7]};
  typename ReturnFlowJunction<T>::Out y;
  ReturnFlowJunction<T>::outputs(
      {Many<T>(flow), Many<T>(temperature), Many<T>(humidity), Many<T>(co2)}, {x[8], x[9]}, y);
  return {y.flow, y.duct.temperature, y.duct.humidity, y.duct.co2};
}

TEST_CASE("a return junction and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) { return junction<T>(x); };
  check_finite(f, {0, 0, 20, 24, 0.004, 0.008, 400, 800, 0, 0.5});
  check_finite(f, {-0.1, -0.2, 20, 20, 0.004, 0.004, 400, 400, 0, 0.5});
  check_finite(f, {0.1, -0.1, 20, 24, 0.004, 0.008, 400, 800, 0, 0.5});
  check_finite(f, {1e-6, 0, 20, 24, 0, 0, 400, 800, 1e4, 0.5});
}

TEST_CASE("a supply junction asks for what its streams take and hands on the state of the duct") {
  std::vector<double> flow{0.1, 0.3}, temperature(2), humidity(2), co2(2);
  SupplyFlowJunction<double>::Out y{0.0, Many<double>(temperature), Many<double>(humidity),
                                    Many<double>(co2)};
  SupplyFlowJunction<double>::outputs({Many<double>(flow), 18.0, 0.006, 450.0}, {0.02}, y);
  CHECK(y.flow == Approx(0.42).epsilon(1e-15));
  CHECK(temperature == std::vector<double>{18.0, 18.0});
  CHECK(humidity == std::vector<double>{0.006, 0.006});
  CHECK(co2 == std::vector<double>{450.0, 450.0});
}

TEST_CASE("a supply junction and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    std::vector<T> flow{x[0], x[1]}, temperature(2), humidity(2), co2(2);
    typename SupplyFlowJunction<T>::Out y{T(0.0), Many<T>(temperature), Many<T>(humidity),
                                          Many<T>(co2)};
    SupplyFlowJunction<T>::outputs({Many<T>(flow), x[2], x[3], x[4]}, {x[5]}, y);
    return std::vector<T>{y.flow, temperature[1], humidity[0], co2[0]};
  };
  check_finite(f, {0, 0, 18, 0, 400, 0});
}

SimulationModel two_streams() {
  SimulationModel model;
  model.add_component(instance("return", "ReturnFlowJunction"));
  model.add_component(constant("a", 0.1));
  model.add_component(constant("b", 0.3));
  model.add_component(constant("warm", 24.0, unit::degC));
  model.add_component(constant("cold", 20.0, unit::degC));
  model.add_connection("a.scheduleValue -> return.airFlowRateIn[a]");
  model.add_connection("b.scheduleValue -> return.airFlowRateIn[b]");
  model.add_connection("cold.scheduleValue -> return.airTemperatureIn[a]");
  model.add_connection("warm.scheduleValue -> return.airTemperatureIn[b]");
  return model;
}

TEST_CASE("a return junction without humidity and CO2 mixes what it has") {
  Bench<double> bench(two_streams(), standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("return.airTemperatureOut") == Approx(23.0).epsilon(1e-14));
  CHECK(bench.value("return.airCO2Out") == Approx(400.0).epsilon(1e-14));
  CHECK(bench.value("return.airHumidityRatioOut") == 0.0);
}

TEST_CASE("a stream whose CO2 is open counts as ordinary air") {
  SimulationModel model = two_streams();
  model.add_component(constant("co2", 800.0, unit::ppm));
  model.add_connection("co2.scheduleValue -> return.airCO2In[b]");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("return.airCO2Out") == Approx(700.0).epsilon(1e-14));
}

TEST_CASE("a stream without a temperature is refused by its key") {
  SimulationModel model = two_streams();
  model.add_component(constant("c", 0.2));
  model.add_connection("c.scheduleValue -> return.airFlowRateIn[c]");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.key_incomplete"),
             Catch::Contains("return.airTemperatureIn[c]"));
}

TEST_CASE("a stream of a supply junction without a key is refused") {
  SimulationModel model;
  model.add_component(instance("supply", "SupplyFlowJunction"));
  model.add_component(instance("a", "VavTerminal"));
  model.add_component(constant("half", 0.5));
  model.add_connection("half.scheduleValue -> a.damperPosition");
  model.add_connection("a.airFlowRate -> supply.airFlowRateOut[a]");
  CHECK_FALSE(validate(model, standard_components()).has_errors());
  model.add_connection("supply.airTemperatureOut -> a.supplyAirTemperature");
  CHECK(validate(model, standard_components()).has_errors());
}

}  // namespace
}  // namespace hearth::test::flow_junctions_test
