// SPDX-License-Identifier: MIT
// Balanced steps: components exchange means, loops are solved for them, and a step is divided until
// little moves within a part.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/stepwise/internal/loop_solver.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {
namespace {

constexpr double kMostChange = 2.0;    // K, of a temperature in a part of a step
constexpr double kLittleChange = 0.8;  // K, below which parts become longer

/// Rates are averaged: what flows has an odd power of the second below the line (W, kg/s, m3/s); a
/// speed does not flow.
bool is_rate(const Unit& unit) {
  const bool speed = unit.m == 1 && unit.kg == 0;
  return unit.s < 0 && unit.s % 2 != 0 && !speed;
}

/// Returns for each output whether it depends on a state or a held value; others are functions of
/// time alone.
std::vector<char> remembering_outputs(const Plan& plan) {
  std::vector<char> remembers(static_cast<std::size_t>(plan.signal_count), 0);
  std::map<int, int> copied;  // copies of outputs, by their cell
  for (const auto& transfers : plan.conversions) {
    for (const Transfer& transfer : transfers) copied[transfer.to] = transfer.from;
  }
  for (const LagSlot& lag : plan.lags) copied[lag.transfer.to] = lag.transfer.from;
  const auto reads = [&](int cell) {
    if (const auto copy = copied.find(cell); copy != copied.end()) cell = copy->second;
    return cell < plan.signal_count ? remembers[cell] != 0 : true;  // inputs set from outside
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < plan.slots.size(); ++s) {
      const Slot& slot = plan.slots[s];
      const TraceResult& trace = plan.traces[s];
      for (int o = 0; o < slot.out_count; ++o) {
        char& own = remembers[slot.out + o];
        if (own != 0) continue;
        const auto& inputs = trace.feedthrough[o];
        own = slot.stepper >= 0 || !trace.output_states[o].empty() ||
              (trace.carriers[o] == Carrier::Update) ||
              std::any_of(inputs.begin(), inputs.end(),
                          [&](int i) { return reads(plan.in_initial[slot.in + i]); });
        changed = changed || own != 0;
      }
    }
  }
  return remembers;
}

bool is_due(const Slot& slot, std::int64_t start_ms) {
  const std::int64_t since = start_ms - slot.offset;
  return since >= 0 && since % slot.period == 0 && start_ms <= slot.end;
}

}  // namespace

template <class T>
void Simulation<T>::prepare_balance() {
  row_.assign(static_cast<std::size_t>(plan().signal_count), T(0.0));
  part_sums_ = sums_ = row_;
  averaged_.assign(row_.size(), 0);
  const std::vector<char> remembers = remembering_outputs(plan());
  for (std::size_t i = 0; i < row_.size(); ++i) {
    averaged_[i] = remembers[i] == 0 || is_rate(plan().signals[i].unit);
  }
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    samples_ = samples_ || plan().instances[s].type->traits.has_update;
  }
  for (const Loop& loop : plan().loops) {
    for (const int s : loop.slots) {
      const PlannedInstance& instance = plan().instances[s];
      const Schema& schema = instance.type->schema;
      for (const Field& field : schema) {
        if (field.role != Role::State || !field.unit.compatible(unit::degC)) continue;
        const int first = plan().slots[s].state + cell_offset(schema, field, instance.sizes);
        for (int i = 0; i < cell_count(schema, field, instance.sizes); ++i) {
          watched_.push_back(first + i);
        }
      }
    }
  }
  const bool can_go_back =
      std::all_of(state_.steppers.begin(), state_.steppers.end(),
                  [](const SteppingInstance& stepper) { return stepper.can_go_back(); });
  if (!can_go_back) watched_.clear();  // steps are not divided
  watched_from_.resize(watched_.size());
  if (can_go_back) part_ = snapshot();
}

/// Puts a first value into outputs that loops exchange and nobody gives: a room's temperature, or
/// 0.
template <class T>
void Simulation<T>::guess_outputs() {
  for (const LagSlot& lag : plan().lags) {
    if (lag.carrier != Carrier::Algebraic) continue;
    const Unit& unit = plan().signals[lag.transfer.from].unit;
    const bool temperature = unit.point && !unit.bare;
    state_.cells[lag.transfer.from] = T(temperature ? convert(20.0, unit::degC, unit) : 0.0);
  }
}

/// Solves the loops in row 0 by a step of no length; given outputs stay in that row.
template <class T>
void Simulation<T>::settle(Frame<T> frame) {
  if (loops_.empty()) return;
  frame.means = true;
  frame.in = plan().in.data();
  frame.start = frame.end;
  frame.start_ms = frame.end_ms = kOffGrid;
  for (const Stage& stage : plan().stages) {
    frame.hold_events = true;
    run_stage(stage, frame, nullptr);
  }
  for (const auto& [cell, value] : given_outputs_) state_.cells[cell] = T(value);
}

/// Takes the samples that are due at the start of a step, in the order of levels: each sees what
/// those before it put out, everything else as it is at that instant.
template <class T>
void Simulation<T>::take_samples(Frame<T> frame) {
  if (!samples_) return;
  frame.end = frame.start;
  frame.step = 0.0;
  frame.in = plan().in_initial.data();
  frame.in_start = nullptr;
  for (const Stage& stage : plan().initial_stages) {
    for (const Batch& batch : stage.batches) {
      const Ops<T>& ops = ops_of<T>(*batch.type);
      const Slot* slots = inputs().slots.data() + batch.first;
      if (batch.type->traits.has_update) {
        for (int i = 0; i < batch.count; ++i) {
          if (is_due(slots[i], frame.start_ms)) ops.update(slots[i], frame);
        }
      }
      ops.outputs(slots, batch.count, frame);
    }
    copy(stage.transfers);
  }
}

