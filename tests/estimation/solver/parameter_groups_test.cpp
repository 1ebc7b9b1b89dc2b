// SPDX-License-Identifier: MIT
// Parameters that have no residual in common are fitted as each group alone.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace parameter_groups_test {

using namespace hearth::test;

constexpr int kRows = 40;  // of a room

/// Decays of rooms that do not act on each other, a exp(-t / τ) with noise of sd 0.01, and rows
/// behind them that no parameter changes. A room whose parameter a comes above `limit` cannot be
/// evaluated; `jump` is added to residuals of room 0 where its a comes above 2.9.
struct Decays {
  int rooms = 1;
  int first = 0;     // number of the first room, which its truth and noise follow from
  int constant = 0;  // rows
  double limit = std::numeric_limits<double>::infinity();
  double jump = 0.0;
};

class DecayResiduals final : public ResidualFunction {
 public:
  explicit DecayResiduals(const Decays& decays) : decays_(decays) {}

  int residuals() const override { return kRows * decays_.rooms + decays_.constant; }
  std::optional<RowPattern> pattern() const override {
    std::vector<std::vector<int>> lists;
    std::vector<int> list_of;
    for (int room = 0; room < decays_.rooms; ++room) {
      lists.push_back({2 * room, 2 * room + 1});
      list_of.insert(list_of.end(), kRows, room);
    }
    lists.emplace_back();
    list_of.insert(list_of.end(), static_cast<std::size_t>(decays_.constant), decays_.rooms);
    return RowPattern(2 * decays_.rooms, lists, list_of);
  }
  bool evaluate(const double* p, double* r, double* jacobian) override {
    for (int room = 0; room < decays_.rooms; ++room, p += 2) {
      if (p[0] > decays_.limit) return false;
      std::mt19937 random(static_cast<unsigned>(decays_.first + room));
      std::normal_distribution<double> normal;
      const bool jumps = decays_.first + room == 0 && p[0] > 2.9;
      for (int k = 0; k < kRows; ++k) {
        const double t = 0.1 * k;
        const double truth = 3.0 * std::exp(-t / (1.0 + 0.2 * (decays_.first + room)));
        *r++ = (p[0] * std::exp(-t / p[1]) - truth) / 0.01 + normal(random) +
               (jumps ? decays_.jump : 0.0);
        if (jacobian == nullptr) continue;
        *jacobian++ = std::exp(-t / p[1]) / 0.01;
        *jacobian++ = p[0] * std::exp(-t / p[1]) * t / (p[1] * p[1]) / 0.01;
      }
    }
    for (int i = 0; i < decays_.constant; ++i) *r++ = 1.0;
    return true;
  }

 private:
  Decays decays_;
};

std::vector<Parameter> parameters_of(int rooms) {
  std::vector<Parameter> parameters;
  for (int i = 0; i < 2 * rooms; ++i) {
    parameters.push_back(parameter("p" + std::to_string(i), 1.5, 0.1, 20.0));
  }
  return parameters;
}

SolveOptions by_trf() {
  SolveOptions options;
  options.solver = Solver::Trf;
  return options;
}

/// Solves for all rooms together and compares each with the solution of it alone, bit for bit.
Summary check_alone(const Decays& all, const std::vector<Parameter>& parameters,
                    const SolveOptions& options) {
  DecayResiduals together(all);
  const Summary summary = solve(parameters, together, options);
  int iterations = 0, bounds = 0;
  for (int room = 0; room < all.rooms; ++room) {
    Decays one = all;
    one.rooms = 1;
    one.first = room;
    DecayResiduals alone(one);
    const auto begin = parameters.begin() + 2 * room;
    const Summary own = solve({begin, begin + 2}, alone, options);
    INFO(room);
    CHECK(summary.parameters[2 * static_cast<std::size_t>(room)] == own.parameters[0]);
    CHECK(summary.parameters[2 * static_cast<std::size_t>(room) + 1] == own.parameters[1]);
    CHECK(summary.at_bound[2 * static_cast<std::size_t>(room) + 1] == own.at_bound[1]);
    iterations = std::max(iterations, own.iterations);
    bounds += own.at_bound[1] != Bound::None ? 1 : 0;
  }
  // After parameters are put on bounds, each round takes as many steps as its slowest group.
  CHECK(summary.iterations <= iterations + bounds);
  return summary;
}

TEST_CASE("independent groups of parameters end where each ends alone") {
  const Summary summary = check_alone({.rooms = 30}, parameters_of(30), by_trf());
  CHECK(summary.status == Status::Converged);
}

TEST_CASE("rows that no parameter changes count for each group") {
  check_alone({.rooms = 5, .constant = 1000}, parameters_of(5), by_trf());
}

TEST_CASE("losses, priors and bounds act on each group by itself") {
  auto parameters = parameters_of(6);
  parameters[2].prior = Prior{2.0, 0.01};
  parameters[5].max = 1.2;  // below its truth, 1.4
  parameters[5].initial = 1.0;
  parameters[9].min = 2.5;  // above its truth, 1.8
  parameters[9].initial = 3.0;
  SolveOptions options = by_trf();
  options.loss = {Loss::Kind::Huber, 1.0};
  const Summary summary = check_alone({.rooms = 6}, parameters, options);
  CHECK(summary.at_bound[5] == Bound::Upper);
  CHECK(summary.at_bound[9] == Bound::Lower);
}

