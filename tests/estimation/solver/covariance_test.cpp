// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/covariance.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <tuple>

#include <catch2/catch.hpp>

#include "hearth/estimation/solver/internal/multistart.hpp"
#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace covariance_test {

using namespace hearth::test;

namespace {

using Kind = ParameterUncertainty::Kind;

/// y = a + b t at t = 0..4 with sd 1, for which (JᵀJ)⁻¹ = [0.6 -0.2; -0.2 0.1].
Jacobian line() {
  Jacobian jacobian{5, 2, {}};
  for (int i = 0; i < 5; ++i) {
    jacobian.values.push_back(1.0);
    jacobian.values.push_back(i);
  }
  return jacobian;
}

Summary solution(std::vector<double> parameters, double squares) {
  Summary summary;
  summary.at_bound.assign(parameters.size(), Bound::None);
  summary.parameters = std::move(parameters);
  summary.objective_final = squares;
  return summary;
}

}  // namespace

// Factorisations of well-conditioned 2 x 2 problems: tolerances are rounding.
TEST_CASE("the sd of a line are those of the textbook") {
  const auto result = uncertainty(unbounded({1.0, 2.0}), solution({1.0, 2.0}, 3.0), line());
  CHECK(result.residual_sd == Approx(1.0));
  CHECK(result.degrees_of_freedom == 3);
  CHECK(*result.parameters[0].sd == Approx(std::sqrt(0.6)));
  CHECK(*result.parameters[1].sd == Approx(std::sqrt(0.1)));
  CHECK(result.correlation[1] == Approx(-0.2 / std::sqrt(0.06)));
  CHECK(result.rank == 2);
  CHECK_FALSE(result.rank_deficient);
  CHECK(result.parameters[0].ci95->high - 1.0 == Approx(3.1824 * std::sqrt(0.6)).epsilon(2e-3));
}

TEST_CASE("large residuals widen the sd and small ones do not narrow them") {
  const auto large = uncertainty(unbounded({1.0, 2.0}), solution({1.0, 2.0}, 12.0), line());
  CHECK(large.residual_sd == Approx(2.0));
  CHECK(*large.parameters[1].sd == Approx(2.0 * std::sqrt(0.1)));
  const auto small = uncertainty(unbounded({1.0, 2.0}), solution({1.0, 2.0}, 0.03), line());
  CHECK(small.residual_sd == Approx(0.1));
  CHECK(*small.parameters[1].sd == Approx(std::sqrt(0.1)));
}

TEST_CASE("a parameter at a bound has no sd and does not widen the others") {
  Summary summary = solution({1.0, 2.0}, 4.0);
  summary.at_bound[0] = Bound::Lower;
  const auto result = uncertainty(unbounded({1.0, 2.0}), summary, line());
  CHECK(result.parameters[0].kind == Kind::AtBound);
  CHECK_FALSE(result.parameters[0].sd);
  CHECK(*result.parameters[1].sd == Approx(1.0 / std::sqrt(30.0)));
  CHECK(result.correlation[1] == 0.0);
}

TEST_CASE("a prior is information like a measurement") {
  auto parameters = unbounded({1.0, 2.0});
  parameters[0].prior = Prior{1.0, 1e-9};
  const auto result = uncertainty(parameters, solution({1.0, 2.0}, 1.0), line());
  CHECK(*result.parameters[0].sd == Approx(1e-9));
  CHECK(*result.parameters[1].sd == Approx(1.0 / std::sqrt(30.0)));
}

TEST_CASE("a prior that is missed does not widen what the data say of others") {
  auto parameters = unbounded({1.0, 2.0});
  parameters[0].prior = Prior{50.0, 1.0};
  Summary summary = solution({1.0, 2.0}, 4.0);
  summary.at_bound[0] = Bound::Lower;
  summary.prior_final = 49.0 * 49.0;
  summary.cost_final = summary.objective_final + summary.prior_final;
  const auto result = uncertainty(parameters, summary, line());
  CHECK(result.degrees_of_freedom == 4);  // 5 residuals, one parameter
  CHECK(result.residual_sd == Approx(1.0));
  CHECK(*result.parameters[1].sd == Approx(1.0 / std::sqrt(30.0)));
}

