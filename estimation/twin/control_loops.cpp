// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/control_loops.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/flow_characteristic.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"
#include "hearth/estimation/twin/internal/terminal_trends.hpp"
#include "hearth/estimation/twin/zone_details.hpp"

namespace hearth {
namespace {

constexpr std::size_t kRowsOfControl = 20;

/// The part of a terminal's heating command that raises the temperature of its air; the rest raises
/// the flow.
constexpr double kReheatingShare = 0.5;

constexpr double kSupplyTemperature = 13.0, kRoomTemperature = 23.0;  // degC

/// Settings of a controller.
struct Loop {
  double gain = 0.0, integral_time = 0.0;  // 1/K, s
};

/// A controller and the terminals that it controls.
struct Controlled {
  bool heats = false;
  std::vector<std::string> terminals;
};

/// The command of a terminal, inferred from its trends, row by row.
struct Command {
  Trend share;           // share of the range; NaN at and near the limits
  double of_unit = 1.0;  // the change of the command over the range
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
    }
    std::map<std::string, Controlled> controlled;  // by id of the controller
    for (const auto& [id, component] : draft_.source.components()) {
      for (const bool heats : {true, false}) {
        const std::vector<std::string> controllers = controllers_of(draft_, id, heats);
        std::set<std::string> zones;  // whose temperatures the controllers read
        for (const std::string& controller : controllers) {
          const auto zone = draft_.trends.source_of(controller, "actualValue");
          if (zone) zones.insert(to_string(*zone));
        }
        for (const std::string& zone : zones) ++terminals_of_[{zone, heats}];
        const bool terminal =
            component.type == "VavReheatTerminal" || (component.type == "VavTerminal" && !heats);
        if (!terminal || controllers.size() != 1) continue;
        Controlled& own = controlled[controllers.front()];
        own.heats = heats;
        own.terminals.push_back(id);
      }
    }
    for (const auto& [controller, own] : controlled) settle_zone(controller, own);
    return std::move(draft_.result.values);
  }

