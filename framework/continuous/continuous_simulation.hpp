// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/continuous/evaluation_order.hpp"
#include "hearth/framework/continuous/hybrid_system.hpp"
#include "hearth/framework/continuous/ode_solver.hpp"
#include "hearth/framework/continuous/system_ode.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/plan/saved_state.hpp"
#include "hearth/framework/plan/stepper_instance.hpp"

namespace hearth {

/// Options of a continuous simulation.
struct ContinuousOptions {
  /// Options of the integrator. A `longest_step` of 0 means no limit if the rates of the model
  /// neither depend on time nor choose by a state or input (`max`, a limit). For other models it
  /// means the smallest of:
  ///
  /// - the step of the run;
  /// - 1/128 of each parameter `period` of a component that depends on time;
  /// - the time over which the outputs and rates of a component are nearly linear, if the component
  ///   depends on time and has neither such a parameter nor a series.
  ///
  /// Without this limit, the integrator would step over the next change of a function of time if
  /// the model is at rest.
  IntegratorOptions integrator{};
  /// Longest time between two evaluations of the guards, s; guards are also evaluated four times in
  /// each step of the integrator. 0 means the interval in the model or, if the model does not set
  /// it, the smallest of the three times above. Two crossings of one guard within the interval can
  /// cancel each other and are then missed.
  double check_interval = 0.0;
  /// Events that are at most this far apart, s, count as events of one instant.
  double coincidence = 1e-9;
  int most_microsteps = 100;
  /// The run ends with an error if a guard fires more than this number of times in a row, each time
  /// less than `shortest_interval` s after the last time.
  int most_repetitions = 20;
  double shortest_interval = 1e-6;
  /// Whether to book the amounts that cross the boundaries of components, for `booked`.
  bool balance = false;
};

/// One event: a guard fired, or received an event, at (time, microstep).
struct EventRecord {
  double time = 0.0;  ///< s since the origin
  int microstep = 0;
  std::string name;   ///< `id.guard`
  int direction = 1;  ///< 1 if it rose or was received, -1 if it fell
};

/// Counts of the work of a continuous simulation.
struct ContinuousStatistics {
  IntegratorStatistics integrator{};
  long events = 0;
  long ticks = 0;  ///< instants at which samples were taken
};

/// The complete internal state of a continuous simulation, a plain value. The integrator restarts
/// from it.
struct ContinuousSnapshot {
  double now = 0.0;      ///< s since the start
  bool first = false;    ///< whether this is the first instant
  bool due = true;       ///< whether the events of this instant are still to be processed
  bool touched = false;  ///< whether a value was set from outside at this instant
  std::vector<double> cells;
  std::vector<double> tears;   ///< start values of algebraic loops
  std::vector<double> passed;  ///< until when a guard that fired with a sample counts as fired, s
  std::vector<Side> sides;
  std::vector<SteppingInstance::Point> steppers;
  std::vector<EventRecord> events;
  long ticks = 0;
  BookedAmounts booked;           ///< amounts so far
  std::vector<double> integrals;  ///< integrals so far, of the cells that are integrated
};

/// Returns the difference, in s, up to which two times count as the same instant: 16 spacings of
/// doubles at this time.
inline double time_rounding(double time) {
  return 16.0 * std::numeric_limits<double>::epsilon() * std::abs(time);
}

/// A point of a trajectory, with the values before (Left) or after (Right) the events of its
/// instant.
struct ContinuousPoint {
  double time = 0.0;
  Limit limit = Limit::Left;
};

/// Runs a model as one hybrid system. Call order: constructor, any number of `set_...`,
/// `initialize`, then `advance`.
///
/// Between instants at which a value jumps, all states are integrated together. At such an instant:
///
/// 1. Guards that crossed 0 fire (microstep 0), including guards that cross within the coincidence
///    time of a sample.
/// 2. Series take their right limits, delayed connections deliver, and components that are due take
///    a sample. Components of each level read the new outputs of the levels below.
/// 3. Guards are evaluated again and fire in further microsteps until none fires. All components
///    that fire in one microstep read the values before it.
class ContinuousSimulation {
 public:
  /// Called at points of the trajectory; the outputs of the simulation are then evaluated.
  using Observer = std::function<void(const ContinuousPoint&)>;

