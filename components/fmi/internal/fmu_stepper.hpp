// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/components/fmi/internal/fmu_instance.hpp"
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"
#include "hearth/framework/component/stepper.hpp"

namespace hearth::fmi {

/// Steps an instance of an FMU as a component.
///
/// A step that the FMU discards is tried again in halves, down to 1/1024 of its length, where the
/// FMU takes steps of any length and can be brought back to the start of the step. All functions
/// throw as FmuInstance; `step` also SimulationError `fmi.discarded`, `fmi.terminated`, and
/// `fmi.step_varies` for an FMU that takes steps of one length only.
class FmuStepper final : public Stepper {
 public:
  /// Makes the instance. Throws as `instantiate`.
  FmuStepper(std::shared_ptr<const Fmu> fmu, std::shared_ptr<const FmuPorts> ports, std::string id);
  ~FmuStepper() override;

  void start(double time, const double* parameters, const double* inputs) override;
  void step(double time, double length, const double* inputs) override;
  void outputs(double* values) override;

  bool can_restore() const override { return description().can_save; }
  std::shared_ptr<const Memory> save() override;
  /// Throws InputError `fmi.state_mismatch` where the memory is another instance's.
  void restore(const Memory& memory) override;
  bool can_serialize() const override { return description().can_serialize; }
  std::string serialize(const Memory& memory) override;
  /// Throws InputError `fmi.state_mismatch` where the bytes were written by another FMU.
  std::shared_ptr<const Memory> deserialize(std::string_view bytes) override;

  /// Returns what the FMU warned of, 100 messages at most.
  std::vector<std::string> warnings() const { return instance_->warnings(); }

 private:
  class State;

  const ModelDescription& description() const { return fmu_->description(); }
  /// Returns the instance, which may be called.
  FmuInstance& instance() const;
  void set_parameters(const double* parameters);
  void set_inputs(const double* inputs);
  void check_length(double length);
  bool can_halve() const;
  void advance(double time, double length, int halvings);
  StepResult attempt(double time, double length);
  const State& own(const Memory& memory) const;

  std::shared_ptr<const Fmu> fmu_;
  std::shared_ptr<const FmuPorts> ports_;
  std::string id_;
  std::shared_ptr<FmuInstance> instance_;  // shared with its memories, which it has to free
  bool fresh_ = true;                      // as instantiated: needs no reset
  double only_length_ = 0.0;               // s, of all steps where the FMU takes no other
};

}  // namespace hearth::fmi
