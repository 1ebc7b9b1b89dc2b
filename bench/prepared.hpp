// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/bench/rooms.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth::bench {

inline constexpr double kStep = 600.0;  // s
inline constexpr long kStepsOfDay = 144;

/// A resolver for the schedules of rooms, which are rules and need no files.
inline DataResolver& rules_resolver() {
  static DataResolver resolver;
  return resolver;
}

inline RunRequest request(long steps) {
  RunRequest request;
  request.period.step = Duration(static_cast<long>(kStep * 1000.0));
  request.period.end = request.period.start + steps * request.period.step;
  return request;
}

/// Rooms that are ready to be stepped through a day with one scalar type.
template <class T>
struct Prepared {
  explicit Prepared(int rooms_count, std::optional<Coupling> coupling = {}, int threads = 1)
      : plan(compile(rooms(rooms_count), standard_components(), {.coupling = coupling})),
        inputs(resolve_inputs(plan, request(kStepsOfDay), &rules_resolver())),
        setup(plan, inputs),
        simulation(setup, {.threads = threads}) {}
  void run_day() {
    simulation.initialize();
    for (long k = 0; k < kStepsOfDay; ++k) simulation.step();
  }
  Plan plan;
  RunInputs inputs;
  ConfigObjects<T> setup;
  Simulation<T> simulation;
};

}  // namespace hearth::bench
