// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/control_loops.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"
#include "hearth/estimation/twin/internal/terminal_trends.hpp"
#include "hearth/estimation/twin/zone_details.hpp"

namespace hearth {
namespace {

constexpr std::size_t kRowsOfControl = 20;

/// The share of the heating command of a terminal that raises its temperature; the rest raises its
/// flow.
constexpr double kReheatingShare = 0.5;

/// Settings of a controller.
struct Loop {
  double gain = 0.0, integral_time = 0.0;  // 1/K, s
};

/// How far a command goes that is neither at its lower nor at its upper limit, row by row.
struct Command {
  Trend share;           // of its range; NaN at the limits
  double of_unit = 1.0;  // the command for a share of 1
};

double quartile_distance(const Trend& values) {
  return quantile(values, 0.75) - quantile(values, 0.25);
}

class LoopSettling {
 public:
  LoopSettling(SimulationModel& building, const Registry& registry, const DataOptions& data,
               const Period& period)
      : draft_(building, registry, data, period),
        step_(seconds(building.defaults.step.value_or(period.step))) {}

  std::vector<PlantValue> run() {
    for (const auto& [id, component] : draft_.source.components()) {
      if (component.type == "PidController") settle_coil(id);
      if (component.type == "VavReheatTerminal") settle_zone(id, true);
      if (component.type == "VavReheatTerminal" || component.type == "VavTerminal") {
        settle_zone(id, false);
      }
    }
    return std::move(draft_.result.values);
  }

 private:
  /// Returns the component of some types that gets an output of another one at a port.
  std::optional<std::string> fed_by(const std::string& id, const char* output, const char* input,
                                    std::initializer_list<const char*> types) const {
    for (const Connection& connection : draft_.source.connections()) {
      if (connection.from.component != id || connection.from.port != output) continue;
      if (connection.to.port != input) continue;
      const std::string& type = draft_.source.component(connection.to.component).type;
      if (std::find(types.begin(), types.end(), type) != types.end()) {
        return connection.to.component;
      }
    }
    return std::nullopt;
  }

  bool has(const std::string& id, Role role, const char* name) const {
    const ComponentType* type = draft_.registry.find(draft_.source.component(id).type);
    return type != nullptr && type->schema.find(role, name) != nullptr;
  }

  void settle_coil(const std::string& controller) {
    const auto valve = fed_by(controller, "inputSignal", "valvePosition", {"Valve"});
    if (!valve) return;
    const auto coil =
        fed_by(*valve, "waterFlowRate", "waterFlowRate", {"HeatingCoil", "CoolingCoil"});
    const auto controlled = draft_.trends.source_of(controller, "actualValue");
    if (!coil || !controlled || has(controlled->component, Role::Output, kZoneTemperature)) return;
    const auto air = draft_.trends.source_of(*coil, "airFlowRate");
    const auto flow = air ? draft_.trends.of(*air, unit::kg_per_s) : std::optional<Trend>();
    if (!flow) return;
    constexpr double kRunning = 0.05, kLeast = 0.05;
    const double usual = quantile(*flow, 0.99);
    const double least = quantile(
        *flow, where(flow->size(), [&](std::size_t k) { return (*flow)[k] > kRunning * usual; }),
        kLeast);
    const double water = draft_.parameter(*valve, "waterFlowRateMax").value_or(0.0);
    if (!(least > 0.0) || !(water > 0.0)) return;
    const bool cools = draft_.source.component(*coil).type == "CoolingCoil";
    const double difference = cools ? 20.0 : 50.0;  // K
    const double gain = water * kWaterHeatCapacity * difference / (least * kAirHeatCapacity);
    set(controller, {0.3 / gain, step_});
  }

  void settle_zone(const std::string& id, bool heating) {
    const std::vector<std::string> controllers = controllers_of(draft_, id, heating);
    if (controllers.size() != 1) return;
    const auto zone = draft_.trends.source_of(controllers.front(), "actualValue");
    if (!zone || !has(zone->component, Role::Parameter, "C_air") ||
        !has(zone->component, Role::Parameter, "R_in")) {
      return;
    }
    if (heating && !raises_flow(id)) set_one(controllers.front(), "upper", kReheatingShare, "1");
    const Terminal terminal = terminal_of(draft_, id);
    const std::optional<Command> command = heating ? heat_of(terminal) : cold_of(terminal);
    const std::optional<Trend>& error = heating ? terminal.below : terminal.above;
    if (!command || !error) return;
    const std::optional<double> seen = gain_of(*command, *error);
    if (!seen) return;
    const Loop fastest = fastest_of(id, zone->component, heating);
    const double guess = draft_.parameter(controllers.front(), "kp").value_or(0.0);
    const double slowest = draft_.parameter(controllers.front(), "Ti").value_or(INFINITY);
    if (*seen >= fastest.gain) {
      set(controllers.front(), {fastest.gain, std::min(fastest.integral_time, slowest)});
    } else if (*seen > guess) {
      set(controllers.front(), {*seen, slowest});
    }
  }

