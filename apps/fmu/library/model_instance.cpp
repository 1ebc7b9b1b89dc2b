// SPDX-License-Identifier: MIT
#include "hearth/apps/fmu/library/model_instance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/tangent/sensitivities.hpp"

namespace hearth::fmu {
namespace {

RunSettings quiet_settings() {
  RunSettings settings;
  settings.balance = false;
  return settings;
}

std::vector<double> starts_of(const std::vector<SettableVariable>& variables) {
  std::vector<double> starts;
  for (const SettableVariable& variable : variables) starts.push_back(variable.start);
  return starts;
}

}  // namespace

ModelInstance::ModelInstance(std::shared_ptr<const LoadedModel> model)
    : model_(std::move(model)), start_(interface().period.start) {
  reset();
}

void ModelInstance::reset() {
  phase_ = Phase::Instantiated;
  terminated_ = false;
  start_time_ = 0.0;
  inputs_ = starts_of(interface().inputs);
  parameters_ = starts_of(interface().parameters);
  last_.reset();
  changed_ = true;
}

// ---- variables ----------------------------------------------------------------------------------

std::optional<std::size_t> ModelInstance::input(Reference reference) const {
  if (reference < 1 || reference >= interface().first_output()) return std::nullopt;
  return reference - 1;
}

std::optional<std::size_t> ModelInstance::output(Reference reference) const {
  const std::size_t first = interface().first_output();
  if (reference < first || reference >= interface().first_parameter()) return std::nullopt;
  return reference - first;
}

std::optional<std::size_t> ModelInstance::parameter(Reference reference) const {
  const std::size_t first = interface().first_parameter();
  if (reference < first || reference >= first + interface().parameters.size()) return std::nullopt;
  return reference - first;
}

void ModelInstance::refuse(Reference reference, const std::string& problem) const {
  std::string name = "value reference " + std::to_string(reference);
  if (const auto i = input(reference)) name = interface().inputs[*i].name;
  if (const auto i = output(reference)) name = interface().outputs[*i];
  if (const auto i = parameter(reference)) name = interface().parameters[*i].name;
  throw InputError("fmi.call", {.pointer = name}, problem);
}

void ModelInstance::set(std::span<const Reference> references, const double* values) {
  for (std::size_t i = 0; i < references.size(); ++i) set_one(references[i], values[i]);
}

void ModelInstance::set_one(Reference reference, double value) {
  if (!std::isfinite(value)) refuse(reference, "the value must be a finite number");
  if (const auto number = parameter(reference)) return set_parameter(*number, value);
  const auto number = input(reference);
  if (!number) refuse(reference, "only inputs and parameters can be set");
  inputs_[*number] = value;
  if (phase_ != Phase::Stepping) changed_ = true;
}

void ModelInstance::set_parameter(std::size_t number, double value) {
  if (value == parameters_[number]) return;
  const auto reference = static_cast<Reference>(interface().first_parameter() + number);
  if (phase_ == Phase::Stepping) {
    refuse(reference, "a fixed parameter can be set only before the end of the initialization");
  }
  checked_number(model_->parameter(number), {value, std::nullopt},
                 {.pointer = interface().parameters[number].name});
  parameters_[number] = value;
  changed_ = true;
}

void ModelInstance::get(std::span<const Reference> references, double* values) {
  for (std::size_t i = 0; i < references.size(); ++i) values[i] = get_one(references[i]);
}

double ModelInstance::get_one(Reference reference) {
  if (const auto number = input(reference)) return inputs_[*number];
  if (phase_ == Phase::Instantiated) {
    if (const auto number = parameter(reference)) return parameters_[*number];
    refuse(reference, "outputs can be read only after the initialization has begun");
  }
  if (changed_) start_run();
  if (const auto number = parameter(reference)) return parameter_value(*number);
  const auto number = output(reference);
  if (!number) refuse(reference, "the FMU has no such variable");
  return run_->value(model_->output_cell(*number));
}

/// A parameter that is computed from others changes with them.
double ModelInstance::parameter_value(std::size_t number) {
  if (parameters_[number] != interface().parameters[number].start) return parameters_[number];
  const int cell = model_->parameter(number).cells.front();
  return stepwise() ? run_->stepwise()->state().cells[cell]
                    : run_->continuous()->state().cells[cell];
}

// ---- the course ---------------------------------------------------------------------------------

void ModelInstance::set_start_time(double time) {
  if (phase_ != Phase::Instantiated) {
    throw InputError("fmi.call", {}, "the start time must be set before the initialization");
  }
  if (!std::isfinite(time)) {
    throw InputError("fmi.call", {}, "the start time must be a finite number of seconds");
  }
  start_time_ = time;
  start_ = interface().period.start;
  if (!interface().year) return;
  const double since = 1000.0 * time;
  if (!(std::abs(since) < 1e15)) {
    throw InputError("fmi.call", {}, "the start time must be a number of seconds within the year");
  }
  start_ = interface().year_start + Duration(std::llround(since));
}

Diagnostics ModelInstance::enter_initialization() {
  if (phase_ != Phase::Instantiated) {
    throw InputError("fmi.call", {}, "the instance is already initialized; reset it first");
  }
  if (interface().year) set_start_time(start_time_);
  const Period& period = interface().period;
  make_run(start_ + std::max(period.end - period.start, period.step));
  phase_ = Phase::Initialization;
  return basis_->inputs().diagnostics;
}

void ModelInstance::make_run(Instant end) {
  basis_ = model_->basis(start_, end);
  run_.emplace(basis_, quiet_settings());
  run_->record({});
  run_->observe([](long) {});
  changed_ = true;
}

/// Computes row 0 with the start values.
void ModelInstance::start_run() {
  run_->reset();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SettableVariable& parameter = interface().parameters[i];
    if (parameters_[i] != parameter.start) run_->set(parameter.name, parameters_[i]);
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    run_->set(interface().inputs[i].name, inputs_[i]);
  }
  run_->start();
  run_->advance_rows(0);
  run_parameters_ = parameters_;
  given_ = inputs_;
  changed_ = false;
}

