// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "hearth/components/fmi/internal/instance/fmu_instance.hpp"
#include "hearth/framework/continuous/ode_solver.hpp"

namespace hearth::fmi {

/// Integrates the states of an FMU for model exchange from one communication point to the next, and
/// handles its events in between (FMI 2.0.4: 3.2; FMI 3.0.1: 3.2). Times are the FMU's.
///
/// CVODE takes single steps, with states scaled by their nominal values and a Jacobian by
/// differences. After each step, the event indicators are evaluated at four points of its dense
/// output; the instant at which an indicator enters or leaves z > 0 is located by bisection to 100
/// spacings of doubles. The FMU handles its time events at the times that it requests, and events
/// at a communication point before its outputs are read.
class FmuIntegrator final : private Ode {
 public:
  /// `tolerance` is relative to a state or its nominal value; 0: 1e-8. `completes_steps`: whether
  /// the FMU requires a report of each step of the integrator.
  FmuIntegrator(std::string id, double tolerance, bool completes_steps);
  ~FmuIntegrator() override;

  /// Ends the event mode that follows the initialization of an FMU; returns whether the FMU
  /// requests the end of the simulation. All functions throw the errors of FmuInstance.
  bool begin(FmuInstance& fmu, double time);
  /// Enters the event mode, in which inputs and parameters are set; `begin` ends it.
  void open(FmuInstance& fmu);
  /// Forgets the run so far, because the FMU was set to another state; `next_event` is the time of
  /// its next time event.
  void resume(double next_event);
  /// Advances. Throws SimulationError `simulation.integration_failed`,
  /// `simulation.events_excessive`.
  StepResult advance(FmuInstance& fmu, double time, double length, bool goes_back);

  /// Returns the time of the next time event, infinity if there is none.
  double next_event() const { return next_event_; }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  /// The end of a span without events.
  struct Stretch {
    bool event = false, terminate = false;
  };

  void look_anew(double time);
  void start_solver();
  Stretch stretch(double stop, bool goes_back);
  double find_event(double from, double to);
  double locate(double from, double to);
  bool crossed(double time);
  void states_at(double time);
  /// Evaluates the event indicators; throws `fmi.failed` if one is not a number.
  void find_indicators(double time, const std::vector<double>& states);
  [[noreturn]] void not_a_number(const std::string& what, double time) const;
  void watch_repetition();

  int size() const override { return static_cast<int>(states_.size()); }
  void rates(double time, const double* x, double* slopes) override;
  const SparsePattern& pattern() const override { return pattern_; }
  void jacobian(double time, const double* x, double* entries) override;
  SimulationError failure(int state, double time, const std::string& reason) const override;

  std::string id_;
  IntegratorOptions options_;
  bool completes_steps_;
  FmuInstance* fmu_ = nullptr;  // during a call
  std::vector<double> states_;  // at now_, in the FMU's units
  std::vector<double> nominals_, scaled_, trial_, slopes_, moved_;
  std::vector<double> indicators_;
  std::vector<bool> above_;  // which indicators were above 0
  SparsePattern pattern_;
  std::unique_ptr<OdeSolver> solver_;
  double base_ = 0.0;                       // s, zero of the solver's time
  double step_from_ = 0.0, step_to_ = 0.0;  // s, its last step, in its time
  double now_ = 0.0;                        // s
  double stop_ = kNever;                    // s, beyond which the FMU must not be evaluated
  double next_event_ = kNever;
  double last_event_ = -kNever;
  int repetitions_ = 0;  // number of events shortly after each other
  bool stale_ = true;    // states and indicators must be read from the FMU
};

}  // namespace hearth::fmi
