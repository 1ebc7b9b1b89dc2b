// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/components/fmi/internal/fmu.hpp"
#include "hearth/components/fmi/internal/fmu_journal.hpp"
#include "hearth/components/fmi/internal/package/variable_group.hpp"

namespace hearth::fmi {

/// How a step of an FMU ended.
struct StepResult {
  enum class Kind {
    Complete,
    Early,       ///< all is well until `reached`, before the end
    Discarded,   ///< the FMU refuses the step; it got to `reached`
    Terminated,  ///< the FMU wants the simulation to end
  };
  Kind kind = Kind::Complete;
  double reached = 0.0;  ///< s
};

/// One instance of an FMU, of either version of the standard. Order of calls: `setup`, `set` of
/// parameters, `enter_initialization`, `set` of inputs, `exit_initialization`, then `get`, `set`,
/// `do_step`; `reset` leads back to the beginning. What the FMU refuses is a SimulationError
/// `fmi.failed` or `fmi.fatal` with its own words; a number it cannot take `fmi.value_unfit`.
class FmuInstance {
 public:
  virtual ~FmuInstance();
  FmuInstance(const FmuInstance&) = delete;
  FmuInstance& operator=(const FmuInstance&) = delete;

  virtual void reset() = 0;
  virtual void setup(double start_time) = 0;
  virtual void enter_initialization(double start_time) = 0;
  virtual void exit_initialization() = 0;
  virtual void set(const VariableGroup& group, const double* values) = 0;
  virtual void get(const VariableGroup& group, double* values) = 0;
  virtual StepResult do_step(double time, double length) = 0;

  /// States belong to the instance; `free_state` ends their life.
  virtual void* save_state() = 0;
  virtual void restore_state(void* state) = 0;
  virtual void free_state(void* state) noexcept = 0;
  virtual std::string serialize(void* state) = 0;
  virtual void* deserialize(std::string_view bytes) = 0;

  /// Throws SimulationError `fmi.fatal` where an instance of the FMU failed fatally: nothing of it
  /// may be called any more.
  void require_callable() const;
  /// Announces calls at a time, which messages name.
  void begin(double time);
  /// Throws a SimulationError that names instance, time and what the FMU said.
  [[noreturn]] void fail(const char* code, const std::string& what) const;
  std::vector<std::string> warnings() const { return journal_.warnings(); }

 protected:
  FmuInstance(const Fmu& fmu, std::string id);

  FmuJournal& journal() { return journal_; }
  const std::string& id() const { return id_; }
  const FmuBinary& binary() const { return *binary_; }
  /// Whether the FMU may still be called at all.
  bool callable() const { return !binary_->corrupt; }
  /// Returns the declared log categories that explain failures (FMI 2.0.4: 2.2.4, FMI 3.0.1: 2.4).
  static std::vector<const char*> failure_categories(const ModelDescription& description);
  /// Throws where the status of a call is not Ok or Warning; both versions number them alike.
  void check(int status, std::string_view call) const;
  /// Returns the values of a group as the FMU holds them.
  template <class T>
  std::unique_ptr<T[]> gathered(const VariableGroup& group, const double* values) const {
    std::unique_ptr<T[]> buffer = buffer_for<T>(group);
    for (std::size_t i = 0; i < group.positions.size(); ++i) {
      const double value = values[group.positions[i]];
      const std::optional<T> fit = fitted<T>(value, group.type == ValueType::Boolean);
      if (!fit) refuse(group, i, value);
      buffer[i] = *fit;
    }
    return buffer;
  }

 private:
  [[noreturn]] void refuse(const VariableGroup& group, std::size_t i, double value) const;

  std::shared_ptr<FmuBinary> binary_;
  std::string id_;
  bool only_once_ = false;
  double time_ = 0.0;
  FmuJournal journal_;
};

/// Makes an instance. Throws as `Fmu::binary`, InputError `fmi.only_once`, and SimulationError
/// `fmi.instantiation_failed`.
std::shared_ptr<FmuInstance> instantiate(const Fmu& fmu, const std::string& id);

}  // namespace hearth::fmi
