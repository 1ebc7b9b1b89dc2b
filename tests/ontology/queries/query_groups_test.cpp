// SPDX-License-Identifier: MIT
// Groups in groups. Names such as "dawg-optional-filter-002" are those of the W3C's test suites of
// SPARQL 1.0 and 1.1 whose question is asked.
#include <string>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/queries/queried_graph.hpp"

namespace hearth::query_groups_test {
namespace {

using test::QueriedGraph;
using Rows = QueriedGraph::Rows;

struct Graph : QueriedGraph {
  Graph()
      : QueriedGraph(R"(
:a :p 1 ; :q 10 ; :next :b ; :label "Alpha"@en .
:b :p 2 ; :q 20 ; :next :c .
:c :p 3 ; :label "Gamma" .
:d :r :a .
)") {}
};

TEST_CASE_METHOD(Graph, "a filter keeps what is true, wherever it is in its group") {
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER(?v > 1) }") == Rows{"b", "c"});
  CHECK(sorted("SELECT ?x { FILTER(?v > 1) ?x :p ?v }") == Rows{"b", "c"});
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER(?v > 1 && ?v * 10 = ?w) ?x :q ?w }") == Rows{"b"});
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER(?v != 2 || ?x = :b) }") == Rows{"a", "b", "c"});
  CHECK(sorted("SELECT ?x { ?x :label ?l FILTER(CONTAINS(LCASE(STR(?l)), \"alp\")) }") ==
        Rows{"a"});
  CHECK(sorted("SELECT ?x { ?x :label ?l FILTER regex(?l, \"^g\", \"i\") }") == Rows{"c"});
  CHECK(sorted("SELECT ?x { ?x ?y ?v FILTER(?y IN (:p, :r)) }") == Rows{"a", "b", "c", "d"});
  CHECK(sorted("SELECT ?x { ?x :p ?v OPTIONAL { ?x :q ?w } FILTER(!BOUND(?w)) }") == Rows{"c"});
}

TEST_CASE_METHOD(Graph, "a filter in an inner group does not see outside") {
  // filter-nested-2
  CHECK(ask("SELECT ?v { :a :p ?v . { FILTER(?v = 1) } }").empty());
  CHECK(ask("SELECT ?x ?v { ?x :p ?v . { ?x :next ?y FILTER(?v = 1) } }").empty());
  CHECK(ask("SELECT ?x ?v { ?x :p ?v . { ?x :next ?y FILTER(?y = :b) } }") == Rows{"a 1"});
}

TEST_CASE_METHOD(Graph, "OPTIONAL keeps what it finds nothing for; its filter sees both sides") {
  CHECK(sorted("SELECT ?x ?w { ?x :p ?v OPTIONAL { ?x :q ?w } }") == Rows{"a 10", "b 20", "c -"});
  // dawg-optional-filter-001, and a variable of outside in the filter
  CHECK(sorted("SELECT ?x ?w { ?x :p ?v OPTIONAL { ?x :q ?w FILTER(?w > 10) } }") ==
        Rows{"a -", "b 20", "c -"});
  CHECK(sorted("SELECT ?x ?w { ?x :p ?v OPTIONAL { ?x :q ?w FILTER(?v = 1) } }") ==
        Rows{"a 10", "b -", "c -"});
  // dawg-optional-filter-005-not-simplified: a filter of an inner group does not
  CHECK(sorted("SELECT ?x ?w { ?x :p ?v OPTIONAL { { ?x :q ?w FILTER(?v = 1) } } }") ==
        Rows{"a -", "b -", "c -"});
  CHECK(sorted("SELECT ?x ?w { OPTIONAL { ?x :r ?y } ?x :p ?w }").empty());
  CHECK(sorted("SELECT ?v ?x ?w { :a :p ?v OPTIONAL { ?x :q ?w } ?x :next :c }") == Rows{"1 b 20"});
}

// nested-opt-1 and var-scope-join-1 of the DAWG suite: an inner group is solved by itself first.
TEST_CASE_METHOD(Graph, "an OPTIONAL in an OPTIONAL with a variable of outside is solved first") {
  CHECK(ask("SELECT ?v ?x ?y { ?x :p ?v FILTER(?v = 1) "
            "OPTIONAL { ?y :p ?w FILTER(?w = 2) OPTIONAL { ?x :p ?w } } }") == Rows{"1 a -"});
  CHECK(sorted("SELECT ?x ?y { ?x :next ?n { ?y :q ?w OPTIONAL { ?x :r ?y } } }") ==
        Rows{"a b", "b b"});
}

TEST_CASE_METHOD(Graph, "UNION takes the solutions of both groups") {
  CHECK(sorted("SELECT ?x { { ?x :p 1 } UNION { ?x :r :a } UNION { ?x :q 20 } }") ==
        Rows{"a", "b", "d"});
  CHECK(sorted("SELECT ?x { { ?x :p 1 } UNION { ?x :q 10 } }") == Rows{"a", "a"});
  CHECK(sorted("SELECT ?x ?v ?w { ?x :p ?v { ?x :q ?w } UNION { ?x :label ?l } }") ==
        Rows{"a 1 -", "a 1 10", "b 2 20", "c 3 -"});
}

