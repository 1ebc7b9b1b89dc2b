// SPDX-License-Identifier: MIT
// Buildings in ASHRAE 223P of public data: how many of what, and a day in them.
#include "hearth/tests/ontology/translate/s223_support.hpp"

namespace hearth::test::s223_models_test {
namespace {

struct Counts {
  std::map<std::string, std::size_t> edges;  ///< by derived property
  std::map<std::string, std::size_t> rules;  ///< instances
  std::size_t open_ends = 0;
};

void check_building(const std::string& name, const Counts& expected) {
  const auto path = shared_data("data/rdf/models/s223_" + name + ".ttl");
  if (!path) return;
  const Translation result = translate_s223(read_text_file(*path), name + ".ttl");
  INFO(name);
  for (const auto& [medium, count] : expected.edges) {
    INFO(medium);
    CHECK(result.report.derived.at("s223:" + medium) == count);
  }
  CHECK(result.report.rules == expected.rules);
  CHECK(nodes_of(result, "import.open_end").size() == expected.open_ends);
  CHECK(nodes_of(result, "import.left_out").empty());
  check_liveable(result, 1);
}

TEST_CASE("LBNL's building 4 has 47 rooms, 40 terminals and a unit") {
  check_building("lbnl_bdg4",
                 {.edges = {{"air", 196}, {"water", 42}},
                  .rules = {{"s223.air_handler", 1}, {"s223.reheat_water", 40}, {"s223.room", 47}},
                  .open_ends = 86});
}

TEST_CASE("NIST's building 1 passes air from room to room") {
  check_building("nist_bdg1", {.edges = {{"air", 26}, {"hotWater", 8}, {"chilledWater", 3}},
                               .rules = {{"s223.air_handler", 1},
                                         {"s223.boiler", 1},
                                         {"s223.reheat_water", 2},
                                         {"s223.room", 2},
                                         {"s223.room_exhaust", 1},
                                         {"s223.room_unheated", 4}},
                               .open_ends = 3});
}

TEST_CASE("the unit of Guideline 36, A-9, serves two rooms") {
  check_building("g36_a9",
                 {.edges = {{"air", 22}, {"water", 4}},
                  .rules = {{"s223.air_handler", 1}, {"s223.reheat_water", 2}, {"s223.room", 2}},
                  .open_ends = 10});
}

TEST_CASE("NIST's laboratory has units in a row and glycol loops") {
  check_building("nist_ibal", {.edges = {{"air", 64},
                                         {"glycol", 36},
                                         {"chilledWater", 32},
                                         {"water", 15},
                                         {"hotWater", 14},
                                         {"electricity", 5}},
                               .rules = {{"s223.air_handler", 3},
                                         {"s223.chiller", 2},
                                         {"s223.exhaust_fan", 2},
                                         {"s223.reheat_electric", 4},
                                         {"s223.room", 4}},
                               .open_ends = 60});
}

TEST_CASE("LBNL's building 3, inferred and in older terms, has 54 underfloor terminals") {
  check_building("lbnl_bdg3_inferred", {.edges = {{"air", 280}, {"hotWater", 54}},
                                        .rules = {{"s223.air_handler", 4},
                                                  {"s223.fan_series_water", 54},
                                                  {"s223.room", 54},
                                                  {"s223.room_unheated", 4}},
                                        .open_ends = 348});
}

}  // namespace
}  // namespace hearth::test::s223_models_test
