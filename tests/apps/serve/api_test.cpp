// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/serve/api_bench.hpp"

namespace api_test {

using namespace hearth;
using hearth::test::ApiBench;
using hearth::test::heated_room;
using Json = nlohmann::json;

namespace {

TEST_CASE("the description of the API has the routes of the service, and no others") {
  ApiBench bench;
  const Json description = bench.call("GET", "/openapi.json");
  CHECK(description["openapi"] == "3.1.0");
  std::set<std::string> described;
  for (const auto& [path, item] : description["paths"].items()) {
    for (const auto& [method, operation] : item.items()) {
      if (method == "parameters") continue;
      std::string name = method;
      std::transform(name.begin(), name.end(), name.begin(),
                     [](char c) { return static_cast<char>(c - 'a' + 'A'); });
      described.insert(name + " " + path);
      CHECK(operation.contains("responses"));
    }
  }
  std::set<std::string> served;
  for (const auto& [method, path] : apps::Api::routes()) served.insert(method + " " + path);
  CHECK(described == served);
}

TEST_CASE("each reference in the description of the API leads to something") {
  ApiBench bench;
  const Json description = bench.call("GET", "/openapi.json");
  int references = 0;
  const auto follow = [&](const auto& self, const Json& value) -> void {
    for (const auto& [key, part] : value.items()) {
      if (key == "$ref" && part.is_string()) {
        const auto target = part.template get<std::string>();
        REQUIRE(target.starts_with("#/"));
        CHECK(description.contains(Json::json_pointer(target.substr(1))));
        ++references;
      }
      if (part.is_structured()) self(self, part);
    }
  };
  follow(follow, description);
  CHECK(references > 20);
}

TEST_CASE("a model is described with its components, inputs, outputs and parameters") {
  ApiBench bench;
  CHECK(bench.call("GET", "/models") ==
        Json::parse(R"({"models": [{"id": "room", "uploaded": false}]})"));
  const Json model = bench.call("GET", "/models/room");
  REQUIRE(bench.reply.status == 200);
  CHECK(model["name"] == "heated_room");
  CHECK(model["simulation"]["step"] == 600.0);
  CHECK(model["simulation"]["start"] == "2024-01-15T00:00:00+01:00");
  const auto named = [](const Json& list, const std::string& name) {
    for (const Json& one : list) {
      if (one.value("name", one.value("id", "")) == name) return one;
    }
    return Json();
  };
  CHECK(named(model["components"], "heater")["type"] == "SpaceHeater");
  CHECK(named(model["outputs"], "room.indoorTemperature")["unit"] == "degC");
  CHECK(named(model["inputs"], "room.heatGain")["from"] == "heater.Power");
  const Json heat = named(model["parameters"], "heater.UA");
  CHECK(heat["value"] == 60.0);
  CHECK(heat["unit"] == "W/K");
  CHECK(heat["source"] == "model");
  CHECK(heat["min"].get<double>() < 60.0);
  CHECK(heat["max"].get<double>() > 60.0);
}

TEST_CASE("a run returns its rows as JSON and as CSV, and its KPIs") {
  ApiBench bench;
  const Json posted = bench.call("POST", "/runs",
                                 {{"model", "room"},
                                  {"step", 1800},
                                  {"parameters", {{"heater.UA", "80 W/K"}, {"room.R_out", 0.04}}},
                                  {"record", {"room.indoorTemperature", "heater.Power"}}});
  REQUIRE(bench.reply.status == 202);
  CHECK(bench.reply.headers.at(0).second == "/api/v1/jobs/" + posted["id"].get<std::string>());
  const Json job = bench.finished(posted["id"]);
  INFO(job.dump());
  REQUIRE(job["state"] == "done");
  CHECK(job["available"] == Json({"result", "kpis"}));
  CHECK(job["progress"]["done"] == 48);
  const std::string path = "/jobs/" + posted["id"].get<std::string>();

  const Json rows = bench.call("GET", path + "/result");
  CHECK(rows["complete"] == true);
  CHECK(rows["rows"].size() == 49);
  CHECK(rows["next"] == 49);
  CHECK(rows["columns"][0]["name"] == "time");
  const Json air = Json::parse(R"({"name": "room.indoorTemperature", "unit": "degC"})");
  const Json& columns = rows["columns"];
  const auto column = std::find(columns.begin(), columns.end(), air) - columns.begin();
  REQUIRE(column < static_cast<std::ptrdiff_t>(columns.size()));
  CHECK(rows["rows"][0][static_cast<std::size_t>(column)] == 19.0);

  const Json part = bench.call("GET", path + "/result", nullptr, "first=47&count=1");
  CHECK(part["rows"] == Json::array({rows["rows"][47]}));
  CHECK(part["next"] == 48);
  bench.call("GET", path + "/result", nullptr, "format=csv&count=2");
  CHECK(bench.reply.type.starts_with("text/csv"));
  CHECK(std::count(bench.reply.body.begin(), bench.reply.body.end(), '\n') == 3);

  const Json kpis = bench.call("GET", path + "/kpis");
  CHECK(bench.reply.status == 200);
  CHECK(kpis["kpis"]["ener_tot"]["value"].get<double>() > 0.0);

  bench.call("DELETE", path);
  CHECK(bench.reply.status == 200);
  bench.call("GET", path);
  CHECK(bench.reply.status == 404);
  CHECK(bench.code() == "serve.job_unknown");
}

TEST_CASE("a run has the numbers of the command") {
  ApiBench bench;
  const Json posted = bench.call("POST", "/runs", {{"model", "room"}, {"record", {"all"}}});
  REQUIRE(bench.finished(posted["id"])["state"] == "done");
  bench.call("GET", "/jobs/" + posted["id"].get<std::string>() + "/result", nullptr, "format=csv");
  const std::string model = (bench.shop() / "served/room.hearth.json").string();
  const std::string results = (bench.shop() / "results.csv").string();
  const auto outcome =
      test::run_hearth(bench.shop(), {"simulate", model, "--record", "all", "-o", results});
  REQUIRE(outcome.code == 0);
  CHECK(bench.reply.body == bench.shop().read("results.csv"));
}

TEST_CASE("a set of scenarios is a job whose result is its table") {
  ApiBench bench;
  const Json set = {
      {"hearth", 1},
      {"scenarios",
       Json::array({{{"id", "as-is"}}, {{"id", "better"}, {"set", {{"room.R_out", 0.1}}}}})}};
  const Json posted = bench.call("POST", "/scenarios", {{"model", "room"}, {"set", set}});
  REQUIRE(bench.reply.status == 202);
  const Json job = bench.finished(posted["id"]);
  INFO(job.dump());
  REQUIRE(job["state"] == "done");
  const Json table = bench.call("GET", "/jobs/" + posted["id"].get<std::string>() + "/result");
  REQUIRE(table["rows"].size() == 2);
  CHECK(table["rows"][0][0] == "as-is");
  CHECK(table["rows"][1][0] == "better");
}

TEST_CASE("a calibration is a job whose result is its file") {
  ApiBench bench;
  const Json made =
      bench.call("POST", "/runs", {{"model", "room"}, {"record", {"room.indoorTemperature"}}});
  REQUIRE(bench.finished(made["id"])["state"] == "done");
  bench.call("GET", "/jobs/" + made["id"].get<std::string>() + "/result", nullptr, "format=csv");
  bench.shop().write("served/measured.csv", bench.reply.body);
  const Json problem = {{"hearth", 1},
                        {"step", 600},
                        {"periods", Json::array({{{"start", "2024-01-15T00:00:00+01:00"},
                                                  {"end", "2024-01-16T00:00:00+01:00"}}})},
                        {"parameters", Json::array({{{"name", "UA"},
                                                     {"targets", {"heater.UA"}},
                                                     {"initial", 40},
                                                     {"min", 5},
                                                     {"max", 200},
                                                     {"unit", "W/K"}}})},
                        {"measurements", Json::array({{{"port", "room.indoorTemperature"},
                                                       {"file", "measured.csv"},
                                                       {"column", "room.indoorTemperature"},
                                                       {"unit", "degC"},
                                                       {"sd", 0.1}}})}};
  const Json posted =
      bench.call("POST", "/calibrations", {{"model", "room"}, {"problem", problem}});
  REQUIRE(bench.reply.status == 202);
  const Json job = bench.finished(posted["id"]);
  INFO(job.dump() << bench.call("GET", "/jobs/" + posted["id"].get<std::string>() + "/log").dump());
  REQUIRE(job["state"] == "done");
  const Json result = bench.call("GET", "/jobs/" + posted["id"].get<std::string>() + "/result");
  // The measurements are exact: the search finds the value that they were made with, within its
  // tolerance.
  CHECK(result["parameters"]["UA"]["value"].get<double>() == Approx(60.0).epsilon(1e-3));
  CHECK(bench.reply.body.find("/served/") == std::string::npos);
}

TEST_CASE("a model of a client is checked, kept, replaced and removed") {
  ApiBench bench;
  Json model = heated_room();
  CHECK(bench.call("PUT", "/models/mine", model)["id"] == "mine");
  CHECK(bench.reply.status == 201);
  model["components"]["heater"]["parameters"]["UA"] = 70;
  bench.call("PUT", "/models/mine", model);
  CHECK(bench.reply.status == 200);
  bench.restart();
  const Json described = bench.call("GET", "/models/mine");
  CHECK(described["uploaded"] == true);
  const Json posted = bench.call("POST", "/runs", {{"model", "mine"}});
  CHECK(bench.finished(posted["id"])["state"] == "done");
  bench.call("DELETE", "/models/mine");
  CHECK(bench.reply.status == 200);
  bench.call("GET", "/models/mine");
  CHECK(bench.reply.status == 404);
  CHECK(bench.code() == "serve.model_unknown");
}

TEST_CASE("a model of a client that is wrong is refused with the codes of the command") {
  ApiBench bench;
  Json model = heated_room();
  model["connections"].push_back("room.indoorTemperature -> heater.suplyWaterTemperature");
  const Json errors = bench.call("PUT", "/models/mine", model)["errors"];
  CHECK(bench.reply.status == 422);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0]["code"] == "model.port_unknown");
  CHECK(errors[0]["place"]["file"] == "mine.hearth.json");
  bench.call("GET", "/models/mine");
  CHECK(bench.reply.status == 404);
  bench.send("PUT", "/models/mine", "{");
  CHECK(bench.reply.status == 422);
  bench.call("PUT", "/models/room", heated_room());
  CHECK(bench.reply.status == 409);
  CHECK(bench.code() == "serve.model_served");
  bench.call("DELETE", "/models/room");
  CHECK(bench.reply.status == 409);
}

