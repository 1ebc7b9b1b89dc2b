// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::calibration_uncertainty_test {
namespace {

constexpr int kRuns = 200;
constexpr double kNoise = 0.1;  // K
constexpr std::array<double, 2> kTruth{KnownRoom::kCapacity, KnownRoom::kResistance};

/// Noise of sd 1, the same on every platform: the sum of 12 uniform numbers, less 6.
std::vector<double> with_noise(std::vector<double> rows, double sd, std::uint64_t seed) {
  std::mt19937_64 bits(seed);
  for (double& row : rows) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits() >> 11) * 0x1p-53;
    row += sd * sum;
  }
  return rows;
}

/// Calibrates the known room again and again, each time with other noise; the file states an sd.
std::vector<CalibrationResult> repeated(double stated_sd) {
  const KnownRoom room;
  const std::vector<double> truth = KnownRoom::truth();
  Json file = KnownRoom::problem();
  file["measurements"][0]["sd"] = stated_sd;
  std::vector<CalibrationResult> results;
  for (int run = 0; run < kRuns; ++run) {
    room.write_series("measured.csv", with_noise(truth, kNoise, static_cast<std::uint64_t>(run)));
    results.push_back(room.calibrate(file));
  }
  return results;
}

/// Returns in how many results the interval of a parameter holds the truth.
int covered(const std::vector<CalibrationResult>& results, std::size_t parameter) {
  int count = 0;
  for (const CalibrationResult& result : results) {
    const auto& interval = result.uncertainty.parameters[parameter].ci95;
    REQUIRE(interval);
    if (interval->low <= kTruth[parameter] && kTruth[parameter] <= interval->high) ++count;
  }
  return count;
}

double mean_square_of_residual_sd(const std::vector<CalibrationResult>& results) {
  double sum = 0.0;
  for (const CalibrationResult& result : results) {
    sum += result.uncertainty.residual_sd * result.uncertainty.residual_sd;
  }
  return sum / static_cast<double>(results.size());
}

/// Three sd of the mean of kRuns values of χ²/ν with ν = 139 - 2 rows less parameters.
const double kThreeSd = 3.0 * std::sqrt(2.0 / 137.0 / kRuns);

TEST_CASE("95 % intervals of a calibration hold the truth in about 95 of 100 cases") {
  const std::vector<CalibrationResult> results = repeated(kNoise);
  CHECK(results[0].uncertainty.degrees_of_freedom == 137);
  CHECK(std::abs(mean_square_of_residual_sd(results) - 1.0) <= kThreeSd);
  for (const std::size_t parameter : {0U, 1U}) {
    // A binomial count of 200 at 95 % has sd 3.1: 190 ± 3 sd. Intervals are not made narrower
    // where the residuals are smaller than stated, so up to 97.5 % (sd 2.2) is expected.
    const int count = covered(results, parameter);
    CAPTURE(parameter, count);
    CHECK(count >= 181);
    CHECK(count <= 199);
  }
}

TEST_CASE("the sd of a parameter is that of its estimates") {
  const std::vector<CalibrationResult> results = repeated(kNoise);
  for (const std::size_t parameter : {0U, 1U}) {
    double variance = 0.0, stated = 0.0;
    for (const CalibrationResult& result : results) {
      const double error = result.summary.parameters[parameter] - kTruth[parameter];
      variance += error * error / kRuns;
      stated += *result.uncertainty.parameters[parameter].sd / kRuns;
    }
    CAPTURE(parameter, std::sqrt(variance), stated);
    // An sd from 200 samples has a relative sd of 1/√400 = 5 %; three of them, and some percent
    // by which stated sd are not reduced.
    CHECK(std::sqrt(variance) / stated > 0.82);
    CHECK(std::sqrt(variance) / stated < 1.15);
  }
}

TEST_CASE("measurement sd stated too small are found and made up for") {
  const std::vector<CalibrationResult> results = repeated(0.5 * kNoise);
  CHECK(std::abs(mean_square_of_residual_sd(results) / 4.0 - 1.0) <= kThreeSd);
  for (const std::size_t parameter : {0U, 1U}) {
    const int count = covered(results, parameter);
    CAPTURE(parameter, count);
    CHECK(count >= 181);  // 190 ± 3 sd; here all intervals are those of Student's t
    CHECK(count <= 199);
  }
}

bool warned(const CalibrationResult& result, const std::string& code) {
  const auto& items = result.diagnostics.items();
  return std::any_of(items.begin(), items.end(),
                     [&](const Diagnostic& item) { return item.code == code; });
}

