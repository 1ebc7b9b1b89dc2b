// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/calibration_input.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/session/progress.hpp"
#include "hearth/apps/session/recorded_work.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/verbs/report_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/comparison.hpp"
#include "hearth/apps/views/judgement_table.hpp"
#include "hearth/apps/views/name_width.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {
namespace {

/// Returns the standard deviations in the result of a calibration, by target.
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
  CalibrateRun(const CalibrateOptions& options, Session& session,
               std::function<std::vector<ReportTable>()> tables)
      : options_(options),
        session_(session),
        tables_(std::move(tables)),
        journal_(options.output) {}

  int run() {
    catch_interrupts();
    if (options_.report) require_result_file(options_.output);
    input_.emplace(options_.model, session_);
    input_->set_search(options_.search);
    input_->set_judgement(options_.judgement);
    input_->begin(journal_, options_.threads, problem().seed);
    const int code = recorded_work(journal_, session_, [this] {
      solve();
      write();
    });
    return code == kDone ? finish() : code;
  }

 private:
  const CalibrationProblem& problem() const { return input_->problem(); }

  void solve() {
    Progress progress(session_.messages.stream(), options_.progress,
                      session_.terminal && !session_.messages.quiet());
    hearth::CalibrateOptions solve_options;
    solve_options.threads = options_.threads;
    solve_options.progress = [&](int start, int iteration, double objective) {
      progress.update_search(start, problem().starts, iteration, objective);
      journal_.go_on();
      return interrupted() == 0;
    };
    solve_options.stop = [] { return interrupted() != 0; };
    solve_options.judging = [&](int done, int total) {
      progress.update(done, total);
      journal_.go_on();
      return interrupted() == 0;
    };
    result_ = hearth::calibrate(problem(), known_components(), solve_options);
    session_.messages.show(result_.diagnostics);
  }

  void write() {
    result_text_ = write_calibration_result(result_);
    journal_.hold(session_.messages);
    write_text_file(options_.output, result_text_);
    journal_.record().outputs.push_back(options_.output.string());
    if (!options_.apply || result_.summary.status == estimation::Status::Failed) return;
    const ModelFormat format = model_format(*options_.apply).value_or(ModelFormat::Json);
    write_text_file(*options_.apply, model_text(calibrated_model(problem(), result_), format,
                                                session_, standard_deviations(result_)));
    journal_.record().outputs.push_back(options_.apply->string());
  }

  int finish() {
    journal_.record().series = result_.reports;
    journal_.record().inputs = input_->files(result_.reports);
    if (interrupted() != 0) {
      return end_interrupted(journal_, session_, options_.model.file,
                             "stopped early; the best values so far were kept");
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
    if (!options_.brief) {
      say_result();
      session_.out << judgement_text(result_);
    }
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
                   problem().data,
                   problem().timezone,
                   engine_words(result_.plan->options),
                   measured_columns(problem())};
    known.text = result_text_;
    if (tables_) known.tables = tables_();
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

  /// Prints the differences between the values and the expectations of a filter.
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
  std::function<std::vector<ReportTable>()> tables_;  // for the page of the report
  RunJournal journal_;
  std::optional<CalibrationInput> input_;
  CalibrationResult result_;
  std::string result_text_;
};

}  // namespace

int run_verb(const CalibrateOptions& options, Session& session) {
  return calibrate(options, session, {});
}

int calibrate(const CalibrateOptions& options, Session& session,
              std::function<std::vector<ReportTable>()> tables) {
  set_fmu_process(FmuProcess::Own);  // a crash of an FMU makes an evaluation fail, not the command
  return CalibrateRun(options, session, std::move(tables)).run();
}

}  // namespace hearth::apps
