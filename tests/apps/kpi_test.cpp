// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace kpi_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

const std::string kExamples = std::string(HEARTH_SOURCE_DIR) + "/examples";

/// Two steps of 15 minutes of a fan, in the results of a stepwise run.
const std::string kResults =
    "time,room.indoorTemperature [degC],fan.Power [W]\n"
    "2024-01-31T23:30:00+01:00,20,0\n"
    "2024-01-31T23:45:00+01:00,20,1000\n"
    "2024-02-01T00:00:00+01:00,22,3000\n"
    "2024-02-01T00:15:00+01:00,22,2000\n";

const std::string kSettings = R"({"hearth": 1, "kpi": {"floor_area": 10, "monthly": true,
  "comfort": {"lower": 21}, "zones": {"room": {"temperature": "room.indoorTemperature"}},
  "energy": [{"signals": "*.Power", "carrier": "electricity", "end_use": "fans"}],
  "carriers": {"electricity": {"price": {"file": "prices.csv", "column": "price"}}}}})";

const std::string kPrices =
    "time,price\n2024-01-31T00:00:00+01:00,0.1\n2024-02-01T00:00:00+01:00,0.5\n";

double value(const json& kpis, const std::string& name) {
  return kpis["kpis"][name]["value"].get<double>();
}

}  // namespace

TEST_CASE("kpi computes what the settings ask of results") {
  const Workshop shop;
  shop.write("prices.csv", kPrices);
  const std::string results = shop.write("results.csv", kResults);
  const std::string settings = shop.write("kpi.json", kSettings);
  const Outcome outcome = run_hearth(shop, {"kpi", results, "--settings", settings, "--json", "-o",
                                            (shop / "table.csv").string()});
  REQUIRE(outcome.code == 0);
  const json found = json::parse(outcome.out);
  // Powers hold over the step before their row: 1, 3, 2 kW; the price changes at midnight.
  // Margins are BOPTEST's kWh.
  CHECK(value(found, "ener_tot") == Approx(0.15).epsilon(1e-6));
  CHECK(value(found, "cost_tot") == Approx((1.0 * 0.1 + 0.5 * 0.5) / 10).epsilon(1e-6));
  CHECK(value(found, "pele_tot") == Approx(0.3).epsilon(1e-6));
  CHECK(value(found, "tdis_tot") == Approx(0.25 + 0.125).epsilon(1e-6));
  CHECK(found["kpis"]["pgas_tot"]["value"].is_null());
  CHECK(found["kpis"]["ener_tot"]["unit"] == "kWh/m2");
  CHECK(found["period"]["start"] == "2024-01-31T23:30:00+01:00");
  CHECK(found["months"]["2024-01"]["ener_tot"].get<double>() == Approx(0.1).epsilon(1e-6));
  CHECK(found["months"]["2024-02"]["ener_tot"].get<double>() == Approx(0.05).epsilon(1e-6));
  const std::string table = shop.read("table.csv");
  CHECK(table.rfind("kpi,unit,value,2024-01,2024-02\nener_tot,kWh/m2,0.15", 0) == 0);
}

TEST_CASE(
    "kpi evaluates a part of the results, and reports a part that is shorter than requested") {
  const Workshop shop;
  shop.write("prices.csv", kPrices);
  const std::string results = shop.write("results.csv", kResults);
  const std::string settings = shop.write("kpi.json", kSettings);
  const std::vector<std::string> line{"kpi",    results,  "--settings", settings,
                                      "--json", "--kpis", "ener_tot"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), line.begin(), line.end());
    return run_hearth(shop, more);
  };
  CHECK(value(json::parse(with({"--warmup", "PT15M"}).out), "ener_tot") ==
        Approx(0.125).epsilon(1e-6));
  CHECK(value(json::parse(with({"--end", "2024-01-31T23:45:00+01:00"}).out), "ener_tot") ==
        Approx(0.025).epsilon(1e-6));
  CHECK(value(json::parse(with({"--power", "trapezoid"}).out), "ener_tot") ==
        Approx((0.5 + 2.0 + 2.5) * 0.25 / 10).epsilon(1e-6));
  const Outcome late = with({"--end", "2024-02-02T00:00:00+01:00"});
  CHECK(late.code == 0);
  CHECK(late.said("kpi.period_short"));
  const Outcome none = with({"--start", "2024-03-01T00:00:00+01:00"});
  CHECK(none.code == 3);
  CHECK(none.said("kpi.period_empty"));
}

