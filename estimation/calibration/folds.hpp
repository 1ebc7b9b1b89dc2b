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

/// Validation that rolls through time: rows up to an instant are fitted, those of the next stretch
/// are predicted, then that stretch joins the fitted ones.
struct RollingRequest {
  Duration train{};  ///< from the first compared row on, of the first window
  Duration next{};   ///< that is predicted in each window
  Where where{};
};

/// Blocks of time of which each is left out once.
struct FoldRequest {
  int count = 0;  ///< 0: none
  Where where{};
};

inline constexpr int kMostFolds = 1000;

/// A fit without some of the measured rows, and how it agrees with them.
struct Fold {
  Instant start{}, end{};  ///< first and last row that was left out
  long fitted = 0;         ///< measured values that were fitted
  estimation::Status status = estimation::Status::Failed;
  std::string message;             ///< of the search; why there are no figures
  std::vector<double> parameters;  ///< as those of the result
  /// By port, of the rows left out; empty if the model cannot be run over them.
  std::map<std::string, Agreement> measurements{};
  double residual_sd = 0.0;  ///< root of the mean square of all residuals over their sd
};

/// The folds of one kind in the order of time.
struct CrossValidation {
  std::vector<Fold> folds{};
  std::map<std::string, Agreement> pooled{};  ///< of all rows that were left out
  double residual_sd = 0.0;
};

}  // namespace hearth
