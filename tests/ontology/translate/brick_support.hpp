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
