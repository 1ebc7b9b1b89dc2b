// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::fmi {
namespace {
constexpr int kHalvings = 10;
}

/// A state of an instance, which it keeps alive.
class FmuStepper::State final : public Stepper::Memory {
 public:
  State(std::shared_ptr<FmuInstance> instance, void* state)
      : instance_(std::move(instance)), state_(state) {}
  ~State() override { instance_->free_state(state_); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const FmuInstance* instance() const { return instance_.get(); }
  void* get() const { return state_; }

 private:
  std::shared_ptr<FmuInstance> instance_;
  void* state_;
};

FmuStepper::FmuStepper(std::shared_ptr<const Fmu> fmu, std::shared_ptr<const FmuPorts> ports,
                       std::string id)
    : fmu_(std::move(fmu)),
      ports_(std::move(ports)),
      id_(std::move(id)),
      instance_(instantiate(*fmu_, id_)) {}

FmuStepper::~FmuStepper() = default;

FmuInstance& FmuStepper::instance() const {
  instance_->require_callable();
  return *instance_;
}

/// Leaves alone what has its start value: an FMU need not be able to set it.
void FmuStepper::set_parameters(const double* parameters) {
  for (const VariableGroup& group : ports_->parameters) {
    VariableGroup changed{group.type, {}, {}, {}};
    for (std::size_t i = 0; i < group.positions.size(); ++i) {
      const std::size_t at = group.positions[i];
      if (parameters[at] == ports_->parameter_starts[at]) continue;
      changed.references.push_back(group.references[i]);
      changed.positions.push_back(at);
      changed.names.push_back(group.names[i]);
    }
    if (!changed.references.empty()) instance().set(changed, parameters);
  }
}

void FmuStepper::set_inputs(const double* inputs) {
  for (const VariableGroup& group : ports_->inputs) instance().set(group, inputs);
}

void FmuStepper::start(double time, const double* parameters, const double* inputs) {
  instance().begin(time);
  if (!fresh_) instance().reset();
  fresh_ = false;
  only_length_ = 0.0;
  instance().setup(time);
  set_parameters(parameters);
  instance().enter_initialization(time);
  set_inputs(inputs);
  instance().exit_initialization();
}

void FmuStepper::check_length(double length) {
  if (description().variable_step) return;
  if (only_length_ == 0.0) only_length_ = length;
  // Differences of times are exact to a few digits of the time.
  if (std::abs(length - only_length_) <= 1e-6 * only_length_) return;
  instance().fail("fmi.step_varies", "the FMU takes steps of one length only, and a step of " +
                                         number_text(length) + " s follows steps of " +
                                         number_text(only_length_) + " s");
}

void FmuStepper::step(double time, double length, const double* inputs) {
  instance().begin(time);
  check_length(length);
  set_inputs(inputs);
  advance(time, length, kHalvings);
}

bool FmuStepper::can_halve() const {
  // FMI 2 leaves a discarded step where it got to, FMI 3 where it began.
  return description().variable_step && (description().major == 3 || description().can_save);
}

void FmuStepper::advance(double time, double length, int halvings) {
  const double end = time + length;
  StepResult result = attempt(time, length);
  while (result.kind == StepResult::Kind::Early && result.reached > time && result.reached < end) {
    time = result.reached;
    result = attempt(time, end - time);
  }
  switch (result.kind) {
    case StepResult::Kind::Complete:
      return;
    case StepResult::Kind::Early:
      if (result.reached == end) return;
      instance().fail("fmi.failed", "a step to " + number_text(end) + " s ended at " +
                                        number_text(result.reached) + " s");
    case StepResult::Kind::Terminated:
      instance().fail("fmi.terminated",
                      "the FMU ends the simulation at " + number_text(result.reached) + " s");
    case StepResult::Kind::Discarded:
      break;
  }
  if (!can_halve() || halvings == 0) {
    instance().fail("fmi.discarded", "the FMU discards a step to " + number_text(end) +
                                         " s; it got to " + number_text(result.reached) +
                                         " s: shorten the step");
  }
  const double half = 0.5 * (end - time);
  advance(time, half, halvings - 1);
  advance(time + half, end - (time + half), halvings - 1);
}

/// Makes a step, or leaves the FMU where it was where that discards it.
StepResult FmuStepper::attempt(double time, double length) {
  instance().begin(time);
  const bool goes_back = can_halve() && description().major == 2;
  const std::shared_ptr<const Memory> before = goes_back ? save() : nullptr;
  const StepResult result = instance().do_step(time, length);
  if (before && result.kind == StepResult::Kind::Discarded) restore(*before);
  return result;
}

void FmuStepper::outputs(double* values) {
  for (const VariableGroup& group : ports_->outputs) instance().get(group, values);
}

std::shared_ptr<const Stepper::Memory> FmuStepper::save() {
  return std::make_shared<State>(instance_, instance().save_state());
}

const FmuStepper::State& FmuStepper::own(const Memory& memory) const {
  const auto* state = dynamic_cast<const State*>(&memory);
  if (state != nullptr && state->instance() == instance_.get()) return *state;
  throw InputError("fmi.state_mismatch", {.component = id_},
                   "a state of another instance cannot be restored here");
}

void FmuStepper::restore(const Memory& memory) {
  const State& state = own(memory);
  instance().restore_state(state.get());
  fresh_ = false;
  only_length_ = 0.0;
}

/// The token of the FMU, a line break, and the FMU's own bytes.
std::string FmuStepper::serialize(const Memory& memory) {
  return description().token + "\n" + instance().serialize(own(memory).get());
}

std::shared_ptr<const Stepper::Memory> FmuStepper::deserialize(std::string_view bytes) {
  const auto line = std::min(bytes.find('\n'), bytes.size());
  if (line == bytes.size() || bytes.substr(0, line) != description().token) {
    throw InputError("fmi.state_mismatch", {.file = fmu_->path().string(), .component = id_},
                     "the saved state is of another FMU, or of another version of it");
  }
  return std::make_shared<State>(instance_, instance().deserialize(bytes.substr(line + 1)));
}

}  // namespace hearth::fmi
