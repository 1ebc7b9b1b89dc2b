// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/components/fmi/internal/fmu_integrator.hpp"
#include "hearth/components/fmi/internal/fmu_settings.hpp"
#include "hearth/components/fmi/internal/instance/fmu_instance.hpp"
#include "hearth/components/fmi/internal/package/fmu.hpp"
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"
#include "hearth/framework/component/stepper.hpp"

namespace hearth::fmi {

/// Steps an instance of an FMU as a component; for model exchange its states are integrated between
/// the communication points.
///
/// If the FMU discards a step, the step is repeated in halves, down to 1/1024 of its length. This
/// requires that the FMU supports steps of any length and can be returned to the start of the step.
/// An FMU of FMI 2 must be saved before each step for this purpose, which is expensive. Therefore
/// it is only saved after the first discarded step: it is returned to the start of the run, stepped
/// again with the same inputs, and from then on saved before each step. All functions throw the
/// errors of FmuInstance; `step` also SimulationError `fmi.discarded`, and `fmi.step_varies` for an
/// FMU with steps of one length only.
class FmuStepper final : public Stepper {
 public:
  /// Makes the instance. Throws the errors of `instantiate_here` or `instantiate_apart`.
  FmuStepper(std::shared_ptr<const Fmu> fmu, std::shared_ptr<const FmuPorts> ports, std::string id,
             const FmuSettings& settings = {});
  ~FmuStepper() override;

  void announce(const RunSpan& span) override;
  void set_initial(const double* outputs) override;
  void start(double time, const double* parameters, const double* inputs) override;
  /// Passes on tunable parameters that changed since the state was saved; throws SimulationError
  /// `fmi.parameter_fixed` for other parameters that changed.
  void resume(const double* parameters) override;
  void step(double time, double length, const double* inputs) override;
  void outputs(double* values) override;
  std::string ended() const override { return ended_; }
  Diagnostics warnings() const override;

  bool can_restore() const override { return description().can_save; }
  std::shared_ptr<const Memory> save() override;
  /// Throws InputError `fmi.state_mismatch` if the memory belongs to another instance.
  void restore(const Memory& memory) override;
  bool can_serialize() const override { return description().can_serialize; }
  std::string serialize(const Memory& memory) override;
  /// Throws InputError `fmi.state_mismatch` if the bytes were written by another FMU.
  std::shared_ptr<const Memory> deserialize(std::string_view bytes) override;

  /// Returns whether the code of the FMU runs in a separate process.
  bool apart() const { return apart_; }

 private:
  class State;

  /// Returns whether the FMU receives the end of the run. It keeps the end in its state, and many
  /// FMUs refuse to step beyond it, even in a run that continues from the state.
  bool tells_stop_time() const {
    return settings_.stop_time.value_or(!description().can_serialize);
  }
  /// Throws the error of a step, with a remedy if the FMU may have received an earlier end.
  [[noreturn]] void fail_continued(const SimulationError& error) const;

  const ModelDescription& description() const { return fmu_->description(); }
  /// Returns the instance, after checking that it may be called.
  FmuInstance& instance() const;
  std::shared_ptr<FmuInstance> make_instance();
  void begin_anew();
  void initialize(double time, const double* inputs);
  /// Sets only values that differ from the start values, because an FMU need not be able to set the
  /// others.
  void set_changed(const std::vector<VariableGroup>& groups, const std::vector<double>& standard,
                   const std::vector<double>& values);
  bool changed(const VariableGroup& group, const double* inputs) const;
  void set_inputs(const double* inputs);
  void take_inputs(double time, const double* inputs);
  void check_length(double length);
  bool can_halve() const;
  bool saves_each_step() const { return can_halve() && description().major == 2 && discards_; }
  void note_step(double time, double length, const double* inputs);
  void step_again_from_start();
  void advance(double time, double length, int halvings);
  StepResult attempt(double time, double length);
  /// Returns whether a state of an earlier time may be restored.
  bool may_go_back(double time) const;
  std::shared_ptr<const State> keep(void* state, double time, double next,
                                    std::vector<double> parameters);
  const State& own(const Memory& memory) const;

  std::shared_ptr<const Fmu> fmu_;
  std::shared_ptr<const FmuPorts> ports_;
  std::string id_;
  FmuSettings settings_;
  bool apart_ = false;
  std::shared_ptr<FmuInstance> instance_;      // shared with its memories, which it must free
  std::unique_ptr<FmuIntegrator> integrator_;  // for model exchange
  Experiment experiment_;
  double offset_ = 0.0;     // s, the FMU's time at time 0
  double into_year_ = 0.0;  // s, from 1 January to time 0
  std::vector<double> initial_, parameters_,
      inputs_;  // values as last passed on; empty: all are new
  std::string ended_;
  bool fresh_ = true;         // as instantiated: needs no reset
  bool continued_ = false;    // continued from a state that an earlier run wrote
  double only_length_ = 0.0;  // s, length of all steps if the FMU supports only one

  /// A step that was taken.
  struct Taken {
    double time = 0.0, length = 0.0;  // s
  };
  bool discards_ = false;  // discarded a step, or cannot be stepped again from the start
  double start_ = 0.0;     // s
  std::vector<double> start_inputs_;
  std::vector<Taken> taken_;  // since the start
  std::vector<double> taken_inputs_;
  double now_ = 0.0;  // s, the time reached
  std::vector<std::weak_ptr<const State>> memories_;
};

}  // namespace hearth::fmi
