// SPDX-License-Identifier: MIT
// The functions of FMI 2.0.4 for co-simulation, with the names of the standard.
#include "hearth/apps/fmu/library/component.hpp"

namespace {

using namespace hearth::fmu;

/// The struct fmi2CallbackFunctions; memory is allocated by the library itself.
struct Fmi2Callbacks {
  void (*logger)(void* environment, const char* instance, int status, const char* category,
                 const char* message, ...);
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, int status);
  void* environment;
};

constexpr int kCoSimulation = 1;
enum Fmi2StatusKind { kDoStepStatus, kPendingStatus, kLastSuccessfulTime, kTerminated };

LogSink sink_of(const Fmi2Callbacks* callbacks, const char* name) {
  if (callbacks == nullptr || callbacks->logger == nullptr) return {};
  return [logger = callbacks->logger, environment = callbacks->environment,
          instance = std::string(name == nullptr ? "" : name)](Status status, const char* category,
                                                               const std::string& message) {
    logger(environment, instance.c_str(), status, category, message.c_str());
  };
}

/// Functions for types of which this FMU has no variables.
int no_variables(FmuComponent* c, const char* call, std::size_t count) {
  return count == 0 ? kOk : c->unsupported(call);
}

}  // namespace

extern "C" {

const char* fmi2GetTypesPlatform() { return "default"; }
const char* fmi2GetVersion() { return "2.0"; }

int fmi2SetDebugLogging(FmuComponent* c, int on, std::size_t count, const char* const* names) {
  return c->guard("fmi2SetDebugLogging", [&] {
    return c->set_logging(on != 0, std::vector<std::string>(names, names + count)), kOk;
  });
}

void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources,
                      const Fmi2Callbacks* callbacks, int /*visible*/, int logging) {
  const LogSink sink = sink_of(callbacks, name);
  if (type != kCoSimulation) {
    if (sink) sink(kError, kLogError, "fmi2Instantiate: this FMU is for co-simulation only");
    return nullptr;
  }
  return instantiate(folder_of_uri(resources == nullptr ? "" : resources), guid, sink,
                     logging != 0);
}

void fmi2FreeInstance(FmuComponent* c) { delete c; }

int fmi2SetupExperiment(FmuComponent* c, int /*tolerance_defined*/, double /*tolerance*/,
                        double start_time, int /*stop_defined*/, double /*stop_time*/) {
  return c->guard("fmi2SetupExperiment",
                  [&] { return c->model().set_start_time(start_time), kOk; });
}
int fmi2EnterInitializationMode(FmuComponent* c) {
  return c->enter_initialization("fmi2EnterInitializationMode");
}
int fmi2ExitInitializationMode(FmuComponent* c) {
  return c->guard("fmi2ExitInitializationMode",
                  [&] { return c->model().exit_initialization(), kOk; });
}
int fmi2Terminate(FmuComponent* c) {
  return c->guard("fmi2Terminate", [&] { return c->model().terminate(), kOk; });
}
int fmi2Reset(FmuComponent* c) {
  return c->guard("fmi2Reset", [&] { return c->model().reset(), kOk; });
}

int fmi2GetReal(FmuComponent* c, const Reference* refs, std::size_t count, double* values) {
  return c->get("fmi2GetReal", refs, count, values);
}
int fmi2SetReal(FmuComponent* c, const Reference* refs, std::size_t count, const double* values) {
  return c->set("fmi2SetReal", refs, count, values);
}
int fmi2GetInteger(FmuComponent* c, const Reference*, std::size_t count, int*) {
  return no_variables(c, "fmi2GetInteger", count);
}
int fmi2SetInteger(FmuComponent* c, const Reference*, std::size_t count, const int*) {
  return no_variables(c, "fmi2SetInteger", count);
}
int fmi2GetBoolean(FmuComponent* c, const Reference*, std::size_t count, int*) {
  return no_variables(c, "fmi2GetBoolean", count);
}
int fmi2SetBoolean(FmuComponent* c, const Reference*, std::size_t count, const int*) {
  return no_variables(c, "fmi2SetBoolean", count);
}
int fmi2GetString(FmuComponent* c, const Reference*, std::size_t count, const char**) {
  return no_variables(c, "fmi2GetString", count);
}
int fmi2SetString(FmuComponent* c, const Reference*, std::size_t count, const char* const*) {
  return no_variables(c, "fmi2SetString", count);
}

int fmi2GetFMUstate(FmuComponent* c, void** state) {
  return c->get_state("fmi2GetFMUstate", state);
}
int fmi2SetFMUstate(FmuComponent* c, void* state) { return c->set_state("fmi2SetFMUstate", state); }
int fmi2FreeFMUstate(FmuComponent* c, void** state) {
  return c->free_state("fmi2FreeFMUstate", state);
}
int fmi2SerializedFMUstateSize(FmuComponent* c, void* state, std::size_t* size) {
  return c->serialized_size("fmi2SerializedFMUstateSize", state, size);
}
int fmi2SerializeFMUstate(FmuComponent* c, void* state, char* bytes, std::size_t size) {
  return c->serialize("fmi2SerializeFMUstate", state, bytes, size);
}
int fmi2DeSerializeFMUstate(FmuComponent* c, const char* bytes, std::size_t size, void** state) {
  return c->deserialize("fmi2DeSerializeFMUstate", bytes, size, state);
}

int fmi2GetDirectionalDerivative(FmuComponent* c, const Reference* unknowns,
                                 std::size_t unknown_count, const Reference* knowns,
                                 std::size_t known_count, const double* seed, double* found) {
  return c->derivatives("fmi2GetDirectionalDerivative", {unknowns, unknown_count},
                        {knowns, known_count}, {seed, known_count}, {found, unknown_count});
}
int fmi2SetRealInputDerivatives(FmuComponent* c) {
  return c->unsupported("fmi2SetRealInputDerivatives");
}
int fmi2GetRealOutputDerivatives(FmuComponent* c) {
  return c->unsupported("fmi2GetRealOutputDerivatives");
}

int fmi2DoStep(FmuComponent* c, double time, double length, int /*no_set_state_prior*/) {
  StepResult result;
  return c->step("fmi2DoStep", time, length, result);
}
int fmi2CancelStep(FmuComponent* c) { return c->unsupported("fmi2CancelStep"); }
int fmi2GetStatus(FmuComponent* c, int /*kind*/, int*) { return c->unsupported("fmi2GetStatus"); }
int fmi2GetRealStatus(FmuComponent* c, int kind, double* value) {
  if (kind != kLastSuccessfulTime) return c->unsupported("fmi2GetRealStatus");
  return c->guard("fmi2GetRealStatus", [&] { return *value = c->model().time(), kOk; });
}
int fmi2GetIntegerStatus(FmuComponent* c, int /*kind*/, int*) {
  return c->unsupported("fmi2GetIntegerStatus");
}
int fmi2GetBooleanStatus(FmuComponent* c, int kind, int* value) {
  if (kind != kTerminated) return c->unsupported("fmi2GetBooleanStatus");
  *value = 0;
  return kOk;
}
int fmi2GetStringStatus(FmuComponent* c, int /*kind*/, const char**) {
  return c->unsupported("fmi2GetStringStatus");
}

}  // extern "C"
