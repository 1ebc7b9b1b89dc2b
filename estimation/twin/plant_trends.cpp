// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/plant_trends.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/data/time/week_hours.hpp"
#include "hearth/estimation/twin/air_handlers.hpp"
#include "hearth/estimation/twin/component_ids.hpp"
#include "hearth/estimation/twin/day_blocks.hpp"
#include "hearth/estimation/twin/trend_rows.hpp"
#include "hearth/estimation/twin/trends.hpp"
#include "hearth/estimation/twin/week_shares.hpp"

namespace hearth {
namespace {

constexpr const char* kController = "PidController";
constexpr const char* kSignal = "operationSignal";

int minutes_of(Duration time) {
  return static_cast<int>(std::chrono::duration_cast<std::chrono::minutes>(time).count());
}

/// A zone's air terminal and what controls it.
struct Terminal {
  std::string id;
  std::optional<Trend> flow, power, outlet;
  std::optional<Trend> below, above;      // K beyond the heating and the cooling setpoint
  std::optional<Trend> heat_to, cool_to;  // the setpoints, degC
};

/// In which rows a unit runs, in which that is known, and when that was.
struct Running {
  Rows on, known;
  Stamps stamps;
};

/// A number that was read off trends.
struct Reading {
  double value = 0.0;
  std::optional<double> sd{};
  std::optional<double> at_least{};  // what was measured, if the value may be larger
};

/// A unit whose running is measured.
struct KnownUnit {
  const AirHandler& unit;
  Running running;
  std::vector<Terminal> terminals{};
  WeeklyRules hours{};
  bool rests = false;  ///< outside its hours, also in the model
};

class PlantLearning {
 public:
  PlantLearning(SimulationModel& model, const Registry& registry, const DataOptions& data,
                const Period& period)
      : model_(model),
        registry_(registry),
        source_(model),
        trends_(source_, registry, data, period),
        zone_(trends_.timezone()),
        blocks_(period),
        units_(air_handlers(source_, registry)) {}

  PlantTrends run() {
    std::vector<KnownUnit> known;
    for (const AirHandler& unit : units_) {
      std::optional<Running> running = running_of(unit);
      if (running && count(running->on) >= kFewestRows)
        known.push_back({unit, std::move(*running)});
    }
    find_lag();
    result_.stamp_lag = lag_.value_or(trends_.period().step / 2);
    for (KnownUnit& own : known) {
      for (const std::string& id : own.unit.terminals) own.terminals.push_back(terminal(id));
      own.hours = hours_of(own.running, own.terminals);
      own.rests = !own.hours.rules.empty() && rests_at_times(own.running);
    }
    keep_from_resting(known);
    for (const KnownUnit& own : known) learn(own);
    connect_terminals();
    return std::move(result_);
  }

 private:
  // What is where in the model

