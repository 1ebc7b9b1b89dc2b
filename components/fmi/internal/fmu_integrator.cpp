// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu_integrator.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::fmi {
namespace {

constexpr double kTolerance = 1e-8;  // relative
constexpr int kLooks = 4;            // evaluations of the indicators per step of the integrator
// So many events in a row, each this soon after the last, count as endless.
constexpr double kShortest = 1e-6;  // s
constexpr int kMostRepetitions = 100;
constexpr long kMostEvents = 1'000'000;  // in a step: some seconds of computing

/// Two times this close count as one.
double spacing(double time) {
  return 8.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time), 1.0);
}

}  // namespace

FmuIntegrator::FmuIntegrator(std::string id, double tolerance, bool completes_steps)
    : id_(std::move(id)), completes_steps_(completes_steps) {
  options_.relative_tolerance = tolerance > 0.0 ? tolerance : kTolerance;
  options_ = completed(options_);
}

FmuIntegrator::~FmuIntegrator() = default;

bool FmuIntegrator::begin(FmuInstance& fmu, double time) {
  const EventsHandled handled = fmu.finish_events();
  next_event_ = handled.next_time.value_or(kNever);
  if (std::isnan(next_event_)) not_a_number("the time of its next event", time);
  fmu_ = &fmu;
  if (!handled.terminate) look_anew(time);
  return handled.terminate;
}

void FmuIntegrator::open(FmuInstance& fmu) { fmu.enter_events(); }

void FmuIntegrator::resume(double next_event) {
  next_event_ = next_event;
  last_event_ = -kNever;
  repetitions_ = 0;
  stale_ = true;
}

/// Reads states, nominal values and indicators again after they may have jumped.
void FmuIntegrator::look_anew(double time) {
  const ContinuousSizes sizes = fmu_->sizes();
  states_.resize(sizes.states);
  nominals_.assign(sizes.states, 1.0);
  indicators_.resize(sizes.indicators);
  above_.resize(sizes.indicators);
  fmu_->states(states_.data());
  fmu_->nominals(nominals_.data());
  for (double& nominal : nominals_) {
    nominal = std::abs(nominal);
    if (!(nominal > 0.0) || !std::isfinite(nominal)) nominal = 1.0;
  }
  now_ = time;
  find_indicators(time, states_);
  for (std::size_t j = 0; j < above_.size(); ++j) above_[j] = indicators_[j] > 0.0;
  stale_ = false;
  start_solver();
}

void FmuIntegrator::start_solver() {
  const std::size_t n = states_.size();
  base_ = now_;
  if (n == 0) {
    solver_.reset();
    return;
  }
  if (!solver_ || pattern_.size() != static_cast<int>(n)) {
    solver_.reset();
    pattern_.first.assign(1, 0);
    pattern_.rows.clear();
    for (std::size_t column = 0; column < n; ++column) {
      for (std::size_t row = 0; row < n; ++row) pattern_.rows.push_back(static_cast<int>(row));
      pattern_.first.push_back(static_cast<int>(pattern_.rows.size()));
    }
    scaled_.resize(n);
    trial_.resize(n);
    slopes_.resize(n);
    moved_.resize(n);
    solver_ = make_ode_solver(*this, options_);
  }
  for (std::size_t i = 0; i < n; ++i) scaled_[i] = states_[i] / nominals_[i];
  step_from_ = step_to_ = 0.0;
  solver_->start(0.0, scaled_.data());
}

StepResult FmuIntegrator::advance(FmuInstance& fmu, double time, double length, bool goes_back) {
  fmu_ = &fmu;
  const double end = time + length;
  if (stale_) look_anew(time);
  now_ = time;
  long events = 0;
  while (true) {
    const double stop = std::min(end, next_event_);
    Stretch reached;
    if (stop - now_ > spacing(stop)) reached = stretch(stop, goes_back);
    if (reached.terminate) return {StepResult::Kind::Terminated, now_};
    const bool timed = next_event_ - now_ <= spacing(now_);
    if (!reached.event && !timed) {
      if (end - now_ <= spacing(end)) return {StepResult::Kind::Complete, end};
      continue;
    }
    watch_repetition();
    if (++events > kMostEvents) {
      throw SimulationError("simulation.events_excessive", {.component = id_},
                            "the FMU had " + std::to_string(kMostEvents) + " events in a step of " +
                                number_text(length) +
                                " s; choose a shorter step, or correct its model");
    }
    if (timed && next_event_ > now_) now_ = next_event_;
    fmu.move(now_, states_, false, goes_back);
    fmu.enter_events();
    if (begin(fmu, now_)) return {StepResult::Kind::Terminated, now_};
  }
}

