// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/tests/ontology/random_models.hpp"

namespace model_json_round_trip_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("random models are read back equal, and written again are the same text") {
  RandomModels random(1);
  for (int i = 0; i < 2000; ++i) {
    const SimulationModel model = random.model();
    const std::string text = write_model_json(model);
    INFO(text);
    Diagnostics diagnostics;
    const SimulationModel again = parse_model_json(text, "random.json", all_kinds(), diagnostics);
    REQUIRE(again == model);
    REQUIRE(write_model_json(again) == text);
  }
}

TEST_CASE("an empty model is read back equal") {
  const std::string text = write_model_json({});
  CHECK(text == "{\n  \"hearth\": 1,\n  \"components\": {},\n  \"connections\": []\n}\n");
  Diagnostics diagnostics;
  CHECK(parse_model_json(text, "empty.json", all_kinds(), diagnostics) == SimulationModel{});
}

TEST_CASE("the sign of a zero is kept") {
  SimulationModel model;
  Component component;
  component.id = "a";
  component.type = "AllKinds";
  component.parameters["p"].value = Quantity{-0.0, std::nullopt};
  component.parameters["q"].value = Quantity{-0.0, unit::K};
  model.add_component(component);
  Diagnostics diagnostics;
  const SimulationModel again =
      parse_model_json(write_model_json(model), "m.json", all_kinds(), diagnostics);
  for (const char* name : {"p", "q"}) {
    const auto& value = again.component("a").parameters.at(name).value;
    CHECK(std::signbit(std::get<Quantity>(value).value));
  }
}

}  // namespace model_json_round_trip_test
