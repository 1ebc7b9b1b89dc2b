// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/service.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/apps/serve/boptest/overwrites.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/json_levels.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/apps/serve/office_case.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace service_test {

using namespace hearth;
using namespace hearth::apps;
using namespace hearth::test;
using Json = nlohmann::json;

namespace {

constexpr double kStart = 70.0 * 86400.0;  // 11 March 2024, counted from the start of the year

Service office_service(ServiceLimits limits = {}) { return Service({office_case()}, limits); }

TEST_CASE("a client of BOPTEST selects, initializes, advances and stops a test") {
  Service service = office_service();
  Client client(service);
  CHECK(client.call("GET", "/testcases") == Json::parse(R"([{"testcaseid": "office"}])"));
  CHECK(client.get("name")["payload"]["name"] == "office");
  CHECK(client.get("step")["payload"] == 300.0);
  CHECK(client.put("step", {{"step", 600}})["payload"]["step"] == 600.0);

  const Json inputs = client.get("inputs")["payload"];
  CHECK(inputs["heating_setpoint_scheduleValue_u"]["Unit"] == "K");
  CHECK(inputs["heating_setpoint_scheduleValue_u"]["Minimum"] == 278.15);
  CHECK(inputs["heating_setpoint_scheduleValue_u"]["Maximum"] == 308.15);
  CHECK(inputs["heating_setpoint_scheduleValue_activate"]["Unit"].is_null());
  CHECK(inputs["north_heating_inputSignal_u"]["Maximum"] == 1.0);
  CHECK(inputs["people_south_scheduleValue_u"]["Maximum"] == 8.0);
  const Json measurements = client.get("measurements")["payload"];
  CHECK(measurements["north_indoorTemperature_y"]["Unit"] == "K");
  CHECK(measurements["north_indoorCO2_y"]["Unit"] == "ppm");
  CHECK(!measurements.contains("heating_setpoint_scheduleValue_y"));

  const Json initial = client.put("initialize", {{"start_time", kStart}, {"warmup_period", 3600}});
  CHECK(client.status == 200);
  CHECK(initial["message"] ==
        "Test simulation initialized successfully to 6048000.0s with warmup "
        "period of 3600.0s.");
  CHECK(initial["payload"]["time"] == kStart);
  const Json state = client.advance();
  CHECK(state["message"] == "Advanced simulation successfully from 6048000.0s to 6048600.0s.");
  CHECK(state["payload"]["time"] == kStart + 600.0);
  CHECK(state["payload"]["heating_setpoint_scheduleValue_u"] == 294.15);
  CHECK(state["payload"]["heating_setpoint_scheduleValue_activate"] == 0);
  for (const auto& [name, data] : measurements.items()) CHECK(state["payload"].contains(name));
  for (const auto& [name, data] : inputs.items()) CHECK(state["payload"].contains(name));

  const Reply stopped = service.handle({"PUT", "/stop/" + client.testid});
  CHECK(stopped.status == 200);
  CHECK(stopped.body == "OK");
  CHECK(service.test_count() == 0);
}

TEST_CASE("an overwrite acts on the step it is sent with, and holds until it is changed") {
  Service service = office_service();
  Client client(service);
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 0}});
  const Json hot = client.advance({{"heating_setpoint_scheduleValue_u", 298.15},
                                   {"heating_setpoint_scheduleValue_activate", 1}});
  CHECK(hot["payload"]["heating_setpoint_scheduleValue_u"] == 298.15);
  CHECK(hot["payload"]["heating_setpoint_scheduleValue_activate"] == 1);
  CHECK(hot["payload"]["north_heating_inputSignal_u"] > 0.5);
  CHECK(client.advance()["payload"]["heating_setpoint_scheduleValue_u"] == 298.15);
  const Json off = client.advance({{"heating_setpoint_scheduleValue_activate", "false"}});
  CHECK(off["payload"]["heating_setpoint_scheduleValue_u"] == 294.15);

  const Json limited = client.advance({{"heating_setpoint_scheduleValue_u", "400"},
                                       {"heating_setpoint_scheduleValue_activate", true}});
  CHECK(client.status == 200);
  CHECK(limited["message"] ==
        "WARNING: value of 400.0 for heating_setpoint_scheduleValue_u is "
        "above maximum of 308.15.  Using 308.15. ;");
  CHECK(limited["payload"]["heating_setpoint_scheduleValue_u"] == 308.15);
}

