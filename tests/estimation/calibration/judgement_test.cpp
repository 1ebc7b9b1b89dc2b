// SPDX-License-Identifier: MIT
// Profiles, folds and windows of calibrations, and the fingerprint of their data.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::judgement_test {
namespace {

using End = estimation::ProfileEnd::Kind;

/// The truth with noise, the same on every platform: the sum of 12 uniform numbers, less 6.
std::vector<double> measured(double sd = 0.1) {
  std::vector<double> rows = KnownRoom::truth();
  std::mt19937_64 bits(1);
  for (double& row : rows) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits() >> 11) * 0x1p-53;
    row += sd * sum;
  }
  return rows;
}

/// A day of the known room, measured with noise.
class NoisyRoom : public KnownRoom {
 public:
  NoisyRoom() { write_series("measured.csv", measured()); }
};

bool warned(const Diagnostics& diagnostics, const std::string& code) {
  return std::any_of(diagnostics.items().begin(), diagnostics.items().end(),
                     [&](const Diagnostic& item) { return item.code == code; });
}

TEST_CASE("the profile of a calibration is what calibrations with that value held find") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["profile"] = "R";
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.profiles.size() == 1);
  const ParameterProfile& profile = result.profiles.front();
  CHECK(profile.parameter == 1);
  CHECK(profile.lower.kind == End::Crossed);
  CHECK(profile.upper.kind == End::Crossed);
  CHECK(profile.points.size() >= 7);
  CHECK(profile.stopped == 0);
  for (const std::size_t place : {std::size_t{0}, profile.points.size() - 1}) {
    const estimation::ProfilePoint& point = profile.points[place];
    Json held = KnownRoom::problem();
    held["parameters"].erase(1);
    held["fixed"] = {{"room.R_out", point.value}};
    const CalibrationResult other = room.calibrate(held);
    const double rise = other.summary.cost_final - result.summary.cost_final;
    // F to 1e-8 of its 140, of a rise of 4
    CHECK(point.ratio * profile.scale == Approx(rise).epsilon(1e-5));
    CHECK(point.parameters[0] == Approx(other.summary.parameters[0]).epsilon(1e-4));
  }
  const Json json = Json::parse(write_calibration_result(result))["profiles"]["R"];
  CHECK(json["lower"]["end"] == "crossed");
  CHECK(json["lower"]["value"] == profile.lower.value);
  CHECK(json["unit"] == "K/W");
  CHECK(json["points"]["value"].size() == profile.points.size());
  CHECK(json["points"]["parameters"]["C"].size() == profile.points.size());
  CHECK_FALSE(json["points"]["parameters"].contains("R"));
}

TEST_CASE("profiles and linearised intervals differ by how the model bends") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["profile"] = {"all"};
  const auto apart = [&](double noise, std::size_t i) {
    room.write_series("measured.csv", measured(noise));
    file["measurements"][0]["sd"] = noise;
    const CalibrationResult result = room.calibrate(file);
    REQUIRE(result.profiles.size() == 2);
    CHECK_FALSE(warned(result.diagnostics, "calibration.profile_lower"));
    const auto& interval = *result.uncertainty.parameters[i].ci95;
    const ParameterProfile& profile = result.profiles[i];
    return std::max(std::abs(profile.lower.value - interval.low),
                    std::abs(profile.upper.value - interval.high)) /
           (interval.high - interval.low);
  };
  // A bend is of second order: with a tenth of the noise ends are a tenth as far apart, as shares
  // of the width. With 0.1 K the data hardly tell which of two time constants is which: the
  // capacity may go down to its bound.
  for (const std::size_t i : {0U, 1U}) {
    CHECK(apart(0.1, i) > 0.3);
    CHECK(apart(0.01, i) < 0.1);
    CHECK(apart(0.001, i) < 0.01);
  }
}

TEST_CASE("profiles do not depend on the number of threads") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["profile"] = "all";
  const CalibrationProblem problem = room.read(file);
  const auto one = calibrate(problem, test_components(), {.threads = 1});
  const auto many = calibrate(problem, test_components(), {.threads = 6});
  REQUIRE(one.profiles.size() == many.profiles.size());
  for (std::size_t i = 0; i < one.profiles.size(); ++i) {
    CHECK(one.profiles[i].lower.value == many.profiles[i].lower.value);
    CHECK(one.profiles[i].upper.value == many.profiles[i].upper.value);
    CHECK(one.profiles[i].points.size() == many.profiles[i].points.size());
  }
}

TEST_CASE("a parameter that changes nothing has an open interval up to its bounds") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["parameters"].push_back(
      {{"name", "dead"}, {"targets", {"room.Q_occ_gain"}}, {"initial", 100}, {"min", 1}});
  file["profile"] = "dead";
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.profiles.size() == 1);
  CHECK(result.profiles[0].lower.kind == End::AtBound);
  CHECK(result.profiles[0].lower.value == 1.0);
  CHECK(result.profiles[0].upper.kind != End::Crossed);
}

