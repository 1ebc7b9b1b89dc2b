// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/name_matching.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace hearth::name_similarity_test {
namespace {

TEST_CASE("names are alike by their words and letters") {
  CHECK(name_similarity("Coil", "Coil", 0.0) == 2.0);
  CHECK(name_similarity("Abc", "Xyz", 0.0) == 0.0);
  // 2 of 4 words, the last counted twice, and 6 of 12 letters.
  CHECK(name_similarity("Reheat_Coil", "Heating_Coil", 0.0) == 1.0);
  CHECK(name_similarity("Reheat_Coil", "Heating_Coil", 1.2) == 0.0);
}

TEST_CASE("a text of a megabyte is not a name, and takes no time") {
  const std::string text(1 << 20, 'a');
  CHECK(name_similarity(text, "Coil", 0.0) == 0.0);
}

}  // namespace
}  // namespace hearth::name_similarity_test
