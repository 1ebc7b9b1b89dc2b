// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/period_fit.hpp"

#include <chrono>
#include <cmath>

#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/estimation/solver/held_function.hpp"

namespace hearth {
namespace {

/// Returns whether most compared rows of a measurement are at most an hour apart.
bool hourly(const std::vector<PeriodData>& periods, std::size_t measurement) {
  long near = 0, far = 0;
  for (const PeriodData& data : periods) {
    const std::vector<double>& rows = data.measured[measurement];
    const Duration step = data.inputs.period.step;
    long last = -1;
    for (long k = data.first_row; k < static_cast<long>(rows.size()); ++k) {
      if (std::isnan(rows[k])) continue;
      if (last >= 0) ++((k - last) * step <= std::chrono::hours(1) ? near : far);
      last = k;
    }
  }
  return near > far;
}

}  // namespace

std::map<std::string, Agreement> agreements_of(const PreparedProblem& prepared,
                                               const std::vector<ErrorSums>& sums,
                                               const std::vector<long>& missing,
                                               const std::vector<PeriodData>& periods) {
  const auto& measurements = prepared.problem().measurements;
  std::map<std::string, Agreement> agreements;
  for (std::size_t m = 0; m < measurements.size(); ++m) {
    const auto cell = static_cast<std::size_t>(prepared.cells()[m]);
    Agreement agreement = agreement_of(sums[m], prepared.plan().signals[cell].unit);
    agreement.missing = missing[m];
    agreement.hourly = hourly(periods, m);
    agreements[measurements[m].port] = agreement;
  }
  return agreements;
}

std::vector<double> fitted_own(const PreparedProblem& prepared,
                               const std::vector<PeriodData>& periods,
                               const std::vector<std::size_t>& own,
                               const std::vector<double>& parameters,
                               const estimation::SolveOptions& options) {
  std::vector<estimation::Parameter> free;
  for (const std::size_t i : own) {
    free.push_back(prepared.parameters()[i].parameter);
    free.back().initial = parameters[i];
  }
  SimulationResiduals all(prepared, periods, 1);
  estimation::HeldFunction residuals(all, parameters, own);
  const estimation::Summary summary = estimation::solve(free, residuals, options);
  return residuals.with(summary.parameters.data());
}

}  // namespace hearth
