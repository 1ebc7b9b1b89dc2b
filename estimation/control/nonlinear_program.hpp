// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace hearth {

/// The problem: minimise f(x) with lower <= x <= upper and constraint_lower <= g(x) <=
/// constraint_upper.
class NonlinearProgram {
 public:
  virtual ~NonlinearProgram() = default;

  struct Bounds {
    std::vector<double> lower, upper;  ///< infinite: no bound
  };
  /// Returns the number of leading variables, whose derivatives scale the objective and the
  /// constraints. All later variables are violations, in the unit of their constraint.
  virtual int leading() const = 0;
  virtual const Bounds& variables() const = 0;
  virtual const Bounds& constraints() const = 0;
  /// Returns row and column of each derivative of the constraints that can differ from 0.
  virtual const std::vector<std::pair<int, int>>& pattern() const = 0;

  /// Computes f and g at x; returns false if they cannot be computed. Values must be finite.
  virtual bool evaluate(const std::vector<double>& x, double& objective,
                        std::vector<double>& constraints) = 0;
  /// Computes the gradient of f, and the derivatives of g in the order of `pattern`.
  virtual bool differentiate(const std::vector<double>& x, std::vector<double>& gradient,
                             std::vector<double>& jacobian) = 0;
};

/// The end of the search for a solution.
enum class ProgramStatus {
  Solved,
  Stopped,      ///< limit of iterations or a kink reached; returns the best point so far
  Interrupted,  ///< ended by the caller
  Infeasible,   ///< no point near the last one satisfies the constraints
  Failed,       ///< no point that satisfies them was found, or the program cannot be evaluated
};

/// The options of `solve`.
struct ProgramOptions {
  double tolerance = 1e-5;
  int max_iterations = 300;
  /// Called after each iteration with its number and the objective; false ends the search.
  std::function<bool(int iteration, double objective)> progress{};
};

/// The result of `solve`.
struct ProgramResult {
  ProgramStatus status = ProgramStatus::Failed;
  std::vector<double> x;
  double objective = 0.0;
  int iterations = 0;
};

/// Returns whether Hearth was built with the solver.
bool has_nonlinear_solver();

/// Finds a local minimum by the interior-point method of Ipopt (Wächter and Biegler, Mathematical
/// Programming 106 (2006), pages 25 to 57), with limited-memory quasi-Newton second derivatives.
/// Throws InputError `control.solver_missing` if Hearth was built without Ipopt.
ProgramResult solve(NonlinearProgram& program, const std::vector<double>& start,
                    const ProgramOptions& options);

}  // namespace hearth
