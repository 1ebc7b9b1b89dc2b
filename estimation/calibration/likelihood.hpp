// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/filter/kalman_filter.hpp"
#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {

/// What a filter found over a period.
struct FilteredRun {
  std::vector<std::vector<Innovation>> innovations;  ///< by measurement and compared row with value
  std::vector<std::vector<long>> rows;               ///< of these, by measurement
  std::map<std::string, FilteredSignal> signals;     ///< by port, of all rows
};

/// Runs the filter over a period at physical parameters, or returns why it cannot continue.
/// `period` is the number whose own parameters it gets.
std::variant<FilteredRun, Diagnostic> filter_period(const PreparedProblem& prepared,
                                                    const PeriodData& data, int period,
                                                    const std::vector<double>& parameters);

/// Returns a report of each measurement, of what filters found in periods.
std::map<std::string, InnovationReport> innovation_reports(const PreparedProblem& prepared,
                                                           const std::vector<FilteredRun>& runs);

/// Minus twice the log-likelihood of all measurements, each given those before it, by the Kalman
/// filter (Åström, Automatica 16, 1980), as rows of `estimation::RowKind`.
///
/// Expected values and covariances come from exact tangents of each step. How they change with a
/// parameter is found by central differences of whole runs of the filter, one-sided at bounds,
/// because the covariances would need second derivatives of the components; runs are shared among
/// threads.
class FilterLikelihood final : public estimation::ResidualFunction {
 public:
  FilterLikelihood(const PreparedProblem& prepared, int threads)
      : FilterLikelihood(prepared, prepared.periods(), threads) {}
  /// Of other periods, which get the parameters of the problem's periods in their order.
  FilterLikelihood(const PreparedProblem& prepared, const std::vector<PeriodData>& periods,
                   int threads);
  ~FilterLikelihood() override;

  int residuals() const override { return 3 * innovations_; }
  bool evaluate(const double* p, double* residuals, double* jacobian) override;
  std::vector<estimation::RowKind> kinds() const override;
  /// Returns half the second derivatives of the likelihood at physical parameters, by differences
  /// over a small share of their standard deviations (row-major; 0 for parameters whose sd is 0);
  /// nothing if it cannot be evaluated there.
  std::vector<double> information(const std::vector<double>& parameters,
                                  const std::vector<double>& sds);
  /// Returns intervals that allow for how little is known of the noise. Fitted numbers swallow a
  /// part of it, so that its maximum likelihood is too low: the restricted likelihood (Cox and
  /// Reid, Journal of the Royal Statistical Society B 49, 1987) moves it, and with it the standard
  /// deviations of the others; their intervals use Student's t with the degrees of freedom that the
  /// noise was estimated with (Satterthwaite, Biometrics Bulletin 2, 1946). Nothing if the filter
  /// cannot be evaluated.
  std::vector<estimation::IntervalShape> interval_shapes(
      const estimation::Summary& summary, const estimation::Uncertainty& uncertainty);
  /// Returns why the first evaluation that failed did so, in one line; "" if none did.
  std::string failure() const;

 private:
  struct Lane;
  bool run(Lane& lane, const std::vector<double>& parameters, std::vector<Innovation>& found);
  /// Runs the filter at each of the points; false if it fails at one.
  bool run_all(const std::vector<std::vector<double>>& points,
               std::vector<std::vector<Innovation>>& found);

  const PreparedProblem& prepared_;
  Workers workers_;
  int innovations_ = 0;
  std::vector<std::unique_ptr<Lane>> lanes_;
  mutable std::mutex mutex_;
  std::string failure_;
};

}  // namespace hearth
