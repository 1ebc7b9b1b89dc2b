// SPDX-License-Identifier: MIT
// Capacities, efficiencies, coefficients of performance and air flows that graphs state, in each
// vocabulary.
#include <string>

#include "hearth/tests/ontology/translate/translation_support.hpp"

namespace hearth::test::stated_values_test {
namespace {

Translation graph(const std::string& turtle) {
  static const Mappings mappings = read_mappings({}, standard_components());
  static const std::string prefixes =
      "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
      "@prefix s223: <http://data.ashrae.org/standard223#> .\n"
      "@prefix qudt: <http://qudt.org/schema/qudt/> .\n"
      "@prefix qk: <http://qudt.org/vocab/quantitykind/> .\n"
      "@prefix unit: <http://qudt.org/vocab/unit/> .\n"
      "@prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .\n"
      "@prefix s4syst: <https://saref.etsi.org/saref4syst/> .\n"
      "@prefix fso: <https://w3id.org/fso#> . @prefix fpo: <https://w3id.org/fpo#> .\n";
  return translate(read_turtle_text(prefixes + turtle, "stated.ttl"), *mappings,
                   standard_components(), {});
}

/// A Brick property with a value and a unit of QUDT.
std::string brick(const std::string& property, const std::string& value, const std::string& unit) {
  return " ; brick:" + property + " [ brick:value " + value + " ; brick:hasUnit unit:" + unit +
         " ]";
}

/// A property of 223P with a value and a unit of QUDT.
std::string s223(const std::string& kind, const std::string& value, const std::string& unit,
                 const std::string& more = "") {
  return " ; s223:hasProperty [ a s223:QuantifiableProperty ; qudt:hasQuantityKind qk:" + kind +
         " ; qudt:hasUnit unit:" + unit + " ; s223:hasValue " + value + more + " ]";
}

TEST_CASE("FPO: values have the units of their own property, in symbols or words") {
  for (const char* unit :
       {"fpo:hasUnit \"kW\"", "fpo:hasUnit \"Kilowatts\"", "qudt:hasUnit unit:KiloW"}) {
    CAPTURE(unit);
    const Translation result =
        graph(std::string("b:p a fpo:Boiler ; fso:suppliesFluidTo b:h ; fpo:hasNominalPower [ "
                          "fpo:hasValue 18.0 ; ") +
              unit +
              " ] .\nb:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn b:r . b:r a "
              "s4bldg:BuildingSpace .\n");
    CHECK(parameter(result, "p/boiler", "nominalHeatingPower") == Approx(18000.0));
  }
}

TEST_CASE("SAREF and 223P: a stated efficiency of a boiler holds at any load") {
  const Translation saref = graph(
      "b:b a s4bldg:Boiler ; s4bldg:nominalEfficiency 0.93 ; fso:suppliesFluidTo b:h .\n"
      "b:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn b:r . b:r a s4bldg:BuildingSpace .\n");
  CHECK(parameter(saref, "b/boiler", "nominalEfficiency") == Approx(0.93));
  CHECK(word(saref, "b/boiler", "efficiencyCurve") == "constant");
  const std::string radiator =
      " ; s223:connectedTo b:h . b:h a s223:Radiator ; s223:connectedTo b:s .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
  const Translation stated =
      graph("b:b a s223:Boiler" + s223("Efficiency", "88", "PERCENT") + radiator);
  CHECK(parameter(stated, "b/boiler", "nominalEfficiency") == Approx(0.88));
  CHECK(word(stated, "b/boiler", "efficiencyCurve") == "constant");
  CHECK(word(graph("b:b a s223:Boiler" + radiator), "b/boiler", "efficiencyCurve") == "curve");
}

TEST_CASE("Brick: boilers and heat pumps have the stated efficiency and COP") {
  const Translation result =
      graph("b:boiler a brick:Boiler ; brick:feeds b:r" + brick("efficiency", "92", "PERCENT") +
            " .\nb:r a brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
            "b:pump a brick:Heat_Pump ; brick:feeds b:r2 ; brick:coefficientOfPerformance 4.7 .\n"
            "b:r2 a brick:Radiator ; brick:feeds b:z2 . b:z2 a brick:HVAC_Zone .\n");
  CHECK(parameter(result, "boiler/boiler", "nominalEfficiency") == Approx(0.92));
  CHECK(word(result, "boiler/boiler", "efficiencyCurve") == "constant");
  // The default curve has a COP of 3.916 at 7 degC outdoors and water of 35 degC (EN 14511).
  CHECK(parameter(result, "pump/heatPump", "copFactor") * 3.916 == Approx(4.7).epsilon(1e-3));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("Brick: a rooftop unit has the stated COP, and its heat wheel the stated efficiency") {
  const Translation result = graph(
      "b:a a brick:RTU ; brick:hasPart b:c, b:w, b:h ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:c a brick:DX_Cooling_Coil" +
      brick("coolingCapacity", "20", "KiloW") + brick("coolingCOP", "3.9", "UNITLESS") +
      " .\nb:w a brick:Heat_Wheel ; brick:efficiency 0.71 .\n"
      "b:h a brick:Gas_Heating_Coil ; brick:efficiency 0.88 .\n");
  CHECK(parameter(result, "a/compressor", "nominalCOP") == Approx(3.9));
  CHECK(parameter(result, "a/recovery", "eps_100_h") == Approx(0.71));
}

TEST_CASE("Brick: a negative cooling capacity is its amount, and a COP in kW is a ratio") {
  const Translation result = graph("b:u a brick:RTU, brick:Packaged_Heat_Pump ; brick:feeds b:z" +
                                   brick("coolingCapacity", "-7.5", "KiloW") +
                                   brick("coolingCoefficientOfPerformance", "2.5", "KiloW") +
                                   " . b:z a brick:HVAC_Zone .\n");
  CHECK(parameter(result, "u/coil", "nominalCoolingPower") == Approx(7500.0));
  CHECK(parameter(result, "u/compressor", "nominalCOP") == Approx(2.5));
  CHECK(nodes_of(result, "import.value_unfit").empty());
  CHECK(nodes_of(result, "import.unit_assumed", "is a ratio").size() == 1);
}

TEST_CASE("Brick: small capacities without a unit are not used, also if they are negative") {
  for (const char* capacity : {"12", "-12"}) {
    CAPTURE(capacity);
    const Translation result = graph(
        "b:u a brick:RTU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
        "b:u brick:coolingCapacity [ brick:value " +
        std::string(capacity) + " ] .\n");
    const std::string message = std::string("is ") + capacity + " in the graph";
    CHECK(nodes_of(result, "import.value_unlikely", message).size() == 1);
    CHECK(nodes_of(result, "import.unit_assumed", "CoolingPower").empty());
  }
}

TEST_CASE("Brick: units with a mark before their power are known, such as FT_2") {
  const Translation result = graph(
      "b:h a brick:Building ; brick:hasPart b:z ; brick:area [ brick:hasUnits unit:FT_2 ; "
      "brick:value \"1076.4^^<http://www.w3.org/2001/XMLSchema#integer>\" ] .\n"
      "b:z a brick:HVAC_Zone . b:v a brick:VAV ; brick:feeds b:z .\n");
  CHECK(nodes_of(result, "import.value_unfit").empty());
  CHECK(reported_value(result, "z/space.C_wall") == Approx(165000.0 * 100.0).epsilon(1e-3));
}

TEST_CASE("Brick: areas may have separators of thousands and decimal commas") {
  const auto area = [](const std::string& text) {
    return reported_value(graph("b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone ; "
                                "brick:area [ brick:value \"" +
                                text + "\" ; brick:hasUnit unit:M2 ] .\n"),
                          "z/space.C_wall") /
           165000.0;
  };
  for (const char* text : {"1250", "1 250", "1'250", "1.250,0", "1,250.0", "1250 m2", "1.25e3",
                           "1250,00", "1\u00a0250"}) {
    CAPTURE(text);
    CHECK(area(text) == Approx(1250.0));
  }
  CHECK(area("45,5") == Approx(45.5));
  CHECK(area("0,125") == Approx(0.125));
  CHECK(area("1,250,000") == Approx(1.25e6));
}

TEST_CASE("Brick: texts that are not one number are not used and reported") {
  for (const char* text : {"1,250", "2 x 40 m2", "45-60", "ca. 45", "12,500 sqft", "45 (net)"}) {
    CAPTURE(text);
    const Translation result = graph(
        "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone ; brick:area [ "
        "brick:value \"" +
        std::string(text) + "\" ; brick:hasUnit unit:M2 ] .\n");
    CHECK(nodes_of(result, "import.value_unfit", "floorArea").size() == 1);
    CHECK(nodes_of(result, "import.value_unread").empty());
    CHECK(reported_value(result, "z/space.C_wall") == Approx(165000.0 * 30.0));
  }
}

TEST_CASE("Brick: boxes have the stated air flows") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v, b:c .\n"
      "b:v a brick:VAV ; brick:feeds b:z ; brick:hasPoint b:most, b:least . b:z a "
      "brick:HVAC_Zone .\n"
      "b:most a brick:Max_Air_Flow_Setpoint_Limit ; brick:value 500 ; brick:hasUnit "
      "unit:FT3-PER-MIN .\n"
      "b:least a brick:Min_Air_Flow_Setpoint_Limit ; brick:value 100 ; brick:hasUnit "
      "unit:FT3-PER-MIN .\n"
      "b:c a brick:CAV ; brick:feeds b:z2 ; brick:hasPoint b:flow . b:z2 a brick:HVAC_Zone .\n"
      "b:flow a brick:Supply_Air_Flow_Setpoint ; brick:value 300 ; brick:hasUnit "
      "unit:FT3-PER-MIN .\n");
  constexpr double kCfm = 1.2 * 4.719474e-4;  // kg/s of air of 1.2 kg/m3
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(500.0 * kCfm).epsilon(1e-6));
  CHECK(parameter(result, "v/box", "minimumAirFlowRate") == Approx(100.0 * kCfm).epsilon(1e-6));
  CHECK(parameter(result, "c/box", "nominalAirFlowRate") == Approx(300.0 * kCfm).epsilon(1e-6));
}

