// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/continuous_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/random.hpp"
#include "hearth/framework/model/cell_values.hpp"

namespace hearth {
namespace {

constexpr std::uint64_t kJitterSeed = 1;
/// Returns whether a piecewise linear series, which is constant before its first and after its last
/// point, has no kink at a point.
bool straight(const std::vector<Series::Point>& points, std::size_t i) {
  const Series::Point& here = points[i];
  const double before = i == 0 ? here.value : points[i - 1].value;
  const double after = i + 1 == points.size() ? here.value : points[i + 1].value;
  if (before == here.value && after == here.value) return true;
  if (i == 0 || i + 1 == points.size()) return false;
  const double share = (here.time - points[i - 1].time) / (points[i + 1].time - points[i - 1].time);
  const double size = std::max(std::abs(before), std::abs(after));
  const double off = std::abs(before + share * (after - before) - here.value);
  return off <= 4.0 * std::numeric_limits<double>::epsilon() * size;
}

/// Returns whether a piecewise linear series has only one value.
bool flat(const Series& series) {
  const std::vector<Series::Point>& points = series.points();
  return std::all_of(points.begin(), points.end(),
                     [&](const Series::Point& point) { return point.value == points[0].value; });
}

bool has_series(const std::vector<ResolvedConfig>& members) {
  return std::any_of(members.begin(), members.end(), [](const ResolvedConfig& member) {
    return std::holds_alternative<Series>(member);
  });
}

/// Returns pairs of times, s since the origin, at which a function of time is evaluated. If it has
/// series, both times of a pair are between the same two points; otherwise pairs cover all scales
/// from a second to years.
std::vector<std::pair<double, double>> probing_times(const std::vector<double>& points) {
  constexpr std::size_t kProbes = 6;
  std::vector<std::pair<double, double>> times;
  const auto add = [&times](double low, double high) {
    const double golden = 0.6180339887498949 * static_cast<double>(times.size() + 1);
    const double share = 0.9 * (golden - std::floor(golden)) + 0.02;
    times.emplace_back(low + share * (high - low), low + (share + 0.0713) * (high - low));
  };
  if (points.size() < 2) {
    for (const double scale : {1.0, 1e2, 1e4, 1e5, 1e6, 1e7}) add(0.0, scale);
    return times;
  }
  const std::size_t stride = std::max<std::size_t>(1, points.size() / kProbes);
  for (std::size_t i = 0; i + 1 < points.size(); i += stride) add(points[i], points[i + 1]);
  return times;
}

constexpr double kPartsOfPeriod = 128.0;  // parts of the period of a function of time

/// Returns the options; those that are not set are taken from the model and the run.
ContinuousOptions completed(ContinuousOptions options, const Plan& plan, const RunInputs& inputs) {
  const bool step_given = options.integrator.fixed_step > 0.0;
  options.integrator = completed(options.integrator, plan.model.defaults);
  const Method method = *options.integrator.method;
  if (step_given && method != Method::Euler && method != Method::RungeKutta4) {
    throw InputError("simulation.fixed_step_unused", {},
                     "a fixed step is set, but the method chooses its own steps; use the method "
                     "euler or runge-kutta-4, or limit the steps (longest_step)");
  }
  if (options.integrator.fixed_step == 0.0) {
    options.integrator.fixed_step = seconds(inputs.period.step);
  }
  if (options.check_interval == 0.0) {
    options.check_interval = plan.model.defaults.check_interval.value_or(0.0);
  }
  return options;
}

void check_engine(const Plan& plan, const RunInputs& inputs) {
  if (plan.options.engine != Engine::Continuous) {
    throw ModelError("model.engine_mismatch", {},
                     "the plan was made for the stepwise engine; compile it with "
                     "{.engine = Engine::Continuous}");
  }
  if (!inputs.sloped) {
    throw ModelError("model.engine_mismatch", {},
                     "the inputs were resolved for a plan of the stepwise engine; resolve them "
                     "for this plan");
  }
}

}  // namespace

ContinuousSimulation::ContinuousSimulation(const Plan& plan, const RunInputs& inputs,
                                           const ContinuousOptions& options)
    : plan_(plan),
      inputs_(inputs),
      options_(completed(options, plan, inputs)),
      flow_(make_evaluation_order(plan)),
      objects_(plan, inputs),
      jet_objects_(plan, inputs),
      start_(seconds(inputs.period.start - inputs.origin)) {
  check_engine(plan, inputs);
  system_ = std::make_unique<HybridSystem<double>>(objects_, flow_);
  jets_ = std::make_unique<HybridSystem<Jet8>>(jet_objects_, flow_);
  ode_ = std::make_unique<SystemOde>(*system_, *jets_, start_);
  if (plan.state_count > 0) integrator_ = make_ode_solver(*ode_, options_.integrator);
  states_.resize(static_cast<std::size_t>(plan.state_count));
  slopes_before_ = slopes_after_ = states_;
  const std::size_t guards = plan.guard_rules.size();
  guard_values_.assign(guards, 0.0);
  guard_before_ = fired_ = guard_values_;
  receivers_.resize(guards);
  for (const auto& [from, to] : plan.event_links) receivers_[from].push_back(to);
  list_sample_times();
  list_breaks();
  find_followers();
}

const ModelState<double>& ContinuousSimulation::state() const { return system_->state(); }

ContinuousSimulation::~ContinuousSimulation() = default;

void ContinuousSimulation::reset() {
  system_->reset();
  jets_->reset();
}

void ContinuousSimulation::set_parameter(const CellRef& parameter, double value) {
  system_->state().set_parameter(parameter, value);
  jets_->state().set_parameter(parameter, Jet8(value));
}

void ContinuousSimulation::set_initial(const CellRef& state, double value) {
  system_->state().set_initial(state, value);
}

void ContinuousSimulation::copy_parameters(const ContinuousSimulation& other) {
  system_->state().copy_parameters(other.system_->state());
  jets_->state().copy_parameters(other.jets_->state());
}

void ContinuousSimulation::set_input(int cell, double value) {
  system_->cells()[cell] = value;
  touch();
}

void ContinuousSimulation::set_state(int cell, double value) {
  system_->cells()[cell] = value;
  states_[cell - plan_.first_state] = value;
  touch();
}

void ContinuousSimulation::change_parameter(const CellRef& parameter, double value) {
  set_parameter(parameter, value);
  system_->state().prepare();
  copy_to_jets();
  touch();
}

void ContinuousSimulation::touch() {
  touched_ = true;
  started_ = false;
}

/// Finds the components that are functions of time between two breaks, and the parameters that are
/// their periods, in s.
void ContinuousSimulation::find_followers() {
  followers_.assign(plan_.slots.size(), false);
  std::map<const ComponentType*, bool> known;  // types without configuration
  system_->state().prepare();
  for (std::size_t s = 0; s < plan_.slots.size(); ++s) {
    const PlannedInstance& instance = plan_.instances[s];
    const bool same = inputs_.configs[s].empty();
    const auto found = known.find(instance.type);
    followers_[s] = same && found != known.end() ? found->second : follows_clock(s);
    if (same) known.emplace(instance.type, followers_[s]);
    if (!followers_[s]) continue;
    const SchemaView& schema = instance.type->schema;
    const Field* field = schema.find(Role::Parameter, "period");
    if (field == nullptr || field->unit != unit::s) {
      if (!has_series(inputs_.configs[s])) timed_.push_back(static_cast<int>(s));
      continue;
    }
    const int first = plan_.slots[s].parameter + cell_offset(schema, *field, instance.sizes);
    for (int k = 0; k < cell_count(schema, *field, instance.sizes); ++k) {
      periods_.push_back(first + k);
    }
  }
  rates_follow_ = std::any_of(flow_.rate_slots.begin(), flow_.rate_slots.end(), [this](int slot) {
    const auto s = static_cast<std::size_t>(slot);
    return followers_[s] || plan_.traces[s].chooses;
  });
}

/// Returns whether the outputs of a component differ at another time, with all other values equal.
bool ContinuousSimulation::follows_clock(std::size_t slot) {
  if (plan_.slots[slot].stepper >= 0) return false;
  std::vector<double> points;
  for (const ResolvedConfig& member : inputs_.configs[slot]) {
    const auto* series = std::get_if<Series>(&member);
    if (series == nullptr) continue;
    if (series->shape() == Series::Shape::Linear && !flat(*series)) return true;
    for (const Series::Point& point : series->points()) points.push_back(point.time);
  }
  std::sort(points.begin(), points.end());
  return system_->follows_clock(static_cast<int>(slot), probing_times(points));
}

/// Finds for how long functions of time without a period are nearly linear, with the run's
/// parameters.
void ContinuousSimulation::find_pace() {
  pace_ = kEndless;
  const double step = seconds(inputs_.period.step);
  for (const int slot : timed_) {
    pace_ = std::min(pace_, system_->pace(slot, start_, step));
  }
}

/// Returns the longest time, s, between two evaluations of functions of time in the run.
double ContinuousSimulation::resolution() const {
  double longest = std::min(seconds(inputs_.period.step), pace_);
  for (const int cell : periods_) {
    longest = std::min(longest, system_->cells()[cell] / kPartsOfPeriod);
  }
  return longest;
}

void ContinuousSimulation::copy_to_jets() {
  for (int i = 0; i < flow_.cell_count; ++i) jets_->cells()[i] = Jet8(system_->cells()[i]);
}

void ContinuousSimulation::initialize() {
  go_to_start();
  find_sides();
  check_loops();
  open_books();
}

/// Evaluates the first instant before its events.
void ContinuousSimulation::go_to_start() {
  Cells<double>& cells = system_->cells();
  system_->state().prepare();
  system_->begin();
  find_pace();
  // Outputs of states first, for the delayed connections.
  system_->move_to(start_, Limit::Right);
  system_->evaluate(flow_.all);
  system_->keep_loops();
  for (const auto& [cell, value] : plan_.given_outputs) cells[cell] = value;
  system_->communicate();
  system_->start_steppers();
  copy_to_jets();
  if (integrator_) integrator_ = make_ode_solver(*ode_, options_.integrator);  // counts from 0
  ticks_ = 0;
  events_.clear();
  begin(0.0);
  first_ = true;
  evaluate_at(0.0, Limit::Right);
  system_->keep_loops();
}

/// Lets guards that are beyond 0 at the start fire: they crossed before the start, so that their
/// event is recorded only if it changes a state or is passed on.
void ContinuousSimulation::find_sides() {
  if (guard_values_.empty()) return;
  const std::vector<double> before = states_;
  take_guards();
  fire_events(0, {});
  std::copy_n(system_->states(), states_.size(), states_.begin());
  std::erase_if(events_, [&](const EventRecord& event) { return !matters(event, before); });
}

/// Returns whether an event at the start did more than set a side.
bool ContinuousSimulation::matters(const EventRecord& event,
                                   const std::vector<double>& before) const {
  const auto& names = plan_.guard_names;
  const auto guard =
      static_cast<int>(std::find(names.begin(), names.end(), event.name) - names.begin());
  for (const auto& [from, to] : plan_.event_links) {
    if (from == guard || to == guard) return true;
  }
  const Slot& slot = plan_.slots[system_->state().guard_slots[guard]];
  const auto first = static_cast<std::size_t>(slot.state - plan_.first_state);
  const auto count = static_cast<std::size_t>(slot.state_count);
  for (std::size_t i = first; i < first + count; ++i) {
    if (states_[i] != before[i]) return true;
  }
  return false;
}

/// Finds the condition of the equations of the algebraic loops at the present instant, after they
/// were evaluated. Throws SimulationError `simulation.loop_singular` if they do not determine their
/// values.
void ContinuousSimulation::check_loops() {
  if (flow_.loops.empty()) return;
  copy_to_jets();
  jets_->move_to(start_ + now_, present_limit());
  jets_->evaluate(flow_.all);
  system_->expect_loops(*jets_);
}

/// Begins at a point whose cells are set.
void ContinuousSimulation::begin(double now) {
  std::copy_n(system_->states(), states_.size(), states_.begin());
  now_ = booked_to_ = now;
  due_ = true;
  first_ = failed_ = false;
  touched_ = false;
  started_ = false;
  next_break_ = 0;
  next_sample_ = 0.0;
  work_ = work_checked_ = 0.0;
  repetitions_.assign(guard_values_.size(), {});
  passed_.assign(guard_values_.size(), -kEndless);
  last_look_ = now;
}

void ContinuousSimulation::evaluate_present() {
  std::copy(states_.begin(), states_.end(), system_->states());
  evaluate_at(now_, present_limit());
}

void ContinuousSimulation::rates(double* slopes) {
  evaluate_present();
  system_->rates(slopes);
}

HybridSystem<Jet8>& ContinuousSimulation::jets_at_present() {
  evaluate_present();
  copy_to_jets();
  jets_->move_to(start_ + now_, present_limit());
  return *jets_;
}

ContinuousStatistics ContinuousSimulation::statistics() const {
  ContinuousStatistics statistics;
  if (integrator_) statistics.integrator = integrator_->statistics();
  statistics.events = static_cast<long>(events_.size());
  statistics.ticks = ticks_;
  return statistics;
}

// ---- integration -------------------------------------------------------------------------------

void ContinuousSimulation::advance(double time, const std::vector<double>& times, bool every_step) {
  if (failed_) {
    throw SimulationError("simulation.failed_before", {},
                          "the run failed at " + number_text(start_ + now_) +
                              " s; initialise, restore or load before continuing");
  }
  failed_ = true;  // until the end of this function
  stopped_ = false;
  const double target = time - start_;
  times_.clear();
  for (const double t : times) times_.push_back(t - start_);
  next_time_ = 0;
  every_step_ = every_step;
  if (touched_ && !due_) process_instant();
  evaluate_present();
  notify_until(now_);
  if (every_step_) notify(now_, due_ ? Limit::Left : Limit::Right);
  while (target - now_ > rounding() && !asked_to_stop()) {
    if (due_ || touched_) process_instant();
    step_towards(target);
    if (!(target - now_ > rounding())) due_ = true;
  }
  evaluate_present();
  failed_ = false;
}

void ContinuousSimulation::settle() {
  if (due_ || touched_) process_instant();
}

void ContinuousSimulation::step_towards(double target) {
  const double stop = next_stop(target);
  double reached = stop;
  if (integrator_) {
    if (!started_) restart();
    reached = integrator_->step(stop);
    count_work(1.0);
    if (stop - reached <= rounding()) reached = stop;
    if (flow_.guard_slots.empty()) keep_loops_at(reached);
  }
  double instant = reached;
  const bool event = find_event(now_, reached, &instant);
  if (stopped_) {  // before the guards were evaluated up to the end of the step
    started_ = false;
    return;
  }
  if (instant > reached - rounding()) instant = reached;
  notify_until(instant);
  book_until(instant);
  now_ = instant;
  take_states(now_);
  std::copy_n(system_->states(), states_.size(), states_.begin());
  if (event || reached == stop) due_ = true;
  if (event && instant < reached) started_ = false;  // the integrator has continued
  if (every_step_) {
    evaluate_at(now_, Limit::Left);
    notify(now_, Limit::Left);
  }
}

bool ContinuousSimulation::asked_to_stop() {
  if (!stopped_ && stop_) stopped_ = stop_();
  return stopped_;
}

/// Returns the number of steps of the integrator that the run may have taken until now. Each row,
/// each guard in a row, each sample and each break of a series may cause a restart with short
/// steps.
double ContinuousSimulation::most_work() const {
  constexpr double kStepsOfRestart = 100.0;
  const auto standard = static_cast<double>(limit_of(WorkLimit::IntegratorSteps));
  if (is_limit_given(WorkLimit::IntegratorSteps)) return standard;
  const auto rows = static_cast<double>(inputs_.period.step_count());
  const auto guards = static_cast<double>(guard_values_.size());
  const auto stops = static_cast<double>(ticks_) + static_cast<double>(next_break_);
  return standard + kStepsOfRestart * (rows * (1.0 + guards) + stops);
}

/// Ends the run of a model that switches back and forth around a value, or whose steps are
/// extremely short, and that would otherwise never end.
void ContinuousSimulation::count_work(double steps) {
  work_ += steps;
  if (work_ <= work_checked_) return;
  const double most = most_work();
  work_checked_ = std::min(most, 2.0 * work_);
  if (work_ <= most) return;
  const std::string reason = "the run has taken more than " + number_text(most) +
                             " steps, which is the limit: the model switches back and forth around "
                             "a value, or its steps are very short; add a hysteresis, choose "
                             "longer steps (longest_step, fixed_step, check_interval), or if this "
                             "many steps are intended, allow more with --limit integrator-steps=N";
  if (integrator_) throw ode_->failure(integrator_->worst_state(), now_, reason);
  throw SimulationError("simulation.events_excessive", Where::of_signal(plan_.guard_names.front()),
                        reason);
}

/// Resets the booked amounts and integrals; stores the contents of the components.
void ContinuousSimulation::open_books() {
  integrals_.assign(integrated_.size(), 0.0);
  if (!options_.balance || plan_.ledger_count == 0) return;
  rates_.assign(static_cast<std::size_t>(plan_.ledger_count), 0.0);
  booked_.exchanged = rates_;
  booked_.content_at_start = system_->contents();
}

/// Books and integrates up to a time of the last step, by the Gauss-Legendre rule with two points
/// on pieces that are at most as long as a row.
void ContinuousSimulation::book_until(double time) {
  const double from = std::exchange(booked_to_, time);
  if ((booked_.exchanged.empty() && integrals_.empty()) || !(time > from)) return;
  constexpr double kPlace = 0.28867513459481288;  // 1/(2 sqrt(3)) from the middle
  const double row = seconds(inputs_.period.step);
  const int pieces = std::max(1, static_cast<int>(std::ceil((time - from) / row - 1e-9)));
  const double length = (time - from) / pieces;
  for (int piece = 0; piece < pieces; ++piece) {
    for (const double place : {0.5 - kPlace, 0.5 + kPlace}) {
      book_at(from + (piece + place) * length, 0.5 * length);
    }
  }
}

/// Adds the rates at a time, weighted by `share`, s.
void ContinuousSimulation::book_at(double time, double share) {
  take_states(time);
  evaluate_at(time, Limit::Left);
  for (std::size_t i = 0; i < integrals_.size(); ++i) {
    integrals_[i] += share * system_->cells()[integrated_[i]];
  }
  if (booked_.exchanged.empty()) return;
  system_->balance(rates_.data());
  for (std::size_t i = 0; i < rates_.size(); ++i) booked_.exchanged[i] += share * rates_[i];
}

BookedAmounts ContinuousSimulation::booked() {
  BookedAmounts amounts = booked_;
  if (!booked_.exchanged.empty()) amounts.content_at_end = system_->contents();
  return amounts;
}

/// Copies the states at a time within the last step into the system.
void ContinuousSimulation::take_states(double time) {
  if (integrator_ && started_) {
    integrator_->interpolate(time, system_->states());
  } else {
    std::copy(states_.begin(), states_.end(), system_->states());
  }
}

void ContinuousSimulation::evaluate_at(double time, Limit limit) {
  system_->move_to(start_ + time, limit);
  system_->evaluate(flow_.all);
  check_finite();
}

/// Reports the requested times up to this one to the observer.
void ContinuousSimulation::notify_until(double time) {
  for (; next_time_ < times_.size() && times_[next_time_] <= time + rounding(); ++next_time_) {
    const double t = std::min(times_[next_time_], time);
    if (t > now_) {
      book_until(t);
      take_states(t);
      evaluate_at(t, Limit::Left);
      if (!integrator_) system_->keep_loops();
    }
    notify(times_[next_time_], t > now_ || due_ ? Limit::Left : Limit::Right);
  }
}

void ContinuousSimulation::notify(double time, Limit limit) {
  if (observer_) observer_({start_ + time, limit});
}

/// Keeps the values of algebraic loops at the end of an accepted step. The integrator has
/// evaluated them there last, unless it ended at a slightly different time.
void ContinuousSimulation::keep_loops_at(double time) {
  if (flow_.loops.empty()) return;
  if (std::abs(system_->time() - (start_ + time)) > rounding()) {
    take_states(time);
    system_->move_to(start_ + time, Limit::Left);
    system_->evaluate(flow_.rates);
  }
  system_->keep_loops();
}

void ContinuousSimulation::restart() {
  const double longest = options_.integrator.longest_step;
  integrator_->limit_step(longest > 0.0 ? longest : rates_follow_ ? resolution() : kEndless);
  ode_->begin_segment(now_);
  integrator_->start(now_, states_.data());
  started_ = true;
}

void ContinuousSimulation::check_finite() const {
  double sum = 0.0;  // stays 0 while every value is finite
  for (int i = 0; i < plan_.signal_count; ++i) sum += 0.0 * system_->cells()[i];
  if (sum == 0.0) return;
  for (int i = 0; i < plan_.signal_count; ++i) {
    if (std::isfinite(system_->cells()[i])) continue;
    throw SimulationError("simulation.not_finite", Where::of_signal(plan_.signals[i].name),
                          "became " + number_text(system_->cells()[i]) + " at " +
                              number_text(system_->time()) + " s");
  }
}

// ---- instants ----------------------------------------------------------------------------------

/// Returns the difference up to which times count as the same instant: 16 spacings of doubles at
/// the present time.
double ContinuousSimulation::rounding() const {
  return time_rounding(std::max({std::abs(now_), std::abs(start_ + now_), 1e-6}));
}

void ContinuousSimulation::list_sample_times() {
  for (std::size_t s = 0; s < plan_.slots.size(); ++s) {
    const Slot& slot = inputs_.slots[s];
    SampleTimes times{slot.sample_period, static_cast<double>(slot.offset) / 1000.0, kEndless};
    const auto& clock = plan_.model.component(plan_.instances[s].id).clock;
    if (clock) {
      times = {clock->period, clock->offset, clock->end.value_or(kEndless), clock->jitter,
               slot.stream};
    }
    sample_times_.push_back(times);
  }
}

/// Returns the instant of sample k, delayed by a random share of the jitter.
double ContinuousSimulation::SampleTimes::tick(double k) const {
  const double exact = offset + k * period;
  if (jitter == 0.0) return exact;
  return exact + jitter * uniform(random_bits(kJitterSeed, stream, static_cast<std::uint64_t>(k)));
}

/// Lists all times at which a series jumps or has a kink.
void ContinuousSimulation::list_breaks() {
  for (const auto& config : inputs_.configs) {
    for (const ResolvedConfig& member : config) {
      const auto* series = std::get_if<Series>(&member);
      if (series == nullptr) continue;
      const std::vector<Series::Point>& points = series->points();
      for (std::size_t i = 0; i < points.size(); ++i) {
        const bool smooth = series->shape() == Series::Shape::Hold
                                ? i == 0 || points[i].value == points[i - 1].value
                                : straight(points, i);
        if (!smooth && points[i].time > start_) breaks_.push_back(points[i].time - start_);
      }
    }
  }
  std::sort(breaks_.begin(), breaks_.end());
  breaks_.erase(std::unique(breaks_.begin(), breaks_.end()), breaks_.end());
}

/// Returns the number of the sample at the present instant, -1 if there is none.
std::int64_t ContinuousSimulation::due(int slot) const {
  const SampleTimes& clock = sample_times_[slot];
  const double time = start_ + now_;
  if (time > clock.end + rounding()) return -1;
  // The nearest tick, or with jitter the one that began before it.
  const double nearest = std::nearbyint((time - clock.offset) / clock.period);
  for (double k = std::max(0.0, nearest - 1.0); k <= nearest; k += 1.0) {
    if (std::abs(clock.tick(k) - time) <= rounding()) return static_cast<std::int64_t>(k);
  }
  return -1;
}

double ContinuousSimulation::next_tick(int slot) const {
  const SampleTimes& clock = sample_times_[slot];
  const double time = start_ + now_;
  double k = std::max(0.0, std::floor((time - clock.offset) / clock.period));  // may tick later
  while (clock.tick(k) - time <= rounding()) k += 1.0;
  const double tick = clock.tick(k);
  return tick <= clock.end + rounding() ? tick - start_ : kEndless;
}

/// Returns whether a series jumps or has a kink at the present instant.
bool ContinuousSimulation::at_break() {
  while (next_break_ < breaks_.size() && breaks_[next_break_] - now_ < -rounding()) ++next_break_;
  return next_break_ < breaks_.size() && breaks_[next_break_] - now_ <= rounding();
}

double ContinuousSimulation::next_stop(double target) {
  double stop = target;
  while (next_break_ < breaks_.size() && breaks_[next_break_] - now_ <= rounding()) ++next_break_;
  if (next_break_ < breaks_.size()) stop = std::min(stop, breaks_[next_break_]);
  if (!(next_sample_ - now_ > rounding())) {
    next_sample_ = kEndless;
    for (const auto& level : flow_.ticks) {
      for (const int slot : level) next_sample_ = std::min(next_sample_, next_tick(slot));
    }
  }
  stop = std::min(stop, next_sample_);
  if (!plan_.feedback.empty()) {
    const double step = seconds(inputs_.period.step);
    double k = std::floor((start_ + now_) / step);
    while (k * step - (start_ + now_) <= rounding()) k += 1.0;
    stop = std::min(stop, k * step - start_);
  }
  return stop;
}

void ContinuousSimulation::process_instant() {
  evaluate_present();
  system_->keep_loops();
  const bool first = std::exchange(first_, false);
  const bool due = std::exchange(due_, false), touched = std::exchange(touched_, false);
  system_->rates(slopes_before_.data());
  take_guards();
  if (due && !first && std::abs(next_sample_ - now_) <= rounding()) look_beyond();
  const std::size_t events = events_.size();
  const int microstep = fire_events(0, {});
  if (due) {
    if (!first) deliver_delayed();
    evaluate_at(now_, Limit::Right);
    system_->keep_loops();
    take_samples();
    take_guards();
    fire_events(microstep, {});
  }
  system_->rates(slopes_after_.data());
  if (events_.size() > events) check_loops();
  const bool moved = !std::equal(states_.begin(), states_.end(), system_->states());
  std::copy_n(system_->states(), states_.size(), states_.begin());
  const bool changed = moved || slopes_before_ != slopes_after_;
  // The continuous part changes or has a kink here: it is smooth only on either side.
  if (changed || at_break()) started_ = false;
  const bool new_values = touched && !first;  // the previous row may hold other values
  const bool news = changed || new_values || events_.size() > events || !flow_.ticks.empty();
  if (every_step_ && due && news) notify(now_, Limit::Right);
}

/// Delayed connections deliver at whole steps.
void ContinuousSimulation::deliver_delayed() {
  if (plan_.feedback.empty()) return;
  const double step = seconds(inputs_.period.step);
  const double steps = (start_ + now_) / step;
  if (std::abs(steps - std::nearbyint(steps)) * step <= rounding()) system_->communicate();
}

/// Takes the samples that are due. For components that sample means, series deliver their values
/// for the period that begins.
void ContinuousSimulation::take_samples() {
  const double end = seconds(inputs_.period.end - inputs_.period.start);
  bool any = false;
  for (const std::vector<int>& level : flow_.ticks) {
    bool taken = false;
    double over = 0.0;  // s, the period of the series
    for (const int slot : level) {
      const std::int64_t tick = due(slot);
      if (tick < 0) continue;
      const double period = plan_.instances[slot].type->traits.samples_means
                                ? std::max(0.0, std::min(sample_times_[slot].period, end - now_))
                                : 0.0;
      if (period != over) {
        if (period > 0.0) {
          system_->move_over(start_ + now_, start_ + now_ + period);
        } else {
          system_->move_to(start_ + now_, Limit::Right);
        }
        system_->evaluate(flow_.all);
        over = period;
      }
      system_->update(slot, tick);
      taken = any = true;
    }
    if (!taken) continue;
    if (over > 0.0) system_->move_to(start_ + now_, Limit::Right);
    system_->evaluate(flow_.all);
    system_->keep_loops();
  }
  if (any) ++ticks_;
}

}  // namespace hearth