  /// Returns the controllers of a terminal: of heating, or of cooling.
  std::vector<std::string> controllers_of(const std::string& terminal, bool heating) const {
    std::vector<std::string> found;
    std::vector<std::string> sources;
    for (const char* signal : {"heatingSignal", "coolingSignal", "damperPosition"}) {
      const auto source = trends_.source_of(terminal, signal);
      if (source) sources.push_back(source->component);
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const Component& source = source_.component(sources[i]);
      const auto here = sources.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(sources.begin(), here, sources[i]) != here) continue;
      if (source.type == "Max") {
        for (const Connection& connection : source_.connections()) {
          if (connection.to.component == source.id) sources.push_back(connection.from.component);
        }
      }
      if (source.type != kController) continue;
      const auto reverse = source.config.find("isReverse");
      const bool heats = reverse != source.config.end() && std::get<bool>(reverse->second);
      if (heats == heating) found.push_back(source.id);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  std::optional<Trend> measured(const std::string& id, const char* port, const Unit& unit) {
    return trends_.measured({id, port, ""}, unit);
  }

  /// Returns what a terminal's controller of heating or cooling gets at an input.
  std::optional<Trend> controlled(const std::string& terminal, bool heating, const char* input) {
    const std::vector<std::string> controllers = controllers_of(terminal, heating);
    if (controllers.empty()) return std::nullopt;
    const auto source = trends_.source_of(controllers.front(), input);
    return source ? trends_.of(*source, unit::degC) : std::nullopt;
  }

  static std::optional<Trend> difference(const std::optional<Trend>& a,
                                         const std::optional<Trend>& b) {
    if (!a || !b) return std::nullopt;
    Trend result(a->size());
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = (*a)[k] - (*b)[k];
    return result;
  }

  // Running

  /// Finds in which rows a unit runs, in each row by what shows it best.
  std::optional<Running> running_of(const AirHandler& unit) {
    std::optional<Running> running = shown_by(unit.junctions, "airFlowRateIn", unit::kg_per_s);
    fill(running, shown_by(unit.terminals, "airFlowRate", unit::kg_per_s));
    fill(running, shown_by(parts_of(unit, "Fan"), "Power", unit::W));
    return running;
  }

  /// Fills the holes of what is known by what something else shows, if stamps mean the same there.
  static void fill(std::optional<Running>& running, const std::optional<Running>& other) {
    if (!running) running = other;
    if (!other || !(running->stamps == other->stamps)) return;
    for (std::size_t k = 0; k < running->known.size(); ++k) {
      if (running->known[k] || !other->known[k]) continue;
      running->known[k] = true;
      running->on[k] = other->on[k];
    }
  }

  /// Finds in which rows a unit runs by what is measured at a port of some components. What is
  /// always 0 shows nothing. In a row in which some of them lack a value, the others show that the
  /// unit rests if they have at least half of what is usual.
  std::optional<Running> shown_by(const std::vector<std::string>& ids, const char* port,
                                  const Unit& unit) {
    constexpr double kOff = 0.05;  // of what is usual: leaks of dampers, drift of sensors
    std::vector<std::pair<Trend, double>> all;  // with what is usual
    double whole = 0.0;
    for (const std::string& id : ids) {
      std::optional<Trend> own = measured(id, port, unit);
      const double usual = own ? quantile(*own, 0.95) : NAN;
      if (!(usual > 0.0)) continue;
      whole += usual;
      all.emplace_back(std::move(*own), usual);
    }
    if (all.empty()) return std::nullopt;
    const std::size_t rows = all.front().first.size();
    Running running{Rows(rows), Rows(rows), stamps_of(ids, port)};
    for (std::size_t k = 0; k < rows; ++k) {
      double sum = 0.0, usual = 0.0;
      for (const auto& [own, its_usual] : all) {
        if (!std::isfinite(own[k])) continue;
        sum += own[k];
        usual += its_usual;
      }
      const bool enough = usual >= 0.5 * whole;
      running.on[k] = sum > kOff * (enough ? usual : whole);
      running.known[k] = enough || running.on[k];
    }
    return running;
  }

  /// Returns what is known of the stamps of measurements: the lag if all have the same.
  Stamps stamps_of(const std::vector<std::string>& ids, const char* port) {
    std::optional<Stamps> shared;
    for (const std::string& id : ids) {
      const std::optional<Stamps> own = trends_.stamps(Endpoint{id, port, ""});
      if (!own) continue;
      if (!shared) shared = own;
      if (shared->lag != own->lag) shared->lag.reset();
      shared->interval = std::max(shared->interval, own->interval);
    }
    return shared.value_or(Stamps{trends_.period().step, {}});
  }

  /// Returns the air flow of a unit, if that of all its ducts is measured.
  std::optional<Trend> flow_of(const AirHandler& unit) {
    Trend sum(trends_.rows(), 0.0);
    for (const std::string& junction : unit.junctions) {
      const std::optional<Trend> own = measured(junction, "airFlowRateIn", unit::kg_per_s);
      if (!own) return std::nullopt;
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += (*own)[k];
    }
    return sum;
  }

  std::vector<std::string> parts_of(const AirHandler& unit, const char* type) const {
    std::vector<std::string> parts;
    for (const std::string& id : unit.parts) {
      if (source_.component(id).type == type) parts.push_back(id);
    }
    return parts;
  }

  /// Finds whether changes are first seen at full and half hours or a step later, as where stamps
  /// are the ends of intervals. Series of which that is stated do not count.
  void find_lag() {
    const int step = minutes_of(trends_.period().step);
    constexpr int kHalfHour = 30;
    constexpr double kMost = 0.7;
    std::vector<std::string> scheduled;
    int at_mark = 0, after = 0, all = 0;
    const auto see = [&](std::size_t row) {
      const LocalTime local = zone_.local(trends_.time(row));
      const int minute = minutes_of(local - midnight(local));
      ++all;
      at_mark += minute % kHalfHour == 0 ? 1 : 0;
      after += minute % kHalfHour == step ? 1 : 0;
    };
    for (const auto& [id, component] : source_.components()) {
      if (component.type != "TimeSeries") continue;
      const auto config = component.config.find("value");
      const auto* spec =
          config == component.config.end() ? nullptr : std::get_if<SeriesSpec>(&config->second);
      const auto* column = spec == nullptr ? nullptr : std::get_if<FileColumn>(&spec->source);
      if (column == nullptr || !is_schedule(id)) continue;
      const std::optional<Stamps> stamps = trends_.stamps(*column);
      if (!stamps || stamps->lag) continue;
      const std::optional<Trend> values = trends_.as_stamped(*column);
      if (!values) continue;
      scheduled.push_back(id);
      for (std::size_t k = 1; k < values->size(); ++k) {
        const double before = (*values)[k - 1], now = (*values)[k];
        if (std::isfinite(before) && std::isfinite(now) && before != now) see(k);
      }
    }
    if (step >= kHalfHour || all < static_cast<int>(kFewestRows)) return;
    if (at_mark >= kMost * all) lag_ = Duration{};
    if (step > 0 && after >= kMost * all) {
      lag_ = trends_.period().step;
      result_.stamped_after = scheduled;
      for (const std::string& id : scheduled) {
        auto& spec = std::get<SeriesSpec>(model_.component(id).config.at("value"));
        std::get<FileColumn>(spec.source).stamp = Stamp::MeanBefore;
      }
    }
  }

  /// Returns how long before a row the interval begins in which its value was true: as stated, else
  /// as setpoints of the same interval show it.
  std::optional<Duration> known_lag(const Stamps& stamps) const {
    if (stamps.lag) return stamps.lag;
    return stamps.interval == trends_.period().step ? lag_ : std::nullopt;
  }

  /// As `known_lag`, else half of the interval, which errs by no more.
  Duration lag_of(const Stamps& stamps) const {
    return known_lag(stamps).value_or(stamps.interval / 2);
  }

  /// Whether a series is the setpoint of a controller.
  bool is_schedule(const std::string& id) const {
    const auto& connections = source_.connections();
    return std::any_of(connections.begin(), connections.end(), [&id](const Connection& c) {
      return c.from.component == id && c.to.port == "setpointValue";
    });
  }

  // What is learned of a unit

  void learn(const KnownUnit& own) {
    const AirHandler& unit = own.unit;
    const Rows& on = own.running.on;
    Rows in_use = on;
    if (own.rests) {
      add_operation(unit);
      add_hours(own);
      WeekHours week;
      week.add(own.hours);
      in_use = where(on.size(), [&](std::size_t k) {
        const auto [day, minute] = place(k, own.running.stamps);
        return on[k] && week.holds(day, minute);
      });
      learn_night(unit, own.terminals, own.running, week);
    }
    learn_supply_air(unit, in_use);
    learn_outdoor_air(unit, in_use);
    learn_fans(unit, on);
    for (const Terminal& terminal : own.terminals) {
      learn_flows(terminal, on);
      learn_reheat(terminal, on);
    }
  }

  /// Whether a unit rests at times and a week is known of it.
  bool rests_at_times(const Running& running) const {
    constexpr Duration kWeek = std::chrono::days(7);
    if (static_cast<long>(count(running.known)) * running.stamps.interval < kWeek) return false;
    constexpr double kAlways = 0.98;  // of the time
    return static_cast<double>(count(running.on)) <
           kAlways * static_cast<double>(count(running.known));
  }

  /// Lets units run all the time if what takes their air would go on to draw it through coils at
  /// rest: what cannot rest, and terminals that also get air from a unit that does not rest.
  void keep_from_resting(std::vector<KnownUnit>& known) {
    for (KnownUnit& own : known) {
      if (!own.rests || own.unit.others.empty()) continue;
      own.rests = false;
      result_.notes.warning(
          "twin.unit_cannot_rest", {},
          fmt::format("'{}' rests at times by its trends, but not what takes its air: {}; the unit "
                      "runs all the time in the twin: give what it supplies air terminals in the "
                      "graph",
                      own.unit.name, fmt::join(own.unit.others, ", ")));
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (KnownUnit& own : known) {
        if (!own.rests) continue;
        const auto running_on = shared_with_running(own, known);
        if (!running_on) continue;
        own.rests = false;
        changed = true;
        const auto& [terminal, other] = *running_on;
        result_.notes.warning(
            "twin.shared_terminal", {},
            fmt::format("'{}' rests at times by its trends, but its terminal '{}' also gets air "
                        "from '{}', of which no rest is known; both run all the time in the twin: "
                        "if '{}' rests, give it a series of its air flow or its fan power of at "
                        "least a week",
                        own.unit.name, terminal, other, other));
      }
    }
  }

  /// Returns a terminal of a unit that also gets air from one that does not rest, and that one.
  std::optional<std::pair<std::string, std::string>> shared_with_running(
      const KnownUnit& own, const std::vector<KnownUnit>& known) const {
    for (const AirHandler& other : units_) {
      const bool rests = std::any_of(known.begin(), known.end(), [&](const KnownUnit& unit) {
        return unit.rests && &unit.unit == &other;
      });
      if (rests) continue;
      for (const std::string& terminal : own.unit.terminals) {
        if (std::find(other.terminals.begin(), other.terminals.end(), terminal) !=
            other.terminals.end()) {
          return std::pair(terminal, other.name);
        }
      }
    }
    return std::nullopt;
  }

  Terminal terminal(const std::string& id) {
    Terminal own;
    own.id = id;
    own.flow = measured(id, "airFlowRate", unit::kg_per_s);
    own.power = measured(id, "heatingPower", unit::W);
    own.outlet = measured(id, "outletAirTemperature", unit::degC);
    own.heat_to = controlled(id, true, "setpointValue");
    own.cool_to = controlled(id, false, "setpointValue");
    own.below = difference(own.heat_to, controlled(id, true, "actualValue"));
    own.above = difference(controlled(id, false, "actualValue"), own.cool_to);
    return own;
  }

  /// Returns the day of the week and the minute from which on a row's value was true.
  std::pair<int, int> place(std::size_t row, const Stamps& stamps) const {
    const LocalTime local = zone_.local(trends_.time(row) - lag_of(stamps));
    return {weekday(local), minutes_of(local - midnight(local))};
  }

  WeeklyRules hours_of(const Running& running, const std::vector<Terminal>& terminals) {
    constexpr double kNear = -0.5;  // K: a unit that was started for a zone may still run
    const Rows resting = in_setback(terminals, running.on.size());
    const int minutes = minutes_of(running.stamps.interval);
    WeekShares shares;
    for (std::size_t k = 0; k < running.on.size(); ++k) {
      if (!running.known[k]) continue;
      const auto [day, minute] = place(k, running.stamps);
      const double demand = largest_demand(terminals, k == 0 ? 0 : k - 1);
      shares.add(day, minute, minutes, running.on[k], resting[k] && demand > kNear);
    }
    return shares.hours();
  }

  void add_hours(const KnownUnit& own) {
    const std::string& unit = own.unit.name;
    Component schedule;
    schedule.id = free_id(model_, folder_of(own.unit.junctions.front()) + "/hours");
    schedule.type = "Schedule";
    schedule.iri = iri_of(own.unit);
    schedule.config["value"] = SeriesSpec{own.hours, std::nullopt};
    const std::string id = schedule.id;
    model_.add_component(std::move(schedule));
    model_.add_connection(
        Connection{{id, "scheduleValue", ""}, {operations_.at(unit), "occupied", "hours"}});
    result_.hours[unit] = {own.hours, spread(own, true), spread(own, false)};
  }

  /// Returns by how much single days begin or end before or after the hours, in s: a standard
  /// deviation of what days differ and of what their stamps leave open.
  std::optional<double> spread(const KnownUnit& own, bool starts) const {
    constexpr int kNear = 180;               // minutes
    constexpr double kOfMedian = 1.4826;     // of absolute deviations, in a normal distribution
    std::map<LocalTime, double> deviations;  // by midnight, minutes; the least of each day
    const Running& running = own.running;
    for (std::size_t k = 1; k < running.on.size(); ++k) {
      if (!running.known[k - 1] || !running.known[k]) continue;
      if (running.on[k] != starts || running.on[k - 1] == starts) continue;
      const auto [day, minute] = place(k, running.stamps);
      const LocalTime midnight_before =
          midnight(zone_.local(trends_.time(k) - lag_of(running.stamps)));
      for (const WeeklyRule& rule : own.hours.rules) {
        const int edge = starts ? rule.from_minute : rule.to_minute;
        const bool all_day = edge == 0 || edge == WeekHours::kMinutesOfDay;
        const int deviation = std::abs(minute - edge);
        if (all_day || ((rule.days >> day) & 1U) == 0 || deviation > kNear) continue;
        const auto known = deviations.try_emplace(midnight_before, deviation).first;
        known->second = std::min(known->second, static_cast<double>(deviation));
      }
    }
    if (deviations.size() < 2) return std::nullopt;
    Trend all;
    for (const auto& [day, deviation] : deviations) all.push_back(60.0 * deviation);
    const double days = kOfMedian * quantile(all, 0.5);
    // Within an interval any time is as likely as another, and so is any lag that is not known.
    const double interval = seconds(running.stamps.interval);
    const double open = interval * interval / (known_lag(running.stamps) ? 12.0 : 6.0);
    return std::sqrt(days * days + open);
  }

  /// Finds at which demand a unit starts and stops outside its hours.
  void learn_night(const AirHandler& unit, const std::vector<Terminal>& terminals,
                   const Running& running, const WeekHours& week) {
    constexpr double kMost = 3.0, kLeastBand = 0.2;  // K
    const std::size_t rows = running.on.size();
    Trend demands(rows, NAN);
    Rows starts(rows), stops(rows);
    for (std::size_t k = 1; k < running.on.size(); ++k) {
      const auto [day, minute] = place(k, running.stamps);
      const auto [day_before, minute_before] = place(k - 1, running.stamps);
      const bool night = !week.holds(day, minute) && !week.holds(day_before, minute_before);
      if (!night || !running.known[k] || !running.known[k - 1]) continue;
      if (running.on[k] == running.on[k - 1]) continue;
      demands[k] = largest_demand(terminals, k - 1);
      if (std::abs(demands[k]) <= kMost) (running.on[k] ? starts : stops)[k] = true;
    }
    if (count(starts) < kFewestRows || count(stops) < kFewestRows) return;
    const Reading start = read(demands, starts, 0.5);
    Reading stop = read(demands, stops, 0.5);
    if (stop.value > start.value - kLeastBand) stop = {start.value - kLeastBand, start.sd};
    const std::string& operation = operations_.at(unit.name);
    set(operation, "startDemand", start, unit::K);
    set(operation, "stopDemand", stop, unit::K);
  }

  /// Returns the rows in which all setpoints that ever change by 1 K have their saving value.
  static Rows in_setback(const std::vector<Terminal>& terminals, std::size_t rows) {
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

  static double largest_demand(const std::vector<Terminal>& terminals, std::size_t row) {
    double largest = NAN;
    for (const Terminal& terminal : terminals) {
      for (const std::optional<Trend>* demand : {&terminal.below, &terminal.above}) {
        if (*demand) largest = std::fmax(largest, (**demand)[row]);
      }
    }
    return largest;
  }

  /// Finds what supply air a unit keeps, if its setpoint is a constant that nobody measured.
  void learn_supply_air(const AirHandler& unit, const Rows& in_use) {
    constexpr double kConstant = 0.5;  // K between medians
    constexpr std::size_t kBins = 5, kInBin = 8;
    const auto economizer = unit.part(source_, "Economizer");
    if (!economizer) return;
    const auto outlet = outlet_of(unit);
    const auto wanted = trends_.source_of(*economizer, "mixedAirTemperatureSetpoint");
    if (!outlet || !wanted || !is_constant(wanted->component)) return;
    const std::optional<Trend> is = trends_.measured(*outlet, unit::degC);
    if (!is) return;
    const Trend all = in_rows(*is, in_use);
    if (all.size() < kFewestRows) return;
    const Reading constant = read(*is, in_use, 0.5);
    std::vector<SupplyAirPoint> points{{0.0, constant.value, constant.sd}};
    const auto outdoor = trends_.source_of(*economizer, "outdoorTemperature");
    const std::optional<Trend> cold =
        outdoor ? trends_.of(*outdoor, unit::degC) : std::optional<Trend>();
    if (cold && all.size() >= kBins * kInBin) {
      std::vector<SupplyAirPoint> binned = medians(*cold, *is, in_use, kBins);
      const auto [least, most] =
          std::minmax_element(binned.begin(), binned.end(),
                              [](const auto& a, const auto& b) { return a.setpoint < b.setpoint; });
      if (binned.size() > 1 && most->setpoint - least->setpoint > kConstant)
        points = std::move(binned);
    }
    follow(unit, *wanted, outdoor, points);
    result_.supply_air[unit.name] = std::move(points);
  }

  /// Returns the output whose temperature all ducts of a unit get.
  std::optional<Endpoint> outlet_of(const AirHandler& unit) const {
    const auto first = trends_.source_of(unit.junctions.front(), "airTemperatureIn");
    const bool shared =
        std::all_of(unit.junctions.begin(), unit.junctions.end(), [&](const std::string& junction) {
          return trends_.source_of(junction, "airTemperatureIn") == first;
        });
    return shared ? first : std::nullopt;
  }

  /// Returns the medians of setpoints over bins of outdoor temperature with as many rows in each.
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
      const Reading median = read(setpoint, own, 0.5);
      points.push_back({at, median.value, median.sd});
    }
    return points;
  }

