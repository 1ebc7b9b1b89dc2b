// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"

/// Elementary effects, which screen many parameters by few runs. Nothing here knows a simulation:
/// a design holds points of the unit cube, and values of any function of them are judged.
namespace hearth::estimation {

/// Trajectories through the unit cube that change one parameter after the other, each once.
struct MorrisDesign {
  int parameters = 0;
  int trajectories = 0;
  /// Of one trajectory after the other, `parameters` + 1 points each.
  std::vector<std::vector<double>> points;
  /// Which parameter changes, by trajectory and step: `parameters` of each.
  std::vector<int> changed;
};

/// Returns random trajectories on the grid of four levels 0, 1/3, 2/3 and 1; a step is 2/3 (Morris,
/// Technometrics 33, 1991, pages 161 to 174). Each depends on its number and the seed alone.
MorrisDesign morris_design(int parameters, int trajectories, std::uint64_t seed);

/// What changing a parameter over its whole range does to a value, by the effects
///
///     d = (f(x + Δ e) - f(x)) / Δ
///
/// of all trajectories.
struct ElementaryEffects {
  double mu = 0.0;     ///< mean of d (Morris 1991)
  double sigma = 0.0;  ///< sd of d: of a parameter that acts linearly and alone it is 0
  /// Mean of |d|, which effects of both signs do not cancel (Campolongo, Cariboni and Saltelli,
  /// Environmental Modelling & Software 22, 2007, pages 1509 to 1518).
  double mu_star = 0.0;
  Interval mu_star_ci95;  ///< of `mu_star`, by 1000 bootstrap samples of the trajectories
};

/// Returns the effects of each parameter. `values` has one for each point; a trajectory with one
/// that is not finite does not count. Returns nothing if fewer than two count.
std::vector<ElementaryEffects> elementary_effects(const MorrisDesign& design,
                                                  const std::vector<double>& values,
                                                  std::uint64_t seed);

}  // namespace hearth::estimation
