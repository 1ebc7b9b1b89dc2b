// SPDX-License-Identifier: MIT
// Components that are not equations and only step.
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/continuous/continuous_simulation.hpp"
#include "hearth/tests/support/follower.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::stepping_test {
namespace {

/// A type of which the configuration sets the number of outputs.
ComponentType fan_out() {
  auto known = std::make_shared<std::map<std::string, std::shared_ptr<const ComponentType>>>();
  return specialized_type(
      "FanOut", "As many outputs as the file name contains",
      {{Role::Config, "file", unit::one, {}, "Number of outputs"}},
      [known](const Component& component, Diagnostics& diagnostics) {
        const auto file = component.config.find("file");
        if (file == component.config.end()) {
          diagnostics.error("model.config_missing", {.component = component.id, .port = "file"},
                            "FanOut needs a file");
          return std::shared_ptr<const ComponentType>();
        }
        const std::string& name = std::get<FileName>(file->second).path;
        std::shared_ptr<const ComponentType>& type = (*known)[name];
        if (type) return type;
        std::vector<StepperPort> ports{{Role::Config, "file", unit::one, {}, ""},
                                       {Role::Input, "u", unit::one, {2.0}, "", true}};
        const int count = std::stoi(name);
        for (int i = 1; i <= count; ++i) {
          ports.push_back({Role::Output, "y" + std::to_string(i), unit::one, {}, ""});
          ports.push_back({Role::Parameter, "k" + std::to_string(i), unit::one, {1.0 * i}, ""});
        }
        class Fan final : public Stepper {
         public:
          explicit Fan(int count) : k_(static_cast<std::size_t>(count)) {}
          void start(double, const double* k, const double* u) override {
            std::copy_n(k, k_.size(), k_.begin());
            u_ = u[0];
          }
          void step(double, double, const double* u) override { u_ = u[0]; }
          void outputs(double* y) override {
            for (std::size_t i = 0; i < k_.size(); ++i) y[i] = k_[i] * u_;
          }

         private:
          std::vector<double> k_;
          double u_ = 0.0;
        };
        type = std::make_shared<const ComponentType>(
            stepping_type("FanOut", "", std::move(ports), [count](const std::string&) {
              return std::unique_ptr<Stepper>(std::make_unique<Fan>(count));
            }));
        return type;
      });
}

const Registry& types() {
  static const Registry registry = [] {
    std::vector<ComponentType> types;
    types.push_back(follower("Follower", Follower::Skill::Serialize));
    types.push_back(follower("ForgetfulFollower", Follower::Skill::None));
    types.push_back(follower("RestorableFollower", Follower::Skill::Restore));
    types.push_back(fan_out());
    for (const auto& [name, type] : test_components().types()) types.push_back(type);
    return Registry(std::move(types));
  }();
  return registry;
}

SimulationModel driven(double input, const std::string& type = "Follower") {
  SimulationModel model;
  model.add_component(instance("f", type));
  model.add_component(constant("u", input));
  model.add_connection("u.scheduleValue -> f.u");
  return model;
}

/// A follower of a thermal node that it heats in return: 2 W/K between them.
SimulationModel coupled(const std::string& type) {
  SimulationModel model;
  model.add_component(instance("f", type, {{"tau", 1200.0}}));
  model.add_component(instance("r", "Relax", {{"tau", 900.0}}));
  model.add_connection("f.y -> r.u");
  model.add_connection("r.x -> f.u");
  model.set_initial("r.x", {30.0, std::nullopt});
  return model;
}

double after(double seconds, double tau, double from, double to) {
  return to + (from - to) * std::exp(-seconds / tau);
}

TEST_CASE("a component that only steps starts in row 0 and then steps once a step") {
  const std::vector<double> rows = run_signal(driven(20.0), types(), "f.y", {.steps = 3});
  REQUIRE(rows.size() == 4);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    CHECK(rows[k] == Approx(after(600.0 * static_cast<double>(k), 600.0, 10.0, 20.0)));
  }
}

TEST_CASE("its parameters are set like any other's") {
  SimulationModel model = driven(20.0);
  model.set_parameter("f.tau", {20.0, parse_unit("min")});
  model.set_parameter("f.x0", {283.15 + 5.0, unit::kelvin});
  const std::vector<double> rows = run_signal(model, types(), "f.y", {.steps = 1});
  CHECK(rows[0] == Approx(15.0));
  CHECK(rows[1] == Approx(after(600.0, 1200.0, 15.0, 20.0)));
}

