// SPDX-License-Identifier: MIT
// Calibrations by the likelihood of a Kalman filter.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/calibration/likelihood.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::kalman_calibration_test {
namespace {

// ---- the published fit of a house -------------------------------------------------------------

/// The Armadillo house (data/measured): a wall and a room, two resistances, two capacities.
class House : public CalibrationFolder {
 public:
  /// Inputs between their stamps lie on lines, or are held.
  explicit House(const std::filesystem::path& data, const std::string& resample = "linear") {
    std::string model = R"({"hearth": 1, "name": "house",
      "simulation": {"input_hold": "first"},
      "components": {
        "outdoors": {"type": "TimeSeries", "config": {"value":
          {"file": "house.csv", "column": "T_ext", "unit": "degC", "resample": "linear"}}},
        "heater": {"type": "TimeSeries", "config": {"value":
          {"file": "house.csv", "column": "P_hea", "unit": "W", "resample": "linear"}}},
        "wall": {"type": "ThermalNode"},
        "room": {"type": "ThermalNode", "initial": {"temperature": 26.7}}},
      "connections": [
        "outdoors.value -> wall.adjacentTemperature[outdoors]",
        "room.temperature -> wall.adjacentTemperature[room]",
        "wall.temperature -> room.adjacentTemperature[wall]",
        "heater.value -> room.heatGain[heater]"]})";
    for (std::size_t at = 0; resample != "linear";) {
      at = model.find("\"linear\"", at);
      if (at == std::string::npos) break;
      model.replace(at + 1, 6, resample);
    }
    if (resample == "hold") model.replace(model.find("first"), 5, "zero");
    write("house.hearth.json", model);
    write("house.csv", series(data));
  }

  /// Returns the first 232 rows with stamps instead of seconds.
  static std::string series(const std::filesystem::path& data) {
    std::ifstream file(data);
    std::string line, csv;
    for (int row = 0; row <= 232 && std::getline(file, line); ++row) {
      const auto comma = line.find(',');
      const std::string rest = line.substr(comma);
      const auto time = Instant(std::chrono::minutes(30) * (row - 1)) + kStart.time_since_epoch();
      csv += (row == 0 ? "time" : format_time(time, Zone::fixed(Duration(0)))) + rest + "\n";
    }
    return csv;
  }

  static Json problem(int step) {
    Json file = Json::parse(R"({"hearth": 1, "model": "house.hearth.json",
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-05T19:30:00Z"}],
      "parameters": [
        {"name": "Ro", "targets": ["wall.R[outdoors]"], "initial": 0.015, "min": 1e-3, "max": 0.1,
         "unit": "K/W"},
        {"name": "Ri", "targets": ["wall.R[room]", "room.R[wall]"], "initial": 0.003,
         "min": 1e-4, "max": 0.05, "unit": "K/W"},
        {"name": "Cw", "targets": ["wall.C"], "initial": 1.5e7, "min": 1e6, "max": 1e8},
        {"name": "Ci", "targets": ["room.C"], "initial": 2e6, "min": 1e5, "max": 2e7},
        {"name": "Tw0", "targets": ["wall@temperature"], "initial": 26, "min": 10, "max": 40}],
      "measurements": [{"port": "room.temperature", "file": "house.csv", "column": "T_int",
                        "unit": "degC", "sd": 0.2}]})");
    file["step"] = step;
    return file;
  }
  static Json with_filter(Json file) {
    file["error_model"] = "kalman";
    file["parameters"].push_back({{"name", "sigma_w"},
                                  {"process_noise_of", {"wall@temperature"}},
                                  {"noise_time", "P1D"},
                                  {"initial", 1.0}});
    file["parameters"].push_back(
        {{"name", "sigma_v"}, {"sd_of", {"room.temperature"}}, {"initial", 0.1}});
    file["initial_sd"] = Json::parse(R"([{"state": "wall@temperature", "sd": "0.1 K"},
                                         {"state": "room@temperature", "sd": "0.1 K"}])");
    return file;
  }
  CalibrationResult calibrate(const Json& problem) const {
    return hearth::calibrate(read(problem, standard_components()), standard_components());
  }
};

struct Published {
  const char* name;
  double value, sd;
};

