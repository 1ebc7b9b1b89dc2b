// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/run/scenario_worker.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace hearth {
namespace {

// between calls of `stop`: some milliseconds of a large model
constexpr long kRowsBetweenLooks = 64;
// Packs of a case whose runs are repeated alone before all its runs are: a run that fails costs its
// whole pack.
constexpr int kMostUnpacked = 2;
// Recorded values of a run that may be in a pack, of which eight are in memory: 128 MB.
constexpr std::size_t kMostRecorded = 2'000'000;

/// Throws errors that end the whole set instead of only this run.
void end_set(const Error& error) {
  if (error.code() == "file.write") throw;
  for (const Diagnostic& item : error.diagnostics().items()) {
    if (item.code == "data.changed") throw InputError(item.code, item.where, item.message);
  }
}

}  // namespace

/// Passes the rows of a run to the KPIs and to the recorder.
class ScenarioWorker::Rows {
 public:
  Rows(const PreparedCase& prepared, KpiMeter& meter, Results& series)
      : prepared_(prepared),
        meter_(meter),
        series_(series),
        kpi_cells_(prepared.kpis().signals()),
        recorder_(prepared.recorder()) {
    kpi_values_.resize(kpi_cells_.size());
    const Period& period = prepared.period();
    series.start = period.start + prepared.first_row() * period.step;
    series.interval = prepared.interval();
    for (const RecordColumn& column : recorder_.columns()) series.signals.push_back(column.signal);
    if (!series.interval.empty()) return;
    series.step = period.step;
    const long rows = period.step_count() - prepared.first_row() + 1;
    series.values.reserve(series.signals.size() * static_cast<std::size_t>(rows));
  }

  /// Takes row `k`, the present row of the run; `value` returns the number in a cell.
  template <class Value>
  void take(long k, const Value& value) {
    for (std::size_t i = 0; i < kpi_cells_.size(); ++i) kpi_values_[i] = value(kpi_cells_[i]);
    meter_.row(seconds(k * prepared_.period().step), kpi_values_.data());
    if (k < prepared_.first_row() || recorder_.columns().empty()) return;
    const Period& period = prepared_.period();
    if (recorder_.take(period.start + k * period.step, value)) add_row();
    if (k < period.step_count() || !recorder_.pending()) return;
    recorder_.close(value);
    add_row();
  }

 private:
  void add_row() {
    const std::vector<double>& row = recorder_.row();
    series_.values.insert(series_.values.end(), row.begin(), row.end());
    if (!series_.interval.empty()) series_.times.push_back(recorder_.time());
  }

  const PreparedCase& prepared_;
  KpiMeter& meter_;
  Results& series_;
  const std::vector<int>& kpi_cells_;
  std::vector<double> kpi_values_;
  Recorder recorder_;
};

ScenarioWorker::ScenarioWorker(const ScenarioContext& context) : context_(context) {}
ScenarioWorker::~ScenarioWorker() = default;
ScenarioWorker::ScenarioWorker(ScenarioWorker&&) noexcept = default;

bool ScenarioWorker::runs_together(const ScenarioRun& run) {
  try {
    enter_case(run);
  } catch (const std::exception&) {
    return false;  // the run alone reports what is wrong
  }
  if (unpacked_ >= kMostUnpacked || case_->continuous()) return false;
  const auto rows = static_cast<std::size_t>(case_->period().step_count() + 1);
  return rows * case_->recorder().columns().size() <= kMostRecorded &&
         PackedRuns::possible(*case_->basis(), settings());
}

bool ScenarioWorker::run(const std::vector<ScenarioRun>& runs, const Sink& finished) {
  // Fewer lanes take longer in a pack than alone.
  constexpr std::size_t kLeastTogether = 4;
  if (runs.size() >= kLeastTogether) {
    std::vector<FinishedRun> results;
    const Packed outcome = run_packed(runs, results);
    for (FinishedRun& result : results) finished(std::move(result));
    if (outcome != Packed::NotPossible) return outcome == Packed::Finished;
  }
  for (const ScenarioRun& run : runs) {
    std::optional<FinishedRun> result = run_alone(run);
    if (!result) return false;
    finished(*std::move(result));
  }
  return true;
}

RunSettings ScenarioWorker::settings() const {
  RunSettings settings;
  settings.stepwise.locate_events = context_.set.locate_events;
  return settings;
}

FinishedRun ScenarioWorker::labelled(const ScenarioRun& run) const {
  FinishedRun result;
  result.index = run.index;
  label_run(context_.set, run, result);
  result.kpis.assign(context_.layout.kpis.size(), NAN);
  return result;
}

