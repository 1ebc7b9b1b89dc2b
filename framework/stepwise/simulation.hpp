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
#include "hearth/framework/stepwise/step_tape.hpp"

namespace hearth {

struct SimulationOptions {
  int threads = 1;
  double worth_parallel = 20e-6;  ///< s of work in a stage above which threads share it
  /// Divides a step at the instant at which a guard fires, found by stepping again from its start.
  /// A guard that crosses twice within a step is not seen.
  bool locate_events = false;
  /// Books what crosses the boundaries of components, for `booked`.
  bool balance = false;
};

/// Everything a simulation remembers between steps: a plain value.
template <class T>
struct Snapshot {
  long step = 0;
  std::vector<T> cells;
  std::vector<Side> sides;
  std::vector<double> loops;  ///< what the solvers of loops have learned
  int halvings = 0;           ///< of the step, at present
  std::vector<SteppingInstance::Point> steppers;
  BookedAmounts booked;  ///< so far
};

template <class T>
class LoopSolver;

/// Steps a model. Call order: constructor, any number of `set_...`, `initialize`, then `step`.
///
/// Owns all numbers and refers to the configuration objects, which must outlive it. A step
/// allocates nothing (what components that only step do is their own). Results do not depend on the
/// number of threads: levels run in parallel only above a measured cost, and every component writes
/// only its own cells.
template <class T>
class Simulation {
 public:
  /// ModelError `model.no_derivatives` where Jets meet a component that only steps, and
  /// `model.no_rollback` where one has to go back and cannot.
  explicit Simulation(const ConfigObjects<T>& objects, const SimulationOptions& options = {});
  explicit Simulation(const ConfigObjects<T>&&, const SimulationOptions& = {}) = delete;
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) = delete;

  /// Returns all parameters and initial values to those of the model.
  void reset() { state_.reset(); }
  /// Sets all cells of a parameter; derived constants follow at `initialize`.
  void set_parameter(const CellRef& parameter, const T& value) {
    state_.set_parameter(parameter, value);
  }
  /// Sets all cells of a state or held value before `initialize`.
  void set_initial(const CellRef& state, const T& value) { state_.set_initial(state, value); }
  /// Computes these outputs in row 0 although the model gives their initial values.
  void free_initial_outputs(const std::vector<int>& cells);
  /// Takes parameters and initial values of another simulation of the same plan.
  void copy_parameters(const Simulation& other) { state_.copy_parameters(other.state_); }
  /// Sets an open input from outside, any time between steps.
  void set_input(int cell, const T& value) { state_.cells[cell] = value; }

  /// Finds the means of these outputs over each step, for `mean`.
  void observe_means(std::vector<int> cells);

  /// Computes row 0: derived constants, states and held values from their initial values, outputs;
  /// also again, after a run.
  void initialize();
  /// Advances by one step. Throws SimulationError that names time and component; then, and until it
  /// is initialised, restored or loaded, every further step `simulation.failed_before`.
  void step();

  /// Returns the number of steps since `Period::start`.
  long row() const { return step_ - first_step_; }
  Instant time() const { return inputs().origin + step_ * inputs().period.step; }
  /// Returns an output at the present row: of rates (W, kg/s) and sources the mean over the step
  /// that ends there if the coupling is balanced, otherwise the value now.
  const T& value(int cell) const { return state_.cells[cell]; }
  /// Returns the mean over the last step of one of the outputs given to `observe_means`, by its
  /// number there: what the step delivered if the coupling is balanced, otherwise along a straight
  /// line over each of its parts.
  const T& mean(std::size_t number) const { return means_[number]; }
  const ConfigObjects<T>& objects() const { return objects_; }
  const ModelState<T>& state() const { return state_; }

  /// Notes on a tape what the simulation does from here on, one thread at a time; null: no longer.
  void record(StepTape* tape) { tape_ = tape; }
  /// Returns the outputs of which rows hold means over the step, in the order in which a tape's
  /// EntryKind::EndStep assigns them; none unless the coupling is balanced.
  const std::vector<int>& averages() const { return averages_; }
  /// Returns the outputs given to `observe_means`.
  const std::vector<int>& observed_means() const { return mean_cells_; }
  /// Returns how many parts the steps so far were divided into, those that were taken again
  /// included; parts that end at a located event are not counted.
  long parts() const { return parts_; }

  /// Returns what was booked since the start, for `draw_balance`; nothing without
  /// `SimulationOptions::balance`.
  BookedAmounts booked();

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
  static constexpr int kMostHalvings = 12;  // of a step that is divided

  const Plan& plan() const { return objects_.plan(); }
  const RunInputs& inputs() const { return objects_.inputs(); }
  Frame<T> frame_for_step();
  void run_stage(const Stage& stage, Frame<T>& frame, double* cost);
  void run_batches(const Stage& stage, const Frame<T>& frame, int first, int last) const;
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
  std::vector<Stage> stages_of(const std::vector<char>& slots) const;
  std::vector<char> needed_slots(std::vector<char>& cells) const;
  void list_evaluations();
  std::vector<Stage> sampling_stages(bool means);
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
  double worth_parallel_;  // s; a fork costs about 5e-6 s
  Workers workers_;
  ModelState<T> state_;
  std::vector<std::pair<int, double>> given_outputs_;  // replace computed ones in row 0
  Cells<T> scratch_;
  std::vector<signed char> fired_;  // by guard, in the present step
  std::vector<T> received_;         // by guard: 1 where an event arrives
  bool locate_events_;
  bool balanced_;
  bool failed_ = false;             // is in the middle of a step
  int event_ = -1;                  // a guard that fired in the last advance
  Snapshot<T> before_;              // the start of a step that may be divided
  std::vector<double> stage_cost_;  // s, smallest seen
  std::vector<LoopSolver<T>> loops_;
  bool books_;                        // the balance is wanted, and there is one
  std::vector<double> rates_;         // of the balance, in the last advance
  std::vector<double> part_amounts_;  // exchanged in the present part
  BookedAmounts booked_;              // without the content at the end
  int pieces_ = 0;                    // of the present part, booked
  std::vector<T> sums_;               // of means over the parts of a step, by `averages_`
  std::vector<T> part_sums_;          // of means in the present part, by their share of the step
  std::vector<int> mean_cells_;       // of outputs whose means are observed
  std::vector<T> means_, part_means_, mean_from_;  // over the step, the part; values at its start
  std::vector<char> averaged_;                     // by signal
  std::vector<int> averages_;                      // the signals that are averaged
  std::vector<Transfer> states_;                   // outputs of a row that are states
  std::vector<Stage> present_;                     // what else a row needs besides averages
  std::vector<Stage> sampled_;                     // what samples need, and samples
  std::vector<Stage> mean_sampled_;                // likewise, of components that sample means
  double mean_period_ = 0.0;                       // s, the shortest of their clocks
  std::vector<int> watched_;                       // cells of temperatures that loops exchange
  std::vector<double> watched_from_;               // their values at the start of a part
  Snapshot<T> part_;                               // the start of a part
  bool can_go_back_ = true;                        // a part of a step can be taken again
  int least_halvings_ = 0;                         // of every step
  int halvings_ = 0;                               // a part of a step is 2^-halvings of it
  int wanted_halvings_ = 0;                        // most of them for changes alone
  StepTape* tape_ = nullptr;
  long parts_ = 0;
  long step_ = 0;
  long first_step_ = 0;
  long measured_ = 0;
};

extern template class Simulation<double>;
extern template class Simulation<Jet8>;

/// Records what a simulation does on a tape, which is cleared first, for the time of its life.
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
