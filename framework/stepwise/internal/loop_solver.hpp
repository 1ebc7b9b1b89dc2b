// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/stepwise/internal/loop_search.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {

/// Solves one strongly connected group within a step: finds values z of its removed connections
/// that the group returns when it is evaluated with z (`LoopSearch`). The Jacobian is kept between
/// steps. Every pass starts from the saved states, held values and sides of guards.
///
/// A large loop of a balanced step is first solved by repeated sweeps: components that are slow
/// relative to the step agree after a few sweeps, whatever their number.
template <class T>
class LoopSolver {
 public:
  LoopSolver(const Plan& plan, const RunInputs& inputs, const Loop& loop);
  /// Solves the group; its components are then at the end of the step. Returns whether the search
  /// converged.
  bool solve(Simulation<T>& simulation, Frame<T>& frame);
  /// Returns whether the last search did not converge, and resets this information.
  bool take_failure() { return std::exchange(failed_, false); }
  /// Throws a SimulationError for the failed search of the step that ends at `time`, s.
  [[noreturn]] void report_failure(const Simulation<T>& simulation, double time) const;
  /// Evaluates the guards of the loop after all components have stepped. The loop, and components
  /// that read from it, receive the effect of events in the next step.
  void fire_events(Simulation<T>& simulation, Frame<T>& frame);

  /// Returns the search, whose memory is kept between steps.
  LoopSearch& memory() { return search_; }
  const LoopSearch& memory() const { return search_; }

 private:
  /// Successive cells.
  struct CellRange {
    int first = 0, count = 0;
  };
  /// Instances of one type that step together, and the copies that follow.
  struct Group {
    void (*step)(const Slot*, int, const Frame<T>&) = nullptr;
    const Slot* slots = nullptr;
    int count = 0;
    const Transfer* copies = nullptr;
    std::size_t copy_count = 0;
  };

  static void copy(std::span<const T> from, std::span<T> to) {
    std::copy(from.begin(), from.end(), to.begin());
  }
  void remember(int first, int count);
  void save(const Simulation<T>& simulation);
  void go_back(Simulation<T>& simulation);
  void evaluate(Simulation<T>& simulation, Frame<T>& frame);
  void run(Simulation<T>& simulation, Frame<T>& frame);
  double residual();
  double largest_z() const;
  bool search(Simulation<T>& simulation, Frame<T>& frame);
  void find_jacobian(Simulation<T>& simulation, Frame<T>& frame);
  double step();
  bool solved() const {
    return search_.solved([this] { return largest_z(); });
  }
  void sweep(Simulation<T>& simulation, Frame<T>& frame);
  void sweep_further(Simulation<T>& simulation, Frame<T>& frame);
  void refine_derivatives(Simulation<T>& simulation, Frame<T>& frame);

  const Plan& plan_;
  const Loop& loop_;
  std::vector<Group> groups_;      // of the stages
  std::vector<CellRange> memory_;  // states and held values
  std::vector<int> sides_;
  std::vector<int> steppers_;
  std::vector<SteppingInstance::Point> saved_steppers_;
  std::vector<Side> saved_sides_;
  std::vector<T> numbers_;  // of the following, next to each other
  std::span<T> z_, g_, kept_, start_, saved_;
  LoopSearch search_;
  bool failed_ = false;
  Eigen::VectorXd gap_, correction_;  // of derivatives
  StepTape::Mark passes_;             // their beginning on the tape of the simulation
};

}  // namespace hearth
