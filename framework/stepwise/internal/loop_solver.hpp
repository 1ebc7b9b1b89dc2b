// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {

/// Solves one strongly connected group within a step: finds values z of its removed connections
/// that the group returns when it runs on z. Newton's method with a difference Jacobian that is
/// kept between steps and updated by Broyden's formula (Dennis and Schnabel, Numerical Methods for
/// Unconstrained Optimization, 1983, section 8.1). Every pass starts from the saved state, held
/// values and guard sides.
///
/// A large loop, or one of a balanced step, is first solved by repeated sweeps with Anderson's
/// acceleration (Walker and Ni, SIAM J. Numer. Anal. 49 (2011) 1715, algorithm AA): components that
/// are slow relative to the step agree after a few sweeps, whatever their number.
template <class T>
class LoopSolver {
 public:
  static constexpr double kTolerance = 1e-8;       // of |g(z) - z| relative to 1 + |z|
  static constexpr double kSettled = 1e-3;         // of the last change of z, relative to 1 + |z|
  static constexpr double kReduced = 1e-4;         // of a residual, from which it was reduced
  static constexpr double kBalanced = 1e-11;       // the tolerance if balances must close
  static constexpr double kLearned = 1e-9;         // least change used to update the Jacobian
  static constexpr double kPrecise = 1e-6;         // of a residual: a step left no more of it
  static constexpr std::size_t kNewtonSize = 200;  // removed connections of a loop with a Jacobian
  static constexpr std::size_t kSmall = 8;         // up to which it is cheaper than sweeps
  static constexpr int kDepth = 5;                 // sweeps that the acceleration remembers

  LoopSolver(const Plan& plan, const RunInputs& inputs, const Loop& loop);
  /// Solves the group and leaves it at the end of the step; SimulationError if it does not
  /// converge.
  void solve(Simulation<T>& simulation, Frame<T>& frame);
  /// Evaluates the guards of the loop after all components have stepped: the loop and components
  /// that it feeds see the events in the next step.
  void fire_events(Simulation<T>& simulation, Frame<T>& frame);

  /// Returns the size of the memory kept between steps: whether there is a Jacobian, the change
  /// from which it was learned, and the Jacobian.
  std::size_t memory_size() const { return 2 + static_cast<std::size_t>(jacobian_.size()); }
  void save_memory(double* to) const;
  void load_memory(const double* from);
  void reset_jacobian() {
    has_jacobian_ = false;
    learned_from_ = 0.0;
  }

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

  void remember(int first, int count);
  void save(const Simulation<T>& simulation);
  void go_back(Simulation<T>& simulation);
  void evaluate(Simulation<T>& simulation, Frame<T>& frame);
  void run(Simulation<T>& simulation, Frame<T>& frame);
  double residual();
  double largest_z() const;
  double improve();
  void update_jacobian(double moved, double left);
  SimulationError not_converged(double time) const;
  void find_jacobian(Simulation<T>& simulation, Frame<T>& frame);
  bool has_newton() const { return z_.size() <= kNewtonSize; }
  template <class Solved>
  void sweep_further(Simulation<T>& simulation, Frame<T>& frame, double& error,
                     const Solved& solved);
  void sweep(Simulation<T>& simulation, Frame<T>& frame, double& error, double tolerance);
  void accelerate(int sweep);
  void refine_derivatives(Simulation<T>& simulation, Frame<T>& frame);

  const Plan& plan_;
  const Loop& loop_;
  std::vector<Group> groups_;      // of the stages
  std::vector<CellRange> memory_;  // states and held values
  std::vector<int> sides_;
  std::vector<T> saved_;
  std::vector<int> steppers_;
  std::vector<SteppingInstance::Point> saved_steppers_;
  std::vector<Side> saved_sides_;
  std::vector<T> z_, g_, kept_, start_;
  Eigen::VectorXd r_, r_before_, change_, change_r_;
  Eigen::MatrixXd jacobian_;           // of g(z) - z; empty for a loop that is too large
  Eigen::MatrixXd moved_r_, moved_g_;  // differences of the last sweeps, by column
  Eigen::VectorXd g_now_, g_before_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  bool has_jacobian_ = false;
  double learned_from_ = 0.0;  // the change of z, relative to 1 + |z|, that gave the Jacobian
  StepTape::Mark passes_;      // their beginning on the tape of the simulation
};

}  // namespace hearth
