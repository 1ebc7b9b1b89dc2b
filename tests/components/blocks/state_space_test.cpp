// SPDX-License-Identifier: MIT
#include "hearth/components/linear/state_space.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::state_space_test {
namespace {

/// A tank: dx/dt = -0.001 x + u_1 (u_2 - x)/1000 with the flow u_1 and the temperature u_2.
SimulationModel tank() {
  SimulationModel model;
  Component system = instance("s", "StateSpace");
  system.config["inputs"] = 2;
  system.config["A"] = Table(1, 1, {-0.001});
  system.config["B"] = Table(1, 2, {0.0, 0.0});
  system.config["C"] = Table(1, 1, {1.0});
  system.config["E"] = Table(1, 1, {-0.001});      // of u_1; what follows is 0
  system.config["F"] = Table(1, 2, {0.0, 0.001});  // of u_1
  model.add_component(system);
  model.add_component(constant("flow", 2.0));
  model.add_component(constant("warm", 60.0));
  model.add_connection("flow.scheduleValue -> s.u[1]");
  model.add_connection("warm.scheduleValue -> s.u[2]");
  model.set_initial("s.x", {30.0, {}});
  return model;
}

TEST_CASE("a bilinear system is exact while its inputs rest") {
  const auto rows = run_signal(tank(), standard_components(), "s.y[1]", {.steps = 3});
  // Rate 0.001 + 2/1000, towards 60 * 2/3 = 40.
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double exact = 40.0 - 10.0 * std::exp(-0.003 * 600.0 * static_cast<double>(k));
    CHECK(std::abs(rows[k] - exact) <= kDifferences * 40.0);
  }
}

template <class T>
std::vector<T> rates(std::vector<T> x, std::vector<T> u) {
  // Two states, two inputs; E and F of both inputs.
  typename StateSpace<T>::Config c;
  c.A = Table(2, 2, {1.0, 2.0, 3.0, 4.0});
  c.B = Table(2, 2, {0.5, 0.0, 0.0, 0.25});
  c.C = c.D = Table(0, 2, {});
  c.E = Table(4, 2, {1.0, 0.0, 0.0, 2.0, 0.0, 3.0, 4.0, 0.0});
  c.F = Table(4, 2, {0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0});
  std::vector<T> rate(2, T(0.0));
  typename StateSpace<T>::State dx{Many<T>(rate)};
  StateSpace<T>::derivatives({Many<T>(u)}, {Many<T>(x)}, c, dx);
  return rate;
}

TEST_CASE("the blocks of E and F belong to the inputs one by one") {
  // x = (1, 10), u = (2, 3):
  //   A x = (21, 43), B u = (1, 0.75)
  //   2 E_1 x = (2, 40), 3 E_2 x = (90, 12);  2 F_1 u = (6, 0), 3 F_2 u = (0, 30)
  CHECK(rates<double>({1.0, 10.0}, {2.0, 3.0}) == std::vector<double>{120.0, 125.75});
}

TEST_CASE("a bilinear matrix with columns for other counts is refused") {
  SimulationModel model = tank();
  model.component("s").config["F"] = Table(1, 3, {0.0, 0.0, 0.0});
  CHECK_THAT(message_of(validate(model, standard_components()), "model.table_shape"),
             Catch::Contains("s.F") && Catch::Contains("expected 2"));
}

}  // namespace
}  // namespace hearth::test::state_space_test
