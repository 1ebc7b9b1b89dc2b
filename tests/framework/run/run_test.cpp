// SPDX-License-Identifier: MIT
#include "hearth/framework/run/run.hpp"

#include <cmath>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/analysis/trajectory.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/tests/support/given_limit.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::run_test {
namespace {

const Registry& types() { return test_components(); }

constexpr Duration kStep = std::chrono::minutes(10);

/// A heated room with an open input, the temperature of its supply water.
SimulationModel room() {
  SimulationModel model;
  model.add_component(constant("flow", 0.02));
  model.add_component(constant("outdoor", -3.0));
  model.add_component(instance("heater", "SpaceHeater"));
  model.add_component(instance("room", "BuildingSpace"));
  model.add_connection("flow.scheduleValue -> heater.waterFlowRate");
  model.add_connection("outdoor.scheduleValue -> room.outdoorTemperature");
  model.add_connection("room.indoorTemperature -> heater.indoorTemperature");
  model.add_connection("heater.Power -> room.heatGain");
  model.set_initial("heater.Power", {0.0, std::nullopt});
  model.inputs = {"heater.in.supplyWaterTemperature"};
  return model;
}

RunSettings settings(Engine engine, long rows = 36) {
  RunSettings settings;
  settings.period = {kStart, kStart + rows * kStep, kStep};
  settings.compile.engine = engine;
  settings.record = {"room.indoorTemperature", "heater.Power"};
  return settings;
}

/// The pressure at a site.
template <class T>
struct Barometer {
  struct Params {
    T pressure;
  };
  struct Out {
    T pressure;
  };
  static constexpr Schema schema() {
    return Schema("Atmospheric pressure")
        .par(&Params::pressure, "p", unit::Pa, {83000.0, 5e4, 1.2e5}, "Pressure")
        .out(&Out::pressure, "atmosphericPressure", unit::Pa, "Atmospheric pressure");
  }
  static void outputs(const Params& p, Out& y) { y.pressure = p.pressure; }
};

/// A component that receives moist air.
template <class T>
struct MoistCoil {
  struct In {
    T humidity;
  };
  struct Params {
    T pressure;
  };
  struct Out {
    T vapour_pressure;
  };
  static constexpr Schema schema() {
    return Schema("Vapour pressure of moist air")
        .in(&In::humidity, "inletAirHumidityRatio", unit::one, "Humidity ratio, kg/kg", open(0.0))
        .par(&Params::pressure, "atmosphericPressure", unit::Pa, {101325.0, 5e4, 1.2e5},
             "Atmospheric pressure")
        .out(&Out::vapour_pressure, "vapourPressure", unit::Pa, "Vapour pressure");
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    y.vapour_pressure = p.pressure * u.humidity / (0.622 + u.humidity);
  }
};

std::vector<double> rows_of(Run& run) { return run.to_end().values; }

}  // namespace

TEST_CASE("a run goes from a model to its results in both engines") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine));
    run.set("heater.in.supplyWaterTemperature", 60.0);
    CHECK(run.row() == -1);
    const Results results = run.to_end();
    CHECK(results.rows() == 37);
    CHECK(results.start == kStart);
    CHECK(results.signals.size() == 2);
    CHECK(run.finished());
    CHECK(run.time() == kStart + 36 * kStep);
    CHECK(run.value("room.indoorTemperature") == results.row(36)[1]);
  }
}

TEST_CASE("rows are the same however a run is advanced") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run whole(room(), types(), settings(engine));
    Run parts(whole.basis(), settings(engine));
    parts.start();
    parts.step();
    parts.advance_to(kStart + std::chrono::minutes(65));  // is at the row of minute 60
    CHECK(parts.row() == 6);
    CHECK(parts.run_to_end({}));
    const std::vector<double> expected = rows_of(whole);
    REQUIRE(parts.results().values.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      // The continuous engine ends a step of its integrator where an advance ends.
      if (engine == Engine::Stepwise) CHECK(parts.results().values[i] == expected[i]);
      CHECK(parts.results().values[i] == Approx(expected[i]).epsilon(1e-5));
    }
  }
}

TEST_CASE("what is set counts from the next start, and an open input at once") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine, 6));
    const std::vector<double> plain = rows_of(run);
    run.set("room@indoorTemperature", 25.0);
    run.set("room.C_air", Quantity{4e6, unit::J_per_K});
    CHECK(run.value("room.indoorTemperature") != 25.0);
    run.start();
    run.advance_rows(0);
    CHECK(run.value("room.indoorTemperature") == 25.0);
    run.advance_rows(3);
    const double before = run.value("heater.Power");
    run.set("heater.in.supplyWaterTemperature", 80.0);
    run.advance_rows(6);
    CHECK(run.value("heater.Power") > before + 100.0);
    run.reset();
    run.start();
    CHECK(run.run_to_end({}));
    CHECK(run.take_results().values == plain);
  }
}

