// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

class ZoneData;

/// Local (civil) time: date and time of a wall clock, without a time zone.
using LocalTime = std::chrono::local_time<Duration>;

/// A span of time [begin, end) in which a zone has one offset from UTC.
struct OffsetSpan {
  Instant begin{};
  Instant end{};
  Duration offset{};
};

/// The instant, or two instants, that a local time can mean.
struct LocalMeaning {
  enum class Kind {
    Unique,
    Ambiguous,    ///< in an hour that is repeated: `first` and `second` differ
    Nonexistent,  ///< in an hour that is skipped: both are the instant of the change
  };
  Kind kind = Kind::Unique;
  Instant first{};
  Instant second{};
};

/// A time zone: a zone of the time zone database with an IANA name, or a fixed offset from UTC. It
/// is a value; the default is UTC.
///
/// The zones of the database contain daylight saving time until `horizon()`; later instants have
/// standard time.
class Zone {
 public:
  Zone() = default;
  /// Makes a zone from a name such as `Europe/Copenhagen`, `UTC`, `Z`, `+01:00` or `UTC+01:00`;
  /// throws InputError `data.zone_unknown`.
  explicit Zone(std::string_view name, const Where& where = {});
  /// Returns the zone whose local time is always `offset` ahead of UTC.
  static Zone fixed(Duration offset);
  /// Returns the end of the daylight saving rules in the zone database.
  static Instant horizon();

  const std::string& name() const { return name_; }
  /// Returns whether the offset never changes.
  bool is_fixed() const { return zone_ == nullptr; }

  OffsetSpan span(Instant instant) const;
  Duration offset(Instant instant) const { return span(instant).offset; }
  /// Returns the offset without daylight saving.
  Duration standard_offset(Instant instant) const;
  LocalTime local(Instant instant) const;
  LocalMeaning meaning(LocalTime local) const;
  /// Returns the instant of a local time. If the time is ambiguous, this is the first of the two
  /// instants; if it does not exist, the instant of the change.
  Instant instant(LocalTime local) const { return meaning(local).first; }

 private:
  std::string name_ = "UTC";
  const ZoneData* zone_ = nullptr;  // lives as long as the process
  Duration fixed_offset_{};
};

/// Sets the folder with TZif files in which zones are searched instead of the folder of the system
/// (`/usr/share/zoneinfo`). Zones that were read before do not change.
void set_zone_folder(const std::filesystem::path& folder);

/// Returns the zones that this process has read, each with its file; fixed offsets are not
/// included.
std::map<std::string, std::filesystem::path> zones_in_use();

/// Returns the last midnight of local time that is not after `local`.
LocalTime midnight(LocalTime local);

/// Returns the day of the week: 0 for Monday ... 6 for Sunday.
int weekday(LocalTime local);

/// Reads an offset: `+01:00`, `-0530`, `+01` or `Z`.
std::optional<Duration> parse_offset(std::string_view text);

/// Returns an offset as `+01:00`.
std::string format_offset(Duration offset);

}  // namespace hearth
