// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hearth/estimation/solver/profile.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

/// The word that asks for the profiles of all parameters.
inline constexpr const char* kAllProfiles = "all";

/// Which parameters of a calibration are profiled (`estimation::Profiler`).
struct ProfileRequest {
  /// Names, or `all`; the name of a parameter with a number for each period represents all of them.
  std::vector<std::string> names;
  Where where{};
};

/// How the objective rises as a parameter of a calibration leaves its best value.
struct ParameterProfile {
  std::size_t parameter = 0;  ///< among those of the result
  double limit = 0.0;         ///< of the ratio, at the ends of the interval
  double scale = 1.0;         ///< by which the rise of the objective was divided
  estimation::ProfileEnd lower, upper;
  std::vector<estimation::ProfilePoint> points;  ///< by value, the optimum among them
  int stopped = 0;                               ///< fits of the others that did not converge
  bool at_minimum = true;  ///< it starts from a minimum, below which no profile went
};

}  // namespace hearth
