// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// One instance of a component that is no set of equations and only steps, such as an FMU.
///
/// Its outputs hold between its communication points. It works on `double` alone: the continuous
/// engine sees its outputs as held values, and nothing is differentiated through it. Every function
/// may throw SimulationError that names the instance.
class Stepper {
 public:
  /// What an instance remembers at one point.
  class Memory {
   public:
    virtual ~Memory() = default;
  };

  virtual ~Stepper() = default;

  /// Goes to the start, also again after steps. Times are s since the start of the run's clocks;
  /// inputs and parameters are in the order of the type's ports and in their units.
  virtual void start(double time, const double* parameters, const double* inputs) = 0;
  /// Advances from `time` by `length` s > 0 with the inputs held.
  virtual void step(double time, double length, const double* inputs) = 0;
  /// Writes the outputs at the point reached.
  virtual void outputs(double* values) = 0;

  /// Whether `save` and `restore` work.
  virtual bool can_restore() const { return false; }
  virtual std::shared_ptr<const Memory> save() { return nullptr; }
  virtual void restore(const Memory&) {}

  /// Whether `serialize` and `deserialize` work: what is remembered can be written to a file.
  virtual bool can_serialize() const { return false; }
  virtual std::string serialize(const Memory&) { return {}; }
  virtual std::shared_ptr<const Memory> deserialize(std::string_view) { return nullptr; }
};

/// A port, parameter or file name of a type that only steps.
struct StepperPort {
  Role role = Role::Input;  ///< Input, Output, Parameter; Config is a file name
  std::string name;
  Unit unit = unit::one;
  Range range{};
  std::string doc{};
  bool open = false;  ///< the input may stay open and then has `range.value`
};

/// Makes a type of steppers. `make` is called with the id of each instance; ports keep their order.
ComponentType stepping_type(std::string name, std::string summary, std::vector<StepperPort> ports,
                            std::function<std::unique_ptr<Stepper>(const std::string& id)> make);

/// Makes a type whose ports only its configuration tells: `specialize` returns the type of one
/// component, the same object for the same configuration, or null after reporting what is wrong.
/// `configuration` are the ports with Role::Config that it reads.
ComponentType specialized_type(std::string name, std::string summary,
                               std::vector<StepperPort> configuration,
                               ComponentType::Specialize specialize);

}  // namespace hearth
