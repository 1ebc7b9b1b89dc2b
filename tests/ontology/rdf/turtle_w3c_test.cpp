// SPDX-License-Identifier: MIT
// The W3C tests of RDF 1.1 Turtle, as their manifest lists them.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/tests/ontology/graph_compare.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::turtle_w3c_test {
namespace {

constexpr const char* kBase = "https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-turtle/";
constexpr const char* kManifest = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
constexpr const char* kTests = "http://www.w3.org/ns/rdftest#";

struct Case {
  std::string action;
  std::string result;  // evaluation only
};

class Suite {
 public:
  explicit Suite(std::filesystem::path folder)
      : folder_(std::move(folder)), manifest_(read("manifest.ttl")) {}

  std::vector<Case> cases(const std::string& type) const {
    std::vector<Case> out;
    const TermId wanted = manifest_.find_iri(kTests + type);
    const TermId is_a = manifest_.find_iri(rdf::kType);
    for (const Triple& t : manifest_.match({.predicate = is_a, .object = wanted})) {
      out.push_back({file(t.subject, "action"), file(t.subject, "result")});
    }
    return out;
  }

  bool has(const Case& entry) const {
    return std::filesystem::exists(folder_ / entry.action) &&
           std::filesystem::exists(folder_ / entry.result);
  }

  TripleStore read(const std::string& file) const {
    Diagnostics diagnostics;
    return read(file, diagnostics);
  }
  /// Reads a file and returns whether there is a warning.
  bool warns(const std::string& file) const {
    Diagnostics diagnostics;
    read(file, diagnostics);
    return !diagnostics.items().empty();
  }

 private:
  TripleStore read(const std::string& file, Diagnostics& diagnostics) const {
    return read_turtle_text(read_text_file(folder_ / file), file, diagnostics, kBase + file);
  }

  std::string file(TermId test, const std::string& property) const {
    const TermId predicate = manifest_.find_iri(kManifest + property);
    const auto found = manifest_.match({.subject = test, .predicate = predicate});
    if (found.empty()) return "";
    const std::string iri(manifest_.term(found.front().object).text);
    return iri.substr(std::string(kBase).size());
  }

  std::filesystem::path folder_;
  TripleStore manifest_;
};

// Returns the files of the cases that a check finds fault with, each with the reason.
template <class Check>
std::vector<std::string> failures(const Suite& suite, const std::vector<Case>& cases,
                                  const Check& check) {
  std::vector<std::string> out;
  for (const Case& entry : cases) {
    if (!suite.has(entry)) {
      WARN("skipped: " + entry.action + " or its result is absent");
      continue;
    }
    std::string reason;
    try {
      reason = check(entry);
    } catch (const Error& error) {
      reason = error.what();
    }
    if (!reason.empty()) out.push_back(entry.action + ": " + reason);
  }
  return out;
}

std::string written_again(const TripleStore& store) {
  const std::string text = write_turtle(store);
  const TripleStore again = read_turtle_text(text, "written");
  if (!test::same_graph(store, again)) return "differs after writing:\n" + text;
  return write_turtle(again) == text ? "" : "is written differently the second time:\n" + text;
}

TEST_CASE("all files of the W3C's positive syntax tests are read, and written alike") {
  const auto folder = test::shared_data("data/rdf/w3c");
  if (!folder) return;
  const Suite suite(*folder);
  const auto cases = suite.cases("TestTurtlePositiveSyntax");
  CHECK(cases.size() == 74);
  const auto check = [&](const Case& entry) { return written_again(suite.read(entry.action)); };
  CHECK(failures(suite, cases, check) == std::vector<std::string>{});
}

TEST_CASE("files of the W3C's negative syntax tests are refused with a line") {
  const auto folder = test::shared_data("data/rdf/w3c");
  if (!folder) return;
  const Suite suite(*folder);
  const auto cases = suite.cases("TestTurtleNegativeSyntax");
  CHECK(cases.size() == 94);
  const auto check = [&](const Case& entry) -> std::string {
    try {
      if (suite.warns(entry.action)) return "was accepted with a warning";
    } catch (const InputError& error) {
      const Diagnostic& first = error.diagnostics().items().front();
      return first.where.line > 0 && first.where.file == entry.action ? "" : "no place given";
    }
    return "was accepted";
  };
  // What tools write: literals as subjects, spaces and braces in IRIs, directives of SPARQL with a
  // dot or with `@`.
  const std::string warned = ".ttl: was accepted with a warning";
  CHECK(failures(suite, cases, check) ==
        std::vector<std::string>{
            "turtle-syntax-bad-uri-01" + warned, "turtle-syntax-bad-uri-escape-04" + warned,
            "turtle-syntax-bad-base-02" + warned, "turtle-syntax-bad-base-03" + warned,
            "turtle-syntax-bad-struct-04" + warned, "turtle-syntax-bad-kw-04" + warned,
            "turtle-syntax-bad-struct-14" + warned});
}

TEST_CASE("all files of the W3C's evaluation tests give their triples, and are written alike") {
  const auto folder = test::shared_data("data/rdf/w3c");
  if (!folder) return;
  const Suite suite(*folder);
  const auto cases = suite.cases("TestTurtleEval");
  CHECK(cases.size() == 145);
  const auto check = [&](const Case& entry) -> std::string {
    const TripleStore store = suite.read(entry.action);
    if (!test::same_graph(store, suite.read(entry.result))) return "differs from its result";
    return written_again(store);
  };
  CHECK(failures(suite, cases, check) == std::vector<std::string>{});
}

// Triples as counted by other readers; data/rdf/SOURCES.md of the reference data.
TEST_CASE("the models at hand have their known number of triples, and are written alike") {
  struct Model {
    const char* file;
    std::size_t triples;
  };
  constexpr Model kModels[] = {{"brick103_ghc.ttl", 55443},
                               {"brick_bldg6.ttl", 4086},
                               {"brick_chiller_plant.ttl", 98},
                               {"brick_g36_ahu_vav.ttl", 93},
                               {"brick_medium_office_compiled.ttl", 6160},
                               {"brick_smc_rvav.ttl", 2924},
                               {"haystack_charlie.ttl", 24340},
                               {"s223_g36_a9.ttl", 1060},
                               {"s223_lbnl_bdg3_inferred.ttl", 26571},
                               {"s223_lbnl_bdg4.ttl", 10568},
                               {"s223_nist_bdg1.ttl", 1707},
                               {"s223_nist_ibal.ttl", 6016},
                               {"saref_one_room.ttl", 264},
                               {"t4b_estimator_simgraph.ttl", 427}};
  const auto folder = test::shared_data("data/rdf/models");
  if (!folder) return;
  for (const Model& model : kModels) {
    CAPTURE(model.file);
    Diagnostics diagnostics;
    const TripleStore store = read_turtle(*folder / model.file, diagnostics);
    CHECK(store.size() == model.triples);
    CHECK(written_again(store) == "");
  }
}

}  // namespace
}  // namespace hearth::turtle_w3c_test
