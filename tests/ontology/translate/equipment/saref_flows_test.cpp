// SPDX-License-Identifier: MIT
// What SAREF and FSO graphs leave open about flows: general classes and directions of air.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/translate/saref_support.hpp"

namespace hearth::test::saref_flows_test {
namespace {

using Names = std::vector<std::string>;

Translation graph(const std::string& turtle) { return saref_house(turtle); }

/// A terminal that exchanges heat with a room and gets its water from a source past a pump.
std::string terminal(const std::string& source) {
  return "h:r a bot:Space ; bot:containsElement h:t .\n" + source +
         "h:source fso:suppliesFluidTo h:chw-pump .\n"
         "h:chw-pump a fso:FlowMovingDevice ; fso:suppliesFluidTo h:main-pipe .\n"
         "h:t a fso:Terminal ; fso:hasFluidSuppliedBy h:main-pipe ; fso:returnsFluidTo h:source ; "
         "fso:transfersHeatTo h:r .\n";
}

TEST_CASE("a terminal cools its room if only a chiller supplies its water") {
  for (const char* chiller :
       {"h:source a s4bldg:Chiller .\n",
        "h:source a fso:EnergyConversionDevice ; rdfs:label \"Chiller 1\" .\n"}) {
    INFO(chiller);
    const Translation result = graph(terminal(chiller));
    CHECK(result.report.rules.at("saref.room_beam") == 1);
    CHECK(connected(result,
                    "source/chiller.outletWaterTemperature -> t.supplyChilledWaterTemperature"));
    CHECK(result.model.find("source/circulator") != nullptr);
    CHECK(nodes_of(result, "import.not_heated") == Names{"h:r"});
    CHECK(nodes_of(result, "import.function_assumed", "from a chiller") == Names{"h:t"});
    const Extremes room = run(under(result.model, 32.0), 3, "BuildingSpace", "indoorTemperature");
    CHECK(room.highest < 30.0);
  }
}

TEST_CASE("a terminal heats its room if a boiler or an unknown source supplies its water") {
  const Translation boiler = graph(terminal("h:source a s4bldg:Boiler .\n"));
  CHECK(boiler.report.rules.at("saref.heater") == 1);
  CHECK(nodes_of(boiler, "import.function_assumed", "from a boiler or a chiller").empty());
  const Translation unknown = graph(terminal(""));
  CHECK(unknown.report.rules.at("saref.heater") == 1);
  CHECK(nodes_of(unknown, "import.function_assumed", "from a boiler or a chiller") == Names{"h:t"});
}

TEST_CASE("flow devices of a general class pass their flow on") {
  for (const char* manifold : {"s4bldg:FlowController", "s4bldg:DistributionFlowDevice",
                               "s4bldg:DistributionFlowElement", "fso:Component"}) {
    INFO(manifold);
    const Translation result = graph(floor_heating(manifold));
    CHECK(type_of(result, "hp/tank") == "StorageTank");
    CHECK(type_of(result, "hp/circulator") == "Pump");
    CHECK(nodes_of(result, "import.not_mapped").empty());
  }
}

TEST_CASE(
    "terminals in a room cool behind a chiller and its exchanger, and do both with a boiler") {
  const std::string room =
      "h:r a bot:Space ; bot:containsElement h:t . h:t a fso:Terminal ; fso:returnsFluidTo h:x .\n"
      "h:ch a s4bldg:Chiller ; fso:suppliesFluidTo h:x . h:q a s4bldg:Pump ; fso:suppliesFluidTo "
      "h:t .\n";
  const Translation exchanger =
      graph(room + "h:x a s4bldg:HeatExchanger ; fso:suppliesFluidTo h:q .\n");
  CHECK(exchanger.report.rules.at("saref.room_beam") == 1);
  CHECK(exchanger.report.rules.at("saref.chiller") == 1);
  const Translation both =
      graph(room +
            "h:x a s4bldg:Valve ; fso:suppliesFluidTo h:q .\n"
            "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
            "fso:suppliesFluidTo h:t .\n");
  CHECK(both.report.rules.at("saref.room_coil") == 1);
  CHECK(type_of(both, "t/heating") == "PidController");
  CHECK(type_of(both, "t/cooling") == "PidController");
  // A tap gives its water away.
  const Translation tap = graph(
      "h:r a bot:Space ; bot:containsElement h:t . h:t a fso:Terminal .\n"
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; fso:suppliesFluidTo h:t "
      ".\n");
  CHECK_FALSE(tap.report.rules.contains("saref.heater"));
}

/// Heat recovery that supplies two rooms past dampers, and air of one of them by a property.
std::string ventilation(const std::string& air_of_room) {
  return "h:r a s4bldg:BuildingSpace . h:s a s4bldg:BuildingSpace .\n"
         "h:hr a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:sf .\n"
         "h:sf a s4bldg:Fan ; fso:suppliesFluidTo h:d , h:e .\n"
         "h:d a s4bldg:Damper ; fso:suppliesFluidTo h:r .\n"
         "h:e a s4bldg:Damper ; fso:suppliesFluidTo h:s .\n"
         "h:rf a s4bldg:Fan .\n" +
         air_of_room;
}

TEST_CASE("air that rooms supply to heat recovery returns, whatever its flow is called") {
  for (const char* air :
       {"h:r fso:returnsFluidTo h:rf . h:s fso:returnsFluidTo h:rf . h:rf fso:returnsFluidTo h:hr "
        ".",
        "h:r fso:suppliesFluidTo h:rf . h:s fso:suppliesFluidTo h:rf . "
        "h:rf fso:suppliesFluidTo h:hr .",
        "h:r fso:feedsFluidTo h:rf . h:s fso:feedsFluidTo h:rf . h:rf fso:feedsFluidTo h:hr .",
        "h:r fso:returnsFluidTo h:rf . h:s fso:returnsFluidTo h:rf . "
        "h:rf fso:suppliesFluidTo h:hr .",
        "h:r fso:returnsFluidTo h:n . h:s fso:returnsFluidTo h:n . h:n a fso:Segment ; "
        "fso:suppliesFluidTo h:rf . h:rf fso:suppliesFluidTo h:hr .",
        "h:rf fso:hasFluidSuppliedBy h:r , h:s . h:hr fso:hasFluidSuppliedBy h:rf ."}) {
    INFO(air);
    const Translation result = graph(ventilation(air));
    CHECK(result.report.rules.at("saref.return_fan") == 1);
    CHECK(connected(result, "r.indoorTemperature -> rf/flow.airTemperatureIn[r]"));
    CHECK(nodes_of(result, "import.boundary", "return air").empty());
    CHECK(lost(result, -10.0) < 1e-6);
  }
}

TEST_CASE("a fan that also draws outdoor air supplies it to heat recovery") {
  const Translation result = graph(ventilation(
      "h:r fso:returnsFluidTo h:rf . h:o a s4bldg:OutdoorEnvironment ; fso:suppliesFluidTo h:rf . "
      "h:rf fso:suppliesFluidTo h:hr ."));
  CHECK_FALSE(connected(result, "rf.outletAirTemperature -> hr.secondaryTemperatureIn"));
}

}  // namespace
}  // namespace hearth::test::saref_flows_test
