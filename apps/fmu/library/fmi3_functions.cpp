// SPDX-License-Identifier: MIT
// The functions of FMI 3.0.1 with the names of the standard. Importers look up all of them,
// including those for model exchange, scheduled execution and types without variables, which return
// an error here.
#include "hearth/apps/fmu/library/component.hpp"

namespace {

using namespace hearth::fmu;

constexpr Reference kTime = 0;  // the independent variable

using Fmi3Logger = void (*)(void* environment, int status, const char* category,
                            const char* message);

LogSink sink_of(void* environment, Fmi3Logger logger) {
  if (logger == nullptr) return {};
  return [environment, logger](Status status, const char* category, const std::string& message) {
    logger(environment, status, category, message.c_str());
  };
}

void* refuse_kind(void* environment, Fmi3Logger logger, const char* call) {
  if (logger != nullptr) {
    const std::string message = std::string(call) + ": this FMU is for co-simulation only";
    logger(environment, kError, kLogError, message.c_str());
  }
  return nullptr;
}

}  // namespace

// Functions that return an error; their other arguments are ignored.
#define HEARTH_FMI3_UNSUPPORTED(name) \
  int name(FmuComponent* c) { return c->unsupported(#name); }
// Functions for types without variables: only calls without values succeed.
#define HEARTH_FMI3_NO_VARIABLES(type)                                           \
  int fmi3Get##type(FmuComponent* c, const Reference*, std::size_t count) {      \
    return count == 0 ? static_cast<int>(kOk) : c->unsupported("fmi3Get" #type); \
  }                                                                              \
  int fmi3Set##type(FmuComponent* c, const Reference*, std::size_t count) {      \
    return count == 0 ? static_cast<int>(kOk) : c->unsupported("fmi3Set" #type); \
  }

extern "C" {

const char* fmi3GetVersion() { return "3.0"; }

int fmi3SetDebugLogging(FmuComponent* c, bool on, std::size_t count, const char* const* names) {
  return c->guard("fmi3SetDebugLogging", [&] {
    return c->set_logging(on, std::vector<std::string>(names, names + count)), kOk;
  });
}

void* fmi3InstantiateCoSimulation(const char* /*name*/, const char* token, const char* resources,
                                  bool /*visible*/, bool logging, bool /*event_mode*/,
                                  bool /*early_return*/, const Reference* /*intermediate*/,
                                  std::size_t /*intermediate_count*/, void* environment,
                                  Fmi3Logger logger, void* /*intermediate_update*/) {
  return instantiate(resources == nullptr ? "" : resources, token, sink_of(environment, logger),
                     logging);
}
void* fmi3InstantiateModelExchange(const char*, const char*, const char*, bool, bool,
                                   void* environment, Fmi3Logger logger) {
  return refuse_kind(environment, logger, "fmi3InstantiateModelExchange");
}
void* fmi3InstantiateScheduledExecution(const char*, const char*, const char*, bool, bool,
                                        void* environment, Fmi3Logger logger) {
  return refuse_kind(environment, logger, "fmi3InstantiateScheduledExecution");
}
void fmi3FreeInstance(FmuComponent* c) { delete c; }

int fmi3EnterInitializationMode(FmuComponent* c, bool /*tolerance_defined*/, double /*tolerance*/,
                                double start_time, bool /*stop_defined*/, double /*stop_time*/) {
  const int status = c->guard("fmi3EnterInitializationMode",
                              [&] { return c->model().set_start_time(start_time), kOk; });
  return status == kOk ? c->enter_initialization("fmi3EnterInitializationMode") : status;
}
int fmi3ExitInitializationMode(FmuComponent* c) {
  return c->guard("fmi3ExitInitializationMode",
                  [&] { return c->model().exit_initialization(), kOk; });
}
int fmi3Terminate(FmuComponent* c) {
  return c->guard("fmi3Terminate", [&] { return c->model().terminate(), kOk; });
}
int fmi3Reset(FmuComponent* c) {
  return c->guard("fmi3Reset", [&] { return c->model().reset(), kOk; });
}

int fmi3GetFloat64(FmuComponent* c, const Reference* refs, std::size_t count, double* values,
                   std::size_t /*value_count*/) {
  for (std::size_t i = 0; i < count; ++i) {
    if (refs[i] == kTime) {
      values[i] = c->model().time();
    } else if (const int status = c->get("fmi3GetFloat64", refs + i, 1, values + i)) {
      return status;
    }
  }
  return kOk;
}
int fmi3SetFloat64(FmuComponent* c, const Reference* refs, std::size_t count, const double* values,
                   std::size_t /*value_count*/) {
  return c->set("fmi3SetFloat64", refs, count, values);
}
HEARTH_FMI3_NO_VARIABLES(Float32)
HEARTH_FMI3_NO_VARIABLES(Int8)
HEARTH_FMI3_NO_VARIABLES(UInt8)
HEARTH_FMI3_NO_VARIABLES(Int16)
HEARTH_FMI3_NO_VARIABLES(UInt16)
HEARTH_FMI3_NO_VARIABLES(Int32)
HEARTH_FMI3_NO_VARIABLES(UInt32)
HEARTH_FMI3_NO_VARIABLES(Int64)
HEARTH_FMI3_NO_VARIABLES(UInt64)
HEARTH_FMI3_NO_VARIABLES(Boolean)
HEARTH_FMI3_NO_VARIABLES(String)
HEARTH_FMI3_NO_VARIABLES(Binary)
HEARTH_FMI3_NO_VARIABLES(Clock)

HEARTH_FMI3_UNSUPPORTED(fmi3GetNumberOfVariableDependencies)
HEARTH_FMI3_UNSUPPORTED(fmi3GetVariableDependencies)

int fmi3GetFMUState(FmuComponent* c, void** state) {
  return c->get_state("fmi3GetFMUState", state);
}
int fmi3SetFMUState(FmuComponent* c, void* state) { return c->set_state("fmi3SetFMUState", state); }
int fmi3FreeFMUState(FmuComponent* c, void** state) {
  return c->free_state("fmi3FreeFMUState", state);
}
int fmi3SerializedFMUStateSize(FmuComponent* c, void* state, std::size_t* size) {
  return c->serialized_size("fmi3SerializedFMUStateSize", state, size);
}
int fmi3SerializeFMUState(FmuComponent* c, void* state, unsigned char* bytes, std::size_t size) {
  return c->serialize("fmi3SerializeFMUState", state, reinterpret_cast<char*>(bytes), size);
}
int fmi3DeserializeFMUState(FmuComponent* c, const unsigned char* bytes, std::size_t size,
                            void** state) {
  return c->deserialize("fmi3DeserializeFMUState", reinterpret_cast<const char*>(bytes), size,
                        state);
}

int fmi3GetDirectionalDerivative(FmuComponent* c, const Reference* unknowns,
                                 std::size_t unknown_count, const Reference* knowns,
                                 std::size_t known_count, const double* seed,
                                 std::size_t /*seed_count*/, double* found,
                                 std::size_t /*found_count*/) {
  return c->derivatives("fmi3GetDirectionalDerivative", {unknowns, unknown_count},
                        {knowns, known_count}, {seed, known_count}, {found, unknown_count});
}
HEARTH_FMI3_UNSUPPORTED(fmi3GetAdjointDerivative)

HEARTH_FMI3_UNSUPPORTED(fmi3EnterConfigurationMode)
HEARTH_FMI3_UNSUPPORTED(fmi3ExitConfigurationMode)
HEARTH_FMI3_UNSUPPORTED(fmi3EnterEventMode)
HEARTH_FMI3_UNSUPPORTED(fmi3GetIntervalDecimal)
HEARTH_FMI3_UNSUPPORTED(fmi3GetIntervalFraction)
HEARTH_FMI3_UNSUPPORTED(fmi3GetShiftDecimal)
HEARTH_FMI3_UNSUPPORTED(fmi3GetShiftFraction)
HEARTH_FMI3_UNSUPPORTED(fmi3SetIntervalDecimal)
HEARTH_FMI3_UNSUPPORTED(fmi3SetIntervalFraction)
HEARTH_FMI3_UNSUPPORTED(fmi3SetShiftDecimal)
HEARTH_FMI3_UNSUPPORTED(fmi3SetShiftFraction)
HEARTH_FMI3_UNSUPPORTED(fmi3EvaluateDiscreteStates)
HEARTH_FMI3_UNSUPPORTED(fmi3UpdateDiscreteStates)
HEARTH_FMI3_UNSUPPORTED(fmi3EnterContinuousTimeMode)
HEARTH_FMI3_UNSUPPORTED(fmi3CompletedIntegratorStep)
HEARTH_FMI3_UNSUPPORTED(fmi3SetTime)
HEARTH_FMI3_UNSUPPORTED(fmi3SetContinuousStates)
HEARTH_FMI3_UNSUPPORTED(fmi3GetContinuousStateDerivatives)
HEARTH_FMI3_UNSUPPORTED(fmi3GetEventIndicators)
HEARTH_FMI3_UNSUPPORTED(fmi3GetContinuousStates)
HEARTH_FMI3_UNSUPPORTED(fmi3GetNominalsOfContinuousStates)
HEARTH_FMI3_UNSUPPORTED(fmi3GetNumberOfEventIndicators)
HEARTH_FMI3_UNSUPPORTED(fmi3GetNumberOfContinuousStates)
HEARTH_FMI3_UNSUPPORTED(fmi3EnterStepMode)
HEARTH_FMI3_UNSUPPORTED(fmi3GetOutputDerivatives)
HEARTH_FMI3_UNSUPPORTED(fmi3ActivateModelPartition)

int fmi3DoStep(FmuComponent* c, double time, double length, bool /*no_set_state_prior*/,
               bool* event_needed, bool* terminate, bool* early_return, double* last_time) {
  StepResult result;
  const int status = c->step("fmi3DoStep", time, length, result);
  if (event_needed != nullptr) *event_needed = false;
  if (terminate != nullptr) *terminate = false;
  if (early_return != nullptr) *early_return = false;
  if (last_time != nullptr) *last_time = status == kError ? time : result.reached;
  return status;
}

}  // extern "C"

#undef HEARTH_FMI3_UNSUPPORTED
#undef HEARTH_FMI3_NO_VARIABLES
