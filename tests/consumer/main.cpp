// SPDX-License-Identifier: MIT
// A heater of 100 W and a tank, stepped for a day and compared with the solution on paper.
#include <cmath>
#include <iostream>

#include "hearth/framework/framework.hpp"
#include "tank.hpp"

int main() {
  hearth::SimulationModel model;
  model.add_component({.id = "heater",
                       .type = "Schedule",
                       .config = {{"value", hearth::SeriesSpec{100.0, hearth::unit::W}}}});
  model.add_component({.id = "tank", .type = "Tank"});
  model.add_connection("heater.scheduleValue -> tank.power");

  const hearth::Instant start{};
  hearth::Run run(model, plant::components(),
                  {.period = {start, start + std::chrono::hours(24), std::chrono::minutes(10)}});
  run.to_end();

  // θ(t) = θ_room + P R (1 - e^(-t / (R C)))
  const double expected = 20.0 + 100.0 * 0.5 * (1.0 - std::exp(-86400.0 / (0.5 * 8e5)));
  const double found = run.value("tank.waterTemperature");
  std::cout << "water after a day: " << found << " degC, on paper " << expected << " degC\n";
  return std::abs(found - expected) < 1e-9 ? 0 : 1;  // one exact step after the other: rounding
}
