// SPDX-License-Identifier: MIT
#include "hearth/framework/run/run.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "hearth/framework/base/internal/instant_text.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/continuous/internal/observation.hpp"
#include "hearth/framework/run/record_columns.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth {
namespace {

constexpr double kNotAveraged = std::numeric_limits<double>::quiet_NaN();
constexpr long kRowsAtOnce = 256;  // of the continuous engine, between two calls of `progress`

bool same_columns(const Recorder& a, const Recorder& b) {
  return std::equal(a.columns().begin(), a.columns().end(), b.columns().begin(), b.columns().end(),
                    [](const RecordColumn& x, const RecordColumn& y) {
                      return x.cell == y.cell && x.signal.statistic == y.signal.statistic;
                    });
}

RunRequest request_of(const RunSettings& settings) {
  return {settings.period, settings.origin, settings.input_hold, settings.timezone};
}

}  // namespace

RunBasis::RunBasis(std::shared_ptr<const Plan> plan, const RunRequest& request,
                   SeriesResolver* resolver)
    : plan_(std::move(plan)),
      inputs_(resolve_inputs(*plan_, request, resolver)),
      objects_(*plan_, inputs_) {}

Run::Run(const SimulationModel& model, const Registry& registry, const RunSettings& settings)
    : Run(std::make_shared<const RunBasis>(
              std::make_shared<const Plan>(compile(model, registry, settings.compile)),
              request_of(settings), settings.resolver),
          settings) {}

Run::Run(std::shared_ptr<const RunBasis> basis, const RunSettings& settings)
    : basis_(std::move(basis)),
      stepwise_options_(settings.stepwise),
      continuous_options_(settings.continuous),
      every_(settings.every),
      mean_rates_(settings.mean_rates),
      checks_(plan()) {
  stepwise_options_.balance = settings.balance;
  continuous_options_.balance = settings.balance;
  const bool intervals = every_ != nullptr;
  if (!settings.record.empty()) {
    recorded_ = record_columns(plan(), settings.record, intervals);
  } else {
    for (const int cell : measured_signals(plan())) {
      recorded_.push_back(record_column(plan(), cell, intervals));
    }
  }
  make_engine();
}

Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

void Run::make_engine() {
  if (plan().options.engine == Engine::Continuous) {
    continuous_ = std::make_unique<ContinuousSimulation>(plan(), inputs(), continuous_options_);
    if (mean_rates_) integrate_rates();
  } else {
    stepwise_ = std::make_unique<Simulation<double>>(basis_->objects(), stepwise_options_);
  }
}

void Run::integrate_rates() {
  rates_.clear();
  for (std::size_t i = 0; i < plan().signals.size(); ++i) {
    if (is_rate(plan().signals[i].unit)) rates_.push_back(static_cast<int>(i));
  }
  continuous_->integrate(rates_);
}

Run Run::clone() {
  RunSettings settings;
  settings.stepwise = stepwise_options_;
  settings.continuous = continuous_options_;
  settings.mean_rates = mean_rates_;
  settings.balance = stepwise_options_.balance;
  Run copy(basis_, settings);
  copy.given_ = given_;
  copy.recorded_ = recorded_;
  copy.every_ = every_;
  if (!started_) return copy;
  copy.start();
  if (stepwise_) copy.stepwise_->copy_parameters(*stepwise_);
  if (continuous_) copy.continuous_->copy_parameters(*continuous_);
  copy.recorder_ = recorder_;
  copy.head_results();
  if (!observer_) copy.results_ = results_;
  copy.restore(snapshot());
  return copy;
}

// ---- settings -----------------------------------------------------------------------------------

void Run::set(std::string_view path, double value) {
  if (path.find(".in.") == std::string_view::npos) {
    set(path, Quantity{value, std::nullopt});
    return;
  }
  give({std::string(path), {plan().open_input(path)}, {}, false, value});
  apply(given_.back());
}

