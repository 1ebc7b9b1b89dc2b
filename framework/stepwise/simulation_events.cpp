// SPDX-License-Identifier: MIT
// Events of the stepwise simulation: passed on at the end of a step, and located within one.
#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/stepwise/internal/loop_solver.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {
namespace {

constexpr int kMostRounds = 100;     // of events that cause each other at the end of a step
constexpr int kMostParts = 1000;     // of one step
constexpr double kTolerance = 1e-8;  // s, of the instant of an event

}  // namespace

template <class T>
void Simulation<T>::list_guards() {
  const std::size_t guards = plan().guard_rules.size();
  fired_.assign(guards, 0);
  if (plan().event_links.empty() && !locate_events_) return;
  received_.assign(guards, T(0.0));
  if (!locate_events_) return;
  state_.require_rollback("locating events");
  before_ = snapshot();
}

/// Replaces fired guards by the guards that receive them; returns whether there are any.
template <class T>
bool Simulation<T>::mark_received() {
  std::fill(received_.begin(), received_.end(), T(0.0));
  bool any = false;
  for (const auto& [from, to] : plan().event_links) {
    if (fired_[from] == 0) continue;
    received_[to] = T(1.0);
    any = true;
  }
  // Received events can be passed on.
  for (std::size_t g = 0; g < fired_.size(); ++g) {
    fired_[g] = static_cast<signed char>(value_of(received_[g]));
  }
  return any;
}

template <class T>
void Simulation<T>::receive(int slot, Frame<T>& frame) {
  const ComponentType& type = *plan().instances[slot].type;
  perform(CallKind::Fire, type, slot, 1, frame, received_.data() + inputs().slots[slot].side);
  perform(CallKind::Events, type, slot, 1, frame);
  perform(CallKind::Outputs, type, slot, 1, frame);
  copy(plan().conversions[slot]);
}

/// Passes events on in rounds until none is left.
template <class T>
void Simulation<T>::dispatch_events(Frame<T>& frame) {
  if (plan().event_links.empty()) return;
  for (int round = 0; mark_received(); ++round) {
    if (round == kMostRounds) {
      const auto first = std::find_if(fired_.begin(), fired_.end(), [](int f) { return f != 0; });
      throw SimulationError("simulation.events_unsettled",
                            Where::of_signal(plan().guard_names[first - fired_.begin()]),
                            "events at " + number_text(frame.end) + " s did not settle in " +
                                std::to_string(kMostRounds) +
                                " rounds: they trigger each other in a cycle; break the cycle");
    }
    int last = -1;
    for (std::size_t g = 0; g < received_.size(); ++g) {
      if (value_of(received_[g]) == 0.0 || state_.guard_slots[g] == last) continue;
      last = state_.guard_slots[g];
      receive(last, frame);
    }
  }
}

template <class T>
void Simulation<T>::advance_part(Frame<T>& frame, double from, double to) {
  failed_ = true;  // until the end of the whole step
  frame.start = from;
  frame.end = to;
  frame.step = to - from;
  advance(frame);
}

/// Takes a step in parts that end when a guard fires; each instant is found by bisection.
template <class T>
void Simulation<T>::divide_step(Frame<T>& frame) {
  const double end = frame.end;
  const double whole = frame.step;
  const std::int64_t end_ms = frame.end_ms;
  const double tolerance =
      std::max(kTolerance, 8.0 * std::numeric_limits<double>::epsilon() * std::abs(end));
  double start = frame.start;
  int last = -1;
  for (int part = 0; part < kMostParts; ++part) {
    const StepTape::Mark noted = tape_ == nullptr ? StepTape::Mark{} : tape_->mark();
    const auto take_back = [&] {
      restore(before_);
      if (tape_ != nullptr) tape_->rewind(noted);
    };
    save_into(before_);
    frame.end_ms = end_ms;
    advance_part(frame, start, end);
    if (event_ < 0 || end - start <= tolerance) return book(part == 0 ? whole : end - start);
    frame.end_ms = kOffGrid;
    double quiet = start;
    double fired = end;
    while (fired - quiet > tolerance) {
      const double middle = 0.5 * (quiet + fired);
      take_back();
      advance_part(frame, start, middle);
      (event_ >= 0 ? fired : quiet) = middle;
    }
    take_back();
    if (end - fired <= tolerance) fired = end;
    if (fired == end) frame.end_ms = end_ms;
    advance_part(frame, start, fired);
    book(fired - start);
    if (fired == end) return;
    last = event_;
    start = fired;
    frame.start_ms = kOffGrid;  // samples were taken in the first part
  }
  throw SimulationError("simulation.events_excessive", Where::of_signal(plan().guard_names[last]),
                        "more than " + std::to_string(kMostParts) + " events in the step to " +
                            number_text(end) + " s; add a hysteresis to this guard");
}

template void Simulation<double>::list_guards();
template void Simulation<double>::dispatch_events(Frame<double>&);
template bool Simulation<double>::mark_received();
template void Simulation<double>::receive(int, Frame<double>&);
template void Simulation<double>::divide_step(Frame<double>&);
template void Simulation<double>::advance_part(Frame<double>&, double, double);
template void Simulation<Jet8>::list_guards();
template void Simulation<Jet8>::dispatch_events(Frame<Jet8>&);
template bool Simulation<Jet8>::mark_received();
template void Simulation<Jet8>::receive(int, Frame<Jet8>&);
template void Simulation<Jet8>::divide_step(Frame<Jet8>&);
template void Simulation<Jet8>::advance_part(Frame<Jet8>&, double, double);

}  // namespace hearth