  bool is_constant(const std::string& id) const {
    const Component& component = source_.component(id);
    const auto config = component.config.find("value");
    if (component.type != "Schedule" || config == component.config.end()) return false;
    const auto* spec = std::get_if<SeriesSpec>(&config->second);
    return spec != nullptr && std::holds_alternative<double>(spec->source);
  }

  /// Gives a unit a setpoint of its own in the place of a shared one.
  void follow(const AirHandler& unit, const Endpoint& shared,
              const std::optional<Endpoint>& outdoor, const std::vector<SupplyAirPoint>& points) {
    Component own;
    own.id = free_id(model_, folder_of(unit.junctions.front()) + "/supplyAirSetpoint");
    own.iri = iri_of(unit);
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
    model_.add_component(std::move(own));
    if (points.size() > 1) model_.add_connection(Connection{*outdoor, {id, "x", ""}});
    for (Connection connection : source_.connections()) {
      if (connection.from != shared || !unit.parts.contains(connection.to.component)) continue;
      model_.remove_connection(to_string(connection));
      connection.from = {id, "scheduleValue", ""};
      model_.add_connection(std::move(connection));
    }
  }

  void learn_outdoor_air(const AirHandler& unit, const Rows& in_use) {
    const auto mixing = unit.part(source_, "MixingBox");
    const auto economizer = unit.part(source_, "Economizer");
    if (!mixing || !economizer || trends_.source_of(*economizer, "supplyAirFlowRate")) return;
    const auto outdoor = measured(*mixing, "outdoorAirFlowRate", unit::kg_per_s);
    const auto all = flow_of(unit);
    if (!outdoor || !all) return;
    Trend shares(outdoor->size(), NAN);
    for (std::size_t k = 0; k < shares.size(); ++k) {
      if (in_use[k] && (*all)[k] > 0.0) shares[k] = std::clamp((*outdoor)[k] / (*all)[k], 0.0, 1.0);
    }
    const Trend flows = in_rows(*outdoor, in_use);
    const Trend ratios = in_rows(shares, in_use);
    if (flows.size() < kFewestRows || ratios.size() < kFewestRows) return;
    constexpr double kLeast = 0.2;  // of the time in use at its least
    if (unit.junctions.size() == 1 && lower_spread(flows) < lower_spread(ratios)) {
      model_.add_connection(Connection{{unit.junctions.front(), "airFlowRateIn", ""},
                                       {*economizer, "supplyAirFlowRate", ""}});
      set(*economizer, "minimumOutdoorAirFlowRate", read(*outdoor, in_use, kLeast), unit::kg_per_s);
      set(*economizer, "minimumOutdoorAirShare", {0.0}, unit::one);
    } else {
      set(*economizer, "minimumOutdoorAirShare", read(shares, in_use, kLeast), unit::one);
    }
  }

