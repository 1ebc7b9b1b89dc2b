// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hearth/estimation/bayes/log_density.hpp"
#include "hearth/estimation/bayes/posterior.hpp"

namespace hearth::estimation {

/// From here on a density is rough. Hamiltonian paths lose their acceptance at jumps of its
/// logarithm whatever their step size is: a path that meets a drop of 0.5 is accepted with 0.6, and
/// one that meets a drop or a rise with 0.8, the standard aim of the step size.
inline constexpr double kRough = 0.5;

struct Roughness {
  double height = 0.0;
  long evaluations = 0;  ///< of the density and its gradient
};

/// Returns how far the logarithm of a density leaves the integral of its slope along a line through
/// the mode, in the direction of random number `line`, within two standard deviations on each side:
///
///     max D - min D,   D(t) = f(t) - f(-2) - ∫ f'(t) dt
///
/// by Simpson's rule on intervals that are halved until it shows a difference of less than 0.02, or
/// are 1/128 of a standard deviation long: a jump remains, what coarse intervals miss does not.
/// Where the density is below e^-8 of that of the mode, or 0, nothing counts.
Roughness roughness(LogDensity& density, const Laplace& near, std::uint64_t line);

}  // namespace hearth::estimation
