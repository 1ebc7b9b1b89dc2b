// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/stepper_instance.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <limits>
#include <utility>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/scalar/trace.hpp"

namespace hearth {
namespace {

/// The functions of every type with steppers: outputs are held values, samples are steps.
template <class T>
struct SteppingOps {
  static void construct(const Slot&, T*) {}  // plain cells, no role objects
  static void prepare(const Slot&, T*, std::uint64_t) {}

  static void outputs(const Slot* slots, int n, const Frame<T>& frame) {
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < slots[i].out_count; ++k) {
        frame.cells[slots[i].out + k] = frame.cells[slots[i].held + k];
      }
    }
  }

  static void arrive(const Slot& slot, const Frame<T>& frame) {
    if constexpr (std::is_same_v<T, double>) {
      for (int k = 0; k < slot.in_count; ++k) {
        frame.scratch[k] = frame.cells[frame.in[slot.in + k]];
      }
      frame.steppers[slot.stepper].arrive(frame.end, frame.cells + slot.parameter, frame.scratch,
                                          frame.cells + slot.held);
    }
  }
  static void update(const Slot* slots, int n, const Frame<T>& frame) {
    for (int i = 0; i < n; ++i) arrive(slots[i], frame);
  }

  static void events(const Slot* slots, int n, const Frame<T>& frame) {
    for (int i = 0; i < n; ++i) start(slots[i], frame);
  }
  static void start(const Slot& slot, const Frame<T>& frame) {
    if constexpr (std::is_same_v<T, double>) {
      if (!frame.steppers[slot.stepper].started()) arrive(slot, frame);
    }
  }

  static void step(const Slot* slots, int n, const Frame<T>& frame) {
    for (int i = 0; i < n; ++i) {
      if (communicates(slots[i], frame)) arrive(slots[i], frame);
    }
    outputs(slots, n, frame);
  }
  /// Returns whether the end of the step is a communication point.
  static bool communicates(const Slot& slot, const Frame<T>& frame) {
    // Without its own clock it communicates at the end of every part of a step.
    const bool own_clock = slot.period != frame.step_ms || slot.offset != 0 ||
                           slot.end != std::numeric_limits<std::int64_t>::max();
    if (!own_clock) return true;
    const std::int64_t since = frame.end_ms - slot.offset;
    return since >= 0 && since % slot.period == 0 && frame.end_ms <= slot.end;
  }

  static void derivatives(const Slot&, const Frame<T>&, T*) {}
  static void guards(const Slot&, const Frame<T>&, T*) {}
  static void fire(const Slot&, const Frame<T>&, T*) {}
  static void* make_config(const std::vector<ResolvedConfig>&) { return nullptr; }
  static void free_config(void*) {}

  static Ops<T> ops() {
    return {&construct, &prepare, &outputs, &events,      &step,       &derivatives,
            &update,    &guards,  &fire,    &make_config, &free_config};
  }
};

/// Data to which the views of a schema made at run time refer.
struct Storage {
  std::string summary;
  std::deque<std::string> texts;
  std::deque<std::vector<std::string_view>> words;
  std::vector<Field> fields;

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

Field field_of(StepperPort& port, Storage& storage) {
  Field field;
  field.role = port.role;
  field.name = storage.keep(std::move(port.name));
  field.unit = port.unit;
  field.range = port.range;
  field.doc = storage.keep(std::move(port.doc));
  field.has_default = port.open;
  field.boolean = port.boolean;
  if (port.role == Role::Config) field.kind = port.kind;
  field.words = storage.words.emplace_back(std::move(port.words));
  return field;
}

void number_members(std::vector<Field>& fields) {
  int next[8] = {};
  for (Field& field : fields) field.member = next[static_cast<std::size_t>(field.role)]++;
}

ComponentType described(std::string name, std::string summary, std::vector<StepperPort> ports) {
  auto storage = std::make_shared<Storage>();
  storage->summary = std::move(summary);
  std::stable_sort(ports.begin(), ports.end(),
                   [](const StepperPort& a, const StepperPort& b) { return a.role < b.role; });
  for (StepperPort& port : ports) storage->fields.push_back(field_of(port, *storage));
  const std::size_t count = storage->fields.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (storage->fields[i].role != Role::Output) continue;
    Field held = storage->fields[i];
    held.role = Role::Held;
    held.own_start = !ports[i].settable;
    storage->fields.push_back(held);
  }
  number_members(storage->fields);
  ComponentType type;
  type.name = std::move(name);
  type.schema = SchemaView(storage->summary, storage->fields);
  type.traits.has_outputs = type.traits.has_update = true;
  type.plain = SteppingOps<double>::ops();
  type.jet = SteppingOps<Jet8>::ops();
  type.trace = SteppingOps<Trace>::ops();
  type.storage = std::move(storage);
  return type;
}

}  // namespace

