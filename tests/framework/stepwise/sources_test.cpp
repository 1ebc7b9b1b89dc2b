// SPDX-License-Identifier: MIT
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::sources_test {
namespace {

const Registry& types() { return test_components(); }

std::vector<double> rows_of(Sample sample, const ListResolver::Entry& entry, long steps,
                            InputHold hold = InputHold::BySample) {
  SimulationModel model;
  model.add_component(listed("u", 0, sample));
  ListResolver resolver({entry});
  RunOptions options;
  options.steps = steps;
  options.resolver = &resolver;
  options.input_hold = hold;
  return run_signal(model, types(), "u.scheduleValue", options);
}

using Rows = std::vector<double>;

TEST_CASE("a step receives the mean, the start or the end of a series") {
  const ListResolver::Entry jump{{{0.0, 1.0}, {900.0, 4.0}}};
  // Row 0 shows the value at the start; the second step holds 300 s of either value.
  CHECK(rows_of(Sample::Mean, jump, 3) == Rows{1.0, 1.0, 2.5, 4.0});
  CHECK(rows_of(Sample::Start, jump, 3) == Rows{1.0, 1.0, 1.0, 4.0});
  CHECK(rows_of(Sample::End, jump, 3) == Rows{1.0, 1.0, 4.0, 4.0});
}

TEST_CASE("a switch at the end of a step is felt before it only by those who ask for the end") {
  const ListResolver::Entry jump{{{0.0, 1.0}, {600.0, 4.0}}};
  CHECK(rows_of(Sample::Mean, jump, 2) == Rows{1.0, 1.0, 4.0});
  CHECK(rows_of(Sample::Start, jump, 2) == Rows{1.0, 1.0, 4.0});
  CHECK(rows_of(Sample::End, jump, 2) == Rows{1.0, 4.0, 4.0});
}

TEST_CASE("the mean of a line is its middle") {
  const ListResolver::Entry line{{{0.0, 0.0}, {6000.0, 10.0}}, Series::Shape::Linear};
  const Rows rows = rows_of(Sample::Mean, line, 3);
  CHECK(rows[0] == 0.0);
  CHECK(rows[1] == Approx(0.5).epsilon(1e-15));
  CHECK(rows[3] == Approx(2.5).epsilon(1e-15));
}

TEST_CASE("holding inputs at the start of the step overrides what the sources say") {
  const ListResolver::Entry line{{{0.0, 0.0}, {6000.0, 10.0}}, Series::Shape::Linear};
  for (const Sample sample : {Sample::Mean, Sample::Start, Sample::End}) {
    const Rows rows = rows_of(sample, line, 2, InputHold::Zero);
    CHECK(rows[0] == 0.0);
    CHECK(rows[1] == 0.0);
    CHECK(rows[2] == Approx(1.0).epsilon(1e-15));
  }
}

SimulationModel driven(const std::string& type, const std::string& port) {
  SimulationModel model;
  model.add_component(listed("u", 0));
  model.add_component(instance("x", type));
  model.add_connection("u.scheduleValue -> x." + port);
  return model;
}

TEST_CASE("a component driven by a line is exact under first-order hold") {
  // u = 0.01 t, τ = 1000 s, x(0) = 3: x = u - 10 + 13 e^(-t/τ)
  ListResolver resolver({{{{0.0, 0.0}, {1e5, 1000.0}}, Series::Shape::Linear}});
  RunOptions options;
  options.steps = 20;
  options.resolver = &resolver;
  options.input_hold = InputHold::First;
  SimulationModel model = driven("Relax", "u");
  model.set_initial("x.x", {3.0, {}});
  const Rows rows = run_signal(model, types(), "x.x", options);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double t = 600.0 * static_cast<double>(k);
    CHECK(rows[k] == Approx(0.01 * t - 10.0 + 13.0 * std::exp(-t / 1000.0)).epsilon(4e-12));
  }
}

TEST_CASE("first-order hold goes to the value just before a jump at the end of the step") {
  // 0 until 600 s, then 5: the first step sees 0 throughout.
  ListResolver resolver({{{{0.0, 0.0}, {600.0, 5.0}}}});
  RunOptions options;
  options.steps = 2;
  options.resolver = &resolver;
  options.input_hold = InputHold::First;
  const Rows rows = run_signal(driven("Relax", "u"), types(), "x.x", options);
  CHECK(rows[1] == 0.0);
  CHECK(rows[2] == Approx(5.0 * (1.0 - std::exp(-0.6))).epsilon(4e-12));
}

TEST_CASE("first-order hold converts units and feeds several inputs") {
  // 1 to 2 kW over the step into 1 MJ/K: 0.9 MJ.
  SimulationModel model = driven("Node", "heat");
  std::get<SeriesSpec>(model.component("u").config["value"]).unit = unit::kW;
  model.add_component(instance("y", "Node"));
  model.add_connection("u.scheduleValue -> y.heat");
  ListResolver resolver({{{{0.0, 1.0}, {600.0, 2.0}}, Series::Shape::Linear}});
  RunOptions options;
  options.steps = 1;
  options.resolver = &resolver;
  options.input_hold = InputHold::First;
  CHECK(run_signal(model, types(), "x.temperature", options)[1] == Approx(20.9).epsilon(1e-13));
  CHECK(run_signal(model, types(), "y.temperature", options)[1] == Approx(20.9).epsilon(1e-13));
}

/// A radiator whose flow rises within the step: affine in its state at any instant, but the flow
/// multiplies it.
Rows heater_rows(long steps, long step_s, InputHold hold) {
  SimulationModel model;
  model.add_component(listed("flow", 0, Sample::Mean));
  model.add_component(constant("supply", 60.0));
  model.add_component(constant("room", 20.0));
  model.add_component(instance("h", "SpaceHeater", {{"thermalMassHeatCapacity", 2e4}}));
  model.add_connection("flow.scheduleValue -> h.waterFlowRate");
  model.add_connection("supply.scheduleValue -> h.supplyWaterTemperature");
  model.add_connection("room.scheduleValue -> h.indoorTemperature");
  ListResolver resolver({{{{0.0, 0.0}, {1200.0, 0.02}}, Series::Shape::Linear}});
  RunOptions options;
  options.steps = steps;
  options.step = std::chrono::seconds(step_s);
  options.resolver = &resolver;
  options.input_hold = hold;
  return run_signal(model, types(), "h.outletWaterTemperature", options);
}

TEST_CASE("first-order hold keeps to its tolerance where an input multiplies a state") {
  const double fine = heater_rows(1200, 1, InputHold::First).back();
  const double coarse = heater_rows(1, 1200, InputHold::First).back();
  // Error-controlled sub-steps leave 1e-4 K at a local tolerance of 1e-6.
  CHECK(std::abs(coarse - fine) <= 1e-3);
}

TEST_CASE("a series is counted from the start of a run that begins later") {
  SimulationModel model;
  model.add_component(listed("u", 0, Sample::Start));
  ListResolver resolver({{{{0.0, 1.0}, {1800.0, 4.0}}}});
  RunOptions options;
  options.steps = 2;
  options.start = kStart + std::chrono::seconds(1200);
  options.resolver = &resolver;
  CHECK(run_signal(model, types(), "u.scheduleValue", options) == Rows{1.0, 1.0, 4.0});
  options.origin = kStart;  // clocks count from there, the series means the same
  CHECK(run_signal(model, types(), "u.scheduleValue", options) == Rows{1.0, 1.0, 4.0});
}

TEST_CASE("rules and files need a resolver") {
  SimulationModel model;
  model.add_component(listed("u", 0));
  try {
    run_signal(model, types(), "u.scheduleValue");
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "simulation.no_resolver");
    CHECK_THAT(error.what(), Catch::Contains("u.value"));
  }
}

TEST_CASE("the period of a run is checked") {
  SimulationModel model;
  model.add_component(constant("u", 1.0));
  const Plan plan = compile(model, types());
  const auto code = [&](long length_s, long step_ms) -> std::string {
    RunRequest request;
    request.period = {kStart, kStart + std::chrono::seconds(length_s), Duration(step_ms)};
    try {
      resolve_inputs(plan, request);
    } catch (const InputError& error) {
      return error.code();
    }
    return "";
  };
  CHECK(code(600, 0) == "simulation.step_invalid");
  CHECK(code(600, -5) == "simulation.step_invalid");
  CHECK(code(-600, 600000) == "simulation.end_before_start");
  CHECK(code(900, 600000) == "simulation.end_off_grid");
  CHECK(code(0, 600000).empty());
  CHECK(code(1, 1).empty());
}

}  // namespace
}  // namespace hearth::test::sources_test
