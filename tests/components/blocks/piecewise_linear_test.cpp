// SPDX-License-Identifier: MIT
#include "hearth/components/blocks/piecewise_linear.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::piecewise_linear_test {
namespace {

/// Supply water over outdoor temperature.
const Table kHeatingCurve(3, 2, {-12.0, 60.0, 5.0, 50.0, 20.0, 20.0});

template <class T>
T curve(const Table& points, const T& u) {
  typename PiecewiseLinear<T>::Out y;
  PiecewiseLinear<T>::outputs({u}, {points}, y);
  return y.y;
}

TEST_CASE("a curve passes its points, with lines between them") {
  CHECK(curve(kHeatingCurve, -12.0) == 60.0);
  CHECK(curve(kHeatingCurve, 5.0) == Approx(50.0).epsilon(1e-15));
  CHECK(curve(kHeatingCurve, 20.0) == Approx(20.0).epsilon(1e-15));
  CHECK(curve(kHeatingCurve, -3.5) == Approx(55.0).epsilon(1e-15));  // halfway
  CHECK(curve(kHeatingCurve, 12.5) == Approx(35.0).epsilon(1e-15));
}

TEST_CASE("a curve is held beyond its ends") {
  CHECK(curve(kHeatingCurve, -1e9) == 60.0);
  CHECK(curve(kHeatingCurve, 1e9) == 20.0);
  CHECK(curve(Table(1, 2, {3.0, 7.0}), 100.0) == 7.0);
  CHECK(curve(Table(0, 2, {}), 100.0) == 0.0);
}

TEST_CASE("two points with one x are a jump") {
  const Table step(4, 2, {0.0, 1.0, 2.0, 1.0, 2.0, 5.0, 4.0, 5.0});
  CHECK(curve(step, 2.0) == 1.0);
  CHECK(curve(step, 2.0 + 1e-12) == 5.0);
  CHECK(curve(step, 4.0) == 5.0);
}

TEST_CASE("a curve whose x falls ends the run by its name instead of delivering numbers") {
  SimulationModel model;
  Component falling = instance("c", "PiecewiseLinear");
  falling.config["points"] = Table(3, 2, {2.0, 0.0, 1.0, 5.0, 3.0, 9.0});
  model.add_component(falling);
  model.add_component(constant("u", 1.5));
  model.add_connection("u.scheduleValue -> c.u");
  CHECK_THROWS_WITH(run_signal(model, standard_components(), "c.y", {.steps = 1}),
                    Catch::Contains("simulation.not_finite") && Catch::Contains("c.y"));
}

TEST_CASE("the derivative at a corner of a curve is the slope of a side") {
  CHECK(curve(kHeatingCurve, Jet8(5.0, 0)).v[0] == Approx(-10.0 / 17.0));
}

TEST_CASE("a curve without points, or with a third column, is refused") {
  SimulationModel model;
  model.add_component(instance("c", "PiecewiseLinear"));
  model.add_component(constant("u", 0.0));
  model.add_connection("u.scheduleValue -> c.u");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.config_missing"),
             Catch::Contains("c.points"));
  model.component("c").config["points"] = Table(1, 3, {1.0, 2.0, 3.0});
  CHECK_THAT(message_of(validate(model, standard_components()), "model.table_shape"),
             Catch::Contains("expected 2"));
  model.component("c").config["points"] = kHeatingCurve;
  CHECK(run_signal(model, standard_components(), "c.y", {.steps = 1}).back() ==
        Approx(60.0 - 120.0 / 17.0).epsilon(1e-14));
}

}  // namespace
}  // namespace hearth::test::piecewise_linear_test