TEST_CASE("noise that lasts widens the intervals and is warned of") {
  // First-order autoregression, sd 0.1 K, 0.9 from one row to the next: about 95 min.
  const KnownRoom room;
  const std::vector<double> truth = KnownRoom::truth();
  int held = 0, intervals = 0, found = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> noise =
        with_noise(std::vector<double>(truth.size(), 0.0), kNoise, static_cast<std::uint64_t>(run));
    for (std::size_t k = 1; k < noise.size(); ++k) {
      noise[k] = 0.9 * noise[k - 1] + std::sqrt(1.0 - 0.81) * noise[k];
    }
    std::vector<double> rows = truth;
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k] += noise[k];
    room.write_series("measured.csv", rows);
    const CalibrationResult result = room.calibrate(KnownRoom::problem());
    for (const std::size_t parameter : {0U, 1U}) {
      if (!result.uncertainty.parameters[parameter].ci95) continue;  // at its bound
      held += covered({result}, parameter);
      ++intervals;
    }
    found += warned(result, "calibration.residuals_correlated") ? 1 : 0;
    if (run > 0) continue;
    const Json json = Json::parse(write_calibration_result(result));
    const Json& residuals = json["measurements"][KnownRoom::kPort]["residuals"];
    CHECK(residuals["white"] == false);
    CHECK(residuals["autocorrelation"][0].get<double>() > 0.7);
    CHECK(residuals["correlated"]["time"].get<double>() > 1200.0);
  }
  CAPTURE(held, intervals, found);
  CHECK(intervals >= 1.5 * kRuns);  // the capacity ends at its bound now and then
  CHECK(held >= 0.88 * intervals);  // a day is 15 correlation times: little to know them from
  CHECK(found >= 0.99 * kRuns);
}

TEST_CASE("white residuals are not warned of") {
  int found = 0;
  for (const CalibrationResult& result : repeated(kNoise)) {
    found += warned(result, "calibration.residuals_correlated") ? 1 : 0;
  }
  CHECK(found <= 0.06 * kRuns);
}

/// y = gain u + shift of two gains in series, measured at three inputs: only the product of the two
/// gains and the shift of the second show.
Json two_gains(const CalibrationFolder& folder) {
  folder.write("gains.hearth.json", R"({"hearth": 1, "name": "gains",
    "components": {
      "u": {"type": "Schedule", "config": {"value": {"file": "u.csv", "column": "value",
                                                     "unit": "1", "sample": "end"}}},
      "first": {"type": "Gain"}, "second": {"type": "Gain"}},
    "connections": ["u.scheduleValue -> first.u", "first.y -> second.u"]})");
  std::vector<double> u, y;
  for (int k = 0; k <= 50; ++k) {
    u.push_back(k % 3);
    y.push_back(6.0 * u.back() + 1.0);
  }
  folder.write_series("u.csv", u);
  folder.write_series("y.csv", with_noise(y, kNoise, 1));
  return Json::parse(R"({"hearth": 1, "model": "gains.hearth.json", "step": 600,
    "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T08:20:00Z"}],
    "parameters": [
      {"name": "first", "targets": ["first.gain"], "initial": 1, "min": 0.1, "max": 100},
      {"name": "second", "targets": ["second.gain"], "initial": 1, "min": 0.1, "max": 100},
      {"name": "shift", "targets": ["second.shift"], "initial": 0}],
    "measurements": [{"port": "second.y", "file": "y.csv", "column": "value", "unit": "1",
                      "sd": 0.1}]})");
}

TEST_CASE("parameters of a flat direction have no interval") {
  using Kind = estimation::ParameterUncertainty::Kind;
  const CalibrationFolder folder;
  Json file = two_gains(folder);
  const CalibrationResult result = folder.calibrate(file);
  const std::vector<double>& found = result.summary.parameters;
  CHECK(found[0] * found[1] == Approx(6.0).epsilon(0.02));  // noise 0.1 in 51 values of 6 u
  for (const std::size_t gain : {0U, 1U}) {
    CHECK(result.uncertainty.parameters[gain].kind == Kind::Undetermined);
    CHECK_FALSE(result.uncertainty.parameters[gain].sd);
    CHECK_FALSE(result.uncertainty.parameters[gain].ci95);
  }
  CHECK(result.uncertainty.parameters[2].kind == Kind::Estimated);
  REQUIRE(result.identifiability.flat.size() == 1);
  CHECK(result.identifiability.flat[0].parameters == std::vector<std::string>{"first", "second"});
  const Json json = Json::parse(write_calibration_result(result));
  CHECK(json["parameters"]["first"]["ci95"].is_null());
  CHECK(json["parameters"]["shift"]["ci95"].is_array());
}

TEST_CASE("a prior makes a flat direction known") {
  const CalibrationFolder folder;
  Json file = two_gains(folder);
  file["parameters"][0]["prior"] = {{"mean", 2}, {"sd", 0.2}};
  const CalibrationResult result = folder.calibrate(file);
  CHECK(result.summary.parameters[0] == Approx(2.0));  // the data cannot contradict it
  // What is known of the first gain is the prior, widened by residuals larger than stated.
  const double widened = 0.2 * std::max(1.0, result.uncertainty.residual_sd);
  CHECK(*result.uncertainty.parameters[0].sd == Approx(widened));
  CHECK(result.uncertainty.parameters[1].ci95);
}

}  // namespace
}  // namespace hearth::test::calibration_uncertainty_test
