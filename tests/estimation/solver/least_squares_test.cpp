// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/least_squares.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace least_squares_test {

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string error_code(const std::vector<Parameter>& parameters) {
  const Diagnostics diagnostics = validate(parameters);
  return diagnostics.empty() ? "" : diagnostics.items().front().code;
}

/// A line through points of which two are far off: y = 1 + 2 t + outliers.
auto line_with_outliers() {
  return exact<2>(12, [](const auto* p, auto* r) {
    for (int i = 0; i < 12; ++i) {
      const double outlier = i == 3 ? 30.0 : i == 9 ? -50.0 : 0.0;
      const double y = 1.0 + 2.0 * i + outlier + 0.1 * std::sin(7.0 * i);
      r[i] = p[0] + p[1] * double(i) - y;
    }
  });
}

}  // namespace

TEST_CASE("a start outside its bounds is an input error that names the parameter") {
  auto function = rosenbrock();
  const auto parameters = linear({2.0, 0.0}, {-1.0, -1.0}, {1.0, 1.0});
  CHECK(error_code(parameters) == "calibration.start_outside");
  CHECK(validate(parameters).items().front().where.pointer == "x1");
  CHECK_THROWS_AS(solve(parameters, function), InputError);
}

TEST_CASE("bounds, scales, priors and names are validated") {
  CHECK(error_code({parameter("a", 1.0, 0.0, 2.0)}).empty());
  CHECK(error_code({parameter("a", 1.0, 1.0, 1.0)}) == "calibration.bounds_empty");
  CHECK(error_code({parameter("a", std::nan(""), 0.0, 1.0)}) == "calibration.start_not_finite");
  CHECK(error_code({parameter("a", 1.0, std::nan(""), 2.0)}) == "calibration.bounds_empty");
  CHECK(error_code({parameter("a", 1.0, 0.0, 2.0), parameter("a", 1.0, 0.0, 2.0)}) ==
        "calibration.parameter_duplicate");
  Parameter log = parameter("a", 1.0, 0.0, 2.0);
  log.scale = Scale::Log;
  CHECK(error_code({log}) == "calibration.scale_invalid");
  Parameter logit = parameter("a", 1.0, 0.0, kInfinity);
  logit.scale = Scale::Logit;
  CHECK(error_code({logit}) == "calibration.scale_invalid");
  Parameter prior = parameter("a", 1.0, 0.0, 2.0);
  prior.prior = Prior{1.0, 0.0};
  CHECK(error_code({prior}) == "calibration.prior_invalid");
  prior.prior = Prior{-1.0, 0.5};  // two of its standard deviations below the bound
  CHECK(error_code({prior}).empty());
  prior.prior = Prior{-1.0, 0.1};
  CHECK(error_code({prior}) == "calibration.prior_outside");
  CHECK(!validate({prior}).has_errors());
}

TEST_CASE("all wrong parameters are reported at once") {
  const auto parameters = linear({2.0, -2.0}, {-1.0, -1.0}, {1.0, 1.0});
  CHECK(validate(parameters).items().size() == 2);
}

TEST_CASE("a prior draws a parameter to its mean and is reported apart") {
  // r = p - 3 and the prior (p - 1)/0.5: the mean is (3 + 4 * 1) / 5.
  auto function = exact<1>(1, [](const auto* p, auto* r) { r[0] = p[0] - 3.0; });
  auto parameters = linear({0.0}, {-10.0}, {10.0});
  parameters[0].prior = Prior{1.0, 0.5};
  const Summary summary = solve(parameters, function);
  CHECK(summary.status == Status::Converged);
  CHECK(summary.parameters[0] == Approx(1.4).epsilon(1e-9));  // linear problem: rounding only
  CHECK(summary.objective_initial == Approx(9.0));
  CHECK(summary.prior_initial == Approx(4.0));
  CHECK(summary.objective_final == Approx(2.56).epsilon(1e-8));
  CHECK(summary.prior_final == Approx(0.64).epsilon(1e-8));
  CHECK(summary.cost_final == Approx(3.2));
}

