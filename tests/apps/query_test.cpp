// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace query_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

constexpr const char* kBuilding = R"(
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix ex: <urn:example#> .
ex:ahu a brick:AHU ; brick:feeds ex:box .
ex:box a brick:RVAV ; brick:feeds ex:zone ; ex:note "big, \"old\"" .
ex:zone a brick:HVAC_Zone ; brick:isPartOf ex:floor ; ex:area 30 .
)";

struct Shop : Workshop {
  std::string file = write("building.ttl", kBuilding);
  Outcome ask(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"query", file});
    return run_hearth(*this, arguments);
  }
};

}  // namespace

TEST_CASE("query prints a table with short names and counts on stderr") {
  const Shop shop;
  const Outcome outcome = shop.ask({"?v brick:feeds ?z . OPTIONAL { ?z ex:area ?a }"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == "?v      ?z       ?a\nex:ahu  ex:box   -\nex:box  ex:zone  30\n");
  CHECK(outcome.err == "2 answers\n");
}

TEST_CASE("query infers superclasses and inverses unless an option prevents it") {
  const Shop shop;
  const std::string pattern = "?v a brick:VAV . ?z brick:isFedBy ?v";
  CHECK(shop.ask({pattern}).out == "?v      ?z\nex:box  ex:zone\n");
  const Outcome asserted = shop.ask({pattern, "--no-inference"});
  CHECK(asserted.code == 0);
  CHECK(asserted.said("0 answers"));
  CHECK(asserted.said("warning: query.name_unknown"));
  CHECK(asserted.said("brick:VAV does not occur in the graph"));
}

TEST_CASE("query reads an older namespace as the current one") {
  const Workshop shop;
  const std::string file = shop.write("old.ttl", R"(
    @prefix brick: <https://brickschema.org/schema/1.0.3/Brick#> .
    <urn:example#box> a brick:VAV . <urn:example#zone> a brick:HVAC_Zone .)");
  const Outcome outcome = run_hearth(shop, {"query", file, "?v a brick:Equipment", "-v"});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("<urn:example#box>"));
  CHECK(outcome.said("import.namespace_read_as"));
}

TEST_CASE("query prints SPARQL results as JSON") {
  const Shop shop;
  const Outcome outcome =
      shop.ask({"SELECT ?x ?n ?none { ?x ex:note ?n OPTIONAL { ?x ex:area ?none } }", "--json"});
  REQUIRE(outcome.code == 0);
  const json result = json::parse(outcome.out);
  CHECK(result["head"]["vars"] == json({"x", "n", "none"}));
  REQUIRE(result["results"]["bindings"].size() == 1);
  const json row = result["results"]["bindings"][0];
  CHECK(row["x"] == json({{"type", "uri"}, {"value", "urn:example#box"}}));
  CHECK(row["n"] == json({{"type", "literal"}, {"value", "big, \"old\""}}));
  CHECK_FALSE(row.contains("none"));
}

TEST_CASE("query prints CSV with whole IRIs") {
  const Shop shop;
  CHECK(shop.ask({"?x ex:note ?n", "--csv"}).out == "x,n\nurn:example#box,\"big, \"\"old\"\"\"\n");
}

TEST_CASE("query reads a query from a file and reports the place of an error") {
  const Shop shop;
  const std::string good = shop.write("good.rq", "SELECT ?v WHERE {\n  ?v a brick:AHU\n}\n");
  CHECK(shop.ask({"--file", good}).printed("ex:ahu"));
  const std::string bad = shop.write("bad.rq", "SELECT ?v WHERE {\n  ?v a brik:AHU\n}\n");
  const Outcome outcome = shop.ask({"--file", bad});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("pattern.prefix_unknown"));
  CHECK(outcome.said("bad.rq:2"));
  CHECK(outcome.said("did you mean 'brick'?"));
}

