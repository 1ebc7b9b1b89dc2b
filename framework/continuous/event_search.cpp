// SPDX-License-Identifier: MIT
// Events of the continuous simulation: finding, locating and firing crossings.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {
namespace {

/// Returns the value at which a guard crosses.
double threshold(const GuardRule& rule, Side side) {
  if (rule.crossing != Crossing::Either) return 0.0;
  return side == Side::Below ? rule.hysteresis : -rule.hysteresis;
}

}  // namespace

/// Evaluates the guards at a time within the last step, if no value jumps before its end.
void ContinuousSimulation::evaluate_guards(double time) {
  take_states(time);
  system_->move_to(start_ + time, Limit::Left);
  system_->evaluate(flow_.guards);
  take_guards();
}

/// Evaluates the guards and checks that each has a value.
void ContinuousSimulation::take_guards() {
  system_->guards(guard_values_.data());
  for (std::size_t g = 0; g < guard_values_.size(); ++g) {
    if (!std::isnan(guard_values_[g])) continue;
    throw SimulationError("simulation.not_finite", Where::of_signal(plan_.guard_names[g]),
                          "this guard is not a number at " + number_text(system_->time()) + " s");
  }
}

/// Returns whether a guard has already fired with a sample shortly before its crossing.
bool ContinuousSimulation::passed_early(std::size_t guard, double time) const {
  return time <= passed_[guard];
}

bool ContinuousSimulation::any_crossed() const {
  const double time = system_->time() - start_;
  for (std::size_t g = 0; g < guard_values_.size(); ++g) {
    const GuardRule& rule = plan_.guard_rules[g];
    if (passed_early(g, time)) continue;
    if (!rule.received && crossed(rule, guard_values_[g], system_->sides()[g]) != 0) return true;
  }
  return false;
}

void ContinuousSimulation::accept_sides() {
  const double time = system_->time() - start_;
  for (std::size_t g = 0; g < guard_values_.size(); ++g) {
    if (passed_early(g, time)) continue;
    Side& side = system_->sides()[g];
    side = seen(plan_.guard_rules[g], guard_values_[g], side);
  }
}

/// Finds, at a sample, the guards that cross within the coincidence time. They count as crossed,
/// with their value at that later time.
void ContinuousSimulation::look_beyond() {
  const double look = now_ - last_look_;
  const double ahead = options_.coincidence;
  if (guard_values_.empty() || !(look > 0.0)) return;
  const auto near = [&](std::size_t g) {
    const GuardRule& rule = plan_.guard_rules[g];
    const Side side = system_->sides()[g];
    const double slope = (guard_values_[g] - guard_before_[g]) / look;
    return !rule.received && crossed(rule, guard_values_[g], side) == 0 &&
           crossed(rule, guard_values_[g] + 4.0 * ahead * slope, side) != 0;
  };
  std::vector<std::size_t> candidates;
  for (std::size_t g = 0; g < guard_values_.size(); ++g) {
    if (near(g)) candidates.push_back(g);
  }
  if (candidates.empty()) return;
  const std::vector<double> now = guard_values_;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    system_->states()[i] = states_[i] + ahead * slopes_before_[i];
  }
  // Jumps of a series at this instant come after the sample.
  system_->move_to(start_ + now_ + (at_break() ? 0.0 : ahead), Limit::Left);
  system_->evaluate(flow_.guards);
  take_guards();
  const std::vector<double> later = std::exchange(guard_values_, now);
  evaluate_present();
  for (const std::size_t g : candidates) {
    if (crossed(plan_.guard_rules[g], later[g], system_->sides()[g]) == 0) continue;
    guard_values_[g] = later[g];
    early_.push_back(g);
  }
}

bool ContinuousSimulation::find_event(double from, double to, double* instant) {
  if (flow_.guard_slots.empty()) return false;
  const double length = to - from;
  const double interval = options_.check_interval > 0.0 ? options_.check_interval : resolution();
  const double wanted = std::ceil(length / interval * (1.0 - 1e-9));
  const auto looks = static_cast<long>(std::clamp(wanted, static_cast<double>(kLooks), 1e9));
  double before = from;
  constexpr double kShareOfStep = 0.125;  // cost of one evaluation of the guards
  constexpr long kBetweenQuestions = 256;
  for (long k = 1; k <= looks; ++k) {
    if (k > kLooks) count_work(kShareOfStep);
    if (k % kBetweenQuestions == 0 && asked_to_stop()) return false;
    const double time =
        k == looks ? to : from + length * static_cast<double>(k) / static_cast<double>(looks);
    guard_before_ = guard_values_;
    last_look_ = before;
    evaluate_guards(time);
    if (any_crossed()) {
      *instant = locate(before, time);
      // Crossings within the coincidence are at the same instant.
      const double late = std::min(*instant + options_.coincidence, to);
      const std::vector<double> first = guard_values_;
      evaluate_guards(late);
      for (std::size_t g = 0; g < first.size(); ++g) {
        const GuardRule& rule = plan_.guard_rules[g];
        const Side side = system_->sides()[g];
        if (!rule.received && crossed(rule, guard_values_[g], side) != 0 &&
            crossed(rule, first[g], side) == 0) {
          *instant = late;
        }
      }
      return true;
    }
    accept_sides();
    system_->keep_loops();
    before = time;
  }
  return false;
}

