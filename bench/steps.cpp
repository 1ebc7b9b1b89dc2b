// SPDX-License-Identifier: MIT
// A day of rooms in the stepwise engine and in a handwritten loop.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/bench/prepared.hpp"
#include "hearth/bench/rooms_by_hand.hpp"

namespace hearth::bench {
namespace {

/// The handwritten loop with its inputs.
class DayByHand {
 public:
  explicit DayByHand(int count) : rooms_(count, kStep) {
    for (long k = 0; k < kStepsOfDay; ++k) {
      const double hour = static_cast<double>(k) * kStep / 3600.0;
      inputs_[static_cast<std::size_t>(k)] = {at(kOutdoors, hour), at(kSetpoint, hour),
                                              at(kPeople, hour)};
    }
  }
  void run_day() {
    rooms_.start();
    for (const RoomsByHand::Inputs& u : inputs_) rooms_.step(u);
  }

  /// Returns the largest deviation from a day of the coupling gauss-seidel, in K, ppm and W.
  double deviation_of_framework() {
    Prepared<double> framework(1, Coupling::GaussSeidel);
    const int air = framework.plan.signal("room0.indoorTemperature");
    const int co2 = framework.plan.signal("room0.indoorCO2");
    const int power = framework.plan.signal("room0_heater.Power");
    framework.simulation.initialize();
    rooms_.start();
    double worst = 0.0;
    for (const RoomsByHand::Inputs& u : inputs_) {
      framework.simulation.step();
      rooms_.step(u);
      const auto off = [&](int cell, double value) {
        return std::abs(framework.simulation.value(cell) - value);
      };
      worst = std::max({worst, off(air, rooms_.temperature(0)), off(co2, rooms_.co2(0)),
                        off(power, rooms_.power(0))});
    }
    return worst;
  }

 private:
  static double at(const PartsOfDay& parts, double hour) {
    double value = 0.0;
    for (const auto& [from, then] : parts) {
      if (hour >= from) value = then;
    }
    return value;
  }

  RoomsByHand rooms_;
  std::array<RoomsByHand::Inputs, static_cast<std::size_t>(kStepsOfDay)> inputs_{};
};

void count_steps(benchmark::State& state, int rooms_count) {
  state.counters["component_steps"] =
      static_cast<double>(kStepsOfDay) * rooms_count * kComponentsPerRoom;
}

void add_framework(const std::string& variant, int count, std::optional<Coupling> coupling) {
  const auto prepared = lazy<Prepared<double>>(count, coupling);
  benchmark::RegisterBenchmark(("steps/" + variant + "/" + std::to_string(count)).c_str(),
                               [prepared, count](benchmark::State& state) {
                                 Prepared<double>& day = *prepared;
                                 for (auto _ : state) day.run_day();
                                 count_steps(state, count);
                               });
}

void add_by_hand(int count) {
  const auto prepared = lazy<DayByHand>(count);
  benchmark::RegisterBenchmark(
      ("steps/by_hand/" + std::to_string(count)).c_str(),
      [prepared, count](benchmark::State& state) {
        DayByHand& day = *prepared;
        // The order of sums differs: rounding of 1e-13 in a step, 144 steps.
        static const double deviation = DayByHand(1).deviation_of_framework();
        if (!(deviation < 1e-9)) {
          state.SkipWithError(
              ("the loop by hand deviates by " + std::to_string(deviation)).c_str());
          return;
        }
        for (auto _ : state) day.run_day();
        count_steps(state, count);
      });
}

void add_levels(int count, int threads) {
  const auto prepared = lazy<Prepared<double>>(count, std::optional<Coupling>(), threads);
  add(
      "levels/" + std::to_string(threads) + "/" + std::to_string(count),
      [prepared] { prepared->run_day(); }, prepared)
      ->UseRealTime();
}

}  // namespace

void register_steps() {
  for (const int count : {1, 10, 100, 1000}) {
    add_by_hand(count);
    add_framework("default", count, {});
    add_framework("gauss_seidel", count, Coupling::GaussSeidel);
  }
  for (const int count : {10, 100, 1000}) {
    for (const int threads : {1, 2}) add_levels(count, threads);
  }
}

}  // namespace hearth::bench