TEST_CASE("boxes have a nominal flow of at least the stated minimum, which otherwise is not used") {
  const auto flow = [](const std::string& kind, const std::string& value) {
    return "b:v brick:hasPoint [ a brick:" + kind + "_Air_Flow_Setpoint_Limit ; brick:value " +
           value + " ; brick:hasUnit unit:M3-PER-HR ] .\n";
  };
  const std::string box =
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z . b:z a "
      "brick:HVAC_Zone .\n";
  const Translation least = graph(box + flow("Min", "900"));
  CHECK(parameter(least, "v/box", "nominalAirFlowRate") == Approx(0.3));
  CHECK(parameter(least, "v/box", "minimumAirFlowRate") == Approx(0.3));
  const Translation both = graph(box + flow("Min", "900") + flow("Max", "600"));
  CHECK(parameter(both, "v/box", "nominalAirFlowRate") == Approx(0.2));
  CHECK(parameter(both, "v/box", "minimumAirFlowRate") < 0.2);
  CHECK(nodes_of(both, "import.value_unlikely").size() == 1);
  const auto terminal = [](const std::string& least) {
    return "b:a a s223:AirHandlingUnit ; s223:connectedTo b:t . b:r a s223:DomainSpace ; "
           "s223:hasDomain s223:Domain-HVAC .\nb:t a s223:FanPoweredTerminal ; s223:contains b:f ; "
           "s223:connectedTo b:r" +
           s223("VolumeFlowRate", least, "M3-PER-HR", " ; s223:hasAspect s223:Aspect-Minimum") +
           " . b:f a s223:Fan .\n";
  };
  const Translation powered = graph(terminal("900"));
  CHECK(parameter(powered, "t/box", "minimumAirFlowRate") <=
        parameter(powered, "t/box", "nominalAirFlowRate"));
  const Translation wrong = graph(terminal("90000"));
  CHECK(parameter(wrong, "t/box", "nominalAirFlowRate") < 1.0);
  CHECK_FALSE(nodes_of(wrong, "import.value_unlikely").empty());
}

