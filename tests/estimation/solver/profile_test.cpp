// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/profile.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace hearth::test::profile_test {
namespace {

using Kind = ProfileEnd::Kind;

/// A solution, and what profiles of it need.
struct Solved {
  Solved(std::vector<Parameter> unknown, ResidualFunction& residuals, SolveOptions with = {})
      : parameters(std::move(unknown)), function(residuals), options(std::move(with)) {
    summary = solve(parameters, function, options);
    jacobian = *evaluate_jacobian(function, summary.parameters);
    known = uncertainty(parameters, summary, jacobian, options.loss);
  }

  Profiler profiler() const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < parameters.size(); ++i) all.push_back(i);
    return {parameters, summary, jacobian, all, options};
  }
  /// Checks that the interval of a parameter is the linearised one.
  void check_wald(std::size_t parameter, double tolerance) const {
    const ProfileSide lower = profiler().side(parameter, Bound::Lower, function);
    const ProfileSide upper = profiler().side(parameter, Bound::Upper, function);
    const auto& interval = known.parameters[parameter].ci95;
    REQUIRE(interval);
    const double width = interval->high - interval->low;
    CAPTURE(parameter, lower.end.value, upper.end.value, interval->low, interval->high);
    CHECK(lower.end.kind == Kind::Crossed);
    CHECK(upper.end.kind == Kind::Crossed);
    CHECK(std::abs(lower.end.value - interval->low) < tolerance * width);
    CHECK(std::abs(upper.end.value - interval->high) < tolerance * width);
  }

  std::vector<Parameter> parameters;
  ResidualFunction& function;
  SolveOptions options;
  Summary summary;
  Jacobian jacobian;
  Uncertainty known;
};

/// Bates and Watts, Nonlinear regression analysis and its applications (1988), table A1.3: the
/// velocity of a reaction that an enzyme treated with Puromycin brings about, by concentration.
constexpr std::array<double, 12> kConcentrations{0.02, 0.02, 0.06, 0.06, 0.11, 0.11,
                                                 0.22, 0.22, 0.56, 0.56, 1.10, 1.10};
constexpr std::array<double, 12> kRates{76, 47, 97, 107, 123, 139, 159, 152, 191, 201, 207, 200};

auto puromycin() {
  return exact<2>(12, [](const auto* x, auto* r) {
    for (std::size_t i = 0; i < kRates.size(); ++i) {
      r[i] = x[0] * kConcentrations[i] / (x[1] + kConcentrations[i]) - kRates[i];
    }
  });
}

TEST_CASE("profiles of the Puromycin data have the intervals of R") {
  // confint(nls(rate ~ Vm * conc / (K + conc))) of R has 197.30212848 to 229.29006490 and
  // 0.04692517 to 0.08615995, from splines through few points, which leave 1.1e-4 open. The roots
  // themselves, of S(θ) = S (1 + t²/10) with t = 2.2281388520 and S(θ) by golden section, were
  // computed by an independent program: 197.3019329, 229.2890551, 0.0469203420, 0.0861569134.
  constexpr double kSplines = 1.1e-4;
  constexpr double kRoots = 3e-6;  // the quantile here has six digits
  auto function = puromycin();
  for (const Scale scale : {Scale::Linear, Scale::Log}) {
    std::vector<Parameter> unknown{parameter("Vm", 200.0, 1.0, 1000.0),
                                   parameter("K", 0.05, 1e-3, 10.0)};
    for (Parameter& own : unknown) own.scale = scale;
    const Solved solved(unknown, function);
    CHECK(solved.summary.parameters[0] == Approx(212.68374).epsilon(1e-5));
    const Profiler profiler = solved.profiler();
    CHECK(profiler.scale(0) == Approx(1195.4488 / 10.0));  // s², of 10 degrees of freedom
    CHECK(profiler.limit() == Approx(2.228139 * 2.228139).epsilon(1e-5));  // F(1, 10)
    const auto check = [&](std::size_t i, Bound towards, double of_r, double root) {
      const ProfileEnd end = profiler.side(i, towards, function).end;
      CHECK(end.kind == Kind::Crossed);
      CHECK(end.value == Approx(of_r).epsilon(kSplines));
      CHECK(end.value == Approx(root).epsilon(kRoots));
    };
    check(0, Bound::Lower, 197.30212848, 197.3019329);
    check(0, Bound::Upper, 229.29006490, 229.2890551);
    check(1, Bound::Lower, 0.04692517, 0.0469203420);
    check(1, Bound::Upper, 0.08615995, 0.0861569134);
  }
}

