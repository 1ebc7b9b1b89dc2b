// SPDX-License-Identifier: MIT
// Composites: groups of components under one name.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/model_files.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::composite_test {
namespace {

const Registry& types() { return dynamics_components(); }

/// x1' = x2 - r, x2' = x3, x3' = -x2 - x3 + u from integrators and sums.
void add_plant(SimulationModel& model) {
  for (const std::string n : {"1", "2", "3"}) {
    model.add_component(instance("x" + n, "Integrator"));
    model.add_component(instance("s" + n, "Sum"));
    model.add_connection("s" + n + ".y -> x" + n + ".u");
  }
  model.add_connection("x2.y -> s1.u[x2]");
  model.add_connection("x3.y -> s2.u[x3]");
  model.add_connection("x2.y -> s3.u[x2]");
  model.add_connection("x3.y -> s3.u[x3]");
  model.set_parameter("s3.k[x2]", {-1.0, {}});
  model.set_parameter("s3.k[x3]", {-1.0, {}});
}

/// u = -(x1 + x2 + x3)
Component controller(const std::string& id) {
  Component sum = instance(id, "Sum");
  sum.parameters["k"].value = Quantity{-1.0, {}};
  return sum;
}

SimulationModel flat() {
  SimulationModel model;
  add_plant(model);
  model.add_component(controller("c"));
  model.add_component(constant("r", 1.0));
  model.add_connection("r.scheduleValue -> s1.u[r]");
  model.set_parameter("s1.k[r]", {-1.0, {}});
  for (const std::string n : {"1", "2", "3"}) {
    model.add_connection("x" + n + ".y -> c.u[x" + n + "]");
  }
  model.add_connection("c.y -> s3.u[u]");
  return model;
}

SimulationModel nested() {
  Composite plant;
  add_plant(plant.model);
  plant.inputs = {{"r", {"s1.u[r]"}}, {"u", {"s3.u[u]"}}};
  plant.outputs = {{"x1", "x1.y"}, {"x2", "x2.y"}, {"x3", "x3.y"}};
  Composite control;
  control.model.add_component(controller("c"));
  control.inputs = {{"x1", {"c.u[x1]"}}, {"x2", {"c.u[x2]"}}, {"x3", {"c.u[x3]"}}};
  control.outputs = {{"u", "c.y"}};
  Composite loop;
  loop.model.add_composite("plant", plant);
  loop.model.add_composite("control", control);
  for (const std::string x : {"x1", "x2", "x3"}) {
    loop.model.add_connection("plant." + x + " -> control." + x);
  }
  loop.model.add_connection("control.u -> plant.u");
  loop.inputs = {{"r", {"plant/s1.u[r]"}}};
  loop.outputs = {{"x1", "plant/x1.y"}};
  SimulationModel model;
  model.add_composite("loop", loop);
  model.add_component(constant("r", 1.0));
  model.add_connection("r.scheduleValue -> loop.r");
  model.set_parameter("loop/plant/s1.k[r]", {-1.0, {}});
  return model;
}

TEST_CASE("D32: three levels of composites equal their flattening") {
  auto file = CaseFile::read("D32");
  if (!file) return;
  ContinuousBench a(flat(), types()), b(nested(), types());
  const std::vector<double> times{1.0, 3.0, 10.0};
  a.run(TimeSpan::at(times));
  b.run(TimeSpan::at(times));
  double worst = 0.0;
  for (const double t : times) {
    std::vector<double> x;
    for (const std::string n : {"x1", "x2", "x3"}) {
      x.push_back(a.at(n + ".y", t));
      worst = std::max(worst, std::abs(x.back() - b.at("loop/plant/" + n + ".y", t)));
    }
    file->check_values("x(" + std::to_string(static_cast<int>(t)) + ")", x);
  }
  file->take("max |flat - nested| over the run");
  CHECK(worst <= 1e-12);
  file->check_complete();
}

TEST_CASE("composites of a file, inline and by name, are those built in a program") {
  const SimulationModel model = model_of("d32_nested");
  ContinuousBench file(model, types()), program(nested(), types());
  file.run(TimeSpan::at({10.0}));
  program.run(TimeSpan::at({10.0}));
  for (const std::string n : {"x1", "x2", "x3"}) {
    CHECK(file.value("loop/plant/" + n + ".y") == program.value("loop/plant/" + n + ".y"));
  }
  Diagnostics diagnostics;
  CHECK(parse_model_json(write_model_json(model), "again.json", types(), diagnostics) == model);
}

TEST_CASE("a port a composite does not have is refused with the ports it has") {
  SimulationModel model = nested();
  model.add_component(instance("g", "Gain"));
  CHECK_THROWS_WITH(model.add_connection("loop.x9 -> g.u"),
                    Catch::Contains("model.port_unknown") && Catch::Contains("x1"));
  CHECK_THROWS_WITH(model.add_composite("loop", Composite{}),
                    Catch::Contains("model.id_duplicate"));
}

TEST_CASE("a port of a composite that represents nothing is an error, connected or not") {
  Composite group;
  group.model.add_component(instance("g", "Gain"));
  group.inputs = {{"u", {"g.u"}}, {"v", {"g.w"}}};
  group.outputs = {{"y", "g.z"}, {"p", "h.y"}};
  SimulationModel model;
  model.add_composite("group", group);
  model.add_composite("again", std::make_shared<const Composite>(group));
  const Diagnostics found = validate(model, types());
  const auto count = [&](const char* code, const char* text) {
    return std::count_if(found.items().begin(), found.items().end(), [&](const Diagnostic& item) {
      return item.code == code && item.message.find(text) != std::string::npos;
    });
  };
  CHECK(count("model.port_unknown", "represents 'g.w', but Gain has no input 'w'") == 2);
  CHECK(count("model.port_unknown", "represents 'g.z', but Gain has no output 'z'") == 2);
  CHECK(count("model.component_unknown", "represents 'h.y', but no part is named 'h'") == 2);
}

TEST_CASE("a composite with the name of a component type is refused") {
  for (const char* name : {"Gain", "composite"}) {
    CAPTURE(name);
    Composite group;
    group.name = name;
    group.model.add_component(instance("g", "Gain"));
    SimulationModel model;
    model.add_composite("group", group);
    const Diagnostics found = validate(model, types());
    CHECK(std::any_of(found.items().begin(), found.items().end(), [](const Diagnostic& item) {
      return item.code == "model.id_duplicate" && item.severity == Severity::Error;
    }));
  }
}

TEST_CASE("a composite that cannot be added leaves the model as it was") {
  SimulationModel model;
  model.add_component(instance("group/g", "Gain"));
  const SimulationModel before = model;
  Composite group;
  group.model.add_component(instance("a", "Gain"));
  group.model.add_component(instance("g", "Gain"));
  CHECK_THROWS_WITH(model.add_composite("group", group), Catch::Contains("model.id_duplicate"));
  CHECK_THROWS_WITH(model.add_composite("a.b", group), Catch::Contains("model.id_invalid"));
  Composite malformed = group;
  malformed.outputs = {{"y", "a"}};
  CHECK_THROWS_WITH(model.add_composite("other", malformed),
                    Catch::Contains("model.connection_malformed"));
  CHECK(model == before);
  CHECK(model.composites().empty());
}

TEST_CASE("measurements and inputs of a composite become those of the model") {
  Composite group;
  group.model.add_component(instance("g", "Gain"));
  group.model.measurements["g.y"].column.file = "data.csv";
  group.model.inputs = {"g.in.u"};
  SimulationModel model;
  model.add_composite("group", group);
  CHECK(model.measurements.contains("group/g.y"));
  CHECK(model.inputs == std::vector<std::string>{"group/g.in.u"});
}

TEST_CASE("connections to ports of composites are removed as they are added") {
  SimulationModel model;
  model.add_component(instance("a", "Gain"));
  Composite group;
  group.model.add_component(instance("g", "Gain"));
  group.model.add_component(instance("h", "Gain"));
  group.inputs = {{"u", {"g.u", "h.u"}}};
  model.add_composite("group", group);
  model.add_connection("a.y -> group.u");
  CHECK(model.connections().size() == 2);
  model.remove_connection("a.y -> group.u");
  CHECK(model.connections().empty());
}

TEST_CASE("a path to a port of a composite is refused with that of its part") {
  SimulationModel model = nested();
  const auto id = model.composites().begin()->first;
  REQUIRE(id == "loop");
  model.measurements["loop.x1"].column.file = "data.csv";
  model.inputs = {"loop.in.r"};
  const Diagnostics found = validate(model, types());
  const auto says = [&](const char* code, const char* text) {
    return std::any_of(found.items().begin(), found.items().end(), [&](const Diagnostic& item) {
      return item.code == code && item.message.find(text) != std::string::npos;
    });
  };
  CHECK(says("model.measurement_unknown", "'loop' is a composite: name one of its parts, 'loop/"));
  CHECK(says("model.input_unknown", "'loop' is a composite: name one of its parts, 'loop/"));
  CHECK_THROWS_WITH(std::as_const(model).component("loop"), Catch::Contains("is a composite"));
}

}  // namespace
}  // namespace hearth::test::composite_test