TEST_CASE("profiles say if the calibration did not end at its minimum") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["profile"] = "all";
  file["tolerance"] = 0.1;
  file["max_evaluations"] = 3;
  const CalibrationResult result = room.calibrate(file);
  CHECK(warned(result.diagnostics, "calibration.profile_lower"));
  REQUIRE(result.profiles.size() == 2);
  for (const ParameterProfile& profile : result.profiles) CHECK_FALSE(profile.at_minimum);
  const Json json = Json::parse(write_calibration_result(result))["profiles"];
  CHECK(json["R"]["at_minimum"] == false);
  file = KnownRoom::problem();
  file["profile"] = "R";
  CHECK(room.calibrate(file).profiles.front().at_minimum);
}

TEST_CASE(
    "profiles of a search that did not converge are marked, even if they find nothing lower") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  const CalibrationResult best = room.calibrate(file);
  for (std::size_t i = 0; i < 2; ++i) {
    file["parameters"][i]["initial"] = (1.0 + 1e-4) * best.summary.parameters[i];
  }
  file["profile"] = "R";
  file["max_evaluations"] = 1;
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.summary.status == estimation::Status::Stopped);
  CHECK(warned(result.diagnostics, "calibration.profile_not_converged"));
  CHECK_FALSE(warned(result.diagnostics, "calibration.profile_lower"));
  REQUIRE(result.profiles.size() == 1);
  CHECK_FALSE(result.profiles.front().at_minimum);
}

TEST_CASE("profiles name parameters of the calibration") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["profile"] = {"R", "CC"};
  const Diagnostics found = room.faults(file);
  REQUIRE(found.items().size() == 1);
  CHECK(found.items()[0].code == "calibration.profile_unknown");
  CHECK(found.items()[0].where.pointer == "/profile");
  CHECK(found.items()[0].message.find("did you mean 'C'?") != std::string::npos);
}

TEST_CASE("the name of a parameter with a number for each period profiles all of them") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["periods"] = Json::parse(R"([
    {"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T12:00:00Z"},
    {"start": "2023-01-01T12:00:00Z", "end": "2023-01-02T00:00:00Z"}])");
  file["parameters"].push_back(
      {{"name", "Ti0"}, {"targets", {"room@indoorTemperature"}}, {"initial", 20}});
  file["profile"] = "Ti0";
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.profiles.size() == 2);
  CHECK(result.parameters[result.profiles[0].parameter].parameter.name == "Ti0[1]");
  CHECK(result.parameters[result.profiles[1].parameter].parameter.name == "Ti0[2]");
}

// ---- folds and windows ------------------------------------------------------------------------

constexpr double kSameFit = 1e-6;  // two searches with a tolerance of 1e-10 from other starts

/// Returns the calibration without the rows [first, last), which are no longer measured.
CalibrationResult without_rows(const KnownRoom& room, const Json& file, std::size_t first,
                               std::size_t last) {
  std::vector<double> rows = measured();
  std::fill(rows.begin() + static_cast<long>(first), rows.begin() + static_cast<long>(last), NAN);
  room.write_series("masked.csv", rows);
  Json masked = file;
  masked["measurements"][0]["file"] = "masked.csv";
  masked.erase("folds");
  masked.erase("rolling");
  return room.calibrate(masked);
}

/// Checks a fold against that calibration: what it finds, and how its run meets the rows.
void check_fold(const Fold& fold, const CalibrationResult& other, std::size_t first,
                std::size_t last) {
  REQUIRE(fold.parameters.size() == other.summary.parameters.size());
  for (std::size_t i = 0; i < fold.parameters.size(); ++i) {
    CHECK(fold.parameters[i] == Approx(other.summary.parameters[i]).epsilon(kSameFit));
  }
  CHECK(fold.fitted == other.measurements.at(KnownRoom::kPort).n);
  CHECK(fold.start == kStart + static_cast<long>(first) * std::chrono::seconds(600));
  CHECK(fold.end == kStart + static_cast<long>(last - 1) * std::chrono::seconds(600));
  const std::vector<double> rows = measured();
  double squares = 0.0, errors = 0.0;
  for (std::size_t k = first; k < last; ++k) {
    const double error = other.runs.front().results.row(static_cast<long>(k))[0] - rows[k];
    squares += error * error;
    errors += error;
  }
  const auto count = static_cast<double>(last - first);
  const Agreement& agreement = fold.measurements.at(KnownRoom::kPort);
  CHECK(agreement.n == static_cast<long>(last - first));
  CHECK(agreement.missing == 0);
  CHECK(agreement.rmse == Approx(std::sqrt(squares / count)).epsilon(1e-5));
  CHECK(agreement.bias == Approx(errors / count).epsilon(1e-4));
  CHECK(fold.residual_sd == Approx(agreement.rmse / 0.1));  // of the stated sd
}

