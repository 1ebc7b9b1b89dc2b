// SPDX-License-Identifier: MIT
// Balanced steps: components exchange means, loops are solved for them, and a step is divided until
// values change little within a part.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/plan/internal/batches.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/stepwise/internal/loop_solver.hpp"
#include "hearth/framework/stepwise/internal/step_stages.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {
namespace {

constexpr double kMostChange = 2.0;     // K, of a temperature in a part of a step
constexpr double kLittleChange = 0.8;   // K, below which parts become longer
constexpr double kShortestPart = 1.0;   // s, of parts that changes alone require
constexpr double kLongestPart = 900.0;  // s; fast states lag by half a part behind their inputs

/// Returns for each output whether it depends on a state or a held value; others are functions of
/// time only.
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

/// Returns copies of the states and held values of a component to the outputs that show them.
std::vector<Transfer> shown_cells(const Plan& plan, int s) {
  const PlannedInstance& instance = plan.instances[s];
  const Slot& slot = plan.slots[s];
  const Schema& schema = instance.type->schema;
  std::vector<Transfer> copies;
  for (int i = 0; i < schema.shown_count(); ++i) {
    const Schema::Source source = schema.shown_source(i);
    if (source.role != Role::State && source.role != Role::Held) continue;
    const Field& from = *schema.find(source.role, source.member);
    const Field& to = *schema.find(Role::Output, i);
    const int first = (source.role == Role::State ? slot.state : slot.held) +
                      cell_offset(schema, from, instance.sizes);
    const int shown = slot.out + cell_offset(schema, to, instance.sizes);
    for (int k = 0; k < cell_count(schema, to, instance.sizes); ++k) {
      copies.push_back({first + k, shown + k});
    }
  }
  return copies;
}

/// Returns whether samples are due at an instant. Equal clocks are evaluated once, because a
/// division takes as long as a small component.
class DueSamples {
 public:
  explicit DueSamples(std::int64_t start_ms) : start_ms_(start_ms) {}
  bool operator()(const Slot& slot) {
    if (slot.period != period_ || slot.offset != offset_) {
      period_ = slot.period;
      offset_ = slot.offset;
      const std::int64_t since = start_ms_ - offset_;
      due_ = since >= 0 && since % period_ == 0;
    }
    return due_ && start_ms_ <= slot.end;
  }

 private:
  std::int64_t start_ms_, period_ = 0, offset_ = 0;  // of the last slot
  bool due_ = false;
};

}  // namespace

template <class T>
void Simulation<T>::prepare_means() {
  const auto signals = static_cast<std::size_t>(plan().signal_count);
  averaged_.assign(signals, 0);
  const std::vector<char> remembers = remembering_outputs(plan());
  for (std::size_t i = 0; i < signals; ++i) {
    averaged_[i] = remembers[i] == 0 || is_rate(plan().signals[i].unit);
    if (averaged_[i]) averages_.push_back(static_cast<int>(i));
  }
  sums_.assign(averages_.size(), T(0.0));
  part_sums_ = sums_;
  list_evaluations();
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
  can_go_back_ = std::all_of(state_.steppers.begin(), state_.steppers.end(),
                             [](const SteppingInstance& stepper) { return stepper.can_go_back(); });
  if (*plan().options.substeps > 0) watched_.clear();
  watched_from_.resize(watched_.size());
  if (can_go_back_ && !watched_.empty()) part_ = snapshot();
  const double step = seconds(inputs().period.step);
  while (wanted_halvings_ < kMostHalvings &&
         std::ldexp(step, -wanted_halvings_ - 1) >= kShortestPart) {
    ++wanted_halvings_;
  }
  if (watched_.empty()) return;
  while (least_halvings_ < kMostHalvings && std::ldexp(step, -least_halvings_) > kLongestPart) {
    ++least_halvings_;
  }
}

/// Returns the slots that must be evaluated so that these cells belong to one instant: their own,
/// and those whose outputs feed through to them; adds those outputs to `cells`.
template <class T>
std::vector<char> Simulation<T>::needed_slots(std::vector<char>& cells) const {
  std::map<int, int> copied;  // copies of outputs, by their cell
  for (const auto& transfers : plan().conversions) {
    for (const Transfer& transfer : transfers) copied[transfer.to] = transfer.from;
  }
  std::vector<char> slots(plan().slots.size(), 0);
  const auto need = [&](int slot, int input) {
    int cell = plan().in_initial[plan().slots[slot].in + input];
    if (const auto copy = copied.find(cell); copy != copied.end()) cell = copy->second;
    if (cell >= plan().signal_count || cells[cell] != 0) return false;
    return cells[cell] = 1, true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < slots.size(); ++s) {
      const Slot& slot = plan().slots[s];
      for (int o = 0; o < slot.out_count; ++o) {
        if (cells[slot.out + o] == 0) continue;
        slots[s] = 1;
        for (const int i : plan().traces[s].feedthrough[o]) {
          changed = need(static_cast<int>(s), i) || changed;
        }
      }
    }
  }
  return slots;
}

