// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/verbs/estimation/run_frame.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/name_width.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/control/optimal_control.hpp"

namespace hearth::apps {
namespace {

/// One problem of optimal control, from the file to the result.
class OptimizeRun {
 public:
  OptimizeRun(const OptimizeOptions& options, Session& session)
      : options_(options),
        session_(session),
        frame_(ResultKind::Control, options.model.file, options.output, options.report, session) {}

  int run() {
    if (!has_nonlinear_solver()) {
      throw CapabilityError(
          "control.solver_missing", {},
          "this build does not include Ipopt; install coinor-libipopt-dev and build Hearth again");
    }
    catch_interrupts();
    frame_.require_page();
    if (options_.apply) format_ = required_model_format(*options_.apply);
    while_reading(options_.model.file, [this] { read(); });
    begin_journal();
    const int code = recorded_work(frame_.journal(), session_, [this] {
      solve();
      write();
    });
    return code == kDone ? finish() : code;
  }

 private:
  void read() {
    problem_ = with_messages(session_, [this](Diagnostics& diagnostics) {
      return read_control_problem(options_.model.file, known_components(),
                                  {.data_dir = options_.model.data_dir,
                                   .timezone = options_.model.timezone,
                                   .weather = options_.model.weather},
                                  diagnostics);
    });
  }

  void begin_journal() {
    RunJournal& journal = frame_.journal();
    RunRecord& record = journal.record();
    record.command = session_.words;
    record.inputs = inputs();
    CallFiles& files = session_.files;
    for (const InputFile& input : record.inputs) files.add_input(input.path, "read by PROBLEM");
    files.add_inputs(named_files(problem_.model, DataFiles(problem_.data)), "data of the model");
    if (problem_.plant) {
      files.add_inputs(named_files(problem_.plant->model, DataFiles(problem_.data)),
                       "data of the plant");
    }
    if (journal.path()) files.add_output(*journal.path(), "--output", kRecord);
    files.prepare();
    journal.begin(session_.messages);
  }

  /// Returns the problem, the models and the data, each file once.
  std::vector<InputFile> inputs() {
    std::set<std::string> paths = {options_.model.file.string()};
    const auto add = [&paths](const SimulationModel& model) {
      for (const auto& [id, component] : model.components()) {
        if (!component.where.file.empty()) paths.insert(component.where.file);
      }
      for (const std::string& file : located_files(model)) paths.insert(file);
    };
    add(problem_.model);
    if (problem_.plant) add(problem_.plant->model);
    for (const SeriesReport& report : result_.reports) {
      if (!report.file.empty()) paths.insert(report.file);
    }
    std::vector<InputFile> list;
    for (const std::string& path : paths) {
      const auto [known, is_new] = hashed_.try_emplace(path);
      if (is_new) known->second = hashed_data_file(path);
      list.push_back(known->second);
    }
    return list;
  }

  void solve() {
    Progress progress = frame_.progress(options_.progress);
    hearth::OptimizeOptions solve_options;
    solve_options.progress = [&](int search, int searches, int iteration, double objective) {
      progress.update_search(search, searches, iteration, objective);
      frame_.journal().go_on();
    };
    solve_options.stop = [] { return interrupted() != 0; };
    result_ = hearth::optimize(problem_, known_components(), solve_options);
    session_.messages.show(result_.diagnostics);
  }

  bool has_decisions() const {
    const bool none =
        result_.status == ProgramStatus::Failed || result_.status == ProgramStatus::Infeasible;
    return problem_.receding || !none;
  }

  void write() {
    if (result_.status == ProgramStatus::Interrupted) return;  // an incomplete plan is not a result
    frame_.journal().hold(session_.messages);
    frame_.write(write_control_result(problem_, result_));
    if (!options_.apply || !has_decisions()) return;
    const Registry& registry = known_components();
    DecidedModel decided = decided_model(problem_, result_, registry);
    const Diagnostics found = validate(decided.model, registry);
    ModelOptions source = options_.model;
    source.file = problem_.model_file;
    write_model_file(*options_.apply, *format_, std::move(decided.model), source, found, session_);
    sources_ = std::move(decided.sources);
    frame_.journal().record().outputs.push_back(options_.apply->string());
  }

  int finish() {
    const int code =
        frame_.finish({result_.reports, inputs(), result_.status == ProgramStatus::Interrupted,
                       "stopped early; nothing was written"},
                      [this] {
                        say_searches();
                        say_result();
                        return has_decisions() ? RunStatus::Done : RunStatus::Failed;
                      });
    const bool solved = result_.status == ProgramStatus::Solved;
    return code == kDone && !solved ? kNotConverged : code;
  }

  void say(Severity severity, const char* code, const std::string& message) {
    Diagnostics diagnostics;
    diagnostics.add({severity, code, {.file = options_.model.file.string()}, message});
    session_.messages.show(diagnostics);
  }

