// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/internal/packed_loop.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hearth/framework/plan/internal/transfer.hpp"

namespace hearth {
namespace {

/// Calls `visit` with each lane of a set.
template <class Visit>
void for_each_lane(unsigned lanes, const Visit& visit) {
  for (int lane = 0; lane < Pack8::kLanes; ++lane) {
    if (((lanes >> lane) & 1U) != 0) visit(lane);
  }
}

}  // namespace

PackedLoop::PackedLoop(const PackedSimulation& simulation, const Loop& loop)
    : loop_(loop), stages_(simulation.divided(loop.stages)) {
  for (int lane = 0; lane < kLanes; ++lane) searches_.emplace_back(loop.feedback.size());
  const Plan& plan = simulation.plan();
  std::size_t remembered = 0;
  for (const int slot : loop.slots) {
    const PlannedInstance& instance = plan.instances[slot];
    const Counts counts = instance.type->counts(instance.sizes.data());
    remember(plan.slots[slot].state, counts.state);
    remember(plan.slots[slot].held, counts.held);
    remembered += static_cast<std::size_t>(counts.state + counts.held);
    has_guards_ = has_guards_ || counts.guard > 0;
  }
  saved_.assign(remembered, Pack8(0.0));
  z_.assign(loop.feedback.size(), Pack8(0.0));
  g_ = kept_ = z_;
}

void PackedLoop::remember(int first, int count) {
  if (count == 0) return;
  if (!memory_.empty() && memory_.back().first + memory_.back().count == first) {
    memory_.back().count += count;
  } else {
    memory_.push_back({first, count});
  }
}

/// Takes a pass from the saved states and held values with the present z.
void PackedLoop::evaluate(PackedSimulation& simulation, Frame<Pack8>& frame) {
  const Pack8* from = saved_.data();
  for (const CellRange& cells : memory_) {
    for (int i = 0; i < cells.count; ++i) simulation.cells_[cells.first + i] = *from++;
  }
  run(simulation, frame);
}

void PackedLoop::run(PackedSimulation& simulation, Frame<Pack8>& frame) {
  for (std::size_t i = 0; i < z_.size(); ++i) simulation.cells_[loop_.feedback[i].to] = z_[i];
  for (const PackedSimulation::PackedStage& stage : stages_) {
    for (const auto& batch : stage.batches) {
      simulation.perform(PackedSimulation::Call::Step, batch, frame);
    }
    execute(stage.transfers, simulation.cells_);
  }
  for (std::size_t i = 0; i < z_.size(); ++i) {
    g_[i] = transferred(loop_.feedback[i], simulation.cells_);
  }
}

/// Computes the residuals of some lanes; returns the largest relative to 1 + |z|, NaN if one is.
Pack8 PackedLoop::residuals(unsigned lanes) {
  Pack8 largest(0.0);
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const Pack8 r = g_[i] - z_[i];
    const Pack8 relative = abs(r) / (1.0 + abs(z_[i]));
    largest = select(relative > largest || !same_lanes(relative, relative), relative, largest);
    for_each_lane(lanes, [&](int lane) { search(lane).set_residual(i, r[lane]); });
  }
  return largest;
}

Pack8 PackedLoop::largest_z() const {
  Pack8 largest(0.0);
  for (const Pack8& z : z_) largest = max(largest, abs(z));
  return largest;
}

unsigned PackedLoop::unsolved(unsigned lanes) {
  const Pack8 largest = largest_z();
  unsigned left = 0;
  for_each_lane(lanes, [&](int lane) {
    left |= search(lane).solved([&] { return largest[lane]; }) ? 0U : 1U << lane;
  });
  return left;
}

void PackedLoop::sweep(PackedSimulation& simulation, Frame<Pack8>& frame, unsigned lanes) {
  for (int k = 0; k < searches_.front().most_sweeps(); ++k) {
    unsigned left = 0;
    for_each_lane(lanes, [&](int lane) {
      if (!search(lane).small_enough() && !std::isnan(search(lane).error())) left |= 1U << lane;
    });
    if (left == 0) return;
    for_each_lane(left, [&](int lane) {
      search(lane).combine(k, [&](std::size_t i) { return g_[i][lane]; });
      for (std::size_t i = 0; i < z_.size(); ++i) {
        z_[i].set(lane, g_[i][lane] + (search(lane).change(i) - g_[i][lane]));
      }
    });
    evaluate(simulation, frame);
    const Pack8 errors = residuals(left);
    for_each_lane(left, [&](int lane) { search(lane).take(errors[lane]); });
  }
}

