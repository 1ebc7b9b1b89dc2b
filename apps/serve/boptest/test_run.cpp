// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/test_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/serve/boptest/answers.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::json;
using SteadyClock = std::chrono::steady_clock;

constexpr long kRowsBetweenLooks = 64;
constexpr double kLongestStep = 366.0 * 86400.0;  // s
constexpr double kLatestTime = 1e11;              // s, later than any calendar

}  // namespace

/// Ends a request that takes too long.
class TestRun::Deadline {
 public:
  explicit Deadline(const TestLimits& limits)
      : limits_(limits), end_(SteadyClock::now() + limits.request_time) {}

  /// Reads the clock once in a number of rows.
  void check(long row) const {
    check_stopping();
    if (row % kRowsBetweenLooks == 0) check_clock();
  }

  /// For rows of the continuous engine, which may take long.
  bool check_within_row() const {
    check_stopping();
    check_clock();
    return false;
  }

 private:
  void check_stopping() const {
    if (!limits_.stopping || !limits_.stopping()) return;
    throw SimulationError("serve.stopping", {}, "the service is shutting down");
  }

  void check_clock() const {
    if (SteadyClock::now() < end_) return;
    throw SimulationError("serve.request_time", {},
                          fmt::format("the request takes longer than {} s; divide it into smaller "
                                      "requests, or start the service with a larger --request-time",
                                      limits_.request_time.count()));
  }

  const TestLimits& limits_;
  SteadyClock::time_point end_;
};

TestRun::TestRun(std::shared_ptr<const TestCase> test_case, const TestLimits& limits)
    : case_(std::move(test_case)), limits_(limits), control_step_(seconds(case_->step())) {
  std::size_t column = 1;  // the first column is the time
  for (const MeasurementPoint& point : case_->measurements()) {
    recorded_.push_back(point.cell);
    columns_[point.name + "_y"] = column++;
  }
  for (const int cell : case_->kpis(PriceScenario::Constant).signals()) {
    const auto known = std::find(recorded_.begin(), recorded_.end(), cell);
    meter_columns_.push_back(1 + static_cast<int>(known - recorded_.begin()));
    if (known != recorded_.end()) continue;
    recorded_.push_back(cell);
    ++column;
  }
  for (const InputPoint& point : case_->inputs()) {
    columns_[point.name + "_u"] = column++;
    columns_[point.name + "_activate"] = column++;
  }
  row_.resize(column);
  meter_row_.resize(meter_columns_.size());
}

TestRun::~TestRun() = default;

Answer TestRun::step() const {
  std::string payload;
  append_json_number(payload, control_step_);
  return {200, "Queried the control step successfully.", payload};
}

Answer TestRun::set_step(const Json& arguments) {
  const Json& given = member_of(arguments, "step");
  const std::optional<double> step = read_number(given);
  if (!step) return not_a_number("step", given);
  if (*step < 0.0) return negative("step", *step);
  if (*step > kLongestStep || *step * 1000.0 != std::floor(*step * 1000.0)) {
    return refusal(
        fmt::format("Invalid value {} for parameter step. Value must be a whole number "
                    "of milliseconds and at most {} s.",
                    python_number(*step), kLongestStep));
  }
  control_step_ = *step;
  std::string payload = "{\"step\":";
  append_json_number(payload, control_step_);
  return {200, "Control step set successfully.", payload + "}"};
}

// ---- the run ------------------------------------------------------------------------------------

Answer TestRun::initialize(const Json& arguments) {
  double times[2] = {0.0, 0.0};
  const char* names[2] = {"start_time", "warmup_period"};
  for (int i = 0; i < 2; ++i) {
    const Json& given = member_of(arguments, names[i]);
    const std::optional<double> number = read_number(given);
    if (!number) return not_a_number(names[i], given);
    if (*number < 0.0) return negative(names[i], *number);
    times[i] = *number;
  }
  scenario_.period.clear();
  return start(times[0], times[1], std::nullopt);
}