TEST_CASE("223P: plants and units of rooms have the stated capacities and COP") {
  const Translation result = graph(
      "b:pump a s223:AirToAirHeatPump" + s223("HeatFlowRate", "10.5", "KiloW") +
      s223("CoefficientOfPerformance", "3.4", "UNITLESS", " ; s223:hasAspect s223:Role-Cooling") +
      " ; s223:connectedTo b:s .\nb:room a s223:PhysicalSpace ; s223:encloses b:s .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
      "b:boiler a s223:Boiler" +
      s223("Efficiency", "0.94", "UNITLESS") +
      " ; s223:connectedTo b:r .\nb:r a s223:Radiator ; s223:connectedTo b:s2 .\n"
      "b:room2 a s223:PhysicalSpace ; s223:encloses b:s2 .\n"
      "b:s2 a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n");
  CHECK(parameter(result, "pump/heatPump", "nominalHeatingPower") == Approx(10500.0));
  CHECK(parameter(result, "pump/chiller", "nominalCoolingPower") == Approx(10500.0));
  CHECK(parameter(result, "pump/chiller", "nominalCOP") == Approx(3.4));
  CHECK(parameter(result, "boiler/boiler", "nominalEfficiency") == Approx(0.94));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("Brick: areas are read from nodes of RealEstateCore properties, too") {
  const Translation result = graph(
      "@prefix rec: <https://w3id.org/rec#> .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone ; rec:netArea [ brick:value 1000 "
      "; "
      "brick:hasUnit unit:FT2 ] .\n");
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(0.0061 * 92.903).epsilon(1e-4));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea").empty());
}

TEST_CASE("Brick: lights and racks of stated power heat their room") {
  const Translation result = graph(
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone ; brick:hasPart b:r . b:r a "
      "brick:Room .\nb:l1 a brick:Luminaire ; brick:hasLocation b:r" +
      brick("ratedPowerInput", "60", "W") + " .\nb:l2 a brick:Luminaire ; brick:hasLocation b:r" +
      brick("ratedPowerInput", "60", "W") + " .\nb:rack a brick:ICT_Rack ; brick:hasLocation b:r" +
      brick("ratedPowerInput", "2", "KiloW") + " .\n");
  CHECK(parameter(result, "z/gains", "nominalPower") == Approx(120.0));
  CHECK(parameter(result, "z/machines", "nominalPower") == Approx(2000.0));  // at all hours
  CHECK(connected(result, "z/machines.heatGain -> z/space.heatGain[machines]"));
}

TEST_CASE("Brick: setpoints stated as values drive the model") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v ; brick:hasPoint b:sat . b:v a brick:VAV ; brick:feeds "
      "b:z "
      "; brick:hasPoint b:heat . b:z a brick:HVAC_Zone .\n"
      "b:sat a brick:Supply_Air_Temperature_Setpoint ; brick:value 18.5 ; brick:hasUnit unit:DEG_C "
      ".\nb:heat a brick:Zone_Air_Heating_Temperature_Setpoint ; brick:value 68 ; brick:hasUnit "
      "unit:DEG_F .\n");
  CHECK(reported_value(result, "a/setpoint.value") == Approx(18.5));
  CHECK(reported_value(result, "v/heating_setpointValue.value") == Approx(20.0));
}

TEST_CASE("Brick: a fan power that would heat a guessed air flow by several kelvin is not used") {
  const auto with_fan = [](const std::string& watts) {
    return graph(
        "b:a a brick:AHU ; brick:hasPart b:f ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
        "b:f a brick:Supply_Fan" +
        brick("ratedPowerInput", watts, "W") + " .\n");
  };
  // 30 m2 and 0.0061 kg/(s m2) give 0.18 kg/s.
  const Translation small = with_fan("400");
  CHECK(parameter(small, "a/supplyFan", "nominalPowerRate") == Approx(400.0));
  const Translation large = with_fan("7500");
  CHECK(nodes_of(large, "import.value_unlikely") == std::vector<std::string>{"b:a"});
  CHECK_THROWS(parameter(large, "a/supplyFan", "nominalPowerRate"));
}