TEST_CASE("kpi takes from the model what the settings leave open") {
  const Workshop shop;
  const std::string model = kExamples + "/air_handling_unit/office.hearth.json";
  const std::string results = (shop / "results.csv").string();
  REQUIRE(run_hearth(shop, {"simulate", model, "--record", "all", "-o", results}).code == 0);
  const Outcome outcome = run_hearth(shop, {"kpi", results, "--model", model, "--json", "-v"});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("kpi.assumed"));
  CHECK(outcome.said("kpi.floor_area_missing"));
  const json found = json::parse(outcome.out);
  CHECK(found["kpis"]["ener_tot"]["unit"] == "kWh");
  CHECK(value(found, "ener_fans") > 0.0);
  CHECK(value(found, "ener_tot") ==
        Approx(value(found, "ener_fans") + value(found, "ener_heating") +
               value(found, "ener_cooling")));
  CHECK(value(found, "ener_tot") ==
        Approx(value(found, "ener_electricity") + value(found, "ener_district_heating") +
               value(found, "ener_district_cooling")));
}

TEST_CASE("kpi takes what the settings leave open from the model that the record names") {
  const Workshop shop;
  const std::string model = kExamples + "/air_handling_unit/office.hearth.json";
  const std::string results = (shop / "results.csv").string();
  REQUIRE(run_hearth(shop, {"simulate", model, "--record", "all", "-o", results}).code == 0);
  const std::string settings =
      shop.write("comfort.json", R"({"hearth": 1, "kpi": {"comfort": {"lower": 18}}})");
  const Outcome outcome = run_hearth(shop, {"kpi", results, "--settings", settings, "--json"});
  REQUIRE(outcome.code == 0);
  const json found = json::parse(outcome.out);
  CHECK(value(found, "ener_tot") > 0.0);
  CHECK(found == json::parse(run_hearth(shop, {"kpi", results, "--settings", settings, "--model",
                                               model, "--json"})
                                 .out));
}

