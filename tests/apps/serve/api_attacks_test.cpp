// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/serve/api_bench.hpp"

// What clients must not reach by the API.
namespace api_attacks_test {

using namespace hearth;
using hearth::test::ApiBench;
using hearth::test::heated_room;
using Json = nlohmann::json;

namespace {

const std::string kSecret =
    "time,secret\n2024-01-15T00:00:00+01:00,4711\n2024-01-17T00:00:00+01:00,4711\n";

/// Returns the model with a setpoint from a column of a file.
Json room_that_reads(const std::string& file) {
  Json model = heated_room();
  model["components"]["setpoint"]["config"]["value"] = {
      {"file", file}, {"column", "secret"}, {"unit", "degC"}};
  return model;
}

/// Whether anything that the service returns of a job has the secret.
bool reveals(ApiBench& bench, const std::string& id) {
  const std::string path = "/jobs/" + id;
  bool found = false;
  for (const char* part : {"", "/log", "/result", "/kpis"}) {
    bench.call("GET", path + part);
    found = found || bench.reply.body.find("4711") != std::string::npos;
  }
  return found;
}

TEST_CASE("a model of a client reads data in the served folder, and no file elsewhere") {
  ApiBench bench;
  bench.shop().write("served/data.csv", kSecret);
  bench.shop().write("outside/secret.csv", kSecret);
  std::filesystem::create_symlink(bench.shop() / "outside/secret.csv",
                                  bench.shop() / "served/link.csv");
  bench.call("PUT", "/models/inside", room_that_reads("data.csv"));
  CHECK(bench.reply.status == 201);
  const Json allowed = bench.call("POST", "/runs", {{"model", "inside"}, {"record", {"all"}}});
  CHECK(bench.finished(allowed["id"])["state"] == "done");
  CHECK(reveals(bench, allowed["id"]));

  const std::string outside = (bench.shop() / "outside/secret.csv").string();
  for (const std::string& file :
       {outside, std::string("../outside/secret.csv"), std::string("../../outside/secret.csv"),
        std::string("link.csv"), std::string("../../../outside/secret.csv"),
        (bench.shop() / "served/../outside/secret.csv").string()}) {
    INFO(file);
    bench.call("PUT", "/models/spy", room_that_reads(file));
    if (bench.reply.status == 422) {
      CHECK(bench.reply.body.find("4711") == std::string::npos);
      continue;
    }
    const Json posted = bench.call("POST", "/runs", {{"model", "spy"}, {"record", {"all"}}});
    CHECK(bench.finished(posted["id"])["state"] == "failed");
    CHECK_FALSE(reveals(bench, posted["id"]));
  }
}

/// Returns the heated room with one more component, which names a file.
Json room_with(const std::string& type, const std::string& file) {
  Json model = heated_room();
  model["components"]["spy"] = {{"type", type}, {"config", {{"file", file}}}};
  return model;
}

/// Replaces each occurrence of a text.
void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from)) {
    text.replace(at, from.size(), to);
  }
}

/// Returns all that the service answers to a model and to its run, with FILE for the file and NAME
/// for its name.
std::string answer_to(ApiBench& bench, const Json& model, const std::string& file) {
  bench.call("PUT", "/models/spy", model);
  std::string answer = bench.reply.body;
  if (bench.reply.status != 422) {
    const Json posted = bench.call("POST", "/runs", {{"model", "spy"}});
    answer = bench.finished(posted["id"])["errors"].dump();
  }
  replace_all(answer, file, "FILE");
  replace_all(answer, std::filesystem::path(file).filename().string(), "NAME");
  return answer;
}

TEST_CASE("clients cannot find out which files exist outside the served folder") {
  ApiBench bench;
  bench.shop().write("outside/secret", kSecret);
  for (const char* type : {"series", "Fmu", "NeuralPolicyController"}) {
    INFO(type);
    const bool series = type == std::string("series");
    const auto answer = [&](const std::string& name) {
      const std::string file = (bench.shop() / name).string();
      return answer_to(bench, series ? room_that_reads(file) : room_with(type, file), file);
    };
    const std::string existing = answer("outside/secret");
    CHECK(existing.find("FILE") != std::string::npos);
    CHECK(existing == answer("outside/nosuch"));
  }
}

