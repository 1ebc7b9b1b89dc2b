// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// Returns 16 hexadecimal digits that follow from the compared rows of all measurements: their
/// times, their values to nine digits in the units of their outputs, and over what they are means.
/// The names of outputs, the order of measurements and how periods divide the rows do not matter,
/// so that other models of the same data have the same.
std::string fingerprint_of(const PreparedProblem& prepared);

/// The same with the `sd` of each measurement, to nine digits.
std::string weighted_fingerprint_of(const PreparedProblem& prepared,
                                    const std::vector<double>& sds);

}  // namespace hearth
