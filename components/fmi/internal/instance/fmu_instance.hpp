// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/components/fmi/internal/instance/fmu_journal.hpp"
#include "hearth/components/fmi/internal/package/variable_group.hpp"

namespace hearth::fmi {

/// The end of a step of an FMU.
struct StepResult {
  enum class Kind {
    Complete,
    Early,       ///< the step succeeded up to `reached`, before its end
    Discarded,   ///< the FMU discards the step; it reached `reached`
    Terminated,  ///< the FMU requests the end of the simulation
  };
  Kind kind = Kind::Complete;
  double reached = 0.0;  ///< s
};

/// Properties of a run that an FMU receives before it starts.
struct Experiment {
  double start_time = 0.0;          ///< s
  std::optional<double> stop_time;  ///< s
  std::optional<double> tolerance;  ///< relative, of its own solver
};

/// Numbers of continuous states and event indicators of an FMU for model exchange.
struct ContinuousSizes {
  std::size_t states = 0, indicators = 0;
};

/// Results of an FMU at the end of its event mode.
struct EventsHandled {
  bool terminate = false;           ///< it requests the end of the simulation
  std::optional<double> next_time;  ///< s, of its next time event
};

/// Requests of an FMU after a step of the integrator.
struct StepCompleted {
  bool event = false, terminate = false;
};

/// One instance of an FMU, of either version of the standard. Order of calls: `setup`, `set` of
/// parameters, `enter_initialization`, `set` of inputs, `exit_initialization`, then `get`, `set`,
/// `do_step`; `reset` leads back to the beginning. With model exchange, `finish_events` follows
/// `exit_initialization`, then `rates`, `indicators` and `move`; changes at an instant are made
/// between `enter_events` and `finish_events`. Times are the FMU's. Errors are SimulationErrors
/// that name the instance and the time: `fmi.failed` or `fmi.fatal`, with the FMU's own message, if
/// the FMU refuses a call; `fmi.crashed` if its code crashed, called `exit` or threw an exception;
/// `fmi.value_unfit` for a number that a variable cannot hold.
class FmuInstance {
 public:
  virtual ~FmuInstance() = default;
  FmuInstance(const FmuInstance&) = delete;
  FmuInstance& operator=(const FmuInstance&) = delete;

  virtual void reset() = 0;
  virtual void setup(const Experiment& experiment) = 0;
  virtual void enter_initialization(const Experiment& experiment) = 0;
  virtual void exit_initialization() = 0;
  /// Sets structural parameters; called before `setup`.
  virtual void configure(const VariableGroup& group, const double* values) = 0;
  virtual void set_strings(const std::vector<std::uint32_t>& references,
                           const std::vector<std::string>& values) = 0;
  virtual void set(const VariableGroup& group, const double* values) = 0;
  virtual void get(const VariableGroup& group, double* values) = 0;
  /// `goes_back`: whether a state of a time before `time` may be restored later.
  virtual StepResult do_step(double time, double length, bool goes_back) = 0;

  virtual ContinuousSizes sizes() = 0;
  virtual void states(double* values) = 0;
  /// Writes the nominal value of each state.
  virtual void nominals(double* values) = 0;
  /// Sets time and states and writes the derivatives of the states.
  virtual void rates(double time, const std::vector<double>& states, double* slopes) = 0;
  /// Sets time and states and writes the event indicators.
  virtual void indicators(double time, const std::vector<double>& states, double* values) = 0;
  /// Sets time and states, and reports a step of the integrator that ends there if `completes`.
  virtual StepCompleted move(double time, const std::vector<double>& states, bool completes,
                             bool goes_back) = 0;
  virtual void enter_events() = 0;
  /// Iterates the event mode until values do not change, and ends it. Throws SimulationError
  /// `fmi.events_unsettled` after 100 rounds.
  virtual EventsHandled finish_events() = 0;

  /// States belong to the instance; `free_state` frees them.
  virtual void* save_state() = 0;
  virtual void restore_state(void* state) = 0;
  virtual void free_state(void* state) noexcept = 0;
  virtual std::string serialize(void* state) = 0;
  virtual void* deserialize(std::string_view bytes) = 0;

  /// Returns whether any function of the instance may be called.
  virtual bool callable() const = 0;
  /// Throws SimulationError `fmi.fatal` if an instance of the FMU failed fatally, after which no
  /// function of the FMU may be called.
  virtual void require_callable() const = 0;
  /// Returns the warnings of the FMU since the instance was made.
  virtual std::vector<std::string> warnings() = 0;
  /// Announces calls at a time, which the messages about these calls contain.
  virtual void begin(double time);
  /// Returns the messages of the FMU since `begin`, in one line.
  virtual std::string words() const { return journal_.recent(); }
  /// Throws a SimulationError that names instance, time and the messages of the FMU.
  [[noreturn]] void fail(const char* code, const std::string& what) const;

  const std::string& id() const { return id_; }

 protected:
  explicit FmuInstance(std::string id) : id_(std::move(id)) {}

  FmuJournal& journal() { return journal_; }
  double time() const { return time_; }

 private:
  std::string id_;
  double time_ = 0.0;
  FmuJournal journal_;
};

}  // namespace hearth::fmi
