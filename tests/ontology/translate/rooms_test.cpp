// SPDX-License-Identifier: MIT
// Sizes, hours and use of rooms: side files, building areas, weather, kinds of rooms.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/ontology/archetypes/archetypes.hpp"
#include "hearth/ontology/mapping/formula.hpp"
#include "hearth/ontology/translate/internal/rooms/hours.hpp"
#include "hearth/ontology/translate/internal/rooms/room_uses.hpp"
#include "hearth/tests/ontology/translate/brick_support.hpp"
#include "hearth/tests/support/weather_texts.hpp"

using namespace hearth;
using namespace hearth::test;
using hearth::test::brick::TemporaryFolder;
using hearth::test::brick::translate_text;

namespace {

constexpr const char* kPrefixes = R"(
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix rec: <https://w3id.org/rec#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
@prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix b: <urn:building#> .
)";

/// An air handling unit with a box and a zone for each name.
std::string office(const std::vector<std::string>& zones) {
  std::string text = std::string(kPrefixes) + "b:ahu a brick:AHU .\n";
  for (const std::string& zone : zones) {
    text += fmt::format(
        "b:vav_{0} a brick:VAV ; brick:isFedBy b:ahu ; brick:feeds b:{0} ;"
        " brick:hasPart b:coil_{0} . b:coil_{0} a brick:Hot_Water_Coil .\n"
        "b:{0} a brick:HVAC_Zone .\n",
        zone);
  }
  return text;
}

/// Translates with files of a folder that goes away.
class Bench {
 public:
  explicit Bench(const char* name) : folder_(name) {}

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path / name, std::ios::binary) << text;
    return folder_.path / name;
  }

  Translation with_params(const std::string& graph, const std::string& file,
                          const std::string& text) const {
    TranslateOptions options;
    options.side_file = write(file, text);
    return translate_text(graph, "bench.ttl", options);
  }

  /// Returns the messages of the error that a side file gives, one per line with its place.
  std::string problems(const std::string& graph, const std::string& file,
                       const std::string& text) const {
    try {
      with_params(graph, file, text);
    } catch (const InputError& error) {
      std::string all;
      for (const Diagnostic& item : error.diagnostics().items()) {
        all += fmt::format("{} {}:{} {}\n", item.code,
                           std::filesystem::path(item.where.file).filename().string(),
                           item.where.line, item.message);
      }
      return all;
    }
    return "";
  }

 private:
  TemporaryFolder folder_;
};

/// Returns what feeds an input, "" if nothing does.
std::string source_of(const Translation& result, const std::string& input) {
  for (const Connection& connection : result.model.connections()) {
    if (to_string(connection.to) == input) return to_string(connection.from);
  }
  return "";
}

/// Returns the series that a boundary holds.
const SeriesSpec& series_of(const Translation& result, const std::string& id) {
  return std::get<SeriesSpec>(result.model.component(id).config.at("value"));
}

std::string source_text(const Translation& result, const std::string& id, const std::string& name) {
  return result.model.component(id).parameters.at(name).source;
}

/// A year of clear days of 0 degC: the sun from 9 to 16 h.
std::string sunny_year() {
  std::string text = epw_text([](const WeatherHour& when) {
    WeatherValues values;
    const bool day = when.hour >= 9 && when.hour <= 16;
    values.direct = day ? 800.0 : 0.0;
    values.diffuse = day ? 60.0 : 0.0;
    values.global = day ? 400.0 : 0.0;
    return values;
  });
  const std::string place = "-105.0,-7.0";  // to Greenwich: tests run in UTC
  return text.replace(text.find(place), place.size(), "0.0,0.0");
}

double area_of(const Translation& result, const std::string& zone) {
  return parameter(result, zone + "/space", "C_wall") / 165000.0;
}

}  // namespace

TEST_CASE("hours name days and times, also past midnight") {
  const auto office = parse_hours("Mon-Fri 07:00-18:00, Sat 9:00-13:00");
  REQUIRE(office);
  CHECK(*office == Hours{{0x1f, 420, 1080, 1.0}, {0x20, 540, 780, 1.0}});
  CHECK(parse_hours("Sat,Sun 10:00-12:00") == Hours{{0x60, 600, 720, 1.0}});
  CHECK(parse_hours("08:00-10:00") == Hours{{0x7f, 480, 600, 1.0}});
  CHECK(parse_hours("Sun 22:00-06:00") == Hours{{0x40, 1320, 1440, 1.0}, {0x01, 0, 360, 1.0}});
  CHECK(parse_hours("never") == Hours());
  CHECK(parse_hours("always") == Hours{{0x7f, 0, 1440, 1.0}});
  for (const char* wrong : {"", "Mon", "Mon 8-10", "Xyz 08:00-10:00", "08:00-08:00", "24:00-25:00",
                            "Mon 08:00", "Mon-Fri 07:00-18:00,"}) {
    INFO(wrong);
    const bool trailing = std::string(wrong).ends_with(",");
    CHECK(parse_hours(wrong).has_value() == trailing);
  }
}

