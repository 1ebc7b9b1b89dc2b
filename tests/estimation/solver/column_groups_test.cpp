// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/column_groups.hpp"

#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/identifiability.hpp"
#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace column_groups_test {

using namespace hearth::test;
using Eigen::Index;
using Eigen::MatrixXd;
using Indices = std::vector<Index>;

TEST_CASE("columns that share a row belong to one group") {
  RowMatrix matrix = RowMatrix::Zero(5, 5);
  matrix(0, 0) = 1.0;
  matrix(1, 3) = 2.0;
  matrix(2, 0) = 1.0;
  matrix(2, 2) = 1.0;
  matrix(4, 4) = 1.0;
  const auto groups = column_groups(matrix);
  REQUIRE(groups.size() == 4);
  CHECK(groups[0].columns == Indices{0, 2});
  CHECK(groups[0].rows == Indices{0, 2, 3});  // row 3 is zero everywhere
  CHECK(groups[1].columns == Indices{1});     // a column of zeros
  CHECK(groups[1].rows.empty());
  CHECK(groups[2].columns == Indices{3});
  CHECK(groups[2].rows == Indices{1});
  CHECK(groups[3].columns == Indices{4});
}

TEST_CASE("rows of one bond stay together") {
  RowMatrix matrix = RowMatrix::Zero(4, 3);
  matrix(0, 0) = 1.0;
  matrix(1, 1) = 1.0;
  matrix(2, 2) = 1.0;
  const auto groups = column_groups(matrix, {0, 1, 1, 2});
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].columns == Indices{0});
  CHECK(groups[0].rows == Indices{0, 3});  // a bond without entries
  CHECK(groups[1].columns == Indices{1, 2});
  CHECK(groups[1].rows == Indices{1, 2});
}

TEST_CASE("many singular values are those of few") {
  // Blocks of 40 columns are decomposed by Jacobi's method, all 80 by division.
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  MatrixXd matrix = MatrixXd::Zero(100, 80);
  for (Index block = 0; block < 2; ++block) {
    for (Index i = 0; i < 50; ++i) {
      for (Index j = 0; j < 40; ++j) matrix(50 * block + i, 40 * block + j) = normal(random);
    }
  }
  const SingularValues all = singular_values(matrix);
  std::vector<double> expected;
  for (const ColumnGroup& group : column_groups(RowMatrix(matrix))) {
    const SingularValues part = singular_values(part_of(matrix, group));
    expected.insert(expected.end(), part.values.begin(), part.values.end());
  }
  std::sort(expected.rbegin(), expected.rend());
  REQUIRE(expected.size() == 80);
  // Rounding of 80 numbers of size 1 to 15.
  for (Index k = 0; k < 80; ++k) {
    CHECK(all.values[k] == Approx(expected[static_cast<std::size_t>(k)]).epsilon(1e-12));
  }
  const MatrixXd back = all.u * all.values.asDiagonal() * all.v.transpose();
  CHECK((back - matrix).cwiseAbs().maxCoeff() < 1e-12);
}

/// Decays of rooms that do not act on each other: y = a exp(-t / τ), 40 values for each, with
/// noise of sd 0.01 from the same numbers whatever the number of rooms.
Partial decays(int rooms, int first) {
  return {40 * rooms, [rooms, first](const double* p, double* r, double* jacobian) {
            const int columns = 2 * rooms;
            if (jacobian != nullptr) std::fill(jacobian, jacobian + 40 * rooms * columns, 0.0);
            for (int room = 0; room < rooms; ++room) {
              std::mt19937 random(static_cast<unsigned>(first + room));
              std::normal_distribution<double> normal;
              const double* q = p + 2 * room;
              for (int k = 0; k < 40; ++k) {
                const double t = 0.1 * k;
                const double truth = 3.0 * std::exp(-t / (1.0 + 0.2 * (first + room)));
                const int row = 40 * room + k;
                r[row] = (q[0] * std::exp(-t / q[1]) - truth) / 0.01 + normal(random);
                if (jacobian == nullptr) continue;
                double* own = jacobian + row * columns + 2 * room;
                own[0] = std::exp(-t / q[1]) / 0.01;
                own[1] = q[0] * std::exp(-t / q[1]) * t / (q[1] * q[1]) / 0.01;
              }
            }
            return true;
          }};
}

