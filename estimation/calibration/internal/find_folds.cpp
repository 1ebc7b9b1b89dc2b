// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/find_folds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/internal/judging.hpp"
#include "hearth/estimation/calibration/internal/period_fit.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/estimation/solver/held_function.hpp"
#include "hearth/estimation/solver/internal/multistart.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {
namespace {

long rows_of(const PeriodData& data) { return data.inputs.period.step_count() + 1; }

Instant time_of(const PeriodData& data, long row) {
  return data.inputs.period.start + row * data.inputs.period.step;
}

/// Returns the first compared row at or after an instant, or the row behind the last one.
long row_at(const PeriodData& data, Instant time) {
  const Duration step = data.inputs.period.step;
  const Duration after = time - data.inputs.period.start;
  const long row = after <= Duration::zero() ? 0 : (after + step - Duration(1)) / step;
  return std::clamp(row, data.first_row, rows_of(data));
}

/// Returns the instant of the first compared row of any period at or after an instant.
std::optional<Instant> next_row(const std::vector<PeriodData>& periods, Instant time) {
  std::optional<Instant> next;
  for (const PeriodData& data : periods) {
    const long row = row_at(data, time);
    if (row < rows_of(data)) next = std::min(next.value_or(Instant::max()), time_of(data, row));
  }
  return next;
}

bool measured_at(const PeriodData& data, long row) {
  return std::any_of(data.measured.begin(), data.measured.end(), [row](const auto& values) {
    return !std::isnan(values[static_cast<std::size_t>(row)]);
  });
}

/// Returns whether a period has a measured value at a compared row for which `keeps(row)` holds.
template <class Keep>
bool any_measured(const PeriodData& data, const Keep& keeps) {
  for (long row = data.first_row; row < rows_of(data); ++row) {
    if (keeps(row) && measured_at(data, row)) return true;
  }
  return false;
}

template <class Keep>
bool any_measured(const PreparedProblem& prepared, const PlannedFold& fold, const Keep& keeps) {
  for (std::size_t d = 0; d < fold.size(); ++d) {
    const auto own = [&](long row) { return keeps(fold[d], row); };
    if (any_measured(prepared.periods()[d], own)) return true;
  }
  return false;
}

bool predicts_any(const PreparedProblem& prepared, const PlannedFold& fold) {
  return any_measured(prepared, fold,
                      [](const FoldRows& own, long row) { return own.predicts(row); });
}
bool fits_any(const PreparedProblem& prepared, const PlannedFold& fold) {
  return any_measured(prepared, fold, [](const FoldRows& own, long row) { return own.fits(row); });
}

/// Returns whether less than a tenth of a stretch remains for a window, so that its errors are not
/// representative of a stretch; often it is only the row at the end of a period.
bool is_short_window(const PreparedProblem& prepared, const PlannedFold& window) {
  constexpr long kShare = 10;
  const CalibrationProblem& problem = prepared.problem();
  long rows = 0;
  for (const FoldRows& own : window) rows += own.last - own.first;
  return kShare * rows < problem.rolling->next / problem.step;
}

/// Extends a window to the rows of the next one.
void join(const PlannedFold& next, PlannedFold& window) {
  for (std::size_t d = 0; d < window.size(); ++d) window[d].last = next[d].last;
}

/// Warns of a short last window if there is no earlier window to which it could be added.
void warn_of_short(const PreparedProblem& prepared, const std::vector<PlannedFold>& windows,
                   Diagnostics& diagnostics) {
  const RollingRequest& request = *prepared.problem().rolling;
  long rows = 0;
  for (const FoldRows& own : windows.back()) rows += own.last - own.first;
  diagnostics.warning("calibration.rolling_short", request.where,
                      "window " + std::to_string(windows.size()) + " predicts " +
                          std::to_string(rows) + (rows == 1 ? " row" : " rows") + " of the " +
                          std::to_string(request.next / prepared.problem().step) +
                          " rows of a full window, so that its errors mean little; change 'train' "
                          "or 'next' so that the last window is full");
}

/// Returns a period with the measured values of some rows only.
template <class Keep>
PeriodData with_rows(PeriodData data, const Keep& keeps) {
  for (std::size_t m = 0; m < data.measured.size(); ++m) {
    for (long row = data.first_row; row < rows_of(data); ++row) {
      double& value = data.measured[m][static_cast<std::size_t>(row)];
      if (keeps(row) || std::isnan(value)) continue;
      value = NAN;
      ++data.missing[m];
    }
  }
  return data;
}

/// One fold: the fit and its predictions.
class FoldRun {
 public:
  FoldRun(const PreparedProblem& prepared, const PlannedFold& plan, const std::vector<double>& best,
          Judging& judging)
      : prepared_(prepared), plan_(plan), judging_(judging), sums_(count_of_measurements()) {
    fold_.parameters = best;
  }

