// SPDX-License-Identifier: MIT
#include "hearth/data/results/row_ends.hpp"

#include <charconv>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

using std::chrono::days;
using std::chrono::local_days;

constexpr int kMostUnits = 10'000;  // days or months of an interval

/// Returns the largest multiple of `step` that is not above `count`.
long whole(long count, long step) {
  const long rest = count % step;
  return count - (rest < 0 ? rest + step : rest);
}

long month_number(local_days day) {
  const std::chrono::year_month_day date{day};
  return 12L * static_cast<int>(date.year()) + static_cast<long>(unsigned{date.month()}) - 1;
}

local_days first_of_month(long number) {
  const long year = number >= 0 ? number / 12 : (number - 11) / 12;
  const auto month = static_cast<unsigned>(number - 12 * year) + 1;
  return local_days{std::chrono::year{static_cast<int>(year)} / std::chrono::month{month} / 1};
}

local_days day_of(Instant instant, const Zone& zone) {
  return std::chrono::floor<days>(zone.local(instant));
}

std::string time_text(Duration time) {
  const auto milliseconds = time.count();
  if (milliseconds % 1000 != 0) {
    return fmt::format("PT{}S", static_cast<double>(milliseconds) / 1000.0);
  }
  const auto all = milliseconds / 1000;
  const auto hours = all / 3600, minutes = all / 60 % 60, rest = all % 60;
  std::string text = "PT";
  if (hours > 0) text += fmt::format("{}H", hours);
  if (minutes > 0) text += fmt::format("{}M", minutes);
  if (rest > 0) text += fmt::format("{}S", rest);
  return text;
}

}  // namespace

std::optional<Interval> parse_interval(std::string_view text) {
  if (text.size() >= 3 && text.front() == 'P' && text.find('T') == std::string_view::npos) {
    int count = 0;
    const char* last = text.data() + text.size() - 1;
    const auto [end, error] = std::from_chars(text.data() + 1, last, count);
    if (error == std::errc{} && end == last) {
      if (count <= 0 || count > kMostUnits) return std::nullopt;
      switch (*last) {
        case 'D':
          return Interval{.days = count};
        case 'W':
          return Interval{.days = 7 * count};
        case 'M':
          return Interval{.months = count};
        case 'Y':
          return Interval{.months = 12 * count};
        default:
          break;
      }
    }
  }
  const std::optional<Duration> time = parse_duration(text);
  if (!time || *time <= Duration{}) return std::nullopt;
  return Interval{.time = *time};
}

std::string interval_text(const Interval& interval) {
  if (interval.days > 0) return fmt::format("P{}D", interval.days);
  if (interval.months > 0) return fmt::format("P{}M", interval.months);
  return time_text(interval.time);
}

RowEnds row_ends(const Interval& interval, Instant origin, const Zone& zone) {
  if (interval.days > 0) {
    return [count = interval.days, base = day_of(origin, zone), zone](Instant from) {
      const long since = (day_of(from, zone) - base).count();
      return zone.instant(base + days(whole(since, count) + count));
    };
  }
  if (interval.months > 0) {
    return
        [count = interval.months, base = month_number(day_of(origin, zone)), zone](Instant from) {
          const long since = month_number(day_of(from, zone)) - base;
          return zone.instant(first_of_month(base + whole(since, count) + count));
        };
  }
  return [time = interval.time, origin](Instant from) {
    return origin + Duration(whole((from - origin).count(), time.count())) + time;
  };
}

void check_row_ends(const Interval& interval, const Period& period, Instant origin,
                    const Zone& zone, const Where& where) {
  const auto refuse = [&](const std::string& why) {
    throw InputError("simulation.every_off_grid", where,
                     fmt::format("rows of {} {} steps of {}; choose an interval of whole steps",
                                 interval_text(interval), why, describe(period.step)));
  };
  if (interval.time > Duration{}) {
    if (interval.time % period.step != Duration{}) refuse("cannot be made of");
    return;
  }
  const RowEnds ends = row_ends(interval, origin, zone);
  for (Instant end = ends(period.start); end < period.end; end = ends(end)) {
    if ((end - period.start) % period.step == Duration{}) continue;
    refuse(fmt::format("end at {}, which is between two", format_time(end, zone)));
  }
}

bool ends_at(const Interval& interval, Instant instant, Instant origin, const Zone& zone) {
  if (instant == origin) return true;
  return row_ends(interval, origin, zone)(instant - Duration(1)) == instant;
}

}  // namespace hearth
