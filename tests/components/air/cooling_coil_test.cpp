// SPDX-License-Identifier: MIT
#include "hearth/components/air/cooling_coil.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/air/fan_coil_unit.hpp"
#include "hearth/components/air/heating_coil.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::cooling_coil_test {
namespace {

constexpr double kA = kAirHeatCapacity;
constexpr double kW = kWaterHeatCapacity;
constexpr double kR = kVaporisationHeat;

template <class T>
typename CoolingCoil<T>::Out coil(FlowRegime regime, const typename CoolingCoil<T>::In& u,
                                  const T& conductance = T(2000.0)) {
  typename CoolingCoil<T>::Out y;
  CoolingCoil<T>::outputs(u, {conductance, T(0.75), T(101325.0)}, {.regime = regime}, y);
  return y;
}

CoolingCoil<double>::Out coil(const CoolingCoil<double>::In& u) {
  return coil<double>(FlowRegime::Counter, u);
}

TEST_CASE("a coil above the dew point is dry and the same as a heating coil") {
  // 27 degC with 6 g/kg has its dew point near 6.5 degC.
  for (const double water : {8.0, 12.0, 27.0, 50.0}) {
    const auto y = coil({27.0, 0.006, 0.8, water, 0.4});
    HeatingCoil<double>::Out dry;
    HeatingCoil<double>::outputs({27.0, 0.8, water, 0.4}, {2000.0}, {FlowRegime::Counter}, dry);
    CHECK(y.condensate == 0.0);
    CHECK(y.humidity == 0.006);
    CHECK(y.outlet == Approx(dry.outlet).epsilon(1e-13));
    CHECK(y.water_outlet == dry.water_outlet);
    CHECK(y.total == Approx(-dry.power).epsilon(1e-13).margin(1e-9));
    CHECK(y.sensible == y.total);
  }
}

TEST_CASE("a wet coil of no end cools air to saturation at the temperature of its water") {
  const auto y = coil<double>(FlowRegime::Counter, {27.0, 0.011, 0.5, 7.0, 50.0}, 1e7);
  // Saturated at 7 degC: 6.24 g/kg. Water of 50 kg/s warms by less than 0.1 K. The humidity is
  // known to half of its last digit, 5e-6 of 0.5 kg/s or 6 W, and to 0.5 % of it in the formula.
  CHECK(y.outlet == Approx(7.0).margin(0.02));
  CHECK(y.humidity == Approx(physics::saturation_humidity_ratio(7.0, 101325.0)).margin(1e-5));
  CHECK(y.humidity == Approx(0.00624).margin(3e-5));
  CHECK(y.total == Approx(0.5 * (kA * 20.0 + kR * (0.011 - 0.00624))).margin(45.0));
}

/// A coil in counter or parallel flow as differential equations along its surface, solved by Heun's
/// method: heat and vapour pass from the air to the surface (Lewis number 1), heat from the surface
/// to the water.
struct DividedCoil {
  double conductance, air_share, pressure, flow, water_flow;
  bool parallel = false;

