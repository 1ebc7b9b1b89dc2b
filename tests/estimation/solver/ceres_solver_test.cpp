// SPDX-License-Identifier: MIT
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/estimation/solver/internal/solvers.hpp"
#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace ceres_solver_test {

using namespace hearth::test;

namespace {

Summary with_ceres(const std::vector<Parameter>& parameters, ResidualFunction& function,
                   CeresStrategy strategy) {
  SolveOptions options;
  options.solver = Solver::Ceres;
  options.ceres_strategy = strategy;
  return solve(parameters, function, options);
}

}  // namespace

TEST_CASE("both strategies of Ceres solve smooth problems") {
  for (const CeresStrategy strategy : {CeresStrategy::LevenbergMarquardt, CeresStrategy::Dogleg}) {
    auto f1 = rosenbrock();
    const Summary first = with_ceres(unbounded({-1.2, 1.0}), f1, strategy);
    CHECK(first.method == "ceres");
    CHECK(first.status == Status::Converged);
    CHECK(first.parameters[0] == Approx(1.0).epsilon(1e-7));  // zero residuals: quadratic
    auto f14 = wood();
    CHECK(with_ceres(unbounded({-3.0, -1.0, -3.0, -1.0}), f14, strategy).objective_final < 1e-12);
    auto f2 = freudenstein_roth();
    CHECK(with_ceres(unbounded({0.5, -2.0}), f2, strategy).objective_final ==
          Approx(48.98425).epsilon(1e-6));  // six digits are printed
  }
}

TEST_CASE("Ceres ends exactly on bounds") {
  auto f1 = rosenbrock();
  const Summary summary = with_ceres(linear({-1.2, 1.0}, {-50.0, 0.0}, {0.5, 100.0}), f1,
                                     CeresStrategy::LevenbergMarquardt);
  CHECK(summary.parameters[0] == 0.5);
  CHECK(summary.at_bound[0] == Bound::Upper);
  CHECK(summary.objective_final == Approx(0.25).epsilon(1e-7));
}

TEST_CASE("Ceres steps around a region without values") {
  Partial function(1, [](const double* p, double* r, double* jacobian) {
    if (p[0] <= 0.5) return false;
    r[0] = std::log(p[0] - 0.5) - std::log(0.01);
    if (jacobian != nullptr) jacobian[0] = 1.0 / (p[0] - 0.5);
    return true;
  });
  const Summary summary =
      with_ceres(linear({5.0}, {-10.0}, {10.0}), function, CeresStrategy::LevenbergMarquardt);
  CHECK(summary.parameters[0] == Approx(0.51).epsilon(1e-7));
}

TEST_CASE("auto continues with Ceres where the reflective method is stuck") {
  // |p| has no derivative at its minimum: reflective steps fail there, which is not convergence.
  Partial kink(2, [](const double* p, double* r, double* jacobian) {
    r[0] = std::sqrt(std::abs(p[0]) + 1.0);
    r[1] = p[1] - 2.0;
    if (jacobian != nullptr) {
      jacobian[0] = (p[0] < 0.0 ? -0.5 : 0.5) / r[0];
      jacobian[1] = jacobian[2] = 0.0;
      jacobian[3] = 1.0;
    }
    return true;
  });
  const auto parameters = linear({0.7, 0.0}, {-3.0, -3.0}, {2.0, 5.0});
  SolveOptions options;
  const Summary automatic = solve(parameters, kink, options);
  options.solver = Solver::Trf;
  const Summary reflective = solve(parameters, kink, options);
  CHECK(automatic.objective_final <= reflective.objective_final);
  CHECK(automatic.objective_final == Approx(1.0).epsilon(1e-3));
}

TEST_CASE("Ceres does not call it convergence when only its steps have become tiny") {
  Partial wrong(1, [](const double* p, double* r, double* jacobian) {
    r[0] = p[0] - 3.0;
    if (jacobian != nullptr) jacobian[0] = -1.0;
    return true;
  });
  const Summary summary =
      with_ceres(linear({1.0}, {-10.0}, {10.0}), wrong, CeresStrategy::LevenbergMarquardt);
  CHECK(summary.status == Status::Stopped);
}

}  // namespace ceres_solver_test