TEST_CASE("errors have one form, with the place in the request") {
  ApiBench bench;
  const Json answer = bench.call("POST", "/runs",
                                 {{"model", "room"}, {"step", true}, {"stop", 1}, {"record", {1}}});
  CHECK(bench.reply.status == 400);
  std::set<std::string> places;
  for (const Json& error : answer["errors"]) {
    CHECK(error["code"] == "serve.value");
    CHECK_FALSE(error["message"].get<std::string>().empty());
    places.insert(error["place"]["pointer"].get<std::string>());
  }
  CHECK(places == std::set<std::string>{"/step", "/stop", "/record/0"});
  bench.call("POST", "/runs", {{"model", "other"}});
  CHECK(bench.reply.status == 404);
  CHECK(bench.code() == "serve.model_unknown");
  bench.send("POST", "/runs", "[1]");
  CHECK(bench.code() == "serve.request_malformed");
  bench.call("GET", "/runs");
  CHECK(bench.reply.status == 405);
  CHECK(bench.reply.headers.at(0) == std::pair<std::string, std::string>("Allow", "POST"));
  bench.call("GET", "/nothing");
  CHECK(bench.reply.status == 404);
  CHECK(bench.code() == "serve.path_unknown");
}

TEST_CASE("a run that is wrong fails with the errors of the command") {
  ApiBench bench;
  const Json posted =
      bench.call("POST", "/runs", {{"model", "room"}, {"parameters", {{"heater.Ua", 80}}}});
  REQUIRE(bench.reply.status == 202);
  const Json job = bench.finished(posted["id"]);
  CHECK(job["state"] == "failed");
  REQUIRE(job["errors"].size() == 1);
  CHECK(job["errors"][0]["code"] == "model.parameter_unknown");
  const std::string path = "/jobs/" + posted["id"].get<std::string>();
  bench.call("GET", path + "/result");
  CHECK(bench.reply.status == 404);
  CHECK(bench.code() == "model.parameter_unknown");
  const Json log = bench.call("GET", path + "/log");
  CHECK(log["messages"].size() >= 1);
}

TEST_CASE("errors of a job point into its request") {
  ApiBench bench;
  const Json posted =
      bench.call("POST", "/runs", {{"model", "room"}, {"end", "tomorrow"}, {"step", "600 s"}});
  const Json job = bench.finished(posted["id"]);
  CHECK(job["errors"][0]["code"] == "usage.value");
  CHECK(job["errors"][0]["place"]["pointer"] == "/end");
}

}  // namespace
}  // namespace api_test