TEST_CASE("forms are read like JSON") {
  Service service = office_service();
  Client client(service);
  const auto form = [&](const std::string& verb, const std::string& body) {
    const Reply reply = service.handle(
        {"PUT", "/" + verb + "/" + client.testid, "application/x-www-form-urlencoded", body});
    return Json::parse(reply.body);
  };
  CHECK(form("initialize", "start_time=6048000&warmup_period=0")["payload"]["time"] == kStart);
  CHECK(form("step", "step=900")["payload"]["step"] == 900.0);
  client.advance();
  const Json results = form("results",
                            "point_names=north_indoorTemperature_y&start_time=6048300&"
                            "final_time=inf&point_names=south_indoorTemperature_y");
  CHECK(results["payload"]["time"] == Json({6048300.0, 6048600.0, 6048900.0}));
  CHECK(results["payload"]["south_indoorTemperature_y"].size() == 3);
}

TEST_CASE("bodies with very many values are refused, and answers with long texts are cut") {
  Service service = office_service();
  Client client(service);
  const Json many = client.put("results", {{"point_names", std::string(20'000, ',')}});
  CHECK(client.status == 413);
  CHECK(many["message"] == "The body of the request has more than 10000 values.");
  const Json text = client.advance({{std::string(900'000, 'a'), 1}});
  CHECK(client.status == 400);
  CHECK(text["message"].get<std::string>().size() == 65'536);
}

TEST_CASE("a body in parts is refused") {
  Service service = office_service();
  Client client(service);
  const Reply reply = service.handle({"POST", "/advance/" + client.testid,
                                      "multipart/form-data; boundary=b", "--b\r\n\r\n1\r\n--b--"});
  CHECK(reply.status == 415);
}

TEST_CASE("wrong arguments are answered with status 400 and the messages of BOPTEST") {
  Service service = office_service();
  Client client(service);
  const auto message = [&](const Json& answer) {
    CHECK(client.status == 400);
    CHECK(answer["status"] == 400);
    CHECK(answer["payload"].is_null());
    return answer["message"].get<std::string>();
  };
  CHECK(message(client.put("step", {{"step", "fast"}})) ==
        "Invalid value fast for parameter step. Value must be a float, integer, or string able to "
        "be converted to a float, but is <class 'str'>.");
  CHECK(message(client.put("step", {{"step", -1}})) ==
        "Invalid value -1.0 for parameter step. Value must not be negative.");
  CHECK(message(client.put("initialize", {{"start_time", 0}})) ==
        "Invalid value None for parameter warmup_period. Value must be a float, integer, or string "
        "able to be converted to a float, but is <class 'NoneType'>.");
  CHECK(message(client.advance({{"nothing_u", 1}})) == "Unexpected input variable: nothing_u.");
  CHECK_THAT(message(client.advance({{"north_heating_inputSignal_activate", 2}})),
             Catch::StartsWith("Invalid value 2 and/or type <class 'int'> for input "
                               "north_heating_inputSignal_activate."));
  CHECK(message(client.put("scenario", {{"electricity_price", "free"}})) ==
        "Scenario parameter electricy_price is free, but should be 'constant', 'dynamic', or "
        "'highly_dynamic'.");
  CHECK(message(client.put(
            "forecast",
            {{"point_names", {"a", "TDryBul"}}, {"horizon", 3600}, {"interval", 3600}})) ==
        "Invalid point name(s) ['a'] in parameter point_names.  Check list of available forecast "
        "points.");
  CHECK(message(client.put("forecast",
                           {{"point_names", {"TDryBul"}}, {"horizon", 1}, {"interval", "inf"}})) ==
        "Invalid value inf for parameter interval. Value must be finite.");
  CHECK(message(client.put(
            "forecast",
            {{"point_names", {"TDryBul"}}, {"horizon", "1e999"}, {"interval", "1e999"}})) ==
        "Invalid value inf for parameter horizon. Value must be finite.");
  CHECK(message(client.put("results",
                           {{"point_names", {"b"}}, {"start_time", 0}, {"final_time", 1}})) ==
        "Invalid point name b in parameter point_names.  Check lists of available inputs and "
        "measurements.");
  CHECK(message(client.put("step", Json::array({1}))) ==
        "The body of the request is neither a JSON object nor a form.");
  client.testid = "unknown";
  CHECK(message(client.get("name")) == "Invalid testid: unknown");
  client.call("POST", "/testcases/none/select");
  CHECK(client.status == 404);
  client.call("GET", "/nowhere");
  CHECK(client.status == 404);
  client.call("DELETE", "/testcases");
  CHECK(client.status == 405);
}

TEST_CASE("a scenario of the coldest day lasts fourteen days") {
  Service service = office_service();
  Client client(service);
  const Json set =
      client.put("scenario", {{"time_period", "peak_heat_day"}, {"electricity_price", "dynamic"}});
  REQUIRE(client.status == 200);
  const double start = set["payload"]["time_period"]["time"];
  CHECK(std::fmod(start, 86400.0) == 0.0);
  CHECK(client.get("scenario")["payload"]["time_period"] == "peak_heat_day");
  CHECK(client.get("scenario")["payload"]["electricity_price"] == "dynamic");
  client.put("step", {{"step", 86400}});
  for (int day = 0; day < 14; ++day) {
    CHECK(client.advance()["payload"]["time"] == start + (day + 1) * 86400.0);
  }
  const Json over = client.advance();
  CHECK(client.status == 200);
  CHECK(over["payload"] == Json::object());
  CHECK(over["message"] == "End of test case scenario time period reached.");
}

TEST_CASE("KPIs have BOPTEST's names, and follow the prices of the scenario") {
  Service service = office_service();
  Client client(service);
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 86400}});
  client.put("step", {{"step", 3600}});
  for (int hour = 0; hour < 24; ++hour) client.advance();
  const Json kpis = client.get("kpi")["payload"];
  std::vector<std::string> names;
  for (const auto& [name, value] : kpis.items()) names.push_back(name);
  CHECK(names == std::vector<std::string>{"cost_tot", "emis_tot", "ener_tot", "idis_tot",
                                          "pdih_tot", "pele_tot", "pgas_tot", "tdis_tot",
                                          "time_rat"});
  CHECK(kpis["ener_tot"] > 0.0);
  CHECK(kpis["pgas_tot"].is_null());
  CHECK(kpis["time_rat"] >= 0.0);
  const double cost = kpis["cost_tot"];
  client.put("scenario", {{"electricity_price", "dynamic"}});
  const Json dynamic = client.get("kpi")["payload"];
  // Each kWh has twice the price; the sums are doubled term by term, which is exact.
  CHECK(dynamic["cost_tot"] == 2.0 * cost);
  CHECK(dynamic["ener_tot"] == kpis["ener_tot"]);
}

TEST_CASE("forecasts begin at the present time, and their errors follow from the seed") {
  Service service = office_service();
  Client client(service);
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 0}});
  const Json points = client.get("forecast_points")["payload"];
  CHECK(points["TDryBul"]["Unit"] == "K");
  CHECK(points.contains("LowerSetp[north]"));
  CHECK(points.contains("PriceElectricPowerHighlyDynamic"));
  const Json query = {{"point_names", {"TDryBul", "LowerSetp[north]", "PriceElectricPowerDynamic"}},
                      {"horizon", 14400},
                      {"interval", 3600}};
  const Json exact = client.put("forecast", query)["payload"];
  CHECK(exact["time"] ==
        Json({kStart, kStart + 3600, kStart + 7200, kStart + 10800, kStart + 14400}));
  // 3 degC at midnight, falling to 0 degC at 5 o'clock.
  CHECK(exact["TDryBul"][0] == 276.15);
  CHECK(exact["TDryBul"][4].get<double>() == Approx(273.75).margin(1e-9));
  CHECK(exact["LowerSetp[north]"][2] == 293.15);
  CHECK(exact["PriceElectricPowerDynamic"][2] == 0.4);
  client.put("scenario", {{"temperature_uncertainty", "medium"}, {"seed", 5}});
  const Json uncertain = client.put("forecast", query)["payload"]["TDryBul"];
  CHECK(uncertain != exact["TDryBul"]);
  CHECK(client.put("forecast", query)["payload"]["TDryBul"] == uncertain);
  client.put("forecast", {{"point_names", {"TDryBul"}}, {"horizon", 200000}, {"interval", 3600}});
  CHECK(client.status == 400);
}

TEST_CASE("a test can start at any second, and its KPIs are totals of no time at first") {
  Service service = office_service();
  Client client(service);
  // The tables of the office are on a grid of hours from its start: the run has steps of a second.
  client.put("initialize", {{"start_time", 6048001}, {"warmup_period", 600}});
  CHECK(client.status == 200);
  const Json kpis = client.get("kpi")["payload"];
  CHECK(kpis["cost_tot"] == 0.0);
  CHECK(kpis["tdis_tot"] == 0.0);
  CHECK(kpis["time_rat"].is_null());
  CHECK(client.advance()["payload"]["time"] > 6048001.0);
  CHECK(client.get("kpi")["payload"]["ener_tot"] > 0.0);
}

TEST_CASE("a test case offers all times for which there are data, beyond the model's period") {
  TempFolder folder;
  std::string rows = "time,t\n";
  const Instant begin = read_instant("2024-01-01T00:00:00Z", std::nullopt, {});
  for (long hour = 0; hour < 8784; ++hour) {  // the last row is an hour before the next year
    rows += format_time(begin + std::chrono::hours(hour), Zone("UTC")) + ",5\n";
  }
  folder.write("weather.csv", rows);
  const std::filesystem::path file = folder.write("room.hearth.json", R"({
    "hearth": 1, "name": "room", "site": {"timezone": "UTC"},
    "simulation": {"start": "2024-02-01T00:00:00Z", "end": "2024-02-02T00:00:00Z", "step": 600},
    "components": {
      "weather": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature":
        {"file": "weather.csv", "column": "t", "unit": "degC", "resample": "linear"}}},
      "room": {"type": "ThermalNode", "parameters": {"C": 2e6, "R": {"weather": 0.02}}}},
    "connections": ["weather.outdoorTemperature -> room.adjacentTemperature[weather]"]})");
  Diagnostics diagnostics;
  const SimulationModel model = load_model(file, standard_components(), {}, diagnostics);
  TestCaseSettings settings;
  settings.name = "room";
  DataOptions data;
  data.folders = {folder.path()};
  const TestCase test_case(model, data, std::move(settings), {}, diagnostics);
  CHECK(test_case.time_of(test_case.earliest()) == 0.0);
  CHECK(test_case.time_of(test_case.latest()) == 8783.0 * 3600.0);
}

