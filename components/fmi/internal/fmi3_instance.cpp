// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmi3_instance.hpp"

#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {
namespace {

/// Nothing may be thrown into the FMU.
void log(void* environment, fmi3::Status status, const char*, const char* message) noexcept try {
  if (environment == nullptr || message == nullptr) return;
  static_cast<FmuJournal*>(environment)->add(static_cast<int>(status), message);
} catch (...) {  // a message is lost, no more
}

template <class T>
void load_access(FunctionLoader& load, fmi3::Access<T>& access, const std::string& type) {
  load(access.get, ("fmi3Get" + type).c_str())(access.set, ("fmi3Set" + type).c_str());
}

}  // namespace

Fmi3Instance::Fmi3Instance(const Fmu& fmu, const std::string& id)
    : FmuInstance(fmu, id), can_save_(fmu.description().can_save) {
  const ModelDescription& description = fmu.description();
  load(description);
  require_callable();
  const std::string resources = binary().resources() + "/";
  // Without event mode the FMU handles its events itself; without early return it makes whole
  // steps.
  instance_ =
      functions_.instantiate(id.c_str(), description.token.c_str(), resources.c_str(), false, true,
                             false, false, nullptr, 0, &journal(), &log, nullptr);
  if (instance_ == nullptr) {
    fail("fmi.instantiation_failed", "fmi3InstantiateCoSimulation returned nothing");
  }
  const std::vector<const char*> categories = failure_categories(description);
  if (categories.empty()) return;
  // What it returns concerns messages only.
  functions_.set_debug_logging(instance_, true, categories.size(), categories.data());
}

Fmi3Instance::~Fmi3Instance() {
  if (instance_ == nullptr || !callable()) return;
  if (stepping_) functions_.terminate(instance_);
  if (callable()) functions_.free_instance(instance_);
}

void Fmi3Instance::load(const ModelDescription& description) {
  FunctionLoader load(*binary().library);
  load(functions_.instantiate, "fmi3InstantiateCoSimulation");
  load(functions_.free_instance, "fmi3FreeInstance");
  load(functions_.set_debug_logging, "fmi3SetDebugLogging");
  load(functions_.enter_initialization_mode, "fmi3EnterInitializationMode");
  load(functions_.exit_initialization_mode, "fmi3ExitInitializationMode");
  load(functions_.terminate, "fmi3Terminate")(functions_.reset, "fmi3Reset");
  load_access(load, functions_.float32, "Float32");
  load_access(load, functions_.float64, "Float64");
  load_access(load, functions_.int8, "Int8");
  load_access(load, functions_.uint8, "UInt8");
  load_access(load, functions_.int16, "Int16");
  load_access(load, functions_.uint16, "UInt16");
  load_access(load, functions_.int32, "Int32");
  load_access(load, functions_.uint32, "UInt32");
  load_access(load, functions_.int64, "Int64");
  load_access(load, functions_.uint64, "UInt64");
  load_access(load, functions_.boolean, "Boolean");
  load(functions_.do_step, "fmi3DoStep");
  if (description.can_save) {
    load(functions_.get_state, "fmi3GetFMUState")(functions_.set_state, "fmi3SetFMUState");
    load(functions_.free_state, "fmi3FreeFMUState");
  }
  if (description.can_serialize) {
    load(functions_.serialized_size, "fmi3SerializedFMUStateSize");
    load(functions_.serialize, "fmi3SerializeFMUState");
    load(functions_.deserialize, "fmi3DeserializeFMUState");
  }
  load.finish();
}

void Fmi3Instance::check(fmi3::Status status, std::string_view call) {
  if (status > fmi3::Status::Warning) stepping_ = false;
  FmuInstance::check(static_cast<int>(status), call);
}

void Fmi3Instance::reset() {
  stepping_ = false;
  check(functions_.reset(instance_), "fmi3Reset");
}

void Fmi3Instance::setup(double) {}

