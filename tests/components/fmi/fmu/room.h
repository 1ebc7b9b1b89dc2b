/* SPDX-License-Identifier: MIT */
#ifndef HEARTH_TEST_ROOM_H
#define HEARTH_TEST_ROOM_H

/* A room of one capacity, for FMUs of both versions:
 *
 *     C dT/dt = UA (T_out - T) + Q
 *
 * by explicit Euler in equal pieces of at most `substep`. Some parameters make it misbehave. It
 * keeps an eye on the order of calls: what is not allowed in a mode is an error. */

#include <math.h>
#include <stdbool.h>

typedef enum { Instantiated, Initializing, Stepping, Discarded, Terminated, Failed } Mode;

typedef enum {
  kOutdoor = 1,
  kHeat = 2,
  kTemperature = 11,
  kLoss = 12,
  kExcess = 13,
  kCapacity = 21,
  kConductance = 22,
  kStart = 23,
  kSubstep = 24,
  kFailAfter = 31,
  kFatalAfter = 32,
  kEndAfter = 33,
  kLongestStep = 34,
  kEarlyAfter = 35
} RoomReference;

typedef struct {
  double time;                                                          /* s */
  double temperature;                                                   /* degC */
  double outdoor;                                                       /* degC */
  double heat;                                                          /* W */
  double capacity;                                                      /* J/K */
  double conductance;                                                   /* W/K */
  double start;                                                         /* degC */
  double substep;                                                       /* s */
  double fail_after, fatal_after, end_after, longest_step, early_after; /* s */
  double last_successful;                                               /* s */
  Mode mode;
} Room;

/* States lie in the instance and go away with it. */
enum { kStates = 64 };

typedef struct {
  Room room;
  bool used;
} SavedRoom;

static inline SavedRoom* free_place(SavedRoom* places) {
  for (int i = 0; i < kStates; ++i) {
    if (!places[i].used) return &places[i];
  }
  return 0;
}

static inline Room new_room(void) {
  const double never = 1e30;
  Room room = {0, 20, 0, 0, 1e6, 100, 20, 60, never, never, never, never, never, 0, Instantiated};
  return room;
}

/* The place of what may be set in the room's mode, or null. */
static inline double* settable(Room* room, unsigned reference) {
  const bool before = room->mode == Instantiated;
  const bool between = room->mode == Initializing || room->mode == Stepping;
  switch (reference) {
    case kOutdoor:
      return before || between ? &room->outdoor : 0;
    case kHeat:
      return before || between ? &room->heat : 0;
    case kCapacity:
      return before ? &room->capacity : 0;
    case kConductance:
      return before ? &room->conductance : 0;
    case kStart:
      return before ? &room->start : 0;
    case kSubstep:
      return before ? &room->substep : 0;
    case kFailAfter:
      return before ? &room->fail_after : 0;
    case kFatalAfter:
      return before ? &room->fatal_after : 0;
    case kEndAfter:
      return before ? &room->end_after : 0;
    case kLongestStep:
      return before ? &room->longest_step : 0;
    case kEarlyAfter:
      return before ? &room->early_after : 0;
    default:
      return 0;
  }
}

/* Whether there is such an output that may be read in the room's mode. */
static inline bool gettable(const Room* room, unsigned reference, double* value) {
  if (room->mode != Initializing && room->mode != Stepping) return false;
  switch (reference) {
    case kTemperature:
      *value = room->temperature + 273.15; /* K */
      return true;
    case kLoss:
      *value = 1e-3 * room->conductance * (room->temperature - room->outdoor); /* kW */
      return true;
    case kExcess:
      *value = room->temperature - room->outdoor; /* K */
      return true;
    default:
      return false;
  }
}

static inline void advance(Room* room, double length) {
  const int pieces = (int)ceil(length / room->substep);
  const double piece = length / pieces;
  for (int i = 0; i < pieces; ++i) {
    const double exchange = room->conductance * (room->outdoor - room->temperature);
    room->temperature += piece / room->capacity * (exchange + room->heat);
  }
  room->time += length;
}

/* Whether a step begins where the room is. */
static inline bool continues(const Room* room, double time, double length) {
  return room->mode == Stepping && fabs(time - room->time) <= 1e-9 * (1 + fabs(time)) && length > 0;
}

#endif