TEST_CASE("large residuals do not widen the spread of a prior") {
  auto parameters = unbounded({1.0, 2.0});
  parameters[1].prior = Prior{2.0, 0.5};
  const Jacobian jacobian{3, 2, {1, 0, 1, 0, 1, 0}};
  const auto result = uncertainty(parameters, solution({1.0, 2.0}, 200.0), jacobian);
  CHECK(result.residual_sd == Approx(10.0));
  CHECK(*result.parameters[0].sd == Approx(10.0 / std::sqrt(3.0)));
  CHECK(*result.parameters[1].sd == Approx(0.5));  // the data say nothing of it
}

TEST_CASE("a parameter only its prior knows costs no degree of freedom") {
  auto parameters = unbounded({1.0, 2.0});
  parameters[1].prior = Prior{2.0, 0.5};
  const Jacobian jacobian{3, 2, {1, 0, 1, 0, 1, 0}};
  const auto result = uncertainty(parameters, solution({1.0, 2.0}, 2.0), jacobian);
  CHECK(result.degrees_of_freedom == 2);
  CHECK(result.residual_sd == Approx(1.0));
  CHECK(*result.parameters[1].sd == Approx(0.5));
}

TEST_CASE("parameters of a direction without effect are undetermined, the others are not") {
  // Columns a and b enter as their sum only; c has a column of its own, d none.
  Jacobian jacobian{4, 4, {}};
  for (int i = 0; i < 4; ++i) {
    for (const double value : {1.0, 2e6, double(i), 0.0}) jacobian.values.push_back(value);
  }
  const auto result =
      uncertainty(unbounded({1.0, 1.0, 1.0, 1.0}), solution({1.0, 1.0, 1.0, 1.0}, 1.0), jacobian);
  CHECK(result.rank == 2);
  CHECK(result.rank_deficient);
  CHECK(result.parameters[0].kind == Kind::Undetermined);
  CHECK(result.parameters[1].kind == Kind::Undetermined);
  CHECK(result.parameters[3].kind == Kind::Undetermined);
  REQUIRE(result.parameters[2].kind == Kind::Estimated);
  CHECK(*result.parameters[2].sd == Approx(1.0 / std::sqrt(5.0)));  // Σ(t - mean)² = 5
}

TEST_CASE("without measurements nothing is determined") {
  const Jacobian jacobian{0, 2, {}};
  const auto result = uncertainty(unbounded({1.0, 2.0}), solution({1.0, 2.0}, 0.0), jacobian);
  CHECK(result.rank == 0);
  CHECK(result.parameters[0].kind == Kind::Undetermined);
}

TEST_CASE("intervals of log parameters are positive and end at the bounds") {
  const std::vector<Parameter> parameters{parameter("a", 1.0, 1e-3, 10.0)};
  const Jacobian weak{1, 1, {0.5}};
  const auto result = uncertainty(parameters, solution({1.0}, 0.0), weak);
  CHECK(*result.parameters[0].sd == Approx(2.0));
  CHECK(result.parameters[0].ci95->low == 1e-3);
  CHECK(result.parameters[0].ci95->high == 10.0);
  const Jacobian strong{1, 1, {100.0}};
  const auto narrow = uncertainty(parameters, solution({1.0}, 0.0), strong);
  const Interval interval = *narrow.parameters[0].ci95;
  CHECK(interval.low * interval.high == Approx(1.0));  // symmetric in the logarithm
}