TEST_CASE("results contain the answered values, beginning with the warm-up") {
  Service service = office_service();
  Client client(service);
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 600}});
  const Json state = client.advance(
      {{"supply_setpoint_scheduleValue_u", 291.15}, {"supply_setpoint_scheduleValue_activate", 1}});
  const Json results = client.put(
      "results", {{"point_names", {"north_indoorTemperature_y", "supply_setpoint_scheduleValue_u"}},
                  {"start_time", 0},
                  {"final_time", 1e9}})["payload"];
  CHECK(results["time"] == Json({kStart - 600, kStart - 300, kStart, kStart + 300}));
  CHECK(results["north_indoorTemperature_y"][3] == state["payload"]["north_indoorTemperature_y"]);
  CHECK(results["supply_setpoint_scheduleValue_u"] == Json({289.15, 289.15, 289.15, 291.15}));
}

TEST_CASE("a control step that is not a multiple of the model's continues from the same state") {
  Service service = office_service();
  Client client(service);
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 3600}});
  const Json before = client.advance();
  client.put("step", {{"step", 450}});
  const Json after = client.advance();
  CHECK(client.status == 200);
  CHECK(after["payload"]["time"] == kStart + 750.0);
  const double change = after["payload"]["north_indoorTemperature_y"].get<double>() -
                        before["payload"]["north_indoorTemperature_y"].get<double>();
  CHECK(std::abs(change) < 0.5);  // K, 7.5 minutes of a room with walls of 10 MJ/K
}

