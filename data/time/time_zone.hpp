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

/// Local (civil) time: what a wall clock and a calendar show, without a zone.
using LocalTime = std::chrono::local_time<Duration>;

/// A span of time [begin, end) with one offset from UTC.
struct OffsetSpan {
  Instant begin{};
  Instant end{};
  Duration offset{};
};

/// The instants that a local time can mean when clocks are put forward or back.
struct LocalMeaning {
  enum class Kind {
    Unique,
    Ambiguous,    ///< in the hour that is repeated: `first` and `second`
    Nonexistent,  ///< in the hour that is skipped: both are the instant of the change
  };
  Kind kind = Kind::Unique;
  Instant first{};
  Instant second{};
};

/// A time zone: an IANA name (system tzdata) or a fixed offset from UTC. A value; UTC by default.
///
/// The system's zones contain daylight saving up to `horizon()`; later instants have standard time.
class Zone {
 public:
  Zone() = default;
  /// Takes `Europe/Copenhagen`, `UTC`, `Z`, `+01:00` or `UTC+01:00`; throws `data.zone_unknown`.
  explicit Zone(std::string_view name, const Where& where = {});
  /// Returns the zone that is always `offset` ahead of UTC.
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
  /// Returns the instant of a local time: the first of two, or the change if the time is skipped.
  Instant instant(LocalTime local) const { return meaning(local).first; }

 private:
  std::string name_ = "UTC";
  const ZoneData* zone_ = nullptr;  // lives as long as the process
  Duration fixed_offset_{};
};

/// From now on, zones that were not read before are searched in this folder of TZif files instead
/// of the system's (`/usr/share/zoneinfo`).
void set_zone_folder(const std::filesystem::path& folder);

/// Returns the zones that were read so far, each with its file; fixed offsets are not included.
std::map<std::string, std::filesystem::path> zones_in_use();

/// Returns the civil midnight at or before `local`.
LocalTime midnight(LocalTime local);

/// Returns 0 for Monday ... 6 for Sunday.
int weekday(LocalTime local);

/// Reads `+01:00`, `-0530`, `+01` or `Z`.
std::optional<Duration> parse_offset(std::string_view text);

/// Writes `+01:00`.
std::string format_offset(Duration offset);

}  // namespace hearth