TEST_CASE("an sd wider than the bounds or three orders of magnitude is none") {
  for (const auto& [least, most, known] :
       {std::tuple(1e-3, 1e3, false), std::tuple(1e-12, 1e12, true)}) {
    const std::vector<Parameter> parameters{parameter("a", 1.0, least, most)};
    const auto result = uncertainty(parameters, solution({1.0}, 0.0), Jacobian{1, 1, {0.05}});
    CHECK(result.parameters[0].sd.has_value() == known);  // 20 in the logarithm
  }
  std::vector<Parameter> unbound{parameter("a", 1.0, 0.1, kInfinity)};
  CHECK_FALSE(uncertainty(unbound, solution({1.0}, 0.0), {1, 1, {0.05}}).parameters[0].sd);
  CHECK(uncertainty(unbound, solution({1.0}, 0.0), {1, 1, {0.5}}).parameters[0].sd);
  unbound = unbounded({1.0});
  CHECK_FALSE(uncertainty(unbound, solution({1.0}, 0.0), {1, 1, {1e-6}}).parameters[0].sd);
  CHECK(uncertainty(unbound, solution({1.0}, 0.0), {1, 1, {0.01}}).parameters[0].sd);
}

TEST_CASE("probabilities of Student's t agree with tables") {
  CHECK(student_t_beyond(12.7062, 1) == Approx(0.05).epsilon(1e-4));
  CHECK(student_t_beyond(-4.30265, 2) == Approx(0.05).epsilon(1e-4));
  CHECK(student_t_beyond(3.18245, 3) == Approx(0.05).epsilon(1e-4));
  CHECK(student_t_beyond(2.57058, 5) == Approx(0.05).epsilon(1e-4));
  CHECK(student_t_beyond(3.16927, 10) == Approx(0.01).epsilon(1e-4));
  CHECK(student_t_beyond(1.9625, 999) == Approx(0.05).epsilon(2e-3));
  CHECK(student_t_beyond(1.96, 1000000) == Approx(0.05).epsilon(1e-3));
  CHECK(student_t_beyond(0.0, 7) == 1.0);
}

TEST_CASE("quantiles of Student's t agree with tables") {
  CHECK(student_t_975(1) == Approx(12.7062));
  CHECK(student_t_975(2) == Approx(4.30265));
  CHECK(student_t_975(3) == Approx(3.18245).epsilon(2e-3));
  CHECK(student_t_975(5) == Approx(2.57058).epsilon(2e-4));
  CHECK(student_t_975(10) == Approx(2.22814).epsilon(1e-5));
  CHECK(student_t_975(1000000) == Approx(1.959966).epsilon(1e-6));
}

TEST_CASE("95 % intervals hold the truth in about 95 of 100 cases") {
  // y = 2 exp(-0.5 t) with noise that is a sum of 12 uniform numbers, sd 0.05.
  const std::vector<Parameter> parameters{parameter("a", 1.0, 0.01, 100.0),
                                          parameter("k", 1.0, 0.01, 100.0)};
  const int runs = 400;
  int covered = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<Parameter> noise_source(20 * 12, parameter("u", 0.0, -0.5, 0.5));
    const std::vector<double> u = start_points(noise_source, 2, static_cast<std::uint64_t>(run))[1];
    std::array<double, 20> noise{};
    for (std::size_t i = 0; i < u.size(); ++i) noise[i / 12] += u[i];
    auto function = exact<2>(20, [&noise](const auto* p, auto* r) {
      using std::exp;
      for (int i = 0; i < 20; ++i) {
        const double t = 0.3 * i;
        const double y = 2.0 * std::exp(-0.5 * t) + 0.05 * noise[i];
        r[i] = (p[0] * exp(-p[1] * t) - y) / 0.05;
      }
    });
    const Summary summary = solve(parameters, function);
    const auto jacobian = evaluate_jacobian(function, summary.parameters);
    REQUIRE(jacobian);
    const Interval k = *uncertainty(parameters, summary, *jacobian).parameters[1].ci95;
    if (k.low <= 0.5 && 0.5 <= k.high) ++covered;
  }
  // Inflation by max(1, s) makes intervals a little wide; 3 sd of a binomial count are 3.3 %.
  CHECK(covered >= 367);
  CHECK(covered <= 399);
}