TEST_CASE("the default record of a model with measurements suffices for kpi and report") {
  const Workshop shop;
  REQUIRE(run_hearth(shop, {"init", (shop / "").string(), "-q"}).code == 0);
  const std::string model = (shop / "model.hearth.json").string();
  const auto kpis = [&](const std::string& name, const std::vector<std::string>& record) {
    std::vector<std::string> line{"simulate", model, "-o", (shop / name).string()};
    line.insert(line.end(), record.begin(), record.end());
    REQUIRE(run_hearth(shop, line).code == 0);
    const Outcome outcome = run_hearth(shop, {"kpi", (shop / name).string(), "--json"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK_FALSE(outcome.said("kpi.not_recorded"));
    return outcome.out;
  };
  CHECK(kpis("default.csv", {}) == kpis("all.csv", {"--record", "all"}));
  const std::string header =
      shop.read("default.csv").substr(0, shop.read("default.csv").find('\n'));
  CHECK(header ==
        "time,people.scheduleValue [1],radiator.Power [W],room.indoorCO2 [ppm],"
        "room.indoorTemperature [degC]");
  const Outcome page = run_hearth(
      shop, {"report", (shop / "default.csv").string(), "-o", (shop / "p.html").string()});
  CHECK(page.code == 0);
  CHECK_FALSE(page.said("warning"));
}

TEST_CASE("kpi computes what the results permit") {
  const Workshop shop;
  REQUIRE(run_hearth(shop, {"init", (shop / "").string(), "-q"}).code == 0);
  const std::string model = (shop / "model.hearth.json").string();
  const std::string results = (shop / "r.csv").string();
  REQUIRE(run_hearth(shop, {"simulate", model, "-o", results, "--record", "room.indoorTemperature"})
              .code == 0);
  const Outcome outcome = run_hearth(shop, {"kpi", results, "--json"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json found = json::parse(outcome.out);
  CHECK(found["kpis"]["tdis_tot"]["value"].is_number());
  for (const char* lost : {"ener_tot", "idis_tot", "pele_tot"}) {
    CHECK(found["kpis"][lost]["value"].is_null());
  }
  CHECK_FALSE(found["kpis"].contains("ener_heating"));
  CHECK(outcome.err.find("kpi.not_recorded") == outcome.err.rfind("kpi.not_recorded"));
  CHECK(outcome.said("'radiator.Power'"));
  CHECK(outcome.said("--record all"));
  // What is asked for and there is computed without a word; what is asked for and lost is named.
  const Outcome asked = run_hearth(shop, {"kpi", results, "--kpis", "degree_hours_low"});
  CHECK(asked.code == 0);
  CHECK_FALSE(asked.said("kpi.not_recorded"));
  const Outcome lost = run_hearth(shop, {"kpi", results, "--kpis", "ener_heating,idis_tot"});
  CHECK(lost.code == 0);
  CHECK(lost.said("ener_heating has no value"));
  CHECK(lost.said("idis_tot has no value"));
  CHECK(lost.said("--record all"));
  // What the user names himself has to be there.
  const std::string settings = shop.write("kpi.json", R"({"hearth": 1, "kpi": {
    "energy": [{"signals": "radiator.Power", "carrier": "district_heating"}]}})");
  const Outcome named =
      run_hearth(shop, {"kpi", results, "--model", model, "--settings", settings});
  CHECK(named.code == 3);
  CHECK(named.said("kpi.signal_unknown"));
}

TEST_CASE("kpi's energy is what a meter of the model counts") {
  const Workshop shop;
  const std::string model = kExamples + "/solar_room/room.hearth.json";
  const std::string results = (shop / "results.csv").string();
  REQUIRE(run_hearth(shop, {"simulate", model, "--record", "all", "-o", results}).code == 0);
  const Outcome outcome =
      run_hearth(shop, {"kpi", results, "--model", model, "--json", "--kpis", "ener_heating"});
  REQUIRE(outcome.code == 0);
  // The last row of the meter, found by its column.
  std::ifstream stream(results);
  std::string header, row, next;
  std::getline(stream, header);
  while (std::getline(stream, next)) row = next;
  const auto cell = [](const std::string& line, long at) {
    std::stringstream cells(line);
    std::string text;
    for (long k = 0; k <= at; ++k) std::getline(cells, text, ',');
    return text;
  };
  const std::string before = header.substr(0, header.find("heat.energy"));
  const long column = std::count(before.begin(), before.end(), ',');
  REQUIRE(cell(header, column) == "heat.energy [kWh]");
  CHECK(value(json::parse(outcome.out), "ener_heating") ==
        Approx(std::stod(cell(row, column))).epsilon(1e-6));
}

TEST_CASE("kpi reports what is wrong with its files and options") {
  const Workshop shop;
  const std::string results = shop.write("results.csv", kResults);
  const std::string settings = shop.write("kpi.json", kSettings);
  CHECK(run_hearth(shop, {"kpi", results}).code == 2);
  const Outcome missing = run_hearth(shop, {"kpi", results, "--settings", settings});
  CHECK(missing.code == 3);  // prices.csv
  CHECK(missing.said("data.file_missing"));
  shop.write("prices.csv", kPrices);
  const Outcome unknown =
      run_hearth(shop, {"kpi", results, "--settings", settings, "--kpis", "ener_tto"});
  CHECK(unknown.code == 3);
  CHECK(unknown.said("did you mean 'ener_tot'?"));
  std::string gap = kResults;
  gap.replace(gap.find(",3000"), 5, ",");
  const Outcome hole =
      run_hearth(shop, {"kpi", shop.write("gap.csv", gap), "--settings", settings});
  CHECK(hole.code == 3);
  CHECK(hole.said("kpi.not_finite"));
  CHECK(hole.said("gap.csv:4"));
  std::string odd = kResults;
  odd.replace(odd.find("[W]"), 3, "[kWatt]");
  const Outcome unit =
      run_hearth(shop, {"kpi", shop.write("odd.csv", odd), "--settings", settings});
  CHECK(unit.code == 0);
  CHECK(unit.said("kpi.unit_unknown"));
}

TEST_CASE("kpi refuses results and settings whose numbers have no clear meaning") {
  const Workshop shop;
  const auto kpi = [&](const std::string& results, const std::string& settings) {
    return run_hearth(shop, {"kpi", shop.write("r.csv", results), "--settings",
                             shop.write("s.json", settings), "--power", "step", "--json"});
  };
  const auto refused = [&](const std::string& code, const std::string& results,
                           const std::string& settings, const std::string& text) {
    const Outcome outcome = kpi(results, settings);
    INFO(outcome.out + outcome.err);
    CHECK(outcome.code == 3);
    CHECK(outcome.err.find("error: " + code) != std::string::npos);
    CHECK(outcome.said(text));
  };
  const std::string power = R"({"energy": [{"signals": "a.P", "carrier": "electricity"}]})";
  refused("kpi.signal_ambiguous", "time,a.P [W],a.P [W]\n0,1000,5000\n3600,1000,5000\n", power,
          "2 columns");
  refused("data.time_invalid", "time [K],a.P [W]\n0,1000\n1,1000\n", power, "[K]");
  for (const auto& [unit, hour] :
       std::map<std::string, std::string>{{"", "3600"}, {" [min]", "60"}, {" [h]", "1"}}) {
    const Outcome outcome = kpi("time" + unit + ",a.P [W]\n0,1000\n" + hour + ",1000\n", power);
    CHECK(value(json::parse(outcome.out), "ener_tot") == Approx(1.0));
  }
  const auto prices = [](const std::string& a, const std::string& b) {
    return R"({"energy": [{"signals": "a.P", "carrier": "electricity"},
                          {"signals": "b.P", "carrier": "gas"}],
              "carriers": {"electricity": {"price": "1 )" +
           a + R"("}, "gas": {"price": "2 )" + b + R"("}}})";
  };
  const std::string two = "time,a.P [W],b.P [W]\n0,1000,1000\n3600,1000,1000\n";
  refused("kpi.currencies_differ", two, prices("EUR/kWh", "USD/kWh"), "USD");
  refused("kpi.currencies_differ", two, prices("$/kWh", "euro/MWh"), "EUR");
  for (const char* same : {"EUR/kWh", "ct/kWh", "euro/kWh"}) {
    CHECK(kpi(two, prices("EUR/kWh", same)).code == 0);
  }
  CHECK(kpi(two, prices("USD/kWh", "$/kWh")).code == 0);
  const std::string room = "time,a.T [degC]\n0,21\n3600,22\n";
  for (const char* wrong :
       {R"("metabolic_rate": 0)", R"("clothing": -3)", R"("radiant_temperature": -400)",
        R"("relative_humidity": 500)", R"("air_speed": -1)", R"("lower": 26, "upper": 20)"}) {
    CAPTURE(wrong);
    refused("kpi.condition_invalid", room,
            R"({"zones": {"z": {"temperature": "a.T", )" + std::string(wrong) + "}}}", "s.json");
  }
}

