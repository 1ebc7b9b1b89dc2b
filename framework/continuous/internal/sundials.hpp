// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <type_traits>

/// Classes that own objects of SUNDIALS.
namespace hearth::sundials {

struct FreeVector {
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
struct FreeMatrix {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct FreeLinearSolver {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};

using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, FreeVector>;
using Matrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, FreeMatrix>;
using LinearSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, FreeLinearSolver>;

/// The context to which objects of SUNDIALS belong; threads must not share it.
class Context {
 public:
  Context() { SUNContext_Create(nullptr, &context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { SUNContext_Free(&context_); }
  operator SUNContext() const { return context_; }

  Vector vector(int size) const { return Vector(N_VNew_Serial(size, context_)); }

 private:
  SUNContext context_ = nullptr;
};

inline double* data(const Vector& vector) { return N_VGetArrayPointer(vector.get()); }

}  // namespace hearth::sundials