  /// How much the lower values differ, relative to the largest of them.
  static double lower_spread(const Trend& values) {
    const double high = quantile(values, 0.4), low = quantile(values, 0.05);
    return high > 0.0 ? (high - low) / high : INFINITY;
  }

  /// Fits nominal power and flow of the supply fan of each duct to its own curve.
  void learn_fans(const AirHandler& unit, const Rows& on) {
    for (const Connection& connection : source_.connections()) {
      const std::string& junction = connection.from.component;
      const std::string& fan = connection.to.component;
      const bool is_supply =
          std::find(unit.junctions.begin(), unit.junctions.end(), junction) != unit.junctions.end();
      if (!is_supply || connection.to.port != "airFlowRate" ||
          source_.component(fan).type != "Fan") {
        continue;
      }
      const auto flow = measured(junction, "airFlowRateIn", unit::kg_per_s);
      const auto power = measured(fan, "Power", unit::W);
      if (flow && power) fit_fan(fan, *flow, *power, on);
    }
  }

  void fit_fan(const std::string& fan, const Trend& flow, const Trend& power, const Rows& on) {
    const Trend flows = in_rows(flow, on);
    if (flows.size() < kFewestRows) return;
    const double top = quantile(flows, 1.0);
    if (!(top > 0.0)) return;
    const double guess = std::max(top, parameter(fan, "nominalAirFlowRate").value_or(top));
    std::array<double, 4> curve{};
    for (std::size_t i = 0; i < curve.size(); ++i) {
      curve[i] = parameter(fan, std::array{"c1", "c2", "c3", "c4"}[i]).value_or(0.0);
    }
    struct Fit {
      double flow = NAN, power = NAN;
    };
    constexpr int kTried = 20;
    const auto fit = [&](const Rows& rows) {
      Fit best;
      double least = INFINITY;
      for (int i = 0; i <= kTried; ++i) {
        const double nominal = top * std::pow(guess / top, static_cast<double>(i) / kTried);
        double shape_power = 0.0, shape_shape = 0.0, power_power = 0.0;
        for (std::size_t k = 0; k < rows.size(); ++k) {
          if (!rows[k] || !std::isfinite(flow[k]) || !std::isfinite(power[k])) continue;
          const double x = flow[k] / nominal;
          const double shape = curve[0] + x * (curve[1] + x * (curve[2] + x * curve[3]));
          shape_power += shape * power[k];
          shape_shape += shape * shape;
          power_power += power[k] * power[k];
        }
        const double nominal_power = shape_power / shape_shape;
        const double rest = power_power - nominal_power * shape_power;
        if (rest < least) {
          least = rest;
          best = {nominal, nominal_power};
        }
      }
      return best;
    };
    const Fit best = fit(on);
    if (!(best.power > 0.0)) return;
    const auto error = [&](double Fit::*number) {
      return blocks_.standard_error(on, [&](const Rows& rows) { return fit(rows).*number; });
    };
    std::optional<double> flow_error = error(&Fit::flow);
    if (flow_error) {  // between the flows that were tried, all are as likely
      const double between = best.flow * (std::pow(guess / top, 1.0 / kTried) - 1.0);
      *flow_error = std::hypot(*flow_error, between / std::sqrt(12.0));
    }
    set(fan, "nominalAirFlowRate", {best.flow, flow_error}, unit::kg_per_s);
    set(fan, "nominalPowerRate", {best.power, error(&Fit::power)}, unit::W);
  }