std::vector<Parameter> decay_parameters(int rooms) {
  std::vector<Parameter> parameters;
  for (int i = 0; i < 2 * rooms; ++i) {
    Parameter parameter;
    parameter.name = "p" + std::to_string(i);
    parameter.initial = 1.5;
    parameter.min = 0.1;
    parameter.max = 20.0;
    parameters.push_back(parameter);
  }
  return parameters;
}

SolveOptions by_trf() {
  SolveOptions options;
  options.solver = Solver::Trf;
  return options;
}

/// Each room is a series.
std::vector<ResidualPlace> decay_places(int rooms) {
  std::vector<ResidualPlace> places;
  for (int room = 0; room < rooms; ++room) {
    for (int k = 0; k < 40; ++k) places.push_back({room, 0, static_cast<double>(k)});
  }
  return places;
}

TEST_CASE("a fit of many independent rooms is the fits of each") {
  constexpr int kRooms = 40;
  Partial together = decays(kRooms, 0);
  const Summary all = solve(decay_parameters(kRooms), together, by_trf());
  REQUIRE(all.status == Status::Converged);
  auto jacobian = evaluate_jacobian(together, all.parameters);
  REQUIRE(jacobian);
  jacobian->places = decay_places(kRooms);
  const Uncertainty sds = uncertainty(decay_parameters(kRooms), all, *jacobian);
  CHECK(sds.rank == 2 * kRooms);
  REQUIRE(sds.noise.size() == kRooms);
  for (const int room : {0, 7, kRooms - 1}) {
    Partial alone = decays(1, room);
    const Summary one = solve(decay_parameters(1), alone, by_trf());
    auto own = evaluate_jacobian(alone, one.parameters);
    REQUIRE(own);
    own->places = decay_places(1);
    const Uncertainty sd = uncertainty(decay_parameters(1), one, *own);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t j = 2 * static_cast<std::size_t>(room) + i;
      // Both stop at 1e-10 of a cost that is flat at its minimum: 1e-5 of an sd of 0.3 %.
      CHECK(all.parameters[j] == Approx(one.parameters[i]).epsilon(1e-6));
      CHECK(*sds.parameters[j].sd == Approx(*sd.parameters[i].sd).epsilon(1e-4));
    }
    CHECK(sds.noise[static_cast<std::size_t>(room)].lag1 == Approx(sd.noise[0].lag1).margin(1e-4));
  }
  // Parameters of different rooms are uncorrelated.
  CHECK(sds.correlation[2] == 0.0);
  CHECK(sds.correlation[1] != 0.0);
}

TEST_CASE("flat directions of a room are found among many") {
  // p0 and p1 act as their sum in room 0; room 1 has parameters of its own.
  Jacobian jacobian{6, 4, {}};
  for (int row = 0; row < 6; ++row) {
    const double t = row % 3;
    const bool first = row < 3;
    for (const double entry :
         {first ? 1.0 : 0.0, first ? 1.0 : 0.0, first ? 0.0 : 1.0, first ? 0.0 : t + 1.0}) {
      jacobian.values.push_back(entry);
    }
  }
  auto parameters = decay_parameters(2);
  Summary summary;
  summary.parameters.assign(4, 1.5);
  summary.at_bound.assign(4, Bound::None);
  const Uncertainty sds = uncertainty(parameters, summary, jacobian);
  CHECK(sds.rank == 3);
  CHECK_FALSE(sds.parameters[0].sd);
  CHECK(sds.parameters[2].sd);
  const Identifiability found = identifiability(parameters, summary, jacobian, sds);
  REQUIRE(found.flat.size() == 1);
  CHECK(found.flat[0].parameters == std::vector<std::string>{"p0", "p1"});
  REQUIRE(found.singular_values.size() == 4);
  CHECK(found.singular_values.front() == 1.0);
}

}  // namespace column_groups_test