/// Runs scenarios in the lanes of a pack, or finds that they have to run alone: because the case
/// cannot be packed, or because one of them fails. Adds no results if `stop` abandoned them.
ScenarioWorker::Packed ScenarioWorker::run_packed(const std::vector<ScenarioRun>& runs,
                                                  std::vector<FinishedRun>& results) {
  if (!runs_together(runs.front())) return Packed::NotPossible;
  try {
    simulate_packed(runs, results);
    return results.empty() ? Packed::Stopped : Packed::Finished;
  } catch (const std::exception&) {
    // Alone, each run has its own results or its own error, and needs less memory.
    results.clear();
    leave_runs();
    ++unpacked_;
  }
  return stopped() ? Packed::Stopped : Packed::NotPossible;
}

/// Adds the results of all runs, or none if `stop` abandoned them.
void ScenarioWorker::simulate_packed(const std::vector<ScenarioRun>& runs,
                                     std::vector<FinishedRun>& results) {
  if (!packed_) packed_ = std::make_unique<PackedRuns>(case_->basis(), settings());
  std::vector<FinishedRun> all;
  std::vector<Rows> rows;
  all.reserve(runs.size());
  rows.reserve(runs.size());
  run_->observe([](long) {});
  for (std::size_t lane = 0; lane < PackedRuns::kLanes; ++lane) {
    if (stopped()) return;
    // Lanes without a run repeat the last one.
    if (lane < runs.size()) {
      begin(runs[lane]);
      run_->start();
      all.push_back(labelled(runs[lane]));
      rows.emplace_back(*case_, meter(lane, runs[lane]), all.back().series);
      rows.back().take(0, [this](int cell) { return run_->value(cell); });
    }
    packed_->start(static_cast<int>(lane), *run_);
  }
  constexpr long kBetweenLooks = kRowsBetweenLooks / PackedRuns::kLanes;
  const long total = case_->period().step_count();
  for (long k = 1; k <= total; ++k) {
    if (k % kBetweenLooks == 0 && stopped()) return;
    packed_->step();
    for (std::size_t lane = 0; lane < runs.size(); ++lane) {
      const int number = static_cast<int>(lane);
      rows[lane].take(k, [&](int cell) { return packed_->value(number, cell); });
    }
  }
  for (std::size_t lane = 0; lane < runs.size(); ++lane) {
    const int number = static_cast<int>(lane);
    collect(*meters_[lane], all[lane]);
    all[lane].lost_share = packed_->balance(number).worst_share();
    all[lane].warnings = packed_->warnings(number);
    require_finite(all[lane]);
  }
  results = std::move(all);
}

std::optional<FinishedRun> ScenarioWorker::run_alone(const ScenarioRun& run) {
  FinishedRun result = labelled(run);
  try {
    enter_case(run);
    if (!simulate(run, result)) return std::nullopt;
    require_finite(result);
  } catch (const Error& error) {
    end_set(error);
    if (stopped()) return std::nullopt;  // the error may be due to the interruption
    fail(error, result);
  } catch (const std::bad_alloc&) {
    throw;  // memory may suffice for another run, or for this run alone
  } catch (const std::exception& error) {
    fail(SimulationError("run.unexpected", {}, error.what()), result);
  }
  return result;
}

/// Clears partial results, so that they do not affect the next run.
void ScenarioWorker::fail(const Error& error, FinishedRun& result) {
  result.failure = failure_text(error);
  result.series = {};
  result.kpis.assign(result.kpis.size(), NAN);
  result.months.clear();
  leave_case();
}

/// Refuses results that are infinite because of a very large price or emission factor.
void ScenarioWorker::require_finite(const FinishedRun& result) const {
  const auto check = [this](const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isinf(values[i])) continue;
      throw SimulationError("kpi.not_finite", {},
                            "the KPI '" + context_.layout.kpis[i].name +
                                "' is infinite; check prices, factors and areas of its settings");
    }
  };
  check(result.kpis);
  for (const auto& [month, values] : result.months) check(values);
}

void ScenarioWorker::leave_runs() {
  meters_.clear();
  packed_.reset();
  run_.reset();
}

void ScenarioWorker::leave_case() {
  leave_runs();
  case_.reset();
}

