// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/internal/step_stages.hpp"

#include <algorithm>

namespace hearth {
namespace {

const Traits& traits_of(const Plan& plan, int slot) { return plan.instances[slot].type->traits; }

/// Returns whether a component passes on all its inputs unchanged.
bool passes_on(const SchemaView& schema) {
  return std::all_of(schema.begin(), schema.end(), [](const Field& field) {
    return field.role != Role::Input || (field.passed_on && field.factor.empty());
  });
}

}  // namespace

bool changes_with_samples(const Plan& plan, int slot) {
  const Traits& traits = traits_of(plan, slot);
  const TraceResult& trace = plan.traces[slot];
  const auto none = [](const std::vector<int>& list) { return list.empty(); };
  return traits.has_update && !traits.has_events && !traits.outputs_read_clock &&
         plan.slots[slot].stepper < 0 && plan.slots[slot].state_count == 0 &&
         plan.slots[slot].ledger_count == 0 &&
         std::all_of(trace.feedthrough.begin(), trace.feedthrough.end(), none);
}

bool changes_with_time(const Plan& plan, int slot) {
  if (plan.slots[slot].stepper >= 0) return true;
  if (!traits_of(plan, slot).outputs_read_clock) return false;
  // Tracing does not see a choice by the clock; a type that passes on its inputs makes none.
  const std::vector<int>& copied = plan.traces[slot].copied_inputs;
  return !passes_on(plan.instances[slot].type->schema) ||
         std::any_of(copied.begin(), copied.end(), [](int input) { return input < 0; });
}

std::vector<Transfer> copied_inputs(const Plan& plan, int slot, const std::vector<int>& map) {
  std::vector<Transfer> copies;
  const Slot& cells = plan.slots[slot];
  if (changes_with_time(plan, slot)) return copies;
  for (int o = 0; o < cells.out_count; ++o) {
    const int input = plan.traces[slot].copied_inputs[o];
    if (input >= 0) copies.push_back({map[cells.in + input], cells.out + o});
  }
  return copies;
}

std::vector<Transfer> copies_only(const Plan& plan, int slot) {
  const Traits& traits = traits_of(plan, slot);
  const Slot& cells = plan.slots[slot];
  if (traits.has_update || traits.has_events || cells.state_count > 0 || cells.ledger_count > 0) {
    return {};
  }
  std::vector<Transfer> copies = copied_inputs(plan, slot, plan.in);
  if (static_cast<int>(copies.size()) != cells.out_count) copies.clear();
  return copies;
}

}  // namespace hearth
