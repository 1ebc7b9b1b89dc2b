// SPDX-License-Identifier: MIT
#include "hearth/framework/run/run_checks.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "hearth/framework/base/internal/instant_text.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

// No process of a building is hotter: flames are not modelled.
constexpr double kHottest = 1500.0;  // degC
constexpr double kColdest = -273.15 - 1e-9;
constexpr double kAll = 1e6;        // ppm
constexpr double kRounding = 1e-6;  // ppm
constexpr std::string_view kEfficiency = "efficiency";
constexpr std::string_view kPressure = "atmosphericPressure";

/// Returns the cell of the first output that is the atmospheric pressure, or -1.
int pressure_output(const Plan& plan) {
  for (std::size_t i = 0; i < plan.instances.size(); ++i) {
    const SchemaView& schema = plan.instances[i].type->schema;
    const Field* output = schema.find(Role::Output, kPressure);
    if (output == nullptr || !(output->unit == unit::Pa)) continue;
    return plan.slots[i].out + cell_offset(schema, *output, plan.instances[i].sizes);
  }
  return -1;
}

}  // namespace

RunChecks::RunChecks(const Plan& plan) {
  const int weather = pressure_output(plan);
  for (std::size_t i = 0; i < plan.instances.size(); ++i) {
    watch_setpoints(plan, i);
    watch_values(plan, i);
    if (weather >= 0) watch_pressure(plan, i, weather);
    watch_reversals(plan, i);
  }
  clear();
}

void RunChecks::watch_reversals(const Plan& plan, std::size_t instance) {
  const Traits& traits = plan.instances[instance].type->traits;
  const SchemaView& schema = plan.instances[instance].type->schema;
  // Outputs of declared units are those of heat and flow, which do not ring.
  const bool generic = std::any_of(schema.begin(), schema.end(), [](const Field& field) {
    return field.role == Role::Output && (field.unit.bare || field.unit.any != 0);
  });
  const bool stepwise = plan.options.engine != Engine::Continuous;
  if (!traits.has_update && !(stepwise && traits.has_derivatives && generic)) return;
  const Slot& slot = plan.slots[instance];
  for (int cell = slot.out; cell < slot.out + slot.out_count; ++cell) {
    reversals_.push_back({.cell = cell, .name = plan.signals[static_cast<std::size_t>(cell)].name});
  }
}

// Outputs of any unit, such as differences, sums and the demand of controllers, may have any value.
void RunChecks::watch_values(const Plan& plan, std::size_t instance) {
  const PlannedInstance& planned = plan.instances[instance];
  const SchemaView& schema = planned.type->schema;
  for (const Field& field : schema) {
    const Unit& unit = field.unit;
    if (field.role != Role::Output || unit.bare || unit.any != 0) continue;
    double lowest = -kRounding;
    double highest = kAll + kRounding;
    if (field.name == kEfficiency && unit == unit::one) {
      lowest = -std::numeric_limits<double>::infinity();
      highest = 1.0 + kRounding;
    } else if (unit.point) {
      lowest = convert(kColdest, unit::degC, unit);
      highest = convert(kHottest, unit::degC, unit);
    } else if (!(unit == unit::ppm)) {
      continue;
    }
    const int first = plan.slots[instance].out + cell_offset(schema, field, planned.sizes);
    for (int k = 0; k < cell_count(schema, field, planned.sizes); ++k) {
      watched_.push_back({first + k, lowest, highest,
                          plan.signals[static_cast<std::size_t>(first + k)].name,
                          std::string(unit.symbol)});
    }
  }
}

void RunChecks::watch_setpoints(const Plan& plan, std::size_t instance) {
  const PlannedInstance& planned = plan.instances[instance];
  const SchemaView& schema = planned.type->schema;
  const Field* heating = schema.find(Role::Input, "heatingSetpoint");
  const Field* cooling = schema.find(Role::Input, "coolingSetpoint");
  if (heating == nullptr || cooling == nullptr || !(heating->unit == cooling->unit)) return;
  const int base = plan.slots[instance].in;
  const int count = std::min(cell_count(schema, *heating, planned.sizes),
                             cell_count(schema, *cooling, planned.sizes));
  for (int k = 0; k < count; ++k) {
    setpoints_.push_back({plan.in[base + cell_offset(schema, *heating, planned.sizes) + k],
                          plan.in[base + cell_offset(schema, *cooling, planned.sizes) + k],
                          planned.id + ".heatingSetpoint"});
  }
}

