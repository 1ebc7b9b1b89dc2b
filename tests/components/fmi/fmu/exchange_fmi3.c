/* SPDX-License-Identifier: MIT */
/* The small models as an FMU of FMI 3.0 for model exchange. */
#include <stdint.h>
#include <stdio.h>

#include "exchange.h"

typedef enum { Ok, Warning, Discard, Error, Fatal } Status;
typedef void (*Logger)(void*, Status, const char*, const char*);
typedef struct {
  Exchange model;
  Logger logger;
  void* environment;
} Instance;

static Status failed(Instance* it, const char* what, double value) {
  char text[128];
  snprintf(text, sizeof text, what, value);
  it->logger(it->environment, Error, "logStatusError", text);
  return Error;
}

const char* fmi3GetVersion(void) { return "3.0"; }

void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources,
                                   bool visible, bool logging, void* environment, Logger logger) {
  (void)name, (void)resources, (void)visible, (void)logging;
  if (strcmp(token, "{exchange-3}") != 0) return NULL;
  Instance* it = calloc(1, sizeof *it);
  it->model = new_exchange();
  it->logger = logger;
  it->environment = environment;
  return it;
}
void fmi3FreeInstance(void* c) { free(c); }

Status fmi3EnterInitializationMode(void* c, bool tolerance_defined, double tolerance, double start,
                                   bool stop_defined, double stop) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
  ((Instance*)c)->model.time = start;
  ((Instance*)c)->model.mode = Initializing;
  return Ok;
}
Status fmi3ExitInitializationMode(void* c) {
  begin_exchange(&((Instance*)c)->model);
  return Ok;
}
Status fmi3Terminate(void* c) {
  ((Instance*)c)->model.mode = Terminated;
  return Ok;
}
Status fmi3Reset(void* c) {
  ((Instance*)c)->model = new_exchange();
  return Ok;
}
Status fmi3GetNumberOfContinuousStates(void* c, size_t* n) {
  (void)c;
  *n = kStateCount;
  return Ok;
}
Status fmi3GetNumberOfEventIndicators(void* c, size_t* n) {
  (void)c;
  *n = kIndicatorCount;
  return Ok;
}

#define ACCESS(NAME, TYPE, PLACE)                                                         \
  Status fmi3Get##NAME(void* c, const uint32_t* references, size_t n, TYPE* values,       \
                       size_t count) {                                                    \
    if (n != count) return failed(c, "%g values", (double)count);                         \
    for (size_t i = 0; i < n; ++i) {                                                      \
      const TYPE* place = PLACE(&((Instance*)c)->model, references[i]);                   \
      if (place == NULL) return failed(c, "no variable %g", references[i]);               \
      values[i] = *place;                                                                 \
    }                                                                                     \
    return Ok;                                                                            \
  }                                                                                       \
  Status fmi3Set##NAME(void* c, const uint32_t* references, size_t n, const TYPE* values, \
                       size_t count) {                                                    \
    Instance* it = c;                                                                     \
    if (n != count) return failed(c, "%g values", (double)count);                         \
    for (size_t i = 0; i < n; ++i) {                                                      \
      TYPE* place = PLACE(&it->model, references[i]);                                     \
      if (place == NULL || !may_set(&it->model, references[i])) {                         \
        return failed(it, "variable %g cannot be set now", references[i]);                \
      }                                                                                   \
      *place = values[i];                                                                 \
    }                                                                                     \
    return Ok;                                                                            \
  }
ACCESS(Scalar, double, real_place)
ACCESS(Int32, int32_t, whole_place)

#define NO_VARIABLES(NAME, TYPE)                                                          \
  Status fmi3Get##NAME(void* c, const uint32_t* references, size_t n, TYPE* values,       \
                       size_t count) {                                                    \
    (void)references, (void)values, (void)count;                                          \
    return n == 0 ? Ok : failed(c, "no variables of this type", 0);                       \
  }                                                                                       \
  Status fmi3Set##NAME(void* c, const uint32_t* references, size_t n, const TYPE* values, \
                       size_t count) {                                                    \
    (void)references, (void)values, (void)count;                                          \
    return n == 0 ? Ok : failed(c, "no variables of this type", 0);                       \
  }
NO_VARIABLES(Float32, float)
NO_VARIABLES(Int8, int8_t)
NO_VARIABLES(UInt8, uint8_t)
NO_VARIABLES(Int16, int16_t)
NO_VARIABLES(UInt16, uint16_t)
NO_VARIABLES(UInt32, uint32_t)
NO_VARIABLES(Int64, int64_t)
NO_VARIABLES(Boolean, bool)

Status fmi3GetFloat64(void* c, const uint32_t* references, size_t n, double* values, size_t count) {
  Exchange* model = &((Instance*)c)->model;
  for (size_t i = 0; i < n && n == count; ++i) {
    if (references[i] == kTotal) {
      values[i] = total_of(model);
    } else if (fmi3GetScalar(c, &references[i], 1, &values[i], 1) != Ok) {
      return Error;
    }
  }
  return n == count ? Ok : failed(c, "%g values", (double)count);
}
Status fmi3SetFloat64(void* c, const uint32_t* references, size_t n, const double* values,
                      size_t count) {
  Exchange* model = &((Instance*)c)->model;
  if (n != 1 || references[0] != kWeights) return fmi3SetScalar(c, references, n, values, count);
  if ((int)count != model->size) return failed(c, "%g weights", (double)count);
  memcpy(model->weights, values, count * sizeof(double));
  return Ok;
}
Status fmi3SetString(void* c, const uint32_t* references, size_t n, const char* const* values,
                     size_t count) {
  Exchange* model = &((Instance*)c)->model;
  if (n != 1 || count != 1 || references[0] != kLabel) return failed(c, "no such String", 0);
  snprintf(model->label, sizeof model->label, "%s", values[0]);
  model->length = (int)strlen(model->label);
  return Ok;
}