  /// Reports the first search of each kind that was not solved, and the number of such searches.
  void say_searches() {
    for (const ProgramStatus status :
         {ProgramStatus::Stopped, ProgramStatus::Infeasible, ProgramStatus::Failed}) {
      const auto is = [status](const ControlSearch& search) { return search.status == status; };
      const auto first = std::find_if(result_.searches.begin(), result_.searches.end(), is);
      if (first == result_.searches.end()) continue;
      const auto count = std::count_if(result_.searches.begin(), result_.searches.end(), is);
      std::string message = first->message;
      if (problem_.receding) {
        message = fmt::format("{} of {} searches, the first at {}: {}", count,
                              result_.searches.size(), time_text(first->time), message);
      }
      const Severity severity = status == ProgramStatus::Stopped || problem_.receding
                                    ? Severity::Warning
                                    : Severity::Error;
      say(severity, code_of(status), message);
    }
  }
  static const char* code_of(ProgramStatus status) {
    if (status == ProgramStatus::Stopped) return "control.stopped";
    return status == ProgramStatus::Infeasible ? "control.infeasible" : "control.failed";
  }
  std::string time_text(Instant time) const { return format_time(time, problem_.zone()); }

  std::string searches_text() const {
    return fmt::format("{} search{}", result_.searches.size(),
                       result_.searches.size() == 1 ? "" : "es");
  }

  /// Returns the output of a term or limit, preceded by the KPI of which it is a part.
  template <class Part>
  static std::string name_of(const Part& part) {
    return part.kpi.empty() ? part.output : part.kpi + ": " + part.output;
  }

  /// Returns a number for a table, or a dash if it is not finite.
  static std::string digits(double value, int count) {
    return std::isnan(value) ? "-" : fmt::format("{:.{}g}", value, count);
  }

  void say_result() {
    for (std::size_t d = 0; d < sources_.size(); ++d) {
      const std::string& target = problem_.decisions[d].target;
      if (sources_[d] == target) continue;
      session_.messages.say(fmt::format("'{}' delivers the decision '{}' in '{}'", sources_[d],
                                        target, options_.apply->string()));
    }
    std::size_t width = 9;
    for (const ControlCost& cost : problem_.costs) width = width_with(width, name_of(cost));
    for (const ControlLimit& limit : problem_.limits) width = width_with(width, name_of(limit));
    session_.messages.say(
        fmt::format("{:<{}} {:>12} {:>12}", "term", width, "decided", "as it is"));
    for (std::size_t i = 0; i < problem_.costs.size(); ++i) {
      session_.messages.say(fmt::format("{:<{}} {:>12.6g} {:>12.6g}", name_of(problem_.costs[i]),
                                        width, result_.outcome.costs[i],
                                        result_.baseline.costs[i]));
    }
    if (!problem_.limits.empty()) {
      session_.messages.say(
          fmt::format("{:<{}} {:>12} {:>12}", "beyond limits", width, "decided", "as it is"));
    }
    for (std::size_t i = 0; i < problem_.limits.size(); ++i) {
      const std::string unit = difference_unit(result_.limit_units[i]);
      const LimitOutcome& decided = result_.outcome.limits[i];
      const LimitOutcome& baseline = result_.baseline.limits[i];
      const bool expected = problem_.limits[i].at_end && problem_.receding;
      session_.messages.say(fmt::format(
          "{:<{}} {:>12} {:>12} {} h, at most {} and {} {}{}", name_of(problem_.limits[i]), width,
          digits(decided.unit_hours, 4), digits(baseline.unit_hours, 4), unit,
          digits(decided.largest, 3), digits(baseline.largest, 3), unit,
          expected ? " at the ends of horizons" : ""));
    }
    int iterations = 0;
    for (const ControlSearch& search : result_.searches) iterations += search.iterations;
    session_.messages.say(
        fmt::format("objective {:.8g}, {:.8g} without decisions; {}, {} in {:.3g} s; '{}'",
                    result_.outcome.objective, result_.baseline.objective, searches_text(),
                    counted(static_cast<std::size_t>(iterations), "iteration"), result_.seconds,
                    options_.output.string()));
  }

  const OptimizeOptions& options_;
  Session& session_;
  RunFrame frame_;
  std::optional<ModelFormat> format_;
  ControlProblem problem_;
  ControlResult result_;
  std::vector<std::string> sources_;         // sources of the decisions in the model of `--apply`
  std::map<std::string, InputFile> hashed_;  // by path
};

}  // namespace

int run_verb(const OptimizeOptions& options, Session& session) {
  set_fmu_process(FmuProcess::Own);  // a crash of an FMU makes an evaluation fail, not the command
  return OptimizeRun(options, session).run();
}

}  // namespace hearth::apps
