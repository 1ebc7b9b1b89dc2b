// SPDX-License-Identifier: MIT
// Configurations from the graph, parts with the instance's own id, keys of the rule's instance.
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/translate/internal/model/config_values.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth::test::mapping_config_test {
namespace {

/// A mapping of one rule for t:Control with this configuration.
std::string mapping(const std::string& config) {
  return R"({"hearthMapping": 1, "id": "test", "prefixes": {"t": "urn:test:"}, "digests": [],
    "boundaries": {"value": {"type": "Schedule", "config": {"value": "20 degC"}, "means": "values"}},
    "groups": {"Control": {"components": {
        "": {"type": "PidController"}, "limit": {"type": "Max"}},
      "connections": ["inputSignal -> limit.inputs[own]"], "outputs": {"signal": "limit.value"}}},
    "rules": [{"id": "test.control", "root": "?k", "component": "Control", "where": ["?k a t:Control"],
      "bind": {"?next": {"find": ["?k t:limits ?next"]}},
      "connect": ["@value.scheduleValue -> actualValue", "@value.scheduleValue -> setpointValue",
                  "signal -> ?next.limit.inputs[.]"],
      "config": )" +
         config + "}]}";
}

Translation translated(const std::string& config, const std::string& graph) {
  MappingReader reader(standard_components());
  reader.add_text(mapping(config), "test.json");
  return translate(
      read_turtle_text("@prefix t: <urn:test:> . @prefix b: <urn:b#> .\n" + graph, "b.ttl"),
      reader.read(), standard_components());
}

constexpr const char* kFromGraph = R"({"isReverse": {"from": ["?k t:reverse"], "default": false}})";

TEST_CASE("a configuration is taken from the graph, otherwise the default is reported as a guess") {
  const Translation result = translated(kFromGraph,
                                        "b:a a t:Control ; t:reverse true .\n"
                                        "b:c a t:Control . b:d a t:Control ; t:reverse 1 .");
  const auto reversed = [&](const std::string& id) {
    return std::get<bool>(result.model.component(id).config.at("isReverse"));
  };
  CHECK(reversed("a"));
  CHECK(reversed("d"));
  CHECK_FALSE(reversed("c"));
  const ImportItem* guess = nullptr;
  for (const ImportItem& item : result.report.items) {
    if (item.code == "import.value_guessed") guess = &item;
  }
  REQUIRE(guess != nullptr);
  CHECK(guess->message == "isReverse is not in the graph (rule test.control); false was used");
  REQUIRE(guess->nodes.size() == 1);
  CHECK(guess->nodes.front().name == "b:c");
}

TEST_CASE("a part without a name has the id of the instance, and a dot is its key") {
  const Translation result =
      translated(kFromGraph, "b:a a t:Control ; t:limits b:c . b:c a t:Control .");
  CHECK(result.model.component("a").type == "PidController");
  CHECK(result.model.component("a/limit").type == "Max");
  std::string all;
  for (const Connection& wire : result.model.connections()) all += to_string(wire) + "\n";
  CHECK(all.find("a.inputSignal -> a/limit.inputs[own]") != std::string::npos);
  CHECK(all.find("a/limit.value -> c/limit.inputs[a]") != std::string::npos);
}

TEST_CASE("a configuration from the graph needs a default") {
  MappingReader reader(standard_components());
  reader.add_text(mapping(R"({"isReverse": {"from": ["?k t:reverse"]}})"), "test.json");
  try {
    reader.read();
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.code() == "json.missing_key");
  }
}

TEST_CASE("texts of a graph mean configurations of the kind of the default") {
  const ConfigSetting flag = true, number = 3, word = Word{"velocity"};
  SeriesSpec warm;
  warm.source = 20.0;
  warm.unit = unit::degC;
  CHECK(config_of_text("0", flag) == ConfigSetting(false));
  CHECK_FALSE(config_of_text("maybe", flag).has_value());
  CHECK(config_of_text("5", number) == ConfigSetting(5));
  CHECK_FALSE(config_of_text("5.5", number).has_value());
  CHECK(config_of_text("positional", word) == ConfigSetting(Word{"positional"}));
  SeriesSpec expected = warm;
  expected.source = 18.5;
  CHECK(config_of_text("18.5", warm) == ConfigSetting(expected));
  CHECK_FALSE(config_of_text("3 kW", warm).has_value());
}

}  // namespace
}  // namespace hearth::test::mapping_config_test
