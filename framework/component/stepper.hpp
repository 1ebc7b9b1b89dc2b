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
  std::optional<Instant> end{};  ///< end of the run, if it is known
  Instant year{};                ///< 1 January 00:00 before `origin`, in the site's standard time
};

/// One instance of a component that has no equations and can only step, such as an FMU.
///
/// Its outputs are constant between its communication points. It calculates with `double` only:
/// derivatives cannot pass through it, and the continuous engine treats its outputs as held values.
/// Every function may throw a SimulationError that names the instance.
class Stepper {
 public:
  /// The internal state of an instance at one point.
  class Memory {
   public:
    virtual ~Memory() = default;
  };

  virtual ~Stepper() = default;

  /// Announces the run; called before `start`.
  virtual void announce(const RunSpan&) {}
  /// Sets the initial values of the outputs whose ports are `settable`; called before `start`.
  virtual void set_initial(const double* outputs) { static_cast<void>(outputs); }
  /// Moves to the start of the run; may be called again after steps. `time` is in s since the start
  /// of the clocks of the run. Parameters and inputs are in the order and in the units of the ports
  /// of the type.
  virtual void start(double time, const double* parameters, const double* inputs) = 0;
  /// Continues from a saved state with these parameters, which may differ from the parameters with
  /// which the state was saved.
  virtual void resume(const double* parameters) { static_cast<void>(parameters); }
  /// Advances from `time` by `length`, which is in s and above 0; the inputs are constant.
  virtual void step(double time, double length, const double* inputs) = 0;
  /// Writes the outputs at the present time.
  virtual void outputs(double* values) = 0;
  /// Returns the reason if the component has ended its run with the last step, "" if it can
  /// continue.
  virtual std::string ended() const { return {}; }
  /// Returns the warnings since the instance was constructed.
  virtual Diagnostics warnings() const { return {}; }

  /// Returns whether `save` and `restore` work.
  virtual bool can_restore() const { return false; }
  virtual std::shared_ptr<const Memory> save() { return nullptr; }
  virtual void restore(const Memory&) {}

  /// Returns whether `serialize` and `deserialize` work, so that a `Memory` can be saved to a file.
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
  bool open = false;      ///< the input or configuration may be omitted and then has `range.value`
  bool settable = false;  ///< the output takes an initial value
  bool boolean = false;   ///< its number is 1 (true) or 0 (false)
  ConfigKind kind = ConfigKind::File;     ///< of a configuration: File, Flag, Number or Choice
  std::vector<std::string_view> words{};  ///< of a choice or number; they must outlive the type
};

/// Makes a type of components that can only step. `make` is called with the id of each instance;
/// the ports keep their order.
ComponentType stepping_type(std::string name, std::string summary, std::vector<StepperPort> ports,
                            std::function<std::unique_ptr<Stepper>(const std::string& id)> make);

/// Makes a type whose ports follow from the configuration of each component. `specialize` returns
/// the type of one component: the same object for the same configuration, or null after it has
/// added an error to the diagnostics. `configuration` lists the ports with Role::Config that it
/// reads.
ComponentType specialized_type(std::string name, std::string summary,
                               std::vector<StepperPort> configuration,
                               ComponentType::Specialize specialize);

}  // namespace hearth
