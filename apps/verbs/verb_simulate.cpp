// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <memory>
#include <ostream>
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
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/data/results/results_writer.hpp"
#include "hearth/data/results/row_ends.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/estimated_values.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/run/record_columns.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/ontology/load_model.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kEventsRecorded = 1000;  // only the first are recorded; all are counted

/// One run, from the model file to the results. Each step prepares the next one.
class SimulateRun {
 public:
  SimulateRun(const SimulateOptions& options, Session& session)
      : options_(options),
        session_(session),
        journal_(options.output),
        resolver_(data_options(options.model)) {}

  int run() {
    catch_interrupts();
    while_reading(options_.model.file, [this] { read(); });
    begin_journal();
    try {
      simulate();
      session_.messages.show(take_fmu_endings());
    } catch (const Error& error) {
      session_.messages.show(error.diagnostics());
      session_.messages.show(take_fmu_endings());
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
    require_format();
    if (options_.report) require_result_file(options_.output);
    if (options_.report && to_stdout()) {
      throw UsageError("usage.value", {.pointer = "--report"},
                       "needs results in a file; set -o FILE instead of '-'");
    }
    const TextFile file = read_model_file(options_.model.file);
    model_file_ = hashed_file(file);
    SimulationModel model = with_messages(session_, [&](Diagnostics& diagnostics) {
      return read_model(file, options_.model, diagnostics);
    });
    if (options_.parameters) {
      const EstimatedValues estimated = read_estimated_values(*options_.parameters);
      session_.messages.show(estimated.warnings);
      apply_estimated_values(estimated, known_components(), model);
    }
    plan_ = std::make_shared<const Plan>(compile(with_settings(model, options_.settings),
                                                 known_components(), options_.model.compile));
    require_engine(options_, *plan_->options.engine);
    session_.messages.show(plan_->diagnostics);
    order_ = evaluation_order(*plan_);
    session_.messages.show(order_.diagnostics);
    if (options_.load_state) saved_ = read_state_file(*options_.load_state);
    times_ = with_messages(session_, [this](Diagnostics& diagnostics) {
      return run_times(options_, plan_->model, saved_, diagnostics);
    });
    times_.request.input_hold = options_.input_hold;
    check_limits(options_.limits, plan_->model, resolver_.files());
    basis_ = resolve();
    choose_interval();
    choose_signals();
    check_disk();
    with_messages(session_, [this](Diagnostics& diagnostics) {
      check_measurements(*plan_, times_.request, resolver_.files(), diagnostics);
      return true;
    });
    session_.messages.show(inputs().diagnostics);
    session_.messages.show(held_values(inputs().reports));
  }

  void require_format() const {
    if (to_stdout() || results_format(options_.output)) return;
    throw UsageError("usage.value", {.pointer = "--output"},
                     fmt::format("'{}' does not have a file extension of results; expected {}, or "
                                 "'-' for CSV on the standard output",
                                 options_.output.string(), results_extensions()));
  }

  /// Messages about start, end and step get the place at which the end is set.
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

  /// Determines the interval of a row, and refuses a run that begins or ends within an interval.
  void choose_interval() {
    every_ = options_.every ? options_.every : plan_->model.defaults.every;
    if (!every_) return;
    const Where where = options_.every ? Where{.pointer = "--every"}
                                       : Where{.file = options_.model.file.string(),
                                               .pointer = "/simulation/every"};
    const Period& period = inputs().period;
    check_row_ends(*every_, period, inputs().origin, times_.zone, where);
    if (saved_) require_interval_end(period.start, "the saved state", *options_.load_state);
    if (options_.save_state) require_interval_end(period.end, "the end of the run", "--save-state");
  }

  /// Refuses an instant within an interval, because saved states do not contain unfinished
  /// intervals.
  void require_interval_end(Instant instant, const std::string& what,
                            const std::filesystem::path& where) const {
    if (ends_at(*every_, instant, inputs().origin, times_.zone)) return;
    throw InputError(
        "state.interval_open", {.pointer = where.string()},
        fmt::format(
            "{}, {}, is inside an interval of {}, but a state cannot be saved or loaded within an "
            "interval; move it to the end of an interval, or choose another --every",
            what, format_time(instant, times_.zone), interval_text(*every_)));
  }

  /// Chooses the signals for the file, and those that are compared with measurements.
  void choose_signals() {
    const bool intervals = every_.has_value();
    if (options_.record.empty()) {
      for (const int cell : default_signals()) {
        columns_.push_back(record_column(*plan_, cell, intervals));
      }
    } else {
      columns_ = record_columns(*plan_, options_.record, intervals);
    }
    if (!plan_->model.measurements.empty()) compared_ = measured_signals(*plan_);
  }

  /// Returns the measured signals and those from which KPIs are computed, so that results can be
  /// assessed; all signals of a model without measurements.
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
    if (options_.parameters) record.inputs.push_back(hashed_file(*options_.parameters));
    if (options_.load_state) record.inputs.push_back(hashed_file(*options_.load_state));
    for (const std::string& file : located_files(plan_->model)) {
      record.inputs.push_back(hashed_file(file));
    }
    own_inputs_ = record.inputs;
    add_data_inputs();
    record.series = inputs().reports;
    record.rows = rows_record();
    record.diagnostics = session_.messages.all();
    note_files();
    journal_.begin(session_.messages);
  }

