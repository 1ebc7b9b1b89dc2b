// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/twin_time.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/twin/zone_details.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {
namespace {

constexpr Duration kLongestStep = std::chrono::minutes(15);
constexpr Duration kShortestStep = std::chrono::minutes(1);
constexpr Duration kWarmup = std::chrono::hours(120);
constexpr double kWarmupShare = 0.1;                // share of the time, at most
constexpr Duration kFirst = std::chrono::hours(1);  // span of the first temperature
/// Shares of the time. A boundary that would cost more of it is left out. That of another zone's
/// temperature sensor may cost less, as that zone can be simulated instead.
constexpr double kMostLost = 0.2, kMostCutByZone = 0.02;
/// Walls release what they absorbed during a gap for as long after it, but at most for a day.
constexpr Duration kLongestRecovery = std::chrono::hours(24);
/// The use of a zone has blocks of working days and weekends, so that a week is needed. Two days
/// show that an error is not that of a single day, as do 24 values an hour apart.
constexpr double kDaysToLearn = 7.0, kDaysToJudge = 2.0;
constexpr std::size_t kHoursToJudge = 24;
constexpr double kDaysToFit = 1.0;

double share(Duration part, Duration whole) {
  return static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

Stretch both(const Stretch& a, const Stretch& b) {
  return {std::max(a.start, b.start), std::min(a.end, b.end)};
}

Duration length(const Stretch& stretch) {
  return std::max(Duration{}, stretch.end - stretch.start);
}

/// Returns the union of stretches, in as few stretches as possible.
std::vector<Stretch> united(std::vector<Stretch> stretches) {
  std::sort(stretches.begin(), stretches.end(),
            [](const Stretch& a, const Stretch& b) { return a.start < b.start; });
  std::vector<Stretch> result;
  for (const Stretch& own : stretches) {
    if (result.empty() || own.start > result.back().end) {
      result.push_back(own);
    } else {
      result.back().end = std::max(result.back().end, own.end);
    }
  }
  return result;
}

/// Whether a column contains numbers that hold until the next one, such as setpoints.
bool is_held(const FileColumn& column) {
  return column.resample == Resample::Hold && column.outside == Outside::Hold;
}

/// Whether more than a few values are all the same.
bool never_changes(const std::vector<double>& values) {
  constexpr long kFewest = 20;
  long count = 0;
  double first = 0.0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (count++ == 0) first = value;
    if (value != first) return false;
  }
  return count >= kFewest;
}

/// The quarters of days and the hours that have values.
struct Evidence {
  std::set<std::int64_t> quarters, hours;

  /// Midnight belongs to the previous day, as a row belongs to the step that it ends.
  void add(Instant time) {
    const Duration before = time.time_since_epoch() - Duration(1);
    quarters.insert(before / std::chrono::hours(6));
    hours.insert(before / std::chrono::hours(1));
  }
  double days() const { return 0.25 * static_cast<double>(quarters.size()); }
};

}  // namespace

TwinTime::TwinTime(const SimulationModel& model, const TwinRequest& request, TwinProblem& problem)
    : model_(model), request_(request), problem_(problem), resolver_(request.data) {}

std::string TwinTime::text(Instant time) const { return format_time(time, problem_.civil_time); }

std::string TwinTime::text(const Stretch& stretch) const {
  return text(stretch.start) + " to " + text(stretch.end);
}

std::string TwinTime::name_of(const FileColumn& column) const {
  const auto* name = std::get_if<std::string>(&column.column);
  const auto path = files_.find(column.file);
  return fmt::format("column '{}' of '{}'",
                     name == nullptr ? std::to_string(std::get<int>(column.column)) : *name,
                     path ? path->lexically_normal().string() : column.file);
}