TEST_CASE("formulas follow the usual order and have no value where a name has none") {
  const auto numbers = [](const std::string& name) -> std::optional<double> {
    static const std::map<std::string, double> known{{"a", 2.0}, {"b", 3.0}, {"zero", 0.0}};
    const auto found = known.find(name);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  };
  const auto value = [&](const char* text) { return Formula::parse(text)->value(numbers); };
  CHECK(value("a + b * 2 - 1") == 7.0);
  CHECK(value("-(a - b) / 4") == 0.25);
  CHECK(value("max(a, b) * min(a, 1e1)") == 6.0);
  CHECK(value("a / zero") == std::nullopt);
  CHECK(value("a + c") == std::nullopt);
  CHECK(Formula::parse("a * b + a")->names() == std::vector<std::string>{"a", "b"});
  for (const char* wrong : {"", "a +", "a b", "(a", "max(a)", "a ** b", "a )"}) {
    INFO(wrong);
    CHECK_FALSE(Formula::parse(wrong));
  }
  CHECK_FALSE(Formula::parse(std::string(10000, '(')));
}

TEST_CASE("kinds of rooms are found by whole words, the longest first") {
  const auto kind = [](const char* name) {
    const Archetype* found = archetype_in(name, archetypes().rooms);
    return found == nullptr ? std::string() : found->name;
  };
  CHECK(kind("Conference_Room") == "meeting room");
  CHECK(kind("ConfRoom12") == "meeting room");
  CHECK(kind("Open Office East") == "open office");
  CHECK(kind("Lab_204") == "laboratory");
  CHECK(kind("Labrador") == "");
  CHECK(kind("HVAC_Zone") == "");
  CHECK(kind("Server_Room") == "server room");
}

TEST_CASE("Spanish names state the kind of room and building, also as misplaced labels") {
  const Translation result = translate_text(
      office({"uno", "dos"}) +
          "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
          "b:uno rdfs:label \"Sala de espera\"@es . b:dos rdf:label \"Consulta 2\" .\n"
          "b:g a brick:Building .\n",
      "clinica.ttl");
  CHECK(nodes_of(result, "import.room_kind", "lobby") == std::vector<std::string>{"b:uno"});
  CHECK(nodes_of(result, "import.room_kind", "examination room") ==
        std::vector<std::string>{"b:dos"});
  CHECK(archetype_in("Centro de salud Las Encinas", archetypes().buildings)->name == "hospital");
}

TEST_CASE("French, Danish and German names state the kind of room") {
  const auto kind = [](const std::string& name) {
    const Archetype* found = archetype_in(name, archetypes().rooms);
    return found == nullptr ? std::string() : found->name;
  };
  CHECK(kind("Salle de soins") == "examination room");
  CHECK(kind("Salle de réunion 2") == "meeting room");
  CHECK(kind("Poste infirmier") == "office");
  CHECK(kind("Vestiaires") == "restroom");
  CHECK(kind("Værelse, 1. sal") == "dwelling");
  CHECK(kind("Badeværelse") == "restroom");
  CHECK(kind("Varmecentral") == "technical room");
  CHECK(kind("Umkleide Damen") == "restroom");
  CHECK(kind("Heizzentrale") == "technical room");
}