  /// Plan and inputs must outlive the simulation. Throws ModelError `model.engine_mismatch` if they
  /// were not made for Engine::Continuous, and InputError `simulation.option_invalid` or
  /// `simulation.fixed_step_unused` for invalid options.
  ContinuousSimulation(const Plan& plan, const RunInputs& inputs,
                       const ContinuousOptions& options = {});
  ContinuousSimulation(const Plan&&, const RunInputs&, const ContinuousOptions& = {}) = delete;
  ContinuousSimulation(const Plan&, const RunInputs&&, const ContinuousOptions& = {}) = delete;
  ~ContinuousSimulation();

  const ModelState<double>& state() const;
  void reset();
  void set_parameter(const CellRef& parameter, double value);
  void set_initial(const CellRef& state, double value);
  /// Copies the parameters and initial values of another simulation of the same plan.
  void copy_parameters(const ContinuousSimulation& other);
  /// Sets an unconnected input from outside at the present instant and checks for events at once.
  void set_input(int cell, double value);
  /// Sets a state by its cell at the present instant and checks for events at once.
  void set_state(int cell, double value);
  /// Sets a parameter at the present instant, updates the constants that are derived from it, and
  /// checks for events at once.
  void change_parameter(const CellRef& parameter, double value);

  /// Moves to the start and processes the events of the first instant.
  void initialize();
  /// Integrates to `time`, s since the origin, and stops at its left limit: the next call first
  /// processes the events of that instant. Calls the observer at the ascending `times` and, if
  /// `every_step` is true, at the end of each step and on both sides of each jump. Does nothing if
  /// `time` is not later than the present. Returns early if the function of `stop_when` returns
  /// true.
  ///
  /// Throws SimulationError if the run cannot continue, also after more steps than
  /// `WorkLimit::IntegratorSteps` allows. Every further call then throws `simulation.failed_before`
  /// until the simulation is initialised, restored or loaded.
  void advance(double time, const std::vector<double>& times = {}, bool every_step = false);
  /// Processes the events that are due at the present instant.
  void settle();

  /// Returns the present point as a snapshot. The integrator then restarts at this point in this
  /// simulation too, so that a restored run repeats the continued run bit for bit. Throws
  /// ModelError `model.no_rollback` if a component cannot return to an earlier point.
  ContinuousSnapshot snapshot();
  void restore(const ContinuousSnapshot& snapshot);
  /// Saves the present point by names. Throws InputError `state.off_grid` if the time is not a
  /// whole millisecond, and `state.not_serializable` if a component cannot be saved.
  SavedState save();
  /// Continues from a saved point of the same model; the run must start at its time. Throws
  /// InputError `state.mismatch`.
  void load(const SavedState& state);

  double time() const { return start_ + now_; }
  /// Returns an output at the present instant.
  double value(int cell) const { return system_->cells()[cell]; }
  /// Returns the system, for example to read a state or held value by its cell.
  const HybridSystem<double>& system() const { return *system_; }
  /// Evaluates the present instant and writes dx/dt of all states.
  void rates(double* slopes);
  /// Returns the system on Jets, with all values of the present instant and derivatives of 0.
  HybridSystem<Jet8>& jets_at_present();
  const EvaluationOrder& flow() const { return flow_; }
  const Plan& plan() const { return plan_; }
  const RunInputs& inputs() const { return inputs_; }
  /// Returns the options that are used; options that were not set have the value of the model or
  /// the default.
  const ContinuousOptions& options() const { return options_; }
  const std::vector<EventRecord>& events() const { return events_; }
  ContinuousStatistics statistics() const;
  /// Returns the amounts that were booked since the start, for `draw_balance`; empty without
  /// `ContinuousOptions::balance`.
  BookedAmounts booked();
  /// Integrates these outputs over time, starting at the next `initialize` or `load`.
  void integrate(std::vector<int> cells) { integrated_ = std::move(cells); }
  /// Returns the integrals of these outputs from the start to the present point (in an observer, to
  /// its time), in units of the outputs times s.
  const std::vector<double>& integrals() const { return integrals_; }
  void observe(Observer observer) { observer_ = std::move(observer); }
  /// Calls `stop` after each step of the integrator, and often while it searches for events. If
  /// `stop` returns true, `advance` returns early, at the end of the last step; the next call
  /// continues from there. An exception from `stop` ends the run. An empty function is not called.
  void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }

 private:
  struct Repetition {
    double last = -1.0;
    int count = 0;
  };

  static constexpr int kLooks = 4;
  static constexpr double kEndless = std::numeric_limits<double>::infinity();