void Run::set(std::string_view path, const Quantity& value) {
  Given given{std::string(path), {}, {}, path.find('@') != std::string_view::npos, 0.0};
  given.cells = given.initial ? plan().initial(path) : plan().parameter(path);
  given.value = checked_number(given.cells, value, {.pointer = given.path});
  give(std::move(given));
}

void Run::give(Given given) {
  std::erase_if(given_, [&](const Given& old) { return old.path == given.path; });
  given_.push_back(std::move(given));
}

void Run::apply(const Given& given) {
  const auto to = [&](auto& simulation) {
    if (!given.input.empty()) {
      simulation.set_input(given.input.front(), given.value);
    } else if (given.initial) {
      simulation.set_initial(given.cells, given.value);
    } else {
      simulation.set_parameter(given.cells, given.value);
    }
  };
  if (stepwise_) to(*stepwise_);
  if (continuous_) to(*continuous_);
}

void Run::record(const std::vector<int>& cells) {
  recorded_.clear();
  for (const int cell : cells) {
    recorded_.push_back(record_column(plan(), cell, every_ != nullptr));
  }
}

// ---- running ------------------------------------------------------------------------------------

void Run::begin_rows() {
  row_ = -1;
  started_ = true;
  checks_.clear();
  recorder_ = Recorder(recorded_, every_);
  means_.assign(rates_.empty() ? 0 : plan().signals.size(), kNotAveraged);
  integrals_.assign(rates_.size(), 0.0);
  head_results();
}

/// Begins new results without rows.
void Run::head_results() {
  results_ = {};
  results_.start = inputs().period.start;
  results_.step = every_ ? Duration{} : inputs().period.step;
  if (observer_) return;  // the observer gets the rows instead of the results
  for (const RecordColumn& column : recorder_.columns()) results_.signals.push_back(column.signal);
  if (every_) return;
  const auto rows = static_cast<std::size_t>(inputs().period.step_count() + 1);
  const std::size_t values = recorder_.columns().size() * rows;
  check_limit(WorkLimit::RecordedValues, static_cast<std::int64_t>(values), {});
  results_.values.reserve(values);
}

void Run::add_result_row() {
  const std::vector<double>& row = recorder_.row();
  results_.values.insert(results_.values.end(), row.begin(), row.end());
  if (every_) results_.times.push_back(recorder_.time());
}

/// Computes the means of the present row of the continuous engine.
void Run::take_means() {
  if (row_ == 0) return;
  const double length = seconds(inputs().period.step);
  for (std::size_t i = 0; i < rates_.size(); ++i) {
    const double before = std::exchange(integrals_[i], continuous_->integrals()[i]);
    means_[static_cast<std::size_t>(rates_[i])] = (integrals_[i] - before) / length;
  }
}

void Run::take_row() {
  ++row_;
  if (continuous_) take_means();
  const auto cell_value = [this](int cell) { return value(cell); };
  checks_.check_row(row_, cell_value);
  if (observer_) {
    observer_(row_);
    return;
  }
  if (recorder_.take(time(), cell_value)) add_result_row();
  if (!finished() || !recorder_.pending()) return;
  recorder_.close(cell_value);
  add_result_row();
}

void Run::start() {
  started_ = false;
  if (stepwise_) stepwise_->reset();
  if (continuous_) continuous_->reset();
  for (const Given& given : given_) apply(given);
  if (stepwise_) stepwise_->initialize();
  if (continuous_) continuous_->initialize();
  begin_rows();
  if (stepwise_) take_row();
}

void Run::stop_when(std::function<bool()> stop) {
  if (continuous_) continuous_->stop_when(std::move(stop));
}

void Run::advance_rows(long last) {
  if (!started_) start();
  last = std::min(last, inputs().period.step_count());
  if (stepwise_) {
    while (row_ < last) {
      if (row_ >= 0) stepwise_->step();
      take_row();
    }
    return;
  }
  std::vector<double> times;
  for (long k = row_ + 1; k <= last; ++k) {
    const Period& period = inputs().period;
    times.push_back(seconds(period.start + k * period.step - inputs().origin));
  }
  if (times.empty()) return;
  const Observation observation(*continuous_, [this](const ContinuousPoint&) { take_row(); });
  continuous_->advance(times.back(), times);
}

