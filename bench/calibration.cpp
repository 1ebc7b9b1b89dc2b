// SPDX-License-Identifier: MIT
// Calibrations of many independent rooms at once compared with that of one room, with 8 parameters
// in each room: the cost of an additional parameter and an additional room.

#include "hearth/estimation/calibration/calibration.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/bench/folder.hpp"
#include "hearth/bench/prepared.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth::bench {
namespace {

namespace fs = std::filesystem;

constexpr Duration kLength = std::chrono::days(7);

struct Fitted {
  const char* name;  // follows the id of the room
  double truth;      // SI
  double spread;     // relative spread of the rooms around it
};
constexpr Fitted kFitted[] = {{".C_air", 4e5, 0.2},      {".C_wall", 2e6, 0.2},
                              {".R_out", 0.04, 0.2},     {".R_in", 0.02, 0.2},
                              {".V", 120.0, 0.2},        {".G_occ", 8e-6, 0.1},
                              {"_heater.UA", 40.0, 0.2}, {".Q_occ_gain", 100.0, 0.1}};
constexpr const char* kMeasured[] = {".indoorTemperature", ".indoorCO2", "_heater.Power"};
constexpr double kSds[] = {0.05, 5.0, 10.0};

std::string stamp(Instant time) { return format_time(time, Zone()); }

/// Writes random driving series: setpoints, people and outdoor air that change every three hours.
void write_inputs(const fs::path& path, Period period) {
  std::ofstream file(path);
  std::mt19937 random(1);
  const auto drawn = [&random](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
  };
  file << "time,setpoint,people,outdoor\n";
  double setpoint = 21.0, people = 0.0, outdoor = -3.0;
  for (long k = 0; k <= period.step_count(); ++k) {
    if (k % 18 == 0) {
      setpoint = drawn(17.0, 24.0);
      people = std::round(drawn(0.0, 6.0));
      outdoor = drawn(-10.0, 8.0);
    }
    file << stamp(period.start + k * period.step) << ',' << setpoint << ',' << people << ','
         << outdoor << '\n';
  }
}

SeriesSpec column(int number) {
  FileColumn column;
  column.file = "inputs.csv";
  column.column = number;
  SeriesSpec spec;
  spec.source = column;
  return spec;
}

SimulationModel driven_rooms(int count) {
  SimulationModel model = rooms(count);
  model.component("heating_setpoint").config["value"] = column(1);
  model.component("people").config["value"] = column(2);
  model.component("weather").config["outdoorTemperature"] = column(3);
  return model;
}

/// The calibration of some rooms with their own simulated outputs plus noise.
class Fit {
 public:
  explicit Fit(int count) {
    const Period period = week();
    const fs::path& folder = folder_.path();
    write_inputs(folder / "inputs.csv", period);
    problem_.model = driven_rooms(count);
    problem_.data.folders = {folder};
    problem_.step = period.step;
    problem_.periods.push_back({period.start, period.end, std::chrono::hours(12), {}});
    const std::string file = "measured_" + std::to_string(count) + ".csv";
    std::mt19937 random(2);
    std::normal_distribution<double> normal;
    SimulationModel truth = problem_.model;
    for (int r = 0; r < count; ++r) add_parameters(r, random, truth);
    DataResolver resolver(problem_.data);
    RunSettings settings;
    settings.period = period;
    settings.resolver = &resolver;
    Run run(truth, standard_components(), settings);
    std::vector<int> cells;
    std::ofstream out(folder / file);
    out << "time";
    for (int r = 0; r < count; ++r) {
      for (std::size_t m = 0; m < std::size(kMeasured); ++m) {
        const std::string port = "room" + std::to_string(r) + kMeasured[m];
        cells.push_back(run.plan().signal(port));
        out << ',' << port;
        CalibrationMeasurement measurement;
        measurement.port = port;
        measurement.column.file = file;
        measurement.column.column = static_cast<int>(cells.size());
        measurement.sd = kSds[m];
        problem_.measurements.push_back(measurement);
      }
    }
    run.record(cells);
    const Results results = run.to_end();
    for (long k = 0; k <= period.step_count(); ++k) {
      out << '\n' << stamp(period.start + k * period.step);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        out << ','
            << results.values[static_cast<std::size_t>(k) * cells.size() + i] +
                   kSds[i % std::size(kSds)] * normal(random);
      }
    }
    out << '\n';
  }

  void operator()() { result_ = calibrate(problem_, standard_components()); }
  const CalibrationResult& result() const { return result_; }

 private:
  void add_parameters(int room, std::mt19937& random, SimulationModel& truth) {
    for (const Fitted& fitted : kFitted) {
      const double spread = 2.0 * static_cast<double>(random()) / 4294967296.0 - 1.0;
      const std::string id = "room" + std::to_string(room);
      const std::string name = fitted.name;
      const std::size_t dot = name.find('.');
      truth.component(id + name.substr(0, dot)).parameters[name.substr(dot + 1)].value =
          Quantity{fitted.truth * (1.0 + fitted.spread * spread), {}};
      CalibrationParameter parameter;
      parameter.parameter.name = id + name;
      parameter.parameter.initial = fitted.truth;
      parameter.parameter.min = 0.2 * fitted.truth;
      parameter.parameter.max = 5.0 * fitted.truth;
      parameter.targets = {id + name};
      problem_.parameters.push_back(parameter);
    }
  }

  static Period week() {
    Period period;
    period.start = Instant(std::chrono::sys_days(std::chrono::year(2024) / 1 / 15));
    period.step = std::chrono::minutes(10);
    period.end = period.start + kLength;
    return period;
  }

  Folder folder_;
  CalibrationProblem problem_;
  CalibrationResult result_;
};

}  // namespace

void register_calibration() {
  for (const int count : {1, 2, 50}) {
    const auto fit = lazy<Fit>(count);
    benchmark::RegisterBenchmark(
        ("calibration/fit/" + std::to_string(count)).c_str(),
        [fit](benchmark::State& state) {
          for (auto _ : state) (*fit)();
          const CalibrationResult& result = fit->result();
          state.counters["parameters"] = static_cast<double>(result.parameters.size());
          state.counters["iterations"] = result.summary.iterations;
          state.counters["evaluations"] = static_cast<double>(result.evaluations);
          state.counters["jacobians"] = static_cast<double>(result.jacobians);
        })
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace hearth::bench
