// SPDX-License-Identifier: MIT
#include "hearth/components/air/authority_damper.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/range_ends.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::authority_damper_test {
namespace {

template <class T>
typename AuthorityDamper<T>::Out damper(const T& position, const T& nominal, const T& authority,
                                        const T& leakage) {
  const typename AuthorityDamper<T>::Params p{nominal, authority, T(-1.51), T(9.45),
                                              T(0.2),  T(0.6),    T(0.45),  leakage};
  typename AuthorityDamper<T>::Derived q;
  AuthorityDamper<T>::prepare(p, q);
  typename AuthorityDamper<T>::Out y;
  AuthorityDamper<T>::outputs({position}, p, q, y);
  return y;
}

TEST_CASE("a half open damper has the loss of its exponential law") {
  const auto y = damper(0.5, 1.0, 1.0, 1e-4);
  CHECK(std::log(y.loss) == Approx(-1.51 + 9.45 / 2.0).epsilon(1e-14));
  CHECK(y.flow == Approx(std::sqrt(0.45 / std::exp(3.215))).epsilon(1e-14));
}

TEST_CASE("a damper of authority 0.3 passes more than its loss alone would let it") {
  // f = 0.134424..., 1/sqrt(0.3/f^2 + 0.7)
  const double f = damper(0.5, 1.0, 1.0, 1e-4).flow;
  CHECK(damper(0.5, 2.0, 0.3, 1e-4).flow ==
        Approx(2.0 / std::sqrt(0.3 / (f * f) + 0.7)).epsilon(1e-14));
}

TEST_CASE("an open damper passes its nominal flow, a closed one its leakage") {
  for (const double leakage : {1e-8, 1e-4, 0.5}) {
    // exp of a difference of logarithms of up to 40 keeps 14 digits.
    CHECK(damper(1.0, 0.034, 1.0, leakage).flow == Approx(0.034).epsilon(1e-13));
    CHECK(damper(0.0, 0.034, 1.0, leakage).flow == Approx(0.034 * leakage).epsilon(1e-13));
  }
  CHECK(damper(1.0, 0.034, 0.0, 1e-4).flow == Approx(0.034).epsilon(1e-13));
}

TEST_CASE("a damper of given authority driven past its ends stays at them") {
  CHECK(damper(1.7, 0.034, 0.5, 1e-4).flow == damper(1.0, 0.034, 0.5, 1e-4).flow);
  CHECK(damper(-0.2, 0.034, 0.5, 1e-4).flow == damper(0.0, 0.034, 0.5, 1e-4).flow);
}

TEST_CASE("a damper with authority and its derivatives are finite at its corners") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto y = damper<T>(x[0], x[1], x[2], x[3]);
    return std::vector<T>{y.flow, y.loss};
  };
  for (const double opening : {0.0, 0.2, 0.6, 1.0}) {
    for (const double authority : {0.0, 1.0}) check_finite(f, {opening, 0.034, authority, 1e-4});
  }
}

TEST_CASE("a damper with authority works at both ends of the range of every parameter") {
  for (const double position : {0.0, 0.5, 1.0}) {
    check_range_ends("AuthorityDamper", {{"damperPosition", position}});
  }
}

TEST_CASE("a damper without leakage is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("damper", "AuthorityDamper", {{"leakage", 0.0}}));
  model.add_component(constant("half", 0.5));
  model.add_connection("half.scheduleValue -> damper.damperPosition");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.out_of_range"),
             Catch::Contains("damper.leakage"));
}

}  // namespace
}  // namespace hearth::test::authority_damper_test
