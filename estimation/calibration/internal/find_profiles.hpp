// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// Returns the parameters that a problem wants to be profiled; InputError
/// `calibration.profile_unknown` for names that no parameter has.
std::vector<std::size_t> profiled_parameters(const PreparedProblem& prepared);

/// Profiles parameters of a solution whose derivatives are given; each side is a task of its own,
/// shared by threads. Returns those that are complete if the caller ends it. Warns
/// (`calibration.profile_lower`) of fits below the solution.
std::vector<ParameterProfile> find_profiles(const PreparedProblem& prepared,
                                            const std::vector<std::size_t>& parameters,
                                            const estimation::Summary& summary,
                                            const estimation::Jacobian& jacobian,
                                            const CalibrateOptions& options,
                                            Diagnostics& diagnostics);

}  // namespace hearth
