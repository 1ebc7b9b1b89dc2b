// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

/// A time stamp as it is written.
struct TimeStamp {
  LocalTime local{};
  std::optional<Duration> offset;  ///< none: a zone must be declared

  /// Returns the instant of a stamp with an offset.
  Instant instant() const { return Instant{local.time_since_epoch() - offset.value()}; }
};

/// Reads ISO 8601 (`2023-11-27`, `2023-11-27T00:20`, `2023-11-27 00:20:00.250+01:00`, `...Z`) and
/// EnergyPlus' `MM/DD  HH:MM:SS`, which needs a year. 24:00 is the next midnight; fractions are
/// rounded to milliseconds.
std::optional<TimeStamp> parse_time(std::string_view text, std::optional<int> year = {});

/// The last year that a stamp of four digits can have.
inline constexpr int kLastYear = 9999;

/// Returns whether an instant is in the years 1 to `kLastYear`, so that it can be written.
bool in_calendar(Instant instant);

/// Returns whether `text` is a stamp without a year (`MM/DD ...`).
bool lacks_year(std::string_view text);

/// Reads the instant of one stamp; without an offset it is local time of `zone`. Throws
/// `data.time_invalid`,
/// `data.naive_time`, `data.time_nonexistent` or `data.time_ambiguous`.
Instant read_instant(std::string_view text, const std::optional<Zone>& zone, const Where& where);

/// Writes `2023-11-27T00:20:00+01:00`; milliseconds only if they are not zero.
std::string format_time(Instant instant, const Zone& zone);

/// Reads an ISO 8601 duration of weeks, days, hours, minutes and seconds (`PT6H40M`, `P4DT20M`), a
/// number with a unit of time (`20min`) or plain seconds (`1200`); nothing for months, years,
/// negative values or parts of a millisecond.
std::optional<Duration> parse_duration(std::string_view text);

/// Returns `seconds` as a duration if it is finite and a whole number of milliseconds.
std::optional<Duration> whole_milliseconds(double seconds);

/// Writes a duration for readers: `4 d 20 min`.
std::string describe(Duration duration);

}  // namespace hearth
