// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/authoring/sheet_graph.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth::sheet_docs_test {
namespace {

const std::string kSource = HEARTH_SOURCE_DIR;

TEST_CASE("the page of sheets has the tables of the description") {
  const std::string tables = sheets_markdown();
  const std::string page = read_text_file(kSource + "/docs/sheets.md");
  const std::string generated = std::string(HEARTH_BINARY_DIR) + "/sheets_tables.md";
  const bool same = page.find("\n" + tables) != page.npos;
  if (!same) write_text_file(generated, tables);
  INFO("docs/sheets.md is out of date; its tables should be those of " << generated);
  CHECK(same);
}

TEST_CASE("the example of two rooms is read without an error") {
  Diagnostics diagnostics;
  const TripleStore store = read_sheets(kSource + "/examples/two_rooms_sheets",
                                        std::string(kSheetNamespace), diagnostics);
  CHECK(diagnostics.empty());
  const TermId type = store.find_iri(rdf::kType);
  const auto count = [&](const std::string& name) {
    const TermId iri = store.find_iri("https://saref.etsi.org/saref4bldg/" + name);
    return store.match({.predicate = type, .object = iri}).size();
  };
  CHECK(count("BuildingSpace") == 2);
  CHECK(count("Damper") == 4);
  CHECK(count("SpaceHeater") == 2);
  CHECK(count("AirToAirHeatRecovery") == 3);
  CHECK(count("OutdoorEnvironment") == 1);
}

}  // namespace
}  // namespace hearth::sheet_docs_test
