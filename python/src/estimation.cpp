// SPDX-License-Identifier: MIT
// Problems in files: calibration, sensitivity, sampling, optimal control. Results are the JSON
// texts that the command writes.
#include <filesystem>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <optional>
#include <string>
#include <utility>

#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/estimation/control/optimal_control.hpp"
#include "hearth/estimation/sensitivity/sensitivity.hpp"
#include "hearth/python/src/bindings.hpp"

namespace hearth::python {
namespace {

namespace fs = std::filesystem;

CalibrationFileOptions file_options(const std::optional<fs::path>& data_dir,
                                    const std::string& timezone,
                                    const std::optional<fs::path>& weather) {
  CalibrationFileOptions options;
  options.data_dir = data_dir;
  options.timezone = timezone;
  options.weather = weather;
  return options;
}

PythonModel with_data(SimulationModel model, const DataOptions& data) {
  return {std::move(model), data};
}

/// Returns the result and the calibrated model.
nb::tuple run_calibration(const fs::path& path, const std::optional<fs::path>& data_dir,
                          const std::string& timezone, const std::optional<fs::path>& weather,
                          int threads) {
  Diagnostics notes;
  std::string text;
  PythonModel model;
  {
    const nb::gil_scoped_release others_run;
    const CalibrationProblem problem = read_calibration(
        path, component_registry(), file_options(data_dir, timezone, weather), notes);
    CalibrateOptions options;
    options.threads = threads;
    options.progress = [](int, int, double) {
      check_signals();
      return true;
    };
    const CalibrationResult result = calibrate(problem, component_registry(), options);
    notes.append(result.diagnostics);
    text = write_calibration_result(result);
    model = with_data(calibrated_model(problem, result), problem.data);
  }
  warn_of(notes);
  return nb::make_tuple(text, std::move(model));
}

std::string run_sensitivity(const fs::path& path, const std::optional<fs::path>& data_dir,
                            const std::string& timezone, const std::optional<fs::path>& weather,
                            const std::string& method, std::optional<int> runs, std::uint64_t seed,
                            int threads) {
  Diagnostics notes;
  std::string text;
  {
    const nb::gil_scoped_release others_run;
    const CalibrationProblem problem = read_calibration(
        path, component_registry(), file_options(data_dir, timezone, weather), notes);
    SensitivityOptions options;
    if (method != "morris" && method != "sobol") {
      throw InputError("python.argument", {.pointer = "method"},
                       "'" + method + "' is not known, expected 'morris' or 'sobol'");
    }
    options.method = method == "sobol" ? SensitivityMethod::Sobol : SensitivityMethod::Morris;
    if (runs) (method == "sobol" ? options.points : options.trajectories) = *runs;
    options.seed = seed;
    options.threads = threads;
    options.progress = [](const auto&) {
      check_signals();
      return true;
    };
    const SensitivityResult result = analyse_sensitivity(problem, component_registry(), options);
    notes.append(result.diagnostics);
    text = write_sensitivity_result(result);
  }
  warn_of(notes);
  return text;
}

/// Returns the result and all draws as CSV.
nb::tuple run_sampling(const fs::path& path, const std::optional<fs::path>& data_dir,
                       const std::string& timezone, const std::optional<fs::path>& weather,
                       const std::optional<std::string>& sampler, int chains,
                       std::optional<int> draws, std::optional<int> warmup, std::uint64_t seed,
                       int threads) {
  Diagnostics notes;
  std::string text, all;
  {
    const nb::gil_scoped_release others_run;
    const CalibrationProblem problem = read_calibration(
        path, component_registry(), file_options(data_dir, timezone, weather), notes);
    SampleOptions options;
    if (sampler && *sampler != "nuts" && *sampler != "ensemble") {
      throw InputError("python.argument", {.pointer = "sampler"},
                       "'" + *sampler + "' is not known, expected 'nuts' or 'ensemble'");
    }
    if (sampler) options.sampler = *sampler == "nuts" ? Sampler::Nuts : Sampler::Ensemble;
    options.chains = chains;
    options.draws = draws;
    options.warmup = warmup;
    options.seed = seed;
    options.threads = threads;
    options.progress = [](long, long) {
      check_signals();
      return true;
    };
    const SampleResult result = sample(problem, component_registry(), options);
    notes.append(result.diagnostics);
    text = write_sample_result(result);
    all = write_chains(result);
  }
  warn_of(notes);
  return nb::make_tuple(text, all);
}

/// Returns the result and the model with the decisions as schedules.
nb::tuple run_optimization(const fs::path& path, const std::optional<fs::path>& data_dir,
                           const std::string& timezone, const std::optional<fs::path>& weather) {
  Diagnostics notes;
  std::string text;
  PythonModel model;
  {
    const nb::gil_scoped_release others_run;
    const ControlProblem problem = read_control_problem(
        path, component_registry(), file_options(data_dir, timezone, weather), notes);
    OptimizeOptions options;
    options.progress = [](int, int, int, double) { check_signals(); };
    const ControlResult result = optimize(problem, component_registry(), options);
    notes.append(result.diagnostics);
    text = write_control_result(problem, result);
    model = with_data(decided_model(problem, result, component_registry()).model, problem.data);
  }
  warn_of(notes);
  return nb::make_tuple(text, std::move(model));
}

}  // namespace

void bind_estimation(nb::module_& module) {
  module.def("_calibrate", &run_calibration, nb::arg("path"), nb::arg("data_dir").none(),
             nb::arg("timezone"), nb::arg("weather").none(), nb::arg("threads"));
  module.def("_sensitivity", &run_sensitivity, nb::arg("path"), nb::arg("data_dir").none(),
             nb::arg("timezone"), nb::arg("weather").none(), nb::arg("method"),
             nb::arg("runs").none(), nb::arg("seed"), nb::arg("threads"));
  module.def("_sample", &run_sampling, nb::arg("path"), nb::arg("data_dir").none(),
             nb::arg("timezone"), nb::arg("weather").none(), nb::arg("sampler").none(),
             nb::arg("chains"), nb::arg("draws").none(), nb::arg("warmup").none(), nb::arg("seed"),
             nb::arg("threads"));
  module.def("_optimize", &run_optimization, nb::arg("path"), nb::arg("data_dir").none(),
             nb::arg("timezone"), nb::arg("weather").none());
}

}  // namespace hearth::python