void ScenarioWorker::enter_case(const ScenarioRun& run) {
  std::string key = case_key(context_.set, run);
  if (case_ == nullptr || key != key_) {
    leave_case();
    unpacked_ = 0;
    key_ = std::move(key);
    DataResolver& resolver = *context_.resolvers[run.model];
    case_ = context_.cases.get(key_, [&] {
      return std::make_shared<const PreparedCase>(context_.set, run, context_.registry, resolver,
                                                  context_.stop);
    });
    kpi_columns_.clear();
    for (const TableColumn& column : context_.layout.kpis) {
      const std::vector<Kpi>& list = case_->kpis().list();
      const auto found = std::find_if(list.begin(), list.end(), [&](const Kpi& kpi) {
        return kpi.name == column.name && kpi.unit == column.unit;
      });
      kpi_columns_.push_back(found == list.end() ? -1 : static_cast<int>(found - list.begin()));
    }
  }
  if (run_) return;
  run_.emplace(case_->basis(), settings());
  run_->stop_when(context_.stop);
}

/// Returns a meter without rows.
KpiMeter& ScenarioWorker::meter(std::size_t lane, const ScenarioRun& run) {
  if (lane < meters_.size()) {
    meters_[lane]->restart();
  } else {
    meters_.push_back(std::make_unique<KpiMeter>(case_->kpis(), case_->kpi_request(),
                                                 *context_.resolvers[run.model]));
  }
  return *meters_[lane];
}

/// Sets the values of a scenario.
void ScenarioWorker::begin(const ScenarioRun& run) {
  run_->reset();
  for (const ModelSetting& setting : scenario_settings(context_.set, run, case_->plan())) {
    run_->set(setting.path, setting.value);
  }
}

/// Returns false if it was abandoned.
bool ScenarioWorker::simulate(const ScenarioRun& run, FinishedRun& result) {
  Rows rows(*case_, meter(0, run), result.series);
  begin(run);
  run_->observe([&](long row) { rows.take(row, [this](int cell) { return run_->value(cell); }); });
  const long total = case_->period().step_count();
  run_->start();
  for (long last = -1; last < total;) {
    if (stopped()) return false;
    last = std::min(total, last + kRowsBetweenLooks);
    run_->advance_rows(last);
    if (run_->row() < last) return false;
  }
  collect(*meters_.front(), result);
  result.lost_share = run_->balance().worst_share();
  result.warnings = run_->warnings();
  return true;
}

void ScenarioWorker::collect(KpiMeter& meter, FinishedRun& result) const {
  KpiValues values = meter.finish();
  const auto in_columns = [this](const std::vector<double>& own) {
    std::vector<double> all;
    for (const int column : kpi_columns_) all.push_back(column < 0 ? NAN : own[column]);
    return all;
  };
  result.kpis = in_columns(values.values);
  for (const auto& [month, own] : values.months) result.months.emplace_back(month, in_columns(own));
}

std::vector<TableColumn> label_columns(const ScenarioSet& set) {
  std::vector<TableColumn> columns;
  const auto text = [&columns](const std::string& name) {
    columns.push_back({.name = name, .unit = "", .text = true});
  };
  text("id");
  if (set.models.size() > 1) text("model");
  for (const ScenarioAxis& axis : set.axes) text(axis.name);
  if (!set.scenarios.empty()) text("scenario");
  if (!set.sweep) return columns;
  for (const SweepParameter& parameter : set.sweep->parameters) {
    const std::string unit = parameter.unit ? std::string(parameter.unit->symbol) : "";
    columns.push_back({.name = parameter.name, .unit = unit, .text = false});
  }
  return columns;
}

void label_run(const ScenarioSet& set, const ScenarioRun& run, FinishedRun& result) {
  result.words.push_back(run.id);
  if (set.models.size() > 1) result.words.push_back(set.models[run.model].id);
  for (std::size_t a = 0; a < set.axes.size(); ++a) {
    result.words.push_back(set.axes[a].options[run.options[a]].id);
  }
  if (!set.scenarios.empty()) {
    result.words.push_back(run.scenario < 0 ? "" : set.scenarios[run.scenario].id);
  }
  if (!set.sweep) return;
  result.numbers = run.values;
  result.numbers.resize(set.sweep->parameters.size(), NAN);
}

std::string failure_text(const Error& error) {
  std::string text;
  long others = 0;
  for (Diagnostic item : error.diagnostics().items()) {
    if (item.severity != Severity::Error) continue;
    others += text.empty() ? 0 : 1;
    if (!text.empty()) continue;
    item.where.file.clear();  // it differs between machines
    item.where.line = 0;
    text = to_string(item);
  }
  if (others > 0) text += " (and " + std::to_string(others) + " more)";
  return text;
}

}  // namespace hearth
