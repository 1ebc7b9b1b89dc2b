// SPDX-License-Identifier: MIT
// Rows that cover intervals, and the formats of results.
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/data/results/read_results.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace every_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// The heated room with a boiler's worth of gas: energy at the heater's power.
const std::string kSettings = R"({"hearth": 1, "kpi": {"floor_area": 20, "monthly": true,
  "comfort": {"lower": 20, "upper": 26},
  "zones": {"room": {"temperature": "room.indoorTemperature"}},
  "energy": [{"signals": "heater.Power", "carrier": "gas", "end_use": "heating"}]}})";

const Words kTwoDays = {
    "--start", "2024-01-31T00:00:00+01:00", "--end", "2024-02-02T00:00:00+01:00", "--step", "60"};

/// Runs the room and returns where its results are.
std::string simulate(const Workshop& shop, const std::string& name, const Words& more = {},
                     const Words& times = kTwoDays) {
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const std::string file = (shop / name).string();
  const Outcome outcome =
      run_hearth(shop, Words{"simulate", room, "-o", file, "--record", "all"} + times + more);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return file;
}

json kpis(const Workshop& shop, const std::string& results) {
  const std::string settings = shop.write("kpi.json", kSettings);
  const Outcome outcome = run_hearth(shop, {"kpi", results, "--settings", settings, "--json"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return json::parse(outcome.out);
}

double value(const json& found, const std::string& name) {
  return found["kpis"][name]["value"].get<double>();
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

TEST_CASE("rows of an hour give the energy of the steps they cover") {
  for (const Words& engine : {Words{}, Words{"--engine", "continuous"}}) {
    const Workshop shop;
    const json fine = kpis(shop, simulate(shop, "fine.csv", engine));
    const json hours = kpis(shop, simulate(shop, "hours.csv", engine + Words{"--every", "PT1H"}));
    const json days = kpis(shop, simulate(shop, "days.csv", engine + Words{"--every", "P1D"}));
    REQUIRE(value(fine, "ener_tot") > 0.0);
    CHECK(value(hours, "ener_tot") == Approx(value(fine, "ener_tot")).epsilon(1e-12));
    CHECK(value(days, "ener_tot") == Approx(value(fine, "ener_tot")).epsilon(1e-12));
    CHECK(hours["months"]["2024-01"]["ener_gas"].get<double>() ==
          Approx(fine["months"]["2024-01"]["ener_gas"].get<double>()).epsilon(1e-12));
    CHECK(hours["period"]["interval"] == "PT1H");
    CHECK(hours["notes"].dump().find("kpi.resolution") != std::string::npos);
    CHECK(hours["notes"].dump().find("kpi.rows_long") == std::string::npos);
    CHECK(days["notes"].dump().find("kpi.rows_long") != std::string::npos);
  }
}

TEST_CASE("a period that cuts a row of results is a warning") {
  const Workshop shop;
  const std::string results = simulate(shop, "days.csv", {"--every", "P1D"});
  const std::string settings = shop.write("kpi.json", kSettings);
  const Words line{"kpi", results, "--settings", settings, "--start"};
  const Outcome cut = run_hearth(shop, line + Words{"2024-01-31T12:00:00+01:00"});
  INFO(cut.err);
  CHECK(cut.code == 0);
  CHECK(cut.said("kpi.row_cut"));
  CHECK(cut.said("row of P1D"));
  CHECK(!run_hearth(shop, line + Words{"2024-02-01T00:00:00+01:00"}).said("kpi.row_cut"));
}

TEST_CASE("a file of intervals describes its rows and columns") {
  const Workshop shop;
  simulate(shop, "hours.csv", {"--every", "PT1H"});
  const std::string header = first_line(shop.read("hours.csv"));
  CHECK(header.rfind("time [end of PT1H],controller.demand [K],controller.inputSignal [1],"
                     "heater.Power:mean [W],",
                     0) == 0);
  CHECK(header.find("room.indoorTemperature [degC]") != std::string::npos);
  const json record = json::parse(shop.read("hours.run.json"));
  CHECK(record["rows"]["every"] == "PT1H");
  CHECK(record["rows"]["stamp"] == "end");
  CHECK(record["rows"]["columns"][2] ==
        json({{"name", "heater.Power"}, {"unit", "W"}, {"value", "mean"}}));
  CHECK(hearth::read_results(shop / "hours.csv").rows() == 49);
}

TEST_CASE("days and months of a run in summer time end at civil midnight") {
  const Workshop shop;
  std::string room = kHeatedRoom;
  room.insert(room.rfind('}'), R"(, "site": {"timezone": "Europe/Copenhagen"},
    "simulation": {"every": "P1M"})");
  const std::string model = shop.write("room.hearth.json", room);
  const Words line{"simulate", model,        "-o",    (shop / "r.csv").string(),
                   "--start",  "2024-03-30", "--end", "2024-04-02",
                   "--step",   "3600"};
  REQUIRE(run_hearth(shop, line).code == 0);
  std::string text = shop.read("r.csv");
  CHECK(text.find("\n2024-04-01T00:00:00+02:00,") != std::string::npos);
  CHECK(hearth::read_results(shop / "r.csv").rows() == 3);  // the start, the month, the rest
  REQUIRE(run_hearth(shop, line + Words{"--every", "P1D"}).code == 0);
  const hearth::Results days = hearth::read_results(shop / "r.csv");
  REQUIRE(days.rows() == 4);
  CHECK(days.time(2) - days.time(1) == std::chrono::hours(23));
}

TEST_CASE("a column can have another statistic and another unit") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome = run_hearth(
      shop, Words{"simulate", room, "-o", (shop / "r.csv").string(), "--every", "P1D", "--record",
                  "*.indoorTemperature:min,*.indoorTemperature:max:degF,heater.Power:kWh",
                  "--record", "room.indoorTemperature:end", "--record",
                  "heater.Power:kW,heater.in.waterFlowRate,room@*"} +
                kTwoDays);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string header = first_line(shop.read("r.csv"));
  for (const char* part :
       {"heater.Power:mean [kW]", "heater.Power:sum [kWh]", "heater.in.waterFlowRate:mean [kg/s]",
        "room.indoorTemperature:max [degF]", "room.indoorTemperature:min [degC]", ",room@"}) {
    INFO(part << " in " << header);
    CHECK(header.find(part) != std::string::npos);
  }
  const hearth::Results rows = hearth::read_results(shop / "r.csv");
  CHECK(rows.row(1)[1] == Approx(24.0 * rows.row(1)[0]).epsilon(1e-12));
  const json found = kpis(shop, (shop / "r.csv").string());
  const json fine = kpis(shop, simulate(shop, "fine.csv"));
  CHECK(value(found, "ener_tot") == Approx(value(fine, "ener_tot")).epsilon(1e-12));
}

TEST_CASE("a wish that fits no signal or unit is refused") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const auto refused = [&](const Words& more, const std::string& part) {
    const Outcome outcome = run_hearth(
        shop, Words{"simulate", room, "-o", (shop / "r.csv").string()} + kTwoDays + more);
    INFO(outcome.err);
    CHECK(outcome.code != 0);
    CHECK(outcome.said(part));
    CHECK_FALSE(shop.holds("r.csv"));
  };
  refused({"--record", "heater.Power:degC"}, "simulation.record_unit");
  refused({"--record", "heater.in.waterFlow"}, "did you mean 'heater.in.waterFlowRate'");
  refused({"--every", "PT90S"}, "simulation.every_off_grid");
  refused({"--every", "hourly"}, "expected an ISO 8601 duration ('PT1H'");
}

TEST_CASE("a run that is continued at the end of an interval repeats its rows") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const std::string state = (shop / "state.json").string();
  simulate(shop, "whole.csv", {"--every", "PT1H"});
  const auto run = [&](const std::string& name, const Words& more) {
    return run_hearth(shop, Words{"simulate", room, "--record", "all", "--every", "PT1H", "-o",
                                  (shop / name).string()} +
                                more);
  };
  const Words start{"--start", "2024-01-31T00:00:00+01:00", "--step", "60", "--save-state", state};
  const Outcome inside = run("a.csv", start + Words{"--end", "2024-01-31T10:30:00+01:00"});
  CHECK(inside.code != 0);
  CHECK(inside.said("state.interval_open"));
  REQUIRE(run("a.csv", start + Words{"--end", "2024-01-31T10:00:00+01:00"}).code == 0);
  REQUIRE(run("b.csv", {"--load-state", state, "--end", "2024-02-02T00:00:00+01:00"}).code == 0);
  const hearth::Results whole = hearth::read_results(shop / "whole.csv");
  const hearth::Results later = hearth::read_results(shop / "b.csv");
  REQUIRE(later.rows() == 39);
  const auto width = static_cast<long>(whole.signals.size());
  CHECK(std::equal(later.row(1), later.row(1) + 38 * width, whole.row(11)));
}

