// SPDX-License-Identifier: MIT
// Parameters that follow from others.
#include "hearth/estimation/calibration/expression.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"

namespace hearth::test::expression_test {
namespace {

const std::vector<std::string> kNames{"a", "b.c", "a name (1)"};

double value(const std::string& text) {
  return Expression::parse(text, kNames).value(std::vector<double>{2.0, 5.0, 7.0});
}

std::string fault(const std::string& text) {
  try {
    Expression::parse(text, kNames);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The known room with noise of ±0.1 K, and expressions.
class NoisyRoom : public KnownRoom {
 public:
  NoisyRoom() {
    std::vector<double> rows = truth();
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k] += k * k % 7 < 3 ? 0.1 : -0.1;
    write_series("measured.csv", rows);
  }
  static Json with_expressions(const Json& expressions) {
    Json file = problem();
    file["expressions"] = expressions;
    return file;
  }
};

}  // namespace

TEST_CASE("expressions follow the rules of arithmetic") {
  CHECK(value("1 + 2 * 3") == 7.0);
  CHECK(value("(1 + 2) * 3") == 9.0);
  CHECK(value("8 - 4 - 2") == 2.0);
  CHECK(value("8 / 4 / 2") == 1.0);
  CHECK(value("-a ^ 2") == -4.0);
  CHECK(value("(-a)^2") == 4.0);
  CHECK(value("2e-1*a") == Approx(0.4));
  CHECK(value("a^-1") == 0.5);
  CHECK(value("b.c - - a") == 7.0);
  CHECK(value("'a name (1)' * .5") == 3.5);
  CHECK(value("min(a, b.c) + max(a, b.c) * abs(-3)") == 17.0);
  CHECK(value("sqrt(exp(log(a)) * 8)") == Approx(4.0));
  CHECK(std::isinf(value("1 / (a - 2)")));
}

TEST_CASE("expressions have exact derivatives") {
  const Expression expression = Expression::parse(
      "a^3 / b.c + exp(-a) * log(b.c) - sqrt(a * b.c) + max(a, b.c) * min(a, 3) + abs(-a)", kNames);
  CHECK(expression.used() == std::vector<std::size_t>{0, 1});
  const auto at = [&](double a, double b) {
    return expression.value(std::vector<double>{a, b, 0.0});
  };
  std::vector<Jet8> numbers{Jet8(2.0, 0), Jet8(5.0, 1), Jet8(0.0)};
  const Jet8 exact = expression.value(numbers);
  constexpr double kShift = 1e-5;
  CHECK(exact.a == at(2.0, 5.0));
  CHECK(exact.v[0] == Approx((at(2.0 + kShift, 5.0) - at(2.0 - kShift, 5.0)) / (2.0 * kShift)));
  CHECK(exact.v[1] == Approx((at(2.0, 5.0 + kShift) - at(2.0, 5.0 - kShift)) / (2.0 * kShift)));
}

TEST_CASE("an expression that cannot be read names the column, an unknown name the nearest") {
  const auto says = [](const std::string& text, const std::string& words) {
    INFO(text << " -> " << fault(text));
    CHECK(fault(text).find(words) != std::string::npos);
  };
  says("", "column 1");
  says("1 +", "column 4");
  says("1 2", "column 3");
  says("(a", "expected ')'");
  says("a ^ b.c", "expected a number as the exponent");
  says("a ^ 2 ^ 3", "an exponent cannot have an exponent");
  says("'a", "expected a closing '");
  says("sin(a)", "abs, exp, log, sqrt, min, max");
  says("min(a)", "expected ','");
  says("1e999", "expected a number");
  says("a % 2", "expected an operator");
  says("b.d", "did you mean 'b.c'?");
  says(std::string(100000, '('), "parentheses");
}

TEST_CASE("a parameter that follows from another is found, with the sd it has on its own") {
  const NoisyRoom room;
  const CalibrationResult own = room.calibrate(KnownRoom::problem());
  // R_out = 1/UA, where UA represents itself only.
  Json file = NoisyRoom::with_expressions(
      Json::parse(R"([{"targets": ["room.R_out"], "value": "1 / UA", "unit": "K/W"}])"));
  file["parameters"][1] = {
      {"name", "UA"}, {"initial", 20}, {"min", 1}, {"max", 1000}, {"unit", "W/K"}};
  const CalibrationProblem problem = room.read(file);
  const CalibrationResult result = calibrate(problem, test_components());
  REQUIRE(result.expressions.size() == 1);
  const ExpressionResult& found = result.expressions.front();
  CHECK(own.summary.parameters[1] > 0.0);
  // Both searches end where the slope is flat to 1e-8.
  CHECK(found.value == Approx(own.summary.parameters[1]).epsilon(1e-5));
  CHECK(result.summary.parameters[0] == Approx(own.summary.parameters[0]).epsilon(1e-5));
  REQUIRE(found.sd);
  CHECK(*found.sd == Approx(*own.uncertainty.parameters[1].sd).epsilon(1e-3));
  CHECK(found.ci95->low < found.value);
  const Bench<double> bench(calibrated_model(problem, result), test_components());
  const int cell = bench.plan.parameter("room.R_out").cells.front();
  CHECK(bench.simulation.value(cell) == Approx(found.value));
  const Json written = Json::parse(write_calibration_result(result));
  CHECK(written["expressions"]["room.R_out"]["unit"] == "K/W");
  CHECK(written["expressions"]["room.R_out"]["expression"] == "1 / UA");
}

TEST_CASE("an expression may set initial states and use several numbers in their units") {
  const NoisyRoom room;
  Json file = NoisyRoom::with_expressions(
      Json::parse(R"([{"targets": ["room@indoorTemperature"], "value": "20 + C / 2 + 0 * R"}])"));
  file["parameters"][0].update({{"initial", 1.2}, {"min", 1.0}, {"max", 100.0}, {"unit", "MJ/K"}});
  const CalibrationResult result = room.calibrate(file);
  CHECK(result.expressions.front().value == Approx(20.0 + result.summary.parameters[0] / 2.0));
}

TEST_CASE("expressions that set what another sets, or use nothing known, are refused") {
  const NoisyRoom room;
  const auto code = [&](const char* expressions) {
    const Diagnostics found = room.faults(NoisyRoom::with_expressions(Json::parse(expressions)));
    return found.empty() ? "" : found.items().front().code;
  };
  CHECK(code(R"([{"targets": ["room.R_out"], "value": "C"}])") == "calibration.target_duplicate");
  CHECK(code(R"([{"targets": ["room.Rout"], "value": "C"}])") == "model.parameter_unknown");
  CHECK(code(R"([{"targets": ["room.R_in"], "value": "K"}])") == "calibration.expression_name");
  CHECK(code(R"([{"targets": ["room.R_in"], "value": "C +"}])") ==
        "calibration.expression_invalid");
  CHECK(code(R"([{"targets": ["room.R_in"], "value": "C", "unit": "W"}])") ==
        "calibration.unit_mismatch");
  Json unused = KnownRoom::problem();
  unused["parameters"].push_back({{"name", "x"}, {"initial", 1}});
  CHECK(room.faults(unused).items().front().code == "calibration.no_target");
  // A value for which the equations do not hold.
  const CalibrationResult negative = room.calibrate(
      NoisyRoom::with_expressions(Json::parse(R"([{"targets": ["room.R_in"], "value": "-R"}])")));
  CHECK(negative.summary.status == estimation::Status::Failed);
}

}  // namespace hearth::test::expression_test