TEST_CASE("kpi of a run that was stopped early warns") {
  const Workshop shop;
  const Outcome outcome = run_hearth(
      shop, {"kpi", shop.write("r.csv", "# incomplete: stopped\ntime,a.P [W]\n0,1000\n3600,1000\n"),
             "--settings",
             shop.write("s.json", R"({"energy": [{"signals": "a.P", "carrier": "gas"}]})")});
  CHECK(outcome.code == 0);
  CHECK(outcome.said("kpi.incomplete"));
}

TEST_CASE("a KPI that no number holds is an error, not a KPI without a value") {
  const Workshop shop;
  shop.write("prices.csv", kPrices);
  std::string huge = kResults;
  for (const char* power : {",1000", ",3000", ",2000"}) {
    huge.replace(huge.find(power), 5, ",1e308");
  }
  const Outcome outcome = run_hearth(
      shop, {"kpi", shop.write("huge.csv", huge), "--settings", shop.write("kpi.json", kSettings)});
  INFO(outcome.out + outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("kpi.not_finite"));
  CHECK(outcome.said("huge.csv"));
}

TEST_CASE("kpi gives the reference of BOPTEST testcase2 from its files") {
  const auto folder = shared_data("data/boptest/kpi_testcase2");
  if (!folder) return;
  std::ifstream stream(*folder / "kpi_reference.json");
  const json reference = json::parse(stream);
  const json& hold = reference["schedules_zero_order_hold"];
  const auto points = [](const json& group, const std::string& name) {
    return json{{"times", group["time"]}, {"values", group[name]}};
  };
  const auto kelvins = [&](const std::string& name) {
    json series = points(hold["setpoints"], name);
    series["unit"] = "kelvin";
    return series;
  };
  const json settings = {
      {"hearth", 1},
      {"kpi",
       {{"floor_area", 48},
        {"zones",
         {{"room",
           {{"temperature", {{"signal", "TRooAir_y"}, {"unit", "kelvin"}}},
            {"co2", "CO2RooAir_y"},
            {"lower", kelvins("LowerSetp[1]")},
            {"upper", kelvins("UpperSetp[1]")},
            {"co2_upper", points(hold["setpoints"], "UpperCO2[1]")}}}}},
        {"energy", {{{"signals", "P*_y"}, {"carrier", "electricity"}}}},
        {"carriers",
         {{"electricity",
           {{"price", points(hold["prices"], "PriceElectricPowerDynamic")},
            {"emission", points(hold["emissions"], "EmissionsElectricPower")}}}}}}}};
  const Workshop shop;
  const Outcome outcome =
      run_hearth(shop, {"kpi", (*folder / "tc2_results_python.csv.gz").string(), "--settings",
                        shop.write("kpi.json", settings.dump()), "--json"});
  REQUIRE(outcome.code == 0);
  const json found = json::parse(outcome.out);
  const json& expected = reference["expected_totals"];
  for (const char* name : {"tdis_tot", "idis_tot", "ener_tot", "emis_tot"}) {
    CHECK(value(found, name) == Approx(expected[name].get<double>()).epsilon(1e-8));
  }
  CHECK(value(found, "cost_tot") ==
        Approx(expected["cost_dynamic_tot"].get<double>()).epsilon(1e-8));
  CHECK(value(found, "pele_tot") == Approx(expected["pele_tot"].get<double>()).epsilon(1e-5));
  CHECK(found["kpis"]["pdih_tot"]["value"].is_null());
}