std::shared_ptr<const RawSeries> TwinTime::read(const FileColumn& column, const Where& where) {
  const auto path = files_.find(column.file);
  if (!path) {
    problem_.notes.append(files_.missing_file(column.file, where).diagnostics());
    return nullptr;
  }
  Diagnostics ignored;  // a run of the model reports them
  return files_.series(*path, column, {.site = model_.site}, ignored);
}

void TwinTime::read_thermometers() {
  Duration interval = Duration::max();
  std::vector<Stretch> spans;
  for (TwinZone& zone : problem_.zones) {
    const auto found = model_.measurements.find(zone.id + "." + kZoneTemperature);
    if (found == model_.measurements.end()) continue;
    const Measurement& measurement = found->second;
    const auto raw = read(measurement.column, measurement.where);
    const auto known = raw ? known_times(*raw, measurement.column) : std::nullopt;
    zone.measured = known.has_value();
    if (!known) {
      problem_.notes.warning(
          "twin.no_data", measurement.where,
          fmt::format("the temperature of '{}' has no values ({}); the zone is not calibrated: add "
                      "values, or remove the reference from the graph",
                      zone.id, name_of(measurement.column)));
      continue;
    }
    if (never_changes(raw->values)) {
      zone.doubts.push_back("constant sensor");
      problem_.notes.warning(
          "twin.constant", measurement.where,
          fmt::format(
              "the temperature of '{}' never changes ({}), so that the zone is not validated: "
              "check the sensor and its logger",
              zone.id, name_of(measurement.column)));
    }
    thermometers_[zone.id] = {raw, *known};
    spans.push_back(known->span);
    if (raw->interval > Duration{}) interval = std::min(interval, raw->interval);
  }
  if (!spans.empty()) common_ = common_time(spans);
  find_civil_time();
  interval_ = std::clamp(interval, kShortestStep, kLongestStep);
  problem_.step = request_.step.value_or(interval_);
}

Duration TwinTime::apart(const std::string& zone) const {
  const auto own = thermometers_.find(zone);
  if (own == thermometers_.end() || own->second.raw->interval == Duration{}) return kLongestStep;
  return std::max(own->second.raw->interval, kShortestStep);
}

void TwinTime::find_civil_time() {
  const Site site = completed_site(model_, resolver_);
  if (!site.timezone.empty()) {
    problem_.civil_time = Zone(site.timezone);
    problem_.civil_time_of = "the site";
    return;
  }
  std::set<std::string> found;
  for (const auto& [zone, own] : thermometers_) found.insert(own.raw->civil_time);
  if (found.empty()) return;
  if (found.size() > 1 || found.contains("")) {
    problem_.notes.warning("twin.civil_time", {},
                           "the time stamps of the series have different offsets from UTC, so that "
                           "UTC is used as local time; set --timezone ZONE");
    return;
  }
  const Zone zone(*found.begin());
  const double hours = seconds(zone.standard_offset(common_.start)) / 3600.0;
  constexpr double kFurthest = 3.4;  // h from solar to local time, as `data.site_contradicts`
  if (site.longitude &&
      std::abs(std::remainder(hours - *site.longitude / 15.0, 24.0)) > kFurthest) {
    return;
  }
  problem_.civil_time = zone;
  problem_.civil_time_of = "the time stamps of the data";
  if (std::any_of(thermometers_.begin(), thermometers_.end(),
                  [](const auto& own) { return own.second.raw->summer_time; })) {
    problem_.notes.warning(
        "twin.civil_time", {},
        fmt::format("the offsets of the time stamps change with daylight saving time, but their "
                    "zone is unknown, so that local time is {} all year and schedules are an hour "
                    "off in summer; set --timezone ZONE",
                    zone.name()));
  }
}

