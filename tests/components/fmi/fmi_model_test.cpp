// SPDX-License-Identifier: MIT
// FMUs as components of models, in both engines.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/framework/component/component.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/components/fmi/fmi_files.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"

namespace hearth::test::fmi_model_test {
namespace {

/// A body that follows the temperature around it: dx/dt = (u - x)/τ.
template <class T>
struct Body {
  struct In {
    T around;
  };
  struct Params {
    T time_constant;
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature;
  };
  static constexpr Schema schema() {
    return Schema("A body in air")
        .in(&In::around, "around", unit::degC, "Air")
        .par(&Params::time_constant, "tau", unit::s, {900.0, 1e-6, 1e12}, "Time constant")
        .state(&State::temperature, "temperature", unit::degC, {30.0}, "Of the body")
        .out(&Out::temperature, "temperature", unit::degC, "Of the body");
  }
  static void outputs(const State& x, Out& y) { y.temperature = x.temperature; }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    dx.temperature = (u.around - x.temperature) / p.time_constant;
  }
};

const Registry& types() {
  static const Registry registry = [] {
    std::vector<ComponentType> own;
    own.push_back(bind<Body>("Body"));
    return with_standard_components(std::move(own));
  }();
  return registry;
}

/// A room with an outdoor temperature in degF, whose loss heats a second room.
SimulationModel two_rooms(const std::filesystem::path& fmu) {
  SimulationModel model;
  model.add_component(fmu_component("room", fmu));
  model.add_component(fmu_component("second", fmu));
  model.add_component(instance("body", "Body"));
  model.add_component(constant("weather", 14.0, unit::degF));
  model.add_connection("weather.scheduleValue -> room.outdoor_T");
  model.add_connection("room.loss -> second.Q");
  model.add_connection("room.room_T -> body.around");
  return model;
}

/// A room and a body in each other's air.
SimulationModel coupled(const std::filesystem::path& fmu, double substep = 600.0) {
  SimulationModel model;
  model.add_component(fmu_component("room", fmu));
  model.add_component(instance("body", "Body"));
  model.add_connection("room.room_T -> body.around");
  model.add_connection("body.temperature -> room.outdoor_T");
  model.set_parameter("room.C", {120.0, unit::kJ_per_K});  // time constant 1200 s
  model.set_parameter("room.T_start", {10.0, unit::degC});
  model.set_parameter("room.substep", {substep, unit::s});
  return model;
}
constexpr double kRoomTime = 1200.0, kBodyTime = 900.0;  // s

/// The room of `coupled` after one piece of a step.
double room_after(double length, double room, double outdoor) {
  return room + length / kRoomTime * (outdoor - room);
}
/// The body of `coupled` after a step with the air held.
double body_after(double length, double body, double air) {
  return air + (body - air) * std::exp(-length / kBodyTime);
}

std::string either() { return GENERATE(as<std::string>{}, "room_fmi2", "room_fmi3"); }

/// Conversions at ports round, and so does a room that reckons in K.
Approx nearly(double value) { return Approx(value).epsilon(1e-12); }

RunOptions coupling(Coupling kind) {
  RunOptions options{.steps = 1};
  options.compile.coupling = kind;
  return options;
}

/// Returns the room's and the body's temperature in degC after the first step of 600 s.
std::pair<double, double> first_step(const SimulationModel& model, Coupling kind) {
  Bench<double> bench(model, types(), coupling(kind));
  bench.simulation.initialize();
  bench.simulation.step();
  return {bench.value("room.room_T") - 273.15, bench.value("body.temperature")};
}

/// Returns the room's temperature after one hour in the continuous engine.
double continuous_end(const SimulationModel& model, int step) {
  ContinuousRunOptions options;
  options.step = std::chrono::seconds(step);
  ContinuousBench bench(model, types(), options);
  bench.simulation.advance(3600.0);
  bench.simulation.settle();
  return bench.value("room.room_T") - 273.15;
}

}  // namespace

TEST_CASE("an FMU steps in a model, with units converted at its ports") {
  SimulationModel model = two_rooms(built_fmu(either()));
  model.set_parameter("room.T_start", {68.0, unit::degF});  // 20 degC
  model.set_parameter("room.C", {2.0, unit::MJ_per_K});
  model.set_parameter("room.substep", {600.0, unit::s});
  model.set_parameter("second.substep", {10.0, unit::min});
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.value("room.room_T") == nearly(293.15));
  CHECK(bench.value("room.loss") == nearly(3.0));  // 100 W/K * 30 K
  double room = 20.0, second = 20.0, body = 30.0;
  for (int k = 0; k < 10; ++k) {
    room += 600.0 / 2e6 * 100.0 * (-10.0 - room);
    second += 600.0 / 1e6 * (100.0 * (0.0 - second) + 100.0 * (room + 10.0));
    body = body_after(600.0, body, room);
    bench.simulation.step();
    CHECK(bench.value("room.room_T") == nearly(room + 273.15));
    CHECK(bench.value("second.room_T") == nearly(second + 273.15));
    CHECK(bench.value("body.temperature") == nearly(body));
  }
}