  // What is learned of a terminal

  void learn_flows(const Terminal& own, const Rows& on) {
    if (!own.flow || source_.component(own.id).type == "FanPoweredTerminal") return;
    const Trend flows = in_rows(*own.flow, on);
    if (flows.size() < kFewestRows) return;
    constexpr double kLeast = 0.1, kMost = 0.999, kVaries = 1.05;
    const Reading top = read(*own.flow, on, kMost);
    if (!(top.value > 0.0)) return;
    Reading least = read(*own.flow, on, kLeast);
    least.value = std::max(least.value, 0.0);
    if (top.value < kVaries * least.value) least = read(*own.flow, on, 0.5);
    const Reading nominal =
        at_least(own.id, "nominalAirFlowRate", top, is_missed(own.above, *own.flow, top.value, on));
    least.value = std::min(least.value, nominal.value);
    set(own.id, "nominalAirFlowRate", nominal, unit::kg_per_s);
    set(own.id, "minimumAirFlowRate", least, unit::kg_per_s);
    const auto guess = parameter(own.id, "heatingAirFlowRate");
    if (!guess) return;
    const Rows warming = both(on, heating_rows(own, on.size()));
    const bool known = in_rows(*own.flow, warming).size() >= kFewestRows;
    Reading heating = known ? read(*own.flow, warming, 0.5) : Reading{*guess};
    heating.value = std::clamp(heating.value, least.value, nominal.value);
    set(own.id, "heatingAirFlowRate", heating, unit::kg_per_s);
  }

