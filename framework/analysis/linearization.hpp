// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// A model near one point: dx/dt = A x + B u, y = C x + D u for small deviations x, u, y.
struct Linearization {
  Eigen::MatrixXd A;  ///< states x states
  Eigen::MatrixXd B;  ///< states x inputs
  Eigen::MatrixXd C;  ///< outputs x states
  Eigen::MatrixXd D;  ///< outputs x inputs
  std::vector<std::string> states, inputs, outputs;
};

/// Linearises a simulation at its present point, with exact derivatives from Jets; held values are
/// constant. `inputs` are unconnected inputs `id.in.port`, `outputs` are signals `id.port`. All
/// numbers are in the units of the schema. Throws the errors of `Plan::open_input` and
/// `Plan::signal`.
Linearization linearize(ContinuousSimulation& simulation, const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs);

/// The rates dx/dt of all states and the values of chosen cells at one point, with their
/// derivatives.
struct PointDerivatives {
  Eigen::VectorXd rates, values;
  Eigen::MatrixXd rates_by, values_by;  ///< one column for each group of cells
};

/// Differentiates a simulation at its present point, exactly, with Jets. `groups` are cells of
/// states, unconnected inputs or entries of a parameter; the cells of a group move together.
/// `cells` are the cells whose values are differentiated. Held values are constant.
PointDerivatives differentiate(ContinuousSimulation& simulation,
                               const std::vector<std::vector<int>>& groups,
                               const std::vector<int>& cells);

/// A system in discrete time, whose inputs are constant within a step: x[k+1] = A x[k] + B u[k].
struct DiscreteSystem {
  Eigen::MatrixXd A, B;
};

/// Discretises dx/dt = A x + B u exactly, for inputs that are constant over `dt` s, by the
/// exponential of [A B; 0 0] dt (Van Loan, IEEE Trans. Autom. Control 23 (1978)).
DiscreteSystem zero_order_hold(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double dt);

}  // namespace hearth