  struct SampleTimes {
    double period, offset, end;  // s, since the origin
    double jitter = 0.0;         // s
    std::uint64_t stream = 0;
    double tick(double k) const;
  };

  void begin(double now);
  void go_to_start();
  void find_sides();
  bool matters(const EventRecord& event, const std::vector<double>& states) const;
  void check_loops();
  // integration
  void step_towards(double target);
  bool asked_to_stop();
  void count_work(double steps);
  double most_work() const;
  void take_states(double time);
  void evaluate_at(double time, Limit limit);
  void evaluate_present();
  Limit present_limit() const { return due_ && !first_ ? Limit::Left : Limit::Right; }
  void notify_until(double time);
  void notify(double time, Limit limit);
  void restart();
  void check_finite() const;
  void keep_loops_at(double time);
  void open_books();
  void book_until(double time);
  void book_at(double time, double share);
  void find_followers();
  bool follows_clock(std::size_t slot);
  void find_pace();
  double resolution() const;
  void touch();
  void copy_to_jets();
  // instants
  void process_instant();
  void deliver_delayed();
  void take_samples();
  bool at_break();
  std::int64_t due(int slot) const;
  double next_tick(int slot) const;
  double next_stop(double target);
  void list_sample_times();
  void list_breaks();
  double rounding() const;
  // events
  void take_guards();
  void evaluate_guards(double time);
  bool any_crossed() const;
  void accept_sides();
  bool passed_early(std::size_t guard, double time) const;
  void look_beyond();
  bool find_event(double from, double to, double* instant);
  double locate(double from, double to);
  double secant(double from, double to) const;
  int fire_events(int microstep, std::vector<int> relayed);
  bool mark_fired(int microstep, const std::vector<int>& relayed, std::vector<int>& next);
  void record(std::size_t guard, int microstep, int direction);
  void watch_repetition(std::size_t guard);

  const Plan& plan_;
  const RunInputs& inputs_;
  ContinuousOptions options_;
  EvaluationOrder flow_;
  ConfigObjects<double> objects_;
  ConfigObjects<Jet8> jet_objects_;
  std::unique_ptr<HybridSystem<double>> system_;
  std::unique_ptr<HybridSystem<Jet8>> jets_;
  double start_;  // s since the origin; the integrator counts from here
  std::unique_ptr<SystemOde> ode_;
  std::unique_ptr<OdeSolver> integrator_;

  double now_ = 0.0;            // s since the start
  bool due_ = true;             // the present instant has not happened yet
  bool first_ = true;           // nothing was before the present instant
  bool failed_ = false;         // is in the middle of an advance
  bool touched_ = false;        // something was set from outside at the present instant
  bool started_ = false;        // the integrator is at the present instant
  std::vector<double> breaks_;  // s since the start, ascending
  std::size_t next_break_ = 0;
  double next_sample_ = 0.0;     // s since the start; found anew once it has passed
  std::vector<bool> followers_;  // slots that are functions of time between two breaks
  std::vector<int> periods_;     // cells of their parameters `period`
  std::vector<int> timed_;       // slots among them that have neither period nor series
  double pace_ = kEndless;       // s, in which the latter hardly bend
  bool rates_follow_ = false;    // some rate depends on one of them, or bends by itself
  std::vector<double> states_;
  std::vector<double> slopes_before_, slopes_after_;
  std::vector<double> guard_values_, guard_before_, fired_;
  std::vector<int> firing_;  // slots of the present microstep
  std::vector<std::vector<int>> receivers_;
  std::vector<Repetition> repetitions_;    // of each guard
  std::vector<double> passed_;             // s since the start: until then a guard counts as passed
  std::vector<std::size_t> early_;         // guards that are about to do so
  double last_look_ = 0.0;                 // s since the start, before the present instant
  std::vector<SampleTimes> sample_times_;  // by slot
  std::vector<EventRecord> events_;
  std::vector<double> times_;  // to be observed, s since the start
  std::size_t next_time_ = 0;
  bool every_step_ = false;
  Observer observer_;
  std::function<bool()> stop_;
  bool stopped_ = false;       // the present advance
  double work_ = 0.0;          // steps of the integrator, and looks at guards as parts of one
  double work_checked_ = 0.0;  // up to which work is known to be allowed
  long ticks_ = 0;
  std::vector<double> rates_;  // of the balance
  BookedAmounts booked_;       // without the content at the end
  std::vector<int> integrated_;
  std::vector<double> integrals_;
  double booked_to_ = 0.0;  // s since the start
};

}  // namespace hearth
