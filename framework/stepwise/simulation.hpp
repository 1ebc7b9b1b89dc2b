// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/framework/base/workers.hpp"
#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/plan/saved_state.hpp"
#include "hearth/framework/plan/stepper_instance.hpp"

namespace hearth {

struct SimulationOptions {
  int threads = 1;
  double worth_parallel = 20e-6;  ///< s of work in a stage above which threads share it
  /// Divides a step at the instant at which a guard fires, found by stepping again from its start.
  /// A guard that crosses twice within a step is not seen.
  bool locate_events = false;
};

/// Everything a simulation remembers between steps: a plain value.
template <class T>
struct Snapshot {
  long step = 0;
  std::vector<T> cells;
  std::vector<Side> sides;
  std::vector<double> loops;  ///< what the solvers of loops have learned
  std::vector<SteppingInstance::Point> steppers;
};

template <class T>
class LoopSolver;

/// Steps a model. Call order: constructor, any number of `set_...`, `initialize`, then `step`.
///
/// Owns all numbers and refers to the setup, which must outlive it. A step allocates nothing (what
/// components that only step do is their own).
/// Results do not depend on the number of threads: levels run in parallel only above a measured
/// cost, and every component writes only its own cells.
template <class T>
class Simulation {
 public:
  /// ModelError `model.no_derivatives` where Jets meet a component that only steps, and
  /// `model.no_rollback` where one has to go back and cannot.
  explicit Simulation(const Setup<T>& setup, const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) = delete;

  /// Returns all parameters and initial values to those of the model.
  void reset();
  /// Sets all cells of a parameter; derived constants follow at `initialize`.
  void set_parameter(const CellRef& parameter, const T& value);
  /// Sets all cells of a state or held value before `initialize`.
  void set_initial(const CellRef& state, const T& value);
  /// Sets an open input from outside, any time between steps.
  void set_input(int cell, const T& value) { cells_[cell] = value; }

  /// Computes row 0: derived constants, states and held values from their initial values, outputs;
  /// also again, after a run.
  void initialize();
  /// Advances by one step. Throws SimulationError that names time and component; then, and until it
  /// is initialised, restored or loaded, every further step `simulation.failed_before`.
  void step();

  /// Returns the number of steps since `Period::start`.
  long row() const { return step_ - first_step_; }
  Instant time() const { return inputs().origin + step_ * inputs().period.step; }
  const T& value(int cell) const { return cells_[cell]; }
  const Setup<T>& setup() const { return setup_; }

  /// ModelError `model.no_rollback` where a component cannot go back.
  Snapshot<T> snapshot() const;
  /// Copies into a snapshot of this simulation without allocating.
  void save_into(Snapshot<T>& snapshot) const;
  void restore(const Snapshot<T>& snapshot);

  /// InputError `state.not_serializable` where a component cannot be saved.
  SavedState save() const;
  /// Continues from a saved state of the same model; InputError `state.mismatch` otherwise.
  void load(const SavedState& state);

 private:
  friend class LoopSolver<T>;

  const Plan& plan() const { return setup_.plan(); }
  const ResolvedInputs& inputs() const { return setup_.inputs(); }
  Frame<T> frame_for_step();
  void run_stage(const Stage& stage, Frame<T>& frame, double* cost);
  void run_batches(const Stage& stage, Frame<T> frame, int first, int last) const;
  void copy(const std::vector<Transfer>& transfers);
  void sweep_initial(Frame<T>& frame);
  void take_start_values(Frame<T>& frame);
  void advance(Frame<T>& frame);
  void check_finite() const;
  void check_guards(double time) const;
  // events between components, and within a step
  void list_guards();
  void dispatch_events(Frame<T>& frame);
  bool mark_received();
  void receive(int slot, Frame<T>& frame);
  void divide_step(Frame<T>& frame);
  void advance_part(Frame<T>& frame, double from, double to);

  const Setup<T>& setup_;
  double worth_parallel_;  // s; a fork costs about 5e-6 s
  Workers workers_;
  Cells<T> cells_;
  Cells<T> scratch_;
  std::vector<Side> sides_;
  std::vector<SteppingInstance> steppers_;
  std::vector<signed char> fired_;  // by guard, in the present step
  std::vector<T> received_;         // by guard: 1 where an event arrives
  std::vector<int> guard_slot_;     // by guard
  bool locate_events_;
  std::vector<T> initial_;               // states and held values
  bool failed_ = false;                  // stands in the middle of a step
  int event_ = -1;                       // a guard that fired in the last advance
  Snapshot<T> before_;                   // the start of a step that may be divided
  std::vector<std::uint64_t> computed_;  // by slot: parameters computed from others
  std::vector<double> stage_cost_;       // s, smallest seen
  std::vector<LoopSolver<T>> loops_;
  long step_ = 0;
  long first_step_ = 0;
  long measured_ = 0;
};

extern template class Simulation<double>;
extern template class Simulation<Jet8>;

}  // namespace hearth