TEST_CASE("output error finds the resistances and capacities of the Armadillo house") {
  const auto data = shared_data("data/measured/armadillo_pysip/armadillo_data_H2.csv");
  if (!data) return;
  const House house(*data);
  Json file = House::problem(300);
  file["parameters"].push_back(Json::parse(
      R"({"name": "Ti0", "targets": ["room@temperature"], "initial": 26, "min": 10, "max": 40})"));
  const CalibrationResult result = house.calibrate(file);
  // data/measured/published_fits.json, our_output_error_first_order_hold
  const Published fits[] = {{"Ro", 0.0153170316, 0},
                            {"Ri", 0.00320127907, 0},
                            {"Cw", 15228703.3, 0},
                            {"Ci", 2906810.8, 0}};
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(fits[i].name);
    CHECK(result.summary.parameters[i] == Approx(fits[i].value).epsilon(1e-3));
  }
  CHECK(result.measurements.at("room.temperature").rmse == Approx(0.20015666601).epsilon(1e-4));
}

TEST_CASE("output error of the Armadillo house depends on how its inputs are held") {
  const auto data = shared_data("data/measured/armadillo_pysip/armadillo_data_H2.csv");
  if (!data) return;
  const House house(*data, "hold");
  Json file = House::problem(300);
  file["parameters"].push_back(Json::parse(
      R"({"name": "Ti0", "targets": ["room@temperature"], "initial": 26, "min": 10, "max": 40})"));
  const CalibrationResult result = house.calibrate(file);
  // data/measured/published_fits.json, our_output_error_zero_order_hold
  const Published fits[] = {
      {"Ro", 1.54381e-2, 0}, {"Ri", 3.04946e-3, 0}, {"Cw", 1.54800e7, 0}, {"Ci", 2.46089e6, 0}};
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(fits[i].name);
    CHECK(result.summary.parameters[i] == Approx(fits[i].value).epsilon(1e-3));
  }
  CHECK(result.measurements.at("room.temperature").rmse == Approx(0.243137).epsilon(1e-4));
}

TEST_CASE("the Kalman likelihood of the Armadillo house has the published maximum") {
  const auto data = shared_data("data/measured/armadillo_pysip/armadillo_data_H2.csv");
  if (!data) return;
  const House house(*data);
  const CalibrationResult result = house.calibrate(House::with_filter(House::problem(120)));
  REQUIRE(result.summary.status == estimation::Status::Converged);
  // data/measured/published_fits.json, published_maximum_likelihood (pySIP)
  const Published fits[] = {{"Ro", 0.017593, 0.000927},         {"Ri", 0.001984, 7.5e-05},
                            {"Cw", 14653190.4768, 662047.1712}, {"Ci", 1636964.64, 66664.512},
                            {"Tw0", 26.594539, 0.130517},       {"sigma_w", 0.521344, 0.046986},
                            {"sigma_v", 0.034325, 0.002333}};
  for (std::size_t i = 0; i < 7; ++i) {
    CAPTURE(fits[i].name);
    CHECK(result.parameters[i].parameter.name == fits[i].name);
    CHECK(result.summary.parameters[i] == Approx(fits[i].value).epsilon(5e-3));
    CHECK(*result.uncertainty.parameters[i].sd == Approx(fits[i].sd).epsilon(0.1));
  }
  CHECK(-0.5 * result.summary.objective_final == Approx(331.057569).margin(1e-3));
  const InnovationReport& report = result.innovations.at("room.temperature");
  CHECK(report.n == 232);
  CHECK(report.sd == Approx(1.0).epsilon(0.02));
  const Json json = Json::parse(write_calibration_result(result));
  CHECK(json["settings"]["error_model"] == "kalman");
  CHECK(json["likelihood"]["log_likelihood"].get<double>() == Approx(331.0576).margin(1e-3));
  CHECK(json["measurements"]["room.temperature"]["innovations"]["n"] == 232);
  CHECK(json["parameters"]["sigma_w"]["process_noise_of"][0] == "wall@temperature");
  CHECK(json["parameters"]["sigma_w"]["unit"] == "K");
}

// ---- a known room that disturbances drive ------------------------------------------------------

