/* SPDX-License-Identifier: MIT */
#ifndef HEARTH_TEST_EXCHANGE_H
#define HEARTH_TEST_EXCHANGE_H

/* Small models in one FMU for model exchange, for both versions:
 *
 *     ball      dh/dt = v, dv/dt = g; at h <= 0: v becomes -e v, below 0.1 m/s it rests
 *     decay     dx/dt = -k x
 *     oscillator  dp/dt = q, dq/dt = mu (1 - p^2) q - p   (van der Pol)
 *     tracking  dw/dt = u - w
 *     stairs    counter rises each second; the simulation ends when it reaches `last`
 *     weights   total is their sum, length that of `label` (FMI 3.0)
 *     steps     counts steps of the integrator; every `every`-th of them wants event mode
 *
 * It keeps an eye on the order of calls and on the times of events: what is not allowed in a mode
 * is an error, and so is an event that comes late. */

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { kStateCount = 6, kIndicatorCount = 1, kMostWeights = 5 };

typedef enum { Instantiated, Configuring, Initializing, Events, Continuous, Terminated } Mode;

typedef struct {
  double time, next; /* s */
  double x[kStateCount];
  double g, e, k, mu, u;
  int counter, last, steps, every, rounds, length;
  bool step_event;
  int size; /* of `weights`, by the structural parameter n of FMI 3.0 */
  double weights[kMostWeights];
  char label[16];
  Mode mode;
} Exchange;

typedef enum {
  kH = 1,
  kV,
  kX,
  kP,
  kQ,
  kW,
  kG = 11,
  kE,
  kK,
  kMu,
  kU = 21,
  kCounter = 31,
  kSteps,
  kLength,
  kLast = 41,
  kEvery,
  kSize = 71,
  kWeights,
  kTotal,
  kLabel
} ExchangeReference;

static inline Exchange new_exchange(void) {
  Exchange it = {.x = {1, 0, 1, 2, 0, 0},
                 .g = -9.81,
                 .e = 0.7,
                 .k = 1,
                 .mu = 1,
                 .counter = 1,
                 .size = 2,
                 .weights = {1, 2}};
  return it;
}

static inline double total_of(const Exchange* it) {
  double total = 0;
  for (int i = 0; i < it->size; ++i) total += it->weights[i];
  return total;
}

static inline double* real_place(Exchange* it, unsigned reference) {
  if (reference >= kH && reference <= kW) return &it->x[reference - kH];
  switch (reference) {
    case kG:
      return &it->g;
    case kE:
      return &it->e;
    case kK:
      return &it->k;
    case kMu:
      return &it->mu;
    case kU:
      return &it->u;
    default:
      return 0;
  }
}

static inline int* whole_place(Exchange* it, unsigned reference) {
  switch (reference) {
    case kCounter:
      return &it->counter;
    case kSteps:
      return &it->steps;
    case kLength:
      return &it->length;
    case kLast:
      return &it->last;
    case kEvery:
      return &it->every;
    default:
      return 0;
  }
}

/* Inputs may be set whenever nothing is integrated, all else before the start only, `e` at events.
 */
static inline bool may_set(const Exchange* it, unsigned reference) {
  if (it->mode == Instantiated || it->mode == Initializing) return true;
  if (reference == kU || reference == kE) return it->mode == Events;
  return false;
}

static inline void begin_exchange(Exchange* it) {
  it->next = it->time + 1;
  it->mode = Events;
}

static inline void derivatives_of(const Exchange* it, double* dx) {
  const double* x = it->x;
  dx[0] = x[1];
  dx[1] = it->g;
  dx[2] = -it->k * x[2];
  dx[3] = x[4];
  dx[4] = it->mu * (1 - x[3] * x[3]) * x[4] - x[3];
  dx[5] = it->u - x[5];
}

/* The ball at rest has no event any more. */
static inline double indicator_of(const Exchange* it) {
  return it->x[1] == 0 && it->g == 0 ? 1 : it->x[0];
}

typedef struct {
  bool again, terminate, states_changed;
} Updated;

/* The first round bounces, the second settles. */
static inline Updated update_exchange(Exchange* it) {
  Updated updated = {false, false, false};
  if (it->x[0] <= 0 && it->x[1] < 0) {
    it->x[0] = 0;
    it->x[1] *= -it->e;
    if (it->x[1] < 0.1) it->x[1] = it->g = 0;
    updated.states_changed = updated.again = true;
  }
  if (it->time == it->next) {
    ++it->counter;
    it->next += 1;
    updated.again = true;
    updated.terminate = it->last > 0 && it->counter >= it->last;
  }
  it->step_event = false;
  ++it->rounds;
  return updated;
}

/* Whether a time can be gone to: not beyond the next event. */
static inline bool in_time(const Exchange* it, double time) { return time <= it->next; }

static inline bool completed_step(Exchange* it) {
  ++it->steps;
  it->step_event = it->every > 0 && it->steps % it->every == 0;
  return it->step_event;
}

#endif
