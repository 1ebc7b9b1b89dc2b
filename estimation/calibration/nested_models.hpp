// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Figures of a calibration with which its likelihood is compared.
struct CalibrationFigures {
  std::string file;
  std::string data;             ///< fingerprint of the measured rows
  std::string weighted_data{};  ///< fingerprint of these rows with the stated sd; "" for a filter
  double log_likelihood = 0.0;
  double aic = 0.0;
  double bic = 0.0;
  long rows = 0;
  long parameters = 0;  ///< number of estimated parameters that are not at a bound
  long at_bound = 0;    ///< number of estimated parameters that are at a bound
  /// Root mean square of the residuals divided by their stated sd; 1 for a filter.
  double residual_sd = 1.0;
  bool filter = false;
  bool converged = false;
  bool white = true;  ///< whether no series of residuals contradicts white noise
  /// Whether the result maximises the likelihood: the loss is squared, outliers count in full and
  /// no parameter has a prior.
  bool maximum = true;
  std::optional<double> outlier_limit{};  ///< limit of outliers of a filter
};

/// Reads the result of `write_calibration_result`. Throws InputError with all problems:
/// `calibration.no_result` if the file is not a result or its calibration failed, `compare.no_data`
/// if it has no fingerprint.
CalibrationFigures read_calibration_figures(const std::filesystem::path& path);

/// Test of whether additional parameters improve the fit more than chance would.
struct LikelihoodRatioTest {
  std::size_t richer = 0;  ///< index of the model with more parameters
  /// 2 (ln L₁ - ln L₀) of the richer model (1) and the poorer one (0), divided by the scale of the
  /// comparison.
  double statistic = 0.0;
  int degrees_of_freedom = 0;
  double p = 1.0;  ///< probability of a larger statistic if the additional parameters do nothing
};

/// Comparison of two calibrations with the same data.
struct ModelComparison {
  /// The compared models. Their AIC and BIC use ln L divided by `scale`, the quasi-likelihood of
  /// Burnham and Anderson (Model Selection and Multimodel Inference, 2002, section 2.5).
  std::vector<CalibrationFigures> models;
  /// The variance of the residuals of the model with more parameters, divided by the stated
  /// variance; at least 1, as in the intervals of a calibration.
  double scale = 1.0;
  std::optional<LikelihoodRatioTest> test;
  std::string conclusion;  ///< a sentence
  Diagnostics warnings;
};

/// Compares two results by AIC and BIC and, if one has more parameters, by a likelihood-ratio test
/// (Wilks, Annals of Mathematical Statistics 9, 1938), which is valid if the model with
/// fewer parameters is a special case of the other. Throws InputError `compare.data_differ` if
/// their data differ, and `compare.likelihoods_differ` if the stated sd of the measurements or the
/// limits of outliers differ.
ModelComparison compare_models(const CalibrationFigures& first, const CalibrationFigures& second);

}  // namespace hearth
