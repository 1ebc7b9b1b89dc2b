// SPDX-License-Identifier: MIT
#include "hearth/components/zones/window.hpp"

#include <numeric>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::window_test {
namespace {

// Transmittance, reflectances, resistance m2 K/W, conductance of the gap W/(m2 K).
const Table kDouble(2, 5, {0.834, 0.075, 0.075, 0.003, 6.0, 0.834, 0.075, 0.075, 0.003, 0.0});
const Table kCoated(2, 5, {0.452, 0.359, 0.397, 0.003, 1.5, 0.834, 0.075, 0.075, 0.003, 0.0});
const Table kSingle(1, 5, {0.834, 0.075, 0.075, 0.003, 0.0});

template <class T>
T all_of(const WindowOptics<T>& optics) {
  return std::accumulate(optics.absorbed.begin(), optics.absorbed.end(),
                         T(optics.transmittance + optics.reflectance));
}

TEST_CASE("an uncoated pane has at normal incidence what was given for it") {
  const PaneOptics<double> pane = uncoated_pane(0.834, 0.075, 1.0);
  CHECK(pane.transmittance == Approx(0.834).epsilon(1e-12));
  CHECK(pane.front == Approx(0.075).epsilon(1e-12));
}

TEST_CASE("two clear panes let through what reflections between them leave") {
  // τ^2/(1 - ρ^2)
  CHECK(window_optics(kDouble, 1.0).transmittance ==
        Approx(0.834 * 0.834 / (1.0 - 0.075 * 0.075)).epsilon(1e-12));
}

TEST_CASE("the shares that a window transmits, reflects and absorbs add up to 1") {
  for (const Table& panes : {kSingle, kDouble, kCoated}) {
    for (const double cosine : {1.0, 0.8, 0.5, 0.2, 0.05, 0.0}) {
      CHECK(all_of(window_optics(panes, cosine)) == Approx(1.0).epsilon(1e-12));
    }
  }
}

TEST_CASE("a window lets less through the flatter the sun stands, and nothing at its plane") {
  double before = 1.0;
  for (const double cosine : {1.0, 0.766, 0.5, 0.174, 0.0}) {
    const double now = window_optics(kDouble, cosine).transmittance;
    CHECK(now < before);
    before = now;
  }
  CHECK(before < 1e-3);
}

TEST_CASE("a gap of 12 mm of air or argon conducts as in the standard") {
  // EN 673, equations 5 to 8 by hand: Gr = 9.81 0.012^3 15 1.232^2/(283 (1.761e-5)^2) = 4398, Pr =
  // 0.7112, Nu = 0.035 3128^0.38 = 0.745, hence 1: h_g = 0.02496/0.012 = 2.08; h_r = 4 5.67e-8
  // 283^3/(2/0.837 - 1) = 3.699
  CHECK(gap_conductance(kAirGap, 0.012, 0.837, 0.837) == Approx(5.779).margin(2e-3));
  // Nu of argon: Gr = 9.81 0.012^3 15 1.699^2/(283 (2.164e-5)^2) = 5538, Pr = 0.6669, Nu = 0.795
  // < 1.
  CHECK(gap_conductance(kArgonGap, 0.012, 0.837, 0.837) == Approx(1.40333 + 3.699).margin(2e-3));
}

TEST_CASE("a window in the dark conducts what its panes and gap resist") {
  SimulationModel model;
  Component window = instance("window", "Window", {{"area", 2.0}, {"emissivity", 0.0}});
  window.config["panes"] = kDouble;
  model.add_component(window);
  model.add_component(constant("outdoors", -5.0));
  model.add_connection("outdoors.scheduleValue -> window.outdoorTemperature");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("window.conductance") ==
        Approx(2.0 / (0.25 + 0.003 + 1.0 / 6.0 + 0.003)).epsilon(1e-12));
  CHECK(bench.value("window.equivalentTemperature") == Approx(-5.0).epsilon(1e-12));
  CHECK(bench.value("window.solarGain") == 0.0);
}

template <class T>
std::vector<T> window_outputs(const std::vector<T>& x, const Table& panes) {
  std::vector<T> sky{x[5]};
  const typename Window<T>::In u{x[0], x[1], x[2], x[3], x[4], Many<T>(sky)};
  const typename Window<T>::Params p{x[6], T(90.0), x[7], x[8], x[9]};
  typename Window<T>::Out y;
  Window<T>::outputs(u, p, typename Window<T>::Config{panes}, y);
  return {y.solar_gain, y.conductance, y.equivalent_temperature};
}

TEST_CASE("a window and its derivatives are finite in still air without sun") {
  for (const Table& panes : {kSingle, kDouble, kCoated}) {
    const auto f = [&panes]<class T>(const std::vector<T>& x) {
      return window_outputs<T>(x, panes);
    };
    check_finite(f, {20, 0, 0, 0, 75, 20, 2, 4, 4, 0.1});
  }
}

TEST_CASE("a window with the sun behind it stays finite, derivatives too") {
  for (const double angle : {90.0, 120.0, 180.0}) {
    std::vector<Jet8> x{Jet8(5),  Jet8(3), Jet8(0), Jet8(100), Jet8(angle, 0),
                        Jet8(-8), Jet8(2), Jet8(4), Jet8(4),   Jet8(0.84)};
    for (const Jet8& value : window_outputs<Jet8>(x, kDouble)) {
      CHECK(std::isfinite(value.a));
      CHECK(value.v.allFinite());
    }
  }
}

TEST_CASE("a window without panes is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("window", "Window"));
  model.add_component(constant("outdoors", -5.0));
  model.add_connection("outdoors.scheduleValue -> window.outdoorTemperature");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.config_missing"),
             Catch::Contains("window.panes"));
}

}  // namespace
}  // namespace hearth::test::window_test
