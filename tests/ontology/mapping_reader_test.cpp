// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/mapping_reader.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"

using namespace hearth;

namespace {

Mapping every_key() {
  MappingReader reader(standard_components());
  reader.add_file(HEARTH_SOURCE_DIR "/tests/ontology/mappings/every_key.json");
  return reader.read().at(0);
}

}  // namespace

TEST_CASE("a file with every key is read") {
  const Mapping mapping = every_key();
  CHECK(mapping.rules.size() == 4);
}
