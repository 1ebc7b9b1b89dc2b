// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/residual_noise.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

#include <Eigen/Dense>

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A point of the grid: ratio of correlated to white variance, and correlation time; q = 0 is white
/// noise.
struct NoisePoint {
  double q = 0.0, tau = 1.0;
  double log_weight = 0.0;      // weight of the prior, later also of the likelihood
  double white_variance = 1.0;  // most likely v
};

/// One series with the data for evaluating any noise: its rows in order and their distances.
class Series {
 public:
  Series(const FittedResiduals& all, const std::vector<Index>& rows);

  Index rows() const { return rows_; }
  Index freedom() const { return rows_ - directions_; }
  double longest_stretch() const { return longest_; }
  const VectorXd& psi() const { return psi_; }
  /// Returns the distance to the previous row; 0 for the first row of a stretch.
  double gap(Index row) const { return gaps_[static_cast<std::size_t>(row)]; }
  double typical_gap() const { return typical_gap_; }

  /// Sets v of a point and adds its restricted log-likelihood to the weight.
  void judge(NoisePoint& point);
  /// Returns basisᵀ Ω basis for v = 1.
  MatrixXd product(const NoisePoint& point) const;
  const MatrixXd& square() const { return square_; }

 private:
  double whiten(const NoisePoint& point);

  Index rows_;
  Index directions_ = 0;
  VectorXd psi_;
  std::vector<double> gaps_;
  double longest_ = 0.0, typical_gap_ = 1.0;
  RowMatrix basis_;     // in the form in which it enters the covariance
  RowMatrix columns_;   // ψ, then an orthonormal basis of the changes of ψ that the fit can make
  RowMatrix whitened_;  // `columns_` divided by the root of Ω
  MatrixXd square_;     // basisᵀ basis
  std::vector<double> state_;
};

Series::Series(const FittedResiduals& all, const std::vector<Index>& rows)
    : rows_(static_cast<Index>(rows.size())), psi_(rows_), basis_(rows_, all.basis.cols()) {
  double begin = 0.0;
  std::vector<double> inner;
  for (Index i = 0; i < rows_; ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    const ResidualPlace& place = all.places[static_cast<std::size_t>(row)];
    psi_[i] = all.psi[row];
    basis_.row(i) = all.basis.row(row);
    const bool first =
        i == 0 ||
        all.places[static_cast<std::size_t>(rows[static_cast<std::size_t>(i) - 1])].stretch !=
            place.stretch;
    if (first) begin = place.time;
    gaps_.push_back(
        first
            ? 0.0
            : place.time -
                  all.places[static_cast<std::size_t>(rows[static_cast<std::size_t>(i) - 1])].time);
    if (!first) inner.push_back(gaps_.back());
    longest_ = std::max(longest_, place.time - begin);
  }
  if (!inner.empty()) {
    const auto middle = inner.begin() + static_cast<std::ptrdiff_t>(inner.size() / 2);
    std::nth_element(inner.begin(), middle, inner.end());
    typical_gap_ = *middle;
  }
  square_ = basis_.transpose() * basis_;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(basis_);
  qr.setThreshold(1e-9);
  directions_ = rows_ > 0 ? qr.rank() : 0;
  columns_.resize(rows_, 1 + directions_);
  columns_.col(0) = psi_;
  columns_.rightCols(directions_) = qr.householderQ() * MatrixXd::Identity(rows_, directions_);
  whitened_.resize(rows_, 1 + directions_);
}

/// Divides the columns by the root of Ω for v = 1, using a Kalman filter of the correlated part;
/// returns ln |Ω|.
double Series::whiten(const NoisePoint& point) {
  const Index columns = columns_.cols();
  state_.assign(static_cast<std::size_t>(columns), 0.0);
  double variance = point.q, log_determinant = 0.0;
  double usual = std::exp(-typical_gap_ / point.tau);
  for (Index t = 0; t < rows_; ++t) {
    const double gap = gaps_[static_cast<std::size_t>(t)];
    const bool first = gap == 0.0;
    const double kept = first ? 0.0 : gap == typical_gap_ ? usual : std::exp(-gap / point.tau);
    variance = first ? point.q : kept * kept * variance + point.q * (1.0 - kept * kept);
    const double total = variance + 1.0;
    const double root = 1.0 / std::sqrt(total);
    const double gain = variance / total;
    log_determinant += std::log(total);
    const double* from = columns_.data() + t * columns;
    double* to = whitened_.data() + t * columns;
    for (Index j = 0; j < columns; ++j) {
      double& state = state_[static_cast<std::size_t>(j)];
      state *= kept;
      const double innovation = from[j] - state;
      to[j] = innovation * root;
      state += gain * innovation;
    }
    variance -= gain * variance;
  }
  return log_determinant;
}