/// Runs the warm-up. `end_time` is the end of a scenario.
Answer TestRun::start(double start_time, double warmup, std::optional<double> end_time) {
  const double earliest = case_->time_of(case_->earliest());
  const double latest = case_->time_of(case_->latest());
  if (!(start_time >= earliest && start_time < latest)) {
    return refusal(
        fmt::format("Invalid value {} for parameter start_time. The data of this test case begin "
                    "at {} s and end at {} s.",
                    python_number(start_time), earliest, latest));
  }
  run_.reset();
  meter_.reset();
  answered_.reset();
  waited_ = 0.0;
  waits_ = 0;
  try {
    const Deadline deadline(limits_);
    const Instant start = case_->instant_of(start_time);
    // In whole milliseconds; if the data begin within the warm-up, it is shorter.
    const Instant first =
        case_->instant_of(std::max(start_time - std::min(warmup, kLatestTime), earliest));
    end_ = end_time ? std::min(case_->instant_of(*end_time), case_->latest()) : case_->latest();
    begin(first, start);
    run_until(start, deadline);
    answered_ = SteadyClock::now();
    return {200,
            fmt::format("Test simulation initialized successfully to {}s with warmup period of "
                        "{}s.",
                        python_number(start_time), python_number(warmup)),
            state()};
  } catch (const Error& error) {
    return failed("initialize test simulation", text_of(error));
  }
}

/// Begins a run in which `start` and the ends of control steps are ends of steps.
void TestRun::begin(Instant first, Instant start) {
  std::int64_t whole = std::max<std::int64_t>(1, std::llround(1000.0 * control_step_));
  if (control_step_ == 0.0) whole = case_->step().count();
  if (start > first) whole = std::gcd(whole, (start - first).count());
  const std::optional<Duration> step = case_->run_step(first, Duration(whole));
  RunSettings settings;
  settings.balance = false;
  run_.emplace(case_->basis(first, *step), settings);
  run_->record({});
  run_->observe([](long) {});
  controls_.assign(case_->inputs().size(), {});
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    controls_[i].value = case_->inputs()[i].standard;
  }
  run_->start();
  origin_ = run_->inputs().origin;
  evaluated_from_ = start;
  if (rows_) {
    rows_->clear();
  } else {
    rows_ = std::make_unique<RowStore>(row_.size(), limits_.result_bytes);
  }
  meter_.emplace(case_->meter(scenario_.price, start, origin_, *step));
  take_row();
}

/// Continues from the present state in steps of another length.
void TestRun::continue_in_steps(Duration step) {
  SavedState saved = run_->save();
  saved.step = step;
  RunSettings settings;
  settings.balance = false;
  Run next(case_->basis_from(now(), origin_, step), settings);
  next.record({});
  next.observe([](long) {});
  run_.emplace(std::move(next));
  for (std::size_t i = 0; i < controls_.size(); ++i) set_input(i, controls_[i]);
  run_->load(saved);
  run_->advance_rows(0);
}

/// Runs to a time on the grid of steps, or to the end of the data.
void TestRun::run_until(Instant end, const Deadline& deadline) {
  while (now() < end) {
    const Duration step = run_->inputs().period.step;
    if (run_->finished()) {  // runs are divided so that short steps do not make too many rows
      if (now() + step > case_->latest()) return;
      continue_in_steps(step);
    }
    const long row =
        std::min(run_->row() + (end - now()) / step, run_->inputs().period.step_count());
    run_->stop_when([&deadline] { return deadline.check_within_row(); });
    while (run_->row() < row) {
      deadline.check(run_->row());
      run_->step();
      take_row();
    }
    run_->stop_when({});
  }
}

/// Stores the present row of the run in the units of clients and passes it to the KPIs.
void TestRun::take_row() {
  row_[0] = case_->time_of(now());
  std::size_t column = 1;
  const auto& measurements = case_->measurements();
  for (std::size_t i = 0; i < recorded_.size(); ++i) {
    const double value = run_->value(recorded_[i]);
    row_[column++] =
        i < measurements.size() ? converted(measurements[i].unit.to_point, value) : value;
  }
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    row_[column++] = input_value(i);
    row_[column++] = controls_[i].active ? 1.0 : 0.0;
  }
  rows_->add(row_);
  for (std::size_t i = 0; i < meter_row_.size(); ++i) {
    meter_row_[i] = run_->value(recorded_[static_cast<std::size_t>(meter_columns_[i]) - 1]);
  }
  meter_->row(seconds(now() - origin_), meter_row_.data());
}

