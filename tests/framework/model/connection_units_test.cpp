// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::connection_units_test {
namespace {

const Registry& types() { return test_components(); }

double end_of(const SimulationModel& model, const std::string& signal) {
  return run_signal(model, types(), signal, {.steps = 1}).back();
}

Unit unit_of(const SimulationModel& model, const std::string& signal) {
  const Plan plan = compile(model, types());
  return plan.signals[plan.signal(signal)].unit;
}

/// `scales` puts out kW and degF, `sink` takes W and degC.
SimulationModel model_of(const std::vector<std::string>& connections) {
  SimulationModel model;
  model.add_component(instance("scales", "Scales"));
  model.add_component(instance("sink", "Sink"));
  model.add_component(instance("sensor", "Sensor"));
  model.add_component(constant("bare", 68.0));
  model.add_component(constant("degrees", 20.0, unit::degC));
  model.add_component(constant("kilowatts", 1.5, unit::kW));
  for (const std::string& connection : connections) model.add_connection(connection);
  bool measured = false;
  for (const std::string& c : connections) measured |= c.find("> sensor") != std::string::npos;
  if (!measured) model.remove_component("sensor");
  return model;
}

TEST_CASE("connections convert scales of one dimension") {
  const SimulationModel model = model_of(
      {"kilowatts.scheduleValue -> scales.power", "scales.power -> sink.power",
       "degrees.scheduleValue -> scales.temperature", "scales.temperature -> sink.temperature"});
  CHECK(end_of(model, "scales.power") == 1.5);
  CHECK(end_of(model, "sink.power") == 1500.0);
  CHECK(end_of(model, "scales.temperature") == Approx(68.0).epsilon(1e-14));
  CHECK(end_of(model, "sink.temperature") == Approx(20.0).epsilon(1e-14));
}

TEST_CASE("connections between dimensions are refused with both units") {
  const SimulationModel model = model_of({"scales.temperature -> sink.power"});
  CHECK_THAT(message_of(validate(model, types()), "model.unit_mismatch"),
             Catch::Contains("scales.temperature [degF] -> sink.power [W]"));
}

TEST_CASE("a temperature and a difference do not mix") {
  const SimulationModel model = model_of({"scales.temperature -> sink.difference"});
  CHECK_THAT(message_of(validate(model, types()), "model.unit_mismatch"),
             Catch::Contains("[degF] -> sink.difference [K]"));
}

TEST_CASE("a bare number is read by each port in its own unit, and is listed") {
  const SimulationModel model =
      model_of({"bare.scheduleValue -> scales.temperature",
                "bare.scheduleValue -> sink.temperature", "bare.scheduleValue -> sink.power"});
  CHECK(end_of(model, "scales.temperature") == 68.0);
  CHECK(end_of(model, "sink.temperature") == 68.0);
  CHECK(end_of(model, "sink.power") == 68.0);
  const Diagnostics found = validate(model, types());
  CHECK_THAT(message_of(found, "model.unitless_source"), Catch::Contains("bare"));
  CHECK(found.items().front().severity == Severity::Note);
  CHECK(unit_of(model, "bare.scheduleValue") == unit::one);  // its ports disagree
}

TEST_CASE("a column of a file is not listed as a number without a unit: its header may state one") {
  SimulationModel model = model_of({"bare.scheduleValue -> scales.temperature"});
  SeriesSpec spec;
  FileColumn column;
  column.file = "t.csv";
  column.column = "t";
  spec.source = column;
  model.component("bare").config["value"] = spec;
  CHECK(message_of(validate(model, types()), "model.unitless_source").empty());
}

TEST_CASE("a bare number is shown in the unit its ports agree on") {
  const SimulationModel model = model_of({"bare.scheduleValue -> scales.temperature"});
  CHECK(unit_of(model, "bare.scheduleValue") == unit::degF);
}

TEST_CASE("a sensor carries the unit of its source to what it feeds") {
  const SimulationModel model =
      model_of({"scales.power -> sensor.measuredValue", "kilowatts.scheduleValue -> scales.power",
                "sensor.measuredValue -> sink.power"});
  CHECK(unit_of(model, "sensor.measuredValue") == unit::kW);
  CHECK(end_of(model, "sensor.measuredValue") == 1.5);
  CHECK(end_of(model, "sink.power") == 1500.0);
  const SimulationModel wrong = model_of(
      {"scales.power -> sensor.measuredValue", "sensor.measuredValue -> sink.temperature"});
  CHECK_THAT(message_of(validate(wrong, types()), "model.unit_mismatch"),
             Catch::Contains("sensor.measuredValue [kW] -> sink.temperature [degC]"));
}

TEST_CASE("a sensor of a bare number takes the unit of what it feeds") {
  const SimulationModel model = model_of(
      {"bare.scheduleValue -> sensor.measuredValue", "sensor.measuredValue -> sink.power"});
  CHECK(unit_of(model, "sensor.measuredValue") == unit::W);
  CHECK(end_of(model, "sink.power") == 68.0);
}

TEST_CASE("units pass through sensors in a row, whatever their ids") {
  for (const auto& [first, second] : {std::pair("a", "z"), std::pair("z", "a")}) {
    SimulationModel model = model_of({"kilowatts.scheduleValue -> scales.power"});
    model.add_component(instance(first, "Sensor"));
    model.add_component(instance(second, "Sensor"));
    model.add_connection(std::string("scales.power -> ") + first + ".measuredValue");
    model.add_connection(std::string(first) + ".measuredValue -> " + second + ".measuredValue");
    model.add_connection(std::string(second) + ".measuredValue -> sink.power");
    CHECK(end_of(model, "sink.power") == 1500.0);
  }
}

TEST_CASE("units pass through a long row of sensors from either end") {
  constexpr int kSensors = 60;
  const auto id = [](int i, bool rising) {
    return "s" + std::to_string(100 + (rising ? i : kSensors - i));
  };
  for (const bool rising : {true, false}) {
    for (const bool known : {true, false}) {  // otherwise the last input sets the unit
      SimulationModel model = model_of({"kilowatts.scheduleValue -> scales.power"});
      for (int i = 0; i < kSensors; ++i) model.add_component(instance(id(i, rising), "Sensor"));
      std::string from = known ? "scales.power" : "bare.scheduleValue";
      for (int i = 0; i < kSensors; ++i) {
        model.add_connection(from + " -> " + id(i, rising) + ".measuredValue");
        from = id(i, rising) + ".measuredValue";
      }
      model.add_connection(from + " -> sink.power");
      const Unit expected = known ? unit::kW : unit::W;
      for (int i = 0; i < kSensors; i += 7) {
        CHECK(unit_of(model, id(i, rising) + ".measuredValue") == expected);
      }
      CHECK(end_of(model, "sink.power") == (known ? 1500.0 : 68.0));
    }
  }
}

Component controller() {
  Component pid = instance("pid", "PidController");
  pid.config["isReverse"] = true;
  return pid;
}

TEST_CASE("a controller's gain is per unit of what it compares") {
  SimulationModel model = model_of({});
  model.add_component(controller());
  model.add_connection("degrees.scheduleValue -> pid.actualValue");
  model.add_connection("bare.scheduleValue -> pid.setpointValue");
  model.component("pid").parameters["kp"].value = Quantity{0.1, unit::W_per_K};
  const std::string text = message_of(validate(model, types()), "model.unit_mismatch");
  CHECK_THAT(text, Catch::Contains("pid.kp"));
  CHECK_THAT(text, Catch::Contains("the value is in [W/K], expected [1/K]"));
  model.component("pid").parameters["kp"].value = Quantity{0.1, unit::per_K};
  CHECK_FALSE(validate(model, types()).has_errors());
  model.set_initial("pid.error", {1.0, unit::K});
  CHECK_FALSE(validate(model, types()).has_errors());
  model.set_initial("pid.error", {1.0, unit::degC});
  CHECK_FALSE(message_of(validate(model, types()), "model.unit_mismatch").empty());
}

TEST_CASE("parameters and initial values are converted from the unit they are given in") {
  SimulationModel model;
  model.add_component(instance("n", "Node"));
  model.set_parameter("n.capacity", {2.0, unit::MJ_per_K});
  model.set_initial("n.temperature", {50.0, unit::degF});
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.simulation.value(bench.plan.parameter("n.capacity").cells.front()) == 2e6);
  CHECK(bench.value("n.temperature") == Approx(10.0).epsilon(1e-14));
}