/// Returns the stages of row 0 with these slots only; those with copies are not called.
template <class T>
std::vector<Stage> Simulation<T>::stages_of(
    const std::vector<char>& slots, const std::vector<std::vector<Transfer>>& copies) const {
  std::vector<Stage> stages;
  for (const Stage& whole : plan().initial_stages) {
    Stage stage;
    for (const Batch& batch : whole.batches) {
      for (int s = batch.first; s < batch.first + batch.count; ++s) {
        if (slots[s] == 0) continue;
        if (!copies.empty() && !copies[s].empty()) {
          stage.transfers.insert(stage.transfers.end(), copies[s].begin(), copies[s].end());
        } else {
          add_slot(stage.batches, batch.type, s);
        }
        const auto& own = plan().conversions[s];
        stage.transfers.insert(stage.transfers.end(), own.begin(), own.end());
      }
    }
    if (!stage.batches.empty() || !stage.transfers.empty()) stages.push_back(std::move(stage));
  }
  return stages;
}

/// Returns the stages to evaluate for samples, of components that sample means or of the others;
/// empty if the model has none.
template <class T>
typename Simulation<T>::Sampling Simulation<T>::sampling_stages(bool means) {
  std::vector<char> read(averaged_.size(), 0);
  std::vector<char> samplers(plan().slots.size(), 0);
  std::map<int, int> sources;  // of copies, by their cell
  for (const auto& transfers : plan().conversions) {
    for (const Transfer& transfer : transfers) sources[transfer.to] = transfer.from;
  }
  for (const LagSlot& lag : plan().lags) sources[lag.transfer.to] = lag.transfer.from;
  for (std::size_t s = 0; s < samplers.size(); ++s) {
    const Traits& traits = plan().instances[s].type->traits;
    if (!traits.has_update || traits.samples_means != means) continue;
    samplers[s] = 1;
    const Slot& slot = plan().slots[s];
    const double period = inputs().slots[s].sample_period;
    if (means) mean_period_ = mean_period_ == 0.0 ? period : std::min(mean_period_, period);
    for (int i = 0; i < slot.in_count; ++i) {
      int cell = plan().in_initial[slot.in + i];
      if (const auto source = sources.find(cell); source != sources.end()) cell = source->second;
      if (cell < plan().signal_count) read[cell] = 1;
    }
  }
  if (std::find(samplers.begin(), samplers.end(), 1) == samplers.end()) return {};
  std::vector<char> slots = needed_slots(read);
  for (std::size_t s = 0; s < slots.size(); ++s) slots[s] = slots[s] || samplers[s];
  Sampling sampling;
  sampling.first = stages_of(slots);
  const std::vector<char> outdated = outdated_slots(read);
  for (std::size_t s = 0; s < slots.size(); ++s) slots[s] = slots[s] && outdated[s];
  sampling.next = stages_of(slots);
  return sampling;
}

/// Returns the slots whose outputs among `cells` differ at the start of a step from those that the
/// step before left: sources, samplers, averages, and all that these, inputs from outside and
/// algebraic removed connections reach.
template <class T>
std::vector<char> Simulation<T>::outdated_slots(const std::vector<char>& cells) const {
  std::vector<int> owner(static_cast<std::size_t>(plan().signal_count), -1);
  std::vector<int> copied(plan().cells.size(), -1);  // the output behind a cell; -1: from outside
  std::vector<char> delivered(plan().cells.size(), 0);
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    const Slot& slot = plan().slots[s];
    for (int o = 0; o < slot.out_count; ++o) {
      owner[slot.out + o] = static_cast<int>(s);
      copied[slot.out + o] = slot.out + o;
    }
    for (const Transfer& transfer : plan().conversions[s]) copied[transfer.to] = transfer.from;
  }
  for (const LagSlot& lag : plan().lags) {
    // Values of loops are copied after the outputs of a row.
    delivered[lag.transfer.to] = lag.carrier == Carrier::Algebraic ? 0 : 1;
  }
  std::vector<char> outdated(plan().slots.size(), 0);
  for (std::size_t s = 0; s < outdated.size(); ++s) {
    outdated[s] = plan().instances[s].type->traits.has_update ? 1 : 0;
  }
  const auto changes = [&](std::size_t s, int o) {
    const Slot& slot = plan().slots[s];
    if (cells[slot.out + o] == 0) return false;
    if (averaged_[slot.out + o] != 0) return true;
    const auto& inputs = plan().traces[s].feedthrough[o];
    return std::any_of(inputs.begin(), inputs.end(), [&](int i) {
      const int cell = plan().in_initial[slot.in + i];
      if (delivered[cell] != 0) return false;
      return copied[cell] < 0 || outdated[owner[copied[cell]]] != 0;
    });
  };
  for (const auto& [cell, value] : given_outputs_) outdated[owner[cell]] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < outdated.size(); ++s) {
      if (outdated[s] != 0) continue;
      const PlannedInstance& instance = plan().instances[s];
      bool now = instance.source || changes_with_time(plan(), static_cast<int>(s));
      for (int o = 0; o < plan().slots[s].out_count && !now; ++o) now = changes(s, o);
      outdated[s] = now ? 1 : 0;
      changed = changed || now;
    }
  }
  return outdated;
}