std::vector<TwinTime::Driving> TwinTime::driving_series(const MeasuredBoundaries& boundaries) {
  std::vector<Driving> found;
  for (const auto& [id, component] : problem_.model.components()) {
    for (const auto& [member, setting] : component.config) {
      const auto* spec = std::get_if<SeriesSpec>(&setting);
      const auto* column = spec == nullptr ? nullptr : std::get_if<FileColumn>(&spec->source);
      if (column == nullptr || is_held(*column) || files_.place(column->file)) continue;
      const auto output = boundaries.outputs.find(id);
      const bool measured = output != boundaries.outputs.end();
      Driving driving{id, measured ? output->second : id + "." + member,
                      measured ? output->second : "", *column};
      const auto raw = read(*column, component.where);
      if (raw) driving.known = known_times(*raw, *column);
      found.push_back(std::move(driving));
    }
  }
  return found;
}

bool TwinTime::is_unfit(const Driving& driving, const Stretch& time, std::string& why) const {
  if (!driving.known) {
    why = "has no values";
    return true;
  }
  const KnownTimes& known = *driving.known;
  const bool of_zone = driving.output.ends_with(std::string(".") + kZoneTemperature);
  const Duration cut = length(time) - length(both(time, known.span));
  const Duration lost = length(time) - known.known_within(time);
  if (share(cut, length(time)) > (of_zone ? kMostCutByZone : kMostLost)) {
    why = "has values from " + text(known.span) + " only";
    return true;
  }
  if (share(lost, length(time)) > kMostLost) {
    why = fmt::format("has gaps, the first from {}", text(known.holes.front()));
    return true;
  }
  return false;
}

std::set<std::string> TwinTime::find_unfit(const MeasuredBoundaries& boundaries) {
  driving_ = driving_series(boundaries);
  Stretch time = common_;
  for (const Driving& driving : driving_) {
    if (driving.output.empty() && driving.known) time = both(time, driving.known->span);
  }
  std::set<std::string> unfit;
  if (length(time) == Duration{}) return unfit;  // `divide` reports the error
  for (const Driving& driving : driving_) {
    std::string why;
    if (driving.output.empty() || !is_unfit(driving, time, why)) continue;
    unfit.insert(driving.output);
    const bool of_zone =
        thermometers_.contains(driving.output.substr(0, driving.output.rfind('.')));
    problem_.notes.add(
        {of_zone ? Severity::Note : Severity::Warning,
         "twin.boundary_left_out",
         {},
         fmt::format(
             "{} {}, of {}; a value of the model is used instead: add values of {} over that time",
             driving.output, why, text(time), name_of(driving.column))});
  }
  return unfit;
}

void TwinTime::shorten() {
  Stretch& time = common_;
  const Stretch whole = time;
  const auto report = [&](const Driving& driving, const char* verb, Instant limit, Duration cut) {
    limits_.push_back(driving.name);
    const bool much = share(cut, length(whole)) > 0.01;
    problem_.notes.add({much ? Severity::Warning : Severity::Note,
                        "twin.shortened",
                        {},
                        fmt::format("the values of {} {} at {}, which shortens the time of all "
                                    "zones by {}: add values of {} from {}",
                                    driving.name, verb, text(limit), describe(cut),
                                    name_of(driving.column), text(whole))});
  };
  const Driving* first = nullptr;
  const Driving* last = nullptr;
  for (const Driving& driving : driving_) {
    if (!driving.known) continue;
    const Stretch& own = driving.known->span;
    if (own.start > time.start) {
      time.start = own.start;
      first = &driving;
    }
    if (own.end < time.end) {
      time.end = own.end;
      last = &driving;
    }
  }
  if (first != nullptr) report(*first, "begin", time.start, time.start - whole.start);
  if (last != nullptr) report(*last, "end", time.end, whole.end - time.end);
}

void TwinTime::refuse_short(long steps) const {
  throw InputError(
      "twin.no_overlap", {},
      fmt::format("the measured temperatures of the zones{} have {} steps of {} in common: use "
                  "series that cover the same time",
                  limits_.empty() ? "" : fmt::format(" and {}", fmt::join(limits_, ", ")),
                  std::max(0L, steps), describe(problem_.step)));
}

