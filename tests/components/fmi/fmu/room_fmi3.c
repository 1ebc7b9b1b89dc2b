/* SPDX-License-Identifier: MIT */
/* The room as an FMU of FMI 3.0. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

typedef enum { Ok, Warning, Discard, Error, Fatal } Status;
typedef void (*Logger)(void*, Status, const char*, const char*);

typedef struct {
  Room room;
  SavedRoom states[kStates];
  Logger logger;
  void* environment;
} Instance;

static Status say(Instance* it, Status status, const char* format, double value) {
  char text[128];
  snprintf(text, sizeof text, format, value);
  if (it->logger != NULL) it->logger(it->environment, status, "logStatusError", text);
  return status;
}

static Status failed(Instance* it, const char* format, double value) {
  it->room.mode = Failed;
  return say(it, Error, format, value);
}

const char* fmi3GetVersion(void) { return "3.0"; }

void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t* intermediate, size_t intermediate_count,
                                  void* environment, Logger logger, void (*update)(void)) {
  (void)name, (void)visible, (void)logging, (void)intermediate, (void)update;
  const size_t length = strlen(resources);
  const bool folder = resources[0] == '/' && resources[length - 1] == '/';
  if (event_mode || early_return || intermediate_count != 0 || !folder ||
      strcmp(token, "{room-3}") != 0) {
    logger(environment, Error, "logStatusError", "cannot be instantiated like this");
    return NULL;
  }
  Instance* it = calloc(1, sizeof *it);
  it->room = new_room();
  it->logger = logger;
  it->environment = environment;
  return it;
}

void fmi3FreeInstance(void* instance) { free(instance); }

Status fmi3SetDebugLogging(void* instance, bool on, size_t count, const char* const* categories) {
  (void)instance, (void)on;
  return count == 1 && strcmp(categories[0], "logStatusError") == 0 ? Ok : Error;
}

Status fmi3EnterInitializationMode(void* instance, bool tolerance_defined, double tolerance,
                                   double start, bool stop_defined, double stop) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
  Instance* it = instance;
  if (it->room.mode != Instantiated) return failed(it, "initialization out of order", 0);
  it->room.mode = Initializing;
  it->room.time = start;
  return Ok;
}

Status fmi3ExitInitializationMode(void* instance) {
  Instance* it = instance;
  if (it->room.mode != Initializing) return failed(it, "exit out of order", 0);
  it->room.temperature = it->room.start;
  it->room.mode = Stepping;
  return Ok;
}

Status fmi3Terminate(void* instance) {
  Instance* it = instance;
  if (it->room.mode != Stepping) return failed(it, "termination out of order", 0);
  it->room.mode = Terminated;
  return Ok;
}

Status fmi3Reset(void* instance) {
  ((Instance*)instance)->room = new_room();
  return Ok;
}

Status fmi3SetFloat64(void* instance, const uint32_t* references, size_t count,
                      const double* values, size_t value_count) {
  Instance* it = instance;
  if (value_count != count) return failed(it, "%g values", (double)value_count);
  for (size_t i = 0; i < count; ++i) {
    double* place = settable(&it->room, references[i]);
    if (place == NULL) return failed(it, "variable %g cannot be set now", references[i]);
    *place = values[i];
  }
  return Ok;
}

Status fmi3GetFloat64(void* instance, const uint32_t* references, size_t count, double* values,
                      size_t value_count) {
  Instance* it = instance;
  if (value_count != count) return failed(it, "%g values", (double)value_count);
  for (size_t i = 0; i < count; ++i) {
    if (!gettable(&it->room, references[i], &values[i])) {
      return failed(it, "variable %g cannot be read now", references[i]);
    }
  }
  return Ok;
}

#define NO_VARIABLES(NAME, TYPE)                                                               \
  Status fmi3Get##NAME(void* instance, const uint32_t* references, size_t count, TYPE* values, \
                       size_t value_count) {                                                   \
    (void)references, (void)values, (void)value_count;                                         \
    return count == 0 ? Ok : failed(instance, "there are no variables of this type", 0);       \
  }                                                                                            \
  Status fmi3Set##NAME(void* instance, const uint32_t* references, size_t count,               \
                       const TYPE* values, size_t value_count) {                               \
    (void)references, (void)values, (void)value_count;                                         \
    return count == 0 ? Ok : failed(instance, "there are no variables of this type", 0);       \
  }
NO_VARIABLES(Float32, float)
NO_VARIABLES(Int8, int8_t)
NO_VARIABLES(UInt8, uint8_t)
NO_VARIABLES(Int16, int16_t)
NO_VARIABLES(UInt16, uint16_t)
NO_VARIABLES(Int32, int32_t)
NO_VARIABLES(UInt32, uint32_t)
NO_VARIABLES(Int64, int64_t)
NO_VARIABLES(UInt64, uint64_t)
NO_VARIABLES(Boolean, bool)

Status fmi3DoStep(void* instance, double time, double length, bool never_before,
                  bool* event_handling_needed, bool* terminate, bool* early_return,
                  double* last_successful) {
  (void)never_before;
  Instance* it = instance;
  Room* room = &it->room;
  *event_handling_needed = *terminate = *early_return = false;
  if (!continues(room, time, length)) return failed(it, "the room is at %g s", room->time);
  if (time + length > room->fail_after) return failed(it, "the roof fell in at %g s", time);
  if (time + length > room->fatal_after) {
    say(it, Fatal, "the house is gone at %g s", time);
    free(it); /* whoever calls this instance again is found out */
    return Fatal;
  }
  if (length > room->longest_step) return say(it, Discard, "too long: %g s", length);
  if (time + length > room->end_after) {
    advance(room, fmax(room->end_after - time, 1e-6));
    *terminate = true;
  } else if (time < room->early_after && time + length > room->early_after) {
    advance(room, room->early_after - time);
    *early_return = true;
  } else {
    advance(room, length);
  }
  *last_successful = room->time;
  return room->heat < 0 ? say(it, Warning, "cooled with %g W", room->heat) : Ok;
}

static Status keep(Instance* it, const void* room, void** state) {
  SavedRoom* place = *state != NULL ? *state : free_place(it->states);
  if (place == NULL) return failed(it, "more than %g states", kStates);
  memcpy(&place->room, room, sizeof(Room));
  place->used = true;
  *state = place;
  return Ok;
}

Status fmi3GetFMUState(void* instance, void** state) {
  return keep(instance, &((Instance*)instance)->room, state);
}

Status fmi3SetFMUState(void* instance, void* state) {
  ((Instance*)instance)->room = ((SavedRoom*)state)->room;
  return Ok;
}

Status fmi3FreeFMUState(void* instance, void** state) {
  (void)instance;
  ((SavedRoom*)*state)->used = false;
  *state = NULL;
  return Ok;
}

Status fmi3SerializedFMUStateSize(void* instance, void* state, size_t* size) {
  (void)instance, (void)state;
  *size = sizeof(Room);
  return Ok;
}

Status fmi3SerializeFMUState(void* instance, void* state, uint8_t* bytes, size_t size) {
  if (size != sizeof(Room)) return failed(instance, "wrong size %g", (double)size);
  memcpy(bytes, &((SavedRoom*)state)->room, size);
  return Ok;
}

Status fmi3DeserializeFMUState(void* instance, const uint8_t* bytes, size_t size, void** state) {
  if (size != sizeof(Room)) return failed(instance, "wrong size %g", (double)size);
  *state = NULL;
  return keep(instance, bytes, state);
}
