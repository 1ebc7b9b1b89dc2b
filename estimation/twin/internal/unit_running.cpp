// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/unit_running.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "hearth/data/time/week_hours.hpp"
#include "hearth/estimation/twin/internal/week_shares.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

int minutes_of(Duration time) {
  return static_cast<int>(std::chrono::duration_cast<std::chrono::minutes>(time).count());
}

/// Fills gaps with evidence of other trends, if the stamps of both have the same meaning.
void fill(std::optional<Running>& running, const std::optional<Running>& other) {
  if (!running) running = other;
  if (!other || !(running->stamps == other->stamps)) return;
  for (std::size_t k = 0; k < running->known.size(); ++k) {
    if (running->known[k] || !other->known[k]) continue;
    running->known[k] = true;
    running->on[k] = other->on[k];
  }
}

}  // namespace

std::optional<Running> UnitRunning::of(const AirHandler& unit) {
  std::optional<Running> running = shown_by(unit.junctions, "airFlowRateIn", unit::kg_per_s);
  fill(running, shown_by(unit.terminals, "airFlowRate", unit::kg_per_s));
  fill(running, shown_by(unit.parts_of(draft_.source, "Fan"), "Power", unit::W));
  return running;
}

/// Finds the rows in which a unit runs from a measured port of some components. Values that are
/// always 0 are not evidence. In a row in which some components lack a value, the others show that
/// the unit rests only if they have at least half of the usual sum.
std::optional<Running> UnitRunning::shown_by(const std::vector<std::string>& ids, const char* port,
                                             const Unit& unit) {
  constexpr double kOff = 0.05;  // share of the usual value: leaks of dampers, drift of sensors
  std::vector<std::pair<Trend, double>> all;  // with their usual values
  double whole = 0.0;
  for (const std::string& id : ids) {
    std::optional<Trend> own = draft_.measured(id, port, unit);
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

/// Returns the common stamps of measurements, with their lag if all have the same.
Stamps UnitRunning::stamps_of(const std::vector<std::string>& ids, const char* port) {
  std::optional<Stamps> shared;
  for (const std::string& id : ids) {
    const std::optional<Stamps> own = draft_.trends.stamps(Endpoint{id, port, ""});
    if (!own) continue;
    if (!shared) shared = own;
    if (shared->lag != own->lag) shared->lag.reset();
    shared->interval = std::max(shared->interval, own->interval);
  }
  return shared.value_or(Stamps{draft_.trends.period().step, {}});
}

/// Finds whether changes first appear at full and half hours, or a step later because stamps are
/// the ends of intervals. Series whose stamps are stated do not count.
void UnitRunning::find_lag() {
  const int step = minutes_of(draft_.trends.period().step);
  constexpr int kHalfHour = 30;
  constexpr double kMost = 0.7;
  std::vector<std::string> scheduled;
  int at_mark = 0, after = 0, all = 0;
  const auto see = [&](std::size_t row) {
    const LocalTime local = zone_.local(draft_.trends.time(row));
    const int minute = minutes_of(local - midnight(local));
    ++all;
    at_mark += minute % kHalfHour == 0 ? 1 : 0;
    after += minute % kHalfHour == step ? 1 : 0;
  };
  for (const auto& [id, component] : draft_.source.components()) {
    if (component.type != "TimeSeries") continue;
    const FileColumn* column = column_of(component, "value");
    if (column == nullptr || !is_schedule(id)) continue;
    const std::optional<Stamps> stamps = draft_.trends.stamps(*column);
    if (!stamps || stamps->lag) continue;
    const std::optional<Trend> values = draft_.trends.as_stamped(*column);
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
    lag_ = draft_.trends.period().step;
    draft_.result.stamped_after = scheduled;
    for (const std::string& id : scheduled) {
      SeriesSpec& spec = *series_of(draft_.model.component(id), "value");
      std::get<FileColumn>(spec.source).stamp = Stamp::MeanBefore;
    }
  }
}

/// Returns how long before a row the interval of its value begins: as stated, otherwise as
/// setpoints with the same interval show it.
std::optional<Duration> UnitRunning::known_lag(const Stamps& stamps) const {
  if (stamps.lag) return stamps.lag;
  return stamps.interval == draft_.trends.period().step ? lag_ : std::nullopt;
}

/// Returns the `known_lag`, otherwise half of the interval, whose error is at most half of the
/// interval.
Duration UnitRunning::lag_of(const Stamps& stamps) const {
  return known_lag(stamps).value_or(stamps.interval / 2);
}

/// Whether a series is the setpoint of a controller.
bool UnitRunning::is_schedule(const std::string& id) const {
  const auto& connections = draft_.source.connections();
  return std::any_of(connections.begin(), connections.end(), [&id](const Connection& c) {
    return c.from.component == id && c.to.port == "setpointValue";
  });
}

bool UnitRunning::rests_at_times(const Running& running) const {
  constexpr Duration kWeek = std::chrono::days(7);
  if (static_cast<long>(count(running.known)) * running.stamps.interval < kWeek) return false;
  constexpr double kAlways = 0.98;  // share of the time
  return static_cast<double>(count(running.on)) <
         kAlways * static_cast<double>(count(running.known));
}

std::pair<int, int> UnitRunning::place(std::size_t row, const Stamps& stamps) const {
  const LocalTime local = zone_.local(draft_.trends.time(row) - lag_of(stamps));
  return {weekday(local), minutes_of(local - midnight(local))};
}

WeeklyRules UnitRunning::hours_of(const Running& running,
                                  const std::vector<Terminal>& terminals) const {
  constexpr double kNear = -0.5;  // K; a unit that was started for a zone may still run
  const std::size_t rows = running.on.size();
  const Rows resting = in_setback(terminals, rows);
  const Trend demands = largest_demands(terminals, rows);
  const int minutes = minutes_of(running.stamps.interval);
  WeekShares shares;
  bool explained = false;  // the unit runs for a zone below its setback, also later
  for (std::size_t k = 0; k < rows; ++k) {
    const bool continues = k > 0 && explained && running.on[k - 1];
    explained = resting[k] && (continues || demand_of_change(demands, running.on, k) > kNear);
    if (!running.known[k]) continue;
    const auto [day, minute] = place(k, running.stamps);
    shares.add(day, minute, minutes, running.on[k], explained);
  }
  return shares.hours();
}

std::optional<double> UnitRunning::spread(const Running& running, const WeeklyRules& hours,
                                          bool starts) const {
  constexpr int kNear = 180;  // minutes
  // factor of the median of absolute deviations for the normal distribution
  constexpr double kOfMedian = 1.4826;
  std::map<LocalTime, double> deviations;  // by midnight, minutes; the smallest of each day
  for (std::size_t k = 1; k < running.on.size(); ++k) {
    if (!running.known[k - 1] || !running.known[k]) continue;
    if (running.on[k] != starts || running.on[k - 1] == starts) continue;
    const auto [day, minute] = place(k, running.stamps);
    const LocalTime midnight_before =
        midnight(zone_.local(draft_.trends.time(k) - lag_of(running.stamps)));
    for (const WeeklyRule& rule : hours.rules) {
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
  // All times within an interval are equally likely, and so are all possible lags if it is unknown.
  const double interval = seconds(running.stamps.interval);
  const double open = interval * interval / (known_lag(running.stamps) ? 12.0 : 6.0);
  return std::sqrt(days * days + open);
}

}  // namespace hearth