/// Three days of a room with a heater that is on every other three hours, and disturbances.
class DisturbedRoom : public CalibrationFolder {
 public:
  static constexpr double kCapacity = 3e6, kResistance = 0.02;  // J/K, K/W
  static constexpr double kDisturbance = 0.3;                   // K in an hour
  static constexpr double kSensor = 0.1;                        // K
  static constexpr long kRows = 433;

  DisturbedRoom() {
    write("room.hearth.json", R"({"hearth": 1, "name": "room",
      "components": {
        "room": {"type": "ThermalNode", "initial": {"temperature": 18}},
        "heater": {"type": "TimeSeries", "config": {"value":
          {"file": "heat.csv", "column": "value", "unit": "W"}}},
        "hold": {"type": "ZeroOrderHold", "clock": {"period": 600}},
        "out": {"type": "Schedule", "config": {"value": "5 degC"}}},
      "connections": ["out.scheduleValue -> room.adjacentTemperature[out]",
                      "room.temperature -> hold.u",
                      "heater.value -> room.heatGain[heater]"]})");
    std::vector<double> heat;
    for (long k = 0; k < kRows; ++k) heat.push_back(power(k));
    write_series("heat.csv", heat);
  }
  static double power(long row) { return row / 18 % 2 == 0 ? 1500.0 : 0.0; }

  /// Draws measurements: the exact solution between rows, noise of the state, K in an hour, and of
  /// the sensor.
  static std::vector<double> draw(std::uint64_t seed, double disturbance = kDisturbance) {
    std::mt19937_64 bits(seed);
    const auto normal = [&bits] {
      double sum = -6.0;
      for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits() >> 11) * 0x1p-53;
      return sum;
    };
    const double time = kCapacity * kResistance;
    const double kept = std::exp(-600.0 / time);
    const double intensity = disturbance / 60.0;  // K/√s
    const double spread = intensity * std::sqrt(0.5 * time * (1.0 - kept * kept));
    std::vector<double> rows;
    double room = 18.0;
    for (long k = 0; k < kRows; ++k) {
      rows.push_back(room + kSensor * normal());
      const double rest = 5.0 + kResistance * power(k);
      room = rest + kept * (room - rest) + spread * normal();
    }
    return rows;
  }

  static Json problem() {
    return Json::parse(R"({"hearth": 1, "model": "room.hearth.json", "step": 600,
      "error_model": "kalman",
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-04T00:00:00Z"}],
      "parameters": [
        {"name": "C", "targets": ["room.C"], "initial": 2e6, "min": 1e5, "max": 1e8},
        {"name": "R", "targets": ["room.R[out]"], "initial": 0.03, "min": 0.001, "max": 1},
        {"name": "disturbance", "process_noise_of": ["room@temperature"], "initial": 0.1},
        {"name": "sensor", "sd_of": ["room.temperature"], "initial": "0.05 K"}],
      "initial_sd": [{"state": "room@temperature", "sd": 0.2}],
      "measurements": [{"port": "room.temperature", "file": "measured.csv",
                        "column": "value", "unit": "degC", "sd": 0.1}]})");
  }
  CalibrationResult calibrate(const Json& problem) const {
    return hearth::calibrate(read(problem, standard_components()), standard_components());
  }
  Diagnostics faults(const Json& problem) const {
    try {
      calibrate(problem);
    } catch (const Error& error) {
      return error.diagnostics();
    }
    return {};
  }
};

TEST_CASE("a noise that the data do not show ends at its bound and does not count") {
  const DisturbedRoom room;
  room.write_series("measured.csv", DisturbedRoom::draw(3, 0.0));
  Json file = DisturbedRoom::problem();
  file["initial_sd"][0]["sd"] = 0.0;  // the state is known exactly, too
  const CalibrationResult with = room.calibrate(file);
  CHECK(with.summary.status == estimation::Status::Converged);
  CHECK(with.summary.at_bound[2] == estimation::Bound::Lower);
  CHECK(with.summary.at_bound[3] == estimation::Bound::None);
  CHECK(with.summary.parameters[3] == Approx(DisturbedRoom::kSensor).epsilon(0.1));
  // Without that noise the same remains: the same likelihood and as many parameters.
  Json known = file;
  known["parameters"].erase(2);
  known["process_noise"] = {{{"state", "room@temperature"}, {"sd", 1e-7}}};
  const CalibrationResult without = room.calibrate(known);
  const Json a = Json::parse(write_calibration_result(with))["likelihood"];
  const Json b = Json::parse(write_calibration_result(without))["likelihood"];
  CHECK(a["parameters"] == 3);
  CHECK(b["parameters"] == 3);
  CHECK(a["aic"].get<double>() == Approx(b["aic"].get<double>()).epsilon(1e-6));
}

