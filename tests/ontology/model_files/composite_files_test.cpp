// SPDX-License-Identifier: MIT
// Composites survive the reading and the writing of model files.
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace composite_files_test {

using namespace hearth;

namespace {

// As `write_model_json` writes it.
const std::string kRooms = R"({
  "hearth": 1,
  "composites": {
    "Block": {
      "components": {
        "one": {"type": "Room"},
        "two": {"type": "Room", "parameters": {"heater.UA": 30}}
      },
      "inputs": {
        "outdoorTemperature": ["one/space.outdoorTemperature", "two/space.outdoorTemperature"]
      }
    },
    "Room": {
      "components": {
        "heater": {"type": "SpaceHeater", "parameters": {"UA": 20}},
        "people": {"type": "Schedule", "config": {"value": 2}},
        "space": {
          "type": "BuildingSpace",
          "parameters": {
            "C_air": 1000000,
            "R_out": {"value": 0.05, "unit": "K/W", "source": "nameplate"}
          },
          "initial": {"indoorTemperature": "20 degC"}
        }
      },
      "connections": [
        "space.indoorTemperature -> heater.indoorTemperature",
        "heater.Power -> space.heatGain[heater]",
        "people.scheduleValue -> space.numberOfPeople"
      ],
      "inputs": {
        "outdoorTemperature": "space.outdoorTemperature",
        "waterFlowRate": "heater.waterFlowRate"
      },
      "outputs": {"indoorTemperature": "space.indoorTemperature"}
    }
  },
  "components": {
    "block": {"type": "Block"},
    "office": {
      "type": "Room",
      "config": {"people.value": 4},
      "parameters": {
        "heater.UA": "40 W/K",
        "space.R_out": {
          "value": 0.04,
          "unit": "K/W",
          "min": 0.01,
          "max": 1,
          "source": "calibrated"
        }
      },
      "initial": {"space.indoorTemperature": "21 degC"}
    },
    "weather": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": 5}}
  },
  "connections": [
    {"from": "weather.outdoorTemperature", "to": "block.outdoorTemperature", "cut": "never"},
    "weather.outdoorTemperature -> office.outdoorTemperature"
  ]
})";

SimulationModel parse(const std::string& text) {
  Diagnostics diagnostics;
  return parse_model_json(text, "m.json", standard_components(), diagnostics);
}

/// What is written is read back equal and written alike.
std::string written(const SimulationModel& model) {
  const std::string text = write_model_json(model);
  INFO(text);
  const SimulationModel again = parse(text);
  CHECK(again == model);
  CHECK(write_model_json(again) == text);
  return text;
}

bool holds(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

std::vector<std::string> ids(const SimulationModel& model) {
  std::vector<std::string> ids;
  for (const auto& [id, composite] : model.composites()) ids.push_back(id);
  return ids;
}

Component gain(const std::string& id) {
  Component component;
  component.id = id;
  component.type = "Gain";
  return component;
}

std::string first_error(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return to_string(error.diagnostics().items().front());
  }
  return "";
}

TEST_CASE("a file with composites is written with them") {
  const SimulationModel model = parse(kRooms);
  CHECK(ids(model) == std::vector<std::string>{"block", "block/one", "block/two", "office"});
  const std::string text = written(model);
  CHECK(text == kRooms + "\n");
  CHECK(ids(parse(text)) == ids(model));
  CHECK(parse(text).definitions().size() == 2);
}

TEST_CASE("composites of a file may have any order") {
  const std::string used_first = R"({"hearth": 1, "composites": {
      "A": {"components": {"b": {"type": "B", "parameters": {"g.gain": 3}}}},
      "B": {"components": {"g": {"type": "Gain", "parameters": {"gain": 2}}}}},
    "components": {"a": {"type": "A"}, "b": {"type": "B"}}})";
  const SimulationModel model = parse(used_first);
  CHECK(std::get<Quantity>(model.component("a/b/g").parameters.at("gain").value).value == 3.0);
  CHECK(std::get<Quantity>(model.component("b/g").parameters.at("gain").value).value == 2.0);
  written(model);
}