void ModelInstance::exit_initialization() {
  if (phase_ != Phase::Initialization) {
    throw InputError("fmi.call", {}, "the initialization must be entered before it can be left");
  }
  if (changed_) start_run();
  phase_ = Phase::Stepping;
}

/// Sets the inputs that changed in the run.
void ModelInstance::hand_over(const std::vector<double>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == given_[i]) continue;
    const int cell = model_->input_cell(i);
    if (stepwise()) {
      run_->stepwise()->set_input(cell, inputs[i]);
    } else {
      run_->continuous()->set_input(cell, inputs[i]);
    }
  }
  given_ = inputs;
}

double ModelInstance::time_of(long row) const { return start_time_ + seconds(row * model_step()); }

/// Returns the row at a time of the FMU; nothing between two rows. Times of importers are sums with
/// rounding errors.
std::optional<long> ModelInstance::row_at(double time) const {
  const double step = seconds(model_step());
  const double rows = (time - start_time_) / step;
  const double row = std::nearbyint(rows);
  const double rounding = 16.0 * std::numeric_limits<double>::epsilon() * std::abs(time);
  if (!(std::abs(rows - row) * step <= std::max(1e-6 * step, rounding))) return std::nullopt;
  return static_cast<long>(row);
}

std::string ModelInstance::not_a_row(double time, double length) const {
  return "a communication step of " + number_text(length) + " s from " + number_text(time) +
         " s is not a whole number of steps of the model, which are " +
         number_text(seconds(model_step())) +
         " s long: use a multiple of them, or export the model with a shorter --step";
}

StepResult ModelInstance::step(double time, double length) {
  if (phase_ != Phase::Stepping) {
    throw InputError("fmi.call", {}, "the instance must be initialized before a step");
  }
  if (terminated_) {
    throw InputError("fmi.call", {}, "the instance is terminated; reset it before another step");
  }
  if (row_at(time) != run_->row()) {
    throw InputError("fmi.call", {},
                     "a step from " + number_text(time) +
                         " s does not begin at the end of the previous step, " +
                         number_text(time_of(run_->row())) + " s");
  }
  if (length == 0.0) return {.reached = time};
  const std::optional<long> row = row_at(time + length);
  if (!row || *row <= run_->row()) {
    return {.discarded = true, .reached = time, .why = not_a_row(time, length)};
  }
  extend(*row);
  // The continuous engine restarts its integrator here, so that a step does not depend on whether
  // the previous point was saved.
  last_ = MadeStep{run_->snapshot(), inputs_};
  hand_over(inputs_);
  run_->advance_rows(*row);
  return {.reached = time_of(*row)};
}