TEST_CASE_METHOD(Graph, "MINUS takes away what agrees in a variable that both bind") {
  CHECK(sorted("SELECT ?x { ?x :p ?v MINUS { ?x :q ?w } }") == Rows{"c"});
  // subset-by-exclusion-minus-1; full-minuend and partial ones are below
  CHECK(sorted("SELECT ?x { ?x :p ?v MINUS { ?y :q ?w } }") == Rows{"a", "b", "c"});
  CHECK(sorted("SELECT ?x { ?x :p ?v MINUS { ?y :q ?w } FILTER(?v > 1) }") == Rows{"b", "c"});
  CHECK(sorted("SELECT ?x { ?x :p ?v MINUS { ?x :next ?y OPTIONAL { ?x :q ?w } } }") == Rows{"c"});
  // section 8.3.3: the filter inside does not see ?v
  CHECK(sorted("SELECT ?x { ?x :p ?v MINUS { ?x :next ?y FILTER(?v = 1) } }") ==
        Rows{"a", "b", "c"});
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER NOT EXISTS { ?x :next ?y FILTER(?v = 1) } }") ==
        Rows{"b", "c"});
  // before what binds the variable it takes nothing away
  CHECK(sorted("SELECT ?x { MINUS { ?x :q ?w } ?x :p ?v }") == Rows{"a", "b", "c"});
}

TEST_CASE_METHOD(Graph, "BIND names a value; an error binds nothing") {
  CHECK(sorted("SELECT ?x ?d { ?x :p ?v BIND(?v * 2 AS ?d) }") == Rows{"a 2", "b 4", "c 6"});
  CHECK(sorted("SELECT ?x ?d { ?x :label ?l BIND(?l * 2 AS ?d) }") == Rows{"a -", "c -"});
  // bind04, bind10: what comes later in the group sees it, a group inside does not
  CHECK(ask("SELECT ?x { BIND(2 AS ?v) ?x :p ?v }") == Rows{"b"});
  CHECK(ask("SELECT ?x { ?x :p ?v BIND(4 AS ?z) { ?x :q ?w FILTER(?z = 4) } }").empty());
}

TEST_CASE_METHOD(Graph, "VALUES gives rows; UNDEF agrees with everything") {
  CHECK(sorted("SELECT ?x ?v { VALUES ?x { :a :c } ?x :p ?v }") == Rows{"a 1", "c 3"});
  CHECK(sorted("SELECT ?x ?v { ?x :p ?v } VALUES ?x { :a :c }") == Rows{"a 1", "c 3"});  // values1
  CHECK(sorted("SELECT ?x ?v { ?x :p ?v VALUES (?x ?v) { (:a UNDEF) (UNDEF 3) (:b 7) } }") ==
        Rows{"a 1", "c 3"});  // values5, values7
  CHECK(sorted("SELECT ?x { ?x :p ?v VALUES () { () () } }").size() == 6);
  CHECK(ask("SELECT ?x { ?x :p ?v VALUES ?x { } }").empty());
}

TEST_CASE_METHOD(Graph, "a query in a query is solved by itself") {
  CHECK(ask("SELECT ?x ?w { { SELECT (MAX(?q) AS ?w) { ?y :q ?q } } ?x :q ?w }") == Rows{"b 20"});
  CHECK(ask("SELECT ?x { ?x :next ?y { SELECT ?y { ?y :p ?v } ORDER BY DESC(?v) LIMIT 1 } }") ==
        Rows{"b"});
  // sq05 and others: a variable inside that is not a column is another one
  CHECK(sorted("SELECT ?x ?v { ?x :p ?v { SELECT ?x { ?x :q ?v } } }") == Rows{"a 1", "b 2"});
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER EXISTS { SELECT ?x { ?x :q ?v } } }") ==
        Rows{"a", "b"});
}

TEST_CASE_METHOD(Graph, "EXISTS sees the solution that it is asked for") {
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER EXISTS { ?x :next ?y . ?y :p ?w FILTER(?w > ?v) } }") ==
        Rows{"a", "b"});
  CHECK(sorted("SELECT ?x (EXISTS { ?x :q ?w } AS ?has) { ?x :p ?v }") ==
        Rows{"a true", "b true", "c false"});
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER(?v = 3 || NOT EXISTS { ?x :label ?l }) }") ==
        Rows{"b", "c"});
  CHECK(sorted("SELECT ?x { ?x :p ?v FILTER NOT EXISTS { { ?x :q ?w } UNION { ?x :r ?w } } }") ==
        Rows{"c"});
}

}  // namespace
}  // namespace hearth::query_groups_test
