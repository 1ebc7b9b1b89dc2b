// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Sums over the compared rows of one signal.
struct ErrorSums {
  long n = 0;
  double error = 0.0, absolute = 0.0, squared = 0.0, measured = 0.0;

  void add(double measured_value, double simulated);
};

/// Returns whether ASHRAE Guideline 14 judges a quantity by NMBE and CV(RMSE): energy, power, flow.
bool judged_by_guideline_14(const Unit& unit);

/// Returns the agreement that the sums of a signal in that unit make; `missing` and `hourly` are
/// the caller's to know.
Agreement agreement_of(const ErrorSums& sums, const Unit& unit);

}  // namespace hearth