TEST_CASE("Haystack: capacities in tons are those of refrigeration") {
  const Translation result = graph(
      "@prefix ph: <https://project-haystack.org/def/ph/4.0.0#> .\n"
      "@prefix phIoT: <https://project-haystack.org/def/phIoT/4.0.0#> .\n"
      "b:a a phIoT:rtu ; ph:hasTag phIoT:dxCooling ; phIoT:coolingCapacity \"20ton\" .\n"
      "b:z a phIoT:zone-space ; phIoT:airRef b:a .\n");
  CHECK(parameter(result, "a/coil", "nominalCoolingPower") == Approx(20.0 * 3516.85).epsilon(1e-4));
}

TEST_CASE("223P: a room unit has the COP of its outdoor unit, and alone its capacity too") {
  const auto split = [](const std::string& more) {
    const std::string refrigerant = "s223:hasMedium s223:Constituent-Refrigerant";
    return graph(
        "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
        "b:u a s223:FanCoilUnit ; s223:contains b:c, b:f ; s223:connectedTo b:s . b:c a s223:Coil "
        ". b:f a s223:Fan . b:u s223:cnx b:ui . b:ui a s223:InletConnectionPoint ; " +
        refrigerant +
        " .\nb:o a s223:HeatPump ; s223:cnx b:oo . b:oo a "
        "s223:OutletConnectionPoint ; " +
        refrigerant + " . b:p a s223:Pipe ; " + refrigerant +
        " ; s223:cnx b:oo, b:ui .\nb:o a "
        "s223:HeatPump" +
        s223("CoefficientOfPerformance", "3.5", "UNITLESS") + s223("Power", "5", "KiloW") + " .\n" +
        more);
  };
  const Translation one = split("");
  CHECK(one.report.rooms.as_drawn == 1);
  CHECK(parameter(one, "u/chiller", "nominalCOP") == Approx(3.5));
  CHECK(parameter(one, "u/chiller", "nominalCoolingPower") == Approx(5000.0));
  CHECK(nodes_of(one, "import.value_unread").empty());
}

TEST_CASE("223P: fans and pumps have the stated powers") {
  const Translation result = graph(
      "b:a a s223:AirHandlingUnit ; s223:contains b:f ; s223:connectedTo b:s .\n"
      "b:f a s223:Fan" +
      s223("ElectricPower", "1.5", "KiloW") +
      " .\nb:room a s223:PhysicalSpace ; s223:encloses b:s" + s223("Area", "200", "M2") +
      " .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n");
  CHECK(parameter(result, "a/supplyFan", "nominalPowerRate") == Approx(1500.0));
}

TEST_CASE("223P: the powers of two fans of a unit belong to supply and return") {
  const std::string rooms =
      "b:a s223:connectedTo b:s . b:s s223:connectedTo b:a .\n"
      "b:room a s223:PhysicalSpace ; s223:encloses b:s" +
      s223("Area", "200", "M2") +
      " .\nb:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
  const auto unit = [&](const std::string& supply, const std::string& extract,
                        const std::string& more) {
    return graph(
        "b:a a s223:AirHandlingUnit ; s223:contains b:sf, b:rf, b:hx, b:c .\n"
        "b:hx a s223:AirHeatExchanger . b:c a s223:HeatingCoil .\n"
        "b:sf a s223:Fan" +
        supply + s223("ElectricPower", "1.6", "KiloW") + " . b:rf a s223:Fan" + extract +
        s223("ElectricPower", "1.4", "KiloW") + " .\n" + more + rooms);
  };
  const auto check_powers = [](const Translation& result) {
    CHECK(parameter(result, "a/supplyFan", "nominalPowerRate") == Approx(1600.0));
    CHECK(parameter(result, "a/returnFan", "nominalPowerRate") == Approx(1400.0));
    CHECK(nodes_of(result, "import.value_unread").empty());
  };
  check_powers(unit(" ; s223:hasRole s223:Role-Supply", " ; s223:hasRole s223:Role-Return", ""));
  check_powers(unit("", " ; s223:hasRole s223:Role-Exhaust", ""));
  check_powers(unit("", "", "b:hx s223:connectedTo b:c . b:c s223:connectedTo b:sf .\n"));
  check_powers(unit("", "", "b:rf s223:connectedTo b:hx . b:hx s223:connectedTo b:sf .\n"));
  const Translation unknown = unit("", "", "");
  CHECK(nodes_of(unknown, "import.value_unread").size() == 2);
}

TEST_CASE("223P and Brick: fan-powered boxes have the stated power of their fan") {
  const Translation s = graph(
      "b:a a s223:AirHandlingUnit ; s223:connectedTo b:v .\n"
      "b:v a s223:FanPoweredTerminal ; s223:contains b:f ; s223:connectedTo b:s .\n"
      "b:f a s223:Fan" +
      s223("ElectricPower", "90", "W") +
      " .\nb:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
      "b:room a s223:PhysicalSpace ; s223:encloses b:s" +
      s223("Area", "50", "M2") + " .\n");
  CHECK(parameter(s, "v/box", "specificFanPower") * parameter(s, "v/box", "fanAirFlowRate") ==
        Approx(90.0));
  const Translation b = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:hasPart b:f ; brick:feeds b:z "
      ".\n"
      "b:f a brick:Fan" +
      brick("ratedPowerInput", "90", "W") + " .\nb:z a brick:HVAC_Zone" +
      brick("area", "50", "M2") + " .\n");
  CHECK(parameter(b, "v/box", "specificFanPower") * parameter(b, "v/box", "fanAirFlowRate") ==
        Approx(90.0));
}

