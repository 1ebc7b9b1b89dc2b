// SPDX-License-Identifier: MIT
// Brick graphs as models, for tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/translate/translation_support.hpp"

namespace hearth::test::brick {

/// Translates a text with the built-in mapping alone.
inline Translation translate_text(const std::string& turtle, const std::string& name,
                                  const TranslateOptions& options = {}) {
  static const std::vector<Mapping> mappings = builtin_mapping("brick");
  return translate(read_turtle_text(turtle, name), mappings, standard_components(), options);
}

/// Translates nodes `b:` of a Turtle text without prefixes.
inline Translation graph(const std::string& turtle) {
  return translate_text(
      "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
      "@prefix rec: <https://w3id.org/rec#> . @prefix bot: <https://w3id.org/bot#> .\n"
      "@prefix fso: <https://w3id.org/fso#> . @prefix qudt: <http://qudt.org/schema/qudt/> .\n"
      "@prefix unit: <http://qudt.org/vocab/unit/> .\n"
      "@prefix ph: <https://project-haystack.org/def/ph/4.0#> .\n"
      "@prefix phIoT: <https://project-haystack.org/def/phIoT/4.0#> .\n" +
          turtle,
      "graph.ttl");
}

/// Names of nodes that a message lists.
using Names = std::vector<std::string>;

/// Translates a graph of the test folder.
inline Translation own(const std::string& name) {
  return translate_text(read_text_file(own_graph_path("brick", name)), name + ".ttl");
}

/// A folder of a test's own that goes away with it.
struct TemporaryFolder {
  explicit TemporaryFolder(const char* name) : path(std::filesystem::temp_directory_path() / name) {
    std::filesystem::create_directories(path);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path path;
};

/// Runs a model under a constant outdoor temperature in degC.
inline Extremes run(const SimulationModel& model, double outdoors, int days,
                    const std::string& type, const std::string& output) {
  return test::run(under(model, outdoors), days, type, output);
}

/// Checks that all rooms stay where people could live, in mild, cold and hot weather.
inline void check_rooms(const Translation& result, int rooms, int days = 3) {
  for (const double outdoors : {10.0, -10.0, 32.0}) {
    INFO(result.report.graph << " at " << outdoors << " degC");
    const Extremes found = run(result.model, outdoors, days, "BuildingSpace", "indoorTemperature");
    CHECK(found.signals == rooms);
    CHECK(found.lowest > 10.0);
    CHECK(found.highest < 40.0);
  }
}

}  // namespace hearth::test::brick
