// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "hearth/framework/tangent/tangent.hpp"

namespace hearth {

/// A direction in which a run is differentiated: cells of parameters, states and held values at the
/// start, or open inputs, each with its derivative with respect to one number. A number that sets
/// three parameters is one direction over three cells.
using Direction = std::vector<std::pair<int, double>>;

/// Steps a simulation and carries the exact derivatives of all its numbers along, with respect to
/// any number of directions. Call order: set parameters and initial values of the simulation, then
/// `initialize`, then `step`; these replace those of the simulation.
///
/// A step costs the step itself, one evaluation on Jets of the components that vary, and the
/// product of their Jacobians with the directions. Refers to the simulation, which must outlive it.
class Sensitivities {
 public:
  /// ModelError `model.no_derivatives` if a component only steps.
  Sensitivities(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                const std::vector<Direction>& directions);

  /// Changes the derivatives of the cells of all directions, from the next `initialize` on. Each
  /// direction keeps its cells.
  void set_weights(const std::vector<Direction>& directions) { directions_ = directions; }
  void initialize();
  /// Begins at the present row of the simulation, on which the directions have no influence yet:
  /// those of open inputs act through `set_input`.
  void begin();
  void step();
  /// Sets an open input from outside between steps, with its derivatives in the directions.
  void set_input(int cell, double value, std::span<const double> derivatives);

  const Simulation<double>& simulation() const { return simulation_; }
  int directions() const { return static_cast<int>(directions_.size()); }
  /// Returns the derivative of a cell at the present row in a direction.
  double of(int cell, int direction) const {
    return derivatives_(cell, places_[static_cast<std::size_t>(direction)]);
  }
  /// Returns that of an observed mean, by its number in `Simulation::observe_means`.
  double of_mean(int number, int direction) const {
    return of(tangent_.mean_row(number), direction);
  }
  /// Returns whether a cell may vary in a direction; if not, its derivative is 0 throughout.
  bool varies(int cell, int direction) const;

 private:
  Simulation<double>& simulation_;
  std::vector<Direction> directions_;
  std::vector<int> places_;  // column of each direction: those of one component lie together
  Tangent tangent_;
  StepTape tape_;
  Tangent::Matrix derivatives_;
};

}  // namespace hearth
