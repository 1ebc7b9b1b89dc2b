// SPDX-License-Identifier: MIT
#include "hearth/data/sources/resolver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/series/internal/resample.hpp"
#include "hearth/data/sources/doubtful_values.hpp"
#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/time/internal/sun.hpp"
#include "hearth/data/time/internal/weekly_rules.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/model/number_check.hpp"

namespace hearth {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

Conversion checked_conversion(const Unit& from, const Unit& to, const Where& where) {
  if (from.compatible(to)) return conversion(from, to);
  throw InputError("data.unit_mismatch", where, "the series is " + unit_mismatch_words(from, to));
}

/// Returns whether `scale` and `offset` convert a number from the unit of the header to that of the
/// column. If the dimensions of the units differ, this is assumed.
bool scale_explains(const FileColumn& column, const Unit& header) {
  if (!column.scale && !column.offset) return false;
  if (!header.compatible(*column.unit)) return true;
  const Conversion units = conversion(header, *column.unit);
  const auto near = [](double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::max({1e-9, std::abs(a), std::abs(b)});
  };
  return near(units.factor, column.scale.value_or(1.0)) &&
         near(units.shift, column.offset.value_or(0.0));
}

Conversion spec_conversion(const SeriesResolver::Request& request) {
  if (!request.spec.unit || !request.target_unit) return {};
  return checked_conversion(*request.spec.unit, *request.target_unit, request.where);
}

// Messages about the content of a file name the file; component and member remain those of the
// series.
Where in_file(const Where& where, const std::string& file) {
  return {.file = file, .component = where.component, .port = where.port};
}

void check_rules(const WeeklyRules& rules, const Where& where) {
  for (const WeeklyRule& rule : rules.rules) {
    const int shortest = rules.end_inclusive ? 0 : 1;
    const bool in_day = rule.from_minute >= 0 && rule.to_minute <= 1440;
    if (in_day && rule.to_minute - rule.from_minute >= shortest) continue;
    throw InputError("data.rule_times", where,
                     fmt::format("a rule from minute {} to minute {} of the day never applies (for "
                                 "times over midnight, write two rules)",
                                 rule.from_minute, rule.to_minute));
  }
}

void check_points(const TimeTable& table, const Where& where) {
  bool fine = !table.times.empty() && table.times.size() == table.values.size();
  for (std::size_t k = 0; fine && k < table.times.size(); ++k) {
    fine = std::isfinite(table.times[k]) && std::isfinite(table.values[k]) &&
           (k == 0 || table.times[k] > table.times[k - 1]);
  }
  if (fine) return;
  throw InputError(
      "model.points_invalid", where,
      "expected as many times as values, at least one, all finite, and times in ascending order");
}

/// Throws InputError `model.out_of_range` for an impossible temperature.
void check_temperature(double value, const SeriesResolver::Request& request) {
  const std::optional<Unit>& unit = request.spec.unit ? request.spec.unit : request.target_unit;
  if (!unit || !below_absolute_zero(value, *unit)) return;
  throw InputError("model.out_of_range", request.where,
                   fmt::format("{} {} is below absolute zero; correct the temperature or its unit",
                               number_text(value), unit->symbol));
}

void warn_beyond_horizon(const Zone& zone, const Period& period, const Where& where,
                         Diagnostics& diagnostics) {
  if (zone.is_fixed() || period.end <= Zone::horizon()) return;
  diagnostics.warning("data.zone_horizon", where,
                      fmt::format("daylight saving in {} is not known after 2037; standard time "
                                  "is used",
                                  zone.name()));
}

/// Returns the offset of a zone without daylight saving, in the year of a period.
Duration standard_time(const Zone& zone, const Period& period) {
  const auto year =
      std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(period.start)).year();
  const auto at = [&](const std::chrono::month& month) {
    return zone.offset(Instant(std::chrono::sys_days(year / month / 1)));
  };
  return std::min(at(std::chrono::January), at(std::chrono::July));
}

}  // namespace

Diagnostics held_values(const std::vector<SeriesReport>& reports) {
  Diagnostics notes;
  for (const SeriesReport& report : reports) {
    if (report.held == 0) continue;
    notes.note(
        "data.held", {.file = report.file, .pointer = report.owner},
        fmt::format("in {} steps outside the data, the first or last value was used", report.held));
  }
  return notes;
}

Conversion file_conversion(const FileColumn& column, const std::optional<Unit>& header_unit,
                           const std::optional<Unit>& target, const Where& where) {
  const std::optional<Unit>& column_unit = column.unit;
  // Files write absolute temperatures in `K`.
  const bool is_kelvin = column_unit && header_unit && *header_unit == unit::K &&
                         column_unit->point && column_unit->scale == 1.0 &&
                         column_unit->offset == 0.0;
  if (column_unit && header_unit && !(*column_unit == *header_unit) && !is_kelvin &&
      !scale_explains(column, *header_unit)) {
    throw InputError(
        "data.unit_mismatch", where,
        fmt::format("the series is in {}, the header of the file in {}: correct one of them{}",
                    column_unit->symbol, header_unit->symbol,
                    column.scale || column.offset ? ", or remove \"unit\", because \"scale\" and "
                                                    "\"offset\" do not convert between these units"
                                                  : ""));
  }
  if (!target) return {};
  if (column_unit) return checked_conversion(*column_unit, *target, where);
  // A port of any unit takes numbers without a unit; only a declared unit is checked.
  if (header_unit && target->any == 0) return checked_conversion(*header_unit, *target, where);
  return {};
}

