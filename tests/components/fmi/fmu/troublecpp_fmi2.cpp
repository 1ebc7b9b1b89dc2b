// SPDX-License-Identifier: MIT
// An FMU of FMI 2.0 in C++ that prints with streams, throws if its parameter `mode` is 1, and
// brings a function whose name its importer has too.
#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

enum Status { Ok, Warning, Discard, Error };

struct Thrower {
  double mode = 0.0, steps = 0.0;
  std::string name;
};

Thrower& of(void* c) { return *static_cast<Thrower*>(c); }

}  // namespace

extern "C" {

int CVodeCreate(int, void*) { return 42; }
int (*volatile own)(int, void*) = CVodeCreate;

void* fmi2Instantiate(const char* name, int, const char*, const char*, const void*, int, int) {
  std::cout << "made by a C++ program: " << name << std::endl;
  return new Thrower{0.0, 0.0, name};
}
void fmi2FreeInstance(void* c) { delete &of(c); }
Status fmi2SetDebugLogging(void*, int, std::size_t, const char* const*) { return Ok; }
Status fmi2SetupExperiment(void*, int, double, double, int, double) { return Ok; }
Status fmi2EnterInitializationMode(void*) { return Ok; }
Status fmi2ExitInitializationMode(void*) { return Ok; }
Status fmi2Terminate(void*) { return Ok; }
Status fmi2Reset(void* c) {
  of(c).mode = of(c).steps = 0.0;
  return Ok;
}
Status fmi2SetReal(void* c, const unsigned*, std::size_t count, const double* values) {
  if (count > 0) of(c).mode = values[0];
  return Ok;
}
Status fmi2GetReal(void* c, const unsigned* references, std::size_t count, double* values) {
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = references[i] == 20 ? of(c).steps : own(1, nullptr);
  }
  return Ok;
}
Status fmi2GetInteger(void*, const unsigned*, std::size_t, int*) { return Ok; }
Status fmi2SetInteger(void*, const unsigned*, std::size_t, const int*) { return Ok; }
Status fmi2GetBoolean(void*, const unsigned*, std::size_t, int*) { return Ok; }
Status fmi2SetBoolean(void*, const unsigned*, std::size_t, const int*) { return Ok; }
Status fmi2DoStep(void* c, double time, double, int) {
  if (of(c).mode == 1.0 && time > 0.0) throw std::runtime_error("no root in " + of(c).name);
  if (of(c).mode == 2.0 && time > 0.0) throw 5;
  of(c).steps += 1.0;
  return Ok;
}
Status fmi2GetRealStatus(void*, int, double*) { return Discard; }
Status fmi2GetBooleanStatus(void*, int, int*) { return Discard; }

}  // extern "C"