TEST_CASE("a composite that is made of itself is refused") {
  CHECK(holds(first_error(R"({"hearth": 1, "composites": {
      "A": {"components": {"b": {"type": "B"}}}, "B": {"components": {"a": {"type": "A"}}}},
    "components": {"a": {"type": "A"}}})"),
              "model.composite_cycle"));
}

TEST_CASE("composites that are made of too many others are refused") {
  std::string text = R"({"hearth": 1, "components": {}, "composites": {)";
  for (int i = 0; i < 300; ++i) {
    text += "\"C" + std::to_string(i) + R"(": {"components": {"c": {"type": "C)" +
            std::to_string(i + 1) + "\"}}},";
  }
  CHECK(holds(first_error(text + R"("C300": {"components": {"g": {"type": "Gain"}}}}})"),
              "json.depth"));
}

TEST_CASE("parameters of parts that are set later are written with the composite") {
  SimulationModel model = parse(kRooms);
  model.set_parameter("block/two/heater.UA", {35.0, {}});
  model.set_initial("office/space@wallTemperature", {18.0, unit::degC});
  ParameterSetting& setting = model.component("block/one/space").parameters["C_air"];
  setting.value = Quantity{2e6, unit::J_per_K};
  setting.source = "calibrated";
  const std::string text = written(model);
  CHECK(holds(text, R"("type": "Block")"));
  CHECK(holds(text, R"("two/heater.UA": 35)"));
  CHECK(holds(text, R"("one/space.C_air": {)"));
  CHECK(holds(text, R"("space.wallTemperature": "18 degC")"));
}

TEST_CASE("numbers by key are written with the composite") {
  SimulationModel model = parse(R"({"hearth": 1, "components": {
    "plant": {"type": "composite", "components": {"s": {"type": "Sum", "parameters": {"k": 2}}},
      "inputs": {"u": "s.u[a]", "v": "s.u"}, "parameters": {"s.k[a]": -1}},
    "c": {"type": "Sum", "parameters": {"k": 1}}},
    "connections": ["c.y -> plant.u", "c.y -> plant.v[b]"]})");
  model.set_parameter("plant/s.k[b]", {4.0, {}});
  const std::string text = written(model);
  CHECK(holds(text, R"("type": "composite")"));
  CHECK(holds(text, R"("s.k": {"*": 2, "a": -1, "b": 4})"));
  CHECK(holds(text, R"("c.y -> plant.u",)"));
  CHECK(holds(text, R"("c.y -> plant.v[b]")"));
}

TEST_CASE("a composite whose structure was changed is written as its parts") {
  SECTION("a part was removed") {
    SimulationModel model = parse(kRooms);
    model.remove_component("office/people");
    const std::string text = written(model);
    CHECK(ids(parse(text)) == std::vector<std::string>{"block", "block/one", "block/two"});
    CHECK(holds(text, R"("weather.outdoorTemperature -> office/space.outdoorTemperature")"));
    CHECK(parse(text).definitions().size() == 2);
  }
  SECTION("a connection inside was removed") {
    SimulationModel model = parse(kRooms);
    model.remove_connection("office/heater.Power -> office/space.heatGain[heater]");
    CHECK(ids(parse(written(model))).size() == 3);
  }
  SECTION("a part has another clock") {
    SimulationModel model = parse(kRooms);
    model.component("office/people").clock = SampleClock{60.0};
    CHECK(ids(parse(written(model))).size() == 3);
  }
  SECTION("a composite inside it stays") {
    SimulationModel model = parse(kRooms);
    model.remove_component("block/one/people");
    const std::string text = written(model);
    CHECK(ids(parse(text)) == std::vector<std::string>{"block/two", "office"});
    CHECK(holds(text, R"("heater.UA": 30)"));
  }
}

TEST_CASE("what is added to a composite from outside stands outside") {
  SimulationModel model = parse(kRooms);
  model.add_component(gain("office/meter"));
  model.add_connection("office/heater.Power -> office/meter.u");
  model.add_connection("block/one.indoorTemperature -> office.waterFlowRate");
  const std::string text = written(model);
  CHECK(ids(parse(text)).size() == 4);
  CHECK(holds(text, R"("office/meter": {"type": "Gain"})"));
  CHECK(holds(text, R"("office/heater.Power -> office/meter.u")"));
  CHECK(holds(text, R"("block/one.indoorTemperature -> office.waterFlowRate")"));
}

TEST_CASE("of two composites of one name the second is written where it stands") {
  Composite two, three;
  two.name = three.name = "Gains";
  two.model.add_component(gain("g"));
  three.model.add_component(gain("h"));
  SimulationModel model;
  model.add_composite("a", two);
  model.add_composite("b", three);
  model.add_composite("c", two);
  const std::string text = written(model);
  const SimulationModel again = parse(text);
  CHECK(again.composites().at("a").composite == again.composites().at("c").composite);
  CHECK(again.composites().at("b").composite->name.empty());
}

TEST_CASE("a change of all components changes what composites are made of") {
  SimulationModel model = parse(kRooms);
  model.change_components([](Component& component) {
    if (component.type == "Schedule") component.config["value"] = SeriesSpec{7.0, {}};
  });
  const std::string text = written(model);
  CHECK(ids(parse(text)).size() == 4);
  CHECK(holds(text, R"("config": {"value": 7})"));
  CHECK(holds(text, R"("type": "Room",
      "parameters")"));
}

TEST_CASE("an id of a composite is not given twice") {
  SimulationModel model = parse(kRooms);
  for (const char* id : {"office", "block", "block/one", "weather"}) {
    CAPTURE(id);
    CHECK_THROWS_WITH(model.add_component(gain(id)), Catch::Contains("model.id_duplicate"));
    CHECK_THROWS_WITH(model.add_composite(id, Composite{}), Catch::Contains("model.id_duplicate"));
  }
}

TEST_CASE("statements of a composite about its parts are checked") {
  const auto with = [](const std::string& piece) {
    return R"({"hearth": 1, "components": {"room": {"type": "composite", "components": {
      "people": {"type": "Schedule", "config": {"value": 1}}}, )" +
           piece + "}}}";
  };
  CHECK(holds(first_error(with(R"("config": {"people.valeu": 2})")), "model.config_unknown"));
  CHECK(holds(first_error(with(R"("config": {"people": 2})")), "model.path_malformed"));
  CHECK(holds(first_error(with(R"("config": {"person.value": 2})")), "model.component_unknown"));
  CHECK(holds(first_error(with(R"("parameters": {"people": 2})")), "model.path_malformed"));
  CHECK(holds(first_error(with(R"("parameters": {"people.p": {"value": 2, "mix": 1}})")),
              "json.unknown_key"));
  CHECK(holds(first_error(with(R"("initial": {"person.x": 2})")), "model.component_unknown"));
}