void TwinTime::divide() {
  if (thermometers_.empty()) return;
  shorten();
  const Duration step = problem_.step;
  const auto rounded = [step](Instant time) {
    return Instant(time.time_since_epoch() / step * step);
  };
  problem_.start = rounded(common_.start + step - Duration(1));
  problem_.end = rounded(common_.end);
  const long steps = (problem_.end - problem_.start) / step;
  if (steps < 20) refuse_short(steps);
  const auto zones = static_cast<std::int64_t>(thermometers_.size());
  if (steps > limit_of(WorkLimit::ComparedRows) / zones) {
    refuse_limit(WorkLimit::ComparedRows, {});
  }
  const long learned = std::lround(request_.learned * static_cast<double>(steps));
  if (learned < 10 || steps - learned < 2) {
    throw InputError("twin.share", {},
                     fmt::format("of {} steps of {}, {} are for calibration and {} for validation; "
                                 "at least 10 and 2 are needed: change --learn",
                                 steps, describe(step), learned, steps - learned));
  }
  problem_.learned_until = problem_.start + learned * step;
  doubt_weather();
  const auto most = static_cast<long>(kWarmupShare * static_cast<double>(learned));
  warmup_ = std::min(most, static_cast<long>(kWarmup / step)) * step;
}

/// Reports weather of a year other than that of the measurements.
void TwinTime::doubt_weather() {
  std::set<std::string> told;
  for (const Driving& driving : driving_) {
    const auto path = files_.find(driving.column.file);
    if (!path) continue;
    Diagnostics notes;
    files_.series(*path, driving.column,
                  {.site = model_.site, .from = problem_.start, .to = problem_.end}, notes);
    for (Diagnostic item : notes.items()) {
      if (item.code != "data.weather_of_other_year" || !told.insert(item.message).second) continue;
      item.severity = Severity::Warning;
      problem_.notes.add(std::move(item));
    }
  }
}

void TwinTime::report_hole(const Driving& driving) {
  if (!reported_.insert(driving.name).second) return;
  const auto& holes = driving.known->holes;
  problem_.notes.warning(
      "twin.hole", {},
      fmt::format("{} has no values from {}{}; zones that depend on it are not compared during the "
                  "gap, nor for the same time after it, at most a day: fill {}",
                  driving.name, text(holes.front()),
                  holes.size() > 1 ? fmt::format(" and in {} more gaps", holes.size() - 1) : "",
                  name_of(driving.column)));
}

void TwinTime::weigh(TwinZone& zone) {
  std::set<std::string> acting{zone.id};
  std::vector<std::string> waiting{zone.id};
  while (!waiting.empty()) {
    const std::string id = waiting.back();
    waiting.pop_back();
    for (const Connection& connection : problem_.model.connections()) {
      if (connection.to.component != id) continue;
      if (acting.insert(connection.from.component).second) {
        waiting.push_back(connection.from.component);
      }
    }
  }
  const Stretch whole{problem_.start, problem_.end};
  for (const Driving& driving : driving_) {
    if (!driving.known || !acting.contains(driving.component)) continue;
    for (const Stretch& hole : driving.known->holes) {
      const Duration recovery = std::min(length(hole), kLongestRecovery);
      const Stretch excluded = both({hole.start, hole.end + recovery}, whole);
      if (length(excluded) == Duration{}) continue;
      zone.excluded.push_back(excluded);
      report_hole(driving);
    }
  }
  zone.excluded = united(std::move(zone.excluded));
  Evidence learned, kept_back;
  const RawSeries& raw = *thermometers_.at(zone.id).raw;
  for (std::size_t i = 0; i < raw.times.size(); ++i) {
    const Instant time = raw.times[i];
    if (!std::isfinite(raw.values[i]) || time < problem_.start + warmup_ || time > problem_.end) {
      continue;
    }
    const bool out = std::any_of(
        zone.excluded.begin(), zone.excluded.end(),
        [time](const Stretch& stretch) { return time >= stretch.start && time <= stretch.end; });
    if (!out) (time <= problem_.learned_until ? learned : kept_back).add(time);
  }
  zone.days_learned = learned.days();
  zone.days_kept_back = kept_back.days();
  zone.fitted = zone.days_learned >= kDaysToFit;
  const bool enough = zone.days_learned >= kDaysToLearn && zone.days_kept_back >= kDaysToJudge &&
                      kept_back.hours.size() >= kHoursToJudge;
  if (enough) return;
  zone.doubts.push_back(fmt::format("{:.3g} d calibration, {:.3g} d validation", zone.days_learned,
                                    zone.days_kept_back));
  const std::string consequence =
      zone.fitted
          ? fmt::format("it is not validated (required: {:g} and {:g} days, {} hours)",
                        kDaysToLearn, kDaysToJudge, kHoursToJudge)
          : fmt::format("it is not calibrated (required: {:g} days in the calibration period)",
                        kDaysToFit);
  problem_.notes.warning(
      "twin.short_series", {},
      fmt::format("'{}' has values on {:.3g} days of the calibration period and on {:.3g} days of "
                  "the validation period, in {} hours; {}: use a longer series without gaps",
                  zone.id, zone.days_learned, zone.days_kept_back, kept_back.hours.size(),
                  consequence));
}

