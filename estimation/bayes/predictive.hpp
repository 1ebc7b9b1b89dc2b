// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// Returns the predictions of the measured outputs in each period, over draws of all parameters.
/// `go_on` is called between runs, from several threads; if it returns false, the result is
/// incomplete.
///
/// The band of an output is computed from simulations without measurements. Without a Kalman
/// filter, a measured value is normally distributed around the simulated output, with the standard
/// deviation of its sensor. With a Kalman filter, it is normally distributed around the value that
/// is expected from earlier measurements, with the variance of the filter.
std::vector<PredictedRun> predict(const PreparedProblem& prepared,
                                  const std::vector<std::vector<double>>& draws, int threads,
                                  const std::function<bool()>& go_on = {});

/// Returns the given quantile of a mixture with equal weights of normal distributions around
/// `centres` with the standard deviations `sds`. At least one of `sds` must be positive.
double mixture_quantile(const std::vector<double>& centres, const std::vector<double>& sds,
                        double probability);

}  // namespace hearth