void Series::judge(NoisePoint& point) {
  const double log_determinant = whiten(point);
  const auto u = whitened_.col(0);
  const auto k = whitened_.rightCols(directions_);
  const MatrixXd h = k.transpose() * k;
  const Eigen::LLT<MatrixXd> cholesky(h);
  const VectorXd fitted = cholesky.matrixL().solve(k.transpose() * u);
  const double total = u.squaredNorm();
  const double rest = std::max(total - fitted.squaredNorm(), 1e-14 * total);
  const double log_h = 2.0 * MatrixXd(cholesky.matrixL()).diagonal().array().log().sum();
  const auto freedom_here = static_cast<double>(freedom());
  point.white_variance = rest / freedom_here;
  point.log_weight -=
      0.5 * (freedom_here * std::log(point.white_variance) + log_determinant + log_h);
}

MatrixXd Series::product(const NoisePoint& point) const {
  if (point.q == 0.0) return square_;
  const Index columns = basis_.cols();
  MatrixXd earlier = MatrixXd::Zero(columns, columns);
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(columns);
  const double usual = std::exp(-typical_gap_ / point.tau);
  for (Index t = 0; t < rows_; ++t) {
    const double gap = gaps_[static_cast<std::size_t>(t)];
    if (gap == 0.0) {
      sum.setZero();
    } else {
      sum = (gap == typical_gap_ ? usual : std::exp(-gap / point.tau)) * (sum + basis_.row(t - 1));
      earlier.noalias() += basis_.row(t).transpose() * sum;
    }
  }
  return (1.0 + point.q) * square_ + point.q * (earlier + earlier.transpose());
}

/// A grid over ln q and ln τ with refinement.
class Grid {
 public:
  explicit Grid(const Series& series) {
    constexpr double kLeast = 0.003, kMost = 300.0;  // q
    const double shortest = 1.5 * series.typical_gap();
    const double longest = std::max(0.5 * series.longest_stretch(), 2.0 * shortest);
    log_q_ = std::log(kLeast);
    log_tau_ = std::log(shortest);
    step_q_ = (std::log(kMost) - log_q_) / (kQ - 1);
    step_tau_ = (std::log(longest) - log_tau_) / (kTau - 1);
  }

  /// Returns all points, white noise last; white noise has half of the weight.
  std::vector<NoisePoint> points() const {
    std::vector<NoisePoint> points;
    for (int i = 0; i < kQ; ++i) {
      for (int j = 0; j < kTau; ++j) points.push_back(at(i, j, -std::log(2.0 * kQ * kTau)));
    }
    points.push_back({0.0, 1.0, std::log(0.5)});
    return points;
  }

  /// Replaces a point and its neighbours by finer ones with the same total weight.
  std::vector<NoisePoint> refined(std::vector<NoisePoint> coarse, std::size_t about) const {
    constexpr int kParts = 3;
    const int i0 = static_cast<int>(about) / kTau, j0 = static_cast<int>(about) % kTau;
    std::vector<NoisePoint> points;
    for (int i = -kParts - 1; i <= kParts + 1; ++i) {
      for (int j = -kParts - 1; j <= kParts + 1; ++j) {
        points.push_back(at(i0 + static_cast<double>(i) / kParts,
                            j0 + static_cast<double>(j) / kParts,
                            -std::log(2.0 * kQ * kTau * kParts * kParts)));
      }
    }
    fine_ = points.size();
    for (std::size_t k = 0; k < coarse.size(); ++k) {
      const int i = static_cast<int>(k) / kTau, j = static_cast<int>(k) % kTau;
      const bool white = coarse[k].q == 0.0;
      if (white || std::abs(i - i0) > 1 || std::abs(j - j0) > 1) points.push_back(coarse[k]);
    }
    return points;
  }
  /// Returns the number of new points, which are first in a refined list.
  std::size_t fine() const { return fine_; }

