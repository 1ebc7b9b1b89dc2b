// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hearth/framework/component/stepper.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// A stepper during a run.
class SteppingInstance {
 public:
  /// The time and memory of a stepper at one point.
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
  /// Forgets the run so far: the next arrival is the start.
  void rewind() { started_ = false; }
  /// Moves to `time`: the first time to the start, later by one step from its present time. Writes
  /// the outputs there; before the start they have their initial values. Throws SimulationError
  /// `simulation.ended` if the step before was the last one that the component makes.
  void arrive(double time, const double* parameters, const double* inputs, double* outputs);

  bool can_go_back() const { return stepper_->can_restore(); }
  /// Throws ModelError `model.no_rollback` if the stepper cannot go back.
  void require_rollback(const char* wanted_by) const;
  /// Throws InputError `state.not_serializable` if the stepper cannot be serialized.
  void require_saving() const;
  Point save() const;
  void restore(const Point& point);
  /// Returns its memory and the time of it, which can be earlier than the present between
  /// communication points. Throws InputError `state.not_serializable`.
  std::string serialize() const;
  /// Restores the memory; throws InputError `state.not_serializable` or `state.invalid`.
  void deserialize(std::string_view bytes);

 private:
  std::string id_;
  std::unique_ptr<Stepper> stepper_;
  bool started_ = false;
  bool loaded_ = false;  // loaded from a saved state and not stepped since
  double time_ = 0.0;
};

/// Makes the steppers of a plan, by their numbers in the slots.
std::vector<SteppingInstance> make_steppers(const Plan& plan);

/// Throws ModelError `model.no_derivatives` if a plan contains steppers.
void refuse_steppers(const Plan& plan);

}  // namespace hearth
