// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/step_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/plan/internal/batches.hpp"
#include "hearth/framework/stepwise/internal/step_stages.hpp"

namespace hearth {
namespace {

constexpr int kBlockSize = 256;         // calls of components; their values take about 200 kB
constexpr double kShortestPart = 1.0;   // s, of parts that changes alone require
constexpr double kLongestPart = 900.0;  // s; fast states lag by half a part behind their inputs

/// Returns, for each output, whether it depends on a state or a held value. Other outputs are
/// functions of time only.
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
  const SchemaView& schema = instance.type->schema;
  std::vector<Transfer> copies;
  for (int i = 0; i < schema.shown_count(); ++i) {
    const ShownSource source = schema.shown_source(i);
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

}  // namespace

StepSchedule::StepSchedule(const Plan& plan, const RunInputs& inputs)
    : plan_(plan),
      inputs_(inputs),
      balanced_(plan.options.coupling == Coupling::Balanced),
      averaged_(static_cast<std::size_t>(plan.signal_count), 0) {
  list_stages();
  if (!balanced_) return;
  list_averages();
  list_evaluations();
  if (*plan_.options.substeps == 0) list_watched();
  find_halvings();
}

void StepSchedule::list_stages() {
  std::vector<Stage> stages = plan_.stages;
  for (Stage& stage : stages) {
    const std::vector<Batch> all = std::exchange(stage.batches, {});
    std::vector<Transfer> copies;
    for (const Batch& batch : all) {
      for (int s = batch.first; s < batch.first + batch.count; ++s) {
        // An input that moves within a step has a mean.
        const auto own = inputs_.sloped ? std::vector<Transfer>() : copies_only(plan_, s);
        copies.insert(copies.end(), own.begin(), own.end());
        if (!own.empty() || (balanced_ && changes_with_samples(plan_, s))) continue;
        add_slot(stage.batches, batch.type, s);
      }
    }
    stage.transfers.insert(stage.transfers.begin(), copies.begin(), copies.end());
  }
  stages_ = divide_into_blocks(plan_, stages, kBlockSize);
}

void StepSchedule::list_averages() {
  const std::vector<char> remembers = remembering_outputs(plan_);
  for (std::size_t i = 0; i < averaged_.size(); ++i) {
    averaged_[i] = remembers[i] == 0 || is_rate(plan_.signals[i].unit);
    if (averaged_[i] != 0) averages_.push_back(static_cast<int>(i));
  }
}

void StepSchedule::list_watched() {
  for (const Loop& loop : plan_.loops) {
    for (const int s : loop.slots) {
      const PlannedInstance& instance = plan_.instances[s];
      const SchemaView& schema = instance.type->schema;
      for (const Field& field : schema) {
        if (field.role != Role::State || !field.unit.compatible(unit::degC)) continue;
        const int first = plan_.slots[s].state + cell_offset(schema, field, instance.sizes);
        for (int i = 0; i < cell_count(schema, field, instance.sizes); ++i) {
          watched_.push_back(first + i);
        }
      }
    }
  }
}

void StepSchedule::find_halvings() {
  const double step = seconds(inputs_.period.step);
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
std::vector<char> StepSchedule::needed_slots(std::vector<char>& cells) const {
  std::map<int, int> copied;  // copies of outputs, by their cell
  for (const auto& transfers : plan_.conversions) {
    for (const Transfer& transfer : transfers) copied[transfer.to] = transfer.from;
  }
  std::vector<char> slots(plan_.slots.size(), 0);
  const auto need = [&](int slot, int input) {
    int cell = plan_.in_initial[plan_.slots[slot].in + input];
    if (const auto copy = copied.find(cell); copy != copied.end()) cell = copy->second;
    if (cell >= plan_.signal_count || cells[cell] != 0) return false;
    return cells[cell] = 1, true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < slots.size(); ++s) {
      const Slot& slot = plan_.slots[s];
      for (int o = 0; o < slot.out_count; ++o) {
        if (cells[slot.out + o] == 0) continue;
        slots[s] = 1;
        for (const int i : plan_.traces[s].feedthrough[o]) {
          changed = need(static_cast<int>(s), i) || changed;
        }
      }
    }
  }
  return slots;
}

/// Returns the stages of row 0 with these slots only; those with copies are not called.
std::vector<Stage> StepSchedule::stages_of(const std::vector<char>& slots,
                                           const std::vector<std::vector<Transfer>>& copies) const {
  std::vector<Stage> stages;
  for (const Stage& whole : plan_.initial_stages) {
    Stage stage;
    for (const Batch& batch : whole.batches) {
      for (int s = batch.first; s < batch.first + batch.count; ++s) {
        if (slots[s] == 0) continue;
        if (!copies.empty() && !copies[s].empty()) {
          stage.transfers.insert(stage.transfers.end(), copies[s].begin(), copies[s].end());
        } else {
          add_slot(stage.batches, batch.type, s);
        }
        const auto& own = plan_.conversions[s];
        stage.transfers.insert(stage.transfers.end(), own.begin(), own.end());
      }
    }
    if (!stage.batches.empty() || !stage.transfers.empty()) stages.push_back(std::move(stage));
  }
  return stages;
}

/// Returns the stages to evaluate for samples, of components that sample means or of the others;
/// empty if the model has none.
SampleStages StepSchedule::sampling_stages(bool means) {
  std::vector<char> read(averaged_.size(), 0);
  std::vector<char> samplers(plan_.slots.size(), 0);
  std::map<int, int> sources;  // of copies, by their cell
  for (const auto& transfers : plan_.conversions) {
    for (const Transfer& transfer : transfers) sources[transfer.to] = transfer.from;
  }
  for (const LagSlot& lag : plan_.lags) sources[lag.transfer.to] = lag.transfer.from;
  for (std::size_t s = 0; s < samplers.size(); ++s) {
    const Traits& traits = plan_.instances[s].type->traits;
    if (!traits.has_update || traits.samples_means != means) continue;
    samplers[s] = 1;
    const Slot& slot = plan_.slots[s];
    const double period = inputs_.slots[s].sample_period;
    if (means) mean_period_ = mean_period_ == 0.0 ? period : std::min(mean_period_, period);
    for (int i = 0; i < slot.in_count; ++i) {
      int cell = plan_.in_initial[slot.in + i];
      if (const auto source = sources.find(cell); source != sources.end()) cell = source->second;
      if (cell < plan_.signal_count) read[cell] = 1;
    }
  }
  if (std::find(samplers.begin(), samplers.end(), 1) == samplers.end()) return {};
  std::vector<char> slots = needed_slots(read);
  for (std::size_t s = 0; s < slots.size(); ++s) slots[s] = slots[s] || samplers[s];
  SampleStages sampling;
  sampling.first = stages_of(slots);
  const std::vector<char> outdated = outdated_slots(read);
  for (std::size_t s = 0; s < slots.size(); ++s) slots[s] = slots[s] && outdated[s];
  sampling.next = stages_of(slots);
  return sampling;
}

/// Returns the slots whose outputs in `cells` differ at the start of a step from those at the end
/// of the previous step. These are sources, samplers and averages, and all slots that these, inputs
/// from outside and removed connections that are algebraic affect.
std::vector<char> StepSchedule::outdated_slots(const std::vector<char>& cells) const {
  std::vector<int> owner(static_cast<std::size_t>(plan_.signal_count), -1);
  std::vector<int> copied(plan_.cells.size(), -1);  // the output behind a cell; -1: from outside
  std::vector<char> delivered(plan_.cells.size(), 0);
  for (std::size_t s = 0; s < plan_.slots.size(); ++s) {
    const Slot& slot = plan_.slots[s];
    for (int o = 0; o < slot.out_count; ++o) {
      owner[slot.out + o] = static_cast<int>(s);
      copied[slot.out + o] = slot.out + o;
    }
    for (const Transfer& transfer : plan_.conversions[s]) copied[transfer.to] = transfer.from;
  }
  for (const LagSlot& lag : plan_.lags) {
    // Values of loops are copied after the outputs of a row.
    delivered[lag.transfer.to] = lag.carrier == Carrier::Algebraic ? 0 : 1;
  }
  std::vector<char> outdated(plan_.slots.size(), 0);
  for (std::size_t s = 0; s < outdated.size(); ++s) {
    outdated[s] = plan_.instances[s].type->traits.has_update ? 1 : 0;
  }
  const auto changes = [&](std::size_t s, int o) {
    const Slot& slot = plan_.slots[s];
    if (cells[slot.out + o] == 0) return false;
    if (averaged_[slot.out + o] != 0) return true;
    const auto& inputs = plan_.traces[s].feedthrough[o];
    return std::any_of(inputs.begin(), inputs.end(), [&](int i) {
      const int cell = plan_.in_initial[slot.in + i];
      if (delivered[cell] != 0) return false;
      return copied[cell] < 0 || outdated[owner[copied[cell]]] != 0;
    });
  };
  for (const auto& [cell, value] : plan_.given_outputs) outdated[owner[cell]] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < outdated.size(); ++s) {
      if (outdated[s] != 0) continue;
      const PlannedInstance& instance = plan_.instances[s];
      bool now = instance.source || changes_with_time(plan_, static_cast<int>(s));
      for (int o = 0; o < plan_.slots[s].out_count && !now; ++o) now = changes(s, o);
      outdated[s] = now ? 1 : 0;
      changed = changed || now;
    }
  }
  return outdated;
}

