// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/stepwise/internal/loop_search.hpp"
#include "hearth/framework/stepwise/packed_simulation.hpp"

namespace hearth {

/// Solves one loop of a balanced step in all lanes. The lanes are evaluated together, and each
/// searches as in `LoopSolver` until it is solved.
class PackedLoop {
 public:
  PackedLoop(const PackedSimulation& simulation, const Loop& loop);

  /// Solves the loop in the active lanes; its components are then at the end of the step. Returns
  /// the lanes in which it was not solved, as bits.
  unsigned solve(PackedSimulation& simulation, Frame<Pack8>& frame);
  /// Evaluates the guards of the loop.
  void fire_events(PackedSimulation& simulation, Frame<Pack8>& frame);

  LoopSearch& search(int lane) { return searches_[static_cast<std::size_t>(lane)]; }
  std::size_t memory_size() const { return searches_.front().memory_size(); }

 private:
  static constexpr int kLanes = Pack8::kLanes;
  struct CellRange {
    int first = 0, count = 0;
  };

  void remember(int first, int count);
  void evaluate(PackedSimulation& simulation, Frame<Pack8>& frame);
  void run(PackedSimulation& simulation, Frame<Pack8>& frame);
  Pack8 residuals(unsigned lanes);
  Pack8 largest_z() const;
  unsigned unsolved(unsigned lanes);
  void sweep(PackedSimulation& simulation, Frame<Pack8>& frame, unsigned lanes);
  void find_jacobians(PackedSimulation& simulation, Frame<Pack8>& frame, unsigned lanes);
  void take_newton_step(PackedSimulation& simulation, Frame<Pack8>& frame, unsigned lanes);

  const Loop& loop_;
  std::vector<PackedSimulation::PackedStage> stages_;
  std::vector<CellRange> memory_;  // states and held values
  std::vector<Pack8> saved_;
  std::vector<Pack8> z_, g_, kept_;
  std::vector<LoopSearch> searches_;  // by lane
  bool has_guards_ = false;
};

}  // namespace hearth