TEST_CASE("a group that cannot be evaluated at its step delays no other") {
  // First steps lead beyond 3.2 in some rooms.
  const Summary summary = check_alone({.rooms = 9, .limit = 3.2}, parameters_of(9), by_trf());
  CHECK(summary.status == Status::Converged);
}

TEST_CASE("groups continue if one finds no decrease, and the whole has not converged") {
  const Decays decays{.rooms = 4, .jump = 100.0};
  const Summary summary = check_alone(decays, parameters_of(4), by_trf());
  CHECK(summary.status == Status::Stopped);
  CHECK(summary.message ==
        "no decrease found along a descent step in 1 of 4 independent groups of parameters");
  REQUIRE(summary.rejected_steps.size() == 1);
  const auto& [from, to] = summary.rejected_steps.front();
  CHECK(from[0] <= 2.9);
  CHECK(to[0] > 2.9);
  CHECK(from[2] == to[2]);
}

TEST_CASE("one objective falls while groups take their own steps") {
  DecayResiduals together({.rooms = 10});
  SolveOptions options = by_trf();
  double last = std::numeric_limits<double>::infinity();
  int calls = 0;
  options.progress = [&](int iteration, double cost) {
    CHECK(iteration == ++calls);
    CHECK(cost <= last);
    last = cost;
    return true;
  };
  const Summary summary = solve(parameters_of(10), together, options);
  CHECK(summary.iterations == calls);
  CHECK(summary.cost_final <= last);
  options.progress = nullptr;
  options.max_evaluations = 3;
  const Summary cut = solve(parameters_of(10), together, options);
  CHECK(cut.status == Status::Stopped);
  CHECK(cut.message == "max_evaluations reached in 10 of 10 independent groups of parameters");
}

TEST_CASE("rows that become coupled on the way are not groups") {
  // At the start the second residual does not depend on the first parameter: only a pattern that
  // holds everywhere makes groups. The optimum is exact: p1 = 3, p2 = 0.
  auto function = exact<2>(2, [](const auto* p, auto* r) {
    using T = std::decay_t<decltype(p[0])>;
    using std::max;
    const T over = p[0] > 2.0 ? T(p[0] - 2.0) : T(0.0);
    r[0] = p[0] - 3.0;
    r[1] = p[1] - 1.0 + over * over;
  });
  const Summary summary = solve(linear({0.5, 0.7}, {0.0, -5.0}, {10.0, 5.0}), function, by_trf());
  CHECK(summary.status == Status::Converged);
  CHECK(summary.parameters[0] == Approx(3.0).epsilon(1e-8));
  CHECK(summary.parameters[1] == Approx(0.0).margin(1e-8));
}

/// Two rooms with a disturbance of each other that no pattern has: rows of one follow the parameter
/// of the other in steps of 1e-3 by 1e-4, as if steps in time were divided otherwise.
class Disturbed final : public ResidualFunction {
 public:
  int residuals() const override { return 20; }
  std::optional<RowPattern> pattern() const override {
    std::vector<int> list_of(20, 0);
    std::fill(list_of.begin() + 10, list_of.end(), 1);
    return RowPattern(2, {{0}, {1}}, list_of);
  }
  bool evaluate(const double* p, double* r, double* jacobian) override {
    for (int i = 0; i < 20; ++i) {
      const double own = i < 10 ? p[0] : p[1], other = i < 10 ? p[1] : p[0];
      r[i] = std::exp(0.1 * (i % 10) * own) - std::exp(0.1 * (i % 10)) + 0.1 * (i % 2) +
             1e-4 * (std::lround(1e3 * other) % 2 == 0 ? 1.0 : -1.0);
      if (jacobian != nullptr) *jacobian++ = 0.1 * (i % 10) * std::exp(0.1 * (i % 10) * own);
    }
    return true;
  }
};

TEST_CASE("groups that disturb each other slightly end near their optimum") {
  Disturbed function;
  double last = std::numeric_limits<double>::infinity();
  SolveOptions options = by_trf();
  options.progress = [&](int, double cost) {
    CHECK(cost <= last);
    last = cost;
    return true;
  };
  const Summary summary = solve(linear({-1.0, 3.0}, {-5.0, -5.0}, {5.0, 5.0}), function, options);
  // Both have the optimum that exact derivatives find without the disturbance; that is 1e-4 in rows
  // whose slopes are about 1.
  CHECK(summary.parameters[0] == Approx(summary.parameters[1]).margin(1e-3));
  CHECK(summary.evaluations < 100);
}

TEST_CASE("a stored pattern gives the uncertainty of the whole matrix") {
  DecayResiduals function({.rooms = 3, .constant = 4});
  const auto parameters = parameters_of(3);
  const Summary summary = solve(parameters, function, by_trf());
  const auto sparse = evaluate_jacobian(function, summary.parameters);
  REQUIRE(sparse);
  CHECK(sparse->values.size() == 3 * kRows * 2);
  Jacobian dense = *sparse;
  dense.pattern.reset();
  dense.values.resize(static_cast<std::size_t>(dense.rows) * 6);
  REQUIRE(evaluate_dense(function, function.pattern(), summary.parameters, dense.residuals.data(),
                         dense.values.data()));
  const Uncertainty a = uncertainty(parameters, summary, *sparse);
  const Uncertainty b = uncertainty(parameters, summary, dense);
  CHECK(a.rank == 6);
  CHECK(a.covariance == b.covariance);
  CHECK(a.degrees_of_freedom == b.degrees_of_freedom);
}

}  // namespace parameter_groups_test
