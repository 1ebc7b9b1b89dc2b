// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hearth/estimation/solver/profile.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

/// The keyword that requests the profiles of all parameters.
inline constexpr const char* kAllProfiles = "all";

/// A request for profiles of parameters of a calibration (`estimation::Profiler`).
struct ProfileRequest {
  /// Names of parameters, or `all`. If a parameter has a number for each period, its name requests
  /// the profiles of all these numbers.
  std::vector<std::string> names;
  Where where{};
};

/// The rise of the objective as a parameter of a calibration departs from its best value.
struct ParameterProfile {
  std::size_t parameter = 0;  ///< index among the parameters of the result
  double limit = 0.0;         ///< ratio at the ends of the interval
  double scale = 1.0;         ///< divisor of the rise of the objective
  estimation::ProfileEnd lower, upper;
  /// Points in ascending order of the value, the optimum included.
  std::vector<estimation::ProfilePoint> points;
  int stopped = 0;         ///< number of fits of the other parameters that did not converge
  bool at_minimum = true;  ///< whether no fit of the profile has a lower objective than the optimum
};

}  // namespace hearth
