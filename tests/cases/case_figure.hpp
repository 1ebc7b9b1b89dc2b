// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/tests/cases/case_report.hpp"

namespace hearth::cases {

/// Returns an SVG of curves over each other; references as wide pale lines, the rest thin.
std::string figure_of(const Plot& plot);

/// Returns an SVG of values between their limits, a row for each.
std::string figure_of(const std::vector<Band>& bands);

}  // namespace hearth::cases
