// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/likelihood.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include <Eigen/Dense>

#include "hearth/estimation/calibration/internal/differences.hpp"
#include "hearth/estimation/calibration/internal/period_run.hpp"

namespace hearth {

/// The filter over one period; it is reused.
class PeriodFilter {
 public:
  PeriodFilter(const PreparedProblem& prepared, const PeriodData& data, int period)
      : prepared_(prepared),
        data_(data),
        period_(period),
        run_(prepared, data),
        jets_(prepared.plan(), data.inputs),
        filter_(run_.simulation, jets_, prepared.filter().noisy, prepared.filter().uncertain) {
    filter_.set_outlier_limit(prepared.problem().outlier_limit.value_or(INFINITY));
  }

  /// Passes each compared value to `use(measurement, row, innovation)`, and each row to `see(row)`
  /// before its values are used. Throws SimulationError if the run cannot continue.
  template <class Use, class See>
  void run(const std::vector<double>& parameters, const Use& use, const See& see) {
    const FilterSetup& setup = prepared_.filter();
    std::vector<double> sds, intensities;
    for (const FilterNumber& number : setup.sds) sds.push_back(number.at(parameters));
    for (const FilterNumber& number : setup.intensities) {
      intensities.push_back(number.at(parameters));
    }
    filter_.set_noise(intensities);
    run_.set_numbers(prepared_, period_, parameters);
    filter_.initialize(setup.initial_sds);
    check_computed(prepared_, run_.simulation);
    for (long row = 0; row <= data_.inputs.period.step_count(); ++row) {
      if (row > 0) filter_.step();
      see(row);
      take_in(row, sds, use);
    }
  }

  /// Returns the expectation of a measurement at the present row, and the sd of the output.
  std::pair<double, double> expected(std::size_t measurement) const {
    const int cell = prepared_.cells()[measurement];
    return {run_.simulation.value(cell) + run_.sensor_biases[measurement], filter_.sd(cell)};
  }

 private:
  template <class Use>
  void take_in(long row, const std::vector<double>& sds, const Use& use) {
    const auto k = static_cast<std::size_t>(row);
    for (std::size_t m = 0; m < data_.measured.size(); ++m) {
      const double measured = data_.measured[m][k] - run_.sensor_biases[m];
      if (std::isnan(measured)) continue;
      const Innovation innovation = data_.intervals[m].empty()
                                        ? filter_.correct(prepared_.cells()[m], measured, sds[m])
                                        : filter_.correct_mean(run_.mean_of(m), measured, sds[m]);
      if (row >= data_.first_row) use(m, row, innovation);
    }
    for (std::size_t m = 0; m < data_.measured.size(); ++m) {
      if (!data_.intervals[m].empty() && data_.mean_begins[m][k]) {
        filter_.begin_mean(run_.mean_of(m));
      }
    }
  }