TEST_CASE("Finnish and Czech names state the kind of room and building") {
  const auto kind = [](const std::string& name) {
    const Archetype* found = archetype_in(name, archetypes().rooms);
    return found == nullptr ? std::string() : found->name;
  };
  CHECK(kind("Olohuone") == "dwelling");
  CHECK(kind("Kylpyhuone") == "restroom");
  CHECK(kind("Keittiö") == "kitchen");
  CHECK(kind("Kylmä varasto") == "storage");
  CHECK(kind("Kancelář starosty") == "office");
  CHECK(kind("Zasedací síň") == "meeting room");
  CHECK(kind("Chodba") == "corridor");
  CHECK(kind("Kotelna") == "technical room");
  CHECK(archetype_in("Městský úřad Lhotka", archetypes().buildings)->name == "office");
  CHECK(archetype_in("Prairie Point Shops", archetypes().buildings)->name == "retail");
  const Translation flat =
      translate_text(office({"Olohuone", "Makuuhuone", "Keittio", "Varasto"}), "flat.ttl");
  CHECK_THAT(to_text(flat.report), Catch::Contains("apartments (by most of its rooms)"));
}

TEST_CASE("Italian, Polish and Portuguese names state the kind of room and building") {
  const auto kind = [](const std::string& name) {
    const Archetype* found = archetype_in(name, archetypes().rooms);
    return found == nullptr ? std::string() : found->name;
  };
  CHECK(kind("Bagno 101") == "restroom");
  CHECK(kind("Sala colazioni") == "restaurant");
  CHECK(kind("Camera da letto") == "dwelling");
  CHECK(kind("Camera 101") == "");
  CHECK(kind("Łazienka, mieszkanie 1") == "dwelling");
  CHECK(kind("ŁAZIENKA") == "restroom");
  CHECK(kind("Sypialnia") == "dwelling");
  CHECK(kind("Kuchnia") == "kitchen");
  CHECK(kind("Węzeł cieplny") == "technical room");
  CHECK(kind("Casa de banho") == "restroom");
  CHECK(kind("Sala de reuniões") == "meeting room");
  CHECK(kind("Hair salon") == "sales area");
  for (const auto& [name, type] : std::vector<std::pair<std::string, std::string>>{
           {"Albergo Al Faro", "hotel"},
           {"Budynek mieszkalny, ul. Polna 12", "apartments"},
           {"Szkoła podstawowa nr 3", "school"},
           {"Ospedale civile", "hospital"},
           {"Edifício de escritórios", "office"},
           {"Bostadshus 4", "apartments"}}) {
    INFO(name);
    const Archetype* found = archetype_in(name, archetypes().buildings);
    REQUIRE(found != nullptr);
    CHECK(found->name == type);
  }
}

TEST_CASE("every archetype names a source, and every room has what a room needs") {
  for (const Archetype& room : archetypes().rooms) {
    INFO(room.name);
    for (const char* name :
         {"hours", "heatingSetpoint", "coolingSetpoint", "presence", "presenceOutside",
          "peoplePerArea", "lightingPowerPerArea", "equipmentPowerPerArea"}) {
      INFO(name);
      REQUIRE(room.values.contains(name));
      CHECK_FALSE(room.values.at(name).source.empty());
    }
    CHECK(parse_hours(room.values.at("hours").text));
  }
  for (const Archetype& building : archetypes().buildings) {
    INFO(building.name);
    CHECK(archetypes().room(building.room) != nullptr);
    for (const char* name : {"height", "facadeShare", "windowShare", "roofShare"}) {
      CHECK(building.values.contains(name));
    }
  }
  for (const int year : {1900, 1985, 2005, 2011, 2024}) {
    for (const char* region : {"", "europe"}) {
      for (const char* climate : {"1", "4", "8"}) {
        INFO(year << region << climate);
        const ArchetypeValues& values = archetypes().envelope(year, region, climate);
        for (const char* name : {"wallU", "roofU", "windowU", "solarFactor", "infiltration"}) {
          CHECK(values.contains(name));
        }
      }
    }
  }
}

TEST_CASE("climate zones follow degree days") {
  CHECK(climate_zone(std::vector<double>(365, 28.0)) == "1");  // 6570 K d above 10 degC
  CHECK(climate_zone(std::vector<double>(365, 15.0)) == "3");  // 1205 K d below 18.3 degC
  CHECK(climate_zone(std::vector<double>(365, 9.0)) == "5");   // 3395 K d
  CHECK(climate_zone(std::vector<double>(365, -5.0)) == "8");  // 8505 K d
}

