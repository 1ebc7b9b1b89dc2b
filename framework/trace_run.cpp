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

/// Cells of one instance: inputs, then its roles.
struct Bench {
  Slot slot;
  Counts counts;
  std::vector<Trace> cells;
  std::vector<int> map;
  std::vector<Trace> scratch;
};

Bench make_bench(const WiredComponent& wired) {
  Bench bench;
  bench.counts = wired.type->traits.counts(wired.sizes.data());
  const Counts& n = bench.counts;
  Slot& slot = bench.slot;
  slot.sizes = wired.sizes.data();
  slot.out = n.in;
  slot.parameter = slot.out + n.out;
  slot.derived = slot.parameter + n.parameter;
  slot.state = slot.derived + n.derived;
  slot.held = slot.state + n.state;
  slot.period = 1000;
  bench.cells.resize(static_cast<std::size_t>(slot.held + n.held));
  for (int i = 0; i < n.in; ++i) bench.map.push_back(i);
  bench.scratch.resize(static_cast<std::size_t>(n.scratch) + 1);
  return bench;
}

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

/// Only the state is seeded: a product of an input and a state is affine in the state.
bool affine_in_state(const WiredComponent& wired, Bench& bench, const Frame<Trace>& frame) {
  if (bench.counts.state == 0) return true;
  std::fill(bench.cells.begin(), bench.cells.end(), Trace());
  for (int i = 0; i < bench.counts.state; ++i) {
    bench.cells[static_cast<std::size_t>(bench.slot.state + i)] = Trace::seed(kStateBit);
  }
  std::vector<Trace> slopes(static_cast<std::size_t>(bench.counts.state));
  wired.type->trace.derivatives(bench.slot, frame, slopes.data());
  return std::all_of(slopes.begin(), slopes.end(), [](const Trace& slope) {
    return (slope.curved & (std::uint64_t{1} << kStateBit)) == 0;
  });
}

}  // namespace

TraceResult trace(const WiredComponent& wired) {
  Bench bench = make_bench(wired);
  const Ops<Trace>& ops = wired.type->trace;
  const ConfigObject<Trace> config(wired, default_config(wired));
  const void* configs[] = {config.get()};
  Frame<Trace> frame;
  frame.cells = bench.cells.data();
  frame.in = bench.map.data();
  frame.configs = configs;
  frame.scratch = bench.scratch.data();
  frame.step = frame.end = 1.0;
  ops.construct(bench.slot, bench.cells.data());
  ops.prepare(bench.slot, bench.cells.data(), 0);

  TraceResult result;
  result.affine = affine_in_state(wired, bench, frame);
  result.feedthrough.resize(static_cast<std::size_t>(bench.counts.out));
  std::vector<std::uint64_t> memory(static_cast<std::size_t>(bench.counts.out), 0);
  for (int first = 0; first == 0 || first < bench.counts.in; first += kInputsPerPass) {
    seed(bench, first);
    if (ops.outputs != nullptr) ops.outputs(&bench.slot, 1, frame);
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

}  // namespace hearth
