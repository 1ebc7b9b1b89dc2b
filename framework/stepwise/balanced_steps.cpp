// SPDX-License-Identifier: MIT
// Balanced steps: components exchange means, loops are solved for them, and a step is divided until
// values change little within a part.
#include <algorithm>
#include <cmath>
#include <vector>

#include "hearth/framework/component/due_samples.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/stepwise/internal/loop_solver.hpp"
#include "hearth/framework/stepwise/internal/step_parts.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {
template <class T>
void Simulation<T>::prepare_means() {
  sums_.assign(schedule_.averages().size(), T(0.0));
  part_sums_ = sums_;
  watched_from_.resize(schedule_.watched().size());
  can_go_back_ = std::all_of(state_.steppers.begin(), state_.steppers.end(),
                             [](const SteppingInstance& stepper) { return stepper.can_go_back(); });
  if (can_go_back_ && !schedule_.watched().empty()) part_ = snapshot();
}

/// Writes first values into outputs that loops exchange.
template <class T>
void Simulation<T>::guess_outputs() {
  for (const LagSlot& lag : plan().lags) {
    if (lag.carrier != Carrier::Algebraic) continue;
    set_constant(lag.transfer.from, plan().first_value(lag.transfer.from));
  }
}

/// Solves the loops in row 0 by a step of length 0; given outputs keep their values in that row.
template <class T>
void Simulation<T>::settle(Frame<T> frame) {
  if (loops_.empty()) return;
  const std::vector<signed char> fired = fired_;  // in row 0, also by members of loops
  frame.means = true;
  frame.in = plan().in.data();
  frame.start = frame.end;
  frame.start_ms = frame.end_ms = kOffGrid;
  for (const Stage& stage : plan().stages) {
    frame.hold_events = true;
    if (!run_stage(stage, frame)) report_unsolved(frame.end);
  }
  fired_ = fired;
  for (const auto& [cell, value] : given_outputs_) set_constant(cell, value);
}

/// Takes the samples that are due at the start of a step, in the order of levels: each sees the
/// outputs of those before it and otherwise values of that instant. To components that sample
/// means, series deliver their values for the period that begins.
template <class T>
void Simulation<T>::take_samples(Frame<T> frame) {
  frame.in = plan().in_initial.data();
  frame.in_start = nullptr;
  frame.end = frame.start;
  frame.step = 0.0;
  const bool next = after_step_;
  take_samples(frame, next ? schedule_.sampled().next : schedule_.sampled().first, false);
  if (schedule_.mean_sampled().empty()) return;
  const double end = seconds((first_step_ + inputs().period.step_count()) * inputs().period.step);
  frame.end = std::max(frame.start, std::min(frame.start + schedule_.mean_period(), end));
  frame.step = frame.end - frame.start;
  frame.configs = objects_.mean_configs();
  take_samples(frame, next ? schedule_.mean_sampled().next : schedule_.mean_sampled().first, true);
}

template <class T>
void Simulation<T>::take_samples(Frame<T>& frame, const std::vector<Stage>& stages, bool means) {
  DueSamples samples(frame.start_ms);
  for (const Stage& stage : stages) {
    for (const Batch& batch : stage.batches) {
      const Traits& traits = batch.type->traits;
      if (traits.has_update && traits.samples_means == means) {
        const int end = batch.first + batch.count;
        for (int s = batch.first; s < end; ++s) {
          const int first = s;
          while (s < end && samples.due(inputs().slots[s])) ++s;
          if (s > first) perform(CallKind::Update, *batch.type, first, s - first, frame);
        }
      }
      perform(CallKind::Outputs, *batch.type, batch.first, batch.count, frame);
    }
    copy(stage.transfers);
  }
}

/// Leaves in the cells the outputs at the end of a step, as far as the row or samples need
/// them.
template <class T>
void Simulation<T>::find_present(Frame<T> frame) {
  frame.step = 0.0;
  frame.start = frame.end;
  frame.in = plan().in_initial.data();
  frame.in_start = nullptr;
  frame.means = false;
  for (const int slot : schedule_.delayed()) {
    perform(CallKind::Outputs, *plan().instances[slot].type, slot, 1, frame);
  }
  copy(schedule_.states());
  for (const Stage& stage : schedule_.present()) {
    for (const Batch& batch : stage.batches) {
      perform(CallKind::Outputs, *batch.type, batch.first, batch.count, frame);
    }
    copy(stage.transfers);
  }
  copy(plan().feedback);
}

template <class T>
void Simulation<T>::mark_changes() {
  const std::vector<int>& watched = schedule_.watched();
  for (std::size_t i = 0; i < watched.size(); ++i) {
    watched_from_[i] = value_of(state_.cells[watched[i]]);
  }
}

template <class T>
double Simulation<T>::largest_change() const {
  const std::vector<int>& watched = schedule_.watched();
  double largest = 0.0;
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const double change = std::abs(value_of(state_.cells[watched[i]]) - watched_from_[i]);
    largest = change > largest || std::isnan(change) ? change : largest;
  }
  return largest;
}