 private:
  static constexpr int kQ = 14, kTau = 10;

  NoisePoint at(double i, double j, double log_weight) const {
    return {std::exp(log_q_ + i * step_q_), std::exp(log_tau_ + j * step_tau_), log_weight};
  }

  double log_q_, log_tau_, step_q_, step_tau_;
  mutable std::size_t fine_ = 0;
};

std::size_t likeliest(const std::vector<NoisePoint>& points) {
  const auto best = std::max_element(
      points.begin(), points.end(),
      [](const NoisePoint& a, const NoisePoint& b) { return a.log_weight < b.log_weight; });
  return static_cast<std::size_t>(best - points.begin());
}

/// Returns the likely points only, with their probabilities as log weights.
std::vector<NoisePoint> posterior(Series& series) {
  Grid grid(series);
  std::vector<NoisePoint> points = grid.points();
  for (NoisePoint& point : points) series.judge(point);
  const std::size_t best = likeliest(points);
  if (points[best].q > 0.0) {
    points = grid.refined(std::move(points), best);
    for (std::size_t k = 0; k < grid.fine(); ++k) series.judge(points[k]);
  }
  const double largest = points[likeliest(points)].log_weight;
  double sum = 0.0;
  for (const NoisePoint& point : points) sum += std::exp(point.log_weight - largest);
  constexpr double kUnlikely = 1e-4;
  std::erase_if(points, [&](NoisePoint& point) {
    point.log_weight -= largest + std::log(sum);
    return point.log_weight < std::log(kUnlikely);
  });
  double kept = 0.0;
  for (const NoisePoint& point : points) kept += std::exp(point.log_weight);
  for (NoisePoint& point : points) point.log_weight -= std::log(kept);
  return points;
}

/// Computes autocorrelations and the test of Ljung and Box from pairs whose distance is a whole
/// number of typical distances.
void test_whiteness(const Series& series, SeriesNoise& noise) {
  constexpr int kMostLags = 24;
  const VectorXd& psi = series.psi();
  const double square = psi.squaredNorm();
  const Index n = series.rows();
  if (n < 10 || !(square > 0.0)) return;
  noise.lags = static_cast<int>(std::min<Index>(kMostLags, n / 5)) / 2 * 2;
  std::vector<double> sums(static_cast<std::size_t>(noise.lags)), counts = sums;
  for (Index t = 0; t < n; ++t) {
    double distance = 0.0;
    for (Index s = t; s > 0 && series.gap(s) > 0.0;) {
      distance += series.gap(s--);
      const double lag = std::round(distance / series.typical_gap());
      if (lag > noise.lags) break;
      if (lag < 1.0 || std::abs(distance - lag * series.typical_gap()) > 1e-6 * distance) continue;
      const auto k = static_cast<std::size_t>(lag) - 1;
      sums[k] += psi[t] * psi[s];
      counts[k] += 1.0;
    }
  }
  const auto rows = static_cast<double>(n);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double rho = counts[k] > 0.0 ? sums[k] / counts[k] / (square / rows) : 0.0;
    noise.autocorrelation.push_back(rho);
    noise.ljung_box += (rows + 2.0) / rows * counts[k] * rho * rho;
  }
  noise.lag1 = noise.autocorrelation.front();
  noise.p = chi_squared_above(noise.ljung_box, noise.lags);
}

/// Returns the contribution of white noise with a variance.
MatrixXd take_as_white(const Series& series, const FittedResiduals& all, double variance,
                       SeriesNoise& noise) {
  noise.sd = std::sqrt(variance);
  return variance * all.effect * series.square() * all.effect.transpose();
}

/// Returns the sd of the normal distribution with the same 95 % interval as a mixture.
double sd_of_mixture(const std::vector<double>& weights, const std::vector<double>& variances) {
  constexpr double kQuantile = 1.959963984540054, kOutside = 0.05;
  double low = 0.0, high = std::sqrt(*std::max_element(variances.begin(), variances.end()));
  for (int i = 0; i < 60; ++i) {
    const double sd = 0.5 * (low + high);
    double outside = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if (variances[k] > 0.0) {
        outside += weights[k] * std::erfc(kQuantile * sd / std::sqrt(2.0 * variances[k]));
      }
    }
    (outside > kOutside ? low : high) = sd;
  }
  return high;
}