TEST_CASE("query prints counts and texts that it makes") {
  const Shop shop;
  const Outcome outcome = shop.ask(
      {"SELECT ?c (COUNT(?x) AS ?n) (GROUP_CONCAT(STR(?x)) AS ?all) { ?x a ?c } GROUP BY ?c",
       "--no-inference"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out ==
        "?c               ?n  ?all\nbrick:AHU        1   \"urn:example#ahu\"\n"
        "brick:RVAV       1   \"urn:example#box\"\nbrick:HVAC_Zone  1   \"urn:example#zone\"\n");
}

TEST_CASE("query prints ASK as one word, and as JSON in the form of the W3C") {
  const Shop shop;
  CHECK(shop.ask({"ASK { ?x a brick:VAV }"}).out == "true\n");
  CHECK(shop.ask({"ASK { ?x a brick:AHU . ?x ex:area ?a }", "--csv"}).out == "false\n");
  const Outcome outcome = shop.ask({"ASK { ?x a brick:VAV }", "--json"});
  CHECK(json::parse(outcome.out) == json({{"head", json::object()}, {"boolean", true}}));
}

TEST_CASE("query writes what CONSTRUCT makes as Turtle that is read again") {
  const Shop shop;
  const std::string query = "CONSTRUCT { ?z brick:isFedBy ?v } WHERE { ?v brick:feeds ?z }";
  const Outcome outcome = shop.ask({query});
  CHECK(outcome.code == 0);
  CHECK(outcome.said("2 triples"));
  CHECK(outcome.printed("ex:zone brick:isFedBy ex:box ."));
  const std::string made = shop.write("made.ttl", outcome.out);
  CHECK(run_hearth(shop, {"query", made, "?v brick:feeds ?z"}).said("2 answers"));
  const Outcome csv = shop.ask({query, "--csv"});
  CHECK(csv.code == 3);
  CHECK(csv.said("query.format"));
}

TEST_CASE("query writes the graph with what follows from it, to be read again") {
  const Shop shop;
  const std::string written = (shop / "inferred.ttl").string();
  const Outcome outcome = shop.ask({"--write-graph", written});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
  CHECK(outcome.said("inferred.ttl' written: "));
  const std::string text = shop.read("inferred.ttl");
  CHECK(text.find("@prefix ex: <urn:example#> .") != std::string::npos);
  CHECK(text.find("@prefix brick:") != std::string::npos);
  // What was inferred is there without inference, and nothing else follows from it.
  const std::vector<std::string> query = {"SELECT ?s ?p ?o { ?s ?p ?o } ORDER BY ?s ?p ?o",
                                          "--csv"};
  const Outcome before = shop.ask(query);
  const auto ask_written = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"query", written});
    return run_hearth(shop, arguments);
  };
  CHECK(ask_written({query[0], "--csv", "--no-inference"}).out == before.out);
  CHECK(ask_written(query).out == before.out);
  CHECK(ask_written({"ASK { ex:zone brick:isFedBy ex:box . ex:box a brick:VAV }", "--no-inference"})
            .out == "true\n");
}

TEST_CASE("query writes the graph as it is without inference, and not over its input") {
  const Shop shop;
  const std::string written = (shop / "plain.ttl").string();
  const Outcome outcome =
      shop.ask({"ex:ahu brick:feeds ?x", "--no-inference", "--write-graph", written});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("ex:box"));
  CHECK(outcome.said("written: 8 triples"));
  CHECK(shop.ask({"--write-graph", shop.file}).code == 2);
}

TEST_CASE("query adds labels of nodes on request") {
  const Workshop shop;
  const std::string file = shop.write("named.ttl", R"(
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix ex: <urn:example#> .
    ex:n1 ex:p ex:n2 ; rdfs:label "eins"@de, "one"@en . ex:n2 rdfs:label "two" . ex:n3 ex:p 3 .)");
  CHECK(run_hearth(shop, {"query", file, "?x ex:p ?y", "--labels", "--csv"}).out ==
        "x,x_label,y,y_label\nurn:example#n1,one,urn:example#n2,two\nurn:example#n3,,3,\n");
  CHECK(run_hearth(shop, {"query", file, "ex:n3 ex:p ?y", "--labels"}).out == "?y\n3\n");
}

TEST_CASE("query names the nearest name of the graph") {
  const Shop shop;
  CHECK(shop.ask({"?v a brick:HVAC_Zne"}).said("did you mean 'brick:HVAC_Zone'?"));
}

TEST_CASE("query without a query, with two, or with two formats is a usage error") {
  const Shop shop;
  CHECK(shop.ask({}).code == 2);
  CHECK(shop.ask({"?v a brick:AHU", "--file", "x.rq"}).code == 2);
  CHECK(shop.ask({"?v a brick:AHU", "--json", "--csv"}).code == 2);
  CHECK(shop.ask({"--help"}).printed("\nExample"));
}

TEST_CASE("query refuses what is not there or not Turtle") {
  const Shop shop;
  CHECK(run_hearth(shop, {"query", "/no/such.ttl", "?v ?p ?o"}).code == 3);
  CHECK(shop.ask({"--file", "/no/such.rq"}).code == 3);
  const std::string broken = shop.write("broken.ttl", "<urn:a> <urn:b> .");
  CHECK(run_hearth(shop, {"query", broken, "?v ?p ?o"}).code == 3);
  CHECK(shop.ask({"DESCRIBE ex:ahu"}).code == 3);
}

TEST_CASE("a long text does not widen the lines of all other answers") {
  const Workshop shop;
  std::string turtle =
      "@prefix ex: <urn:example#> .\nex:a ex:p \"" + std::string(5000, 'x') + "\" .\n";
  for (int i = 0; i < 100; ++i)
    turtle += "ex:n" + std::to_string(i) + " ex:p " + std::to_string(i) + " .\n";
  const std::string file = shop.write("wide.ttl", turtle);
  const Outcome outcome = run_hearth(shop, {"query", file, "SELECT ?o ?s WHERE { ?s ex:p ?o }"});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed(std::string(5000, 'x') + "\"  ex:a\n"));
  CHECK(outcome.printed("\n7" + std::string(61, ' ') + "ex:n7\n"));
  CHECK(outcome.out.size() < 20'000);
}

}  // namespace query_test