void TwinTime::bridge_holes() {
  for (const Driving& driving : driving_) {
    if (!driving.known || driving.known->holes.empty()) continue;
    Duration longest{};
    for (const Stretch& hole : driving.known->holes) longest = std::max(longest, length(hole));
    for (auto& [member, setting] : problem_.model.component(driving.component).config) {
      auto* spec = std::get_if<SeriesSpec>(&setting);
      auto* column = spec == nullptr ? nullptr : std::get_if<FileColumn>(&spec->source);
      if (column == nullptr || !(*column == driving.column) || column->max_gap) continue;
      column->max_gap = seconds(longest);
    }
  }
}

void TwinTime::take_between_stamps(SimulationModel& model) {
  for (auto& [output, measurement] : model.measurements) {
    FileColumn& column = measurement.column;
    if (column.resample || !files_.find(column.file)) continue;
    const auto raw = read(column, measurement.where);
    long at_rows = 0, values = 0;
    for (std::size_t i = 0; i < raw->times.size(); ++i) {
      const Instant time = raw->times[i];
      if (!std::isfinite(raw->values[i]) || time < problem_.start || time > problem_.end) continue;
      ++values;
      if ((time - problem_.start) % problem_.step == Duration{}) ++at_rows;
    }
    if (2 * at_rows >= values) continue;
    column.resample = Resample::Linear;
    column.max_gap = 1.5 * seconds(raw->interval);  // a missing value remains missing
  }
}

std::optional<double> TwinTime::first_value(const std::string& zone) const {
  const auto found = thermometers_.find(zone);
  if (found == thermometers_.end()) return std::nullopt;
  const RawSeries& raw = *found->second.raw;
  const Measurement& measurement = model_.measurements.at(zone + "." + kZoneTemperature);
  const Conversion to_celsius =
      file_conversion(measurement.column, raw.header_unit, unit::degC, measurement.where);
  std::vector<double> early;
  for (std::size_t i = 0; i < raw.times.size(); ++i) {
    if (raw.times[i] < problem_.start || !std::isfinite(raw.values[i])) continue;
    if (!early.empty() && raw.times[i] > problem_.start + kFirst) break;
    early.push_back(to_celsius.factor * raw.values[i] + to_celsius.shift);
  }
  if (early.empty()) return std::nullopt;
  const auto middle = early.begin() + static_cast<std::ptrdiff_t>(early.size() / 2);
  std::nth_element(early.begin(), middle, early.end());
  return *middle;
}

}  // namespace hearth