 private:
  /// Returns the component of one of these types to whose input an output of `id` leads.
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
    if (!coil || !has_air_after(draft_, controller, *coil)) return;
    const std::optional<Trend> flow = air_of(*coil);
    if (!flow) return;
    const double water = draft_.parameter(*valve, "waterFlowRateMax").value_or(0.0);
    const bool cools = draft_.source.component(*coil).type == "CoolingCoil";
    const std::optional<Trend> power =
        draft_.measured(*coil, cools ? "coolingPower" : "heatingPower", unit::W);
    const ValveSlopes slopes = shape_of(*valve);
    const double gain = gain_of_coil({*flow, air_before(*coil), power}, water, slopes, cools);
    if (!(gain > 0.0) || !std::isfinite(gain)) return;
    set(controller, {0.3 / gain, step_});
  }

  /// How the flow of a valve changes with its command.
  struct ValveSlopes {
    double open = 0.0;    // relative to the present flow, if the valve is open
    double closed = 1.0;  // relative to the largest flow, if the valve is nearly closed
  };

  ValveSlopes shape_of(const std::string& valve) const {
    const auto& config = draft_.source.component(valve).config;
    const auto found = config.find("characteristic");
    const auto* word = found == config.end() ? nullptr : std::get_if<Word>(&found->second);
    const bool blended = word != nullptr && word->text == "blendedEqualPercentage";
    if (word == nullptr || (word->text != "equalPercentage" && !blended)) return {};
    const double rangeability = draft_.parameter(valve, "rangeability").value_or(50.0);
    ValveSlopes slopes{std::log(rangeability), 0.0};
    if (blended) {
      constexpr double kRarely = 0.5;  // the loop must be stable there, but need not settle fast
      const double blend = draft_.parameter(valve, "delta").value_or(0.01);
      slopes.closed = kRarely * equal_percentage(blend, rangeability) / blend;
    }
    return slopes;
  }

  /// The air through a coil; its temperature before the coil and the heat of the coil, if known.
  struct CoilAir {
    const Trend& flow;
    std::optional<Trend> before, power;
  };

  /// Returns the 0.95 quantile of the change of the air after a coil for a unit of its command, K,
  /// at small flows of water, of which the valve lets pass `water` at most. An equal percentage
  /// valve that is open changes the heat in proportion to the present heat.
  static double gain_of_coil(const CoilAir& air, double water, const ValveSlopes& slopes,
                             bool cools) {
    constexpr double kRunning = 0.05, kMost = 0.95;
    constexpr double kCold = 7.0, kHot = 60.0;       // temperature of the water, degC
    constexpr double kUnknown = 20.0, kHeat = 50.0;  // K between air and water
    constexpr double kLeast = 0.1;                   // share of it, if the coil hardly works
    const double usual = quantile(air.flow, 0.99);
    Trend gains(air.flow.size(), NAN);
    for (std::size_t k = 0; k < gains.size(); ++k) {
      if (!(air.flow[k] > kRunning * usual)) continue;
      double difference = cools ? kUnknown : kHeat;
      if (air.before) difference = cools ? (*air.before)[k] - kCold : kHot - (*air.before)[k];
      const double capacity = air.flow[k] * kAirHeatCapacity;
      const double change =
          air.power ? std::clamp((*air.power)[k] / capacity, kLeast * difference, difference)
                    : difference;
      gains[k] = std::max(slopes.open * change,
                          slopes.closed * water * kWaterHeatCapacity / capacity * difference);
    }
    return quantile(gains, kMost);
  }

  /// Returns the measured temperature of the air before a coil, or before the fans and other coils
  /// through which the air has passed.
  std::optional<Trend> air_before(const std::string& coil) {
    constexpr const char* kInlet = "inletAirTemperature";
    std::optional<Endpoint> source = draft_.trends.source_of(coil, kInlet);
    std::set<std::string> seen;
    while (source && seen.insert(source->component).second) {
      if (std::optional<Trend> found = draft_.trends.measured(*source, unit::degC)) return found;
      source = draft_.trends.source_of(source->component, kInlet);
    }
    return std::nullopt;
  }

  /// Returns the air flow through a coil: as measured there, otherwise the sum over the terminals
  /// of its unit if all of them are measured and no other unit supplies them.
  std::optional<Trend> air_of(const std::string& coil) {
    const auto air = draft_.trends.source_of(coil, "airFlowRate");
    if (!air) return std::nullopt;
    if (std::optional<Trend> own = draft_.trends.of(*air, unit::kg_per_s)) return own;
    const auto own = std::find_if(units_.begin(), units_.end(), [&air](const AirHandler& unit) {
      return unit.junctions == std::vector<std::string>{air->component};
    });
    if (own == units_.end() || own->terminals.empty()) return std::nullopt;
    Trend sum(draft_.trends.rows(), 0.0);
    for (const std::string& terminal : own->terminals) {
      const auto suppliers =
          std::count_if(units_.begin(), units_.end(), [&terminal](const AirHandler& unit) {
            return std::find(unit.terminals.begin(), unit.terminals.end(), terminal) !=
                   unit.terminals.end();
          });
      const auto flow = draft_.measured(terminal, "airFlowRate", unit::kg_per_s);
      if (suppliers != 1 || !flow) return std::nullopt;
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += (*flow)[k];
    }
    return sum;
  }

  void settle_zone(const std::string& controller, const Controlled& own) {
    const auto zone = draft_.trends.source_of(controller, "actualValue");
    if (!zone || !has(zone->component, Role::Parameter, "C_air") ||
        !has(zone->component, Role::Parameter, "R_in")) {
      return;
    }
    if (own.heats && ends_at_full_reheat(controller, own.terminals)) {
      set_one(controller, "upper", kReheatingShare, "1");
    }
    // The terminals of one controller get the same command, so the smallest gain is used.
    std::optional<double> seen;
    Loop fastest{INFINITY, INFINITY};
    for (const std::string& id : own.terminals) {
      const std::optional<Loop> bound = fastest_of(id, *zone, own.heats);
      if (!bound) return;
      fastest.gain = std::min(fastest.gain, bound->gain);
      fastest.integral_time = std::min(fastest.integral_time, bound->integral_time);
      const std::optional<double> gain = seen_gain(id, own.heats);
      if (gain) seen = std::min(seen.value_or(INFINITY), *gain);
    }
    if (!seen) return;
    const double guess = draft_.parameter(controller, "kp").value_or(0.0);
    const double slowest = draft_.parameter(controller, "Ti").value_or(INFINITY);
    const double integral_time = std::max(step_, std::min(fastest.integral_time, slowest));
    const double gain = std::min(*seen, fastest.gain);
    if (*seen >= fastest.gain || gain > guess) set(controller, {gain, integral_time});
  }

  /// Whether a controller only reheats the air of one terminal whose flow of heating is its least
  /// flow. Above full reheat its command would increase without effect, and would have to decrease
  /// by as much before the terminal heats less.
  bool ends_at_full_reheat(const std::string& controller,
                           const std::vector<std::string>& terminals) const {
    constexpr double kVaries = 1.05;  // least ratio of flows that are taken to differ
    for (const Connection& connection : draft_.source.connections()) {
      if (connection.from.component != controller) continue;
      if (connection.to.component != terminals.front()) return false;
      if (connection.to.port != "heatingSignal") return false;
    }
    const std::string& id = terminals.front();
    const double least = draft_.parameter(id, "minimumAirFlowRate").value_or(0.0);
    const double most = draft_.parameter(id, "heatingAirFlowRate").value_or(least);
    return draft_.trends.source_of(id, "heatingSignal")->component == controller &&
           full_reheat(id) > 0.0 && !(most > kVaries * least);
  }

  /// Returns the full heat of a reheat coil, W: at the least flow, or at that of heating if the
  /// least is 0.
  double full_reheat(const std::string& id) const {
    double flow = number(id, "minimumAirFlowRate");
    if (flow == 0.0) flow = number(id, "heatingAirFlowRate");
    return std::min(
        number(id, "nominalReheatPower"),
        flow * kAirHeatCapacity * (number(id, "maximumOutletAirTemperature") - kSupplyTemperature));
  }

  double number(const std::string& id, const char* name) const {
    return draft_.parameter(id, name).value_or(0.0);
  }

  /// Returns the values as shares of a range, in rows in which the previous, this and the next
  /// value are between the limits; NaN in all others.
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
    // In a mild month, a coil may never reach its full power.
    const double most = std::max(quantile(*terminal.power, kMost), full_reheat(terminal.id));
    return Command{between(*terminal.power, 0.0, most), kReheatingShare};
  }

  std::optional<Command> cold_of(const Terminal& terminal) const {
    if (!terminal.flow) return std::nullopt;
    const double least = draft_.parameter(terminal.id, "minimumAirFlowRate").value_or(0.0);
    const double most = draft_.parameter(terminal.id, "nominalAirFlowRate").value_or(0.0);
    return Command{between(*terminal.flow, least, most), 1.0};
  }

  /// Returns the gain that trends show: the ratio of the spreads of command and error, 1/K.
  std::optional<double> seen_gain(const std::string& id, bool heating) {
    constexpr double kResolution = 0.01;  // K, of temperature sensors
    constexpr double kCools = -0.5;       // K; an air flow into a colder room is for heating
    const Terminal terminal = terminal_of(draft_, id);
    const std::optional<Command> command = heating ? heat_of(terminal) : cold_of(terminal);
    const std::optional<Trend>& error = heating ? terminal.below : terminal.above;
    if (!command || !error) return std::nullopt;
    const Rows rows = where(error->size(), [&](std::size_t k) {
      return std::isfinite(command->share[k]) && std::isfinite((*error)[k]) &&
             (heating || (*error)[k] > kCools);
    });
    if (count(rows) < kRowsOfControl) return std::nullopt;
    return command->of_unit * quartile_distance(in_rows(command->share, rows)) /
           std::max(quartile_distance(in_rows(*error, rows)), kResolution);
  }

  /// Returns the gain with which the terminals of a zone together halve an error within a step, and
  /// the time constant of its air; nothing if a terminal does not supply heat or cold.
  std::optional<Loop> fastest_of(const std::string& id, const Endpoint& zone, bool heating) const {
    const double least = number(id, "minimumAirFlowRate");
    const double heat = heating ? full_reheat(id) / kReheatingShare
                                : (number(id, "nominalAirFlowRate") - least) * kAirHeatCapacity *
                                      (kRoomTemperature - kSupplyTemperature);
    const double loss = 1.0 / number(zone.component, "R_in") + least * kAirHeatCapacity;
    const double inertia = number(zone.component, "C_air") / loss;
    const double change = heat / loss * (1.0 - std::exp(-step_ / inertia));
    if (!(heat > 0.0) || !(change > 0.0) || !std::isfinite(change)) return std::nullopt;
    return Loop{0.5 / (change * terminals_of_.at({to_string(zone), heating})), inertia};
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
  std::vector<AirHandler> units_ = air_handlers(draft_.source, draft_.registry);
  /// The number of terminals that heat (true) or cool by a temperature.
  std::map<std::pair<std::string, bool>, int> terminals_of_{};
};

}  // namespace

std::vector<PlantValue> settle_control_loops(SimulationModel& building, const Registry& registry,
                                             const DataOptions& data, const Period& period) {
  return LoopSettling(building, registry, data, period).run();
}

}  // namespace hearth