TEST_CASE("rooms of different kinds have different people, loads, hours and setpoints") {
  const Translation result = translate_text(office({"Lab_1", "Office_1", "Office_2"}), "kinds.ttl");
  CHECK(nodes_of(result, "import.room_kind", "laboratory") == std::vector<std::string>{"b:Lab_1"});
  CHECK(parameter(result, "Lab_1/gains", "nominalPower") >
        1.5 * parameter(result, "Office_1/gains", "nominalPower"));
  CHECK(source_of(result, "vav_Office_1/heating.setpointValue") == "heatingSetpoint.scheduleValue");
  CHECK(source_of(result, "vav_Lab_1/heating.setpointValue") ==
        "heatingSetpoint_laboratory.scheduleValue");
  const auto& lab = std::get<WeeklyRules>(series_of(result, "heatingSetpoint_laboratory").source);
  CHECK(lab.otherwise == 18.0);
  CHECK(lab.rules.front().value == 22.0);
  const auto days =
      signal_rows(under(result.model, 0.0), 2,
                  {"Lab_1/space.indoorTemperature", "Office_1/space.indoorTemperature",
                   "Office_2/space.indoorTemperature"});
  double apart = 0.0, alike = 0.0;
  for (const auto& row : days) {
    apart = std::max(apart, std::abs(row[0] - row[1]));
    alike = std::max(alike, std::abs(row[1] - row[2]));
  }
  CHECK(apart > 0.3);  // K: set to 22 and 21 degC
  CHECK(alike < 1e-9);
}

TEST_CASE("a room is of the kind of most of its parts, not of the kind of its bathroom") {
  const auto kind = [](const std::string& parts) {
    const Translation result = translate_text(
        "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:b#> .\n"
        "b:f a brick:Fan_Coil_Unit ; brick:feeds b:z .\n" +
            parts,
        "parts.ttl");
    for (const ImportItem& item : result.report.items) {
      if (item.code == "import.room_kind") return item.message;
    }
    return std::string();
  };
  CHECK_THAT(kind("b:z a brick:Room . b:b a brick:Restroom ; brick:isPartOf b:z ."),
             Catch::Contains("treated as office"));  // usual in an assumed building
  CHECK_THAT(
      kind("b:z a brick:HVAC_Zone ; brick:hasPart b:b, b:c, b:d . b:b a brick:Conference_Room ."
           "b:c a brick:Laboratory . b:d a brick:Laboratory ."),
      Catch::Contains("treated as laboratory"));
  CHECK_THAT(kind("b:z a brick:HVAC_Zone ; brick:hasPart b:b . b:b a brick:Restroom ."),
             Catch::Contains("treated as restroom"));
}

TEST_CASE("each usual value is in the report with the table it is from") {
  const Translation result = translate_text(office({"Office_1"}), "usual.ttl");
  const auto found = nodes_of(result, "import.value_usual", "ASHRAE 62.1-2019, table 6-1");
  CHECK(found == std::vector<std::string>{"b:Office_1"});
  const std::string wall = source_text(result, "Office_1/space", "R_out");
  CHECK(wall.find("outerResistance") != std::string::npos);
  CHECK(nodes_of(result, "import.value_usual", "wallU").size() == 1);
}

TEST_CASE("windows and leaks lose heat directly, walls and roofs through what stores it") {
  const auto loss = [](const Translation& result, const std::string& room) {
    return 1.0 / (parameter(result, room, "R_out") + parameter(result, room, "R_in"));
  };
  const Bench bench("hearth_rooms_loss");
  const std::string head = "node,floorArea,height,facadeArea,windowArea,roofArea,wallU,windowU,";
  const Translation result = bench.with_params(office({"z1", "z2"}), "loss.csv",
                                               head +
                                                   "roofU,infiltration,heatLoss\n"
                                                   "z1,30,3,20,5,30,0.4,1.5,0.2,0.5,\n"
                                                   "z2,30,3,20,5,30,0.4,1.5,0.2,0.5,70\n");
  const double walls = 0.4 * 15.0 + 0.2 * 30.0;                    // W/K
  const double direct = 1.5 * 5.0 + 0.5 / 3600.0 * 90.0 * 1206.0;  // W/K
  CHECK(parameter(result, "z1/space", "H_direct") == Approx(direct));
  CHECK(loss(result, "z1/space") == Approx(walls));
  // A loss that is given as a whole is divided in the same proportion.
  CHECK(parameter(result, "z2/space", "H_direct") == Approx(70.0 * direct / (walls + direct)));
  CHECK(loss(result, "z2/space") == Approx(70.0 * walls / (walls + direct)));
  // So is the sun that what is opaque takes in: 0.6 by 0.04 m2 K/W (ISO 13790:2008, 11.3.4).
  CHECK(parameter(result, "z2/space", "f_wall") - parameter(result, "z2/space", "f_air") ==
        Approx(0.6 * 0.04 * loss(result, "z2/space")));
}

