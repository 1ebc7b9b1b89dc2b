// SPDX-License-Identifier: MIT
// Profiles of calibrations.
#include <algorithm>
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
  CHECK(warned(room.calibrate(file).diagnostics, "calibration.profile_lower"));
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
