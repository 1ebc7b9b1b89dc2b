// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <memory>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/models/run_times.hpp"
#include "hearth/apps/session/progress.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/verbs/report_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/balance_text.hpp"
#include "hearth/apps/views/comparison.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/data/results/results_csv.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/ontology/load_model.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kEventsRecorded = 1000;  // the first ones; all are counted

/// One run, from the model file to the results. Every step leaves what the next one needs.
class SimulateRun {
 public:
  SimulateRun(const SimulateOptions& options, Session& session)
      : options_(options),
        session_(session),
        journal_(options.output),
        resolver_(data_options(options.model)) {}

  int run() {
    catch_interrupts();
    read();
    begin_journal();
    try {
      simulate();
    } catch (const Error& error) {
      session_.messages.show(error.diagnostics());
      end_journal(RunStatus::Failed);
      return exit_code(error);
    } catch (...) {
      end_journal(RunStatus::Failed);
      throw;
    }
    return finish();
  }

 private:
  // ---- before the run ----------------------------------------------------------------------

  void read() {
    if (options_.report) require_result_file(options_.output);
    const TextFile file = read_model_file(options_.model.file);
    model_file_ = hashed_file(file);
    const SimulationModel model = with_messages(session_, [&](Diagnostics& diagnostics) {
      return read_model(file, options_.model, diagnostics);
    });
    plan_ = std::make_shared<const Plan>(compile(with_settings(model, options_.settings),
                                                 standard_components(), options_.model.compile));
    require_engine(options_, *plan_->options.engine);
    session_.messages.show(plan_->diagnostics);
    order_ = evaluation_order(*plan_);
    session_.messages.show(order_.diagnostics);
    if (options_.load_state) saved_ = read_state_file(*options_.load_state);
    times_ = with_messages(session_, [this](Diagnostics& diagnostics) {
      return run_times(options_, plan_->model, saved_, diagnostics);
    });
    check_limits(options_.limits, plan_->model, resolver_.files());
    choose_signals();
    check_memory();
    basis_ = resolve();
    with_messages(session_, [this](Diagnostics& diagnostics) {
      check_measurements(*plan_, times_.request, resolver_.files(), diagnostics);
      return true;
    });
    session_.messages.show(inputs().diagnostics);
    session_.messages.show(held_values(inputs().reports));
  }

  /// Messages about start, end and step have the place where the end was said.
  std::shared_ptr<const RunBasis> resolve() {
    try {
      return std::make_shared<const RunBasis>(plan_, times_.request, &resolver_);
    } catch (const InputError& error) {
      Diagnostics placed;
      append_at(options_.end.empty()
                    ? Where{.file = options_.model.file.string(), .pointer = "/simulation/end"}
                    : Where{.pointer = "--end"},
                error, placed);
      throw InputError(placed);
    }
  }

  /// What goes to the file, and what is compared with measurements as well.
  void choose_signals() {
    const std::vector<std::string>& record = options_.record;
    if (record.empty()) {
      written_ = default_signals();
    } else if (record == std::vector<std::string>{"measurements"}) {
      written_ = measured_signals(*plan_);
    } else if (record == std::vector<std::string>{"all"}) {
      written_ = all_signals(*plan_);
    } else {
      written_ = select_signals(*plan_, record);
    }
    recorded_ = written_;
    if (plan_->model.measurements.empty()) return;
    for (const int cell : measured_signals(*plan_)) {
      if (std::find(written_.begin(), written_.end(), cell) == written_.end()) {
        recorded_.push_back(cell);
      }
    }
  }