TEST_CASE("a translation reports the storey of each room") {
  const Translation result =
      translate_text(office({"z1", "z2", "z3"}) +
                         "b:low a brick:Floor . b:high a brick:Floor .\n"
                         "b:z1 brick:isPartOf b:low . b:z2 brick:isPartOf b:high .\n",
                     "storeys.ttl");
  using Storeys = std::map<std::string, std::string>;
  CHECK(result.storeys == Storeys{{"z1/space", "b:low"}, {"z2/space", "b:high"}});
}

TEST_CASE("a table gives each node its sizes, hours and setpoints") {
  const Bench bench("hearth_rooms_table");
  const Translation result = bench.with_params(
      office({"z1", "z2", "z3"}), "sizes.csv",
      "zone,floorArea [ft2],hours,heatingSetpoint [degF],coolingSetpoint,kind,x-note\n"
      "z1,1000,Mon-Sun 06:00-22:00,70,25,laboratory,first\n"
      "b:z2,40 m2,,68,,,\n"
      "<urn:building#z3>,200,,,,,\n");
  CHECK(area_of(result, "z1") == Approx(92.90304));
  CHECK(area_of(result, "z2") == Approx(40.0));
  CHECK(area_of(result, "z3") == Approx(18.580608));
  CHECK(nodes_of(result, "import.room_kind", "laboratory") == std::vector<std::string>{"b:z1"});
  const std::string own = source_of(result, "vav_z1/heating.setpointValue");
  REQUIRE(own.ends_with(".scheduleValue"));
  const SeriesSpec& series = series_of(result, own.substr(0, own.find('.')));
  const auto& rules = std::get<WeeklyRules>(series.source);
  CHECK(rules.rules.front().value == Approx(21.1111).epsilon(1e-4));  // 70 degF
  CHECK(rules.rules.front().from_minute == 360);
  CHECK(source_text(result, "z1/space", "V").find("floorArea") != std::string::npos);
  CHECK(nodes_of(result, "import.column_unused").empty());
}

TEST_CASE("a room's row counts for the zone it is in, and kinds and rules have rows too") {
  const Bench bench("hearth_rooms_parts");
  const std::string graph = office({"z1", "z2"}) +
                            "b:z1 brick:hasPart b:r1, b:r2 . b:r1 a brick:Room ;"
                            " rdfs:label \"Room 101\" . b:r2 a brick:Room .\n";
  const Translation result = bench.with_params(graph, "sizes.csv",
                                               "name,floorArea [m2],heatingSetpoint [degC]\n"
                                               "Room 101,20,\n"
                                               "r2,15,\n"
                                               "brick.zone,50,\n"
                                               "office,,19\n");
  CHECK(area_of(result, "z1") == Approx(35.0));
  CHECK(area_of(result, "z2") == Approx(50.0));
  const auto& rules = std::get<WeeklyRules>(series_of(result, "heatingSetpoint").source);
  CHECK(rules.rules.front().value == 19.0);
  CHECK(rules.otherwise == 17.0);  // the usual setback stays below it
}

TEST_CASE("a side file gives kinds of rooms their hours, and the building its type and year") {
  const Bench bench("hearth_rooms_json");
  const Translation result = bench.with_params(
      office({"Office_1", "Lab_1"}), "side.json",
      R"({"building": {"type": "laboratory", "year": 1965, "timezone": "Europe/Berlin"},
          "rooms": {"infiltration": "0.3 1/h"},
          "kinds": {"laboratory": {"hours": "always", "heatingSetpoint": "22 degC"}},
          "b:Office_1": {"heatingSetpoint": {"default": 15, "unit": "degC", "rules": [
             {"days": "Mon", "from": "10:00", "to": "11:00", "value": 23}]}}})");
  CHECK(result.model.site.timezone == "Europe/Berlin");
  CHECK(nodes_of(result, "import.value_usual", "solid walls 1958-1968").size() == 2);
  const std::string office_from = source_of(result, "vav_Office_1/heating.setpointValue");
  const auto& own =
      std::get<WeeklyRules>(series_of(result, office_from.substr(0, office_from.find('.'))).source);
  CHECK(own.otherwise == 15.0);
  CHECK(own.rules.front().value == 23.0);
  CHECK(nodes_of(result, "import.value_unused").empty());
}

