// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/query.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace hearth::query_test {
namespace {

constexpr const char* kPlant = R"(
@prefix ex: <urn:ex:> .
ex:ahu a ex:AHU ; ex:feeds ex:v1, ex:v2, ex:v3 .
ex:v1 a ex:VAV ; ex:area 30 ; ex:feeds ex:z1 ; ex:hasPoint [ a ex:Sensor ; ex:unit "degC" ] .
ex:v2 a ex:VAV ; ex:area 9.5 ; ex:feeds ex:z1, ex:z2 ; ex:label "two"@en .
ex:v3 a ex:VAV ; ex:area 9.5 .
)";

using Rows = std::vector<std::string>;

struct Plant {
  TripleStore graph = read_turtle_text(kPlant, "plant.ttl");

  static Prefixes prefixes() {
    Prefixes prefixes;
    prefixes.set("ex", "urn:ex:");
    return prefixes;
  }

  // The answers as texts `v1 z1`, in their order.
  Rows ask(const std::string& text) const {
    const QueryResult result = run_query(graph, parse_query(text, prefixes(), "q"));
    Rows rows;
    for (const std::vector<TermId>& row : result.rows) {
      std::string& out = rows.emplace_back();
      for (const TermId id : row) {
        if (!out.empty()) out += ' ';
        out += id == kNoTerm ? "-" : std::string(local_name(result.term(id).text));
      }
    }
    return rows;
  }
  Rows sorted(const std::string& text) const {
    Rows rows = ask(text);
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  // Code, line and message of what is wrong with a query.
  std::string fault(const std::string& text) const {
    try {
      parse_query(text, prefixes(), "q.rq");
    } catch (const InputError& error) {
      const Diagnostic& item = error.diagnostics().items().front();
      CHECK(item.where.file == "q.rq");
      return item.code + " line " + std::to_string(item.where.line) + " " + item.message;
    }
    return "nothing";
  }
};

TEST_CASE_METHOD(Plant, "triples alone are a query for all their variables") {
  const QueryResult result =
      run_query(graph, parse_query("?v a ex:VAV . ?v ex:feeds ?z", prefixes(), "q"));
  CHECK(result.columns == std::vector<std::string>{"v", "z"});
  CHECK(sorted("?v a ex:VAV . ?v ex:feeds ?z .") == Rows{"v1 z1", "v2 z1", "v2 z2"});
  CHECK(ask("ex:ahu ex:feeds/ex:feeds ?z") == Rows{"z1", "z2"});  // each answer once
}

TEST_CASE_METHOD(Plant, "SELECT picks columns, and DISTINCT takes repeated answers away") {
  CHECK(sorted("SELECT ?z { ?v ex:feeds ?z . ?v a ex:VAV }") == Rows{"z1", "z1", "z2"});
  CHECK(sorted("select distinct ?z where { ?v ex:feeds ?z . ?v a ex:VAV }") == Rows{"z1", "z2"});
  CHECK(sorted("SELECT * WHERE { ex:ahu ex:feeds/ex:feeds ?z }") == Rows{"z1", "z1", "z2"});
  CHECK(sorted("PREFIX e: <urn:ex:> SELECT ?z ?v { ?v e:feeds ?z ; a e:VAV }") ==
        Rows{"z1 v1", "z1 v2", "z2 v2"});
  CHECK(sorted("BASE <urn:ex:> SELECT * { <urn:ex:v1> ?p <urn:ex:z1> } # a comment") ==
        Rows{"feeds"});
}

TEST_CASE_METHOD(Plant, "semicolons, commas and brackets shorten triples") {
  CHECK(ask("?v a ex:VAV ; ex:feeds ex:z1, ex:z2 ;") == Rows{"v2"});
  CHECK(ask("?v ex:hasPoint [ a ex:Sensor ; ex:unit \"degC\" ]") == Rows{"v1"});
  CHECK(ask("?v ex:hasPoint _:p . _:p a ex:Sensor") == Rows{"v1"});
  CHECK(ask("[ a ex:AHU ] ex:feeds ?v . ?v ex:label ?l") == Rows{"v2 two"});
  CHECK(ask("SELECT * { [ a ex:Sensor ; ^ex:hasPoint ?v ] . ?v a ?c }") == Rows{"v1 VAV"});
}

TEST_CASE_METHOD(Plant, "OPTIONAL, FILTER and MINUS are understood") {
  CHECK(sorted("?v a ex:VAV . OPTIONAL { ?v ex:feeds ?z }") ==
        Rows{"v1 z1", "v2 z1", "v2 z2", "v3 -"});
  CHECK(ask("?v a ex:VAV FILTER NOT EXISTS { ?v ex:feeds ?z }") == Rows{"v3"});
  CHECK(sorted("?v a ex:VAV . FILTER EXISTS { ?v ex:feeds ?z }") == Rows{"v1", "v2"});
  CHECK(sorted("?v a ex:VAV . FILTER(NOT EXISTS { ?v ex:feeds ex:z2 }) .") == Rows{"v1", "v3"});
  CHECK(ask("?v a ex:VAV . MINUS { ?v ex:feeds ?z }") == Rows{"v3"});
  CHECK(ask("?a ex:feeds ex:z1 . ?b ex:feeds ex:z1, ex:z2 FILTER(?a != ?b)") == Rows{"v1 v2"});
  CHECK(ask("?a ex:area 30 ; ex:feeds ?z . OPTIONAL { ?b ex:feeds ?z FILTER(?a != ?b) }") ==
        Rows{"v1 z1 v2"});
}

TEST_CASE_METHOD(Plant, "answers are ordered by value and cut") {
  CHECK(ask("SELECT ?v ?a { ?v ex:area ?a } ORDER BY ?a DESC(?v)") ==
        Rows{"v3 9.5", "v2 9.5", "v1 30"});
  CHECK(ask("SELECT ?v { ?v ex:area ?a } ORDER BY DESC(?a) ?v LIMIT 1 OFFSET 1") == Rows{"v2"});
  CHECK(ask("SELECT ?v { ?v a ex:VAV } LIMIT 2") == Rows{"v1", "v2"});
  CHECK(ask("SELECT ?v { ?v a ex:VAV } OFFSET 2 LIMIT 2") == Rows{"v3"});
  CHECK(ask("SELECT ?v { ?v a ex:VAV } LIMIT 0").empty());
  CHECK(ask("SELECT ?z { ?v a ex:VAV . OPTIONAL { ?v ex:feeds ?z } } ORDER BY ?z LIMIT 2") ==
        Rows{"-", "z1"});
  CHECK(ask("SELECT DISTINCT ?a { ?v ex:area ?a } ORDER BY ?v") == Rows{"30", "9.5"});
}

TEST_CASE_METHOD(Plant, "what is named again in ORDER BY decides nothing") {
  std::string keys, many, columns, triples;
  for (int k = 0; k < 10'000; ++k) keys += " DESC(?v) ?a";
  const std::string question = "SELECT ?v { ?v ex:area ?a } ORDER BY ?a";
  CHECK(ask(question + keys) == ask(question + " DESC(?v)"));
  for (int k = 0; k < 251; ++k) {
    triples += "?a" + std::to_string(k) + " ex:p ?b" + std::to_string(k) + " . ";
    many += " ?a" + std::to_string(k) + " ?b" + std::to_string(k);
  }
  CHECK(fault("SELECT ?a0 { " + triples + "} ORDER BY" + many).find("ORDER BY more than 500") !=
        std::string::npos);
  CHECK(fault("SELECT" + many + " { " + triples + "}").find("more than 500 columns") !=
        std::string::npos);
}

TEST_CASE_METHOD(Plant, "answers of many values count as several") {
  std::string columns;
  for (int k = 0; k < 64; ++k) columns += " ?v";
  const test::GivenLimit limit(WorkLimit::QueryRows, 8);
  const auto rows = [&](const std::string& text) {
    return run_query(graph, parse_query(text, prefixes(), "q")).rows.size();
  };
  CHECK(rows("SELECT ?v { ?v a ex:VAV }") == 3);
  CHECK_THROWS_AS(rows("SELECT" + columns + " { ?v a ex:VAV }"), InputError);
}

TEST_CASE_METHOD(Plant, "a base or namespace of more bytes than names need is refused") {
  using Catch::Matchers::Contains;
  const std::string iri = "<urn:" + std::string(kLongestNamespace, 'a') + ">";
  CHECK_THAT(fault("PREFIX e: " + iri + " SELECT ?v { ?v a e:VAV }"),
             Contains("pattern.namespace_long") && Contains("column 11: prefix 'e:'"));
  CHECK_THAT(fault("BASE " + iri + " SELECT ?v { ?v a <VAV> }"),
             Contains("pattern.namespace_long") && Contains("column 6: the base"));
}

TEST_CASE_METHOD(Plant, "what is not supported is named with its place and what to write instead") {
  using Catch::Matchers::Contains;
  const auto refused = [this](const std::string& text, const std::string& named) {
    INFO(text);
    CHECK_THAT(fault(text), Contains("query.unsupported") && Contains(named));
  };
  CHECK_THAT(fault("SELECT ?v\nWHERE { ?v a ex:VAV .\n  GRAPH ?g { ?v a ex:VAV } }"),
             Contains("query.unsupported line 3 column 3: GRAPH"));
  refused("DESCRIBE ex:v1", "write CONSTRUCT");
  refused("INSERT DATA { ex:v1 a ex:VAV }", "cannot change the graph");
  refused("SELECT ?v FROM <urn:g> { ?v a ex:VAV }",
          "FROM is not supported, because a query reads one graph");
  refused("SELECT ?v { SERVICE <urn:s> { ?v a ex:VAV } }", "other services are not queried");
  refused("SELECT ?v { ?v ex:area ?a FILTER(strlne(?a) > 1) }", "did you mean 'STRLEN'?");
  refused("SELECT ?v { ?v ex:area ?a FILTER ex:near(?a) }", "supported functions are casts");
  refused("SELECT ?v { ?v a ex:VAV } GROUP BY ?v VALUES ?v { ex:v1 }", "put it into the braces");
  refused("SELECT ?v { ?v a ex:VAV . SELECT ?v { ?v a ex:VAV } }", "{ SELECT ... }");
  refused("?v !ex:feeds ?z", "all properties except some");
  refused("?v ex:p (1 2)", "rdf:first");
}

TEST_CASE_METHOD(Plant,
                 "what is wrong in a query is named with line, column and the nearest name") {
  using Catch::Matchers::Contains;
  CHECK_THAT(fault("SELECT ?v WHERE {\n ?v exx:feeds ?z }"),
             Contains("pattern.prefix_unknown line 2 column 5") && Contains("did you mean 'ex'?"));
  CHECK_THAT(fault("SELECT ?zome { ?v ex:feeds ?zone }"),
             Contains("column 8: ?zome is not in the pattern, did you mean 'zone'?"));
  CHECK_THAT(fault("?vav ex:feeds ?z FILTER(?vaw != ?z)"),
             Contains("?vaw is in no triple, did you mean 'vav'?"));
  CHECK_THAT(fault("?v a ex:VAV ?v ex:feeds ?z"), Contains("expected '.', ';' or ','"));
  CHECK_THAT(fault("SELECT ?v { ?v a ex:VAV"), Contains("expected '}', but the input ends here"));
  CHECK_THAT(fault("SELECT ?v { ?v a ex:VAV } }"), Contains("expected the end of the query"));
  CHECK_THAT(fault("SELECT { ?v a ex:VAV }"), Contains("'*', variables or (... AS ?x)"));
  CHECK_THAT(fault(" # nothing"), Contains("the query is empty"));
  CHECK_THAT(fault("SELECT ?v { ?v a ex:VAV } LIMIT many"), Contains("a whole number"));
}

TEST_CASE_METHOD(Plant, "deep nesting is refused, not followed") {
  std::string groups, brackets;
  for (int k = 0; k < 100000; ++k) {
    groups += "OPTIONAL{?v a ex:VAV ";
    brackets += "[ ex:p ";
  }
  CHECK(fault(groups).find("more than 50 nested groups") != std::string::npos);
  CHECK(fault(brackets).find("more than 50 nested groups or brackets") != std::string::npos);
}

}  // namespace
}  // namespace hearth::query_test
