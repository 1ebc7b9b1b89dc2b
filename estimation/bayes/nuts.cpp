// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/nuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace hearth::estimation {
namespace {

constexpr double kDivergence = 1000.0;  // growth of H along a path

double log_sum(double a, double b) {
  const double larger = std::max(a, b);
  if (!std::isfinite(larger)) return larger;
  return larger + std::log(std::exp(a - larger) + std::exp(b - larger));
}

/// A position with the density there, and a momentum.
struct PhasePoint {
  Eigen::VectorXd z, gradient, momentum;
  double log_density = 0.0;
};

/// The inverse of the mass matrix.
class KineticEnergy {
 public:
  KineticEnergy(const Eigen::MatrixXd& inverse_mass, bool dense)
      : inverse_mass_(dense ? inverse_mass : Eigen::MatrixXd(inverse_mass.diagonal().asDiagonal())),
        factor_(inverse_mass_) {}

  Eigen::VectorXd velocity(const Eigen::VectorXd& momentum) const {
    return inverse_mass_ * momentum;
  }
  double of(const Eigen::VectorXd& momentum) const {
    return 0.5 * momentum.dot(velocity(momentum));
  }
  /// Returns a momentum of covariance M: with M⁻¹ = L Lᵀ, L⁻ᵀ times white noise.
  Eigen::VectorXd draw(RandomStream& random) const {
    Eigen::VectorXd noise(inverse_mass_.rows());
    for (double& value : noise) value = random.normal();
    return factor_.matrixU().solve(noise);
  }
  const Eigen::MatrixXd& inverse_mass() const { return inverse_mass_; }

 private:
  Eigen::MatrixXd inverse_mass_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

/// Dual averaging of ln ε (Nesterov, Mathematical Programming 120, 2009), with the constants of
/// Hoffman and Gelman.
class StepSize {
 public:
  void restart(double step, double wanted) {
    centre_ = std::log(10.0 * step);
    wanted_ = wanted;
    mean_error_ = mean_log_ = 0.0;
    count_ = 0;
    step_ = step;
  }
  void learn(double acceptance) {
    constexpr double kShrinkage = 0.05, kDelay = 10.0, kForgetting = 0.75;
    ++count_;
    const double share = 1.0 / (count_ + kDelay);
    mean_error_ = (1.0 - share) * mean_error_ + share * (wanted_ - std::min(1.0, acceptance));
    const double log_step = centre_ - mean_error_ * std::sqrt(count_) / kShrinkage;
    const double weight = std::pow(count_, -kForgetting);
    mean_log_ = weight * log_step + (1.0 - weight) * mean_log_;
    step_ = std::exp(log_step);
  }
  void finish() {
    if (count_ > 0) step_ = std::exp(mean_log_);
  }
  double step() const { return step_; }

 private:
  double centre_ = 0.0, wanted_ = 0.8, mean_error_ = 0.0, mean_log_ = 0.0;
  double count_ = 0.0;
  double step_ = 1.0;
};

/// The iterations of the warm-up from which the mass matrix is estimated.
class Windows {
 public:
  explicit Windows(int warmup) {
    if (warmup < 20) return;
    int first = 75, last = 50, length = 25;
    if (warmup < first + last + length) {
      first = warmup * 15 / 100;
      last = warmup / 10;
      length = warmup - first - last;
    }
    begin_ = first;
    for (int end = first + length;; end += length) {
      length *= 2;
      if (end + length > warmup - last) end = warmup - last;
      ends_.push_back(end);
      if (end == warmup - last) break;
    }
  }
  bool within(int iteration) const {
    return !ends_.empty() && iteration >= begin_ && iteration < ends_.back();
  }
  bool end_after(int iteration) const {
    return std::find(ends_.begin(), ends_.end(), iteration + 1) != ends_.end();
  }

