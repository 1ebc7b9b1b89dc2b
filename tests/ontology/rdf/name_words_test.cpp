// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/name_words.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace hearth::test::name_words_test {
namespace {

using Words = std::vector<std::string_view>;

TEST_CASE("names fall into words at underscores, hyphens and capitals") {
  CHECK(words_of("Reheat_Coil") == Words{"Reheat", "Coil"});
  CHECK(words_of("ReheatCoil") == Words{"Reheat", "Coil"});
  CHECK(words_of("VAVBox") == Words{"VAV", "Box"});
  CHECK(words_of("Fluid-Air2") == Words{"Fluid", "Air2"});
  CHECK(words_of("__") == Words{});
  CHECK(words_of("").empty());
}

TEST_CASE("plain words are in lower case, without signs, numbers apart") {
  using Plain = std::vector<std::string>;
  CHECK(plain_words("Conf_Room12 (north)") == Plain{"conf", "room", "12", "north"});
  CHECK(plain_words("heatingSetpoint") == Plain{"heating", "setpoint"});
  CHECK(plain_words("").empty());
}

TEST_CASE("letters of other Latin alphabets are in lower case, too") {
  CHECK(plain_words("ÖLTANK Łazienka ŽATEC") ==
        std::vector<std::string>{"öltank", "łazienka", "žatec"});
  CHECK(plain_words("×Ÿıĸ") == std::vector<std::string>{"×Ÿıĸ"});
}

}  // namespace
}  // namespace hearth::test::name_words_test
