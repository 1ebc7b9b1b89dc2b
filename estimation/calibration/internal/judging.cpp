// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/judging.hpp"

#include "hearth/estimation/calibration/likelihood.hpp"
#include "hearth/estimation/calibration/residuals.hpp"

namespace hearth {

std::unique_ptr<estimation::ResidualFunction> objective_of(const PreparedProblem& prepared,
                                                           const std::vector<PeriodData>& periods,
                                                           int threads) {
  if (prepared.problem().error_model == ErrorModel::Kalman) {
    return std::make_unique<FilterLikelihood>(prepared, periods, threads);
  }
  return std::make_unique<SimulationResiduals>(prepared, periods, threads);
}

}  // namespace hearth