TEST_CASE("points of a profile lie outwards and hold the best of the other parameters") {
  auto function = puromycin();
  const Solved solved({parameter("Vm", 200.0, 1.0, 1000.0), parameter("K", 0.05, 1e-3, 10.0)},
                      function);
  const ProfileSide side = solved.profiler().side(1, Bound::Upper, function);
  REQUIRE(side.points.size() >= 4);
  double before = solved.summary.parameters[1], ratio = 0.0;
  for (const ProfilePoint& point : side.points) {
    CHECK(point.value > before);
    CHECK(point.ratio > ratio);
    before = point.value;
    ratio = point.ratio;
    CHECK(point.parameters[1] == point.value);
    // With K given the model is linear in Vm.
    double products = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < kRates.size(); ++i) {
      const double x = kConcentrations[i] / (point.value + kConcentrations[i]);
      products += x * kRates[i];
      squares += x * x;
    }
    CHECK(point.parameters[0] == Approx(products / squares).epsilon(1e-6));
  }
  CHECK(side.stopped == 0);
}

/// y = a + b t at t = 0..n-1 with a bend that is left over.
auto line(int n) {
  return exact<2>(n, [n](const auto* x, auto* r) {
    for (int i = 0; i < n; ++i) {
      r[i] = x[0] + x[1] * double(i) - 1.0 - 0.3 * i - 2.0 * std::sin(1.7 * i);
    }
  });
}

TEST_CASE("profiles of a linear model are the linearised intervals") {
  // Rounding, and the third digit of the root that is searched for squared.
  constexpr double kRounding = 1e-6;
  auto function = line(30);
  const Solved solved(unbounded({0.0, 0.0}), function);
  solved.check_wald(0, kRounding);
  solved.check_wald(1, kRounding);
  std::vector<Parameter> with_prior = unbounded({0.0, 0.0});
  with_prior[0].prior = Prior{2.0, 0.3};
  with_prior[1].prior = Prior{0.0, 0.01};
  const Solved prior(with_prior, function);
  prior.check_wald(0, kRounding);
  prior.check_wald(1, kRounding);
}

/// The same as a series in time, whose residuals last.
class Lasting final : public ResidualFunction {
 public:
  int residuals() const override { return 200; }
  bool evaluate(const double* p, double* r, double* jacobian) override {
    for (int i = 0; i < residuals(); ++i) {
      r[i] = p[0] + p[1] * (0.01 * i - 1.0) - 2.0 * std::sin(0.11 * i + 0.3) - std::sin(0.037 * i);
      if (jacobian == nullptr) continue;
      jacobian[2 * i] = 1.0;
      jacobian[2 * i + 1] = 0.01 * i - 1.0;
    }
    return true;
  }
  std::vector<ResidualPlace> places() const override {
    std::vector<ResidualPlace> places;
    for (int i = 0; i < residuals(); ++i) places.push_back({0, 0, static_cast<double>(i)});
    return places;
  }
};

TEST_CASE("noise that lasts widens profiles as it widens linearised intervals") {
  Lasting function;
  const Solved solved(unbounded({0.0, 0.0}), function);
  const double white = solved.known.residual_sd * solved.known.residual_sd;
  CHECK(solved.profiler().scale(0) > 2.0 * white);
  solved.check_wald(0, 1e-6);  // as of white noise
  solved.check_wald(1, 1e-6);
}

TEST_CASE("an interval ends at a bound that is met before the limit") {
  auto function = puromycin();
  const Solved solved({parameter("Vm", 200.0, 1.0, 220.0), parameter("K", 0.07, 0.06, 10.0)},
                      function);
  const ProfileSide upper = solved.profiler().side(0, Bound::Upper, function);
  CHECK(upper.end.kind == Kind::AtBound);
  CHECK(upper.end.value == 220.0);
  CHECK(upper.points.back().value == 220.0);
  CHECK(upper.points.back().ratio < solved.profiler().limit());
  const ProfileSide lower = solved.profiler().side(1, Bound::Lower, function);
  CHECK(lower.end.kind == Kind::AtBound);
  CHECK(lower.end.value == 0.06);
}

