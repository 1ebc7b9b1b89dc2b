// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/chain_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hearth {
namespace {

constexpr double kMixed = 1.01;    // R-hat
constexpr double kEnough = 400.0;  // effective draws
constexpr double kLeastAcceptance = 0.1;

std::string short_text(double value, const char* format = "%.4g") {
  char digits[32];
  std::snprintf(digits, sizeof digits, format, value);
  return digits;
}

void warn_of_mixing(const PosteriorParameter& sampled, Diagnostics& diagnostics) {
  const PosteriorSummary& posterior = sampled.posterior;
  if (posterior.r_hat <= kMixed) return;
  const std::string found =
      std::isnan(posterior.r_hat)
          ? "has no R-hat: its draws are too few, or all equal"
          : "has an R-hat of " + short_text(posterior.r_hat) + ", more than 1.01";
  diagnostics.warning(
      "sample.not_mixed", sampled.parameter.where,
      "'" + sampled.parameter.parameter.name + "' " + found +
          ": the chains do not agree on its distribution; raise --warmup and --draws, set narrower "
          "bounds or a prior for it, or estimate fewer parameters");
}

void warn_of_few_draws(const PosteriorParameter& sampled, Diagnostics& diagnostics) {
  const PosteriorSummary& posterior = sampled.posterior;
  if (!(std::min(posterior.ess_bulk, posterior.ess_tail) < kEnough)) return;
  diagnostics.warning("sample.draws_few", sampled.parameter.where,
                      "the draws of '" + sampled.parameter.parameter.name + "' are equivalent to " +
                          short_text(posterior.ess_bulk, "%.0f") + " independent draws for its " +
                          "mean and " + short_text(posterior.ess_tail, "%.0f") +
                          " for its interval, fewer than 400: both are inexact; raise --draws");
}

/// The location of the draws at diverged paths.
struct Gathering {
  std::size_t parameter = 0;
  double distance = 0.0;  ///< distance of their mean from that of all draws, in standard deviations
};

Gathering gathering_of(const SampleResult& result,
                       const std::vector<std::vector<char>>& divergent) {
  Gathering most;
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    double sum = 0.0, count = 0.0;
    for (std::size_t c = 0; c < divergent.size(); ++c) {
      for (std::size_t k = 0; k < divergent[c].size(); ++k) {
        if (divergent[c][k] == 0) continue;
        sum += result.draws[i][c][k];
        count += 1.0;
      }
    }
    const PosteriorSummary& posterior = result.parameters[i].posterior;
    if (!(count > 0.0) || !(posterior.sd > 0.0)) continue;
    const double distance = (sum / count - posterior.mean) / posterior.sd;
    if (std::abs(distance) > std::abs(most.distance)) most = {i, distance};
  }
  return most;
}

void warn_of_divergences(const SampleResult& result,
                         const std::vector<std::vector<char>>& divergent,
                         Diagnostics& diagnostics) {
  long count = 0;
  for (const SampledChain& chain : result.chains) count += chain.divergences;
  if (count == 0) return;
  const Gathering most = gathering_of(result, divergent);
  const PosteriorParameter& sampled = result.parameters[most.parameter];
  const std::string& name = sampled.parameter.parameter.name;
  diagnostics.warning(
      "sample.divergences", sampled.parameter.where,
      std::to_string(count) + " of " +
          std::to_string(static_cast<long>(result.chains.size()) * result.settings.draws) +
          " paths diverged, most of them at " + (most.distance < 0.0 ? "small" : "large") +
          " values of '" + name +
          "': the draws may not cover a region of the posterior; raise --acceptance to 0.95 or "
          "more, or set for '" +
          name + "' a prior or bounds that exclude this region");
}

void warn_of_depth(const SampleResult& result, Diagnostics& diagnostics) {
  long count = 0;
  for (const SampledChain& chain : result.chains) count += chain.saturated;
  if (count == 0) return;
  // Long paths are needed for the parameter with the fewest effective draws.
  const auto worst = std::min_element(
      result.parameters.begin(), result.parameters.end(),
      [](const auto& a, const auto& b) { return a.posterior.ess_bulk < b.posterior.ess_bulk; });
  diagnostics.warning(
      "sample.depth_reached", worst->parameter.where,
      std::to_string(count) + " of " +
          std::to_string(static_cast<long>(result.chains.size()) * result.settings.draws) +
          " trajectories reached the maximum tree depth of " +
          std::to_string(result.settings.deepest) +
          ": the draws are correct but strongly correlated, most of all the draws of '" +
          worst->parameter.parameter.name +
          "'; raise --deepest, use --mass-matrix dense, or set a prior for it");
}

void warn_of_rejections(const SampleResult& result, Diagnostics& diagnostics) {
  if (result.settings.sampler != Sampler::Ensemble || result.chains.empty()) return;
  double mean = 0.0;
  for (const SampledChain& chain : result.chains) {
    mean += chain.acceptance / static_cast<double>(result.chains.size());
  }
  if (mean >= kLeastAcceptance) return;
  const auto worst = std::min_element(
      result.parameters.begin(), result.parameters.end(),
      [](const auto& a, const auto& b) { return a.posterior.ess_bulk < b.posterior.ess_bulk; });
  diagnostics.warning(
      "sample.rejections", worst->parameter.where,
      "the walkers accept only " + short_text(100.0 * mean, "%.0f") +
          " % of their steps, and they explore '" + worst->parameter.parameter.name +
          "' least; raise --walkers or --warmup, or set narrower bounds or a prior for it");
}

}  // namespace

void warn_of_chains(const SampleResult& result, const std::vector<std::vector<char>>& divergent,
                    Diagnostics& diagnostics) {
  for (const PosteriorParameter& sampled : result.parameters) warn_of_mixing(sampled, diagnostics);
  for (const PosteriorParameter& sampled : result.parameters) {
    warn_of_few_draws(sampled, diagnostics);
  }
  warn_of_divergences(result, divergent, diagnostics);
  warn_of_depth(result, diagnostics);
  warn_of_rejections(result, diagnostics);
}

}  // namespace hearth
