// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/knowledge.hpp"

#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/turtle.hpp"

namespace hearth::knowledge_test {
namespace {

const std::string kBrick = "https://brickschema.org/schema/Brick#";
const std::string kS4bldg = "https://saref.etsi.org/saref4bldg/";

Knowledge of_text(const std::string& text) {
  const TripleStore graph = read_turtle_text(
      "@prefix ex: <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" +
          text,
      "axioms.ttl");
  return Knowledge({&graph});
}

TEST_CASE("every digest is Turtle that declares classes, with its origin and licence on top") {
  CHECK(digest_names().size() == 10);
  for (const std::string& name : digest_names()) {
    CAPTURE(name);
    const std::string text(digest_text(name));
    CHECK(text.starts_with("# Digest '" + name + "'"));
    CHECK(text.find("icence") < text.find("@prefix"));
    CHECK(read_turtle_text(text, name).size() > 10);
  }
}

TEST_CASE("an unknown digest is named with the nearest one") {
  try {
    Knowledge::of_digests({"brik"});
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "ontology.digest_unknown");
    CHECK(std::string(error.what()).find("did you mean 'brick'?") != std::string::npos);
  }
}

TEST_CASE("knowledge contains the kinds of a class") {
  const Knowledge brick = Knowledge::of_digests({"brick"});
  CHECK(brick.has_class(kBrick + "VAV"));
  CHECK_FALSE(brick.has_class(kBrick + "Vav"));
  CHECK(brick.has_property(kBrick + "feeds"));
  CHECK(brick.has_property(kBrick + "area"));
  CHECK(brick.class_closure(kBrick + "RVAV").front() == kBrick + "RVAV");
  CHECK(brick.is_kind_of(kBrick + "RVAV", kBrick + "VAV"));
  CHECK(brick.is_kind_of(kBrick + "VAV", kBrick + "VAV"));
  CHECK_FALSE(brick.is_kind_of(kBrick + "VAV", kBrick + "RVAV"));
  CHECK(brick.is_kind_of(kBrick + "AHU", kBrick + "Air_Handling_Unit"));
  CHECK(brick.is_kind_of(kBrick + "Air_Handling_Unit", kBrick + "AHU"));
}

TEST_CASE("an unknown class is only of its own kind") {
  const Knowledge knowledge = of_text("ex:A a owl:Class .");
  CHECK(knowledge.class_closure("urn:x") == std::vector<std::string>{"urn:x"});
  CHECK(knowledge.is_kind_of("urn:x", "urn:x"));
  CHECK_FALSE(knowledge.is_kind_of("urn:x", "http://example.org/A"));
}

TEST_CASE("axioms of several graphs are one knowledge") {
  const Knowledge saref = Knowledge::of_digests({"saref", "saref4bldg", "twin4build", "fso"});
  CHECK(saref.is_kind_of(kS4bldg + "SetpointController", "https://saref.etsi.org/core/Device"));
  CHECK(saref.is_kind_of(kS4bldg + "Schedule", "https://saref.etsi.org/core/Profile"));
  CHECK(saref.is_kind_of(kS4bldg + "Damper", "https://w3id.org/fso#FlowController"));
}

TEST_CASE("the classes nearest to an unknown one share its words") {
  const Knowledge brick = Knowledge::of_digests({"brick"});
  CHECK(brick.nearest_classes(kBrick + "Reheat_Coil") ==
        std::vector<std::string>{kBrick + "Coil", kBrick + "Heating_Coil"});
  CHECK(brick.nearest_classes(kBrick + "Zone_Air_Temperatur_Sensor", 1) ==
        std::vector<std::string>{kBrick + "Zone_Air_Temperature_Sensor"});
  CHECK(brick.nearest_classes(kBrick + "HVAC_Zon", 1) ==
        std::vector<std::string>{kBrick + "HVAC_Zone"});  // deprecated, but hardly anything else
  CHECK(brick.nearest_classes(kBrick + "Xyzzy").empty());
  CHECK(brick.nearest_classes("urn:x#Heating_Coi").empty());
}

TEST_CASE("knowledge answers several threads at once") {
  const Knowledge brick = Knowledge::of_digests({"brick"});
  std::vector<std::thread> threads;
  std::vector<int> right(4, 0);
  for (std::size_t k = 0; k < right.size(); ++k) {
    threads.emplace_back([&, k] {
      for (int repeat = 0; repeat < 200; ++repeat) {
        if (brick.is_kind_of(kBrick + "RVAV", kBrick + "Equipment")) {
          ++right[k];
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 200));
}

}  // namespace
}  // namespace hearth::knowledge_test
