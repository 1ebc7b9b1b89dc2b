// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/run_defaults.hpp"

namespace hearth {

/// Options of an integrator. An option that is not set has the value of the model (`RunDefaults`),
/// otherwise the default below.
struct IntegratorOptions {
  std::optional<Method> method{};              ///< default: Bdf
  std::optional<double> relative_tolerance{};  ///< default: 1e-6
  /// In the unit of each state; default: a hundredth of the relative tolerance.
  std::optional<double> absolute_tolerance{};
  /// In s; infinity: no limit; 0: chosen by the simulation, or no limit if the solver is used
  /// alone.
  double longest_step = 0.0;
  double fixed_step = 0.0;  ///< s, of Euler and RungeKutta4; 0: the step of the run
  long most_steps = 0;      ///< most steps between two stops; 0: 10 million
};

/// Positions of the nonzero entries of a square matrix, column by column, with ascending row
/// numbers in each column.
struct SparsePattern {
  std::vector<int> first;  ///< first position of each column in `rows`, then the size of `rows`
  std::vector<int> rows;
  int size() const { return static_cast<int>(first.size()) - 1; }
};

/// dx/dt = f(t, x) and its derivatives with respect to x.
class Ode {
 public:
  virtual ~Ode() = default;
  virtual int size() const = 0;
  /// Writes dx/dt at x; throws a hearth::Error if this is impossible.
  virtual void rates(double time, const double* x, double* slopes) = 0;
  virtual const SparsePattern& pattern() const = 0;
  /// Writes the entries of df/dx in the order of the pattern.
  virtual void jacobian(double time, const double* x, double* entries) = 0;
  /// Returns the error `simulation.integration_failed`, which names a state, a time in s and the
  /// reason.
  virtual SimulationError failure(int state, double time, const std::string& reason) const = 0;
};

/// Counts of the work of an integrator.
struct IntegratorStatistics {
  long steps = 0;
  long rates = 0;      ///< evaluations of f
  long jacobians = 0;  ///< evaluations of df/dx
  long restarts = 0;
  long rejected = 0;  ///< steps rejected for their error or because they did not converge
};

/// Integrates an Ode from a start with steps that the solver chooses; can interpolate within the
/// last step.
class OdeSolver {
 public:
  virtual ~OdeSolver() = default;

  /// Restarts at a point.
  virtual void start(double time, const double* x) = 0;
  /// Limits the length of the following steps, s; infinity: no limit. Fixed steps do not change.
  virtual void limit_step(double longest) = 0;
  /// Takes one step that does not go beyond `stop`; returns the time reached. Throws
  /// SimulationError `simulation.integration_failed`, or an error that `rates` threw.
  virtual double step(double stop) = 0;
  /// Writes the states at a time within the last step.
  virtual void interpolate(double time, double* x) const = 0;
  /// Returns the state with the largest error, or the largest change of slope, in the last step,
  /// relative to the tolerances.
  virtual int worst_state() const = 0;
  virtual IntegratorStatistics statistics() const = 0;
};

/// Returns the options. An option that is not set is taken from the model or, if the model does not
/// set it, has its default. Throws InputError `simulation.option_invalid` for a tolerance or limit
/// that is not above 0.
IntegratorOptions completed(IntegratorOptions options, const RunDefaults& defaults = {});

/// Makes an integrator; `ode` must outlive it.
std::unique_ptr<OdeSolver> make_ode_solver(Ode& ode, const IntegratorOptions& options);

}  // namespace hearth
