// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// Returns the parameters for which a problem requests profiles. Throws InputError
/// `calibration.profile_unknown` for names without a parameter.
std::vector<std::size_t> profiled_parameters(const PreparedProblem& prepared);

/// Profiles parameters of a solution with the given derivatives. Each side of a profile is one
/// task; tasks are distributed over threads. Returns only complete profiles if the caller ends the
/// search. Warns (`calibration.profile_lower`) of fits with a lower objective than the solution.
std::vector<ParameterProfile> find_profiles(const PreparedProblem& prepared,
                                            const std::vector<std::size_t>& parameters,
                                            const estimation::Summary& summary,
                                            const estimation::Jacobian& jacobian,
                                            const CalibrateOptions& options,
                                            Diagnostics& diagnostics);

}  // namespace hearth
