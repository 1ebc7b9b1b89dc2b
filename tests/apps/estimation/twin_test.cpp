// SPDX-License-Identifier: MIT
// The twin of a building of two zones, from its graph and from trends of a building that differs
// from it in what a graph does not say.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace twin_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

constexpr int kDay = 144;  // rows

constexpr const char* kGraph = R"(
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix ref: <https://brickschema.org/schema/Brick/ref#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
@prefix ex: <urn:example#> .
ex:ahu a brick:AHU ; brick:feeds ex:box1, ex:box2 .
ex:box1 a brick:RVAV ; brick:feeds ex:north ; brick:hasPoint ex:flow, ex:discharge .
ex:box2 a brick:RVAV ; brick:feeds ex:south .
ex:north a brick:HVAC_Zone ; brick:hasPoint ex:thermometer .
ex:south a brick:HVAC_Zone .
ex:thermometer a brick:Zone_Air_Temperature_Sensor ; brick:hasUnit unit:DEG_C ;
  ref:hasExternalReference [ ref:hasTimeseriesId "north_t" ] .
ex:flow a brick:Discharge_Air_Flow_Sensor ; brick:hasUnit unit:KiloGM-PER-SEC ;
  ref:hasExternalReference [ ref:hasTimeseriesId "flow" ] .
ex:discharge a brick:Discharge_Air_Temperature_Sensor ; brick:hasUnit unit:DEG_C ;
  ref:hasExternalReference [ ref:hasTimeseriesId "discharge" ] .
)";

/// The graph, weather, and trends of the building that is really there.
struct Building : Workshop {
  static constexpr double kResistance = 1.6, kGain = 0.7;  // of the truth, by those of the guess

  Building() {
    std::string text = "time,outdoorTemperature,globalIrradiation\n";
    for (int hour = 0; hour <= 24 * 12; ++hour) {
      const double day = 2.0 * M_PI * (hour % 24 - 15) / 24.0;
      text += stamp(hour) + "," + std::to_string(2.0 + 5.0 * std::cos(day)) + ",0\n";
    }
    write("weather.csv", text);
    const std::string truth = (*this / "truth.hearth.json").string();
    REQUIRE(run_hearth(*this, {"translate", graph, "-o", truth, "--weather", weather}).code == 0);
    json model = json::parse(read("truth.hearth.json"));
    json& parts = model["components"];
    scale(parts["north/space"]["parameters"]["R_out"], kResistance);
    scale(parts["north/gains"]["parameters"]["nominalPower"], kGain);
    parts["heatingSetpoint"]["config"]["value"] = {
        {"default", 16},
        {"unit", "degC"},
        {"rules", {{{"days", "Mon-Fri"}, {"from", "06:00"}, {"to", "18:00"}, {"value", 21}}}}};
    model["simulation"] = {{"start", "2024-01-08T00:00:00Z"},
                           {"end", "2024-01-20T00:00:00Z"},
                           {"step", 600},
                           {"cycle_removal", model["simulation"]["cycle_removal"]}};
    model.erase("measurements");
    write("truth.hearth.json", model.dump());
    const std::string results = (*this / "truth.csv").string();
    REQUIRE(run_hearth(*this, {"simulate", truth, "-o", results, "--record",
                               "north/space.indoorTemperature,box1/box.airFlowRate,"
                               "box1/box.outletAirTemperature"})
                .code == 0);
    write_trends();
  }

  std::string graph = write("building.ttl", kGraph);
  std::string weather = (*this / "weather.csv").string();
  std::string folder = (*this / "twin").string();

  /// Takes the values out of the rows of a series, of 10 min, counted from 0.
  void blank(const std::string& series, int from, int to) const {
    std::istringstream rows(read("trends/" + series + ".csv"));
    std::string line, changed;
    for (int row = -1; std::getline(rows, line); ++row) {
      const bool gap = row >= from && row < to;
      changed += (gap ? line.substr(0, line.find(',') + 1) : line) + "\n";
    }
    write("trends/" + series + ".csv", changed);
  }

  /// Multiplies the values of a series from a row on, as a wrong unit does.
  void multiply(const std::string& series, double factor, int from = 0) const {
    std::istringstream rows(read("trends/" + series + ".csv"));
    std::string line, changed;
    std::getline(rows, changed);
    changed += "\n";
    for (int row = 0; std::getline(rows, line); ++row) {
      const std::size_t comma = line.find(',') + 1;
      const double value = std::stod(line.substr(comma)) * (row < from ? 1.0 : factor);
      changed += line.substr(0, comma) + std::to_string(value) + "\n";
    }
    write("trends/" + series + ".csv", changed);
  }

