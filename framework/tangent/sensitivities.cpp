// SPDX-License-Identifier: MIT
#include "hearth/framework/tangent/sensitivities.hpp"

#include <algorithm>
#include <numeric>

namespace hearth {

namespace {

/// Returns the columns of so many directions, in whole groups.
std::size_t columns_for(std::size_t directions) {
  const std::size_t group = Tangent::kGroup;
  return (directions + group - 1) / group * group;
}

/// Returns a column for each direction, in the order of their first cells: components have their
/// cells together, so that neighbours vary in much the same places.
std::vector<int> places_of(const std::vector<Direction>& directions) {
  std::vector<int> order(directions.size());
  std::iota(order.begin(), order.end(), 0);
  const auto first = [&](int i) {
    const Direction& direction = directions[static_cast<std::size_t>(i)];
    return direction.empty() ? -1 : direction.front().first;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return first(a) < first(b); });
  std::vector<int> places(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    places[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  }
  return places;
}

std::vector<std::vector<int>> groups_of(const std::vector<Direction>& directions,
                                        const std::vector<int>& places) {
  std::vector<std::vector<int>> groups(columns_for(directions.size()) / Tangent::kGroup);
  for (std::size_t i = 0; i < directions.size(); ++i) {
    for (const auto& [cell, weight] : directions[i]) {
      groups[static_cast<std::size_t>(places[i] / Tangent::kGroup)].push_back(cell);
    }
  }
  return groups;
}

}  // namespace

Sensitivities::Sensitivities(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                             const std::vector<Direction>& directions)
    : simulation_(simulation),
      directions_(directions),
      places_(places_of(directions)),
      tangent_(simulation, objects, groups_of(directions, places_)),
      tape_(objects.plan()),
      derivatives_(tangent_.rows(), static_cast<Eigen::Index>(columns_for(directions.size()))) {}

bool Sensitivities::varies(int cell, int direction) const {
  const std::vector<int>& groups = tangent_.influence().groups_of(cell);
  const int own = places_[static_cast<std::size_t>(direction)] / Tangent::kGroup;
  return std::binary_search(groups.begin(), groups.end(), own);
}

void Sensitivities::initialize() {
  const TapeRecording recorded(simulation_, tape_);
  simulation_.initialize();
  tangent_.begin();
  derivatives_.setZero();
  for (std::size_t i = 0; i < directions_.size(); ++i) {
    for (const auto& [cell, weight] : directions_[i]) {
      derivatives_(cell, places_[i]) = weight;
    }
  }
  tangent_.push(tape_, derivatives_);
}

void Sensitivities::begin() {
  tangent_.begin();
  derivatives_.setZero();
}

void Sensitivities::step() {
  const TapeRecording recorded(simulation_, tape_);
  simulation_.step();
  tangent_.push(tape_, derivatives_);
}

void Sensitivities::set_input(int cell, double value, std::span<const double> derivatives) {
  simulation_.set_input(cell, value);
  for (std::size_t i = 0; i < derivatives.size(); ++i) {
    derivatives_(cell, places_[i]) = derivatives[i];
  }
}

}  // namespace hearth
