// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "hearth/framework/tangent/tangent.hpp"

namespace hearth {

/// Computes gradients of scalars over a run with respect to any number of parameters, initial
/// values and inputs by the discrete adjoint: the run is executed forwards, then the transposed
/// tangent of each step backwards. The cost does not depend on the number of parameters.
///
/// Checkpoints limit the memory: a snapshot is stored every `interval` steps, and the steps after
/// it are repeated when they are needed. The object refers to the simulation, which must outlive
/// it.
class Adjoint {
 public:
  /// `origins` are the cells with respect to which gradients are computed. Throws ModelError
  /// `model.no_derivatives` if a component can only step.
  Adjoint(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
          const std::vector<int>& origins);

  /// Sets unconnected inputs before the step that begins at a row; called again when a step is
  /// repeated.
  using InputRule = std::function<void(long row)>;
  /// Called at each row of the forward run, including row 0, with the simulation at that row.
  using RowUse = std::function<void(long row)>;
  /// Adds the derivatives of the scalars with respect to numbers of a row to `gradients(cell, i)`
  /// for scalar i, or to row `mean_row(number)` for an observed mean. Called from the last row to
  /// row 0.
  using RowSeed = std::function<void(long row, Tangent::Matrix& gradients)>;
  /// Receives the gradients with respect to the numbers before the step to a row, including those
  /// of unconnected inputs; they are discarded afterwards.
  using InputUse = std::function<void(long row, const Tangent::Matrix& gradients)>;

  void set_inputs(InputRule rule) { inputs_ = std::move(rule); }
  void use_input_gradients(InputUse use) { input_use_ = std::move(use); }
  /// Sets the number of steps between checkpoints; 0 (the default) is the square root of the steps
  /// of the run.
  void set_interval(long interval) { interval_ = interval; }

  /// Runs the simulation over `steps` steps from its initial values, and then backwards. Returns
  /// the gradients of `scalars` scalars, one in each column, with respect to parameters and initial
  /// values, each in the row of its cell.
  const Tangent::Matrix& run(long steps, int scalars, const RowUse& use, const RowSeed& seed);
  int mean_row(int number) const { return tangent_.mean_row(number); }

 private:
  void step_forwards(long row);

  Simulation<double>& simulation_;
  Tangent tangent_;
  StepTape tape_, start_;  // of the steps between checkpoints, of the initialisation
  InputRule inputs_;
  InputUse input_use_;
  long interval_ = 0;
  std::vector<int> open_inputs_;
  Tangent::Matrix gradients_;
};

}  // namespace hearth
