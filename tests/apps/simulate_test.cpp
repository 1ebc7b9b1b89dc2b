// SPDX-License-Identifier: MIT
#include <chrono>
#include <sstream>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace simulate_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Words run_line(const Workshop& shop, const std::string& model) {
  return Words{"simulate", model, "-o", (shop / "results.csv").string()};
}

/// The heated room with a measurement of its temperature: 20 degC at midnight, then nothing.
std::string measured_room(const std::string& file) {
  std::string text = kHeatedRoom;
  return text.insert(text.rfind('}'), R"(, "measurements": {
    "room.indoorTemperature": {"file": ")" +
                                          file + R"(", "column": "t", "unit": "degC"}})");
}

}  // namespace

TEST_CASE("simulate writes one column per signal and one row per step") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome = run_hearth(shop, run_line(shop, room) + kOneDay);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out.empty());
  const auto lines = lines_of(shop.read("results.csv"));
  REQUIRE(lines.size() == 1 + 145);
  CHECK(lines[0].rfind("time,controller.demand [K],controller.inputSignal [1],heater.Power [W],",
                       0) == 0);
  CHECK(lines[1].rfind("2024-01-15T00:00:00+01:00,0,0,0,", 0) == 0);
  CHECK(lines[2].rfind("2024-01-15T00:10:00+01:00,", 0) == 0);
  CHECK(lines.back().rfind("2024-01-16T00:00:00+01:00,", 0) == 0);
}

TEST_CASE("simulate warns of data that are read otherwise than intended") {
  const Workshop shop;
  const auto said = [&shop](const std::string& header, const std::vector<std::string>& rows,
                            const std::string& code) {
    std::string text = "time," + header + "\n";
    for (std::size_t hour = 0; hour < rows.size(); ++hour) {
      if (rows[hour] == "none") continue;
      text += "2024-01-15T" + std::string(hour < 10 ? "0" : "") + std::to_string(hour) + ":00Z," +
              rows[hour] + "\n";
    }
    shop.write("data.csv", text);
    const std::string model = shop.write("m.hearth.json", R"({"hearth": 1, "components": {
      "air": {"type": "OutdoorEnvironment", "config": {
        "outdoorTemperature": {"file": "data.csv", "column": 1, "outside": "hold"},
        "globalIrradiation": 0}},
      "room": {"type": "BuildingSpace"}},
      "connections": ["air.outdoorTemperature -> room.outdoorTemperature"]})");
    const Outcome outcome =
        run_hearth(shop, run_line(shop, model) + Words{"--start", "2024-01-15T00:00Z", "--end",
                                                       "2024-01-15T12:00Z", "--step", "600"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.said("warning: " + code);
  };
  const std::vector<std::string> fine(24, "5");
  std::vector<std::string> marked = fine, gap = fine, short_gap = fine;
  marked[4] = "-999";
  for (int hour = 2; hour < 10; ++hour) gap[hour] = "none";
  for (int hour = 2; hour < 5; ++hour) short_gap[hour] = "none";
  CHECK_FALSE(said("t [degC]", fine, "data"));
  CHECK(said("t [degrees]", fine, "data.unit_unknown"));
  CHECK(said("t [degC]", marked, "data.value_sentinel"));
  CHECK(said("t [degC]", gap, "data.bridged"));
  CHECK_FALSE(said("t [degC]", short_gap, "data"));
}

TEST_CASE("the record of a run is next to its results") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  REQUIRE(run_hearth(shop, run_line(shop, room) + kOneDay + Words{"-j", "1"}).code == 0);
  const json record = json::parse(shop.read("results.run.json"));
  CHECK(record["status"] == "done");
  CHECK(record["threads"] == 1);
  CHECK(record["command"][1] == "simulate");
  CHECK(record["inputs"][0]["path"] == room);
  CHECK(record["inputs"][0]["fnv1a64"].get<std::string>().size() == 16);
  CHECK(record["outputs"][0] == (shop / "results.csv").string());
  CHECK(record["wall_seconds"].get<double>() >= 0.0);
  CHECK(record["series"].is_array());
}

