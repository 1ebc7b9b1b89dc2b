// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth {

/// Returns the agreement of each measurement from its sums and its number of missing rows.
std::map<std::string, Agreement> agreements_of(const PreparedProblem& prepared,
                                               const std::vector<ErrorSums>& sums,
                                               const std::vector<long>& missing,
                                               const std::vector<PeriodData>& periods);

/// Fits the parameters with the indexes `own` to the rows of `periods` while the others are held,
/// and returns all parameters.
std::vector<double> fitted_own(const PreparedProblem& prepared,
                               const std::vector<PeriodData>& periods,
                               const std::vector<std::size_t>& own,
                               const std::vector<double>& parameters,
                               const estimation::SolveOptions& options);

}  // namespace hearth