  /// Returns the temperature of the surface between an air and a water state.
  double surface(double air, double w, double water) const {
    const double air_side = 1.0 / air_share, water_side = 1.0 / (1.0 - air_share);
    const double dry = (air_side * air + water_side * water) / (air_side + water_side);
    if (physics::saturation_humidity_ratio(dry, pressure) >= w) return dry;
    double low = dry, high = air;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      const double vapour = std::max(w - physics::saturation_humidity_ratio(middle, pressure), 0.0);
      const double from_air = air_side * (air - middle + kR / kA * vapour);
      (from_air > water_side * (middle - water) ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  struct State {
    double air, w, water;
  };

  State slope(const State& at) const {
    const double s = surface(at.air, at.w, at.water);
    const double vapour = std::max(at.w - physics::saturation_humidity_ratio(s, pressure), 0.0);
    const double air = conductance / air_share / (flow * kA);
    const double water = conductance / (1.0 - air_share) / (water_flow * kW);
    return {-air * (at.air - s), -air * vapour, (parallel ? water : -water) * (s - at.water)};
  }

  /// Returns the air that leaves, and the temperature at which the water must have entered.
  State pass(State at) const {
    constexpr int kCells = 200;
    for (int i = 0; i < kCells; ++i) {
      const State k = slope(at);
      const double d = 1.0 / kCells;
      const State l = slope({at.air + d * k.air, at.w + d * k.w, at.water + d * k.water});
      at = {at.air + 0.5 * d * (k.air + l.air), at.w + 0.5 * d * (k.w + l.w),
            at.water + 0.5 * d * (k.water + l.water)};
    }
    return at;
  }

  /// Returns the air and water that leave.
  State outlets(double air, double w, double water) const {
    if (parallel) return pass({air, w, water});
    double low = water, high = air;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      (pass({air, w, middle}).water < water ? low : high) = middle;
    }
    const double leaving = 0.5 * (low + high);
    const State at = pass({air, w, leaving});
    return {at.air, at.w, leaving};
  }
};

TEST_CASE("a counterflow coil agrees with its differential equations, dry, partly wet and wet") {
  // Bounds: one mean slope of the saturation curve instead of the curve. The effectiveness method
  // without a border between dry and wet surface is up to 15 % low, and finds no condensate in the
  // second and third case.
  double sum = 0.0;
  int cases = 0, partly_wet = 0;
  for (const double conductance : {1500.0, 3000.0, 6000.0}) {
    for (const auto& [air, w] : {std::pair(24.6, 0.0087),
                                 {22.4, 0.0092},
                                 {19.7, 0.0094},
                                 {28.0, 0.011},
                                 {30.0, 0.014},
                                 {32.0, 0.018},
                                 {26.0, 0.019}}) {
      for (const double water_flow : {0.1, 0.25, 0.5, 1.0, 2.0}) {
        CAPTURE(conductance, air, w, water_flow);
        const DividedCoil divided{conductance, 0.75, 101325.0, 1.3, water_flow};
        const auto exact = divided.outlets(air, w, 7.0);
        const auto y =
            coil<double>(FlowRegime::Counter, {air, w, 1.3, 7.0, water_flow}, conductance);
        const double total = water_flow * kW * (exact.water - 7.0);
        const double latent = 1.3 * kR * (w - exact.w);
        CHECK(y.total == Approx(total).epsilon(0.04));
        CHECK(y.total - y.sensible == Approx(latent).margin(0.02 * total));
        CHECK(y.outlet == Approx(exact.air).margin(0.7));
        sum += std::abs(y.total / total - 1.0);
        ++cases;
        if (latent > 1.0 &&
            divided.surface(air, w, exact.water) >
                physics::dew_point(air, physics::vapour_pressure_of_humidity_ratio(w, 101325.0))) {
          ++partly_wet;
          CHECK(y.total - y.sensible == Approx(latent).epsilon(0.1).margin(30.0));
        }
      }
    }
  }
  CHECK(sum / cases < 0.01);
  CHECK(partly_wet > 20);
}

TEST_CASE("a coil in parallel flow is all dry or all wet, up to an eighth too weak") {
  // Between both, neither heat is right; the larger one is the nearer one.
  for (const auto& [air, w] :
       {std::pair(24.6, 0.0087), {28.0, 0.011}, {30.0, 0.014}, {33.5, 0.029}}) {
    for (const double water_flow : {0.1, 0.25, 0.5, 1.0, 2.0}) {
      CAPTURE(air, w, water_flow);
      const DividedCoil divided{3000.0, 0.75, 101325.0, 1.3, water_flow, true};
      const auto exact = divided.outlets(air, w, 7.0);
      const auto y = coil<double>(FlowRegime::Parallel, {air, w, 1.3, 7.0, water_flow}, 3000.0);
      const double total = water_flow * kW * (exact.water - 7.0);
      CHECK(y.total < 1.01 * total);
      CHECK(y.total > 0.88 * total);
      CHECK(y.water_outlet < y.outlet);
    }
  }
}

TEST_CASE("a wet coil does not jump while its valve closes, in any arrangement") {
  for (int i = 0; i < 8; ++i) {
    const auto regime = static_cast<FlowRegime>(i);
    for (const auto& [air, w] :
         {std::pair(24.6, 0.0087), {29.06, 0.01614}, {30.0, 0.014}, {32.7, 0.0303}}) {
      for (const double conductance : {421.0, 2000.0, 6000.0}) {
        double last_total = NAN, last_water = NAN;
        for (double water_flow = 2.0; water_flow > 0.005; water_flow *= 0.99) {
          CAPTURE(i, air, conductance, water_flow);
          const auto y = coil<double>(regime, {air, w, 0.5, 7.0, water_flow}, conductance);
          // A hundredth less water takes at most a hundredth less heat; the condensate, a
          // difference, changes up to six times as much.
          if (std::isfinite(last_total)) {
            CHECK(std::abs(y.total - last_total) < 0.012 * last_total + 1.0);
            CHECK(std::abs(y.condensate - last_water) * kR < 0.06 * last_total + 1.0);
          }
          last_total = y.total;
          last_water = y.condensate;
        }
      }
    }
  }
}

TEST_CASE("enthalpy and water that a wet coil takes from the air are found again") {
  for (int i = 0; i < 8; ++i) {
    const auto regime = static_cast<FlowRegime>(i);
    for (const double flow : {0.05, 0.5, 2.0}) {
      for (const double water_flow : {0.02, 0.3, 2.0}) {
        const auto y = coil<double>(regime, {30.0, 0.018, flow, 6.0, water_flow});
        CHECK(y.condensate == Approx(flow * (0.018 - y.humidity)).epsilon(1e-12));
        CHECK(y.sensible == Approx(flow * kA * (30.0 - y.outlet)).epsilon(1e-11));
        CHECK(y.total == Approx(y.sensible + kR * y.condensate).epsilon(1e-13));
        if (regime != FlowRegime::PhaseChange) {
          CHECK(y.total == Approx(water_flow * kW * (y.water_outlet - 6.0)).epsilon(1e-10));
        }
        // Neither stream passes the other, and the air is not supersaturated by more than the
        // straight line between two states of the saturation curve. Little water against much air
        // may end as warm as the air, with a surface that is dry on the whole.
        CHECK(y.water_outlet < 30.0);
        CHECK((water_flow < 0.1 || y.condensate > 0.0));
        CHECK(y.outlet > 6.0);
        CHECK(y.condensate >= 0.0);
        CHECK(y.humidity < 1.05 * physics::saturation_humidity_ratio(y.outlet, 101325.0));
      }
    }
  }
}

TEST_CASE("condensation begins without a jump") {
  // From dry to wet as the air gets moister: no step of 0.05 g/kg changes more than a smooth curve
  // would, 0.05 g/kg of latent heat of 0.5 kg/s being 63 W.
  double last_total = coil({27.0, 0.0055, 0.5, 7.0, 0.3}).total;
  double last_water = 0.0;
  for (double w = 0.0056; w < 0.016; w += 5e-5) {
    const auto y = coil({27.0, w, 0.5, 7.0, 0.3});
    CHECK(y.total >= last_total - 1e-9);
    CHECK(y.total - last_total < 63.0);
    CHECK(y.condensate >= last_water - 1e-15);
    CHECK(y.condensate - last_water < 0.5 * 1e-4);
    last_total = y.total;
    last_water = y.condensate;
  }
  CHECK(last_water > 1e-3);
}

TEST_CASE("the saturation temperature inverts the enthalpy of saturation") {
  for (const double pressure : {7e4, 101325.0, 1.2e5}) {
    for (double theta = -40.0; theta <= 55.0; theta += 2.5) {
      // Newton's method ends at rounding: 1e-16 of the enthalpy over a slope of c_a at least.
      CHECK(saturation_temperature(saturated_enthalpy(theta, pressure), pressure) ==
            Approx(theta).margin(1e-9));
    }
  }
}

TEST_CASE("a coil whose air or water rests condenses nothing") {
  for (const double still : {0.0, -1.0}) {
    CHECK(coil({30.0, 0.018, still, 6.0, 0.3}).condensate == 0.0);
    CHECK(coil({30.0, 0.018, still, 6.0, 0.3}).total == 0.0);
    CHECK(coil({30.0, 0.018, still, 6.0, 0.3}).water_outlet == 6.0);
    CHECK(coil({30.0, 0.018, 0.5, 6.0, still}).total == Approx(0.0).margin(1e-9));
    CHECK(coil({30.0, 0.018, 0.5, 6.0, still}).outlet == Approx(30.0).epsilon(1e-12));
  }
}

TEST_CASE("a cooling coil and its derivatives are finite at its corners, dry and wet") {
  for (int i = 0; i < 8; ++i) {
    const auto f = [i]<class T>(const std::vector<T>& x) {
      const auto y = coil<T>(static_cast<FlowRegime>(i), {x[0], x[1], x[2], x[3], x[4]}, x[5]);
      return std::vector<T>{y.outlet, y.humidity, y.water_outlet,
                            y.total,  y.sensible, y.condensate};
    };
    for (const std::vector<double>& at : {std::vector<double>{30, 0.018, 0.0, 6, 0.3, 2000},
                                          {30, 0.018, 0.5, 6, 0.0, 2000},
                                          {30, 0.018, 0.0, 6, 0.0, 2000},
                                          {30, 0.018, -1, 6, -1, 2000},
                                          {20, 0.0, 0.5, 20, 0.3, 2000},
                                          {7, 0.00624, 0.5, 7, 0.3, 2000},
                                          {30, 0.018, 0.5, 6, 0.3, 0},
                                          {-20, 0.0, 0.5, 60, 0.3, 2000},
                                          {45, 0.05, 1e3, 0, 1e3, 1e8}}) {
      check_finite(f, at);
    }
  }
}

TEST_CASE("a fan coil unit at rest gives nothing") {
  FanCoilUnit<double>::Out y;
  const FanCoilUnit<double>::Params p{0.2, 60.0, 150.0, 250.0, 0.75, 101325.0};
  for (const double speed : {0.0, -1.0}) {
    FanCoilUnit<double>::outputs({speed, 22.0, 0.008, 50.0, 0.05, 7.0, 0.1}, p, {}, y);
    CHECK(y.flow == 0.0);
    CHECK(y.power == 0.0);
    CHECK(y.gain == 0.0);
    CHECK(y.heating == 0.0);
    CHECK(y.cooling == 0.0);
    CHECK(y.condensate == 0.0);
  }
}

TEST_CASE("a fan coil unit without water only warms the room by its fan") {
  FanCoilUnit<double>::Out y;
  const FanCoilUnit<double>::Params p{0.2, 60.0, 150.0, 250.0, 0.75, 101325.0};
  FanCoilUnit<double>::outputs({0.5, 22.0, 0.008, 50.0, 0.0, 7.0, 0.0}, p, {}, y);
  CHECK(y.power == Approx(60.0 / 8.0).epsilon(1e-15));
  CHECK(y.gain == Approx(7.5).epsilon(1e-11));  // 20 degC rounds the rise
  CHECK(y.humidity == 0.008);
}

TEST_CASE("a fan coil unit heats and cools as its coils do, and its balances close") {
  FanCoilUnit<double>::Out y;
  const FanCoilUnit<double>::Params p{0.2, 60.0, 150.0, 250.0, 0.75, 101325.0};
  FanCoilUnit<double>::outputs({1.0, 20.0, 0.005, 50.0, 0.05, 7.0, 0.0}, p, {}, y);
  HeatingCoil<double>::Out heated;
  HeatingCoil<double>::outputs({20.0 + 60.0 / (0.2 * kA), 0.2, 50.0, 0.05}, {150.0},
                               {FlowRegime::Counter}, heated);
  CHECK(y.heating == Approx(heated.power).epsilon(1e-12));
  CHECK(y.hot_outlet == Approx(heated.water_outlet).epsilon(1e-12));
  CHECK(y.gain == Approx(y.heating + y.power).epsilon(1e-11));

  FanCoilUnit<double>::outputs({0.8, 26.0, 0.013, 50.0, 0.0, 7.0, 0.1}, p, {}, y);
  CHECK(y.condensate > 0.0);
  CHECK(y.gain == Approx(y.power - y.cooling + kR * y.condensate).epsilon(1e-11));
  CHECK(y.condensate == Approx(0.16 * (0.013 - y.humidity)).epsilon(1e-11));
  CHECK(y.cooling == Approx(0.1 * kW * (y.chilled_outlet - 7.0)).epsilon(1e-11));
}

TEST_CASE("a fan coil unit and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    typename FanCoilUnit<T>::Out y;
    FanCoilUnit<T>::outputs({x[0], x[1], x[2], x[3], x[4], x[5], x[6]},
                            {T(0.2), x[7], T(150.0), T(250.0), T(0.75), T(101325.0)}, {}, y);
    return std::vector<T>{y.flow,    y.outlet,     y.humidity, y.gain,       y.heating,
                          y.cooling, y.condensate, y.power,    y.hot_outlet, y.chilled_outlet};
  };
  check_finite(f, {0.0, 26, 0.013, 50, 0.05, 7, 0.1, 60});
  check_finite(f, {1.0, 26, 0.0, 50, 0.0, 7, 0.0, 60});
  check_finite(f, {0.0, 20, 0.0, 20, 0.0, 20, 0.0, 0});
}

TEST_CASE("coils whose parameters leave their ranges are refused with an error that names them") {
  SimulationModel model;
  model.add_component(instance("coil", "CoolingCoil", {{"airResistanceShare", 1.0}}));
  model.add_component(instance("unit", "FanCoilUnit", {{"atmosphericPressure", 1013.25}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("coil.airResistanceShare"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("coil."));
  std::string all;
  for (const Diagnostic& item : found.items()) all += to_string(item) + "\n";
  CHECK_THAT(all, Catch::Contains("unit.atmosphericPressure"));
  CHECK_THAT(all, Catch::Contains("unit.indoorTemperature"));
}

}  // namespace
}  // namespace hearth::test::cooling_coil_test