TEST_CASE("record chooses columns by pattern") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const auto header = [&](const Words& record) {
    const Outcome outcome = run_hearth(shop, run_line(shop, room) + kOneDay + record);
    return outcome.code == 0 ? lines_of(shop.read("results.csv"))[0] : outcome.err;
  };
  CHECK(header({"--record", "room.indoor*"}) ==
        "time,room.indoorCO2 [ppm],room.indoorTemperature [degC]");
  CHECK(header({"--record", "valve.*,room.wallTemperature"}) ==
        "time,room.wallTemperature [degC],valve.valvePosition [1],valve.waterFlowRate [kg/s]");
  CHECK(header({"--record", "*.Power", "--record", "setpoint.*"}) ==
        "time,heater.Power [W],setpoint.scheduleValue [degC]");
  const Outcome nothing =
      run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--record", "room.indoorTemprature"});
  CHECK(nothing.code == 3);
  CHECK(nothing.said("simulation.record_nothing"));
  CHECK(nothing.said("did you mean 'room.indoorTemperature'?"));
}

TEST_CASE("set changes parameters with units, configuration and initial values") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const auto row = [&](const Words& settings, std::size_t k) {
    const Outcome outcome = run_hearth(shop, run_line(shop, room) + kOneDay + settings +
                                                 Words{"--record", "room.indoorTemperature"});
    return outcome.code == 0 ? lines_of(shop.read("results.csv"))[k + 1] : outcome.err;
  };
  CHECK(row({"--set", "room.C_air=2e6"}, 144) == row({}, 144));
  CHECK(row({"--set", "room.C_air=2 MJ/K"}, 144) == row({}, 144));
  CHECK(row({"--set", "heater.UA=40 W/K"}, 144) != row({}, 144));
  CHECK(row({"--set", "room@indoorTemperature=21.1 degC"}, 0) == "2024-01-15T00:00:00+01:00,21.1");
  CHECK(row({"--set", "outdoors.outdoorTemperature=25"}, 144) != row({}, 144));
  CHECK(row({"--set", "controller.isReverse=0"}, 144) != row({}, 144));
  const Outcome unknown =
      run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--set", "romo.C_air=1"});
  CHECK(unknown.code == 3);
  CHECK(unknown.said("did you mean 'room'?"));
  const Outcome unit =
      run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--set", "room.C_air=20 degC"});
  CHECK(unit.code == 3);
}

TEST_CASE("the model is checked before start, end and step are asked for") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome missing = run_hearth(shop, run_line(shop, room) + Words{"--step", "600"});
  CHECK(missing.code == 3);
  CHECK(missing.said("simulation.period_missing"));
  CHECK(missing.said("set --start, --end, or"));
  CHECK_FALSE(shop.holds("results.csv"));
  CHECK_FALSE(shop.holds("results.run.json"));
  std::string text = kHeatedRoom;
  text.replace(text.find("\"C_air\""), 7, "\"C_iar\"");
  const Outcome wrong = run_hearth(shop, run_line(shop, shop.write("wrong.hearth.json", text)));
  CHECK(wrong.code == 3);
  CHECK_FALSE(wrong.said("simulation.period_missing"));
}

TEST_CASE("the model file may give the period") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  text.insert(text.rfind('}'), R"(, "site": {"timezone": "Europe/Copenhagen"}, "simulation":
    {"start": "2024-03-31T00:00:00", "end": "2024-04-01T00:00:00", "step": "PT1H"})");
  const Outcome outcome = run_hearth(shop, run_line(shop, shop.write("room.hearth.json", text)));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const auto lines = lines_of(shop.read("results.csv"));
  CHECK(lines.size() == 1 + 24);  // the day has 23 hours
  CHECK(lines[3].rfind("2024-03-31T03:00:00+02:00,", 0) == 0);
}

