// SPDX-License-Identifier: MIT
// Units and ranges of the numbers that users add to a graph: series and side files.
#include <fstream>
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::user_data_test {
namespace {

using brick::TemporaryFolder;

constexpr const char* kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
    "@prefix ref: <https://brickschema.org/schema/Brick/ref#> .\n"
    "@prefix s223: <http://data.ashrae.org/standard223#> .\n"
    "@prefix qudt: <http://qudt.org/schema/qudt/> .\n"
    "@prefix qk: <http://qudt.org/vocab/quantitykind/> .\n"
    "@prefix unit: <http://qudt.org/vocab/unit/> .\n";

Translation graph(const std::string& turtle, const TranslateOptions& options = {}) {
  static const Mappings mappings = read_mappings({}, standard_components());
  return translate(read_turtle_text(kPrefixes + turtle, "data.ttl"), *mappings,
                   standard_components(), options);
}

/// A graph translated with one file of data.
Translation with_data(const std::string& turtle, const std::string& name, const std::string& text) {
  const TemporaryFolder folder("hearth_user_data");
  std::ofstream(folder.path / name) << text;
  TranslateOptions options;
  options.data_dir = folder.path;
  return graph(turtle, options);
}

Translation with_side(const std::string& turtle, const std::string& name, const std::string& text) {
  const TemporaryFolder folder("hearth_user_side");
  std::ofstream(folder.path / name) << text;
  TranslateOptions options;
  options.side_file = folder.path / name;
  return graph(turtle, options);
}

std::string series(const std::string& type, const std::string& unit) {
  return "b:p a brick:" + type + (unit.empty() ? "" : " ; brick:hasUnit unit:" + unit) +
         " ; ref:hasExternalReference [ ref:hasTimeseriesId \"s1\" ] .\n";
}

std::string rows(const std::string& header, double value) {
  std::string text = header + "\n";
  for (int hour = 10; hour < 14; ++hour) {
    text += "2024-01-08T" + std::to_string(hour) + ":00:00Z," + std::to_string(value) + "\n";
  }
  return text;
}

const FileColumn& measured(const Translation& result, const std::string& port) {
  return result.model.measurements.at(port).column;
}

/// Returns the factor from the numbers of a column to kg/s.
double kg_per_s(const FileColumn& column) {
  return column.unit->scale * column.scale.value_or(1.0);
}

const std::string kZone =
    "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z .\n"
    "b:z a brick:HVAC_Zone ; brick:hasPoint b:p .\n";

TEST_CASE("volume flows of water are those of water, in any unit") {
  const std::string chiller =
      "b:k a brick:Chiller ; brick:feeds b:a ; brick:hasPoint b:p . b:v a brick:VAV ; brick:feeds "
      "b:z . b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:v . b:c a "
      "brick:Chilled_Water_Coil . b:z a brick:HVAC_Zone .\n";
  struct Case {
    const char* unit;
    double factor;  // kg/s
  };
  for (const auto& [unit, factor] :
       {Case{"L-PER-SEC", 1.0}, Case{"M3-PER-HR", 1000.0 / 3600.0}, Case{"M3-PER-SEC", 1000.0},
        Case{"GAL_US-PER-MIN", 3.785411784 / 60.0}, Case{"FT3-PER-MIN", 28.316846592 / 60.0}}) {
    CAPTURE(unit);
    const Translation result =
        with_data(chiller + series("Chilled_Water_Flow_Sensor", unit), "s.csv", rows("time,s1", 4));
    REQUIRE(result.model.measurements.contains("k/return.waterFlowRateOut"));
    CHECK(kg_per_s(measured(result, "k/return.waterFlowRateOut")) == Approx(factor).epsilon(1e-6));
  }
}

TEST_CASE("volume flows of air are those of standard air, also in the header of a file") {
  for (const char* unit : {"M3-PER-MIN", "L-PER-SEC", "FT3-PER-MIN", "M3-PER-HR"}) {
    CAPTURE(unit);
    const Translation result = with_data(
        "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z ; brick:hasPoint "
        "b:p . b:z a brick:HVAC_Zone .\n" +
            series("Supply_Air_Flow_Sensor", unit),
        "s.csv", rows("time,s1", 4));
    REQUIRE(result.model.measurements.contains("v/box.airFlowRate"));
    const Unit volume = *parse_unit(std::string("unit:") + unit);
    CHECK(kg_per_s(measured(result, "v/box.airFlowRate")) ==
          Approx(1.2 * volume.scale).epsilon(1e-6));
  }
}

TEST_CASE("223P: the flow of hot water of a coil is not the air flow of its terminal") {
  const std::string box =
      "b:t a s223:SingleDuctTerminal ; s223:contains b:c, b:d ; s223:connectedTo b:s .\n"
      "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC . b:d a s223:Damper .\n"
      "b:u a s223:AirHandlingUnit ; s223:connectedTo b:t . b:c a s223:HeatingCoil ; "
      "s223:hasProperty b:p .\n"
      "b:p a s223:QuantifiableObservableProperty ; qudt:hasQuantityKind qk:VolumeFlowRate ; "
      "qudt:hasUnit unit:L-PER-SEC ; s223:hasExternalReference [ ref:hasTimeseriesId \"s1\" ]";
  const auto flows = [&](const std::string& medium) {
    const Translation result = with_data(box + medium + " .\n", "s.csv", rows("time,s1", 4));
    return result.model.measurements.size();
  };
  CHECK(flows("") == 1);
  CHECK(flows(" ; s223:ofMedium s223:Fluid-Air") == 1);
  CHECK(flows(" ; s223:ofMedium s223:Water-HotWater") == 0);
  CHECK(flows(" . b:o s223:hasProperty b:p ; s223:hasMedium s223:Water-HotWater") == 0);
}

TEST_CASE("temperatures of rooms that no room has are not used, and reported with their unit") {
  const Translation result =
      with_data(kZone + series("Zone_Air_Temperature_Sensor", ""), "s.csv", rows("time,s1", 70));
  CHECK(result.model.measurements.empty());
  CHECK(nodes_of(result, "import.unit_unfit", "degF").size() == 1);
  CHECK(with_data(kZone + series("Zone_Air_Temperature_Sensor", "DEG_F"), "s.csv",
                  rows("time,s1", 70))
            .model.measurements.size() == 1);
  const Translation setpoint = with_data(
      kZone + series("Zone_Air_Heating_Temperature_Setpoint", ""), "s.csv", rows("time,s1", 70));
  CHECK(nodes_of(setpoint, "import.unit_unfit", "degF").size() == 1);
}

TEST_CASE("the header of a series that contradicts the graph, or is unknown, is reported") {
  const std::string text = kZone + series("Zone_Air_Temperature_Sensor", "DEG_F");
  const Translation other = with_data(text, "s.csv", rows("time,s1 [degC]", 21));
  CHECK(nodes_of(other, "import.unit_assumed", "the header of its file degC").size() == 1);
  const Translation unknown = with_data(text, "s.csv", rows("time,s1 [grad]", 70));
  CHECK(nodes_of(unknown, "import.unit_assumed", "unknown unit 'grad'").size() == 1);
  CHECK(nodes_of(with_data(text, "s.csv", rows("time,s1 [degF]", 70)), "import.unit_assumed")
            .empty());
}

TEST_CASE("a file named like a series contains it in its column 'value'") {
  const std::string text = kZone + series("Zone_Air_Temperature_Sensor", "DEG_C");
  const Translation value =
      with_data(text, "s1.csv", "timestamp,quality,value\n2024-01-08T00:00:00Z,192,21\n");
  CHECK(std::get<std::string>(measured(value, "z/space.indoorTemperature").column) == "value");
  CHECK(nodes_of(value, "import.series_column").empty());
  const Translation first =
      with_data(text, "s1.csv", "timestamp,t,u\n2024-01-08T00:00:00Z,21,22\n");
  CHECK(std::get<std::string>(measured(first, "z/space.indoorTemperature").column) == "t");
  CHECK(nodes_of(first, "import.series_column", "'t'").size() == 1);
}

TEST_CASE("bare numbers of a side file in US units are in these units") {
  const Translation table =
      with_side(kZone, "side.csv",
                "# units: us\nnode,floorArea,heatingSetpoint,coolingSetpoint\nz,1076.391,70,75\n");
  CHECK(reported_value(table, "z/space.C_wall") == Approx(165000.0 * 100.0).epsilon(1e-5));
  const Translation json = with_side(
      kZone, "side.json", R"({"units": "us", "b:z": {"floorArea": 1076.391, "height": "3 m"}})");
  CHECK(reported_value(json, "z/space.C_wall") == Approx(165000.0 * 100.0).epsilon(1e-5));
}

TEST_CASE("shares in a side file are from 0 to 1") {
  for (const char* name : {"side.csv", "side.json"}) {
    const bool table = std::string(name) == "side.csv";
    const auto text = [table](const std::string& value) {
      return table ? "node,presence\nz," + value + "\n"
                   : R"({"b:z": {"presence": ")" + value + "\"}}";
    };
    CHECK_THROWS_WITH(with_side(kZone, name, text("70")),
                      Catch::Matchers::Contains("write '70 %'"));
    CHECK_NOTHROW(with_side(kZone, name, text("70 %")));
    CHECK_NOTHROW(with_side(kZone, name, text("0.7")));
  }
}

TEST_CASE("coordinates may have letters for their direction, and have a range") {
  const auto latitude = [](const std::string& text, const std::string& side = "") {
    const std::string site = "b:s a brick:Building ; brick:latitude [ brick:value \"" + text +
                             "\" ] ; brick:longitude [ brick:value \"70.65 W\" ] ; brick:hasPart "
                             "b:z .\n";
    return side.empty() ? graph(kZone + site) : with_side(kZone + site, "side.json", side);
  };
  for (const char* text : {"33.87 S", "-33.87", "33.87\u00b0 S", "S 33,87"}) {
    CAPTURE(text);
    const Translation result = latitude(text);
    REQUIRE(result.model.site.latitude);
    CHECK(*result.model.site.latitude == Approx(-33.87));
    CHECK(*result.model.site.longitude == Approx(-70.65));
  }
  for (const char* text : {"133.87 S", "33 52 12", "south"}) {
    CAPTURE(text);
    const Translation result = latitude(text);
    CHECK_FALSE(result.model.site.latitude);
    CHECK(std::any_of(result.report.items.begin(), result.report.items.end(),
                      [](const ImportItem& item) { return item.code == "import.value_unfit"; }));
  }
  CHECK_FALSE(latitude("33.87 S", R"({"building": {"longitude": 533.87}})").model.site.longitude);
}

}  // namespace
}  // namespace hearth::test::user_data_test
