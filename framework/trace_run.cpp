// SPDX-License-Identifier: MIT
#include "hearth/framework/trace_run.hpp"

#include <algorithm>
#include <memory>

#include "hearth/framework/config_object.hpp"
#include "hearth/framework/settings.hpp"

namespace hearth {
namespace {

constexpr int kStateBit = 0;
constexpr int kHeldBit = 1;
constexpr int kFirstInput = 2;
constexpr int kInputsPerPass = 62;

/// One instance on a bench of its own. Cells: inputs, then its roles.
struct Bench {
  explicit Bench(const WiredComponent& wired)
      : type(*wired.type),
        counts(type.traits.counts(wired.sizes.data())),
        config(wired, default_config(wired)),
        configs{config.get()} {
    slot.sizes = wired.sizes.data();
    slot.out = counts.in;
    slot.parameter = slot.out + counts.out;
    slot.derived = slot.parameter + counts.parameter;
    slot.state = slot.derived + counts.derived;
    slot.held = slot.state + counts.state;
    slot.period = 1000;
    cells.resize(static_cast<std::size_t>(slot.held + counts.held));
    for (int i = 0; i < counts.in; ++i) map.push_back(i);
    scratch.resize(static_cast<std::size_t>(counts.scratch) + 1);
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
  ConfigObject<Trace> config;
  const void* configs[1];
  Slot slot;
  std::vector<Trace> cells;
  std::vector<int> map;
  std::vector<Trace> scratch;
  Frame<Trace> frame;
};

void seed(Bench& bench, int first_input) {
  for (int i = 0; i < bench.counts.in; ++i) {
    const int bit = kFirstInput + i - first_input;
    const bool seeded = i >= first_input && bit < 64;
    bench.cells[static_cast<std::size_t>(i)] = seeded ? Trace::seed(bit) : Trace();
  }
  const auto fill = [&bench](int first, int count, int bit) {
    for (int i = 0; i < count; ++i) {
      bench.cells[static_cast<std::size_t>(first + i)] = Trace::seed(bit);
    }
  };
  fill(bench.slot.state, bench.counts.state, kStateBit);
  fill(bench.slot.held, bench.counts.held, kHeldBit);
}

/// Only the state and the given inputs are seeded: a product of a state and another input is affine
/// in the state.
bool affine(Bench& bench, const std::vector<int>& inputs) {
  if (bench.counts.state == 0) return true;
  std::fill(bench.cells.begin(), bench.cells.end(), Trace());
  for (int i = 0; i < bench.counts.state; ++i) {
    bench.cells[static_cast<std::size_t>(bench.slot.state + i)] = Trace::seed(kStateBit);
  }
  for (const int i : inputs) bench.cells[static_cast<std::size_t>(i)] = Trace::seed(kFirstInput);
  std::vector<Trace> slopes(static_cast<std::size_t>(bench.counts.state));
  bench.type.trace.derivatives(bench.slot, bench.frame, slopes.data());
  return std::all_of(slopes.begin(), slopes.end(),
                     [](const Trace& slope) { return slope.curved == 0; });
}

}  // namespace

TraceResult trace(const WiredComponent& wired) {
  Bench bench(wired);
  const Ops<Trace>& ops = wired.type->trace;
  TraceResult result;
  result.affine = affine(bench, {});
  result.feedthrough.resize(static_cast<std::size_t>(bench.counts.out));
  std::vector<std::uint64_t> memory(static_cast<std::size_t>(bench.counts.out), 0);
  for (int first = 0; first == 0 || first < bench.counts.in; first += kInputsPerPass) {
    seed(bench, first);
    if (ops.outputs != nullptr) ops.outputs(&bench.slot, 1, bench.frame);
    for (int o = 0; o < bench.counts.out; ++o) {
      const auto cell = static_cast<std::size_t>(o);
      const std::uint64_t seeds = bench.cells[static_cast<std::size_t>(bench.slot.out + o)].seeds;
      memory[cell] |= seeds & 3U;
      for (int i = first; i < std::min(bench.counts.in, first + kInputsPerPass); ++i) {
        if ((seeds >> (kFirstInput + i - first)) & 1U) result.feedthrough[cell].push_back(i);
      }
    }
  }
  for (std::size_t o = 0; o < memory.size(); ++o) {
    const bool held = (memory[o] & (std::uint64_t{1} << kHeldBit)) != 0;
    const Carrier kept = held ? Carrier::Update : Carrier::State;
    result.carriers.push_back(result.feedthrough[o].empty() ? kept : Carrier::Algebraic);
  }
  return result;
}

bool affine_with_inputs(const WiredComponent& wired, const std::vector<int>& entries) {
  Bench bench(wired);
  return affine(bench, entries);
}

}  // namespace hearth
