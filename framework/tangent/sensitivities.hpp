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

/// Returns the cells of directions.
std::vector<int> cells_of(const std::vector<Direction>& directions);

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

  void initialize();
  void step();
  /// Sets an open input from outside between steps, with its derivatives in the directions.
  void set_input(int cell, double value, std::span<const double> derivatives);

  const Simulation<double>& simulation() const { return simulation_; }
  int directions() const { return static_cast<int>(directions_.size()); }
  /// Returns the derivatives of a cell at the present row, one for each direction.
  std::span<const double> of(int cell) const {
    return {derivatives_.data() + derivatives_.cols() * cell,
            static_cast<std::size_t>(derivatives_.cols())};
  }
  /// Returns those of an observed mean, by its number in `Simulation::observe_means`.
  std::span<const double> of_mean(int number) const { return of(tangent_.mean_row(number)); }

 private:
  Simulation<double>& simulation_;
  std::vector<Direction> directions_;
  Tangent tangent_;
  StepTape tape_;
  Tangent::Matrix derivatives_;
};

}  // namespace hearth
