// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/fmu/library/loaded_model.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth::fmu {

using Reference = std::uint32_t;

enum class Phase { Instantiated, Initialization, Stepping };

/// A completed communication step.
struct MadeStep {
  RunSnapshot before;          ///< state at its beginning
  std::vector<double> inputs;  ///< values that were held over it
};

/// The complete state of an instance: a plain value.
struct InstanceState {
  Phase phase = Phase::Instantiated;
  double start_time = 0.0;  ///< s, time of the FMU at `start`
  Instant start{}, end{};   ///< of the period whose series are loaded
  std::vector<double> inputs, parameters;
  std::optional<RunSnapshot> point;  ///< set after initialization
  std::optional<MadeStep> last;      ///< the last communication step
};

/// The end of a communication step.
struct StepResult {
  bool discarded = false;  ///< true: the step is not a whole number of the model's steps
  double reached = 0.0;    ///< s, time of the FMU
  std::string why{};       ///< reason if it was discarded
};

/// One instance of an exported model, for FMI 2.0 and 3.0. Throws Error for invalid calls and for
/// runs that cannot continue.
class ModelInstance {
 public:
  explicit ModelInstance(std::shared_ptr<const LoadedModel> model);

  /// Sets the time of the FMU at which the run starts.
  void set_start_time(double time);
  /// Reads series; returns warnings.
  Diagnostics enter_initialization();
  void exit_initialization();
  /// Ends the run. Its values can still be read.
  void terminate() { terminated_ = true; }
  void reset();

  void set(std::span<const Reference> references, const double* values);
  void get(std::span<const Reference> references, double* values);

  /// Returns the time of the FMU at the last communication point, s.
  double time() const { return run_ ? time_of(std::max(run_->row(), 0L)) : start_time_; }
  /// Advances from `time` by `length`, both in s.
  StepResult step(double time, double length);

  /// Returns the derivatives of outputs at the end of the last communication step with respect to
  /// inputs held over that step, multiplied by the seed. After initialization, they are those of
  /// row 0. They are computed with the tangent of a step. For the stepwise engine only.
  std::vector<double> derivatives(std::span<const Reference> outputs,
                                  std::span<const Reference> inputs, std::span<const double> seed);

  InstanceState save();
  void restore(const InstanceState& state);
  std::string serialize(const InstanceState& state) const;
  /// Throws InputError `fmi.state_mismatch` for bytes that were not written by this FMU.
  InstanceState deserialize(std::string_view bytes) const;

 private:
  const FmuInterface& interface() const { return model_->interface(); }
  bool stepwise() const { return model_->plan().options.engine == Engine::Stepwise; }
  Duration model_step() const { return interface().period.step; }
  std::optional<std::size_t> input(Reference reference) const;
  std::optional<std::size_t> output(Reference reference) const;
  std::optional<std::size_t> parameter(Reference reference) const;
  [[noreturn]] void refuse(Reference reference, const std::string& problem) const;

  void set_one(Reference reference, double value);
  void set_parameter(std::size_t number, double value);
  double get_one(Reference reference);
  double parameter_value(std::size_t number);
  void make_run(Instant end);
  void start_run();
  void hand_over(const std::vector<double>& inputs);
  void extend(long row);
  std::optional<long> row_at(double time) const;
  double time_of(long row) const;
  std::string not_a_row(double time, double length) const;

  std::shared_ptr<const LoadedModel> model_;
  Phase phase_ = Phase::Instantiated;
  bool terminated_ = false;
  double start_time_ = 0.0;  // s, time of the FMU at start_
  Instant start_;
  std::vector<double> inputs_, parameters_;
  std::vector<double> given_;  // inputs that the run uses
  std::optional<MadeStep> last_;
  std::shared_ptr<const RunBasis> basis_;
  std::optional<Run> run_;
  std::vector<double> run_parameters_;  // parameters with which the run was started
  bool changed_ = true;                 // whether a start value changed since the run was started
};

}  // namespace hearth::fmu
