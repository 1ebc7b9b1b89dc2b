// SPDX-License-Identifier: MIT
#include "hearth/components/air/mixing_box.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::mixing_box_test {
namespace {

template <class T>
typename MixingBox<T>::Out box(const T& position, const T& minimum, const T& supply,
                               const T& returned) {
  typename MixingBox<T>::Out y;
  MixingBox<T>::outputs({position, minimum, supply, returned, T(-5.0), T(0.002), T(400.0), T(22.0),
                         T(0.007), T(900.0)},
                        y);
  return y;
}

TEST_CASE("a mixing box mixes outdoor and return air by the opening of its damper") {
  const auto y = box(0.3, 0.0, 1.0, 0.9);
  CHECK(y.outdoor_flow == 0.3);
  CHECK(y.recirculated_flow == 0.7);
  CHECK(y.exhaust_flow == Approx(0.2).epsilon(1e-15));
  CHECK(y.mixed.temperature == Approx(0.3 * -5.0 + 0.7 * 22.0).epsilon(1e-15));
  CHECK(y.mixed.humidity == Approx(0.3 * 0.002 + 0.7 * 0.007).epsilon(1e-15));
  CHECK(y.mixed.co2 == Approx(0.3 * 400.0 + 0.7 * 900.0).epsilon(1e-15));
}

TEST_CASE("outdoor air asked for as a flow is taken at least, but no more than is supplied") {
  CHECK(box(0.1, 0.25, 1.0, 1.0).outdoor_flow == 0.25);
  CHECK(box(0.1, 2.0, 1.0, 1.0).outdoor_flow == 1.0);
  CHECK(box(0.1, 2.0, 1.0, 1.0).mixed.temperature == -5.0);
}

TEST_CASE("what the return cannot deliver comes from outdoors") {
  const auto y = box(0.0, 0.0, 1.0, 0.6);
  CHECK(y.outdoor_flow == 0.4);
  CHECK(y.recirculated_flow == 0.6);
  CHECK(y.exhaust_flow == 0.0);
}

TEST_CASE("a mixing box keeps dry air, energy, water and CO2 at every opening and flow") {
  for (const double position : {-0.5, 0.0, 0.2, 1.0, 1.5}) {
    for (const double supply : {0.0, 0.3, 2.0}) {
      for (const double returned : {0.0, 0.25, 3.0}) {
        const auto y = box(position, 0.1, supply, returned);
        const auto closes = [&](double outdoor, double used, double mixed) {
          const double in = y.outdoor_flow * outdoor + returned * used;
          const double out = y.flow * mixed + y.exhaust_flow * used;
          CHECK(out == Approx(in).epsilon(1e-13).margin(1e-13));
        };
        closes(1.0, 1.0, 1.0);
        closes(-5.0, 22.0, y.mixed.temperature);
        closes(0.002, 0.007, y.mixed.humidity);
        closes(400.0, 900.0, y.mixed.co2);
        CHECK(y.exhaust_flow >= -1e-15);
        CHECK(y.outdoor_flow >= 0.0);
      }
    }
  }
}

TEST_CASE("a mixing box at rest has the mixture of its damper") {
  CHECK(box(0.5, 0.0, 0.0, 0.0).mixed.temperature == Approx(8.5).epsilon(1e-15));
  CHECK(box(0.5, 0.0, -1.0, -1.0).mixed.temperature == Approx(8.5).epsilon(1e-15));
}

TEST_CASE("a mixing box and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    typename MixingBox<T>::Out y;
    MixingBox<T>::outputs({x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9]}, y);
    return std::vector<T>{y.mixed.temperature, y.mixed.humidity,    y.mixed.co2,   y.flow,
                          y.outdoor_flow,      y.recirculated_flow, y.exhaust_flow};
  };
  check_finite(f, {0.3, 0.1, 0.0, 0.0, -5, 0.002, 400, 22, 0.007, 900});
  check_finite(f, {0.3, 0.1, -1.0, -1.0, 20, 0.002, 400, 20, 0.002, 400});
  check_finite(f, {1.0, 0.0, 1.0, 0.0, -5, 0, 400, 22, 0, 900});
}

TEST_CASE("a mixing box without return air is refused with a remedy") {
  SimulationModel model;
  model.add_component(instance("box", "MixingBox"));
  const Diagnostics found = validate(model, standard_components());
  CHECK(codes(found) == std::vector<std::string>(4, "model.input_missing"));
}

}  // namespace
}  // namespace hearth::test::mixing_box_test