TEST_CASE("a removed connection delivers an FMU's value of the step before") {
  const SimulationModel model = coupled(built_fmu(either()));
  const Plan plan = compile(model, types());
  REQUIRE(plan.lags.size() == 1);
  const auto [room, body] = first_step(model, Coupling::GaussSeidel);
  if (plan.lags[0].connection->from.component == "room") {
    CHECK(body == nearly(body_after(600.0, 30.0, 10.0)));
    CHECK(room == nearly(room_after(600.0, 10.0, body)));
  } else {
    CHECK(room == nearly(room_after(600.0, 10.0, 30.0)));
    CHECK(body == nearly(body_after(600.0, 30.0, room)));
  }
}

TEST_CASE("with jacobi an FMU and what it is coupled to see each other's start of the step") {
  const auto [room, body] = first_step(coupled(built_fmu(either())), Coupling::Jacobi);
  CHECK(room == nearly(room_after(600.0, 10.0, 30.0)));
  CHECK(body == nearly(body_after(600.0, 30.0, 10.0)));
}

TEST_CASE("an iterated loop goes back in an FMU until both ends agree") {
  const auto [room, body] = first_step(coupled(built_fmu(either())), Coupling::Iterate);
  // The body steps by implicit Euler; the loop is solved to about 1e-8.
  CHECK(room == Approx(room_after(600.0, 10.0, body)).epsilon(1e-7));
  CHECK(body ==
        Approx((30.0 + 600.0 / kBodyTime * room) / (1.0 + 600.0 / kBodyTime)).epsilon(1e-7));
}

TEST_CASE("an FMU that cannot go back is an error that names it if a loop is iterated") {
  const ScratchFolder folder;
  const auto fmu = changed_fmu(folder, "room_fmi2", "canGetAndSetFMUstate=\"true\"", "");
  const SimulationModel model = coupled(fmu);
  const std::string said = error_of([&] { first_step(model, Coupling::Iterate); });
  CHECK_THAT(said, Catch::StartsWith("model.no_rollback  room  "));
  CHECK_NOTHROW(first_step(model, Coupling::GaussSeidel));
}

TEST_CASE("in the continuous engine the error of an FMU's steps is of first order") {
  // With τ of room and body and d = room - body: d' = -(1/τr + 1/τb) d; τr room + τb body stays.
  const double decay = 1.0 / kRoomTime + 1.0 / kBodyTime;
  const double difference = -20.0 * std::exp(-3600.0 * decay);
  const double mean = (kRoomTime * 10.0 + kBodyTime * 30.0) / (kRoomTime + kBodyTime);
  const double exact = mean + difference * kBodyTime / (kRoomTime + kBodyTime);
  // The room's own steps of 0.01 s are wrong by about 1e-5 of what those of 75 s are.
  const SimulationModel model = coupled(built_fmu(either()), 0.01);
  const double coarse = std::abs(continuous_end(model, 300) - exact);
  const double fine = std::abs(continuous_end(model, 150) - exact);
  const double finest = std::abs(continuous_end(model, 75) - exact);
  CHECK(coarse / fine == Approx(2.0).epsilon(0.15));
  CHECK(fine / finest == Approx(2.0).epsilon(0.08));
}

TEST_CASE("with a clock an FMU communicates at its ticks") {
  SimulationModel model = coupled(built_fmu(either()), 60.0);
  const double by_step = continuous_end(model, 300);
  model.component("room").clock = SampleClock{300.0, 0.0, {}};
  CHECK(continuous_end(model, 3600) == by_step);
  const auto rows =
      run_signal(model, types(), "room.room_T", {.steps = 10, .step = std::chrono::seconds(60)});
  CHECK(rows[0] == rows[4]);
  CHECK(rows[5] != rows[4]);
  CHECK(rows[5] == rows[9]);
  CHECK(rows[10] != rows[9]);
}

TEST_CASE("runs with FMUs start again, go back and are saved bit by bit") {
  const SimulationModel model = coupled(built_fmu(either()));
  Bench<double> whole(model, types());
  whole.simulation.initialize();
  whole.steps(4);
  const Snapshot<double> kept = whole.simulation.snapshot();
  const SavedState saved = whole.simulation.save();
  whole.steps(6);
  const double end = whole.value("room.room_T");
  whole.simulation.restore(kept);
  whole.steps(6);
  CHECK(whole.value("room.room_T") == end);
  whole.simulation.reset();
  whole.simulation.initialize();
  CHECK(whole.value("room.room_T") == nearly(283.15));
  whole.steps(10);
  CHECK(whole.value("room.room_T") == end);

  RunOptions later;
  later.start = kStart + std::chrono::seconds(2400);
  later.origin = kStart;
  Bench<double> second(model, types(), later);
  second.simulation.load(saved);
  second.steps(6);
  CHECK(second.value("room.room_T") == end);
}

