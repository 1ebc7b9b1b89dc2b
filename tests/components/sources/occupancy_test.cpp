// SPDX-License-Identifier: MIT
#include "hearth/components/sources/occupancy.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::occupancy_test {
namespace {

using O = Occupancy<double>;
constexpr O::Params kRoom{100.0, 6.2e-6, 0.001};  // 120 kg of air
constexpr Clock kLater{600.0, 0.0, 600.0, 0, 1};

double people(const O::In& u, double before, const O::Params& p = kRoom,
              const Clock& now = kLater) {
  O::Held h{before, 0.0};
  O::update(u, p, now, h);
  CHECK(h.co2 == u.co2);
  return h.people;
}

TEST_CASE("people follow from the CO2 of a room at rest") {
  // 0.051 kg/s * 600 ppm of 6.2 ppm kg/s each
  CHECK(people({1000.0, 0.05, 0.05, 400.0}, 1000.0) == Approx(30.6 / 6.2).epsilon(1e-14));
  // More exhaust than supply draws outdoor air in; a lack of exhaust pushes room air out.
  CHECK(people({1000.0, 0.02, 0.05, 400.0}, 1000.0) == Approx(30.6 / 6.2).epsilon(1e-14));
  CHECK(people({1000.0, 0.05, 0.0, 400.0}, 1000.0) == Approx(30.6 / 6.2).epsilon(1e-14));
}

TEST_CASE("people follow from the rise of CO2 in a closed room") {
  // 120 kg * 100 ppm in 600 s
  CHECK(people({500.0, 0.0, 0.0, 400.0}, 400.0, {100.0, 6.2e-6, 0.0}) ==
        Approx(20.0 / 6.2).epsilon(1e-14));
}

TEST_CASE("falling CO2 without people gives none, and never less") {
  CHECK(people({400.0, 0.0, 0.0, 400.0}, 1000.0) == 0.0);
  CHECK(people({380.0, 0.05, 0.05, 400.0}, 380.0) == 0.0);
}

TEST_CASE("the first sample knows of no rise") {
  CHECK(people({1000.0, 0.05, 0.05, 400.0}, 0.0, kRoom, {0.0, 0.0, 600.0, 0, 0}) ==
        Approx(30.6 / 6.2).epsilon(1e-14));
}

TEST_CASE("the factor of the rate is continuous where its series ends") {
  // The series leaves x^6/30240, the closed form loses 1e-16/x of 1 - exp(-x).
  for (const double x : {0.01 - 1e-12, 0.01 + 1e-12}) {
    CHECK(std::abs(O::rate_factor(x) - x / -std::expm1(-x)) < 3e-14);
  }
  CHECK(O::rate_factor(0.0) == 1.0);
  CHECK(O::rate_factor(50.0) == Approx(50.0).epsilon(1e-15));
}

TEST_CASE("the people that a room was simulated with are found again") {
  const std::vector<double> present{0.0, 7.0, 7.0, 25.0, 3.0, 0.0, 0.0};
  SimulationModel model;
  model.add_component(instance("room", "BuildingSpace"));
  model.add_component(instance("found", "Occupancy"));
  model.add_component(each_step("people", present));
  model.add_component(each_step("supply", {0.05, 0.05, 0.2, 0.0, 0.0, 0.1, 0.1}));
  model.add_component(each_step("exhaust", {0.05, 0.08, 0.1, 0.0, 0.1, 0.1, 0.0}));
  model.add_component(constant("outdoors", 5.0));
  model.add_connection("outdoors.scheduleValue -> room.outdoorTemperature");
  model.add_connection("people.scheduleValue -> room.numberOfPeople");
  for (const char* to : {"room", "found"}) {
    model.add_connection(std::string("supply.scheduleValue -> ") + to + ".supplyAirFlowRate");
    model.add_connection(std::string("exhaust.scheduleValue -> ") + to + ".exhaustAirFlowRate");
  }
  model.add_connection("room.indoorCO2 -> found.indoorCO2");
  const auto rows = run_signal(
      model, standard_components(), "found.numberOfPeople",
      {.steps = static_cast<long>(present.size()), .compile = {.coupling = Coupling::GaussSeidel}});
  // The room is exact to kDifferences of about 1000 ppm; 1 ppm is 120/600/6.2 people. The first
  // sample has no rise to look at.
  for (std::size_t k = 1; k < present.size(); ++k) {
    CHECK(std::abs(rows[k + 1] - present[k]) < 1e-8);
  }
}

TEST_CASE("an occupancy and its derivatives are finite without flow and with flows reversed") {
  // No flow, flows reversed, CO2 at rest as outdoors: finite.
  for (const double flow : {0.0, -0.05}) {
    typename Occupancy<Jet8>::Held h{Jet8(400.0, 0), Jet8(0.0)};
    Occupancy<Jet8>::update({Jet8(400.0, 1), Jet8(flow, 2), Jet8(flow, 3), Jet8(400.0, 4)},
                            {Jet8(100.0, 5), Jet8(6.2e-6, 6), Jet8(0.0, 7)},
                            Clock{600.0, 0.0, 600.0, 0, 1}, h);
    CHECK(std::isfinite(h.people.a));
    CHECK(h.people.v.allFinite());
  }
}

TEST_CASE("people without CO2 of their own are refused") {
  SimulationModel model;
  model.add_component(instance("o", "Occupancy", {{"G_occ", 0.0}}));
  model.add_component(constant("co2", 600.0, unit::ppm));
  model.add_connection("co2.scheduleValue -> o.indoorCO2");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.out_of_range"),
             Catch::Contains("o.G_occ"));
}

}  // namespace
}  // namespace hearth::test::occupancy_test
