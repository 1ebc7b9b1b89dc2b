// SPDX-License-Identifier: MIT
#include <map>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace noisy_room_test {

using namespace hearth::test;
using nlohmann::json;

TEST_CASE("the example of a noisy room finds the numbers its data were made with") {
  const Workshop shop;
  const std::string example = std::string(HEARTH_SOURCE_DIR) + "/examples/noisy_room/";
  const Outcome outcome = run_hearth(
      shop, {"calibrate", example + "kalman.json", "-o", (shop / "result.json").string(), "-q"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json result = json::parse(shop.read("result.json"));
  // Those of truth.hearth.json; the disturbance as its README computes it.
  const std::map<std::string, double> truth = {
      {"R_out", 0.018}, {"R_in", 0.004},         {"C_wall", 1.2e7},     {"C_room", 2e6},
      {"T_wall", 15.0}, {"disturbance", 0.1499}, {"thermometer", 0.05},
  };
  REQUIRE(result["parameters"].size() == truth.size());
  for (const auto& [name, value] : truth) {
    INFO(name);
    const json& interval = result["parameters"][name]["ci95"];
    CHECK(interval[0].get<double>() <= value);
    CHECK(interval[1].get<double>() >= value);
  }
  CHECK(result["measurements"]["room.temperature"]["innovations"]["white"] == true);
}

}  // namespace noisy_room_test
