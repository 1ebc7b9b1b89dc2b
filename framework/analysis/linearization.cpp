// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/linearization.hpp"

#include <algorithm>
#include <unsupported/Eigen/MatrixFunctions>

#include "hearth/framework/base/limits.hpp"

namespace hearth {
namespace {

constexpr int kLanes = 8;

std::vector<std::string> state_names(const Plan& plan) {
  const std::vector<std::string> all = plan.snapshot_names();
  return {all.begin() + plan.first_state, all.begin() + plan.first_state + plan.state_count};
}

/// Seeds the cells of groups [first, first + kLanes) with one direction each, all others with none.
void seed(HybridSystem<Jet8>& jets, const std::vector<std::vector<int>>& groups,
          std::size_t first) {
  bool parameters = false;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const int cell : groups[g]) {
      Jet8& value = jets.cells()[cell];
      value.v.setZero();
      if (g >= first && g < first + kLanes) value.v[static_cast<int>(g - first)] = 1.0;
      parameters = parameters || cell >= jets.plan().snapshot_count;
    }
  }
  if (parameters) jets.state().prepare();
}

}  // namespace

PointDerivatives differentiate(ContinuousSimulation& simulation,
                               const std::vector<std::vector<int>>& groups,
                               const std::vector<int>& cells) {
  const int states = simulation.plan().state_count;
  const auto columns = static_cast<Eigen::Index>(groups.size());
  const auto count = static_cast<Eigen::Index>(cells.size());
  check_limit(WorkLimit::MatrixEntries, (states + count) * columns, {});
  PointDerivatives result{Eigen::VectorXd(states), Eigen::VectorXd(count),
                          Eigen::MatrixXd(states, columns), Eigen::MatrixXd(count, columns)};
  HybridSystem<Jet8>& jets = simulation.jets_at_present();
  std::vector<Jet8> slopes(static_cast<std::size_t>(states));
  for (std::size_t first = 0; first == 0 || first < groups.size(); first += kLanes) {
    seed(jets, groups, first);
    jets.evaluate(jets.flow().all);
    jets.rates(slopes.data());
    const auto start = static_cast<Eigen::Index>(first);
    const Eigen::Index lanes = std::min<Eigen::Index>(kLanes, columns - start);
    for (Eigen::Index r = 0; r < states; ++r) {
      const Jet8& slope = slopes[r];
      result.rates[r] = slope.a;
      for (Eigen::Index i = 0; i < lanes; ++i) result.rates_by(r, start + i) = slope.v[i];
    }
    for (Eigen::Index c = 0; c < count; ++c) {
      const Jet8& value = jets.cells()[cells[c]];
      result.values[c] = value.a;
      for (Eigen::Index i = 0; i < lanes; ++i) result.values_by(c, start + i) = value.v[i];
    }
  }
  seed(jets, groups, groups.size());  // removes all directions
  return result;
}

Linearization linearize(ContinuousSimulation& simulation, const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs) {
  const Plan& plan = simulation.plan();
  std::vector<std::vector<int>> variables;
  for (int i = 0; i < plan.state_count; ++i) variables.push_back({plan.first_state + i});
  for (const std::string& input : inputs) variables.push_back({plan.open_input(input)});
  std::vector<int> signals;
  for (const std::string& output : outputs) signals.push_back(plan.signal(output));
  const PointDerivatives found = differentiate(simulation, variables, signals);
  const auto n = static_cast<Eigen::Index>(plan.state_count);
  const auto m = static_cast<Eigen::Index>(inputs.size());
  return {found.rates_by.leftCols(n),
          found.rates_by.rightCols(m),
          found.values_by.leftCols(n),
          found.values_by.rightCols(m),
          state_names(plan),
          inputs,
          outputs};
}

DiscreteSystem zero_order_hold(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double dt) {
  const Eigen::Index n = A.rows(), m = B.cols();
  if (A.cols() != n || B.rows() != n || !(dt > 0.0)) {
    throw InputError("analysis.shape", {},
                     "expected a matrix A of n x n, a matrix B of n x m and dt > 0; found " +
                         std::to_string(n) + " x " + std::to_string(A.cols()) + " and " +
                         std::to_string(B.rows()) + " x " + std::to_string(m));
  }
  if (n == 0) return {A, B};  // no states: nothing to exponentiate
  Eigen::MatrixXd joined = Eigen::MatrixXd::Zero(n + m, n + m);
  joined.topLeftCorner(n, n) = A * dt;
  joined.topRightCorner(n, m) = B * dt;
  const Eigen::MatrixXd power = joined.exp();
  return {power.topLeftCorner(n, n), power.topRightCorner(n, m)};
}

}  // namespace hearth
