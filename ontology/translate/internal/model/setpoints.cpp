// SPDX-License-Identifier: MIT
// Setpoints of heating and cooling that are not stated give way to those that are.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/ontology/translate/internal/model/model_builder.hpp"

namespace hearth {
namespace {

/// Distance of an assumed setpoint from the stated one, K, as that of heating and cooling if a room
/// has one setpoint for both.
constexpr double kBand = 2.0;

/// The lowest and highest value of a setpoint, degC.
using Extent = std::pair<double, double>;

/// A connection that delivers a setpoint.
struct Setpoint {
  Connection connection;
  bool heating = false, stated = false;
  std::set<int> rooms{};
};

/// Returns the profile that a component delivers, or null.
const SeriesSpec* profile_of(const SimulationModel& model, const std::string& id) {
  const Component* component = model.find(id);
  return component == nullptr ? nullptr : series_of(*component, "value");
}

/// Calls `use` with each value of a number, of weekly rules or of points; never for a file.
template <class Spec, class Use>
void for_each_value(Spec& spec, const Use& use) {
  if (auto* number = std::get_if<double>(&spec.source)) use(*number);
  if (auto* table = std::get_if<TimeTable>(&spec.source)) {
    for (auto& value : table->values) use(value);
  }
  if (auto* weekly = std::get_if<WeeklyRules>(&spec.source)) {
    use(weekly->otherwise);
    for (auto& rule : weekly->rules) use(rule.value);
  }
}

/// Returns the extent of a series; nothing for a file.
std::optional<Extent> extent_of(const SeriesSpec& spec) {
  std::vector<double> values;
  for_each_value(spec, [&](double value) {
    values.push_back(spec.unit ? convert(value, *spec.unit, unit::degC) : value);
  });
  if (values.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return Extent(*least, *most);
}

/// Returns a series that is at least, or at most, a limit in degC.
SeriesSpec limited_series(SeriesSpec spec, double limit, bool at_least) {
  const double own = spec.unit ? convert(limit, unit::degC, *spec.unit) : limit;
  for_each_value(spec, [own, at_least](double& value) {
    value = at_least ? std::max(value, own) : std::min(value, own);
  });
  return spec;
}

class SetpointSeparator {
 public:
  SetpointSeparator(BuiltModel& built, const BuildContext& context,
                    const std::vector<ReplacedSource>& replaced)
      : built_(built), context_(context) {
    for (const Connection& connection : built.model.connections()) {
      add(connection, connection.from.component,
          built.given_profiles.contains(connection.from.component));
    }
    for (const ReplacedSource& one : replaced) {
      add(Connection{.from = one.from, .to = one.to}, one.was, true);
    }
  }

  void run() {
    const std::vector<Setpoint> all = setpoints_;
    for (const Setpoint& own : all) {
      std::optional<double> bound;  // the strictest of all stated setpoints
      for (const Setpoint& other : all) {
        if (own.heating == other.heating || !other.stated || !share_room(own, other)) continue;
        if (own.stated) {
          if (own.heating) report_crossing(own, other);
        } else if (const auto found = bound_from(own, other)) {
          if (!bound || (own.heating ? *found < *bound : *found > *bound)) bound = found;
        }
      }
      if (bound) give_way(own, *bound);
    }
  }

 private:
  void add(const Connection& connection, const std::string& boundary, bool stated) {
    const auto found = built_.boundaries.find(boundary);
    const auto owner = built_.owners.find(connection.to.component);
    if (found == built_.boundaries.end() || owner == built_.owners.end()) return;
    const std::string& profile = found->second->profile;
    if (profile != "heatingSetpoint" && profile != "coolingSetpoint") return;
    Setpoint setpoint{connection, profile == "heatingSetpoint", stated};
    for (const int room : context_.uses.rooms_of(owner->second)) setpoint.rooms.insert(room);
    setpoints_.push_back(std::move(setpoint));
  }

  static bool share_room(const Setpoint& a, const Setpoint& b) {
    return std::any_of(a.rooms.begin(), a.rooms.end(),
                       [&b](int room) { return b.rooms.contains(room); });
  }

  GraphNode node_of(const Setpoint& setpoint) const {
    const int owner = built_.owners.at(setpoint.connection.to.component);
    return context_.names.node(context_.instances.all()[owner].root);
  }

  /// Returns the limit of an assumed setpoint that keeps its distance from a stated one.
  std::optional<double> bound_from(const Setpoint& assumed, const Setpoint& stated) const {
    const SeriesSpec* const other = profile_of(built_.model, stated.connection.from.component);
    if (other == nullptr) return std::nullopt;
    const std::optional<Extent> limit = extent_of(*other);
    if (!limit) return std::nullopt;
    return assumed.heating ? limit->first - kBand : limit->second + kBand;
  }

  /// Replaces an assumed setpoint that is beyond a limit by one that keeps it.
  void give_way(const Setpoint& assumed, double bound) {
    const SeriesSpec* const own = profile_of(built_.model, assumed.connection.from.component);
    if (own == nullptr) return;
    const std::optional<Extent> extent = extent_of(*own);
    if (!extent) return;
    if (assumed.heating ? extent->second <= bound : extent->first >= bound) return;
    const std::string id = shifted(assumed.connection.from.component, *own, bound, assumed.heating);
    Connection connection = assumed.connection;
    built_.model.remove_connection(connection);
    connection.from.component = id;
    built_.model.add_connection(connection);
    context_.report.add({.code = "import.setpoint_shifted",
                         .message = fmt::format(
                             "the {0} setpoint is not stated, and the usual one is less than {1} "
                             "K from the stated {2} setpoint; {3} {4} degC was used",
                             assumed.heating ? "heating" : "cooling", number_text(kBand),
                             assumed.heating ? "cooling" : "heating",
                             assumed.heating ? "at most" : "at least", number_text(bound)),
                         .nodes = {node_of(assumed)},
                         .consequence = "set both setpoints in the graph or with --params"});
  }

  /// Returns the component of a limited profile, which is made when it is first used.
  std::string shifted(const std::string& boundary, const SeriesSpec& own, double bound,
                      bool at_most) {
    std::string number = fmt::format("{:.4g}", bound);
    std::replace(number.begin(), number.end(), '.', '_');
    std::replace(number.begin(), number.end(), '-', 'm');
    const std::string id = boundary + "_" + number;
    if (built_.model.find(id) != nullptr) return id;
    Component component = built_.model.component(boundary);
    component.id = id;
    component.config.insert_or_assign("value", limited_series(own, bound, !at_most));
    built_.model.add_component(std::move(component));
    built_.boundaries[id] = built_.boundaries.at(boundary);
    if (const auto text = built_.profiles.find(boundary); text != built_.profiles.end()) {
      built_.profiles[id] = fmt::format("{}, but {} {} degC", text->second,
                                        at_most ? "at most" : "at least", number_text(bound));
    }
    return id;
  }

  void report_crossing(const Setpoint& heating, const Setpoint& cooling) {
    const SeriesSpec* const warm = profile_of(built_.model, heating.connection.from.component);
    const SeriesSpec* const cold = profile_of(built_.model, cooling.connection.from.component);
    if (warm == nullptr || cold == nullptr) return;
    // Setpoints of different times do not cross: those of the occupied hours are the highest of
    // heating and the lowest of cooling.
    constexpr Extent kNone{NAN, NAN};
    const double highest = extent_of(*warm).value_or(kNone).second;
    const double lowest = extent_of(*cold).value_or(kNone).first;
    if (!(highest > lowest)) return;
    context_.report.add(
        {.code = "import.setpoints_cross",
         .message = fmt::format("the stated heating setpoint, {} degC, is above the stated cooling "
                                "setpoint, {} degC",
                                number_text(highest), number_text(lowest)),
         .nodes = {node_of(heating)},
         .consequence = "the room is heated and cooled at once: correct one of them"});
  }

  BuiltModel& built_;
  const BuildContext& context_;
  std::vector<Setpoint> setpoints_;
};

}  // namespace

void separate_setpoints(BuiltModel& built, const BuildContext& context,
                        const std::vector<ReplacedSource>& replaced) {
  SetpointSeparator(built, context, replaced).run();
}

}  // namespace hearth
