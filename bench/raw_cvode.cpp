// SPDX-License-Identifier: MIT
#include "hearth/bench/raw_cvode.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdexcept>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

namespace hearth::bench {
namespace {

void check(int flag) {
  if (flag < 0) throw std::runtime_error("CVODE failed with " + std::to_string(flag));
}

/// Objects that every program on CVODE creates and frees.
struct Solver {
  /// `entries` is the number of those of the Jacobian if it is sparse; otherwise it is dense, or
  /// banded if `bandwidth` is above 0.
  Solver(int size, CVRhsFn rates, CVLsJacFn jacobian, int bandwidth, int entries,
         const void* system, const double* start, const Tolerances& tolerances) {
    SUNContext_Create(nullptr, &context);
    x = N_VNew_Serial(size, context);
    for (int i = 0; i < size; ++i) NV_Ith_S(x, i) = start[i];
    memory = CVodeCreate(CV_BDF, context);
    check(CVodeInit(memory, rates, 0.0, x));
    CVodeSetUserData(memory, const_cast<void*>(system));
    CVodeSStolerances(memory, tolerances.relative, tolerances.absolute);
    CVodeSetMaxNumSteps(memory, 1000000);
    if (entries > 0) {
      matrix = SUNSparseMatrix(size, size, entries, CSC_MAT, context);
      linear = SUNLinSol_KLU(x, matrix, context);
    } else if (bandwidth > 0) {
      matrix = SUNBandMatrix(size, bandwidth, bandwidth, context);
      linear = SUNLinSol_Band(x, matrix, context);
    } else {
      matrix = SUNDenseMatrix(size, size, context);
      linear = SUNLinSol_Dense(x, matrix, context);
    }
    CVodeSetLinearSolver(memory, linear, matrix);
    CVodeSetJacFn(memory, jacobian);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() {
    CVodeFree(&memory);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(x);
    SUNContext_Free(&context);
  }

  /// Integrates to `time`; returns true if it is reached, false at a root.
  bool towards(double time) {
    const int flag = CVode(memory, time, x, &reached, CV_NORMAL);
    check(flag);
    return flag != CV_ROOT_RETURN;
  }
  void keep(RawRun& run) const {
    const double* values = N_VGetArrayPointer(x);
    run.states.insert(run.states.end(), values, values + N_VGetLength(x));
  }
  void count(RawRun& run) const {
    long rates = 0, steps = 0;
    CVodeGetNumRhsEvals(memory, &rates);
    CVodeGetNumSteps(memory, &steps);
    run.rates += rates;
    run.steps += steps;
  }

  SUNContext context = nullptr;
  N_Vector x = nullptr;
  void* memory = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  double reached = 0.0;
};

// ---- Van der Pol -------------------------------------------------------------------------------

int oscillator_rates(double, N_Vector x, N_Vector dx, void* data) {
  const auto& p = *static_cast<const RawVanDerPol*>(data);
  const double x1 = NV_Ith_S(x, 0), x2 = NV_Ith_S(x, 1);
  NV_Ith_S(dx, 0) = x2;
  NV_Ith_S(dx, 1) = p.mu * (1.0 - x1 * x1) * x2 - x1;
  return 0;
}

int oscillator_jacobian(double, N_Vector x, N_Vector, SUNMatrix J, void* data, N_Vector, N_Vector,
                        N_Vector) {
  const auto& p = *static_cast<const RawVanDerPol*>(data);
  const double x1 = NV_Ith_S(x, 0), x2 = NV_Ith_S(x, 1);
  SM_ELEMENT_D(J, 0, 0) = 0.0;
  SM_ELEMENT_D(J, 0, 1) = 1.0;
  SM_ELEMENT_D(J, 1, 0) = -2.0 * p.mu * x1 * x2 - 1.0;
  SM_ELEMENT_D(J, 1, 1) = p.mu * (1.0 - x1 * x1);
  return 0;
}

// ---- thermostat --------------------------------------------------------------------------------

int room_rates(double, N_Vector x, N_Vector dx, void* data) {
  const auto& p = *static_cast<const RawThermostat*>(data);
  const double heat = p.s * p.power;
  NV_Ith_S(dx, 0) = ((p.ambient - NV_Ith_S(x, 0)) / p.resistance + heat) / p.capacity;
  NV_Ith_S(dx, 1) = heat;
  return 0;
}

int room_jacobian(double, N_Vector, N_Vector, SUNMatrix J, void* data, N_Vector, N_Vector,
                  N_Vector) {
  const auto& p = *static_cast<const RawThermostat*>(data);
  SUNMatZero(J);
  SM_ELEMENT_D(J, 0, 0) = -1.0 / (p.resistance * p.capacity);
  return 0;
}

int room_roots(double, N_Vector x, double* g, void* data) {
  const auto& p = *static_cast<const RawThermostat*>(data);
  g[0] = p.low - NV_Ith_S(x, 0);
  g[1] = NV_Ith_S(x, 0) - p.high;
  return 0;
}

// ---- wall --------------------------------------------------------------------------------------

int wall_rates(double, N_Vector x, N_Vector dx, void* data) {
  const auto& p = *static_cast<const RawWall*>(data);
  const double* t = N_VGetArrayPointer(x);
  double* dt = N_VGetArrayPointer(dx);
  const std::size_t n = p.capacity.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double left = i == 0 ? p.outdoors : t[i - 1];
    const double right = i + 1 == n ? p.indoors : t[i + 1];
    dt[i] =
        (p.conductance[i] * (left - t[i]) + p.conductance[i + 1] * (right - t[i])) / p.capacity[i];
  }
  return 0;
}

int wall_jacobian(double, N_Vector, N_Vector, SUNMatrix J, void* data, N_Vector, N_Vector,
                  N_Vector) {
  const auto& p = *static_cast<const RawWall*>(data);
  const auto n = static_cast<sunindextype>(p.capacity.size());
  SUNMatZero(J);
  for (sunindextype i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    SM_ELEMENT_B(J, i, i) = -(p.conductance[k] + p.conductance[k + 1]) / p.capacity[k];
    if (i > 0) SM_ELEMENT_B(J, i, i - 1) = p.conductance[k] / p.capacity[k];
    if (i + 1 < n) SM_ELEMENT_B(J, i, i + 1) = p.conductance[k + 1] / p.capacity[k];
  }
  return 0;
}

int sparse_wall_jacobian(double, N_Vector, N_Vector, SUNMatrix J, void* data, N_Vector, N_Vector,
                         N_Vector) {
  const auto& p = *static_cast<const RawWall*>(data);
  const auto n = static_cast<sunindextype>(p.capacity.size());
  sunindextype* first = SUNSparseMatrix_IndexPointers(J);
  sunindextype* rows = SUNSparseMatrix_IndexValues(J);
  double* values = SUNSparseMatrix_Data(J);
  sunindextype entry = 0;
  const auto put = [&](sunindextype row, double conductance) {
    rows[entry] = row;
    values[entry++] = conductance / p.capacity[static_cast<std::size_t>(row)];
  };
  for (sunindextype i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    first[i] = entry;
    if (i > 0) put(i - 1, p.conductance[k]);
    put(i, -(p.conductance[k] + p.conductance[k + 1]));
    if (i + 1 < n) put(i + 1, p.conductance[k + 1]);
  }
  first[n] = entry;
  return 0;
}

}  // namespace

RawRun RawVanDerPol::run(const std::vector<double>& times, const Tolerances& tolerances) const {
  const double start[] = {x1, x2};
  Solver solver(2, oscillator_rates, oscillator_jacobian, 0, 0, this, start, tolerances);
  RawRun run;
  for (const double time : times) {
    solver.towards(time);
    solver.keep(run);
  }
  solver.count(run);
  return run;
}

RawRun RawThermostat::run(const std::vector<double>& times, const Tolerances& tolerances) const {
  RawThermostat now = *this;
  const double start[] = {temperature, 0.0};
  Solver solver(2, room_rates, room_jacobian, 0, 0, &now, start, tolerances);
  CVodeRootInit(solver.memory, 2, room_roots);
  int rising[] = {1, 1};
  CVodeSetRootDirection(solver.memory, rising);
  RawRun run;
  for (const double time : times) {
    while (!solver.towards(time)) {
      int found[2];
      CVodeGetRootInfo(solver.memory, found);
      // Immediately after a restart, CVODE may find the same root again until x has left it by
      // rounding.
      const double before = now.s;
      now.s = found[0] != 0 ? 1.0 : 0.0;
      if (now.s != before) run.events.push_back(solver.reached);
      solver.count(run);  // CVODE counts from the restart
      CVodeReInit(solver.memory, solver.reached, solver.x);
    }
    solver.keep(run);
  }
  solver.count(run);
  return run;
}

RawRun RawWall::run(const std::vector<double>& times, const Tolerances& tolerances) const {
  const std::vector<double> first(capacity.size(), start);
  const int n = static_cast<int>(capacity.size());
  Solver solver(n, wall_rates, sparse ? sparse_wall_jacobian : wall_jacobian, 1,
                sparse ? 3 * n - 2 : 0, this, first.data(), tolerances);
  RawRun run;
  for (const double time : times) {
    solver.towards(time);
    solver.keep(run);
  }
  solver.count(run);
  return run;
}

}  // namespace hearth::bench
