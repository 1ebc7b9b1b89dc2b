// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/ensemble.hpp"

#include <cmath>

namespace hearth::estimation {
namespace {

constexpr double kSpread = 1e-5;  // relative to the length of a difference

/// Walkers and the density at their positions.
class Ensemble {
 public:
  Ensemble(LogDensity& density, const Eigen::MatrixXd& starts, RandomStream random)
      : density_(density), walkers_(starts), accepted_(starts.rows(), 0), random_(random) {
    for (Eigen::Index i = 0; i < walkers_.rows(); ++i) {
      values_.push_back(density_.value(walkers_.row(i).transpose()));
    }
  }

  /// Moves every walker once.
  void sweep() {
    const int half = static_cast<int>(walkers_.rows()) / 2;
    for (int i = 0; i < half; ++i) move(i, half, half);
    for (int i = 0; i < half; ++i) move(half + i, 0, half);
  }

  const Eigen::MatrixXd& walkers() const { return walkers_; }
  double value(Eigen::Index walker) const { return values_[static_cast<std::size_t>(walker)]; }
  long accepted(Eigen::Index walker) const { return accepted_[static_cast<std::size_t>(walker)]; }

 private:
  void move(int walker, int first_other, int half) {
    if (half > 1 && random_.uniform() < 0.8) {
      differ(walker, first_other, half);
    } else {
      stretch(walker, first_other + random_.below(half));
    }
  }

  void differ(int walker, int first_other, int half) {
    const int one = random_.below(half);
    const int step = 1 + random_.below(half - 1);
    const int two = (one + step) % half;  // any index except the first
    const auto dimensions = static_cast<double>(walkers_.cols());
    const double usual = 2.38 / std::sqrt(2.0 * dimensions);
    const double length = random_.uniform() < 0.1 ? 1.0 : usual;
    Eigen::VectorXd to = walkers_.row(walker).transpose();
    to += length * (1.0 + kSpread * random_.normal()) *
          (walkers_.row(first_other + one) - walkers_.row(first_other + two)).transpose();
    choose(walker, to, 0.0);
  }

  void stretch(int walker, int other) {
    constexpr double kLongest = 2.0;
    const double root = ((kLongest - 1.0) * random_.uniform() + 1.0) / std::sqrt(kLongest);
    const double length = root * root;  // from 1/2 to 2
    const Eigen::VectorXd from = walkers_.row(other).transpose();
    const auto dimensions = static_cast<double>(walkers_.cols());
    choose(walker, from + length * (walkers_.row(walker).transpose() - from),
           (dimensions - 1.0) * std::log(length));
  }

  /// Moves the walker with the probability that preserves the distribution; `gain` is the logarithm
  /// of the factor that the kind of move contributes.
  void choose(int walker, const Eigen::VectorXd& to, double gain) {
    const double value = density_.value(to);
    const auto own = static_cast<std::size_t>(walker);
    if (!(std::log(random_.uniform()) < gain + value - values_[own])) return;
    walkers_.row(walker) = to.transpose();
    values_[own] = value;
    ++accepted_[own];
  }

  LogDensity& density_;
  Eigen::MatrixXd walkers_;
  std::vector<double> values_;
  std::vector<long> accepted_;
  RandomStream random_;
};

}  // namespace

std::optional<std::vector<MarkovChain>> sample_by_ensemble(LogDensity& density,
                                                           const Eigen::MatrixXd& starts,
                                                           const EnsembleSettings& settings,
                                                           RandomStream random, const GoOn& go_on) {
  Ensemble ensemble(density, starts, random);
  std::vector<MarkovChain> chains(static_cast<std::size_t>(starts.rows()));
  for (MarkovChain& chain : chains) chain.draws.resize(settings.draws, starts.cols());
  std::vector<long> before(chains.size(), 0);
  int count = 0;  // number of draws of each walker
  for (int sweep = 0; sweep < settings.warmup + settings.draws; ++sweep) {
    ensemble.sweep();
    const int draw = sweep - settings.warmup;
    for (std::size_t i = 0; i < chains.size(); ++i) {
      const auto walker = static_cast<Eigen::Index>(i);
      if (draw < 0) before[i] = ensemble.accepted(walker);
      if (draw < 0) continue;
      chains[i].draws.row(draw) = ensemble.walkers().row(walker);
      chains[i].log_density.push_back(ensemble.value(walker));
    }
    if (draw >= 0) count = draw + 1;
    if (go_on && !go_on()) break;
  }
  if (count == 0) return std::nullopt;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    const long accepted = ensemble.accepted(static_cast<Eigen::Index>(i)) - before[i];
    chains[i].draws.conservativeResize(count, Eigen::NoChange);
    chains[i].acceptance = static_cast<double>(accepted) / count;
    chains[i].evaluations = 1 + settings.warmup + count;
  }
  return chains;
}

}  // namespace hearth::estimation
