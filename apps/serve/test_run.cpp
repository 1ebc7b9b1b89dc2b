// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/test_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/serve/request_values.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::json;
using SteadyClock = std::chrono::steady_clock;

constexpr long kRowsBetweenLooks = 64;
constexpr double kWeek = 7.0 * 86400.0;
constexpr double kLongestStep = 366.0 * 86400.0;            // s
constexpr double kLongestUncertainHorizon = 48.0 * 3600.0;  // s, as BOPTEST
constexpr double kLatestTime = 1e11;                        // s, beyond any calendar
constexpr const char* kPriceWords[] = {"constant", "dynamic", "highly_dynamic"};
constexpr const char* kLevelWords[] = {"low", "medium", "high"};

Answer refusal(std::string message) { return {400, std::move(message)}; }

Answer not_a_number(const char* name, const Json& value) {
  return refusal(
      fmt::format("Invalid value {} for parameter {}. Value must be a float, integer, or string "
                  "able to be converted to a float, but is {}.",
                  python_text(value), name, python_type(value)));
}

Answer not_finite(const char* name, double value) {
  return refusal(fmt::format("Invalid value {} for parameter {}. Value must be finite.",
                             python_number(value), name));
}

Answer negative(const char* name, double value) {
  return refusal(fmt::format("Invalid value {} for parameter {}. Value must not be negative.",
                             python_number(value), name));
}

double converted(const Conversion& conversion, double value) {
  return conversion.factor * value + conversion.shift;
}

void append_member(std::string& object, std::string_view name, bool& first) {
  object += first ? "\"" : ",\"";
  first = false;
  object += name;
  object += "\":";
}

void append_data(std::string& object, const std::string& name, const PointData& data, bool bounded,
                 bool& first) {
  object += first ? "" : ",";
  first = false;
  object += json_text(name) + ":{\"Unit\":";
  object += data.unit.empty() ? "null" : json_text(data.unit);
  object += ",\"Description\":" + json_text(data.description);
  if (bounded) {
    object += ",\"Minimum\":";
    append_json_number(object, data.min.value_or(NAN));
    object += ",\"Maximum\":";
    append_json_number(object, data.max.value_or(NAN));
  }
  object += '}';
}

std::string text_of(const Error& error) {
  for (const Diagnostic& item : error.diagnostics().items()) {
    if (item.severity == Severity::Error) return to_string(item);
  }
  return error.what();
}

std::uint64_t random_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) ^ device();
}

}  // namespace

/// Ends what takes longer than a request may.
class TestRun::Deadline {
 public:
  explicit Deadline(const TestLimits& limits)
      : limits_(limits), end_(SteadyClock::now() + limits.request_time) {}

  /// Looks at the clock only now and then.
  void check(long row) const {
    if (limits_.stopping && limits_.stopping()) {
      throw SimulationError("serve.stopping", {}, "the service is shutting down");
    }
    if (row % kRowsBetweenLooks != 0 || SteadyClock::now() < end_) return;
    throw SimulationError(
        "serve.request_time", {},
        fmt::format("this takes longer than {} s; ask for less at once, or start the service with "
                    "a larger --request-time",
                    limits_.request_time.count()));
  }

 private:
  const TestLimits& limits_;
  SteadyClock::time_point end_;
};