/// Leaves in the cells the outputs as they are at the end of a step.
template <class T>
void Simulation<T>::find_present(Frame<T> frame) {
  frame.step = 0.0;
  frame.start = frame.end;
  frame.in = plan().in_initial.data();
  frame.in_start = nullptr;
  frame.means = false;
  for (const LagSlot& lag : plan().lags) {
    if (lag.carrier == Carrier::Algebraic) continue;
    const auto s = static_cast<std::size_t>(lag.slot);
    if (plan().instances[s].source) continue;
    ops_of<T>(*plan().instances[s].type).outputs(&inputs().slots[s], 1, frame);
    execute(lag.transfer, state_.cells);
  }
  for (const Stage& stage : plan().initial_stages) {
    for (const Batch& batch : stage.batches) {
      for (int s = batch.first; s < batch.first + batch.count; ++s) {
        if (plan().instances[s].source) continue;  // what it delivered is what acts until now
        ops_of<T>(*batch.type).outputs(inputs().slots.data() + s, 1, frame);
      }
    }
    copy(stage.transfers);
  }
  copy(plan().feedback);
}

template <class T>
void Simulation<T>::take_row_values(bool averaged) {
  for (std::size_t i = 0; i < row_.size(); ++i) {
    row_[i] = averaged && averaged_[i] ? sums_[i] : state_.cells[static_cast<int>(i)];
  }
}

template <class T>
void Simulation<T>::mark_changes() {
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    watched_from_[i] = value_of(state_.cells[watched_[i]]);
  }
}

template <class T>
double Simulation<T>::largest_change() const {
  double largest = 0.0;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const double change = std::abs(value_of(state_.cells[watched_[i]]) - watched_from_[i]);
    largest = change > largest || std::isnan(change) ? change : largest;
  }
  return largest;
}

/// Adds the means that the cells hold to those of a part of the step.
template <class T>
void Simulation<T>::book(double from, double to) {
  for (std::size_t i = 0; i < part_sums_.size(); ++i) {
    part_sums_[i] += (to - from) * state_.cells[static_cast<int>(i)];
  }
}

/// Returns whether the loops of a part were solved.
template <class T>
bool Simulation<T>::advance_balanced(Frame<T>& frame) {
  std::fill(part_sums_.begin(), part_sums_.end(), T(0.0));
  const auto go = [&] {
    if (locate_events_) return divide_step(frame);
    advance(frame);
    book(frame.start, frame.end);
  };
  if (halvings_ == kMostHalvings) {
    go();
    return true;
  }
  try {
    go();
    return true;
  } catch (const SimulationError& error) {
    if (error.code() != "simulation.loop_not_converged") throw;
    return false;
  }
}

template <class T>
void Simulation<T>::balanced_step(Frame<T>& frame) {
  take_samples(frame);
  const double start = frame.start;
  const double end = frame.end;
  const double step = frame.step;
  const std::int64_t end_ms = frame.end_ms;
  constexpr long kGrid = 1L << kMostHalvings;
  std::fill(sums_.begin(), sums_.end(), T(0.0));
  frame.means = true;
  frame.start_ms = kOffGrid;  // samples were taken
  for (long at = 0; at < kGrid;) {
    const long size = kGrid >> halvings_;
    const bool divisible = !watched_.empty() && halvings_ < kMostHalvings;
    if (divisible) {
      save_into(part_);
      mark_changes();
    }
    const double share = static_cast<double>(size) / static_cast<double>(kGrid);
    frame.start = start + step * (static_cast<double>(at) / static_cast<double>(kGrid));
    frame.end = at + size == kGrid
                    ? end
                    : start + step * (static_cast<double>(at + size) / static_cast<double>(kGrid));
    frame.step = step * share;
    frame.end_ms = at + size == kGrid ? end_ms : kOffGrid;
    const bool solved = advance_balanced(frame);
    const double change = largest_change();
    if (divisible && !(solved && change <= kMostChange)) {
      const int halvings = halvings_ + 1;
      restore(part_);
      halvings_ = halvings;
      failed_ = true;
      continue;
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += part_sums_[i] / step;
    at += size;
    if (halvings_ > 0 && change < kLittleChange && at % (2 * size) == 0) --halvings_;
  }
  frame.means = false;
  find_present(frame);
  take_row_values(true);
}

template void Simulation<double>::prepare_balance();
template void Simulation<double>::guess_outputs();
template void Simulation<double>::settle(Frame<double>);
template void Simulation<double>::book(double, double);
template void Simulation<double>::balanced_step(Frame<double>&);
template void Simulation<double>::find_present(Frame<double>);
template void Simulation<double>::take_row_values(bool);
template void Simulation<Jet8>::prepare_balance();
template void Simulation<Jet8>::guess_outputs();
template void Simulation<Jet8>::settle(Frame<Jet8>);
template void Simulation<Jet8>::book(double, double);
template void Simulation<Jet8>::balanced_step(Frame<Jet8>&);
template void Simulation<Jet8>::find_present(Frame<Jet8>);
template void Simulation<Jet8>::take_row_values(bool);

}  // namespace hearth
