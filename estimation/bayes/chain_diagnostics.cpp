// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/chain_diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>

namespace hearth::estimation {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Returns the variance with a divisor of n - 1.
double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0.0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size() - 1);
}

/// Returns halves of chains, without the middle draw if the number of draws is odd.
Draws halves(const Draws& draws) {
  Draws split;
  for (const std::vector<double>& chain : draws) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    split.emplace_back(chain.begin(), chain.begin() + half);
    split.emplace_back(chain.end() - half, chain.end());
  }
  return split;
}

std::vector<double> sorted(const Draws& draws) {
  std::vector<double> values;
  for (const std::vector<double>& chain : draws) {
    values.insert(values.end(), chain.begin(), chain.end());
  }
  std::sort(values.begin(), values.end());
  return values;
}

bool usable(const Draws& draws) {
  if (draws.empty()) return false;
  for (const std::vector<double>& chain : draws) {
    if (chain.size() < 4 || chain.size() != draws.front().size()) return false;
    for (const double value : chain) {
      if (!std::isfinite(value)) return false;
    }
  }
  const std::vector<double> values = sorted(draws);
  return values.front() < values.back();
}

/// Returns the ranks of draws as quantiles of a normal distribution.
Draws rank_normalised(const Draws& draws) {
  const std::vector<double> values = sorted(draws);
  Draws scores = draws;
  for (std::vector<double>& chain : scores) {
    for (double& value : chain) {
      const auto [low, high] = std::equal_range(values.begin(), values.end(), value);
      const double rank =
          0.5 * static_cast<double>((low - values.begin()) + 1 + (high - values.begin()));
      value = normal_quantile((rank - 0.375) / (static_cast<double>(values.size()) + 0.25));
    }
  }
  return scores;
}

struct Variances {
  double within = 0.0;
  double total = 0.0;  // variance within and between chains
};

Variances variances_of(const Draws& chains) {
  const auto length = static_cast<double>(chains.front().size());
  std::vector<double> means;
  Variances variances;
  for (const std::vector<double>& chain : chains) {
    means.push_back(mean_of(chain));
    variances.within += variance_of(chain) / static_cast<double>(chains.size());
  }
  variances.total = variances.within * (length - 1.0) / length + variance_of(means);
  return variances;
}

double split_r_hat(const Draws& draws) {
  const Variances variances = variances_of(halves(draws));
  if (!(variances.within > 0.0)) return std::numeric_limits<double>::infinity();
  return std::sqrt(variances.total / variances.within);
}

/// Autocorrelations of all chains together.
class Autocorrelation {
 public:
  explicit Autocorrelation(Draws chains) : chains_(std::move(chains)) {
    variances_ = variances_of(chains_);
    for (std::vector<double>& chain : chains_) {
      const double mean = mean_of(chain);
      for (double& value : chain) value -= mean;
    }
  }
  bool defined() const { return variances_.within > 0.0; }
  double at(std::size_t lag) const {
    double covariance = 0.0;
    for (const std::vector<double>& chain : chains_) {
      double sum = 0.0;
      for (std::size_t i = lag; i < chain.size(); ++i) sum += chain[i] * chain[i - lag];
      covariance += sum / static_cast<double>(chain.size() - 1);
    }
    covariance /= static_cast<double>(chains_.size());
    return 1.0 - (variances_.within - covariance) / variances_.total;
  }

 private:
  Draws chains_;
  Variances variances_;
};

/// Returns the sum of autocorrelations over lags of both signs, 1 + 2 Σ ρ_t.
double correlation_time(const Autocorrelation& correlation, std::size_t length) {
  double least = std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (std::size_t lag = 0; lag + 1 < length; lag += 2) {
    const double pair = (lag == 0 ? 1.0 : correlation.at(lag)) + correlation.at(lag + 1);
    if (!(pair > 0.0)) break;
    least = std::min(least, pair);
    sum += least;
  }
  return 2.0 * sum - 1.0;
}