  /// Returns the rows in which a terminal gives at least half of its heat.
  static Rows heating_rows(const Terminal& own, std::size_t rows) {
    if (!own.power) {
      if (!own.below) return Rows(rows, false);
      return where(own.below->size(), [&](std::size_t k) { return (*own.below)[k] > 0.3; });
    }
    const double half = 0.5 * quantile(*own.power, 0.995);
    return where(own.power->size(),
                 [&](std::size_t k) { return half > 0.0 && (*own.power)[k] > half; });
  }

  void learn_reheat(const Terminal& own, const Rows& on) {
    const auto learn_most = [&](const char* name, const std::optional<Trend>& given, double least,
                                const Unit& unit) {
      constexpr double kMost = 0.995;
      if (!given || !parameter(own.id, name)) return;
      const Reading top = read(*given, on, kMost);
      if (!(top.value > least)) return;
      set(own.id, name, at_least(own.id, name, top, is_missed(own.below, *given, top.value, on)),
          unit);
    };
    learn_most("nominalReheatPower", own.power, 0.0, unit::W);
    learn_most("maximumOutletAirTemperature", own.outlet, -INFINITY, unit::degC);
  }

  /// Whether a terminal gave its most while its zone still missed the setpoint.
  static bool is_missed(const std::optional<Trend>& demand, const Trend& given, double most,
                        const Rows& on) {
    constexpr double kNearly = 0.97, kMissed = 0.5;  // K
    if (!demand) return false;
    return count(where(on.size(), [&](std::size_t k) {
             return on[k] && given[k] >= kNearly * most && (*demand)[k] > kMissed;
           })) >= kFewestRows;
  }