Series DataResolver::resolve(const Request& request, SeriesReport& report,
                             Diagnostics& diagnostics) {
  report.owner = request.where.port.empty() ? request.where.component
                                            : request.where.component + "." + request.where.port;
  try {
    const auto& source = request.spec.source;
    if (const double* value = std::get_if<double>(&source)) return number(*value, request);
    if (const WeeklyRules* weekly = std::get_if<WeeklyRules>(&source)) {
      return rules(*weekly, request, report, diagnostics);
    }
    if (const FileColumn* column = std::get_if<FileColumn>(&source)) {
      if (request.files == nullptr) return file(*column, request, report, diagnostics);
      return file(with_file_rules(*column, *request.files), request, report, diagnostics);
    }
    if (const TimeTable* table = std::get_if<TimeTable>(&source)) {
      return points(*table, request, report);
    }
    return sun(std::get<SunAngle>(source), request, report);
  } catch (const InputError& error) {
    for (Diagnostic item : error.diagnostics().items()) {
      if (item.where.component.empty()) item.where.component = request.where.component;
      if (item.where.port.empty()) item.where.port = request.where.port;
      diagnostics.add(std::move(item));
    }
    return Series(kMissing);
  }
}

Series DataResolver::number(double value, const Request& request) const {
  check_temperature(value, request);
  return Series(converted(spec_conversion(request), value));
}

Series DataResolver::rules(const WeeklyRules& rules, const Request& request, SeriesReport& report,
                           Diagnostics& diagnostics) const {
  check_rules(rules, request.where);
  check_temperature(rules.otherwise, request);
  for (const WeeklyRule& rule : rules.rules) check_temperature(rule.value, request);
  const Conversion unit = spec_conversion(request);
  if (rules.rules.empty()) return Series(converted(unit, rules.otherwise));
  const std::string& name = request.timezone.empty() ? files_.options().timezone : request.timezone;
  if (name.empty()) {
    throw InputError(
        "data.zone_missing", request.where,
        "weekly rules need a time zone: set \"timezone\" of the site or --timezone ZONE");
  }
  const Zone zone(name, request.where);
  warn_beyond_horizon(zone, request.period, request.where, diagnostics);
  std::vector<Series::Point> points = weekly_points(rules, request.period, request.origin, zone);
  for (Series::Point& point : points) point.value = converted(unit, point.value);
  report.points = static_cast<long>(points.size());
  return Series(std::move(points), Series::Shape::Hold, request.spec.sample);
}

Series DataResolver::points(const TimeTable& table, const Request& request,
                            SeriesReport& report) const {
  check_points(table, request.where);
  for (const double value : table.values) check_temperature(value, request);
  const Conversion unit = spec_conversion(request);
  std::vector<Series::Point> points;
  for (std::size_t k = 0; k < table.times.size(); ++k) {
    points.push_back({table.times[k], converted(unit, table.values[k])});
  }
  report.points = static_cast<long>(points.size());
  return Series(std::move(points), table.shape, request.spec.sample);
}

Series DataResolver::sun(const SunAngle& angle, const Request& request,
                         SeriesReport& report) const {
  const auto latitude = angle.latitude ? angle.latitude : request.latitude;
  const auto longitude = angle.longitude ? angle.longitude : request.longitude;
  if (!latitude || !longitude) {
    throw InputError("data.site_missing", request.where,
                     "positions of the sun need \"latitude\" and \"longitude\": set them in the "
                     "series or under \"site\" of the model");
  }
  if (!angle.longitude) check_zone(request, "");
  const Period& period = request.period;
  std::vector<Series::Point> points;
  const auto given = Duration(std::llround(1000.0 * angle.interval));
  const Duration interval = given > Duration{} ? given : period.step;
  if (interval > Duration{}) {
    const std::int64_t count = (period.end - period.start) / interval;
    check_limit(WorkLimit::SunIntervals, count, request.where);
    points.reserve(static_cast<std::size_t>(count) + 2);
  }
  const Conversion unit = request.target_unit
                              ? checked_conversion(unit::deg, *request.target_unit, request.where)
                              : Conversion{};
  const Observer observer{.latitude = *latitude, .longitude = *longitude};
  for (Instant from = std::chrono::floor<std::chrono::hours>(period.start);
       from < period.end || points.empty(); from += interval) {
    if (from + interval <= period.start && interval > Duration{}) continue;
    const SunPosition sun = sun_position(from + interval / 2, observer);
    const bool zenith = angle.angle == SunAngle::Angle::Zenith;
    const double value = zenith ? sun.zenith : unbroken_azimuth(sun, observer.latitude);
    points.push_back({seconds(from - request.origin), converted(unit, value)});
  }
  report.points = static_cast<long>(points.size());
  return Series(std::move(points), Series::Shape::Hold, request.spec.sample);
}

