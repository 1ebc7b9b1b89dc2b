/* SPDX-License-Identifier: MIT */
/* The room as an FMU of FMI 2.0. */
#include <stddef.h>
#include <string.h>

#include "room.h"

typedef enum { Ok, Warning, Discard, Error, Fatal, Pending } Status;

typedef struct {
  void (*logger)(void*, const char*, Status, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*free)(void*);
  void (*step_finished)(void*, Status);
  void* environment;
} Callbacks;

typedef struct {
  Room room;
  SavedRoom states[kStates];
  const Callbacks* callbacks;
  char name[64];
} Instance;

static Status say(Instance* it, Status status, const char* format, double value) {
  it->callbacks->logger(it->callbacks->environment, it->name, status, "logStatusError", format,
                        value);
  return status;
}

static Status failed(Instance* it, const char* format, double value) {
  it->room.mode = Failed;
  return say(it, Error, format, value);
}

const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }

void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources,
                      const Callbacks* callbacks, int visible, int logging) {
  (void)visible, (void)logging;
  if (type != 1 || strncmp(resources, "file:///", 8) != 0 || strcmp(guid, "{room-2}") != 0) {
    callbacks->logger(callbacks->environment, name, Error, "logStatusError",
                      "cannot be instantiated with guid %s", guid);
    return NULL;
  }
  Instance* it = callbacks->allocate(1, sizeof *it);
  it->room = new_room();
  it->callbacks = callbacks;
  strncpy(it->name, name, sizeof it->name - 1);
  return it;
}

void fmi2FreeInstance(void* c) {
  Instance* it = c;
  if (it != NULL) it->callbacks->free(it);
}

Status fmi2SetDebugLogging(void* c, int on, size_t count, const char* const* categories) {
  (void)c, (void)on;
  return count == 1 && strcmp(categories[0], "logStatusError") == 0 ? Ok : Error;
}

Status fmi2SetupExperiment(void* c, int tolerance_defined, double tolerance, double start,
                           int stop_defined, double stop) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
  Instance* it = c;
  if (it->room.mode != Instantiated) return failed(it, "setup out of order", 0);
  it->room.time = start;
  return Ok;
}

Status fmi2EnterInitializationMode(void* c) {
  Instance* it = c;
  if (it->room.mode != Instantiated) return failed(it, "initialization out of order", 0);
  it->room.mode = Initializing;
  return Ok;
}

Status fmi2ExitInitializationMode(void* c) {
  Instance* it = c;
  if (it->room.mode != Initializing) return failed(it, "exit out of order", 0);
  it->room.temperature = it->room.start;
  it->room.mode = Stepping;
  return Ok;
}

Status fmi2Terminate(void* c) {
  Instance* it = c;
  if (it->room.mode != Stepping && it->room.mode != Discarded) {
    return failed(it, "termination out of order", 0);
  }
  it->room.mode = Terminated;
  return Ok;
}

Status fmi2Reset(void* c) {
  ((Instance*)c)->room = new_room();
  return Ok;
}

Status fmi2SetReal(void* c, const unsigned* references, size_t count, const double* values) {
  Instance* it = c;
  for (size_t i = 0; i < count; ++i) {
    double* place = settable(&it->room, references[i]);
    if (place == NULL) return failed(it, "variable %g cannot be set now", references[i]);
    *place = values[i];
  }
  return Ok;
}

Status fmi2GetReal(void* c, const unsigned* references, size_t count, double* values) {
  Instance* it = c;
  for (size_t i = 0; i < count; ++i) {
    if (!gettable(&it->room, references[i], &values[i])) {
      return failed(it, "variable %g cannot be read now", references[i]);
    }
  }
  return Ok;
}

#define NO_VARIABLES(NAME, TYPE)                                                  \
  Status NAME(void* c, const unsigned* references, size_t count, TYPE* values) {  \
    (void)references, (void)values;                                               \
    return count == 0 ? Ok : failed(c, "there are no variables of this type", 0); \
  }
NO_VARIABLES(fmi2GetInteger, int)
NO_VARIABLES(fmi2SetInteger, const int)
NO_VARIABLES(fmi2GetBoolean, int)
NO_VARIABLES(fmi2SetBoolean, const int)
NO_VARIABLES(fmi2GetString, const char*)
NO_VARIABLES(fmi2SetString, const char* const)

Status fmi2DoStep(void* c, double time, double length, int never_before) {
  (void)never_before;
  Instance* it = c;
  Room* room = &it->room;
  if (!continues(room, time, length)) return failed(it, "the room is at %g s", room->time);
  if (time + length > room->fail_after) return failed(it, "the roof fell in at %g s", time);
  if (time + length > room->fatal_after) {
    say(it, Fatal, "the house is gone at %g s", time);
    it->callbacks->free(it); /* whoever calls this instance again is found out */
    return Fatal;
  }
  if (length > room->longest_step || time + length > room->end_after) {
    advance(room, fmin(length, fmin(room->longest_step, fmax(room->end_after - time, 1e-6))));
    room->last_successful = room->time;
    room->mode = Discarded;
    return say(it, Discard, "stopped at %g s", room->time);
  }
  advance(room, length);
  room->last_successful = room->time;
  return room->heat < 0 ? say(it, Warning, "cooled with %g W", room->heat) : Ok;
}

Status fmi2CancelStep(void* c) { return failed(c, "nothing to cancel", 0); }

Status fmi2GetRealStatus(void* c, int kind, double* value) {
  Instance* it = c;
  if (kind != 2) return Discard;
  *value = it->room.last_successful;
  return Ok;
}

Status fmi2GetBooleanStatus(void* c, int kind, int* value) {
  Instance* it = c;
  if (kind != 3) return Discard;
  *value = it->room.time >= it->room.end_after - 1e-6;
  return Ok;
}

static Status keep(Instance* it, const void* room, void** state) {
  SavedRoom* place = *state != NULL ? *state : free_place(it->states);
  if (place == NULL) return failed(it, "more than %g states", kStates);
  memcpy(&place->room, room, sizeof(Room));
  place->used = true;
  *state = place;
  return Ok;
}

Status fmi2GetFMUstate(void* c, void** state) { return keep(c, &((Instance*)c)->room, state); }

Status fmi2SetFMUstate(void* c, void* state) {
  ((Instance*)c)->room = ((SavedRoom*)state)->room;
  return Ok;
}

Status fmi2FreeFMUstate(void* c, void** state) {
  (void)c;
  ((SavedRoom*)*state)->used = false;
  *state = NULL;
  return Ok;
}

Status fmi2SerializedFMUstateSize(void* c, void* state, size_t* size) {
  (void)c, (void)state;
  *size = sizeof(Room);
  return Ok;
}

Status fmi2SerializeFMUstate(void* c, void* state, char* bytes, size_t size) {
  if (size != sizeof(Room)) return failed(c, "wrong size %g", (double)size);
  memcpy(bytes, &((SavedRoom*)state)->room, size);
  return Ok;
}

Status fmi2DeSerializeFMUstate(void* c, const char* bytes, size_t size, void** state) {
  if (size != sizeof(Room)) return failed(c, "wrong size %g", (double)size);
  *state = NULL;
  return keep(c, bytes, state);
}