  const PreparedProblem& prepared_;
  const PeriodData& data_;
  int period_;
  PeriodRun run_;
  ConfigObjects<Jet8> jets_;
  KalmanFilter filter_;
};

namespace {

/// Returns the most frequent distance between rows, at least 1.
long usual_spacing(const std::vector<long>& rows) {
  std::map<long, int> counts;
  for (std::size_t i = 1; i < rows.size(); ++i) ++counts[rows[i] - rows[i - 1]];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? 1 : std::max(1L, most->first);
}

constexpr double kLogTwoPi = 1.8378770664093453;

/// Returns minus twice the log-likelihood.
double objective(const std::vector<Innovation>& innovations) {
  double sum = 0.0;
  for (const Innovation& own : innovations) {
    sum += kLogTwoPi + std::log(own.variance) + own.penalty();
  }
  return sum;
}

}  // namespace

std::variant<FilteredRun, Diagnostic> filter_period(const PreparedProblem& prepared,
                                                    const PeriodData& data, int period,
                                                    const std::vector<double>& parameters) {
  PeriodFilter filter(prepared, data, period);
  const auto& measurements = prepared.problem().measurements;
  FilteredRun found;
  found.innovations.resize(measurements.size());
  found.rows.resize(measurements.size());
  try {
    filter.run(
        parameters,
        [&](std::size_t m, long row, const Innovation& innovation) {
          found.innovations[m].push_back(innovation);
          found.rows[m].push_back(row);
        },
        [&](long) {
          for (std::size_t m = 0; m < measurements.size(); ++m) {
            const auto [value, sd] = filter.expected(m);
            FilteredSignal& signal = found.signals[measurements[m].port];
            signal.expected.push_back(value);
            signal.sd.push_back(sd);
          }
        });
  } catch (const SimulationError& error) {
    return error.diagnostics().items().front();
  }
  return found;
}

std::map<std::string, InnovationReport> innovation_reports(const PreparedProblem& prepared,
                                                           const std::vector<FilteredRun>& runs) {
  std::map<std::string, InnovationReport> reports;
  for (std::size_t m = 0; m < prepared.problem().measurements.size(); ++m) {
    std::vector<double> series;  // over all periods, NaN between values
    double squares = 0.0, normalised = 0.0;
    InnovationReport report;
    for (std::size_t d = 0; d < runs.size(); ++d) {
      const auto& rows = runs[d].rows[m];
      const long spacing = usual_spacing(rows);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const Innovation& own = runs[d].innovations[m][i];
        const long gap = i == 0 ? 0 : (rows[i] - rows[i - 1]) / spacing - 1;
        series.insert(series.end(), static_cast<std::size_t>(std::max(0L, gap)), NAN);
        series.push_back(own.normalised());
        squares += own.value * own.value;
        normalised += own.normalised() * own.normalised();
        report.outliers += own.weight < 1.0 ? 1 : 0;
        ++report.n;
      }
      if (runs.size() > 1) series.insert(series.end(), 1, NAN);
    }
    if (report.n == 0) continue;
    report.sd = std::sqrt(normalised / report.n);
    report.rmse = std::sqrt(squares / report.n);
    report.whiteness = estimation::whiteness(series);
    reports[prepared.problem().measurements[m].port] = std::move(report);
  }
  return reports;
}

/// The filters of all periods for one thread.
struct FilterLikelihood::Lane {
  std::vector<std::unique_ptr<PeriodFilter>> periods;
};

FilterLikelihood::FilterLikelihood(const PreparedProblem& prepared,
                                   const std::vector<PeriodData>& periods, int threads)
    : prepared_(prepared), workers_(threads) {
  for (const PeriodData& data : periods) innovations_ += compared_values(data);
  for (int i = 0; i < workers_.lanes(); ++i) {
    auto& lane = lanes_.emplace_back(std::make_unique<Lane>());
    int period = 0;
    for (const PeriodData& data : periods) {
      if (compared_values(data) > 0) {
        lane->periods.push_back(std::make_unique<PeriodFilter>(prepared, data, period));
      }
      ++period;
    }
  }
}

FilterLikelihood::~FilterLikelihood() = default;

std::vector<estimation::RowKind> FilterLikelihood::kinds() const {
  using estimation::RowKind;
  std::vector<RowKind> kinds;
  for (int i = 0; i < innovations_; ++i) {
    kinds.insert(kinds.end(), {RowKind::Squared, RowKind::Value, RowKind::Slope});
  }
  return kinds;
}

bool FilterLikelihood::run(Lane& lane, const std::vector<double>& parameters,
                           std::vector<Innovation>& found) {
  found.clear();
  try {
    for (auto& period : lane.periods) {
      period->run(
          parameters,
          [&](std::size_t, long, const Innovation& innovation) { found.push_back(innovation); },
          [this](long) { stop_.check(); });
    }
  } catch (const SimulationError& error) {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) failure_ = to_string(error.diagnostics().items().front());
    return false;  // the solver takes a shorter step
  }
  return true;
}

std::string FilterLikelihood::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

bool FilterLikelihood::run_all(const std::vector<std::vector<double>>& points,
                               std::vector<std::vector<Innovation>>& found) {
  found.assign(points.size(), {});
  std::atomic<bool> good{true};
  workers_.for_pieces(static_cast<int>(points.size()), 1, [&](int lane, int first, int last) {
    for (int i = first; i < last; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (!run(*lanes_[static_cast<std::size_t>(lane)], points[k], found[k])) good = false;
    }
  });
  return good;
}

