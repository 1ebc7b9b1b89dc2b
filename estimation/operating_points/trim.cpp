// SPDX-License-Identifier: MIT
#include "hearth/estimation/operating_points/trim.hpp"

#include <vector>

#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/framework/analysis/steady_state_equations.hpp"

namespace hearth::estimation {
namespace {

/// The conditions of a steady state, each relative to its magnitude.
class Conditions final : public ResidualFunction {
 public:
  Conditions(SteadyStateEquations& equations, const Eigen::VectorXd& sizes)
      : equations_(equations), weights_(sizes.cwiseInverse()) {}

  int residuals() const override { return equations_.conditions(); }

  bool evaluate(const double* z, double* residuals, double* jacobian) override {
    const bool known = jacobian == nullptr ? equations_.evaluate(z, point_.residuals)
                                           : equations_.differentiate(z, point_);
    if (!known) return false;
    Eigen::Map<Eigen::VectorXd>(residuals, rows()) = weights_.cwiseProduct(point_.residuals);
    if (jacobian == nullptr) return true;
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<RowMajor>(jacobian, rows(), equations_.unknowns()) =
        weights_.asDiagonal() * point_.jacobian;
    return true;
  }

 private:
  Eigen::Index rows() const { return weights_.size(); }

  SteadyStateEquations& equations_;
  Eigen::VectorXd weights_;
  SteadyStateEquations::Point point_;
};

int least_squares_search(SteadyStateEquations& equations, const Eigen::VectorXd& sizes,
                         Eigen::VectorXd& z) {
  if (equations.unknowns() == 0) return 0;
  std::vector<Parameter> parameters;
  for (int j = 0; j < equations.unknowns(); ++j) {
    Parameter parameter;
    parameter.name = equations.unknown_name(j);
    parameter.initial = z[j];
    parameter.min = equations.lower(j);
    parameter.max = equations.upper(j);
    parameter.scale = Scale::Linear;
    parameters.push_back(std::move(parameter));
  }
  SolveOptions options;
  options.solver = Solver::Ceres;
  // The residuals approach 0, so that the search ends only at rounding.
  options.set_tolerance(1e-15);
  options.max_evaluations = equations.problem().most_iterations;
  Conditions conditions(equations, sizes);
  const Summary summary = solve(parameters, conditions, options);
  z = Eigen::Map<const Eigen::VectorXd>(summary.parameters.data(), z.size());
  return summary.iterations;
}

}  // namespace

SteadyState trim(ContinuousSimulation& simulation, const SteadyStateProblem& problem) {
  SteadyStateEquations equations(simulation, problem);
  if (equations.unknowns() == equations.conditions() && !equations.bounded()) {
    try {
      return search_steady_state(equations, "Newton", newton_search);
    } catch (const SimulationError& error) {
      if (error.code() != "simulation.steady_state_not_found") throw;
    }
  }
  return search_steady_state(equations, "least squares", least_squares_search);
}

}  // namespace hearth::estimation