TEST_CASE("the sd under a loss is that of an M-estimate, worked out by hand") {
  // A mean of r = -0.5, 0.5, 3 under Huber with scale 1: ψ = -0.5, 0.5, 1 and ψ' = 1, 1, 0; hence
  // the variance 3/2 (0.25 + 0.25 + 1) / 2².
  const Loss huber{Loss::Kind::Huber, 1.0};
  const Jacobian jacobian{3, 1, {1, 1, 1}, {-0.5, 0.5, 3.0}};
  const auto result = uncertainty(unbounded({0.0}), solution({0.0}, 9.5), jacobian, huber);
  CHECK(*result.parameters[0].sd == Approx(std::sqrt(1.5 * 1.5 / 4.0)));
  CHECK(result.residual_sd == Approx(std::sqrt(1.5 / 2.0)));
  CHECK(result.message.empty());
}

TEST_CASE("if a loss leaves no curvature there is no sd, and the reason is reported") {
  const Loss cauchy{Loss::Kind::Cauchy, 1.0};
  const Jacobian jacobian{3, 1, {1, 1, 1}, {-5.0, 0.0, 5.0}};
  const auto result = uncertainty(unbounded({0.0}), solution({0.0}, 50.0), jacobian,
                                  {.kind = cauchy.kind, .scale = 2.0});
  CHECK(result.parameters[0].kind == Kind::Estimated);
  const Jacobian far{3, 1, {1, 1, 1}, {-2.0, 2.0, 2.0}};
  const auto none = uncertainty(unbounded({0.0}), solution({0.0}, 12.0), far, cauchy);
  CHECK_FALSE(none.parameters[0].sd);
  CHECK_FALSE(none.message.empty());
}

TEST_CASE("sd and 95 % intervals are right with 10 % outliers under every robust loss") {
  // y = 2 exp(-0.5 t), 60 rows with sd 0.05, every tenth with sd 1.5.
  constexpr int kRows = 60;
  constexpr int kRuns = 400;
  const std::vector<Parameter> parameters{parameter("a", 1.5, 0.01, 100.0),
                                          parameter("k", 0.7, 0.01, 100.0)};
  for (const Loss::Kind kind : {Loss::Kind::Huber, Loss::Kind::SoftL1, Loss::Kind::Cauchy}) {
    SolveOptions options;
    options.loss = {.kind = kind, .scale = 1.5};
    int covered = 0;
    double variance = 0.0, stated = 0.0;
    for (int run = 0; run < kRuns; ++run) {
      std::mt19937_64 bits(static_cast<std::uint64_t>(run));
      std::array<double, kRows> noise{};
      for (std::size_t row = 0; row < kRows; ++row) {
        double sum = -6.0;  // of 12 uniform numbers: sd 1
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits() >> 11) * 0x1p-53;
        noise[row] = (row % 10 == 5 ? 1.5 : 0.05) * sum;
      }
      auto function = exact<2>(kRows, [&noise](const auto* p, auto* r) {
        using std::exp;
        for (int i = 0; i < kRows; ++i) {
          const double t = 0.1 * i;
          const double y = 2.0 * std::exp(-0.5 * t) + noise[i];
          r[i] = (p[0] * exp(-p[1] * t) - y) / 0.05;
        }
      });
      const Summary summary = solve(parameters, function, options);
      const auto jacobian = evaluate_jacobian(function, summary.parameters);
      REQUIRE(jacobian);
      const auto k = uncertainty(parameters, summary, *jacobian, options.loss).parameters[1];
      REQUIRE(k.sd);
      if (k.ci95->low <= 0.5 && 0.5 <= k.ci95->high) ++covered;
      variance += std::pow(summary.parameters[1] - 0.5, 2) / kRuns;
      stated += *k.sd * *k.sd / kRuns;
    }
    CAPTURE(static_cast<int>(kind), covered, std::sqrt(variance), std::sqrt(stated));
    // 380 ± 3 sd of a binomial count, 13.
    CHECK(covered >= 367);
    CHECK(covered <= 393);
    // An sd from 400 samples has a relative sd of 3.5 %; three of them.
    CHECK(std::abs(std::sqrt(stated / variance) - 1.0) <= 0.11);
  }
}

}  // namespace covariance_test
