// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::calibration_one_room_test {
namespace {

using estimation::Bound;
using estimation::ParameterUncertainty;

constexpr const char* kValve = "020B_valve_position_sensor.measuredValue";
constexpr const char* kTemperature = "020B_temperature_sensor.measuredValue";

struct OneRoom {
  CalibrationProblem problem;
  CalibrationResult result;
};

std::optional<CalibrationProblem> read_one_room() {
  const auto path = shared_data("data/twin4build/one_room_calibration.json");
  if (!path) return std::nullopt;
  Diagnostics diagnostics;
  return read_calibration(*path, standard_components(), {}, diagnostics);
}

/// The calibration with five starts, run once for all cases.
const OneRoom* one_room() {
  static const std::optional<OneRoom> solved = []() -> std::optional<OneRoom> {
    std::optional<CalibrationProblem> problem = read_one_room();
    if (!problem) return std::nullopt;
    OneRoom room{*std::move(problem), {}};
    room.result = calibrate(room.problem, standard_components(), {.threads = 2});
    return room;
  }();
  return solved ? &*solved : nullptr;
}

TEST_CASE("the one room is calibrated to the reference optimum") {
  const OneRoom* room = one_room();
  if (room == nullptr) return;
  const CalibrationResult& result = room->result;
  REQUIRE(result.starts.size() == 5);
  // All figures of the reference to their last printed digit: the models agree to rounding, and at
  // a minimum the objective does not depend on where exactly a solver stops.
  CHECK(std::abs(result.starts[0].initial - 84156.155) <= 1e-3);
  CHECK(std::abs(result.summary.objective_final - 862.82654) <= 1e-5);
  CHECK(result.summary.status == estimation::Status::Converged);
  const Agreement& valve = result.measurements.at(kValve);
  const Agreement& temperature = result.measurements.at(kTemperature);
  CHECK(valve.n == 268);
  CHECK(temperature.n == 268);
  CHECK(std::abs(valve.rmse - 0.034498) <= 1e-6);
  CHECK(std::abs(temperature.rmse - 0.057344) <= 1e-6);
}

TEST_CASE("the objective of the one room begins at the given start") {
  const OneRoom* room = one_room();
  if (room == nullptr) return;
  const auto json = nlohmann::json::parse(write_calibration_result(room->result));
  CHECK(std::abs(json["objective"]["initial"].get<double>() - 84156.155) <= 1e-3);
  for (const StartResult& start : room->result.starts) CHECK_FALSE(start.ends_elsewhere);
}

TEST_CASE("the one room is calibrated from every start") {
  const OneRoom* room = one_room();
  if (room == nullptr) return;
  for (const StartResult& start : room->result.starts) {
    CHECK(start.status == estimation::Status::Converged);
    // The solver stops where a step gains 1e-10; flat directions need several such steps.
    CHECK(start.final == Approx(room->result.summary.objective_final).epsilon(1e-7));
  }
}

TEST_CASE("the calibrated room agrees with the days it was not calibrated on") {
  const OneRoom* room = one_room();
  if (room == nullptr) return;
  const Agreement& valve = room->result.validation.at(kValve);
  const Agreement& temperature = room->result.validation.at(kTemperature);
  CHECK(valve.n == 432);
  CHECK(temperature.n == 432);
  // To the last printed digit of the reference.
  CHECK(std::abs(valve.rmse - 0.04256) <= 1e-5);
  CHECK(std::abs(temperature.rmse - 0.06687) <= 1e-5);
}

TEST_CASE("seven parameters of the one room end on a bound") {
  const OneRoom* room = one_room();
  if (room == nullptr) return;
  std::map<std::string, Bound> found;
  for (std::size_t i = 0; i < room->problem.parameters.size(); ++i) {
    const Bound bound = room->result.summary.at_bound[i];
    if (bound != Bound::None) found[room->problem.parameters[i].parameter.name] = bound;
  }
  const std::map<std::string, Bound> expected{
      {"C_air", Bound::Lower},         {"C_boundary", Bound::Lower},      {"R_out", Bound::Lower},
      {"f_wall", Bound::Lower},        {"heater_capacity", Bound::Upper}, {"Ti", Bound::Lower},
      {"valveAuthority", Bound::Upper}};
  CHECK(found == expected);
}

TEST_CASE("three combinations of the one room's parameters cannot be found from the data") {
  const OneRoom* room = one_room();
  if (room == nullptr) return;
  const auto& flat = room->result.identifiability.flat;
  REQUIRE(flat.size() == 3);
  CHECK(flat[0].ratio < 1e-9);  // a common factor on all capacities, conductances and flows
  std::set<std::set<std::string>> pairs;
  for (std::size_t i = 1; i < flat.size(); ++i) {
    pairs.insert({flat[i].parameters.begin(), flat[i].parameters.end()});
  }
  CHECK(pairs == std::set<std::set<std::string>>{{"kp", "Ti"}, {"C_air", "C_boundary"}});
}

TEST_CASE("parameters of the one room at a bound have no interval, the others have one") {
  const OneRoom* room = one_room();
  if (room == nullptr) return;
  const CalibrationResult& result = room->result;
  for (std::size_t i = 0; i < room->problem.parameters.size(); ++i) {
    INFO(room->problem.parameters[i].parameter.name);
    const ParameterUncertainty& uncertainty = result.uncertainty.parameters[i];
    const bool at_bound = result.summary.at_bound[i] != Bound::None;
    CHECK((uncertainty.kind == ParameterUncertainty::Kind::AtBound) == at_bound);
    CHECK(uncertainty.sd.has_value() == !at_bound);
    CHECK(uncertainty.ci95.has_value() == !at_bound);
  }
}

TEST_CASE("the one room's calibration does not depend on the number of threads") {
  std::optional<CalibrationProblem> problem = read_one_room();
  if (!problem) return;
  problem->starts = 2;
  problem->solve.max_evaluations = 8;  // the course is what is compared, not the end
  const CalibrationResult one = calibrate(*problem, standard_components(), {.threads = 1});
  const CalibrationResult two = calibrate(*problem, standard_components(), {.threads = 2});
  problem->starts = 1;  // threads go to derivative chunks then
  const CalibrationResult chunks = calibrate(*problem, standard_components(), {.threads = 2});
  CHECK(one.summary.parameters == two.summary.parameters);
  CHECK(one.starts[0].parameters == two.starts[0].parameters);
  CHECK(one.starts[1].parameters == two.starts[1].parameters);
  CHECK(one.starts[0].parameters == chunks.starts[0].parameters);
  CHECK(one.starts[0].final == chunks.starts[0].final);
}

}  // namespace
}  // namespace hearth::test::calibration_one_room_test