TEST_CASE("a kitchen is one of a dwelling in a house, and a pantry in an office") {
  for (const auto& [type, kind] :
       {std::pair("house", "dwelling"), std::pair("office", "break room"),
        std::pair("hotel", "kitchen")}) {
    const std::string graph =
        office({"Kitchen_1"}) + "b:b1 a brick:Building ; rdfs:label \"" + type + "\" .\n";
    const Translation result = translate_text(graph, "kitchen.ttl");
    INFO(type);
    CHECK(nodes_of(result, "import.room_kind", std::string("treated as ") + kind).size() == 1);
  }
}

TEST_CASE("a building is a dwelling by its living rooms, whatever kitchens and baths it has") {
  const auto rooms = [](const std::vector<std::string>& names) {
    return translate_text(office(names), "flat.ttl");
  };
  const Translation flat = rooms({"Living", "Bedroom", "Study", "Kitchen", "Bath"});
  CHECK_THAT(to_text(flat.report), Catch::Contains("apartments (by most of its rooms)"));
  // more rooms of no known kind than dwellings
  const Translation mixed = rooms({"Bedroom", "R1", "R2", "Kitchen", "Bath"});
  CHECK_THAT(to_text(mixed.report), Catch::Contains("office (assumed)"));
}

TEST_CASE("errors in a table are reported with line, column and remedy") {
  const Bench bench("hearth_rooms_wrong");
  const std::string graph = office({"zone_1", "zone_2"});
  const auto problems = [&](const std::string& text) {
    return bench.problems(graph, "sizes.csv", text);
  };
  const std::string all = problems(
      "zone,floorArea [m2],hours,kind,orientation\n"
      "zone_1,much,8 to 5,ofice,up\n"
      "zoen_2,20,,,\n"
      ",20,,,\n"
      "zone_2,20,,,\n"
      "b:zone_2,30,,,\n");
  CHECK(
      all.find("import.cell_invalid sizes.csv:2 column 'floorArea [m2]': 'much' is not a number") !=
      std::string::npos);
  CHECK(
      all.find(
          "sizes.csv:2 column 'hours': cannot read the hours '8 to 5'; expected days and times") !=
      std::string::npos);
  CHECK(
      all.find(
          "sizes.csv:2 column 'kind': no kind of room is named 'ofice', did you mean 'office'?") !=
      std::string::npos);
  CHECK(all.find("sizes.csv:2 column 'orientation': cannot read the orientation 'up'") !=
        std::string::npos);
  CHECK(all.find("import.node_unknown sizes.csv:3") != std::string::npos);
  CHECK(all.find("import.row_unnamed sizes.csv:4") != std::string::npos);
  CHECK(all.find("import.row_duplicate sizes.csv:6") != std::string::npos);
  CHECK(problems("zone,floorArea [m22]\nzone_1,3\n")
            .starts_with("import.column_unit sizes.csv:1 column 'floorArea': the unit 'm22'"));
  CHECK(problems("zone,floorArea,floorArea [m2]\nzone_1,3,4\n")
            .starts_with("import.column_duplicate sizes.csv:1"));
  CHECK(
      problems("# units: imperial\nzone,floorArea\nzone_1,3\n").starts_with("import.cell_invalid"));
  CHECK(problems("zone\nzone_1\n").starts_with("import.column_missing"));
  CHECK(problems("").find("data.csv") != std::string::npos);
  CHECK(problems("zone,floorArea\nzone_1,3,4\n").find("data.csv") != std::string::npos);
}

TEST_CASE("a name that several nodes have is refused") {
  const Bench bench("hearth_rooms_ambiguous");
  const std::string graph = office({"z1"}) +
                            "@prefix c: <urn:other#> . c:vav_z2 a brick:VAV ; brick:feeds c:z1 ."
                            " c:z1 a brick:HVAC_Zone .\n";
  CHECK(bench.problems(graph, "sizes.csv", "zone,floorArea [m2]\nz1,30\n")
            .starts_with("import.node_ambiguous sizes.csv:2 'z1' names 2 nodes"));
}

TEST_CASE("a column that nothing asks for is reported once, with the nearest name") {
  const Bench bench("hearth_rooms_column");
  const Translation result =
      bench.with_params(office({"z1", "z2"}), "sizes.csv", "zone,floorAera [m2]\nz1,30\nz2,40\n");
  int found = 0;
  for (const ImportItem& item : result.report.items) {
    if (item.code != "import.column_unused") continue;
    ++found;
    CHECK(item.message.find("did you mean 'floorArea'?") != std::string::npos);
  }
  CHECK(found == 1);
}