TEST_CASE("results in every format give the same KPIs and a report") {
  const Workshop shop;
  const json expected = kpis(shop, simulate(shop, "r.csv", {"--every", "PT1H"}));
  for (const char* name : {"r.csv.gz", "r.sqlite", "r.db", "r.nc"}) {
    INFO(name);
    const std::string file = simulate(shop, name, {"--every", "PT1H"});
    CHECK(kpis(shop, file)["kpis"] == expected["kpis"]);
    const Outcome page = run_hearth(shop, {"report", file, "-o", (shop / "page.html").string()});
    INFO(page.err);
    CHECK(page.code == 0);
    CHECK(shop.read("page.html").find("heater.Power:mean") != std::string::npos);
    const Outcome check = run_hearth(shop, {"check", file});
    INFO(check.err + check.out);
    CHECK(check.code == 0);
  }
}

TEST_CASE("results go to the standard output, and nothing else does") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Words line = Words{"simulate", room, "--every", "P1D", "-o", "-"} + kTwoDays;
  const Outcome outcome = run_hearth(shop, line);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out.rfind("time [end of P1D],", 0) == 0);
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 4);
  CHECK_FALSE(shop.holds("-"));
  CHECK_FALSE(std::filesystem::exists("-"));
}

TEST_CASE("an extension that is not a format of results is refused") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome =
      run_hearth(shop, Words{"simulate", room, "-o", (shop / "r.xlsx").string()} + kTwoDays);
  CHECK(outcome.code == 2);
  CHECK(outcome.said(".csv, .csv.gz, .sqlite, .db or .nc"));
}

TEST_CASE("scenarios keep series over intervals") {
  const Workshop shop;
  shop.write("room.hearth.json", kHeatedRoom);
  const std::string set = shop.write("set.json", R"({"hearth": 1, "base": "room.hearth.json",
    "period": {"start": "2024-01-31T00:00:00+01:00", "end": "2024-02-02T00:00:00+01:00",
               "step": 600}, "every": "P1D",
    "record": ["heater.Power", "heater.Power:kWh", "room.indoorTemperature:max"],
    "kpi": {"zones": {"room": {"temperature": "room.indoorTemperature"}}},
    "scenarios": [{"id": "base"}]})");
  const Outcome outcome = run_hearth(shop, {"scenarios", set, "-o", (shop / "out").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const Outcome page =
      run_hearth(shop, {"report", (shop / "out").string(), "-o", (shop / "page.html").string()});
  INFO(page.err);
  CHECK(page.code == 0);
  CHECK(shop.read("page.html").find("heater.Power:sum") != std::string::npos);
}

}  // namespace every_test
