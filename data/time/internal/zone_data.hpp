// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// A time span [begin, end) in which a zone has one offset from UTC, in whole seconds.
struct ZoneSpan {
  std::chrono::sys_seconds begin, end;
  std::chrono::seconds offset;
  bool saving = false;  ///< whether it is daylight saving time
};

/// Content of a TZif file (RFC 8536): the times at which the offset of a zone from UTC changes.
class ZoneData {
 public:
  /// Reads the 64-bit part of a TZif file. Returns nothing if the bytes are not a TZif file of
  /// version 2 or later. The rule at its end, for times after the last change, is not used: a file
  /// must contain all changes until 2037.
  static std::optional<ZoneData> read(std::string_view bytes);

  /// Returns the span that contains an instant.
  const ZoneSpan& span(std::chrono::sys_seconds instant) const;
  /// Returns the position of the last span that has begun at a local time, according to the offset
  /// of the span.
  std::size_t begun_at(std::chrono::seconds local) const;
  const std::vector<ZoneSpan>& spans() const { return spans_; }

 private:
  std::vector<ZoneSpan> spans_;  // ascending, without gaps, at least one
};

/// Returns a zone from the folder of zones, which is read once per process; null if it does not
/// exist. Several threads may call it.
const ZoneData* find_zone(std::string_view name);

/// Returns the names of all zones in the folder of zones, sorted.
std::vector<std::string> zone_names();

}  // namespace hearth
