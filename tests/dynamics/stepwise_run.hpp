// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>

#include "hearth/tests/dynamics/systems.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

/// A model in the stepwise engine with steps of this length, kept alive together.
struct StepwiseBench {
  StepwiseBench(const SimulationModel& model, double step, bool locate,
                Coupling coupling = Coupling::GaussSeidel)
      : plan(compile(model, dynamics_components(), {.coupling = coupling})),
        inputs(resolve_inputs(plan, request(step))),
        setup(plan, inputs),
        simulation(setup, {.locate_events = locate}) {
    simulation.initialize();
  }
  static RunRequest request(double step) {
    const Duration length(std::llround(step * 1000.0));
    RunRequest request;
    request.period = {kStart, kStart + length, length};
    return request;
  }
  double value(const std::string& signal) const { return simulation.value(plan.signal(signal)); }

  Plan plan;
  RunInputs inputs;
  ConfigObjects<double> setup;
  Simulation<double> simulation;
};

}  // namespace hearth::test