TEST_CASE("a fold is the calibration without a block of rows, which its run then predicts") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["folds"] = 3;
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.folds.folds.size() == 3);
  // Rows 6 to 144 are compared: 46 1/3 a fold, cut at 6 + 139 f / 3.
  constexpr std::array<std::size_t, 4> kCuts{6, 52, 98, 145};
  double squares = 0.0;
  for (std::size_t f = 0; f < 3; ++f) {
    const Fold& fold = result.folds.folds[f];
    CHECK(fold.status == estimation::Status::Converged);
    check_fold(fold, without_rows(room, file, kCuts[f], kCuts[f + 1]), kCuts[f], kCuts[f + 1]);
    const Agreement& agreement = fold.measurements.at(KnownRoom::kPort);
    squares += agreement.rmse * agreement.rmse * static_cast<double>(agreement.n);
  }
  const Agreement& pooled = result.folds.pooled.at(KnownRoom::kPort);
  CHECK(pooled.n == 139);
  CHECK(pooled.rmse == Approx(std::sqrt(squares / 139.0)));
  CHECK(result.folds.residual_sd == Approx(pooled.rmse / 0.1));
  CHECK(result.rolling.folds.empty());
  const Json json = Json::parse(write_calibration_result(result))["cross_validation"];
  CHECK(json["folds"]["folds"].size() == 3);
  CHECK(json["folds"]["measurements"][KnownRoom::kPort]["n"] == 139);
  CHECK(json["folds"]["folds"][0]["parameters"]["C"] == result.folds.folds[0].parameters[0]);
  CHECK_FALSE(json.contains("rolling"));
}

TEST_CASE("folds take whole periods if there are enough, and fit the numbers of their own") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["periods"] = Json::parse(R"([
    {"start": "2023-01-01T16:00:00Z", "end": "2023-01-02T00:00:00Z"},
    {"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T08:00:00Z", "warmup": "PT1H"},
    {"start": "2023-01-01T08:00:00Z", "end": "2023-01-01T16:00:00Z"}])");
  file["parameters"] = Json::parse(R"([
    {"name": "C", "targets": ["room.C_air"], "initial": 1.2e6, "min": 1e6, "max": 1e8},
    {"name": "Ti0", "targets": ["room@indoorTemperature"], "initial": 15},
    {"name": "Tw0", "targets": ["room@wallTemperature"], "initial": 15}])");
  file["folds"] = 3;
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.folds.folds.size() == 3);
  // In the order of time, which is not that of the file.
  CHECK(result.folds.folds[0].start == kStart + std::chrono::hours(1));
  CHECK(result.folds.folds[1].start == kStart + std::chrono::hours(8));
  CHECK(result.folds.folds[2].end == kStart + std::chrono::hours(24));
  for (const Fold& fold : result.folds.folds) {
    CHECK(fold.measurements.at(KnownRoom::kPort).rmse < 0.15);
    CHECK(fold.residual_sd > 0.7);
  }
  CHECK(result.folds.folds[0].fitted == 49 + 49);
}

TEST_CASE("a rolling validation fits what lies before and predicts what comes next") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["rolling"] = {{"train", "PT10H"}, {"next", "PT6H"}};
  const CalibrationResult result = room.calibrate(file);
  // From 01:00 on: 10 h, then 11:00 to 17:00, 17:00 to 23:00, 23:00 to the end.
  REQUIRE(result.rolling.folds.size() == 3);
  constexpr std::array<std::size_t, 4> kCuts{66, 102, 138, 145};
  for (std::size_t f = 0; f < 3; ++f) {
    const Fold& fold = result.rolling.folds[f];
    CHECK(fold.fitted == static_cast<long>(kCuts[f]) - 6);
    CHECK(fold.measurements.at(KnownRoom::kPort).n == static_cast<long>(kCuts[f + 1] - kCuts[f]));
    const CalibrationResult other = without_rows(room, file, kCuts[f], 145);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(fold.parameters[i] == Approx(other.summary.parameters[i]).epsilon(kSameFit));
    }
  }
  CHECK(result.rolling.pooled.at(KnownRoom::kPort).n == 145 - 66);
  const Json json = Json::parse(write_calibration_result(result))["cross_validation"];
  CHECK(json["rolling"]["folds"].size() == 3);
}