TEST_CASE("243 zones take their sizes, hours and setpoints from one table") {
  std::vector<std::string> zones;
  std::string table = "zone,floorArea [m2],heatingSetpoint [degC],hours\n";
  for (int i = 0; i < 243; ++i) {
    zones.push_back(fmt::format("RM{:03}", i));
    table += fmt::format("{},{},{},Mon-Fri {:02}:00-18:00\n", zones.back(), 20 + i % 40, 20 + i % 3,
                         6 + i % 2);
  }
  const Bench bench("hearth_rooms_many");
  const Translation result = bench.with_params(office(zones), "sizes.csv", table);
  for (int i = 0; i < 243; ++i) {
    if (area_of(result, zones[i]) == Approx(20.0 + i % 40)) continue;
    FAIL(zones[i]);
  }
  int setpoints = 0;
  for (const auto& [id, component] : result.model.components()) {
    if (id.starts_with("heatingSetpoint")) ++setpoints;
  }
  CHECK(setpoints == 6);  // three temperatures, two beginnings
  CHECK(nodes_of(result, "import.value_guessed", "floorArea").empty());
  CHECK(result.report.rooms.total == 243);
}

TEST_CASE("the area of a building or floor is shared out over rooms without one") {
  const std::string graph =
      office({"z1", "z2", "z3"}) +
      "b:house a brick:Building ; brick:area [ brick:value 10000 ; qudt:hasUnit unit:FT2 ] ;"
      " brick:yearBuilt [ brick:value 1970 ] ; brick:buildingPrimaryFunction [ brick:value "
      "\"Hospital\" ] .\n"
      "b:z1 brick:area [ brick:value 129.0304 ; brick:hasUnit unit:M2 ] .\n"
      "b:floor a brick:Floor ; brick:isPartOf b:house ; brick:hasPart b:z2 ;"
      " brick:area [ brick:value 300.0 ; brick:hasUnit unit:M2 ] .\n";
  const Translation result = translate_text(graph, "shared.ttl");
  CHECK(area_of(result, "z1") == Approx(129.0304));
  CHECK(area_of(result, "z2") == Approx(300.0));
  CHECK(area_of(result, "z3") == Approx(929.0304 - 429.0304));  // 10000 ft2
  CHECK(nodes_of(result, "import.share", "floorArea") ==
        std::vector<std::string>{"b:floor", "b:house"});
  CHECK(nodes_of(result, "import.value_guessed", "floorArea").empty());
  CHECK(nodes_of(result, "import.value_usual", "building hospital: height").size() == 3);
  CHECK(nodes_of(result, "import.value_usual", "solid walls 1969-1978").size() == 3);
}

TEST_CASE("an area that is less than its rooms state is not shared out") {
  const std::string graph =
      office({"z1", "z2"}) +
      "b:house a brick:Building ; brick:area [ brick:value 50 ; brick:hasUnit unit:M2 ] .\n"
      "b:z1 brick:area [ brick:value 60 ; brick:hasUnit unit:M2 ] .\n";
  const Translation result = translate_text(graph, "exceeded.ttl");
  CHECK(nodes_of(result, "import.share_exceeded") == std::vector<std::string>{"b:house"});
  CHECK(area_of(result, "z2") == Approx(30.0));
}

TEST_CASE("windows, orientation, coordinates and time zone of the graph are used") {
  const std::string graph =
      office({"z1"}) +
      "b:site a brick:Site ; brick:latitude [ brick:value 52.5 ] ; brick:longitude [ brick:value "
      "13.4 ] ; brick:timezone [ brick:value \"Europe/Berlin\" ] .\n"
      "b:z1 brick:hasPart b:w . b:w a brick:Window ; brick:azimuth [ brick:value -90 ] ;"
      " brick:area [ brick:value 43.0556417 ; brick:hasUnit unit:FT2 ] .\n";
  const Translation result = translate_text(graph, "site.ttl");
  CHECK(result.model.site.latitude == 52.5);
  CHECK(result.model.site.longitude == 13.4);
  CHECK(result.model.site.timezone == "Europe/Berlin");
  CHECK(nodes_of(result, "import.room_exposure", "270 degrees").size() == 1);
  // 4 m2 of window; insulating glazing of 1995 to 2009 (0.42), half of the sun of the horizontal
  CHECK(parameter(result, "z1/space", "f_air") == Approx(0.5 * 4.0 * 0.42 * 0.5));
  // The other half goes to the wall, and the sun on what is opaque: absorptance 0.6 by 0.04 m2 K/W
  // by the transmittance of the wall, which is that from outdoors to the room.
  const double opaque =
      1.0 / (parameter(result, "z1/space", "R_out") + parameter(result, "z1/space", "R_in"));
  CHECK(parameter(result, "z1/space", "f_wall") ==
        Approx(0.5 * 4.0 * 0.42 * 0.5 + 0.6 * 0.04 * opaque));
}