  /// Returns a largest value: what was measured if more was wanted, else no less than the guess.
  Reading at_least(const std::string& id, const char* name, const Reading& measured,
                   bool missed) const {
    if (missed) return measured;
    const double guess = parameter(id, name).value_or(measured.value);
    if (guess > measured.value) return {guess, std::nullopt, measured.value};
    return {measured.value, measured.sd, measured.value};
  }

  /// Returns a quantile of the finite values of some rows.
  Reading read(const Trend& trend, const Rows& rows, double share) const {
    const Rows with_value =
        where(rows.size(), [&](std::size_t k) { return rows[k] && std::isfinite(trend[k]); });
    return {quantile(trend, with_value, share),
            blocks_.standard_error(with_value,
                                   [&](const Rows& left) { return quantile(trend, left, share); })};
  }

  // Changes of the model

  const std::string& iri_of(const AirHandler& unit) const {
    return source_.component(unit.junctions.front()).iri;
  }

  /// Gives a unit hours and night operation, which its translation leaves out: it always runs.
  void add_operation(const AirHandler& unit) {
    Component operation;
    operation.id = free_id(model_, folder_of(unit.junctions.front()) + "/operation");
    operation.type = "AirHandlerOperation";
    operation.iri = iri_of(unit);
    const std::string id = operation.id;
    model_.add_component(std::move(operation));
    operations_[unit.name] = id;
    std::set<std::pair<std::string, std::string>> connected;  // terminals may share a controller
    for (const std::string& terminal : unit.terminals) {
      supplied_[terminal].push_back(id);
      for (const bool heating : {true, false}) {
        for (const std::string& controller : controllers_of(terminal, heating)) {
          const char* port = heating ? "heatingDemand" : "coolingDemand";
          if (!connected.insert({port, controller}).second) continue;
          model_.add_connection(Connection{{controller, "demand", ""}, {id, port, controller}});
        }
      }
    }
    for (const std::string& economizer : parts_of(unit, "Economizer")) {
      model_.add_connection(
          Connection{{id, "occupiedSignal", ""}, {economizer, "occupiedSignal", ""}});
    }
    for (const std::string& controller : parts_of(unit, kController)) {
      model_.add_connection(Connection{{id, kSignal, ""}, {controller, "enableSignal", ""}});
    }
  }

