// SPDX-License-Identifier: MIT
// D51: what connections convert, and every way in which they can be wrong.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/component/component.hpp"
#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/systems.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::connection_test {
namespace {

const Registry& types() { return dynamics_components(); }

SimulationModel pair(const std::string& taker = "Taker") {
  SimulationModel model;
  model.add_component(instance("A", "Giver"));
  model.add_component(instance("B", taker));
  if (taker == "Taker") model.inputs.push_back("B.in.q");
  return model;
}

double read(const std::string& connection, const std::string& signal) {
  SimulationModel model = pair();
  if (connection == "A.p -> B.q") model.inputs.clear();
  model.add_connection(connection);
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  return bench.value(signal);
}

/// Checks that building or validating fails with this code and names both ends.
void check_error(const std::string& code, const std::vector<std::string>& connections,
                 const std::vector<std::string>& named, const std::string& taker) {
  std::string message;
  std::string found;
  try {
    SimulationModel model = pair(taker);
    for (const std::string& connection : connections) model.add_connection(connection);
    compile(model, types());
  } catch (const ModelError& error) {
    found = error.code();
    message = error.what();
  }
  INFO(message);
  CHECK(found == code);
  for (const std::string& name : named) CHECK_THAT(message, Catch::Contains(name));
}

TEST_CASE("D51: connections convert units, and each thing that is wrong has its own error") {
  auto file = CaseFile::read("D51");
  if (!file) return;
  file->check_value("A.p = 2500 -> B.q reads", read("A.p -> B.q", "B.q"));
  file->check_value("A.t = 21.5 -> B.T reads", read("A.t -> B.T", "B.T"));
  file->check_value("A.t difference port 3 K -> degC difference reads",
                    read("A.rise -> B.rise", "B.rise"));
  const auto expect = [&](const std::string& quantity, const std::string& code,
                          const std::vector<std::string>& connections,
                          const std::vector<std::string>& named,
                          const std::string& taker = "Taker") {
    INFO(file->take(quantity).dump());
    check_error(code, connections, named, taker);
  };
  expect("A.p -> B.m", "model.unit_mismatch", {"A.p -> B.m"}, {"A.p [W]", "B.m [kg/s]"});
  expect("A.flag -> B.x", "model.port_type", {"A.flag -> B.x"}, {"A.flag -> B.x", "event"});
  expect("A.vec -> B.vec4", "model.shape_mismatch", {"A.vec -> B.vec4"},
         {"A.vec -> B.vec4", "3 values", "4 values"}, "VectorTaker");
  expect("A.none -> B.x", "model.port_unknown", {"A.none -> B.x"}, {"A.none -> B.x"});
  expect("C.p -> B.x", "model.component_unknown", {"C.p -> B.x"}, {"C.p -> B.x", "'C'"});
  expect("second driver for B.x", "model.input_taken", {"A.rise2 -> B.x", "A.ratio -> B.x"},
         {"A.rise2 -> B.x", "A.ratio -> B.x"});
  expect("same connection twice", "model.connection_duplicate",
         {"A.ratio -> B.x", "A.ratio -> B.x"}, {"A.ratio -> B.x"});

  file->take("second component named A");
  SimulationModel model = pair();
  CHECK_THROWS_WITH(model.add_component(instance("A", "Giver")),
                    Catch::Contains("model.id_duplicate") && Catch::Contains("A"));

  file->take("B.q unconnected without default, at initialise");
  model.inputs.clear();
  model.add_component(instance("B2", "Taker"));
  const Diagnostics missing = validate(model, types());
  CHECK(codes(missing) == std::vector<std::string>{"model.input_missing", "model.input_missing"});

  file->take("negative sample period");
  SimulationModel sampled;
  sampled.add_component(instance("c", "Counter")).clock = SampleClock{-1.0, 0.0, {}};
  CHECK(codes(validate(sampled, types())) == std::vector<std::string>{"model.clock_invalid"});

  file->take("LTI with A 2x2 and B 3x1");
  SimulationModel lti;
  Component system = instance("s", "StateSpace");
  system.config["states"] = 2;
  system.config["A"] = Table(2, 2, {0.0, 1.0, 0.0, 0.0});
  system.config["B"] = Table(3, 1, {0.0, 1.0, 0.0});
  system.config["C"] = Table(1, 2, {1.0, 0.0});
  lti.add_component(system);
  const Diagnostics shape = validate(lti, types());
  CHECK_THAT(message_of(shape, "model.table_shape"), Catch::Contains("3 rows, expected 2"));
  file->check_complete();
}

}  // namespace
}  // namespace hearth::test::connection_test