/// Finds the Jacobians of some lanes; the z of the others do not move.
void PackedLoop::find_jacobians(PackedSimulation& simulation, Frame<Pack8>& frame, unsigned lanes) {
  for_each_lane(lanes, [&](int lane) { search(lane).keep_residual(); });
  std::copy(g_.begin(), g_.end(), kept_.begin());
  for (std::size_t j = 0; j < z_.size(); ++j) {
    const Pack8 z = z_[j];
    std::array<double, kLanes> shifts{};
    for_each_lane(lanes, [&](int lane) {
      shifts[static_cast<std::size_t>(lane)] = 1e-6 * std::max(1.0, std::abs(z[lane]));
      z_[j].set(lane, z[lane] + shifts[static_cast<std::size_t>(lane)]);
    });
    evaluate(simulation, frame);
    residuals(lanes);
    z_[j] = z;
    for_each_lane(lanes, [&](int lane) {
      search(lane).take_column(j, shifts[static_cast<std::size_t>(lane)]);
    });
  }
  std::copy(kept_.begin(), kept_.end(), g_.begin());
  for_each_lane(lanes, [&](int lane) { search(lane).end_jacobian(); });
}

void PackedLoop::take_newton_step(PackedSimulation& simulation, Frame<Pack8>& frame,
                                  unsigned lanes) {
  std::copy(g_.begin(), g_.end(), kept_.begin());
  for_each_lane(lanes, [&](int lane) { search(lane).find_step(); });
  Pack8 moved(0.0);
  for (std::size_t i = 0; i < z_.size(); ++i) {
    Pack8 by(0.0);
    for_each_lane(lanes, [&](int lane) { by.set(lane, search(lane).change(i)); });
    z_[i] = select(LaneMask(lanes), z_[i] + by, z_[i]);
    moved = max(moved, abs(by) / (1.0 + abs(z_[i])));
  }
  evaluate(simulation, frame);
  const Pack8 errors = residuals(lanes);
  unsigned astray = 0;
  for_each_lane(lanes, [&](int lane) {
    if (std::isfinite(errors[lane])) {
      search(lane).take_step(moved[lane], errors[lane]);
      return;
    }
    astray |= 1U << lane;
    search(lane).take_sweep();
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i].set(lane, kept_[i][lane]);
  });
  if (astray == 0) return;
  evaluate(simulation, frame);
  const Pack8 swept = residuals(astray);
  for_each_lane(astray, [&](int lane) { search(lane).take(swept[lane]); });
}

unsigned PackedLoop::solve(PackedSimulation& simulation, Frame<Pack8>& frame) {
  Pack8* to = saved_.data();
  for (const CellRange& cells : memory_) {
    for (int i = 0; i < cells.count; ++i) *to++ = simulation.cells_[cells.first + i];
  }
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = simulation.cells_[loop_.feedback[i].to];
  frame.hold_events = true;  // events cause jumps, which a pass must not have
  run(simulation, frame);
  const Pack8 errors = residuals(simulation.active_), largest = largest_z();
  for_each_lane(simulation.active_, [&](int lane) {
    search(lane).begin(errors[lane], largest[lane], LoopSearch::kBalanced);
    if (search(lane).spoiled()) throw PackedSimulation::Abandoned("a loop is not finite");
  });
  unsigned left = unsolved(simulation.active_);
  if (left != 0 && z_.size() > LoopSearch::kSmall) {
    sweep(simulation, frame, left);
    left = unsolved(left);
  }
  if (left != 0 && searches_.front().has_newton()) {
    for (int pass = 0; left != 0; ++pass) {
      // A run alone now searches further.
      if (pass == LoopSearch::kPasses) throw PackedSimulation::Abandoned("a loop was not solved");
      unsigned wanting = 0;
      for_each_lane(left, [&](int lane) {
        if (search(lane).wants_jacobian(pass)) wanting |= 1U << lane;
      });
      if (wanting != 0) find_jacobians(simulation, frame, wanting);
      take_newton_step(simulation, frame, left);
      left = unsolved(left);
    }
  }
  frame.hold_events = false;
  return left;
}

void PackedLoop::fire_events(PackedSimulation& simulation, Frame<Pack8>& frame) {
  if (!has_guards_) return;
  for (const PackedSimulation::PackedStage& stage : stages_) {
    for (const auto& batch : stage.batches) {
      simulation.perform(PackedSimulation::Call::Events, batch, frame);
    }
    execute(stage.transfers, simulation.cells_);
  }
}

}  // namespace hearth