/// Returns the contribution of a series to the covariance of the parameters, and describes its
/// noise.
MatrixXd noise_of(Series& series, const FittedResiduals& all, SeriesNoise& noise) {
  constexpr Index kFewest = 4;  // fewest degrees of freedom of a series
  // share of the stated variance: synthetic data without noise
  constexpr double kNegligible = 1e-6;
  noise.rows = static_cast<int>(series.rows());
  const double least = all.stated ? 1.0 : 0.0;
  if (series.freedom() < kFewest) {
    return take_as_white(series, all, std::max(least, all.variance), noise);
  }
  const double square = series.psi().squaredNorm() / static_cast<double>(series.rows());
  if (square <= (all.stated ? kNegligible : 0.0)) return take_as_white(series, all, least, noise);
  test_whiteness(series, noise);
  const std::vector<NoisePoint> points = posterior(series);
  const Index n = all.effect.rows();
  MatrixXd covariance = MatrixXd::Zero(n, n);
  std::vector<double> weights;
  std::vector<std::vector<double>> variances(static_cast<std::size_t>(n));
  double variance = 0.0;
  for (const NoisePoint& point : points) {
    weights.push_back(std::exp(point.log_weight));
    const double total = point.white_variance * (1.0 + point.q);
    const double missing = std::max(0.0, least - total);
    const MatrixXd inner = point.white_variance * series.product(point) + missing * series.square();
    const MatrixXd own = all.effect * inner * all.effect.transpose();
    covariance += weights.back() * own;
    for (Index i = 0; i < n; ++i) variances[static_cast<std::size_t>(i)].push_back(own(i, i));
    variance += weights.back() * (total + missing);
    if (point.q > 0.0) noise.correlated += weights.back();
  }
  noise.sd = std::sqrt(variance);
  const NoisePoint& best = points[likeliest(points)];
  noise.share = best.q / (1.0 + best.q);
  noise.time = best.q > 0.0 ? best.tau : 0.0;
  VectorXd factors = VectorXd::Ones(n);
  for (Index i = 0; i < n; ++i) {
    const double mean = covariance(i, i);
    if (mean > 0.0) {
      factors[i] = sd_of_mixture(weights, variances[static_cast<std::size_t>(i)]) / std::sqrt(mean);
    }
  }
  return factors.asDiagonal() * covariance * factors.asDiagonal();
}

}  // namespace

NoiseFound find_noise(const FittedResiduals& residuals) {
  const Index parameters = residuals.effect.rows();
  NoiseFound found;
  found.covariance = MatrixXd::Zero(parameters, parameters);
  std::map<int, std::vector<Index>> rows;
  for (std::size_t i = 0; i < residuals.places.size(); ++i) {
    rows[residuals.places[i].series].push_back(static_cast<Index>(i));
  }
  for (auto& [number, list] : rows) {
    found.series.resize(static_cast<std::size_t>(number) + 1);
    Series series(residuals, list);
    found.covariance += noise_of(series, residuals, found.series.back());
  }
  return found;
}

double chi_squared_above(double x, int degrees) {
  if (!(x > 0.0)) return 1.0;
  if (degrees > 1000) {  // Wilson and Hilferty, PNAS 17, 1931
    const double variance = 2.0 / (9.0 * degrees);
    return 0.5 * std::erfc((std::cbrt(x / degrees) - 1.0 + variance) / std::sqrt(2.0 * variance));
  }
  // Abramowitz and Stegun 26.4.4 and 26.4.5.
  const bool odd = degrees % 2 == 1;
  constexpr double kRootOfTwoOverPi = 0.7978845608028654;
  double sum = odd ? std::erfc(std::sqrt(0.5 * x)) : 0.0;
  double term = std::exp(-0.5 * x) * (odd ? kRootOfTwoOverPi * std::sqrt(x) : 1.0);
  for (int k = odd ? 3 : 2; k <= degrees; k += 2) {
    sum += term;
    term *= x / k;
  }
  return std::min(1.0, sum);
}

}  // namespace hearth::estimation