TEST_CASE("a naive start needs a zone and takes --timezone") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Words times = {"--start", "2024-07-01", "--end", "2024-07-02", "--step", "PT1H"};
  const Outcome without = run_hearth(shop, run_line(shop, room) + times);
  CHECK(without.code == 3);
  CHECK(without.said("data.naive_time"));
  const Outcome with =
      run_hearth(shop, run_line(shop, room) + times + Words{"--timezone", "Europe/Copenhagen"});
  REQUIRE(with.code == 0);
  CHECK(lines_of(shop.read("results.csv"))[1].rfind("2024-07-01T00:00:00+02:00,", 0) == 0);
}

TEST_CASE("rules of a model without a site follow the offset of the start") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  REQUIRE(
      run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--record", "setpoint.scheduleValue"})
          .code == 0);
  const auto lines = lines_of(shop.read("results.csv"));
  CHECK(lines[1 + 36] == "2024-01-15T06:00:00+01:00,18");  // the step before the switch
  CHECK(lines[1 + 37] == "2024-01-15T06:10:00+01:00,21");
}

TEST_CASE("without a site the offset of the start in the model file counts") {
  const Workshop shop;
  std::string text = kHeatedRoom;
  text.insert(text.rfind('}'), R"(, "simulation": {"start": "2024-01-15T00:00:00+01:00",
    "end": "2024-01-16T00:00:00+01:00", "step": 600})");
  const std::string room = shop.write("room.hearth.json", text);
  REQUIRE(run_hearth(shop, run_line(shop, room)).code == 0);
  const std::string from_file = shop.read("results.csv");
  REQUIRE(run_hearth(shop, run_line(shop, room) + kOneDay).code == 0);
  CHECK(from_file == shop.read("results.csv"));
}

TEST_CASE("an end off the grid is refused") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome =
      run_hearth(shop, run_line(shop, room) + Words{"--start", "2024-01-15T00:00Z", "--end",
                                                    "2024-01-15T01:05Z", "--step", "600"});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("simulation.end_off_grid"));
}

TEST_CASE("results are the same bytes for any number of threads") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  std::string first;
  for (const char* threads : {"1", "2", "4"}) {
    REQUIRE(run_hearth(shop, run_line(shop, room) + kOneDay + Words{"-j", threads}).code == 0);
    const std::string bytes = shop.read("results.csv");
    if (first.empty()) first = bytes;
    CHECK(bytes == first);
  }
}

TEST_CASE("couplings give results of their own") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  std::vector<std::string> results;
  for (const char* coupling : {"gauss-seidel", "jacobi", "iterate"}) {
    const Outcome outcome =
        run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--coupling", coupling});
    INFO(coupling << "\n" << outcome.err);
    REQUIRE(outcome.code == 0);
    results.push_back(shop.read("results.csv"));
  }
  CHECK(results[0] != results[1]);
  CHECK(results[0] != results[2]);
}

TEST_CASE("a run that cannot continue keeps its rows and reports it") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome = run_hearth(
      shop, run_line(shop, room) + kOneDay +
                Words{"--set", "outdoors.outdoorTemperature=1e308", "--set", "room.C_air=1"});
  CHECK(outcome.code == 1);
  CHECK(outcome.said("error: simulation."));
  CHECK(shop.read("results.csv").rfind("# incomplete: failed", 0) == 0);
  const json record = json::parse(shop.read("results.run.json"));
  CHECK(record["status"] == "failed");
  CHECK(record["diagnostics"].back()["severity"] == "error");
}

/// x' = x^2 from 1/950: without bounds at 950 s.
const std::string kExplosion = R"({"hearth": 1,
  "components": {
    "x": {"type": "Integrator", "initial": {"x": 1.0526315789473684e-3}},
    "square": {"type": "Product"}},
  "connections": ["x.y -> square.u[a]", "x.y -> square.u[b]", "square.y -> x.u"]})";

