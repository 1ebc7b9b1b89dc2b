// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/unit_trends.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hearth/estimation/twin/internal/nominal_fit.hpp"
#include "hearth/framework/model/component_ids.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

class UnitLearning {
 public:
  UnitLearning(PlantDraft& draft, const RowPlace& place) : draft_(draft), place_(place) {}

  void learn(const AirHandler& unit, const Rows& on, const Rows& in_use) {
    const auto coil = unit.part(draft_.source, "HeatingCoil");
    const Rows heats = heating_rows(coil, in_use, true);
    const Rows rests = heating_rows(coil, in_use, false);
    const double apart = coldness_of_heated(unit, heats, rests);
    const bool differ = apart > kApart;
    if (learn_supply_air(unit, differ ? kept_rows(unit, rests) : in_use)) {
      // The setpoint read is that of the coil that conditioned the air most of the time.
      const bool cooled = differ || count(heats) <= count(rests);
      shift_setpoint(unit, "HeatingCoil", cooled ? -(differ ? apart : kApart) : 0.0);
      shift_setpoint(unit, "CoolingCoil", cooled ? 0.0 : kApart);
    }
    learn_return_air(unit, in_use);
    const Rows warms = coil ? heats : heating_rows(unit.part(draft_.source, "Coil"), in_use, true);
    learn_outdoor_air(unit, in_use, warms);
    learn_high_limit(unit, on, in_use, warms);
    learn_fans(unit, on);
  }

 private:
  /// Coils with a common setpoint get a distance at which they do not work against each other.
  static constexpr double kApart = 0.2;  // K

  /// Returns the air flow of a unit if the flows of all its ducts are measured.
  std::optional<Trend> flow_of(const AirHandler& unit) {
    Trend sum(draft_.trends.rows(), 0.0);
    for (const std::string& junction : unit.junctions) {
      const std::optional<Trend> own = draft_.measured(junction, "airFlowRateIn", unit::kg_per_s);
      if (!own) return std::nullopt;
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += (*own)[k];
    }
    return sum;
  }

  /// Returns the rows in which a coil heats (or rests), also in the rows before and after: if it
  /// heats, the outdoor air is at its minimum and the supply air at the setpoint of the coil.
  Rows heating_rows(const std::optional<std::string>& coil, const Rows& in_use, bool acting) {
    constexpr double kActs = 0.02;  // share of its largest power
    const auto power = coil ? draft_.measured(*coil, "heatingPower", unit::W) : std::nullopt;
    Rows rows(in_use.size(), false);
    if (!power) return rows;
    const double most = quantile(*power, 1.0);
    const auto acts = [&](std::size_t k) {
      return in_use[k] && (acting ? (*power)[k] > kActs * most : (*power)[k] <= 0.0);
    };
    for (std::size_t k = 1; k + 1 < rows.size(); ++k) {
      rows[k] = most > 0.0 && acts(k - 1) && acts(k) && acts(k + 1);
    }
    return rows;
  }

  /// Returns the setpoint of the supply air that all parts of a unit receive, if it is known that
  /// the unit keeps it.
  std::optional<Endpoint> wanted_of(const AirHandler& unit) const {
    const auto economizer = unit.part(draft_.source, "Economizer");
    return economizer ? draft_.trends.source_of(*economizer, "mixedAirTemperatureSetpoint")
                      : std::nullopt;
  }

  /// Returns the supply air minus its setpoint; the supply air itself if that is not measured.
  std::optional<Trend> kept_air(const AirHandler& unit) {
    const auto outlet = outlet_of(unit);
    std::optional<Trend> is =
        outlet ? draft_.trends.measured(*outlet, unit::degC) : std::optional<Trend>();
    const auto wanted = wanted_of(unit);
    if (!is || !wanted || is_constant(wanted->component)) return is;
    const std::optional<Trend> setpoint = draft_.trends.of(*wanted, unit::degC);
    if (!setpoint) return is;
    for (std::size_t k = 0; k < is->size(); ++k) (*is)[k] -= (*setpoint)[k];
    return is;
  }

  /// How much colder the supply air is while the heating coil acts than while it rests, relative to
  /// a measured setpoint; NaN if unknown. A setpoint that is not measured and rises in cold weather
  /// makes it negative.
  double coldness_of_heated(const AirHandler& unit, const Rows& heats, const Rows& rests) {
    const auto is = kept_air(unit);
    if (!is || in_rows(*is, heats).size() < kFewestRows ||
        in_rows(*is, rests).size() < kFewestRows) {
      return NAN;
    }
    return quantile(*is, rests, 0.5) - quantile(*is, heats, 0.5);
  }