std::vector<double> FilterLikelihood::information(const std::vector<double>& parameters,
                                                  const std::vector<double>& sds) {
  constexpr double kShare = 0.05;  // share of an sd: F changes by 0.0025, errors are below 1 %
  const std::size_t count = parameters.size();
  std::vector<double> steps(count, 0.0);
  std::vector<std::size_t> free;
  for (std::size_t j = 0; j < count; ++j) {
    const estimation::Parameter& limits = prepared_.parameters()[j].parameter;
    const double room = std::min(parameters[j] - limits.min, limits.max - parameters[j]);
    steps[j] = std::min(kShare * sds[j], 0.5 * room);
    if (steps[j] > 0.0) free.push_back(j);
  }
  const auto shifted = [&](std::size_t i, std::size_t j, double sign) {
    std::vector<double> point = parameters;
    point[i] += sign * steps[i];
    if (j != i) point[j] += sign * steps[j];
    return point;
  };
  std::vector<std::vector<double>> points{parameters};
  for (std::size_t a = 0; a < free.size(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      points.push_back(shifted(free[a], free[b], 1.0));
      points.push_back(shifted(free[a], free[b], -1.0));
    }
  }
  std::vector<std::vector<Innovation>> found;
  if (!run_all(points, found)) return {};
  const double here = objective(found[0]);
  // F(+i,+j) + F(-i,-j) - 2 F = h² (H_ii + 2 H_ij + H_jj), with h_i and h_j for the two
  std::vector<double> information(count * count, 0.0), bends(count, 0.0);
  const auto bend = [&](std::size_t a, std::size_t b) {
    const std::size_t pair = 1 + 2 * (a * (a + 1) / 2 + b);
    return objective(found[pair]) + objective(found[pair + 1]) - 2.0 * here;
  };
  for (std::size_t a = 0; a < free.size(); ++a) {
    const std::size_t i = free[a];
    bends[a] = bend(a, a);
    information[i * count + i] = 0.5 * bends[a] / (steps[i] * steps[i]);
    for (std::size_t b = 0; b < a; ++b) {
      const std::size_t j = free[b];
      information[i * count + j] = information[j * count + i] =
          0.25 * (bend(a, b) - bends[a] - bends[b]) / (steps[i] * steps[j]);
    }
  }
  return information;
}

namespace {

/// The inverse of Fisher's information of some parameters at a point.
struct Information {
  Eigen::VectorXd variances;
  double log_determinant = 0.0;
};

std::optional<Information> information_of(estimation::ResidualFunction& likelihood,
                                          const PreparedProblem& prepared,
                                          const std::vector<std::size_t>& parameters,
                                          const std::vector<double>& point) {
  const auto jacobian = estimation::evaluate_jacobian(likelihood, point);
  if (!jacobian) return std::nullopt;
  const auto count = static_cast<Eigen::Index>(parameters.size());
  Eigen::MatrixXd columns(jacobian->rows, count);
  Eigen::VectorXd priors = Eigen::VectorXd::Zero(count);
  for (Eigen::Index c = 0; c < count; ++c) {
    const std::size_t i = parameters[static_cast<std::size_t>(c)];
    // Relative steps, so that units have no effect.
    const double scale = point[i] == 0.0 ? 1.0 : std::abs(point[i]);
    for (int row = 0; row < jacobian->rows; ++row) {
      columns(row, c) = scale * jacobian->values[static_cast<std::size_t>(row) * point.size() + i];
    }
    const auto& prior = prepared.parameters()[i].parameter.prior;
    if (prior) priors[c] = scale * scale / (prior->sd * prior->sd);
  }
  const Eigen::MatrixXd information =
      columns.transpose() * columns + Eigen::MatrixXd(priors.asDiagonal());
  const Eigen::LLT<Eigen::MatrixXd> factors(information);
  if (factors.info() != Eigen::Success) return std::nullopt;
  const Eigen::MatrixXd inverse = factors.solve(Eigen::MatrixXd::Identity(count, count));
  return Information{inverse.diagonal(), 2.0 * factors.matrixLLT().diagonal().array().log().sum()};
}

}  // namespace