TEST_CASE("the continuous engine goes back and continues from a saved state with an FMU") {
  const SimulationModel model = coupled(built_fmu(either()));
  ContinuousRunOptions options;
  options.step = std::chrono::seconds(300);
  ContinuousBench bench(model, types(), options);
  bench.simulation.advance(1500.0);
  const ContinuousSnapshot kept = bench.simulation.snapshot();
  const SavedState saved = bench.simulation.save();
  bench.simulation.advance(3600.0);
  bench.simulation.settle();
  const double end = bench.value("room.room_T");
  bench.simulation.restore(kept);
  bench.simulation.advance(3600.0);
  bench.simulation.settle();
  CHECK(bench.value("room.room_T") == end);
  options.start = 1500.0;
  ContinuousBench later(model, types(), options);
  later.simulation.load(saved);
  later.simulation.advance(3600.0);
  later.simulation.settle();
  CHECK(later.value("room.room_T") == Approx(end).epsilon(1e-9));  // of integration
}

TEST_CASE("FMUs give the same bits on any number of threads") {
  SimulationModel model;
  const std::string name = either();
  for (int i = 0; i < 16; ++i) {
    const std::string id = "room" + std::to_string(i);
    model.add_component(fmu_component(id, built_fmu(name)));
    model.set_parameter(id + ".UA", {50.0 + 10.0 * i, std::nullopt});
  }
  RunOptions parallel{.threads = 2, .worth_parallel = 0.0};
  Bench<double> one(model, types()), two(model, types(), parallel);
  one.simulation.initialize();
  two.simulation.initialize();
  one.steps(20);
  two.steps(20);
  for (int i = 0; i < 16; ++i) {
    const std::string signal = "room" + std::to_string(i) + ".room_T";
    CHECK(one.value(signal) == two.value(signal));
  }
}

TEST_CASE("a model file names an FMU relative to itself") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "fmus");
  std::filesystem::copy(built_fmu(either()), folder.path() / "fmus" / "room.fmu");
  const auto file = folder.path() / "office.hearth.json";
  std::ofstream(file) << R"({"hearth": 1, "components": {
    "office": {"type": "Fmu", "config": {"file": "fmus/room.fmu"},
               "parameters": {"C": "2 MJ/K", "T_start": 18, "substep": 600}},
    "weather": {"type": "Schedule", "config": {"value": "-12 degC"}}},
  "connections": ["weather.scheduleValue -> office.outdoor_T"]})";
  Diagnostics diagnostics;
  const SimulationModel model = load_model(file, types(), {}, diagnostics);
  CHECK_FALSE(validate(model, types()).has_errors());
  const auto rows = run_signal(model, types(), "office.room_T", {.steps = 1});
  CHECK(rows[0] == nearly(291.15));
  CHECK(rows[1] == nearly(291.15 + 600.0 / 2e6 * 100.0 * -30.0));
}

TEST_CASE("mistakes in a model with an FMU are found when it is checked") {
  const auto fmu = built_fmu(either());
  SimulationModel model = coupled(fmu);
  model.set_parameter("room.C", {1.0, std::nullopt});
  CHECK_THAT(message_of(validate(model, types()), "model.out_of_range"), Catch::Contains("room.C"));
  model = coupled(fmu);
  model.set_parameter("room.UB", {1.0, std::nullopt});
  CHECK_THAT(message_of(validate(model, types()), "model.parameter_unknown"),
             Catch::Contains("'UA'"));
  model = two_rooms(fmu);
  model.add_connection("room.outdor_T -> body.around");
  CHECK_THAT(message_of(validate(model, types()), "model.port_unknown"), Catch::Contains("room_T"));
  model = two_rooms(fmu);
  model.add_connection("room.excess -> second.outdoor_T");  // a difference to a point
  CHECK(codes(validate(model, types())).front() == "model.unit_mismatch");
}

TEST_CASE("an FMU that fails ends the run of its model with an error that names it") {
  SimulationModel model = coupled(built_fmu(either()));
  model.set_parameter("room.failAfter", {1500.0, unit::s});
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  bench.steps(2);
  const std::string said = error_of([&] { bench.simulation.step(); });
  CHECK_THAT(said, Catch::Contains("fmi.failed  room  at 1200 s: "));
  CHECK_THAT(said, Catch::Contains("the roof fell in"));
}

}  // namespace hearth::test::fmi_model_test
