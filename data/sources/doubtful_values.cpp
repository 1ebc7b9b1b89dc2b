// SPDX-License-Identifier: MIT
#include "hearth/data/sources/doubtful_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/internal/sun.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

// Numbers by which loggers and building management systems mark a missing value.
constexpr std::array kSentinels = {-99.0,   -99.9,    -999.0,   -999.9,  -9999.0,
                                   -9999.9, -99999.0, 999.0,    999.9,   9999.0,
                                   9999.9,  99999.0,  -32768.0, 32767.0, 65535.0};

/// Returns the range that a unit permits, with tolerances for sensors with small errors.
std::optional<std::pair<double, double>> permitted(const Unit& unit) {
  const auto in_unit = [&unit](double low, double high, const Unit& of) {
    return std::make_pair(convert(low, of, unit), convert(high, of, unit));
  };
  if (unit.bare || unit.any != 0) return std::nullopt;
  if (unit.point) return in_unit(-100.0, 1500.0, unit::degC);
  if (unit == unit::percent) return in_unit(-1.0, 101.0, unit::percent);
  if (unit == unit::ppm) return in_unit(0.0, 1e6, unit::ppm);
  return std::nullopt;
}

/// Returns whether a name contains one of some words, in capital or small letters.
bool contains_any(std::string_view name, std::initializer_list<const char*> words) {
  const std::string text = lower_case(name);
  return std::any_of(words.begin(), words.end(),
                     [&text](const char* word) { return text.find(word) != std::string::npos; });
}

/// Returns whether a name is that of the temperature of outdoor air.
bool is_outdoor_air(std::string_view name) {
  return contains_any(name, {"outdoor", "outside", "ambient", "dry_bulb", "drybulb", "dry bulb"}) &&
         contains_any(name, {"temp"});
}

/// Checks the values of one column.
class ValueJudge {
 public:
  ValueJudge(const JudgedValues& column, const FlatRule& rule) : column_(column), rule_(rule) {}

  Diagnostics judge() {
    find_sentinels();
    find_range();
    if (!column_.rests) find_stuck();
    return std::move(found_);
  }

 private:
  bool is_sentinel(double value) const {
    return std::find(sentinels_.begin(), sentinels_.end(), value) != sentinels_.end();
  }

  void warn(const char* code, std::string message) {
    found_.warning(code, column_.where, "column '" + column_.name + "': " + std::move(message));
  }

  std::string first_time(double value) const {
    for (std::size_t i = 0; i < column_.values.size(); ++i) {
      if (column_.values[i] == value) return format_time(column_.times[i], Zone());
    }
    return "";
  }

  /// Returns whether only constant values can be found.
  bool ordinary() const {
    return std::none_of(column_.values.begin(), column_.values.end(), [](double value) {
      return std::find(kSentinels.begin(), kSentinels.end(), value) != kSentinels.end();
    });
  }

  void find_sentinels() {
    if (column_.rests && ordinary()) return;
    std::map<double, long> counts;
    for (const double value : column_.values) {
      if (!std::isnan(value)) ++counts[value];
    }
    std::map<double, long> others = counts;
    for (const double value : kSentinels) others.erase(value);
    if (others.empty()) return;
    low_ = others.begin()->first;
    high_ = others.rbegin()->first;
    // Far from the others: by more than their range, and by more than a tenth of their magnitude.
    const double apart = std::max(high_ - low_, 0.1 * std::max(std::abs(low_), std::abs(high_)));
    for (const double value : kSentinels) {
      const auto at = counts.find(value);
      if (at == counts.end()) continue;
      if (value >= low_ - apart && value <= high_ + apart) {
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
        continue;
      }
      sentinels_.push_back(value);
      warn("data.value_sentinel",
           fmt::format("{} {} (the first at {}), which probably {} a missing value: leave "
                       "the cell empty, or add \"missing\": [{}]",
                       at->second == 1 ? "a value is" : fmt::format("{} values are", at->second),
                       value, first_time(value), at->second == 1 ? "marks" : "mark", value));
    }
  }

  void find_range() {
    auto range = column_.unit ? permitted(*column_.unit) : std::nullopt;
    const auto is = [this](bool (&kind)(std::string_view)) {
      return kind(column_.name) || kind(column_.where.port);
    };
    if (column_.unit && column_.unit->compatible(unit::W_per_m2) && is(is_sunlight)) {
      // Pyranometers show down to -20 W/m2 at night; clouds reflect up to 1800 W/m2 (Gueymard,
      // Solar Energy 153 (2017) 755).
      range = {convert(-20.0, unit::W_per_m2, *column_.unit),
               convert(1800.0, unit::W_per_m2, *column_.unit)};
    }
    if (column_.unit && column_.unit->point && is(is_outdoor_air)) {
      // Records of the World Meteorological Organization: -89.2 and 56.7 degC; sensors in the sun
      // show more.
      range = {convert(-90.0, unit::degC, *column_.unit), convert(65.0, unit::degC, *column_.unit)};
    }
    if (!range) return;
    long beyond = 0;
    std::optional<double> first;
    for (const double value : column_.values) {
      if (std::isnan(value) || is_sentinel(value)) continue;
      if (value >= range->first && value <= range->second) continue;
      ++beyond;
      if (!first) first = value;
    }
    if (beyond == 0) return;
    warn(
        "data.value_range",
        fmt::format("{} outside {:.6g} to {:.6g} {} (the first is {} at {}): check the unit and "
                    "the sensor",
                    beyond == 1 ? "a value is" : fmt::format("{} values are", beyond), range->first,
                    range->second, column_.unit->symbol, *first, first_time(*first)));
  }

