// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/session/progress.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/verbs/report_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/comparison.hpp"
#include "hearth/apps/views/name_width.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/audit.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {
namespace {

/// Returns the standard deviations that a calibration found, by target.
std::map<std::string, double> standard_deviations(const CalibrationResult& result) {
  std::map<std::string, double> deviations;
  const auto& known = result.uncertainty.parameters;
  for (std::size_t i = 0; i < std::min(known.size(), result.parameters.size()); ++i) {
    if (!known[i].sd) continue;
    for (const std::string& target : result.parameters[i].targets) {
      deviations[target] = *known[i].sd;
    }
  }
  for (const ExpressionResult& found : result.expressions) {
    if (!found.sd) continue;
    for (const std::string& target : found.expression.targets) deviations[target] = *found.sd;
  }
  return deviations;
}

/// One calibration, from the problem file to the result.
class CalibrateRun {
 public:
  CalibrateRun(const CalibrateOptions& options, Session& session)
      : options_(options), session_(session), journal_(options.output) {}

  int run() {
    catch_interrupts();
    if (options_.report) require_result_file(options_.output);
    while_reading(options_.model.file, [this] { read(); });
    begin_journal();
    try {
      solve();
      write();
    } catch (const Error& error) {
      session_.messages.show(error.diagnostics());
      journal_.end(RunStatus::Failed, session_.messages.all());
      return exit_code(error);
    } catch (...) {
      journal_.end(RunStatus::Failed, session_.messages.all());
      throw;
    }
    return finish();
  }

 private:
  void read() {
    problem_ = with_messages(session_, [this](Diagnostics& diagnostics) {
      return read_calibration(options_.model.file, standard_components(),
                              {.data_dir = options_.model.data_dir,
                               .timezone = options_.model.timezone,
                               .weather = options_.model.weather},
                              diagnostics);
    });
    warn_of_values();
  }

  void begin_journal() {
    RunRecord& record = journal_.record();
    record.command = session_.words;
    record.threads = options_.threads;
    record.seed = problem_.seed;
    record.inputs = inputs();
    note_files();
    journal_.begin();
  }

  /// Warns of measured values in the periods that were hardly measured. What cannot be read is
  /// reported when the problem is prepared.
  void warn_of_values() {
    DataFiles files(problem_.data);
    Diagnostics found, ignored;
    for (const CalibrationMeasurement& measurement : problem_.measurements) {
      const auto path = files.find(measurement.column.file);
      if (!path) continue;
      try {
        Site site = problem_.model.site;
        site.timezone = problem_.timezone;
        const RawSeries& raw = files.series(*path, measurement.column, {.site = site}, ignored);
        found.append(unlikely_in_periods(measurement, raw));
      } catch (const InputError&) {
        continue;
      }
    }
    session_.messages.show(found);
  }

  Diagnostics unlikely_in_periods(const CalibrationMeasurement& measurement,
                                  const RawSeries& raw) const {
    std::vector<CalibrationPeriod> periods = problem_.periods;
    periods.insert(periods.end(), problem_.validation.begin(), problem_.validation.end());
    std::vector<Instant> times;
    std::vector<double> values;
    for (std::size_t i = 0; i < raw.times.size(); ++i) {
      const bool used = std::any_of(periods.begin(), periods.end(), [&](const auto& period) {
        return raw.times[i] >= period.start && raw.times[i] <= period.end;
      });
      if (!used) continue;
      times.push_back(raw.times[i]);
      values.push_back(raw.values[i]);
    }
    const auto* name = std::get_if<std::string>(&measurement.column.column);
    return unlikely_values(
        {.name = name ? *name : std::to_string(std::get<int>(measurement.column.column)),
         .times = times,
         .values = values,
         .unit = measurement.column.unit ? measurement.column.unit : raw.header_unit,
         .where = {.file = raw.file}});
  }

  void note_files() {
    CallFiles& files = session_.files;
    for (const InputFile& input : journal_.record().inputs) {
      files.add_input(input.path, "read by PROBLEM");
    }
    files.add_inputs(named_files(problem_.model, DataFiles(problem_.data)), "data of the model");
    if (journal_.path()) files.add_output(*journal_.path(), "--output", kRecord);
    files.prepare();
  }

