// SPDX-License-Identifier: MIT
// Reference cases with events.
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/case_models.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::event_test {
namespace {

const Registry& types() { return dynamics_components(); }

SimulationModel ball(const CaseFile& file) {
  SimulationModel model;
  model.add_component(instance("ball", "Ball", {{"g", file.number("g")}, {"e", file.number("e")}}));
  model.set_initial("ball.h", {file.start("h"), {}});
  model.set_initial("ball.v", {file.start("v"), {}});
  return model;
}

TEST_CASE("D09: a bouncing ball, bounce by bounce") {
  auto file = CaseFile::read("D09");
  if (!file) return;
  ContinuousBench bench(ball(*file), types());
  bench.run(TimeSpan::until(20.3));
  std::vector<double> times = bench.event_times("ball.floor");
  file->check_event_times("event_times_first_12", times);
  std::vector<double> speeds;
  for (std::size_t i = 0; i < 12; ++i) {
    speeds.push_back(bench.at("ball.speed", times[i], Limit::Right));
  }
  file->check_values("upward_speed_after_event_first_12", speeds);
  CHECK(static_cast<int>(times.size()) == file->take("events_before_t=20.3").get<int>());
  std::erase_if(times, [](double t) { return t >= 20.0; });
  CHECK(static_cast<int>(times.size()) == file->take("events_before_t=20").get<int>());

  ContinuousBench again(ball(*file), types());
  again.run(TimeSpan::at(file->times()));
  file->check_times(
      [&](const std::string& quantity, double t) { return again.at("ball." + quantity, t); });
  const double limit = file->take("zeno_limit_s").get<double>();
  try {
    again.run(TimeSpan::until(25.0));
    FAIL("no error");
  } catch (const SimulationError& error) {
    CHECK(error.code() == "simulation.events_excessive");
    CHECK_THAT(error.what(), Catch::Contains("ball.floor"));
    CHECK(again.simulation.time() <= limit + 1e-6);
    CHECK(again.simulation.time() > limit - 1e-3);
  }
  file->check_complete();
}

std::vector<double> switches(const ContinuousBench& bench) {
  std::vector<double> times;
  for (const EventRecord& event : bench.simulation.events()) times.push_back(event.time);
  return times;
}

TEST_CASE("D11: a relay thermostat switches 41 times a day") {
  auto file = CaseFile::read("D11");
  if (!file) return;
  ContinuousBench bench(thermostat(file->json()["parameters"], file->json()["initial_state"]),
                        types());
  bench.run(TimeSpan::at(file->times()));
  const std::vector<double> times = switches(bench);
  file->check_event_times("switch_times_first_8", times);
  CHECK(static_cast<int>(times.size()) == file->take("number_of_switches").get<int>());
  REQUIRE(times.size() >= 3);
  const double allowed = 2.0 * file->json()["tolerance"]["event_time_atol"].get<double>();
  CHECK(times[1] - times[0] == Approx(file->take("on_duration_s").get<double>()).margin(allowed));
  CHECK(times[2] - times[1] == Approx(file->take("off_duration_s").get<double>()).margin(allowed));
  file->check_times([&](const std::string&, double t) { return bench.at("room.T", t); });
  file->check_value("energy_J", bench.value("room.E"));
  const double on = times[1] - times[0], off = times[2] - times[1];
  CHECK(on / (on + off) == Approx(file->take("duty_cycle").get<double>()).epsilon(1e-7));
  file->check_complete();
}

TEST_CASE("D52: the same thermostat at the end of a year") {
  auto file = CaseFile::read("D52");
  auto source = CaseFile::read("D11");
  if (!file || !source) return;
  ContinuousRunOptions options;
  options.start = file->number("t0");
  ContinuousBench bench(thermostat(source->json()["parameters"], file->json()["initial_state"]),
                        types(), options);
  bench.run(TimeSpan::at(file->times()));
  std::vector<double> times = switches(bench);
  for (double& time : times) time -= options.start;
  file->check_event_times("switch_times_first_4 minus t0", times);
  CHECK(static_cast<int>(times.size()) == file->take("number_of_switches").get<int>());
  file->check_times([&](const std::string&, double t) { return bench.at("room.T", t); });
  file->check_complete();
}

TEST_CASE("D13: corners of a saturation and a dead band") {
  auto file = CaseFile::read("D13");
  if (!file) return;
  SimulationModel model;
  model.add_component(
      instance("c", "Corners", {{"limit", file->number("limit")}, {"band", file->number("band")}}));
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at(file->times()));
  std::vector<double> saturation, dead;
  for (const EventRecord& event : bench.simulation.events()) {
    const bool saturates = event.name == "c.upper" || event.name == "c.lower";
    (saturates ? saturation : dead).push_back(event.time);
  }
  CHECK(saturation.size() == 4);
  CHECK(dead.size() == 4);
  file->check_event_times("saturation_event_times", saturation);
  file->check_event_times("deadband_event_times", dead);
  file->check_times(
      [&](const std::string& quantity, double t) { return bench.at("c." + quantity, t); });
  file->check_complete();
}

TEST_CASE("D15: three crossings that one step of the integrator would span") {
  auto file = CaseFile::read("D15");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("c", "Cubic"));
  model.set_initial("c.y", {file->start("y"), {}});
  ContinuousRunOptions options;
  options.start = file->json()["t_span"][0];
  ContinuousBench bench(model, types(), options);
  bench.run(TimeSpan::at(file->times()));
  file->check_event_times("event_times", bench.event_times("c.zero"));
  std::vector<double> directions;
  for (const EventRecord& event : bench.simulation.events()) directions.push_back(event.direction);
  file->check_values("directions", directions);
  file->check_times([&](const std::string&, double t) { return bench.at("c.y", t); });
  file->check_complete();
}

