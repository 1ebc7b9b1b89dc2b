// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/estimation/operating_points/trim.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

/// Models whose steady states are known, and what tests of steady states ask.
namespace hearth::test {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline const Registry& types() { return dynamics_components(); }

inline SimulationModel tank(double level) {
  SimulationModel model;
  model.add_component(instance("tank", "Tank"));
  model.set_initial("tank.h", {level, {}});
  model.inputs = {"tank.in.v"};
  return model;
}

/// Water at 60 degC through a heat exchanger of 100 W/K in a room of 20 degC.
inline SimulationModel heater() {
  SimulationModel model;
  model.add_component(instance("heater", "FlowHeater"));
  model.inputs = {"heater.in.flow", "heater.in.supply"};
  return model;
}

/// Three nodes that radiate, in a row between 20 degC and 0 degC.
inline SimulationModel radiating_row() {
  SimulationModel model;
  for (const char* id : {"n1", "n2", "n3"}) model.add_component(instance(id, "RadiatingNode"));
  model.add_component(constant("warm", 20.0));
  model.add_connection("warm.scheduleValue -> n1.environment");
  model.add_connection("n1.T -> n2.environment");
  model.add_connection("n2.T -> n3.environment");
  model.inputs = {"n1.in.heat", "n3.in.heat"};
  return model;
}

inline std::string code_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.code();
  }
  return "no error";
}

inline SimulationError failure(const std::function<void()>& act) {
  try {
    act();
  } catch (const SimulationError& error) {
    return error;
  }
  return SimulationError("no.error", {}, "none");
}

/// Checks that the states keep their values, within 1e-9 of their size.
inline void check_rest(ContinuousBench& bench, double seconds) {
  const Plan& plan = bench.plan;
  const auto states = [&] {
    std::vector<double> x;
    for (int i = 0; i < plan.state_count; ++i) {
      x.push_back(bench.simulation.system().cells()[plan.first_state + i]);
    }
    return x;
  };
  const std::vector<double> before = states();
  bench.simulation.advance(bench.simulation.time() + seconds);
  const std::vector<double> after = states();
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(std::abs(after[i] - before[i]) <= 1e-9 * std::max(1.0, std::abs(before[i])));
  }
}

}  // namespace hearth::test
