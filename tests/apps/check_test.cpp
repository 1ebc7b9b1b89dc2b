// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/data/text/csv.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace check_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

/// Ten days of ten-minute values in Copenhagen around the change of clocks on 31 March 2024, with a
/// gap of six hours, two empty cells and a sensor that hangs for two days.
std::string logger_csv() {
  std::string text = "# timezone: UTC\ntime,temperature,state\n";
  for (int k = 0; k < 10 * 144; ++k) {
    if (k >= 300 && k < 335) continue;
    const int minutes = 10 * k;
    const int day = 25 + minutes / 1440;
    char stamp[32];
    std::snprintf(stamp, sizeof stamp, "2024-%02d-%02dT%02d:%02d:00", day > 31 ? 4 : 3,
                  day > 31 ? day - 31 : day, minutes / 60 % 24, minutes % 60);
    const bool hangs = k >= 600 && k < 900;
    const std::string value = k == 10 || k == 11 ? "" : hangs ? "21.5" : std::to_string(k % 7);
    text += std::string(stamp) + "," + value + ",on\n";
  }
  return text;
}

}  // namespace

TEST_CASE("check accepts a model and reports its contents") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"check", shop.write("room.hearth.json", kHeatedRoom)});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("model, 7 components, 8 connections"));
  CHECK(outcome.printed("0 errors"));
  CHECK(outcome.said("note: model.unitless_source"));
}

TEST_CASE("check names every error of a model with file and line") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  text.replace(text.find("\"C_air\""), 7, "\"C_iar\"");
  text.replace(text.find("\"kp\": 0.2"), 9, "\"kq\": 0.2");
  const Outcome outcome = run_hearth(shop, {"check", shop.write("room.hearth.json", text)});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("room.hearth.json:4"));
  CHECK(outcome.said("room.hearth.json:8"));
  CHECK(outcome.printed("2 errors"));
}

TEST_CASE("check names the kind of a result, which it does not check") {
  const Workshop shop;
  const Outcome outcome =
      run_hearth(shop, {"check", shop.write("fit.json", R"({"objective": {}, "parameters": []})")});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("json.other_kind"));
  CHECK(outcome.said("this is the result of 'hearth calibrate', which 'hearth check' does not"));
}

TEST_CASE("a calibration problem that is given as a model is named") {
  const Workshop shop;
  const std::string file = shop.write("fit.json", R"({"hearth": 1, "periods": []})");
  const Outcome outcome = run_hearth(shop, {"info", file});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("this is a calibration problem, and a model is expected here"));
  CHECK(outcome.said("run it with 'hearth calibrate'"));
}

TEST_CASE("check finds that a source's file is not there, and one that cannot be read") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  const std::string constant = "\"outdoorTemperature\": \"2 degC\"";
  text.replace(text.find(constant), constant.size(),
               R"("outdoorTemperature": {"file": "weather.csv", "column": "t_out"})");
  const std::string room = shop.write("room.hearth.json", text);
  const Outcome missing = run_hearth(shop, {"check", room});
  CHECK(missing.code == 3);
  CHECK(missing.said("error: data.file_missing"));
  shop.write("weather.csv", "time,t_uot\n2024-01-15T00:00Z,2\n");
  const Outcome column = run_hearth(shop, {"check", room});
  CHECK(column.code == 3);
  CHECK(column.said("did you mean 't_uot'?"));
  shop.write("weather.csv", "time,t_out\n2024-01-15T00:00Z,2\n2024-01-15T01:00Z,2\n");
  CHECK(run_hearth(shop, {"check", room}).code == 0);
}

