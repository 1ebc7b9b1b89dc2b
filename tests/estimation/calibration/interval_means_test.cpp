// SPDX-License-Identifier: MIT
// Measurements that are means are compared with simulated means over the same interval.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::interval_means_test {
namespace {

/// Two days of a room whose outdoor temperature may jump every hour, known at every 10 s.
class JumpyRoom : public CalibrationFolder {
 public:
  static constexpr double kCapacity = 2e5;     // J/K
  static constexpr double kResistance = 0.03;  // K/W
  static constexpr int kTens = 288;            // of minutes
  static constexpr int kFine = 60;             // steps of 10 s in 10 min

  JumpyRoom() {
    std::vector<double> outdoor;
    unsigned bits = 0x2F1;
    for (int k = 0; k <= kTens; ++k) {
      if (k % 6 == 0) bits = (bits >> 1U) ^ (((bits & 1U) != 0U) ? 0x240U : 0U);
      outdoor.push_back((bits & 1U) != 0 ? 40.0 : -20.0);
    }
    write_series("outdoor.csv", outdoor);
    write("room.hearth.json", model_text(kStart_C, kStart_R));
    write_truth(outdoor);
  }

  static std::string model_text(double capacity, double resistance) {
    Json model = Json::parse(R"({"hearth": 1, "name": "room",
      "components": {
        "room": {"type": "BuildingSpace", "parameters": {}},
        "out": {"type": "Schedule", "config": {"value": {"file": "outdoor.csv", "column": "value",
                                                         "unit": "degC"}}}},
      "connections": ["out.scheduleValue -> room.outdoorTemperature"]})");
    model["components"]["room"]["parameters"] = {{"C_air", capacity}, {"R_out", resistance}};
    return model.dump();
  }

  Json problem(int step, const Json& measurement) const {
    Json file = Json::parse(R"({"hearth": 1, "model": "room.hearth.json", "step": 600,
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-03T00:00:00Z"}],
      "parameters": [
        {"name": "C", "targets": ["room.C_air"], "initial": 6e5, "min": 1e4, "max": 1e8},
        {"name": "R", "targets": ["room.R_out"], "initial": 0.05, "min": 0.001, "max": 1}],
      "measurements": [{"port": "room.indoorTemperature", "column": "value", "unit": "degC",
                        "sd": 0.1}]})");
    file["step"] = step;
    file["measurements"][0].update(measurement);
    return file;
  }

  static constexpr double kStart_C = 1e6, kStart_R = 0.05;

 private:
  /// Simulated in steps of 10 s: readings, and means by Simpson's rule.
  void write_truth(const std::vector<double>& outdoor) const {
    SimulationModel model;
    model.add_component(
        instance("room", "BuildingSpace", {{"C_air", kCapacity}, {"R_out", kResistance}}));
    ListResolver::Entry jumps;
    for (int k = 0; k <= kTens; ++k) jumps.points.push_back({600.0 * k, outdoor[k]});
    ListResolver resolver({jumps});
    model.add_component(listed("out", 0));
    model.add_connection("out.scheduleValue -> room.outdoorTemperature");
    RunOptions options;
    options.steps = kTens * kFine;
    options.step = std::chrono::seconds(10);
    options.resolver = &resolver;
    const std::vector<double> fine =
        run_signal(model, test_components(), "room.indoorTemperature", options);
    const auto mean = [&fine](int end, int length) {
      double sum = 0.0;
      for (int i = end - length; i < end; i += 2) sum += fine[i] + 4.0 * fine[i + 1] + fine[i + 2];
      return sum / (3.0 * length);
    };
    std::vector<double> readings, tens, hours;
    for (int k = 0; k <= kTens; ++k) {
      readings.push_back(fine[static_cast<std::size_t>(k) * kFine]);
      tens.push_back(k == 0 ? NAN : mean(k * kFine, kFine));
      hours.push_back(k == 0 || k % 6 != 0 ? NAN : mean(k * kFine, 6 * kFine));
    }
    write_series("readings.csv", readings);
    write_series("tens.csv", tens);
    write_series("hours.csv", hours);
  }
};