TEST_CASE("a run of the continuous engine that fails midway keeps its rows and reports it") {
  const Workshop shop;
  const std::string model = shop.write("explosion.hearth.json", kExplosion);
  const Outcome outcome = run_hearth(
      shop, run_line(shop, model) + Words{"--engine", "continuous", "--start", "2024-01-15T00:00Z",
                                          "--end", "2024-01-15T00:40Z", "--step", "100"});
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.said("error: simulation.integration_failed"));
  CHECK(outcome.said("x.x"));
  CHECK(outcome.said("at 9"));
  const auto lines = lines_of(shop.read("results.csv"));
  REQUIRE(lines.size() == 2 + 10);  // a mark, names, rows from 0 to 900 s of 2400 s
  CHECK(lines[0].rfind("# incomplete: failed", 0) == 0);
  CHECK(lines.back().rfind("2024-01-15T00:15:00+00:00,", 0) == 0);
  const json record = json::parse(shop.read("results.run.json"));
  CHECK(record["status"] == "failed");
  CHECK(record["diagnostics"].back()["severity"] == "error");
  CHECK(record["diagnostics"].back()["code"] == "simulation.integration_failed");
}

TEST_CASE("an interrupted run keeps what it has and is marked") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Words line = run_line(shop, room) + Words{"--start",  "2024-01-01T00:00Z",
                                                  "--end",    "2034-01-01T00:00Z",
                                                  "--step",   "60",
                                                  "--record", "room.indoorTemperature"};
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove(shop / "results.run.json");
    const Process process(shop, line);
    for (int i = 0; i < 1000 && !shop.holds("results.run.json"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    process.signal(signal);
    const Outcome outcome = process.wait();
    INFO(outcome.err);
    CHECK(outcome.code == 128 + signal);
    CHECK(outcome.said("run.interrupted"));
    CHECK(shop.read("results.csv").rfind("# incomplete: interrupted", 0) == 0);
    CHECK(json::parse(shop.read("results.run.json"))["status"] == "interrupted");
  }
}

TEST_CASE("progress for programs is JSON lines on stderr") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome =
      run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--progress", "json", "-q"});
  REQUIRE(outcome.code == 0);
  const auto lines = lines_of(outcome.err);
  REQUIRE_FALSE(lines.empty());
  const json last = json::parse(lines.back());
  CHECK(last["event"] == "progress");
  CHECK(last["done"] == 144);
  CHECK(last["total"] == 144);
}

TEST_CASE("measured and simulated values are compared after a run") {
  const Workshop shop;
  shop.write("t.csv", "time,t\n2024-01-15T00:00:00+01:00,20\n2024-01-15T00:05:00+01:00,3\n");
  const std::string room = shop.write("room.hearth.json", measured_room("t.csv"));
  const Outcome outcome = run_hearth(shop, run_line(shop, room) + kOneDay);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  // Row 0 is 19 degC, measured are 20 degC; the other value stands between two rows.
  CHECK(outcome.said("room.indoorTemperature"));
  CHECK(outcome.said("1           1          -1  K"));
  CHECK(lines_of(shop.read("results.csv"))[0] ==
        "time,heater.Power [W],room.indoorCO2 [ppm],room.indoorTemperature [degC]");
  REQUIRE(
      run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--record", "measurements"}).code ==
      0);
  CHECK(lines_of(shop.read("results.csv"))[0] == "time,room.indoorTemperature [degC]");
  CHECK(run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--record", "heater.*"})
            .said("room.indoorTemperature"));
  CHECK(lines_of(shop.read("results.csv"))[0].find("room") == std::string::npos);
}

TEST_CASE("a limit that is missed has an exit code of its own") {
  const Workshop shop;
  shop.write("t.csv", "time,t\n2024-01-15T00:00:00+01:00,20\n");
  const std::string room = shop.write("room.hearth.json", measured_room("t.csv"));
  const auto code = [&](const char* limit) {
    return run_hearth(shop, run_line(shop, room) + kOneDay + Words{"--fail-on", limit}).code;
  };
  CHECK(code("room.indoorTemperature.rmse>1.5") == 0);
  CHECK(code("room.indoorTemperature.rmse > 0.5") == 4);
  CHECK(code("room.indoorTemperature.bias>0.5") == 4);
  CHECK(code("room.indoorTemperature.mae>0.5") == 4);
  CHECK(code("room.wallTemperature.rmse>0.5") == 3);
  CHECK(json::parse(shop.read("results.run.json"))["status"] == "done");
}

