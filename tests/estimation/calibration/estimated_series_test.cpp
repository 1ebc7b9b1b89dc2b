// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/estimated_series.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/calibration/estimated_values.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::estimated_series_test {
namespace {

constexpr const char* kRoom = "room.indoorTemperature";
constexpr long kSteps = 144;

/// A room heated by a schedule at night and by day, with weather from a file whose sensor is 2 K
/// too cold and sees 0.8 of what changes; the room's sensor shows 0.3 K too much.
class WrongSensors : public CalibrationFolder {
 public:
  static constexpr double kNight = 300.0, kDay = 900.0;  // W
  static constexpr double kScale = 1.25, kBias = 2.0, kSensor = 0.3;

  WrongSensors() {
    std::vector<double> weather;
    for (long k = 0; k <= kSteps; ++k) {
      weather.push_back(5.0 - 4.0 * std::cos(0.05 * static_cast<double>(k)));
    }
    write_series("weather.csv", weather);
    for (double& value : weather) value = kScale * value + kBias;
    write_series("true.csv", weather);
    write("true.hearth.json", model("true.csv", kNight, kDay));
    write("model.hearth.json", model("weather.csv", 100.0, 100.0));
    std::vector<double> shown = run(load("true.hearth.json"));
    for (double& value : shown) value += kSensor;
    write_series("measured.csv", shown);
  }

  /// Returns the room's temperature in a run of a model.
  std::vector<double> run(const SimulationModel& model) const {
    DataResolver resolver({.data_dir = folder().parent_path()});
    return run_signal(model, test_components(), kRoom, {.steps = kSteps, .resolver = &resolver});
  }
  SimulationModel load(const std::filesystem::path& name) const {
    Diagnostics diagnostics;
    return load_model(folder().parent_path() / name, test_components(), {}, diagnostics);
  }
  std::filesystem::path folder() const { return write("found.txt", ""); }

  static std::string model(const std::string& weather, double night, double day) {
    return R"({"hearth": 1, "name": "room", "site": {"timezone": "UTC"}, "components": {
        "room": {"type": "BuildingSpace"},
        "heat": {"type": "Schedule", "config": {"value": {"default": )" +
           std::to_string(night) + R"(, "unit": "W", "rules": [
          {"from": "07:25", "to": "16:00", "value": )" +
           std::to_string(day) + R"(}]}}},
        "weather": {"type": "OutdoorEnvironment", "config": {
          "outdoorTemperature": {"file": ")" +
           weather + R"(", "column": "value", "unit": "degC", "resample": "linear"}}}},
      "connections": ["heat.scheduleValue -> room.heatGain",
                      "weather.outdoorTemperature -> room.outdoorTemperature"]})";
  }

  static Json problem() {
    return Json::parse(R"({"hearth": 1, "model": "model.hearth.json", "step": 600,
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-02T00:00:00Z"}],
      "parameters": [
        {"name": "night", "targets": ["heat.value[default]"], "initial": 150},
        {"name": "day", "targets": ["heat.value[1]"], "initial": "0.5 kW", "min": "0 kW"},
        {"name": "scale", "scale_of": ["weather.outdoorTemperature"], "initial": 1},
        {"name": "bias", "bias_of": ["weather.outdoorTemperature"], "initial": 0}],
      "fixed": {},
      "measurements": [{"port": "room.indoorTemperature", "file": "measured.csv",
                        "column": "value", "unit": "degC", "sd": 0.1}]})");
  }
  static Json with_sensor() {
    Json own = problem();
    own["parameters"].push_back({{"name", "sensor"}, {"bias_of", {kRoom}}, {"initial", 0.0}});
    return own;
  }
};

double found(const CalibrationResult& result, const std::string& name) {
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    if (result.parameters[i].parameter.name == name) return result.summary.parameters[i];
  }
  FAIL("no parameter " + name);
  return 0.0;
}

