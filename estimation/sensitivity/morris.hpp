// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"

/// Elementary effects, which screen many parameters with few runs. The functions here do not depend
/// on a simulation: a design contains points of the unit cube, and the values of any function at
/// these points are analysed.
namespace hearth::estimation {

/// Trajectories through the unit cube, each of which changes every parameter once, one after the
/// other.
struct MorrisDesign {
  int parameters = 0;
  int trajectories = 0;
  /// Points of one trajectory after the other, `parameters` + 1 points for each.
  std::vector<std::vector<double>> points;
  /// Index of the changed parameter in each step, one trajectory after the other, `parameters`
  /// steps for each.
  std::vector<int> changed;
};

/// Returns random trajectories on the grid of four levels 0, 1/3, 2/3 and 1; a step is 2/3 (Morris,
/// Technometrics 33, 1991, pages 161 to 174). Each trajectory depends only on its number and the
/// seed.
MorrisDesign morris_design(int parameters, int trajectories, std::uint64_t seed);

/// The effects of a change of a parameter over its whole range on a value, from the effects
///
///     d = (f(x + Δ e) - f(x)) / Δ
///
/// of all trajectories.
struct ElementaryEffects {
  double mu = 0.0;     ///< mean of d (Morris 1991)
  double sigma = 0.0;  ///< sd of d: 0 for a parameter that acts linearly and without interactions
  /// Mean of |d|, in which effects of opposite sign do not cancel (Campolongo, Cariboni and
  /// Saltelli, Environmental Modelling & Software 22, 2007, pages 1509 to 1518).
  double mu_star = 0.0;
  Interval mu_star_ci95;  ///< 95 % interval from 1000 bootstrap samples of the trajectories
};

/// Returns the effects of each parameter. `values` contains one value for each point; a trajectory
/// with a value that is not finite is left out. The result is empty if fewer than two trajectories
/// remain.
std::vector<ElementaryEffects> elementary_effects(const MorrisDesign& design,
                                                  const std::vector<double>& values,
                                                  std::uint64_t seed);

}  // namespace hearth::estimation
