// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace balance_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// A boiler, a radiator and a room, and a schedule that opens the valve some hours a day.
const std::string kCircuit = R"({
  "hearth": 1, "site": {"timezone": "UTC"},
  "components": {
    "outdoor": {"type": "Schedule", "config": {"value": "-5 degC"}},
    "opening": {"type": "Schedule", "config": {"value": {"unit": "1", "default": 0.0,
      "rules": [{"from": "05:00", "to": "07:00", "value": 1.0},
                {"from": "09:00", "to": "10:00", "value": 0.8},
                {"from": "15:00", "to": "18:00", "value": 0.9}]}}},
    "supply": {"type": "Schedule", "config": {"value": "60 degC"}},
    "room": {"type": "BuildingSpace", "parameters": {"C_air": 4e5, "C_wall": 5e6, "R_out": 0.02}},
    "valve": {"type": "Valve", "parameters": {"waterFlowRateMax": 0.03}},
    "radiator": {"type": "Radiator", "parameters": {"nominalPower": 2000}},
    "boiler": {"type": "Boiler", "parameters": {"nominalHeatingPower": 3000},
               "initial": {"outletWaterTemperature": 20}}
  },
  "connections": [
    "outdoor.scheduleValue -> room.outdoorTemperature",
    "opening.scheduleValue -> valve.valvePosition",
    "valve.waterFlowRate -> radiator.waterFlowRate",
    "valve.waterFlowRate -> boiler.waterFlowRate",
    "supply.scheduleValue -> boiler.outletWaterTemperatureSetpoint",
    "boiler.outletWaterTemperature -> radiator.supplyWaterTemperature",
    "radiator.outletWaterTemperature -> boiler.inletWaterTemperature",
    "room.indoorTemperature -> radiator.indoorTemperature",
    "radiator.Power -> room.heatGain[radiator]"
  ]
})";

Words hourly(const Workshop& shop, const std::string& model) {
  return {"simulate", model,        "-o",    (shop / "results.csv").string(),
          "--start",  "2024-01-15", "--end", "2024-01-16",
          "--step",   "3600"};
}

}  // namespace

TEST_CASE("simulate prints the balance of heat and keeps all accounts in the record") {
  const Workshop shop;
  const std::string model = shop.write("circuit.hearth.json", kCircuit);
  const Outcome outcome =
      run_hearth(shop, hourly(shop, model) + Words{"--fail-on", "balance>1e-6"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("balance error 0 %"));
  CHECK(!outcome.said("balance.open"));
  const json balance = json::parse(shop.read("results.run.json"))["balance"];
  REQUIRE(balance["circuits"].size() == 1);
  CHECK(balance["circuits"][0]["components"] == json({"boiler", "radiator"}));
  REQUIRE(balance["zones"].size() == 1);
  CHECK(balance["zones"][0]["components"] == json({"room"}));
  const json& heat = balance["model"][0];
  CHECK(heat["quantity"] == "heat");
  CHECK(heat["unit"] == "kWh");
  const double rest = heat["supplied"].get<double>() - heat["delivered"].get<double>() -
                      heat["stored"].get<double>();
  CHECK(rest == Approx(heat["lost"].get<double>()).margin(1e-9));
  CHECK(heat["largest"][0]["name"].is_string());
  CHECK(balance["electricity_used"].get<double>() > 0.0);
}

TEST_CASE("a run that makes heat between its steps warns, and misses its limit") {
  const Workshop shop;
  const std::string model = shop.write("circuit.hearth.json", kCircuit);
  const Words old =
      hourly(shop, model) + Words{"--substeps", "1", "--cycle-removal", "state-edges"};
  const Outcome warned = run_hearth(shop, old);
  INFO(warned.err);
  CHECK(warned.code == 0);
  CHECK(warned.said("balance.open"));
  CHECK(warned.said("the circuit of 'boiler', 'radiator'"));
  CHECK(warned.said("--coupling balanced"));
  const Outcome missed = run_hearth(shop, old + Words{"--fail-on", "balance>0.01"});
  CHECK(missed.code == 4);
  CHECK(missed.said("limit.missed"));
}

TEST_CASE("heat that the rounding of large flows hides is not reported as zero") {
  const Workshop shop;
  const std::string model =
      shop.write("heater.hearth.json", R"({"hearth": 1, "site": {"timezone": "UTC"},
    "components": {
    "water": {"type": "Schedule", "config": {"value": "60 degC"}},
    "flow": {"type": "Schedule", "config": {"value": "1e7 kg/s"}},
    "air": {"type": "Schedule", "config": {"value": "20 degC"}},
    "heater": {"type": "SpaceHeater"}},
    "connections": ["water.scheduleValue -> heater.supplyWaterTemperature",
      "flow.scheduleValue -> heater.waterFlowRate",
      "air.scheduleValue -> heater.indoorTemperature"]})");
  const Outcome outcome = run_hearth(shop, hourly(shop, model));
  CHECK(outcome.code == 0);
  CHECK(outcome.said("heat: less than "));
  CHECK(outcome.said("the balance error is not known"));
}