void Run::advance_to(Instant time) {
  const Period& period = inputs().period;
  if (time < this->time() || time > period.end) {
    throw InputError("simulation.times_past", {.pointer = iso_utc(time)},
                     "the run is at " + iso_utc(this->time()) + " and ends at " +
                         iso_utc(period.end) + "; choose a time between them");
  }
  advance_rows((time - period.start) / period.step);
}

Results Run::to_end() {
  run_to_end({});
  return take_results();
}

bool Run::run_to_end(const ProgressCallback& progress) {
  const long total = inputs().period.step_count();
  const long block = stepwise_ ? 1 : kRowsAtOnce;
  if (!started_) start();
  if (row_ < 0 && stepwise_) take_row();
  while (row_ < total) {
    const long next = std::min(total, std::max(row_, 0L) + block);
    advance_rows(next);
    if (progress && !progress(row_, total)) return false;
    if (row_ < next) return false;  // stopped
  }
  return true;
}

Instant Run::time() const {
  const Period& period = inputs().period;
  return period.start + std::max(row_, 0L) * period.step;
}

Balance Run::balance() {
  if (!stepwise_options_.balance || plan().ledger_count == 0 || !started_) return {};
  return draw_balance(plan(), stepwise_ ? stepwise_->booked() : continuous_->booked());
}

// ---- going back ---------------------------------------------------------------------------------

RunSnapshot Run::snapshot() {
  if (!started_) start();
  if (stepwise_) return {row_, results_.rows(), recorder_, {}, stepwise_->snapshot()};
  return {row_, results_.rows(), recorder_, means_, continuous_->snapshot()};
}

void Run::restore(const RunSnapshot& point) {
  if (!started_) start();
  if (stepwise_) {
    stepwise_->restore(std::get<Snapshot<double>>(point.state));
  } else {
    continuous_->restore(std::get<ContinuousSnapshot>(point.state));
    integrals_ = continuous_->integrals();
    means_ = point.means;
  }
  row_ = point.row;
  if (observer_) return;
  const std::size_t columns = recorder_.columns().size();
  if (results_.signals.size() != columns) head_results();  // the results were taken
  if (same_columns(point.recorder, recorder_)) recorder_ = point.recorder;
  const auto rows = static_cast<std::size_t>(every_ ? point.recorded : row_ + 1);
  results_.values.resize(columns * rows, std::numeric_limits<double>::quiet_NaN());
  if (every_) results_.times.resize(rows, time());
}

SavedState Run::save() {
  if (!started_) start();
  return stepwise_ ? stepwise_->save() : continuous_->save();
}

void Run::load(const SavedState& state) {
  if (stepwise_) stepwise_->reset();
  if (continuous_) continuous_->reset();
  for (const Given& given : given_) apply(given);
  if (stepwise_) stepwise_->load(state);
  if (continuous_) continuous_->load(state);
  begin_rows();
}

std::vector<const SteppingInstance*> Run::steppers() const {
  std::vector<const SteppingInstance*> all;
  const auto collect = [&all](const ModelState<double>& state) {
    for (const SteppingInstance& stepper : state.steppers) all.push_back(&stepper);
  };
  if (stepwise_) collect(stepwise_->state());
  if (continuous_) collect(continuous_->state());
  return all;
}

void Run::require_saving() const {
  for (const SteppingInstance* stepper : steppers()) stepper->require_saving();
}

Diagnostics Run::warnings() const {
  Diagnostics found = checks_.warnings(inputs().period);
  for (const SteppingInstance* stepper : steppers()) found.append(stepper->stepper().warnings());
  return found;
}

}  // namespace hearth
