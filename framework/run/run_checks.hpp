// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Finds suspicious values in the rows of a run:
///
/// - outputs with impossible values: temperatures below absolute zero or above 1500 degC,
///   concentrations below 0 or above 10^6 ppm, outputs `efficiency` above 1;
/// - components whose heating setpoint is above their cooling setpoint;
/// - components that compute with moist air at another atmospheric pressure than that of the
/// weather;
/// - sampled components, such as controllers, whose output rises and falls alternately every few
///   rows; in the stepwise engine also integrators and similar blocks, whose loops can oscillate
///   because of the trapezoidal rule.
class RunChecks {
 public:
  RunChecks() = default;
  explicit RunChecks(const Plan& plan);

  /// Checks the outputs of a row; `value(cell)` returns the number in a cell. Of each output, the
  /// first impossible value is stored.
  template <class Value>
  void check_row(long row, const Value& value) {
    for (std::size_t i = 0; i < watched_.size(); ++i) {
      const double present = value(watched_[i].cell);
      if (present < watched_[i].low || present > watched_[i].high) add(i, row, present);
    }
    for (Setpoints& setpoints : setpoints_) {
      if (setpoints.row >= 0) continue;
      const double heating = value(setpoints.heating);
      const double cooling = value(setpoints.cooling);
      if (heating > cooling) setpoints.note(row, heating, cooling);
    }
    for (Pressure& pressure : pressures_) {
      if (pressure.row >= 0 || !(value(pressure.humidity) > 0.0)) continue;
      pressure.look(row, value(pressure.own), value(pressure.weather));
    }
    for (Reversals& reversals : reversals_) reversals.look(row, value(reversals.cell));
  }
  /// Discards the values of an earlier run.
  void clear();

  /// Returns the warnings of the run: `simulation.value_impossible` for the output that first had
  /// an impossible value, `simulation.setpoints_crossed` for each component,
  /// `simulation.pressure_differs` for the first component, and `simulation.output_alternates` for
  /// the output that first alternated.
  Diagnostics warnings(const Period& period) const;

 private:
  struct Watched {
    int cell = 0;
    double low = 0.0, high = 0.0;
    std::string name, unit;
    long row = -1;  ///< of the first impossible value, -1: none
    double value = 0.0;
  };

  /// The inputs `heatingSetpoint` and `coolingSetpoint` of a component.
  struct Setpoints {
    int heating = 0, cooling = 0;  ///< cells
    std::string name;              ///< of the heating setpoint
    long row = -1;                 ///< the first with crossed setpoints, -1: none
    double heating_value = 0.0, cooling_value = 0.0;
    void note(long at, double heats_to, double cools_to) {
      row = at;
      heating_value = heats_to;
      cooling_value = cools_to;
    }
  };

  /// The parameter `atmosphericPressure` of a component that receives moist air, in a model with an
  /// output of that name.
  struct Pressure {
    static constexpr double kShare = 0.05;   ///< more than the weather changes it at a site
    int own = 0, weather = 0, humidity = 0;  ///< cells
    std::string name;
    long row = -1;  ///< the first at which the pressures differ, -1: none
    double own_value = 0.0, weather_value = 0.0;

    void look(long at, double used, double outdoors) {
      if (!(std::abs(outdoors - used) > kShare * used)) return;
      row = at;
      own_value = used;
      weather_value = outdoors;
    }
  };

  /// An output of a component. A reversal is a large change in the direction opposite to the last
  /// large change, at most `kApart` rows after it.
  struct Reversals {
    static constexpr int kMost = 24;       ///< number of successive reversals that is reported
    static constexpr long kApart = 3;      ///< rows
    static constexpr double kShare = 0.1;  ///< of the value; a larger change is large
    int cell = 0;
    std::string name;
    int count = 0;
    long row = -1;  ///< at which `count` first reached `kMost`, -1: never
    long changed = 0;
    double last = 0.0, change = 0.0;

    void look(long at, double present) {
      const double next = present - last;
      const bool large = std::abs(next) > kShare * std::max(std::abs(present), std::abs(last));
      last = present;
      if (!large) return;
      count = next * change < 0.0 && at - changed <= kApart ? count + 1 : 0;
      change = next;
      changed = at;
      if (count == kMost && row < 0) row = at;
    }
  };

  void watch_reversals(const Plan& plan, std::size_t instance);
  void watch_setpoints(const Plan& plan, std::size_t instance);
  void watch_values(const Plan& plan, std::size_t instance);
  void watch_pressure(const Plan& plan, std::size_t instance, int weather);
  void add(std::size_t i, long row, double value);

  std::vector<Watched> watched_;
  std::vector<Setpoints> setpoints_;
  std::vector<Pressure> pressures_;
  std::vector<Reversals> reversals_;
};

}  // namespace hearth