/// Returns the largest difference of two runs.
double apart(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

TEST_CASE("values of a schedule, scale and bias of weather and the bias of a sensor are found") {
  const WrongSensors folder;
  const CalibrationResult result = folder.calibrate(WrongSensors::with_sensor());
  // The measurements are rounded to 17 digits; what is left is the tolerance of the solver.
  CHECK(found(result, "night") == Approx(WrongSensors::kNight).epsilon(1e-5));
  CHECK(found(result, "day") == Approx(WrongSensors::kDay / 1000.0).epsilon(1e-5));
  CHECK(found(result, "scale") == Approx(WrongSensors::kScale).epsilon(1e-5));
  CHECK(found(result, "bias") == Approx(WrongSensors::kBias).epsilon(1e-5));
  CHECK(found(result, "sensor") == Approx(WrongSensors::kSensor).epsilon(1e-5));
  CHECK(result.measurements.at(kRoom).rmse < 1e-6);
}

TEST_CASE("a run of the calibrated model is the run that was fitted") {
  const WrongSensors folder;
  Json problem = WrongSensors::problem();
  problem["periods"][0]["warmup"] = "PT2H";
  const CalibrationResult result = folder.calibrate(problem);
  const CalibrationProblem read = folder.read(problem);
  const SimulationModel model = calibrated_model(read, result);
  const auto& fitted = result.runs.front().results.values;
  // The schedule has its numbers as they were written, in W instead of kW: one rounding.
  CHECK(apart(folder.run(model), fitted) < 1e-10);
  SECTION("and the values of its result file in the model give the same") {
    const auto file = folder.write("result.json", write_calibration_result(result));
    SimulationModel applied = folder.load("model.hearth.json");
    apply_estimated_values(read_estimated_values(file), test_components(), applied);
    CHECK(apart(folder.run(applied), fitted) < 1e-10);
    apply_estimated_values(read_estimated_values(file), test_components(), applied);
    CHECK(apart(folder.run(applied), fitted) < 1e-10);
  }
  SECTION("and a calibration of it continues from there") {
    Json again = problem;
    again["parameters"] = Json::parse(R"([{"name": "bias", "initial": 0,
      "bias_of": ["weather.outdoorTemperature"]}])");
    CalibrationProblem next = folder.read(again);
    next.model = model;
    const CalibrationResult more = hearth::calibrate(next, test_components());
    CHECK(found(more, "bias") == Approx(found(result, "bias")).epsilon(1e-6));
    CHECK(calibrated_model(next, more).components().size() == model.components().size());
  }
}

TEST_CASE("a result sets what its problem had fixed, and how its model was simulated") {
  const WrongSensors folder;
  Json problem = WrongSensors::problem();
  problem["parameters"] =
      Json::parse(R"([{"name": "night", "targets": ["heat.value[default]"], "initial": 150}])");
  problem["fixed"] = {
      {"room.C_air", "2 MJ/K"}, {"room.R_out", 0.004}, {"room@wallTemperature", 17}};
  problem["input_hold"] = "first";
  problem["coupling"] = "gauss-seidel";
  problem["substeps"] = 2;
  const CalibrationResult result = folder.calibrate(problem);
  const auto file = folder.write("result.json", write_calibration_result(result));
  const EstimatedValues read = read_estimated_values(file);
  CHECK(read.warnings.items().empty());
  SimulationModel applied = folder.load("model.hearth.json");
  apply_estimated_values(read, test_components(), applied);
  CHECK(applied.defaults.input_hold == InputHold::First);
  CHECK(applied.defaults.coupling == Coupling::GaussSeidel);
  CHECK(applied.defaults.substeps == 2);
  CHECK(!applied.defaults.cycle_removal.has_value());
  const SimulationModel model = calibrated_model(folder.read(problem), result);
  CHECK(apart(folder.run(applied), folder.run(model)) == 0.0);
}

TEST_CASE("values of a search that had not converged are warned of") {
  const WrongSensors folder;
  Json problem = WrongSensors::problem();
  problem["max_evaluations"] = 2;
  const CalibrationResult result = folder.calibrate(problem);
  REQUIRE(result.summary.status == estimation::Status::Stopped);
  const auto file = folder.write("result.json", write_calibration_result(result));
  const EstimatedValues read = read_estimated_values(file);
  CHECK(read.values.size() == 4);
  REQUIRE(read.warnings.items().size() == 1);
  CHECK(read.warnings.items().front().code == "calibration.not_converged");
}

TEST_CASE("the bias of a sensor is in the result and not in the calibrated model") {
  const WrongSensors folder;
  const CalibrationResult result = folder.calibrate(WrongSensors::with_sensor());
  const SimulationModel model = calibrated_model(folder.read(WrongSensors::with_sensor()), result);
  std::vector<double> shown = folder.run(model);
  for (double& value : shown) value += found(result, "sensor");
  CHECK(apart(shown, result.runs.front().results.values) < 1e-10);
  const Json file = Json::parse(write_calibration_result(result));
  CHECK(file["parameters"]["sensor"]["bias_of"] == Json({kRoom}));
}

