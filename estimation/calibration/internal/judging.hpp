// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth {

/// Returns the function that a calibration minimises, evaluated over the rows of `periods`.
/// `periods[i]` uses the parameters of the i-th period of the problem.
std::unique_ptr<estimation::ResidualFunction> objective_of(const PreparedProblem& prepared,
                                                           const std::vector<PeriodData>& periods,
                                                           int threads);

/// Counts the fits that assess a calibration, on several threads, and asks the caller whether to
/// continue.
class Judging {
 public:
  /// `ask(done, total)` may be empty.
  Judging(const std::function<bool(int done, int total)>& ask, int total)
      : ask_(ask), total_(total) {}

  void finish_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
  }
  /// Returns false as soon as the caller requests the end.
  bool goes_on() {
    const std::lock_guard lock(mutex_);
    if (goes_on_ && ask_) goes_on_ = ask_(done_, total_);
    return goes_on_;
  }
  /// Returns options with which a search ends if the caller requests it.
  estimation::SolveOptions options(estimation::SolveOptions options) {
    options.progress = [this](int, double) { return goes_on(); };
    return options;
  }

 private:
  const std::function<bool(int, int)>& ask_;
  int total_;
  std::mutex mutex_;
  int done_ = 0;
  bool goes_on_ = true;
};

}  // namespace hearth
