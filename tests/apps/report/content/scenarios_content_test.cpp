// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace scenarios_content_test {

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr std::int64_t kStart = 1705273200000;  // 2024-01-14T23:00:00Z, ms

/// A folder like that of `hearth scenarios` with `runs` runs, each with one recorded signal.
std::string scenario_folder(const RoomShop& shop, int runs) {
  std::string table = "id,status,message,R_out [K/W],ener_tot [kWh/m2]\n";
  for (int run = 0; run < runs; ++run) {
    table += run == 1 ? "setpoint+1,failed,\"no value, at 3 h\",0.04,\n"
                      : fmt::format("run-{},done,,0.0{},12.{}\n", run, run + 2, run);
  }
  shop.write("set/results.csv", table);
  shop.write("set/monthly.csv", "scenario,month,ener_tot [kWh/m2]\nrun-0,2024-01,12.0\n");
  SqliteDatabase database(shop / "set/results.sqlite", SqliteDatabase::Access::Write);
  database.run("CREATE TABLE runs(run INTEGER PRIMARY KEY, id TEXT, status TEXT)");
  database.run("CREATE TABLE series(id INTEGER PRIMARY KEY, run INTEGER, signal TEXT, unit TEXT)");
  database.run("CREATE TABLE samples(series INTEGER, time INTEGER, value REAL)");
  for (int run = 0; run < runs; ++run) {
    database.run(fmt::format("INSERT INTO runs VALUES ({0}, 'run-{0}', 'done')", run));
    database.run(fmt::format(
        "INSERT INTO series VALUES ({0}, {1}, 'room.indoorTemperature', 'degC')", run + 1, run));
    for (int row = 0; row < 3; ++row) {
      database.run(fmt::format("INSERT INTO samples VALUES ({}, {}, {})", run + 1,
                               kStart + 600'000 * row, 20.5 + run + 0.25 * row));
    }
  }
  return (shop / "set").string();
}

}  // namespace

TEST_CASE("a scenario table has units and distinguishes words from numbers") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({scenario_folder(shop, 3)});
  const apps::ReportTable& table = content.scenarios.at(0);
  CHECK(table.columns == Words{"id", "status", "message", "R_out", "ener_tot"});
  CHECK(table.units == Words{"", "", "", "K/W", "kWh/m2"});
  CHECK(table.numeric == std::vector<bool>{false, false, false, true, true});
  CHECK(cell(table, "run-0", "ener_tot") == "12.0");
  CHECK(cell(table, "run-2", "R_out") == "0.04");
  CHECK(cell(table, "setpoint+1", "ener_tot").empty());
  CHECK(table_of(content.kpis, "Months").cells == std::vector<Words>{{"run-0", "2024-01", "12.0"}});
}

TEST_CASE("a scenario that failed is listed with the reason") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({scenario_folder(shop, 3)});
  CHECK(fact(content, "Scenarios") == "3, 1 failed");
  const auto found = std::find_if(
      content.notes.begin(), content.notes.end(),
      [](const apps::ReportNote& note) { return note.code == "report.scenario_failed"; });
  REQUIRE(found != content.notes.end());
  CHECK(found->message == "no value, at 3 h");
  CHECK(found->place.find("setpoint+1") != std::string::npos);
}

TEST_CASE("recorded time series of scenarios are overlaid") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({scenario_folder(shop, 3)});
  REQUIRE(content.series.times.size() == 1);
  CHECK(content.series.times[0].start == 1705273200.0);
  CHECK(content.series.times[0].step == 600.0);
  const auto& signal = signal_of(content, "room.indoorTemperature", "run-2");
  CHECK(signal.values == std::vector<float>{22.5f, 22.75f, 23.0f});
  REQUIRE(content.series.plots.size() == 1);
  CHECK(content.series.plots[0].signals == std::vector<int>{0, 1, 2});
}

TEST_CASE("of many scenarios the first few are drawn, and a note states it") {
  const RoomShop shop;
  Diagnostics diagnostics;
  const apps::ReportContent content = shop.collect({scenario_folder(shop, 12)}, diagnostics);
  CHECK(content.series.signals.size() == 8);
  CHECK(content.scenarios.at(0).cells.size() == 12);
  CHECK(has(diagnostics, "report.runs_left_out"));
}

TEST_CASE("the verb scenarios writes a report of its folder") {
  const RoomShop shop;
  shop.measured_room();
  const std::string set = shop.write("set.json", R"({
    "hearth": 1, "base": "room.hearth.json",
    "period": {"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T06:00:00+01:00",
                   "step": 600},
    "sweep": {"method": "grid", "parameters": {"room.R_out": {"values": [0.03, 0.05]}}},
    "record": ["room.indoorTemperature"]})");
  const std::string page = (shop / "report.html").string();
  const Outcome outcome = run_hearth(
      shop, {"scenarios", set, "-o", (shop / "out").string(), "--report", page, "-j", "1"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(shop.read("report.html").find("room.indoorTemperature") != std::string::npos);
  const apps::ReportContent content = shop.collect({(shop / "out").string()});
  CHECK(content.scenarios.at(0).cells.size() == 2);
  CHECK(content.series.signals.size() == 2);
  CHECK(content.series.signals[0].values.size() == 37);
  CHECK(content.series.signals[0].values.back() < content.series.signals[1].values.back());
  CHECK(node_of(content, "room").type == "BuildingSpace");
}

TEST_CASE("scenarios are shown with the model that ran, not the one that their set names") {
  const RoomShop shop;
  shop.measured_room();
  std::string other = shop.read("room.hearth.json");
  other.replace(other.find("0.05 K/W"), 8, "0.0625 K/W");
  const std::string base = shop.write("other.hearth.json", other);
  const std::string set = shop.write("set.json", R"({
    "hearth": 1, "base": "room.hearth.json",
    "period": {"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T06:00:00+01:00",
                   "step": 600},
    "scenarios": [{"id": "as-is"}], "record": ["room.indoorTemperature"]})");
  const Outcome outcome = run_hearth(
      shop, {"scenarios", set, "--base", base, "-o", (shop / "out").string(), "-j", "1"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const apps::ReportContent content = shop.collect({(shop / "out").string()});
  CHECK(named(node_of(content, "room").parameters, "R_out").value == "0.0625");
}

TEST_CASE("scenarios of a model without a site are shown in the time of their period") {
  const RoomShop shop;
  shop.write("room.hearth.json", kHeatedRoom);
  const std::string set = shop.write("set.json", R"({
    "hearth": 1, "base": "room.hearth.json",
    "period": {"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T06:00:00+01:00",
                   "step": 600},
    "scenarios": [{"id": "as-is"}], "record": ["room.indoorTemperature"]})");
  const auto shown = [&](const Words& more) {
    const std::string folder = (shop / ("out" + more.back().substr(0, 4))).string();
    const Outcome outcome =
        run_hearth(shop, Words{"scenarios", set, "-o", folder, "-j", "1"} + more);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return fact(shop.collect({folder}), "Period");
  };
  CHECK(shown({"-q"}) == "2024-01-15 00:00 to 2024-01-15 06:00 (6 h)");
  CHECK(shown({"--start", "2024-01-15T03:00:00+05:00", "--end", "2024-01-15T06:00:00+05:00"}) ==
        "2024-01-15 03:00 to 2024-01-15 06:00 (3 h)");
  CHECK(shown({"--timezone", "Asia/Tokyo"}) == "2024-01-15 08:00 to 2024-01-15 14:00 (6 h)");
}

}  // namespace scenarios_content_test
