// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmi2_instance.hpp"

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {
namespace {

/// Nothing may be thrown into the FMU.
void log(void* environment, const char*, fmi2::Status status, const char*, const char* format,
         ...) noexcept try {
  if (environment == nullptr || format == nullptr) return;
  char text[1024];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  static_cast<FmuJournal*>(environment)->add(static_cast<int>(status), text);
} catch (...) {  // a message is lost, no more
}

/// Returns the IRI of a folder (RFC 3986).
std::string file_uri(const std::string& path) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 ||
                                       std::string_view("/-._~").find(c) != std::string_view::npos);
    if (plain) {
      uri += c;
    } else {
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return uri;
}

}  // namespace

Fmi2Instance::Fmi2Instance(const Fmu& fmu, const std::string& id)
    : FmuInstance(fmu, id), can_save_(fmu.description().can_save) {
  const ModelDescription& description = fmu.description();
  load(description);
  callbacks_ = {&log, &std::calloc, &std::free, nullptr, &journal()};
  require_callable();
  const std::string resources = file_uri(binary().resources());
  component_ =
      functions_.instantiate(id.c_str(), fmi2::Type::CoSimulation, description.token.c_str(),
                             resources.c_str(), &callbacks_, false, true);
  if (component_ == nullptr) fail("fmi.instantiation_failed", "fmi2Instantiate returned nothing");
  const std::vector<const char*> categories = failure_categories(description);
  if (categories.empty()) return;
  // What it returns concerns messages only.
  functions_.set_debug_logging(component_, true, categories.size(), categories.data());
}

Fmi2Instance::~Fmi2Instance() {
  if (component_ == nullptr || !callable()) return;
  if (stepping_) functions_.terminate(component_);
  if (callable()) functions_.free_instance(component_);
}

void Fmi2Instance::load(const ModelDescription& description) {
  FunctionLoader load(*binary().library);
  load(functions_.instantiate, "fmi2Instantiate")(functions_.free_instance, "fmi2FreeInstance");
  load(functions_.set_debug_logging, "fmi2SetDebugLogging");
  load(functions_.setup_experiment, "fmi2SetupExperiment");
  load(functions_.enter_initialization_mode, "fmi2EnterInitializationMode");
  load(functions_.exit_initialization_mode, "fmi2ExitInitializationMode");
  load(functions_.terminate, "fmi2Terminate")(functions_.reset, "fmi2Reset");
  load(functions_.get_real, "fmi2GetReal")(functions_.set_real, "fmi2SetReal");
  load(functions_.get_integer, "fmi2GetInteger")(functions_.set_integer, "fmi2SetInteger");
  load(functions_.get_boolean, "fmi2GetBoolean")(functions_.set_boolean, "fmi2SetBoolean");
  load(functions_.do_step, "fmi2DoStep")(functions_.get_real_status, "fmi2GetRealStatus");
  load(functions_.get_boolean_status, "fmi2GetBooleanStatus");
  if (description.can_save) {
    load(functions_.get_state, "fmi2GetFMUstate")(functions_.set_state, "fmi2SetFMUstate");
    load(functions_.free_state, "fmi2FreeFMUstate");
  }
  if (description.can_serialize) {
    load(functions_.serialized_size, "fmi2SerializedFMUstateSize");
    load(functions_.serialize, "fmi2SerializeFMUstate");
    load(functions_.deserialize, "fmi2DeSerializeFMUstate");
  }
  load.finish();
}

void Fmi2Instance::check(fmi2::Status status, std::string_view call) {
  if (status > fmi2::Status::Warning) stepping_ = false;
  FmuInstance::check(static_cast<int>(status), call);
}

void Fmi2Instance::reset() {
  stepping_ = false;
  check(functions_.reset(component_), "fmi2Reset");
}

void Fmi2Instance::setup(double start_time) {
  check(functions_.setup_experiment(component_, false, 0.0, start_time, false, 0.0),
        "fmi2SetupExperiment");
}

