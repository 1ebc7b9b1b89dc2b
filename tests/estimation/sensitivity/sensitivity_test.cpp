// SPDX-License-Identifier: MIT
#include "hearth/estimation/sensitivity/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::sensitivity_test {
namespace {

SensitivityOptions morris(int trajectories = 10) {
  SensitivityOptions options;
  options.trajectories = trajectories;
  return options;
}

SensitivityOptions sobol(int points = 32) {
  SensitivityOptions options;
  options.method = SensitivityMethod::Sobol;
  options.points = points;
  return options;
}

SensitivityResult analysed(const KnownRoom& room, const Json& problem,
                           const SensitivityOptions& options) {
  return analyse_sensitivity(room.read(problem), test_components(), options);
}

Diagnostics faults(const KnownRoom& room, const Json& problem,
                   const SensitivityOptions& options = morris()) {
  try {
    analysed(room, problem, options);
  } catch (const Error& error) {
    return error.diagnostics();
  }
  return {};
}

/// The problem of the room with a parameter that heats nothing: no radiator is connected.
Json with_dead_parameter() {
  Json problem = KnownRoom::problem();
  problem["parameters"].push_back({{"name", "gain"},
                                   {"targets", {"room.Q_occ_gain"}},
                                   {"initial", 100},
                                   {"min", 50},
                                   {"max", 150}});
  return problem;
}

/// The problem of the room with R_out as an expression that leaves its range at small values.
Json with_failing_runs() {
  Json problem = KnownRoom::problem();
  problem["parameters"][1] = {{"name", "shift"}, {"initial", 1.0}, {"min", -0.5}, {"max", 2.0}};
  problem["expressions"] = {{{"targets", {"room.R_out"}}, {"value", "0.03 * shift"}}};
  return problem;
}

bool reports(const Diagnostics& diagnostics, const std::string& code) {
  return std::any_of(diagnostics.items().begin(), diagnostics.items().end(),
                     [&code](const Diagnostic& item) { return item.code == code; });
}

bool all_finite(const Json& json) {
  if (json.is_null()) return false;
  if (json.is_number()) return std::isfinite(json.get<double>());
  if (!json.is_structured()) return true;
  return std::all_of(json.begin(), json.end(), [](const Json& part) { return all_finite(part); });
}

}  // namespace

TEST_CASE("both methods rank the parameters of a room alike") {
  const KnownRoom room;
  for (const SensitivityOptions& options : {morris(), sobol()}) {
    const SensitivityResult result = analysed(room, KnownRoom::problem(), options);
    REQUIRE(result.quantities.size() == 3);
    CHECK(result.quantities[0].quantity == SensitiveQuantity::Objective);
    CHECK(result.quantities[1].quantity == SensitiveQuantity::Rmse);
    CHECK(result.quantities[1].unit == "K");
    CHECK(result.quantities[2].quantity == SensitiveQuantity::Mean);
    CHECK(result.quantities[2].unit == "degC");
    CHECK(result.failed_runs == 0);
    CHECK(result.dead.empty());
    CHECK(result.parameters.at("C").scale == estimation::Scale::Log);
    for (const QuantitySensitivity& quantity : result.quantities) {
      CHECK(quantity.port == (quantity.unit == "1" ? "" : KnownRoom::kPort));
      CHECK(quantity.ranking.size() == 2);
      CHECK(quantity.parameters.at(quantity.ranking[0]).strength() >
            quantity.parameters.at(quantity.ranking[1]).strength());
      CHECK(quantity.min <= quantity.mean);
      CHECK(quantity.mean <= quantity.max);
      CHECK(quantity.sd > 0.0);
    }
    // A room between 5 and 21 degC.
    CHECK(result.quantities[2].min > 5.0);
    CHECK(result.quantities[2].max < 21.0);
    CHECK(all_finite(Json::parse(write_sensitivity_result(result))));
  }
  CHECK(analysed(room, KnownRoom::problem(), morris()).runs == 10 * 3);
  CHECK(analysed(room, KnownRoom::problem(), sobol()).runs == 32 * 4);
}

TEST_CASE("the objective of a sensitivity analysis is that of the calibration") {
  // With one row compared, the objective is the square of rmse / sd.
  const KnownRoom room;
  Json problem = KnownRoom::problem();
  problem["periods"][0]["warmup"] = "P1D";
  const SensitivityResult result = analysed(room, problem, morris());
  const double rmse = result.quantities[1].max;
  CHECK(result.quantities[0].max == Approx(rmse * rmse / 0.01).epsilon(1e-12));  // rounding
}

TEST_CASE("a parameter that changes nothing is named") {
  const KnownRoom room;
  for (const SensitivityOptions& options : {morris(), sobol()}) {
    const SensitivityResult result = analysed(room, with_dead_parameter(), options);
    CHECK(result.dead == std::vector<std::string>{"gain"});
    REQUIRE(reports(result.diagnostics, "sensitivity.dead_parameter"));
    CHECK(result.quantities[0].parameters.at("gain").strength() == 0.0);
    CHECK(result.quantities[0].ranking.back() == "gain");
  }
}

TEST_CASE("results are the same on any number of threads, and differ by seed") {
  const KnownRoom room;
  for (SensitivityOptions options : {morris(), sobol()}) {
    const std::string one = write_sensitivity_result(analysed(room, KnownRoom::problem(), options));
    options.threads = 4;
    CHECK(write_sensitivity_result(analysed(room, KnownRoom::problem(), options)) == one);
    options.seed = 2;
    CHECK(write_sensitivity_result(analysed(room, KnownRoom::problem(), options)) != one);
  }
}

