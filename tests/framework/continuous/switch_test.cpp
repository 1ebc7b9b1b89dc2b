// SPDX-License-Identifier: MIT
// Switched systems and functions of time given by points.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::switch_test {
namespace {

const Registry& types() { return dynamics_components(); }

Component points(std::string id, std::vector<double> times, std::vector<double> values,
                 Series::Shape shape = Series::Shape::Hold) {
  Component component = instance(std::move(id), "Schedule");
  SeriesSpec spec;
  spec.source = TimeTable{std::move(times), std::move(values), shape};
  component.config["value"] = spec;
  return component;
}

/// Passes -0.75, sin t or 0.75 on, as the sine lies, and integrates it.
SimulationModel saturation(double limit) {
  SimulationModel model;
  model.add_component(instance("sine", "SineWave", {{"period", 2.0 * std::numbers::pi}}));
  model.add_component(constant("low", -limit));
  model.add_component(constant("high", limit));
  Component chosen = instance("chosen", "Switch");
  chosen.config["branches"] = 3;
  chosen.config["bounds"] = 2;
  chosen.parameters["bound"].value =
      std::map<std::string, Quantity>{{"1", {-limit, {}}}, {"2", {limit, {}}}};
  model.add_component(chosen);
  model.add_component(instance("integral", "Integrator"));
  model.add_connection("low.scheduleValue -> chosen.u[1]");
  model.add_connection("sine.y -> chosen.u[2]");
  model.add_connection("high.scheduleValue -> chosen.u[3]");
  model.add_connection("sine.y -> chosen.selector");
  model.add_connection("chosen.y -> integral.u");
  return model;
}

TEST_CASE("D13's saturation as a switched system") {
  auto file = CaseFile::read("D13");
  if (!file) return;
  ContinuousBench bench(saturation(file->number("limit")), types());
  bench.run(TimeSpan::at(file->times()));
  std::vector<double> times;
  for (const EventRecord& event : bench.simulation.events()) {
    if (event.time > 0.0) times.push_back(event.time);
  }
  file->check_event_times("saturation_event_times", times);
  file->check_times([&](const std::string&, double t) { return bench.at("integral.y", t); }, "I_s");
}

TEST_CASE("a switch starts in the region its selector lies in") {
  for (const auto& [value, region] : {std::pair(-2.0, 1.0), {0.5, 2.0}, {7.0, 3.0}}) {
    SimulationModel model = saturation(1.0);
    model.remove_connection("sine.y -> chosen.selector");
    model.add_component(constant("place", value));
    model.add_connection("place.scheduleValue -> chosen.selector");
    ContinuousBench bench(model, types());
    bench.simulation.settle();
    CHECK(bench.value("chosen.region") == region);
    Bench<double> stepwise(model, types());
    stepwise.simulation.initialize();
    CHECK(stepwise.value("chosen.region") == region);
  }
}

TEST_CASE("a switch with hysteresis enters a region beyond half of it") {
  SimulationModel model = saturation(10.0);
  model.set_parameter("chosen.hysteresis", {0.5, std::nullopt});
  model.set_parameter("chosen.bound[1]", {0.0, std::nullopt});
  ContinuousBench bench(model, types());
  bench.simulation.advance(2.0 * std::numbers::pi);
  const std::vector<double> rises = bench.event_times("chosen.rises[1]");
  const std::vector<double> falls = bench.event_times("chosen.falls[1]");
  REQUIRE(rises.size() == 1);
  CHECK(rises[0] == Approx(std::asin(0.25)).margin(1e-8));
  REQUIRE(falls.size() == 1);
  CHECK(falls[0] == Approx(std::numbers::pi + std::asin(0.25)).margin(1e-8));
}

TEST_CASE("points of a series are held or joined, and jumps are stopped at") {
  for (const auto shape : {Series::Shape::Hold, Series::Shape::Linear}) {
    SimulationModel model;
    model.add_component(points("u", {1.0, 2.0, 4.0}, {3.0, 1.0, 5.0}, shape));
    model.add_component(instance("i", "Integrator"));
    model.add_connection("u.scheduleValue -> i.u");
    ContinuousBench bench(model, types());
    bench.simulation.advance(5.0);
    // 3 until 2 s, then 1 until 4 s, then 5; or lines from 3 to 1 to 5.
    const double exact = shape == Series::Shape::Hold ? 6.0 + 2.0 + 5.0 : 3.0 + 2.0 + 6.0 + 5.0;
    CHECK(bench.value("i.y") == Approx(exact).margin(1e-10));
    RunOptions options;
    options.steps = 5;
    options.step = std::chrono::seconds(1);
    CHECK(run_signal(model, types(), "i.y", options).back() == Approx(exact).margin(1e-11));
  }
}

TEST_CASE("points that are not a function of time are refused") {
  const auto message = [](const std::vector<double>& times, const std::vector<double>& values) {
    SimulationModel model;
    model.add_component(points("u", times, values));
    return message_of(validate(model, types()), "model.points_invalid");
  };
  CHECK_THAT(message({}, {}), Catch::Contains("u.value") && Catch::Contains("at least one"));
  CHECK_THAT(message({0.0, 1.0}, {1.0}), Catch::Contains("2 times and 1 values"));
  CHECK_THAT(message({0.0, 0.0}, {1.0, 2.0}), Catch::Contains("must rise"));
  CHECK_THAT(message({0.0, NAN}, {1.0, 2.0}), Catch::Contains("point 2"));
  CHECK(message({0.0}, {1.0}).empty());
}

/// A relay and a switch that look at a constant, and their rows 0.
SimulationModel lookers(double value) {
  SimulationModel model;
  model.add_component(constant("u", value));
  model.add_component(instance("relay", "Relay"));
  model.add_component(instance("switch", "Switch", {{"hysteresis", 0.5}}));
  model.add_component(constant("low", 10.0));
  model.add_component(constant("high", 20.0));
  model.add_component(instance("i", "Integrator"));
  model.add_connection("u.scheduleValue -> relay.u");
  model.add_connection("u.scheduleValue -> switch.selector");
  model.add_connection("low.scheduleValue -> switch.u[1]");
  model.add_connection("high.scheduleValue -> switch.u[2]");
  model.add_connection("switch.y -> i.u");
  return model;
}

TEST_CASE("row 0 shows the side on which relays and switches start, and no event is recorded") {
  for (const double value : {-7.0, -1.0, 0.0, 0.1, 7.0}) {
    CAPTURE(value);
    RunOptions options;
    options.steps = 2;
    for (const std::string signal : {"relay.y", "switch.y", "switch.region", "i.y"}) {
      CAPTURE(signal);
      options.compile.engine = Engine::Stepwise;
      const std::vector<double> stepwise = run_signal(lookers(value), types(), signal, options);
      options.compile.engine = Engine::Continuous;
      const std::vector<double> rows = run_signal(lookers(value), types(), signal, options);
      CHECK(rows.front() == stepwise.front());
      CHECK(rows.back() == Approx(stepwise.back()));
    }
    ContinuousBench bench(lookers(value), types());
    bench.simulation.advance(10.0);
    CHECK(bench.simulation.events().empty());
    CHECK(bench.value("switch.y") == (value > 0.25 ? 20.0 : 10.0));
    CHECK(bench.value("relay.y") == (value > 1.0 ? 1.0 : 0.0));
  }
}

TEST_CASE("within its band a relay or a switch starts on the side that is given") {
  for (const double side : {0.0, 1.0}) {
    SimulationModel model = lookers(0.1);
    model.set_initial("relay.closed", {side, {}});
    model.set_initial("switch.above", {side, {}});
    ContinuousBench bench(model, types());
    bench.simulation.advance(10.0);
    CHECK(bench.simulation.events().empty());
    CHECK(bench.value("relay.y") == side);
    CHECK(bench.value("switch.region") == 1.0 + side);
  }
}

TEST_CASE("an event at the start that moves a state, or is handed on, is recorded") {
  SimulationModel model;
  model.add_component(instance("ball", "Ball"));
  model.set_initial("ball.h", {-0.1, {}});
  model.set_initial("ball.v", {-1.0, {}});
  ContinuousBench bench(model, types());
  CHECK(bench.event_times("ball.floor") == std::vector<double>{0.0});
  CHECK(bench.value("ball.v") > 0.0);
  SimulationModel linked = lookers(7.0);
  linked.add_component(instance("m", "Mover"));
  linked.set_initial("m.v", {1.0, {}});
  linked.add_event("relay.closes -> m.flip");
  ContinuousBench hearer(linked, types());
  CHECK(hearer.event_times("m.flip") == std::vector<double>{0.0});
  CHECK(hearer.value("m.v") == -1.0);
}

}  // namespace
}  // namespace hearth::test::switch_test