  // A constant value at an end of the range means rest or saturation: an empty room, an open valve.
  void find_stuck() {
    std::vector<FlatSpan> flat = flat_spans(column_.times, column_.values, rule_);
    std::erase_if(flat, [this](const FlatSpan& span) {
      return is_sentinel(span.value) || span.value == 0.0 || span.value <= low_ ||
             span.value >= high_;
    });
    if (flat.empty()) return;
    const FlatSpan& first = flat.front();
    warn("data.value_stuck",
         fmt::format("stays at {} from {} to {}{}: check the sensor and the logger", first.value,
                     format_time(first.from, Zone()), format_time(first.to, Zone()),
                     flat.size() > 1
                         ? fmt::format(", and {} more times at a constant value", flat.size() - 1)
                         : ""));
  }

  const JudgedValues& column_;
  const FlatRule& rule_;
  Diagnostics found_;
  std::vector<double> sentinels_;
  double low_ = 0.0, high_ = 0.0;  // of values that are not sentinels
};

constexpr double kLight = 20.0;  // W/m2, less than diffuse radiation under the darkest clouds

/// Distinguishes light from darkness in a column of radiation.
class LightTest {
 public:
  LightTest(const RawSeries& raw, const FileColumn& column) {
    const std::optional<Unit> own = column.unit ? column.unit : raw.header_unit;
    if (own && own->compatible(unit::W_per_m2)) unit_ = *own;
  }
  bool operator()(double value) const { return convert(value, unit_, unit::W_per_m2) > kLight; }

 private:
  Unit unit_ = unit::W_per_m2;
};

std::string name_of(const FileColumn& column) {
  const auto* name = std::get_if<std::string>(&column.column);
  return name ? *name : std::to_string(std::get<int>(column.column));
}

}  // namespace

std::vector<FlatSpan> flat_spans(const std::vector<Instant>& times,
                                 const std::vector<double>& values, const FlatRule& rule) {
  std::vector<FlatSpan> spans;
  FlatSpan span;
  const auto close = [&] {
    if (span.to - span.from >= rule.after && span.count >= rule.count) spans.push_back(span);
  };
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (span.count > 0 && values[i] == span.value) {
      span.to = times[i];
      ++span.count;
      continue;
    }
    close();
    span = {times[i], times[i], values[i], 1};
  }
  close();
  return spans;
}

Diagnostics unlikely_values(const JudgedValues& column, const FlatRule& rule) {
  return ValueJudge(column, rule).judge();
}

void warn_of_unit(const std::string& unknown, const FileColumn& column,
                  const std::optional<Unit>& unit, const Where& where, Diagnostics& diagnostics) {
  const bool has_unit = unit && unit->any == 0 && !unit->bare;
  if (column.unit || unknown.empty() || unknown == unit::any.symbol || !has_unit) return;
  diagnostics.warning(
      "data.unit_unknown", where,
      fmt::format("unknown unit '{}' of column '{}'{}; its numbers are read in {}: correct the "
                  "header, or set \"unit\", and also \"scale\" if they are in another unit",
                  unknown, name_of(column), did_you_mean(unknown, unit_symbols()), unit->symbol));
}

void warn_of_column(const RawSeries& raw, const FileColumn& column, const ColumnUse& use,
                    Diagnostics& diagnostics) {
  warn_of_unit(raw.unknown_unit, column, use.unit, use.where, diagnostics);
  const auto begin = std::lower_bound(raw.times.begin(), raw.times.end(), use.from);
  const auto end = std::upper_bound(begin, raw.times.end(), use.to);
  const std::vector<Instant> times(begin, end);
  const std::vector<double> values(raw.values.begin() + (begin - raw.times.begin()),
                                   raw.values.begin() + (end - raw.times.begin()));
  const std::optional<Unit> own = column.unit ? column.unit : raw.header_unit;
  diagnostics.append(unlikely_values({.name = name_of(column),
                                      .times = times,
                                      .values = values,
                                      .unit = own ? own : use.unit,
                                      .where = use.where,
                                      .rests = true}));
}

bool is_sunlight(std::string_view name) {
  return contains_any(name, {"irradia", "radiation", "ghi", "dni", "dhi", "insolation"}) &&
         !contains_any(name, {"infrared", "longwave", "long_wave", "terrestrial", "sky", "angle",
                              "zenith", "azimuth", "net"});
}

bool is_direct_sunlight(std::string_view name) {
  return contains_any(name, {"direct", "beam", "dni"});
}