  Outcome twin(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"twin",      graph,   "--data", (*this / "trends").string(),
                                      "--weather", weather, "-o",     folder};
    words.insert(words.end(), more.begin(), more.end());
    return run_hearth(*this, words);
  }

 private:
  static std::string stamp(int hour) {
    char text[32];
    std::snprintf(text, sizeof text, "2024-01-%02dT%02d:00:00Z", 8 + hour / 24, hour % 24);
    return text;
  }
  static void scale(json& parameter, double factor) {
    parameter["value"] = factor * parameter["value"].get<double>();
  }

  /// A file for each series, as building management systems export them.
  void write_trends() {
    std::istringstream rows(read("truth.csv"));
    std::string line;
    std::vector<std::string> names;
    std::vector<std::string> texts;
    while (std::getline(rows, line)) {
      if (line.starts_with("#")) continue;
      std::istringstream cells(line);
      std::vector<std::string> row;
      for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
      if (names.empty()) {
        names = row;
        texts.assign(names.size(), "time,value\n");
        continue;
      }
      for (std::size_t i = 1; i < row.size(); ++i) texts[i] += row[0] + "," + row[i] + "\n";
    }
    for (std::size_t i = 1; i < names.size(); ++i) {
      const bool room = names[i].starts_with("north");
      const bool flow = names[i].find("airFlowRate") != std::string::npos;
      write(std::string("trends/") +
                (room   ? "north_t"
                 : flow ? "flow"
                        : "discharge") +
                ".csv",
            texts[i]);
    }
  }
};

}  // namespace

TEST_CASE("twin learns a zone from the graph and the trends of its building") {
  const Building building;
  const Outcome outcome = building.twin();
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.printed("2 zones: 1 calibrated, 0 poor, 1 guessed"));
  CHECK(outcome.printed(
      "a temperature sensor in this zone would replace guesses by estimates: south"));
  const json twin = json::parse(building.read("twin/twin.json"));
  const json& north = twin["zones"]["north/space"];
  CHECK(north["grade"] == "calibrated");
  CHECK(twin["plant"]["parameters"]["box1/box.minimumAirFlowRate"]["sd"].is_number());
  CHECK_THAT(building.read("twin/report.html"),
             Catch::Contains("Derived from trends of air handling units"));
  // The trends have no noise, and the same model made them.
  CHECK(north["rmse_kept_back"].get<double>() < 0.05);
  const json parts = json::parse(building.read("twin/model.hearth.json"))["components"];
  const auto guess = [&parts](const std::string& id, const char* name) {
    return parts[id]["parameters"][name]["value"].get<double>();
  };
  const auto found = [&north](const std::string& name) {
    return north["parameters"][name]["value"].get<double>();
  };
  const auto check = [&](const std::string& name, double truth) {
    CAPTURE(name);
    const double sd = north["parameters"][name]["sd"].get<double>();
    CHECK(sd > 0.0);
    CHECK(std::abs(found(name) - truth) < 2.0 * sd);
  };
  const double wall = guess("north/space", "R_out"), inner = guess("north/space", "R_in");
  const double direct = guess("north/space", "H_direct");
  check("north/space.R_out", Building::kResistance * wall);
  check("north/space.H_direct", direct);
  check("north/space@wallTemperature", 21.0);  // the room starts at 22 degC
  // Which part of the loss is direct, the data hardly tell; they tell how much it is.
  CHECK(found("north/space.H_direct") +
            1.0 / (found("north/space.R_out") + found("north/space.R_in")) ==
        Approx(direct + 1.0 / (Building::kResistance * wall + inner)).epsilon(0.15));
  // Gains and people follow one use; the truth has less of the one.
  const double gains = guess("north/gains", "nominalPower");
  const double people = 100.0 * guess("north/people", "k");
  const double share = (Building::kGain * gains + people) / (gains + people);
  for (const char* block : {"5", "10"}) {  // from 9 to 10 and from 14 to 15 o'clock
    const std::string name = std::string("north/use.value[") + block + "]";
    check(name, share * north["parameters"][name]["guess"].get<double>());
  }
  CHECK(!twin["zones"]["south/space"].contains("parameters"));
  // The zone has no wall to a boundary, whose parameters then do nothing.
  CHECK(building.read("twin/calibration.json").find("R_boundary") == std::string::npos);
  for (const char* name : {"model.hearth.json", "import.json", "boundaries.hearth.json",
                           "calibration.json", "fit.json", "twin.hearth.json", "report.html"}) {
    CAPTURE(name);
    CHECK(!building.read(std::string("twin/") + name).empty());
  }
  SECTION("and the twin runs over the measured time") {
    const std::string model = (building / "twin/twin.hearth.json").string();
    const Outcome run =
        run_hearth(building, {"simulate", model, "-o", (building / "run.csv").string()});
    INFO(run.err);
    CHECK(run.code == 0);
    CHECK(run.err.find("measurement_missing") == std::string::npos);
  }
  SECTION("and a second run starts from what the first one found") {
    const Outcome again = building.twin();
    INFO(again.err);
    REQUIRE(again.code == 0);
    CHECK(again.err.find("starts from the estimates") != std::string::npos);
    const json second = json::parse(building.read("twin/twin.json"));
    const json& first = north["parameters"]["north/space.R_out"];
    const json& later = second["zones"]["north/space"]["parameters"]["north/space.R_out"];
    // Searches of twins end before the last digits, but within the uncertainty.
    CHECK(std::abs(later["value"].get<double>() - first["value"].get<double>()) <
          0.1 * first["sd"].get<double>());
  }
}

