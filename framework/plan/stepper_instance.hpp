// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hearth/framework/component/stepper.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A component that can only step, during a run.
class SteppingInstance {
 public:
  /// The time and the internal state of a stepper at one point.
  struct Point {
    bool started = false;
    bool loaded = false;
    double time = 0.0;  ///< s
    std::shared_ptr<const Stepper::Memory> memory{};
  };

  SteppingInstance(std::string id, std::unique_ptr<Stepper> stepper)
      : id_(std::move(id)), stepper_(std::move(stepper)) {}

  const std::string& id() const { return id_; }
  Stepper& stepper() { return *stepper_; }
  const Stepper& stepper() const { return *stepper_; }
  bool started() const { return started_; }
  /// Discards the run so far: the next `arrive` moves to the start of a run.
  void rewind() { started_ = false; }
  /// Moves to `time` and writes the outputs there. The first call moves to the start of the run;
  /// later calls take one step from the present time. Before the start, outputs have their initial
  /// values. Throws SimulationError `simulation.ended` if the component ended its run with the
  /// previous step.
  void arrive(double time, const double* parameters, const double* inputs, double* outputs);

  bool can_go_back() const { return stepper_->can_restore(); }
  /// Throws ModelError `model.no_rollback` if the stepper cannot return to an earlier point;
  /// `wanted_by` is the reason for the message.
  void require_rollback(const char* wanted_by) const;
  /// Throws InputError `state.not_serializable` if the stepper cannot be serialized.
  void require_saving() const;
  Point save() const;
  void restore(const Point& point);
  /// Returns the internal state and its time as bytes. Between communication points this time is
  /// earlier than the present. Throws InputError `state.not_serializable`.
  std::string serialize() const;
  /// Restores the internal state from bytes of `serialize`; throws InputError
  /// `state.not_serializable` or `state.invalid`.
  void deserialize(std::string_view bytes);

 private:
  std::string id_;
  std::unique_ptr<Stepper> stepper_;
  bool started_ = false;
  bool loaded_ = false;  // loaded from a saved state and not stepped since
  double time_ = 0.0;
};

/// Makes the steppers of a plan; `Slot::stepper` is the position in the result.
std::vector<SteppingInstance> make_steppers(const Plan& plan);

/// Throws ModelError `model.no_derivatives` if a plan contains steppers.
void refuse_steppers(const Plan& plan);

}  // namespace hearth