  /// The problem, the model and the data, each file once.
  std::vector<InputFile> inputs() {
    std::set<std::string> paths = {options_.model.file.string()};
    for (const auto& [id, component] : problem_.model.components()) {
      if (!component.where.file.empty()) paths.insert(component.where.file);
    }
    const DataFiles files(problem_.data);
    for (const CalibrationMeasurement& measurement : problem_.measurements) {
      if (const auto path = files.find(measurement.column.file)) paths.insert(path->string());
    }
    for (const std::string& file : located_files(problem_.model)) paths.insert(file);
    for (const SeriesReport& report : result_.reports) {
      if (!report.file.empty()) paths.insert(report.file);
    }
    std::vector<InputFile> list;
    for (const std::string& path : paths) {
      const auto known = hashed_.find(path);
      list.push_back(known != hashed_.end() ? known->second : hashed_data_file(path));
      hashed_[path] = list.back();
    }
    return list;
  }

  void solve() {
    Progress progress(session_.messages.stream(), options_.progress,
                      session_.terminal && !session_.messages.quiet());
    hearth::CalibrateOptions solve_options;
    solve_options.threads = options_.threads;
    solve_options.progress = [&](int start, int iteration, double objective) {
      progress.update_search(start, problem_.starts, iteration, objective);
      journal_.go_on();
      return interrupted() == 0;
    };
    result_ = hearth::calibrate(problem_, standard_components(), solve_options);
    session_.messages.show(result_.diagnostics);
  }

  void write() {
    result_text_ = write_calibration_result(result_);
    journal_.hold();
    write_text_file(options_.output, result_text_);
    journal_.record().outputs.push_back(options_.output.string());
    if (!options_.apply || result_.summary.status == estimation::Status::Failed) return;
    const ModelFormat format = model_format(*options_.apply).value_or(ModelFormat::Json);
    write_text_file(*options_.apply, model_text(calibrated_model(problem_, result_), format,
                                                session_, standard_deviations(result_)));
    journal_.record().outputs.push_back(options_.apply->string());
  }

  int finish() {
    journal_.record().series = result_.reports;
    journal_.record().inputs = inputs();
    if (interrupted() != 0) {
      say_error("run.interrupted", "stopped early; the best values so far were kept");
      journal_.end(RunStatus::Interrupted, session_.messages.all());
      return kSignalled + interrupted();
    }
    if (result_.summary.status == estimation::Status::Failed) {
      say_error("calibration.failed", result_.summary.message);
      journal_.end(RunStatus::Failed, session_.messages.all());
      return kRunFailed;
    }
    if (result_.summary.status == estimation::Status::Stopped) {
      Diagnostics diagnostics;
      diagnostics.warning("calibration.stopped", {.file = options_.model.file.string()},
                          result_.summary.message);
      session_.messages.show(diagnostics);
    }
    say_result();
    journal_.end(RunStatus::Done, session_.messages.all());
    if (options_.report) write_report(*options_.report, known_result(), session_);
    return result_.summary.status == estimation::Status::Stopped ? kNotConverged : kDone;
  }

  KnownResult known_result() {
    KnownResult known;
    known.file = {ResultKind::Calibration, options_.output, options_.output.parent_path(), "",
                  journal_.record()};
    known.model = {options_.model.file,
                   {result_.plan, {}},
                   problem_.data,
                   problem_.timezone,
                   engine_words(result_.plan->options),
                   measured_columns(problem_)};
    known.text = result_text_;
    return known;
  }

  void say_error(const char* code, const std::string& message) {
    Diagnostics diagnostics;
    diagnostics.error(code, {.file = options_.model.file.string()}, message);
    session_.messages.show(diagnostics);
  }

