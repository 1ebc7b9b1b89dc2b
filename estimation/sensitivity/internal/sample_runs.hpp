// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/sensitivity/sensitivity.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {

/// The varied parameters.
struct SampledNumbers {
  std::vector<std::size_t> numbers;  // indexes in the parameters of the problem
  std::vector<std::string> names;
  std::vector<SampledParameter> ranges;
  std::map<std::string, std::string> left_out;
};

/// The quantities of a run, or the reason why it could not continue. The quantities are the
/// objective, then rmse and mean of each measurement.
struct SampleRun {
  std::vector<double> quantities;
  std::string fault;  // "" if it reached the end
};

/// Runs all periods at points of the unit cube. Runs advance together in packs if possible; each
/// has the same quantities as if it ran alone.
class SampleRuns {
 public:
  SampleRuns(const PreparedProblem& prepared, const SampledNumbers& sampled,
             const SensitivityOptions& options);
  ~SampleRuns();

  /// Returns a run for each point; nothing if `progress` ended the analysis.
  std::vector<SampleRun> run(const std::vector<std::vector<double>>& points);

  /// Returns the numbers of all parameters at a point.
  std::vector<double> values_at(const std::vector<double>& point) const;

 private:
  struct Lane;
  class QuantitySums;
  struct PackedRun;

  void run_some(Lane& lane, const std::vector<std::vector<double>>& points, std::size_t first,
                std::size_t count, std::vector<SampleRun>& runs);
  SampleRun run_alone(Lane& lane, const std::vector<double>& values);
  bool run_together(Lane& lane, const std::vector<std::vector<double>>& points, std::size_t first,
                    std::size_t count, std::vector<SampleRun>& runs);
  void run_period_together(Lane& lane, std::size_t period, std::vector<PackedRun>& runs);
  SampleRun finished(const QuantitySums& sums) const;
  void note(bool failed);
  void report_progress();

  const PreparedProblem& prepared_;
  const SampledNumbers& sampled_;
  const SensitivityOptions& options_;
  Workers workers_;
  std::vector<double> initial_;
  std::vector<double> sds_;  // by measurement
  bool packs_ = false;       // whether runs of all periods can advance together
  std::vector<Lane> lanes_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  RunProgress progress_;
  std::atomic<bool> stopped_{false};
};

}  // namespace hearth
