// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/agreement.hpp"

#include <cmath>

namespace hearth {

void ErrorSums::add(double measured_value, double simulated) {
  const double difference = simulated - measured_value;
  ++n;
  error += difference;
  absolute += std::abs(difference);
  squared += difference * difference;
  measured += measured_value;
}

bool judged_by_guideline_14(const Unit& unit) {
  return unit.compatible(unit::J) || unit.compatible(unit::W) || unit.compatible(unit::kg_per_s) ||
         unit.compatible(unit::m3_per_s);
}

Agreement agreement_of(const ErrorSums& sums, const Unit& unit) {
  Agreement agreement;
  agreement.unit = unit;
  agreement.n = sums.n;
  if (sums.n == 0) return agreement;
  const auto n = static_cast<double>(sums.n);
  agreement.rmse = std::sqrt(sums.squared / n);
  agreement.bias = sums.error / n;
  agreement.mae = sums.absolute / n;
  const double mean = sums.measured / n;
  if (judged_by_guideline_14(unit) && sums.n > 1 && mean != 0.0) {
    agreement.nmbe = -sums.error / ((n - 1.0) * mean);
    agreement.cv_rmse = std::sqrt(sums.squared / (n - 1.0)) / mean;
  }
  return agreement;
}

}  // namespace hearth