  /// Whether a terminal has more air for heating than its least flow. If not, a controller that
  /// goes on to raise the flow would have to come back from there before it heats less.
  bool raises_flow(const std::string& id) const {
    const double least = draft_.parameter(id, "minimumAirFlowRate").value_or(0.0);
    return draft_.parameter(id, "heatingAirFlowRate").value_or(least) > least;
  }

  /// Returns the share of its range that a trend has, if it is between the limits before, now and
  /// after.
  static Trend between(const Trend& values, double low, double high) {
    constexpr double kLow = 0.05, kHigh = 0.9;
    Trend shares(values.size(), NAN);
    if (!(high > low)) return shares;
    const auto share = [&](std::size_t k) { return (values[k] - low) / (high - low); };
    const auto inside = [&](std::size_t k) { return share(k) > kLow && share(k) < kHigh; };
    for (std::size_t k = 1; k + 1 < values.size(); ++k) {
      if (inside(k - 1) && inside(k) && inside(k + 1)) shares[k] = share(k);
    }
    return shares;
  }

  std::optional<Command> heat_of(const Terminal& terminal) const {
    if (!terminal.power) return std::nullopt;
    constexpr double kMost = 0.995;
    return Command{between(*terminal.power, 0.0, quantile(*terminal.power, kMost)),
                   kReheatingShare};
  }

  std::optional<Command> cold_of(const Terminal& terminal) const {
    if (!terminal.flow) return std::nullopt;
    const double least = draft_.parameter(terminal.id, "minimumAirFlowRate").value_or(0.0);
    const double most = draft_.parameter(terminal.id, "nominalAirFlowRate").value_or(0.0);
    return Command{between(*terminal.flow, least, most), 1.0};
  }

  /// Returns the command for each kelvin of error, as both are spread.
  static std::optional<double> gain_of(const Command& command, const Trend& error) {
    constexpr double kResolution = 0.01;  // K, of thermometers
    const Rows rows = where(error.size(), [&](std::size_t k) {
      return std::isfinite(command.share[k]) && std::isfinite(error[k]);
    });
    if (count(rows) < kRowsOfControl) return std::nullopt;
    return command.of_unit * quartile_distance(in_rows(command.share, rows)) /
           std::max(quartile_distance(in_rows(error, rows)), kResolution);
  }

  /// Returns the settings by which an error settles by half in a step.
  Loop fastest_of(const std::string& id, const std::string& zone, bool heating) const {
    constexpr double kSupply = 13.0, kRoom = 23.0;  // degC
    const auto number = [&](const std::string& of, const char* name) {
      return draft_.parameter(of, name).value_or(0.0);
    };
    const double least = number(id, "minimumAirFlowRate");
    const double heat =
        heating ? std::min(number(id, "nominalReheatPower"),
                           least * kAirHeatCapacity *
                               (number(id, "maximumOutletAirTemperature") - kSupply)) /
                      kReheatingShare
                : (number(id, "nominalAirFlowRate") - least) * kAirHeatCapacity * (kRoom - kSupply);
    const double loss = 1.0 / number(zone, "R_in") + least * kAirHeatCapacity;
    const double inertia = number(zone, "C_air") / loss;
    const double change = heat / loss * (1.0 - std::exp(-step_ / inertia));
    return {0.5 / change, std::max(inertia, step_)};
  }

  void set(const std::string& controller, const Loop& loop) {
    if (!(loop.gain > 0.0) || !std::isfinite(loop.gain)) return;
    set_one(controller, "kp", loop.gain, "1/K");
    set_one(controller, "Ti", loop.integral_time, "s");
  }

  void set_one(const std::string& controller, const char* name, double value, const char* unit) {
    const double guess = draft_.parameter(controller, name).value_or(value);
    draft_.model.component(controller).parameters[name] = {
        Quantity{value, std::nullopt}, {}, {}, "trends"};
    draft_.result.values.push_back({controller + "." + name, value, guess, unit, {}, {}});
  }

  PlantDraft draft_;
  double step_;  // s
};

}  // namespace

std::vector<PlantValue> settle_control_loops(SimulationModel& building, const Registry& registry,
                                             const DataOptions& data, const Period& period) {
  return LoopSettling(building, registry, data, period).run();
}

}  // namespace hearth