TEST_CASE("a name or number that does not fit is refused with a remedy") {
  Run run(room(), types(), settings(Engine::Stepwise));
  CHECK_THROWS_WITH(run.set("room.C_aire", 1.0), Catch::Contains("C_air"));
  CHECK_THROWS_WITH(run.set("heater.in.supplyWaterTemp", 1.0),
                    Catch::Contains("heater.in.supplyWaterTemperature"));
  CHECK_THROWS_WITH(run.set("room.C_air", Quantity{1.0, unit::degC}),
                    Catch::Contains("model.unit_mismatch"));
  CHECK_THROWS_WITH(run.set("room.C_air", -1.0), Catch::Contains("model.out_of_range"));
  CHECK_THROWS_WITH(run.advance_to(kStart + std::chrono::hours(100)),
                    Catch::Contains("simulation.times_past"));
}

TEST_CASE("a restored run repeats its rows, and a clone goes its own way") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine));
    run.set("heater.in.supplyWaterTemperature", 60.0);
    run.set("room.C_wall", 5e6);
    run.advance_rows(10);
    const RunSnapshot point = run.snapshot();
    run.advance_rows(20);
    const std::vector<double> first = run.results().values;
    run.restore(point);
    CHECK(run.row() == 10);
    CHECK(run.results().rows() == 11);
    Run other = run.clone();
    CHECK(other.row() == 10);
    run.advance_rows(20);
    CHECK(run.results().values == first);
    other.advance_rows(20);
    CHECK(other.results().values == first);
    other.set("heater.in.supplyWaterTemperature", 20.0);
    other.advance_rows(30);
    run.advance_rows(30);
    CHECK(other.value("room.indoorTemperature") < run.value("room.indoorTemperature") - 0.1);
  }
}

TEST_CASE("a saved run is continued by another, bit for bit") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    RunSettings first_half = settings(engine, 18);
    Run first(room(), types(), first_half);
    first.set("heater.in.supplyWaterTemperature", 60.0);
    first.run_to_end({});
    const SavedState saved = first.save();
    const double kept = first.value("room.indoorTemperature");
    first_half.period = {saved.time, saved.time + 18 * kStep, kStep};
    first_half.origin = saved.origin;
    Run second(room(), types(), first_half);
    second.set("heater.in.supplyWaterTemperature", 60.0);
    second.load(saved);
    const Results rest = second.to_end();
    CHECK(rest.rows() == 19);
    CHECK(rest.row(0)[1] == kept);
    if (engine == Engine::Continuous) continue;  // the integrator starts anew
    Run whole(room(), types(), settings(engine));
    whole.set("heater.in.supplyWaterTemperature", 60.0);
    const Results all = whole.to_end();
    CHECK(rest.row(18)[1] == all.row(36)[1]);
  }
}

TEST_CASE("an observer sees every row instead of the recorder") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine, 300));
    std::vector<double> seen;
    const int cell = run.plan().signal("room.indoorTemperature");
    run.observe([&](long row) {
      CHECK(row == static_cast<long>(seen.size()));
      seen.push_back(run.value(cell));
    });
    std::vector<long> told;
    CHECK(run.run_to_end([&](long done, long total) {
      CHECK(total == 300);
      told.push_back(done);
      return true;
    }));
    CHECK(seen.size() == 301);
    CHECK(run.results().rows() == 0);
    CHECK(told.back() == 300);
  }
}

TEST_CASE("a run that is stopped keeps the rows so far") {
  Run run(room(), types(), settings(Engine::Stepwise));
  CHECK_FALSE(run.run_to_end([](long done, long) { return done < 5; }));
  CHECK(run.results().rows() == 6);
}

