// SPDX-License-Identifier: MIT
#include "hearth/framework/tangent/sensitivities.hpp"

#include <algorithm>

namespace hearth {

std::vector<int> cells_of(const std::vector<Direction>& directions) {
  std::vector<int> cells;
  for (const Direction& direction : directions) {
    for (const auto& [cell, weight] : direction) cells.push_back(cell);
  }
  return cells;
}

Sensitivities::Sensitivities(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                             const std::vector<Direction>& directions)
    : simulation_(simulation),
      directions_(directions),
      tangent_(simulation, objects, cells_of(directions)),
      tape_(objects.plan()),
      derivatives_(tangent_.rows(), static_cast<Eigen::Index>(directions.size())) {}

void Sensitivities::initialize() {
  const TapeRecording recorded(simulation_, tape_);
  simulation_.initialize();
  tangent_.begin();
  derivatives_.setZero();
  for (std::size_t i = 0; i < directions_.size(); ++i) {
    for (const auto& [cell, weight] : directions_[i]) {
      derivatives_(cell, static_cast<Eigen::Index>(i)) = weight;
    }
  }
  tangent_.push(tape_, derivatives_);
}

void Sensitivities::step() {
  const TapeRecording recorded(simulation_, tape_);
  simulation_.step();
  tangent_.push(tape_, derivatives_);
}

void Sensitivities::set_input(int cell, double value, std::span<const double> derivatives) {
  simulation_.set_input(cell, value);
  for (std::size_t i = 0; i < derivatives.size(); ++i) {
    derivatives_(cell, static_cast<Eigen::Index>(i)) = derivatives[i];
  }
}

}  // namespace hearth
