// SPDX-License-Identifier: MIT
// FMUs for model exchange, whose states Hearth integrates.
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/framework/component/component.hpp"
#include "hearth/tests/components/fmi/fmi_files.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"

namespace hearth::test::fmi_exchange_test {
namespace {

/// dp/dt = q, dq/dt = mu (1 - p²) q - p.
template <class T>
struct Oscillator {
  struct Params {
    T mu;
  };
  struct State {
    T p, q;
  };
  struct Out {
    T p;
  };
  static constexpr Schema schema() {
    return Schema("Van der Pol's oscillator")
        .par(&Params::mu, "mu", unit::one, {1.0, 0.0, 100.0}, "Damping")
        .state(&State::p, "p", unit::one, {2.0}, "Position")
        .state(&State::q, "q", unit::one, {0.0}, "Speed")
        .out(&Out::p, "position", unit::one, "Position");
  }
  static void outputs(const State& x, Out& y) { y.p = x.p; }
  static void derivatives(const State& x, const Params& par, State& dx) {
    dx.p = x.q;
    dx.q = par.mu * (T(1.0) - x.p * x.p) * x.q - x.p;
  }
};

/// Height of a ball dropped from 1 m that keeps 0.7 of its speed, as long as it bounces.
double height(double time) {
  const double g = 9.81, e = 0.7;
  double speed = std::sqrt(2.0 * g), impact = speed / g;
  if (time <= impact) return 1.0 - 0.5 * g * time * time;
  while (true) {
    speed *= e;
    const double flight = 2.0 * speed / g;
    if (time <= impact + flight) {
      const double t = time - impact;
      return speed * t - 0.5 * g * t * t;
    }
    impact += flight;
  }
}

fmi::FmuSettings in(FmuProcess process) {
  fmi::FmuSettings settings;
  settings.process = process;
  return settings;
}

}  // namespace

TEST_CASE("an FMU for model exchange follows the analytic solutions between steps") {
  for (const char* name : {"exchange_fmi2", "exchange_fmi3"}) {
    CAPTURE(name);
    FmuBench bench(built_fmu(name), "m");
    bench.start(0.0);
    for (int k = 0; k < 40; ++k) {
      bench.step(0.05 * k, 0.05);
      const double time = 0.05 * (k + 1);
      CAPTURE(time);
      // The integrator works to 1e-8; bounces multiply errors of time by the speed of some m/s.
      CHECK(bench.output("h") == Approx(height(time)).margin(1e-6));
      CHECK(bench.output("x") == Approx(std::exp(-time)).margin(1e-6));
    }
  }
}

TEST_CASE("a time event of an FMU for model exchange happens at its very time") {
  for (const char* name : {"exchange_fmi2", "exchange_fmi3"}) {
    for (const double step : {0.1, 0.25, 1.0, 2.5}) {
      CAPTURE(name, step);
      FmuBench bench(built_fmu(name), "m");
      bench.start(0.0);
      const int steps = static_cast<int>(std::lround(5.0 / step));
      for (int k = 0; k < steps; ++k) {
        bench.step(step * k, step);
        CHECK(bench.output("counter") == std::floor(step * (k + 1) + 1e-9) + 1.0);
      }
    }
  }
}

TEST_CASE("an oscillator for model exchange equals Hearth's own") {
  const Registry types = [] {
    std::vector<ComponentType> own;
    own.push_back(bind<Oscillator>("Oscillator"));
    return with_standard_components(std::move(own));
  }();
  SimulationModel model;
  model.add_component(fmu_component("m", built_fmu("exchange_fmi3")));
  model.add_component(instance("own", "Oscillator"));
  ContinuousRunOptions options;
  options.step = std::chrono::milliseconds(500);
  ContinuousBench bench(model, types, options);
  double before = 2.0;  // its initial value
  for (int k = 1; k <= 20; ++k) {
    const double time = 0.5 * k;
    bench.run(TimeSpan::until(time));
    // An FMU shows its outputs one communication point later than a model shows its own.
    // Integrated to 1e-8, over a few of its turns.
    CHECK(bench.at("m.p", time, Limit::Right) == Approx(before).epsilon(0.0).margin(1e-6));
    before = bench.at("own.position", time);
  }
}

TEST_CASE("an FMU for model exchange runs alike in a process of its own") {
  setenv("HEARTH_FMU_HOST", HEARTH_FMU_HOST_FILE, 1);
  for (const char* name : {"exchange_fmi2", "exchange_fmi3"}) {
    FmuBench here(built_fmu(name), "m", in(FmuProcess::Shared));
    FmuBench apart(built_fmu(name), "m", in(FmuProcess::Own));
    CHECK(apart.stepper().apart());
    here.start(0.0);
    apart.start(0.0);
    for (int k = 0; k < 10; ++k) {
      here.input("u") = apart.input("u") = k;
      here.step(0.3 * k, 0.3);
      apart.step(0.3 * k, 0.3);
      for (const char* output : {"h", "v", "x", "p", "q", "w", "counter", "steps"}) {
        CAPTURE(name, k, output);
        CHECK(here.output(output) == apart.output(output));
      }
    }
  }
}

TEST_CASE("inputs of an FMU for model exchange hold over its steps") {
  FmuBench bench(built_fmu("exchange_fmi2"), "m");
  bench.start(0.0);
  double w = 0.0;
  for (int k = 0; k < 10; ++k) {
    const double u = k % 3;
    bench.input("u") = u;
    bench.step(0.4 * k, 0.4);
    w = u + (w - u) * std::exp(-0.4);
    CHECK(bench.output("w") == Approx(w).margin(1e-6));  // integrated to 1e-8
  }
}

TEST_CASE("a saved state of an FMU for model exchange repeats the run that continues") {
  for (const char* name : {"exchange_fmi2", "exchange_fmi3"}) {
    FmuBench bench(built_fmu(name), "m");
    FmuBench other(built_fmu(name), "m");
    bench.start(0.0);
    bench.step(0.0, 0.8);
    const auto memory = bench.stepper().save();
    const std::string bytes = bench.stepper().serialize(*memory);
    bench.step(0.8, 0.7);
    const double h = bench.output("h"), p = bench.output("p");
    CHECK(bench.output("counter") == 2.0);
    bench.stepper().restore(*memory);
    bench.step(0.8, 0.7);
    CHECK(bench.output("h") == h);
    CHECK(bench.output("p") == p);
    other.stepper().restore(*other.stepper().deserialize(bytes));
    other.step(0.8, 0.7);
    CHECK(other.output("h") == h);
    CHECK(other.output("p") == p);
    CHECK(other.output("counter") == 2.0);
  }
}

TEST_CASE("an FMU for model exchange starts at another time and from other values") {
  fmi::FmuSettings july;
  july.start_time = 15724800.0;  // s
  FmuBench bench(built_fmu("exchange_fmi2"), "m", july);
  bench.parameter("k") = 0.5;
  bench.start(0.0);
  for (int k = 0; k < 30; ++k) {
    bench.step(0.1 * k, 0.1);
    CHECK(bench.output("counter") == (k + 1) / 10 + 1.0);
  }
  CHECK(bench.output("x") == Approx(std::exp(-1.5)).margin(1e-6));
}

TEST_CASE("an FMU for model exchange has events at steps of the integrator") {
  FmuBench bench(built_fmu("exchange_fmi3"), "m");
  bench.parameter("every") = 3;
  bench.start(0.0);
  bench.step(0.0, 0.9);
  CHECK(bench.output("steps") > 3.0);
  CHECK(bench.output("x") == Approx(std::exp(-0.9)).margin(1e-6));
}

TEST_CASE("an FMU for model exchange ends the simulation with the row of its last event") {
  FmuBench bench(built_fmu("exchange_fmi2"), "m");
  bench.parameter("last") = 3;
  bench.start(0.0);
  bench.step(0.0, 1.0);
  CHECK(bench.stepper().ended().empty());
  bench.step(1.0, 1.0);
  CHECK(bench.output("counter") == 3.0);
  CHECK(bench.stepper().ended() == "the FMU ends the simulation at 2 s");
}

TEST_CASE("an FMU has arrays of the size that the configuration sets") {
  const fmi::Fmu fmu(built_fmu("exchange_fmi3"));
  fmi::ModelDescription description = fmu.description();
  fmi::Variable size;
  size.name = "n";
  size.reference = 91;
  size.causality = fmi::Causality::StructuralParameter;
  size.type = fmi::ValueType::UInt64;
  size.start = 3.0;
  size.max = 5.0;
  fmi::Variable matrix;
  matrix.name = "A";
  matrix.reference = 92;
  matrix.causality = fmi::Causality::Parameter;
  matrix.dimensions = {{std::nullopt, 91}, {std::nullopt, 91}};
  matrix.starts = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  fmi::Variable mode;
  mode.name = "mode";
  mode.reference = 93;
  mode.causality = fmi::Causality::Parameter;
  mode.type = fmi::ValueType::Enumeration;
  mode.declared_type = "Mode";
  mode.start = 1.0;
  fmi::Variable text;
  text.name = "label";
  text.reference = 94;
  text.causality = fmi::Causality::Parameter;
  text.type = fmi::ValueType::String;
  description.enumerations["Mode"] = {{"off", 1.0}, {"heating only", 4.0}};
  description.variables = {size, matrix, mode, text};

  const auto starts = [](const fmi::FmuPorts& ports) {
    std::map<std::string, double> values;
    for (const StepperPort& port : ports.ports) values[port.name] = port.range.value;
    return values;
  };
  CHECK(starts(fmi::ports_of(description, "a.fmu")).size() == 10);

  const fmi::FmuPorts two = fmi::ports_of(
      description, "a.fmu", {{"n", "2"}, {"mode", "heating only"}, {"label", "north"}});
  CHECK(starts(two) == std::map<std::string, double>{
                           {"A_1_1", 1}, {"A_1_2", 2}, {"A_2_1", 4}, {"A_2_2", 5}, {"mode", 4}});
  CHECK(two.sizes == std::vector<double>{2.0});
  CHECK(two.strings == std::vector<std::string>{"north"});
  CHECK(starts(fmi::ports_of(description, "a.fmu", {{"n", "4"}}))["A_4_4"] == 0.0);

  const std::vector<std::pair<std::string, std::string>> unfit{
      {"n", "6"}, {"n", "2.5"}, {"mode", "cooling"}, {"A", "1"}, {"nothing", "1"}};
  for (const auto& given : unfit) {
    CAPTURE(given.first, given.second);
    CHECK(code_of([&] { fmi::ports_of(description, "a.fmu", {given}); }) == "fmi.values_invalid");
  }
}

TEST_CASE("structural and String parameters reach the FMU") {
  setenv("HEARTH_FMU_HOST", HEARTH_FMU_HOST_FILE, 1);
  for (const FmuProcess process : {FmuProcess::Shared, FmuProcess::Own}) {
    fmi::FmuSettings settings = in(process);
    settings.values = {{"n", "4"}, {"label", "north wing"}};
    FmuBench bench(built_fmu("exchange_fmi3"), "m", settings);
    bench.parameter("weights_4") = 10.0;
    for (int run = 0; run < 2; ++run) {  // the second after a reset
      bench.start(0.0);
      CHECK(bench.output("total") == 13.0);  // declared are 1 and 2, what is new is 0
      CHECK(bench.output("length") == 10.0);
    }
  }
  FmuBench plain(built_fmu("exchange_fmi3"), "m");
  plain.start(0.0);
  CHECK(plain.output("total") == 3.0);
  CHECK(plain.output("length") == 0.0);
}

TEST_CASE("an interface that the FMU does not have is refused") {
  CHECK(code_of([] { fmi::Fmu(built_fmu("exchange_fmi2"), fmi::Interface::CoSimulation); }) ==
        "fmi.interface_missing");
  CHECK(code_of([] { fmi::Fmu(built_fmu("room_fmi2"), fmi::Interface::ModelExchange); }) ==
        "fmi.interface_missing");
}

TEST_CASE("derivatives that the structure lists twice, or that are none, are refused") {
  const ScratchFolder folder;
  for (const char* other : {"7", "1", "99", "x"}) {
    CAPTURE(other);
    const auto changed =
        changed_fmu(folder, "exchange_fmi2", "<Unknown index=\"8\"/><Unknown index=\"9\"/>",
                    "<Unknown index=\"" + std::string(other) + "\"/><Unknown index=\"9\"/>");
    CHECK_THAT(error_of([&] { fmi::Fmu fmu(changed); }),
               Catch::StartsWith("fmi.description_invalid  ") &&
                   Catch::Contains("index='" + std::string(other) + "'"));
  }
}

}  // namespace hearth::test::fmi_exchange_test