TEST_CASE("the steps, recorded values and clock ticks of a run are limited") {
  const auto refusal = [](const SimulationModel& model, const RunSettings& settings) {
    try {
      Run(model, types(), settings).to_end();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  {
    const GivenLimit limit(WorkLimit::RunSteps, 36);
    CHECK(refusal(room(), settings(Engine::Stepwise, 36)).empty());
    CHECK_THAT(refusal(room(), settings(Engine::Stepwise, 37)),
               Catch::Contains("limit.exceeded") && Catch::Contains("choose a longer step") &&
                   Catch::Contains("--limit run-steps=N"));
  }
  {
    const GivenLimit limit(WorkLimit::RecordedValues, 2 * 37);  // two signals, 37 rows
    CHECK(refusal(room(), settings(Engine::Stepwise, 36)).empty());
    CHECK_THAT(refusal(room(), settings(Engine::Stepwise, 37)),
               Catch::Contains("record fewer signals"));
  }
  SimulationModel sampled = room();
  Component hold = instance("hold", "ZeroOrderHold");
  hold.clock = SampleClock{.period = 10.0};
  sampled.add_component(std::move(hold));
  sampled.add_connection("room.indoorTemperature -> hold.u");
  const GivenLimit limit(WorkLimit::ClockTicks, 36 * 60);  // six hours
  CHECK(refusal(sampled, settings(Engine::Continuous, 36)).empty());
  CHECK_THAT(refusal(sampled, settings(Engine::Continuous, 37)),
             Catch::Contains("hold.clock") && Catch::Contains("--limit clock-ticks=N"));
}

TEST_CASE("a run warns of an efficiency above 1") {
  SimulationModel model;
  model.add_component(instance("boiler", "Boiler", {{"nominalEfficiency", 0.97}}));
  for (const auto& [port, value] : {std::pair{"waterFlowRate", 0.1},
                                    {"inletWaterTemperature", 30.0},
                                    {"outletWaterTemperatureSetpoint", 40.0}}) {
    model.add_component(constant(port, value));
    model.add_connection(std::string(port) + ".scheduleValue -> boiler." + port);
  }
  RunSettings plain = settings(Engine::Stepwise);
  plain.record.clear();
  const auto warnings = [&] {
    Run run(model, types(), plain);
    run.to_end();
    return run.warnings();
  };
  // The curve of a condensing boiler is 1 at 70 degC of return water and above 1 in colder water.
  REQUIRE(warnings().items().size() == 1);
  CHECK(warnings().items().front().code == "simulation.value_impossible");
  CHECK_THAT(to_string(warnings().items().front()), Catch::Contains("boiler.efficiency"));
  model.set_parameter("boiler.nominalEfficiency", {0.88, std::nullopt});
  CHECK(warnings().items().empty());
}

TEST_CASE("a run warns of temperatures and concentrations that cannot exist") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    SimulationModel model = room();
    model.add_component(constant("people", -5.0));
    model.add_connection("people.scheduleValue -> room.numberOfPeople");
    Run run(model, types(), settings(engine));
    run.set("heater.in.supplyWaterTemperature", 60.0);
    run.to_end();
    const Diagnostics found = run.warnings();
    REQUIRE(found.items().size() == 1);
    CHECK(found.items().front().code == "simulation.value_impossible");
    CHECK_THAT(to_string(found.items().front()),
               Catch::Contains("room.indoorCO2") && Catch::Contains("ppm at 20"));
    run.start();
    CHECK(run.warnings().items().empty());  // until it has happened again
  }
  SimulationModel fresh = room();
  fresh.add_component(instance("co2_control", "PidController"));
  fresh.add_component(constant("limit", 100.0));  // below outdoor air: the demand is negative
  fresh.add_connection("room.indoorCO2 -> co2_control.actualValue");
  fresh.add_connection("limit.scheduleValue -> co2_control.setpointValue");
  Run controlled(fresh, types(), settings(Engine::Stepwise));
  controlled.to_end();
  CHECK(controlled.warnings().items().empty());
  SimulationModel hot = room();
  hot.set_initial("room.indoorTemperature", {1e300, std::nullopt});
  Run run(hot, types(), settings(Engine::Stepwise));
  run.to_end();
  CHECK_THAT(to_string(run.warnings().items().front()),
             Catch::Contains("room.indoorTemperature") && Catch::Contains("other output"));
}

TEST_CASE("a run warns of a heating setpoint above the cooling setpoint") {
  SimulationModel model;
  model.add_component(instance("zone", "SimpleHourlyZone"));
  for (const auto& [id, value, port] :
       {std::tuple{"outdoor", -5.0, "outdoorTemperature"},
        std::tuple{"heat", 26.0, "heatingSetpoint"}, std::tuple{"cool", 20.0, "coolingSetpoint"}}) {
    model.add_component(constant(id, value));
    model.add_connection(std::string(id) + ".scheduleValue -> zone." + port);
  }
  RunSettings hourly = settings(Engine::Stepwise);
  hourly.record = {"zone.*"};
  Run run(model, types(), hourly);
  run.to_end();
  REQUIRE(run.warnings().items().size() == 1);
  CHECK_THAT(to_string(run.warnings().items().front()),
             Catch::Contains("simulation.setpoints_crossed") && Catch::Contains("zone") &&
                 Catch::Contains("26 degC is above the cooling setpoint 20 degC"));
}