/// Returns the time at which the first guard crosses between two evaluations, by its secant.
double ContinuousSimulation::secant(double from, double to) const {
  double first = to;
  for (std::size_t g = 0; g < guard_values_.size(); ++g) {
    const GuardRule& rule = plan_.guard_rules[g];
    const Side side = system_->sides()[g];
    if (rule.received || crossed(rule, guard_values_[g], side) == 0) continue;
    const double low = guard_before_[g] - threshold(rule, side);
    const double high = guard_values_[g] - threshold(rule, side);
    const double share = low == high ? 0.5 : low / (low - high);
    first = std::min(first, from + std::clamp(share, 0.0, 1.0) * (to - from));
  }
  return first;
}

/// Finds the first crossing in (from, to] if a guard has crossed at `to` and none has at `from`.
/// Returns a time just after the crossing, with the guards evaluated there. The bracket shrinks by
/// secants, which are shifted by half the tolerance towards the end that did not move last, and by
/// bisection every third time.
double ContinuousSimulation::locate(double from, double to) {
  const double tolerance = 100.0 * std::numeric_limits<double>::epsilon() *
                           std::max({std::abs(to), std::abs(start_ + to), to - from});
  std::vector<double> at_end = guard_values_;
  bool moved_start = false;
  for (int pass = 1; to - from > tolerance && pass < 300; ++pass) {
    double middle = 0.5 * (from + to);
    if (pass % 3 != 0) {
      guard_values_ = at_end;
      middle = secant(from, to) + (moved_start ? 0.5 : -0.5) * tolerance;
      middle = std::clamp(middle, from + 0.25 * tolerance, to - 0.25 * tolerance);
    }
    evaluate_guards(middle);
    if (any_crossed()) {
      to = middle;
      at_end = guard_values_;
      moved_start = false;
    } else {
      from = middle;
      guard_before_ = guard_values_;
      moved_start = true;
    }
  }
  guard_values_ = at_end;
  return to;
}

void ContinuousSimulation::record(std::size_t guard, int microstep, int direction) {
  events_.push_back({start_ + now_, microstep, plan_.guard_names[guard], direction});
}

/// Detects a guard that fires repeatedly without time passing: chattering or a Zeno point.
void ContinuousSimulation::watch_repetition(std::size_t guard) {
  Repetition& repetition = repetitions_[guard];
  const double interval = now_ - repetition.last;
  const double shortest = std::max(options_.shortest_interval, 4.0 * rounding());
  repetition.count = interval < shortest ? repetition.count + 1 : 0;
  repetition.last = now_;
  if (repetition.count <= options_.most_repetitions) return;
  throw SimulationError("simulation.events_excessive", Where::of_signal(plan_.guard_names[guard]),
                        "fired " + std::to_string(repetition.count) + " times in a row at " +
                            number_text(start_ + now_) + " s, the last time after " +
                            number_text(interval) +
                            " s: it chatters, or its events accumulate at one instant; add a "
                            "hysteresis or a state of rest");
}

/// Sets `fired_` for one microstep; returns whether a guard fires. Events that are passed on are
/// added to `next`.
bool ContinuousSimulation::mark_fired(int microstep, const std::vector<int>& relayed,
                                      std::vector<int>& next) {
  std::vector<int> sources = relayed;
  std::fill(fired_.begin(), fired_.end(), 0.0);
  for (std::size_t g = 0; g < guard_values_.size(); ++g) {
    const GuardRule& rule = plan_.guard_rules[g];
    if (rule.received || passed_early(g, now_)) continue;
    Side& side = system_->sides()[g];
    const int direction = crossed(rule, guard_values_[g], side);
    side = seen(rule, guard_values_[g], side);
    if (direction == 0) continue;
    watch_repetition(g);
    fired_[g] = direction;
    record(g, microstep, direction);
    sources.push_back(static_cast<int>(g));
  }
  for (const std::size_t g : early_) passed_[g] = now_ + 2.0 * options_.coincidence;
  early_.clear();
  bool any = false;
  for (const int source : sources) {
    any = true;
    for (const int receiver : receivers_[source]) {
      if (fired_[receiver] != 0.0) continue;
      fired_[receiver] = 1.0;
      record(static_cast<std::size_t>(receiver), microstep, 1);
      if (!receivers_[receiver].empty()) next.push_back(receiver);
    }
  }
  return any;
}

/// Fires crossed guards, microstep by microstep, until none is left; returns the next microstep.
int ContinuousSimulation::fire_events(int microstep, std::vector<int> relayed) {
  if (guard_values_.empty()) return microstep;
  std::vector<int> next;
  while (mark_fired(microstep, relayed, next)) {
    if (microstep >= options_.most_microsteps) {
      throw SimulationError("simulation.events_unsettled", Where::of_signal(events_.back().name),
                            "events at " + number_text(start_ + now_) + " s did not settle in " +
                                std::to_string(options_.most_microsteps) +
                                " rounds: they trigger each other in a cycle; break the cycle");
    }
    firing_.clear();
    for (std::size_t g = 0; g < fired_.size(); ++g) {
      const int slot = system_->state().guard_slots[g];
      if (fired_[g] != 0.0 && (firing_.empty() || firing_.back() != slot)) firing_.push_back(slot);
    }
    for (const int slot : firing_) system_->fire(slot, fired_.data() + plan_.slots[slot].side);
    system_->evaluate(flow_.all);
    system_->keep_loops();
    take_guards();
    for (std::size_t g = 0; g < guard_values_.size(); ++g) {
      if (passed_early(g, now_)) continue;
      Side& side = system_->sides()[g];
      side = rearmed(plan_.guard_rules[g], guard_values_[g], side);
    }
    relayed = std::move(next);
    next.clear();
    ++microstep;
  }
  return microstep;
}

}  // namespace hearth