TEST_CASE("robust losses resist outliers and both methods agree") {
  auto function = line_with_outliers();
  const auto parameters = unbounded({0.0, 0.0});
  const Summary squared = solve(parameters, function);
  CHECK(std::abs(squared.parameters[0] - 1.0) > 1.0);
  for (const Loss::Kind kind : {Loss::Kind::Huber, Loss::Kind::SoftL1, Loss::Kind::Cauchy}) {
    SolveOptions options;
    options.loss = {kind, 0.2};
    options.solver = Solver::Trf;
    const Summary trf = solve(parameters, function, options);
    options.solver = Solver::Ceres;
    const Summary ceres = solve(parameters, function, options);
    CHECK(trf.status == Status::Converged);
    CHECK(std::abs(trf.parameters[0] - 1.0) < 0.1);  // the noise of the ten good points
    CHECK(std::abs(trf.parameters[1] - 2.0) < 0.1);
    CHECK(trf.cost_final == Approx(ceres.cost_final).epsilon(1e-7));  // both stop at ftol 1e-10
    CHECK(trf.objective_final > squared.objective_final);
  }
}

TEST_CASE("a start on a bound is left when the optimum is inside") {
  auto function = exact<2>(2, [](const auto* p, auto* r) {
    r[0] = p[0] - 3.0;
    r[1] = p[1] * p[0] - 6.0;
  });
  const auto parameters = linear({0.0, 5.0}, {0.0, 0.0}, {10.0, 5.0});
  const Summary summary = solve(parameters, function);
  CHECK(summary.parameters[0] == Approx(3.0).epsilon(1e-8));  // gradient tolerance
  CHECK(summary.parameters[1] == Approx(2.0).epsilon(1e-8));
  CHECK(summary.at_bound == std::vector<Bound>{Bound::None, Bound::None});
}

TEST_CASE("a standard deviation that vanishes ends on its lower bound") {
  // F = (a - 1)² + (1e-6 s)² + 1: below s = 1 rounding hides what s does.
  auto function = exact<2>(3, [](const auto* p, auto* r) {
    r[0] = p[0] - 1.0;
    r[1] = 1e-6 * p[1];
    r[2] = 1.0 + 0.0 * p[0];
  });
  std::vector<Parameter> parameters{parameter("a", 0.0, -5.0, 5.0),
                                    parameter("s", 1.0, 1e-6, kInfinity)};
  CHECK(solve(parameters, function).at_bound[1] == Bound::None);
  parameters[1].may_vanish = true;
  const Summary found = solve(parameters, function);
  CHECK(found.status == Status::Converged);
  CHECK(found.at_bound[1] == Bound::Lower);
  CHECK(found.parameters[1] == 1e-6);
  CHECK(found.parameters[0] == Approx(1.0));
}

TEST_CASE("a standard deviation that the data show does not end on its lower bound") {
  // F = (s - 2)² + 0.01 s²
  auto function = exact<1>(2, [](const auto* p, auto* r) {
    r[0] = p[0] - 2.0;
    r[1] = 0.1 * p[0];
  });
  std::vector<Parameter> parameters{parameter("s", 1.0, 1e-6, kInfinity)};
  parameters[0].may_vanish = true;
  const Summary found = solve(parameters, function);
  CHECK(found.at_bound[0] == Bound::None);
  CHECK(found.parameters[0] == Approx(2.0 / 1.01));
}

