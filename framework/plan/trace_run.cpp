// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/trace_run.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>

#include "hearth/framework/integration/resting_step.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/model/config_object.hpp"

namespace hearth {
namespace {

constexpr int kHeldBit = 0;
constexpr int kFirstVariable = 1;  // inputs and states, as many as fit
constexpr int kPerPass = 64 - kFirstVariable;

/// One instance for tracing. Cells: inputs, then its roles.
struct Bench {
  explicit Bench(const ResolvedComponent& wired)
      : type(*wired.type),
        counts(type.counts(wired.sizes.data())),
        places(type.traits.places == nullptr ? nullptr : type.traits.places(wired.sizes.data())),
        config(wired, default_config(wired)),
        configs{config.get()} {
    slot.sizes = wired.sizes.data();
    slot.places = places.get();
    slot.in_count = counts.in;
    slot.out_count = counts.out;
    slot.out = counts.in;
    slot.parameter = slot.out + counts.out;
    slot.derived = slot.parameter + counts.parameter;
    slot.state = slot.derived + counts.derived;
    slot.held = slot.state + counts.state;
    slot.period = 1000;
    slot.sample_period = 1.0;
    cells.resize(static_cast<std::size_t>(slot.held + counts.held));
    for (int i = 0; i < counts.in; ++i) map.push_back(i);
    // No step is taken, which would need memory for the square of the number of states.
    scratch.resize(2 * static_cast<std::size_t>(counts.in) + 1);
    frame.cells = cells.data();
    frame.in = map.data();
    frame.configs = configs;
    frame.scratch = scratch.data();
    frame.step = frame.end = 1.0;
    type.trace.construct(slot, cells.data());
    type.trace.prepare(slot, cells.data(), 0);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  const ComponentType& type;
  Counts counts;
  std::shared_ptr<const void> places;
  ConfigObject<Trace> config;
  const void* configs[1];
  Slot slot;
  std::vector<Trace> cells;
  std::vector<int> map;
  std::vector<Trace> scratch;
  Frame<Trace> frame;
};

/// Seeds held values, and the inputs and states whose number is in [first, first + kPerPass).
void seed(Bench& bench, int first) {
  const auto cell_of = [&bench](int variable) {
    const int n = bench.counts.in;
    return static_cast<std::size_t>(variable < n ? variable : bench.slot.state + variable - n);
  };
  for (int v = 0; v < bench.counts.in + bench.counts.state; ++v) {
    const bool seeded = v >= first && v < first + kPerPass;
    bench.cells[cell_of(v)] = seeded ? Trace::seed(kFirstVariable + v - first) : Trace();
  }
  for (int i = 0; i < bench.counts.held; ++i) {
    bench.cells[bench.slot.held + i] = Trace::seed(kHeldBit);
  }
}

/// Adds the inputs and states among the seeds of a pass.
void collect(const Bench& bench, std::uint64_t seeds, int first, std::vector<int>& inputs,
             std::vector<int>& states) {
  for (seeds &= ~(std::uint64_t{1} << kHeldBit); seeds != 0; seeds &= seeds - 1) {
    const int variable = first + std::countr_zero(seeds) - kFirstVariable;
    if (variable < bench.counts.in) {
      inputs.push_back(variable);
    } else {
      states.push_back(variable - bench.counts.in);
    }
  }
}

/// Returns whether derivatives are affine. Only the state and the given inputs are seeded: a
/// product of a state and another input is affine in the state.
bool affine(Bench& bench, const std::vector<int>& inputs) {
  if (bench.counts.state == 0) return true;
  std::fill(bench.cells.begin(), bench.cells.end(), Trace());
  for (int i = 0; i < bench.counts.state; ++i) {
    bench.cells[bench.slot.state + i] = Trace::seed(kFirstVariable);
  }
  for (const int i : inputs) bench.cells[i] = Trace::seed(kFirstVariable + 1);
  std::vector<Trace> slopes(static_cast<std::size_t>(bench.counts.state));
  bench.type.trace.derivatives(bench.slot, bench.frame, slopes.data());
  return std::all_of(slopes.begin(), slopes.end(),
                     [](const Trace& slope) { return slope.curved == 0; });
}

}  // namespace

int TraceResult::reach() const {
  int furthest = 0;
  for (std::size_t i = 0; i < rate_states.size(); ++i) {
    for (const int j : rate_states[i])
      furthest = std::max(furthest, std::abs(j - static_cast<int>(i)));
  }
  return furthest;
}

TraceResult trace(const ResolvedComponent& wired) {
  Bench bench(wired);
  const Ops<Trace>& ops = wired.type->trace;
  TraceResult result;
  result.affine = affine(bench, {});
  if (result.affine && bench.counts.state > 0 && bench.counts.state <= kMostRestingStates) {
    for (int i = 0; i < bench.counts.in; ++i) {
      if (!affine(bench, {i})) result.factors.push_back(i);
    }
  }
  trace_detail::chosen = false;
  const auto outputs = static_cast<std::size_t>(bench.counts.out);
  const auto states = static_cast<std::size_t>(bench.counts.state);
  result.feedthrough.resize(outputs);
  result.output_states.resize(outputs);
  result.rate_inputs.resize(states);
  result.rate_states.resize(states);
  result.copied_inputs.assign(outputs, -1);
  std::vector<bool> held(outputs, false);
  std::vector<Trace> slopes(states);
  const int variables = bench.counts.in + bench.counts.state;
  for (int first = 0; first == 0 || first < variables; first += kPerPass) {
    seed(bench, first);
    ops.outputs(&bench.slot, 1, bench.frame);
    for (std::size_t o = 0; o < outputs; ++o) {
      const Trace& output = bench.cells[static_cast<std::size_t>(bench.slot.out) + o];
      const std::uint64_t seeds = output.seeds;
      const int copied = first + output.copied - kFirstVariable;
      if (output.copied >= kFirstVariable && copied < bench.counts.in) {
        result.copied_inputs[o] = copied;
      }
      held[o] = held[o] || ((seeds >> kHeldBit) & 1U) != 0;
      collect(bench, seeds, first, result.feedthrough[o], result.output_states[o]);
    }
    if (states == 0) continue;
    ops.derivatives(bench.slot, bench.frame, slopes.data());
    for (std::size_t r = 0; r < states; ++r) {
      collect(bench, slopes[r].seeds, first, result.rate_inputs[r], result.rate_states[r]);
    }
  }
  result.chooses = trace_detail::chosen;
  for (std::size_t o = 0; o < outputs; ++o) {
    const Carrier kept = held[o] ? Carrier::Update : Carrier::State;
    result.carriers.push_back(result.feedthrough[o].empty() ? kept : Carrier::Algebraic);
  }
  return result;
}

bool affine_with_inputs(const ResolvedComponent& wired, const std::vector<int>& entries) {
  Bench bench(wired);
  return affine(bench, entries);
}

}  // namespace hearth
