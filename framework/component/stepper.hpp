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

/// When a run takes place.
struct RunSpan {
  Instant origin{};              ///< where the times of steppers count from
  std::optional<Instant> end{};  ///< of the run, if it is known
  Instant year{};                ///< 1 January 00:00 before `origin`, in the site's standard time
};

/// One instance of a component that is not a set of equations and only steps, such as an FMU.
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

  /// Announces the run, before `start`.
  virtual void announce(const RunSpan&) {}
  /// Takes the initial values of the outputs whose ports are `settable`, before `start`.
  virtual void set_initial(const double* outputs) { static_cast<void>(outputs); }
  /// Goes to the start, also again after steps. Times are s since the start of the run's clocks;
  /// inputs and parameters are in the order of the type's ports and in their units.
  virtual void start(double time, const double* parameters, const double* inputs) = 0;
  /// Continues from a saved state with these parameters, which may differ from those it was saved
  /// with.
  virtual void resume(const double* parameters) { static_cast<void>(parameters); }
  /// Advances from `time` by `length` s > 0 with the inputs held.
  virtual void step(double time, double length, const double* inputs) = 0;
  /// Writes the outputs at the point reached.
  virtual void outputs(double* values) = 0;
  /// Returns why the last step was the last one that it makes, "" if it continues.
  virtual std::string ended() const { return {}; }
  /// Returns what it warned of since it was made.
  virtual Diagnostics warnings() const { return {}; }

  /// Whether `save` and `restore` work.
  virtual bool can_restore() const { return false; }
  virtual std::shared_ptr<const Memory> save() { return nullptr; }
  virtual void restore(const Memory&) {}

  /// Whether `serialize` and `deserialize` work: what is remembered can be written to a file.
  virtual bool can_serialize() const { return false; }
  virtual std::string serialize(const Memory&) { return {}; }
  virtual std::shared_ptr<const Memory> deserialize(std::string_view) { return nullptr; }
};

/// A port, parameter or configuration of a type that only steps.
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

/// Makes a type whose ports its configuration defines: `specialize` returns the type of one
/// component, the same object for the same configuration, or null after reporting what is wrong.
/// `configuration` are the ports with Role::Config that it reads.
ComponentType specialized_type(std::string name, std::string summary,
                               std::vector<StepperPort> configuration,
                               ComponentType::Specialize specialize);

}  // namespace hearth
