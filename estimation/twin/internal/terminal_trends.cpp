// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/terminal_trends.hpp"

#include <algorithm>
#include <cmath>

namespace hearth {
namespace {

/// Returns the values at an input of a terminal's controller of heating or cooling.
std::optional<Trend> controlled(PlantDraft& draft, const std::string& terminal, bool heating,
                                const char* input) {
  const std::vector<std::string> controllers = controllers_of(draft, terminal, heating);
  if (controllers.empty()) return std::nullopt;
  const auto source = draft.trends.source_of(controllers.front(), input);
  return source ? draft.trends.of(*source, unit::degC) : std::nullopt;
}

std::optional<Trend> difference(const std::optional<Trend>& a, const std::optional<Trend>& b) {
  if (!a || !b) return std::nullopt;
  Trend result(a->size());
  for (std::size_t k = 0; k < result.size(); ++k) result[k] = (*a)[k] - (*b)[k];
  return result;
}

/// Returns the rows in which a terminal supplies at least half of its heat.
Rows heating_rows(const Terminal& own, std::size_t rows) {
  if (!own.power) {
    if (!own.below) return Rows(rows, false);
    return where(own.below->size(), [&](std::size_t k) { return (*own.below)[k] > 0.3; });
  }
  const double half = 0.5 * quantile(*own.power, 0.995);
  return where(own.power->size(),
               [&](std::size_t k) { return half > 0.0 && (*own.power)[k] > half; });
}

/// Whether a terminal was at its maximum while its zone did not reach the setpoint.
bool is_missed(const std::optional<Trend>& demand, const Trend& given, double most,
               const Rows& on) {
  constexpr double kNearly = 0.97, kMissed = 0.5;  // K
  if (!demand) return false;
  return count(where(on.size(), [&](std::size_t k) {
           return on[k] && given[k] >= kNearly * most && (*demand)[k] > kMissed;
         })) >= kFewestRows;
}

/// Returns a maximum: as measured if the setpoint was missed, otherwise at least the guess.
Reading at_least(const PlantDraft& draft, const std::string& id, const char* name,
                 const Reading& measured, bool missed) {
  if (missed) return measured;
  const double guess = draft.parameter(id, name).value_or(measured.value);
  if (guess > measured.value) return {guess, std::nullopt, measured.value};
  return {measured.value, measured.sd, measured.value};
}

void learn_flows(PlantDraft& draft, const Terminal& own, const Rows& on) {
  if (!own.flow || draft.source.component(own.id).type == "FanPoweredTerminal") return;
  const Trend flows = in_rows(*own.flow, on);
  if (flows.size() < kFewestRows) return;
  constexpr double kLeast = 0.1, kMost = 0.999, kVaries = 1.05;
  const Reading top = draft.read(*own.flow, on, kMost);
  if (!(top.value > 0.0)) return;
  Reading least = draft.read(*own.flow, on, kLeast);
  least.value = std::max(least.value, 0.0);
  if (top.value < kVaries * least.value) least = draft.read(*own.flow, on, 0.5);
  const Reading nominal = at_least(draft, own.id, "nominalAirFlowRate", top,
                                   is_missed(own.above, *own.flow, top.value, on));
  least.value = std::min(least.value, nominal.value);
  draft.set(own.id, "nominalAirFlowRate", nominal, unit::kg_per_s);
  draft.set(own.id, "minimumAirFlowRate", least, unit::kg_per_s);
  const auto guess = draft.parameter(own.id, "heatingAirFlowRate");
  if (!guess) return;
  const Rows warming = both(on, heating_rows(own, on.size()));
  const bool known = in_rows(*own.flow, warming).size() >= kFewestRows;
  Reading heating = known ? draft.read(*own.flow, warming, 0.5) : Reading{*guess};
  heating.value = std::clamp(heating.value, least.value, nominal.value);
  draft.set(own.id, "heatingAirFlowRate", heating, unit::kg_per_s);
}

void learn_reheat(PlantDraft& draft, const Terminal& own, const Rows& on) {
  const auto learn_most = [&](const char* name, const std::optional<Trend>& given, double least,
                              const Unit& unit) {
    constexpr double kMost = 0.995;
    if (!given || !draft.parameter(own.id, name)) return;
    const Reading top = draft.read(*given, on, kMost);
    if (!(top.value > least)) return;
    draft.set(own.id, name,
              at_least(draft, own.id, name, top, is_missed(own.below, *given, top.value, on)),
              unit);
  };
  learn_most("nominalReheatPower", own.power, 0.0, unit::W);
  learn_most("maximumOutletAirTemperature", own.outlet, -INFINITY, unit::degC);
}

}  // namespace

std::vector<std::string> controllers_of(const PlantDraft& draft, const std::string& terminal,
                                        bool heating) {
  std::vector<std::string> found;
  std::vector<std::string> sources;
  for (const char* signal : {"heatingSignal", "coolingSignal", "damperPosition"}) {
    const auto source = draft.trends.source_of(terminal, signal);
    if (source) sources.push_back(source->component);
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Component& source = draft.source.component(sources[i]);
    const auto here = sources.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(sources.begin(), here, sources[i]) != here) continue;
    if (source.type == "Max") {
      for (const Connection& connection : draft.source.connections()) {
        if (connection.to.component == source.id) sources.push_back(connection.from.component);
      }
    }
    if (source.type != "PidController") continue;
    const auto reverse = source.config.find("isReverse");
    const bool heats = reverse != source.config.end() && std::get<bool>(reverse->second);
    if (heats == heating) found.push_back(source.id);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Terminal terminal_of(PlantDraft& draft, const std::string& id) {
  Terminal own;
  own.id = id;
  own.flow = draft.measured(id, "airFlowRate", unit::kg_per_s);
  own.power = draft.measured(id, "heatingPower", unit::W);
  own.outlet = draft.measured(id, "outletAirTemperature", unit::degC);
  own.heat_to = controlled(draft, id, true, "setpointValue");
  own.cool_to = controlled(draft, id, false, "setpointValue");
  own.below = difference(own.heat_to, controlled(draft, id, true, "actualValue"));
  own.above = difference(controlled(draft, id, false, "actualValue"), own.cool_to);
  return own;
}

Rows in_setback(const std::vector<Terminal>& terminals, std::size_t rows) {
  Rows saving(rows, true);
  bool any = false;
  const auto see = [&](const std::optional<Trend>& setpoint, double sign) {
    if (!setpoint) return;
    const double low = quantile(*setpoint, 0.0), high = quantile(*setpoint, 1.0);
    if (!(high - low >= 1.0)) return;  // K
    any = true;
    for (std::size_t k = 0; k < rows; ++k) {
      if (!(sign * ((*setpoint)[k] - 0.5 * (low + high)) <= 0.0)) saving[k] = false;
    }
  };
  for (const Terminal& terminal : terminals) {
    see(terminal.heat_to, 1.0);
    see(terminal.cool_to, -1.0);
  }
  return any ? saving : Rows(rows, false);
}

Trend largest_demands(const std::vector<Terminal>& terminals, std::size_t rows) {
  Trend largest(rows, NAN);
  for (const Terminal& terminal : terminals) {
    for (const std::optional<Trend>* demand : {&terminal.below, &terminal.above}) {
      if (!*demand) continue;
      for (std::size_t k = 0; k < rows; ++k) largest[k] = std::fmax(largest[k], (**demand)[k]);
    }
  }
  return largest;
}

double demand_of_change(const Trend& demands, const Rows& on, std::size_t row) {
  if (row == 0) return demands.front();
  const double before = demands[row - 1];
  const double change = row == 1 ? NAN : before - demands[row - 2];
  if (!std::isfinite(change)) return before;
  const bool changed_before = on[row - 2] != on[row - 1];
  return before + (changed_before ? -0.5 : 0.5) * change;
}

void learn_terminal(PlantDraft& draft, const Terminal& terminal, const Rows& on) {
  learn_flows(draft, terminal, on);
  learn_reheat(draft, terminal, on);
}

}  // namespace hearth