TEST_CASE("a parameter without effect keeps its start, on a bound too") {
  auto function = exact<3>(1, [](const auto* p, auto* r) { r[0] = p[0] - 0.3 + 0.0 * p[1]; });
  const auto parameters = linear({0.8, 0.0, 0.4}, {0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
  const Summary summary = solve(parameters, function);
  CHECK(summary.parameters[0] == Approx(0.3));
  CHECK(summary.parameters[1] == 0.0);
  CHECK(summary.parameters[2] == 0.4);
}

TEST_CASE("a model that cannot be evaluated at the start fails without an exception") {
  Partial fails(1, [](const double*, double*, double*) { return false; });
  Partial not_a_number(1, [](const double*, double* r, double* jacobian) {
    r[0] = std::nan("");
    if (jacobian != nullptr) jacobian[0] = 1.0;
    return true;
  });
  const auto parameters = linear({0.5}, {0.0}, {1.0});
  for (ResidualFunction* function :
       std::initializer_list<ResidualFunction*>{&fails, &not_a_number}) {
    const Summary summary = solve(parameters, *function);
    CHECK(summary.status == Status::Failed);
    CHECK_FALSE(summary.message.empty());
    CHECK(summary.objective_final == kInfinity);  // never the best of several starts
    CHECK(summary.parameters == std::vector<double>{0.5});
  }
}

TEST_CASE("a solve ends on request of the caller and keeps the best point") {
  auto function = rosenbrock();
  SolveOptions options;
  options.progress = [](int iteration, double) { return iteration < 3; };
  for (const Solver solver : {Solver::Trf, Solver::Ceres, Solver::Auto}) {
    options.solver = solver;
    const Summary summary = solve(unbounded({-1.2, 1.0}), function, options);
    CHECK(summary.status == Status::Interrupted);
    CHECK(summary.iterations == 3);
    CHECK(summary.objective_final < summary.objective_initial);
  }
}

TEST_CASE("a solve whose evaluations are stopped keeps the best point") {
  for (const Solver solver : {Solver::Trf, Solver::Ceres, Solver::Auto}) {
    auto whole = rosenbrock();
    int evaluations = 0;
    bool stopped = false;
    Partial function(2, [&](const double* p, double* r, double* jacobian) {
      stopped = stopped || ++evaluations > 12;
      return !(stopped && jacobian != nullptr) && whole.evaluate(p, r, jacobian);
    });
    SolveOptions options;
    options.solver = solver;
    options.stop = [&] { return stopped; };
    const Summary summary = solve(unbounded({-1.2, 1.0}), function, options);
    CAPTURE(static_cast<int>(solver));
    CHECK(summary.status == Status::Interrupted);
    CHECK(summary.objective_final < summary.objective_initial);
    CHECK(std::isfinite(summary.objective_final));
  }
}

TEST_CASE("progress sees a falling cost") {
  auto function = wood();
  double last = kInfinity;
  int calls = 0;
  SolveOptions options;
  options.progress = [&](int iteration, double cost) {
    CHECK(iteration == ++calls);
    CHECK(cost <= last);
    last = cost;
    return true;
  };
  const Summary summary = solve(unbounded({-3.0, -1.0, -3.0, -1.0}), function, options);
  CHECK(calls == summary.iterations);
  CHECK(summary.cost_final <= last);
}

TEST_CASE("the budget of evaluations ends a solve") {
  auto function = rosenbrock();
  SolveOptions options;
  options.max_evaluations = 5;
  const Summary summary = solve(unbounded({-1.2, 1.0}), function, options);
  CHECK(summary.status == Status::Stopped);
  CHECK(summary.evaluations <= 6);  // and one for the objective at the end
}

TEST_CASE("the same problem gives the same bits") {
  auto function = meyer();
  const auto parameters = linear({0.02, 4000.0, 250.0}, {1e-6, 0.0, 0.0}, {1.0, 1e5, 1e4});
  for (const Solver solver : {Solver::Trf, Solver::Ceres}) {
    SolveOptions options;
    options.solver = solver;
    const Summary first = solve(parameters, function, options);
    const Summary second = solve(parameters, function, options);
    CHECK(std::memcmp(first.parameters.data(), second.parameters.data(), 3 * sizeof(double)) == 0);
    CHECK(first.objective_final == second.objective_final);
    CHECK(first.evaluations == second.evaluations);
  }
}

TEST_CASE("a problem without parameters is its own solution") {
  Partial function(1, [](const double*, double* r, double*) {
    r[0] = 2.0;
    return true;
  });
  const Summary summary = solve({}, function);
  CHECK(summary.status == Status::Converged);
  CHECK(summary.objective_final == 4.0);
}

TEST_CASE("a problem without residuals leaves the parameters unchanged") {
  Partial function(0, [](const double*, double*, double*) { return true; });
  const Summary summary = solve(linear({0.0, 0.5}, {0.0, 0.0}, {1.0, 1.0}), function);
  CHECK(summary.status == Status::Converged);
  CHECK(summary.parameters == std::vector<double>{0.0, 0.5});
}

}  // namespace least_squares_test
