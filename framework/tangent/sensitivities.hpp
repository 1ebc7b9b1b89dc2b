// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "hearth/framework/tangent/tangent.hpp"

namespace hearth {

/// A direction in which a run is differentiated: cells of parameters, of initial values of states
/// and held values, or of unconnected inputs, each with its derivative with respect to one number.
/// A number that sets three parameters is one direction with three cells.
using Direction = std::vector<std::pair<int, double>>;

/// Runs a simulation in steps and computes the exact derivatives of all its numbers in any number
/// of directions. Call order: set parameters and initial values of the simulation, then
/// `initialize`, then `step`; use these functions instead of those of the simulation.
///
/// A step costs the step itself, an evaluation on Jets of each component that varies, and the
/// product of their Jacobians with the directions. Directions that affect no common wanted cell
/// share a column of the product (Curtis, Powell and Reid, J. Inst. Maths Applics 13, 1974): the
/// directions of 50 rooms that do not affect each other cost as much as the directions of one room.
/// The object refers to the simulation, which must outlive it.
class Sensitivities {
 public:
  /// `wanted` contains the cells whose derivatives, or the derivatives of whose observed means, are
  /// needed; if empty, all cells. Throws ModelError `model.no_derivatives` if a component can only
  /// step.
  Sensitivities(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                const std::vector<Direction>& directions, const std::vector<int>& wanted = {});

  /// Changes the derivatives of the cells in all directions from the next `initialize` on. Each
  /// direction must keep its cells.
  void set_weights(const std::vector<Direction>& directions) { directions_ = directions; }
  void initialize();
  /// Begins at the present row of the simulation, which does not depend on the directions yet.
  /// Directions of unconnected inputs take effect in `set_input`.
  void begin();
  void step();
  /// Sets an unconnected input from outside between steps, with its derivatives in all directions.
  void set_input(int cell, double value, std::span<const double> derivatives);

  const Simulation<double>& simulation() const { return simulation_; }
  int directions() const { return static_cast<int>(directions_.size()); }
  /// Returns the number of columns of the product.
  int columns() const { return static_cast<int>(derivatives_.cols()); }
  /// Returns the directions on which a wanted cell may depend, ascending; its derivatives in other
  /// directions are always 0.
  const std::vector<int>& directions_of(int cell) const { return influence_.groups_of(cell); }
  bool varies(int cell, int direction) const;
  /// Returns the derivative of a wanted cell at the present row in a direction.
  double of(int cell, int direction) const {
    return varies(cell, direction) ? at(cell, direction) : 0.0;
  }
  /// Writes the derivatives in all directions of `directions_of`.
  void read(int cell, std::span<double> derivatives) const;
  /// Returns the derivative of an observed mean, by its number in `Simulation::observe_means`.
  double of_mean(int number, int direction) const;
  void read_mean(int number, std::span<double> derivatives) const;

 private:
  double at(int row, int direction) const {
    return derivatives_(row, places_[static_cast<std::size_t>(direction)]);
  }

  Simulation<double>& simulation_;
  std::vector<Direction> directions_;
  Influence influence_;      // of each direction
  std::vector<int> places_;  // column of each direction: those of one component lie together
  Tangent tangent_;
  StepTape tape_;
  Tangent::Matrix derivatives_;
};

}  // namespace hearth
