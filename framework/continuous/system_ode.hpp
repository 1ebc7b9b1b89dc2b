// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/continuous/hybrid_system.hpp"
#include "hearth/framework/continuous/ode_solver.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth {

/// The differential equations of a hybrid system between two instants at which values jump.
///
/// The Jacobian is exact. Columns without a common row share a colour, and the columns of eight
/// colours are differentiated at once (Curtis, Powell and Reid, J. Inst. Maths. Applics 13 (1974)).
class SystemOde final : public Ode {
 public:
  /// Times of the integrator count from `start`, which is in s since the origin.
  SystemOde(HybridSystem<double>& system, HybridSystem<Jet8>& jets, double start);

  /// Begins a segment: series have right limits at this time and left limits after it.
  void begin_segment(double time) { segment_ = time; }

  int size() const override { return system_.state_count(); }
  void rates(double time, const double* x, double* slopes) override;
  const SparsePattern& pattern() const override { return pattern_; }
  void jacobian(double time, const double* x, double* entries) override;
  SimulationError failure(int state, double time, const std::string& reason) const override;

  /// Returns the number of evaluations on Jets for one Jacobian.
  int passes() const { return (colours_ + 7) / 8; }

 private:
  void make_pattern();
  void make_colours();
  Limit limit(double time) const { return time > segment_ ? Limit::Left : Limit::Right; }
  void take_values(double time, const double* x);

  HybridSystem<double>& system_;
  HybridSystem<Jet8>& jets_;
  double start_;
  double segment_ = 0.0;
  SparsePattern pattern_;
  std::vector<int> colour_;  // of each column
  int colours_ = 0;
  std::vector<Jet8> slopes_;
};

}  // namespace hearth