TEST_CASE("a measurement that is not there is a warning, but not for a limit") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", measured_room("none.csv"));
  const Outcome outcome = run_hearth(shop, run_line(shop, room) + kOneDay);
  CHECK(outcome.code == 0);
  CHECK(outcome.said("warning: data.measurement_missing"));
  const Outcome limited = run_hearth(
      shop, run_line(shop, room) + kOneDay + Words{"--fail-on", "room.indoorTemperature.rmse>1"});
  CHECK(limited.code == 3);
  CHECK(limited.said("data.file_missing"));
}

TEST_CASE("the weather of an option is read from its own path, also with a data folder") {
  const Workshop shop;
  const auto weather = [](const char* outdoors) {
    const std::string row = std::string(",") + outdoors + ",0\n";
    return "time,outdoorTemperature [degC],globalIrradiation [W/m2]\n2024-01-14T23:00Z" + row +
           "2024-01-16T00:00Z" + row;
  };
  const std::string chosen = shop.write("weather.csv", weather("5"));
  shop.write("data/weather.csv", weather("20"));
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome =
      run_hearth(shop, run_line(shop, room) + kOneDay +
                           Words{"--weather", chosen, "--data-dir", (shop / "data").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json record = json::parse(shop.read("results.run.json"));
  bool read = false;
  for (const json& input : record["inputs"]) {
    CHECK(input.dump().find("data/weather.csv") == std::string::npos);
    read = read || input.dump().find("weather.csv") != std::string::npos;
  }
  CHECK(read);
}

TEST_CASE("the data folder finds files by their name") {
  const Workshop shop;
  shop.write("data/weather.csv",
             "time,t_out\n2024-01-14T23:00Z,5\n2024-01-15T12:00Z,5\n2024-01-16T00:00Z,5\n");
  std::string text = kHeatedRoom;
  const std::string constant = "\"outdoorTemperature\": \"2 degC\"";
  text.replace(text.find(constant), constant.size(),
               R"("outdoorTemperature": {"file": "D:\\lost\\weather.csv", "column": "t_out"})");
  const std::string room = shop.write("room.hearth.json", text);
  const Outcome without = run_hearth(shop, run_line(shop, room) + kOneDay);
  CHECK(without.code == 3);
  CHECK(without.said("data.file_missing"));
  const Outcome with = run_hearth(
      shop, run_line(shop, room) + kOneDay + Words{"--data-dir", (shop / "data").string()});
  INFO(with.err);
  CHECK(with.code == 0);
  const json record = json::parse(shop.read("results.run.json"));
  CHECK(record["inputs"].size() == 2);
  CHECK(record["series"].size() == 2);
}

TEST_CASE("results that cannot be written are a failed run") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  shop.write("file", "");
  const Outcome outcome = run_hearth(
      shop, Words{"simulate", room, "-o", (shop / "file/results.csv").string()} + kOneDay);
  CHECK(outcome.code == 1);
  CHECK(outcome.said("file.write"));
}

TEST_CASE("positions of the sun are counted over all series of a model") {
  const Workshop shop;
  const std::string one = R"("type": "Schedule", "config": {"value":
    {"sun": "zenith", "interval": 60, "latitude": 50, "longitude": 10}}})";
  const std::string model = shop.write(
      "sun.hearth.json", R"({"hearth": 1, "components": {"a": {)" + one + R"(, "b": {)" + one +
                             R"(}, "simulation": {"start": "2024-01-01T00:00:00Z",
                             "end": "2024-01-01T01:00:00Z", "step": 600}})");
  CHECK(run_hearth(shop, run_line(shop, model)).code == 0);
  const Outcome outcome =
      run_hearth(shop, run_line(shop, model) + Words{"--limit", "sun-intervals=100"});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("--limit sun-intervals=N"));
}

}  // namespace simulate_test
