// SPDX-License-Identifier: MIT
#include "hearth/framework/tangent/sensitivities.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace hearth {

namespace {

/// Returns this number of columns rounded up to whole groups.
std::size_t whole_groups(std::size_t columns) {
  const std::size_t group = Tangent::kGroup;
  return (columns + group - 1) / group * group;
}

std::vector<std::vector<int>> cells_of(const std::vector<Direction>& directions) {
  std::vector<std::vector<int>> cells;
  for (const Direction& direction : directions) {
    auto& own = cells.emplace_back();
    for (const auto& [cell, weight] : direction) own.push_back(cell);
  }
  return cells;
}

using Flags = std::vector<bool>;

/// Returns for each direction the directions that affect a common wanted cell.
std::vector<Flags> conflicts_of(const Plan& plan, const Influence& influence, std::size_t count,
                                const std::vector<int>& wanted) {
  std::vector<int> cells = wanted;
  if (cells.empty()) {
    cells.resize(plan.cells.size());
    std::iota(cells.begin(), cells.end(), 0);
  }
  std::vector<Flags> conflicts(count, Flags(count, false));
  std::set<const std::vector<int>*> seen;  // cells with equal directions have one list
  for (const int cell : cells) {
    const std::vector<int>& together = influence.groups_of(cell);
    if (!seen.insert(&together).second) continue;
    for (const int a : together) {
      for (const int b : together) {
        conflicts[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = true;
      }
    }
  }
  return conflicts;
}

/// Returns a column for each direction: the first without a conflicting direction, in the order of
/// their first cells. The cells of a component are adjacent, so that neighbouring directions affect
/// nearly the same places.
std::vector<int> places_of(const std::vector<Direction>& directions,
                           const std::vector<Flags>& conflicts) {
  std::vector<int> order(directions.size());
  std::iota(order.begin(), order.end(), 0);
  const auto first = [&](int i) {
    const Direction& direction = directions[static_cast<std::size_t>(i)];
    return direction.empty() ? -1 : direction.front().first;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return first(a) < first(b); });
  std::vector<int> places(order.size());
  std::vector<Flags> taken;  // by column: directions that conflict with one of its directions
  for (const int i : order) {
    const auto own = static_cast<std::size_t>(i);
    std::size_t place = 0;
    while (place < taken.size() && taken[place][own]) ++place;
    if (place == taken.size()) taken.emplace_back(order.size(), false);
    for (std::size_t j = 0; j < order.size(); ++j) {
      if (conflicts[own][j]) taken[place][j] = true;
    }
    places[own] = static_cast<int>(place);
  }
  return places;
}

std::size_t columns_of(const std::vector<int>& places) {
  if (places.empty()) return 0;
  return whole_groups(static_cast<std::size_t>(*std::max_element(places.begin(), places.end())) +
                      1);
}

std::vector<std::vector<int>> groups_of(const std::vector<Direction>& directions,
                                        const std::vector<int>& places) {
  std::vector<std::vector<int>> groups(columns_of(places) / Tangent::kGroup);
  for (std::size_t i = 0; i < directions.size(); ++i) {
    for (const auto& [cell, weight] : directions[i]) {
      groups[static_cast<std::size_t>(places[i] / Tangent::kGroup)].push_back(cell);
    }
  }
  return groups;
}

}  // namespace

Sensitivities::Sensitivities(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                             const std::vector<Direction>& directions,
                             const std::vector<int>& wanted)
    : simulation_(simulation),
      directions_(directions),
      influence_(objects.plan(), cells_of(directions)),
      places_(places_of(directions,
                        conflicts_of(objects.plan(), influence_, directions.size(), wanted))),
      tangent_(simulation, objects, groups_of(directions, places_)),
      tape_(objects.plan()),
      derivatives_(tangent_.rows(), static_cast<Eigen::Index>(columns_of(places_))) {}

bool Sensitivities::varies(int cell, int direction) const {
  const std::vector<int>& own = directions_of(cell);
  return std::binary_search(own.begin(), own.end(), direction);
}

double Sensitivities::of_mean(int number, int direction) const {
  const int cell = simulation_.observed_means()[static_cast<std::size_t>(number)];
  return varies(cell, direction) ? at(tangent_.mean_row(number), direction) : 0.0;
}

void Sensitivities::read(int cell, std::span<double> derivatives) const {
  auto to = derivatives.begin();
  for (const int direction : directions_of(cell)) *to++ = at(cell, direction);
}

void Sensitivities::read_mean(int number, std::span<double> derivatives) const {
  const int cell = simulation_.observed_means()[static_cast<std::size_t>(number)];
  auto to = derivatives.begin();
  for (const int direction : directions_of(cell)) *to++ = at(tangent_.mean_row(number), direction);
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
  for (const int direction : directions_of(cell)) {
    const auto i = static_cast<std::size_t>(direction);
    derivatives_(cell, places_[i]) = derivatives[i];
  }
}

}  // namespace hearth