TEST_CASE("a run warns of moist air at another pressure than that of the weather") {
  std::vector<ComponentType> own;
  own.push_back(bind<Barometer>("Barometer"));
  own.push_back(bind<MoistCoil>("MoistCoil"));
  const Registry registry = with_standard_components(std::move(own));
  SimulationModel model;
  model.add_component(instance("site", "Barometer"));
  model.add_component(instance("coil", "MoistCoil"));
  model.add_component(constant("humidity", 0.008, unit::one));
  const auto warnings = [&] {
    RunSettings hourly = settings(Engine::Stepwise);
    hourly.record = {"coil.*"};
    Run run(model, registry, hourly);
    run.to_end();
    return run.warnings();
  };
  CHECK(warnings().empty());  // dry air
  model.add_connection("humidity.scheduleValue -> coil.inletAirHumidityRatio");
  REQUIRE(warnings().items().size() == 1);
  CHECK_THAT(to_string(warnings().items().front()),
             Catch::Contains("simulation.pressure_differs") &&
                 Catch::Contains("coil.atmosphericPressure") &&
                 Catch::Contains("101325 Pa, that of the weather 83000 Pa"));
  model.set_parameter("coil.atmosphericPressure", {84000.0, {}});
  CHECK(warnings().empty());
}

TEST_CASE("a run warns of a controller whose output alternates at every step") {
  SimulationModel model;
  model.add_component(constant("setpoint", 21.0));
  model.add_component(constant("outdoor", -3.0));
  Component controller = instance("thermostat", "PidController");
  controller.config["isReverse"] = true;
  model.add_component(std::move(controller));
  model.set_parameter("thermostat.kp", {1.0, std::nullopt});
  model.add_component(instance("fire", "InternalGain"));
  model.add_component(instance("room", "BuildingSpace"));
  // 100 kW warm the room by more than 50 K in a step, and it cools down as fast.
  for (const auto& [name, value] : {std::pair{"C_air", 2e5}, std::pair{"C_wall", 2e5},
                                    std::pair{"R_in", 1e-3}, std::pair{"R_out", 1e-3}}) {
    model.set_parameter(std::string("room.") + name, {value, std::nullopt});
  }
  model.add_connection("setpoint.scheduleValue -> thermostat.setpointValue");
  model.add_connection("outdoor.scheduleValue -> room.outdoorTemperature");
  model.add_connection("room.indoorTemperature -> thermostat.actualValue");
  model.add_connection("thermostat.inputSignal -> fire.inputSignal");
  model.add_connection("fire.heatGain -> room.heatGain");
  for (const double power : {1e5, 500.0}) {
    model.set_parameter("fire.nominalPower", {power, std::nullopt});
    RunSettings own = settings(Engine::Stepwise, 144);
    own.record = {"room.indoorTemperature"};
    Run run(model, types(), own);
    run.to_end();
    const Diagnostics found = run.warnings();
    CAPTURE(power);
    if (power < 1e3) {
      CHECK(found.items().empty());
      continue;
    }
    REQUIRE(found.items().size() == 1);
    CHECK_THAT(to_string(found.items().front()), Catch::Contains("simulation.output_alternates") &&
                                                     Catch::Contains("thermostat") &&
                                                     Catch::Contains("such as 60 s"));
  }
}

TEST_CASE("a constant temperature below absolute zero is refused") {
  SimulationModel cold = room();
  cold.remove_connection("outdoor.scheduleValue -> room.outdoorTemperature");
  cold.add_component(constant("frost", -300.0));
  cold.add_connection("frost.scheduleValue -> room.outdoorTemperature");
  CHECK_THROWS_WITH(Run(cold, types(), settings(Engine::Stepwise)),
                    Catch::Contains("model.out_of_range") && Catch::Contains("frost") &&
                        Catch::Contains("below absolute zero"));
}