TEST_CASE("kpi shows zones, energy by end use and month, and when peaks were") {
  const Workshop shop;
  shop.write("prices.csv", kPrices);
  const std::string results = shop.write("results.csv", kResults);
  const std::string settings = shop.write(
      "kpi.json", R"({"hearth": 1, "kpi": {"monthly": true, "comfort": {"lower": 21, "upper": 23},
        "zones": {"room": {"temperature": "room.indoorTemperature", "heating": "fan.Power"}},
        "energy": [{"signals": "*.Power", "carrier": "electricity", "end_use": "fans"}]}})");
  const Outcome outcome = run_hearth(shop, {"kpi", results, "--settings", settings, "--json"});
  REQUIRE(outcome.code == 0);
  const json found = json::parse(outcome.out);
  const json& room = found["zones"]["room"];
  // 20 degC for a quarter of an hour, a line to 22 in the next one, then 22.
  CHECK(room["temperature_mean"].get<double>() == Approx((20.0 + 21.0 + 22.0) / 3.0));
  CHECK(room["temperature_min"] == 20.0);
  CHECK(room["temperature_max"] == 22.0);
  CHECK(room["hours_too_cold"].get<double>() == Approx(0.25 + 0.125));
  CHECK(room["hours_too_warm"] == 0.0);
  CHECK(room["unmet_hours"].get<double>() == Approx(0.25 + 0.125));
  CHECK(room["heating_kWh"].get<double>() == Approx(1.5).epsilon(1e-6));
  CHECK(room["cooling_kWh"].is_null());
  const json& use = found["energy"][0];
  CHECK(use["end_use"] == "fans");
  CHECK(use["carrier"] == "electricity");
  CHECK(use["value"].get<double>() == Approx(1.5).epsilon(1e-6));
  CHECK(use["months"]["2024-01"].get<double>() == Approx(1.0).epsilon(1e-6));
  CHECK(use["months"]["2024-02"].get<double>() == Approx(0.5).epsilon(1e-6));
  const json& peak = found["peaks"]["electricity"];
  CHECK(peak["value"].get<double>() == Approx(3.0));
  CHECK(peak["start"] == "2024-01-31T23:45:00+01:00");
  CHECK(peak["seconds"] == 900.0);
  // No floor area: no unit is of a square metre.
  for (const auto& [name, kpi] : found["kpis"].items()) {
    INFO(name);
    CHECK(kpi["unit"].get<std::string>().find("/m2") == std::string::npos);
  }
  const Outcome text = run_hearth(shop, {"kpi", results, "--settings", settings});
  CHECK(text.printed("peak of electricity: 3 kW from 2024-01-31T23:45:00+01:00 on, over 15 min"));
  CHECK(text.printed("too cold"));
  CHECK(run_hearth(shop, {"kpi", results, "--settings", settings, "--monthly"})
            .printed("kWh     2024-01     2024-02"));
  CHECK(text.printed("end use"));
}

