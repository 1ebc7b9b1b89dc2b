// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/period_run.hpp"

#include <string>
#include <string_view>

#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

SimulationError outside_range(const PreparedProblem& prepared, const CellRef& cells,
                              std::string_view name, double value) {
  return {"calibration.outside_range",
          {.component = prepared.plan().instances[cells.slot].id},
          "the equations are not valid if " + std::string(name) + " is " + number_text(value) +
              " [" + cells.unit.symbol + "]; the valid range is " + number_text(cells.range.min) +
              " to " + number_text(cells.range.max) +
              ": set bounds of parameters that keep it in this range"};
}

void set_targets(const PreparedProblem& prepared, const std::vector<Target>& targets, double number,
                 Simulation<double>& simulation) {
  for (const Target& target : targets) {
    const double value = target.value(number);
    if (!allows(target.cells.range, value)) {  // applies to a parameter without bounds
      throw outside_range(prepared, target.cells, target.name, value);
    }
    if (target.state) {
      simulation.set_initial(target.cells, value);
    } else {
      simulation.set_parameter(target.cells, value);
    }
  }
}

}  // namespace

void PeriodRun::set_numbers(const PreparedProblem& prepared, int period,
                            const std::vector<double>& parameters) {
  simulation.reset();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!prepared.acts_in(i, period)) continue;
    set_targets(prepared, prepared.targets()[i], parameters[i], simulation);
  }
  for (const DerivedTargets& derived : prepared.derived()) {
    set_targets(prepared, derived.targets, derived.value.value(parameters), simulation);
  }
  std::fill(sensor_biases.begin(), sensor_biases.end(), 0.0);
  for (const SensorBias& bias : prepared.sensor_biases()) {
    if (!prepared.acts_in(static_cast<std::size_t>(bias.number.parameter), period)) continue;
    sensor_biases[bias.measurement] += bias.number.at(parameters);
  }
}

void check_computed(const PreparedProblem& prepared, const Simulation<double>& simulation) {
  for (const CellRef& computed : prepared.computed()) {
    const double value = simulation.value(computed.cells.front());
    if (allows(computed.range, value)) continue;
    const SchemaView& schema = prepared.plan().instances[computed.slot].type->schema;
    throw outside_range(prepared, computed, schema.find(Role::Parameter, computed.member)->name,
                        value);
  }
}

}  // namespace hearth
