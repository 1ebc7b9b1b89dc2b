// SPDX-License-Identifier: MIT
// Values of expressions. Names such as "plus-1" are those of the W3C's SPARQL 1.1 test suite
// (https://www.w3.org/2009/sparql/docs/tests/) whose question is asked; sections are those of the
// recommendation "SPARQL 1.1 Query Language".
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/tests/ontology/queries/queried_graph.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace hearth::query_values_test {
namespace {

using test::GivenLimit;
using test::QueriedGraph;

struct Case {
  const char* expression;
  const char* value;
};

/// Returns the CPU time of this process, s: other work of the machine does not count.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void check(const std::vector<Case>& cases) {
  const QueriedGraph nothing("");
  for (const Case& item : cases) {
    INFO(item.expression);
    CHECK(nothing.value(item.expression) == item.value);
  }
}

TEST_CASE("numbers are calculated with in the type of SPARQL") {
  check({{"1 + 2", "3"},
         {"1 + 2.5", "3.5"},
         {"0.1 + 0.2", "0.3"},  // decimals are exact
         {"1 - 2 - 3", "-4"},
         {"2 + 3 * 4", "14"},
         {"(2 + 3) * 4", "20"},
         {"- (2 + 3)", "-5"},
         {"7 / 2", "3.5"},  // section 17.3: integers divide to a decimal
         {"6 / 2", "3.0"},
         {"2 / 3", "0.666666666666666666"},
         {"1 / 0", "-"},
         {"1 / 0.0", "-"},
         {"1e0 / 0", "INF^^double"},
         {"1.5e0 + 1", "2.5E0"},
         {"1e6 * 1", "1.0E6"},
         {"\"a\" + 1", "-"},
         {"99999999999999999999 + 1", "100000000000000000000"},
         {"1e400 - 1e400", "NaN^^double"}});
}

TEST_CASE("numbers are compared by value, texts by text") {
  check({{"1 = 1.0", "true"},
         {"1 = 1e0", "true"},
         {"1 < 1.5", "true"},
         {"2 >= 2", "true"},
         {"\"b\" > \"a\"", "true"},
         {"\"10\" < \"9\"", "true"},
         {"\"a\" < 1", "-"},
         {"\"a\" = 1", "false"},
         {"ex:a = ex:a", "true"},
         {"ex:a = \"a\"", "false"},
         {"ex:a < ex:b", "-"},  // IRIs have no order in filters
         {"true = true", "true"},
         {"false < true", "true"},
         {"\"x\"@en = \"x\"@EN", "true"},
         {"\"x\"@en = \"x\"", "false"},
         {"\"x\"^^ex:own = \"y\"^^ex:own", "-"},  // open-eq-01 .. 12: not known
         {"\"x\"^^ex:own = \"x\"^^ex:own", "true"},
         {"1e400 - 1e400 = 1", "false"},
         {"1e400 - 1e400 < 1", "false"}});
}

TEST_CASE("times are compared by instant") {
  const std::string xsd = "<http://www.w3.org/2001/XMLSchema#dateTime>";
  const QueriedGraph nothing("");
  const auto time = [&xsd](const std::string& text) { return "\"" + text + "\"^^" + xsd; };
  const auto value = [&](const std::string& a, const std::string& op, const std::string& b) {
    return nothing.value(time(a) + op + time(b));
  };
  CHECK(value("2024-01-01T00:00:00Z", " = ", "2024-01-01T01:00:00+01:00") == "true");
  CHECK(value("2024-01-01T00:00:00Z", " < ", "2024-01-01T00:00:00.5Z") == "true");
  CHECK(value("2024-02-29T00:00:00", " < ", "2024-03-01T00:00:00") == "true");
  CHECK(value("2024-01-01T00:00:00", " < ", "2024-01-01T05:00:00Z") == "-");  // the zone matters
  CHECK(value("2024-01-01T00:00:00", " < ", "2024-01-03T00:00:00Z") == "true");
  CHECK(value("2023-02-29T00:00:00", " < ", "2024-01-03T00:00:00Z") == "-");
}

// Section 17.2, the table of || and &&.
TEST_CASE("an error in a Boolean operation matters only if the other operand does not decide") {
  check({{"true || (1 / 0)", "true"},
         {"(1 / 0) || true", "true"},
         {"false || (1 / 0)", "-"},
         {"false && (1 / 0)", "false"},
         {"(1 / 0) && false", "false"},
         {"true && (1 / 0)", "-"},
         {"! (1 / 0)", "-"},
         {"! false", "true"},
         {"! 0 && ! \"\"", "true"},  // section 17.2.2: effective Boolean values
         {"\"0\" && 0.5", "true"},
         {"ex:a || false", "-"},
         {"\"x\"^^<http://www.w3.org/2001/XMLSchema#integer> || false", "-"}});
}

TEST_CASE("IN compares with one after the other") {
  check({{"2 IN (1, 2, 3)", "true"},  // in01
         {"2 NOT IN ()", "true"},     // notin01
         {"2 IN ()", "false"},        // in02
         {"2 IN (1 / 0, 2)", "true"},
         {"2 IN (1 / 0, 3)", "-"},
         {"2 NOT IN (1 / 0, 2)", "false"},  // notin02
         {"2.0 IN (ex:a, 2)", "true"}});
}

TEST_CASE("IF and COALESCE evaluate what they return") {
  check({{"IF(1 < 2, \"yes\", 1 / 0)", "\"yes\""},  // if01
         {"IF(1 / 0, 1, 2)", "-"},                  // if02
         {"COALESCE(1 / 0, ex:a, 2)", "a"},         // coalesce01
         {"COALESCE(1 / 0)", "-"}});
}

TEST_CASE("functions on texts keep the language and count characters") {
  check({{"STRLEN(\"Gr\\u00FC\\u00DFe\")", "5"},  // strlen01-non-bmp asks beyond
         {"STRLEN(\"\\U0001F600\")", "1"},
         {"UCASE(\"gr\\u00FCn\"@de)", "\"GR\xC3\x9CN\"@de"},  // ucase01-non-bmp
         {"LCASE(\"AHU-1 \\u0416\")", "\"ahu-1 \xD0\xB6\""},  // lcase01
         {"SUBSTR(\"foobar\", 4)", "\"bar\""},                // section 17.4.3.3
         {"SUBSTR(\"foobar\"@en, 4, 1)", "\"b\"@en"},
         {"SUBSTR(\"\\u00E4b\", 2)", "\"b\""},       // substring02-non-bmp asks beyond
         {"CONTAINS(\"foobar\", \"bar\")", "true"},  // contains01
         {"CONTAINS(\"foobar\"@en, \"foo\"@en)", "true"},
         {"CONTAINS(\"foobar\", \"foo\"@en)", "-"},      // arguments are not compatible
         {"STRSTARTS(\"foobar\"@en, \"foo\")", "true"},  // starts01
         {"STRENDS(\"foobar\", \"bar\")", "true"},       // ends01
         {"STRBEFORE(\"abc\"@en, \"b\")", "\"a\"@en"},   // strbefore01a
         {"STRAFTER(\"abc\", \"xyz\")", "\"\""},         // strafter01a
         {"STRAFTER(\"abc\"@en, \"\")", "\"abc\"@en"},
         {"CONCAT(\"a\"@en, \"b\"@en)", "\"ab\"@en"},  // concat02
         {"CONCAT(\"a\"@en, \"b\")", "\"ab\""},
         {"STRLEN(12)", "-"},
         {"STRLEN(STR(12))", "2"}});
}

TEST_CASE("regular expressions fit as in XPath") {
  check({{"regex(\"AHU-01\", \"^ahu-[0-9]+$\", \"i\")", "true"},  // regex-query-003
         {"regex(\"ab\\nc\", \"^c$\")", "false"},
         {"regex(\"ab\\nc\", \"^c$\", \"m\")", "true"},
         {"regex(\"a.c\", \"a.c\", \"q\")", "true"},
         {"regex(\"abc\", \"a.c\", \"q\")", "false"},
         {"regex(\"abc\", \"a b c\", \"x\")", "true"},
         {"regex(\"a\", \"(\")", "-"},
         {"regex(\"a\", \"a\", \"k\")", "-"},
         {"regex(ex:a, \"a\")", "-"},
         {"REPLACE(\"abracadabra\", \"bra\", \"*\")", "\"a*cada*\""},  // section 17.4.3.15
         {"REPLACE(\"abcd\", \"(ab)|(a)\", \"[1=$1][2=$2]\")", "\"[1=ab][2=]cd\""},  // replace04
         {"REPLACE(\"abc\", \"x*\", \"-\")", "-"},
         {"REPLACE(\"abc\", \"b\", \"\\\\$\")", "\"a$c\""}});
}

TEST_CASE("each letter of a long text is replaced without a look at the whole text for each") {
  const QueriedGraph nothing("");
  const std::string text(150'000, 'y');
  const double begun = cpu_seconds();
  CHECK(nothing.value("STRLEN(REPLACE(\"" + text + "\", \"y\", \"zz\"))") == "300000");
  CHECK(nothing.value("STRLEN(REPLACE(\"" + text + "\", \"y\\\\b\", \"zz\"))") == "150001");
  // A look at the whole takes more than 10 s.
  CHECK(cpu_seconds() - begun < 4.0);
}

TEST_CASE("matches are found across the blocks in which a text is searched") {
  const QueriedGraph nothing("");
  const std::string before(255, 'a');
  for (const char* letter : {"", "a", "\u00e9", "\u00e9\u00e9", "\u4f1a\u4f1a\u4f1a"}) {
    INFO(letter);
    const std::string text = "\"" + before + letter + "needle" + before + before + "\"";
    CHECK(nothing.value("regex(" + text + ", \"needle\")") == "true");
    CHECK(nothing.value("regex(" + text + ", \"^a+.*needle.*a$\")") == "true");
    CHECK(nothing.value("regex(" + text + ", \"needles\")") == "false");
    CHECK(nothing.value("REPLACE(" + text + ", \"a|needle\", \"\")") ==
          "\"" + (std::string(letter) == "a" ? std::string() : std::string(letter)) + "\"");
  }
}

TEST_CASE("steps of matches count as work of the query") {
  const GivenLimit limit(WorkLimit::GraphSteps, 1'000'000);
  const QueriedGraph nothing("");
  const std::string text(5'000, 'a');
  // From each letter some thousand steps, none of which is too many for one match.
  CHECK_THROWS_AS(nothing.value("regex(\"" + text + "\", \"(a?){10}[bc]\")"), InputError);
}

TEST_CASE("a regular expression that takes exponential time is an error, not a wait") {
  const std::string text(40, 'a');
  const QueriedGraph nothing("");
  // Without a bound: 2^40 steps.
  CHECK(nothing.value("regex(\"" + text + "b\", \"^(a+)+$\")") == "-");
  CHECK(nothing.value("regex(\"" + text + "\", \"^(a+)+$\")") == "true");
}

TEST_CASE("functions on terms say what they are") {
  check({{"STR(ex:a)", "\"urn:ex:a\""},
         {"STR(01)", "\"01\""},
         {"LANG(\"a\"@en-GB)", "\"en-GB\""},
         {"LANG(1)", "\"\""},
         {"LANGMATCHES(LANG(\"a\"@en-GB), \"EN\")", "true"},
         {"LANGMATCHES(LANG(\"a\"), \"*\")", "false"},
         {"DATATYPE(1.5) = <http://www.w3.org/2001/XMLSchema#decimal>", "true"},
         {"DATATYPE(ex:a)", "-"},
         {"isIRI(ex:a) && isURI(ex:a) && ! isLiteral(ex:a) && ! isBlank(ex:a)", "true"},
         {"isNumeric(1.5)", "true"},  // isnumeric01
         {"isNumeric(\"1\")", "false"},
         {"sameTerm(1, 1.0)", "false"},
         {"IRI(\"urn:ex:a\")", "a"},
         {"STRDT(\"1\", <http://www.w3.org/2001/XMLSchema#integer>) + 1", "2"},  // strdt01
         {"STRLANG(\"a\", \"en\")", "\"a\"@en"},                                 // strlang01
         {"STRLANG(\"a\", \"de-CH-1996\")", "\"a\"@de-CH-1996"},
         {"STRLANG(\"a\", \"en . <urn:x> a <urn:y>\")", "-"},
         {"STRLANG(\"a\", \"en-\")", "-"},
         {"STRLANG(\"a\", \"1en\")", "-"}});
}

TEST_CASE("numbers are rounded as in XPath") {
  check({{"ABS(-1.5)", "1.5"},    // abs01
         {"CEIL(-1.6)", "-1.0"},  // ceil01
         {"FLOOR(-1.6)", "-2.0"},
         {"ROUND(2.5)", "3.0"},  // round01: half up
         {"ROUND(-2.5)", "-2.0"},
         {"ROUND(2.4999e0)", "2.0E0"},
         {"ROUND(7)", "7"},
         {"ABS(\"x\")", "-"}});
}

TEST_CASE("casts read and write values") {
  const std::string prefix = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";
  const QueriedGraph nothing("");
  const auto value = [&](const std::string& cast) {
    return nothing.ask(prefix + "SELECT (" + cast + " AS ?value) {}").at(0);
  };
  CHECK(value("xsd:integer(\"42\")") == "42");
  CHECK(value("xsd:integer(-3.7)") == "-3");
  CHECK(value("xsd:integer(\"4.2\")") == "-");
  CHECK(value("xsd:decimal(\"4.20\")") == "4.2");
  CHECK(value("xsd:double(\"4.2\")") == "4.2E0");
  CHECK(value("xsd:string(4.5)") == "\"4.5\"");
  CHECK(value("xsd:string(1.5e0)") == "\"1.5\"");
  CHECK(value("xsd:boolean(\"1\")") == "true");
  CHECK(value("xsd:boolean(\"yes\")") == "-");
  CHECK(value("xsd:dateTime(\"2024-01-01T00:00:00Z\")") == "2024-01-01T00:00:00Z^^dateTime");
  CHECK(value("xsd:dateTime(\"yesterday\")") == "-");
}

}  // namespace
}  // namespace hearth::query_values_test