void Fmi2Instance::enter_initialization(double) {
  check(functions_.enter_initialization_mode(component_), "fmi2EnterInitializationMode");
}

void Fmi2Instance::exit_initialization() {
  check(functions_.exit_initialization_mode(component_), "fmi2ExitInitializationMode");
  stepping_ = true;
}

template <class T>
void Fmi2Instance::write(fmi2::Set<T> call, const char* name, const VariableGroup& group,
                         const double* values) {
  const std::unique_ptr<T[]> buffer = gathered<T>(group, values);
  check(call(component_, group.references.data(), group.references.size(), buffer.get()), name);
}

template <class T>
void Fmi2Instance::read(fmi2::Get<T> call, const char* name, const VariableGroup& group,
                        double* values) {
  const std::unique_ptr<T[]> buffer = buffer_for<T>(group);
  check(call(component_, group.references.data(), group.references.size(), buffer.get()), name);
  scatter(group, buffer.get(), values);
}

void Fmi2Instance::set(const VariableGroup& group, const double* values) {
  if (group.type == ValueType::Float64) {
    write(functions_.set_real, "fmi2SetReal", group, values);
  } else if (group.type == ValueType::Boolean) {
    write(functions_.set_boolean, "fmi2SetBoolean", group, values);
  } else {
    write(functions_.set_integer, "fmi2SetInteger", group, values);
  }
}

void Fmi2Instance::get(const VariableGroup& group, double* values) {
  if (group.type == ValueType::Float64) {
    read(functions_.get_real, "fmi2GetReal", group, values);
  } else if (group.type == ValueType::Boolean) {
    read(functions_.get_boolean, "fmi2GetBoolean", group, values);
  } else {
    read(functions_.get_integer, "fmi2GetInteger", group, values);
  }
}

StepResult Fmi2Instance::do_step(double time, double length) {
  const fmi2::Status status = functions_.do_step(component_, time, length, !can_save_);
  if (status == fmi2::Status::Discard) return discarded(time);
  check(status, "fmi2DoStep");
  return {StepResult::Kind::Complete, time + length};
}

/// FMI 2.0.4: 4.2.2 and 4.2.3.
StepResult Fmi2Instance::discarded(double time) {
  using fmi2::Status, fmi2::StatusKind;
  stepping_ = false;
  fmi2::Boolean terminated = false;
  double reached = time;
  Status known = functions_.get_boolean_status(component_, StatusKind::Terminated, &terminated);
  if (known > Status::Warning) terminated = false;
  known = functions_.get_real_status(component_, StatusKind::LastSuccessfulTime, &reached);
  if (known > Status::Warning) reached = time;
  return {terminated ? StepResult::Kind::Terminated : StepResult::Kind::Discarded, reached};
}

void* Fmi2Instance::save_state() {
  fmi2::State state = nullptr;
  check(functions_.get_state(component_, &state), "fmi2GetFMUstate");
  return state;
}

void Fmi2Instance::restore_state(void* state) {
  check(functions_.set_state(component_, state), "fmi2SetFMUstate");
  stepping_ = true;
}

void Fmi2Instance::free_state(void* state) noexcept {
  if (callable()) functions_.free_state(component_, &state);
}

std::string Fmi2Instance::serialize(void* state) {
  std::size_t size = 0;
  check(functions_.serialized_size(component_, state, &size), "fmi2SerializedFMUstateSize");
  std::string bytes(size, '\0');
  check(functions_.serialize(component_, state, bytes.data(), size), "fmi2SerializeFMUstate");
  return bytes;
}

void* Fmi2Instance::deserialize(std::string_view bytes) {
  fmi2::State state = nullptr;
  check(functions_.deserialize(component_, bytes.data(), bytes.size(), &state),
        "fmi2DeSerializeFMUstate");
  return state;
}

}  // namespace hearth::fmi
