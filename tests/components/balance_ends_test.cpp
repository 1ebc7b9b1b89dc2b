// SPDX-License-Identifier: MIT
// What the balance of a run finds where blocks lie between components, where heat of a port is not
// received, and where only one of two neighbours accounts for what they exchange.
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::balance_ends_test {
namespace {

using Wires = std::vector<std::string>;

/// A room with a radiator at a boiler, over six hours. `without` leaves connections out.
SimulationModel circuit(const Wires& wires = {}, const Wires& without = {}) {
  SimulationModel model;
  model.add_component(constant("outdoor", -5.0));
  model.add_component(constant("supply", 60.0));
  model.add_component(constant("water", 0.02));
  model.add_component(instance("room", "BuildingSpace", {{"R_out", 0.02}}));
  model.add_component(instance("radiator", "Radiator", {{"nominalPower", 2000.0}}));
  model.add_component(instance("boiler", "Boiler", {{"nominalHeatingPower", 5000.0}}));
  Wires all{"outdoor.scheduleValue -> room.outdoorTemperature",
            "water.scheduleValue -> radiator.waterFlowRate",
            "water.scheduleValue -> boiler.waterFlowRate",
            "supply.scheduleValue -> boiler.outletWaterTemperatureSetpoint",
            "boiler.outletWaterTemperature -> radiator.supplyWaterTemperature",
            "radiator.outletWaterTemperature -> boiler.inletWaterTemperature",
            "room.indoorTemperature -> radiator.indoorTemperature",
            "radiator.Power -> room.heatGain[radiator]"};
  for (const std::string& wire : without) std::erase(all, wire);
  for (const std::string& wire : all) model.add_connection(wire);
  for (const std::string& wire : wires) model.add_connection(wire);
  return model;
}

Balance balance_of(const SimulationModel& model, Engine engine = Engine::Stepwise) {
  RunOptions options{.steps = 36};
  options.compile.engine = engine;
  Run run(model, standard_components(), settings_of(options));
  run.to_end();
  return run.balance();
}

double supplied(const Balance& balance) { return balance.heat()->supplied; }

const BalanceAccount& account(const Balance& balance, Conserved quantity) {
  for (const BalanceAccount& found : balance.model) {
    if (found.quantity == quantity) return found;
  }
  FAIL("no such account");
  return balance.model.front();
}

const OpenEnd& only_end(const Balance& balance) {
  REQUIRE(balance.open_ends.size() == 1);
  return balance.open_ends.front();
}

const std::string kPipe = "boiler.outletWaterTemperature -> radiator.supplyWaterTemperature";
const std::string kHeat = "radiator.Power -> room.heatGain[radiator]";

}  // namespace

TEST_CASE("amounts that only rounding leaves are not lost") {
  BalanceAccount account;
  account.quantity = Conserved::Co2;
  account.lost = account.moved = account.gross = 1e-18;
  CHECK(account.share() == 0.0);
  account.lost = account.moved = account.gross = 1e-6;
  CHECK(account.share() == 1.0);
}

TEST_CASE("a sensor in a pipe or a heat flow changes nothing in the balance") {
  const Balance direct = balance_of(circuit());
  REQUIRE(direct.circuits.size() == 1);
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    SimulationModel model = circuit({}, {kPipe, kHeat});
    model.add_component(instance("pipe", "Sensor"));
    model.add_component(instance("heat", "PassThrough"));
    model.add_component(instance("again", "Sensor"));
    for (const char* wire :
         {"boiler.outletWaterTemperature -> pipe.measuredValue[boiler]",
          "pipe.measuredValue -> radiator.supplyWaterTemperature", "radiator.Power -> heat.value",
          "heat.value -> again.measuredValue[heat]",
          "again.measuredValue -> room.heatGain[radiator]"}) {
      model.add_connection(wire);
    }
    const Balance balance = balance_of(model, engine);
    CHECK(balance.worst_share() < (engine == Engine::Stepwise ? 1e-9 : 1e-4));
    CHECK(balance.open_ends.empty());
    CHECK(supplied(balance) == Approx(supplied(direct)).epsilon(0.01));
    REQUIRE(balance.circuits.size() == 1);
    CHECK(balance.circuits[0].components == direct.circuits[0].components);
    REQUIRE(balance.zones.size() == 1);
    CHECK(balance.zones[0].accounts[0].share() < 1e-4);
  }
}

TEST_CASE("a gain that doubles a heat flow makes heat, one that halves it delivers the rest") {
  for (const double factor : {0.5, 1.0, 2.0}) {
    CAPTURE(factor);
    SimulationModel model = circuit({}, {kHeat});
    model.add_component(instance("gain", "Gain", {{"k", factor}}));
    model.add_connection("radiator.Power -> gain.u");
    model.add_connection("gain.y -> room.heatGain[radiator]");
    const Balance balance = balance_of(model);
    const BalanceAccount& heat = *balance.heat();
    if (factor <= 1.0) {
      CHECK(heat.share() < 1e-9);
    } else {
      CHECK(heat.lost < -0.5 * heat.supplied);
      REQUIRE(!heat.losses.empty());
      CHECK(heat.losses.front().name == "gain");
      CHECK(heat.losses.front().taken == Approx(2.0 * heat.losses.front().given));
      CHECK(heat.losses.front().takers == Wires{"room.heatGain"});
    }
  }
}