  /// What is measured and what KPIs are computed from, so that results can be judged; all of a
  /// model without measurements.
  std::vector<int> default_signals() const {
    std::vector<int> cells = measured_signals(*plan_);
    for (const int cell : kpi_signals(*plan_)) cells.push_back(cell);
    std::sort(cells.begin(), cells.end(),
              [this](int a, int b) { return plan_->signals[a].name < plan_->signals[b].name; });
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

  void begin_journal() {
    RunRecord& record = journal_.record();
    record.command = session_.words;
    record.threads = options_.threads;
    record.model = options_.model.file.string();
    record.inputs.push_back(model_file_);
    if (options_.load_state) record.inputs.push_back(hashed_file(*options_.load_state));
    for (const std::string& file : located_files(plan_->model)) {
      record.inputs.push_back(hashed_file(file));
    }
    own_inputs_ = record.inputs;
    add_data_inputs();
    record.series = inputs().reports;
    record.diagnostics = session_.messages.all();
    note_files();
    journal_.begin();
  }

  void note_files() {
    session_.files.add_inputs(named_files(plan_->model, resolver_.files()), "data of the model");
    if (journal_.path()) session_.files.add_output(*journal_.path(), "--output", kRecord);
    session_.files.prepare();
  }

  const RunInputs& inputs() const { return basis_->inputs(); }

  void add_data_inputs() {
    std::vector<InputFile> all = own_inputs_;
    for (InputFile& file : resolver_.files().inputs()) all.push_back(std::move(file));
    journal_.record().inputs = std::move(all);
  }

  // ---- the run -----------------------------------------------------------------------------

  /// Runs to the end and writes the rows, also those before a failure or an interruption.
  void simulate() {
    RunSettings settings;
    settings.stepwise.threads = options_.threads;
    settings.stepwise.locate_events = options_.locate_events;
    settings.continuous = options_.continuous;
    Run run(basis_, settings);
    run.record(recorded_);
    if (saved_) load_state(run);
    try {
      stopped_ =
          !with_progress([&run](const ProgressCallback& go_on) { return run.run_to_end(go_on); });
    } catch (const SimulationError& error) {
      note_continuous(run);
      results_ = run.take_results();
      write_results("failed: " + std::string(error.what()));
      throw;
    }
    note_continuous(run);
    balance_ = run.balance();
    if (plan_->ledger_count > 0) journal_.record().balance = balance_record(balance_);
    results_ = run.take_results();
    write_results(stopped_ ? "interrupted" : "");
    if (options_.save_state) {  // last: what is wrong here costs no results
      write_state_file({run.save(), times_.zone.name()}, *options_.save_state);
      journal_.record().outputs.push_back(options_.save_state->string());
    }
  }

  /// Puts what the continuous engine found into the record.
  void note_continuous(Run& run) {
    ContinuousSimulation* simulation = run.continuous();
    if (simulation == nullptr) return;
    ContinuousRecord& record = journal_.record().continuous.emplace();
    const IntegratorOptions& integrator = simulation->options().integrator;
    record.method = word_for(*integrator.method, kMethodWords);
    record.relative_tolerance = *integrator.relative_tolerance;
    record.absolute_tolerance = *integrator.absolute_tolerance;
    for (const AlgebraicLoop& loop : order_.loops) {
      record.loops.push_back({loop.names, loop.members});
    }
    const ContinuousStatistics statistics = simulation->statistics();
    const IntegratorStatistics& counts = statistics.integrator;
    record.statistics = {counts.steps,     counts.rejected, counts.rates,
                         counts.jacobians, counts.restarts, statistics.ticks};
    record.event_count = statistics.events;
    for (const EventRecord& event : simulation->events()) {
      if (record.events.size() >= kEventsRecorded) break;
      record.events.push_back(recorded(event));
    }
  }

  ContinuousRecord::Event recorded(const EventRecord& event) const {
    const Where where = Where::of_signal(event.name);
    const Duration since_origin{std::llround(1000.0 * event.time)};
    return {event.time - seconds(inputs().period.start - inputs().origin),
            format_time(inputs().origin + since_origin, times_.zone),
            where.component,
            where.port,
            event.direction < 0 ? "falls" : "rises",
            event.microstep};
  }

  /// Results are kept in memory as a whole: refuses at once what cannot fit.
  void check_memory() const {
    const double cells = static_cast<double>(times_.request.period.step_count() + 1) *
                         static_cast<double>(recorded_.size());
    const double memory =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (cells * sizeof(double) <= memory) return;
    throw SimulationError(
        "run.out_of_memory", {.file = options_.model.file.string()},
        fmt::format("{} steps of {} signals do not fit into memory; record fewer signals "
                    "(--record), lengthen the step or shorten the run",
                    times_.request.period.step_count(), recorded_.size()));
  }

  void load_state(Run& run) const {
    try {
      run.load(saved_->state);
    } catch (const InputError& error) {
      Diagnostics placed;
      append_at({.file = options_.load_state->string()}, error, placed);
      throw InputError(placed);
    }
  }

  /// Calls `run` with a function that shows progress and returns whether to go on.
  template <class Call>
  bool with_progress(const Call& call) {
    Progress progress(session_.messages.stream(), options_.progress,
                      session_.terminal && !session_.messages.quiet());
    const bool done = call([&](long rows, long total) {
      progress.update(rows, total);
      journal_.go_on();
      return interrupted() == 0 || rows == total;
    });
    seconds_ = progress.elapsed_seconds();
    return done;
  }

  // ---- after the run -----------------------------------------------------------------------

  Results written_results() const {
    if (recorded_.size() == written_.size()) return results_;
    Results part;
    part.start = results_.start;
    part.step = results_.step;
    part.signals.assign(results_.signals.begin(),
                        results_.signals.begin() + static_cast<long>(written_.size()));
    for (long k = 0; k < results_.rows(); ++k) {
      part.values.insert(part.values.end(), results_.row(k), results_.row(k) + written_.size());
    }
    return part;
  }

  void write_results(const std::string& incomplete) {
    write_results_csv(written_results(), options_.output,
                      {.zone = times_.zone, .incomplete = incomplete});
    journal_.record().outputs.push_back(options_.output.string());
  }

  void end_journal(RunStatus status) {
    add_data_inputs();
    journal_.end(status, session_.messages.all());
  }

  int finish() {
    if (stopped_) {
      Diagnostics diagnostics;
      diagnostics.error("run.interrupted", {},
                        fmt::format("stopped after {} of {} steps; what there is was kept",
                                    results_.rows() - 1, times_.request.period.step_count()));
      session_.messages.show(diagnostics);
      end_journal(RunStatus::Interrupted);
      return kSignalled + interrupted();
    }
    compare_with_measurements();
    const bool balanced = plan_->options.engine == Engine::Continuous ||
                          plan_->options.coupling == Coupling::Balanced;
    session_.messages.show(balance_warnings(balance_, balanced));
    const Diagnostics missed = missed_limits(options_.limits, agreements_, balance_);
    session_.messages.show(missed);
    end_journal(RunStatus::Done);
    say_done();
    if (options_.report) write_report(*options_.report, known_result(), session_);
    return missed.has_errors() ? kLimitMissed : kDone;
  }

  KnownResult known_result() {
    const std::string& site = plan_->model.site.timezone;
    const std::string& zone = site.empty() ? options_.model.timezone : site;
    KnownResult known;
    known.file = {ResultKind::Run, options_.output, options_.output.parent_path(), "",
                  journal_.record()};
    known.model = {options_.model.file,
                   {plan_, {}},
                   data_options(options_.model),
                   zone,
                   engine_words(plan_->options)};
    known.run.emplace();
    known.run->results = written_results();
    known.run->zone = format_offset(times_.zone.offset(results_.start));
    return known;
  }

  void compare_with_measurements() {
    if (plan_->model.measurements.empty()) return;
    agreements_ = with_messages(session_, [this](Diagnostics& diagnostics) {
      return compare(results_, plan_->model, times_.request.timezone, resolver_.files(),
                     diagnostics);
    });
    if (!agreements_.empty()) session_.messages.say(agreement_text(agreements_));
  }

  void say_done() const {
    session_.messages.say(fmt::format(
        "{} in {:.3g} s; {} in '{}'", counted(times_.request.period.step_count(), "step"), seconds_,
        counted(written_.size(), "signal"), options_.output.string()));
    const std::string balance = balance_text(balance_);
    if (!balance.empty()) session_.messages.say(balance);
  }

  const SimulateOptions& options_;
  Session& session_;
  RunJournal journal_;
  DataResolver resolver_;
  InputFile model_file_;
  std::shared_ptr<const Plan> plan_;
  EvaluationOrder order_;  // of the continuous engine
  std::optional<StateFile> saved_;
  RunTimes times_;
  std::vector<int> written_;   // cells that go to the file
  std::vector<int> recorded_;  // those first, then others that are compared
  std::shared_ptr<const RunBasis> basis_;
  std::vector<InputFile> own_inputs_;
  Results results_;
  Balance balance_;
  Agreements agreements_;
  bool stopped_ = false;
  double seconds_ = 0.0;
};

}  // namespace

int run_verb(const SimulateOptions& options, Session& session) {
  return SimulateRun(options, session).run();
}

}  // namespace hearth::apps
