// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

/// Reference cases written by hand on CVODE, as one would write a program for only that system:
/// BDF, analytic Jacobian, dense, banded or sparse depending on the case, events by the root
/// finding of CVODE.
namespace hearth::bench {

struct Tolerances {
  double relative = 1e-6;
  double absolute = 1e-8;
};

/// States at the requested times, row by row, and the cost of the run.
struct RawRun {
  std::vector<double> states;
  std::vector<double> events;  ///< s
  long rates = 0;              ///< evaluations of the right-hand side
  long steps = 0;
};

/// x1' = x2, x2' = mu (1 - x1^2) x2 - x1
struct RawVanDerPol {
  double mu, x1, x2;
  RawRun run(const std::vector<double>& times, const Tolerances& tolerances) const;
};

/// C T' = (Ta - T)/R + s P, E' = s P; s becomes 1 when T falls to `low`, 0 when it rises to `high`
struct RawThermostat {
  double capacity, resistance, power, ambient, low, high;
  double temperature, s;  // at the start
  RawRun run(const std::vector<double>& times, const Tolerances& tolerances) const;
};

/// C_i T_i' = G_{i-1} (T_{i-1} - T_i) + G_i (T_{i+1} - T_i), all nodes at `start`
struct RawWall {
  std::vector<double> capacity;     // n
  std::vector<double> conductance;  // n + 1
  double outdoors, indoors, start;
  bool sparse = false;  // with KLU, otherwise banded
  RawRun run(const std::vector<double>& times, const Tolerances& tolerances) const;
};

}  // namespace hearth::bench