TEST_CASE("shares of a heat flow balance if they sum up to one") {
  for (const double second : {0.3, 1.0}) {
    CAPTURE(second);
    SimulationModel model = circuit({}, {kHeat});
    model.add_component(instance("a", "Share", {{"share", second == 1.0 ? 1.0 : 0.7}}));
    model.add_component(instance("b", "Share", {{"share", second}}));
    for (const char* wire : {"radiator.Power -> a.value", "radiator.Power -> b.value",
                             "a.value -> room.heatGain[a]", "b.value -> room.heatGain[b]"}) {
      model.add_connection(wire);
    }
    const Balance balance = balance_of(model);
    CHECK((balance.heat()->share() < 1e-9) == (second == 0.3));
    CHECK((balance.heat()->lost < -0.5 * supplied(balance)) == (second == 1.0));
  }
}

TEST_CASE("two heat flows that a sum joins balance") {
  SimulationModel model = circuit({}, {kHeat});
  model.add_component(instance("light", "InternalGain", {{"nominalPower", 300.0}}));
  model.add_component(instance("sum", "Sum"));
  for (const char* wire :
       {"radiator.Power -> sum.u[a]", "light.heatGain -> sum.u[b]", "sum.y -> room.heatGain[both]",
        "light.radiantHeatGain -> room.heatGain[radiant]"}) {
    model.add_connection(wire);
  }
  const Balance balance = balance_of(model);
  CHECK(balance.heat()->share() < 1e-9);
  CHECK(balance.open_ends.empty());
}

TEST_CASE("heat of a radiator that no component receives is named") {
  const Balance none = balance_of(circuit({}, {kHeat}));
  CHECK(only_end(none).kind == OpenEnd::Kind::GivenToNobody);
  CHECK(only_end(none).place == "radiator.Power");

  const Balance half =
      balance_of(circuit({"radiator.convectivePower -> room.heatGain[radiator]"}, {kHeat}));
  CHECK(half.heat()->share() < 1e-9);
  CHECK(only_end(half).place == "radiator.Power");
  for (const auto& item : half.zones.front().accounts.front().items) {
    if (item.name != "room.heatGain") continue;
    CHECK(only_end(half).amount == Approx(0.35 / 0.65 * item.amount));  // radiativeShare
  }

  const Balance whole = balance_of(circuit({"radiator.convectivePower -> room.heatGain[air]",
                                            "radiator.radiativePower -> room.heatGain[walls]"},
                                           {kHeat}));
  CHECK(whole.open_ends.empty());
}

TEST_CASE("a wall that only one of two rooms knows of is named") {
  const auto rooms = [](bool both) {
    SimulationModel model = circuit();
    model.add_component(instance("store", "BuildingSpace"));
    model.add_connection("outdoor.scheduleValue -> store.outdoorTemperature");
    model.add_connection("room.indoorTemperature -> store.adjacentZoneTemperature[room]");
    if (both) {
      model.add_connection("store.indoorTemperature -> room.adjacentZoneTemperature[store]");
    }
    return model;
  };
  const Balance one_way = balance_of(rooms(false));
  CHECK(only_end(one_way).kind == OpenEnd::Kind::OneWay);
  CHECK(only_end(one_way).place == "store.adjacentZoneTemperature");
  CHECK(only_end(one_way).other == "room.indoorTemperature");
  const Balance balance = balance_of(rooms(true));
  CHECK(balance.open_ends.empty());
  CHECK(balance.heat()->share() < 1e-9);
  // What the rooms exchange comes from neither outside nor goes there.
  for (const auto& item : balance.heat()->items) {
    INFO(item.name);
    if (item.name.find("adjacent") == std::string::npos) continue;
    CHECK(item.name.find(" and ") != std::string::npos);
  }
}

TEST_CASE("nodes that see different resistances between them make heat") {
  for (const double back : {0.02, 0.04}) {
    CAPTURE(back);
    SimulationModel model;
    std::vector<std::pair<std::string, double>> resistances;
    model.add_component(constant("heat", 500.0));
    for (const auto& [id, other, resistance] :
         {std::tuple("a", "b", 0.02), std::tuple("b", "a", back)}) {
      model.add_component(instance(id, "ThermalNode"));
      resistances.emplace_back(std::string(id) + ".R[" + other + "]", resistance);
    }
    model.add_connection("a.temperature -> b.adjacentTemperature[a]");
    model.add_connection("b.temperature -> a.adjacentTemperature[b]");
    model.add_connection("heat.scheduleValue -> a.heatGain[heat]");
    for (const auto& [path, value] : resistances) {
      model.set_parameter(path, Quantity{value, std::nullopt});
    }
    const Balance balance = balance_of(model);
    CHECK(balance.open_ends.empty());
    if (back == 0.02) {
      CHECK(balance.heat()->share() < 1e-9);
      CHECK(supplied(balance) == Approx(500.0 * 36 * 600));
    } else {
      CHECK(balance.worst_share() > 0.01);
      CHECK(balance.heat()->losses.front().takers.size() == 1);
    }
  }
}