TEST_CASE(
    "223P: a plant has the power of its own pump, not of shared ones or those of condensers") {
  const std::string plants =
      "b:k1 a s223:Chiller ; s223:connectedTo b:p, b:c . b:c a s223:Pump ; s223:connectedTo b:t" +
      s223("ElectricPower", "5", "KiloW") +
      " . b:t a s223:CoolingTower .\nb:p a s223:Pump ; s223:connectedTo b:f" +
      s223("ElectricPower", "450", "W") +
      " .\nb:f a s223:FanCoilUnit ; s223:connectedTo b:s .\n"
      "b:room a s223:PhysicalSpace ; s223:encloses b:s .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
  CHECK(parameter(graph(plants), "k1/circulator", "nominalPowerRate") == Approx(450.0));
  const Translation two = graph(plants + "b:k2 a s223:Chiller ; s223:connectedTo b:p .\n");
  CHECK(parameter(two, "k2/circulator", "nominalPowerRate") != Approx(450.0));
  CHECK(nodes_of(two, "import.value_unread").size() == 2);
}

TEST_CASE("223P: boilers with a connection of oil burn oil") {
  const auto fuel_of = [](const std::string& medium) {
    const Translation result = graph(
        "b:b a s223:Boiler ; s223:connectedTo b:r ; s223:hasConnectionPoint [ a "
        "s223:InletConnectionPoint ; s223:hasMedium s223:" +
        medium +
        " ] .\nb:r a s223:Radiator ; s223:connectedTo b:s .\n"
        "b:room a s223:PhysicalSpace ; s223:encloses b:s .\n"
        "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n");
    return word(result, "b/boiler", "fuel");
  };
  CHECK(fuel_of("Fluid-Oil") == "oil");
  CHECK(fuel_of("Fluid-NaturalGas") == "gas");
}

TEST_CASE("223P: values are used although they are observable, unless a sensor observes them") {
  const auto capacity = [](const std::string& property) {
    const Translation result = graph(
        "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
        "b:f a s223:FanCoilUnit ; s223:contains b:h, b:c ; s223:connectedTo b:s .\n"
        "b:h a s223:HeatingCoil . b:c a s223:CoolingCoil ; s223:hasProperty b:p .\n"
        "b:p a s223:QuantifiableObservableProperty ; qudt:hasUnit unit:KiloW ; s223:hasValue 6.5 ; "
        "qudt:hasQuantityKind qk:Power" +
        property + " .\n");
    return parameter(result, "f/unit", "nominalAirFlowRate");
  };
  constexpr double kFlow = 6500.0 / 12000.0;  // kg/s
  CHECK(capacity(" ; s223:hasAspect s223:Aspect-Rated") == Approx(kFlow).epsilon(1e-5));
  CHECK(capacity(" ; s223:hasAspect s223:Aspect-Nominal") == Approx(kFlow).epsilon(1e-5));
  CHECK(capacity("") == Approx(kFlow).epsilon(1e-5));
  // the power of a moment
  CHECK(capacity(" . b:meter a s223:Sensor ; s223:observes b:p") < 0.5 * kFlow);
  CHECK(capacity(" ; s223:hasExternalReference b:reference") < 0.5 * kFlow);
  const Translation pump = graph(
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
      "b:r a s223:Radiator ; s223:connectedTo b:s . b:w a s223:Pipe ; s223:hasMedium "
      "s223:Water-HotWater ; s223:cnx b:o, b:i . b:p a s223:HeatPump ; s223:cnx b:o ; "
      "s223:hasProperty b:e . b:r s223:cnx b:i . b:o a s223:OutletConnectionPoint ; s223:hasMedium "
      "s223:Water-HotWater . b:i a s223:InletConnectionPoint ; s223:hasMedium s223:Water-HotWater "
      ".\nb:e a s223:QuantifiableObservableProperty ; s223:hasValue 4.6 ; qudt:hasUnit "
      "unit:UNITLESS "
      "; qudt:hasQuantityKind qk:CoefficientOfPerformance .\n");
  CHECK(parameter(pump, "p/pump", "copFactor") * 3.916 == Approx(4.6).epsilon(1e-3));
}

TEST_CASE("Brick: setpoints of water loops are those of their plants") {
  const std::string plants =
      "b:b a brick:Boiler ; brick:feeds b:h . b:h a brick:Hot_Water_Loop ; brick:feeds b:r ; "
      "brick:hasPoint b:p . b:p a brick:Hot_Water_Supply_Temperature_Setpoint ; brick:hasUnit "
      "unit:DEG_F ; brick:value 150 . b:r a brick:Hot_Water_Radiator ; brick:feeds b:s . b:s a "
      "brick:Room .\n"
      "b:k a brick:Chiller ; brick:feeds b:c . b:c a brick:Chilled_Water_Loop ; brick:feeds b:f ; "
      "brick:hasPoint b:q . b:q a brick:Leaving_Chilled_Water_Temperature_Setpoint ; "
      "brick:hasUnit unit:DEG_C ; brick:value 9 . b:f a brick:Fan_Coil_Unit ; brick:feeds b:s .\n";
  const Translation result = graph(plants);
  CHECK(reported_value(result, "b/setpoint.value") == Approx((150.0 - 32.0) / 1.8));
  CHECK(reported_value(result, "k/chiller_outletWaterTemperatureSetpoint.value") == Approx(9.0));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("Brick: a fan-powered box reheats with the power of its coil") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:hasPart b:f, b:h ; brick:feeds "
      "b:z . b:f a brick:Booster_Fan . b:z a brick:HVAC_Zone .\n"
      "b:h a brick:Heating_Coil" +
      brick("ratedPowerInput", "9", "KiloW") + " .\n");
  CHECK(parameter(result, "v/box", "nominalReheatPower") == Approx(9000.0));
}

