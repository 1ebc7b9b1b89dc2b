// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::apps {

/// The result of a calibration for one parameter or initial state, as texts of full precision.
struct CalibratedValue {
  double value = 0.0;
  std::string unit;
  std::string sd, low, high;  ///< "" if the data do not determine it
  std::string initial;
  std::string at_bound;  ///< `lower`, `upper` or ""
};

/// Returns the values in a result of `hearth calibrate` by target: `id.name`, `id@state`.
std::map<std::string, CalibratedValue> calibrated_values(const Json& result);

/// Returns the model with these values; targets that it does not have are skipped.
SimulationModel with_calibrated_values(SimulationModel model,
                                       const std::map<std::string, CalibratedValue>& values);

}  // namespace hearth::apps
