// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// The rows of one period that a fold predicts, [first, last), and those that it fits: all before
/// them, and those after them up to `fitted`.
struct FoldRows {
  long first = 0;
  long last = 0;
  long fitted = 0;

  bool predicts(long row) const { return row >= first && row < last; }
  bool fits(long row) const { return row < first || (row >= last && row < fitted); }
};

/// By period of the problem.
using PlannedFold = std::vector<FoldRows>;

/// Returns the blocks that a problem asks for, which are contiguous in time: groups of periods if
/// there are at least as many as folds, otherwise each period is cut into as many blocks.
/// InputError `calibration.folds_few_rows` if a block or what is fitted has no measured value.
std::vector<PlannedFold> planned_folds(const PreparedProblem& prepared);

/// Returns the windows of the rolling validation that a problem asks for, without those that have
/// no measured value to be predicted. A rest of less than a tenth of a stretch belongs to the
/// window before it; if there is none, `calibration.rolling_short` warns. InputError
/// `calibration.rolling_empty` if no window is left, or the first has nothing to be fitted to.
std::vector<PlannedFold> planned_windows(const PreparedProblem& prepared, Diagnostics& diagnostics);

/// Fits each fold from `best` and compares it with the rows that it left out; folds are shared by
/// threads. Returns nothing if the caller ends it. `where` is the request, for warnings.
CrossValidation find_folds(const PreparedProblem& prepared, const std::vector<PlannedFold>& plan,
                           const Where& where, const std::vector<double>& best,
                           const CalibrateOptions& options, Diagnostics& diagnostics);

}  // namespace hearth