TEST_CASE("a report shows the balance of the model, its circuits and its zones") {
  const Workshop shop;
  const std::string model = shop.write("circuit.hearth.json", kCircuit);
  REQUIRE(run_hearth(shop, hourly(shop, model)).code == 0);
  const std::string page = (shop / "page.html").string();
  const Outcome outcome = run_hearth(shop, {"report", (shop / "results.csv").string(), "-o", page});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string text = shop.read("page.html");
  CHECK(text.find("Balances") != std::string::npos);
  CHECK(text.find("circuit of boiler, radiator") != std::string::npos);
}

TEST_CASE("scenarios name the runs whose balance is open") {
  const Workshop shop;
  shop.write("circuit.hearth.json", kCircuit);
  const auto run = [&](const std::string& coupling, const std::string& folder) {
    const std::string set = shop.write("set" + folder + ".json", R"({"hearth": 1,
      "base": "circuit.hearth.json", "timezone": "UTC",
      "period": {"start": "2024-01-15", "end": "2024-01-16", "step": 3600},
      "cycle_removal": "state-edges", "coupling": ")" + coupling + R"(",
      "scenarios": [{"id": "as-is"}]})");
    return run_hearth(shop, {"scenarios", set, "-o", (shop / folder).string()});
  };
  const Outcome open = run("gauss-seidel", "open");
  INFO(open.err);
  CHECK(open.code == 0);
  CHECK(open.said("balance.open"));
  CHECK(open.said("'as-is'"));
  CHECK(!run("balanced", "closed").said("balance.open"));
}

TEST_CASE("a run names heat that is connected to nothing, and a pump that does not match, once") {
  const Workshop shop;
  std::string text = kCircuit;
  const auto changed = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return shop.write("changed.hearth.json", text);
  };
  const std::string heat = "\"radiator.Power -> room.heatGain[radiator]\"";
  const Outcome half = run_hearth(
      shop, hourly(shop, changed(heat, "\"radiator.convectivePower -> room.heatGain[radiator]\"")));
  INFO(half.err);
  CHECK(half.said("balance.not_connected"));
  CHECK(half.said("'radiator.Power' delivered"));
  CHECK(!half.said("balance.open"));
  const json record = json::parse(shop.read("results.run.json"))["balance"];
  REQUIRE(record["open_ends"].size() == 1);
  CHECK(record["open_ends"][0]["place"] == "radiator.Power");

  text = kCircuit;
  changed("\"supply\":",
          R"("flow": {"type": "Schedule", "config": {"value": "0.02 kg/s"}}, "supply":)");
  const Outcome pump =
      run_hearth(shop, hourly(shop, changed("\"valve.waterFlowRate -> boiler.waterFlowRate\"",
                                            "\"flow.scheduleValue -> boiler.waterFlowRate\"")));
  INFO(pump.err);
  CHECK(pump.said("does not match: 'boiler.outletWaterTemperature' delivers"));
  CHECK(pump.said("'radiator.supplyWaterTemperature' receives"));
  const std::string mark = "'boiler.outletWaterTemperature' delivers";
  CHECK(pump.err.find(mark) == pump.err.rfind(mark));
}

}  // namespace balance_test