TEST_CASE("measured flows of a wrong scale are announced by the building's own controls") {
  const Building building;
  SECTION("but not right ones") {
    const Outcome outcome = building.twin();
    REQUIRE(outcome.code == 0);
    CHECK(outcome.err.find("warning: twin.") == std::string::npos);
  }
  SECTION("ten times too large") {
    // The box learns its flows from this series too, and then cools the room of the model.
    building.multiply("flow", 10.0);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK_THAT(outcome.err, Catch::Contains("twin.own_controls") &&
                                Catch::Contains("north/space (") && Catch::Contains(" K too "));
    CHECK(std::abs(json::parse(
                       building.read("twin/twin.json"))["zones"]["north/space"]["bias_own_controls"]
                       .get<double>()) > 1.0);
  }
  SECTION("ten times too large since the time that was kept back") {
    building.multiply("flow", 10.0, 8 * kDay);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK_THAT(outcome.err, Catch::Contains("twin.flow_contradicts") &&
                                Catch::Contains("box1/box.airFlowRate (measured "));
  }
  SECTION("none at all") {
    building.multiply("flow", 0.0);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK_THAT(outcome.err, Catch::Contains("twin.flow_contradicts") &&
                                Catch::Contains("box1/box.airFlowRate (measured 0, "));
  }
  SECTION("a hundred times too small") {
    building.multiply("flow", 0.01);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK_THAT(outcome.err, Catch::Contains("twin.flow_unlikely") &&
                                Catch::Contains("box1/box.nominalAirFlowRate (measured "));
  }
}

TEST_CASE("twin replaces none of its inputs") {
  const Building building;
  for (const char* name : {"report.html", "fit.json", "fit.run.json", "twin.json"}) {
    CAPTURE(name);
    const std::string own = building.write(std::string("twin/") + name, kGraph);
    const Outcome outcome =
        run_hearth(building, {"twin", own, "--data", (building / "trends").string(), "--weather",
                              building.weather, "-o", building.folder});
    CHECK(outcome.code == 2);
    CHECK(outcome.said("would be overwritten"));
    CHECK(building.read(std::string("twin/") + name) == kGraph);
    std::filesystem::remove(own);
  }
}

TEST_CASE("twin replaces no file in a folder that it has not written") {
  const Building building;
  building.write("twin/report.html", "mine");
  const Outcome refused = building.twin();
  CHECK(refused.code == 2);
  CHECK(refused.said("report.html' is not from an earlier twin"));
  CHECK(building.read("twin/report.html") == "mine");
  building.write("twin/import.json", "{}");  // an earlier call that was interrupted
  const Outcome quiet = building.twin({"-q"});
  CHECK(quiet.code == 0);
  CHECK(quiet.out + quiet.err == "");
}

TEST_CASE("a twin takes weather and its place from a weather file") {
  const Building building;
  building.write("y.epw", epw_text());
  const std::string file = (building / "y.epw").string();
  const Outcome outcome =
      run_hearth(building, {"twin", building.graph, "--data", (building / "trends").string(),
                            "--weather", file, "-o", building.folder});
  INFO(outcome.err);
  // Other weather than that of the trends: a bad fit at worst, which is announced.
  CHECK((outcome.code == 0 || outcome.code == 6));
  CHECK(outcome.said("warning: data.weather_of_other_year"));
  CHECK(outcome.printed("with simulated controls"));
}