/// Integrates to a time, or to the first event before it; the FMU is then at that time.
FmuIntegrator::Stretch FmuIntegrator::stretch(double stop, bool goes_back) {
  stop_ = stop;
  while (true) {
    const double from = now_;
    double to = stop;
    if (solver_) {
      step_from_ = step_to_;
      step_to_ = solver_->step(stop - base_);
      const double reached = base_ + step_to_;
      if (stop - reached > spacing(stop)) to = reached;
    }
    const double event = find_event(from, to);
    const bool found = event < kNever;
    now_ = found ? event : to;
    states_at(now_);
    states_ = trial_;
    const StepCompleted completed = fmu_->move(now_, states_, completes_steps_, goes_back);
    const Stretch result{found || completed.event, completed.terminate};
    if (result.event || result.terminate || now_ == stop) return result;
  }
}

/// Returns the first time at which an indicator changes its side, infinity if none does.
double FmuIntegrator::find_event(double from, double to) {
  if (indicators_.empty()) return kNever;
  double before = from;
  for (int k = 1; k <= kLooks; ++k) {
    const double time = k == kLooks ? to : from + (to - from) * k / kLooks;
    if (crossed(time)) return locate(before, time);
    before = time;
  }
  return kNever;
}

/// Returns a time at which the first crossing in (from, to] has just occurred.
double FmuIntegrator::locate(double from, double to) {
  const double tolerance =
      100.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(to), to - base_);
  while (to - from > tolerance) {
    const double middle = 0.5 * (from + to);
    if (middle <= from || middle >= to) break;
    (crossed(middle) ? to : from) = middle;
  }
  return to;
}

bool FmuIntegrator::crossed(double time) {
  states_at(time);
  find_indicators(time, trial_);
  for (std::size_t j = 0; j < above_.size(); ++j) {
    if ((indicators_[j] > 0.0) != above_[j]) return true;
  }
  return false;
}

/// Fills `trial_` with the states at a time within the last step.
void FmuIntegrator::states_at(double time) {
  trial_.resize(states_.size());
  if (!solver_) return;
  // Times of the FMU are rounded more coarsely than those since the restart.
  solver_->interpolate(std::clamp(time - base_, step_from_, step_to_), trial_.data());
  for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] *= nominals_[i];
}

void FmuIntegrator::find_indicators(double time, const std::vector<double>& states) {
  fmu_->indicators(time, states, indicators_.data());
  for (std::size_t j = 0; j < indicators_.size(); ++j) {
    if (std::isnan(indicators_[j])) {
      not_a_number("its event indicator " + std::to_string(j + 1), time);
    }
  }
}

void FmuIntegrator::not_a_number(const std::string& what, double time) const {
  throw SimulationError("fmi.failed", {.component = id_},
                        "at " + number_text(time) + " s of the FMU's time: " + what +
                            " is not a number, so that events would be lost; correct its model");
}

void FmuIntegrator::watch_repetition() {
  repetitions_ = now_ - last_event_ < kShortest ? repetitions_ + 1 : 0;
  last_event_ = now_;
  if (repetitions_ <= kMostRepetitions) return;
  throw SimulationError("simulation.events_excessive", {.component = id_},
                        "the FMU had " + std::to_string(repetitions_) + " events in a row at " +
                            number_text(now_) +
                            " s of its time: it chatters, or its events accumulate at one instant; "
                            "add a hysteresis or a state of rest to its model");
}

void FmuIntegrator::rates(double time, const double* x, double* slopes) {
  for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] = x[i] * nominals_[i];
  fmu_->rates(std::min(base_ + time, stop_), trial_, slopes);
  for (std::size_t i = 0; i < trial_.size(); ++i) slopes[i] /= nominals_[i];
}

/// Computes the Jacobian by forward differences, by columns.
void FmuIntegrator::jacobian(double time, const double* x, double* entries) {
  const std::size_t n = states_.size();
  rates(time, x, slopes_.data());
  moved_.assign(x, x + n);
  for (std::size_t column = 0; column < n; ++column) {
    const double size = std::max(std::abs(x[column]), 1.0);
    moved_[column] = x[column] + std::sqrt(std::numeric_limits<double>::epsilon()) * size;
    const double difference = moved_[column] - x[column];
    double* const own = entries + column * n;
    rates(time, moved_.data(), own);
    for (std::size_t row = 0; row < n; ++row) own[row] = (own[row] - slopes_[row]) / difference;
    moved_[column] = x[column];
  }
}

SimulationError FmuIntegrator::failure(int state, double time, const std::string& reason) const {
  return SimulationError("simulation.integration_failed", {.component = id_},
                         "at " + number_text(base_ + time) + " s of the FMU's time, its state " +
                             std::to_string(state + 1) + ": " + reason);
}

}  // namespace hearth::fmi
