/* SPDX-License-Identifier: MIT */
/* An FMU of FMI 3.0 that hands inputs of every type of number to outputs at the end of a step. The
 * output of input k has the value reference 100 + k. Arrays: `matrix[i,j]` is i times `vector[j]`. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum { Ok, Warning, Discard, Error, Fatal } Status;

enum { kFirstOutput = 100, kPerType = 4, kVector = 400, kMatrix = 404 };

/* For each type the values set and those put out. */
#define FIELDS(NAME, TYPE) TYPE NAME##_set[kPerType], NAME##_out[kPerType]
typedef struct {
  FIELDS(Float32, float);
  FIELDS(Float64, double);
  FIELDS(Int8, int8_t);
  FIELDS(UInt8, uint8_t);
  FIELDS(Int16, int16_t);
  FIELDS(UInt16, uint16_t);
  FIELDS(Int32, int32_t);
  FIELDS(UInt32, uint32_t);
  FIELDS(Int64, int64_t);
  FIELDS(UInt64, uint64_t);
  FIELDS(Boolean, bool);
  double vector[3], matrix[6];
} Kinds;

void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t* intermediate, size_t intermediate_count,
                                  void* environment, void (*logger)(void), void (*update)(void)) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)event_mode,
      (void)early_return, (void)intermediate, (void)intermediate_count, (void)environment,
      (void)logger, (void)update;
  return calloc(1, sizeof(Kinds));
}
void fmi3FreeInstance(void* instance) { free(instance); }

#define ALWAYS_OK(NAME)         \
  Status NAME(void* instance) { \
    (void)instance;             \
    return Ok;                  \
  }
ALWAYS_OK(fmi3ExitInitializationMode)
ALWAYS_OK(fmi3Terminate)

Status fmi3SetDebugLogging(void* instance, bool on, size_t count, const char* const* categories) {
  (void)instance, (void)on, (void)count, (void)categories;
  return Ok;
}
Status fmi3EnterInitializationMode(void* instance, bool tolerance_defined, double tolerance,
                                   double start, bool stop_defined, double stop) {
  (void)instance, (void)tolerance_defined, (void)tolerance, (void)start, (void)stop_defined,
      (void)stop;
  return Ok;
}
Status fmi3Reset(void* instance) {
  *(Kinds*)instance = (Kinds){0};
  return Ok;
}

/* Value references count from the number of the type times ten. */
#define ACCESS(NAME, TYPE, FIRST)                                                              \
  Status fmi3Set##NAME(void* instance, const uint32_t* references, size_t count,               \
                       const TYPE* values, size_t value_count) {                               \
    Kinds* it = instance;                                                                      \
    for (size_t i = 0; i < count; ++i) {                                                       \
      const uint32_t at = references[i] - FIRST;                                               \
      if (value_count != count || at >= kPerType) return Error;                                \
      it->NAME##_set[at] = values[i];                                                          \
    }                                                                                          \
    return Ok;                                                                                 \
  }                                                                                            \
  Status fmi3Get##NAME(void* instance, const uint32_t* references, size_t count, TYPE* values, \
                       size_t value_count) {                                                   \
    const Kinds* it = instance;                                                                \
    for (size_t i = 0; i < count; ++i) {                                                       \
      const uint32_t at = references[i] - kFirstOutput - FIRST;                                \
      if (value_count != count || at >= kPerType) return Error;                                \
      values[i] = it->NAME##_out[at];                                                          \
    }                                                                                          \
    return Ok;                                                                                 \
  }
ACCESS(Float32, float, 0)
#define fmi3SetFloat64 set_scalars
#define fmi3GetFloat64 get_scalars
ACCESS(Float64, double, 10)
#undef fmi3SetFloat64
#undef fmi3GetFloat64
Status fmi3SetFloat64(void* instance, const uint32_t* references, size_t count,
                      const double* values, size_t value_count) {
  if (count != 1 || references[0] != kVector) {
    return set_scalars(instance, references, count, values, value_count);
  }
  if (value_count != 3) return Error;
  memcpy(((Kinds*)instance)->vector, values, 3 * sizeof *values);
  return Ok;
}
Status fmi3GetFloat64(void* instance, const uint32_t* references, size_t count, double* values,
                      size_t value_count) {
  if (count != 1 || references[0] != kMatrix) {
    return get_scalars(instance, references, count, values, value_count);
  }
  if (value_count != 6) return Error;
  memcpy(values, ((Kinds*)instance)->matrix, 6 * sizeof *values);
  return Ok;
}
ACCESS(Int8, int8_t, 20)
ACCESS(UInt8, uint8_t, 30)
ACCESS(Int16, int16_t, 40)
ACCESS(UInt16, uint16_t, 50)
ACCESS(Int32, int32_t, 60)
ACCESS(UInt32, uint32_t, 70)
ACCESS(Int64, int64_t, 80)
ACCESS(UInt64, uint64_t, 90)
ACCESS(Boolean, bool, 200)

#define PUT_OUT(NAME) \
  for (int i = 0; i < kPerType; ++i) it->NAME##_out[i] = it->NAME##_set[i]

Status fmi3DoStep(void* instance, double time, double length, bool never_before,
                  bool* event_handling_needed, bool* terminate, bool* early_return,
                  double* last_successful) {
  (void)never_before;
  Kinds* it = instance;
  for (int i = 0; i < 6; ++i) it->matrix[i] = (i / 3 + 1) * it->vector[i % 3];
  PUT_OUT(Float32);
  PUT_OUT(Float64);
  PUT_OUT(Int8);
  PUT_OUT(UInt8);
  PUT_OUT(Int16);
  PUT_OUT(UInt16);
  PUT_OUT(Int32);
  PUT_OUT(UInt32);
  PUT_OUT(Int64);
  PUT_OUT(UInt64);
  PUT_OUT(Boolean);
  *event_handling_needed = *terminate = *early_return = false;
  *last_successful = time + length;
  return Ok;
}
