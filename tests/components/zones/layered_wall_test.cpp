// SPDX-License-Identifier: MIT
#include "hearth/components/zones/layered_wall.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::layered_wall_test {
namespace {

// Thickness m, conductivity W/(m K), density kg/m3, specific heat J/(kg K); outside to inside.
const Table kBrick(1, 4, {0.2, 1.0, 2000.0, 1000.0});
const Table kInsulatedBrick(2, 4, {0.1, 0.04, 50.0, 1000.0, 0.2, 1.0, 2000.0, 1000.0});
const Table kMassless(2, 4, {0.1, 0.04, 0.0, 0.0, 0.2, 1.0, 0.0, 0.0});

Component wall_of(const Table& layers, int cells = 12) {
  Component wall = instance("wall", "LayeredWall",
                            {{"area", 10.0},
                             {"emissivity", 0.0},
                             {"windConvection", 0.0},
                             {"stillConvectionCoefficient", 8.0}});
  wall.config["layers"] = layers;
  wall.config["cells"] = cells;
  return wall;
}

/// A wall whose inner surface is held at a temperature.
SimulationModel held_wall(const Component& wall, double outdoors, double surface) {
  SimulationModel model;
  model.add_component(wall);
  model.add_component(constant("outdoors", outdoors));
  model.add_component(constant("surface", surface));
  model.add_connection("outdoors.scheduleValue -> wall.outdoorTemperature");
  model.add_connection("surface.scheduleValue -> wall.surfaceTemperature");
  return model;
}

double heat_in(const Bench<double>& bench, double surface) {
  return bench.value("wall.conductance") * (bench.value("wall.equivalentTemperature") - surface);
}

TEST_CASE("a wall in steady state conducts what its layers resist") {
  for (const Table& layers : {kInsulatedBrick, kMassless}) {
    RunOptions options;
    options.step = std::chrono::hours(24 * 30);
    Bench<double> bench(held_wall(wall_of(layers), -10.0, 20.0), standard_components(), options);
    bench.simulation.initialize();
    bench.steps(10);
    // 10 m2 30 K / (1/8 + 0.1/0.04 + 0.2) m2 K/W; ten months leave only rounding.
    CHECK(heat_in(bench, 20.0) == Approx(-300.0 / 2.825).epsilon(1e-10));
    CHECK(bench.value("wall.outerHeatFlow") == Approx(300.0 / 2.825).epsilon(1e-10));
  }
}

TEST_CASE("what goes into a wall comes out of it or stays in it") {
  // From 20 degC to the steady profile between 0 degC outside and 20 degC inside.
  const double resistance = 1.0 / 8.0 + 0.2, film = 1.0 / 8.0;
  const double outer = 20.0 * film / resistance;           // degC, outer surface in steady state
  const double mean = (outer + 20.0) / 2.0;                // of the brick
  const double stored = 10.0 * 0.2 * 2e6 * (mean - 20.0);  // J
  RunOptions options;
  options.step = std::chrono::minutes(10);
  Bench<double> bench(held_wall(wall_of(kBrick, 40), 0.0, 20.0), standard_components(), options);
  bench.simulation.initialize();
  double in = 0.0, out = 0.0;
  for (int k = 0; k < 6 * 24 * 30; ++k) {
    bench.simulation.step();
    in += 600.0 * heat_in(bench, 20.0);
    out += 600.0 * bench.value("wall.outerHeatFlow");
  }
  // Heat flow at the inner surface is into the room: less than 0 here.
  const double last = 600.0 * 10.0 * 20.0 / resistance;       // J, given away but not reported yet
  CHECK(-in - (out + last) == Approx(stored).epsilon(1e-6));  // what is left of the transient
}

TEST_CASE("the sun on a wall goes in or comes out again") {
  SimulationModel model = held_wall(wall_of(kBrick), 15.0, 20.0);
  model.add_component(constant("sun", 300.0));
  model.add_connection("sun.scheduleValue -> wall.irradiance");
  RunOptions options;
  options.step = std::chrono::hours(24 * 30);
  Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  bench.steps(10);
  // Absorbed: 0.6 300 W/m2 on 10 m2; what enters the room is less than 0 where it loses heat.
  CHECK(heat_in(bench, 20.0) + bench.value("wall.outerHeatFlow") == Approx(1800.0).epsilon(1e-10));
}

TEST_CASE("cells go where heat takes longest, and each layer has one") {
  const WallCells cells(kInsulatedBrick, 12);
  // sqrt(R C): insulation sqrt(2.5 5000) = 112, brick sqrt(0.2 4e5) = 283 (s^0.5).
  CHECK(cells[0].cells == 4);
  CHECK(cells[1].cells == 8);
  CHECK(cells[1].resistance == Approx(0.2 / 8));
  CHECK(cells[1].capacity == Approx(4e5 / 8));
  const WallCells least(kInsulatedBrick, 2);
  CHECK(least[0].cells == 1);
  CHECK(least[1].cells == 1);
}

TEST_CASE("layers share a cell if there are fewer cells than layers") {
  for (const int count : {1, 3, 20}) {
    std::vector<double> values;
    for (int k = 0; k < 40; ++k) values.insert(values.end(), {0.01, 0.5, 1000.0, 1000.0});
    const WallCells cells(Table(40, 4, values), count);
    double resistance = 0.0, capacity = 0.0;
    int number = 0;
    for (int i = 0; i < cells.parts(); ++i) {
      resistance += cells[i].cells * cells[i].resistance;
      capacity += cells[i].cells * cells[i].capacity;
      number += cells[i].cells;
    }
    CHECK(number == count);
    CHECK(resistance == Approx(40 * 0.02).epsilon(1e-12));
    CHECK(capacity == Approx(40 * 1e4).epsilon(1e-12));
  }
}

TEST_CASE("halving the step of a wall halves its error") {
  // Inner surface jumps from 20 to 30 degC; compared is the heat taken after six hours.
  const auto heat = [](int seconds) {
    RunOptions options;
    options.step = std::chrono::seconds(seconds);
    Bench<double> bench(held_wall(wall_of(kBrick), 20.0, 30.0), standard_components(), options);
    bench.simulation.initialize();
    bench.steps(6 * 3600 / seconds);
    return heat_in(bench, 30.0);
  };
  const double coarse = heat(1200) - heat(600), fine = heat(600) - heat(300);
  CHECK(coarse / fine == Approx(2.0).margin(0.15));  // implicit Euler: order 1
}

TEST_CASE("sun, sky and wind act on the outer surface") {
  Component wall = instance("wall", "LayeredWall", {{"area", 1.0}, {"tilt", 0.0}});
  wall.config["layers"] = kMassless;
  SimulationModel model = held_wall(wall, 10.0, 20.0);
  model.add_component(constant("sun", 500.0));
  model.add_component(constant("sky", -10.0));
  model.add_component(constant("wind", 3.0));
  model.add_connection("sun.scheduleValue -> wall.irradiance");
  model.add_connection("sky.scheduleValue -> wall.skyTemperature");
  model.add_connection("wind.scheduleValue -> wall.windSpeed");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  // h_r = 0.9 4 σ 273.15^3 = 4.1602, h_c = 4 + 4 3 = 16 W/(m2 K);
  // θ_e = 10 + (0.6 500 - 4.1602 20)/20.1602
  const double radiation = 0.9 * 4.0 * 5.670374e-8 * std::pow(273.15, 3);
  const double outside = 10.0 + (300.0 - 20.0 * radiation) / (16.0 + radiation);
  CHECK(bench.value("wall.equivalentTemperature") == Approx(outside).epsilon(1e-12));
  CHECK(bench.value("wall.conductance") ==
        Approx(1.0 / (1.0 / (16.0 + radiation) + 2.7)).epsilon(1e-12));
}

template <class T>
std::vector<T> wall_update(const std::vector<T>& x) {
  std::vector<T> offset{x[10], x[11], x[12]}, factor{x[13], x[14], x[15]};
  typename LayeredWall<T>::In u{};
  std::vector<T> sky{x[4]};
  u.outdoor_temperature = x[0];
  u.wind_speed = x[1];
  u.irradiance = x[2];
  u.surface_temperature = x[3];
  u.sky_temperature = Many<T>(sky);
  const typename LayeredWall<T>::Params p{x[5], T(90.0), x[6], x[7], x[8], x[9]};
  typename LayeredWall<T>::Held h{Many<T>(offset), Many<T>(factor), T(0.0), T(0.0),
                                  T(3.0),          T(40.0),         T(0.0), T(0.0)};
  const typename LayeredWall<T>::Config c{kInsulatedBrick};
  LayeredWall<T>::update(u, p, c, Clock{3600.0, 3600.0, 3600.0}, h);
  return {h.conductance, h.equivalent_temperature, h.outer_heat_flow, offset[0], factor[2]};
}

TEST_CASE("a layered wall and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) { return wall_update<T>(x); };
  // Still air, no sun, everything at one temperature.
  check_finite(f, {20, 0, 0, 20, 20, 12, 4, 4, 0, 0, 20, 20, 20, 0, 0, 0});
}

TEST_CASE("a wall of twice the area hands over twice the heat") {
  const auto heat = [](double area) {
    Component wall = wall_of(kInsulatedBrick);
    wall.parameters["area"].value = Quantity{area, {}};
    Bench<double> bench(held_wall(wall, 0.0, 20.0), standard_components());
    bench.simulation.initialize();
    bench.steps(5);
    return heat_in(bench, 20.0);
  };
  CHECK(heat(20.0) == Approx(2.0 * heat(10.0)).epsilon(1e-13));
}

TEST_CASE(
    "a wall without layers or with rows of another length is refused with an error that names it") {
  Component wall = wall_of(kBrick);
  wall.config.erase("layers");
  CHECK_THAT(
      message_of(validate(held_wall(wall, 0, 20), standard_components()), "model.config_missing"),
      Catch::Contains("wall.layers"));
  wall.config["layers"] = Table(1, 3, {0.2, 1.0, 2000.0});
  CHECK_FALSE(
      message_of(validate(held_wall(wall, 0, 20), standard_components()), "model.table_shape")
          .empty());
  wall = wall_of(kBrick);
  for (const double wrong : {0.0, -1.0, 2e6}) {
    wall.parameters["area"].value = Quantity{wrong, {}};
    CHECK_THAT(
        message_of(validate(held_wall(wall, 0, 20), standard_components()), "model.out_of_range"),
        Catch::Contains("wall.area"));
  }
}

}  // namespace
}  // namespace hearth::test::layered_wall_test
