// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu_stepper.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "hearth/components/fmi/internal/instance/endings.hpp"
#include "hearth/components/fmi/internal/instance/local_instance.hpp"
#include "hearth/components/fmi/internal/process/host_process.hpp"
#include "hearth/components/fmi/internal/process/remote_instance.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {
std::atomic<FmuProcess> standard_process{FmuProcess::Auto};
}

void set_fmu_process(FmuProcess process) { standard_process = process; }

Diagnostics take_fmu_endings() {
  Diagnostics found;
  for (const fmi::Ending& ending : fmi::take_endings()) {
    found.warning("fmi.warning", {.component = ending.id}, ending.what);
  }
  return found;
}

void end_after_fmu_crash(int code) {
  if (!fmi::process_is_damaged()) return;
  fmi::ScratchFolder::remove_all();
  std::fflush(nullptr);
  std::_Exit(code);
}

namespace fmi {
namespace {

constexpr int kHalvings = 10;
constexpr double kNever = std::numeric_limits<double>::infinity();
/// The time of a state that an earlier run has written, s: after any time of this run.
constexpr double kWritten = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostTaken = 32'000'000;  // numbers kept for steps since the start: 256 MB

/// Returns whether the code of an FMU runs in a separate process.
bool runs_apart(const Fmu& fmu, FmuProcess wanted) {
  if (wanted != FmuProcess::Auto) return wanted == FmuProcess::Own;
  const bool better = standard_process == FmuProcess::Own || !fmu.fits_into_process() ||
                      fmu.description().only_once_per_process;
  return better && standard_process != FmuProcess::Shared && !find_fmu_host().empty();
}

}  // namespace

/// A state of an instance, which it keeps alive, and the parameters with which it was saved.
class FmuStepper::State final : public Stepper::Memory {
 public:
  State(std::shared_ptr<FmuInstance> instance, void* state, double time, double next_event,
        std::vector<double> parameters)
      : instance_(std::move(instance)),
        state_(state),
        time_(time),
        next_event_(next_event),
        parameters_(std::move(parameters)) {}
  ~State() override { instance_->free_state(state_); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const FmuInstance* instance() const { return instance_.get(); }
  void* get() const { return state_; }
  double time() const { return time_; }
  double next_event() const { return next_event_; }
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  std::shared_ptr<FmuInstance> instance_;
  void* state_;
  double time_;        // s
  double next_event_;  // s, of the FMU's time
  std::vector<double> parameters_;
};

FmuStepper::FmuStepper(std::shared_ptr<const Fmu> fmu, std::shared_ptr<const FmuPorts> ports,
                       std::string id, const FmuSettings& settings)
    : fmu_(std::move(fmu)),
      ports_(std::move(ports)),
      id_(std::move(id)),
      settings_(settings),
      apart_(runs_apart(*fmu_, settings.process)),
      instance_(make_instance()),
      offset_(settings.start_time) {
  if (description().model_exchange) {
    integrator_ =
        std::make_unique<FmuIntegrator>(id_, settings_.tolerance, description().completes_steps);
  }
  experiment_.start_time = offset_;
  if (settings_.tolerance > 0.0) experiment_.tolerance = settings_.tolerance;
}

FmuStepper::~FmuStepper() {
  if (instance_ && instance_->callable())
    instance_->begin(now_);  // messages of its end name this time
}

std::shared_ptr<FmuInstance> FmuStepper::make_instance() {
  if (apart_) return instantiate_apart(*fmu_, id_);
  if (!fmu_->loaded()) check_loading(*fmu_);
  return instantiate_here({fmu_->binary(), description(), fmu_->path().string()}, id_);
}

FmuInstance& FmuStepper::instance() const {
  instance_->require_callable();
  return *instance_;
}

void FmuStepper::announce(const RunSpan& span) {
  into_year_ = seconds(span.origin - span.year);
  offset_ = settings_.year ? seconds(span.origin - span.year) : settings_.start_time;
  experiment_.start_time = offset_;
  experiment_.stop_time.reset();
  if (tells_stop_time() && span.end) {
    experiment_.stop_time = offset_ + seconds(*span.end - span.origin);
  }
}

void FmuStepper::set_initial(const double* outputs) {
  initial_.assign(outputs, outputs + ports_->output_starts.size());
}

void FmuStepper::set_changed(const std::vector<VariableGroup>& groups,
                             const std::vector<double>& standard,
                             const std::vector<double>& values) {
  for (const VariableGroup& group : groups) {
    const auto differs = [&](std::size_t at) { return values[at] != standard[at]; };
    if (group.references.size() != group.positions.size()) {  // an array is set as a whole
      if (std::any_of(group.positions.begin(), group.positions.end(), differs)) {
        instance().set(group, values.data());
      }
      continue;
    }
    VariableGroup changed{group.type, {}, {}, {}};
    for (std::size_t i = 0; i < group.positions.size(); ++i) {
      if (!differs(group.positions[i])) continue;
      changed.references.push_back(group.references[i]);
      changed.positions.push_back(group.positions[i]);
      changed.names.push_back(group.names[i]);
    }
    if (!changed.references.empty()) instance().set(changed, values.data());
  }
}

bool FmuStepper::changed(const VariableGroup& group, const double* inputs) const {
  const auto differs = [&](std::size_t at) {
    return std::memcmp(&inputs[at], &inputs_[at], sizeof(double)) != 0;
  };
  return inputs_.empty() || std::any_of(group.positions.begin(), group.positions.end(), differs);
}

/// Passes the groups with a changed value to the FMU.
void FmuStepper::set_inputs(const double* inputs) {
  for (const VariableGroup& group : ports_->inputs) {
    if (changed(group, inputs)) instance().set(group, inputs);
  }
  std::size_t count = 0;
  for (const VariableGroup& group : ports_->inputs) count += group.positions.size();
  inputs_.assign(inputs, inputs + count);
}

/// Passes the inputs of a step to the FMU; with model exchange their jump is an event.
void FmuStepper::take_inputs(double time, const double* inputs) {
  const bool any = std::any_of(ports_->inputs.begin(), ports_->inputs.end(),
                               [&](const VariableGroup& group) { return changed(group, inputs); });
  const bool event = integrator_ && any;
  if (event) integrator_->open(instance());
  set_inputs(inputs);
  if (event && integrator_->begin(instance(), offset_ + time)) {
    throw SimulationError("simulation.ended", {.component = id_},
                          "the FMU ends the simulation at " + number_text(time) + " s");
  }
}

/// Starts again; an FMU that cannot be reset is instantiated again.
void FmuStepper::begin_anew() {
  if (apart_ && !instance_->callable()) {  // its process ended; another one can be started
    instance_ = make_instance();
    fresh_ = true;
  }
  if (!fresh_) {
    try {
      instance().reset();
    } catch (const SimulationError& error) {
      if (error.code() != "fmi.failed") throw;
      instance_.reset();
      instance_ = make_instance();
    }
  }
  fresh_ = false;
  inputs_.clear();
  ended_.clear();
  only_length_ = 0.0;
  continued_ = false;
}

void FmuStepper::initialize(double time, const double* inputs) {
  begin_anew();
  instance().begin(time);
  for (const VariableGroup& group : ports_->structure) {
    instance().configure(group, ports_->sizes.data());
  }
  Experiment experiment = experiment_;
  experiment.start_time = offset_ + time;
  instance().setup(experiment);
  set_changed(ports_->parameters, ports_->parameter_starts, parameters_);
  if (!ports_->strings.empty()) instance().set_strings(ports_->string_references, ports_->strings);
  if (!initial_.empty()) set_changed(ports_->starts, ports_->output_starts, initial_);
  instance().enter_initialization(experiment);
  set_inputs(inputs);
  instance().exit_initialization();
  if (integrator_) {
    integrator_->resume(kNever);
    if (integrator_->begin(instance(), offset_ + time)) {
      ended_ = "the FMU ends the simulation at " + number_text(time) + " s";
    }
  }
  now_ = time;
}

void FmuStepper::start(double time, const double* parameters, const double* inputs) {
  parameters_.assign(parameters, parameters + ports_->parameter_starts.size());
  initialize(time, inputs);
  start_ = time;
  start_inputs_ = inputs_;
  taken_.clear();
  taken_inputs_.clear();
  discards_ = false;
}

void FmuStepper::resume(const double* parameters) {
  for (const VariableGroup& group : ports_->parameters) {
    for (std::size_t i = 0; i < group.positions.size(); ++i) {
      const std::size_t at = group.positions[i];
      if (parameters[at] == parameters_[at] || ports_->tunable[at]) continue;
      throw SimulationError(
          "fmi.parameter_fixed", {.component = id_, .port = group.names[i]},
          "was " + number_text(parameters_[at]) + " in the saved state and cannot become " +
              number_text(parameters[at]) +
              " now: the FMU reads it at the start only; run from the start instead");
    }
  }
  const std::vector<double> before = parameters_;
  parameters_.assign(parameters, parameters + before.size());
  if (parameters_ == before) return;
  if (integrator_) integrator_->open(instance());
  set_changed(ports_->parameters, before, parameters_);
  if (!integrator_) return;
  const EventsHandled handled = instance().finish_events();
  if (handled.terminate) {
    throw SimulationError("simulation.ended", {.component = id_},
                          "the FMU ends the simulation after a change of its parameters");
  }
  integrator_->resume(handled.next_time.value_or(kNever));
}

void FmuStepper::check_length(double length) {
  if (description().variable_step) return;
  if (only_length_ == 0.0) only_length_ = length;
  // Differences of times are exact only to a few digits of the time.
  if (std::abs(length - only_length_) <= 1e-6 * only_length_) return;
  instance().fail("fmi.step_varies", "the FMU supports steps of one length only, but a step of " +
                                         number_text(length) + " s follows steps of " +
                                         number_text(only_length_) + " s");
}

void FmuStepper::step(double time, double length, const double* inputs) {
  instance().begin(time);
  check_length(length);
  take_inputs(time, inputs);
  note_step(time, length, inputs);
  try {
    advance(time, length, kHalvings);
  } catch (const SimulationError& error) {
    if (!continued_ || !tells_stop_time()) throw;
    fail_continued(error);
  }
  now_ = time + length;
}

void FmuStepper::fail_continued(const SimulationError& error) const {
  const Diagnostic& first = error.diagnostics().items().front();
  std::string message = first.message;
  if (first.code == "fmi.failed" || first.code == "fmi.discarded") {
    message +=
        "; if it refuses to continue beyond the end of the run that saved the state, repeat that "
        "run with \"stopTime\": false in the configuration of the component";
  }
  throw SimulationError(first.code, first.where, message);
}

bool FmuStepper::can_halve() const {
  // After a discarded step, FMI 2 stays at the time reached, FMI 3 at the start of the step.
  return !integrator_ && description().variable_step &&
         (description().major == 3 || description().can_save);
}

/// Keeps the data needed to step again from the start.
void FmuStepper::note_step(double time, double length, const double* inputs) {
  if (discards_ || description().major != 2 || !can_halve()) return;
  taken_.push_back({time, length});
  taken_inputs_.insert(taken_inputs_.end(), inputs, inputs + inputs_.size());
  if (taken_inputs_.size() + 2 * taken_.size() <= kMostTaken) return;
  discards_ = true;  // from now on it is saved before each step instead
  taken_ = {};
  taken_inputs_ = {};
}

/// Brings the FMU back to the start of the step that it discarded.
void FmuStepper::step_again_from_start() {
  discards_ = true;
  const std::vector<Taken> taken = std::exchange(taken_, {});
  const std::vector<double> inputs = std::exchange(taken_inputs_, {});
  const std::size_t width = start_inputs_.size();
  const std::vector<double> first = start_inputs_;
  initialize(start_, first.data());
  for (std::size_t k = 0; k < taken.size(); ++k) {
    instance().begin(taken[k].time);
    set_inputs(inputs.data() + k * width);
    if (k + 1 == taken.size()) return;
    advance(taken[k].time, taken[k].length, kHalvings);
  }
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
      ended_ = "the FMU ends the simulation at " + number_text(result.reached) + " s";
      // A point between two communication points has no row.
      if (end - result.reached > 1e-9 * std::max(std::abs(end), 1.0)) {
        throw SimulationError("simulation.ended", {.component = id_}, ended_);
      }
      return;
    case StepResult::Kind::Discarded:
      break;
  }
  if (!can_halve() || halvings == 0) {
    instance().fail("fmi.discarded", "the FMU discards a step to " + number_text(end) +
                                         " s; it reached " + number_text(result.reached) +
                                         " s: shorten the step");
  }
  const double half = 0.5 * (end - time);
  advance(time, half, halvings - 1);
  advance(time + half, end - (time + half), halvings - 1);
}

bool FmuStepper::may_go_back(double time) const {
  return std::any_of(memories_.begin(), memories_.end(), [time](const auto& weak) {
    const std::shared_ptr<const State> memory = weak.lock();
    return memory && memory->time() < time;
  });
}

/// Takes a step; leaves the FMU unchanged if it discards the step.
StepResult FmuStepper::attempt(double time, double length) {
  instance().begin(time);
  const bool saved = saves_each_step();
  const std::shared_ptr<const Memory> before =
      saved ? keep(instance().save_state(), time, kNever, parameters_) : nullptr;
  StepResult result =
      integrator_ ? integrator_->advance(instance(), offset_ + time, length, may_go_back(time))
                  : instance().do_step(offset_ + time, length, may_go_back(time));
  result.reached -= offset_;
  if (result.kind != StepResult::Kind::Discarded) return result;
  if (before) {
    restore(*before);
  } else if (description().major == 2 && can_halve()) {
    step_again_from_start();
  }
  return result;
}

void FmuStepper::outputs(double* values) {
  for (const VariableGroup& group : ports_->outputs) instance().get(group, values);
}

Diagnostics FmuStepper::warnings() const {
  Diagnostics found;
  if (into_year_ != 0.0 && !settings_.start_given) {
    found.warning("fmi.start_time", {.component = id_},
                  "time 0 of the FMU is the start of the run, which is " +
                      number_text(into_year_ / 86400.0) +
                      " days after 1 January: if it contains its own weather or calendar, set the "
                      "configuration \"startTime\": \"year\"; otherwise set it to 0");
  }
  try {
    for (const std::string& text : instance_->warnings()) {
      found.warning("fmi.warning", {.component = id_}, text);
    }
  } catch (const Error&) {  // its process ended
  }
  return found;
}

std::shared_ptr<const FmuStepper::State> FmuStepper::keep(void* state, double time, double next,
                                                          std::vector<double> parameters) {
  auto kept = std::make_shared<const State>(instance_, state, time, next, std::move(parameters));
  std::erase_if(memories_, [](const auto& weak) { return weak.expired(); });
  memories_.push_back(kept);
  return kept;
}

std::shared_ptr<const Stepper::Memory> FmuStepper::save() {
  const double next = integrator_ ? integrator_->next_event() : kNever;
  const std::shared_ptr<const Memory> kept = keep(instance().save_state(), now_, next, parameters_);
  // The continued run restarts its integrator too, so this run does the same to be repeatable.
  if (integrator_) {
    integrator_->resume(next);
    inputs_.clear();
  }
  return kept;
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
  parameters_ = state.parameters();
  if (integrator_) integrator_->resume(state.next_event());
  inputs_.clear();
  ended_.clear();
  fresh_ = false;
  only_length_ = 0.0;
  continued_ = state.time() == kWritten;
  discards_ = true;  // the steps since the start are no longer known
}

/// Format: the token of the FMU, a line break, the number of parameters, a line break, their bytes,
/// with model exchange the bytes of the time of the next time event, and the FMU's own bytes.
std::string FmuStepper::serialize(const Memory& memory) {
  const State& state = own(memory);
  std::string bytes = description().token + "\n" + std::to_string(state.parameters().size()) + "\n";
  bytes.append(reinterpret_cast<const char*>(state.parameters().data()),
               state.parameters().size() * sizeof(double));
  if (integrator_) {
    const double next = state.next_event();
    bytes.append(reinterpret_cast<const char*>(&next), sizeof next);
  }
  return bytes + instance().serialize(state.get());
}

std::shared_ptr<const Stepper::Memory> FmuStepper::deserialize(std::string_view bytes) {
  const std::string head =
      description().token + "\n" + std::to_string(ports_->parameter_starts.size()) + "\n";
  const std::size_t size = ports_->parameter_starts.size() * sizeof(double);
  double next = kNever;
  const std::size_t next_size = integrator_ ? sizeof next : 0;
  if (!bytes.starts_with(head) || bytes.size() - head.size() < size + next_size) {
    throw InputError("fmi.state_mismatch", {.file = fmu_->path().string(), .component = id_},
                     "the saved state belongs to another FMU, or to another version of it");
  }
  bytes.remove_prefix(head.size());
  std::vector<double> parameters(ports_->parameter_starts.size());
  if (size > 0) std::memcpy(parameters.data(), bytes.data(), size);
  bytes.remove_prefix(size);
  if (next_size > 0) std::memcpy(&next, bytes.data(), next_size);
  bytes.remove_prefix(next_size);
  return keep(instance().deserialize(bytes), kWritten, next, std::move(parameters));
}

}  // namespace fmi
}  // namespace hearth
