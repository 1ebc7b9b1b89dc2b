// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Rolling validation: the calibration on the rows up to an instant predicts the next interval;
/// then that interval is added to the fitted rows.
struct RollingRequest {
  Duration train{};  ///< fitted time of the first window, from the first compared row on
  Duration next{};   ///< predicted time of each window
  Where where{};
};

/// Blocks of time, each of which is left out once.
struct FoldRequest {
  int count = 0;  ///< 0: none
  Where where{};
};

inline constexpr int kMostFolds = 1000;

/// A fit without some of the measured rows, and its agreement with these rows.
struct Fold {
  Instant start{}, end{};  ///< first and last row that was left out
  long fitted = 0;         ///< number of measured values that were fitted
  estimation::Status status = estimation::Status::Failed;
  std::string message;  ///< message of the search, or the reason why there are no figures
  std::vector<double> parameters;  ///< estimates, in the order of the parameters of the result
  /// By port, the agreement in the rows that were left out; empty if the model cannot be run over
  /// these rows.
  std::map<std::string, Agreement> measurements{};
  double residual_sd = 0.0;  ///< root mean square of all residuals divided by their sd
};

/// Folds of one kind in chronological order.
struct CrossValidation {
  std::vector<Fold> folds{};
  std::map<std::string, Agreement> pooled{};  ///< agreement over all rows that were left out
  double residual_sd = 0.0;
};

}  // namespace hearth