/// The answers of a run of the overwritable model with this heating setpoint.
std::vector<double> expected_temperatures(double setpoint, int steps) {
  const OverwritableModel overwritable =
      with_overwrites(hearth::compile(office_model(), standard_components()));
  DataResolver resolver;
  const Instant start = *overwritable.model.defaults.start;
  const Duration step = *overwritable.model.defaults.step;
  RunSettings settings{.period = {start, start + steps * step, step},
                       .origin = start,
                       .timezone = overwritable.model.site.timezone,
                       .resolver = &resolver};
  Run run(overwritable.model, standard_components(), settings);
  run.start();
  std::vector<double> temperatures;
  const Conversion to_kelvin = conversion(unit::degC, unit::kelvin);
  const Conversion to_celsius = conversion(unit::kelvin, unit::degC);
  run.set("overwrite/heating_setpoint/scheduleValue.in.u",
          to_celsius.factor * setpoint + to_celsius.shift);
  run.set("overwrite/heating_setpoint/scheduleValue.in.activate", 1.0);
  for (int k = 0; k < steps; ++k) {
    run.step();
    temperatures.push_back(to_kelvin.factor * run.value("north.indoorTemperature") +
                           to_kelvin.shift);
  }
  return temperatures;
}

TEST_CASE("each of sixteen simultaneous clients gets bitwise the results of its own run") {
  constexpr int kClients = 16, kSteps = 60;
  Service service = office_service();
  std::vector<std::vector<double>> found(kClients);
  std::vector<std::thread> threads;
  for (int i = 0; i < kClients; ++i) {
    threads.emplace_back([&service, &found, i] {
      Client client(service);
      client.put("initialize", {{"start_time", kStart}, {"warmup_period", 0}});
      for (int k = 0; k < kSteps; ++k) {
        const Json state = client.advance({{"heating_setpoint_scheduleValue_u", 289.15 + 0.5 * i},
                                           {"heating_setpoint_scheduleValue_activate", 1}});
        found[i].push_back(state["payload"]["north_indoorTemperature_y"]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < kClients; ++i) {
    CHECK(found[i] == expected_temperatures(289.15 + 0.5 * i, kSteps));
  }
  CHECK(found[0] != found[15]);
}

TEST_CASE("a service limits the number of tests, and ends tests without requests") {
  ServiceLimits limits;
  limits.tests = 2;
  limits.idle = std::chrono::seconds(0);
  Service service = office_service(limits);
  Client first(service);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  Client second(service);
  CHECK(service.test_count() == 1);  // the first one was idle
  first.get("name");
  CHECK(first.status == 400);

  limits.idle = std::chrono::hours(1);
  limits.tests = 1;
  Service small = office_service(limits);
  Client only(small);
  only.call("POST", "/testcases/office/select");
  CHECK(only.status == 503);
}

TEST_CASE("a request that takes too long ends, and the test can be initialized again") {
  ServiceLimits limits;
  limits.test.request_time = std::chrono::seconds(0);
  Service service = office_service(limits);
  Client client(service);
  const Json answer = client.put("initialize", {{"start_time", kStart}, {"warmup_period", 86400}});
  CHECK(client.status == 500);
  CHECK_THAT(answer["message"].get<std::string>(), Catch::Contains("serve.request_time"));
}

TEST_CASE("results beyond the allowed size end the test, not the service") {
  ServiceLimits limits;
  limits.test.result_bytes = 100'000;
  Service service = office_service(limits);
  Client client(service);
  const Json answer =
      client.put("initialize", {{"start_time", kStart}, {"warmup_period", 10 * 86400}});
  CHECK(client.status == 500);
  CHECK_THAT(answer["message"].get<std::string>(), Catch::Contains("serve.results_full"));
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 0}});
  CHECK(client.status == 200);
}

TEST_CASE("all malformed requests are answered") {
  ServiceLimits limits;
  limits.test.request_time = std::chrono::seconds(1);
  limits.test.answer_numbers = 10'000;
  Service service = office_service(limits);
  Client client(service);
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 0}});
  const std::vector<std::string> verbs{"step",    "scenario", "initialize", "advance", "forecast",
                                       "results", "kpi",      "name",       "select",  "inputs"};
  const std::vector<std::string> methods{"GET", "PUT", "POST", "DELETE", "PATCH"};
  const std::vector<std::string> bodies{
      R"({"step": 300})",
      R"({"start_time": 6048000, "warmup_period": 300})",
      R"({"electricity_price": "dynamic", "seed": 3, "temperature_uncertainty": "low"})",
      R"({"heating_setpoint_scheduleValue_u": 294.15, "heating_setpoint_scheduleValue_activate": 1})",
      R"({"point_names": ["TDryBul"], "horizon": 3600, "interval": 600})",
      R"({"point_names": ["north_indoorTemperature_y"], "start_time": 0, "final_time": 1e9})",
      "start_time=6048000&warmup_period=0&point_names=a&point_names=b"};
  std::mt19937 random(1);
  const auto below = [&random](std::size_t n) { return random() % n; };
  for (int i = 0; i < 3000; ++i) {
    std::string body = bodies[below(bodies.size())];
    for (std::size_t k = below(6); k > 0 && !body.empty(); --k) {
      const std::size_t at = below(body.size());
      switch (below(5)) {
        case 0:
          body[at] = static_cast<char>(random());
          break;
        case 1:
          body.erase(at, 1 + below(8));
          break;
        case 2:
          body.insert(at, body.substr(below(body.size())));
          break;
        case 3:
          body.insert(at, std::string(1 + below(4), "[{\"-9e"[below(6)]));
          break;
        default:
          body.insert(at, "1e308");
          break;
      }
    }
    const bool form = below(3) == 0;
    const std::string id = below(8) == 0 ? "x" : client.testid;
    const Reply reply =
        service.handle({methods[below(methods.size())], "/" + verbs[below(verbs.size())] + "/" + id,
                        form ? "application/x-www-form-urlencoded" : "application/json", body});
    const std::vector<int> known{200, 400, 404, 405, 500, 503};
    CHECK(std::count(known.begin(), known.end(), reply.status) == 1);
    CHECK(Json::accept(reply.body));
  }
  client.put("initialize", {{"start_time", kStart}, {"warmup_period", 0}});
  CHECK(client.status == 200);
}