TEST_CASE("intervals of a Kalman likelihood hold the truth in about 95 of 100 cases") {
  constexpr int kRuns = 60;
  constexpr std::array<double, 4> kTruth{DisturbedRoom::kCapacity, DisturbedRoom::kResistance,
                                         DisturbedRoom::kDisturbance, DisturbedRoom::kSensor};
  const DisturbedRoom room;
  std::array<int, 4> held{};
  int white = 0, output_error_held = 0;
  Json output_error = DisturbedRoom::problem();
  output_error.erase("error_model");
  output_error.erase("initial_sd");
  output_error["parameters"].erase(3);
  output_error["parameters"].erase(2);
  for (int run = 0; run < kRuns; ++run) {
    room.write_series("measured.csv", DisturbedRoom::draw(static_cast<std::uint64_t>(run)));
    const CalibrationResult result = room.calibrate(DisturbedRoom::problem());
    REQUIRE(result.summary.status == estimation::Status::Converged);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& interval = result.uncertainty.parameters[i].ci95;
      REQUIRE(interval);
      held[i] += interval->low <= kTruth[i] && kTruth[i] <= interval->high ? 1 : 0;
    }
    white += result.innovations.at("room.temperature").whiteness.white() ? 1 : 0;
    const auto simulated = room.calibrate(output_error).uncertainty.parameters[1].ci95;
    output_error_held += simulated && simulated->low <= kTruth[1] && kTruth[1] <= simulated->high;
  }
  CAPTURE(held[0], held[1], held[2], held[3], white, output_error_held);
  // A binomial count of 60 at 95 % has sd 1.7: 57 less 3 sd.
  for (const int count : held) CHECK(count >= 52);
  // Both tests at 5 % reject up to a tenth of white series.
  CHECK(white >= 47);
}

TEST_CASE("a filter fills a gap of a sensor with a band that holds what was withheld") {
  const DisturbedRoom room;
  int inside = 0, rows = 0;
  for (std::uint64_t run = 0; run < 20; ++run) {
    const std::vector<double> truth = DisturbedRoom::draw(run);
    std::vector<double> seen = truth;
    for (std::size_t k = 144; k < 288; ++k) seen[k] = NAN;
    room.write_series("measured.csv", seen);
    Json file = DisturbedRoom::problem();
    file["parameters"][0]["initial"] = DisturbedRoom::kCapacity;
    file["parameters"][1]["initial"] = DisturbedRoom::kResistance;
    const CalibrationResult result = room.calibrate(file);
    const FilteredSignal& signal = result.runs.front().filtered.at("room.temperature");
    const double sensor = result.settings.sds.at("room.temperature");
    for (std::size_t k = 144; k < 288; ++k) {
      const double sd = std::hypot(signal.sd[k], sensor);
      inside += std::abs(truth[k] - signal.expected[k]) <= 1.96 * sd ? 1 : 0;
      ++rows;
    }
    CHECK(signal.sd[287] > 3.0 * signal.sd[143]);  // the longer nothing is seen, the less is known
  }
  const double share = static_cast<double>(inside) / rows;
  CAPTURE(share);
  CHECK(share > 0.9);
  CHECK(share < 0.98);
}

TEST_CASE("results of a Kalman calibration do not depend on the number of threads") {
  const DisturbedRoom room;
  room.write_series("measured.csv", DisturbedRoom::draw(7));
  const CalibrationProblem problem = room.read(DisturbedRoom::problem(), standard_components());
  const auto one = calibrate(problem, standard_components(), {.threads = 1});
  const auto two = calibrate(problem, standard_components(), {.threads = 2});
  CHECK(one.summary.parameters == two.summary.parameters);
  CHECK(one.uncertainty.covariance == two.uncertainty.covariance);
}