  /// Returns those rows with a resting heating coil in which another part keeps the supply air:
  /// between the two setpoints, neither coil does.
  Rows kept_rows(const AirHandler& unit, const Rows& rests) {
    constexpr double kNear = 0.1;  // K
    const Trend is = kept_air(unit).value();
    const double kept = quantile(is, rests, 0.5);
    return where(rests.size(), [&](std::size_t k) { return rests[k] && is[k] > kept - kNear; });
  }

  /// Makes a coil keep the setpoint of the unit plus a difference.
  void shift_setpoint(const AirHandler& unit, const char* type, double difference) {
    const auto coil = unit.part(draft_.source, type);
    const auto wanted = wanted_of(unit);
    if (!coil || !wanted) return;
    for (const std::string& controller : unit.parts_of(draft_.source, "PidController")) {
      const auto shift = draft_.trends.source_of(controller, "setpointValue");
      if (!shift || !has_air_after(draft_, controller, *coil) ||
          draft_.source.component(shift->component).type != "PiecewiseLinearSchedule" ||
          draft_.trends.source_of(shift->component, "x") != wanted) {
        continue;
      }
      constexpr double kLow = -100.0, kHigh = 200.0;  // degC
      draft_.model.component(shift->component).config["points"] =
          Table(2, 2, {kLow, kLow + difference, kHigh, kHigh + difference});
    }
  }

  /// Finds the supply air temperature that a unit keeps, if its setpoint is a constant that is not
  /// measured. Returns whether the setpoint is known, because it was found or measured.
  bool learn_supply_air(const AirHandler& unit, const Rows& in_use) {
    constexpr double kConstant = 0.5;  // K between medians
    constexpr std::size_t kBins = 5, kInBin = 8;
    const auto economizer = unit.part(draft_.source, "Economizer");
    const auto outlet = outlet_of(unit);
    const auto wanted = wanted_of(unit);
    if (!economizer || !outlet || !wanted) return false;
    const std::optional<Trend> is = draft_.trends.measured(*outlet, unit::degC);
    if (!is) return false;
    const Trend all = in_rows(*is, in_use);
    if (all.size() < kFewestRows) return false;
    if (!is_constant(wanted->component)) {
      return draft_.trends.of(*wanted, unit::degC).has_value();
    }
    const Reading constant = draft_.read(*is, in_use, 0.5);
    std::vector<SupplyAirPoint> points{{0.0, constant.value, constant.sd}};
    const auto outdoor = draft_.trends.source_of(*economizer, "outdoorTemperature");
    const std::optional<Trend> cold = received(*economizer, "outdoorTemperature");
    if (cold && all.size() >= kBins * kInBin) {
      std::vector<SupplyAirPoint> binned = medians(*cold, *is, in_use, kBins);
      const auto [least, most] =
          std::minmax_element(binned.begin(), binned.end(),
                              [](const auto& a, const auto& b) { return a.setpoint < b.setpoint; });
      if (binned.size() > 1 && most->setpoint - least->setpoint > kConstant)
        points = std::move(binned);
    }
    follow(unit, *wanted, outdoor, points);
    draft_.result.supply_air[unit.name] = std::move(points);
    return true;
  }

  /// Returns the output whose temperature all ducts of a unit receive.
  std::optional<Endpoint> outlet_of(const AirHandler& unit) const {
    const auto first = draft_.trends.source_of(unit.junctions.front(), "airTemperatureIn");
    const bool shared =
        std::all_of(unit.junctions.begin(), unit.junctions.end(), [&](const std::string& junction) {
          return draft_.trends.source_of(junction, "airTemperatureIn") == first;
        });
    return shared ? first : std::nullopt;
  }

