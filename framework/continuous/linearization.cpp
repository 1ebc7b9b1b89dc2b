// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/linearization.hpp"

#include <algorithm>
#include <unsupported/Eigen/MatrixFunctions>

namespace hearth {
namespace {

constexpr int kLanes = 8;

std::vector<std::string> state_names(const Plan& plan) {
  const std::vector<std::string> all = plan.snapshot_names();
  return {all.begin() + plan.first_state, all.begin() + plan.first_state + plan.state_count};
}

}  // namespace

Linearization linearize(ContinuousSimulation& simulation, const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs) {
  const Plan& plan = simulation.plan();
  std::vector<int> variables, signals;  // cells
  for (int i = 0; i < plan.state_count; ++i) variables.push_back(plan.first_state + i);
  for (const std::string& input : inputs) variables.push_back(plan.open_input(input));
  for (const std::string& output : outputs) signals.push_back(plan.signal(output));
  const auto n = static_cast<Eigen::Index>(plan.state_count);
  const auto all = static_cast<Eigen::Index>(variables.size());
  const auto p = static_cast<Eigen::Index>(signals.size());
  Eigen::MatrixXd rates(n, all), values(p, all);
  HybridSystem<Jet8>& jets = simulation.jets_at_present();
  std::vector<Jet8> slopes(static_cast<std::size_t>(n));
  for (Eigen::Index first = 0; first < all; first += kLanes) {
    const Eigen::Index last = std::min(all, first + kLanes);
    for (Eigen::Index v = 0; v < all; ++v) {
      Jet8& cell = jets.cells()[variables[static_cast<std::size_t>(v)]];
      cell.v.setZero();
      if (v >= first && v < last) cell.v[v - first] = 1.0;
    }
    jets.evaluate(jets.flow().all);
    jets.rates(slopes.data());
    for (Eigen::Index v = first; v < last; ++v) {
      for (Eigen::Index r = 0; r < n; ++r) {
        rates(r, v) = slopes[static_cast<std::size_t>(r)].v[v - first];
      }
      for (Eigen::Index o = 0; o < p; ++o) {
        values(o, v) = jets.cells()[signals[static_cast<std::size_t>(o)]].v[v - first];
      }
    }
  }
  return {rates.leftCols(n),
          rates.rightCols(all - n),
          values.leftCols(n),
          values.rightCols(all - n),
          state_names(plan),
          inputs,
          outputs};
}

DiscreteSystem zero_order_hold(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double dt) {
  const Eigen::Index n = A.rows(), m = B.cols();
  if (A.cols() != n || B.rows() != n || !(dt > 0.0)) {
    throw InputError("analysis.shape", {},
                     "expected A of n x n, B of n x m and dt > 0; found " + std::to_string(n) +
                         " x " + std::to_string(A.cols()) + " and " + std::to_string(B.rows()) +
                         " x " + std::to_string(m));
  }
  Eigen::MatrixXd joined = Eigen::MatrixXd::Zero(n + m, n + m);
  joined.topLeftCorner(n, n) = A * dt;
  joined.topRightCorner(n, m) = B * dt;
  const Eigen::MatrixXd power = joined.exp();
  return {power.topLeftCorner(n, n), power.topRightCorner(n, m)};
}

}  // namespace hearth