/// Extends the period to a row by reading the series again over twice the time.
void ModelInstance::extend(long row) {
  const Period& period = run_->inputs().period;
  if (row <= period.step_count()) return;
  const RunSnapshot point = run_->snapshot();
  const std::vector<double> inputs = std::exchange(inputs_, given_);
  const Instant needed = start_ + row * period.step;
  const Instant ample = std::max(needed, period.end + (period.end - start_));
  try {
    make_run(ample);
  } catch (const InputError&) {  // the data end before that time
    make_run(needed);
  }
  start_run();
  run_->restore(point);
  inputs_ = inputs;
}

// ---- derivatives --------------------------------------------------------------------------------

std::vector<double> ModelInstance::derivatives(std::span<const Reference> outputs,
                                               std::span<const Reference> inputs,
                                               std::span<const double> seed) {
  if (!stepwise()) {
    throw InputError("fmi.call", {}, "derivatives are not available with the continuous engine");
  }
  if (phase_ == Phase::Instantiated) {
    throw InputError("fmi.call", {},
                     "derivatives are available only after the initialization has begun");
  }
  if (changed_) start_run();
  std::vector<double> weights(inputs_.size(), 0.0);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto number = input(inputs[i]);
    if (!number) refuse(inputs[i], "derivatives are available with respect to inputs only");
    weights[*number] += seed[i];
  }
  std::vector<int> cells;
  for (const Reference reference : outputs) {
    const auto number = output(reference);
    if (!number) refuse(reference, "derivatives are available for outputs only");
    cells.push_back(model_->output_cell(*number));
  }

  Direction direction;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] != 0.0) direction.emplace_back(model_->input_cell(i), weights[i]);
  }
  std::vector<double> found(cells.size(), 0.0);
  if (direction.empty()) return found;
  const ConfigObjects<Jet8> jets(model_->plan(), basis_->inputs());
  Simulation<double> simulation(basis_->objects());
  simulation.copy_parameters(*run_->stepwise());
  const std::vector<double>& held = last_ ? last_->inputs : inputs_;
  for (std::size_t i = 0; i < held.size(); ++i) {
    simulation.set_input(model_->input_cell(i), held[i]);
  }
  Sensitivities tangent(simulation, jets, {direction}, cells);
  if (!last_) {
    tangent.initialize();
  } else {
    simulation.initialize();
    simulation.restore(std::get<Snapshot<double>>(last_->before.state));
    tangent.begin();
    for (std::size_t i = 0; i < held.size(); ++i) {
      tangent.set_input(model_->input_cell(i), held[i], std::span(&weights[i], 1));
    }
    for (long row = last_->before.row; row < run_->row(); ++row) tangent.step();
  }
  for (std::size_t i = 0; i < cells.size(); ++i) found[i] = tangent.of(cells[i], 0);
  return found;
}

// ---- states -------------------------------------------------------------------------------------

InstanceState ModelInstance::save() {
  InstanceState state{phase_, start_time_, start_, {}, inputs_, parameters_, {}, {}};
  if (phase_ == Phase::Instantiated) return state;
  state.end = run_->inputs().period.end;
  if (phase_ == Phase::Initialization) return state;
  state.point = run_->snapshot();
  state.last = last_;
  // Inputs that were set at this point take effect in the next step; the cells contain the previous
  // ones.
  state.inputs = inputs_;
  return state;
}

void ModelInstance::restore(const InstanceState& state) {
  const bool same = run_ && !changed_ && start_ == state.start &&
                    run_->inputs().period.end >= state.end && run_parameters_ == state.parameters;
  phase_ = state.phase;
  terminated_ = false;
  start_time_ = state.start_time;
  start_ = state.start;
  parameters_ = state.parameters;
  inputs_ = state.inputs;
  last_ = state.last;
  if (phase_ == Phase::Instantiated) {
    changed_ = true;
    return;
  }
  if (!same) make_run(state.end);
  if (phase_ == Phase::Initialization) {
    changed_ = true;
    return;
  }
  if (!same) start_run();
  run_->restore(*state.point);
  // Reads the inputs from their cells.
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const int cell = model_->input_cell(i);
    given_[i] = stepwise() ? run_->stepwise()->value(cell) : run_->continuous()->value(cell);
  }
}

}  // namespace hearth::fmu
