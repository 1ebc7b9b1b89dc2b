// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// Returns what draws of all parameters say of the measured outputs in each period. `go_on` is
/// asked between runs, from several threads; false makes the result incomplete.
///
/// The band of the output is that of simulations without measurements. A measured value is normal
/// around them with the standard deviation of its sensor; with a Kalman filter around what is
/// expected from the values before it, with the filter's variance.
std::vector<PredictedRun> predict(const PreparedProblem& prepared,
                                  const std::vector<std::vector<double>>& draws, int threads,
                                  const std::function<bool()>& go_on = {});

/// Returns the number below which a variable lies with a probability that is normal around each of
/// the centres with equal odds. Not all `sds` are 0.
double mixture_quantile(const std::vector<double>& centres, const std::vector<double>& sds,
                        double probability);

}  // namespace hearth
