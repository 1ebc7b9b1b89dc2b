// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hearth/estimation/calibration/evaluation_stop.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/filter/kalman_filter.hpp"
#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {

/// Results of a filter over a period.
struct FilteredRun {
  /// By measurement and compared row with a value.
  std::vector<std::vector<Innovation>> innovations;
  std::vector<std::vector<long>> rows;            ///< rows of the innovations, by measurement
  std::map<std::string, FilteredSignal> signals;  ///< by port, for all rows
};

/// Runs the filter over a period at physical parameters, or returns the reason why it cannot
/// continue. `period` is the number of the period whose own parameters are used.
std::variant<FilteredRun, Diagnostic> filter_period(const PreparedProblem& prepared,
                                                    const PeriodData& data, int period,
                                                    const std::vector<double>& parameters);

/// Returns a report of each measurement from the results of filters over periods.
std::map<std::string, InnovationReport> innovation_reports(const PreparedProblem& prepared,
                                                           const std::vector<FilteredRun>& runs);

/// Minus twice the log-likelihood of all measurements, written as residuals: three rows for each
/// innovation of the Kalman filter (`estimation::RowKind`). The filter provides the distribution of
/// each measurement conditional on the earlier ones (Åström, Automatica 16, 1980).
///
/// Expected values and covariances are computed with exact tangents of each step. Their derivatives
/// with respect to parameters are central differences of whole runs of the filter, one-sided at
/// bounds: exact derivatives of covariances would require second derivatives of the components.
/// Runs are distributed over threads.
class FilterLikelihood final : public estimation::ResidualFunction {
 public:
  FilterLikelihood(const PreparedProblem& prepared, int threads)
      : FilterLikelihood(prepared, prepared.periods(), threads) {}
  /// Uses other periods than those of the problem. `periods[i]` uses the parameters of the i-th
  /// period of the problem.
  FilterLikelihood(const PreparedProblem& prepared, const std::vector<PeriodData>& periods,
                   int threads);
  ~FilterLikelihood() override;

  int residuals() const override { return 3 * innovations_; }
  bool evaluate(const double* p, double* residuals, double* jacobian) override;
  /// Stops evaluations of the Jacobian as soon as `stop` returns true; they count as failed.
  /// Evaluations before the first success are not stopped (`EvaluationStop`). Several threads call
  /// `stop` at the same time.
  void stop_when(std::function<bool()> stop) { stop_.set(std::move(stop)); }
  std::vector<estimation::RowKind> kinds() const override;
  /// Returns half the second derivatives of minus twice the log-likelihood at physical parameters,
  /// by differences over a small share of their standard deviations (row-major; 0 for parameters
  /// whose sd is 0). Returns nothing if the likelihood cannot be evaluated there.
  std::vector<double> information(const std::vector<double>& parameters,
                                  const std::vector<double>& sds);
  /// Returns intervals that account for the uncertainty of the estimated noise. The fit of the
  /// other numbers absorbs a part of the noise, so that the maximum-likelihood estimate of the
  /// noise is too low. The restricted likelihood (Cox and Reid, Journal of the Royal Statistical
  /// Society B 49, 1987) corrects this estimate and, consequently, the standard deviations of the
  /// other numbers. The intervals of these numbers use Student's t with the degrees of freedom with
  /// which the noise was estimated (Satterthwaite, Biometrics Bulletin 2, 1946). Returns nothing if
  /// the filter cannot be evaluated.
  std::vector<estimation::IntervalShape> interval_shapes(
      const estimation::Summary& summary, const estimation::Uncertainty& uncertainty);
  /// Returns the reason why the first failed evaluation failed, in one line; "" if none failed.
  std::string failure() const;

 private:
  struct Lane;
  bool run(Lane& lane, const std::vector<double>& parameters, std::vector<Innovation>& found);
  /// Runs the filter at each of the points; returns false if it fails at one of them.
  bool run_all(const std::vector<std::vector<double>>& points,
               std::vector<std::vector<Innovation>>& found);

  const PreparedProblem& prepared_;
  Workers workers_;
  int innovations_ = 0;
  std::vector<std::unique_ptr<Lane>> lanes_;
  EvaluationStop stop_;
  mutable std::mutex mutex_;
  std::string failure_;
};

}  // namespace hearth