TEST_CASE("air taken from a zone's sensed temperature is named with the port by which it leaves") {
  for (const std::string port : {"indoorTemperature", "outletAirTemperature"}) {
    CAPTURE(port);
    SimulationModel model;
    model.add_component(constant("flow", 0.1));
    model.add_component(constant("warm", 25.0));
    model.add_component(instance("zone", "MixedAirZone"));
    model.add_component(instance("duct", "ReturnFlowJunction"));
    for (const std::string& wire :
         {std::string("flow.scheduleValue -> zone.airFlowRateIn[supply]"),
          std::string("warm.scheduleValue -> zone.outdoorTemperature"),
          std::string("warm.scheduleValue -> zone.airTemperatureIn[supply]"),
          std::string("flow.scheduleValue -> duct.airFlowRateIn[zone]"),
          "zone." + port + " -> duct.airTemperatureIn[zone]"}) {
      model.add_connection(wire);
    }
    const Balance balance = balance_of(model);
    if (port == "outletAirTemperature") {
      CHECK(balance.open_ends.empty());
      continue;
    }
    const OpenEnd& end = only_end(balance);
    CHECK(end.kind == OpenEnd::Kind::TakenElsewhere);
    CHECK(end.place == "duct.airTemperatureIn");
    CHECK(end.other == "zone.indoorTemperature");
    CHECK(end.instead == "zone.outletAirTemperature");
    CHECK(end.amount == Approx(0.1 * 36 * 600));
  }
}

TEST_CASE("exhaust air of a mixing box goes through a heat recovery, or outdoors") {
  for (const bool recovered : {false, true}) {
    SimulationModel model;
    model.add_component(constant("supply", 0.5));
    model.add_component(constant("opening", 0.4));
    model.add_component(constant("outdoor", -5.0));
    model.add_component(constant("dry", 0.002));
    model.add_component(instance("zone", "MixedAirZone"));
    model.add_component(instance("box", "MixingBox"));
    model.add_component(instance("recovery", "AirToAirHeatRecovery"));
    Wires wires{"supply.scheduleValue -> box.supplyAirFlowRate",
                "opening.scheduleValue -> box.damperPosition",
                "outdoor.scheduleValue -> zone.outdoorTemperature",
                "box.mixedAirFlowRate -> zone.airFlowRateIn[box]",
                "box.mixedAirTemperature -> zone.airTemperatureIn[box]",
                "box.mixedAirHumidityRatio -> zone.airHumidityRatioIn[box]",
                "box.mixedAirCO2 -> zone.airCO2In[box]",
                "zone.outletAirFlowRate[return] -> box.returnAirFlowRate",
                "zone.outletAirTemperature -> box.returnAirTemperature",
                "zone.outletAirHumidityRatio -> box.returnAirHumidityRatio",
                "zone.outletAirCO2 -> box.returnAirCO2",
                "supply.scheduleValue -> zone.exhaustAirFlowRate[return]",
                "box.outdoorAirFlowRate -> recovery.primaryAirFlowRate",
                "outdoor.scheduleValue -> recovery.primaryTemperatureIn",
                "dry.scheduleValue -> recovery.primaryHumidityRatioIn",
                "recovery.primaryTemperatureOut -> box.outdoorTemperature",
                "recovery.primaryHumidityRatioOut -> box.outdoorHumidityRatio"};
    if (recovered) {
      wires.insert(wires.end(),
                   {"box.exhaustAirFlowRate -> recovery.secondaryAirFlowRate",
                    "box.exhaustAirTemperature -> recovery.secondaryTemperatureIn",
                    "box.exhaustAirHumidityRatio -> recovery.secondaryHumidityRatioIn"});
    } else {
      wires.insert(wires.end(), {"dry.scheduleValue -> recovery.secondaryAirFlowRate",
                                 "outdoor.scheduleValue -> recovery.secondaryTemperatureIn",
                                 "dry.scheduleValue -> recovery.secondaryHumidityRatioIn"});
    }
    for (const std::string& wire : wires) model.add_connection(wire);
    const Balance balance = balance_of(model);
    CAPTURE(recovered);
    CHECK(balance.worst_share() < 1e-9);
    CHECK(account(balance, Conserved::Air).share() < 1e-9);
  }
}

TEST_CASE("water of two heat capacities in one pipe is distinguished from a flow that differs") {
  SimulationModel model = circuit();
  model.set_parameter("radiator.waterHeatCapacity", Quantity{3600.0, std::nullopt});
  const Balance balance = balance_of(model);
  const BalanceAccount::Loss& loss = balance.heat()->losses.front();
  CHECK(loss.same_mass);
  CHECK(loss.name == "boiler.outletWaterTemperature");
  CHECK(loss.takers == Wires{"radiator.supplyWaterTemperature"});
  CHECK(loss.taken / loss.given == Approx(3600.0 / 4180.0).epsilon(1e-3));
  CHECK(account(balance, Conserved::Water).share() < 1e-9);
}

}  // namespace hearth::test::balance_ends_test
