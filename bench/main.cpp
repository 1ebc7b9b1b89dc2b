// SPDX-License-Identifier: MIT
// Speed as ratios inside one process: run it on a quiet machine and compare ratios, not seconds.
//
//   hearth_bench [ROOMS]     models of at most so many rooms (default: 10000)

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/bench/fused_rooms.hpp"
#include "hearth/bench/rooms.hpp"
#include "hearth/bench/timing.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/framework/tangent/adjoint.hpp"
#include "hearth/framework/tangent/sensitivities.hpp"

namespace hearth::bench {
namespace {

constexpr double kStep = 600.0;  // s
constexpr int kRepeats = 9;

RunRequest request(long steps) {
  RunRequest request;
  request.period.step = Duration(static_cast<long>(kStep * 1000.0));
  request.period.end = request.period.start + steps * request.period.step;
  return request;
}

/// Returns the sizes up to a limit.
std::vector<int> up_to(int limit, std::initializer_list<int> sizes) {
  std::vector<int> kept;
  for (const int size : sizes) {
    if (size <= limit) kept.push_back(size);
  }
  return kept;
}

/// A model ready to be stepped with one scalar.
template <class T>
struct Prepared {
  explicit Prepared(int rooms_count, int threads = 1, std::optional<Coupling> coupling = {})
      : plan(compile(rooms(rooms_count), standard_components(), {.coupling = coupling})),
        inputs(resolve_inputs(plan, request(1000000))),
        setup(plan, inputs),
        simulation(setup, {.threads = threads}) {
    simulation.initialize();
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) simulation.step();
  }
  Plan plan;
  RunInputs inputs;
  ConfigObjects<T> setup;
  Simulation<T> simulation;
};

void framework_against_fused(int limit) {
  std::printf("framework against a hand-fused loop of the same kernels\n");
  std::printf("%8s %22s %22s %18s\n", "rooms", "ns/component-step", "fused", "fused/framework");
  for (const int count : up_to(limit, {1, 10, 100, 1000})) {
    const int steps = 200000 / (10 * count) + 1;
    Prepared<double> framework(count);
    FusedRooms fused(count, kStep);
    const Pair pair = measure(
        kRepeats, [&] { framework.run(steps); },
        [&] {
          for (int k = 0; k < steps; ++k) fused.step();
        });
    const double calls = static_cast<double>(steps) * count * kComponentsPerRoom;
    std::printf("%8d %22.1f %22.1f %17.0f%%\n", count, 1e9 * pair.first / calls,
                1e9 * pair.second / calls, 100.0 / pair.ratio);
  }
}

/// What solved loops, divided steps and means cost where they change little.
void balanced_against_gauss_seidel() {
  std::printf("\nbalanced steps against gauss-seidel\n");
  for (const int count : {1, 10, 100}) {
    const int steps = 20000 / count + 1;
    Prepared<double> balanced(count, 1, Coupling::Balanced);
    Prepared<double> gauss_seidel(count, 1, Coupling::GaussSeidel);
    const Pair pair = measure(
        kRepeats, [&] { balanced.run(steps); }, [&] { gauss_seidel.run(steps); });
    std::printf("%8d rooms: %.2f times the time\n", count, pair.ratio);
  }
}

void jets_against_double() {
  Prepared<double> plain(10);
  Prepared<Jet8> jets(10);
  const Pair pair = measure(
      kRepeats, [&] { jets.run(200); }, [&] { plain.run(200); });
  std::printf("\neight exact derivatives cost %.1f simulations (16 for central differences)\n",
              pair.ratio);
}

/// Returns the cells of `count` parameters, spread over the rooms.
std::vector<int> parameter_cells(const Plan& plan, int rooms_count, int count) {
  constexpr const char* kNames[] = {".C_air",  ".C_wall",    ".R_out",     ".R_in",
                                    ".V",      ".m_inf",     ".G_occ",     ".Q_occ_gain",
                                    ".f_wall", "_heater.UA", "_heating.kp"};
  std::vector<int> cells;
  for (int i = 0; i < count; ++i) {
    const std::string room = "room" + std::to_string(i % rooms_count);
    cells.push_back(plan.parameter(room + kNames[i / rooms_count]).cells.front());
  }
  return cells;
}

/// A gradient over a horizon and the Jacobian of 20 parameters, in simulations of the same model.
void derivatives() {
  std::printf("\nderivatives over 200 steps, in simulations of the same model\n");
  std::printf("%8s %12s %10s %12s %10s\n", "rooms", "parameters", "gradient", "sensitivities",
              "on Jets");
  constexpr long kSteps = 200;
  for (const auto& [count, parameters] :
       {std::pair{1, 1}, {1, 8}, {1, 11}, {50, 1}, {50, 20}, {50, 400}}) {
    Prepared<double> plain(count);
    Prepared<Jet8> jets(count);
    const std::vector<int> cells = parameter_cells(plain.plan, count, parameters);
    std::vector<Direction> directions;
    for (const int cell : cells) directions.push_back({{cell, 1.0}});
    Prepared<double> forward(count);
    Adjoint adjoint(plain.simulation, jets.setup, cells);
    Sensitivities sensitivities(forward.simulation, jets.setup, directions);
    const int out = plain.plan.signal("room0.indoorTemperature");
    Prepared<double> simulated(count);
    const auto simulate = [&] {
      simulated.simulation.initialize();
      simulated.run(kSteps);
    };
    const Pair gradient = measure(
        5,
        [&] {
          adjoint.run(
              kSteps, 1, [](long) {}, [&](long, Tangent::Matrix& g) { g(out, 0) += 1.0; });
        },
        simulate);
    const Pair jacobian = measure(
        5,
        [&] {
          sensitivities.initialize();
          for (long k = 0; k < kSteps; ++k) sensitivities.step();
        },
        simulate);
    const Pair eight = measure(
        5,
        [&] {
          jets.simulation.initialize();
          jets.run(kSteps);
        },
        simulate);
    const double passes = std::ceil(static_cast<double>(cells.size()) / 8.0);
    std::printf("%8d %12zu %10.1f %12.1f %10.1f\n", count, cells.size(), gradient.ratio,
                jacobian.ratio, eight.ratio * passes);
  }
}

void recording() {
  const long steps = 2000;
  RunSettings settings;
  settings.period = request(steps).period;
  Run run(rooms(10), standard_components(), settings);
  const auto with = [&run](const std::vector<int>& cells) {
    run.record(cells);
    run.start();
    run.to_end();
  };
  const std::vector<int> all = all_signals(run.plan());
  const Pair pair = measure(
      kRepeats, [&] { with(all); }, [&] { with({}); });
  std::printf("recording every output costs %.0f %% more than recording none\n",
              100.0 * (pair.ratio - 1.0));
}

void threads(int limit) {
  std::printf("\nlevels on two threads, wall time\n");
  for (const int count : up_to(limit, {10, 100, 1000, 10000})) {
    const int steps = 100000 / (10 * count) + 5;
    Prepared<double> one(count, 1);
    Prepared<double> two(count, 2);
    const auto wall = [steps](Prepared<double>& prepared) {
      prepared.run(5);
      const auto start = std::chrono::steady_clock::now();
      prepared.run(steps);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      return taken.count();
    };
    std::vector<double> ratios;
    for (int i = 0; i < 5; ++i) ratios.push_back(wall(one) / wall(two));
    std::printf("%8d rooms: %.2f times as fast\n", count, median(ratios));
  }
}

void compiling(int limit) {
  std::printf("\ncompiling a model (validation, order, plan)\n");
  for (const int count : up_to(limit, {10, 100, 1000})) {
    const SimulationModel model = rooms(count);
    const double start = cpu_seconds();
    const Plan plan = compile(model, standard_components());
    std::printf("%8d rooms, %6zu components: %.3f s\n", count, plan.instances.size(),
                cpu_seconds() - start);
  }
}

}  // namespace
}  // namespace hearth::bench

int main(int count, char** words) {
  const int limit = count > 1 ? std::atoi(words[1]) : 10000;
  hearth::bench::framework_against_fused(limit);
  hearth::bench::balanced_against_gauss_seidel();
  hearth::bench::jets_against_double();
  hearth::bench::derivatives();
  hearth::bench::recording();
  hearth::bench::threads(limit);
  hearth::bench::compiling(limit);
}