/// Computes the KPIs from the stored rows again, with the prices of another scenario.
void TestRun::replay() {
  meter_.emplace(
      case_->meter(scenario_.price, evaluated_from_, origin_, run_->inputs().period.step));
  const auto& measurements = case_->measurements();
  constexpr std::int64_t kAtOnce = 512;
  std::vector<double> values;
  for (std::int64_t first = 0; first < rows_->rows(); first += kAtOnce) {
    const std::int64_t count = std::min(kAtOnce, rows_->rows() - first);
    rows_->read(first, count, values);
    for (std::int64_t k = 0; k < count; ++k) {
      const double* row = values.data() + static_cast<std::size_t>(k) * row_.size();
      for (std::size_t i = 0; i < meter_row_.size(); ++i) {
        const auto column = static_cast<std::size_t>(meter_columns_[i]);
        const double value = row[column];
        meter_row_[i] = column <= measurements.size()
                            ? converted(measurements[column - 1].unit.to_model, value)
                            : value;
      }
      meter_->row(row[0] - case_->time_of(origin_), meter_row_.data());
    }
  }
}

Answer TestRun::failed(const std::string& what, const std::string& why) {
  run_.reset();
  meter_.reset();
  return {500, fmt::format("Failed to {}: {}.", what, why)};
}

/// Initializes a test that a client did not initialize, as BOPTEST does.
std::optional<Answer> TestRun::require_run() {
  if (run_) return std::nullopt;
  Answer started = start(case_->time_of(case_->start()), 0.0, std::nullopt);
  if (started.status == 200) return std::nullopt;
  return started;
}

double TestRun::input_value(std::size_t i) const {
  const InputPoint& point = case_->inputs()[i];
  const double value = point.cell >= 0       ? run_->value(point.cell)
                       : controls_[i].active ? controls_[i].value
                                             : point.standard;
  return converted(point.unit.to_point, value);
}

std::string TestRun::state() const {
  std::string payload = "{\"time\":";
  payload.reserve(40 * columns_.size());
  append_json_number(payload, case_->time_of(now()));
  bool first = false;
  for (const MeasurementPoint& point : case_->measurements()) {
    append_member(payload, point.name, first);
    payload.insert(payload.size() - 2, "_y");
    append_json_number(payload, converted(point.unit.to_point, run_->value(point.cell)));
  }
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    const std::string& name = case_->inputs()[i].name;
    append_member(payload, name, first);
    payload.insert(payload.size() - 2, "_u");
    append_json_number(payload, input_value(i));
    append_member(payload, name, first);
    payload.insert(payload.size() - 2, "_activate");
    append_json_number(payload, controls_[i].active ? 1.0 : 0.0);
  }
  return payload + "}";
}

// ---- advance ------------------------------------------------------------------------------------

std::optional<Answer> TestRun::read_activation(const std::string& name, const Json& value,
                                               Control& control) const {
  const std::optional<double> number = read_number(value);
  const std::string text = python_text(value);
  if ((number && *number == 1.0) || (value.is_string() && (text == "True" || text == "true"))) {
    control.active = true;
    return std::nullopt;
  }
  if ((number && *number == 0.0) || (value.is_string() && (text == "False" || text == "false"))) {
    control.active = false;
    return std::nullopt;
  }
  return refusal(
      fmt::format("Invalid value {} and/or type {} for input {}. Input must be a boolean, float, "
                  "integer, string, or unicode able to be converted to a 1 or 0 (or 'T[t]rue' or "
                  "'F[f]alse').",
                  text, python_type(value), name));
}