TEST_CASE("settings of KPIs are checked and have a schema") {
  const Workshop shop;
  shop.write("prices.csv", kPrices);
  const Outcome good = run_hearth(shop, {"check", shop.write("kpi.json", kSettings)});
  INFO(good.out + good.err);
  CHECK(good.code == 0);
  CHECK(good.printed("KPI settings"));
  const Outcome bare =
      run_hearth(shop, {"check", shop.write("bare.json", R"({"energy": [{"signals": "a.b"}]})")});
  CHECK(bare.code != 0);
  CHECK(bare.said("carrier"));
  const Outcome missing =
      run_hearth(shop, {"check", shop.write("none.json", R"({"hearth": 1, "kpi": {"carriers":
        {"gas": {"price": {"file": "none.csv", "column": "price"}}}}})")});
  CHECK(missing.code != 0);
  CHECK(missing.said("none.csv"));
  const Outcome schema = run_hearth(shop, {"schema", "kpi"});
  CHECK(json::parse(schema.out)["title"] == "Hearth KPI settings");
}

TEST_CASE("times that no calendar holds are refused with their line") {
  const Workshop shop;
  const std::string settings =
      shop.write("kpi.json", R"({"hearth": 1, "kpi": {"floor_area": 10, "monthly": true,
        "energy": [{"signals": "a.Power", "carrier": "electricity"}]}})");
  for (const char* time : {"1e15", "1e300", "4e11"}) {
    const std::string rows = std::string("time,a.Power [W]\n0,1\n") + time + ",1\n";
    const Outcome outcome =
        run_hearth(shop, {"kpi", shop.write("r.csv", rows), "--settings", settings});
    CHECK(outcome.code == 3);
    CHECK(outcome.said("data.time_invalid"));
    CHECK(outcome.said("r.csv:3"));
  }
}

TEST_CASE("a very long name does not make every line of the table as long") {
  const Workshop shop;
  const std::string results =
      shop.write("r.csv", "time,a.t [degC]\n2024-01-01T00:00Z,20\n2024-01-01T01:00Z,21\n");
  const std::string long_name(10'000, 'z');
  std::string zones = '"' + long_name + R"(": {"temperature": "a.t"})";
  for (int i = 0; i < 50; ++i)
    zones += R"(, "z)" + std::to_string(i) + R"(": {"temperature": "a.t"})";
  const std::string settings =
      shop.write("kpi.json", R"({"hearth": 1, "kpi": {"zones": {)" + zones + "}}}");
  const Outcome outcome = run_hearth(shop, {"kpi", results, "--settings", settings});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.printed(long_name));
  CHECK(outcome.out.size() < 100'000);
}

}  // namespace kpi_test
