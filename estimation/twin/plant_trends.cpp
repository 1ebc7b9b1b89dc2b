// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/plant_trends.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/time/week_hours.hpp"
#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/estimation/twin/internal/machine_trends.hpp"
#include "hearth/estimation/twin/internal/moisture.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"
#include "hearth/estimation/twin/internal/terminal_trends.hpp"
#include "hearth/estimation/twin/internal/unit_running.hpp"
#include "hearth/estimation/twin/internal/unit_trends.hpp"
#include "hearth/framework/model/component_ids.hpp"

namespace hearth {
namespace {

constexpr const char* kSignal = "operationSignal";

/// A unit whose times of running are known from trends.
struct KnownUnit {
  const AirHandler& unit;
  Running running;
  std::vector<Terminal> terminals{};
  WeeklyRules hours{};
  bool rests = false;  ///< whether it rests outside its hours, in the building and in the model
};

class PlantLearning {
 public:
  PlantLearning(SimulationModel& model, const Registry& registry, const DataOptions& data,
                const Period& period)
      : draft_(model, registry, data, period),
        data_(data),
        running_(draft_),
        units_(air_handlers(draft_.source, registry)) {}

  PlantTrends run() {
    std::vector<KnownUnit> known;
    for (const AirHandler& unit : units_) {
      std::optional<Running> running = running_.of(unit);
      if (!running || count(running->on) < kFewestRows) continue;
      known.push_back({unit, std::move(*running)});
    }
    for (KnownUnit& own : known) {
      for (const std::string& id : own.unit.terminals) {
        own.terminals.push_back(terminal_of(draft_, id));
      }
      own.hours = running_.hours_of(own.running, own.terminals);
      own.rests = !own.hours.rules.empty() && running_.rests_at_times(own.running);
    }
    keep_from_resting(known);
    for (const KnownUnit& own : known) learn(own);
    for (const KnownUnit& own : known) limit_terminals(own.unit);
    learn_machines(draft_);
    connect_terminals();
    add_moisture(draft_, data_, units_);
    return std::move(draft_.result);
  }

