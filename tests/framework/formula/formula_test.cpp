// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/formula/program.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth::test::formula_test {
namespace {

using Place = FormulaProgram::Place;

/// Names x, y, T, U, Q as inputs 0 to 4.
FormulaSheet sheet() {
  return FormulaSheet({{"x", unit::bare},
                       {"y", unit::bare},
                       {"T", unit::degC},
                       {"U", unit::degC},
                       {"Q", unit::W},
                       {"R", unit::K_per_W},
                       {"P", unit::kW},
                       {"A", unit::kelvin}});
}

template <class Scalar>
Scalar value_of_text(const std::string& text, const std::vector<Scalar>& inputs,
                     double time = 0.0) {
  FormulaSheet formulas = sheet();
  const int part = formulas.read(text);
  std::vector<Place> places;
  for (std::uint16_t i = 0; i < 8; ++i) places.push_back({FormulaBank::Input, i});
  const FormulaProgram program(formulas, places, {part});
  FormulaProgram::Values<Scalar> values;
  values.inputs = inputs.data();
  values.time = time;
  Scalar result(0.0);
  program.run(values, [&](int, const Scalar& found) { result = found; });
  return result;
}

double of(const std::string& text) {
  return value_of_text<double>(text, {2.0, 3.0, 20.0, 5.0, 100.0, 0.1, 1.0, 300.0}, 7.0);
}

std::string refusal(const std::string& text) {
  try {
    FormulaSheet formulas = sheet();
    formulas.read(text);
  } catch (const InputError& error) {
    return error.code() + " " + error.diagnostics().items().front().message;
  }
  return "";
}

TEST_CASE("formulas follow the rules of arithmetic") {
  CHECK(of("1 + 2 * 3") == 7.0);
  CHECK(of("(1 + 2) * 3") == 9.0);
  CHECK(of("2 ^ 3 ^ 2") == 512.0);  // from right to left
  CHECK(of("-2 ^ 2") == -4.0);      // a power binds more tightly than a sign
  CHECK(of("(-2) ^ 2") == 4.0);
  CHECK(of("2 ^ -1") == 0.5);
  CHECK(of("1 - 2 - 3") == -4.0);
  CHECK(of("12 / 2 / 3") == 2.0);
  CHECK(of("1e3 + .5 + 2.5E-1") == 1000.75);
  CHECK(of("x*x - - y") == 7.0);
  CHECK(of("'x' + \ty") == 5.0);
  CHECK(of("time") == 7.0);
  CHECK(of("cos(pi)") == -1.0);
}

TEST_CASE("formulas know functions, choices and conditions") {
  CHECK(of("abs(-3) + sqrt(16) + exp(0) + log(exp(2))") == Approx(10.0));
  CHECK(of("sin(0) + tanh(0)") == 0.0);
  CHECK(of("pow(x, 10)") == 1024.0);
  CHECK(of("min(3, x, y)") == 2.0);
  CHECK(of("max(1, x, y)") == 3.0);
  CHECK(of("clamp(5, 0, 1) + clamp(-5, 0, 1) + clamp(0.5, 0, 1)") == 1.5);
  CHECK(of("select(x < y, 1, 2)") == 1.0);
  CHECK(of("select(x >= y, 1, 2)") == 2.0);
  CHECK(of("select(x <= 2 and y > 2, 1, 2)") == 1.0);
  CHECK(of("select(x > 2 or not y > 5, 1, 2)") == 1.0);
  CHECK(of("select(not (x < y and y < 10), 1, 2)") == 2.0);
}

TEST_CASE("an undefined number in a condition makes the result undefined") {
  for (const char* text : {"select(sqrt(-1) < 1, 1, 2)", "select(not sqrt(-1) < 1, 1, 2)",
                           "select(x < y and sqrt(-1) < 1, 1, 2)", "min(1, sqrt(-1))",
                           "max(sqrt(-1), 1)", "select(x > y or sqrt(-1) < 1, 1, 2)"}) {
    CAPTURE(text);
    CHECK(std::isnan(of(text)));
  }
  // The other operand decides, or another value is chosen.
  CHECK(of("select(x > y and sqrt(-1) < 1, 1, 2)") == 2.0);
  CHECK(of("select(sqrt(-1) < 1 and x > y, 1, 2)") == 2.0);
  CHECK(of("select(x < y or sqrt(-1) < 1, 1, 2)") == 1.0);
  CHECK(of("select(x < y, 1, sqrt(-1))") == 1.0);
}

TEST_CASE("a long formula is shown around the place of the error") {
  std::string text = "max(1";
  for (int i = 0; i < 9000; ++i) text += ", 1";
  const std::string message = refusal(text + ")");
  CHECK(message.size() < 250);
  CHECK_THAT(message, Catch::Contains("max takes 2 to 100 arguments, found 9001"));
  CHECK_THAT(refusal("1 + ?"), Catch::EndsWith("of \"1 + ?\""));
}

TEST_CASE("formulas have exact derivatives") {
  std::vector<Jet8> inputs(8, Jet8(1.0));
  inputs[0] = Jet8(0.7, 0);
  inputs[1] = Jet8(1.3, 1);
  const Jet8 found = value_of_text<Jet8>("x^3 * sin(y) + exp(x * y) / y", inputs);
  const double x = 0.7, y = 1.3;
  CHECK(found.a == std::pow(x, 3) * std::sin(y) + std::exp(x * y) / y);
  CHECK(found.v[0] == Approx(3 * x * x * std::sin(y) + std::exp(x * y)).epsilon(1e-15));
  CHECK(found.v[1] ==
        Approx(x * x * x * std::cos(y) + std::exp(x * y) * (x / y - 1 / (y * y))).epsilon(1e-14));
  // A whole power has a derivative where its base is 0 or below.
  inputs[0] = Jet8(0.0, 0);
  CHECK(value_of_text<Jet8>("x^2", inputs).v[0] == 0.0);
  inputs[0] = Jet8(-2.0, 0);
  CHECK(value_of_text<Jet8>("x^3", inputs).v[0] == Approx(12.0));
}

TEST_CASE("tracing a formula finds its dependencies and those in which it is affine") {
  std::vector<Trace> inputs(8);
  inputs[0] = Trace::seed(1);
  inputs[1] = Trace::seed(2);
  const Trace affine = value_of_text<Trace>("3 * x - y / 2 + A * 0", inputs);
  CHECK(affine.seeds == 6);
  CHECK(affine.curved == 0);
  CHECK(value_of_text<Trace>("x * y", inputs).curved == 6);
  CHECK(value_of_text<Trace>("select(x > 0, y, 1)", inputs).seeds == 6);
}

TEST_CASE("units of formulas are checked") {
  CHECK(refusal("(T - U) / R + Q") == "");
  CHECK(refusal("T + 3") == "");  // a number takes the unit of what it is added to
  CHECK(refusal("min(T, 21)") == "");
  CHECK(refusal("select(T < U, Q, 0)") == "");
  CHECK(refusal("A^4 * 5.67e-8") == "");  // a temperature from absolute zero can be multiplied
  CHECK_THAT(refusal("T + Q"),
             Catch::Contains("formula.unit the sum combines different units, [degC] and [W]"));
  CHECK_THAT(refusal("Q + P"), Catch::Contains("[W] and [kW]; convert one of them"));
  CHECK_THAT(refusal("T + U"), Catch::Contains("two temperatures are added"));
  CHECK_THAT(refusal("2 * T"), Catch::Contains("subtract another temperature first"));
  CHECK_THAT(refusal("T - A"), Catch::Contains("scales with different zero points"));
  CHECK_THAT(refusal("exp(Q)"), Catch::Contains("divide the quantity by a reference value first"));
  CHECK_THAT(refusal("x * (Q < 5)"), Catch::Contains("a condition is used as a number"));
  CHECK_THAT(refusal("select(Q, 1, 2)"), Catch::Contains("is not a condition"));
  CHECK_THAT(refusal("sqrt(Q)"), Catch::Contains("has no valid unit"));
}

TEST_CASE("a formula that others use by its name keeps its value and has its declared unit") {
  FormulaSheet formulas({{"Q", unit::W}});
  const int limit = formulas.read("5");
  formulas.define("limit", limit, unit::kW);
  formulas.define("plain", formulas.read("-(5)"), unit::bare);
  const int negative = formulas.read("-limit");
  const int sum = formulas.read("3 - limit");
  const int twice = formulas.read("-plain");
  CHECK_THROWS_WITH(formulas.read("limit + Q"), Catch::Contains("[kW] and [W]"));
  const FormulaProgram program(formulas, {{FormulaBank::Input, 0}}, {limit, negative, sum, twice});
  std::vector<double> found(4);
  program.run(FormulaProgram::Values<double>{},
              [&](int i, double value) { found[static_cast<std::size_t>(i)] = value; });
  CHECK(found == std::vector<double>{5.0, -5.0, -2.0, 5.0});
}

TEST_CASE("a number less a temperature is a difference") {
  FormulaSheet formulas = sheet();
  formulas.require(formulas.read("(21 - T) / R"), unit::W, "");
  CHECK_THROWS_WITH(formulas.require(formulas.read("21 - T"), unit::degC, "21 - T"),
                    Catch::Contains("has the unit [K], expected [degC]"));
}

TEST_CASE("a name that begins with a blank cannot be written") {
  FormulaSheet formulas({{" hidden", unit::bare}, {"x", unit::bare}});
  CHECK_THROWS_WITH(formulas.read("' hidden'"),
                    Catch::Contains("is not known") && !Catch::Contains("expected one of  hidden"));
}

TEST_CASE("the unit of a formula has to be that of what it gives") {
  FormulaSheet formulas = sheet();
  const std::string text = "(T - U) / R";
  const int part = formulas.read(text);
  formulas.require(part, unit::W, text);
  CHECK_THROWS_WITH(formulas.require(part, unit::kW, text),
                    Catch::Contains("has the unit [W], expected [kW]"));
  CHECK_THROWS_WITH(formulas.require_rate(part, unit::degC, text),
                    Catch::Contains("the rate of a state in [degC] has the unit [K/s]"));
  formulas.require_rate(part, unit::J, text);
}

TEST_CASE("what cannot be read is named with its column") {
  CHECK_THAT(refusal("1 +"),
             Catch::Contains("formula.syntax expected a number or a name at column 4"));
  CHECK_THAT(refusal("(1"), Catch::Contains("expected ')' at column 3"));
  CHECK_THAT(refusal("2 x"), Catch::Contains("expected an operator at column 3"));
  CHECK_THAT(refusal("5kW"), Catch::Contains("units are possible in parameters only"));
  CHECK_THAT(refusal("z + 1"), Catch::Contains("formula.name 'z' is not known"));
  CHECK_THAT(refusal("sinus(x)"),
             Catch::Contains("there is no function 'sinus', did you mean 'sin'?"));
  CHECK_THAT(refusal("min(x)"), Catch::Contains("min takes 2 to 100 arguments, found 1, at"));
  CHECK_THAT(refusal("x == y"), Catch::Contains("expected <, <=, > or >="));
  CHECK_THAT(refusal("'x"), Catch::Contains("expected a closing '"));
  CHECK_THAT(refusal("2 * 1e999"), Catch::Contains("the number 1e999 is too large or too small") &&
                                       Catch::Contains("column 5"));
  CHECK_THAT(refusal(std::string(5000, '(')), Catch::Contains("nested parentheses"));
  CHECK_THAT(refusal(std::string(5000, '-') + "x"), !Catch::Contains("formula"));
  std::string tower = "x";
  for (int i = 0; i < 1000; ++i) tower += "^x";
  CHECK_THAT(refusal(tower), Catch::Contains("nested exponents"));
}

TEST_CASE("a part that formulas share is computed once, and long formulas need few registers") {
  std::string text = "x";
  for (int i = 0; i < 5000; ++i) text += " + y";
  CHECK(of(text) == 15002.0);
  std::string deep = "x";
  for (int i = 0; i < 90; ++i) deep = "(y - " + deep + ")";
  CHECK(of(deep) == 2.0);
}

TEST_CASE("results may be written over what they were computed from") {
  FormulaSheet formulas({{"a", unit::bare}, {"b", unit::bare}});
  const std::vector<int> parts{formulas.read("b"), formulas.read("a + b")};
  const FormulaProgram program(formulas, {{FormulaBank::Held, 0}, {FormulaBank::Held, 1}}, parts);
  std::vector<double> cells{1.0, 2.0};
  FormulaProgram::Values<double> values;
  values.held = cells.data();
  program.run(values, [&](int i, double value) { cells[static_cast<std::size_t>(i)] = value; });
  CHECK(cells == std::vector<double>{2.0, 3.0});
}

}  // namespace
}  // namespace hearth::test::formula_test