std::optional<Answer> TestRun::read_controls(const Json& arguments, std::vector<Control>& controls,
                                             std::string& alert) const {
  const auto& inputs = case_->inputs();
  for (const auto& [name, value] : arguments.items()) {
    const std::size_t ending = name.ends_with("_activate") ? 9 : name.ends_with("_u") ? 2 : 0;
    const std::string_view stem = std::string_view(name).substr(0, name.size() - ending);
    const auto point = std::find_if(inputs.begin(), inputs.end(),
                                    [stem](const InputPoint& input) { return input.name == stem; });
    if (ending == 0 || point == inputs.end()) {
      return refusal(fmt::format("Unexpected input variable: {}.", name));
    }
    if (value.is_null()) continue;
    Control& control = controls[static_cast<std::size_t>(point - inputs.begin())];
    if (ending == 9) {
      if (auto wrong = read_activation(name, value, control)) return wrong;
      continue;
    }
    std::optional<double> number = read_number(value);
    if (!number) {
      return refusal(
          fmt::format("Invalid value {} for input {}. Value must be a float, integer, "
                      "or string able to be converted to a float, but is {}.",
                      python_text(value), name, python_type(value)));
    }
    const auto limit = [&, &name = name](double to, const char* where, const char* which) {
      alert = fmt::format("WARNING: value of {0} for {1} is {2} {3} of {4}.  Using {4}. ;",
                          python_number(*number), name, where, which, python_number(to)) +
              alert;
      number = to;
    };
    if (point->data.max && *number > *point->data.max) limit(*point->data.max, "above", "maximum");
    if (point->data.min && *number < *point->data.min) limit(*point->data.min, "below", "minimum");
    if (!std::isfinite(*number)) {
      return refusal(fmt::format("Invalid value {} for input {}. Value must be finite.",
                                 python_text(value), name));
    }
    control.value = converted(point->unit.to_model, *number);
  }
  return std::nullopt;
}

void TestRun::set_input(std::size_t i, const Control& control) {
  const InputPoint& point = case_->inputs()[i];
  if (point.activate.empty()) {
    run_->set(point.u, control.active ? control.value : point.standard);
    return;
  }
  run_->set(point.u, control.value);
  run_->set(point.activate, control.active ? 1.0 : 0.0);
}

void TestRun::apply(const std::vector<Control>& controls) {
  for (std::size_t i = 0; i < controls.size(); ++i) {
    const bool same =
        controls[i].value == controls_[i].value && controls[i].active == controls_[i].active;
    if (!same) set_input(i, controls[i]);
  }
  controls_ = controls;
}

Answer TestRun::advance(const Json& arguments) {
  if (auto wrong = require_run()) return *wrong;
  std::vector<Control> controls = controls_;
  std::string alert;
  if (auto wrong = read_controls(arguments, controls, alert)) return *wrong;
  if (now() >= end_ || now() + run_->inputs().period.step > case_->latest()) {
    return {200, "End of test case scenario time period reached.", "{}"};
  }
  if (answered_ && control_step_ > 0.0) {
    waited_ +=
        std::chrono::duration<double>(SteadyClock::now() - *answered_).count() / control_step_;
    ++waits_;
  }
  const double from = case_->time_of(now());
  try {
    const Deadline deadline(limits_);
    apply(controls);
    const Duration wanted(std::llround(1000.0 * control_step_));
    const Duration span = std::min(wanted, std::max(end_ - now(), Duration{}));
    if (span % run_->inputs().period.step != Duration::zero()) {
      const std::int64_t whole = std::gcd(span.count(), (now() - origin_).count());
      const auto step = case_->run_step(now(), Duration(whole));
      continue_in_steps(*step);
    }
    run_until(now() + span, deadline);
  } catch (const Error& error) {
    return failed("advance simulation", text_of(error));
  }
  answered_ = SteadyClock::now();
  if (alert.empty()) {
    alert = fmt::format("Advanced simulation successfully from {}s to {}s.", python_number(from),
                        python_number(case_->time_of(now())));
  }
  return {200, std::move(alert), state()};
}

}  // namespace hearth::apps