  /// Returns the medians of setpoints in bins of outdoor temperature with equally many rows.
  std::vector<SupplyAirPoint> medians(const Trend& outdoor, const Trend& setpoint, const Rows& rows,
                                      std::size_t bins) const {
    std::vector<std::pair<double, std::size_t>> sorted;  // with the row
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k] && std::isfinite(outdoor[k]) && std::isfinite(setpoint[k])) {
        sorted.emplace_back(outdoor[k], k);
      }
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<SupplyAirPoint> points;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      Rows own(rows.size());
      for (std::size_t k = bin * sorted.size() / bins; k < (bin + 1) * sorted.size() / bins; ++k) {
        own[sorted[k].second] = true;
      }
      const double at = quantile(outdoor, own, 0.5);
      if (!std::isfinite(at) || (!points.empty() && at <= points.back().outdoor + 0.1)) continue;
      const Reading median = draft_.read(setpoint, own, 0.5);
      points.push_back({at, median.value, median.sd});
    }
    return points;
  }

  bool is_constant(const std::string& id) const {
    const Component& component = draft_.source.component(id);
    const SeriesSpec* spec = series_of(component, "value");
    return component.type == "Schedule" && spec != nullptr &&
           std::holds_alternative<double>(spec->source);
  }

  /// Replaces a shared setpoint of a unit by its own.
  void follow(const AirHandler& unit, const Endpoint& shared,
              const std::optional<Endpoint>& outdoor, const std::vector<SupplyAirPoint>& points) {
    Component own;
    own.id = free_id(draft_.model, folder_of(unit.junctions.front()) + "/supplyAirSetpoint");
    own.iri = unit.iri;
    if (points.size() == 1) {
      own.type = "Schedule";
      own.config["value"] = SeriesSpec{points.front().setpoint, unit::degC};
    } else {
      own.type = "PiecewiseLinearSchedule";
      std::vector<double> numbers;
      for (const auto& [x, y, sd] : points) numbers.insert(numbers.end(), {x, y});
      own.config["points"] = Table(static_cast<int>(points.size()), 2, std::move(numbers));
    }
    const std::string id = own.id;
    draft_.model.add_component(std::move(own));
    if (points.size() > 1) draft_.model.add_connection(Connection{*outdoor, {id, "x", ""}});
    for (Connection connection : draft_.source.connections()) {
      if (connection.from != shared || !unit.parts.contains(connection.to.component)) continue;
      draft_.model.remove_connection(connection);
      connection.from = {id, "scheduleValue", ""};
      draft_.model.add_connection(std::move(connection));
    }
  }

  /// Returns the temperature that an input receives, in degC, if it is known.
  std::optional<Trend> received(const std::string& id, const char* port) {
    const auto source = draft_.trends.source_of(id, port);
    return source ? draft_.trends.of(*source, unit::degC) : std::nullopt;
  }

  /// Finds how much warmer the return air is than the air of the rooms, if the temperatures and
  /// flows of all streams are measured.
  void learn_return_air(const AirHandler& unit, const Rows& in_use) {
    constexpr double kRise = 0.1;     // K, as sensors differ
    constexpr double kSteady = 0.35;  // share by which cold and warm hours may differ from all
    constexpr Duration kLeast = std::chrono::hours(24);
    const auto junction = unit.part(draft_.source, "ReturnFlowJunction");
    if (!junction) return;
    const auto returned = draft_.measured(*junction, "airTemperatureOut", unit::degC);
    if (!returned) return;
    std::map<std::string, std::pair<Endpoint, Endpoint>> streams;  // flow and temperature, by key
    for (const Connection& connection : draft_.source.connections_to(*junction)) {
      if (connection.to.port == "airFlowRateIn") streams[connection.to.key].first = connection.from;
      if (connection.to.port == "airTemperatureIn") {
        streams[connection.to.key].second = connection.from;
      }
    }
    Trend flows(in_use.size(), 0.0), sums(in_use.size(), 0.0);
    for (const auto& [key, ends] : streams) {
      const auto flow = draft_.trends.of(ends.first, unit::kg_per_s);
      const auto temperature = draft_.trends.measured(ends.second, unit::degC);
      if (!flow || !temperature) return;
      for (std::size_t k = 0; k < flows.size(); ++k) {
        flows[k] += (*flow)[k];
        sums[k] += (*flow)[k] * (*temperature)[k];
      }
    }
    Trend rises(in_use.size(), NAN);
    for (std::size_t k = 0; k < rises.size(); ++k) {
      if (in_use[k] && flows[k] > 0.0) rises[k] = (*returned)[k] - sums[k] / flows[k];
    }
    const auto known = static_cast<long>(in_rows(rises, in_use).size());
    if (known * draft_.trends.period().step < kLeast) return;
    const Reading rise = draft_.read(rises, in_use, 0.5);
    if (std::abs(rise.value) < kRise) return;
    // Losses of a plenum to the outdoors change with the weather; a constant would be wrong.
    const auto economizer = unit.part(draft_.source, "Economizer");
    const auto outdoor =
        economizer ? received(*economizer, "outdoorTemperature") : std::optional<Trend>();
    if (!outdoor) return;
    const double middle = quantile(*outdoor, in_use, 0.5);
    for (const bool cold : {true, false}) {
      const Rows half = where(in_use.size(), [&](std::size_t k) {
        return in_use[k] && ((*outdoor)[k] < middle) == cold;
      });
      if (in_rows(rises, half).empty()) continue;
      const double own = quantile(rises, half, 0.5);
      if (!(std::abs(own - rise.value) < kSteady * std::abs(rise.value))) return;
    }
    draft_.set(*junction, "temperatureRise", rise, unit::K);
  }

  /// Returns the rows in which outdoor air must be at its minimum: the heating coil acts, or the
  /// outdoor air is warmer than the return air.
  Rows least_rows(const std::string& economizer, const Rows& in_use, const Rows& heats) {
    const std::optional<Trend> outdoor = received(economizer, "outdoorTemperature");
    const std::optional<Trend> returned = received(economizer, "returnAirTemperature");
    return where(in_use.size(), [&](std::size_t k) {
      const bool warm = outdoor && returned && (*outdoor)[k] > (*returned)[k];
      return in_use[k] && (heats[k] || warm);
    });
  }

  void learn_outdoor_air(const AirHandler& unit, const Rows& in_use, const Rows& heats) {
    const auto mixing = unit.part(draft_.source, "MixingBox");
    const auto economizer = unit.part(draft_.source, "Economizer");
    if (!mixing || !economizer || draft_.trends.source_of(*economizer, "supplyAirFlowRate")) return;
    const auto outdoor = draft_.measured(*mixing, "outdoorAirFlowRate", unit::kg_per_s);
    const auto all = flow_of(unit);
    if (!outdoor || !all) return;
    Trend shares(outdoor->size(), NAN);
    for (std::size_t k = 0; k < shares.size(); ++k) {
      if (in_use[k] && (*all)[k] > 0.0) shares[k] = std::clamp((*outdoor)[k] / (*all)[k], 0.0, 1.0);
    }
    constexpr std::size_t kRows = 20;  // enough to show the minimum without other rows
    Rows rows = least_rows(*economizer, in_use, heats);
    const bool known = in_rows(*outdoor, rows).size() >= kRows;
    if (!known) rows = in_use;
    const Trend flows = in_rows(*outdoor, rows);
    const Trend ratios = in_rows(shares, rows);
    if (flows.size() < kFewestRows || ratios.size() < kFewestRows) return;
    // Otherwise outdoor air is taken to be at its minimum for a fifth of the time in use.
    const double least = known ? 0.5 : 0.2;
    // All rows that show the minimum are at it. If flow and share are both constant, the flow
    // counts, as standards prescribe one (ASHRAE 62.1).
    const double most = known ? 0.95 : 0.4;
    const bool as_flow = unit.junctions.size() == 1 && spread(flows, most) <= spread(ratios, most);
    if (known) {
      if (auto hours = outdoor_air_hours(as_flow ? *outdoor : shares, rows, in_use, place_)) {
        follow_hours(unit, *economizer, std::move(hours->shares));
        rows = std::move(hours->largest);
      }
    }
    if (as_flow) {
      draft_.model.add_connection(Connection{{unit.junctions.front(), "airFlowRateIn", ""},
                                             {*economizer, "supplyAirFlowRate", ""}});
      draft_.set(*economizer, "minimumOutdoorAirFlowRate", draft_.read(*outdoor, rows, least),
                 unit::kg_per_s);
      draft_.set(*economizer, "minimumOutdoorAirShare", {0.0}, unit::one);
    } else {
      draft_.set(*economizer, "minimumOutdoorAirShare", draft_.read(shares, rows, least),
                 unit::one);
    }
  }

  /// Multiplies the minimum of outdoor air by a share for each hour, in addition to the operating
  /// hours.
  void follow_hours(const AirHandler& unit, const std::string& economizer, WeeklyRules shares) {
    Component schedule;
    schedule.id = free_id(draft_.model, folder_of(economizer) + "/outdoorAirHours");
    schedule.type = "Schedule";
    schedule.iri = unit.iri;
    schedule.config["value"] = SeriesSpec{std::move(shares), unit::one};
    Endpoint source{schedule.id, "scheduleValue", ""};
    draft_.model.add_component(std::move(schedule));
    const Endpoint input{economizer, "occupiedSignal", ""};
    for (const Connection& connection : draft_.model.connections()) {
      if (connection.to != input) continue;
      const Connection occupied = connection;
      Component product;
      product.id = free_id(draft_.model, folder_of(economizer) + "/outdoorAir");
      product.type = "Product";
      product.iri = unit.iri;
      const std::string id = product.id;
      draft_.model.add_component(std::move(product));
      draft_.model.remove_connection(occupied);
      draft_.model.add_connection(Connection{occupied.from, {id, "u", "occupied"}});
      draft_.model.add_connection(Connection{source, {id, "u", "hours"}});
      source = {id, "y", ""};
      break;
    }
    draft_.model.add_connection(Connection{source, input});
  }

  /// Finds the outdoor temperature above which a unit does not cool with outdoor air, from rows in
  /// which outdoor air is colder than the return air but warmer than the supply air: the damper is
  /// then open below the limit and at its minimum above it. A damper that is open at all of them
  /// follows the return air only. A limit below that of the model needs rows on both sides.
  void learn_high_limit(const AirHandler& unit, const Rows& on, const Rows& in_use,
                        const Rows& heats) {
    constexpr double kNoLimit = 60.0;  // degC, never reached by outdoor air
    constexpr std::size_t kRows = 8;
    const auto economizer = unit.part(draft_.source, "Economizer");
    const auto limit = economizer ? draft_.parameter(*economizer, "highLimitTemperature")
                                  : std::optional<double>();
    if (!limit) return;
    const std::vector<std::pair<double, bool>> rows = free_cooling(unit, on, in_use, heats);
    const auto open = static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.second; }));
    std::size_t wrong = open, least = open, below = 0;  // rows on the wrong side of a border
    for (std::size_t k = 0; k < rows.size(); ++k) {
      wrong = rows[k].second ? wrong - 1 : wrong + 1;
      if (wrong <= least) {
        least = wrong;
        below = k + 1;
      }
    }
    if (least * 4 > rows.size() || below < kFewestRows) return;
    const std::size_t above = rows.size() - below;
    const auto set = [&](double value) {
      draft_.set(*economizer, "highLimitTemperature", {value}, unit::degC);
    };
    if (above == 0) {
      if (rows[below - kFewestRows].first > *limit) set(kNoLimit);
      return;
    }
    const double border = 0.5 * (rows[below - 1].first + rows[below].first);
    if ((below >= kRows && above >= kRows) || rows[below - kFewestRows].first > *limit) set(border);
  }

  /// Returns the rows in which a unit could cool with outdoor air alone, by outdoor temperature:
  /// whether its damper is open rather than at its minimum.
  std::vector<std::pair<double, bool>> free_cooling(const AirHandler& unit, const Rows& on,
                                                    const Rows& in_use, const Rows& heats) {
    constexpr double kColder = 1.0, kWarmer = 1.0;  // K
    constexpr double kOpen = 0.75, kClosed = 0.25;  // of the way from the minimum to all
    constexpr double kMostLeast = 0.8;              // minimum share that still shows a difference
    std::vector<std::pair<double, bool>> rows;
    const auto mixing = unit.part(draft_.source, "MixingBox");
    const auto economizer = unit.part(draft_.source, "Economizer");
    const auto outlet = outlet_of(unit);
    if (!mixing || !economizer || !outlet) return rows;
    const auto outdoor_flow = draft_.measured(*mixing, "outdoorAirFlowRate", unit::kg_per_s);
    const auto all = flow_of(unit);
    const auto outdoor = received(*economizer, "outdoorTemperature");
    const auto returned = received(*economizer, "returnAirTemperature");
    const auto supply = draft_.trends.measured(*outlet, unit::degC);
    if (!outdoor_flow || !all || !outdoor || !returned || !supply) return rows;
    const double least_share =
        draft_.parameter(*economizer, "minimumOutdoorAirShare").value_or(0.0);
    const double least_flow =
        draft_.parameter(*economizer, "minimumOutdoorAirFlowRate").value_or(0.0);
    for (std::size_t k = 0; k < on.size(); ++k) {
      const double share = (*outdoor_flow)[k] / (*all)[k];
      if (!on[k] || heats[k] || !((*all)[k] > 0.0) || !std::isfinite(share)) continue;
      if (!((*outdoor)[k] < (*returned)[k] - kColder && (*outdoor)[k] > (*supply)[k] + kWarmer)) {
        continue;
      }
      const double least = in_use[k] ? std::max(least_share, least_flow / (*all)[k]) : 0.0;
      if (least > kMostLeast) continue;
      const double opening = (share - least) / (1.0 - least);
      if (opening > kOpen) rows.emplace_back((*outdoor)[k], true);
      if (opening < kClosed) rows.emplace_back((*outdoor)[k], false);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  /// How much the values up to a quantile differ, relative to the largest of them.
  static double spread(const Trend& values, double most) {
    const double high = quantile(values, most), low = quantile(values, 0.05);
    return high > 0.0 ? (high - low) / high : INFINITY;
  }

  /// Fits nominal power and flow of the supply fan of each duct to the curve of the fan. The coils
  /// of a unit with one fan get sizes for at most twice the flow of the fan.
  void learn_fans(const AirHandler& unit, const Rows& on) {
    for (const std::string& fan : unit.supply_fans(draft_.source)) {
      const auto duct = draft_.trends.source_of(fan, "airFlowRate");
      const auto flow = draft_.trends.measured(*duct, unit::kg_per_s);
      const auto power = draft_.measured(fan, "Power", unit::W);
      if (!flow || !power) continue;
      const double guess = draft_.parameter(fan, "nominalAirFlowRate").value_or(0.0);
      if (fit_fan(fan, *flow, *power, on) && unit.junctions.size() == 1 && guess > 0.0) {
        constexpr double kReserve = 2.0;  // the fitted flow is uncertain
        const double ratio = kReserve * *draft_.parameter(fan, "nominalAirFlowRate") / guess;
        if (ratio < 1.0) scale_coils(unit, ratio);
      }
    }
  }

  /// Multiplies the sizes of coils and valves that follow from the assumed flow of the unit.
  void scale_coils(const AirHandler& unit, double ratio) {
    const auto scale = [&](const char* type, const char* name, const Unit& unit_of_size) {
      for (const std::string& id : unit.parts_of(draft_.source, type)) {
        if (!draft_.is_guess(id, name)) continue;
        draft_.set(id, name, {*draft_.parameter(id, name) * ratio}, unit_of_size);
      }
    };
    scale("HeatingCoil", "UA", unit::W_per_K);
    scale("CoolingCoil", "UA", unit::W_per_K);
    scale("Valve", "waterFlowRateMax", unit::kg_per_s);
  }

  /// Returns whether the trends show a size.
  bool fit_fan(const std::string& fan, const Trend& flow, const Trend& power, const Rows& on) {
    const Trend flows = in_rows(flow, on);
    if (flows.size() < kFewestRows) return false;
    const double top = quantile(flows, 1.0);
    if (!(top > 0.0)) return false;
    const double guess = std::max(top, draft_.parameter(fan, "nominalAirFlowRate").value_or(top));
    const double least = draft_.is_guess(fan, "nominalAirFlowRate") ? top : guess;
    std::array<double, 4> curve{};
    for (std::size_t i = 0; i < curve.size(); ++i) {
      curve[i] = draft_.parameter(fan, std::array{"c1", "c2", "c3", "c4"}[i]).value_or(0.0);
    }
    const auto fit = [&](const Rows& rows) {
      return fit_nominal(least, guess, rows, power, [&](double nominal, std::size_t k) {
        const double x = flow[k] / nominal;
        return curve[0] + x * (curve[1] + x * (curve[2] + x * curve[3]));
      });
    };
    const NominalFit best = fit(on);
    if (!(best.factor > 0.0)) return false;
    const auto error = [&](double NominalFit::*number) {
      return draft_.blocks.standard_error(on, [&](const Rows& rows) { return fit(rows).*number; });
    };
    draft_.set(fan, "nominalAirFlowRate", {best.size, best.size_error(error(&NominalFit::size))},
               unit::kg_per_s);
    draft_.set(fan, "nominalPowerRate", {best.factor, error(&NominalFit::factor)}, unit::W);
    return true;
  }

  PlantDraft& draft_;
  const RowPlace& place_;
};

}  // namespace

void learn_unit(PlantDraft& draft, const AirHandler& unit, const Rows& on, const Rows& in_use,
                const RowPlace& place) {
  UnitLearning(draft, place).learn(unit, on, in_use);
}

}  // namespace hearth