TEST_CASE("223P: radiant heaters on electricity have no water") {
  const Translation result = graph(
      "b:h a s223:RadiantHeater ; s223:connectedTo b:s ; s223:hasConnectionPoint [ a "
      "s223:InletConnectionPoint ; s223:hasMedium s223:Electricity-AC ] .\n"
      "b:room a s223:PhysicalSpace ; s223:encloses b:s .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n");
  CHECK(result.report.components.at("ElectricHeater") == 1);
  CHECK_FALSE(result.model.find("hotWater"));
}

TEST_CASE("SAREF: values of a device's own property are read by the class of the property") {
  for (const std::string value :
       {"b:m saref:isValueOfProperty b:volume . b:m", "b:volume saref:hasPropertyValue b:m . b:m",
        "b:volume saref:hasMeasurement b:m . b:m"}) {
    CAPTURE(value);
    const Translation result = graph(
        "@prefix saref: <https://saref.etsi.org/core/> .\n"
        "b:r a s4bldg:BuildingSpace ; saref:hasProperty b:volume .\n"
        "b:volume a s4bldg:AirVolume . " +
        value +
        " saref:hasValue 210 ; saref:isMeasuredIn unit:M3 .\n"
        "b:boiler a s4bldg:Boiler ; fso:feedsFluidTo b:h .\n"
        "b:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn b:r .\n");
    CHECK(parameter(result, "r", "V") == Approx(210.0));
    // Water may be drawn without a direction of supply and return.
    CHECK(result.report.components.at("Boiler") == 1);
  }
}

TEST_CASE("FSO: a heat pump that a borehole supplies takes its heat from the ground") {
  const Translation result = graph(
      "b:p a s4bldg:HeatPump ; s4bldg:COP 4.4 ; fso:suppliesFluidTo b:r ; fso:returnsFluidTo b:g "
      ".\nb:g a s4bldg:HeatExchanger ; fso:suppliesFluidTo b:brine . b:brine a s4bldg:Pump ; "
      "fso:suppliesFluidTo b:p .\n"
      "b:r a s4bldg:SpaceHeater ; s4bldg:isContainedIn b:room . b:room a s4bldg:BuildingSpace .\n");
  CHECK(connected(result, "ground_loop.scheduleValue -> p/heatPump.sourceTemperature"));
  CHECK(parameter(result, "p/heatPump", "copFactor") * 3.916 == Approx(4.4).epsilon(1e-3));
  CHECK_FALSE(result.report.components.contains("WaterHeatExchanger"));
}

TEST_CASE("SAREF: coils with electricity as their source only heat, within their capacity") {
  const Translation result = graph(
      "b:f a s4bldg:Fan ; fso:suppliesFluidTo b:c . b:c a s4bldg:Coil ; s4bldg:energySource "
      "\"ELECTRICITY\" ; s4bldg:outputCapacity 6000 ; fso:suppliesFluidTo b:d .\n"
      "b:d a s4bldg:Damper ; fso:suppliesFluidTo b:r . b:r a s4bldg:BuildingSpace .\n");
  CHECK(parameter(result, "c", "nominalHeatingPower") == Approx(6000.0));
  CHECK(parameter(result, "c", "nominalCoolingPower") == 0.0);
  CHECK(connected(result, "c.heatingPower -> c/resistance.heatingPower"));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("FSO: boilers have the stated efficiency") {
  const Translation result = graph(
      "b:boiler a fpo:Boiler ; fso:suppliesFluidTo b:r ; fpo:hasEfficiency [ fpo:hasValue 0.9 ] .\n"
      "b:r a fpo:SpaceHeater ; s4bldg:isContainedIn b:room . b:room a s4bldg:BuildingSpace .\n");
  CHECK(parameter(result, "boiler/boiler", "nominalEfficiency") == Approx(0.9));
}

TEST_CASE("Brick: terminals have shares of the stated air flow of their unit") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:hasPoint b:flow, b:outdoor ; brick:feeds b:v, b:w, b:x .\n"
      "b:flow a brick:Supply_Air_Flow_Setpoint ; brick:value 1.2 ; brick:hasUnit "
      "unit:M3-PER-SEC .\n"
      "b:outdoor a brick:Min_Outside_Air_Flow_Setpoint_Limit ; brick:value 0.3 ; brick:hasUnit "
      "unit:M3-PER-SEC .\n"
      "b:v a brick:VAV ; brick:feeds b:z1 . b:w a brick:VAV ; brick:feeds b:z2 .\n"
      "b:x a brick:VAV ; brick:feeds b:z3 ; brick:hasPoint b:most .\n"
      "b:most a brick:Max_Air_Flow_Setpoint_Limit ; brick:value 0.2 ; brick:hasUnit "
      "unit:M3-PER-SEC .\n"
      "b:z1 a brick:HVAC_Zone" +
      brick("netArea", "30", "M2") + " . b:z2 a brick:HVAC_Zone" + brick("netArea", "70", "M2") +
      " . b:z3 a brick:HVAC_Zone .\n");
  CHECK(parameter(result, "a/supplyFan", "nominalAirFlowRate") == Approx(1.44).epsilon(1e-6));
  // 1 m3/s for 100 m2 without a flow of their own, by their areas
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(0.36).epsilon(1e-6));
  CHECK(parameter(result, "w/box", "nominalAirFlowRate") == Approx(0.84).epsilon(1e-6));
  CHECK(parameter(result, "x/box", "nominalAirFlowRate") == Approx(0.24).epsilon(1e-6));
  CHECK(parameter(result, "a/economizer", "minimumOutdoorAirFlowRate") ==
        Approx(0.36).epsilon(1e-6));
  CHECK(parameter(result, "a/economizer", "minimumOutdoorAirShare") == 0.0);
  CHECK(connected(result, "a/supply.airFlowRateIn -> a/economizer.supplyAirFlowRate"));
  CHECK(nodes_of(result, "import.share", "0.36 to 0.84 kg/s").size() == 1);
}

