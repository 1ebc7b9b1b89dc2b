// SPDX-License-Identifier: MIT
#include "hearth/components/weather/shading_device.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::shading_device_test {
namespace {

template <class T>
typename ShadingDevice<T>::Out shaded(const T& position, const T& irradiation, const T& open,
                                      const T& closed) {
  typename ShadingDevice<T>::Out y;
  ShadingDevice<T>::outputs({position, irradiation}, {open, closed}, y);
  return y;
}

TEST_CASE("a half closed shade passes the mean of its ends") {
  const auto y = shaded(0.5, 400.0, 0.9, 0.1);
  CHECK(y.share == Approx(0.5).epsilon(1e-15));
  CHECK(y.irradiation == Approx(200.0).epsilon(1e-15));
}

TEST_CASE("a shade passes all of the sun when open and its share when closed") {
  for (const double closed : {0.0, 0.2, 1.0}) {
    CHECK(shaded(0.0, 400.0, 1.0, closed).irradiation == 400.0);
    CHECK(shaded(1.0, 400.0, 1.0, closed).irradiation == Approx(400.0 * closed).epsilon(1e-15));
  }
  CHECK(shaded(0.7, 0.0, 1.0, 0.2).irradiation == 0.0);
}

TEST_CASE("a shade driven past its ends stays at them") {
  CHECK(shaded(1.5, 400.0, 1.0, 0.2).share == shaded(1.0, 400.0, 1.0, 0.2).share);
  CHECK(shaded(-0.5, 400.0, 1.0, 0.2).share == 1.0);
}

TEST_CASE("a shade and its derivatives are finite in the dark") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto y = shaded<T>(x[0], x[1], x[2], x[3]);
    return std::vector<T>{y.share, y.irradiation};
  };
  check_finite(f, {0.3, 0.0, 0.9, 0.1});
}

TEST_CASE("a shade needs no sun, but a position and shares from 0 to 1") {
  SimulationModel model;
  model.add_component(instance("shade", "ShadingDevice"));
  model.add_component(constant("half", 50.0, unit::percent));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.input_missing"),
             Catch::Contains("shade.shadePosition"));
  model.add_connection("half.scheduleValue -> shade.shadePosition");
  CHECK(run_signal(model, standard_components(), "shade.transmittedShare", {.steps = 1}).back() ==
        Approx(0.6).epsilon(1e-15));
  model.component("shade").parameters["closedTransmittance"].value = Quantity{1.1, {}};
  CHECK_FALSE(message_of(validate(model, standard_components()), "model.out_of_range").empty());
}

}  // namespace
}  // namespace hearth::test::shading_device_test
