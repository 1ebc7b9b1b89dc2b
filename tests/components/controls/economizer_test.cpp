// SPDX-License-Identifier: MIT
#include "hearth/components/controls/economizer.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/air/mixing_box.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/derivatives.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::economizer_test {
namespace {

double position(double outdoor, double returned, double setpoint, double rise = 0.0) {
  Economizer<double>::Out y;
  Economizer<double>::outputs({outdoor, returned, setpoint, rise, 1.0, 0.0}, {0.2, 24.0, 0.5, 0.0},
                              y);
  return y.position;
}

TEST_CASE("an economiser mixes to its setpoint where outdoor air can") {
  // (22 - 14) / (22 - 6) = 1/2
  CHECK(position(6.0, 22.0, 14.0) == 0.5);
  MixingBox<double>::Out y;
  MixingBox<double>::outputs({0.5, 0, 1, 1, 6, 0, 400, 22, 0, 400}, y);
  CHECK(y.mixed.temperature == 14.0);
}

TEST_CASE("an economiser mixes air that a fan heats up to the setpoint") {
  // 14 degC after a fan of 2 K: (22 - 12) / (22 - 6) = 5/8
  CHECK(position(6.0, 22.0, 14.0, 2.0) == 0.625);
  Economizer<double>::Out y;
  Economizer<double>::outputs({6.0, 22.0, 14.0, 2.0, 1.0, 0.0}, {0.2, 24.0, 0.5, 0.0}, y);
  CHECK(y.mixture == 12.0);
}

TEST_CASE("an economiser keeps its least opening in the cold and if nothing is to be cooled") {
  CHECK(position(-30.0, 22.0, 14.0) == 0.2);
  CHECK(position(6.0, 22.0, 30.0) == 0.2);
}

TEST_CASE("an economiser opens fully while outdoor air is cooler than the return") {
  CHECK(position(18.0, 24.5, 14.0) == 1.0);
}

TEST_CASE("an economiser ends at its high limit and where outdoor air is warmer than the return") {
  CHECK(position(24.0, 27.0, 14.0) == 0.2);
  CHECK(position(35.0, 27.0, 14.0) == 0.2);
  CHECK(position(22.0, 22.0, 14.0) == 0.2);
  CHECK(position(23.0, 22.0, 14.0) == 0.2);
  // Half a band below the limit: half of the way.
  CHECK(position(23.75, 27.0, 14.0) == Approx(0.6).epsilon(1e-12));
}

TEST_CASE("outside the hours an economiser takes outdoor air only as far as it cools") {
  const auto position = [](double outdoor, double setpoint) {
    Economizer<double>::Out y;
    Economizer<double>::outputs({outdoor, 22.0, setpoint, 0.0, 0.0, 0.0}, {0.2, 24.0, 0.5, 0.0}, y);
    return y.position;
  };
  CHECK(position(-10.0, 22.0) == 0.0);
  CHECK(position(30.0, 14.0) == 0.0);
  CHECK(position(6.0, 14.0) == Approx(0.5).epsilon(1e-12));
}

TEST_CASE("an economiser opens as far as a least flow of outdoor air needs") {
  const auto position = [](double supply, double occupied) {
    Economizer<double>::Out y;
    Economizer<double>::outputs({-10.0, 22.0, 22.0, 0.0, occupied, supply}, {0.2, 24.0, 0.5, 0.3},
                                y);
    return y.position;
  };
  CHECK(position(1.0, 1.0) == 0.3);
  CHECK(position(3.0, 1.0) == 0.2);  // the least opening is more
  CHECK(position(0.1, 1.0) == 1.0);  // all of it
  CHECK(position(0.0, 1.0) == 0.2);  // no air, or its flow is not given
  CHECK(position(1.0, 0.0) == 0.0);
}

TEST_CASE("the derivatives of an economiser agree with differences and are finite") {
  const auto f = []<class T>(const std::vector<T>& x) {
    typename Economizer<T>::Out y;
    Economizer<T>::outputs({x[0], x[1], x[2], T(1.0), T(1.0), x[6]}, {x[3], x[4], x[5], x[7]}, y);
    return std::vector<T>{y.position, y.fresh};
  };
  check_derivatives(f, {6.0, 22.0, 14.0, 0.2, 24.0, 0.5, 1.0, 0.3});
  check_derivatives(f, {23.8, 27.0, 14.0, 0.2, 24.0, 0.5, 1.0, 0.3});
  check_finite(f, {22.0, 22.0, 22.0, 0.2, 24.0, 0.01, 1.0, 0.3});
  check_finite(f, {6.0, 22.0, 14.0, 1.0, 24.0, 20.0, 1.0, 0.3});
  check_finite(f, {60.0, -50.0, 14.0, 0.0, -50.0, 0.5, 1.0, 0.3});
}

TEST_CASE("an economiser without outdoor air is refused, and a band of nothing") {
  SimulationModel model;
  model.add_component(instance("economizer", "Economizer", {{"limitBand", 0.0}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.input_missing"),
             Catch::Contains("economizer.outdoorTemperature"));
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("economizer.limitBand"));
}

TEST_CASE("an economiser states how warm outdoor air after heat recovery may be") {
  Economizer<double>::Out y;
  const auto fresh = [&y](double outdoors, double returned, double setpoint, double occupied) {
    Economizer<double>::outputs({outdoors, returned, setpoint, 1.0, occupied, 1.0},
                                {0.2, 24.0, 0.5, 0.0}, y);
    return y.fresh;
  };
  // A fifth of outdoor air of -4 degC and air of 21 degC make 16 degC.
  CHECK(fresh(-10.0, 21.0, 17.0, 1.0) == Approx(-4.0));
  CHECK(0.2 * y.fresh + 0.8 * 21.0 == Approx(y.mixture));
  CHECK(fresh(20.0, 26.0, 19.0, 1.0) == Approx(20.0));    // outdoor air alone, as it is
  CHECK(fresh(-10.0, 21.0, 17.0, 0.0) == Approx(-10.0));  // as it is
  // Without outdoor air no finite temperature would bring the mixture to its target.
  CHECK(fresh(32.0, 24.0, 14.0, 0.0) == Approx(24.0));
}

}  // namespace
}  // namespace hearth::test::economizer_test