/// Throws InputError `data.site_contradicts` if longitude and time zone of the site contradict each
/// other.
void DataResolver::check_zone(const Request& request, const std::string& file) const {
  if (!request.longitude || request.timezone.empty()) return;
  check_longitude(*request.longitude, Zone(request.timezone, request.where), request.period.start,
                  file.empty() ? request.where : in_file(request.where, file));
}

Instant DataResolver::start_of_year(Instant time, const std::string& timezone) const {
  const Zone zone = timezone.empty() ? Zone() : Zone(timezone);
  const Duration offset = zone.standard_offset(time);
  return utc_year(time + offset) - offset;
}

/// Throws InputError `data.weather_elsewhere` if a weather file was measured far from the site, and
/// `data.site_contradicts` if longitude and time zone contradict each other.
void DataResolver::check_place(const std::string& file, const Request& request) {
  const std::optional<Place> place = files_.place(file);
  if (!place) return;
  bool elsewhere =
      far_apart({place->latitude, place->longitude}, {request.latitude, request.longitude});
  std::string here, there = place->name.empty() ? "its place" : place->name;
  if (request.latitude && request.longitude) {
    here = fmt::format("{} N {} E", *request.latitude, *request.longitude);
  }
  if (place->latitude && place->longitude) {
    there += fmt::format(", {} N {} E", *place->latitude, *place->longitude);
  }
  if (!place->timezone.empty() && !request.timezone.empty()) {
    const Duration late = standard_time(Zone(request.timezone, request.where), request.period) -
                          Zone(place->timezone, request.where).offset(request.period.start);
    elsewhere = elsewhere || std::chrono::abs(late) >= kClocksApart;
    here += (here.empty() ? "" : " in ") + request.timezone;
    there += ", UTC" + place->timezone;
  }
  if (!elsewhere) return check_zone(request, place->file);
  throw InputError(
      "data.weather_elsewhere", in_file(request.where, place->file),
      fmt::format("the weather file is for {}; the site of the model is at {}: correct "
                  "\"site\", or remove it to use the place of the file",
                  there, here));
}

/// Adds warnings about values that contradict their unit or the sun at the site.
void DataResolver::warn_of_file(const RawSeries& raw, const FileColumn& column,
                                const Request& request, const Where& where,
                                Diagnostics& diagnostics) {
  const auto* name = std::get_if<std::string>(&column.column);
  const bool named = name != nullptr && is_sunlight(*name);
  const std::optional<Unit> unit = column.unit ? column.unit : raw.header_unit;
  const bool power = !unit || unit->compatible(unit::W_per_m2);
  if ((named || is_sunlight(request.where.port)) && power) {
    std::optional<Location> location;
    if (request.latitude && request.longitude) location = {*request.latitude, *request.longitude};
    if (location) diagnostics.append(sunlight_at_night(raw, column, *location, where));
    const bool beam =
        is_direct_sunlight(request.where.port) || (name != nullptr && is_direct_sunlight(*name));
    if (!beam) diagnostics.append(no_sun_by_day(raw, column, location, where));
  }
  if (files_.place(column.file)) return;  // weather files have their own marks of missing values
  warn_of_column(
      raw, column,
      {request.target_unit, request.period.start - raw.interval, request.period.end, where},
      diagnostics);
}

Series DataResolver::file(const FileColumn& column, const Request& request, SeriesReport& report,
                          Diagnostics& diagnostics) {
  const auto path = files_.find(column.file);
  if (!path) throw files_.missing_file(column.file, request.where);
  report.file = path->string();
  const Where where = in_file(request.where, path->string());
  const auto absent = files_.lacks(*path, column, diagnostics);
  if (column.missing_column && absent) {
    diagnostics.warning(
        column.missing_code.empty() ? "data.column_constant" : column.missing_code, where,
        fmt::format("{}; the constant {} is used", absent->diagnostics().items()[0].message,
                    *column.missing_column));
    const Conversion unit = file_conversion(column, {}, request.target_unit, where);
    return Series(converted(unit, *column.missing_column));
  }
  check_place(column.file, request);
  const SeriesNeed need{.site = {.latitude = request.latitude,
                                 .longitude = request.longitude,
                                 .timezone = request.timezone},
                        .from = request.period.start,
                        .to = request.period.end};
  const auto kept = files_.series(*path, column, need, diagnostics);
  const RawSeries& raw = *kept;
  warn_of_file(raw, column, request, where, diagnostics);
  const FileColumn rules = rules_of_file(column, raw);
  const std::string& zone = request.timezone.empty() ? files_.options().timezone : request.timezone;
  const ResampleTask task{
      .column = rules,
      .period = request.period,
      .origin = request.origin,
      .sample = request.spec.sample,
      .conversion = file_conversion(column, raw.header_unit, request.target_unit, where),
      .zone = zone.empty() ? Zone() : Zone(zone, request.where),
      .where = where};
  return resample(raw, task, report, diagnostics);
}

}  // namespace hearth