TEST_CASE("a parameter that lies at its bound is followed into its range") {
  auto function = puromycin();
  const Solved solved({parameter("Vm", 200.0, 1.0, 1000.0), parameter("K", 0.08, 0.07, 10.0)},
                      function);
  REQUIRE(solved.summary.at_bound[1] == Bound::Lower);
  const ProfileSide lower = solved.profiler().side(1, Bound::Lower, function);
  CHECK(lower.end.kind == Kind::AtBound);
  CHECK(lower.points.empty());
  const ProfileSide upper = solved.profiler().side(1, Bound::Upper, function);
  CHECK(upper.end.kind == Kind::Crossed);
  // Without the bound it ends at 0.08616; here the limit counts from the F of the bound.
  CHECK(upper.end.value > 0.08616);
  CHECK(upper.end.value < 0.1);
}

TEST_CASE("a flat direction leaves the interval open") {
  const auto product = [](const auto* x, auto* r) {
    for (int i = 0; i < 5; ++i) r[i] = x[0] * x[1] * double(i) - 6.0 * i - 0.1 * (i % 2);
  };
  auto function = exact<2>(5, product);
  std::vector<Parameter> unknown = unbounded({2.0, 2.0});
  for (Parameter& own : unknown) own.min = 1e-300, own.scale = Scale::Log;
  const Solved open(unknown, function);
  for (const Bound towards : {Bound::Lower, Bound::Upper}) {
    const ProfileSide side = open.profiler().side(0, towards, function);
    CHECK(side.end.kind == Kind::Open);
    CHECK(side.end.message.find("three orders of magnitude") != std::string::npos);
  }
  // Bounds of the other end it: the product must stay near 6.
  unknown[0] = parameter("a", 2.0, 0.1, 100.0);
  unknown[1] = parameter("b", 2.0, 1.0, 4.0);
  const Solved bounded(unknown, function);
  const ProfileSide upper = bounded.profiler().side(0, Bound::Upper, function);
  CHECK(upper.end.kind == Kind::Crossed);
  CHECK(upper.end.value > 6.0);
  const ProfileSide lower = bounded.profiler().side(0, Bound::Lower, function);
  CHECK(lower.end.kind == Kind::Crossed);
  CHECK(lower.end.value < 1.5);
}

TEST_CASE("a profile of the only parameter needs no fit of others") {
  auto function = exact<1>(4, [](const auto* x, auto* r) {
    for (int i = 0; i < 4; ++i) r[i] = x[0] - double(i);
  });
  const Solved solved(unbounded({0.0}), function);
  solved.check_wald(0, 1e-6);
}

TEST_CASE("a better optimum shows as a negative ratio") {
  auto function = puromycin();
  Solved solved({parameter("Vm", 200.0, 1.0, 1000.0), parameter("K", 0.05, 1e-3, 10.0)}, function);
  // A search that ended too early.
  solved.parameters[0].initial = 205.0;
  solved.options.max_evaluations = 1;
  solved.summary = solve(solved.parameters, function, solved.options);
  solved.options.max_evaluations = 1000;
  solved.jacobian = *evaluate_jacobian(function, solved.summary.parameters);
  const Profiler profiler = solved.profiler();
  double least = 0.0;
  for (const Bound towards : {Bound::Lower, Bound::Upper}) {
    for (const ProfilePoint& point : profiler.side(1, towards, function).points) {
      least = std::min(least, point.ratio);
    }
  }
  CHECK(least < -0.1);
}

TEST_CASE("a side ends where the model cannot be evaluated") {
  Partial function(5, [](const double* p, double* r, double* jacobian) {
    if (p[0] > 3.05) return false;
    for (int i = 0; i < 5; ++i) {
      r[i] = 0.01 * (p[0] - 3.0 + 0.1 * (i - 2));
      if (jacobian != nullptr) jacobian[i] = 0.01;
    }
    return true;
  });
  const Solved solved(unbounded({2.0}), function);
  const ProfileSide upper = solved.profiler().side(0, Bound::Upper, function);
  CHECK(upper.end.kind == Kind::Open);
  CHECK(upper.end.message.find("cannot be evaluated") != std::string::npos);
  CHECK(upper.end.value <= 3.05);
}

TEST_CASE("a profile that is interrupted ends open") {
  auto function = puromycin();
  Solved solved({parameter("Vm", 200.0, 1.0, 1000.0), parameter("K", 0.05, 1e-3, 10.0)}, function);
  solved.options.progress = [](int, double) { return false; };
  const ProfileSide side = solved.profiler().side(0, Bound::Upper, function);
  CHECK(side.interrupted);
  CHECK(side.end.kind == Kind::Open);
}

}  // namespace
}  // namespace hearth::test::profile_test