TEST_CASE("a temperature in K is refused with a hint, one in kelvin is converted") {
  SimulationModel model;
  model.add_component(instance("n", "Node"));
  model.set_initial("n.temperature", {293.15, unit::K});
  const std::string text = message_of(validate(model, types()), "model.unit_mismatch");
  CHECK_THAT(text, Catch::Contains("the value is in [K], expected [degC]"));
  CHECK_THAT(text, Catch::Contains("write 'kelvin' for a temperature"));
  model.set_initial("n.temperature", {293.15, unit::kelvin});
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.value("n.temperature") == Approx(20.0).epsilon(1e-14));
}

/// node [degC] -> scales [degF] -> node [degC]: the cut edge leaves `scales`, whose id comes after.
SimulationModel converting_loop() {
  SimulationModel model;
  model.add_component(instance("scales", "Scales"));
  model.add_component(instance("node", "Node", {{"resistance", 1e-3}}));
  Connection kept{{"node", "temperature", ""}, {"scales", "temperature", ""}, CutPin::Never, {}};
  model.add_connection(kept);
  model.add_connection("scales.temperature -> node.neighbour");
  model.set_initial("scales.temperature", {50.0, {}});  // degF: 10 degC
  return model;
}

TEST_CASE("removed connections convert too") {
  // 20 degC falls to 10 degC with 1000 s.
  Bench<double> bench(converting_loop(), types(),
                      {.steps = 2, .compile = {.coupling = Coupling::GaussSeidel}});
  bench.simulation.initialize();
  bench.steps(1);
  const double first = 10.0 + 10.0 * std::exp(-0.6);
  CHECK(bench.value("node.temperature") == Approx(first).epsilon(1e-13));
  CHECK(bench.value("scales.temperature") == Approx(32.0 + 1.8 * first).epsilon(1e-13));
  bench.steps(1);  // the neighbour is now the node itself, a step ago
  CHECK(bench.value("node.temperature") == Approx(first).epsilon(1e-13));
}

TEST_CASE("every coupling scheme converts") {
  for (const Coupling coupling : {Coupling::Jacobi, Coupling::Iterate}) {
    RunOptions options;
    options.compile.coupling = coupling;
    Bench<double> bench(converting_loop(), types(), options);
    bench.simulation.initialize();
    bench.steps(10);
    const double node = bench.value("node.temperature");
    CHECK(node > 9.9);
    CHECK(node < 20.1);
    if (coupling == Coupling::Iterate) {
      CHECK(bench.value("scales.temperature") == Approx(32.0 + 1.8 * node).epsilon(1e-13));
    }
  }
}

TEST_CASE("one output in two units and scales reaches each port in its own") {
  SimulationModel model =
      model_of({"kilowatts.scheduleValue -> scales.power", "scales.power -> sink.power"});
  model.add_component(instance("other", "Scales"));
  model.add_component(instance("third", "Sink"));
  model.add_connection("scales.power -> other.power");
  model.add_connection("scales.power -> third.power");
  CHECK(end_of(model, "other.power") == 1.5);
  CHECK(end_of(model, "third.power") == 1500.0);
}

}  // namespace
}  // namespace hearth::test::connection_units_test
