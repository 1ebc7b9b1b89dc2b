// SPDX-License-Identifier: MIT
#include "hearth/estimation/sensitivity/morris.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "hearth/estimation/sensitivity/internal/bootstrap.hpp"
#include "hearth/framework/base/random.hpp"

namespace hearth::estimation {
namespace {

// Streams of random bits, one for each trajectory: its first point, and the order of its changes.
constexpr std::uint64_t kLevels = 0xb000000000000000U;
constexpr std::uint64_t kOrders = 0xc000000000000000U;

/// Returns the numbers of the parameters in a random order (Fisher and Yates).
std::vector<int> random_order(int parameters, std::uint64_t seed, std::uint64_t trajectory) {
  std::vector<int> order(static_cast<std::size_t>(parameters));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i-- > 1;) {
    const std::uint64_t bits = random_bits(seed, kOrders + trajectory, i);
    std::swap(order[i], order[static_cast<std::size_t>(bits % (i + 1))]);
  }
  return order;
}

/// Returns the level at the other end of a step of two levels.
int other_level(int level) { return level < 2 ? level + 2 : level - 2; }

double place_of(int level) { return level / 3.0; }

/// The effects of all parameters in one trajectory.
using Effects = std::vector<double>;

/// Returns the effects in the trajectories whose values are all finite.
std::vector<Effects> effects_of(const MorrisDesign& design, const std::vector<double>& values) {
  const auto parameters = static_cast<std::size_t>(design.parameters);
  std::vector<Effects> all;
  for (std::size_t t = 0; t < static_cast<std::size_t>(design.trajectories); ++t) {
    const std::size_t first = t * (parameters + 1);
    Effects effects(parameters);
    bool whole = std::isfinite(values[first]);
    for (std::size_t step = 0; step < parameters; ++step) {
      const auto p = static_cast<std::size_t>(design.changed[t * parameters + step]);
      const std::size_t point = first + step;
      whole = whole && std::isfinite(values[point + 1]);
      const double moved = design.points[point + 1][p] - design.points[point][p];
      effects[p] = (values[point + 1] - values[point]) / moved;
    }
    if (whole) all.push_back(std::move(effects));
  }
  return all;
}

ElementaryEffects statistics_of(const std::vector<Effects>& all, std::size_t parameter) {
  ElementaryEffects found;
  const auto count = static_cast<double>(all.size());
  for (const Effects& effects : all) {
    found.mu += effects[parameter] / count;
    found.mu_star += std::abs(effects[parameter]) / count;
  }
  for (const Effects& effects : all) {
    const double deviation = effects[parameter] - found.mu;
    found.sigma += deviation * deviation / (count - 1.0);
  }
  found.sigma = std::sqrt(found.sigma);
  return found;
}

}  // namespace

MorrisDesign morris_design(int parameters, int trajectories, std::uint64_t seed) {
  MorrisDesign design{parameters, trajectories, {}, {}};
  for (int t = 0; t < trajectories; ++t) {
    const auto stream = static_cast<std::uint64_t>(t);
    std::vector<int> levels;
    std::vector<double> point;
    for (int p = 0; p < parameters; ++p) {
      const std::uint64_t bits = random_bits(seed, kLevels + stream, static_cast<std::uint64_t>(p));
      levels.push_back(static_cast<int>(bits % 4));
      point.push_back(place_of(levels.back()));
    }
    design.points.push_back(point);
    for (const int p : random_order(parameters, seed, stream)) {
      const auto changed = static_cast<std::size_t>(p);
      point[changed] = place_of(other_level(levels[changed]));
      design.points.push_back(point);
      design.changed.push_back(p);
    }
  }
  return design;
}

std::vector<ElementaryEffects> elementary_effects(const MorrisDesign& design,
                                                  const std::vector<double>& values,
                                                  std::uint64_t seed) {
  const std::vector<Effects> all = effects_of(design, values);
  if (all.size() < 2) return {};
  const auto parameters = static_cast<std::size_t>(design.parameters);
  std::vector<std::vector<double>> means(parameters,
                                         std::vector<double>(static_cast<std::size_t>(kResamples)));
  for (int r = 0; r < kResamples; ++r) {
    for (const std::size_t t : resampled(all.size(), r, seed)) {
      for (std::size_t p = 0; p < parameters; ++p) {
        means[p][static_cast<std::size_t>(r)] +=
            std::abs(all[t][p]) / static_cast<double>(all.size());
      }
    }
  }
  std::vector<ElementaryEffects> found;
  for (std::size_t p = 0; p < parameters; ++p) {
    found.push_back(statistics_of(all, p));
    found.back().mu_star_ci95 = percentile_interval(std::move(means[p]));
  }
  return found;
}

}  // namespace hearth::estimation