TEST_CASE("the sun on the horizontal and the place give rooms the sun on their side") {
  const Bench bench("hearth_rooms_station");
  TranslateOptions options;
  options.weather = bench.write("station.csv",
                                "time,outdoorTemperature,globalIrradiation\n"
                                "2024-01-15T00:00:00Z,2,0\n2024-01-15T08:00:00Z,2,0\n"
                                "2024-01-15T12:00:00Z,5,300\n2024-01-15T16:00:00Z,4,0\n"
                                "2024-01-17T00:00:00Z,2,0\n");
  const std::string graph = office({"North_Zone", "South_Zone", "Core_Zone"});
  const Translation placed =
      translate_text(graph +
                         "b:site a brick:Site ; brick:latitude [ brick:value 51 ] ;"
                         " brick:longitude [ brick:value 12 ] .\n",
                     "faces.ttl", options);
  CHECK(source_of(placed, "South_Zone/space.globalIrradiation") == "facade_180.glassIrradiance");
  CHECK(source_of(placed, "North_Zone/space.globalIrradiation") == "facade_0.glassIrradiance");
  CHECK(source_of(placed, "facade_sky.globalIrradiation") == "outdoor.globalIrradiation");
  CHECK(source_of(placed, "Core_Zone/space.globalIrradiation") == "outdoor.globalIrradiation");
  const std::vector<double> means =
      mean_signals(placed.model, 1, {"facade_180.glassIrradiance", "facade_0.glassIrradiance"});
  // The winter sun stands low in the south: a mean of 46 W/m2 on the horizontal.
  CHECK(means[0] > 60.0);
  CHECK(means[1] < 30.0);

  // Without a place the position of the sun is not known.
  const Translation somewhere = translate_text(graph, "faces.ttl", options);
  CHECK(source_of(somewhere, "South_Zone/space.globalIrradiation") == "outdoor.globalIrradiation");
}

TEST_CASE("a model in which nothing flows is reported with a weather file, too") {
  const Bench bench("hearth_rooms_no_flow");
  TranslateOptions options;
  options.weather = bench.write("place.epw", sunny_year());
  const Translation plant = translate_text(
      std::string(kPrefixes) + "b:a a brick:AHU . b:k a brick:Chiller ; brick:feeds b:a .\n",
      "plant.ttl", options);
  CHECK_FALSE(plant.report.flows);
  const Translation load =
      translate_text(std::string(kPrefixes) +
                         "b:k a brick:Chiller ; brick:feeds b:c . b:c a brick:Cooling_Coil .\n",
                     "plant.ttl", options);
  CHECK(load.report.flows);
}

TEST_CASE("with a weather file, rooms that face north and south have different curves") {
  const Bench bench("hearth_rooms_weather");
  TranslateOptions options;
  options.weather = bench.write("place.epw", sunny_year());
  const Translation result =
      translate_text(office({"North_Zone", "South_Zone", "Core_Zone"}), "faces.ttl", options);
  CHECK(source_of(result, "South_Zone/space.globalIrradiation") == "facade_180.glassIrradiance");
  CHECK(source_of(result, "North_Zone/space.globalIrradiation") == "facade_0.glassIrradiance");
  CHECK(source_of(result, "Core_Zone/space.globalIrradiation") == "outdoor.globalIrradiation");
  CHECK(parameter(result, "Core_Zone/space", "f_air") == 0.0);
  CHECK(parameter(result, "Core_Zone/space", "H_direct") == 0.0);
  CHECK(nodes_of(result, "import.boundary", "weather").size() == 4);
  const std::vector<double> means =
      mean_signals(result.model, 1,
                   {"South_Zone/space.indoorTemperature", "North_Zone/space.indoorTemperature"});
  CHECK(means[0] > means[1] + 0.2);  // K: sun of a clear winter's day
}
