// SPDX-License-Identifier: MIT
#include "hearth/ontology/authoring/sheet_graph.hpp"

#include <set>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/tests/ontology/authoring/sheets_test.hpp"
#include "hearth/tests/ontology/graph_compare.hpp"

namespace hearth::sheet_graph_test {
namespace {

using test::SheetFolder;

const std::string kPrefixes = R"(@prefix bldg: <http://example.org/building#> .
@prefix fso: <https://w3id.org/fso#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .
@prefix s4syst: <https://saref.etsi.org/saref4syst/> .
@prefix saref: <https://saref.etsi.org/core/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
)";

void check_graph(const SheetFolder& folder, const std::string& triples) {
  const std::string written = folder.turtle();
  INFO(written);
  CHECK(test::same_graph(folder.read(), read_turtle_text(kPrefixes + triples, "expected")));
}

TEST_CASE("numbers become value nodes, texts and flags literals, relations are split") {
  SheetFolder folder;
  folder.write("System.csv", "id\nair\nwater\n")
      .write("SetpointController.csv", "id,isReverse\nc,TRUE\nd,0\ne,\n")
      .write("SpaceHeater.csv",
             "id,subSystemOf,outputCapacity,numberOfPanels,temperatureClassification\n"
             "h,air; water;,2689,2,45/30-21\n");
  check_graph(folder, R"(
bldg:air a s4syst:System . bldg:water a s4syst:System .
s4bldg:SetpointController rdfs:subClassOf s4bldg:Controller .
bldg:c a s4bldg:SetpointController ; s4bldg:isReverse true .
bldg:d a s4bldg:SetpointController ; s4bldg:isReverse false .
bldg:e a s4bldg:SetpointController .
bldg:h a s4bldg:SpaceHeater ; s4syst:subSystemOf bldg:air, bldg:water ;
  s4bldg:numberOfPanels 2 ; s4bldg:temperatureClassification "45/30-21" ;
  saref:hasPropertyValue bldg:h_outputCapacity_value .
bldg:h_outputCapacity_value a saref:PropertyValue ; saref:hasValue "2689.0"^^xsd:double ;
  saref:isValueOfProperty s4bldg:OutputCapacity .
)");
}

TEST_CASE("coils and heat recovery have parts if a column describes them") {
  SheetFolder folder;
  folder.write("Fan.csv", "id,hasFluidSuppliedBy\nf,x_supply\n")
      .write("Pump.csv", "id,hasFluidReturnedBy\np,c_waterside\n")
      .write("Coil.csv", "id,hasFluidSuppliedBy (airside),hasFluidSuppliedBy (waterside)\nc,f,\n")
      .write("AirToAirHeatRecovery.csv", "id,hasFluidReturnedBy\nx,f\n");
  check_graph(folder, R"(
bldg:f a s4bldg:Fan ; fso:hasFluidSuppliedBy bldg:x_supply .
bldg:p a s4bldg:Pump ; fso:hasFluidReturnedBy bldg:c_waterside .
bldg:c a s4bldg:Coil . bldg:x a s4bldg:AirToAirHeatRecovery .
bldg:c_airside a s4bldg:Coil ; s4syst:subSystemOf bldg:c ; fso:hasFluidSuppliedBy bldg:f .
bldg:c_waterside a s4bldg:Coil ; s4syst:subSystemOf bldg:c .
bldg:x_supply a s4bldg:AirToAirHeatRecovery ; s4syst:subSystemOf bldg:x .
bldg:x_return a s4bldg:AirToAirHeatRecovery ; s4syst:subSystemOf bldg:x ;
  fso:hasFluidReturnedBy bldg:f .
)");
}

TEST_CASE("spaces add one outdoor environment, a row of its own sheet is it too") {
  const std::string expected = R"(
bldg:a a s4bldg:BuildingSpace ; s4syst:connectedTo bldg:outdoor_environment .
bldg:b a s4bldg:BuildingSpace ; s4syst:connectedTo bldg:a .
bldg:outdoor_environment a s4bldg:OutdoorEnvironment .
)";
  SheetFolder folder;
  folder.write("BuildingSpace.csv", "id,connectedTo\na,outdoor_environment\nb,a\n");
  check_graph(folder, expected);
  folder.write("OutdoorEnvironment.csv", "id\noutdoor_environment\n");
  check_graph(folder, expected);
}