  /// Returns the meaning of the rows and columns of the file.
  RowsRecord rows_record() const {
    RowsRecord rows;
    rows.every = every_ ? interval_text(*every_) : "";
    for (const RecordColumn& column : columns_) {
      rows.columns.push_back({column.signal.name, column.signal.unit.symbol,
                              std::string(to_string(column.signal.statistic))});
    }
    return rows;
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
    if (options_.save_state) run.require_saving();
    begin_rows(run);
    run.observe([this, &run](long) { take_step(run); });
    if (run.stepwise() != nullptr) run.stepwise()->observe_means(compared_);
    run.stop_when([] { return interrupted() != 0; });
    if (saved_) load_state(run);
    try {
      stopped_ =
          !with_progress([&run](const ProgressCallback& go_on) { return run.run_to_end(go_on); });
    } catch (const SimulationError& error) {
      note_warnings(run);
      note_engine(run);
      if (error.code() == "simulation.ended") return end_early(run, error);
      end_rows(run, "failed: " + std::string(error.what()));
      throw;
    }
    note_warnings(run);
    note_engine(run);
    balance_ = run.balance();
    if (plan_->ledger_count > 0) journal_.record().balance = balance_record(balance_);
    steps_ = run.row();
    end_rows(run, stopped_ ? "interrupted" : "");
    if (options_.save_state) {  // last, so that a failure does not affect the results
      write_state_file({run.save(), times_.zone.name()}, *options_.save_state);
      journal_.record().outputs.push_back(options_.save_state->string());
    }
  }

  /// Handles the end of the simulation by a component, such as an FMU: the rows up to there are the
  /// results.
  void end_early(Run& run, const SimulationError& error) {
    Diagnostics ending;
    for (Diagnostic item : error.diagnostics().items()) {
      item.severity = Severity::Warning;
      item.message += "; the results end there";
      ending.add(std::move(item));
    }
    session_.messages.show(ending);
    steps_ = run.row();
    end_rows(run, "");
  }

  void note_warnings(Run& run) { session_.messages.show(run.warnings()); }

  void begin_rows(const Run& run) {
    const RowEnds ends = every_ ? row_ends(*every_, inputs().origin, times_.zone) : RowEnds();
    recorder_ = Recorder(columns_, ends);
    ResultsHead head{{}, every_ ? interval_text(*every_) : "", times_.zone};
    for (const RecordColumn& column : columns_) head.signals.push_back(column.signal);
    writer_ = to_stdout()
                  ? write_results_text([this](std::string_view text) { session_.data << text; },
                                       std::move(head))
                  : write_results(options_.output, std::move(head));
    if (!compared_.empty()) {
      comparison_.emplace(run.plan(), compared_, inputs().period, times_.request.timezone,
                          resolver_.files());
      before_.assign(compared_.size(), NAN);
    }
  }

  void take_step(Run& run) {
    const auto value = [&run](int cell) { return run.value(cell); };
    if (recorder_.take(run.time(), value)) writer_->row(recorder_.time(), recorder_.row().data());
    if (!comparison_) return;
    comparison_->take(value, [&](std::size_t i) {
      if (run.stepwise() != nullptr) return run.stepwise()->mean(i);
      const double now = run.value(compared_[i]);
      const double before = std::exchange(before_[i], now);
      return is_rate(plan_->signals[compared_[i]].unit) ? now : 0.5 * (before + now);
    });
  }

  void end_rows(const Run& run, const std::string& incomplete) {
    if (recorder_.pending()) {
      recorder_.close([&run](int cell) { return run.value(cell); });
      writer_->row(recorder_.time(), recorder_.row().data());
    }
    journal_.hold(session_.messages);
    writer_->finish(incomplete);
    if (!to_stdout()) journal_.record().outputs.push_back(options_.output.string());
  }

