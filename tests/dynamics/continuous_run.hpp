// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hearth/framework/analysis/trajectory.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

/// What a run of a case asks for. Tolerances are those a case is measured with: ten times tighter
/// than its own.
struct ContinuousRunOptions {
  ContinuousOptions simulation = [] {
    ContinuousOptions options;
    options.integrator.relative_tolerance = 1e-11;
    options.integrator.absolute_tolerance = 1e-13;
    return options;
  }();
  double start = 0.0;  ///< s since the origin
  Duration step = std::chrono::seconds(1);
  SeriesResolver* resolver = nullptr;
};

/// A model from compilation to its start in the continuous engine, kept alive together.
struct ContinuousBench {
  ContinuousBench(const SimulationModel& model, const Registry& registry,
                  const ContinuousRunOptions& options = {})
      : plan(compile(model, registry, {.engine = Engine::Continuous})),
        inputs(resolve_inputs(plan, request(options), options.resolver)),
        simulation(plan, inputs, options.simulation),
        trajectory(signals_of(plan, all_signals(plan))) {
    simulation.initialize();
  }
  ContinuousBench(const ContinuousBench&) = delete;
  ContinuousBench& operator=(const ContinuousBench&) = delete;

  static RunRequest request(const ContinuousRunOptions& options) {
    RunRequest request;
    const Duration offset(std::llround(options.start * 1000.0));
    request.period = {kStart + offset, kStart + offset + options.step, options.step};
    request.origin = kStart;
    return request;
  }

  void run(const TimeSpan& span) { hearth::run(simulation, span, all_signals(plan), trajectory); }
  double at(std::string_view signal, double time, Limit limit = Limit::Left) const {
    return trajectory.at(signal, time, limit);
  }
  double value(std::string_view signal) const { return simulation.value(plan.signal(signal)); }
  std::vector<double> event_times(std::string_view name) const {
    std::vector<double> times;
    for (const EventRecord& event : simulation.events()) {
      if (event.name == name) times.push_back(event.time);
    }
    return times;
  }

  Plan plan;
  RunInputs inputs;
  ContinuousSimulation simulation;
  Trajectory trajectory;
};

}  // namespace hearth::test
