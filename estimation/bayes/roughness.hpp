// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hearth/estimation/bayes/log_density.hpp"
#include "hearth/estimation/bayes/posterior.hpp"

namespace hearth::estimation {

/// A density of at least this roughness is called rough. Jumps of the log-density reduce the
/// acceptance of Hamiltonian paths whatever their step size is. A path that meets a drop of 0.5 is
/// accepted with a probability of 0.6. If drops and rises are equally frequent, the mean
/// probability is 0.8, which is the usual target of the step size.
inline constexpr double kRough = 0.5;

/// The roughness of a density (`roughness`), and the work to find it.
struct Roughness {
  double height = 0.0;
  long evaluations = 0;  ///< number of evaluations of the density and its gradient
};

/// Returns the largest difference between the logarithm of a density and the integral of its slope
/// along a line through the mode, in the direction with the random number `line`, within two
/// standard deviations on each side:
///
///     max D - min D,   D(t) = f(t) - f(-2) - ∫ f'(t) dt
///
/// The integral uses Simpson's rule on intervals that are halved until the rule indicates a
/// difference of less than 0.02, or until they are 1/128 of a standard deviation long. A jump
/// remains, whereas errors of coarse intervals vanish. Points at which the density is below e^-8 of
/// that of the mode, or 0, do not count.
Roughness roughness(LogDensity& density, const Laplace& near, std::uint64_t line);

}  // namespace hearth::estimation