TestRun::TestRun(std::shared_ptr<const TestCase> test_case, const TestLimits& limits)
    : case_(std::move(test_case)), limits_(limits), control_step_(seconds(case_->step())) {
  std::size_t column = 1;  // behind the time
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

// ---- what the test case offers ------------------------------------------------------------------

Answer TestRun::name() const {
  return {200, "Queried the name of the test case successfully.",
          "{\"name\":" + json_text(case_->name()) + "}"};
}

Answer TestRun::inputs() const {
  std::string payload = "{";
  bool first = true;
  for (const InputPoint& point : case_->inputs()) {
    PointData activation{"", "Activation for " + point.data.description};
    append_data(payload, point.name + "_activate", activation, true, first);
    append_data(payload, point.name + "_u", point.data, true, first);
  }
  return {200, "Queried the inputs successfully.", payload + "}"};
}

Answer TestRun::measurements() const {
  std::string payload = "{";
  bool first = true;
  for (const MeasurementPoint& point : case_->measurements()) {
    append_data(payload, point.name + "_y", point.data, true, first);
  }
  return {200, "Queried the measurements successfully.", payload + "}"};
}

Answer TestRun::forecast_points() const {
  std::string payload = "{";
  bool first = true;
  for (const ForecastPoint& point : case_->forecasts()) {
    append_data(payload, point.name, point.data, false, first);
  }
  return {200, "Queried the forecast points and their meta-data successfully.", payload + "}"};
}

// ---- control step -------------------------------------------------------------------------------

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

// ---- scenario -----------------------------------------------------------------------------------

Answer TestRun::scenario() const {
  const auto word = [](bool given, const char* text) {
    return given ? "\"" + std::string(text) + "\"" : std::string("null");
  };
  const auto level = [&word](const std::optional<Uncertainty>& uncertainty) {
    return word(uncertainty.has_value(),
                kLevelWords[uncertainty ? static_cast<int>(*uncertainty) : 0]);
  };
  return {200, "Queried current test case for scenario successfully.",
          fmt::format("{{\"electricity_price\":{},\"time_period\":{},\"temperature_uncertainty\":{}"
                      ",\"solar_uncertainty\":{},\"seed\":{}}}",
                      word(true, kPriceWords[static_cast<int>(scenario_.price)]),
                      word(!scenario_.period.empty(), scenario_.period.c_str()),
                      level(scenario_.temperature), level(scenario_.radiation),
                      scenario_.seed ? std::to_string(*scenario_.seed) : "null")};
}

std::optional<Answer> TestRun::read_scenario(const Json& arguments, Scenario& scenario) const {
  const Json& price = member_of(arguments, "electricity_price");
  if (!price.is_null()) {
    const auto word = std::find(std::begin(kPriceWords), std::end(kPriceWords), python_text(price));
    if (!price.is_string() || word == std::end(kPriceWords)) {
      return refusal(
          fmt::format("Scenario parameter electricy_price is {}, but should be "
                      "'constant', 'dynamic', or 'highly_dynamic'.",
                      python_text(price)));
    }
    scenario.price = static_cast<PriceScenario>(word - std::begin(kPriceWords));
  }
  const Json& period = member_of(arguments, "time_period");
  scenario.period.clear();
  if (!period.is_null()) {
    if (!period.is_string() || !case_->periods().contains(python_text(period))) {
      std::vector<std::string> known;
      for (const auto& [name, day] : case_->periods()) known.push_back(name);
      return refusal(
          fmt::format("Scenario parameter time_period is {}, but should be one of the "
                      "following: {}.",
                      python_text(period), python_list(known)));
    }
    scenario.period = python_text(period);
  }
  const auto level = [&](const char* name, const char* point, const char* what,
                         std::optional<Uncertainty>& to) -> std::optional<Answer> {
    const Json& given = member_of(arguments, name);
    to.reset();
    if (given.is_null() || given == "none") return std::nullopt;
    to = given.is_string() ? uncertainty_of(python_text(given)) : std::nullopt;
    if (!to) {
      return refusal(
          fmt::format("Scenario parameter {} is {}, but should be 'low', 'medium', or 'high'.",
                      name, python_text(given)));
    }
    if (case_->forecast(point) != nullptr) return std::nullopt;
    return refusal(
        fmt::format("Scenario parameters are set for uncertainty, but the forecast "
                    "variables do not include: {} for {} uncertainty.",
                    point, what));
  };
  if (auto wrong =
          level("temperature_uncertainty", "TDryBul", "temperature", scenario.temperature)) {
    return wrong;
  }
  if (auto wrong = level("solar_uncertainty", "HGloHor", "solar", scenario.radiation)) return wrong;
  const Json& seed = member_of(arguments, "seed");
  scenario.seed.reset();
  if (seed.is_null()) return std::nullopt;
  const std::optional<double> number = seed.is_boolean() ? std::nullopt : read_number(seed);
  if (!number || *number < 0.0 || *number != std::floor(*number) || *number > 0x1p53) {
    return refusal(fmt::format(
        "Scenario parameter seed is {}, but should be a non-negative integer.", python_text(seed)));
  }
  scenario.seed = static_cast<std::uint64_t>(*number);
  return std::nullopt;
}

Answer TestRun::set_scenario(const Json& arguments) {
  Scenario scenario = scenario_;
  if (auto wrong = read_scenario(arguments, scenario)) return *wrong;
  const std::string period = scenario.period;
  if (period.empty()) scenario.period = scenario_.period;
  const bool new_price = scenario.price != scenario_.price;
  scenario_ = scenario;
  std::string initial = "null";
  if (!period.empty()) {
    const double day = case_->periods().at(period) * 86400.0;
    Answer started = start(day - kWeek, kWeek, day + kWeek);
    if (started.status != 200) return {500, std::move(started.message)};
    initial = std::move(started.payload);
  } else if (new_price && run_) {
    replay();
  }
  const auto echo = [&arguments](const char* name) {
    const Json& given = member_of(arguments, name);
    return given.is_null() || given == "none"
               ? std::string("null")
               : given.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  const std::string seed = scenario_.seed ? std::to_string(*scenario_.seed) : "null";
  return {200, "Test case scenario was set successfully.",
          "{\"electricity_price\":" + echo("electricity_price") + ",\"time_period\":" + initial +
              ",\"temperature_uncertainty\":" + echo("temperature_uncertainty") +
              ",\"solar_uncertainty\":" + echo("solar_uncertainty") + ",\"seed\":" + seed + "}"};
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

/// Runs the warm-up; an end is that of a scenario.
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
    // Whole milliseconds; data that begin within the warm-up shorten it.
    const Instant first =
        case_->instant_of(std::max(start_time - std::min(warmup, kLatestTime), earliest));
    end_ = end_time ? std::min(case_->instant_of(*end_time), case_->latest()) : case_->latest();
    begin(first, start);
    run_to((start - first) / run_->inputs().period.step, deadline);
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

/// Begins a run whose steps reach `start` and the ends of control steps.
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

/// Goes on from the present state in steps of another length.
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

void TestRun::run_to(long row, const Deadline& deadline) {
  while (run_->row() < row) {
    deadline.check(run_->row());
    run_->step();
    take_row();
  }
}

/// Keeps the present row of the run, in the units of clients, and hands it to the KPIs.
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

/// Evaluates what was recorded anew, for the prices of another scenario.
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

/// Initializes a test that was not, as a new test of BOPTEST is.
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
  if (now() >= end_ || run_->finished()) {
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
    const long rows = run_->row() + span / run_->inputs().period.step;
    run_to(std::min(rows, run_->inputs().period.step_count()), deadline);
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

// ---- forecasts, results and KPIs ----------------------------------------------------------------

/// Returns the names, or nothing if they are no list of texts; a text is a list of one.
std::optional<std::vector<std::string>> TestRun::point_names(const Json& arguments) const {
  const Json& given = member_of(arguments, "point_names");
  if (given.is_string()) return std::vector{given.get<std::string>()};
  if (!given.is_array()) return std::nullopt;
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const Json& name : given) {
    if (!name.is_string()) return std::nullopt;
    if (known.insert(name.get<std::string>()).second) names.push_back(name.get<std::string>());
  }
  return names;
}

Answer TestRun::forecast(const Json& arguments) {
  const Json& given_horizon = member_of(arguments, "horizon");
  const Json& given_interval = member_of(arguments, "interval");
  const std::optional<double> horizon = read_number(given_horizon);
  const std::optional<double> interval = read_number(given_interval);
  if (!horizon) return not_a_number("horizon", given_horizon);
  if (!interval) return not_a_number("interval", given_interval);
  if (*horizon < 0.0) return negative("horizon", *horizon);
  if (!std::isfinite(*horizon)) return not_finite("horizon", *horizon);
  if (*interval <= 0.0) {
    return refusal(fmt::format("Invalid value {} for parameter interval. Value must be positive.",
                               python_number(*interval)));
  }
  if (!std::isfinite(*interval)) return not_finite("interval", *interval);
  const auto names = point_names(arguments);
  if (!names) return refusal("Invalid value for parameter point_names. It must be a list of str.");
  std::vector<std::string> unknown;
  for (const std::string& name : *names) {
    if (case_->forecast(name) == nullptr) unknown.push_back(name);
  }
  if (!unknown.empty()) {
    return refusal(
        fmt::format("Invalid point name(s) {} in parameter point_names.  Check list of "
                    "available forecast points.",
                    python_list(unknown)));
  }
  const auto asks = [&names](const char* name) {
    return std::find(names->begin(), names->end(), name) != names->end();
  };
  const bool uncertain_warmth = scenario_.temperature && asks("TDryBul");
  const bool uncertain_sun = scenario_.radiation && asks("HGloHor");
  if ((uncertain_warmth || uncertain_sun) && *horizon > kLongestUncertainHorizon) {
    return refusal(
        fmt::format("Invalid value {} for parameter horizon. Value must <= 48 hours in "
                    "a {} scenario.",
                    python_number(*horizon),
                    uncertain_warmth ? "temperature_uncertainty" : "solar_uncertainty"));
  }
  const double count = std::floor(*horizon / *interval) + 1.0;
  if (!(count * static_cast<double>(names->size() + 1) <=
        static_cast<double>(limits_.answer_numbers))) {
    return refusal(
        fmt::format("This asks for more than {} numbers; ask for a shorter horizon or a "
                    "longer interval.",
                    limits_.answer_numbers));
  }
  if (auto wrong = require_run()) return *wrong;
  const double start = case_->time_of(now());
  const std::uint64_t seed =
      scenario_.seed ? *scenario_.seed + static_cast<std::uint64_t>(start) : random_seed();
  const auto points = static_cast<std::size_t>(count);
  std::string payload = "{\"time\":[";
  const auto append = [&payload](const std::vector<double>& values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (k > 0) payload += ',';
      append_json_number(payload, values[k]);
    }
    payload += ']';
  };
  std::vector<double> times(points);
  for (std::size_t k = 0; k < points; ++k) times[k] = start + static_cast<double>(k) * *interval;
  append(times);
  for (const std::string& name : *names) {
    const ForecastPoint& point = *case_->forecast(name);
    std::vector<double> values(points);
    for (std::size_t k = 0; k < points; ++k) values[k] = case_->forecast_at(point, times[k]);
    if (uncertain_warmth && name == "TDryBul") {
      values = uncertain_temperature(std::move(values), *scenario_.temperature, seed);
    }
    if (uncertain_sun && name == "HGloHor") {
      values = uncertain_radiation(std::move(values), *scenario_.radiation, seed);
    }
    payload += "," + json_text(name) + ":[";
    append(values);
  }
  return {200, "Queried the forecast data successfully.", payload + "}"};
}

Answer TestRun::results(const Json& arguments) {
  double times[2] = {0.0, 0.0};
  const char* limits[2] = {"start_time", "final_time"};
  for (int i = 0; i < 2; ++i) {
    const Json& given = member_of(arguments, limits[i]);
    const std::optional<double> number = read_number(given);
    if (!number) return not_a_number(limits[i], given);
    times[i] = *number;
  }
  const auto names = point_names(arguments);
  if (!names) return refusal("Invalid value for parameter point_names. It must be a list of str.");
  std::vector<std::size_t> columns{0};
  for (const std::string& name : *names) {
    const auto column = columns_.find(name);
    if (column == columns_.end() && name != "time") {
      return refusal(
          fmt::format("Invalid point name {} in parameter point_names.  Check lists of "
                      "available inputs and measurements.",
                      name));
    }
    if (name != "time") columns.push_back(column->second);
  }
  if (auto wrong = require_run()) return *wrong;
  try {
    const std::int64_t first = rows_->first_row(times[0], false);
    const std::int64_t last = std::max(first, rows_->first_row(times[1], true));
    const auto count = static_cast<std::size_t>(last - first);
    if (static_cast<double>(count) * static_cast<double>(columns.size()) >
        static_cast<double>(limits_.answer_numbers)) {
      return refusal(
          fmt::format("This asks for more than {} numbers; ask for fewer points or a shorter time.",
                      limits_.answer_numbers));
    }
    std::vector<std::string> lists(columns.size());
    std::vector<double> values;
    constexpr std::int64_t kAtOnce = 512;
    for (std::int64_t row = first; row < last; row += kAtOnce) {
      const std::int64_t some = std::min(kAtOnce, last - row);
      rows_->read(row, some, values);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::int64_t k = 0; k < some; ++k) {
          if (!lists[c].empty()) lists[c] += ',';
          append_json_number(lists[c],
                             values[static_cast<std::size_t>(k) * row_.size() + columns[c]]);
        }
      }
    }
    std::string payload = "{\"time\":[" + lists[0] + "]";
    std::size_t c = 1;
    for (const std::string& name : *names) {
      if (name != "time") payload += "," + json_text(name) + ":[" + lists[c++] + "]";
    }
    return {
        200,
        fmt::format("Queried results data successfully for point names {}.", python_list(*names)),
        payload + "}"};
  } catch (const Error& error) {
    return {500, "Failed to query simulation results: " + text_of(error)};
  }
}

Answer TestRun::kpi() {
  if (auto wrong = require_run()) return *wrong;
  try {
    const std::vector<Kpi>& list = case_->kpis(scenario_.price).list();
    const KpiValues values = meter_->finish();
    std::string payload = "{";
    bool first = true;
    for (const char* name : {"tdis_tot", "idis_tot", "ener_tot", "cost_tot", "emis_tot", "pele_tot",
                             "pgas_tot", "pdih_tot"}) {
      const auto at = std::find_if(list.begin(), list.end(),
                                   [name](const Kpi& kpi) { return kpi.name == name; });
      append_member(payload, name, first);
      append_json_number(payload, at == list.end()
                                      ? NAN
                                      : values.values[static_cast<std::size_t>(at - list.begin())]);
    }
    append_member(payload, "time_rat", first);
    append_json_number(payload, waits_ > 0 ? waited_ / static_cast<double>(waits_) : NAN);
    return {200, "Queried KPIs successfully.", payload + "}"};
  } catch (const Error& error) {
    return {500, "Failed to query KPIs: " + text_of(error)};
  }
}

}  // namespace hearth::apps
