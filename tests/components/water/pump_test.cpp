// SPDX-License-Identifier: MIT
#include "hearth/components/water/pump.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::pump_test {
namespace {

template <class T>
typename Pump<T>::Params wilo() {
  return {T(1.1),   T(29100.0), T(62.3),  T(1.19),   T(0.16), T(-0.35),
          T(0.437), T(0.595),   T(0.046), T(-0.078), T(0.8),  T(1.0)};
}

template <class T>
typename Pump<T>::Out pump(const T& flow, const T& inlet, const T& speed,
                           const typename Pump<T>::Params& p = wilo<T>()) {
  typename Pump<T>::Out y;
  Pump<T>::outputs({flow, inlet, speed}, p, y);
  return y;
}

TEST_CASE("a pump at its nominal point has its nominal head and power") {
  const auto y = pump(1.1, 40.0, 1.0);
  CHECK(y.head == Approx(29100.0).epsilon(1e-14));
  CHECK(y.power == Approx(62.3).epsilon(1e-14));
}

TEST_CASE("the default pump keeps to the published points of its data sheet") {
  // Wilo Stratos 25/1-6 at 2540 rpm: flow [l/s], power [W], head [Pa], digitised. Polynomials of
  // third and second order through eight points keep 0.7 W and 400 Pa, their coefficients rounded
  // to three digits another 0.1 W and 40 Pa.
  const double points[][3] = {{0.27448573, 35.902, 34738.9}, {0.55583240, 46.212, 34508.1},
                              {0.83708278, 55.549, 32430.7}, {1.10292011, 62.370, 29083.8},
                              {1.38657182, 68.705, 24005.6}, {1.66761757, 73.326, 18004.2},
                              {1.87198329, 75.177, 13041.5}};
  for (const auto& [flow, power, head] : points) {
    const auto y = pump(flow, 40.0, 1.0);
    CHECK(std::abs(y.power - power) < 0.8);
    CHECK(std::abs(y.head - head) < 440.0);
  }
}

TEST_CASE("speed scales flow, head and power by the affinity laws") {
  const auto full = pump(0.8, 40.0, 1.0);
  const auto half = pump(0.4, 40.0, 0.5);
  CHECK(half.head == Approx(full.head / 4.0).epsilon(1e-14));
  CHECK(half.power == Approx(full.power / 8.0).epsilon(1e-14));
}

TEST_CASE("the heat of a pump warms its water, at rest its surroundings") {
  auto p = wilo<double>();
  p.loss_share = 0.25;
  const auto y = pump(1.1, 40.0, 1.0, p);
  // 62.3 W (0.8 + 0.2 0.25) in 1.1 kg/s; a millionth goes to the surroundings.
  CHECK(y.outlet_temperature - 40.0 == Approx(52.955 / 4598.0).epsilon(2e-6));
  const auto rest = pump(0.0, 40.0, 1.0, p);
  CHECK(rest.outlet_temperature == 40.0);
  CHECK(rest.heat_loss == rest.power);
  CHECK(rest.power == Approx(0.437 * 62.3).epsilon(1e-14));
  for (const double flow : {0.0, 1e-4, 0.1, 1.1}) {
    const auto at = pump(flow, 40.0, 0.7, p);
    const double carried = flow * kWaterHeatCapacity * (at.outlet_temperature - 40.0);
    // The rise is the difference of two temperatures of 40 degC: 1e-14 of them.
    CHECK(carried + at.heat_loss == Approx(at.power).epsilon(1e-12).margin(1e-14 * flow * 4e5));
  }
}

TEST_CASE("a pump that is off draws no power") {
  CHECK(pump(0.0, 40.0, 0.0).power == 0.0);
  CHECK(pump(0.5, 40.0, 0.0).power == 0.0);
  CHECK(pump(-0.5, 40.0, -1.0).power == 0.0);
}

TEST_CASE("a pump and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    auto p = wilo<T>();
    p.nominal_flow = x[3];
    p.loss_share = x[4];
    const auto y = pump<T>(x[0], x[1], x[2], p);
    return std::vector<T>{y.outlet_temperature, y.power, y.head, y.heat_loss};
  };
  for (const double flow : {0.0, -0.3}) {
    for (const double speed : {0.0, 1.0}) check_finite(f, {flow, 40, speed, 1.1, 0.5});
  }
}

TEST_CASE("a pump runs at its nominal speed if nothing sets it, and needs a flow") {
  SimulationModel model;
  model.add_component(instance("pump", "Pump"));
  CHECK(codes(validate(model, standard_components())) ==
        std::vector<std::string>(2, "model.input_missing"));
  model.add_component(constant("flow", 3.96, unit::kg_per_h));
  model.add_component(constant("inlet", 40.0));
  model.add_connection("flow.scheduleValue -> pump.waterFlowRate");
  model.add_connection("inlet.scheduleValue -> pump.inletWaterTemperature");
  const auto power = run_signal(model, standard_components(), "pump.Power");
  // 3.96 kg/h are 0.0011 kg/s, a thousandth of the nominal flow.
  CHECK(power.back() == Approx(pump(0.0011, 40.0, 1.0).power).epsilon(1e-13));
}

}  // namespace
}  // namespace hearth::test::pump_test
