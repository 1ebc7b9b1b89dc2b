// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/report/content/path_text.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace provenance_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("a report names the files and commands from which it was made") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({shop.run(shop.measured_room(), "week")});
  const apps::ReportTable& runs = table_of(content.provenance, "Runs");
  CHECK(cell(runs, "week", "result") == "week/results.csv");
  CHECK(cell(runs, "week", "status") == "done");
  CHECK(cell(runs, "week", "threads") == "1");
  CHECK(cell(runs, "week", "command").rfind("hearth simulate room.hearth.json -o week/", 0) == 0);
  const apps::ReportTable& inputs = table_of(content.provenance, "Input files");
  CHECK(cell(inputs, "room.hearth.json", "now") == "unchanged");
  CHECK(cell(inputs, "measured.csv", "hash").size() == 16);
}

TEST_CASE("an input that has changed since the run is a warning") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  shop.write("measured.csv", shop.read("measured.csv") + "2024-01-15T03:00:00+01:00,19\n");
  Diagnostics diagnostics;
  const apps::ReportContent content = shop.collect({file}, diagnostics);
  CHECK(has(diagnostics, "report.input_changed"));
  const apps::ReportTable& inputs = table_of(content.provenance, "Input files");
  CHECK(cell(inputs, "measured.csv", "now") == "changed");
  CHECK(cell(inputs, "room.hearth.json", "now") == "unchanged");
}

TEST_CASE("a report audits the data files like the verb check") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({shop.run(shop.measured_room(), "week")});
  const apps::ReportTable& files = table_of(content.data, "Data files");
  CHECK(cell(files, "measured.csv", "rows") == "3");
  CHECK(cell(files, "measured.csv", "step") == "1 h");
  CHECK(cell(files, "measured.csv", "from") == "2024-01-15T00:00:00+01:00");
  CHECK(cell(table_of(content.data, "Columns"), "measured.csv", "largest") == "20");
}

TEST_CASE("messages of a run are notes of its report") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  std::filesystem::remove(shop / "measured.csv");
  const apps::ReportContent content = shop.collect({shop.run(model, "week")});
  const auto found = std::find_if(
      content.notes.begin(), content.notes.end(),
      [](const apps::ReportNote& note) { return note.code == "data.measurement_missing"; });
  REQUIRE(found != content.notes.end());
  CHECK(found->severity == "warning");
}

TEST_CASE("findings of an import are notes, its coverage is a fact") {
  const RoomShop shop;
  const std::string report = shop.write("import.json", R"({"hearth": 1, "graph": "b.ttl",
    "coverage": {"equipment": {"mapped": 2, "total": 3}, "points": {"mapped": 4, "total": 4}},
    "items": [{"severity": "warning", "code": "import.value_guessed", "message": "a guess",
      "consequence": "it may be off", "count": 1, "nodes": [{"name": "b:VAV", "iri": "x"}]}]})");
  const apps::ReportContent content =
      shop.collect({shop.run(shop.measured_room(), "week"), report});
  CHECK(fact(content, "Understood equipment") == "2 of 3");
  const auto& last = content.notes.back();
  CHECK(last.code == "import.value_guessed");
  CHECK(last.place == "b:VAV");
  CHECK(last.message == "a guess; it may be off");
}

TEST_CASE("the graph of an import is drawn, and a table lists what became of its nodes") {
  const RoomShop shop;
  const std::string report = shop.write("import.json", R"({"hearth": 1, "graph": "b.ttl",
    "coverage": {}, "items": [], "nodes": [
      {"name": "b:VAV", "iri": "urn:b:VAV", "class": "brick:VAV", "kind": "equipment",
       "became": "component", "id": "VAV", "components": ["VAV/box", "VAV/coil"]},
      {"name": "b:zone", "label": "Zone <1>", "kind": "space", "became": "component", "id": "zone"},
      {"name": "b:lost", "kind": "equipment", "became": "left out", "code": "import.not_mapped",
       "reason": "no rule takes it"}, 7],
    "relations": [{"from": "b:VAV", "to": "b:zone", "relation": "feeds"},
                  {"from": "b:VAV", "to": "b:nowhere", "relation": "feeds"}]})");
  const apps::ReportContent content =
      shop.collect({shop.run(shop.measured_room(), "week"), report});
  REQUIRE(content.buildings.size() == 1);
  const apps::ReportBuilding& building = content.buildings.front();
  CHECK(building.graph == "b.ttl");
  CHECK(building.svg.find("brick:VAV: component VAV") != std::string::npos);
  CHECK(building.svg.find("Zone &lt;1&gt;") != std::string::npos);
  REQUIRE(building.nodes.cells.size() == 3);
  CHECK(building.nodes.cells[0][5] == "VAV/box, VAV/coil");
  CHECK(building.nodes.cells[2][4] == "left out");
  CHECK(building.nodes.cells[2][6] == "import.not_mapped: no rule takes it");
  const std::string page = apps::report_html(content);
  CHECK(page.find("<h3>Graph b.ttl</h3>") != std::string::npos);
  CHECK(page.find("All 3 nodes") != std::string::npos);
}

