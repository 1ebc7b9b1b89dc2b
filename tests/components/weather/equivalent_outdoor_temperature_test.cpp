// SPDX-License-Identifier: MIT
#include "hearth/components/weather/equivalent_outdoor_temperature.hpp"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::equivalent_outdoor_temperature_test {
namespace {

/// Outdoors, ground, sky, two facades of sun and sunblind, a, h_c, h_r, w_ground, weights.
template <class T>
std::vector<T> equivalent(const std::vector<T>& x, bool with_sky = true, double tilt = 0.0) {
  std::vector<T> sky{x[2]}, sun{x[3], x[4]}, blind{x[5], x[6]};
  std::vector<T> walls{x[11], x[12]}, windows{x[13], x[14]};
  std::vector<T> tilts{T(tilt), T(tilt)};
  if (!with_sky) sky.clear();
  typename EquivalentOutdoorTemperature<T>::Out y;
  EquivalentOutdoorTemperature<T>::outputs(
      {x[0], x[1], Many<T>(sky), Many<T>(sun), Many<T>(blind)},
      {x[7], x[8], x[9], x[10], Many<T>(walls), Many<T>(windows), Many<T>(tilts)}, y);
  return {y.temperature};
}

const std::vector<double> kValues{10,   12,  -10, 100, 400, 0.0,  0.75, 0.5,
                                  20.0, 5.0, 0.1, 0.3, 0.2, 0.15, 0.25};

TEST_CASE("the equivalent temperature is that worked out by hand") {
  // The sky takes 20 K * 5/25 = 4 K. Walls: 10 + 100/50 - 4 = 8 and 10 + 400/50 - 4 = 14 degC;
  // windows 10 - 4 = 6 and 10 - 1 = 9 degC; ground 12 degC:
  // 0.3 * 8 + 0.2 * 14 + 0.15 * 6 + 0.25 * 9 + 0.1 * 12 = 9.55
  CHECK(equivalent(kValues)[0] == Approx(9.55).epsilon(1e-14));
  // Without a sky: walls 12 and 18 degC, windows 10 degC.
  CHECK(equivalent(kValues, false)[0] == Approx(12.4).epsilon(1e-14));
}

TEST_CASE("a wall exchanges half as much radiation with the sky as a roof") {
  // The sky takes 2 K: walls 10 and 16 degC, windows 8 and 9.5 degC, ground 12 degC:
  // 0.3 * 10 + 0.2 * 16 + 0.15 * 8 + 0.25 * 9.5 + 0.1 * 12 = 10.975
  CHECK(equivalent(kValues, true, 90.0)[0] == Approx(10.975).epsilon(1e-14));
}

TEST_CASE("only the ratios of weights matter") {
  std::vector<double> values = kValues;
  for (std::size_t i = 10; i < values.size(); ++i) values[i] *= 0.5;
  CHECK(equivalent(values)[0] == Approx(9.55).epsilon(1e-14));
  for (std::size_t i = 10; i < values.size(); ++i) values[i] = 0.0;
  CHECK(equivalent(values)[0] == Approx(10.0).epsilon(1e-14));
}

TEST_CASE("the equivalent temperature is that of VDI 6007, case 8") {
  // Hour 14 of the case file (modelica-ibpsa, TestCase8, BSD-3): 303.55 K outdoors, 472 and 557
  // W/m2, sunblinds that without a sky do nothing.
  std::vector<double> values{30.4, 12.0, 0.0, 472.0, 557.0, 0.85, 0.85, 0.7, 20.0, 5.0, 0.0};
  for (const double weight :
       {0.05796831135677373, 0.13249899738691134, 0.4047663456281575, 0.4047663456281575}) {
    values.push_back(weight);
  }
  CHECK(equivalent(values, false)[0] + 273.15 == Approx(306.3825635661374).epsilon(1e-14));
}

TEST_CASE("at one temperature and without sun the equivalent temperature is that") {
  std::vector<double> values = kValues;
  values[0] = values[1] = values[2] = 15.0;
  values[3] = values[4] = 0.0;
  CHECK(equivalent(values)[0] == Approx(15.0).epsilon(1e-14));
}

TEST_CASE("the ends of the ranges give finite equivalent temperatures") {
  for (const auto& [position, ends] : std::vector<std::pair<std::size_t, std::array<double, 2>>>{
           {7, {0.0, 1.0}}, {8, {1e-3, 1e3}}, {9, {0.0, 1e3}}, {10, {0.0, 1.0}}}) {
    for (const double end : ends) {
      std::vector<double> values = kValues;
      values[position] = end;
      CHECK(std::isfinite(equivalent(values)[0]));
    }
  }
}

SimulationModel facade_model(double irradiation, const Unit& power) {
  SimulationModel model;
  model.add_component(instance("outdoors", "EquivalentOutdoorTemperature"));
  const std::vector<std::pair<std::string, Component>> sources{
      {"outdoorTemperature", constant("air", 10.0, unit::degC)},
      {"facadeIrradiation[south]", constant("sun", irradiation, power)},
      {"sunblindPosition[south]", constant("blind", 0.0)}};
  for (const auto& [port, source] : sources) {
    model.add_component(source);
    model.add_connection(source.id + ".scheduleValue -> outdoors." + port);
  }
  return model;
}

TEST_CASE("irradiation in kW/m2 does what that in W/m2 does") {
  const auto run = [](double value, const Unit& power) {
    return run_signal(facade_model(value, power), standard_components(),
                      "outdoors.equivalentOutdoorTemperature")
        .back();
  };
  // One facade of walls: 10 + 0.7 * 500/25
  CHECK(run(500.0, unit::W_per_m2) == Approx(24.0).epsilon(1e-14));
  CHECK(run(0.5, unit::kW_per_m2) == Approx(24.0).epsilon(1e-14));
}

TEST_CASE("a facade without sunblinds has to say so") {
  SimulationModel model = facade_model(100.0, unit::W_per_m2);
  model.remove_connection("blind.scheduleValue -> outdoors.sunblindPosition[south]");
  model.add_connection("sun.scheduleValue -> outdoors.skyTemperature");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.key_incomplete"),
             Catch::Contains("outdoors.sunblindPosition[south]"));
  CHECK_THAT(message_of(found, "model.unit_mismatch"), Catch::Contains("outdoors.skyTemperature"));
}

}  // namespace
}  // namespace hearth::test::equivalent_outdoor_temperature_test
