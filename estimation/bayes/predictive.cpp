// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/predictive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "hearth/estimation/calibration/likelihood.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {
namespace {

constexpr double kLow = 0.025, kHigh = 0.975;

/// The measured outputs of one period for one draw: by signal and row, mean and standard deviation
/// of the normal distribution of a measured value.
struct DrawnRun {
  std::vector<std::vector<double>> simulated, centre, sd;
};

DrawnRun drawn_run(const PreparedProblem& prepared, int period, const std::vector<double>& draw) {
  const PeriodData& data = prepared.periods()[static_cast<std::size_t>(period)];
  const auto& measurements = prepared.problem().measurements;
  const Results results = measured_outputs(prepared, data, period, draw);
  const auto rows = static_cast<std::size_t>(data.inputs.period.step_count() + 1);
  DrawnRun run;
  if (static_cast<std::size_t>(results.rows()) != rows) return run;
  for (std::size_t m = 0; m < measurements.size(); ++m) {
    std::vector<double> column;
    for (std::size_t k = 0; k < rows; ++k) {
      column.push_back(results.row(static_cast<long>(k))[m]);
    }
    run.simulated.push_back(column);
    run.centre.push_back(std::move(column));
    run.sd.emplace_back(rows, prepared.filter().sds[m].at(draw));
  }
  if (prepared.problem().error_model != ErrorModel::Kalman) return run;
  const auto filtered = filter_period(prepared, data, period, draw);
  if (!std::holds_alternative<FilteredRun>(filtered)) return {};
  for (std::size_t m = 0; m < measurements.size(); ++m) {
    const auto& signal = std::get<FilteredRun>(filtered).signals.at(measurements[m].port);
    run.centre[m] = signal.expected;
    for (std::size_t k = 0; k < rows; ++k) run.sd[m][k] = std::hypot(signal.sd[k], run.sd[m][k]);
  }
  return run;
}

/// Computes a row of a signal.
void summarise_row(const std::vector<DrawnRun>& runs, std::size_t m, std::size_t row,
                   PredictedSignal& signal) {
  std::vector<double> values, centres, sds;
  for (const DrawnRun& run : runs) {
    values.push_back(run.simulated[m][row]);
    centres.push_back(run.centre[m][row]);
    sds.push_back(run.sd[m][row]);
  }
  double sum = 0.0;
  for (const double value : values) sum += value;
  signal.mean[row] = sum / static_cast<double>(values.size());
  std::sort(values.begin(), values.end());
  signal.low[row] = estimation::quantile_of_sorted(values, kLow);
  signal.high[row] = estimation::quantile_of_sorted(values, kHigh);
  signal.measured_low[row] = mixture_quantile(centres, sds, kLow);
  signal.measured_high[row] = mixture_quantile(centres, sds, kHigh);
}

PredictedSignal summarised(const PreparedProblem& prepared, const PeriodData& data, std::size_t m,
                           const std::vector<DrawnRun>& runs, Workers& workers) {
  PredictedSignal signal;
  signal.port = prepared.problem().measurements[m].port;
  signal.unit = prepared.plan().signals[static_cast<std::size_t>(prepared.cells()[m])].unit;
  signal.measured = data.measured[m];
  const auto first = std::min(signal.measured.size(), static_cast<std::size_t>(data.first_row));
  std::fill_n(signal.measured.begin(), first, std::numeric_limits<double>::quiet_NaN());
  const std::size_t rows = signal.measured.size();
  for (auto* band :
       {&signal.mean, &signal.low, &signal.high, &signal.measured_low, &signal.measured_high}) {
    band->assign(rows, 0.0);
  }
  workers.for_pieces(static_cast<int>(rows), 64, [&](int, int begin, int end) {
    for (int row = begin; row < end; ++row) {
      summarise_row(runs, m, static_cast<std::size_t>(row), signal);
    }
  });
  long inside = 0;
  for (std::size_t k = 0; k < rows; ++k) {
    if (std::isnan(signal.measured[k])) continue;
    ++signal.compared;
    const bool within = signal.measured[k] >= signal.measured_low[k] &&
                        signal.measured[k] <= signal.measured_high[k];
    inside += within ? 1 : 0;
  }
  if (signal.compared > 0) {
    signal.coverage = static_cast<double>(inside) / static_cast<double>(signal.compared);
  }
  return signal;
}

}  // namespace

double mixture_quantile(const std::vector<double>& centres, const std::vector<double>& sds,
                        double probability) {
  const auto count = static_cast<double>(centres.size());
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double mean = 0.0, square = 0.0;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const double reach = estimation::normal_quantile(probability) * sds[i];
    low = std::min(low, centres[i] + reach);
    high = std::max(high, centres[i] + reach);
    mean += centres[i] / count;
    square += (sds[i] * sds[i] + centres[i] * centres[i]) / count;
  }
  // Newton's method within bounds that converge.
  const double spread = std::sqrt(std::max(0.0, square - mean * mean));
  double x = std::clamp(mean + estimation::normal_quantile(probability) * spread, low, high);
  for (int i = 0; i < 100 && high - low > 1e-12 * (std::abs(low) + std::abs(high)); ++i) {
    double below = 0.0, density = 0.0;
    for (std::size_t k = 0; k < centres.size(); ++k) {
      const double distance = (x - centres[k]) / sds[k];
      below += 0.5 * std::erfc(-distance / std::numbers::sqrt2) / count;
      density += std::exp(-0.5 * distance * distance) /
                 (sds[k] * std::sqrt(2.0 * std::numbers::pi) * count);
    }
    const double error = below - probability;
    (error > 0.0 ? high : low) = x;
    const double next = x - error / density;
    const bool inside = next > low && next < high;
    if (inside && std::abs(next - x) <= 1e-9 * spread) return next;
    x = inside ? next : 0.5 * (low + high);
  }
  return x;
}

std::vector<PredictedRun> predict(const PreparedProblem& prepared,
                                  const std::vector<std::vector<double>>& draws, int threads,
                                  const std::function<bool()>& go_on) {
  std::vector<PredictedRun> predicted;
  Workers workers(threads);
  for (std::size_t d = 0; d < prepared.periods().size(); ++d) {
    const PeriodData& data = prepared.periods()[d];
    std::vector<DrawnRun> runs(draws.size());
    workers.for_pieces(static_cast<int>(draws.size()), 1, [&](int, int begin, int end) {
      for (int i = begin; i < end; ++i) {
        if (go_on && !go_on()) continue;
        const auto own = static_cast<std::size_t>(i);
        runs[own] = drawn_run(prepared, static_cast<int>(d), draws[own]);
      }
    });
    std::erase_if(runs, [](const DrawnRun& run) { return run.simulated.empty(); });
    if (runs.empty()) return predicted;
    PredictedRun run{
        "period " + std::to_string(d + 1), data.inputs.period.start, data.inputs.period.step, {}};
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      run.signals.push_back(summarised(prepared, data, m, runs, workers));
    }
    predicted.push_back(std::move(run));
  }
  return predicted;
}

}  // namespace hearth
