// SPDX-License-Identifier: MIT
#include "hearth/components/blocks/share.hpp"

#include <type_traits>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::share_test {
namespace {

double share_of(double flow, double part) {
  Share<double>::Out y{};
  Share<double>::outputs({flow}, {part}, y);
  return y.value;
}

TEST_CASE("a share of a flow is that part of it, backwards too") {
  CHECK(share_of(0.3, 0.25) == 0.075);
  CHECK(share_of(-0.3, 0.25) == -0.075);
  CHECK(share_of(0.3, 0.0) == 0.0);
  CHECK(share_of(0.3, 1.0) == 0.3);
}

TEST_CASE("a share takes the unit of what it is a share of") {
  SimulationModel model;
  model.add_component(instance("box", "VavTerminal"));
  model.add_component(instance("share", "Share"));
  model.add_component(instance("junction", "SupplyFlowJunction"));
  model.add_component(instance("position", "Schedule")).config["value"] =
      SeriesSpec{0.5, unit::one};
  model.add_connection("position.scheduleValue -> box.damperPosition");
  model.add_connection("box.airFlowRate -> share.value");
  model.add_connection("share.value -> junction.airFlowRateOut[room]");
  CHECK_FALSE(validate(model, standard_components()).has_errors());
  model.add_connection("share.value -> junction.airTemperatureIn");
  CHECK(validate(model, standard_components()).has_errors());
}

TEST_CASE("shares outside 0 to 1 are refused") {
  SimulationModel model;
  model.add_component(instance("position", "Schedule")).config["value"] =
      SeriesSpec{0.5, unit::one};
  model.add_component(instance("share", "Share"));
  model.add_connection("position.scheduleValue -> share.value");
  for (const double good : {0.0, 1.0}) {
    model.set_parameter("share.share", {good, {}});
    CHECK_FALSE(validate(model, standard_components()).has_errors());
  }
  for (const double bad : {-0.1, 1.1}) {
    model.set_parameter("share.share", {bad, {}});
    CHECK(validate(model, standard_components()).has_errors());
  }
}

}  // namespace
}  // namespace hearth::test::share_test
