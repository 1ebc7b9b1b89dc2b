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

/// Which cells of a plan vary with which groups of cells: a component that reads a cell that varies
/// writes only cells that vary, and so do copies of these. A component counts as a whole, so that
/// a cell may be reported to vary that does not.
class Influence {
 public:
  Influence(const Plan& plan, const std::vector<std::vector<int>>& groups);

  bool varies(int cell) const { return sets_[static_cast<std::size_t>(cell)] != 0; }
  bool varies_slot(int slot) const { return slots_[static_cast<std::size_t>(slot)] != 0; }
  /// Returns the groups that a cell varies with, or what a component writes, ascending.
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
  std::span<const int> columns;    ///< cells that it read and that vary, each once
  std::span<const int> rows;       ///< cells that it wrote
  std::span<const double> values;  ///< row by row
};

/// Finds exact Jacobians of single calls of components, by Jets over those of their inputs, states,
/// held values and parameters that vary: eight at a time.
///
/// Refers to its arguments, which must outlive it. ModelError `model.no_derivatives` if a component
/// only steps.
class CallDerivatives {
 public:
  CallDerivatives(const ConfigObjects<Jet8>& objects, const Influence& influence);

  /// Takes parameters and derived constants from a simulation that was initialised.
  void begin(const ModelState<double>& state);
  /// Returns the Jacobian of a call on a tape; its views hold until the next call. SimulationError
  /// `simulation.derivative_not_finite` names the component and the port or state.
  CallJacobian of(const StepTape& tape, const StepTape::Call& call);

 private:
  /// Up to eight columns that one evaluation on Jets serves.
  struct Lanes {
    int first = 0, count = 0;
    std::vector<Jet8> constants;  ///< parameters and derived, where a column is a parameter
    std::vector<Jet8> resting;    ///< what the `RestingStep` of the slot keeps, with these columns
  };
  /// What a component reads with one input map.
  struct Reading {
    bool made = false;
    std::vector<int> operands;  ///< cells, in the order of a tape's operands
    std::vector<int> columns;   ///< those that vary, then parameters that vary
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