TEST_CASE("a new start gives the first results again") {
  Bench<double> bench(driven(20.0), types());
  bench.simulation.initialize();
  bench.steps(5);
  const double first = bench.value("f.y");
  bench.simulation.initialize();
  CHECK(bench.value("f.y") == 10.0);
  bench.steps(5);
  CHECK(bench.value("f.y") == first);
}

TEST_CASE("with a clock it steps at the points of the clock only") {
  SimulationModel model = driven(20.0);
  model.component("f").clock = SampleClock{1800.0, 0.0, {}};
  const std::vector<double> rows = run_signal(model, types(), "f.y", {.steps = 6});
  CHECK(rows[0] == 10.0);
  CHECK(rows[2] == 10.0);
  CHECK(rows[3] == Approx(after(1800.0, 600.0, 10.0, 20.0)));
  CHECK(rows[5] == rows[3]);
  CHECK(rows[6] == Approx(after(3600.0, 600.0, 10.0, 20.0)));
}

TEST_CASE("an iterated loop sets it back to the start of the step for each pass") {
  RunOptions options{.steps = 1};
  options.compile.coupling = Coupling::Iterate;
  Bench<double> bench(coupled("RestorableFollower"), types(), options);
  bench.simulation.initialize();
  bench.simulation.step();
  // Both ends of the step agree: f follows r's new value; r steps by implicit Euler with f's.
  const double f = bench.value("f.y");
  const double r = bench.value("r.x");
  CHECK(f == Approx(after(600.0, 1200.0, 10.0, r)).epsilon(1e-7));
  CHECK(r == Approx((30.0 + 600.0 / 900.0 * f) / (1.0 + 600.0 / 900.0)).epsilon(1e-7));
}

TEST_CASE(
    "one that cannot go back is an error that names it if a loop is iterated or events located") {
  RunOptions options;
  options.compile.coupling = Coupling::Iterate;
  const SimulationModel model = coupled("ForgetfulFollower");
  try {
    Bench<double> bench(model, types(), options);
    FAIL("expected an error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.no_rollback");
    CHECK(error.diagnostics().items().front().where.component == "f");
  }
  const Plan plan = compile(driven(1.0, "ForgetfulFollower"), types());
  const RunInputs inputs = resolve_inputs(plan, request_of({}));
  const ConfigObjects<double> setup(plan, inputs);
  CHECK_THROWS_AS(Simulation<double>(setup, {.locate_events = true}), ModelError);
  CHECK_NOTHROW(Simulation<double>(setup));
}

TEST_CASE("derivatives through it are refused with an error that names them") {
  const Plan plan = compile(driven(1.0), types());
  const RunInputs inputs = resolve_inputs(plan, request_of({}));
  const ConfigObjects<Jet8> setup(plan, inputs);
  try {
    const Simulation<Jet8> simulation(setup);
    FAIL("expected an error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.no_derivatives");
    CHECK(error.diagnostics().items().front().where.component == "f");
  }
}

TEST_CASE("what it throws names it and reaches the caller") {
  Bench<double> bench(driven(1e7), types());
  bench.simulation.initialize();
  CHECK_THROWS_WITH(bench.simulation.step(), Catch::Contains("f") && Catch::Contains("follow"));
}

TEST_CASE("snapshots and saved states continue bit by bit") {
  Bench<double> whole(coupled("Follower"), types());
  whole.simulation.initialize();
  whole.steps(4);
  const Snapshot<double> kept = whole.simulation.snapshot();
  const SavedState saved = whole.simulation.save();
  whole.steps(6);
  const double end = whole.value("f.y");
  whole.simulation.restore(kept);
  whole.steps(6);
  CHECK(whole.value("f.y") == end);

  RunOptions later;
  later.start = kStart + std::chrono::seconds(2400);
  later.origin = kStart;
  Bench<double> second(coupled("Follower"), types(), later);
  second.simulation.load(saved);
  second.steps(6);
  CHECK(second.value("f.y") == end);
}

TEST_CASE("a state saved between communication points keeps the time of the last one") {
  SimulationModel model = driven(20.0);
  model.component("f").clock = SampleClock{1800.0, 0.0, {}};
  const std::vector<double> whole = run_signal(model, types(), "f.y", {.steps = 6});
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  bench.steps(4);
  SavedState saved = bench.simulation.save();
  RunOptions later;
  later.start = kStart + std::chrono::seconds(2400);
  later.origin = kStart;
  Bench<double> second(model, types(), later);
  second.simulation.load(saved);
  second.steps(2);
  CHECK(second.value("f.y") == whole[6]);
  saved.steppers[0].second = "no time";
  CHECK_THROWS_WITH(second.simulation.load(saved), Catch::Contains("state.invalid"));
}

