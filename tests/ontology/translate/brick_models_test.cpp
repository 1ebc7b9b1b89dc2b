// SPDX-License-Identifier: MIT
// Buildings of the reference data with the built-in Brick mapping: counts and temperatures.
#include <map>

#include <fmt/format.h>

#include "hearth/tests/ontology/translate/brick_support.hpp"
#include "hearth/tests/ontology/translate/stored_import.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::brick::brick_models_test {
namespace {

using Names = std::vector<std::string>;

std::optional<Translation> building(const std::string& name) {
  const auto path = shared_data("data/rdf/models/" + name + ".ttl");
  if (!path) return std::nullopt;
  return translate_text(read_text_file(*path), name + ".ttl");
}

/// What was made of a building, and how many findings of which kind there are: a line each.
std::string counts_text(const ImportReport& report) {
  std::string text = fmt::format("equipment {} of {}\npoints {} of {}\n", report.equipment.mapped,
                                 report.equipment.total, report.points.mapped, report.points.total);
  for (const auto& [rule, count] : report.rules) text += fmt::format("rule {} {}\n", rule, count);
  for (const auto& [type, count] : report.components) text += fmt::format("{} {}\n", type, count);
  text += fmt::format("connections {}\nmeasurements {}\n", report.connections, report.measurements);
  std::map<std::string, std::size_t> findings;
  for (const ImportItem& item : report.items) findings[item.code] += item.nodes.size();
  for (const auto& [code, nodes] : findings) text += fmt::format("{} {}\n", code, nodes);
  return text;
}

void check_counts(const std::string& name, const Translation& result) {
  check_stored_import("brick/" + name, counts_text(result.report));
}

std::size_t rules(const Translation& result, std::initializer_list<const char*> ids) {
  std::size_t count = 0;
  for (const char* id : ids) {
    const auto found = result.report.rules.find(id);
    if (found != result.report.rules.end()) count += found->second;
  }
  return count;
}

std::size_t boxes(const Translation& result) {
  return rules(result, {"brick.vav", "brick.vav_without_reheat", "brick.vav_hot_water",
                        "brick.fan_powered", "brick.fan_powered_hot_water"});
}

/// How many connections reach this input of each zone's room.
std::map<std::string, int> supplies(const Translation& result) {
  std::map<std::string, int> count;
  for (const auto& [id, component] : result.model.components()) {
    if (component.type == "BuildingSpace") count[id] = 0;
  }
  for (const Connection& connection : result.model.connections()) {
    if (connection.to.port == "supplyAirFlowRate") ++count[connection.to.component];
  }
  return count;
}

TEST_CASE("99 zones with reheat boxes on two units and a boiler") {
  const auto result = building("brick_smc_rvav");
  if (!result) return;
  CHECK(rules(*result, {"brick.zone"}) == 99);
  CHECK(boxes(*result) == 99);
  CHECK(rules(*result, {"brick.ahu"}) == 2);
  CHECK(rules(*result, {"brick.boiler"}) == 1);
  CHECK(result->report.points.total == 505);
  check_counts("brick_smc_rvav", *result);
  check_rooms(*result, 99, 1);
}

TEST_CASE("132 zones with one supply each, 16 units and a chiller") {
  const auto result = building("brick_bldg6");
  if (!result) return;
  CHECK(rules(*result, {"brick.zone"}) == 132);
  CHECK(boxes(*result) == 132);
  CHECK(rules(*result, {"brick.ahu"}) == 16);
  CHECK(rules(*result, {"brick.chiller"}) == 1);
  CHECK(nodes_of(*result, "import.several_candidates").empty());
  for (const auto& [zone, count] : supplies(*result)) {
    INFO(zone);
    CHECK(count == 1);
  }
  check_counts("brick_bldg6", *result);
  check_rooms(*result, 132, 1);
}

TEST_CASE("a generated office that states all superclasses") {
  const auto result = building("brick_medium_office_compiled");
  if (!result) return;
  CHECK(rules(*result, {"brick.zone"}) == 15);
  CHECK(boxes(*result) == 15);
  CHECK(rules(*result, {"brick.ahu"}) == 3);
  check_counts("brick_medium_office_compiled", *result);
  check_rooms(*result, 15, 1);
}

TEST_CASE("a campus building in names of 2016") {
  const auto result = building("brick103_ghc");
  if (!result) return;
  CHECK(rules(*result, {"brick.zone"}) == 475);
  CHECK(boxes(*result) == 447);
  CHECK(rules(*result, {"brick.fan_coil"}) == 28);  // 20 of rooms, 8 of machine rooms
  CHECK(rules(*result, {"brick.ahu"}) == 11);
  CHECK(nodes_of(*result, "import.required_missing", "has no air handling unit").size() == 19);
  for (const auto& [zone, count] : supplies(*result)) {
    INFO(zone);
    CHECK(count == 1);
  }
  check_counts("brick103_ghc", *result);
  check_rooms(*result, 475, 1);
}

TEST_CASE("small examples of the Brick project") {
  if (const auto result = building("brick_g36_ahu_vav")) {
    check_counts("brick_g36_ahu_vav", *result);
    check_rooms(*result, 1, 7);
  }
  if (const auto result = building("brick_chiller_plant")) {
    check_counts("brick_chiller_plant", *result);
    CHECK(run(result->model, 20.0, 1, "Chiller", "outletWaterTemperature").signals == 3);
  }
}

}  // namespace
}  // namespace hearth::test::brick::brick_models_test