TEST_CASE("a rest that is too short for a window belongs to the one before it") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["rolling"] = {{"train", "PT11H"}, {"next", "PT6H"}};
  const CalibrationResult result = room.calibrate(file);
  // From 01:00 on, in rows of 10 minutes: that of 24:00 is left after 11 h and two stretches of 36.
  REQUIRE(result.rolling.folds.size() == 2);
  CHECK(result.rolling.folds[1].start == kStart + std::chrono::hours(18));
  CHECK(result.rolling.folds[1].end == kStart + std::chrono::hours(24));
  CHECK(result.rolling.folds[1].measurements.at(KnownRoom::kPort).n == 37);
  CHECK(result.rolling.folds[1].fitted == 102);
  CHECK(result.rolling.pooled.at(KnownRoom::kPort).n == 73);
  CHECK_FALSE(warned(result.diagnostics, "calibration.rolling_short"));
}

TEST_CASE("a rest that is too short for a window is reported if no other window can take it in") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["rolling"] = {{"train", "PT23H"}, {"next", "PT6H"}};
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.rolling.folds.size() == 1);
  CHECK(result.rolling.folds[0].measurements.at(KnownRoom::kPort).n == 1);
  CHECK(warned(result.diagnostics, "calibration.rolling_short"));
}

TEST_CASE("folds do not depend on the number of threads") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["folds"] = 4;
  const CalibrationProblem problem = room.read(file);
  const auto one = calibrate(problem, test_components(), {.threads = 1});
  const auto many = calibrate(problem, test_components(), {.threads = 3});
  REQUIRE(one.folds.folds.size() == 4);
  for (std::size_t f = 0; f < 4; ++f) {
    CHECK(one.folds.folds[f].parameters == many.folds.folds[f].parameters);
    CHECK(one.folds.folds[f].residual_sd == many.folds.folds[f].residual_sd);
  }
  CHECK(one.folds.residual_sd == many.folds.residual_sd);
}

TEST_CASE("folds and windows without rows are refused before anything is fitted") {
  const NoisyRoom room;
  const auto fault = [&](const char* key, const Json& value) {
    Json file = KnownRoom::problem();
    file[key] = value;
    const Diagnostics found = room.faults(file);
    REQUIRE(found.items().size() == 1);
    CHECK(found.items()[0].where.pointer.rfind("/" + std::string(key), 0) == 0);
    return found.items()[0].code;
  };
  CHECK(fault("folds", 200) == "calibration.folds_few_rows");
  CHECK(fault("folds", 1) == "json.range");
  CHECK(fault("rolling", {{"train", "P2D"}, {"next", "PT1H"}}) == "calibration.rolling_empty");
  CHECK(fault("rolling", {{"train", 0}, {"next", "PT1H"}}) == "calibration.rolling_invalid");
  Json file = KnownRoom::problem();
  file["step"] = 60;
  file["measurements"][0]["resample"] = "linear";
  file["rolling"] = {{"train", "PT1H"}, {"next", "PT1M"}};
  CHECK(room.faults(file).items()[0].code == "calibration.rolling_many");
}

TEST_CASE("windows that are shorter than a step predict a row each, and gaps are passed over") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["periods"] = Json::parse(R"([
    {"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T02:00:00Z"},
    {"start": "2023-01-01T22:00:00Z", "end": "2023-01-01T22:30:00Z"}])");
  file["parameters"].erase(0);
  file["rolling"] = {{"train", "PT2H"}, {"next", 0.001}};
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.rolling.folds.size() == 5);  // 02:00, and four of the second period
  for (const Fold& fold : result.rolling.folds) {
    CHECK(fold.start == fold.end);
    CHECK(fold.measurements.at(KnownRoom::kPort).n == 1);
  }
  CHECK(result.rolling.folds[1].start == kStart + std::chrono::hours(22));
  CHECK(result.rolling.folds[4].fitted == 13 + 3);
}

TEST_CASE("the fingerprint of data follows rows, not names or periods") {
  const NoisyRoom room;
  const auto fingerprint = [&](const Json& file) { return room.calibrate(file).data; };
  const Json file = KnownRoom::problem();
  const std::string known = fingerprint(file);
  CHECK(known.size() == 16);
  Json other = file;
  other["parameters"].erase(1);
  other["measurements"][0]["sd"] = 0.3;
  CHECK(fingerprint(other) == known);
  other["periods"][0]["warmup"] = "PT2H";
  CHECK(fingerprint(other) != known);
  std::vector<double> rows = measured();
  rows[100] += 1e-3;
  room.write_series("other.csv", rows);
  other = file;
  other["measurements"][0]["file"] = "other.csv";
  CHECK(fingerprint(other) != known);
}

TEST_CASE("profiles that are interrupted are left out") {
  const NoisyRoom room;
  Json file = KnownRoom::problem();
  file["profile"] = "all";
  CalibrateOptions options;
  options.judging = [](int, int total) {
    CHECK(total == 4);
    return false;
  };
  const auto result = calibrate(room.read(file), test_components(), options);
  CHECK(result.summary.status == estimation::Status::Converged);
  CHECK(result.profiles.empty());
}

}  // namespace
}  // namespace hearth::test::judgement_test