TEST_CASE("D17: two events at one instant, heard by one component") {
  auto file = CaseFile::read("D17");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("A", "Ramp", {{"slope", -1.0}}));
  model.add_component(instance("B", "Ramp", {{"slope", 1.0}}));
  model.add_component(instance("m", "Mover"));
  model.set_initial("A.x", {file->start("a"), {}});
  model.set_initial("B.x", {file->start("b"), {}});
  model.set_initial("m.v", {file->start("v"), {}});
  model.set_initial("m.x", {file->start("x"), {}});
  model.add_event("A.zero -> m.flip");
  model.add_event("B.zero -> m.twice");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at(file->times()));
  for (const std::string name : {"A", "B"}) {
    CHECK(bench.event_times(name + ".zero").size() == 1);
    file->check_event_times("event_times." + name, bench.event_times(name + ".zero"));
    for (const EventRecord& event : bench.simulation.events()) {
      if (event.name != name + ".zero") continue;
      CHECK(event.microstep == file->take("microstep." + name).get<int>());
    }
  }
  file->check_times(
      [&](const std::string& quantity, double t) { return bench.at("m." + quantity, t); });
  file->check_complete();
}

TEST_CASE("D19: an event causes another at the same time") {
  auto file = CaseFile::read("D19");
  if (!file) return;
  // c hears S and doubles its speed; that it did is heard by l, which turns round.
  SimulationModel model;
  model.add_component(instance("S", "Ramp", {{"slope", 2.0}}));
  model.add_component(instance("c", "Mover"));
  model.add_component(instance("l", "Mover"));
  model.set_initial("S.x", {-2.0 / 3.0, {}});
  model.set_initial("c.x", {file->start("c"), {}});
  model.set_initial("c.v", {file->start("c_v"), {}});
  model.set_initial("l.x", {file->start("l"), {}});
  model.set_initial("l.v", {file->start("l_v"), {}});
  model.add_event("S.zero -> c.twice");
  model.add_event("c.twice -> l.flip");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at(file->times()));
  file->check_event_times("event_times.S", bench.event_times("S.zero"));
  file->check_event_times("event_times.V", bench.event_times("l.flip"));
  for (const EventRecord& event : bench.simulation.events()) {
    if (event.name == "S.zero") CHECK(event.microstep == file->take("microstep.S").get<int>());
    if (event.name == "l.flip") CHECK(event.microstep == file->take("microstep.V").get<int>());
  }
  file->check_times([&](const std::string& quantity, double t) {
    return bench.at(quantity.substr(0, 1) + (quantity.size() > 1 ? ".v" : ".x"), t);
  });
  file->check_complete();
}

}  // namespace
}  // namespace hearth::test::event_test