ComponentType stepping_type(std::string name, std::string summary, std::vector<StepperPort> ports,
                            std::function<std::unique_ptr<Stepper>(const std::string&)> make) {
  ComponentType type = described(std::move(name), std::move(summary), std::move(ports));
  type.make_stepper = std::move(make);
  return type;
}

ComponentType specialized_type(std::string name, std::string summary,
                               std::vector<StepperPort> configuration,
                               ComponentType::Specialize specialize) {
  ComponentType type = described(std::move(name), std::move(summary), std::move(configuration));
  type.specialize = std::move(specialize);
  return type;
}

void SteppingInstance::arrive(double time, const double* parameters, const double* inputs,
                              double* outputs) {
  if (!started_) {
    stepper_->set_initial(outputs);
    stepper_->start(time, parameters, inputs);
  } else if (time > time_) {
    if (const std::string end = stepper_->ended(); !end.empty()) {
      throw SimulationError("simulation.ended", {.component = id_}, end);
    }
    if (loaded_) stepper_->resume(parameters);
    stepper_->step(time_, time - time_, inputs);
  } else {
    return;
  }
  started_ = true;
  loaded_ = false;
  time_ = time;
  stepper_->outputs(outputs);
}

void SteppingInstance::require_rollback(const char* wanted_by) const {
  if (stepper_->can_restore()) return;
  throw ModelError("model.no_rollback", {.component = id_},
                   std::string("cannot return to an earlier time, as ") + wanted_by +
                       " requires; use the coupling gauss-seidel or jacobi, without located "
                       "events and snapshots");
}

SteppingInstance::Point SteppingInstance::save() const {
  return {started_, loaded_, time_, started_ ? stepper_->save() : nullptr};
}

void SteppingInstance::restore(const Point& point) {
  if (point.memory) stepper_->restore(*point.memory);
  started_ = point.started;
  loaded_ = point.loaded;
  time_ = point.time;
}

void SteppingInstance::require_saving() const {
  if (stepper_->can_serialize()) return;
  throw InputError("state.not_serializable", {.component = id_},
                   "cannot save its internal state; run from the start instead of saving");
}

std::string SteppingInstance::serialize() const {
  require_saving();
  return number_text(time_) + "\n" + stepper_->serialize(*stepper_->save());
}

void SteppingInstance::deserialize(std::string_view bytes) {
  if (!stepper_->can_serialize()) {
    throw InputError("state.not_serializable", {.component = id_},
                     "cannot load a saved state; run from the start");
  }
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  double time = 0.0;
  const auto [end, problem] = std::from_chars(bytes.data(), bytes.data() + line, time);
  if (line == bytes.size() || problem != std::errc() || end != bytes.data() + line) {
    throw InputError("state.invalid", {.component = id_},
                     "the saved state does not begin with its time");
  }
  stepper_->restore(*stepper_->deserialize(bytes.substr(line + 1)));
  started_ = loaded_ = true;
  time_ = time;
}

std::vector<SteppingInstance> make_steppers(const Plan& plan) {
  std::vector<SteppingInstance> steppers;
  for (const PlannedInstance& instance : plan.instances) {
    if (!instance.type->make_stepper) continue;
    steppers.emplace_back(instance.id, instance.type->make_stepper(instance.id));
  }
  return steppers;
}

void refuse_steppers(const Plan& plan) {
  for (const PlannedInstance& instance : plan.instances) {
    if (!instance.type->make_stepper) continue;
    throw ModelError("model.no_derivatives", {.component = instance.id},
                     instance.type->name +
                         " has no derivatives, as it only advances by steps; simulate with double");
  }
}

}  // namespace hearth