TEST_CASE("an import report is shown with the model that the import made") {
  const RoomShop shop;
  apps::ReportRequest request;
  request.results = {shop.write("import.json", R"({"hearth": 1, "graph": "b.ttl",
    "coverage": {"equipment": {"mapped": 2, "total": 3}}, "items": []})")};
  request.output = shop / "report.html";
  request.model = shop.measured_room();
  Diagnostics diagnostics;
  const apps::ReportContent content = apps::collect_report(request, diagnostics);
  CHECK(node_of(content, "room").type == "BuildingSpace");
  CHECK(content.title == "heated_room");
  CHECK(fact(content, "Components") == "7");
}

TEST_CASE("a missing measurement is reported once, by the run or by its report") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  std::filesystem::remove(shop / "measured.csv");
  const std::string results = shop.run(model, "week");
  const apps::ReportContent content = shop.collect({results});
  CHECK(std::count_if(content.notes.begin(), content.notes.end(), [](const auto& note) {
          return note.code == "data.measurement_missing";
        }) == 1);
}

TEST_CASE("a report reads measurements in the data folder of the run") {
  const RoomShop shop;
  shop.measured_room();
  std::filesystem::create_directories(shop / "data");
  std::filesystem::create_directories(shop / "models");
  std::filesystem::rename(shop / "measured.csv", shop / "data/measured.csv");
  std::filesystem::rename(shop / "room.hearth.json", shop / "models/room.hearth.json");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(shop / "");
  const std::string results = shop.run("models/room.hearth.json", "week",
                                       {"--data-dir", "data", "--set", "room.C_air=3e6"});
  std::filesystem::current_path(before);  // the report is made elsewhere
  const std::string page = (shop / "page.html").string();
  const Outcome outcome = run_hearth(shop, {"report", results, "-o", page});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_FALSE(outcome.said("data.measurement_missing"));
  CHECK(shop.read("page.html").find("RMSE of room.indoorTemperature") != std::string::npos);
  // The options of the run apply, too.
  const apps::ReportContent content = shop.collect({results});
  CHECK(named(node_of(content, "room").parameters, "C_air").value == "3e+06");
}

TEST_CASE("many notes of one code share a row that names their places") {
  const RoomShop shop;
  Diagnostics many;
  for (int i = 0; i < 9; ++i) {
    many.warning("data.unitless_source", {.component = fmt::format("s{}", i)}, "it has no unit");
  }
  many.warning("data.flat", {.component = "t"}, "it is flat");
  const auto notes = apps::report_notes(many, apps::PathText(shop / ""));
  REQUIRE(notes.size() == 5);
  CHECK(notes[2].place == "s2");
  CHECK(notes[3].code == "data.unitless_source");
  CHECK(notes[3].message == "6 more: s3; s4; s5; s6; s7; s8");
  CHECK(notes[4].place == "t");
}

TEST_CASE("paths of the machine stay out of a report") {
  const RoomShop shop;
  Diagnostics diagnostics;
  const std::string folder = (shop / "").parent_path().string();
  const std::string file = shop.run(shop.measured_room(), "week");
  shop.write("measured.csv", "time,t\nbroken");
  const std::string json = apps::report_json(shop.collect({file}, diagnostics));
  CHECK(json.find(folder) == std::string::npos);
  CHECK(json.find("measured.csv") != std::string::npos);
}

TEST_CASE("paths are shown relative to the report if they have a common folder") {
  const apps::PathText paths("/usr/share/building/report");
  CHECK(paths.path("data/t.csv") == "data/t.csv");
  CHECK(paths.path("/usr/share/building/report/t.csv") == "t.csv");
  CHECK(paths.path("/usr/share/building/data/t.csv") == "../data/t.csv");
  CHECK(paths.path("/opt/data/weather.csv") == ".../data/weather.csv");
  CHECK(paths.text("'/usr/share/building/t.csv' is empty (/components/room)") ==
        "'../t.csv' is empty (/components/room)");
  CHECK(paths.command({"/usr/bin/hearth", "simulate", "my room.json"}) ==
        "hearth simulate 'my room.json'");
}

}  // namespace provenance_test
