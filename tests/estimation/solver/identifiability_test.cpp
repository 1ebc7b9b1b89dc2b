// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/identifiability.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace identifiability_test {

using namespace hearth::test;

namespace {

using Names = std::vector<std::string>;

Summary solution(const std::vector<Parameter>& parameters) {
  Summary summary;
  for (const Parameter& parameter : parameters) summary.parameters.push_back(parameter.initial);
  summary.at_bound.assign(parameters.size(), Bound::None);
  summary.cost_final = 1.0;
  return summary;
}

std::vector<Parameter> named(const Names& names) {
  std::vector<Parameter> parameters;
  for (const std::string& name : names) parameters.push_back(parameter(name, 1.0, 0.01, 100.0));
  return parameters;
}

Identifiability analyse(const std::vector<Parameter>& parameters, const Summary& summary,
                        const Jacobian& jacobian) {
  return identifiability(parameters, summary, jacobian, uncertainty(parameters, summary, jacobian));
}

Identifiability analyse(const std::vector<Parameter>& parameters, const Jacobian& jacobian) {
  return analyse(parameters, solution(parameters), jacobian);
}

/// Independent columns: powers of a falling geometric series of cosines.
double basis(int row, int column) { return std::cos((row + 0.5) * column * 0.314159265358979); }

}  // namespace

TEST_CASE("orthogonal columns are identifiable whatever their units") {
  Jacobian jacobian{10, 3, {}};
  for (int row = 0; row < 10; ++row) {
    for (int column = 0; column < 3; ++column) {
      jacobian.values.push_back(basis(row, column + 1) * std::pow(1e3, column - 1));
    }
  }
  const auto result = analyse(named({"a", "b", "c"}), jacobian);
  CHECK(result.dead.empty());
  CHECK(result.flat.empty());
  CHECK(result.correlated.empty());
  REQUIRE(result.singular_values.size() == 3);
  CHECK(result.singular_values.back() == Approx(1.0));  // cosines on this grid are orthogonal
}

TEST_CASE("a parameter without effect is dead and not flat") {
  Jacobian jacobian{10, 3, {}};
  for (int row = 0; row < 10; ++row) {
    for (const double value : {basis(row, 1), 0.0, basis(row, 2)}) jacobian.values.push_back(value);
  }
  const auto result = analyse(named({"a", "Td", "b"}), jacobian);
  CHECK(result.dead == Names{"Td"});
  CHECK(result.singular_values.size() == 2);
  CHECK(result.flat.empty());
}

TEST_CASE("a jacobian of zeros is all dead") {
  const Jacobian jacobian{3, 2, std::vector<double>(6, 0.0)};
  const auto result = analyse(named({"a", "b"}), jacobian);
  CHECK(result.dead == Names{"a", "b"});
  CHECK(result.singular_values.empty());
}

TEST_CASE("a ratio that alone is determined is a flat direction of its two parameters") {
  // r depends on kp/Ti plus 1e-5 of kp alone; UA is independent.
  Jacobian jacobian{10, 3, {}};
  for (int row = 0; row < 10; ++row) {
    jacobian.values.push_back(7.0 * (basis(row, 1) + 1e-5 * basis(row, 3)));
    jacobian.values.push_back(basis(row, 2));
    jacobian.values.push_back(-0.02 * basis(row, 1));
  }
  const auto result = analyse(named({"kp", "UA", "Ti"}), jacobian);
  REQUIRE(result.flat.size() == 1);
  CHECK(result.flat[0].parameters == Names{"kp", "Ti"});
  // Two unit columns at an angle of 1e-5: singular values √2 and 1e-5/√2.
  CHECK(result.flat[0].ratio == Approx(0.5e-5).epsilon(1e-4));
  CHECK(result.flat[0].weights[0] == Approx(std::sqrt(0.5)).epsilon(1e-4));
  CHECK(result.flat[0].weights[1] == Approx(std::sqrt(0.5)).epsilon(1e-4));  // both rise together
  REQUIRE(result.correlated.size() == 1);
  CHECK(result.correlated[0].first == "kp");
  CHECK(result.correlated[0].second == "Ti");
  CHECK(result.correlated[0].correlation > 0.999);
}

TEST_CASE("several exact null directions are distinguished") {
  // a b, c d e and f, each group by its product or sum alone.
  const Names names{"a", "c", "f", "b", "d", "e"};
  Jacobian jacobian{10, 6, {}};
  for (int row = 0; row < 10; ++row) {
    for (const double value : {basis(row, 1), 3.0 * basis(row, 2), basis(row, 3),
                               2.0 * basis(row, 1), basis(row, 2), -basis(row, 2)}) {
      jacobian.values.push_back(value);
    }
  }
  const auto result = analyse(named(names), jacobian);
  REQUIRE(result.flat.size() == 3);
  int pair = 0;
  for (const FlatDirection& flat : result.flat) {
    CHECK(flat.ratio < 1e-14);
    if (flat.parameters == Names{"a", "b"}) {
      ++pair;
      continue;
    }
    for (const std::string& name : flat.parameters)
      CHECK((name == "c" || name == "d" || name == "e"));
  }
  CHECK(pair == 1);
  CHECK(result.correlated.empty());  // nothing of them is estimated
}

TEST_CASE("a direction just above the limit is not flat") {
  for (const double angle : {1.2e-3, 0.8e-3}) {  // ratio = angle / 2, limit 5e-4
    Jacobian jacobian{10, 2, {}};
    for (int row = 0; row < 10; ++row) {
      jacobian.values.push_back(basis(row, 1));
      jacobian.values.push_back(basis(row, 1) + angle * basis(row, 2));
    }
    CHECK(analyse(named({"a", "b"}), jacobian).flat.size() == (angle > 1e-3 ? 0U : 1U));
  }
}

TEST_CASE("more parameters than residuals leave flat directions") {
  const Jacobian jacobian{1, 2, {1.0, 1.0}};
  const auto result = analyse(named({"a", "b"}), jacobian);
  REQUIRE(result.flat.size() == 1);
  CHECK(result.flat[0].parameters == Names{"a", "b"});
  CHECK(result.flat[0].weights[1] == Approx(-std::sqrt(0.5)));
}

TEST_CASE("parameters at bounds are listed and stay in the directions") {
  const auto parameters = named({"a", "b"});
  Summary summary = solution(parameters);
  summary.at_bound[1] = Bound::Upper;
  const Jacobian jacobian{2, 2, {1.0, 1.0, 1.0, 1.0}};
  const auto result = analyse(parameters, summary, jacobian);
  REQUIRE(result.at_bound.size() == 1);
  CHECK(result.at_bound[0].parameter == "b");
  CHECK(result.at_bound[0].bound == Bound::Upper);
  CHECK(result.flat.size() == 1);
}

TEST_CASE("a flat direction names all that move along it, however weak they are") {
  // r depends on a/b and b/c alone, and hardly on c: all three rise together.
  Jacobian jacobian{10, 3, {}};
  for (int row = 0; row < 10; ++row) {
    const double first = basis(row, 1), second = 0.02 * basis(row, 2);
    jacobian.values.insert(jacobian.values.end(), {first, second - first, -second});
  }
  const std::vector<Parameter> parameters{parameter("a", 1.0, 1e-3, 1e3),
                                          parameter("b", 1.0, 1e-3, 1e3),
                                          parameter("c", 1.0, 1e-3, 1e3)};
  const auto result = analyse(parameters, jacobian);
  REQUIRE(result.flat.size() == 1);
  CHECK(result.flat[0].parameters == Names{"b", "a", "c"});
}

}  // namespace identifiability_test