TEST_CASE("weather that no file or column gives is refused with what is expected") {
  const Building building;
  const auto said = [&](const std::string& text) {
    const Outcome outcome = run_hearth(
        building, {"translate", building.graph, "--weather", building.write("w.csv", text), "-o",
                   (building / "m.hearth.json").string()});
    return outcome.code == 0 ? "" : outcome.err;
  };
  CHECK(said("time,T\n2024-01-08T00:00:00Z,1\n").find("'dryBulbTemperature' (degC)") !=
        std::string::npos);
  CHECK(said("time,dryBulbTemperature [degC]\n2024-01-08T00:00:00Z,1\n2024-01-10T00:00:00Z,1\n") ==
        "");
  const Outcome missing = run_hearth(
      building, {"translate", building.graph, "--weather", (building / "nosuch.csv").string(), "-o",
                 (building / "m.hearth.json").string()});
  CHECK(missing.code == 3);
  CHECK(missing.said("nosuch.csv"));
  CHECK(missing.said("does not exist"));
}

TEST_CASE("a thermometer without values makes no zone, and gaps at its ends shorten the time") {
  const Building building;
  SECTION("no values") {
    building.write("trends/north_t.csv",
                   "time,value\n2024-01-08T00:00:00Z,\n2024-01-20T00:00:00Z,\n");
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.find("twin.no_data") != std::string::npos);
  }
  SECTION("a day without values at the start") {
    building.blank("north_t", 0, kDay);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.find("calibration from 2024-01-09T00:00:00") != std::string::npos);
  }
}

TEST_CASE("a boundary whose series is too short is left out, others shorten the time") {
  const Building building;
  SECTION("five days missing of twelve") {
    building.blank("flow", 7 * kDay, 13 * kDay);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK((outcome.code == 0 || outcome.code == 6));  // the model's flow does not fit
    CHECK(outcome.said("twin.boundary_left_out"));
    CHECK(
        outcome.said("box1/box.airFlowRate has values from 2024-01-08T00:00:00+00:00 to "
                     "2024-01-14T23:50:00+00:00 only"));
    CHECK(outcome.said("validation to 2024-01-20T00:00:00"));
    CHECK(building.read("twin/boundaries.hearth.json").find("airFlowRate measured") ==
          std::string::npos);
  }
  SECTION("a day missing of twelve") {
    building.blank("flow", 11 * kDay, 13 * kDay);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.said("twin.shortened"));
    CHECK(outcome.said("box1/box.airFlowRate end"));
    CHECK(outcome.said("validation to 2024-01-18T23:50:00"));
  }
  SECTION("weather that ends three days before") {
    std::istringstream rows(building.read("weather.csv"));
    std::string line, cut;
    for (int hour = -1; hour <= 24 * 9 && std::getline(rows, line); ++hour) cut += line + "\n";
    building.write("weather.csv", cut);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.said("outdoor.globalIrradiation end at 2024-01-17T00:00:00"));
    // Six days to learn from, less a tenth.
    CHECK(outcome.said("twin.short_series"));
    CHECK(outcome.printed("2 zones: 0 calibrated, 0 poor, 1 not validated, 1 guessed"));
  }
}

TEST_CASE("rows in a gap of what drives a zone are neither fitted nor validated") {
  const Building building;
  building.blank("discharge", 9 * kDay, 10 * kDay);
  const Outcome outcome = building.twin();
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.said("twin.hole"));
  const json file = json::parse(building.read("twin/calibration.json"));
  const json& excluded = file["measurements"][0]["exclude"];
  REQUIRE(excluded.size() == 1);
  CHECK(excluded[0]["start"] == "2024-01-16T23:50:00+00:00");
  CHECK(excluded[0]["end"] == "2024-01-19T00:00:00+00:00");  // and a day after it
  const json fit = json::parse(building.read("twin/fit.json"));
  // Of the four days from the 16th to the 20th the first, up to 23:40, and the last.
  CHECK(fit["validation"]["measurements"]["north/space.indoorTemperature"]["n"] == 2 * kDay - 1);
  CHECK(json::parse(building.read("twin/twin.json"))["zones"]["north/space"]["days_kept_back"] ==
        2.0);
}

