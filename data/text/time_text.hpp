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
  std::optional<Duration> offset;  ///< not set: the stamp has none and needs a zone

  /// Returns the instant of a stamp with an offset.
  Instant instant() const { return Instant{local.time_since_epoch() - offset.value()}; }
};

/// Reads a stamp of ISO 8601 (`2023-11-27`, `2023-11-27T00:20`, `2023-11-27 00:20:00.250+01:00`,
/// `...Z`) or of EnergyPlus (`MM/DD  HH:MM:SS`), which needs `year`. 24:00 is the next midnight.
/// Fractions of a second are rounded to milliseconds. Returns nothing for other texts.
std::optional<TimeStamp> parse_time(std::string_view text, std::optional<int> year = {});

/// Last year that a stamp can have, because years have four digits.
inline constexpr int kLastYear = 9999;

/// Returns whether an instant is in the years 1 to `kLastYear`, so that it can be written.
bool in_calendar(Instant instant);

/// Returns whether `text` is a stamp of EnergyPlus, which has no year (`MM/DD ...`).
bool lacks_year(std::string_view text);

/// Reads the instant of a stamp; without an offset it is local time of `zone`. Throws InputError
/// `data.time_invalid`, `data.naive_time`, `data.time_nonexistent` or `data.time_ambiguous`.
Instant read_instant(std::string_view text, const std::optional<Zone>& zone, const Where& where);

/// Returns an instant as `2023-11-27T00:20:00+01:00`, with milliseconds if they are not 0.
std::string format_time(Instant instant, const Zone& zone);

/// Reads a duration: ISO 8601 in weeks, days, hours, minutes and seconds (`PT6H40M`, `P4DT20M`), a
/// number with a unit of time (`20min`), or a number of seconds (`1200`). Returns nothing for
/// months and years, for negative values and for fractions of a millisecond.
std::optional<Duration> parse_duration(std::string_view text);

/// Returns `seconds` as a duration, or nothing if it is not finite or not a whole number of
/// milliseconds.
std::optional<Duration> whole_milliseconds(double seconds);

/// Returns a duration as text for readers: `4 d 20 min`.
std::string describe(Duration duration);

}  // namespace hearth