TEST_CASE("runs that advance together have the same quantities as runs alone") {
  const KnownRoom room;
  SensitivityOptions together = morris();
  together.threads = 1;
  SensitivityOptions alone = together;
  // With so many threads, each has fewer points than advance together.
  alone.threads = 16;
  for (const Json& problem : {KnownRoom::problem(), with_dead_parameter(), with_failing_runs()}) {
    CHECK(write_sensitivity_result(analysed(room, problem, together)) ==
          write_sensitivity_result(analysed(room, problem, alone)));
  }
}

TEST_CASE("runs that fail are counted and leave their samples out") {
  const KnownRoom room;
  Json problem = with_failing_runs();
  for (const SensitivityOptions& options : {morris(20), sobol()}) {
    const SensitivityResult result = analysed(room, problem, options);
    CHECK(result.failed_runs > 0);
    CHECK(result.samples_left_out > 0);
    REQUIRE(result.failures.size() == static_cast<std::size_t>(result.samples_left_out));
    CHECK(result.failures.front().reason.find("calibration.outside_range") != std::string::npos);
    CHECK(result.failures.front().parameters.at("shift") < 0.0);
    CHECK(reports(result.diagnostics, "sensitivity.runs_failed"));
    CHECK(result.quantities[0].parameters.at("shift").strength() > 0.0);
    CHECK(all_finite(Json::parse(write_sensitivity_result(result))));
  }
  problem["parameters"][1]["max"] = -0.1;
  problem["parameters"][1]["initial"] = -0.2;
  const Diagnostics found = faults(room, problem);
  CHECK(reports(found, "sensitivity.failed"));
  CHECK(found.items().front().message.find("shift = -0.") != std::string::npos);
}

TEST_CASE("a prior gives the range of a parameter without bounds") {
  const KnownRoom room;
  Json problem = KnownRoom::problem();
  problem["parameters"][1] = {{"name", "R"},
                              {"targets", {"room.R_out"}},
                              {"initial", 0.05},
                              {"prior", {{"mean", 0.05}, {"sd", 0.02}}}};
  SensitivityResult result = analysed(room, problem, morris());
  CHECK(result.parameters.at("R").min == Approx(0.01));
  CHECK(result.parameters.at("R").max == Approx(0.09));
  CHECK(result.parameters.at("R").scale == estimation::Scale::Linear);
  // What the equations do not allow is cut off: R_out lies above 1e-6 K/W.
  problem["parameters"][1]["prior"]["sd"] = 0.04;
  result = analysed(room, problem, morris());
  CHECK(result.parameters.at("R").min > 0.0);
  CHECK(result.parameters.at("R").min < 0.001);
  CHECK(result.failed_runs == 0);
}

TEST_CASE("a parameter without bounds and prior is refused with an error that names it") {
  const KnownRoom room;
  Json problem = KnownRoom::problem();
  problem["parameters"][1].erase("max");
  const Diagnostics found = faults(room, problem);
  REQUIRE(reports(found, "sensitivity.no_range"));
  CHECK(found.items().front().message.find("'R' has neither") != std::string::npos);
  CHECK(found.items().front().message.find("set 'min' and 'max'") != std::string::npos);
}

TEST_CASE("a parameter with a number for each period is varied in each") {
  const KnownRoom room;
  Json problem = KnownRoom::problem();
  problem["periods"] = {{{"start", "2023-01-01T00:00:00Z"}, {"end", "2023-01-01T12:00:00Z"}},
                        {{"start", "2023-01-01T12:00:00Z"}, {"end", "2023-01-02T00:00:00Z"}}};
  problem["parameters"].push_back({{"name", "T0"},
                                   {"targets", {"room@indoorTemperature"}},
                                   {"initial", 20},
                                   {"min", 15},
                                   {"max", 25}});
  const SensitivityResult result = analysed(room, problem, morris());
  CHECK(result.runs == 10 * 5);
  CHECK(result.parameters.at("T0[2]").period == 2);
  CHECK(result.quantities[0].parameters.at("T0[1]").strength() > 0.0);
  CHECK(result.quantities[0].parameters.at("T0[2]").strength() > 0.0);
}

TEST_CASE("noises of a Kalman filter are left out with a reason") {
  const KnownRoom room;
  Json problem = KnownRoom::problem();
  problem["error_model"] = "kalman";
  problem["parameters"].push_back({{"name", "disturbance"},
                                   {"process_noise_of", {"room@indoorTemperature"}},
                                   {"initial", 0.1}});
  problem["parameters"].push_back(
      {{"name", "sensor"}, {"sd_of", {KnownRoom::kPort}}, {"initial", 0.2}});
  const SensitivityResult result = analysed(room, problem, morris());
  CHECK(result.parameters.size() == 2);
  REQUIRE(result.left_out.size() == 2);
  CHECK(result.left_out.at("disturbance").find("disturbance") != std::string::npos);
  CHECK(result.left_out.at("sensor").find("standard deviation") != std::string::npos);
  problem["parameters"].erase(0);
  problem["parameters"].erase(0);
  CHECK(reports(faults(room, problem), "sensitivity.no_parameter"));
}

TEST_CASE("an analysis ends when it is asked to and has no quantities then") {
  const KnownRoom room;
  SensitivityOptions options = morris();
  long calls = 0;
  options.progress = [&calls](const RunProgress& progress) {
    CHECK(progress.total == 30);
    return ++calls < 5;
  };
  const SensitivityResult result = analysed(room, KnownRoom::problem(), options);
  CHECK(result.interrupted);
  CHECK(calls == 5);
  CHECK(result.quantities.empty());
}

}  // namespace hearth::test::sensitivity_test
