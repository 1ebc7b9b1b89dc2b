// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/analysis/steady_state.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// The conditions r(z) = 0 of a steady state as functions of the unknowns z, for solvers.
class SteadyStateEquations {
 public:
  /// Looks up the names of the problem and checks it; throws the errors of `find_steady_state` for
  /// an invalid problem. The simulation must outlive this object.
  SteadyStateEquations(ContinuousSimulation& simulation, const SteadyStateProblem& problem);

  int unknowns() const { return static_cast<int>(unknowns_.size()); }
  int conditions() const { return static_cast<int>(condition_names_.size()); }
  const std::string& unknown_name(int j) const { return unknowns_[j].name; }
  const std::string& condition_name(int i) const { return condition_names_[i]; }
  double lower(int j) const { return unknowns_[j].lower; }
  double upper(int j) const { return unknowns_[j].upper; }
  /// Returns whether the problem sets a bound.
  bool bounded() const { return bounded_; }
  const SteadyStateProblem& problem() const { return problem_; }
  const Eigen::VectorXd& start() const { return start_; }

  /// The conditions and their derivatives at one point.
  struct Point {
    Eigen::VectorXd residuals;
    Eigen::MatrixXd jacobian;  ///< conditions x unknowns
  };
  /// Moves the simulation to z and writes the residuals. Returns false if the model cannot be
  /// evaluated at z.
  bool evaluate(const double* z, Eigen::VectorXd& residuals);
  /// Writes residuals and derivatives, which may be not finite; returns false as `evaluate` does.
  bool differentiate(const double* z, Point& point);
  /// Returns, for each condition i, the size to which its residual is compared: Σ_j |∂r_i/∂z_j|
  /// max(|z_j|, typical_j).
  Eigen::VectorXd sizes(const Eigen::VectorXd& z, const Eigen::MatrixXd& jacobian) const;
  /// Returns max(|z_j|, typical_j).
  double size(const Eigen::VectorXd& z, int j) const;
  /// Moves the simulation to z.
  void move_to(const double* z);
  /// Restores the values that the simulation had when this object was constructed.
  void move_back();

 private:
  enum class Kind { State, Input, Parameter };
  struct Unknown {
    std::string name;
    Kind kind = Kind::State;
    CellRef ref;
    double lower, upper, typical;
    std::vector<double> before;  // by cell
    bool described = false;      // an entry of the problem describes it
  };

  void add_states();
  void add_state(const std::string& name, int cell);
  void add_unknown(const SteadyStateUnknown& unknown);
  void describe(Unknown& own, const SteadyStateUnknown& given);
  void add_targets();
  void check_cells() const;
  CellRef look_up(const std::string& name, Kind& kind) const;
  double cell(int number) const;
  void set(const Unknown& unknown, double value);

  ContinuousSimulation& simulation_;
  SteadyStateProblem problem_;
  std::vector<Unknown> unknowns_;
  std::vector<int> resting_;  // numbers of states, from the first state
  std::vector<int> target_cells_;
  std::vector<std::string> condition_names_;
  Eigen::VectorXd start_;
  std::vector<double> starts_;
  std::vector<double> slopes_;
  bool bounded_ = false;
};

/// Moves z from its start towards a root of the equations, with each condition weighted by 1 /
/// sizes[i]. Returns the number of iterations.
using SteadyStateMethod =
    std::function<int(SteadyStateEquations&, const Eigen::VectorXd& sizes, Eigen::VectorXd& z)>;

/// Finds a steady state with a method. If the method ends too far from a root, it is called again
/// with the sizes at the point that it reached. Throws the errors of `find_steady_state`.
SteadyState search_steady_state(SteadyStateEquations& equations, const std::string& name,
                                const SteadyStateMethod& method);

/// Applies Newton's method with line search (KINSOL); needs as many conditions as unknowns.
int newton_search(SteadyStateEquations& equations, const Eigen::VectorXd& sizes,
                  Eigen::VectorXd& z);

}  // namespace hearth
