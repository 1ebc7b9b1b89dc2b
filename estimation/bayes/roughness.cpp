// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/roughness.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hearth/estimation/bayes/random_stream.hpp"

namespace hearth::estimation {
namespace {

constexpr std::uint64_t kSeed = 1;   // seed of the directions, independent of the seed of the draws
constexpr double kReach = 2.0;       // standard deviations
constexpr int kIntervals = 8;        // smallest number of intervals
constexpr int kHalvings = 6;         // largest number of halvings of these intervals
constexpr double kNegligible = 8.0;  // decrease of the logarithm below the mode
constexpr double kClose = 0.02;      // difference between value and integral

/// A density along a line through its mode.
class Line {
 public:
  Line(LogDensity& density, const Eigen::VectorXd& mode, Eigen::VectorXd direction)
      : density_(density),
        mode_(mode),
        direction_(std::move(direction)),
        gradient_(Eigen::VectorXd::Zero(mode.size())),
        least_(at(0.0).value - kNegligible) {}

  Roughness go() {
    Point from = at(-kReach);
    for (int i = 1; i <= kIntervals; ++i) {
      const Point to = at(2.0 * kReach * i / kIntervals - kReach);
      pass(from, to, kHalvings);
      from = to;
    }
    return {high_ - low_, evaluations_};
  }

 private:
  struct Point {
    double t = 0.0, value = 0.0, slope = 0.0;
  };

  Point at(double t) {
    ++evaluations_;
    const double value = density_.value(mode_ + t * direction_, gradient_);
    return {t, value, gradient_.dot(direction_)};
  }

  void pass(const Point& a, const Point& c, int halvings) {
    if (std::max(a.value, c.value) < least_) return;
    const Point b = at(0.5 * (a.t + c.t));
    const double gap = c.value - a.value - (c.t - a.t) / 6.0 * (a.slope + 4.0 * b.slope + c.slope);
    if (std::abs(gap) > kClose && halvings > 0) {
      pass(a, b, halvings - 1);
      pass(b, c, halvings - 1);
      return;
    }
    if (!std::isfinite(gap)) return;  // the density is 0 at one of the points
    sum_ += gap;
    low_ = std::min(low_, sum_);
    high_ = std::max(high_, sum_);
  }

  LogDensity& density_;
  const Eigen::VectorXd& mode_;
  Eigen::VectorXd direction_, gradient_;
  long evaluations_ = 0;
  double least_;
  double sum_ = 0.0, low_ = 0.0, high_ = 0.0;
};

}  // namespace

Roughness roughness(LogDensity& density, const Laplace& near, std::uint64_t line) {
  RandomStream random(kSeed, line);
  Eigen::VectorXd noise(near.mode.size());
  for (double& value : noise) value = random.normal();
  const Eigen::LLT<Eigen::MatrixXd> factor(near.covariance);
  return Line(density, near.mode, factor.matrixL() * noise.normalized()).go();
}

}  // namespace hearth::estimation
