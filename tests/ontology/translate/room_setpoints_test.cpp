// SPDX-License-Identifier: MIT
// Setpoints of rooms, as numbers and as series: which of them apply, to which equipment.
#include <algorithm>
#include <fstream>
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::room_setpoints_test {
namespace {

constexpr const char* kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
    "@prefix ref: <https://brickschema.org/schema/Brick/ref#> .\n"
    "@prefix s223: <http://data.ashrae.org/standard223#> .\n"
    "@prefix qudt: <http://qudt.org/schema/qudt/> .\n"
    "@prefix qk: <http://qudt.org/vocab/quantitykind/> .\n"
    "@prefix unit: <http://qudt.org/vocab/unit/> .\n";

Translation graph(const std::string& turtle, const TranslateOptions& options = {}) {
  static const Mappings mappings = read_mappings({}, standard_components());
  return translate(read_turtle_text(kPrefixes + turtle, "setpoints.ttl"), *mappings,
                   standard_components(), options);
}

/// Returns the temperature in degC that the graph gives an input; 0 if it gives none.
double stated(const Translation& result, const std::string& source) {
  return reported_value(result, source + ".value");
}

std::string setpoint(const std::string& name, const std::string& type, const std::string& value) {
  return "b:" + name + " a brick:" + type + " ; brick:value " + value +
         " ; brick:hasUnit unit:DEG_C .\n";
}

const std::string kBox =
    "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z .\n"
    "b:z a brick:HVAC_Zone ; brick:hasPart b:r . b:r a brick:Room .\n";

TEST_CASE("Brick: heating and cooling keep 1 K to either side of the one setpoint of a room") {
  for (const char* owner : {"b:v", "b:z", "b:r"}) {
    for (const char* type :
         {"Zone_Air_Temperature_Setpoint", "Target_Zone_Air_Temperature_Setpoint",
          "Room_Air_Temperature_Setpoint"}) {
      CAPTURE(owner, type);
      const Translation result =
          graph(kBox + owner + " brick:hasPoint b:sp .\n" + setpoint("sp", type, "22"));
      CHECK(stated(result, "v/heating_setpointValue") == Approx(21.0));
      CHECK(stated(result, "v/cooling_setpointValue") == Approx(23.0));
      CHECK(nodes_of(result, "import.value_unread").empty());
      CHECK(nodes_of(result, "import.several_points").empty());
    }
  }
}

TEST_CASE("Brick: the last known value of a setpoint is used and reported if no other is stated") {
  const std::string type = "b:v brick:hasPoint b:sp . b:sp a brick:Zone_Air_Temperature_Setpoint ";
  const std::string known =
      "; brick:lastKnownValue [ brick:value 70.7 ; brick:hasUnit unit:DEG_F ] ";
  const Translation last = graph(kBox + type + known + ".\n");
  CHECK(stated(last, "v/heating_setpointValue") == Approx(20.5));
  CHECK(nodes_of(last, "import.value_last_known") == std::vector<std::string>{"b:sp"});
  const Translation both =
      graph(kBox + type + known + "; brick:value 22 ; brick:hasUnit unit:DEG_C .\n");
  CHECK(stated(both, "v/heating_setpointValue") == Approx(21.0));
  CHECK(nodes_of(both, "import.value_last_known").empty());
}

TEST_CASE("Brick: setpoints of heating and cooling take precedence over a common one") {
  const Translation result = graph(kBox + "b:z brick:hasPoint b:sp, b:heat, b:cool .\n" +
                                   setpoint("sp", "Zone_Air_Temperature_Setpoint", "22") +
                                   setpoint("heat", "Zone_Air_Heating_Temperature_Setpoint", "20") +
                                   setpoint("cool", "Zone_Air_Cooling_Temperature_Setpoint", "25"));
  CHECK(stated(result, "v/heating_setpointValue") == Approx(20.0));
  CHECK(stated(result, "v/cooling_setpointValue") == Approx(25.0));
}

TEST_CASE("Brick: the setpoint in effect applies, and none of unoccupied hours") {
  const std::string points =
      "b:z brick:hasPoint b:night, b:day, b:now .\n" +
      setpoint("a_night", "Unoccupied_Heating_Zone_Air_Temperature_Setpoint", "15") +
      setpoint("day", "Occupied_Heating_Zone_Air_Temperature_Setpoint", "20");
  const Translation occupied = graph(kBox + "b:z brick:hasPoint b:a_night, b:day .\n" + points);
  CHECK(stated(occupied, "v/heating_setpointValue") == Approx(20.0));
  const Translation effective =
      graph(kBox + "b:z brick:hasPoint b:a_night, b:day, b:now .\n" + points +
            setpoint("now", "Effective_Heating_Zone_Air_Temperature_Setpoint", "18"));
  CHECK(stated(effective, "v/heating_setpointValue") == Approx(18.0));
}

TEST_CASE("Brick: the value of a point may be a node, with the unit there or at the point") {
  for (const char* value : {"[ brick:value 68 ; brick:hasUnit unit:DEG_F ]",
                            "[ brick:value 68 ] ; brick:hasUnit unit:DEG_F",
                            "[ qudt:numericValue 68 ; qudt:unit unit:DEG_F ]"}) {
    CAPTURE(value);
    const Translation result =
        graph(kBox + "b:v brick:hasPoint b:heat . b:heat a " +
              "brick:Heating_Zone_Air_Temperature_Setpoint ; brick:value " + value + " .\n");
    CHECK(stated(result, "v/heating_setpointValue") == Approx(20.0));
    CHECK(nodes_of(result, "import.value_unread").empty());
  }
  // What no rule reads is reported in this form, too.
  const Translation unread =
      graph(kBox +
            "b:v brick:hasPoint b:dew . b:dew a brick:Dewpoint_Setpoint ; brick:value "
            "[ brick:value 12 ; brick:hasUnit unit:DEG_C ] .\n");
  CHECK(nodes_of(unread, "import.value_unread") == std::vector<std::string>{"b:dew"});
}

TEST_CASE("Brick: setpoints of heating and cooling of a terminal are those of its room") {
  for (const char* type :
       {"Heating_Temperature_Setpoint", "Occupied_Heating_Temperature_Setpoint"}) {
    const Translation result =
        graph(kBox + "b:v brick:hasPoint b:heat .\n" + setpoint("heat", type, "19"));
    CHECK(stated(result, "v/heating_setpointValue") == Approx(19.0));
  }
  const Translation supply =
      graph(kBox + "b:v brick:hasPoint b:heat .\n" +
            setpoint("heat", "Supply_Air_Temperature_Heating_Setpoint", "32"));
  CHECK(stated(supply, "v/heating_setpointValue") == 0.0);
}

TEST_CASE("Brick: a room that is only heated is kept at its setpoint") {
  const Translation result = graph(
      "b:bo a brick:Boiler ; brick:feeds b:h . b:h a brick:Hot_Water_Radiator ; brick:feeds b:z .\n"
      "b:z a brick:HVAC_Zone ; brick:hasPoint b:sp .\n" +
      setpoint("sp", "Zone_Air_Temperature_Setpoint", "21.5"));
  CHECK(stated(result, "h/heating_setpointValue") == Approx(21.5));
}

TEST_CASE("Brick: fan coil units and radiators follow the setpoints of their room") {
  const Translation result = graph(
      "b:bo a brick:Boiler ; brick:feeds b:h, b:f . b:k a brick:Chiller ; brick:feeds b:f .\n"
      "b:h a brick:Hot_Water_Radiator ; brick:feeds b:z .\n"
      "b:f a brick:Fan_Coil_Unit ; brick:hasPart b:hot, b:cold ; brick:feeds b:z .\n"
      "b:hot a brick:Hot_Water_Coil . b:cold a brick:Chilled_Water_Coil .\n"
      "b:z a brick:HVAC_Zone ; brick:hasPoint b:heat, b:cool .\n" +
      setpoint("heat", "Heating_Zone_Air_Temperature_Setpoint", "19") +
      setpoint("cool", "Cooling_Zone_Air_Temperature_Setpoint", "25.5"));
  CHECK(stated(result, "h/heating_setpointValue") == Approx(19.0));
  CHECK(stated(result, "f/heating_setpointValue") == Approx(19.0));
  CHECK(stated(result, "f/cooling_setpointValue") == Approx(25.5));
}

TEST_CASE("Brick: a unit that only cools keeps a room at its setpoint") {
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:f . b:f a brick:CRAC ; brick:hasPart b:cold ; "
      "brick:feeds b:z .\nb:cold a brick:Chilled_Water_Coil .\n"
      "b:z a brick:HVAC_Zone ; brick:hasPoint b:sp .\n" +
      setpoint("sp", "Zone_Air_Temperature_Setpoint", "24"));
  CHECK(stated(result, "f/cooling_setpointValue") == Approx(24.0));
}

TEST_CASE("SAREF: controllers keep the temperature that they state") {
  const std::string room =
      "@prefix saref: <https://saref.etsi.org/core/> . @prefix s4bldg: "
      "<https://saref.etsi.org/saref4bldg/> . @prefix fso: <https://w3id.org/fso#> .\n"
      "b:r a s4bldg:BuildingSpace ; saref:hasProperty b:t . b:t a saref:Temperature .\n"
      "b:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn b:r . b:v a s4bldg:Valve ; "
      "fso:suppliesFluidTo b:h ; saref:hasProperty b:p . b:p a saref:OpeningPosition .\n"
      "b:c a s4bldg:Controller ; saref:observes b:t ; saref:controls b:p .\n";
  const std::string value = "saref:hasValue 23.0 ; saref:isMeasuredIn unit:DEG_C ] .\n";
  for (const std::string& text :
       {"b:c saref:hasPropertyValue [ saref:isValueOfProperty saref:Temperature ; " + value,
        "b:c saref:hasProperty b:s . b:s a saref:Temperature ; saref:hasPropertyValue [ " +
            value}) {
    const Translation result = graph(room + text);
    CHECK(stated(result, "c/setpointValue") == Approx(23.0));
    CHECK(nodes_of(result, "import.value_unread").empty());
  }
}

TEST_CASE("SAREF: the supply air setpoint of a unit is that of its coils") {
  const Translation result = graph(
      "@prefix saref: <https://saref.etsi.org/core/> . @prefix s4bldg: "
      "<https://saref.etsi.org/saref4bldg/> . @prefix fso: <https://w3id.org/fso#> .\n"
      "@prefix s4syst: <https://saref.etsi.org/saref4syst/> . @prefix rdfs: "
      "<http://www.w3.org/2000/01/rdf-schema#> .\n"
      "b:u a s4syst:System ; s4syst:hasSubSystem b:c, b:f ; saref:hasPropertyValue b:v . b:v "
      "rdfs:label \"supply air setpoint\" ; saref:hasValue 17.0 ; saref:isMeasuredIn unit:DEG_C .\n"
      "b:c a s4bldg:Coil ; fso:suppliesFluidTo b:f . b:f a s4bldg:Fan ; fso:suppliesFluidTo b:d . "
      "b:d a s4bldg:Damper ; fso:suppliesFluidTo b:r . b:r a s4bldg:BuildingSpace .\n");
  CHECK(stated(result, "c/outletAirTemperatureSetpoint") == Approx(17.0));
}

TEST_CASE("SAREF: a controller without a setpoint of its own keeps that of its room") {
  const Translation result = graph(
      "@prefix saref: <https://saref.etsi.org/core/> . @prefix s4bldg: "
      "<https://saref.etsi.org/saref4bldg/> . @prefix fso: <https://w3id.org/fso#> .\n"
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
      "b:r a s4bldg:BuildingSpace ; saref:hasProperty b:t ; saref:hasPropertyValue b:s . "
      "b:t a saref:Temperature . b:s rdfs:label \"setpoint\" ; saref:hasValue 22.5 ; "
      "saref:isMeasuredIn unit:DEG_C .\n"
      "b:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn b:r . b:v a s4bldg:Valve ; "
      "fso:suppliesFluidTo b:h ; saref:hasProperty b:p . b:p a saref:OpeningPosition .\n"
      "b:c a s4bldg:Controller ; saref:observes b:t ; saref:controls b:p .\n");
  CHECK(stated(result, "c/setpointValue") == Approx(22.5));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

/// Checks the column that a source reads: its offset in the unit of the file.
void check_shifted(const Translation& result, const std::string& source, double offset) {
  CAPTURE(source);
  REQUIRE(type_of(result, source) == "TimeSeries");
  const auto& spec = std::get<SeriesSpec>(result.model.component(source).config.at("value"));
  const auto& column = std::get<FileColumn>(spec.source);
  CHECK(std::get<std::string>(column.column) == "sp");
  CHECK(column.offset.value_or(0.0) == Approx(offset));
}

TEST_CASE("SAREF: setpoints of rooms, thermostats and plants are known by their names") {
  const std::string heated =
      "@prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .\n"
      "@prefix saref: <https://saref.etsi.org/core/> . @prefix fso: <https://w3id.org/fso#> .\n"
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
      "b:r a s4bldg:BuildingSpace ; s4bldg:contains b:h . b:h a s4bldg:SpaceHeater .\n"
      "b:p a s4bldg:Boiler ; fso:suppliesFluidTo b:h .\n";
  const auto value = [](const std::string& number) {
    return " saref:hasValue " + number + " ; saref:isMeasuredIn unit:DEG_C ";
  };
  const std::string room = "h/thermostat_setpointValue";
  // the name of the value, of its property, of a property with a value, or of a thermostat
  for (const std::string& text :
       {"b:r saref:hasPropertyValue b:v . b:v rdfs:label \"heating setpoint\" ;" + value("19.5"),
        "b:r saref:hasPropertyValue [" + value("19.5") +
            "; saref:isValueOfProperty b:q ] . b:q a saref:Property ; rdfs:label "
            "\"room_set_point\"",
        "b:r saref:hasProperty b:HeatingSetpoint . b:HeatingSetpoint a saref:Property ;" +
            value("19.5"),
        "b:r s4bldg:contains b:t . b:t a s4bldg:Controller ; saref:hasPropertyValue b:v . "
        "b:v rdfs:label \"room setpoint\" ;" +
            value("19.5")}) {
    CAPTURE(text);
    CHECK(stated(graph(heated + text + " ."), room) == 19.5);
  }
  for (const char* other : {"unoccupied heating setpoint", "cooling setpoint", "measured value"}) {
    CAPTURE(other);
    const Translation result = graph(heated + "b:r saref:hasPropertyValue b:v . b:v rdfs:label \"" +
                                     other + "\" ;" + value("19.5") + " .");
    CHECK(stated(result, room) == 0.0);
  }
  const Translation plant =
      graph(heated +
            "b:p saref:hasProperty b:q . b:q a saref:Temperature ; rdfs:label \"supply setpoint\" "
            "; saref:hasPropertyValue [" +
            value("62") + "] .");
  CHECK(stated(plant, "p/setpoint") == 62.0);
}

TEST_CASE("the series of a common setpoint is shifted for heating and for cooling, in its unit") {
  const brick::TemporaryFolder data("hearth_setpoint_series");
  std::ofstream(data.path / "points.csv") << "time,sp\n2024-01-08T00:00:00Z,70\n"
                                             "2024-01-09T00:00:00Z,70\n";
  TranslateOptions options;
  options.data_dir = data.path;
  const Translation box = graph(
      kBox +
          "b:z brick:hasPoint b:p . b:p a brick:Zone_Air_Temperature_Setpoint ; brick:hasUnit "
          "unit:DEG_F ; ref:hasExternalReference [ ref:hasTimeseriesId \"sp\" ] .\n",
      options);
  check_shifted(box, "v/heating_setpointValue", -1.8);
  check_shifted(box, "v/cooling_setpointValue", 1.8);
  CHECK(connected(box, "v/cooling_setpointValue.value -> v/cooling.setpointValue"));
  std::ofstream(data.path / "points.csv") << "time,sp\n2024-01-08T00:00:00Z,21\n";
  const Translation s223 =
      graph(read_text_file(own_graph_path("s223", "terminal")) +
                "b:north-temp s223:hasSetpoint b:p .\nb:p a s223:QuantifiableProperty ; "
                "qudt:hasQuantityKind qk:Temperature ; qudt:hasUnit unit:DEG_C ; "
                "ref:hasExternalReference [ ref:hasTimeseriesId \"sp\" ] .\n",
            options);
  check_shifted(s223, "vav/heatingSetpoint", -1.0);
  check_shifted(s223, "vav/coolingSetpoint", 1.0);
}

TEST_CASE("223P: setpoints of domain space, zone and physical space hold for the room") {
  const std::string room =
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC . b:z a s223:Zone ; "
      "s223:hasDomainSpace b:s . b:x a s223:PhysicalSpace ; s223:encloses b:s .\n"
      "b:f a s223:FanCoilUnit ; s223:contains b:h, b:c ; s223:connectedTo b:s .\n"
      "b:h a s223:HeatingCoil . b:c a s223:CoolingCoil .\n"
      "b:p qudt:hasQuantityKind qk:Temperature ; qudt:hasUnit unit:DEG_C ; s223:hasValue 22.5 .\n";
  for (const std::string owner : {"b:s", "b:z", "b:x"}) {
    const std::string own = owner +
                            " s223:hasProperty b:p . b:p s223:hasAspect "
                            "s223:Aspect-Setpoint ; a s223:QuantifiableActuatableProperty";
    for (const std::string& drawn :
         {own + " .\n", owner +
                            " s223:hasProperty b:t . b:t a s223:QuantifiableObservableProperty "
                            "; qudt:hasQuantityKind qk:Temperature ; s223:hasSetpoint b:p .\n"}) {
      CAPTURE(drawn);
      const Translation result = graph(room + drawn);
      CHECK(stated(result, "f/heatingSetpoint") == Approx(21.5));
      CHECK(stated(result, "f/coolingSetpoint") == Approx(23.5));
    }
    const Translation heats = graph(room + own + " ; s223:hasAspect s223:Role-Heating .\n");
    CHECK(stated(heats, "f/heatingSetpoint") == Approx(22.5));
    CHECK(stated(heats, "f/coolingSetpoint") == 0.0);
  }
}

TEST_CASE("223P: setpoints of unoccupied hours are not used all day") {
  for (const char* unoccupied : {"Occupied-False", "Occupancy-Unoccupied"}) {
    const std::string setpoint =
        " s223:hasAspect s223:Aspect-Setpoint ; qudt:hasQuantityKind qk:Temperature ; qudt:hasUnit "
        "unit:DEG_C ; a s223:QuantifiableActuatableProperty ; s223:hasValue ";
    const Translation result = graph(
        "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC ; s223:hasProperty b:a, b:p .\n"
        "b:f a s223:FanCoilUnit ; s223:contains b:h, b:c ; s223:connectedTo b:s .\n"
        "b:h a s223:HeatingCoil . b:c a s223:CoolingCoil .\n"
        "b:a" +
        setpoint + "15 ; s223:hasAspect s223:" + unoccupied + " .\nb:p" + setpoint + "22 .\n");
    CHECK(stated(result, "f/heatingSetpoint") == Approx(21.0));
  }
}

TEST_CASE("a usual setpoint gives way to a stated one, in the graph and the side file") {
  const std::string unit =
      "b:f a brick:FCU ; brick:feeds b:z ; brick:hasPart b:h, b:c . b:h a brick:Hot_Water_Coil .\n"
      "b:c a brick:Chilled_Water_Coil . b:z a brick:HVAC_Zone .\n";
  const auto point = [](const std::string& kind, const std::string& value) {
    return "b:f brick:hasPoint b:" + kind + " .\n" +
           setpoint(kind, "Zone_Air_" + kind + "_Temperature_Setpoint", value);
  };
  const auto lowest = [](const Translation& result, const std::string& id) {
    const auto& series = std::get<SeriesSpec>(result.model.component(id).config.at("value"));
    const auto& weekly = std::get<WeeklyRules>(series.source);
    double least = weekly.otherwise;
    for (const WeeklyRule& rule : weekly.rules) least = std::min(least, rule.value);
    return least;
  };
  const Translation warm = graph(unit + point("Heating", "25"));
  REQUIRE(connected(warm, "coolingSetpoint_27.scheduleValue -> f/cooling.setpointValue"));
  CHECK(lowest(warm, "coolingSetpoint_27") == Approx(27.0));
  CHECK(nodes_of(warm, "import.setpoint_shifted", "at least 27") ==
        std::vector<std::string>{"b:f"});
  const Translation usual = graph(unit + point("Heating", "21"));
  CHECK(lowest(usual, "coolingSetpoint") == 24.0);
  CHECK(nodes_of(usual, "import.setpoint_shifted").empty());
  const Translation cold = graph(unit + point("Cooling", "20"));
  CHECK(connected(cold, "heatingSetpoint_18.scheduleValue -> f/heating.setpointValue"));
  const Translation both = graph(unit + point("Heating", "25") + point("Cooling", "23"));
  CHECK(nodes_of(both, "import.setpoints_cross").size() == 1);
  CHECK(nodes_of(both, "import.setpoint_shifted").empty());
}

}  // namespace
}  // namespace hearth::test::room_setpoints_test