TEST_CASE("outputs of a weather file are corrected as other columns of it would be") {
  const WrongSensors folder;
  std::string csv = "time,dryBulbTemperature [degF],globalHorizontalRadiation\n";
  for (long k = 0; k <= kSteps; ++k) {
    const Instant time = kStart + k * std::chrono::seconds(600);
    csv += format_time(time, Zone::fixed(Duration(0))) + "," + std::to_string(30 + k % 20) + "," +
           std::to_string(k % 70 * 5) + "\n";
  }
  folder.write("weather_file.csv", csv);
  const auto model = [&folder](const std::string& columns) {
    return folder.load(
        folder
            .write("weather.hearth.json", R"({"hearth": 1, "name": "room", "components": {
        "room": {"type": "BuildingSpace", "parameters": {"f_air": 2}},
        "weather": {"type": "Weather", "config": {"file": "weather_file.csv")" +
                                              columns + R"(}}},
      "connections": ["weather.outdoorTemperature -> room.outdoorTemperature",
                      "weather.globalIrradiation -> room.globalIrradiation"]})")
            .filename());
  };
  const std::vector<double> expected = folder.run(model(R"(,
      "dryBulbTemperature": {"file": "weather_file.csv", "column": "dryBulbTemperature",
                             "offset": 3.6},
      "globalHorizontalRadiation": {"file": "weather_file.csv", "unit": "W/m2", "scale": 1.25,
                                    "column": "globalHorizontalRadiation"})"));
  EstimatedSeries series(model(""), test_components(), {});
  series.estimate_correction(Correction::Bias, "weather.outdoorTemperature");
  series.estimate_correction(Correction::Scale, "weather.globalIrradiation");
  SimulationModel corrected = series.model();
  CHECK(apart(folder.run(corrected), folder.run(model(""))) == 0.0);
  corrected.set_parameter(series.parameter(Correction::Bias, "weather.outdoorTemperature"),
                          {2.0, std::nullopt});  // K; 3.6 of the column, which is in degF
  corrected.set_parameter(series.parameter(Correction::Scale, "weather.globalIrradiation"),
                          {1.25, std::nullopt});
  CHECK(apart(folder.run(corrected), expected) < 1e-10);  // rounding of conversions
}

TEST_CASE("a Kalman filter finds the bias of weather and of a sensor") {
  const WrongSensors folder;
  Json problem = WrongSensors::with_sensor();
  problem["error_model"] = "kalman";
  problem["process_noise"] = {{{"state", "room@indoorTemperature"}, {"sd", "0.01 K"}}};
  problem["parameters"].erase(2);  // the scale
  problem["model"] = "scaled.hearth.json";
  std::string model = WrongSensors::model("weather.csv", 300.0, 900.0);
  const std::string column = R"("column": "value",)";
  model.insert(model.find(column) + column.size(), R"("scale": 1.25,)");
  folder.write("scaled.hearth.json", model);
  const CalibrationResult result = folder.calibrate(problem);
  // The likelihood is differentiated by differences, and the measurements have no noise.
  CHECK(found(result, "bias") == Approx(WrongSensors::kBias).epsilon(1e-3));
  CHECK(found(result, "sensor") == Approx(WrongSensors::kSensor).epsilon(1e-3));
  CHECK(found(result, "night") == Approx(WrongSensors::kNight).epsilon(1e-3));
}

TEST_CASE("what cannot be estimated of series and sensors is refused with a remedy") {
  struct Fault {
    const char *parameter, *code, *message;
  };
  const auto fault = GENERATE(values<Fault>({
      {R"("targets": ["heat.value[1].from"])", "calibration.switching_time",
       "'heat.value[1].from' is a time at which a schedule switches"},
      {R"("targets": ["heat.value"])", "calibration.no_constant",
       "has no constant 'heat.value'; expected one of heat.value[1], heat.value[default]"},
      {R"("targets": ["heat.value[2]"])", "calibration.no_constant", "no constant 'heat.value[2]'"},
      {R"("targets": ["weather.outdoorTemperature"])", "calibration.no_constant",
       "estimate its scale or its bias with 'scale_of' or 'bias_of'"},
      {R"("targets": ["heat.value[1]"], "unit": "degC")", "calibration.unit_mismatch", "[W]"},
      {R"("bias_of": ["room.wallTemperature"])", "calibration.no_series",
       "'room.wallTemperature' cannot be corrected: it is neither measured nor"},
      {R"("bias_of": ["weather.temperature"])", "model.output_unknown", "weather"},
      {R"("bias_of": ["weather.globalIrradiation"])", "calibration.no_series",
       "nor an output that delivers a series unchanged"},
      {R"("bias_of": ["room.indoorTemperature"], "unit": "W")", "calibration.unit_mismatch",
       "the bias of room.indoorTemperature is in [W], expected [K]"},
      {R"("scale_of": ["weather.outdoorTemperature", "weather.outdoorTemperature"])",
       "calibration.target_duplicate", "scale of weather.outdoorTemperature is set by"},
  }));
  const WrongSensors folder;
  Json problem = WrongSensors::problem();
  problem["parameters"] =
      Json::parse("[{\"name\": \"p\", \"initial\": 1, " + std::string(fault.parameter) + "}]");
  INFO(fault.parameter);
  const Diagnostics faults = folder.faults(problem);
  REQUIRE(faults.has_errors());
  CHECK(faults.items().front().code == fault.code);
  CHECK_THAT(faults.items().front().message, Catch::Contains(fault.message));
}

TEST_CASE("constants of a series and its scale are refused together, in either order") {
  const WrongSensors folder;
  const Json night = {{"name", "night"}, {"targets", {"heat.value[default]"}}, {"initial", 150}};
  const Json scale = {{"name", "scale"}, {"scale_of", {"heat.scheduleValue"}}, {"initial", 1}};
  for (const Json& parameters : {Json{night, scale}, Json{scale, night}}) {
    Json problem = WrongSensors::problem();
    problem["parameters"] = parameters;
    const Diagnostics faults = folder.faults(problem);
    REQUIRE(faults.has_errors());
    CHECK_THAT(faults.items().front().message,
               Catch::Contains("its scale or bias cannot both be estimated"));
  }
}

}  // namespace
}  // namespace hearth::test::estimated_series_test