/// Lists the stages to evaluate for a row, and for samples.
void StepSchedule::list_evaluations() {
  sampled_ = sampling_stages(false);
  mean_sampled_ = sampling_stages(true);
  const bool samples = !sampled_.empty() || !mean_sampled_.empty();
  std::vector<char> shown(averaged_.size(), 0);
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = averaged_[i] == 0;
  if (samples) {  // they see removed connections at an instant
    for (const LagSlot& lag : plan_.lags) shown[lag.transfer.from] = 1;
  }
  std::vector<char> slots = needed_slots(shown);
  std::vector<std::vector<Transfer>> input_copies(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s) {
    if (plan_.instances[s].source) slots[s] = 0;  // the value it delivered acts until now
    if (changes_with_samples(plan_, static_cast<int>(s))) slots[s] = 0;
    if (slots[s] == 0) continue;
    std::vector<Transfer> copies = shown_cells(plan_, static_cast<int>(s));
    std::erase_if(copies, [&shown](const Transfer& copy) { return shown[copy.to] == 0; });
    const Slot& slot = plan_.slots[s];
    const auto all =
        std::count(shown.begin() + slot.out, shown.begin() + slot.out + slot.out_count, 1);
    if (static_cast<long>(copies.size()) != all) {
      input_copies[s] = copied_inputs(plan_, static_cast<int>(s), plan_.in_initial);
      std::erase_if(input_copies[s],
                    [&shown](const Transfer& copy) { return shown[copy.to] == 0; });
      if (static_cast<long>(input_copies[s].size()) != all) input_copies[s].clear();
      continue;
    }
    const auto& converted = plan_.conversions[s];
    states_.insert(states_.end(), copies.begin(), copies.end());
    states_.insert(states_.end(), converted.begin(), converted.end());
    slots[s] = 0;
  }
  present_ = stages_of(slots, input_copies);
  std::vector<Transfer> shown_lags;
  for (const LagSlot& lag : plan_.lags) {
    if (lag.carrier == Carrier::Algebraic || plan_.instances[lag.slot].source) continue;
    const std::vector<Transfer> copies = shown_cells(plan_, lag.slot);
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

}  // namespace hearth
