// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hearth/framework/plan/model_state.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/stepwise/step_tape.hpp"

namespace hearth {

/// The groups of cells on which each cell of a plan depends. A component that reads a dependent
/// cell writes dependent cells only, and copies of such cells are dependent. Because a component is
/// treated as a whole, a cell may be reported as dependent although it is not.
class Influence {
 public:
  Influence(const Plan& plan, const std::vector<std::vector<int>>& groups);

  bool varies(int cell) const { return sets_[static_cast<std::size_t>(cell)] != 0; }
  bool varies_slot(int slot) const { return slots_[static_cast<std::size_t>(slot)] != 0; }
  /// Return the groups on which a cell, or the outputs of a component, depend, ascending.
  const std::vector<int>& groups_of(int cell) const {
    return lists_[static_cast<std::size_t>(sets_[static_cast<std::size_t>(cell)])];
  }
  const std::vector<int>& groups_of_slot(int slot) const {
    return lists_[static_cast<std::size_t>(slots_[static_cast<std::size_t>(slot)])];
  }

 private:
  std::vector<std::vector<int>> lists_;  // of groups; the first is empty
  std::vector<int> sets_, slots_;        // number of a list, by cell and by slot
};

/// The derivatives of one call of a component.
struct CallJacobian {
  std::span<const int> columns;    ///< dependent cells that the call read, each once
  std::span<const int> rows;       ///< cells that the call wrote
  std::span<const double> values;  ///< row by row, rows x columns
};

/// Computes exact Jacobians of single calls of components with Jets, with respect to the inputs,
/// states, held values and parameters that vary, eight at a time.
///
/// It refers to its arguments, which must outlive it. Throws ModelError `model.no_derivatives` if a
/// component can only step.
class CallDerivatives {
 public:
  CallDerivatives(const ConfigObjects<Jet8>& objects, const Influence& influence);

  /// Copies the parameters and derived constants of a simulation that was initialised.
  void begin(const ModelState<double>& state);
  /// Returns the Jacobian of a call on a tape; its spans are valid until the next call of this
  /// function. Throws SimulationError `simulation.derivative_not_finite`, which names the component
  /// and the port or state.
  CallJacobian of(const StepTape& tape, const StepTape::Call& call);

 private:
  /// Up to eight columns that are computed by one evaluation on Jets.
  struct Lanes {
    int first = 0, count = 0;
    std::vector<Jet8> constants;  ///< parameters and derived constants, if a column is a parameter
    std::vector<Jet8> resting;    ///< numbers of the slot's `RestingStep`, with these columns
  };
  /// The cells that a component reads with one input map.
  struct Reading {
    bool made = false;
    std::vector<int> operands;  ///< cells, in the order of a tape's operands
    std::vector<int> columns;   ///< operands that vary, then parameters that vary
    int parameters = 0;         ///< first parameter among the columns
    std::vector<Lanes> lanes;
  };
  struct SlotCells {
    Counts counts;
    std::vector<int> parameters;  ///< cells of parameters that vary
    std::vector<int> written;     ///< outputs, states, held values
    Reading readings[4];          ///< by input map, without and with inputs at the start
  };

  Reading& reading(int s, const Frame<double>& frame);
  void make(int s, Reading& reading, const int* in, const int* in_start);
  void prepare(int s, Reading& reading);
  std::span<const int> rows(const SlotCells& own, CallKind kind) const;
  void run(const StepTape& tape, const StepTape::Call& call, const Reading& reading, Lanes& lanes);
  void check(const StepTape::Call& call, const CallJacobian& jacobian, double time) const;

  const ConfigObjects<Jet8>& objects_;
  const Plan& plan_;
  const Influence& influence_;
  ModelState<Jet8> jets_;
  std::vector<double> constants_;  // of all cells that are neither states nor outputs
  std::vector<std::uint64_t> computed_;
  std::vector<SlotCells> slots_;
  std::vector<Jet8> scratch_, fired_;
  std::vector<double> values_;
};

}  // namespace hearth