TEST_CASE("check reports the contents of a weather file, and the line that is wrong") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"check", shop.write("x.epw", epw_text())});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("data, EPW weather of Testville, 40 N -105 E, 8760 rows"));
  CHECK(outcome.printed("directNormalRadiation [W/m2]: 0 to 160"));
  CHECK(outcome.printed("computed: solarZenith, solarAzimuth, extraterrestrialNormalRadiation"));
  CHECK(outcome.printed("sun above the horizon: 4"));  // about half of the year
  CHECK_FALSE(outcome.printed("flat at 0 "));
  std::string text = epw_text();
  text.replace(text.find("1991,1,1,3,"), 11, "1991,1,1,x,");
  const Outcome wrong = run_hearth(shop, {"check", shop.write("x.epw", text)});
  CHECK(wrong.code == 3);
  CHECK(wrong.said("error: data.not_a_number"));
  CHECK(wrong.said("x.epw:6"));
}

TEST_CASE("check recognises the format of a data file and prints the line for the model") {
  const Workshop shop;
  const std::string text =
      "Zeit;T [degC]\n16.10.2023 00:00;20,5\n16.10.2023 01:00;Bad\n16.10.2023 02:00;21,5\n";
  const std::string file = shop.write("bms.csv", text);
  const Outcome found = run_hearth(shop, {"check", file, "--timezone", "Europe/Rome"});
  CHECK(found.said("warning: data.format_recognised"));
  CHECK(found.said(R"("files": {"bms.csv": {"time_format": "DD.MM.YYYY HH:mm", )"
                   R"("missing": ["Bad"]}})"));
  CHECK(found.code == 3);  // 'Bad' is not a number
  const Outcome given =
      run_hearth(shop, {"check", file, "--timezone", "Europe/Rome", "--time-format",
                        "%d.%m.%Y %H:%M", "--missing", "Bad,-999", "--decimal", ","});
  CHECK(given.code == 0);
  CHECK(given.printed("2023-10-16T00:00:00+02:00 to 2023-10-16T02:00:00+02:00"));
  CHECK(given.printed("20.5 to 21.5, missing 1"));
  const std::string two = shop.write("two.csv", "D,T,v\n03/04/2023,1:00 PM,1\n");
  const Outcome ambiguous = run_hearth(shop, {"check", two, "--time", "D,T"});
  CHECK(ambiguous.said("error: data.date_ambiguous"));
  CHECK(run_hearth(shop, {"check", two, "--time", "D,T", "--time-format", "DD/MM/YYYY hh:mm a",
                          "--timezone", "UTC"})
            .code == 0);
  CHECK(run_hearth(shop, {"check", two, "--time-format", "HH"}).code == 2);
}

TEST_CASE("a model reads a data file of another format as its rules tell") {
  const Workshop shop;
  shop.write("bms.csv",
             "Datum\tZeit\tT\n15.01.2024\t00:00\t25\n15.01.2024\t00:00\t30\n"
             "15.01.2024\t01:00\t-999\n15.01.2024\t02:00\t50\n");
  std::string text = kHeatedRoom;
  const std::string constant = "\"outdoorTemperature\": \"2 degC\"";
  text.replace(text.find(constant), constant.size(),
               R"("outdoorTemperature": {"file": "bms.csv", "column": "T", "unit": "degC"})");
  text.insert(text.rfind('}'), R"(, "files": {"*.csv": {"time": ["Datum", "Zeit"],
      "time_format": "DD.MM.YYYY HH:mm", "timezone": "UTC", "missing": [-999], "scale": 0.1,
      "duplicates": "last", "outside": "hold"}})");
  const std::string room = shop.write("room.hearth.json", text);
  CHECK(run_hearth(shop, {"check", room}).code == 0);
  const std::string results = (shop / "r.csv").string();
  REQUIRE(run_hearth(shop,
                     {"simulate", room, "-o", results, "--record", "*outdoorTemperature", "--start",
                      "2024-01-15T00:00Z", "--end", "2024-01-15T02:00Z", "--step", "3600"})
              .code == 0);
  const hearth::CsvTable table = hearth::read_csv(results);
  CHECK(table.numbers(1)[1] == 3.0);
}

