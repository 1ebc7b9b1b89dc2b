// SPDX-License-Identifier: MIT
// An executable of its own: it replaces malloc and so operator new, for everything in it.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HEARTH_COUNTS_ALLOCATIONS 1
#else
#define HEARTH_COUNTS_ALLOCATIONS 0
#endif

namespace {
std::atomic<long> allocations{0};
}

#if HEARTH_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace hearth::test::allocation_test {
namespace {

template <class Work>
long allocations_of(const Work& work) {
  const long before = allocations.load();
  work();
  return allocations.load() - before;
}

bool counting() {
  if (!HEARTH_COUNTS_ALLOCATIONS) WARN("skipped: allocations are counted with glibc only");
  return HEARTH_COUNTS_ALLOCATIONS;
}

TEST_CASE("the counter sees every kind of allocation") {
  if (!counting()) return;
  std::vector<double> kept;
  CHECK(allocations_of([&] { kept.resize(1000); }) == 1);
  std::unique_ptr<long> number;  // outlives the work: what is not kept is optimised away
  CHECK(allocations_of([&] { number = std::make_unique<long>(3); }) == 1);
  CHECK(allocations_of([] { Eigen::VectorXd(100).setZero(); }) == 1);
  CHECK(allocations_of([&] { kept[0] = 1.0; }) == 0);
}

/// A loop of rooms, radiators (one of them curved), controllers, a thermostat and conversions.
SimulationModel building() {
  SimulationModel model;
  model.add_component(listed("out", 0));
  model.add_component(constant("supply", 55.0));
  model.add_component(constant("wanted", 70.0, unit::degF));
  for (const std::string n : {"A", "B"}) {
    Component pid = instance("pid" + n, "PidController", {{"kp", 0.02}, {"Ti", 1500.0}});
    pid.config["isReverse"] = true;
    model.add_component(pid);
    model.add_component(instance("valve" + n, "Valve"));
    model.add_component(instance("heater" + n, "SpaceHeater"));
    model.add_component(instance("room" + n, "BuildingSpace"));
    model.add_component(instance("curved" + n, "CurvedRadiator"));
    model.add_component(instance("thermostat" + n, "Thermostat"));
    model.add_component(instance("scales" + n, "Scales"));
    model.add_connection("out.scheduleValue -> room" + n + ".outdoorTemperature");
    model.add_connection("supply.scheduleValue -> heater" + n + ".supplyWaterTemperature");
    model.add_connection("wanted.scheduleValue -> pid" + n + ".setpointValue");
    model.add_connection("room" + n + ".indoorTemperature -> pid" + n + ".actualValue");
    model.add_connection("pid" + n + ".inputSignal -> valve" + n + ".valvePosition");
    model.add_connection("valve" + n + ".waterFlowRate -> heater" + n + ".waterFlowRate");
    model.add_connection("room" + n + ".indoorTemperature -> heater" + n + ".indoorTemperature");
    model.add_connection("heater" + n + ".Power -> room" + n + ".heatGain");
    model.add_connection("room" + n + ".indoorTemperature -> curved" + n + ".room");
    model.add_connection("curved" + n + ".power -> scales" + n + ".power");
    model.add_connection("scales" + n + ".power -> room" + n + ".heatGain");
    model.add_connection("room" + n + ".indoorTemperature -> thermostat" + n + ".measurement");
  }
  model.add_connection("roomA.indoorTemperature -> roomB.adjacentZoneTemperature");
  model.add_connection("roomB.indoorTemperature -> roomA.adjacentZoneTemperature");
  return model;
}

template <class T>
void check_steps(const RunOptions& options) {
  Bench<T> bench(building(), test_components(), options);
  bench.simulation.initialize();
  const long count = allocations_of([&] { bench.steps(options.steps); });
  CHECK(count == 0);
}

TEST_CASE("a step allocates nothing") {
  if (!counting()) return;
  ListResolver resolver({{{{0.0, 5.0}, {5000.0, -5.0}, {9000.0, 3.0}}, Series::Shape::Linear}});
  RunOptions options;
  options.steps = 30;
  options.resolver = &resolver;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  for (const Coupling coupling :
       {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Iterate, Coupling::Balanced}) {
    for (const InputHold hold : {InputHold::BySample, InputHold::First}) {
      INFO("coupling " << static_cast<int>(coupling) << ", hold " << static_cast<int>(hold));
      options.compile.coupling = coupling;
      options.input_hold = hold;
      check_steps<double>(options);
      check_steps<Jet8>(options);
    }
  }
}

TEST_CASE("a run records its rows without allocating") {
  if (!counting()) return;
  ListResolver resolver({{{{0.0, 5.0}, {5000.0, -5.0}}}});
  RunOptions options;
  options.steps = 30;
  options.resolver = &resolver;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  Run run(building(), test_components(), settings_of(options));
  run.start();
  CHECK(allocations_of([&] { run.advance_rows(options.steps); }) == 0);
  CHECK(run.results().rows() == options.steps + 1);
}

TEST_CASE("snapshots into existing memory allocate nothing") {
  if (!counting()) return;
  ListResolver resolver({{{{0.0, 5.0}, {5000.0, -5.0}}}});
  RunOptions options;
  options.steps = 30;
  options.resolver = &resolver;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  Bench<double> bench(building(), test_components(), options);
  bench.simulation.initialize();
  Snapshot<double> snapshot = bench.simulation.snapshot();
  const long count = allocations_of([&] {
    for (long k = 0; k < options.steps; ++k) {
      bench.simulation.step();
      bench.simulation.save_into(snapshot);
      bench.simulation.restore(snapshot);
    }
  });
  CHECK(count == 0);
}

}  // namespace
}  // namespace hearth::test::allocation_test