void RunChecks::watch_pressure(const Plan& plan, std::size_t instance, int weather) {
  const PlannedInstance& planned = plan.instances[instance];
  const SchemaView& schema = planned.type->schema;
  const Field* own = schema.find(Role::Parameter, kPressure);
  const auto humidity = std::find_if(schema.begin(), schema.end(), [](const Field& field) {
    return field.role == Role::Input && !field.many && field.name.ends_with("HumidityRatio");
  });
  if (own == nullptr || !(own->unit == unit::Pa) || humidity == schema.end()) return;
  const Slot& slot = plan.slots[instance];
  pressures_.push_back(
      {.own = slot.parameter + cell_offset(schema, *own, planned.sizes),
       .weather = weather,
       .humidity = plan.in[slot.in + cell_offset(schema, *humidity, planned.sizes)],
       .name = planned.id + "." + std::string(kPressure)});
}

void RunChecks::clear() {
  for (Pressure& pressure : pressures_) pressure.row = -1;
  for (Setpoints& setpoints : setpoints_) setpoints.row = -1;
  for (Reversals& reversals : reversals_) {
    reversals.count = 0;
    reversals.row = -1;
    reversals.changed = 0;
    reversals.change = 0.0;
    reversals.last = NAN;  // the first row has no change
  }
  for (Watched& watched : watched_) watched.row = -1;
}

void RunChecks::add(std::size_t i, long row, double value) {
  if (watched_[i].row >= 0) return;
  watched_[i].row = row;
  watched_[i].value = value;
}

Diagnostics RunChecks::warnings(const Period& period) const {
  Diagnostics found;
  const auto time = [&period](long row) { return iso_utc(period.start + row * period.step); };
  for (const Setpoints& setpoints : setpoints_) {
    if (setpoints.row < 0) continue;
    found.warning("simulation.setpoints_crossed", Where::of_signal(setpoints.name),
                  "the heating setpoint " + number_text(setpoints.heating_value) +
                      " degC is above the cooling setpoint " +
                      number_text(setpoints.cooling_value) + " degC at " + time(setpoints.row) +
                      "; correct one of them");
  }
  const auto differs = std::find_if(pressures_.begin(), pressures_.end(),
                                    [](const Pressure& pressure) { return pressure.row >= 0; });
  if (differs != pressures_.end()) {
    found.warning("simulation.pressure_differs", Where::of_signal(differs->name),
                  "the atmospheric pressure is " + number_text(differs->own_value) +
                      " Pa, that of the weather " + number_text(differs->weather_value) +
                      " Pa at " + time(differs->row) +
                      ", so that more or less water condenses than at the site; set this parameter "
                      "to the pressure of the site in every component that has it");
  }
  const Reversals* alternating = nullptr;
  for (const Reversals& reversals : reversals_) {
    if (reversals.row < 0) continue;
    if (alternating == nullptr || reversals.row < alternating->row) alternating = &reversals;
  }
  if (alternating != nullptr) {
    found.warning(
        "simulation.output_alternates", Where::of_signal(alternating->name),
        "the output rises and falls every few steps before " + time(alternating->row) +
            ": the step of " + number_text(seconds(period.step)) +
            " s is too long for the fast process in its loop; use a shorter --step, such as " +
            number_text(seconds(period.step) / 10.0) + " s");
  }
  const Watched* first = nullptr;
  long count = 0;
  for (const Watched& watched : watched_) {
    if (watched.row < 0) continue;
    ++count;
    if (first == nullptr || watched.row < first->row) first = &watched;
  }
  if (first == nullptr) return found;
  const std::string others =
      count == 1   ? ""
      : count == 2 ? ", and later the values of another output"
                   : ", and later the values of " + std::to_string(count - 1) + " other outputs";
  found.warning("simulation.value_impossible", Where::of_signal(first->name),
                "the value is " + number_text(first->value) + " " + first->unit + " at " +
                    time(first->row) + ", which cannot exist" + others +
                    "; check the inputs, parameters and initial values of this component");
  return found;
}

}  // namespace hearth
