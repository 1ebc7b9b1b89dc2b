// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

/// The texts of the options of `simulate`.
struct SimulateTexts {
  ModelTexts model;
  std::string output = "results.csv";
  std::string start, end, step, threads, report, save_state, load_state;
  EngineTexts engine;
  std::string tolerance, check_interval;
  std::string progress = "auto";
  std::vector<std::string> settings, record, limits;
  bool locate_events = false;

  void add_to(VerbLine& line) {
    model.add_to(line);
    line.text("-o,--output", output, "Results (default: results.csv); run.json goes beside them",
              "FILE");
    line.text("--start", start, "First instant, ISO 8601", "TIME");
    line.text("--end", end, "Last instant, ISO 8601", "TIME");
    line.text("--step", step, "Seconds or ISO 8601 duration", "STEP");
    line.texts("--set", settings, "Set a parameter, 'id.name=40 W/K'; repeatable", "ASSIGNMENT");
    line.texts("--record", record, "measurements, all or PATTERN[,PATTERN] over id.port",
               "PATTERN");
    line.texts("--fail-on", limits, "Exit 4 if missed, 'id.port.rmse>0.5'; repeatable", "LIMIT");
    engine.add_to(line, "stepwise", "gauss-seidel");
    line.flag("--locate-events", locate_events,
              "Divide a step at the instant of an event (stepwise)");
    line.text("--tolerance", tolerance,
              "Relative tolerance of integration (default: 1e-6; continuous)", "NUMBER");
    line.text("--check-interval", check_interval,
              "Look for events at least this often (default: the step; continuous)", "SECONDS");
    add_threads(line, threads);
    line.text("--report", report, "Write a report page", "FILE");
    line.text("--save-state", save_state, "Save the state at the end", "FILE");
    line.text("--load-state", load_state, "Continue from a saved state", "FILE");
    add_progress(line, progress);
  }

  SimulateOptions read() const {
    SimulateOptions options;
    options.model = model.read();
    CompileOptions& compile = options.model.compile;
    compile.engine = engine.read_engine().value_or(compile.engine);
    compile.coupling = engine.read_coupling().value_or(compile.coupling);
    options.output = read_output("--output", output);
    read_times(options);
    for (const std::string& text : settings) options.settings.push_back(read_setting(text));
    for (const std::string& text : limits) options.limits.push_back(read_limit(text));
    options.record = read_patterns(record);
    options.save_state = optional_output("--save-state", save_state);
    options.load_state = optional_path(load_state);
    options.threads = threads_of(threads);
    options.locate_events = locate_events;
    read_engine_options(options);
    options.progress = progress_of(progress);
    options.report = optional_output("--report", report);
    return options;
  }

 private:
  void read_times(SimulateOptions& options) const {
    if (!start.empty()) check_time("--start", start);
    if (!end.empty()) check_time("--end", end);
    options.start = start;
    options.end = end;
    if (!step.empty()) options.step = read_step(step);
  }

  /// Options of one engine are refused where the other runs.
  void read_engine_options(SimulateOptions& options) const {
    const bool continuous = options.model.compile.engine == Engine::Continuous;
    if (!tolerance.empty()) {
      require_engine("--tolerance", continuous, "continuous");
      IntegratorOptions& integrator = options.continuous.integrator;
      integrator.relative_tolerance = read_positive("--tolerance", tolerance);
      integrator.absolute_tolerance = 0.01 * integrator.relative_tolerance;
    }
    if (!check_interval.empty()) {
      require_engine("--check-interval", continuous, "continuous");
      options.continuous.check_interval = read_positive("--check-interval", check_interval);
    }
    if (locate_events) require_engine("--locate-events", !continuous, "stepwise");
    if (options.model.compile.coupling != Coupling::GaussSeidel) {
      require_engine("--coupling", !continuous, "stepwise");
    }
  }
};

}  // namespace

Parsed parse_simulate(const Arguments& arguments) {
  SimulateTexts texts;
  VerbLine line("simulate", "Simulates a model and writes its outputs as CSV.",
                "hearth simulate room.hearth.json --start 2024-01-15T00:00:00+01:00 "
                "--end 2024-01-22T00:00:00+01:00 --step 600 -o results.csv");
  texts.add_to(line);
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{texts.read(), line.verbosity()};
}

}  // namespace hearth::apps
