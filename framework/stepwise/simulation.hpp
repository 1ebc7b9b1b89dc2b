// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/base/workers.hpp"
#include "hearth/framework/plan/model_state.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/plan/saved_state.hpp"
#include "hearth/framework/plan/stepper_instance.hpp"
#include "hearth/framework/stepwise/parallel_choice.hpp"
#include "hearth/framework/stepwise/step_schedule.hpp"
#include "hearth/framework/stepwise/step_tape.hpp"

namespace hearth {

/// Options of a stepwise simulation.
struct SimulationOptions {
  int threads = 1;
  /// Time of the work in a segment of a step, s, from which on threads share it if that is faster;
  /// 0: they always share it.
  double worth_parallel = 20e-6;  // a fork costs about 5e-6 s
  /// Whether to divide a step at the instant at which a guard fires, by repeating it from its
  /// start. A guard that crosses 0 twice within a step is missed.
  bool locate_events = false;
  /// Whether to book the amounts that cross the boundaries of components, for `booked`.
  bool balance = false;
};

/// The complete internal state of a simulation between steps, a plain value.
template <class T>
struct Snapshot {
  long step = 0;
  std::vector<T> cells;
  std::vector<Side> sides;
  std::vector<double> loops;  ///< data that the solvers of loops have collected
  int halvings = 0;           ///< present number of halvings of the step
  std::vector<SteppingInstance::Point> steppers;
  BookedAmounts booked;  ///< amounts so far
};

template <class T>
class LoopSolver;

/// Runs a model in steps. Call order: constructor, any number of `set_...`, `initialize`, then
/// `step`.
///
/// It owns all numbers and refers to the configuration objects, which must outlive it. A step
/// allocates no memory, except in components that can only step. Results do not depend on the
/// number of threads, because every component writes only its own cells. Threads share a segment of
/// a step only if measurements show that this is faster.
template <class T>
class Simulation {
 public:
  /// Throws ModelError `model.no_derivatives` if T is Jet8 and a component can only step, and
  /// `model.no_rollback` if a component must return to an earlier point and cannot.
  explicit Simulation(const ConfigObjects<T>& objects, const SimulationOptions& options = {});
  explicit Simulation(const ConfigObjects<T>&&, const SimulationOptions& = {}) = delete;
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) = delete;

  /// Resets all parameters and initial values to their values in the model.
  void reset() { state_.reset(); }
  /// Sets all cells of a parameter; `initialize` then updates derived constants.
  void set_parameter(const CellRef& parameter, const T& value) {
    state_.set_parameter(parameter, value);
  }
  /// Sets all cells of a state or held value; call it before `initialize`.
  void set_initial(const CellRef& state, const T& value) { state_.set_initial(state, value); }
  /// Makes row 0 contain computed values of these outputs even if the model sets their initial
  /// values.
  void free_initial_outputs(const std::vector<int>& cells);
  /// Copies parameters and initial values of another simulation of the same plan.
  void copy_parameters(const Simulation& other) { state_.copy_parameters(other.state_); }
  /// Sets an unconnected input from outside, at any time between steps.
  void set_input(int cell, const T& value) { state_.cells[cell] = value; }

  /// Computes the means of these outputs over each step, which `mean` returns.
  void observe_means(std::vector<int> cells);

  /// Computes row 0: derived constants, states and held values from their initial values, and
  /// outputs. It may be called again after a run.
  void initialize();
  /// Advances by one step. Throws a SimulationError that names the time and the component. Every
  /// further step then throws `simulation.failed_before` until the simulation is initialised,
  /// restored or loaded.
  void step();

  /// Returns the number of steps since `Period::start`.
  long row() const { return step_ - first_step_; }
  Instant time() const { return inputs().origin + step_ * inputs().period.step; }
  /// Returns an output at the present row. With balanced coupling this is, for rates (W, kg/s) and
  /// for sources, the mean over the step that ends at the row; otherwise it is the present value.
  const T& value(int cell) const { return state_.cells[cell]; }
  /// Returns the mean over the last step of an output that was passed to `observe_means`; `number`
  /// is its position there. With balanced coupling this is the mean that the step delivered;
  /// otherwise it assumes a straight line over each part of the step.
  const T& mean(std::size_t number) const { return means_[number]; }
  const ConfigObjects<T>& objects() const { return objects_; }
  const ModelState<T>& state() const { return state_; }

  /// Records the following operations of the simulation on a tape, with one thread; null stops the
  /// recording.
  void record(StepTape* tape) { tape_ = tape; }
  /// Returns the outputs whose rows contain means over the step, in the order in which
  /// EntryKind::EndStep of a tape assigns them; empty unless the coupling is balanced.
  const std::vector<int>& averages() const { return schedule_.averages(); }
  /// Returns the outputs passed to `observe_means`.
  const std::vector<int>& observed_means() const { return mean_cells_; }
  /// Returns the number of parts into which all steps until now were divided, including repeated
  /// parts; parts that end at a located event do not count.
  long parts() const { return parts_; }