TEST_CASE("the time zone is set by the option, the site, or the stamps of the data") {
  const Building building;
  const auto zone_of_model = [&] {
    const json model = json::parse(building.read("twin/twin.hearth.json"));
    return model.contains("site") ? model["site"].value("timezone", "") : "";
  };
  SECTION("stamps in UTC") {
    const Outcome outcome = building.twin();
    CHECK(outcome.said("time zone: UTC"));
  }
  std::string text = building.read("trends/north_t.csv");
  for (std::size_t at; (at = text.find("+00:00")) != std::string::npos;) {
    text.replace(at, 6, "-05:00");
  }
  building.write("trends/north_t.csv", text);
  SECTION("stamps with an offset") {
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.said("time zone: -05:00 (from the time stamps of the data)"));
    CHECK(outcome.said("calibration from 2024-01-08T00:00:00-05:00"));
    CHECK(zone_of_model() == "-05:00");
  }
  SECTION("stamps with the offsets of summer and winter") {
    for (std::size_t at = 0; (at = text.find("2024-01-0", at)) != std::string::npos; ++at) {
      text.replace(text.find("-05:00", at), 6, "-04:00");
    }
    building.write("trends/north_t.csv", text);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.said("twin.civil_time"));
    CHECK(outcome.said("local time is -05:00 all year"));
  }
  SECTION("an option") {
    const Outcome outcome = building.twin({"--timezone", "America/Denver"});
    INFO(outcome.err);
    CHECK(outcome.said("time zone: America/Denver (set by --timezone)"));
    CHECK(zone_of_model() == "America/Denver");
  }
  SECTION("stamps that do not agree") {
    text.replace(text.find("-05:00"), 6, "+01:00");
    building.write("trends/north_t.csv", text);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.said("twin.civil_time"));
    CHECK(outcome.said("time zone: UTC"));
  }
}

TEST_CASE("a series that the graph names and the folder lacks is named for its zone") {
  const Building building;
  std::filesystem::remove(building / "trends/north_t.csv");
  const Outcome outcome = building.twin();
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.said("twin.series_missing"));
  CHECK(outcome.said("'north/space' has a temperature sensor with the series 'north_t'"));
  CHECK(outcome.printed("no series 'north_t'"));
  CHECK(outcome.printed(
      "a temperature sensor in this zone would replace guesses by estimates: south"));
  CHECK(json::parse(building.read("twin/twin.json"))["zones"]["north/space"]["missing_series"] ==
        "north_t");
}

TEST_CASE("a run is not disturbed by what an earlier one left in its folder") {
  const Building building;
  building.write("twin/import.json", "{}");
  SECTION("a result that was cut") {
    building.write("twin/fit.json", R"({"status": "converged", "parameters": {"north/sp)");
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.said("twin.fit_unread"));
    CHECK(json::parse(building.read("twin/fit.json"))["status"] == "converged");
  }
  SECTION("a result of another building, and of a run that found more") {
    building.write("twin/fit.json", R"({"status": "converged", "parameters": {
      "north/space.R_out": {"value": 0.03, "unit": "K/W", "targets": ["north/space.R_out"]},
      "west/space.R_out": {"value": 0.1, "unit": "K/W", "targets": ["west/space.R_out"]}}})");
    building.write("twin/report.html", "old");
    building.write("trends/north_t.csv",
                   "time,value\n2024-01-08T00:00:00Z,\n2024-01-20T00:00:00Z,\n");
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    for (const char* name : {"fit.json", "report.html", "calibration.json"}) {
      CAPTURE(name);
      CHECK_FALSE(std::filesystem::exists(building / (std::string("twin/") + name)));
    }
  }
  SECTION("names that match") {
    building.write("twin/fit.json", R"({"status": "converged", "parameters": {
      "north/space.R_out": {"value": 0.03, "unit": "K/W", "targets": ["north/space.R_out"]},
      "west/space.R_out": {"value": 0.1, "unit": "K/W", "targets": ["west/space.R_out"]}}})");
    REQUIRE(building.twin().code == 0);
    const json file = json::parse(building.read("twin/calibration.json"));
    const auto& all = file["parameters"];
    const auto wall = std::find_if(
        all.begin(), all.end(), [](const json& own) { return own["name"] == "north/space.R_out"; });
    REQUIRE(wall != all.end());
    CHECK((*wall)["initial"] == 0.03);
  }
}