  void run() {
    fit();
    predict();
  }

  const Fold& fold() const { return fold_; }
  const std::vector<ErrorSums>& sums() const { return sums_; }
  /// Returns the sum and the number of squared residuals divided by their sd.
  double squares() const { return squares_; }
  long predicted() const { return predicted_; }

 private:
  std::size_t count_of_measurements() const { return prepared_.problem().measurements.size(); }

  void fit() {
    std::vector<PeriodData> periods;
    for (std::size_t d = 0; d < plan_.size(); ++d) {
      periods.push_back(
          with_rows(prepared_.periods()[d], [&](long row) { return plan_[d].fits(row); }));
      fold_.fitted += compared_values(periods.back());
    }
    std::vector<std::size_t> free;
    std::vector<estimation::Parameter> parameters;
    for (std::size_t i = 0; i < prepared_.parameters().size(); ++i) {
      const int own = prepared_.parameters()[i].period;
      if (own >= 0 && compared_values(periods[static_cast<std::size_t>(own)]) == 0) continue;
      free.push_back(i);
      parameters.push_back(prepared_.parameters()[i].parameter);
      parameters.back().initial = fold_.parameters[i];
    }
    const auto objective = objective_of(prepared_, periods, 1);
    estimation::HeldFunction function(*objective, fold_.parameters, free);
    const estimation::Summary found =
        estimation::solve(parameters, function, judging_.options(prepared_.problem().solve));
    fold_.status = found.status;
    fold_.message = found.message;
    fold_.parameters = function.with(found.parameters.data());
  }

  /// Runs the model over the rows that were left out, without using their measured values.
  void predict() {
    std::vector<long> missing(sums_.size(), 0);
    bool begun = false;
    for (std::size_t d = 0; d < plan_.size(); ++d) {
      const PeriodData& whole = prepared_.periods()[d];
      const auto keeps = [&](long row) { return plan_[d].predicts(row); };
      const PeriodData data = with_rows(whole, keeps);
      const long first = std::max(plan_[d].first, whole.first_row);
      if (first >= plan_[d].last) continue;
      if (!begun) fold_.start = time_of(whole, first);
      begun = true;
      fold_.end = time_of(whole, plan_[d].last - 1);
      for (std::size_t m = 0; m < missing.size(); ++m) {
        missing[m] += data.missing[m] - (rows_of(whole) - whole.first_row) + plan_[d].last - first;
      }
      if (compared_values(data) == 0) continue;
      const bool alone = !any_measured(whole, [&](long row) { return plan_[d].fits(row); });
      if (alone) fit_own(d, data);
      const auto fault = compare(
          prepared_, data, static_cast<int>(d), fold_.parameters,
          [&](std::size_t m, double measured, double simulated) { add(m, measured, simulated); });
      if (fault) return fail(to_string(*fault));
    }
    fold_.measurements = agreements_of(prepared_, sums_, missing, prepared_.periods());
    fold_.residual_sd = predicted_ > 0 ? std::sqrt(squares_ / static_cast<double>(predicted_)) : 0;
  }

  void add(std::size_t m, double measured, double simulated) {
    sums_[m].add(measured, simulated);
    const double share = (simulated - measured) / prepared_.filter().sds[m].at(fold_.parameters);
    squares_ += share * share;
    ++predicted_;
  }

  void fail(std::string why) {
    fold_.message = std::move(why);
    sums_.assign(sums_.size(), {});
    squares_ = 0.0;
    predicted_ = 0;
  }

  /// If a period is left out as a whole, its own parameters are fitted to its measurements.
  void fit_own(std::size_t period, const PeriodData& data) {
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < prepared_.parameters().size(); ++i) {
      if (prepared_.parameters()[i].period == static_cast<int>(period)) own.push_back(i);
    }
    if (own.empty()) return;
    std::vector<PeriodData> periods;
    for (std::size_t d = 0; d < plan_.size(); ++d) {
      periods.push_back(
          d == period ? data : with_rows(prepared_.periods()[d], [](long) { return false; }));
    }
    fold_.parameters = fitted_own(prepared_, periods, own, fold_.parameters,
                                  judging_.options(prepared_.problem().solve));
  }

  const PreparedProblem& prepared_;
  const PlannedFold& plan_;
  Judging& judging_;
  Fold fold_;
  std::vector<ErrorSums> sums_;
  double squares_ = 0.0;
  long predicted_ = 0;
};

}  // namespace