TEST_CASE("a patch of a scenario, a calibration and a weather file read no file elsewhere") {
  ApiBench bench;
  bench.shop().write("outside/secret.csv", kSecret);
  const std::string outside = (bench.shop() / "outside/secret.csv").string();
  const Json set = {
      {"hearth", 1},
      {"scenarios",
       Json::array(
           {{{"id", "spy"},
             {"patch", Json::array({{{"op", "replace"},
                                     {"path", "/components/setpoint/config/value"},
                                     {"value", {{"file", outside}, {"column", "secret"}}}}})}}})}};
  const Json scenario = bench.call("POST", "/scenarios", {{"model", "room"}, {"set", set}});
  CHECK(bench.finished(scenario["id"])["state"] != "done");
  CHECK_FALSE(reveals(bench, scenario["id"]));
  const Json problem = {
      {"hearth", 1},
      {"model", outside},
      {"step", 600},
      {"periods", Json::array({{{"start", "2024-01-15T00:00:00+01:00"},
                                {"end", "2024-01-16T00:00:00+01:00"}}})},
      {"parameters", Json::array({{{"name", "UA"},
                                   {"targets", {"heater.UA"}},
                                   {"initial", 40},
                                   {"min", 5},
                                   {"max", 200}}})},
      {"measurements",
       Json::array(
           {{{"port", "room.indoorTemperature"}, {"file", outside}, {"column", "secret"}}})}};
  const Json calibration =
      bench.call("POST", "/calibrations", {{"model", "room"}, {"problem", problem}});
  CHECK(bench.finished(calibration["id"])["state"] == "failed");
  CHECK_FALSE(reveals(bench, calibration["id"]));
}

TEST_CASE("names in paths do not leave the folder of the service") {
  ApiBench bench;
  bench.shop().write("secret.hearth.json", heated_room().dump());
  for (const char* text :
       {"..", ".", "../room", "../../secret", "a/b", "a.b", "-x", "", "%2e%2e"}) {
    const std::string name = text;
    INFO(name);
    bench.call("PUT", "/models/" + name, heated_room());
    CHECK(bench.reply.status >= 400);
    bench.call("GET", "/models/" + name);
    if (!name.empty()) CHECK(bench.reply.status == 404);
    bench.call("DELETE", "/models/" + name);
    CHECK(bench.reply.status >= 400);
    bench.call("GET", "/jobs/" + name + "/log");
    CHECK(bench.reply.status == 404);
    bench.call("DELETE", "/jobs/" + name);
    CHECK(bench.reply.status >= 400);
  }
  CHECK(bench.shop().holds("secret.hearth.json"));
  CHECK(bench.shop().holds("served/room.hearth.json"));
  CHECK(bench.shop().holds("store/jobs"));
}

TEST_CASE("values of a request are not options of the command") {
  ApiBench bench;
  const std::string written = (bench.shop() / "written.csv").string();
  for (const Json& request : {Json{{"model", "room"}, {"start", "--output=" + written}},
                              Json{{"model", "room"}, {"record", {"--report=" + written}}},
                              Json{{"model", "room"}, {"every", "-o"}, {"end", written}},
                              Json{{"model", "room"}, {"parameters", {{"--save-state", written}}}},
                              Json{{"model", "room"}, {"step", "600 --output=" + written}}}) {
    const Json posted = bench.call("POST", "/runs", request);
    if (bench.reply.status == 400) continue;
    CHECK(bench.finished(posted["id"])["state"] == "failed");
  }
  CHECK_FALSE(bench.shop().holds("written.csv"));
}

TEST_CASE("the processes of jobs do not know the token") {
  ApiBench bench;
  ::setenv("HEARTH_TOKEN", "correct-horse-battery", 1);
  const test::Workshop shop;
  {
    apps::ChildProcess child({"/usr/bin/env", {}, shop / ".", shop / "out", shop / "err", {}});
    while (!child.code()) {
    }
  }
  ::unsetenv("HEARTH_TOKEN");
  CHECK(shop.read("out").find("PATH=") != std::string::npos);
  CHECK(shop.read("out").find("correct-horse") == std::string::npos);
}

TEST_CASE("bodies that are too long, too deep or not JSON are refused before they are kept") {
  ApiBench bench;
  bench.send("POST", "/runs",
             "{\"model\": \"room\", \"record\": [" + std::string(20'000, ',') + "]}");
  CHECK(bench.reply.status == 413);
  bench.send("POST", "/runs", std::string(1000, '[') + std::string(1000, ']'));
  CHECK(bench.reply.status == 400);
  bench.send("PUT", "/models/deep", "{\"hearth\": " + std::string(100'000, '['));
  CHECK(bench.reply.status == 422);
  const std::string nul("a\0b", 3);
  bench.call("POST", "/runs", {{"model", "room"}, {"start", nul}});
  CHECK(bench.reply.status == 400);
  CHECK(bench.call("GET", "/jobs")["jobs"].empty());
}

}  // namespace
}  // namespace api_attacks_test