TEST_CASE("profiles of a Kalman likelihood are what calibrations with the value held find") {
  const DisturbedRoom room;
  room.write_series("measured.csv", DisturbedRoom::draw(5));
  Json file = DisturbedRoom::problem();
  file["profile"] = {"R", "sensor"};
  const CalibrationResult result = room.calibrate(file);
  REQUIRE(result.profiles.size() == 2);
  const ParameterProfile& profile = result.profiles[0];
  CHECK(profile.scale == Approx(1.0));
  CHECK(profile.limit == Approx(3.841459).epsilon(1e-5));  // χ² with one degree of freedom
  REQUIRE(profile.lower.kind == estimation::ProfileEnd::Kind::Crossed);
  REQUIRE(profile.upper.kind == estimation::ProfileEnd::Kind::Crossed);
  const double sd = *result.uncertainty.parameters[1].sd;
  const double half = 0.5 * (profile.upper.value - profile.lower.value);
  CHECK(half == Approx(1.96 * sd).epsilon(0.1));
  for (const double end : {profile.lower.value, profile.upper.value}) {
    Json held = DisturbedRoom::problem();
    held["parameters"].erase(1);
    held["fixed"] = {{"room.R[out]", end}};
    const CalibrationResult other = room.calibrate(held);
    const double rise = other.summary.cost_final - result.summary.cost_final;
    CHECK(rise == Approx(profile.limit).epsilon(1e-3));
  }
  const ParameterProfile& sensor = result.profiles[1];
  CHECK(sensor.upper.value - sensor.lower.value ==
        Approx(2.0 * 1.96 * *result.uncertainty.parameters[3].sd).epsilon(0.1));
}

TEST_CASE("a measurement that is a mean is compared with a mean by the filter") {
  const DisturbedRoom room;
  std::vector<double> rows = DisturbedRoom::draw(3);
  std::vector<double> hourly(rows.size(), NAN);
  for (std::size_t k = 6; k < rows.size(); k += 6) {
    hourly[k] = 0.0;
    for (std::size_t i = k - 5; i <= k; ++i) hourly[k] += rows[i] / 6.0;
  }
  room.write_series("measured.csv", hourly);
  Json file = DisturbedRoom::problem();
  file["measurements"][0]["stamp"] = "mean_before";
  const CalibrationResult result = room.calibrate(file);
  CHECK(result.summary.status == estimation::Status::Converged);
  CHECK(result.innovations.at("room.temperature").n == 72);
  CHECK(result.summary.parameters[1] == Approx(DisturbedRoom::kResistance).epsilon(0.3));
}

/// Returns measured values of which ten are 5 K too high, and those without.
std::pair<std::vector<double>, std::vector<double>> spoiled(std::uint64_t run) {
  std::vector<double> rows = DisturbedRoom::draw(run);
  std::vector<double> fine = rows;
  for (std::size_t k = 30; k < rows.size(); k += rows.size() / 10) rows[k] += 5.0;
  return {rows, fine};
}

TEST_CASE("with an outlier limit spoiled values change less of what a filter finds") {
  const DisturbedRoom room;
  const auto [rows, fine] = spoiled(2);
  Json file = DisturbedRoom::problem();
  room.write_series("measured.csv", fine);
  const CalibrationResult clean = room.calibrate(file);
  room.write_series("measured.csv", rows);
  const CalibrationResult pulled = room.calibrate(file);
  file["outlier_limit"] = 3;
  const CalibrationResult robust = room.calibrate(file);
  CHECK(robust.summary.status == estimation::Status::Converged);
  const InnovationReport& report = robust.innovations.at("room.temperature");
  CHECK(report.outliers >= 10);
  CHECK(report.outliers <= 20);  // some follow an outlier, as 0.3 % of all do
  CHECK(pulled.innovations.at("room.temperature").outliers == 0);
  // Huber's function grows with the distance: ten values of 433 at 50 sd still enlarge the noise.
  const auto sensor = [](const CalibrationResult& result) {
    return result.settings.sds.at("room.temperature");
  };
  CAPTURE(sensor(clean), sensor(pulled), sensor(robust));
  CHECK(sensor(pulled) > 5.0 * sensor(clean));
  CHECK(sensor(robust) < 0.5 * sensor(pulled));
  const Json result = Json::parse(write_calibration_result(robust));
  CHECK(result["measurements"]["room.temperature"]["innovations"]["outliers"] == report.outliers);
  CHECK(result["settings"]["outlier_limit"] == 3.0);
}

