// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// Returns 16 hexadecimal digits that depend on the compared rows of all measurements: their times,
/// their values to nine digits in the units of their outputs, and the intervals of means. The
/// digits do not depend on the names of outputs, the order of measurements or the division of rows
/// into periods, so that they are equal for other models with the same data.
std::string fingerprint_of(const PreparedProblem& prepared);

/// Returns a fingerprint that also depends on the `sd` of each measurement, to nine digits.
std::string weighted_fingerprint_of(const PreparedProblem& prepared,
                                    const std::vector<double>& sds);

}  // namespace hearth