TEST_CASE("a clock of the step's own length keeps its offset and its end") {
  SimulationModel model = driven(20.0);
  model.component("f").clock = SampleClock{600.0, 1200.0, 1800.0};
  const std::vector<double> rows = run_signal(model, types(), "f.y", {.steps = 5});
  CHECK(rows[1] == 10.0);
  CHECK(rows[2] == Approx(after(1200.0, 600.0, 10.0, 20.0)));
  CHECK(rows[3] == Approx(after(1800.0, 600.0, 10.0, 20.0)));
  CHECK(rows[5] == rows[3]);
}

TEST_CASE("no snapshot is taken of one that cannot go back") {
  Bench<double> bench(driven(20.0, "ForgetfulFollower"), types());
  bench.simulation.initialize();
  CHECK_THROWS_WITH(bench.simulation.snapshot(),
                    Catch::Contains("model.no_rollback") && Catch::Contains("f"));
}

TEST_CASE("one whose memory cannot be written is named when a state is saved") {
  Bench<double> bench(driven(20.0, "RestorableFollower"), types());
  bench.simulation.initialize();
  try {
    bench.simulation.save();
    FAIL("expected an error");
  } catch (const InputError& error) {
    CHECK(error.code() == "state.not_serializable");
    CHECK(error.diagnostics().items().front().where.component == "f");
  }
}

/// Runs the coupled model in the continuous engine to 1 h; returns f.y.
double continuous_end(int step, bool back = false) {
  const Plan plan = compile(coupled("Follower"), types(), {.engine = Engine::Continuous});
  RunRequest request;
  request.period = {kStart, kStart + std::chrono::seconds(3600), std::chrono::seconds(step)};
  request.input_hold = InputHold::First;
  const RunInputs inputs = resolve_inputs(plan, request);
  ContinuousOptions options;
  options.integrator.relative_tolerance = 1e-10;
  ContinuousSimulation simulation(plan, inputs, options);
  simulation.initialize();
  const int y = plan.signal("f.y");
  CHECK(simulation.value(y) == 10.0);
  simulation.advance(1800.0);
  const ContinuousSnapshot kept = simulation.snapshot();
  simulation.advance(3600.0);
  simulation.settle();
  const double end = simulation.value(y);
  if (!back) return end;
  simulation.restore(kept);
  simulation.advance(3600.0);
  simulation.settle();
  CHECK(simulation.value(y) == end);
  return end;
}

TEST_CASE("in the continuous engine it steps at its communication points, of first order") {
  // Both tend to each other: with d = f - r, d' = -(1/1200 + 1/900) d; s = 1200 f + 900 r stays.
  const double difference = -20.0 * std::exp(-3600.0 * (1.0 / 1200.0 + 1.0 / 900.0));
  const double exact = (1200.0 * 10.0 + 900.0 * 30.0 + 900.0 * difference) / 2100.0;
  const double coarse = std::abs(continuous_end(300) - exact);
  const double fine = std::abs(continuous_end(150) - exact);
  const double finest = std::abs(continuous_end(75) - exact);
  CHECK(coarse / fine == Approx(2.0).epsilon(0.15));
  CHECK(fine / finest == Approx(2.0).epsilon(0.08));
}

TEST_CASE("the continuous engine sets it back with everything else") { continuous_end(300, true); }

TEST_CASE("a configuration can tell the ports of a component") {
  SimulationModel model;
  Component fan = instance("fan", "FanOut");
  fan.config["file"] = FileName{"70", ""};
  model.add_component(fan);
  model.add_component(instance("g", "Gain", {{"gain", 10.0}}));
  model.add_connection("fan.y70 -> g.u");
  model.set_parameter("fan.k69", {0.5, std::nullopt});
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.value("g.y") == 1400.0);
  CHECK(bench.value("fan.y69") == 1.0);
  bench.simulation.set_parameter(bench.plan.parameter("fan.k70"), 3.0);
  bench.simulation.initialize();
  CHECK(bench.value("g.y") == 60.0);
}

TEST_CASE("a component whose configuration defines no ports is reported") {
  SimulationModel model;
  model.add_component(instance("fan", "FanOut"));
  CHECK(codes(validate(model, types())) == std::vector<std::string>{"model.config_missing"});
}

TEST_CASE("ports that the configuration did not make are unknown") {
  SimulationModel model;
  Component fan = instance("fan", "FanOut");
  fan.config["file"] = FileName{"2", ""};
  model.add_component(fan);
  model.add_component(instance("g", "Gain"));
  model.add_connection("fan.y3 -> g.u");
  const Diagnostics found = validate(model, types());
  CHECK_THAT(message_of(found, "model.port_unknown"), Catch::Contains("y3"));
}

}  // namespace
}  // namespace hearth::test::stepping_test
