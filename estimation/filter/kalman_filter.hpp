// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/tangent/tangent.hpp"

namespace hearth {

/// What a measured value adds to what was expected of it.
struct Innovation {
  double value = 0.0;     ///< measured - expected
  double variance = 0.0;  ///< of what was expected and of the sensor together

  double weight = 1.0;  ///< with which the value was taken in; below 1: it is an outlier

  /// Returns the value in standard deviations: white noise of variance 1 if model and noise are
  /// right.
  double normalised() const { return value / std::sqrt(variance); }
  /// Returns what the value adds to minus twice the log-likelihood apart from the variance: its
  /// square in standard deviations, of an outlier Huber's function of that, c(2|z| - c) with c =
  /// w|z| (Huber, Robust Statistics, 1981, section 4.5).
  double penalty() const {
    const double square = value * value / variance;
    return weight < 1.0 ? weight * (2.0 - weight) * square : square;
  }
};

/// An extended Kalman filter over the steps of a simulation (Jazwinski, Stochastic Processes and
/// Filtering Theory, 1970, section 8.3): the simulation has the expected values of all states, and
/// their covariance is carried along by the tangent of each step,
///
///     x(k+1) = F(x(k)) + w,   P(k+1) = Φ P(k) Φᵀ + Q,   Φ = dF/dx
///
/// A measured value corrects everything that a run continues from, held values included.
///
/// The covariance is kept as a factor, P = D Dᵀ, with a row for each number of the simulation, so
/// that it cannot become indefinite: D takes a step like derivatives do, noise adds columns, an
/// orthogonal transformation takes them out again, and a measurement is taken in as in Potter's
/// algorithm (Battin, Astronautical Guidance, 1964, pages 338 to 340).
///
/// Process noise is continuous white noise. Its covariance over a step, the integral of
/// Φ(s) q Φ(s)ᵀ, is that of the midpoint with Φ(-h/2) ≈ 1.5 - 0.5 Φ(h): the error is of second
/// order in step over time constant, below 1 % up to a sixth.
///
/// Outliers. With a limit c, a value that lies |z| > c standard deviations from what is expected is
/// taken in as if the variance of the difference were |z|/c times as large: it moves the expected
/// values by no more than one at c standard deviations would, and they stay more uncertain.
///
/// Refers to the simulation, which must outlive it.
class KalmanFilter {
 public:
  /// `noisy` are cells of states that noise drives; `uncertain`, cells of states and held values
  /// whose initial values are uncertain. ModelError `model.no_derivatives` if a component only
  /// steps.
  KalmanFilter(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
               std::vector<int> noisy, std::vector<int> uncertain);

  /// Sets by how much noise drives each of the noisy states: the standard deviation that it alone
  /// gives the state in 1 s, which grows with the root of the time.
  void set_noise(std::span<const double> intensities) {
    intensities_.assign(intensities.begin(), intensities.end());
  }
  /// Sets from how many standard deviations on a measured value counts less; infinity, which is
  /// what a filter begins with: none does.
  void set_outlier_limit(double limit) { outlier_limit_ = limit; }
  /// Computes row 0 with these standard deviations of the uncertain states; also again. The
  /// simulation has its parameters and initial values then.
  void initialize(std::span<const double> initial_sds);
  void step();

  const Simulation<double>& simulation() const { return simulation_; }
  /// Returns the standard deviation of an output or state at the present row, without that of a
  /// sensor.
  double sd(int cell) const { return factor_.row(cell).head(columns_).norm(); }

  /// Begins the mean of an output given to `Simulation::observe_means`, by its number there, at
  /// this row.
  void begin_mean(std::size_t number);
  /// Returns the mean since then and its standard deviation.
  double mean(std::size_t number) const { return mean_sums_[number] / mean_steps_[number]; }
  double mean_sd(std::size_t number) const;

  /// Corrects all states by a measured value of an output at this row, or of a mean.
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
  std::vector<int> memory_;  // rows: cells that vary and that a step reads first, then means
  Eigen::Index cells_;       // of the memory
  Eigen::Index columns_;     // of the covariance: as many as `memory_`
  std::size_t groups_;       // of columns, those of noise included
  Tangent tangent_;
  StepTape tape_;
  Snapshot<double> snapshot_;
  std::vector<int> corrected_;  // cells of a snapshot that vary
  std::vector<double> intensities_;
  double outlier_limit_ = INFINITY;
  Matrix factor_;    // by number of the simulation, then means: P = D Dᵀ, noise, unit noise
  Matrix response_;  // of `memory_` to 1 of each noisy state over the last step
  Eigen::MatrixXd joined_;  // transposed rows of memory, which are factorised
  Matrix row_;
  std::vector<double> mean_sums_, mean_steps_;
};

}  // namespace hearth