/* The size is set in the configuration mode only. */
Status fmi3EnterConfigurationMode(void* c) {
  Instance* it = c;
  if (it->model.mode != Instantiated) return failed(it, "configuration out of order", 0);
  it->model.mode = Configuring;
  return Ok;
}
Status fmi3ExitConfigurationMode(void* c) {
  Instance* it = c;
  if (it->model.mode != Configuring) return failed(it, "end of configuration out of order", 0);
  it->model.mode = Instantiated;
  return Ok;
}
Status fmi3SetUInt64(void* c, const uint32_t* references, size_t n, const uint64_t* values,
                     size_t count) {
  Instance* it = c;
  const bool one = n == 1 && count == 1 && references[0] == kSize;
  if (!one || it->model.mode != Configuring || values[0] > kMostWeights) {
    return failed(c, "no such size now", 0);
  }
  it->model.size = (int)values[0];
  return Ok;
}
Status fmi3GetUInt64(void* c, const uint32_t* references, size_t n, uint64_t* values,
                     size_t count) {
  (void)references, (void)values, (void)count;
  return n == 0 ? Ok : failed(c, "the size is not read", 0);
}

Status fmi3EnterEventMode(void* c) {
  Instance* it = c;
  if (it->model.mode != Continuous) return failed(it, "event mode out of order", 0);
  it->model.mode = Events;
  return Ok;
}
Status fmi3UpdateDiscreteStates(void* c, bool* again, bool* terminate, bool* nominals_changed,
                                bool* states_changed, bool* next_defined, double* next) {
  Instance* it = c;
  if (it->model.mode != Events) return failed(it, "events out of order", 0);
  const Updated updated = update_exchange(&it->model);
  *again = updated.again;
  *terminate = updated.terminate;
  *nominals_changed = false;
  *states_changed = updated.states_changed;
  *next_defined = true;
  *next = it->model.next;
  return Ok;
}
Status fmi3EnterContinuousTimeMode(void* c) {
  Instance* it = c;
  if (it->model.mode != Events) return failed(it, "continuous time out of order", 0);
  it->model.mode = Continuous;
  return Ok;
}
Status fmi3SetTime(void* c, double time) {
  Instance* it = c;
  if (!in_time(&it->model, time)) return failed(it, "late: %.17g s", time);
  it->model.time = time;
  return Ok;
}
Status fmi3SetContinuousStates(void* c, const double* x, size_t n) {
  Instance* it = c;
  if (it->model.mode != Continuous || n != kStateCount) return failed(it, "no states now", 0);
  memcpy(it->model.x, x, sizeof it->model.x);
  return Ok;
}
Status fmi3GetContinuousStates(void* c, double* x, size_t n) {
  if (n != kStateCount) return failed(c, "%g states", (double)n);
  memcpy(x, ((Instance*)c)->model.x, sizeof((Instance*)c)->model.x);
  return Ok;
}
Status fmi3GetNominalsOfContinuousStates(void* c, double* x, size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i) x[i] = 1;
  return Ok;
}
Status fmi3GetContinuousStateDerivatives(void* c, double* dx, size_t n) {
  if (n != kStateCount) return failed(c, "%g derivatives", (double)n);
  derivatives_of(&((Instance*)c)->model, dx);
  return Ok;
}
Status fmi3GetEventIndicators(void* c, double* z, size_t n) {
  if (n != kIndicatorCount) return failed(c, "%g indicators", (double)n);
  z[0] = indicator_of(&((Instance*)c)->model);
  return Ok;
}
Status fmi3CompletedIntegratorStep(void* c, bool never_before, bool* event, bool* terminate) {
  (void)never_before;
  *event = completed_step(&((Instance*)c)->model);
  *terminate = false;
  return Ok;
}

Status fmi3GetFMUState(void* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Exchange));
  memcpy(*state, &((Instance*)c)->model, sizeof(Exchange));
  return Ok;
}
Status fmi3SetFMUState(void* c, void* state) {
  memcpy(&((Instance*)c)->model, state, sizeof(Exchange));
  return Ok;
}
Status fmi3FreeFMUState(void* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return Ok;
}
Status fmi3SerializedFMUStateSize(void* c, void* state, size_t* size) {
  (void)c, (void)state;
  *size = sizeof(Exchange);
  return Ok;
}
Status fmi3SerializeFMUState(void* c, void* state, uint8_t* bytes, size_t size) {
  (void)c;
  memcpy(bytes, state, size);
  return Ok;
}
Status fmi3DeserializeFMUState(void* c, const uint8_t* bytes, size_t size, void** state) {
  if (size != sizeof(Exchange)) return failed(c, "wrong size %g", (double)size);
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return Ok;
}