 private:
  int begin_ = 0;
  std::vector<int> ends_;
};

/// A part of a path, from its earliest to its latest point.
struct Path {
  PhasePoint first, last;
  PhasePoint chosen;
  Eigen::VectorXd momenta;  // sum of momenta
  double log_weight = -std::numeric_limits<double>::infinity();
  bool whole = true;  // neither diverged nor turned back
};

class NutsSampler {
 public:
  NutsSampler(LogDensity& density, const Eigen::VectorXd& start, const Eigen::MatrixXd& metric,
              const NutsSettings& settings, RandomStream random)
      : density_(density),
        settings_(settings),
        metric_(metric),
        kinetic_(metric, settings.dense),
        random_(random) {
    point_.z = start;
    point_.gradient = Eigen::VectorXd::Zero(start.size());
    point_.log_density = evaluate(point_);
  }

  std::optional<MarkovChain> run(const GoOn& go_on) {
    if (!warm_up(go_on)) return std::nullopt;
    MarkovChain chain;
    chain.draws.resize(settings_.draws, point_.z.size());
    double accepted = 0.0;
    int count = 0;
    while (count < settings_.draws) {
      advance();
      chain.draws.row(count++) = point_.z.transpose();
      chain.log_density.push_back(point_.log_density);
      chain.divergent.push_back(diverged_ ? 1 : 0);
      chain.saturated += saturated_ ? 1 : 0;
      accepted += acceptance();
      if (go_on && !go_on()) break;
    }
    chain.draws.conservativeResize(count, Eigen::NoChange);
    chain.acceptance = accepted / count;
    chain.step_size = step_.step();
    chain.evaluations = evaluations_;
    return chain;
  }

 private:
  double evaluate(PhasePoint& point) {
    ++evaluations_;
    const double value = density_.value(point.z, point.gradient);
    const bool good = std::isfinite(value) && point.gradient.allFinite();
    return good ? value : -std::numeric_limits<double>::infinity();
  }

  bool warm_up(const GoOn& go_on) {
    find_step();
    const Windows windows(settings_.warmup);
    std::vector<Eigen::VectorXd> window;
    for (int i = 0; i < settings_.warmup; ++i) {
      advance();
      step_.learn(acceptance());
      if (windows.within(i)) window.push_back(point_.z);
      if (windows.end_after(i)) {
        learn_metric(window);
        window.clear();
        find_step();
      }
      if (go_on && !go_on()) return false;
    }
    step_.finish();
    return true;
  }

  void learn_metric(const std::vector<Eigen::VectorXd>& window) {
    const auto count = static_cast<double>(window.size());
    if (window.size() < 2) return;
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(point_.z.size());
    for (const Eigen::VectorXd& z : window) mean += z / count;
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(mean.size(), mean.size());
    for (const Eigen::VectorXd& z : window) {
      covariance += (z - mean) * (z - mean).transpose() / (count - 1.0);
    }
    covariance = count / (count + 5.0) * covariance + 1e-3 * 5.0 / (count + 5.0) * metric_;
    kinetic_ = KineticEnergy(covariance, settings_.dense);
  }

  /// Starts dual averaging with a step size at which one step has about the desired probability of
  /// acceptance.
  void find_step() {
    constexpr int kMost = 100;
    double step = step_.step();
    int direction = 0;
    for (int i = 0; i < kMost; ++i) {
      PhasePoint point = point_;
      point.momentum = kinetic_.draw(random_);
      const double before = energy(point);
      move(point, step);
      const double change = before - energy(point);
      const int wanted = change > std::log(settings_.acceptance) ? 1 : -1;
      if (direction == 0) direction = wanted;
      if (wanted != direction) break;
      step *= direction > 0 ? 2.0 : 0.5;
    }
    step_.restart(step, settings_.acceptance);
  }

  double energy(const PhasePoint& point) const {
    const double energy = kinetic_.of(point.momentum) - point.log_density;
    return std::isnan(energy) ? std::numeric_limits<double>::infinity() : energy;
  }

  /// Makes a step of the leapfrog integrator.
  void move(PhasePoint& point, double step) {
    point.momentum += 0.5 * step * point.gradient;
    point.z += step * kinetic_.velocity(point.momentum);
    point.log_density = evaluate(point);
    point.momentum += 0.5 * step * point.gradient;
  }

  double acceptance() const { return steps_ > 0 ? accepted_ / static_cast<double>(steps_) : 0.0; }

