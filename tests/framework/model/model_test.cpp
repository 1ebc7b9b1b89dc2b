// SPDX-License-Identifier: MIT
#include "hearth/framework/model/model.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/model/cell_values.hpp"
#include "hearth/tests/support/given_limit.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::model_test {
namespace {

SimulationModel three() {
  SimulationModel model;
  model.add_component(constant("u", 1.0));
  model.add_component(instance("g", "Gain"));
  model.add_component(instance("h", "Gain"));
  model.add_connection("u.scheduleValue -> g.u");
  model.add_connection("g.y -> h.u");
  return model;
}

template <class Call>
std::string code_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return "";
}

TEST_CASE("a model does not depend on the order in which it is built") {
  SimulationModel model;
  model.add_component(instance("h", "Gain"));
  model.add_component(instance("g", "Gain"));
  model.add_connection("g.y -> h.u");
  model.add_component(constant("u", 1.0));
  model.add_connection("u.scheduleValue -> g.u");
  CHECK(model == three());
  model.set_parameter("g.gain", {2.0, {}});
  CHECK_FALSE(model == three());
}

TEST_CASE("members of a component of very many are found at once") {
  std::vector<Field> fields(100'000);
  for (std::size_t i = 0; i < fields.size(); ++i) fields[i].member = static_cast<int>(i);
  const SchemaView schema("made at run time", fields);
  long wrong = 0;  // one look at all members before takes 10 s for all
  for (const Field& field : schema) wrong += cell_offset(schema, field, {}) == field.member ? 0 : 1;
  CHECK(wrong == 0);
}

TEST_CASE("the place from which something was read does not belong to its value") {
  SimulationModel model = three();
  model.component("g").where = {.file = "a.json", .line = 3};
  CHECK(model == three());
}

TEST_CASE("removing a component removes what refers to it") {
  SimulationModel model = three();
  model.measurements["g.y"] = {};
  model.measurements["h.y"] = {};
  model.inputs = {"g.in.u"};
  model.remove_component("g");
  CHECK(model.find("g") == nullptr);
  CHECK(model.connections().empty());
  CHECK(model.measurements.size() == 1);
  CHECK(model.inputs.empty());
}

TEST_CASE("a component can be removed by the id it holds itself") {
  // Longer than what a string keeps within itself, so that a stale id would be noticed.
  const std::string name = "a component with a rather long id - on the second floor";
  SimulationModel model = three();
  model.add_component(instance(name, "Gain"));
  model.add_connection("u.scheduleValue -> " + name + ".u");
  model.remove_component(model.component(name).id);
  CHECK(model == three());
}

TEST_CASE("connections are removed by their text") {
  SimulationModel model = three();
  model.remove_connection("g.y -> h.u");
  CHECK(model.connections().size() == 1);
  CHECK(code_of([&] { model.remove_connection("g.y -> h.u"); }) == "model.connection_unknown");
}

TEST_CASE("what cannot be built is refused at once") {
  SimulationModel model = three();
  CHECK(code_of([&] { model.add_component(instance("g", "Gain")); }) == "model.id_duplicate");
  for (const char* wrong : {"", "a.b", "a@b", "a->b", "a\nb", "a\"b",
                            "a\xe2\x80\xae"
                            "b",
                            "a\xff"}) {
    CHECK(code_of([&] { model.add_component(instance(wrong, "Gain")); }) == "model.id_invalid");
  }
  for (const char* good : {"020B", "room (south) [2]", "floor/room", "Küche", "a-b_c"}) {
    CHECK(code_of([&] { model.add_component(instance(good, "Gain")); }).empty());
  }
  CHECK(code_of([&] { model.add_connection("g.y -> k.u"); }) == "model.component_unknown");
  CHECK(code_of([&] { model.add_connection("g.y -> h.u"); }) == "model.connection_duplicate");
  for (const char* wrong :
       {"g.y", "g -> h.u", "g.y -> h", "g.y -> h.u[", "g.y -> h.u[]", "-> h.u"}) {
    CHECK(code_of([&] { model.add_connection(wrong); }) == "model.connection_malformed");
  }
  CHECK(code_of([&] { model.remove_component("k"); }) == "model.component_unknown");
  CHECK(code_of([&] { model.set_parameter("gain", {1.0, {}}); }) == "model.path_malformed");
  CHECK(code_of([&] { model.set_initial("k@x", {1.0, {}}); }) == "model.component_unknown");
}

TEST_CASE("an unknown component is reported with the nearest id") {
  SimulationModel model;
  model.add_component(instance("heater", "Gain"));
  CHECK_THROWS_WITH(model.component("heeter"), Catch::Contains("did you mean 'heater'?"));
}

TEST_CASE("endpoints are read with spaces and keys") {
  const auto end = parse_endpoint("  room (a).heatGain[radiator 1] ");
  REQUIRE(end);
  CHECK(end->component == "room (a)");
  CHECK(end->port == "heatGain");
  CHECK(end->key == "radiator 1");
  CHECK(to_string(*end) == "room (a).heatGain[radiator 1]");
  CHECK_FALSE(parse_endpoint(".y"));
  CHECK_FALSE(parse_endpoint("g."));
}

TEST_CASE("parameters and initial values are set by path") {
  SimulationModel model = three();
  model.set_parameter("g.gain", {3.0, {}});
  model.set_initial("g@y", {4.0, {}});
  CHECK(std::get<Quantity>(model.component("g").parameters["gain"].value).value == 3.0);
  CHECK(std::get<Quantity>(model.component("g").initial["y"]).value == 4.0);
}

}  // namespace
TEST_CASE("a composite that lists an input of a part twice at each level is refused in time") {
  Composite inner;
  inner.model.add_component(instance("a", "Gain"));
  inner.inputs["p"] = {"a.u"};
  for (int level = 0; level < 40; ++level) {
    Composite outer;
    outer.model.add_composite("a", inner);
    outer.inputs["p"] = {"a.p", "a.p"};
    inner = outer;
  }
  SimulationModel model;
  model.add_component(constant("u", 1.0));
  model.add_composite("x", inner);
  const GivenLimit limit(WorkLimit::Connections, 1000);
  CHECK_THROWS_WITH(model.add_connection("u.scheduleValue -> x.p"),
                    Catch::Contains("limit.exceeded") && Catch::Contains("--limit connections=N"));
  CHECK(model.connections().empty());
}

TEST_CASE("connections and bytes that composites bring are counted") {
  Composite group;
  group.model.add_component(constant("u", 1.0));
  group.model.add_component(instance(std::string(2000, 'g'), "Gain"));
  group.model.add_connection("u.scheduleValue -> " + std::string(2000, 'g') + ".u");
  {
    const GivenLimit limit(WorkLimit::ModelBytes, 100'000);
    SimulationModel model;
    const auto add = [&](int i) { model.add_composite("c" + std::to_string(i), group); };
    CHECK_NOTHROW(add(0));
    CHECK_THROWS_WITH(
        [&] {
          for (int i = 1; i < 100; ++i) add(i);
        }(),
        Catch::Contains("--limit model-bytes=N"));
  }
  const GivenLimit limit(WorkLimit::Connections, 3);
  SimulationModel model;
  for (const char* id : {"a", "b", "c"}) model.add_composite(id, group);
  CHECK_THROWS_WITH(model.add_composite("d", group), Catch::Contains("--limit connections=N"));
}

}  // namespace hearth::test::model_test