/// Returns the means of each ensemble, draw by draw.
Draws means_of(const Draws& draws, std::size_t walkers) {
  Draws means;
  for (std::size_t first = 0; first + walkers <= draws.size(); first += walkers) {
    std::vector<double>& mean = means.emplace_back(draws[first].size(), 0.0);
    for (std::size_t c = first; c < first + walkers; ++c) {
      for (std::size_t k = 0; k < mean.size(); ++k) {
        mean[k] += draws[c][k] / static_cast<double>(walkers);
      }
    }
  }
  return means;
}

Draws at_most(const Draws& draws, double limit) {
  Draws indicators = draws;
  for (std::vector<double>& chain : indicators) {
    for (double& value : chain) value = value <= limit ? 1.0 : 0.0;
  }
  return indicators;
}

}  // namespace

double normal_quantile(double probability) {
  if (!(probability > 0.0)) return -std::numeric_limits<double>::infinity();
  if (!(probability < 1.0)) return std::numeric_limits<double>::infinity();
  if (probability > 0.5) return -normal_quantile(1.0 - probability);
  // Initial value from Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.23, accurate
  // to 4.5e-4; then Halley's method for Φ(x) - probability.
  const double t = std::sqrt(-2.0 * std::log(probability));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 2; ++i) {
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
    const double error = 0.5 * std::erfc(-x / std::numbers::sqrt2) - probability;
    const double step = error / density;
    x -= step / (1.0 + 0.5 * x * step);
  }
  return x;
}

double r_hat(const Draws& draws) {
  if (!usable(draws)) return kUndefined;
  const double median = quantile(draws, 0.5);
  Draws folded = draws;
  for (std::vector<double>& chain : folded) {
    for (double& value : chain) value = std::abs(value - median);
  }
  return std::max(split_r_hat(rank_normalised(draws)), split_r_hat(rank_normalised(folded)));
}

double effective_sample_size(const Draws& draws, std::size_t walkers) {
  if (!usable(draws)) return kUndefined;
  if (walkers > 1) {
    const Draws means = means_of(draws, walkers);
    // The means of walkers that do not mix vary less than those of independent ones.
    const auto count = static_cast<double>(draws.size() * draws.front().size());
    return std::min(
        effective_sample_size(means) * variance_of(sorted(draws)) / variance_of(sorted(means)),
        count);
  }
  const Draws chains = halves(draws);
  const Autocorrelation correlation(chains);
  if (!correlation.defined()) return kUndefined;
  const auto count = static_cast<double>(chains.size() * chains.front().size());
  const double time = correlation_time(correlation, chains.front().size());
  return std::min(count / std::max(time, 0.0), count * std::log10(count));
}

double bulk_effective_sample_size(const Draws& draws, std::size_t walkers) {
  return usable(draws) ? effective_sample_size(rank_normalised(draws), walkers) : kUndefined;
}

double tail_effective_sample_size(const Draws& draws, std::size_t walkers) {
  if (!usable(draws)) return kUndefined;
  return std::min(effective_sample_size(at_most(draws, quantile(draws, 0.05)), walkers),
                  effective_sample_size(at_most(draws, quantile(draws, 0.95)), walkers));
}

Draws merged(const Draws& draws, std::size_t group) {
  Draws chains;
  for (std::size_t first = 0; first + group <= draws.size(); first += group) {
    std::vector<double>& chain = chains.emplace_back();
    for (std::size_t k = 0; k < draws[first].size(); ++k) {
      for (std::size_t c = first; c < first + group; ++c) chain.push_back(draws[c][k]);
    }
  }
  return chains;
}

double quantile_of_sorted(const std::vector<double>& values, double probability) {
  const double place = probability * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= values.size()) return values.back();
  const double share = place - static_cast<double>(below);
  return values[below] + share * (values[below + 1] - values[below]);
}

double quantile(const Draws& draws, double probability) {
  return quantile_of_sorted(sorted(draws), probability);
}

}  // namespace hearth::estimation
