/* SPDX-License-Identifier: MIT */
/* The small models as an FMU of FMI 2.0 for model exchange. */
#include "exchange.h"

typedef enum { Ok, Warning, Discard, Error, Fatal } Status;
typedef struct {
  void (*logger)(void*, const char*, Status, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*free)(void*);
  void (*step_finished)(void*, Status);
  void* environment;
} Callbacks;
typedef struct {
  int again, terminate, nominals_changed, states_changed, next_defined;
  double next;
} EventInfo;
typedef struct {
  Exchange model;
  const Callbacks* callbacks;
} Instance;

static Status failed(Instance* it, const char* what, double value) {
  it->callbacks->logger(it->callbacks->environment, "exchange", Error, "logStatusError", what,
                        value);
  return Error;
}

const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }

void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources,
                      const Callbacks* callbacks, int visible, int logging) {
  (void)name, (void)resources, (void)visible, (void)logging;
  if (type != 0 || strcmp(guid, "{exchange-2}") != 0) return NULL;
  Instance* it = calloc(1, sizeof *it);
  it->model = new_exchange();
  it->callbacks = callbacks;
  return it;
}
void fmi2FreeInstance(void* c) { free(c); }

Status fmi2SetupExperiment(void* c, int tolerance_defined, double tolerance, double start,
                           int stop_defined, double stop) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
  ((Instance*)c)->model.time = start;
  return Ok;
}
Status fmi2EnterInitializationMode(void* c) {
  ((Instance*)c)->model.mode = Initializing;
  return Ok;
}
Status fmi2ExitInitializationMode(void* c) {
  begin_exchange(&((Instance*)c)->model);
  return Ok;
}
Status fmi2Terminate(void* c) {
  ((Instance*)c)->model.mode = Terminated;
  return Ok;
}
Status fmi2Reset(void* c) {
  ((Instance*)c)->model = new_exchange();
  return Ok;
}

#define ACCESS(NAME, TYPE, PLACE)                                                           \
  Status fmi2Get##NAME(void* c, const unsigned* references, size_t n, TYPE* values) {       \
    for (size_t i = 0; i < n; ++i) {                                                        \
      const TYPE* place = PLACE(&((Instance*)c)->model, references[i]);                     \
      if (place == NULL) return failed(c, "no variable %g", references[i]);                 \
      values[i] = *place;                                                                   \
    }                                                                                       \
    return Ok;                                                                              \
  }                                                                                         \
  Status fmi2Set##NAME(void* c, const unsigned* references, size_t n, const TYPE* values) { \
    Instance* it = c;                                                                       \
    for (size_t i = 0; i < n; ++i) {                                                        \
      TYPE* place = PLACE(&it->model, references[i]);                                       \
      if (place == NULL || !may_set(&it->model, references[i])) {                           \
        return failed(it, "variable %g cannot be set now", references[i]);                  \
      }                                                                                     \
      *place = values[i];                                                                   \
    }                                                                                       \
    return Ok;                                                                              \
  }
ACCESS(Real, double, real_place)
ACCESS(Integer, int, whole_place)
Status fmi2GetBoolean(void* c, const unsigned* references, size_t n, int* values) {
  (void)references, (void)values;
  return n == 0 ? Ok : failed(c, "no variables of this type", 0);
}
Status fmi2SetBoolean(void* c, const unsigned* references, size_t n, const int* values) {
  (void)references, (void)values;
  return n == 0 ? Ok : failed(c, "no variables of this type", 0);
}

Status fmi2EnterEventMode(void* c) {
  Instance* it = c;
  if (it->model.mode != Continuous) return failed(it, "event mode out of order", 0);
  it->model.mode = Events;
  return Ok;
}
Status fmi2NewDiscreteStates(void* c, EventInfo* info) {
  Instance* it = c;
  if (it->model.mode != Events) return failed(it, "events out of order", 0);
  const Updated updated = update_exchange(&it->model);
  info->again = updated.again;
  info->terminate = updated.terminate;
  info->nominals_changed = 0;
  info->states_changed = updated.states_changed;
  info->next_defined = 1;
  info->next = it->model.next;
  return Ok;
}
Status fmi2EnterContinuousTimeMode(void* c) {
  Instance* it = c;
  if (it->model.mode != Events) return failed(it, "continuous time out of order", 0);
  it->model.mode = Continuous;
  return Ok;
}
Status fmi2SetTime(void* c, double time) {
  Instance* it = c;
  if (!in_time(&it->model, time)) return failed(it, "late: %.17g s", time);
  it->model.time = time;
  return Ok;
}
Status fmi2SetContinuousStates(void* c, const double* x, size_t n) {
  Instance* it = c;
  if (it->model.mode != Continuous || n != kStateCount) return failed(it, "no states now", 0);
  memcpy(it->model.x, x, sizeof it->model.x);
  return Ok;
}
Status fmi2GetContinuousStates(void* c, double* x, size_t n) {
  if (n != kStateCount) return failed(c, "%g states", (double)n);
  memcpy(x, ((Instance*)c)->model.x, sizeof((Instance*)c)->model.x);
  return Ok;
}
Status fmi2GetNominalsOfContinuousStates(void* c, double* x, size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i) x[i] = 1;
  return Ok;
}
Status fmi2GetDerivatives(void* c, double* dx, size_t n) {
  if (n != kStateCount) return failed(c, "%g derivatives", (double)n);
  derivatives_of(&((Instance*)c)->model, dx);
  return Ok;
}
Status fmi2GetEventIndicators(void* c, double* z, size_t n) {
  if (n != kIndicatorCount) return failed(c, "%g indicators", (double)n);
  z[0] = indicator_of(&((Instance*)c)->model);
  return Ok;
}
Status fmi2CompletedIntegratorStep(void* c, int never_before, int* event, int* terminate) {
  (void)never_before;
  *event = completed_step(&((Instance*)c)->model);
  *terminate = 0;
  return Ok;
}

Status fmi2GetFMUstate(void* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Exchange));
  memcpy(*state, &((Instance*)c)->model, sizeof(Exchange));
  return Ok;
}
Status fmi2SetFMUstate(void* c, void* state) {
  memcpy(&((Instance*)c)->model, state, sizeof(Exchange));
  return Ok;
}
Status fmi2FreeFMUstate(void* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return Ok;
}
Status fmi2SerializedFMUstateSize(void* c, void* state, size_t* size) {
  (void)c, (void)state;
  *size = sizeof(Exchange);
  return Ok;
}
Status fmi2SerializeFMUstate(void* c, void* state, char* bytes, size_t size) {
  (void)c;
  memcpy(bytes, state, size);
  return Ok;
}
Status fmi2DeSerializeFMUstate(void* c, const char* bytes, size_t size, void** state) {
  if (size != sizeof(Exchange)) return failed(c, "wrong size %g", (double)size);
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return Ok;
}