 private:
  /// Makes units run all the time if something would draw their air through resting coils:
  /// components that cannot rest, and terminals that also get air from a unit that does not rest.
  void keep_from_resting(std::vector<KnownUnit>& known) {
    for (KnownUnit& own : known) {
      if (!own.rests || own.unit.others.empty()) continue;
      own.rests = false;
      draft_.result.notes.warning(
          "twin.unit_cannot_rest", {},
          fmt::format("according to its trends, '{}' is off at times, but components that receive "
                      "its air cannot be switched off: {}; in the twin, the air handling unit runs "
                      "all the time: add air terminals for the zones that it supplies to the graph",
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
        draft_.result.notes.warning(
            "twin.shared_terminal", {},
            fmt::format("according to its trends, '{}' is off at times, but its terminal '{}' also "
                        "receives air from '{}', which is not known to be off; in the twin, both "
                        "run all the time: if '{}' is off at times, add a series of its air flow "
                        "or fan power of at least a week",
                        own.unit.name, terminal, other, other));
      }
    }
  }

  /// Returns a terminal that a unit shares with a unit that does not rest, and the name of that
  /// unit.
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
        const auto [day, minute] = running_.place(k, own.running.stamps);
        return on[k] && week.holds(day, minute);
      });
      learn_night(unit, own.terminals, own.running, week);
    }
    learn_unit(draft_, unit, on, in_use,
               [&](std::size_t row) { return running_.place(row, own.running.stamps); });
    for (const Terminal& terminal : own.terminals) learn_terminal(draft_, terminal, on);
  }

  /// Reduces assumed maximum flows of the terminals of a unit towards their measured maxima, so
  /// that all together need no more than the nominal flow of its fan, if that follows from trends,
  /// or twice as much as they needed so far.
  void limit_terminals(const AirHandler& unit) {
    constexpr const char* kFlow = "nominalAirFlowRate";
    const std::vector<std::string> fans = unit.supply_fans(draft_.source);
    if (fans.size() != 1 || unit.junctions.size() != 1) return;
    const PlantValue* fan = noted(fans.front(), kFlow);
    if (fan == nullptr) return;
    const double most = fan->value;
    struct Guess {
      std::string terminal;
      double measured = 0.0, beyond = 0.0;  // kg/s
    };
    std::vector<Guess> guesses;
    double measured = 0.0, beyond = 0.0;  // of all terminals
    for (const std::string& terminal : unit.terminals) {
      const PlantValue* flow = noted(terminal, kFlow);
      if (flow == nullptr) continue;
      const double seen = std::min(flow->at_least.value_or(flow->value), flow->value);
      measured += seen;
      if (!draft_.is_guess(terminal, kFlow) || !(flow->value > seen)) continue;
      beyond += flow->value - seen;
      guesses.push_back({terminal, seen, flow->value - seen});
    }
    const double reserve = std::max(most - measured, measured);
    if (!(beyond > reserve)) return;
    for (const Guess& guess : guesses) {
      const double flow = guess.measured + reserve / beyond * guess.beyond;
      draft_.set(guess.terminal, kFlow, {flow, std::nullopt, guess.measured}, unit::kg_per_s);
      const auto heating = draft_.parameter(guess.terminal, "heatingAirFlowRate");
      if (heating && *heating > flow) {
        draft_.set(guess.terminal, "heatingAirFlowRate", {flow}, unit::kg_per_s);
      }
    }
  }

  /// Returns a parameter that was derived from trends; nullptr if it was not.
  const PlantValue* noted(const std::string& id, const char* name) const {
    const std::string path = id + "." + name;
    const auto& values = draft_.result.values;
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&path](const PlantValue& own) { return own.path == path; });
    return found == values.end() ? nullptr : &*found;
  }

  /// Finds the demands at which a unit starts and stops outside its hours, and the shortest time
  /// for which it then runs.
  void learn_night(const AirHandler& unit, const std::vector<Terminal>& terminals,
                   const Running& running, const WeekHours& week) {
    constexpr double kMost = 3.0, kLeastBand = 0.2;  // K
    constexpr double kAsShort = 1.25;                // times the shortest run
    // In the last row before a start, the demand is below the threshold by up to the change in one
    // step: the largest values are nearest to it, and the very largest contain errors of sensors.
    // Before a stop it is the other way round.
    constexpr double kNearStart = 0.75, kNearStop = 0.25, kNearDrift = 0.1;
    constexpr std::size_t kRest = 4;
    const std::size_t rows = running.on.size();
    const Trend largest = largest_demands(terminals, rows);
    const Rows night = where(rows, [&](std::size_t k) {
      const auto [day, minute] = running_.place(k, running.stamps);
      return running.known[k] && !week.holds(day, minute);
    });
    Trend demands(rows, NAN);
    Rows starts(rows), rested(rows), stops(rows);  // rested: starts after four rows or more
    std::size_t off = 0;                           // rows since the last run
    for (std::size_t k = 1; k < rows; ++k) {
      off = running.on[k - 1] ? 0 : off + 1;
      if (!night[k] || !night[k - 1] || running.on[k] == running.on[k - 1]) continue;
      demands[k] = largest[k - 1];
      if (std::abs(demands[k]) > kMost) continue;
      (running.on[k] ? starts : stops)[k] = true;
      rested[k] = running.on[k] && off >= kRest;
    }
    const std::string& operation = operations_.at(unit.name);
    const NightRuns runs = night_runs(running.on, night);
    const auto fixed = fixed_run(runs);
    const auto shortest = fixed ? fixed : shortest_run(runs);
    if (shortest) {
      // Runs that end after their minimum time may end at any demand, and so may sequences of runs
      // of a fixed time.
      for (const auto& [begin, length] : runs) {
        if (fixed || length <= kAsShort * *shortest) {
          stops[begin + static_cast<std::size_t>(length)] = false;
        }
      }
      draft_.set(operation, "minimumRunTime", {*shortest * seconds(draft_.trends.period().step)},
                 unit::s);
    }
    const bool any_stop = count(stops) >= kFewestRows;
    if (count(starts) < kFewestRows || (!any_stop && !shortest)) return;
    // Soon after a stop, zones drift far beyond the threshold before the unit acts.
    const Reading start = count(rested) >= kFewestRows ? draft_.read(demands, rested, kNearStart)
                                                       : draft_.read(demands, starts, kNearDrift);
    Reading stop{start.value - kLeastBand, start.sd};
    if (any_stop) {
      const Reading seen = draft_.read(demands, stops, kNearStop);
      if (seen.value < stop.value) stop = seen;
    }
    draft_.set(operation, "startDemand", start, unit::K);
    draft_.set(operation, "stopDemand", stop, unit::K);
  }

  /// The number of rows of each run that begins and ends in a night, by its first row.
  using NightRuns = std::map<std::size_t, double>;

  static NightRuns night_runs(const Rows& on, const Rows& night) {
    NightRuns runs;
    for (std::size_t k = 1; k < on.size(); ++k) {
      if (!night[k] || !night[k - 1] || !on[k] || on[k - 1]) continue;
      std::size_t end = k;
      while (end < on.size() && night[end] && on[end]) ++end;
      if (end < on.size() && night[end]) runs[k] = static_cast<double>(end - k);
    }
    return runs;
  }

  /// Returns the number of rows of which the lengths of runs are multiples, the largest one of at
  /// most two hours; nothing if there is none. The unit then runs for a fixed time, again and
  /// again, with breaks that fall between two rows.
  std::optional<double> fixed_run(const NightRuns& runs) const {
    constexpr double kMost = 0.9;       // share of runs
    constexpr std::size_t kFewest = 6;  // runs
    constexpr double kShortest = 3.0;   // rows: most lengths are multiples of 1 or 2
    if (runs.size() < kFewest) return std::nullopt;
    constexpr double kLongest = 7200.0;  // s; longer runs follow a schedule
    const double most = std::floor(kLongest / seconds(draft_.trends.period().step));
    for (double fixed = most; fixed >= kShortest; fixed -= 1.0) {
      std::size_t multiples = 0;
      for (const auto& [begin, length] : runs) {
        if (std::fmod(length, fixed) == 0.0) ++multiples;
      }
      if (static_cast<double>(multiples) >= kMost * static_cast<double>(runs.size())) return fixed;
    }
    return std::nullopt;
  }

  /// Returns the number of rows of the shortest tenth of runs; nothing if the trends cannot resolve
  /// it.
  static std::optional<double> shortest_run(const NightRuns& runs) {
    constexpr double kShort = 0.1;
    if (runs.size() < kFewestRows) return std::nullopt;
    Trend lengths;
    for (const auto& [begin, length] : runs) lengths.push_back(length);
    const double shortest = std::floor(quantile(lengths, kShort));
    return shortest > 1.0 ? std::optional(shortest) : std::nullopt;
  }

  /// Adds hours and night operation to a unit; a translated unit runs all the time.
  void add_operation(const AirHandler& unit) {
    Component operation;
    operation.id = free_id(draft_.model, folder_of(unit.junctions.front()) + "/operation");
    operation.type = "AirHandlerOperation";
    operation.iri = unit.iri;
    const std::string id = operation.id;
    draft_.model.add_component(std::move(operation));
    operations_[unit.name] = id;
    std::set<std::pair<std::string, std::string>> connected;  // terminals may share a controller
    for (const std::string& terminal : unit.terminals) {
      supplied_[terminal].push_back(id);
      for (const bool heating : {true, false}) {
        for (const std::string& controller : controllers_of(draft_, terminal, heating)) {
          const char* port = heating ? "heatingDemand" : "coolingDemand";
          if (!connected.insert({port, controller}).second) continue;
          draft_.model.add_connection(
              Connection{{controller, "demand", ""}, {id, port, controller}});
        }
      }
    }
    for (const std::string& economizer : unit.parts_of(draft_.source, "Economizer")) {
      draft_.model.add_connection(
          Connection{{id, "occupiedSignal", ""}, {economizer, "occupiedSignal", ""}});
    }
    for (const std::string& controller : unit.parts_of(draft_.source, "PidController")) {
      draft_.model.add_connection(Connection{{id, kSignal, ""}, {controller, "enableSignal", ""}});
    }
  }

  void add_hours(const KnownUnit& own) {
    const std::string& unit = own.unit.name;
    Component schedule;
    schedule.id = free_id(draft_.model, folder_of(own.unit.junctions.front()) + "/hours");
    schedule.type = "Schedule";
    schedule.iri = own.unit.iri;
    schedule.config["value"] = SeriesSpec{own.hours, std::nullopt};
    const std::string id = schedule.id;
    draft_.model.add_component(std::move(schedule));
    draft_.model.add_connection(
        Connection{{id, "scheduleValue", ""}, {operations_.at(unit), "occupied", "hours"}});
    draft_.result.hours[unit] = {own.hours, running_.spread(own.running, own.hours, true),
                                 running_.spread(own.running, own.hours, false)};
  }

  /// A terminal of several units has air while any of them runs.
  void connect_terminals() {
    for (const auto& [terminal, operations] : supplied_) {
      std::string from = operations.front();
      const char* port = kSignal;
      if (operations.size() > 1) {
        Component any;
        any.id = free_id(draft_.model, folder_of(terminal) + "/operation");
        any.type = "Max";
        from = any.id;
        port = "value";
        draft_.model.add_component(std::move(any));
        for (const std::string& operation : operations) {
          draft_.model.add_connection(
              Connection{{operation, kSignal, ""}, {from, "inputs", operation}});
        }
      }
      draft_.model.add_connection(Connection{{from, port, ""}, {terminal, kSignal, ""}});
    }
  }

  PlantDraft draft_;
  const DataOptions& data_;
  UnitRunning running_;
  std::vector<AirHandler> units_;
  std::map<std::string, std::string> operations_;  // AirHandlerOperation, by name of the unit
  std::map<std::string, std::vector<std::string>> supplied_;  // operations, by terminal
};

}  // namespace

PlantTrends learn_plant(SimulationModel& model, const Registry& registry, const DataOptions& data,
                        const Period& period) {
  return PlantLearning(model, registry, data, period).run();
}

}  // namespace hearth
