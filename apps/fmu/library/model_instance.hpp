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

/// A communication step that was made.
struct MadeStep {
  RunSnapshot before;          ///< the point at which it began
  std::vector<double> inputs;  ///< that were held over it
};

/// Everything that an instance remembers: a plain value.
struct InstanceState {
  Phase phase = Phase::Instantiated;
  double start_time = 0.0;  ///< s, the FMU's time at `start`
  Instant start{}, end{};   ///< of the period whose series are at hand
  std::vector<double> inputs, parameters;
  std::optional<RunSnapshot> point;  ///< once it is initialized
  std::optional<MadeStep> last;      ///< the last communication step
};

/// How a communication step ended.
struct StepResult {
  bool discarded = false;  ///< the step is not a whole number of the model's steps
  double reached = 0.0;    ///< s, the FMU's time
  std::string why{};       ///< it was discarded
};

/// One instance of an exported model, as FMI 2.0 and 3.0 both see it. Throws Error for what it
/// refuses and for runs that cannot continue.
class ModelInstance {
 public:
  explicit ModelInstance(std::shared_ptr<const LoadedModel> model);

  /// Chooses the FMU's time at which the run starts.
  void set_start_time(double time);
  /// Reads series; returns warnings.
  Diagnostics enter_initialization();
  void exit_initialization();
  void reset();

  void set(std::span<const Reference> references, const double* values);
  void get(std::span<const Reference> references, double* values);

  /// Returns the FMU's time at the last communication point, s.
  double time() const { return run_ ? time_of(std::max(run_->row(), 0L)) : start_time_; }
  /// Advances from `time` by `length`, both in s.
  StepResult step(double time, double length);

  /// Returns derivatives of outputs at the end of the last communication step with respect to
  /// inputs held over it (after initialization: of row 0), times the seed, by the tangent of a
  /// step. Stepwise engine only.
  std::vector<double> derivatives(std::span<const Reference> outputs,
                                  std::span<const Reference> inputs, std::span<const double> seed);

  InstanceState save();
  void restore(const InstanceState& state);
  std::string serialize(const InstanceState& state) const;
  /// InputError `fmi.state_mismatch` for bytes that this FMU did not write.
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
  double start_time_ = 0.0;  // s, the FMU's time at start_
  Instant start_;
  std::vector<double> inputs_, parameters_;
  std::vector<double> given_;  // inputs that the run has
  std::optional<MadeStep> last_;
  std::shared_ptr<const RunBasis> basis_;
  std::optional<Run> run_;
  std::vector<double> run_parameters_;  // with which the run was started
  bool changed_ = true;                 // a start value, since the run was started
};

}  // namespace hearth::fmu
