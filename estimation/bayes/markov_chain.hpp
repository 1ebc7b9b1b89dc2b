// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <Eigen/Dense>

namespace hearth::estimation {

/// The draws of one Markov chain after its warm-up.
struct MarkovChain {
  Eigen::MatrixXd draws;            ///< one row for each draw
  std::vector<double> log_density;  ///< value for each draw
  std::vector<char> divergent{};    ///< whether the path to each draw diverged (NUTS only)
  long saturated = 0;       ///< number of paths that ended at the largest tree depth (NUTS only)
  double acceptance = 0.0;  ///< mean probability of acceptance
  double step_size = 0.0;   ///< step size, in units of the mass matrix (NUTS only)
  long evaluations = 0;     ///< number of evaluations of the density, warm-up included
};

/// A function that is called after each iteration of a sampler; false ends the sampler early.
using GoOn = std::function<bool()>;

}  // namespace hearth::estimation
