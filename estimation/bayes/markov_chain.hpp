// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <Eigen/Dense>

namespace hearth::estimation {

/// The draws of one Markov chain after its warm-up.
struct MarkovChain {
  Eigen::MatrixXd draws;            ///< a row for each draw
  std::vector<double> log_density;  ///< of each draw
  std::vector<char> divergent{};    ///< whether the path to each draw diverged; of NUTS
  long saturated = 0;               ///< paths that ended at the largest tree depth; of NUTS
  double acceptance = 0.0;          ///< mean probability of acceptance
  double step_size = 0.0;           ///< of NUTS, in units of the mass matrix
  long evaluations = 0;             ///< of the density, warm-up included
};

/// Is called after each iteration of a sampler; false ends the sampler early.
using GoOn = std::function<bool()>;

}  // namespace hearth::estimation
