// SPDX-License-Identifier: MIT
// Fits of many independent rooms at once against the fit of one of them, in turn inside one
// process: what a parameter and a room more cost.
//
//   hearth_bench_calibration [ROOMS]     8 parameters in each room (default: 50 rooms)

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "hearth/bench/rooms.hpp"
#include "hearth/bench/timing.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth::bench {
namespace {

namespace fs = std::filesystem;

constexpr Duration kStep = std::chrono::minutes(10);
constexpr Duration kLength = std::chrono::days(7);

struct Fitted {
  const char* name;  // behind the room's id
  double truth;      // SI
  double spread;     // of the rooms about it, relative
};
constexpr Fitted kFitted[] = {{".C_air", 4e5, 0.2},      {".C_wall", 2e6, 0.2},
                              {".R_out", 0.04, 0.2},     {".R_in", 0.02, 0.2},
                              {".V", 120.0, 0.2},        {".G_occ", 8e-6, 0.1},
                              {"_heater.UA", 40.0, 0.2}, {".Q_occ_gain", 100.0, 0.1}};
constexpr const char* kMeasured[] = {".indoorTemperature", ".indoorCO2", "_heater.Power"};
constexpr double kSds[] = {0.05, 5.0, 10.0};

/// A folder that is removed at the end.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("hearth_bench_" + std::to_string(getpid()))) {
    fs::create_directory(path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string stamp(Instant time) { return format_time(time, Zone()); }

/// Writes drawn driving series: set points, people and outdoor air that change every three hours.
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

/// The fit of some rooms to what they themselves gave, with noise.
class Fit {
 public:
  Fit(int count, const fs::path& folder, Period period) {
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

  CalibrationProblem problem_;
  CalibrationResult result_;
};

}  // namespace
}  // namespace hearth::bench

int main(int count, char** words) {
  using namespace hearth;
  using namespace hearth::bench;
  const int rooms_count = count > 1 ? std::atoi(words[1]) : 50;
  Period period;
  period.start = Instant(std::chrono::sys_days(std::chrono::year(2024) / 1 / 15));
  period.step = kStep;
  period.end = period.start + kLength;
  const Folder folder;
  write_inputs(folder.path() / "inputs.csv", period);
  Fit one(1, folder.path(), period);
  Fit many(rooms_count, folder.path(), period);
  const Pair pair = measure(
      3, [&] { many(); }, [&] { one(); });
  const auto show = [](const char* name, const CalibrationResult& result, double seconds) {
    std::printf("%s: %zu parameters, %d iterations, %d evaluations, %d Jacobians, %.3f s: %s\n",
                name, result.parameters.size(), result.summary.iterations, result.evaluations,
                result.jacobians, seconds, result.summary.message.c_str());
    for (const Diagnostic& item : result.diagnostics.items()) {
      if (item.severity == Severity::Warning) std::printf("  %s\n", to_string(item).c_str());
    }
  };
  show("one room", one.result(), pair.second);
  show("all rooms", many.result(), pair.first);
  std::printf("the fit of %d rooms costs %.1f fits of one\n", rooms_count, pair.ratio);
}