TEST_CASE("a column with a unit is checked against every port that it feeds") {
  const Workshop shop;
  shop.write("w.csv", "time,t [degC],x\n2024-01-01T00:00Z,2,2\n2024-01-02T00:00Z,2,2\n");
  const auto model = [&](const std::string& column, const std::string& connections) {
    return shop.write("m.hearth.json", R"({"hearth": 1,
      "simulation": {"start": "2024-01-01T00:00Z", "end": "2024-01-01T02:00Z", "step": 3600},
      "components": {
        "s": {"type": "Schedule", "config": {"value": {"file": "w.csv", "column": )" +
                                           column + R"(}}},
        "room": {"type": "BuildingSpace"}}, "connections": [)" +
                                           connections + "]}");
  };
  const std::string air = R"("s.scheduleValue -> room.outdoorTemperature")";
  const std::string both = air + R"(, "s.scheduleValue -> room.globalIrradiation")";
  const std::string out = (shop / "r.csv").string();
  CHECK(run_hearth(shop, {"check", model("\"t\"", air)}).code == 0);
  for (const std::string verb : {"check", "simulate"}) {
    std::vector<std::string> words = {verb, model("\"t\"", both)};
    if (verb == "simulate") words.insert(words.end(), {"-o", out});
    const Outcome outcome = run_hearth(shop, words);
    INFO(verb << outcome.err);
    CHECK(outcome.code == 3);
    CHECK(outcome.said("data.unit_mismatch"));
  }
  CHECK(run_hearth(shop, {"check", model("\"x\"", both)}).code == 0);  // a bare number
}

TEST_CASE("check reports a missing measurement as a warning") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  text.insert(text.rfind('}'),
              R"(, "measurements": {"room.indoorTemperature": {"file": "none.csv"}})");
  const Outcome outcome = run_hearth(shop, {"check", shop.write("room.hearth.json", text)});
  CHECK(outcome.code == 0);
  CHECK(outcome.said("warning: data.measurement_missing"));
}

TEST_CASE("a diagnostic in JSON has a place") {
  const Workshop shop;
  const std::string file = shop.write("room.hearth.json", "{\"hearth\": 1,\n \"inputz\": []}");
  const Outcome outcome = run_hearth(shop, {"check", file, "--json"});
  const json item = json::parse(outcome.out)["files"][0]["diagnostics"][0];
  CHECK(item["severity"] == "error");
  CHECK(item["code"] == "json.unknown_key");
  CHECK(item["place"] == json{{"file", file}, {"line", 2}, {"pointer", "/inputz"}});
}

TEST_CASE("check audits a data file") {
  const Workshop shop;
  const std::string csv = shop.write("logger.csv", logger_csv());
  const Outcome outcome = run_hearth(shop, {"check", csv, "--json"});
  REQUIRE(outcome.code == 0);
  const json report = json::parse(outcome.out);
  const json& file = report["files"][0];
  CHECK(file["kind"] == "data");
  const json& data = file["data"];
  CHECK(data["rows"] == 1440 - 35);
  CHECK(data["first"] == "2024-03-25T00:00:00+00:00");
  CHECK(data["steps"][0]["seconds"] == 600.0);
  CHECK(data["absent"] == 35);
  const json& temperature = data["columns"][0];
  CHECK(temperature["name"] == "temperature");
  CHECK(temperature["missing"] == 2);
  CHECK(temperature["longest_gap"]["seconds"] == 6 * 3600.0);
  REQUIRE(temperature["flat"].size() == 1);
  CHECK(temperature["flat"][0]["count"] == 300);
  CHECK(data["columns"][1]["numeric"] == false);
  const Outcome text = run_hearth(shop, {"check", csv});
  CHECK(text.code == 0);
  CHECK(text.printed("longest gap 6 h"));
  CHECK(text.printed("flat at 21.5"));
}

TEST_CASE("check finds a data file whose stamps need a zone") {
  const Workshop shop;
  const std::string csv = shop.write("naive.csv", "time,t\n2024-01-15T00:00,1\n");
  CHECK(run_hearth(shop, {"check", csv}).code == 3);
  CHECK(run_hearth(shop, {"check", csv, "--timezone", "Europe/Copenhagen"}).code == 0);
}

TEST_CASE("check takes several files and fails if one is wrong") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const std::string good = shop.write("good.csv", "time,t\n2024-01-15T00:00Z,1\n");
  const std::string bad = shop.write("bad.csv", "time,t\n2024-01-15T00:00Z,1\nnoon,2\n");
  CHECK(run_hearth(shop, {"check", room, good}).code == 0);
  const Outcome outcome = run_hearth(shop, {"check", room, bad, good});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("bad.csv:3"));
  CHECK(outcome.printed("good.csv: data"));
}