TEST_CASE("a malformed port of a composite is reported once, where it stands") {
  Diagnostics diagnostics;
  try {
    parse_model_json(R"({"hearth": 1, "composites": {"Room": {"components": {
      "people": {"type": "Schedule", "config": {"value": 1}}},
      "outputs": {"n": "people"}}},
      "components": {"room": {"type": "Room"}}})",
                     "m.json", standard_components(), diagnostics);
    FAIL("not refused");
  } catch (const InputError& error) {
    REQUIRE(error.diagnostics().items().size() == 1);
    const Diagnostic& item = error.diagnostics().items().front();
    CHECK(item.code == "model.connection_malformed");
    CHECK(item.where.line == 3);
    CHECK(item.where.pointer == "/composites/Room/outputs/n");
  }
}

TEST_CASE("the air handling unit of the example stays a composite") {
  Diagnostics diagnostics;
  const SimulationModel model = read_model_json(
      std::filesystem::path(HEARTH_SOURCE_DIR) / "examples/air_handling_unit/office.hearth.json",
      standard_components(), diagnostics);
  const std::string text = written(model);
  CHECK(holds(text, R"("unit": {"type": "AirHandlingUnit"})"));
  CHECK(holds(text, R"("supply_setpoint.scheduleValue -> unit.supplyAirTemperatureSetpoint")"));
  CHECK_FALSE(holds(text, "unit/"));
}

}  // namespace
}  // namespace composite_files_test