TEST_CASE("rows of a likelihood with outliers have its gradient") {
  const DisturbedRoom room;
  room.write_series("measured.csv", spoiled(2).first);
  Json file = DisturbedRoom::problem();
  file["outlier_limit"] = 3;
  const CalibrationProblem problem = room.read(file, standard_components());
  const PreparedProblem prepared(problem, standard_components());
  FilterLikelihood likelihood(prepared, 1);
  std::vector<double> point;
  for (const auto& parameter : prepared.estimated()) point.push_back(parameter.initial);
  const auto count = static_cast<std::size_t>(likelihood.residuals());
  std::vector<double> rows(count), jacobian(count * point.size());
  const auto objective = [&](const std::vector<double>& p) {
    REQUIRE(likelihood.evaluate(p.data(), rows.data(), nullptr));
    double sum = 0.0;
    for (std::size_t i = 0; i < count; i += 3) sum += rows[i] * rows[i] + rows[i + 1];
    return sum;
  };
  for (std::size_t j = 0; j < point.size(); ++j) {
    std::vector<double> up = point, down = point;
    const double shift = 1e-4 * point[j];
    up[j] += shift;
    down[j] -= shift;
    const double difference = (objective(up) - objective(down)) / (2.0 * shift);
    REQUIRE(likelihood.evaluate(point.data(), rows.data(), jacobian.data()));
    double gradient = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i % 3 != 1) gradient += 2.0 * rows[i] * jacobian[i * point.size() + j];
    }
    INFO(prepared.parameters()[j].parameter.name);
    CHECK(gradient == Approx(difference).epsilon(1e-3));  // differences of a smooth function
  }
}

TEST_CASE("what a Kalman calibration lacks is named") {
  const DisturbedRoom room;
  room.write_series("measured.csv", DisturbedRoom::draw(1));
  struct Case {
    const char* code;
    const char* patch;
  };
  const Case cases[] = {
      {"calibration.filter_missing", R"([{"op": "remove", "path": "/error_model"}])"},
      {"calibration.process_noise_missing", R"([{"op": "remove", "path": "/parameters/2"}])"},
      {"calibration.noise_of_held",
       R"([{"op": "replace", "path": "/parameters/2/process_noise_of/0", "value": "hold@y"}])"},
      {"model.initial_unknown",
       R"([{"op": "replace", "path": "/parameters/2/process_noise_of/0", "value": "room@wind"}])"},
      {"calibration.sd_of_unmeasured",
       R"([{"op": "replace", "path": "/parameters/3/sd_of/0", "value": "heater.value"}])"},
      {"calibration.unit_mismatch",
       R"([{"op": "add", "path": "/parameters/3/unit", "value": "W"},
           {"op": "replace", "path": "/parameters/3/initial", "value": 0.05}])"},
      {"calibration.unit_mismatch",
       R"([{"op": "replace", "path": "/initial_sd/0/sd", "value": "1 W"}])"},
      {"calibration.filter_solver", R"([{"op": "add", "path": "/solver", "value": "ceres"}])"},
      {"calibration.noise_time_invalid",
       R"([{"op": "add", "path": "/parameters/2/noise_time", "value": 0}])"},
      {"calibration.noise_initial",
       R"([{"op": "replace", "path": "/parameters/2/initial", "value": 0}])"},
      {"calibration.sd_negative",
       R"([{"op": "replace", "path": "/initial_sd/0/sd", "value": -1}])"},
      {"calibration.target_duplicate",
       R"([{"op": "copy", "from": "/initial_sd/0", "path": "/initial_sd/-"}])"},
      {"calibration.target_duplicate",
       R"([{"op": "add", "path": "/process_noise",
            "value": [{"state": "room@temperature", "sd": 0.1}]}])"},
  };
  for (const Case& item : cases) {
    CAPTURE(item.code, item.patch);
    const Json file = DisturbedRoom::problem().patch(Json::parse(item.patch));
    const Diagnostics found = room.faults(file);
    const auto& items = found.items();
    CHECK(std::any_of(items.begin(), items.end(),
                      [&](const Diagnostic& own) { return own.code == item.code; }));
  }
}

}  // namespace
}  // namespace hearth::test::kalman_calibration_test
