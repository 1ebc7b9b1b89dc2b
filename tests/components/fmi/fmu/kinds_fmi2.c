/* SPDX-License-Identifier: MIT */
/* An FMU of FMI 2.0 with variables of every type: a counter that can be switched. */
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum { Ok, Warning, Discard, Error, Fatal, Pending } Status;

enum { kAmount = 1, kOn = 2, kLevel = 3, kFactor = 4, kInverted = 5 };
enum { kTotal = 11, kActive = 12, kLevelOut = 13, kMean = 14 };

enum { kLeave = 99 }; /* the amount with which it ends its process */

typedef struct {
  int amount, on, level, factor, inverted; /* inputs and parameters */
  int total, steps;
} Kinds;

void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources,
                      const void* callbacks, int visible, int logging) {
  (void)name, (void)type, (void)guid, (void)resources, (void)callbacks, (void)visible,
      (void)logging;
  Kinds* it = calloc(1, sizeof *it);
  it->factor = 1;
  return it;
}
void fmi2FreeInstance(void* c) { free(c); }

#define ALWAYS_OK(NAME)  \
  Status NAME(void* c) { \
    (void)c;             \
    return Ok;           \
  }
ALWAYS_OK(fmi2EnterInitializationMode)
ALWAYS_OK(fmi2ExitInitializationMode)
ALWAYS_OK(fmi2Terminate)

Status fmi2SetDebugLogging(void* c, int on, size_t count, const char* const* categories) {
  (void)c, (void)on, (void)count, (void)categories;
  return Ok;
}
Status fmi2SetupExperiment(void* c, int tolerance_defined, double tolerance, double start,
                           int stop_defined, double stop) {
  (void)c, (void)tolerance_defined, (void)tolerance, (void)start, (void)stop_defined, (void)stop;
  return Ok;
}
Status fmi2Reset(void* c) {
  *(Kinds*)c = (Kinds){.factor = 1};
  return Ok;
}

static int* integer(Kinds* it, unsigned reference) {
  switch (reference) {
    case kAmount:
      return &it->amount;
    case kLevel:
    case kLevelOut:
      return &it->level;
    case kFactor:
      return &it->factor;
    case kTotal:
      return &it->total;
    default:
      return NULL;
  }
}

Status fmi2SetInteger(void* c, const unsigned* references, size_t count, const int* values) {
  for (size_t i = 0; i < count; ++i) {
    int* place = integer(c, references[i]);
    if (place == NULL) return Error;
    *place = values[i];
  }
  return Ok;
}
Status fmi2GetInteger(void* c, const unsigned* references, size_t count, int* values) {
  for (size_t i = 0; i < count; ++i) {
    const int* place = integer(c, references[i]);
    if (place == NULL) return Error;
    values[i] = *place;
  }
  return Ok;
}
Status fmi2SetBoolean(void* c, const unsigned* references, size_t count, const int* values) {
  Kinds* it = c;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != kOn && references[i] != kInverted) return Error;
    *(references[i] == kOn ? &it->on : &it->inverted) = values[i];
  }
  return Ok;
}
Status fmi2GetBoolean(void* c, const unsigned* references, size_t count, int* values) {
  const Kinds* it = c;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != kActive) return Error;
    values[i] = (it->on != 0) != (it->inverted != 0) ? 5 : 0; /* all but 0 are true */
  }
  return Ok;
}
Status fmi2SetReal(void* c, const unsigned* references, size_t count, const double* values) {
  (void)c, (void)references, (void)values;
  return count == 0 ? Ok : Error;
}
Status fmi2GetReal(void* c, const unsigned* references, size_t count, double* values) {
  const Kinds* it = c;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != kMean) return Error;
    values[i] = it->steps == 0 ? 0.0 : (double)it->total / it->steps;
  }
  return Ok;
}

Status fmi2DoStep(void* c, double time, double length, int never_before) {
  (void)time, (void)length, (void)never_before;
  Kinds* it = c;
  const int active = (it->on != 0) != (it->inverted != 0);
  if (it->amount == kLeave) _exit(0);
  if (active) it->total += it->factor * it->amount;
  ++it->steps;
  return Ok;
}
Status fmi2GetRealStatus(void* c, int kind, double* value) {
  (void)c, (void)kind, (void)value;
  return Discard;
}
Status fmi2GetBooleanStatus(void* c, int kind, int* value) {
  (void)c, (void)kind, (void)value;
  return Discard;
}