TEST_CASE("a property has the class of its type") {
  SheetFolder folder;
  folder.write("Property.csv", "id,type\nt,temperature\nq,s4bldg:Draught\nu,\n");
  check_graph(folder, R"(bldg:t a saref:Temperature . bldg:q a s4bldg:Draught .
bldg:u a saref:Property .)");
}

TEST_CASE("names are compared without case, blanks, underscores and brackets") {
  SheetFolder folder;
  folder.write("workbook-Building_Space.CSV", "ID,Air Volume,#remark\na,50,mine\n")
      .write("COIL.csv", "Id,has_fluid_supplied_by airside\nc,c_waterside\n");
  check_graph(folder, R"(bldg:a a s4bldg:BuildingSpace ;
  saref:hasPropertyValue bldg:a_airVolume_value .
bldg:a_airVolume_value a saref:PropertyValue ; saref:hasValue "50.0"^^xsd:double ;
  saref:isValueOfProperty s4bldg:AirVolume .
bldg:outdoor_environment a s4bldg:OutdoorEnvironment .
bldg:c a s4bldg:Coil . bldg:c_airside a s4bldg:Coil ; s4syst:subSystemOf bldg:c ;
  fso:hasFluidSuppliedBy bldg:c_waterside .
bldg:c_waterside a s4bldg:Coil ; s4syst:subSystemOf bldg:c .)");
}

TEST_CASE("sheets may be separated by semicolons, with decimal commas, quotes and a BOM") {
  SheetFolder comma, semicolon;
  comma.write("System.csv", "id\na\nb\n")
      .write("Fan.csv", "id,subSystemOf,nominalPowerRate\nf,a;b,3.07\n,,\ng,,\n");
  semicolon.write("System.csv", "id\r\na\r\n\r\nb\r\n")
      .write("Fan.csv",
             "\xef\xbb\xbfid;subSystemOf;nominalPowerRate;\r\nf;\"a;b\";3,07;\r\n;;;\r\n"
             "g;;;\r\n");
  CHECK(comma.turtle() == semicolon.turtle());
  CHECK(comma.turtle().find("\"3.07\"^^xsd:double") != std::string::npos);
}

TEST_CASE("a unit in a header is written next to each number") {
  SheetFolder folder;
  folder.write("Fan.csv", "id,nominalPowerRate [kW]\nf,3.07\n");
  CHECK(folder.turtle().find("saref:isMeasuredIn \"kW\"") != std::string::npos);
  folder.write("Fan.csv", "id,nominalPowerRate [kWw],motorDriveType [W]\nf,3.07,\n");
  const std::string errors = folder.errors();
  CHECK(errors.find("sheet.unit_unknown  Fan.csv:1 column 2 ") == 0);
  CHECK(errors.find("'kWw'") != std::string::npos);
  CHECK(errors.find("sheet.unit_unknown  Fan.csv:1 column 3 ") != std::string::npos);
}

TEST_CASE("ids with other characters make proper IRIs and keep their name") {
  SheetFolder folder;
  folder.write("Fan.csv", "id\nFan 1/[2]%\nK\xc3\xbchler\n");
  const TripleStore store = folder.read("urn:x:");
  const TermId fan = store.find_iri("urn:x:Fan%201%2F%5B2%5D%25");
  REQUIRE(fan != kNoTerm);
  CHECK(store.find_iri("urn:x:K\xc3\xbchler") != kNoTerm);
  const TermId label = store.find_iri("http://www.w3.org/2000/01/rdf-schema#label");
  REQUIRE(store.match({.subject = fan, .predicate = label}).size() == 1);
  CHECK(store.term(store.match({.subject = fan, .predicate = label}).front().object).text ==
        "Fan 1/[2]%");
  CHECK(test::same_graph(read_turtle_text(write_turtle(store), "written"), store));
}