  bool to_stdout() const { return options_.output == "-"; }

  /// Adds the statistics of the engine to the record.
  void note_engine(Run& run) {
    note_stepwise(run);
    note_continuous(run);
  }

  void note_stepwise(Run& run) {
    const Simulation<double>* simulation = run.stepwise();
    if (simulation == nullptr) return;
    const CompileOptions& options = plan_->options;
    const InputHold hold = options_.input_hold.value_or(
        plan_->model.defaults.input_hold.value_or(InputHold::BySample));
    const int substeps = options.substeps.value_or(0);
    journal_.record().stepwise = {std::string(word_for(*options.coupling, kCouplingWords)),
                                  substeps == 0 ? "auto" : fmt::format("{}", substeps),
                                  std::string(word_for(*options.cycle_removal, kCycleRemovalWords)),
                                  std::string(word_for(hold, kInputHoldWords)),
                                  seconds(inputs().period.step),
                                  run.row(),
                                  simulation->parts()};
  }

  /// Adds the results of the continuous engine to the record.
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

  /// Refuses a run whose results cannot fit on the disk, even with the shortest numbers.
  void check_disk() const {
    constexpr double kLeastBytes = 2.0;  // bytes of a number in any uncompressed format
    const auto format = results_format(options_.output);
    if (to_stdout() || !format || *format == ResultsFormat::CsvGzip) return;
    const Period& period = inputs().period;
    Duration row = period.step;
    if (every_)
      row = std::max({row, every_->time, Duration(std::chrono::days(every_->days)),
                      Duration(std::chrono::days(31L * every_->months))});
    const double rows = static_cast<double>((period.end - period.start) / row);
    std::error_code error;
    const auto folder = std::filesystem::absolute(options_.output).parent_path();
    const auto space = std::filesystem::space(folder, error);
    if (error || rows * static_cast<double>(columns_.size()) * kLeastBytes <=
                     static_cast<double>(space.available)) {
      return;
    }
    throw SimulationError(
        "run.disk_full", {.file = options_.model.file.string()},
        fmt::format("{:.0f} rows of {} signals do not fit on the disk; record fewer signals "
                    "(--record), write a row for each interval (--every) or shorten the run",
                    rows, columns_.size()));
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

  /// Calls `run` with a function that shows progress and returns whether to continue.
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

  void end_journal(RunStatus status) {
    add_data_inputs();
    journal_.end(status, session_.messages.all());
  }

  int finish() {
    if (stopped_) {
      Diagnostics diagnostics;
      diagnostics.error("run.interrupted", {},
                        fmt::format("stopped after {} of {} steps; the rows so far were kept",
                                    steps_, times_.request.period.step_count()));
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
    ReportedModel& model = known.model.emplace();
    model.file = options_.model.file;
    model.viewed.plan = plan_;
    model.data = data_options(options_.model);
    model.timezone = zone;
    model.engine = engine_words(plan_->options);
    return known;
  }

  void compare_with_measurements() {
    if (plan_->model.measurements.empty()) return;
    agreements_ = with_messages(
        session_, [this](Diagnostics& diagnostics) { return comparison_->finish(diagnostics); });
    if (!agreements_.empty()) session_.messages.say_lines(agreement_text(agreements_));
  }

  void say_done() const {
    session_.messages.say(
        fmt::format("{} in {:.3g} s; {} in {}", counted(steps_, "step"), seconds_,
                    counted(columns_.size(), "signal"),
                    to_stdout() ? "standard output" : "'" + options_.output.string() + "'"));
    const std::string balance = balance_text(balance_);
    if (!balance.empty()) session_.messages.say(balance);
  }

  const SimulateOptions& options_;
  Session& session_;
  RunJournal journal_;
  DataResolver resolver_;
  InputFile model_file_;
  std::shared_ptr<const Plan> plan_;
  EvaluationOrder order_;  // for the continuous engine
  std::optional<StateFile> saved_;
  RunTimes times_;
  std::optional<Interval> every_;
  std::vector<RecordColumn> columns_;  // columns of the file
  std::vector<int> compared_;          // cells of the measured outputs
  std::shared_ptr<const RunBasis> basis_;
  std::vector<InputFile> own_inputs_;
  Recorder recorder_;
  std::unique_ptr<ResultsWriter> writer_;
  std::optional<MeasurementComparison> comparison_;
  std::vector<double> before_;  // compared outputs at the last step
  long steps_ = 0;
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
