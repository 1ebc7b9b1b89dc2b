// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"

namespace hearth {

/// The rows of one period that a fold predicts, [first, last), and the rows that it fits: all rows
/// before `first`, and those from `last` up to `fitted`.
struct FoldRows {
  long first = 0;
  long last = 0;
  long fitted = 0;

  bool predicts(long row) const { return row >= first && row < last; }
  bool fits(long row) const { return row < first || (row >= last && row < fitted); }
};

/// Rows of a fold in each period of the problem.
using PlannedFold = std::vector<FoldRows>;

/// Returns the requested blocks, which are contiguous in time. If there are at least as many
/// periods as folds, blocks are groups of periods; otherwise each period is divided into the same
/// number of blocks. Throws InputError `calibration.folds_few_rows` if a block or the other rows
/// contain no measured value.
std::vector<PlannedFold> planned_folds(const PreparedProblem& prepared);

/// Returns the requested windows of the rolling validation, except those without measured values to
/// predict. A remainder of less than a tenth of a stretch is added to the window before it; if
/// there is none, `calibration.rolling_short` warns. Throws InputError `calibration.rolling_empty`
/// if no window remains, or if the first window has no rows to fit.
std::vector<PlannedFold> planned_windows(const PreparedProblem& prepared, Diagnostics& diagnostics);

/// Fits each fold, starting from `best`, and compares it with the rows that were left out. Folds
/// are distributed over threads. Returns nothing if the caller ends the search. `where` is the
/// place of the request, for warnings.
CrossValidation find_folds(const PreparedProblem& prepared, const std::vector<PlannedFold>& plan,
                           const Where& where, const std::vector<double>& best,
                           const CalibrateOptions& options, Diagnostics& diagnostics);

}  // namespace hearth
