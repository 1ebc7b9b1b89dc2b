// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/tangent/tangent.hpp"

namespace hearth {

/// The difference between a measured value and its expectation.
struct Innovation {
  double value = 0.0;     ///< measured - expected
  double variance = 0.0;  ///< variance of the expectation plus the variance of the sensor

  double weight = 1.0;  ///< weight of the value in the correction; below 1: outlier

  /// Returns the difference in standard deviations: white noise of variance 1 if the model and its
  /// noise are right.
  double normalised() const { return value / std::sqrt(variance); }
  /// Returns the contribution of the value to minus twice the log-likelihood, apart from the
  /// variance: its square in standard deviations; for an outlier, Huber's function c(2|z| - c) with
  /// c = w|z| (Huber, Robust Statistics, 1981, section 4.5).
  double penalty() const {
    const double square = value * value / variance;
    return weight < 1.0 ? weight * (2.0 - weight) * square : square;
  }
};

/// An extended Kalman filter over the steps of a simulation (Jazwinski, Stochastic Processes and
/// Filtering Theory, 1970, section 8.3). The simulation holds the expected values of all states;
/// the tangent of each step propagates their covariance,
///
///     x(k+1) = F(x(k)) + w,   P(k+1) = Φ P(k) Φᵀ + Q,   Φ = dF/dx
///
/// A measured value corrects everything from which a run continues, held values included.
///
/// The covariance is stored as a factor, P = D Dᵀ, with a row for each number of the simulation, so
/// that it cannot become indefinite. A step transforms D like derivatives, noise adds columns, an
/// orthogonal transformation removes them again, and a measurement is processed by Potter's
/// algorithm (Battin, Astronautical Guidance, 1964, pages 338 to 340).
///
/// Process noise is continuous white noise. Its covariance over a step, the integral of Φ(s) q
/// Φ(s)ᵀ, is approximated by the midpoint value with Φ(-h/2) ≈ 1.5 - 0.5 Φ(h). The error is of
/// second order in the ratio of step to time constant, and below 1 % up to a ratio of a sixth.
///
/// Outliers. With a limit c, a value that differs from its expectation by |z| > c standard
/// deviations is processed as if the variance of the difference were |z|/c times as large. It moves
/// the expected values by no more than a value at c standard deviations would, and they remain more
/// uncertain.
///
/// Keeps a reference to the simulation, which must outlive it.
class KalmanFilter {
 public:
  /// `noisy` contains the cells of states that are driven by noise, `uncertain` the cells of states
  /// and held values with uncertain initial values. Throws ModelError `model.no_derivatives` if a
  /// component has no derivatives.
  KalmanFilter(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
               std::vector<int> noisy, std::vector<int> uncertain);

  /// Sets the intensity of the noise of each noisy state: the standard deviation that noise alone
  /// adds to the state in 1 s, which grows with the square root of time.
  void set_noise(std::span<const double> intensities) {
    intensities_.assign(intensities.begin(), intensities.end());
  }
  /// Sets the number of standard deviations beyond which the weight of a measured value is
  /// reduced. The initial value is infinity: all values have their full weight.
  void set_outlier_limit(double limit) { outlier_limit_ = limit; }
  /// Computes row 0 with these standard deviations of the uncertain states. The parameters and
  /// initial values of the simulation must already be set. May be called several times.
  void initialize(std::span<const double> initial_sds);
  void step();

  const Simulation<double>& simulation() const { return simulation_; }
  /// Returns the standard deviation of an output or state at the present row, without that of a
  /// sensor.
  double sd(int cell) const { return factor_.row(cell).head(columns_).norm(); }

  /// Begins, at this row, the mean of the output with this number in `Simulation::observe_means`.
  void begin_mean(std::size_t number);
  /// Returns the mean since `begin_mean`; `mean_sd` returns its standard deviation.
  double mean(std::size_t number) const { return mean_sums_[number] / mean_steps_[number]; }
  double mean_sd(std::size_t number) const;

  /// Corrects all states with a measured value of an output at this row, or with a measured mean.
  Innovation correct(int cell, double measured, double sd);
  Innovation correct_mean(std::size_t number, double measured, double sd);

 private:
  using Matrix = Tangent::Matrix;

  int mean_row(std::size_t number) const { return tangent_.rows() + static_cast<int>(number); }
  void add_noise();
  void compress();
  Innovation correct(const Eigen::VectorXd& factors, double expected, double measured, double sd);

  Simulation<double>& simulation_;
  std::vector<int> noisy_, uncertain_;
  std::vector<int> memory_;  // rows: cells that vary and that a step reads, then means
  Eigen::Index cells_;       // number of cells in `memory_`
  Eigen::Index columns_;     // number of columns of the covariance: the size of `memory_`
  std::size_t groups_;       // number of groups of columns, those of noise included
  Tangent tangent_;
  StepTape tape_;
  Snapshot<double> snapshot_;
  std::vector<int> corrected_;  // cells of a snapshot that vary
  std::vector<double> intensities_;
  double outlier_limit_ = INFINITY;
  Matrix factor_;    // columns: D with P = D Dᵀ, noise, unit noise; rows: numbers, then means
  Matrix response_;  // response of `memory_` over the last step to 1 in each noisy state
  Eigen::MatrixXd joined_;  // transposed rows of memory that are factorised
  Matrix row_;
  std::vector<double> mean_sums_, mean_steps_;
};

}  // namespace hearth
