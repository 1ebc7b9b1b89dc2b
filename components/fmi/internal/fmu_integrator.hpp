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
/// differences. After each, the event indicators are looked at at four points of its dense output;
/// one that leaves z > 0 or comes to it is located by bisection to 100 spacings of doubles. The
/// FMU handles its time events at the times it names, and events that fall on a communication point
/// before its outputs are read.
class FmuIntegrator final : private Ode {
 public:
  /// `tolerance` is relative to a state or its nominal value; 0: 1e-8. `completes_steps`: whether
  /// the FMU wants to know of each step of the integrator.
  FmuIntegrator(std::string id, double tolerance, bool completes_steps);
  ~FmuIntegrator() override;

  /// Ends the event mode in which an FMU is after its initialization; returns whether the FMU wants
  /// the simulation to end. All functions throw as FmuInstance.
  bool begin(FmuInstance& fmu, double time);
  /// Enters the event mode, in which inputs and parameters are set; `begin` ends it.
  void open(FmuInstance& fmu);
  /// Forgets the course: the FMU was brought to another state, whose next time event this is.
  void resume(double next_event);
  /// Advances. SimulationError `simulation.integration_failed`, `simulation.events_excessive`.
  StepResult advance(FmuInstance& fmu, double time, double length, bool goes_back);

  /// Returns the time of the next time event, infinity if there is none.
  double next_event() const { return next_event_; }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  /// How a stretch without events ended.
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
  double base_ = 0.0;                       // s, where the time of the solver begins
  double step_from_ = 0.0, step_to_ = 0.0;  // s, its last step, in its time
  double now_ = 0.0;                        // s
  double stop_ = kNever;                    // s, beyond which the FMU is not to be asked
  double next_event_ = kNever;
  double last_event_ = -kNever;
  int repetitions_ = 0;  // of events shortly after each other
  bool stale_ = true;    // states and indicators have to be read from the FMU
};

}  // namespace hearth::fmi