void check_truth(const JumpyRoom& room, const Json& problem, double tolerance) {
  INFO(problem.dump());
  const CalibrationResult result = room.calibrate(problem);
  CHECK(result.summary.parameters[0] == Approx(JumpyRoom::kCapacity).epsilon(tolerance));
  CHECK(result.summary.parameters[1] == Approx(JumpyRoom::kResistance).epsilon(tolerance));
}

}  // namespace

TEST_CASE("means are compared with means, and the truth is found") {
  const JumpyRoom room;
  constexpr double kExact = 1e-5;  // Simpson's rule at 10 s
  check_truth(room, room.problem(600, {{"file", "tens.csv"}, {"stamp", "mean_before"}}), kExact);
  check_truth(room, room.problem(600, {{"file", "hours.csv"}, {"stamp", "mean_before"}}), kExact);
  check_truth(room, room.problem(1200, {{"file", "hours.csv"}, {"stamp", "mean_before"}}), kExact);
  check_truth(room, room.problem(3600, {{"file", "hours.csv"}, {"stamp", "mean_before"}}), kExact);
  check_truth(room, room.problem(3600, {{"file", "tens.csv"}, {"stamp", "mean_before"}}), kExact);
  check_truth(
      room,
      room.problem(3600, {{"file", "tens.csv"}, {"stamp", "mean_before"}, {"resample", "mean"}}),
      kExact);
}

TEST_CASE("readings that are averaged over the rows are compared with means") {
  const JumpyRoom room;
  constexpr double kLines = 0.02;  // the temperature is not a straight line between readings
  check_truth(room, room.problem(3600, {{"file", "readings.csv"}, {"resample", "mean"}}), kLines);
}

TEST_CASE("means are compared with means where a model steps without them") {
  const JumpyRoom room;
  constexpr double kLines = 0.02;  // a simulated mean is that of a straight line over a step
  for (const char* coupling : {"gauss-seidel", "iterate"}) {
    Json problem = room.problem(600, {{"file", "hours.csv"}, {"stamp", "mean_before"}});
    problem["coupling"] = coupling;
    check_truth(room, problem, kLines);
  }
}

TEST_CASE("residuals of means have exact derivatives") {
  const JumpyRoom room;
  Json file = room.problem(1200, {{"file", "hours.csv"}, {"stamp", "mean_before"}});
  const CalibrationProblem problem = room.read(file);
  PreparedProblem prepared(problem, test_components());
  SimulationResiduals residuals(prepared, 1);
  const auto n = static_cast<std::size_t>(residuals.residuals());
  REQUIRE(n == 48);
  std::vector<double> p{6e5, 0.05}, r(n), up(n), down(n), jacobian(2 * n);
  REQUIRE(residuals.evaluate(p.data(), r.data(), jacobian.data()));
  for (std::size_t j = 0; j < 2; ++j) {
    const double shift = 1e-5 * p[j];
    std::vector<double> q = p;
    q[j] = p[j] + shift;
    REQUIRE(residuals.evaluate(q.data(), up.data(), nullptr));
    q[j] = p[j] - shift;
    REQUIRE(residuals.evaluate(q.data(), down.data(), nullptr));
    for (std::size_t i = 0; i < n; ++i) {
      const double difference = (up[i] - down[i]) / (2.0 * shift);
      CHECK(jacobian[2 * i + j] * p[j] == Approx(difference * p[j]).epsilon(1e-5).margin(1e-5));
    }
  }
}

TEST_CASE("a mean whose interval begins before the run is not compared") {
  const JumpyRoom room;
  Json file = room.problem(600, {{"file", "hours.csv"}, {"stamp", "mean_before"}});
  file["periods"][0]["start"] = "2023-01-01T00:30:00Z";
  const CalibrationProblem problem = room.read(file);
  PreparedProblem prepared(problem, test_components());
  CHECK(SimulationResiduals(prepared, 1).residuals() == 47);
}

}  // namespace hearth::test::interval_means_test
