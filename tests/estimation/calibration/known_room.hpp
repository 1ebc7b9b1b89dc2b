// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test {

using Json = nlohmann::json;

/// A folder with models, measurements and calibration files, read with the components for tests.
class CalibrationFolder {
 public:
  /// Writes a column `value`, one row every 600 s from kStart on; rows that are not finite are
  /// left out.
  void write_series(const std::string& name, const std::vector<double>& rows) const {
    std::string csv = "time,value\n";
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (!std::isfinite(rows[k])) continue;
      const Instant time = kStart + static_cast<long>(k) * std::chrono::seconds(600);
      char number[32];
      std::snprintf(number, sizeof number, "%.17g", rows[k]);
      csv += format_time(time, Zone::fixed(Duration(0))) + "," + number + "\n";
    }
    write(name, csv);
  }
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    return folder_.write(name, text);
  }

  CalibrationProblem read(const Json& problem, const Registry& registry = test_components()) const {
    Diagnostics diagnostics;
    return read_calibration(write("problem.json", problem.dump(1)), registry, {}, diagnostics);
  }
  CalibrationResult calibrate(const Json& problem) const {
    return hearth::calibrate(read(problem), test_components());
  }
  /// Reads and calibrates; returns what was wrong, nothing where it went well.
  Diagnostics faults(const Json& problem) const {
    try {
      calibrate(problem);
    } catch (const Error& error) {
      return error.diagnostics();
    }
    return {};
  }

 private:
  TempFolder folder_;
};

/// A day of a room that cools from 21 to 5 degC, measured where C_air = 2 MJ/K and
/// R_out = 0.03 K/W.
///
/// A room with 0.6 MJ/K and 0.1 K/W cools in the same way: 1/(C_air R_in) and 1/(C_wall R_out) have
/// changed places. The bounds leave it out.
class KnownRoom : public CalibrationFolder {
 public:
  static constexpr long kSteps = 144;
  static constexpr double kCapacity = 2e6;     // J/K
  static constexpr double kResistance = 0.03;  // K/W
  static constexpr const char* kPort = "room.indoorTemperature";

  KnownRoom() {
    write("room.hearth.json", R"({"hearth": 1, "name": "room",
      "components": {
        "room": {"type": "BuildingSpace"},
        "out": {"type": "Schedule", "config": {"value": "5 degC"}}},
      "connections": ["out.scheduleValue -> room.outdoorTemperature"]})");
    write_series("measured.csv", truth());
  }

  static SimulationModel model(double capacity, double resistance) {
    SimulationModel model;
    model.add_component(
        instance("room", "BuildingSpace", {{"C_air", capacity}, {"R_out", resistance}}));
    model.add_component(constant("out", 5.0, unit::degC));
    model.add_connection("out.scheduleValue -> room.outdoorTemperature");
    return model;
  }
  static std::vector<double> truth() {
    return run_signal(model(kCapacity, kResistance), test_components(), kPort, {.steps = kSteps});
  }

  static Json problem() {
    return Json::parse(R"({"hearth": 1, "model": "room.hearth.json", "step": 600,
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-02T00:00:00Z",
                   "warmup": "PT1H"}],
      "parameters": [
        {"name": "C", "targets": ["room.C_air"], "initial": 1.2e6, "min": 1e6, "max": 1e8},
        {"name": "R", "targets": ["room.R_out"], "initial": 0.05, "min": 0.001, "max": 1}],
      "measurements": [{"port": "room.indoorTemperature", "file": "measured.csv",
                        "column": "value", "unit": "degC", "sd": 0.1}]})");
  }
};

}  // namespace hearth::test