std::vector<estimation::IntervalShape> FilterLikelihood::interval_shapes(
    const estimation::Summary& summary, const estimation::Uncertainty& uncertainty) {
  constexpr double kShare = 0.2;  // share of the sd of the logarithm of a noise
  constexpr double kMany = 1e6;
  const std::vector<double>& best = summary.parameters;
  std::vector<std::size_t> noises, others;
  std::vector<estimation::IntervalShape> shapes;
  for (std::size_t i = 0; i < best.size(); ++i) {
    shapes.push_back({best[i], 1.0, kMany});
    if (!uncertainty.parameters[i].sd) continue;
    const CalibrationParameter& own = prepared_.parameters()[i];
    (own.is_noise() && best[i] > 0.0 ? noises : others).push_back(i);
  }
  if (noises.empty() || others.empty()) return {};
  const auto count = static_cast<Eigen::Index>(noises.size());
  Eigen::MatrixXd covariance(count, count);  // covariance of logarithms of noises
  Eigen::VectorXd slopes(count);             // derivatives of half the logarithm of the determinant
  // derivatives of ln variances
  Eigen::MatrixXd growth(static_cast<Eigen::Index>(others.size()), count);
  for (Eigen::Index a = 0; a < count; ++a) {
    const std::size_t i = noises[static_cast<std::size_t>(a)];
    for (Eigen::Index b = 0; b < count; ++b) {
      const std::size_t j = noises[static_cast<std::size_t>(b)];
      covariance(a, b) = uncertainty.covariance[i * best.size() + j] / (best[i] * best[j]);
    }
    const double step = kShare * std::min(1.0, std::sqrt(covariance(a, a)));
    std::vector<double> point = best;
    point[i] = best[i] * std::exp(step);
    const auto above = information_of(*this, prepared_, others, point);
    point[i] = best[i] * std::exp(-step);
    const auto below = information_of(*this, prepared_, others, point);
    if (!above || !below) return {};
    slopes[a] = 0.25 * (above->log_determinant - below->log_determinant) / step;
    growth.col(a) =
        (above->variances.array().log() - below->variances.array().log()) / (2.0 * step);
  }
  const Eigen::VectorXd shifts = -covariance * slopes;
  for (Eigen::Index a = 0; a < count; ++a) {
    const std::size_t i = noises[static_cast<std::size_t>(a)];
    const estimation::Parameter& limits = prepared_.parameters()[i].parameter;
    shapes[i].centre = std::clamp(best[i] * std::exp(shifts[a]), limits.min, limits.max);
  }
  for (std::size_t k = 0; k < others.size(); ++k) {
    const Eigen::VectorXd own = growth.row(static_cast<Eigen::Index>(k)).transpose();
    shapes[others[k]].widening = std::exp(0.5 * own.dot(shifts));
    shapes[others[k]].degrees = std::min(kMany, 2.0 / own.dot(covariance * own));
  }
  return shapes;
}

bool FilterLikelihood::evaluate(const double* p, double* residuals, double* jacobian) {
  const std::size_t count = prepared_.parameters().size();
  std::vector<std::vector<double>> points{std::vector<double>(p, p + count)};
  std::vector<DifferenceStep> steps;
  for (std::size_t j = 0; jacobian != nullptr && j < count; ++j) {
    steps.push_back(difference_step(prepared_.parameters()[j].parameter, p[j]));
    for (const double shifted : {steps.back().low, steps.back().high}) {
      points.push_back(points.front());
      points.back()[j] = shifted;
    }
  }
  std::vector<std::vector<Innovation>> found;
  stop_.begin(jacobian != nullptr);
  const bool good = run_all(points, found);
  stop_.end(jacobian != nullptr, good);
  if (!good) return false;
  const double half = std::sqrt(0.5);
  for (std::size_t i = 0; i < found.front().size(); ++i) {
    const Innovation& own = found.front()[i];
    // An outlier contributes the root of its penalty instead of z, with the derivative of the
    // penalty.
    const double z = own.normalised();
    const bool outlier = own.weight < 1.0;
    residuals[3 * i] = outlier ? std::copysign(std::sqrt(own.penalty()), z) : z;
    const double root_slope = outlier ? own.weight * z / residuals[3 * i] : 1.0;
    residuals[3 * i + 1] = std::log(own.variance) + kLogTwoPi;
    residuals[3 * i + 2] = half * (1.0 - own.weight * z * z);
    if (jacobian == nullptr) continue;
    for (std::size_t j = 0; j < count; ++j) {
      const Innovation& below = found[1 + 2 * j][i];
      const Innovation& above = found[2 + 2 * j][i];
      const double width = steps[j].high - steps[j].low;
      const double slope = width > 0.0 ? (above.value - below.value) / width : 0.0;
      const double growth =
          width > 0.0 ? (std::log(above.variance) - std::log(below.variance)) / width : 0.0;
      jacobian[3 * i * count + j] = root_slope * slope / std::sqrt(own.variance);
      jacobian[(3 * i + 1) * count + j] = 0.0;
      jacobian[(3 * i + 2) * count + j] = half * growth;
    }
  }
  return true;
}

}  // namespace hearth