/// Adds the means in the cells, which belong to a piece of the step, weighted by its share.
template <class T>
void Simulation<T>::book(double length) {
  const double share = length / seconds(inputs().period.step);
  if (tape_ != nullptr) tape_->note_book(share);
  const bool first = pieces_++ == 0;
  const std::vector<int>& averages = schedule_.averages();
  for (std::size_t k = 0; k < averages.size(); ++k) {
    const T mean = share * state_.cells[averages[k]];
    part_sums_[k] = first ? mean : T(part_sums_[k] + mean);
  }
  for (std::size_t i = 0; i < part_amounts_.size(); ++i) {
    part_amounts_[i] = (first ? 0.0 : part_amounts_[i]) + length * rates_[i];
  }
  for (std::size_t i = 0; i < mean_cells_.size(); ++i) {
    const T& value = state_.cells[mean_cells_[i]];
    part_means_[i] += share * (balanced_ ? value : T(0.5 * (mean_from_[i] + value)));
    mean_from_[i] = value;
  }
}

/// Takes a part of a step; returns whether its loops were solved, if it could be shorter.
template <class T>
bool Simulation<T>::advance_balanced(Frame<T>& frame, bool divisible) {
  pieces_ = 0;
  begin_part_means();
  ++parts_;
  try {
    if (locate_events_) {
      divide_step(frame);
    } else {
      advance(frame);
      book(frame.step);
    }
    return true;
  } catch (const SimulationError& error) {
    if (!divisible || error.code() != "simulation.loop_not_converged") throw;
    return false;
  }
}

template <class T>
void Simulation<T>::balanced_step(Frame<T>& frame) {
  take_samples(frame);
  const Frame<T> whole = frame;
  const int substeps = *plan().options.substeps;
  const bool adaptive = !schedule_.watched().empty();
  const long grid = adaptive ? 1L << StepSchedule::kMostHalvings : std::max(1, substeps);
  frame.means = true;
  frame.start_ms = kOffGrid;  // samples were taken
  for (long at = 0; at < grid;) {
    const long size = adaptive ? grid >> halvings_ : 1;
    const bool divisible = adaptive && can_go_back_ && halvings_ < StepSchedule::kMostHalvings;
    const StepTape::Mark noted = tape_ == nullptr ? StepTape::Mark{} : tape_->mark();
    if (divisible) save_into(part_);
    if (adaptive) mark_changes();
    set_part(frame, whole, at, size, grid);
    const bool solved = advance_balanced(frame, divisible);
    const double change = adaptive ? largest_change() : 0.0;
    const bool too_much =
        !(change <= StepSchedule::kMostChange) && halvings_ < schedule_.wanted_halvings();
    if (divisible && (!solved || too_much)) {
      const int halvings = halvings_ + 1;
      restore(part_);
      if (tape_ != nullptr) tape_->rewind(noted);
      halvings_ = halvings;
      failed_ = true;
      continue;
    }
    if (at == 0) {
      std::swap(sums_, part_sums_);
    } else {
      for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += part_sums_[k];
    }
    take_part_means();
    book_part();
    at += size;
    if (too_much) ++halvings_;  // for the next part, since this one cannot be repeated
    if (halvings_ > schedule_.least_halvings() && change < StepSchedule::kLittleChange &&
        at % (2 * size) == 0)
      --halvings_;
  }
  frame.means = false;
  find_present(frame);
  if (tape_ != nullptr) tape_->note_step_end();
  for (std::size_t k = 0; k < sums_.size(); ++k) state_.cells[schedule_.averages()[k]] = sums_[k];
}

template void Simulation<double>::prepare_means();
template void Simulation<double>::guess_outputs();
template void Simulation<double>::settle(Frame<double>);
template void Simulation<double>::take_samples(Frame<double>);
template void Simulation<double>::take_samples(Frame<double>&, const std::vector<Stage>&, bool);
template void Simulation<double>::find_present(Frame<double>);
template void Simulation<double>::mark_changes();
template double Simulation<double>::largest_change() const;
template void Simulation<double>::book(double);
template bool Simulation<double>::advance_balanced(Frame<double>&, bool);
template void Simulation<double>::balanced_step(Frame<double>&);
template void Simulation<Jet8>::prepare_means();
template void Simulation<Jet8>::guess_outputs();
template void Simulation<Jet8>::settle(Frame<Jet8>);
template void Simulation<Jet8>::take_samples(Frame<Jet8>);
template void Simulation<Jet8>::take_samples(Frame<Jet8>&, const std::vector<Stage>&, bool);
template void Simulation<Jet8>::find_present(Frame<Jet8>);
template void Simulation<Jet8>::mark_changes();
template double Simulation<Jet8>::largest_change() const;
template void Simulation<Jet8>::book(double);
template bool Simulation<Jet8>::advance_balanced(Frame<Jet8>&, bool);
template void Simulation<Jet8>::balanced_step(Frame<Jet8>&);

}  // namespace hearth
