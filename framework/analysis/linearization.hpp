// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// A model near one point: dx/dt = A x + B u, y = C x + D u for small deviations.
struct Linearization {
  Eigen::MatrixXd A;  ///< states x states
  Eigen::MatrixXd B;  ///< states x inputs
  Eigen::MatrixXd C;  ///< outputs x states
  Eigen::MatrixXd D;  ///< outputs x inputs
  std::vector<std::string> states, inputs, outputs;
};

/// Linearises at the present point of a simulation, exactly, with Jets; held values do not
/// change. `inputs` are unconnected inputs `id.in.port`, `outputs` signals `id.port`. Throws the
/// errors of the plan's lookups.
Linearization linearize(ContinuousSimulation& simulation, const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs);

/// dx/dt of all states and the values of chosen cells at one point, with their derivatives.
struct PointDerivatives {
  Eigen::VectorXd rates, values;
  Eigen::MatrixXd rates_by, values_by;  ///< a column for each group of cells
};

/// Differentiates at the present point of a simulation, exactly, with Jets: the cells of a group
/// (states, unconnected inputs, or entries of a parameter) move together. Held values do not
/// change.
PointDerivatives differentiate(ContinuousSimulation& simulation,
                               const std::vector<std::vector<int>>& groups,
                               const std::vector<int>& cells);

/// A system in discrete time with its inputs held: x[k+1] = A x[k] + B u[k].
struct DiscreteSystem {
  Eigen::MatrixXd A, B;
};

/// Discretises dx/dt = A x + B u for inputs held over `dt` s, exactly: the exponential of
/// [A B; 0 0] dt (Van Loan, IEEE Trans. Autom. Control 23 (1978)).
DiscreteSystem zero_order_hold(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double dt);

}  // namespace hearth
