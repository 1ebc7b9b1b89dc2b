// SPDX-License-Identifier: MIT
#include "hearth/components/air/heating_coil.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::heating_coil_test {
namespace {

constexpr double kA = kAirHeatCapacity;
constexpr double kW = kWaterHeatCapacity;

template <class T>
typename HeatingCoil<T>::Out coil(FlowRegime regime, const T& inlet, const T& flow, const T& water,
                                  const T& water_flow, const T& conductance) {
  typename HeatingCoil<T>::Out y;
  HeatingCoil<T>::outputs({inlet, flow, water, water_flow}, {conductance}, {.regime = regime}, y);
  return y;
}

TEST_CASE("a counter-flow coil of equal capacity rates and NTU 1 exchanges half") {
  // C = 1012 W/K on both sides, UA = 1012: e = 1/(1 + 1).
  const auto y = coil<double>(FlowRegime::Counter, 10.0, 1.0, 50.0, kA / kW, kA);
  CHECK(y.outlet == Approx(30.0).epsilon(1e-14));
  CHECK(y.water_outlet == Approx(30.0).epsilon(1e-14));
  CHECK(y.power == Approx(20.0 * kA).epsilon(1e-14));
}

TEST_CASE("what the water of a coil loses the air gains, in every regime") {
  for (int i = 0; i < 8; ++i) {
    const auto regime = static_cast<FlowRegime>(i);
    for (const double flow : {0.05, 0.9, 4.0}) {
      const auto y = coil<double>(regime, 10.0, flow, 50.0, 0.2, 800.0);
      CHECK(flow * kA * (y.outlet - 10.0) == Approx(y.power).epsilon(1e-12));
      CHECK(y.power > 0.0);
      CHECK(y.outlet < 50.0 + 1e-9);
      if (regime == FlowRegime::PhaseChange) {
        CHECK(y.water_outlet == 50.0);
      } else {
        CHECK(0.2 * kW * (50.0 - y.water_outlet) == Approx(y.power).epsilon(1e-12));
        CHECK(y.water_outlet > 10.0 - 1e-9);
      }
    }
  }
}

TEST_CASE("cold water cools the air of a coil by as much as warm water heats it") {
  const auto warm = coil<double>(FlowRegime::CrossUnmixed, 20.0, 0.5, 32.0, 0.1, 600.0);
  const auto cold = coil<double>(FlowRegime::CrossUnmixed, 20.0, 0.5, 8.0, 0.1, 600.0);
  CHECK(cold.power == Approx(-warm.power).epsilon(1e-14));
}

TEST_CASE("a coil whose air or water rests exchanges nothing, and the still stream comes to rest") {
  const auto dry = coil<double>(FlowRegime::Counter, 10.0, 0.5, 50.0, 0.0, 800.0);
  CHECK(dry.power == 0.0);
  CHECK(dry.outlet == 10.0);
  CHECK(dry.water_outlet == Approx(10.0).margin(1e-9));  // as long as UA is far above 1e-3 W/K
  const auto still = coil<double>(FlowRegime::Counter, 10.0, 0.0, 50.0, 0.2, 800.0);
  CHECK(still.power == 0.0);
  CHECK(still.water_outlet == 50.0);
  CHECK(still.outlet == Approx(50.0).margin(1e-9));
  const auto reversed = coil<double>(FlowRegime::Counter, 10.0, -0.5, 50.0, -0.2, 800.0);
  CHECK(reversed.power == 0.0);
  CHECK(reversed.outlet == 10.0);
  CHECK(reversed.water_outlet == 50.0);
}

TEST_CASE(
    "a coil without conductance exchanges nothing, one of infinite conductance as much as "
    "possible") {
  CHECK(coil<double>(FlowRegime::CrossUnmixed, 10.0, 0.5, 50.0, 0.2, 0.0).power == 0.0);
  const auto ideal = coil<double>(FlowRegime::Counter, 10.0, 0.5, 50.0, 0.2, 1e8);
  CHECK(ideal.power == Approx(0.5 * kA * 40.0).epsilon(1e-9));
}

TEST_CASE("a coil and its derivatives are finite at its corners, in every regime") {
  for (int i = 0; i < 8; ++i) {
    const auto f = [i]<class T>(const std::vector<T>& x) {
      const auto y = coil<T>(static_cast<FlowRegime>(i), x[0], x[1], x[2], x[3], x[4]);
      return std::vector<T>{y.outlet, y.water_outlet, y.power};
    };
    // At rest, reversed, equally warm, equal capacity rates, without conductance.
    for (const std::vector<double>& at : {std::vector<double>{10.0, 0.0, 50.0, 0.3, 800.0},
                                          {10.0, 0.5, 50.0, 0.0, 800.0},
                                          {10.0, 0.0, 50.0, 0.0, 800.0},
                                          {10.0, -1.0, 50.0, -1.0, 800.0},
                                          {20.0, 0.5, 20.0, 0.3, 800.0},
                                          {10.0, kW, 50.0, kA, 800.0},
                                          {10.0, 0.5, 50.0, 0.3, 0.0},
                                          {10.0, 0.0, 50.0, 0.0, 0.0},
                                          {10.0, 1e4, 50.0, 1e4, 1e8}}) {
      check_finite(f, at);
    }
  }
}

TEST_CASE("the heat of a coil is smooth where the capacity rates are equal") {
  // Seen from either side, the slope with the flow of the air is the same.
  for (const FlowRegime regime : {FlowRegime::Counter, FlowRegime::Parallel}) {
    const double equal = 0.3 * kW / kA;
    const auto power = [&](double flow) {
      return coil<double>(regime, 10.0, flow, 50.0, 0.3, 800.0).power;
    };
    const double step = 1e-4 * equal;
    const double below = (power(equal) - power(equal - step)) / step;
    const double above = (power(equal + step) - power(equal)) / step;
    CHECK(above == Approx(below).epsilon(1e-3));  // differences of first order
  }
}

TEST_CASE("a coil of an unknown regime is refused with the nearest word") {
  SimulationModel model;
  Component coil = instance("coil", "HeatingCoil", {{"UA", -1.0}});
  coil.config["flowRegime"] = Word{"counterr"};
  model.add_component(coil);
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.choice_unknown"), Catch::Contains("counter"));
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("coil.UA"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("coil.inletAirTemperature"));
}

}  // namespace
}  // namespace hearth::test::heating_coil_test