TEST_CASE("a body that is nested deeper than JSON files may be is refused") {
  const auto nested = [](std::size_t levels) {
    return R"({"step": )" + std::string(levels, '[') + std::string(levels, ']') + "}";
  };
  CHECK(read_body("application/json", nested(kMostJsonLevels - 1)).has_value());
  CHECK_FALSE(read_body("application/json", nested(kMostJsonLevels)).has_value());
  CHECK_FALSE(read_body("application/json", nested(400'000)).has_value());
}

TEST_CASE("names of points are unique and consist of letters, digits and underscores") {
  PointNames names;
  CHECK(names.name("room 1.valve[a]") == "room_1_valve_a");
  CHECK(names.name("room_1.valve_a") == "room_1_valve_a_2");
  CHECK(names.name("1.y") == "_1_y");
  // Learning environments replace each "_u" of "<name>_u".
  CHECK(names.input_name("ahu/unit.upperSetpoint") == "ahu_Unit_UpperSetpoint");
}

TEST_CASE("units of points are those of BOPTEST") {
  CHECK(point_unit(unit::degC).symbol == "K");
  CHECK(point_unit(unit::degC).to_point.shift == 273.15);
  CHECK(point_unit(unit::kW).symbol == "W");
  CHECK(point_unit(unit::kW).to_point.factor == 1000.0);
  CHECK(point_unit(unit::percent).symbol == "1");
  CHECK(point_unit(unit::ppm).symbol == "ppm");
  CHECK(point_unit(unit::ppm).to_point.factor == 1.0);
  CHECK(point_unit(unit::deg).symbol == "rad");
  CHECK(point_unit(unit::kg_per_s).symbol == "kg/s");
  CHECK(point_unit(unit::bare).symbol == "1");
}

TEST_CASE("numbers and values are read and written as in Python") {
  CHECK(read_number("1e3") == 1000.0);
  CHECK(read_number(" +2.5 ") == 2.5);
  CHECK(read_number("inf") == std::numeric_limits<double>::infinity());
  CHECK(read_number(true) == 1.0);
  CHECK(!read_number("nan"));
  CHECK(!read_number(""));
  CHECK(!read_number(nullptr));
  CHECK(!read_number(Json::array({1})));
  CHECK(python_number(3600.0) == "3600.0");
  CHECK(python_number(0.25) == "0.25");
  CHECK(python_number(1e16) == "1e+16");
  CHECK(python_text(nullptr) == "None");
  CHECK(python_type(1.5) == "<class 'float'>");
}

}  // namespace
}  // namespace service_test
