// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/serve/api_bench.hpp"

// FMUs are programs, which can read and write any file: clients decide neither which ones run nor
// what texts they receive.
namespace client_fmus_test {

using namespace hearth;
using hearth::test::ApiBench;
using Json = nlohmann::json;

namespace {

/// Returns a model with an FMU of the served folder.
Json model_with_fmu() {
  return {{"hearth", 1},
          {"components", {{"t", {{"type", "Fmu"}, {"config", {{"file", "room.fmu"}}}}}}},
          {"simulation",
           {{"start", "2024-01-01T00:00:00Z"}, {"end", "2024-01-01T01:00:00Z"}, {"step", 600}}}};
}

/// Puts the FMU into the served folder.
void bring_fmu(const ApiBench& bench) {
  std::filesystem::copy_file(std::string(HEARTH_FMU_DIR) + "/room_fmi2.fmu",
                             bench.shop() / "served/room.fmu");
}

/// Returns a scenario set that puts the FMU into the served model.
Json set_with_fmu() {
  return {{"hearth", 1},
          {"scenarios",
           Json::array(
               {{{"id", "spy"},
                 {"patch", Json::array({{{"op", "add"},
                                         {"path", "/components/t"},
                                         {"value", model_with_fmu()["components"]["t"]}}})}}})}};
}

TEST_CASE("a model that a client sends runs no FMU") {
  ApiBench bench;
  bring_fmu(bench);
  bench.call("PUT", "/models/mine", model_with_fmu());
  CHECK(bench.reply.status == 422);
  CHECK(bench.code() == "fmi.not_allowed");
}

TEST_CASE("a scenario set of a client runs no FMU") {
  ApiBench bench;
  bring_fmu(bench);
  const Json posted =
      bench.call("POST", "/scenarios", {{"model", "room"}, {"set", set_with_fmu()}});
  const Json job = bench.finished(posted["id"]);
  INFO(job.dump());
  CHECK(job["state"] == "failed");
  REQUIRE_FALSE(job["errors"].empty());
  CHECK(job["errors"][0]["code"] == "fmi.not_allowed");
}

TEST_CASE("clients run a served model with its FMU") {
  ApiBench bench;
  bring_fmu(bench);
  bench.shop().write("served/room.hearth.json", model_with_fmu().dump());
  CHECK(bench.call("GET", "/models/room")["components"][0]["type"] == "Fmu");
  const Json posted = bench.call("POST", "/runs", {{"model", "room"}, {"record", {"all"}}});
  const Json job = bench.finished(posted["id"]);
  INFO(job.dump());
  CHECK(job["state"] == "done");
}

TEST_CASE("models and scenario sets of clients run FMUs if the service permits it") {
  apps::ApiOptions options;
  options.client_fmus = true;
  ApiBench bench(options);
  bring_fmu(bench);
  bench.call("PUT", "/models/mine", model_with_fmu());
  CHECK(bench.reply.status == 201);
  const Json run = bench.call("POST", "/runs", {{"model", "mine"}, {"record", {"all"}}});
  CHECK(bench.finished(run["id"])["state"] == "done");
  const Json set = bench.call("POST", "/scenarios", {{"model", "room"}, {"set", set_with_fmu()}});
  const Json job = bench.finished(set["id"]);
  INFO(job.dump());
  CHECK(job["state"] == "done");
}

}  // namespace
}  // namespace client_fmus_test