TEST_CASE("223P: terminals and rooms have shares of the stated air flow of their unit") {
  const auto unit = [](const std::string& fan, const std::string& fed) {
    return graph("b:a a s223:AirHandlingUnit ; s223:contains b:f, b:c ; s223:connectedTo " + fed +
                 " .\nb:f a s223:Fan" + fan +
                 " . b:c a s223:CoolingCoil .\n"
                 "b:t1 a s223:SingleDuctTerminal ; s223:connectedTo b:s1 .\n"
                 "b:t2 a s223:SingleDuctTerminal ; s223:connectedTo b:s2 .\n"
                 "b:s1 a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC" +
                 s223("Area", "20", "M2") +
                 " .\nb:s2 a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC" +
                 s223("Area", "60", "M2") + " .\n");
  };
  const std::string flow = s223("VolumeFlowRate", "0.8", "M3-PER-SEC");
  const Translation boxes = unit(flow, "b:t1, b:t2");
  CHECK(parameter(boxes, "a/supplyFan", "nominalAirFlowRate") == Approx(0.96).epsilon(1e-6));
  CHECK(parameter(boxes, "t1/box", "nominalAirFlowRate") == Approx(0.24).epsilon(1e-6));
  CHECK(parameter(boxes, "t2/box", "nominalAirFlowRate") == Approx(0.72).epsilon(1e-6));
  const Translation rooms = unit(flow, "b:s1, b:s2");
  CHECK(parameter(rooms, "s1/diffuser", "nominalAirFlowRate") == Approx(0.24).epsilon(1e-6));
  CHECK(parameter(rooms, "s2/diffuser", "nominalAirFlowRate") == Approx(0.72).epsilon(1e-6));
  CHECK(nodes_of(rooms, "import.value_unread").empty());
}

TEST_CASE("223P: plants keep the water temperature that they, their outlet or pipe state") {
  const auto setpoint = [](const std::string& place) {
    const std::string value =
        s223("Temperature", "68", "DEG_C", " ; s223:hasAspect s223:Aspect-Setpoint");
    const auto at = [&](const char* node) { return place == node ? value : std::string(); };
    const Translation result = graph(
        "b:b a s223:Boiler ; s223:cnx b:o" + at("boiler") +
        " .\nb:o a s223:OutletConnectionPoint ; s223:hasMedium s223:Water-HotWater" + at("outlet") +
        " .\nb:w a s223:Pipe ; s223:hasMedium s223:Water-HotWater ; s223:cnx b:o, " + "b:i" +
        at("pipe") +
        " .\nb:i a s223:InletConnectionPoint ; s223:hasMedium s223:Water-HotWater .\n"
        "b:r a s223:Radiator ; s223:cnx b:i ; s223:connectedTo b:s .\n"
        "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n");
    return std::get<double>(
        std::get<SeriesSpec>(result.model.component("b/setpoint").config.at("value")).source);
  };
  for (const char* place : {"boiler", "outlet", "pipe"}) {
    CAPTURE(place);
    CHECK(setpoint(place) == 68.0);
  }
}

TEST_CASE("223P: the only ratio that a machine or exchanger states is its COP or efficiency") {
  const std::string heated =
      " ; s223:connectedTo b:r .\nb:r a s223:Radiator ; s223:connectedTo b:s .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
  const Translation boiler =
      graph("b:b a s223:Boiler" + s223("DimensionlessRatio", "0.91", "UNITLESS") + heated);
  CHECK(parameter(boiler, "b/boiler", "nominalEfficiency") == Approx(0.91));
  const Translation pump =
      graph("b:p a s223:HeatPump" + s223("DimensionlessRatio", "4.6", "UNITLESS") + heated);
  CHECK(parameter(pump, "p/pump", "copFactor") * 3.916 == Approx(4.6).epsilon(1e-3));
  const Translation several =
      graph("b:b a s223:Boiler" + s223("DimensionlessRatio", "0.91", "UNITLESS") +
            s223("DimensionlessRatio", "0.3", "UNITLESS") + heated);
  CHECK(nodes_of(several, "import.value_unread").size() == 2);
}

TEST_CASE("FPO: areas and volumes have the units of their own property") {
  const Translation result = graph(
      "b:r a s4bldg:BuildingSpace ; fpo:hasArea [ fpo:hasValue 322.92 ; fpo:hasUnit unit:FT2 ] ; "
      "fpo:hasVolume [ fpo:hasValue 90 ; fpo:hasUnit unit:M3 ] .\n"
      "b:p a fpo:Boiler ; fso:suppliesFluidTo b:h .\n"
      "b:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn b:r .\n");
  CHECK(parameter(result, "r", "floorArea") == Approx(30.0).epsilon(1e-4));
  CHECK(parameter(result, "r", "V") == Approx(90.0));
}