TEST_CASE("a zone without weather is not validated") {
  const Building building;
  const Outcome outcome = run_hearth(
      building,
      {"twin", building.graph, "--data", (building / "trends").string(), "-o", building.folder});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.said("twin.no_weather"));
  CHECK(outcome.printed("no weather"));
  const json zone = json::parse(building.read("twin/twin.json"))["zones"]["north/space"];
  CHECK(zone["grade"] == "not validated");
  CHECK(zone["doubts"][0] == "no weather");
}

TEST_CASE("a zone whose sensor never changes is not validated, and months in two files are named") {
  const Building building;
  std::istringstream rows(building.read("trends/north_t.csv"));
  std::string line, constant, later;
  for (int row = -1; std::getline(rows, line); ++row) {
    constant += (row < 0 ? line : line.substr(0, line.find(',') + 1) + "21") + "\n";
    if (row < 0 || row > 1000) later += (row < 0 ? std::string("time,north_t") : line) + "\n";
  }
  building.write("trends/north_t.csv", constant);
  building.write("trends/z_more.csv", later);
  const Outcome outcome = building.twin();
  INFO(outcome.out << outcome.err);
  CHECK(outcome.said("twin.constant"));
  CHECK(outcome.printed("not validated"));
  CHECK(outcome.said("import.series_repeated"));
  CHECK(outcome.said("z_more.csv"));
}

TEST_CASE("values between the steps are compared, at a long step too") {
  const Building building;
  SECTION("stamps with seconds") {
    std::string text = building.read("trends/north_t.csv");
    for (std::size_t at; (at = text.find(":00+00:00")) != std::string::npos;) {
      text.replace(at, 9, ":07Z");
    }
    building.write("trends/north_t.csv", text);
    const Outcome outcome = building.twin();
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.printed("1 calibrated"));
    CHECK_FALSE(outcome.said("values_unused"));
  }
  SECTION("a step of an hour") {
    const Outcome outcome = building.twin({"--step", "3600"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK_FALSE(outcome.said("values_unused"));
  }
}

TEST_CASE("a building without a thermometer has a twin that is a guess, which is reported") {
  const Building building;
  std::string text = kGraph;
  const std::string point = " ; brick:hasPoint ex:thermometer";
  text.erase(text.find(point), point.size());
  building.write("building.ttl", text);
  const Outcome outcome = building.twin();
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.err.find("twin.no_zone") != std::string::npos);
  CHECK(outcome.printed("2 zones: 0 calibrated, 0 poor, 2 guessed"));
}

TEST_CASE("twin refuses a graph without series, and series too short to learn from") {
  const Building building;
  SECTION("no series") {
    std::string text = kGraph;
    for (std::size_t at; (at = text.find(" ; brick:hasUnit")) != std::string::npos;) {
      text.replace(at, text.find(" .\n", at) - at, "");
    }
    building.write("building.ttl", text);
    const Outcome outcome = building.twin();
    CHECK(outcome.code == 3);
    CHECK(outcome.err.find("twin.not_measured") != std::string::npos);
  }
  SECTION("no folder") {
    const Outcome outcome = run_hearth(
        building, {"twin", building.graph, "--weather", building.weather, "-o", building.folder});
    CHECK(outcome.code == 3);
    CHECK(outcome.said("twin.no_data_folder"));
    CHECK(outcome.said("set --data DIR"));
    CHECK_FALSE(outcome.said("data.file_missing"));
  }
  SECTION("a folder without any of the series") {
    building.write("empty/other.csv", "time,x\n");
    const std::string folder = (building / "empty").string();
    const Outcome outcome =
        run_hearth(building, {"twin", building.graph, "--data", folder, "-o", building.folder});
    CHECK(outcome.code == 3);
    CHECK(outcome.said("twin.series_missing"));
    CHECK(outcome.said("discharge, flow, north_t"));
  }
  SECTION("a share that leaves nothing to judge by") {
    const Outcome outcome = building.twin({"--learn", "0.9999"});
    CHECK(outcome.code == 3);
    CHECK(outcome.err.find("twin.share") != std::string::npos);
  }
  SECTION("short series") {
    building.write("trends/north_t.csv",
                   "time,value\n2024-01-08T00:00:00Z,20\n2024-01-08T01:00:00Z,20\n");
    const Outcome outcome = building.twin();
    CHECK(outcome.code == 3);
    CHECK(outcome.err.find("twin.no_overlap") != std::string::npos);
  }
}

}  // namespace twin_test