Diagnostics sunlight_at_night(const RawSeries& raw, const FileColumn& column,
                              const Location& location, const Where& where) {
  constexpr double kNight = 94.0;  // deg, zenith angle
  constexpr std::size_t kLooks = 2000;
  Diagnostics found;
  const LightTest is_lit(raw, column);
  std::vector<std::size_t> lit;
  for (std::size_t i = 0; i < raw.values.size(); ++i) {
    if (is_lit(raw.values[i])) lit.push_back(i);
  }
  const Stamp stamp = rules_of_file(column, raw).stamp.value_or(Stamp::Instant);
  const Duration middle = stamp == Stamp::MeanBefore  ? -raw.interval / 2
                          : stamp == Stamp::MeanAfter ? raw.interval / 2
                                                      : Duration{};
  const Observer observer{.latitude = location.latitude, .longitude = location.longitude};
  const std::size_t stride = lit.size() / kLooks + 1;
  std::size_t looks = 0, dark = 0;
  std::optional<Instant> first;
  for (std::size_t k = 0; k < lit.size(); k += stride) {
    ++looks;
    const Instant time = raw.times[lit[k]];
    if (sun_position(time + middle, observer).zenith <= kNight) continue;
    ++dark;
    if (!first) first = time;
  }
  if (dark < 3 || static_cast<double>(dark) <= 0.02 * static_cast<double>(looks)) return found;
  found.warning(
      "data.sun_disagrees", where,
      fmt::format(
          "column '{}': {:.0f} % of the values above {} W/m2 (the first at {}) were measured at "
          "night according to the position of the sun at {} N {} E: correct the place, the time "
          "zone of the stamps, or \"stamp\" if the values are means over intervals",
          name_of(column), 100.0 * static_cast<double>(dark) / static_cast<double>(looks), kLight,
          format_time(*first, Zone()), location.latitude, location.longitude));
  return found;
}

Diagnostics no_sun_by_day(const RawSeries& raw, const FileColumn& column,
                          const std::optional<Location>& location, const Where& where) {
  constexpr double kHigh = 60.0;  // deg, zenith angle
  constexpr std::size_t kDays = 3, kDaysAnywhere = 5, kLooks = 2000;
  Diagnostics found;
  if (std::any_of(raw.values.begin(), raw.values.end(), LightTest(raw, column))) return found;
  const std::size_t stride = raw.values.size() / kLooks + 1;
  std::size_t looks = 0;
  std::set<std::chrono::sys_days> days;
  for (std::size_t i = 0; i < raw.values.size(); i += stride) {
    if (std::isnan(raw.values[i])) continue;
    if (location) {
      const Observer observer{.latitude = location->latitude, .longitude = location->longitude};
      if (sun_position(raw.times[i], observer).zenith > kHigh) continue;
    }
    ++looks;
    days.insert(std::chrono::floor<std::chrono::days>(raw.times[i]));
  }
  if (days.size() < (location ? kDays : kDaysAnywhere)) return found;
  // A column of zeros is intended, for example in an example without sun.
  const auto shines = [](double value) { return value > 0.0; };
  if (!location && std::none_of(raw.values.begin(), raw.values.end(), shines)) return found;
  const std::string when =
      location ? fmt::format(
                     "although the sun is higher than {} degrees at {} of its times at {} "
                     "N {} E",
                     90.0 - kHigh, looks, location->latitude, location->longitude)
               : fmt::format("on {} days", days.size());
  found.warning("data.no_sun", where,
                fmt::format("column '{}': never above {} W/m2, {}: check the unit and the "
                            "sensor",
                            name_of(column), kLight, when));
  return found;
}

bool far_apart(const KnownPlace& a, const KnownPlace& b) {
  constexpr double kFar = 2.0, kFarEast = 5.0;  // degrees
  const auto apart = [](const std::optional<double>& x, const std::optional<double>& y) {
    return x && y ? std::abs(*x - *y) : 0.0;
  };
  const double east = apart(a.longitude, b.longitude);
  return apart(a.latitude, b.latitude) > kFar || std::min(east, 360.0 - east) > kFarEast;
}

void check_longitude(double longitude, const Zone& zone, Instant when, const Where& where) {
  constexpr double kFurthest = 3.4;  // h
  const auto year = std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(when)).year();
  const auto offset = [&](const std::chrono::month& month) {
    return seconds(zone.offset(Instant(std::chrono::sys_days(year / month / 1)))) / 3600.0;
  };
  const double standard = std::min(offset(std::chrono::January), offset(std::chrono::July));
  const double apart = std::remainder(standard - longitude / 15.0, 24.0);
  if (std::abs(apart) <= kFurthest) return;
  throw InputError(
      "data.site_contradicts", where,
      fmt::format("a longitude of {} degrees east and the time zone {} contradict each other: noon "
                  "by the clock is {:.1f} h from noon by the sun; correct one of them in \"site\" "
                  "or in the weather file (west is negative)",
                  longitude, zone.name(), std::abs(apart)));
}

}  // namespace hearth
