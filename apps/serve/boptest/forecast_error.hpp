// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hearth::apps {

/// The level of uncertainty of a forecast, with the names of BOPTEST's scenarios.
enum class Uncertainty { Low, Medium, High };

/// Returns the level of that name, or nothing.
std::optional<Uncertainty> uncertainty_of(std::string_view word);

/// Returns the forecast of an outdoor temperature (K, hourly) with an error.
///
/// The error follows an autoregressive model of first order with normal increments, whose
/// parameters BOPTEST publishes: e0 ~ N(F0, K0), e(k+1) ~ N(F e(k) + mu, K). The random numbers are
/// a function of the seed; they differ from those of NumPy.
std::vector<double> uncertain_temperature(std::vector<double> exact, Uncertainty level,
                                          std::uint64_t seed);

/// Returns the forecast of the global radiation on the horizontal (W/m2, hourly) with an error.
///
/// The error has increments from a Laplace distribution, e0 ~ L(ag0, bg0), e(k+1) ~ L(phi e(k) +
/// ag, bg), a mean over three neighbours by day, and limits of 0.2 and 2 times the exact value.
std::vector<double> uncertain_radiation(std::vector<double> exact, Uncertainty level,
                                        std::uint64_t seed);

}  // namespace hearth::apps
