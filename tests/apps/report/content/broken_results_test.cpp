// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/apps/report/content/content.hpp"

namespace broken_results_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// Returns the codes and messages with which a report of this file is refused.
std::string refusal(const RoomShop& shop, const std::string& file) {
  try {
    shop.collect({file});
  } catch (const InputError& error) {
    return to_string(error.diagnostics().items().front());
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the message for a file that is not a result names the expected content") {
  const RoomShop shop;
  const std::string text = refusal(shop, shop.write("notes.txt", "hello"));
  CHECK(says(text, "report.kind_unknown"));
  CHECK(says(text, "notes.txt"));
  CHECK(says(text, "expected results of 'hearth simulate'"));
  CHECK(says(refusal(shop, shop.write("a.json", R"({"a": 1})")), "report.kind_unknown"));
  CHECK(says(refusal(shop, shop.write("b.json", R"({"a": )")), "not valid JSON"));
  CHECK(says(refusal(shop, shop.write("c.csv", "time,t\n2024-01-15T00:00:00Z,20\n")),
             "report.kind_unknown"));
  CHECK(says(refusal(shop, shop.measured_room()), "--model"));
  CHECK(says(refusal(shop, (shop / "none.csv").string()), "file.missing"));
  std::filesystem::create_directories(shop / "empty");
  CHECK(says(refusal(shop, (shop / "empty").string()), "results.sqlite"));
  shop.write("unfinished/runs.part.sqlite", "");
  const std::string unfinished = refusal(shop, (shop / "unfinished").string());
  CHECK(says(unfinished, "report.set_unfinished"));
  CHECK(says(unfinished, "hearth merge"));
}

TEST_CASE("a baseline or import report of another kind is refused") {
  const RoomShop shop;
  apps::ReportRequest request;
  request.results = {shop.write("a.csv", "time,room.t [degC]\n2024-01-15T00:00:00Z,20\n")};
  request.output = shop / "report.html";
  const auto refused = [&request] {
    Diagnostics ignored;
    try {
      apps::collect_report(request, ignored);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  request.baseline = shop.write("query.rq", "SELECT * WHERE { ?a ?b ?c }");
  CHECK(says(refused(), "report.kind_unknown"));
  request.baseline = shop.write("import.json", R"({"coverage": {}, "items": []})");
  CHECK(says(refused(), "--baseline requires results of 'hearth simulate'"));
  request.baseline.reset();
  request.import_report = request.results.front();
  CHECK(says(refused(), "--import-report requires an import report"));
}

TEST_CASE("a period of a calibration longer than times can express is refused") {
  const RoomShop shop;
  for (const std::string step : {"1e18", "9e15", "0", "-600"}) {
    const std::string text = refusal(
        shop, shop.write("result.json",
                         R"({"objective": {}, "parameters": [], "runs": [{"name": "a", "start": )"
                         R"("2024-01-07T23:00:00Z", "step": )" +
                             step +
                             R"(, "signals": {"room.t": {"unit": "degC", "measured": [1], )"
                             R"("simulated": [1]}}}]})"));
    CHECK(says(text, "json.range"));
    CHECK(says(text, "/runs/0/step"));
  }
}

TEST_CASE("all errors in results are reported at once") {
  const RoomShop shop;
  try {
    shop.collect({shop.write("a.txt", "x"), shop.write("b.txt", "y")});
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.diagnostics().items().size() == 2);
  }
}

TEST_CASE("the message for a results file that was cut off names the line") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const std::string text = shop.read("week/results.csv");
  shop.write("week/results.csv", text.substr(0, text.size() - text.size() / 3));
  const std::string said = refusal(shop, file);
  CHECK(says(said, "results.csv"));
  CHECK(says(said, "data.csv"));
}

TEST_CASE("results without their record are shown with a warning") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  std::filesystem::remove(shop / "week/results.run.json");
  Diagnostics diagnostics;
  const apps::ReportContent content = shop.collect({file}, diagnostics);
  CHECK(has(diagnostics, "report.record_missing"));
  CHECK_FALSE(content.graph);
  CHECK(content.series.times.at(0).rows == 145);
  CHECK(content.series.times.at(0).zone == "+01:00");
  CHECK(content.title == "week");
}

TEST_CASE("a record of other results in the folder is not used") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  std::filesystem::rename(file, shop / "week/old.csv");
  Diagnostics diagnostics;
  CHECK_FALSE(shop.collect({(shop / "week/old.csv").string()}, diagnostics).graph);
  CHECK(has(diagnostics, "report.record_missing"));
}

TEST_CASE("a record that cannot be read is a warning") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  shop.write("week/results.run.json", "{\"status\": ");
  Diagnostics diagnostics;
  shop.collect({file}, diagnostics);
  CHECK(has(diagnostics, "run.record_invalid"));
  CHECK_FALSE(diagnostics.has_errors());
}

TEST_CASE("a model that has moved is a warning, and --model names its new place") {
  const RoomShop shop;
  const std::string model = shop.measured_room();
  const std::string file = shop.run(model, "week");
  std::filesystem::create_directories(shop / "elsewhere");
  std::filesystem::rename(model, shop / "elsewhere/moved.hearth.json");
  Diagnostics diagnostics;
  CHECK_FALSE(shop.collect({file}, diagnostics).graph);
  CHECK(has(diagnostics, "report.model_missing"));
  apps::ReportRequest request{{file}, shop / "report.html"};
  request.model = shop / "elsewhere/moved.hearth.json";
  request.data_dir = shop / "";
  Diagnostics quiet;
  const apps::ReportContent content = apps::collect_report(request, quiet);
  CHECK(node_of(content, "room").type == "BuildingSpace");
  CHECK_FALSE(signal_of(content, "room.indoorTemperature").measured.empty());
}

TEST_CASE("a model next to the results is found after both have moved") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  std::filesystem::create_directories(shop / "archive/week");
  std::filesystem::rename(shop / "room.hearth.json", shop / "archive/room.hearth.json");
  std::filesystem::rename(shop / "measured.csv", shop / "archive/measured.csv");
  std::filesystem::rename(file, shop / "archive/week/results.csv");
  std::filesystem::rename(shop / "week/results.run.json", shop / "archive/week/results.run.json");
  const apps::ReportContent content = shop.collect({(shop / "archive/week").string()});
  CHECK(node_of(content, "room").type == "BuildingSpace");
  CHECK(signal_of(content, "room.indoorTemperature").measured.size() == 145);
}

TEST_CASE("a model that cannot be compiled is a warning") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  shop.write("room.hearth.json", R"({"hearth": 1, "components": {"a": {"type": "Nothing"}}})");
  Diagnostics diagnostics;
  CHECK_FALSE(shop.collect({file}, diagnostics).graph);
  CHECK(has(diagnostics, "report.model_unusable"));
}

}  // namespace broken_results_test