  /// Returns the amounts that were booked since the start, for `draw_balance`; empty without
  /// `SimulationOptions::balance`.
  BookedAmounts booked();

  /// Returns the present point. Throws ModelError `model.no_rollback` if a component cannot return
  /// to an earlier point.
  Snapshot<T> snapshot() const;
  /// Copies the present point to a snapshot of this simulation without allocating memory.
  void save_into(Snapshot<T>& snapshot) const;
  void restore(const Snapshot<T>& snapshot);

  /// Saves the present point by names. Throws InputError `state.not_serializable` if a component
  /// cannot be saved.
  SavedState save() const;
  /// Continues from a saved state of the same model. Throws InputError `state.mismatch`.
  void load(const SavedState& state);

 private:
  friend class LoopSolver<T>;

  const Plan& plan() const { return objects_.plan(); }
  const RunInputs& inputs() const { return objects_.inputs(); }
  Frame<T> frame_for_step();
  void run_segment(const std::vector<StepBlock>& blocks, Frame<T>& frame, ParallelChoice& choice);
  bool share_blocks(const std::vector<StepBlock>& blocks, const Frame<T>& frame);
  bool run_blocks(const std::vector<StepBlock>& blocks, std::size_t first, std::size_t last,
                  Frame<T>& frame);
  bool run_stage(const Stage& stage, Frame<T>& frame);
  void report_unsolved(double time);
  void copy(const std::vector<Transfer>& transfers);
  void copy(const Transfer& transfer);
  void perform(CallKind kind, const ComponentType& type, int first, int count,
               const Frame<T>& frame, T* fired = nullptr) const;
  void set_constant(int cell, double value);
  void sweep_initial(Frame<T>& frame);
  void take_start_values(Frame<T>& frame);
  void advance(Frame<T>& frame);
  // the balance of the run
  void open_books();
  void book_part();
  // balanced steps
  void prepare_means();
  void guess_outputs();
  void settle(Frame<T> frame);
  void balanced_step(Frame<T>& frame);
  void step_in_parts(Frame<T>& frame);
  void take_samples(Frame<T> frame);
  void take_samples(Frame<T>& frame, const std::vector<Stage>& stages, bool means);
  void find_present(Frame<T> frame);
  bool advance_balanced(Frame<T>& frame, bool divisible);
  void book(double length);
  void begin_means();
  void begin_part_means();
  void take_part_means();
  void mark_changes();
  double largest_change() const;
  void check_finite() const;
  void check_guards(double time) const;
  // events between components, and within a step
  void list_guards();
  void dispatch_events(Frame<T>& frame);
  bool mark_received();
  void receive(int slot, Frame<T>& frame);
  void divide_step(Frame<T>& frame);
  void advance_part(Frame<T>& frame, double from, double to);

  const ConfigObjects<T>& objects_;
  StepSchedule schedule_;
  Workers workers_;
  ModelState<T> state_;
  std::vector<std::pair<int, double>> given_outputs_;  // replace computed ones in row 0
  Cells<T> scratch_;
  std::vector<signed char> fired_;  // by guard, in the present step
  std::vector<T> received_;         // by guard: 1 where an event arrives
  bool locate_events_;
  bool balanced_;
  bool failed_ = false;                  // is in the middle of a step
  int event_ = -1;                       // a guard that fired in the last advance
  Snapshot<T> before_;                   // the start of a step that may be divided
  std::vector<ParallelChoice> choices_;  // by segment
  std::vector<LoopSolver<T>> loops_;
  bool books_;                        // the balance is requested and exists
  std::vector<double> rates_;         // of the balance, in the last advance
  std::vector<double> part_amounts_;  // exchanged in the present part
  BookedAmounts booked_;              // without the content at the end
  int pieces_ = 0;                    // of the present part, booked
  std::vector<T> sums_;               // of means over the parts of a step, by `averages_`
  std::vector<T> part_sums_;          // of means in the present part, by their share of the step
  std::vector<int> mean_cells_;       // of outputs whose means are observed
  std::vector<T> means_, part_means_, mean_from_;  // over the step, the part; values at its start
  bool after_step_ = false;                        // the outputs are those of the end of a step
  std::vector<double> watched_from_;               // watched values at the start of a part
  Snapshot<T> part_;                               // the start of a part
  bool can_go_back_ = true;                        // a part of a step can be taken again
  int halvings_ = 0;                               // a part of a step is 2^-halvings of it
  StepTape* tape_ = nullptr;
  long parts_ = 0;
  long step_ = 0;
  long first_step_ = 0;
};

extern template class Simulation<double>;
extern template class Simulation<Jet8>;

/// Records the operations of a simulation on a tape as long as this object exists; clears the tape
/// first.
class TapeRecording {
 public:
  TapeRecording(Simulation<double>& simulation, StepTape& tape) : simulation_(simulation) {
    tape.clear();
    simulation_.record(&tape);
  }
  ~TapeRecording() { simulation_.record(nullptr); }
  TapeRecording(const TapeRecording&) = delete;
  TapeRecording& operator=(const TapeRecording&) = delete;

 private:
  Simulation<double>& simulation_;
};

}  // namespace hearth