  void say_result() {
    say_starts();
    say_parameters();
    say_agreement("measured", result_.measurements);
    say_agreement("validation", result_.validation);
    say_innovations("one step ahead", result_.innovations);
    say_innovations("validation", result_.validation_innovations);
    for (const estimation::FlatDirection& direction : result_.identifiability.flat) {
      session_.messages.say(fmt::format("flat direction: {} (singular value {:.1e} of the largest)",
                                        fmt::join(direction.parameters, ", "), direction.ratio));
    }
    session_.messages.say(
        fmt::format("objective {:.8g} -> {:.8g} in {:.3g} s; '{}'", result_.starts.front().initial,
                    result_.summary.objective_final, result_.seconds, options_.output.string()));
  }

  void say_starts() {
    if (result_.starts.size() < 2) return;
    for (std::size_t s = 0; s < result_.starts.size(); ++s) {
      const StartResult& start = result_.starts[s];
      const bool best = static_cast<int>(s) == result_.best_start;
      session_.messages.say(fmt::format("start {}: {:.8g} -> {:.8g}, {}{}{}", s + 1, start.initial,
                                        start.final, status_word(start.status),
                                        best ? ", best" : "",
                                        start.ends_elsewhere ? ", ends elsewhere" : ""));
    }
  }

  void say_parameters() {
    std::size_t width = 0;
    for (const CalibrationParameter& parameter : result_.parameters) {
      width = width_with(width, parameter.parameter.name);
    }
    for (std::size_t i = 0; i < result_.parameters.size(); ++i) {
      const CalibrationParameter& parameter = result_.parameters[i];
      session_.messages.say(fmt::format("{:<{}}  {:>12.6g} {:<10} {}{}", parameter.parameter.name,
                                        width, result_.summary.parameters[i], deviation(i),
                                        parameter.unit ? parameter.unit->symbol : "", remark(i)));
    }
    for (const ExpressionResult& found : result_.expressions) {
      const CalibrationExpression& expression = found.expression;
      session_.messages.say(fmt::format(
          "{} = {}: {:.6g} {} {}", fmt::join(expression.targets, ", "), expression.value,
          found.value, found.sd ? fmt::format("± {:.2g}", *found.sd) : "",
          expression.unit ? expression.unit->symbol : ""));
    }
  }

  std::string deviation(std::size_t parameter) const {
    if (parameter >= result_.uncertainty.parameters.size()) return "";
    const auto& sd = result_.uncertainty.parameters[parameter].sd;
    return sd ? fmt::format("± {:.2g}", *sd) : "";
  }

  std::string remark(std::size_t parameter) const {
    const estimation::Bound bound = result_.summary.at_bound[parameter];
    if (bound == estimation::Bound::Lower) return "  (at its lower bound)";
    if (bound == estimation::Bound::Upper) return "  (at its upper bound)";
    return deviation(parameter).empty() ? "  (no sd: the data do not determine it)" : "";
  }

  void say_agreement(const std::string& title, const Agreements& agreements) {
    if (!agreements.empty()) session_.messages.say_lines(agreement_text(agreements, title));
  }

  /// Says how far each value lay from what a filter expected of it.
  void say_innovations(const std::string& title,
                       const std::map<std::string, InnovationReport>& reports) {
    if (reports.empty()) return;
    std::size_t width = title.size();
    for (const auto& [port, report] : reports) width = width_with(width, port);
    session_.messages.say(
        fmt::format("{:<{}} {:>8} {:>11} {:>12}", title, width, "n", "rmse", "rmse / sd"));
    for (const auto& [port, report] : reports) {
      session_.messages.say(fmt::format("{:<{}} {:>8} {:>11.4g} {:>12.3g}{}", port, width, report.n,
                                        report.rmse, report.sd,
                                        report.whiteness.white() ? "" : "  (not white)"));
    }
  }

  const CalibrateOptions& options_;
  Session& session_;
  RunJournal journal_;
  CalibrationProblem problem_;
  CalibrationResult result_;
  std::string result_text_;
  std::map<std::string, InputFile> hashed_;  // by path
};

}  // namespace

int run_verb(const CalibrateOptions& options, Session& session) {
  set_fmu_process(FmuProcess::Own);  // a crash of an FMU fails an evaluation, not the call
  return CalibrateRun(options, session).run();
}

}  // namespace hearth::apps