/// Lists the stages to evaluate for a row, and for samples.
template <class T>
void Simulation<T>::list_evaluations() {
  sampled_ = sampling_stages(false);
  mean_sampled_ = sampling_stages(true);
  const bool samples = !sampled_.first.empty() || !mean_sampled_.first.empty();
  std::vector<char> shown(averaged_.size(), 0);
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = averaged_[i] == 0;
  if (samples) {  // they see removed connections at an instant
    for (const LagSlot& lag : plan().lags) shown[lag.transfer.from] = 1;
  }
  std::vector<char> slots = needed_slots(shown);
  std::vector<std::vector<Transfer>> input_copies(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s) {
    if (plan().instances[s].source) slots[s] = 0;  // the value it delivered acts until now
    if (changes_with_samples(plan(), static_cast<int>(s))) slots[s] = 0;
    if (slots[s] == 0) continue;
    std::vector<Transfer> copies = shown_cells(plan(), static_cast<int>(s));
    std::erase_if(copies, [&shown](const Transfer& copy) { return shown[copy.to] == 0; });
    const Slot& slot = plan().slots[s];
    const auto all =
        std::count(shown.begin() + slot.out, shown.begin() + slot.out + slot.out_count, 1);
    if (static_cast<long>(copies.size()) != all) {
      input_copies[s] = copied_inputs(plan(), static_cast<int>(s), plan().in_initial);
      std::erase_if(input_copies[s],
                    [&shown](const Transfer& copy) { return shown[copy.to] == 0; });
      if (static_cast<long>(input_copies[s].size()) != all) input_copies[s].clear();
      continue;
    }
    const auto& converted = plan().conversions[s];
    states_.insert(states_.end(), copies.begin(), copies.end());
    states_.insert(states_.end(), converted.begin(), converted.end());
    slots[s] = 0;
  }
  present_ = stages_of(slots, input_copies);
  std::vector<Transfer> shown_lags;
  for (const LagSlot& lag : plan().lags) {
    if (lag.carrier == Carrier::Algebraic || plan().instances[lag.slot].source) continue;
    const std::vector<Transfer> copies = shown_cells(plan(), lag.slot);
    const auto copy = std::find_if(
        copies.begin(), copies.end(),
        [&lag](const Transfer& shown_cell) { return shown_cell.to == lag.transfer.from; });
    if (copy == copies.end()) {
      if (std::find(delayed_.begin(), delayed_.end(), lag.slot) == delayed_.end()) {
        delayed_.push_back(lag.slot);
      }
    } else {
      shown_lags.push_back(*copy);
    }
    shown_lags.push_back(lag.transfer);
  }
  states_.insert(states_.begin(), shown_lags.begin(), shown_lags.end());
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
    run_stage(stage, frame, nullptr);
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
  take_samples(frame, next ? sampled_.next : sampled_.first, false);
  if (mean_sampled_.first.empty()) return;
  const double end = seconds((first_step_ + inputs().period.step_count()) * inputs().period.step);
  frame.end = std::max(frame.start, std::min(frame.start + mean_period_, end));
  frame.step = frame.end - frame.start;
  frame.configs = objects_.mean_configs();
  take_samples(frame, next ? mean_sampled_.next : mean_sampled_.first, true);
}