std::vector<PlannedFold> planned_folds(const PreparedProblem& prepared) {
  const std::vector<PeriodData>& periods = prepared.periods();
  const long count = prepared.problem().folds.count;
  const auto number = static_cast<long>(periods.size());
  std::vector<std::size_t> order(periods.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return periods[a].inputs.period.start < periods[b].inputs.period.start;
  });
  std::vector<PlannedFold> folds;
  for (long f = 0; f < count; ++f) {
    PlannedFold& fold = folds.emplace_back(periods.size());
    for (long place = 0; place < number; ++place) {
      const std::size_t d = order[static_cast<std::size_t>(place)];
      const long rows = rows_of(periods[d]), first = periods[d].first_row;
      if (number >= count) {
        const bool out = place * count / number == f;
        fold[d] = {first, out ? rows : first, rows};
      } else {
        fold[d] = {first + (rows - first) * f / count, first + (rows - first) * (f + 1) / count,
                   rows};
      }
    }
    if (predicts_any(prepared, fold) && fits_any(prepared, fold)) continue;
    throw InputError("calibration.folds_few_rows", prepared.problem().folds.where,
                     "fold " + std::to_string(f + 1) + " of " + std::to_string(count) +
                         " contains all measured values or none; use fewer folds");
  }
  return folds;
}

std::vector<PlannedFold> planned_windows(const PreparedProblem& prepared,
                                         Diagnostics& diagnostics) {
  const std::vector<PeriodData>& periods = prepared.periods();
  if (!prepared.problem().rolling) return {};
  const RollingRequest& request = *prepared.problem().rolling;
  Instant first = Instant::max();
  for (const PeriodData& data : periods) first = std::min(first, time_of(data, data.first_row));
  std::vector<PlannedFold> windows;
  Instant from = first + request.train;
  Instant end = Instant::max();  // end of the last window
  while (const auto row = next_row(periods, from)) {
    from += (*row - from) / request.next * request.next;  // skips gaps between periods
    PlannedFold window;
    for (const PeriodData& data : periods) {
      window.push_back({row_at(data, from), row_at(data, from + request.next), row_at(data, from)});
    }
    const Instant begin = std::exchange(from, from + request.next);
    if (!predicts_any(prepared, window)) continue;
    if (!fits_any(prepared, window)) break;
    const bool is_short = is_short_window(prepared, window);
    if (is_short && begin == end) {
      join(window, windows.back());
      continue;
    }
    end = from;
    if (windows.size() == kMostFolds) {
      throw InputError("calibration.rolling_many", request.where,
                       "there are more than " + std::to_string(kMostFolds) +
                           " windows; set a longer 'next', the time that each window predicts");
    }
    windows.push_back(std::move(window));
    if (is_short) warn_of_short(prepared, windows, diagnostics);
  }
  if (windows.empty()) {
    throw InputError("calibration.rolling_empty", request.where,
                     "no measured values remain for the fit, or for the prediction after it; "
                     "choose times 'train' and 'next' that are together shorter than the periods");
  }
  return windows;
}

CrossValidation find_folds(const PreparedProblem& prepared, const std::vector<PlannedFold>& plan,
                           const Where& where, const std::vector<double>& best,
                           const CalibrateOptions& options, Diagnostics& diagnostics) {
  const auto count = static_cast<int>(plan.size());
  if (count == 0) return {};
  Judging judging(options.judging, count);
  std::vector<FoldRun> runs;
  for (const PlannedFold& fold : plan) runs.emplace_back(prepared, fold, best, judging);
  Workers workers(std::max(1, std::min(options.threads, count)));
  workers.for_pieces(count, 1, [&](int, int first, int last) {
    for (int f = first; f < last && judging.goes_on(); ++f) {
      runs[static_cast<std::size_t>(f)].run();
      judging.finish_one();
    }
  });
  if (!judging.goes_on()) return {};
  CrossValidation result;
  std::vector<ErrorSums> sums(prepared.problem().measurements.size());
  std::vector<long> missing(sums.size(), 0);
  double squares = 0.0;
  long predicted = 0;
  for (const FoldRun& run : runs) {
    const Fold& fold = result.folds.emplace_back(run.fold());
    squares += run.squares();
    predicted += run.predicted();
    for (std::size_t m = 0; m < sums.size(); ++m) {
      sums[m].add(run.sums()[m]);
      const auto own = fold.measurements.find(prepared.problem().measurements[m].port);
      if (own != fold.measurements.end()) missing[m] += own->second.missing;
    }
    if (!fold.measurements.empty()) continue;
    diagnostics.warning("calibration.fold_failed", where,
                        "the model cannot be run over the rows left out in fold " +
                            std::to_string(result.folds.size()) + ": " + fold.message +
                            "; it has no results, and the pooled results do not include it");
  }
  result.pooled = agreements_of(prepared, sums, missing, prepared.periods());
  result.residual_sd = predicted > 0 ? std::sqrt(squares / static_cast<double>(predicted)) : 0.0;
  return result;
}

}  // namespace hearth