TEST_CASE(
    "223P: of the powers of a cooling tower, only the electric one is certainly that of its fan") {
  const auto fan = [](const std::string& kind) {
    return graph(
        "b:k a s223:Chiller ; s223:cnx b:ko, b:ci . b:l a s223:Chiller ; s223:cnx b:lo, b:li .\n"
        "b:ko a s223:OutletConnectionPoint ; s223:hasMedium s223:Water-ChilledWater . "
        "b:lo a s223:OutletConnectionPoint ; s223:hasMedium s223:Water-ChilledWater .\n"
        "b:pipe a s223:Pipe ; s223:hasMedium s223:Water-ChilledWater ; s223:cnx b:ko, b:lo, b:fi "
        ".\n"
        "b:fi a s223:InletConnectionPoint ; s223:hasMedium s223:Water-ChilledWater .\n"
        "b:f a s223:FanCoilUnit ; s223:contains b:c ; s223:connectedTo b:s . b:c a "
        "s223:CoolingCoil ; s223:cnx b:fi .\n"
        "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
        "b:t a s223:CoolingTower ; s223:cnx b:to" +
        s223(kind, "8", "KiloW") +
        " . b:to a s223:OutletConnectionPoint ; s223:hasMedium s223:Fluid-Water . b:w a s223:Pipe "
        "; "
        "s223:hasMedium s223:Fluid-Water ; s223:cnx b:to, b:ci, b:li .\n"
        "b:ci a s223:InletConnectionPoint ; s223:hasMedium s223:Fluid-Water . "
        "b:li a s223:InletConnectionPoint ; s223:hasMedium s223:Fluid-Water .\n");
  };
  const Translation electric = fan("ElectricPower");
  CHECK(parameter(electric, "k/towerFan", "nominalPowerRate") ==
        Approx(4000.0));  // of two chillers
  CHECK(parameter(electric, "l/towerFan", "nominalPowerRate") == Approx(4000.0));
  const Translation rejected = fan("Power");
  CHECK(nodes_of(rejected, "import.value_unread").size() == 1);
  CHECK_FALSE(rejected.model.component("k/towerFan").parameters.contains("nominalPowerRate"));
}

TEST_CASE("223P: a unit keeps the stated least flow of outdoor air at any flow") {
  const Translation result = graph(
      "b:a a s223:AirHandlingUnit ; s223:contains b:f, b:c, b:d ; s223:connectedTo b:s .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC ; s223:connectedTo b:a .\n"
      "b:f a s223:Fan . b:c a s223:CoolingCoil . b:d a s223:Damper ; s223:hasRole "
      "s223:Role-OutdoorAirIntake" +
      s223("VolumeFlowRate", "0.25", "M3-PER-SEC", " ; s223:hasAspect s223:Aspect-Minimum") +
      " .\n");
  CHECK(parameter(result, "a/economizer", "minimumOutdoorAirFlowRate") ==
        Approx(0.3).epsilon(1e-6));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("223P: a stated power limits the water coil of a unit") {
  const auto unit = [](const std::string& power) {
    return graph(
        "b:u a s223:AirHandlingUnit ; s223:contains b:h ; s223:connectedTo b:s . b:h a "
        "s223:HeatingCoil" +
        power +
        " .\nb:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
        "b:b a s223:Boiler ; s223:hasConnectionPoint b:o . b:o a s223:OutletConnectionPoint ; "
        "s223:hasMedium s223:Water-HotWater ; s223:connectsThrough b:p .\n"
        "b:h s223:hasConnectionPoint b:i . b:i a s223:InletConnectionPoint ; s223:hasMedium "
        "s223:Water-HotWater ; s223:connectsThrough b:p . b:p a s223:Pipe .\n");
  };
  const Translation stated = unit(s223("Power", "18", "KiloW"));
  CHECK(parameter(stated, "u/hotCoil", "nominalPower") == Approx(18000.0));
  CHECK(nodes_of(stated, "import.value_unread").empty());
  CHECK_FALSE(unit("").model.component("u/hotCoil").parameters.contains("nominalPower"));
}

TEST_CASE("223P: heat recovery has the efficiency of its label, unless a property states it") {
  const auto unit = [](const std::string& more) {
    return graph(
        "b:ahu a s223:AirHandlingUnit ; s223:contains b:hx ; s223:connectedTo b:s .\n"
        "b:hx a s223:AirHeatExchanger ; <http://www.w3.org/2000/01/rdf-schema#label> "
        "\"Rotor, 68 %\"" +
        more + " .\nb:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n");
  };
  const Translation label = unit("");
  CHECK(parameter(label, "ahu/recovery", "eps_100_h") == Approx(0.68));
  CHECK(nodes_of(label, "import.value_from_label").size() == 1);
  const Translation stated = unit(s223("Efficiency", "72", "PERCENT"));
  CHECK(parameter(stated, "ahu/recovery", "eps_100_h") == Approx(0.72));
  CHECK(nodes_of(stated, "import.value_from_label").empty());
}

TEST_CASE("Brick: the power of radiators at heat exchangers is announced as that of EN 442") {
  const auto radiator = [](const std::string& source, const std::string& power) {
    return graph("b:x a brick:" + source + " ; brick:feeds b:r . b:r a brick:Radiator" + power +
                 " ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  };
  const std::string power = brick("ratedPowerOutput", "450", "W");
  const auto told = [](const Translation& result) {
    return nodes_of(result, "import.function_assumed", "the power of heaters").size();
  };
  CHECK(told(radiator("Heat_Exchanger", power)) == 1);
  CHECK(told(radiator("Heat_Exchanger", "")) == 0);
  CHECK(told(radiator("Boiler", power)) == 0);
}

}  // namespace
}  // namespace hearth::test::stated_values_test