  /// Draws the next point.
  void advance() {
    point_.momentum = kinetic_.draw(random_);
    start_energy_ = energy(point_);
    accepted_ = 0.0;
    steps_ = 0;
    diverged_ = saturated_ = false;
    Path path{point_, point_, point_, point_.momentum, 0.0, true};
    for (int depth = 0;; ++depth) {
      if (depth == settings_.deepest) {
        saturated_ = true;
        break;
      }
      const bool forwards = random_.uniform() < 0.5;
      Path half = grow(forwards ? path.last : path.first, depth, forwards);
      if (!half.whole) break;
      if (std::log(random_.uniform()) < half.log_weight - path.log_weight) {
        path.chosen = half.chosen;
      }
      PhasePoint chosen = std::move(path.chosen);
      path = forwards ? joined(std::move(path), std::move(half))
                      : joined(std::move(half), std::move(path));
      path.chosen = std::move(chosen);
      if (!path.whole) break;
    }
    point_ = std::move(path.chosen);
  }

  /// Returns the part of 2^depth steps that begins behind a point.
  Path grow(const PhasePoint& from, int depth, bool forwards) {
    if (depth == 0) return one_step(from, forwards);
    Path near = grow(from, depth - 1, forwards);
    if (!near.whole) return near;
    Path far = grow(forwards ? near.last : near.first, depth - 1, forwards);
    if (!far.whole) return far;
    const double total = log_sum(near.log_weight, far.log_weight);
    const bool take_far = std::log(random_.uniform()) < far.log_weight - total;
    PhasePoint chosen = take_far ? std::move(far.chosen) : std::move(near.chosen);
    Path path = forwards ? joined(std::move(near), std::move(far))
                         : joined(std::move(far), std::move(near));
    path.chosen = std::move(chosen);
    return path;
  }

  Path one_step(const PhasePoint& from, bool forwards) {
    Path path;
    path.last = from;
    move(path.last, forwards ? step_.step() : -step_.step());
    const double growth = energy(path.last) - start_energy_;
    path.log_weight = -growth;
    path.whole = growth <= kDivergence;
    if (!path.whole) diverged_ = true;
    ++steps_;
    accepted_ += growth <= 0.0 ? 1.0 : std::exp(-growth);
    path.first = path.chosen = path.last;
    path.momenta = path.last.momentum;
    return path;
  }

  /// Joins two parts, the earlier one first; the caller sets `chosen`.
  Path joined(Path earlier, Path later) const {
    Path path;
    path.momenta = earlier.momenta + later.momenta;
    path.log_weight = log_sum(earlier.log_weight, later.log_weight);
    path.whole = goes_on(earlier.first, later.last, path.momenta) &&
                 goes_on(earlier.first, later.first, earlier.momenta + later.first.momentum) &&
                 goes_on(earlier.last, later.last, later.momenta + earlier.last.momentum);
    path.first = std::move(earlier.first);
    path.last = std::move(later.last);
    return path;
  }

  bool goes_on(const PhasePoint& first, const PhasePoint& last,
               const Eigen::VectorXd& momenta) const {
    const Eigen::VectorXd velocity = kinetic_.velocity(momenta);
    return first.momentum.dot(velocity) > 0.0 && last.momentum.dot(velocity) > 0.0;
  }

  LogDensity& density_;
  const NutsSettings& settings_;
  Eigen::MatrixXd metric_;
  KineticEnergy kinetic_;
  RandomStream random_;
  StepSize step_;
  PhasePoint point_;
  double start_energy_ = 0.0, accepted_ = 0.0;
  long steps_ = 0, evaluations_ = 0;
  bool diverged_ = false, saturated_ = false;
};

}  // namespace

std::optional<MarkovChain> sample_by_nuts(LogDensity& density, const Eigen::VectorXd& start,
                                          const Eigen::MatrixXd& metric,
                                          const NutsSettings& settings, RandomStream random,
                                          const GoOn& go_on) {
  return NutsSampler(density, start, metric, settings, random).run(go_on);
}

}  // namespace hearth::estimation
