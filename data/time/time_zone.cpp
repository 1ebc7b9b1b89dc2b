// SPDX-License-Identifier: MIT
#include "hearth/data/time/time_zone.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/time/internal/zone_data.hpp"

namespace hearth {
namespace {

using std::chrono::duration_cast;
using std::chrono::floor;
using std::chrono::sys_days;
using std::chrono::year;

// Four-digit years, and a day inside them so that local times have four-digit years too.
const Instant kEarliest = sys_days(year(1) / 1 / 2);
const Instant kLatest = sys_days(year(9999) / 12 / 30);

// Zones extend without end in seconds; in milliseconds that would overflow.
Instant clamped(std::chrono::sys_seconds time) {
  const auto earliest = floor<std::chrono::seconds>(kEarliest);
  const auto latest = floor<std::chrono::seconds>(kLatest);
  return std::clamp(time, earliest, latest);
}

const ZoneData* locate(std::string_view name, const Where& where) {
  if (const ZoneData* zone = find_zone(name)) return zone;
  const std::vector<std::string> names = zone_names();
  if (names.empty()) {
    throw InputError("data.zone_database", where,
                     "the system's time zone database cannot be read; install the package tzdata");
  }
  throw InputError("data.zone_unknown", where,
                   fmt::format("no time zone '{}' (expected an IANA name such as "
                               "'Europe/Copenhagen' or an offset such as '+01:00'){}",
                               name, did_you_mean(name, names)));
}

}  // namespace

std::optional<Duration> parse_offset(std::string_view text) {
  if (text == "Z" || text == "z") return Duration{};
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  std::string digits;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == ':' && i == 3 && text.size() == 6) continue;
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    digits += text[i];
  }
  if (digits.size() != 2 && digits.size() != 4) return std::nullopt;
  const auto two = [&digits](std::size_t at) {
    return (digits[at] - '0') * 10 + (digits[at + 1] - '0');
  };
  const int hours = two(0);
  const int minutes = digits.size() == 4 ? two(2) : 0;
  if (hours > 18 || minutes > 59) return std::nullopt;
  const Duration offset = std::chrono::hours(hours) + std::chrono::minutes(minutes);
  return text[0] == '-' ? -offset : offset;
}

std::string format_offset(Duration offset) {
  const auto minutes = duration_cast<std::chrono::minutes>(offset).count();
  const auto size = minutes < 0 ? -minutes : minutes;
  // Each row of results has a stamp: see format_time.
  std::string text = minutes < 0 ? "-00:00" : "+00:00";
  text[1] = static_cast<char>('0' + size / 600 % 10);
  text[2] = static_cast<char>('0' + size / 60 % 10);
  text[4] = static_cast<char>('0' + size % 60 / 10);
  text[5] = static_cast<char>('0' + size % 10);
  return text;
}

Zone::Zone(std::string_view name, const Where& where) {
  if (name == "UTC" || name == "Z") return;
  const bool prefixed = name.substr(0, 3) == "UTC";
  if (const auto offset = parse_offset(prefixed ? name.substr(3) : name)) {
    *this = fixed(*offset);
    return;
  }
  zone_ = locate(name, where);
  name_ = name;
}

Zone Zone::fixed(Duration offset) {
  Zone zone;
  zone.fixed_offset_ = offset;
  if (offset != Duration{}) zone.name_ = format_offset(offset);
  return zone;
}

Instant Zone::horizon() { return sys_days(year(2037) / 12 / 31); }

OffsetSpan Zone::span(Instant instant) const {
  if (zone_ == nullptr) return {kEarliest, kLatest, fixed_offset_};
  const ZoneSpan& span = zone_->span(floor<std::chrono::seconds>(instant));
  return {clamped(span.begin), clamped(span.end), span.offset};
}

Duration Zone::standard_offset(Instant instant) const {
  if (zone_ == nullptr) return fixed_offset_;
  const ZoneSpan* span = &zone_->span(floor<std::chrono::seconds>(instant));
  // The system's database states whether there is daylight saving, but not its amount: the offset
  // before it is used.
  constexpr int kMostSpans = 8;  // zones that change from one daylight saving to another
  for (int i = 0; span->saving && i < kMostSpans; ++i) {
    span = &zone_->span(span->begin - std::chrono::seconds(1));
  }
  return span->offset;
}

LocalTime Zone::local(Instant instant) const {
  return LocalTime{instant.time_since_epoch() + offset(instant)};
}

LocalMeaning Zone::meaning(LocalTime local) const {
  const Instant as_utc{local.time_since_epoch()};
  if (zone_ == nullptr) {
    return {LocalMeaning::Kind::Unique, as_utc - fixed_offset_, as_utc - fixed_offset_};
  }
  const auto whole = floor<std::chrono::seconds>(local.time_since_epoch());
  const std::vector<ZoneSpan>& spans = zone_->spans();
  const std::size_t at = zone_->begun_at(whole);
  const ZoneSpan& last = spans[at];
  const auto instant_in = [whole](const ZoneSpan& span) {
    return std::chrono::sys_seconds(whole - span.offset);
  };
  if (at > 0 && instant_in(spans[at - 1]) < last.begin) {
    return {LocalMeaning::Kind::Ambiguous, as_utc - spans[at - 1].offset, as_utc - last.offset};
  }
  if (instant_in(last) >= last.end) {
    return {LocalMeaning::Kind::Nonexistent, clamped(last.end), clamped(last.end)};
  }
  return {LocalMeaning::Kind::Unique, as_utc - last.offset, as_utc - last.offset};
}

LocalTime midnight(LocalTime local) { return floor<std::chrono::days>(local); }

int weekday(LocalTime local) {
  const std::chrono::weekday day{floor<std::chrono::days>(local)};
  return static_cast<int>(day.iso_encoding()) - 1;
}

}  // namespace hearth
