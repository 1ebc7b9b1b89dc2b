// SPDX-License-Identifier: MIT
#include "hearth/components/sources/piecewise_linear_schedule.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::piecewise_linear_schedule_test {
namespace {

SimulationModel heating_curve(bool lowered_at_night) {
  SimulationModel model;
  Component curve = instance("curve", "PiecewiseLinearSchedule");
  curve.config["points"] = Table(3, 2, {-12.0, 60.0, 5.0, 50.0, 20.0, 20.0});
  if (lowered_at_night) {
    curve.config["otherPoints"] = Table(2, 2, {-12.0, 50.0, 20.0, 18.0});
    SeriesSpec share;
    share.source = TimeTable{{0.0, 1200.0}, {0.0, 1.0}, Series::Shape::Hold};
    curve.config["otherShare"] = share;
  }
  model.add_component(curve);
  model.add_component(each_step("outdoors", {-20.0, -3.5, 4.0, 30.0}));
  model.add_connection("outdoors.scheduleValue -> curve.x");
  return model;
}

TEST_CASE("a curve over outdoor temperature") {
  const auto rows =
      run_signal(heating_curve(false), standard_components(), "curve.scheduleValue", {.steps = 4});
  CHECK(rows[1] == 60.0);
  CHECK(rows[2] == Approx(55.0).epsilon(1e-15));
  CHECK(rows[3] == Approx(50.0 + 10.0 / 17.0).epsilon(1e-14));
  CHECK(rows[4] == 20.0);
}

TEST_CASE("another curve by the clock") {
  const auto rows =
      run_signal(heating_curve(true), standard_components(), "curve.scheduleValue", {.steps = 4});
  CHECK(rows[1] == 60.0);
  CHECK(rows[2] == Approx(55.0).epsilon(1e-15));
  CHECK(rows[3] == Approx(34.0).epsilon(1e-15));
  CHECK(rows[4] == 18.0);
}

TEST_CASE("a curve by the clock needs points of two columns") {
  SimulationModel model = heating_curve(false);
  model.component("curve").config.erase("points");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.config_missing"),
             Catch::Contains("curve.points"));
  model.component("curve").config["points"] = Table(1, 3, {1.0, 2.0, 3.0});
  CHECK_FALSE(message_of(validate(model, standard_components()), "model.table_shape").empty());
}

}  // namespace
}  // namespace hearth::test::piecewise_linear_schedule_test