template <class T>
void Simulation<T>::take_samples(Frame<T>& frame, const std::vector<Stage>& stages, bool means) {
  DueSamples due(frame.start_ms);
  for (const Stage& stage : stages) {
    for (const Batch& batch : stage.batches) {
      const Traits& traits = batch.type->traits;
      if (traits.has_update && traits.samples_means == means) {
        const int end = batch.first + batch.count;
        for (int s = batch.first; s < end; ++s) {
          const int first = s;
          while (s < end && due(inputs().slots[s])) ++s;
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
  for (const int slot : delayed_) {
    perform(CallKind::Outputs, *plan().instances[slot].type, slot, 1, frame);
  }
  copy(states_);
  for (const Stage& stage : present_) {
    for (const Batch& batch : stage.batches) {
      perform(CallKind::Outputs, *batch.type, batch.first, batch.count, frame);
    }
    copy(stage.transfers);
  }
  copy(plan().feedback);
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

/// Adds the means in the cells, which belong to a piece of the step, weighted by its share.
template <class T>
void Simulation<T>::book(double length) {
  const double share = length / seconds(inputs().period.step);
  if (tape_ != nullptr) tape_->note_book(share);
  const bool first = pieces_++ == 0;
  for (std::size_t k = 0; k < averages_.size(); ++k) {
    const T mean = share * state_.cells[averages_[k]];
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
  const bool adaptive = !watched_.empty();
  const long grid = adaptive ? 1L << kMostHalvings : std::max(1, substeps);
  const auto time_at = [&](long at) {
    return at == grid
               ? whole.end
               : whole.start + whole.step * (static_cast<double>(at) / static_cast<double>(grid));
  };
  frame.means = true;
  frame.start_ms = kOffGrid;  // samples were taken
  for (long at = 0; at < grid;) {
    const long size = adaptive ? grid >> halvings_ : 1;
    const bool divisible = adaptive && can_go_back_ && halvings_ < kMostHalvings;
    const StepTape::Mark noted = tape_ == nullptr ? StepTape::Mark{} : tape_->mark();
    if (divisible) save_into(part_);
    if (adaptive) mark_changes();
    frame.start = time_at(at);
    frame.end = time_at(at + size);
    frame.step = whole.step * (static_cast<double>(size) / static_cast<double>(grid));
    frame.end_ms = at + size == grid ? whole.end_ms : kOffGrid;
    const bool solved = advance_balanced(frame, divisible);
    const double change = adaptive ? largest_change() : 0.0;
    const bool too_much = !(change <= kMostChange) && halvings_ < wanted_halvings_;
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
    if (halvings_ > least_halvings_ && change < kLittleChange && at % (2 * size) == 0) --halvings_;
  }
  frame.means = false;
  find_present(frame);
  if (tape_ != nullptr) tape_->note_step_end();
  for (std::size_t k = 0; k < sums_.size(); ++k) state_.cells[averages_[k]] = sums_[k];
}

template void Simulation<double>::prepare_means();
template std::vector<char> Simulation<double>::needed_slots(std::vector<char>&) const;
template std::vector<Stage> Simulation<double>::stages_of(
    const std::vector<char>&, const std::vector<std::vector<Transfer>>&) const;
template void Simulation<double>::list_evaluations();
template void Simulation<double>::guess_outputs();
template void Simulation<double>::settle(Frame<double>);
template Simulation<double>::Sampling Simulation<double>::sampling_stages(bool);
template std::vector<char> Simulation<double>::outdated_slots(const std::vector<char>&) const;
template void Simulation<double>::take_samples(Frame<double>);
template void Simulation<double>::take_samples(Frame<double>&, const std::vector<Stage>&, bool);
template void Simulation<double>::find_present(Frame<double>);
template void Simulation<double>::mark_changes();
template double Simulation<double>::largest_change() const;
template void Simulation<double>::book(double);
template bool Simulation<double>::advance_balanced(Frame<double>&, bool);
template void Simulation<double>::balanced_step(Frame<double>&);
template void Simulation<Jet8>::prepare_means();
template std::vector<char> Simulation<Jet8>::needed_slots(std::vector<char>&) const;
template std::vector<Stage> Simulation<Jet8>::stages_of(
    const std::vector<char>&, const std::vector<std::vector<Transfer>>&) const;
template void Simulation<Jet8>::list_evaluations();
template void Simulation<Jet8>::guess_outputs();
template void Simulation<Jet8>::settle(Frame<Jet8>);
template Simulation<Jet8>::Sampling Simulation<Jet8>::sampling_stages(bool);
template std::vector<char> Simulation<Jet8>::outdated_slots(const std::vector<char>&) const;
template void Simulation<Jet8>::take_samples(Frame<Jet8>);
template void Simulation<Jet8>::take_samples(Frame<Jet8>&, const std::vector<Stage>&, bool);
template void Simulation<Jet8>::find_present(Frame<Jet8>);
template void Simulation<Jet8>::mark_changes();
template double Simulation<Jet8>::largest_change() const;
template void Simulation<Jet8>::book(double);
template bool Simulation<Jet8>::advance_balanced(Frame<Jet8>&, bool);
template void Simulation<Jet8>::balanced_step(Frame<Jet8>&);

}  // namespace hearth