void Fmi3Instance::enter_initialization(double start_time) {
  check(functions_.enter_initialization_mode(instance_, false, 0.0, start_time, false, 0.0),
        "fmi3EnterInitializationMode");
}

void Fmi3Instance::exit_initialization() {
  check(functions_.exit_initialization_mode(instance_), "fmi3ExitInitializationMode");
  stepping_ = true;
}

template <class F>
void Fmi3Instance::with_access(ValueType type, F use) const {
  const fmi3::Functions& f = functions_;
  switch (type) {
    case ValueType::Float32:
      return use(f.float32);
    case ValueType::Float64:
      return use(f.float64);
    case ValueType::Int8:
      return use(f.int8);
    case ValueType::UInt8:
      return use(f.uint8);
    case ValueType::Int16:
      return use(f.int16);
    case ValueType::UInt16:
      return use(f.uint16);
    case ValueType::Int32:
      return use(f.int32);
    case ValueType::UInt32:
      return use(f.uint32);
    case ValueType::Int64:
    case ValueType::Enumeration:
      return use(f.int64);
    case ValueType::UInt64:
      return use(f.uint64);
    case ValueType::Boolean:
      return use(f.boolean);
    case ValueType::String:
    case ValueType::Binary:
    case ValueType::Clock:
      break;  // no ports
  }
}

void Fmi3Instance::set(const VariableGroup& group, const double* values) {
  with_access(group.type, [&]<class T>(const fmi3::Access<T>& access) {
    const std::unique_ptr<T[]> buffer = gathered<T>(group, values);
    const std::size_t n = group.references.size();
    check(access.set(instance_, group.references.data(), n, buffer.get(), n),
          std::string("fmi3Set") + to_string(group.type));
  });
}

void Fmi3Instance::get(const VariableGroup& group, double* values) {
  with_access(group.type, [&]<class T>(const fmi3::Access<T>& access) {
    const std::unique_ptr<T[]> buffer = buffer_for<T>(group);
    const std::size_t n = group.references.size();
    check(access.get(instance_, group.references.data(), n, buffer.get(), n),
          std::string("fmi3Get") + to_string(group.type));
    scatter(group, buffer.get(), values);
  });
}

/// FMI 3.0.1: 4.2. A discarded step leaves the FMU where it was (2.2.3).
StepResult Fmi3Instance::do_step(double time, double length) {
  bool event = false, terminate = false, early = false;
  double reached = time + length;
  const fmi3::Status status =
      functions_.do_step(instance_, time, length, !can_save_, &event, &terminate, &early, &reached);
  if (status == fmi3::Status::Discard) return {StepResult::Kind::Discarded, time};
  check(status, "fmi3DoStep");
  if (terminate) return {StepResult::Kind::Terminated, reached};
  if (early) return {StepResult::Kind::Early, reached};
  return {StepResult::Kind::Complete, time + length};
}

void* Fmi3Instance::save_state() {
  fmi3::State state = nullptr;
  check(functions_.get_state(instance_, &state), "fmi3GetFMUState");
  return state;
}

void Fmi3Instance::restore_state(void* state) {
  check(functions_.set_state(instance_, state), "fmi3SetFMUState");
  stepping_ = true;
}

void Fmi3Instance::free_state(void* state) noexcept {
  if (callable()) functions_.free_state(instance_, &state);
}

std::string Fmi3Instance::serialize(void* state) {
  std::size_t size = 0;
  check(functions_.serialized_size(instance_, state, &size), "fmi3SerializedFMUStateSize");
  std::string bytes(size, '\0');
  check(functions_.serialize(instance_, state, reinterpret_cast<std::uint8_t*>(bytes.data()), size),
        "fmi3SerializeFMUState");
  return bytes;
}

void* Fmi3Instance::deserialize(std::string_view bytes) {
  fmi3::State state = nullptr;
  check(functions_.deserialize(instance_, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                               bytes.size(), &state),
        "fmi3DeserializeFMUState");
  return state;
}

}  // namespace hearth::fmi
