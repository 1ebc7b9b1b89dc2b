// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// The time span of a run.
struct RunSpan {
  Instant origin{};              ///< zero of the times of steppers
  std::optional<Instant> end{};  ///< of the run, if it is known
  Instant year{};                ///< 1 January 00:00 before `origin`, in the site's standard time
};

/// One instance of a component that has no equations and can only step, such as an FMU.
///
/// Its outputs are constant between its communication points. It works on `double` only: the
/// continuous engine treats its outputs as held values, and derivatives cannot pass through it.
/// Every function may throw SimulationError that names the instance.
class Stepper {
 public:
  /// The memory of an instance at one point.
  class Memory {
   public:
    virtual ~Memory() = default;
  };

  virtual ~Stepper() = default;

  /// Announces the run; called before `start`.
  virtual void announce(const RunSpan&) {}
  /// Takes the initial values of the outputs whose ports are `settable`; called before `start`.
  virtual void set_initial(const double* outputs) { static_cast<void>(outputs); }
  /// Moves to the start; may be called again after steps. Times are in seconds since the start of
  /// the run; inputs and parameters are in the order of the type's ports and in their units.
  virtual void start(double time, const double* parameters, const double* inputs) = 0;
  /// Continues from a saved state with these parameters, which may differ from those with which it
  /// was saved.
  virtual void resume(const double* parameters) { static_cast<void>(parameters); }
  /// Advances from `time` by `length` s > 0; inputs are constant.
  virtual void step(double time, double length, const double* inputs) = 0;
  /// Writes the outputs at the present point.
  virtual void outputs(double* values) = 0;
  /// Returns why the last step was the final one, "" if the instance can continue.
  virtual std::string ended() const { return {}; }
  /// Returns the warnings since the instance was made.
  virtual Diagnostics warnings() const { return {}; }

  /// Returns whether `save` and `restore` work.
  virtual bool can_restore() const { return false; }
  virtual std::shared_ptr<const Memory> save() { return nullptr; }
  virtual void restore(const Memory&) {}

  /// Returns whether `serialize` and `deserialize` work, so that its memory can be saved to a file.
  virtual bool can_serialize() const { return false; }
  virtual std::string serialize(const Memory&) { return {}; }
  virtual std::shared_ptr<const Memory> deserialize(std::string_view) { return nullptr; }
};

/// A port, parameter or configuration of a type that can only step.
struct StepperPort {
  Role role = Role::Input;  ///< Input, Output, Parameter or Config
  std::string name;
  Unit unit = unit::one;
  Range range{};
  std::string doc{};
  bool open = false;      ///< the input or configuration may be left out and then has `range.value`
  bool settable = false;  ///< the output takes an initial value
  bool boolean = false;   ///< its number is 1 (true) or 0 (false)
  ConfigKind kind = ConfigKind::File;     ///< of a configuration: File, Flag, Number or Choice
  std::vector<std::string_view> words{};  ///< of a choice or number; they must outlive the type
};

/// Makes a type of steppers. `make` is called with the id of each instance; ports keep their order.
ComponentType stepping_type(std::string name, std::string summary, std::vector<StepperPort> ports,
                            std::function<std::unique_ptr<Stepper>(const std::string& id)> make);

/// Makes a type whose configuration defines its ports: `specialize` returns the type of one
/// component, the same object for the same configuration, or null after reporting what is wrong.
/// `configuration` lists the ports with Role::Config that it reads.
ComponentType specialized_type(std::string name, std::string summary,
                               std::vector<StepperPort> configuration,
                               ComponentType::Specialize specialize);

}  // namespace hearth