TEST_CASE("check distinguishes JSON files by their content") {
  const Workshop shop;
  shop.write("room.hearth.json", kHeatedRoom);
  shop.write("t.csv",
             "time,t\n2024-01-15T00:00+01:00,19\n2024-01-15T00:10+01:00,19.1\n"
             "2024-01-15T00:20+01:00,19.2\n");
  const std::string problem = shop.write("problem.json", R"({
    "hearth": 1, "model": "room.hearth.json", "step": 600,
    "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T00:20:00+01:00"}],
    "parameters": [{"name": "C", "targets": ["room.C_air"], "initial": 2e6, "min": 1e5, "max": 1e7}],
    "measurements": [{"port": "room.indoorTemperature", "file": "t.csv", "column": "t",
                      "sd": 0.1}]})");
  const Outcome outcome = run_hearth(shop, {"check", problem});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("calibration, 1 parameter, 1 measurement, 1 period"));
  const Outcome broken = run_hearth(shop, {"check", shop.write("broken.json", "{\"hearth\": 1,")});
  CHECK(broken.code == 3);
  CHECK(broken.said("broken.json:1"));
}

TEST_CASE("a quantity that loses its unit in a block is named, if a port reads it in another") {
  const Workshop shop;
  const auto checked = [&](const std::string& blocks, const std::string& connections) {
    return run_hearth(shop, {"check", shop.write("m.hearth.json", R"({"hearth": 1, "components": {
      "t": {"type": "Schedule", "config": {"value": "20 degC"}},
      "p": {"type": "Schedule", "config": {"value": "3 kW"}},
      "room": {"type": "BuildingSpace"}, )" + blocks + R"(},
      "connections": ["t.scheduleValue -> room.outdoorTemperature", )" +
                                                                      connections + "]}")});
  };
  const Outcome scale =
      checked(R"("a": {"type": "Saturation", "parameters": {"high": 9}}, "b": {"type": "Sum"})",
              R"("p.scheduleValue -> a.u", "a.y -> b.u", "b.y -> room.heatGain")");
  INFO(scale.err);
  CHECK(scale.said("warning: model.unit_lost"));
  CHECK(scale.said("p.scheduleValue [kW] passes b as a number without a unit"));
  CHECK(scale.said("multiply it by 1000"));
  const Outcome converted = checked(R"("a": {"type": "Gain", "parameters": {"k": 1000}})",
                                    R"("p.scheduleValue -> a.u", "a.y -> room.heatGain")");
  INFO(converted.err);
  CHECK(!converted.said("warning: model.unit_lost"));
  CHECK(converted.said("note: model.unit_lost"));
  CHECK(converted.said("a.k must convert the number"));
  const Outcome dimension =
      checked(R"("a": {"type": "Gain"})", R"("t.scheduleValue -> a.u", "a.y -> room.heatGain")");
  CHECK(dimension.said("warning: model.unit_lost"));
  CHECK(dimension.said("room.heatGain reads in [W]"));
  const Outcome same = checked(
      R"("a": {"type": "Saturation", "parameters": {"high": 9}}, "b": {"type": "SampleDelay"})",
      R"("room.indoorTemperature -> a.u", "a.y -> b.u", "b.y -> room.supplyAirTemperature")");
  INFO(same.err);
  CHECK(!same.said("model.unit_lost"));
}

}  // namespace check_test