TEST_CASE("the graph does not depend on the order of rows and columns") {
  SheetFolder a, b;
  a.write("Fan.csv", "id,nominalPowerRate,motorDriveType\nf,1,x\ng,2,y\n");
  b.write("Fan.csv", "motorDriveType,id,nominalPowerRate\ny,g,2\nx,f,1.0\n");
  CHECK(a.turtle() == b.turtle());
}

TEST_CASE("empty sheets have every column and are read back") {
  SheetFolder folder;
  std::set<std::string> names;
  for (const auto& [name, header] : empty_sheets()) {
    names.insert(name);
    folder.write(name, header);
  }
  CHECK(names.count("Damper.csv") == 1);
  CHECK(names.size() == sheet_tables().sheets.size());
  CHECK(folder.errors().find("the sheets have no rows") != std::string::npos);
  CHECK(folder.errors().find('\n') == folder.errors().size() - 1);  // nothing else is wrong
  folder.write("System.csv", "id,systemType\ns,\n");
  CHECK(folder.read().size() == 1);
}

TEST_CASE("a sheet or a column is added to the description only") {
  const SheetTables tables = read_sheet_tables(JsonDocument::parse(R"({
    "prefixes": {"x": "urn:x#"}, "partOf": "x:of",
    "value": {"class": "x:V", "node": "x:node", "number": "x:n", "property": "x:p", "unit": "x:u"},
    "columns": {"cop": {"kind": "number", "property": "x:Cop", "also": ["performance"]}},
    "sheets": {"HeatPump": {"class": "x:HeatPump", "columns": ["cop"]}}})",
                                                                   "own.json"));
  SheetFolder folder;
  folder.write("Heat Pump.csv", "id,Performance\nh,4\n");
  Diagnostics diagnostics;
  const TripleStore store = read_sheets(folder.path(), "urn:b#", diagnostics, tables);
  const std::string expected = R"(<urn:b#h> a <urn:x#HeatPump> ; <urn:x#node> <urn:b#h_cop_value> .
<urn:b#h_cop_value> a <urn:x#V> ; <urn:x#p> <urn:x#Cop> ;
  <urn:x#n> "4.0"^^<http://www.w3.org/2001/XMLSchema#double> .)";
  CHECK(test::same_graph(store, read_turtle_text(expected, "expected")));
}

TEST_CASE("a wrong description of sheets is refused with its lines") {
  const auto codes = [](const std::string& sheets, const std::string& columns) {
    std::string text = R"({"prefixes": {"x": "urn:x#"}, "partOf": "x:of", "value": {},)";
    text += "\n\"columns\": {" + columns + "},\n\"sheets\": {" + sheets + "}}";
    try {
      read_sheet_tables(JsonDocument::parse(text, "own.json"));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string good = R"("a": {"kind": "text", "property": "x:a"})";
  CHECK(codes(R"("S": {"class": "x:S", "columns": ["a"]})", good) == "");
  CHECK(codes(R"("S": {"class": "y:S", "columns": ["a"]})", good).find("own.json:3") !=
        std::string::npos);
  CHECK(codes(R"("S": {"class": "x:S", "columns": ["b"]})", good).find("no column 'b'") !=
        std::string::npos);
  CHECK(
      codes(R"("S": {"class": "x:S", "columns": []})", R"("a": {"kind": "txt", "property": "x:a"})")
          .find("did you mean 'text'?") != std::string::npos);
  CHECK(codes(R"("S": {"class": "x:S", "columns": ["r"]})",
              R"("r": {"kind": "relation", "property": "x:r", "to": ["T"]})")
            .find("no sheet 'T'") != std::string::npos);
}

}  // namespace
}  // namespace hearth::sheet_graph_test
