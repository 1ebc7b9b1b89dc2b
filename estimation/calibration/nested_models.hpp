// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Figures of a calibration on its likelihood.
struct CalibrationFigures {
  std::string file;
  std::string data;             ///< fingerprint of the measured rows
  std::string weighted_data{};  ///< of them with the stated sd; "" of a filter
  double log_likelihood = 0.0;
  double aic = 0.0;
  double bic = 0.0;
  long rows = 0;
  long parameters = 0;  ///< estimated and not at a bound
  long at_bound = 0;    ///< estimated and at a bound
  /// Residuals over their stated sd, root of the mean square; 1 of a filter.
  double residual_sd = 1.0;
  bool filter = false;
  bool converged = false;
  bool white = true;  ///< no series of residuals contradicts white noise
  /// Of the likelihood: the loss is squared, outliers count in full and no parameter has a prior.
  bool maximum = true;
  std::optional<double> outlier_limit{};  ///< of a filter
};

/// Reads the result of `write_calibration_result`. InputError with everything that is wrong:
/// `calibration.no_result` if it is none or its calibration failed, `compare.no_data` if it has no
/// fingerprint.
CalibrationFigures read_calibration_figures(const std::filesystem::path& path);

/// Whether more parameters improve the fit more than chance does.
struct LikelihoodRatioTest {
  std::size_t richer = 0;  ///< the model with more parameters
  /// 2 (ln L - ln L) of the richer and the poorer model, divided by the scale of the comparison.
  double statistic = 0.0;
  int degrees_of_freedom = 0;
  double p = 1.0;  ///< probability of a larger statistic if the additional parameters do nothing
};

/// Two calibrations to the same data.
struct ModelComparison {
  /// Their AIC and BIC have ln L divided by `scale`: the quasi-likelihood of Burnham and Anderson,
  /// Model Selection and Multimodel Inference, 2002, section 2.5.
  std::vector<CalibrationFigures> models;
  /// The variance of the residuals of the model with more parameters over the stated one, at least
  /// 1, as in the intervals of a calibration.
  double scale = 1.0;
  std::optional<LikelihoodRatioTest> test;
  std::string conclusion;  ///< a sentence
  Diagnostics warnings;
};

/// Compares two results: by a likelihood-ratio test (Wilks, Annals of Mathematical Statistics 9,
/// 1938) if one has more parameters, which holds if that model contains the other one, and by AIC
/// and BIC. InputError `compare.data_differ` if their data differ, `compare.likelihoods_differ` if
/// the stated sd of the measurements or the limits of outliers do.
ModelComparison compare_models(const CalibrationFigures& first, const CalibrationFigures& second);

}  // namespace hearth
