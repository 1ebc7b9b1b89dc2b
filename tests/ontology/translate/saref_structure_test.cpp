// SPDX-License-Identifier: MIT
// Graphs in SAREF, SAREF4BLDG and FSO whose structure was once read otherwise than drawn.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/ontology/translate/translation_support.hpp"

namespace hearth::test::saref_structure_test {
namespace {

using Counts = std::map<std::string, std::size_t>;

Translation graph(const std::string& turtle) {
  static const std::vector<Mapping> mappings = builtin_mapping("saref");
  static const std::string prefixes =
      "@prefix h: <urn:house#> . @prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .\n"
      "@prefix fso: <https://w3id.org/fso#> . @prefix fpo: <https://w3id.org/fpo#> .\n"
      "@prefix bot: <https://w3id.org/bot#> . @prefix s4syst: <https://saref.etsi.org/saref4syst/> "
      ".\n";
  return translate(read_turtle_text(prefixes + turtle, "house.ttl"), mappings,
                   standard_components(), {});
}

bool reports(const Translation& result, const std::string& text) {
  return !nodes_of(result, "import.required_missing", text).empty();
}

/// The largest share of heat or air that is lost over three days.
double lost(const Translation& result, double outdoors) {
  const SimulationModel model = under(result.model, outdoors);
  DataResolver resolver;
  RunSettings settings;
  const Instant start = *model.defaults.start;
  settings.period = {start, start + 3 * (*model.defaults.end - start), *model.defaults.step};
  settings.timezone = "UTC";
  settings.resolver = &resolver;
  Run run(model, standard_components(), settings);
  run.to_end();
  double most = 0.0;
  for (const BalanceAccount& account : run.balance().model) most = std::max(most, account.share());
  return most;
}

const std::string kHouse =
    "h:out a s4bldg:OutdoorEnvironment ; fso:suppliesFluidTo h:hrv .\n"
    "h:hrv a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:sf . h:sf a s4bldg:Fan .\n"
    "h:living a s4bldg:BuildingSpace . h:bed a s4bldg:BuildingSpace .\n"
    "h:kitchen a s4bldg:BuildingSpace . h:bath a s4bldg:BuildingSpace .\n"
    "h:d1 a s4bldg:Damper ; fso:suppliesFluidTo h:living .\n"
    "h:d2 a s4bldg:Damper ; fso:suppliesFluidTo h:bed .\n"
    "h:e1 a s4bldg:Damper ; fso:hasFluidReturnedBy h:kitchen ; fso:returnsFluidTo h:ef .\n"
    "h:e2 a s4bldg:Damper ; fso:hasFluidReturnedBy h:bath ; fso:returnsFluidTo h:ef .\n"
    "h:ef a s4bldg:Fan ; fso:returnsFluidTo h:hrv .\n";
const std::string kNoCoil = "h:sf fso:suppliesFluidTo h:d1, h:d2 .\n";

TEST_CASE("a fan adds up the air of several exhaust dampers and passes it on to heat recovery") {
  const Translation result = graph(kHouse + kNoCoil);
  CHECK(result.report.rules.at("saref.return_fan") == 1);
  CHECK(nodes_of(result, "import.several_candidates").empty());
  CHECK(connected(result, "e1.airFlowRate -> ef/flow.airFlowRateIn[e1]"));
  CHECK(connected(result, "e2.airFlowRate -> ef/flow.airFlowRateIn[e2]"));
  CHECK(connected(result, "kitchen.indoorTemperature -> ef/flow.airTemperatureIn[e1]"));
  CHECK(connected(result, "ef/flow.airFlowRateOut -> ef.airFlowRate"));
  CHECK(connected(result, "ef/flow.airFlowRateOut -> hrv.secondaryAirFlowRate"));
  CHECK(connected(result, "ef.outletAirTemperature -> hrv.secondaryTemperatureIn"));
}

TEST_CASE("air overflows from rooms that are supplied to rooms from which it is extracted") {
  const Translation result = graph(kHouse + kNoCoil);
  for (const std::string room : {"kitchen", "bath"}) {
    CHECK(connected(result, "living.indoorTemperature -> " + room + "/overflow.u[living]"));
    CHECK(connected(result, "bed.indoorTemperature -> " + room + "/overflow.u[bed]"));
    CHECK(connected(result, room + "/arriving.scheduleValue -> " + room + ".supplyAirTemperature"));
  }
  CHECK(connected(result, "e1.airFlowRate -> kitchen.supplyAirFlowRate"));
  CHECK(connected(result, "e1.airFlowRate -> kitchen.exhaustAirFlowRate"));
  CHECK(reports(result, "without supply air"));
  CHECK_FALSE(reports(result, "has no supply air"));
  // What is supplied is extracted: two rooms of 75 m3, two air changes an hour.
  CHECK(parameter(result, "e1", "nominalAirFlowRate") == Approx(0.050025));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  const auto cold = mean_signals(under(result.model, -10.0), 7, {"bath.indoorTemperature"});
  CHECK(cold[0] > 0.0);
}

TEST_CASE("air overflows from neighbours, if the graph names them") {
  const Translation result = graph(kHouse + kNoCoil + "h:bath s4syst:connectedTo h:bed .\n");
  CHECK(connected(result, "bed.indoorTemperature -> bath/overflow.u[bed]"));
  CHECK_FALSE(connected(result, "living.indoorTemperature -> bath/overflow.u[living]"));
  CHECK(connected(result, "living.indoorTemperature -> kitchen/overflow.u[living]"));
}

TEST_CASE("a coil with water of a boiler heats, and takes its heat from there") {
  const Translation result = graph(
      kHouse +
      "h:sf fso:suppliesFluidTo h:c . h:c a s4bldg:Coil ; fso:suppliesFluidTo h:d1, h:d2 .\n" +
      "h:boiler a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
      "fso:suppliesFluidTo h:c .\n");
  CHECK(result.report.rules.at("saref.coil_hot_water") == 1);
  CHECK(type_of(result, "c") == "WaterCoil");
  CHECK(connected(result, "boiler/boiler.outletWaterTemperature -> c.supplyWaterTemperature"));
  CHECK(connected(result, "c.outletWaterTemperature -> boiler/return.waterTemperatureIn[c]"));
  CHECK(connected(result, "c.waterFlowRate -> boiler/return.waterFlowRateIn[c]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  const auto powers =
      mean_signals(under(result.model, -10.0), 3, {"c.heatingPower", "boiler/boiler.heatingPower"});
  CHECK(powers[0] > 10.0);
  CHECK(powers[1] == Approx(powers[0]).epsilon(0.02));
  const auto hot = mean_signals(under(result.model, 32.0), 3, {"c.coolingPower"});
  CHECK(hot[0] == Approx(0.0).margin(1e-6));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("a coil with water of a chiller cools only, and one without water is reported") {
  const std::string coil =
      kHouse +
      "h:sf fso:suppliesFluidTo h:c . h:c a s4bldg:Coil ; fso:suppliesFluidTo h:d1, h:d2 .\n";
  const Translation chilled = graph(coil + "h:ch a s4bldg:Chiller ; fso:suppliesFluidTo h:c .\n");
  CHECK(chilled.report.rules.at("saref.coil_chilled_water") == 1);
  CHECK_FALSE(reports(chilled, "nor its water"));
  const Translation bare = graph(coil);
  CHECK(type_of(bare, "c") == "Coil");
  CHECK(reports(bare, "nor its water"));
}

TEST_CASE("pipes, tees, pumps and valves of FPO lead water to radiators") {
  const Translation result = graph(
      "h:s a bot:Storey ; bot:hasSpace h:a, h:b . h:a a bot:Space . h:b a bot:Space .\n"
      "h:a bot:containsElement h:ra . h:b bot:containsElement h:rb .\n"
      "h:ra a fpo:SpaceHeater . h:rb a fpo:SpaceHeater .\n"
      "h:boiler a fpo:Boiler ; fso:suppliesFluidTo h:p1 . h:p1 a fso:Segment, fpo:Pipe ; "
      "fso:suppliesFluidTo h:pump .\n"
      "h:pump a fso:FlowMovingDevice, fpo:Pump ; fso:suppliesFluidTo h:t . "
      "h:t a fso:Fitting, fpo:Tee ; fso:suppliesFluidTo h:va, h:vb .\n"
      "h:va a fso:FlowController, fpo:Valve ; fso:suppliesFluidTo h:p2 . h:p2 a fpo:Pipe ; "
      "fso:suppliesFluidTo h:ra .\n"
      "h:vb a fpo:Valve ; fso:suppliesFluidTo h:rb .\n"
      "h:ra fso:returnsFluidTo h:t2 . h:rb fso:returnsFluidTo h:t2 . h:t2 a fpo:Tee ; "
      "fso:returnsFluidTo h:boiler .\n");
  CHECK(result.report.rules ==
        Counts{{"saref.boiler", 1}, {"saref.heater", 2}, {"saref.space", 2}, {"saref.valve", 2}});
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(nodes_of(result, "import.class_unknown").empty());
  CHECK_FALSE(reports(result, "has no valve"));
  CHECK(connected(result, "va.waterFlowRate -> ra.waterFlowRate"));
  CHECK(connected(result, "vb.waterFlowRate -> rb.waterFlowRate"));
}

}  // namespace
}  // namespace hearth::test::saref_structure_test
