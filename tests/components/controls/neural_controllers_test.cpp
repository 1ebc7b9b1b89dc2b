// SPDX-License-Identifier: MIT
#include "hearth/components/controls/internal/neural_controllers.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/points.hpp"

namespace hearth::test::neural_controllers_test {
namespace {

using Values = std::vector<double>;

const char* const kPolicy = R"({
  "inputs": [{"name": "indoorTemperature", "unit": "degC", "min": 10, "max": 30},
             {"name": "indoorCO2", "unit": "ppm", "min": 400, "max": 1400}],
  "outputs": [{"name": "co2Setpoint", "unit": "ppm", "min": 350, "max": 1350},
              {"name": "temperatureSetpoint", "unit": "degC", "min": 12, "max": 32}],
  "layers": [{"weights": [[1, 0], [0, 1]], "bias": [0, 0], "activation": "relu"}]})";

const char* const kClassifier = R"({
  "inputs": [{"name": "indoorCO2", "unit": "ppm", "min": 400, "max": 1400}],
  "outputs": [{"name": "inputSignal"}],
  "layers": [{"weights": [[-1], [1]], "bias": [0.5, -0.5]}],
  "classes": [0.1, 0.9]})";

Component network(const std::string& id, const std::string& type,
                  const std::filesystem::path& file) {
  Component component = instance(id, type);
  component.config["file"] = FileName{file.string(), ""};
  return component;
}

SimulationModel policy(const std::filesystem::path& file) {
  SimulationModel model;
  model.add_component(network("policy", "NeuralPolicyController", file));
  model.add_component(each_step("room", {20.0, 25.0, 15.0}));
  model.add_component(constant("co2", 0.09, unit::percent));  // 900 ppm
  model.add_connection("room.scheduleValue -> policy.indoorTemperature");
  model.add_connection("co2.scheduleValue -> policy.indoorCO2");
  return model;
}

TEST_CASE("a policy's file gives its ports, with their units") {
  const TempFolder folder;
  const SimulationModel model = policy(folder.write("policy.json", kPolicy));
  const Values co2 = run_signal(model, standard_components(), "policy.co2Setpoint", {.steps = 3});
  // 20 degC is 0.5 of its range: 350 + 0.5 * 1000; at the end of each step of the inputs held there
  CHECK(co2[1] == Approx(850.0));
  CHECK(co2[2] == Approx(1100.0));
  CHECK(co2[3] == Approx(600.0));
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("policy.temperatureSetpoint") == Approx(22.0));  // 900 ppm is 0.5 too
  CHECK(bench.plan.signals[bench.plan.signal("policy.co2Setpoint")].unit == unit::ppm);
}

TEST_CASE("a policy with a clock acts at its ticks and holds in between") {
  const TempFolder folder;
  SimulationModel model = policy(folder.write("policy.json", kPolicy));
  model.component("policy").clock = SampleClock{1200.0, 0.0, {}};
  const Values co2 = run_signal(model, standard_components(), "policy.co2Setpoint", {.steps = 3});
  CHECK(co2[1] == co2[0]);
  CHECK(co2[2] == Approx(1100.0));
  CHECK(co2[3] == co2[2]);
}

TEST_CASE("a policy in a loop goes back with it") {
  const TempFolder folder;
  const auto file = folder.write("policy.json", R"({
    "inputs": [{"name": "x"}], "outputs": [{"name": "y"}],
    "layers": [{"weights": [[-0.5]], "bias": [1]}]})");
  SimulationModel model;
  model.add_component(network("policy", "NeuralPolicyController", file));
  model.add_component(instance("lag", "TransferFunction", {{"a", 1e-3}, {"b", 1e-3}}));
  model.set_initial("lag.y", {0.0, {}});
  model.add_connection("policy.y -> lag.u");
  model.add_connection("lag.y -> policy.x");
  const RunOptions options{.steps = 200, .compile = {.coupling = Coupling::Iterate}};
  // x = 1 - x/2 where it rests
  CHECK(run_signal(model, standard_components(), "lag.y", options).back() == Approx(2.0 / 3.0));
  Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  bench.steps(5);
  const SavedState saved = bench.simulation.save();
  bench.steps(5);
  const double there = bench.value("lag.y");
  RunOptions later = options;
  later.start = kStart + 5 * options.step;
  later.origin = kStart;
  Bench<double> again(model, standard_components(), later);
  again.simulation.initialize();
  again.simulation.load(saved);
  again.steps(5);
  CHECK(again.value("lag.y") == there);
}

TEST_CASE("a classifier puts out the value of the class it chooses") {
  const TempFolder folder;
  SimulationModel model;
  model.add_component(
      network("ann", "ClassificationAnnController", folder.write("classes.json", kClassifier)));
  model.add_component(each_step("co2", {500.0, 1300.0}));
  model.add_connection("co2.scheduleValue -> ann.indoorCO2");
  const Values rows = run_signal(model, standard_components(), "ann.inputSignal", {.steps = 2});
  CHECK(rows[1] == 0.1);
  CHECK(rows[2] == 0.9);
}

TEST_CASE("a network without a file, with an absent one or a wrong one is refused") {
  const TempFolder folder;
  const auto found = [](const Component& component) {
    SimulationModel model;
    model.add_component(component);
    return validate(model, standard_components());
  };
  CHECK_THAT(message_of(found(instance("p", "NeuralPolicyController")), "model.config_missing"),
             Catch::Contains("NeuralPolicyController needs the configuration 'file'"));
  CHECK_FALSE(message_of(found(network("p", "NeuralPolicyController", folder.path() / "none")),
                         "file.missing")
                  .empty());
  const auto file = folder.write("classes.json", kClassifier);
  CHECK_THAT(
      message_of(found(network("p", "NeuralPolicyController", file)), "ann.file_invalid"),
      Catch::Contains("classes.json") && Catch::Contains("a policy does not choose classes"));
}

TEST_CASE("a network's file that changes is read anew") {
  const TempFolder folder;
  const auto file = folder.write("policy.json", kPolicy);
  CHECK(
      run_signal(policy(file), standard_components(), "policy.co2Setpoint", {.steps = 1}).back() ==
      Approx(850.0));
  std::string text = kPolicy;
  text.replace(text.find("1350"), 4, "2350");
  folder.write("policy.json", text);
  std::filesystem::last_write_time(
      file, std::filesystem::last_write_time(file) + std::chrono::seconds(2));
  CHECK(
      run_signal(policy(file), standard_components(), "policy.co2Setpoint", {.steps = 1}).back() ==
      Approx(1350.0));
}

}  // namespace
}  // namespace hearth::test::neural_controllers_test