  /// A terminal of several units has air while one of them runs.
  void connect_terminals() {
    for (const auto& [terminal, operations] : supplied_) {
      std::string from = operations.front();
      const char* port = kSignal;
      if (operations.size() > 1) {
        Component any;
        any.id = free_id(model_, folder_of(terminal) + "/operation");
        any.type = "Max";
        from = any.id;
        port = "value";
        model_.add_component(std::move(any));
        for (const std::string& operation : operations) {
          model_.add_connection(Connection{{operation, kSignal, ""}, {from, "inputs", operation}});
        }
      }
      model_.add_connection(Connection{{from, port, ""}, {terminal, kSignal, ""}});
    }
  }

  /// Returns a parameter in the unit of its field, the default if the model gives none.
  std::optional<double> parameter(const std::string& id, const char* name) const {
    const Component& component = model_.component(id);
    const Field* field = registry_.find(component.type)->schema.find(Role::Parameter, name);
    if (field == nullptr) return std::nullopt;
    const auto found = component.parameters.find(name);
    if (found == component.parameters.end()) return field->range.value;
    const auto* quantity = std::get_if<Quantity>(&found->second.value);
    if (quantity == nullptr) return std::nullopt;
    return quantity->unit ? convert(quantity->value, *quantity->unit, field->unit)
                          : quantity->value;
  }

  void set(const std::string& id, const char* name, const Reading& reading, const Unit& unit) {
    if (!std::isfinite(reading.value)) return;
    const double guess = parameter(id, name).value_or(reading.value);
    const auto& type = *registry_.find(model_.component(id).type);
    const Range& range = type.schema.find(Role::Parameter, name)->range;
    const double value = std::clamp(reading.value, range.min, range.max);  // sensors drift
    model_.component(id).parameters[name] = {Quantity{value, unit}, {}, {}, "trends"};
    result_.values.push_back(
        {id + "." + name, value, guess, std::string(unit.symbol), reading.sd, reading.at_least});
  }

  SimulationModel& model_;
  const Registry& registry_;
  SimulationModel source_;  // as it was
  Trends trends_;
  Zone zone_;
  DayBlocks blocks_;
  std::optional<Duration> lag_;  // of stamps of which nothing is stated
  std::vector<AirHandler> units_;
  std::map<std::string, std::string> operations_;  // AirHandlerOperation, by name of the unit
  std::map<std::string, std::vector<std::string>> supplied_;  // by terminal: operations
  PlantTrends result_;
};

}  // namespace

PlantTrends learn_plant(SimulationModel& model, const Registry& registry, const DataOptions& data,
                        const Period& period) {
  return PlantLearning(model, registry, data, period).run();
}

}  // namespace hearth