TEST_CASE("runs on several threads share plan, series and configuration") {
  Run first(room(), types(), settings(Engine::Stepwise));
  std::vector<std::vector<double>> results(4);
  std::vector<std::thread> threads;
  for (std::vector<double>& result : results) {
    threads.emplace_back([&first, &result] {
      Run run(first.basis(), settings(Engine::Stepwise));
      result = rows_of(run);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<double> expected = rows_of(first);
  for (const std::vector<double>& result : results) CHECK(result == expected);
}

TEST_CASE("a run outlives what it was made from, and can be moved") {
  const auto make = [] {
    Run run(room(), types(), settings(Engine::Stepwise));
    run.step();
    return run;
  };
  std::vector<Run> runs;
  runs.push_back(make());
  runs.push_back(make());
  for (Run& run : runs) CHECK(run.to_end().rows() == 37);
}

TEST_CASE("a run resolves its model once") {
  const SimulationModel model = room();
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    const long before = resolved_models();
    Run run(model, types(), settings(engine));
    run.to_end();
    CHECK(resolved_models() == before + 1);
    Run again(run.basis(), settings(engine));
    again.to_end();
    CHECK(resolved_models() == before + 1);
  }
}

TEST_CASE("results are whole after returning to a point, whatever was taken meanwhile") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine));
    const Results whole = Run(run.basis(), settings(engine)).to_end();
    run.advance_rows(10);
    const RunSnapshot point = run.snapshot();
    run.to_end();
    run.restore(point);
    const Results again = run.to_end();
    Run later(run.basis(), settings(engine));
    later.restore(point);
    const Results rest = later.to_end();
    for (const Results* results : {&again, &rest}) {
      CHECK(results->signals.size() == 2);
      REQUIRE(results->rows() == 37);
      CHECK(std::isnan(results->row(3)[0]));
      // The continuous engine continues from the point with a new step size.
      CHECK(results->row(36)[1] == Approx(whole.row(36)[1]).epsilon(1e-6));
    }
  }
}

TEST_CASE("what is recorded changes at the next start only") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine));
    run.advance_rows(10);
    run.record({0});
    const Results first = run.to_end();
    CHECK(first.signals.size() == 2);
    CHECK(first.rows() == 37);
    run.start();
    const Results second = run.to_end();
    CHECK(second.signals.size() == 1);
    CHECK(second.rows() == 37);
  }
}

TEST_CASE("the clone of an observed run records from its point on") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine));
    long seen = 0;
    run.observe([&seen](long) { ++seen; });
    run.advance_rows(10);
    Run copy = run.clone();
    const Results results = copy.to_end();
    CHECK(seen == 11);
    CHECK(results.signals.size() == 2);
    CHECK(results.rows() == 37);
  }
}

TEST_CASE("a loaded state forgets what was reset") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    Run run(room(), types(), settings(engine));
    const SavedState state = run.save();
    run.load(state);
    const std::vector<double> plain = rows_of(run);
    run.set("room.C_wall", 1e5);
    run.start();
    run.reset();
    run.load(state);
    CHECK(rows_of(run) == plain);
  }
}

// Nothing that keeps a reference takes a temporary.
static_assert(!std::is_constructible_v<Run, SimulationModel, Registry, RunSettings>);
static_assert(std::is_constructible_v<Run, SimulationModel, const Registry&, RunSettings>);
static_assert(!std::is_constructible_v<ConfigObjects<double>, Plan, const RunInputs&>);
static_assert(!std::is_constructible_v<ConfigObjects<double>, const Plan&, RunInputs>);
static_assert(std::is_constructible_v<ConfigObjects<double>, const Plan&, const RunInputs&>);
static_assert(!std::is_constructible_v<Simulation<double>, ConfigObjects<double>>);
static_assert(
    !std::is_constructible_v<Simulation<double>, ConfigObjects<double>, SimulationOptions>);
static_assert(std::is_constructible_v<Simulation<double>, const ConfigObjects<double>&>);
static_assert(!std::is_constructible_v<ContinuousSimulation, Plan, const RunInputs&>);
static_assert(!std::is_constructible_v<ContinuousSimulation, const Plan&, RunInputs>);
static_assert(std::is_constructible_v<ContinuousSimulation, const Plan&, const RunInputs&>);

template <class P>
concept Resolves = requires(P&& plan, const RunRequest& request) {
  resolve_inputs(std::forward<P>(plan), request);
};
static_assert(!Resolves<Plan>);
static_assert(Resolves<const Plan&>);

template <class R>
concept Compiles = requires(const SimulationModel& model, R&& registry) {
  compile(model, std::forward<R>(registry));
};
static_assert(!Compiles<Registry>);
static_assert(Compiles<const Registry&>);

}  // namespace hearth::test::run_test
