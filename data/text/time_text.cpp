// SPDX-License-Identifier: MIT
#include "hearth/data/text/time_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "hearth/framework/base/text.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {
namespace {

using namespace std::chrono_literals;

/// Reads characters from left to right; leaves characters that do not match.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  std::string_view rest() const { return text_.substr(at_); }

  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  bool take_spaces() {
    const std::size_t before = at_;
    while (take(' ')) continue;
    return at_ > before;
  }

  /// Reads a number of exactly `count` digits.
  bool digits(int count, int& value) {
    if (text_.size() - at_ < static_cast<std::size_t>(count)) return false;
    int number = 0;
    for (int i = 0; i < count; ++i) {
      const char c = text_[at_ + static_cast<std::size_t>(i)];
      if (c < '0' || c > '9') return false;
      number = number * 10 + (c - '0');
    }
    at_ += static_cast<std::size_t>(count);
    value = number;
    return true;
  }

  /// Reads the digits after a decimal point as milliseconds, rounded.
  bool fraction(Duration& value) {
    double share = 0.0;
    double weight = 100.0;  // ms of the first digit
    const std::size_t before = at_;
    for (; peek() >= '0' && peek() <= '9'; ++at_, weight /= 10.0) share += weight * (peek() - '0');
    value = Duration(std::llround(share));
    return at_ > before;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool read_date(Scanner& in, std::optional<int> given_year, LocalTime& local) {
  int year = 0;
  int month = 0;
  int day = 0;
  if (lacks_year(in.rest())) {
    if (!given_year || !in.digits(2, month) || !in.take('/') || !in.digits(2, day)) return false;
    year = *given_year;
  } else if (!in.digits(4, year) || !in.take('-') || !in.digits(2, month) || !in.take('-') ||
             !in.digits(2, day)) {
    return false;
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || year < 1 || year > kLastYear) return false;
  local = std::chrono::local_days(date);
  return true;
}

bool read_time_of_day(Scanner& in, LocalTime& local) {
  int hour = 0;
  int minute = 0;
  int second = 0;
  Duration fraction{};
  if (!in.digits(2, hour) || !in.take(':') || !in.digits(2, minute)) return false;
  if (in.take(':')) {
    if (!in.digits(2, second)) return false;
    if ((in.take('.') || in.take(',')) && !in.fraction(fraction)) return false;
  }
  if (hour > 24 || minute > 59 || second > 59) return false;
  const Duration time = hour * 1h + minute * 1min + second * 1s + fraction;
  if (time > 24h) return false;
  local += time;
  return true;
}

bool read_offset(Scanner& in, std::optional<Duration>& offset) {
  in.take_spaces();
  if (in.done()) return true;
  offset = in.rest() == "UTC" ? Duration{} : parse_offset(in.rest());
  return offset.has_value();
}

struct DurationUnit {
  char letter;
  Duration length;
};

// Reads `6H40M` and the like: each unit at most once, in this order; `parts` counts them.
bool read_parts(Scanner& in, std::span<const DurationUnit> units, Duration& sum, int& parts) {
  std::size_t next = 0;
  while (!in.done() && in.peek() != 'T') {
    int digit = 0;
    std::int64_t number = 0;
    int length = 0;
    for (; length < 9 && in.digits(1, digit); ++length) number = number * 10 + digit;
    if (length == 0) return false;
    Duration fraction{};
    const bool with_fraction = in.take('.') || in.take(',');
    if (with_fraction && !in.fraction(fraction)) return false;
    while (next < units.size() && units[next].letter != in.peek()) ++next;
    if (next == units.size() || (with_fraction && units[next].letter != 'S')) return false;
    in.take(units[next].letter);
    sum += number * units[next].length + fraction;
    ++next;
    ++parts;
  }
  return true;
}

}  // namespace

bool in_calendar(Instant instant) {
  constexpr Instant kFirst = std::chrono::sys_days(std::chrono::year(1) / 1 / 1);
  constexpr Instant kEnd = std::chrono::sys_days(std::chrono::year(kLastYear + 1) / 1 / 1);
  return instant >= kFirst && instant < kEnd;
}

bool lacks_year(std::string_view text) {
  text = trimmed(text);
  return text.size() > 2 && text[2] == '/' && (text.size() < 6 || text[5] != '/');
}

std::optional<TimeStamp> parse_time(std::string_view text, std::optional<int> year) {
  Scanner in(trimmed(text));
  TimeStamp stamp;
  if (!read_date(in, year, stamp.local)) return std::nullopt;
  if (in.done()) return stamp;
  if (!in.take('T') && !in.take_spaces()) return std::nullopt;
  if (!read_time_of_day(in, stamp.local) || !read_offset(in, stamp.offset)) return std::nullopt;
  return stamp;
}

Instant read_instant(std::string_view text, const std::optional<Zone>& zone, const Where& where) {
  const std::optional<TimeStamp> stamp = parse_time(text);
  if (!stamp) {
    throw InputError("data.time_invalid", where,
                     fmt::format("'{}' is not a time (expected ISO 8601 such as "
                                 "'2023-11-27T00:20:00+01:00')",
                                 text));
  }
  if (stamp->offset) return stamp->instant();
  if (!zone) {
    throw InputError("data.naive_time", where,
                     fmt::format("'{}' has no offset from UTC: append an offset ('Z' for UTC, or "
                                 "such as '+01:00') or set --timezone ZONE",
                                 text));
  }
  const LocalMeaning meaning = zone->meaning(stamp->local);
  if (meaning.kind == LocalMeaning::Kind::Nonexistent) {
    throw InputError(
        "data.time_nonexistent", where,
        fmt::format("'{}' does not exist in {}: clocks were put forward", text, zone->name()));
  }
  if (meaning.kind == LocalMeaning::Kind::Ambiguous) {
    throw InputError(
        "data.time_ambiguous", where,
        fmt::format("'{}' occurs twice in {}: write {} or {}", text, zone->name(),
                    format_time(meaning.first, *zone), format_time(meaning.second, *zone)));
  }
  return meaning.first;
}

std::string format_time(Instant instant, const Zone& zone) {
  // Offsets before standard time have seconds, which a stamp cannot express.
  const Duration offset = std::chrono::duration_cast<std::chrono::minutes>(zone.offset(instant));
  const LocalTime local{instant.time_since_epoch() + offset};
  const auto day = std::chrono::floor<std::chrono::days>(local);
  const std::chrono::year_month_day date{day};
  const auto ms = (local - day).count();
  // Each row of results has a stamp: formatting by hand takes a tenth of the time of a format
  // string.
  std::string text = "0000-00-00T00:00:00";
  const auto put = [&text](std::size_t last, long number, int digits) {
    for (; digits > 0; --digits, --last, number /= 10) {
      text[last] = static_cast<char>('0' + number % 10);
    }
  };
  const int year = int(date.year());
  if (year < 0 || year > 9999) {
    text.replace(0, 4, fmt::format("{:04}", year));
  } else {
    put(3, year, 4);
  }
  const std::size_t end = text.size() - 1;
  put(end - 12, unsigned(date.month()), 2);
  put(end - 9, unsigned(date.day()), 2);
  put(end - 6, ms / 3600000, 2);
  put(end - 3, ms / 60000 % 60, 2);
  put(end, ms / 1000 % 60, 2);
  if (ms % 1000 != 0) text += fmt::format(".{:03}", ms % 1000);
  return text + format_offset(offset);
}

std::optional<Duration> whole_milliseconds(double seconds) {
  const double ms = seconds * 1000.0;
  const double whole = std::nearbyint(ms);
  // 0.1 s is not a whole number of ms in binary; a relative 1e-12 is far below a millisecond.
  if (!(std::abs(ms) < 9e15) || std::abs(ms - whole) > 1e-12 * std::max(1.0, std::abs(ms))) {
    return std::nullopt;
  }
  return Duration(static_cast<std::int64_t>(whole));
}

std::optional<Duration> parse_duration(std::string_view text) {
  text = trimmed(text);
  double seconds = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error == std::errc{} && end == text.data() + text.size()) {
    return seconds >= 0.0 ? whole_milliseconds(seconds) : std::nullopt;
  }
  if (const std::optional<Quantity> quantity = parse_quantity(text); quantity && quantity->unit) {
    const bool time = quantity->unit->compatible(unit::s) && quantity->value >= 0.0;
    if (!time) return std::nullopt;
    return whole_milliseconds(convert(quantity->value, *quantity->unit, unit::s));
  }
  constexpr std::array<DurationUnit, 2> kDate{{{'W', 168h}, {'D', 24h}}};
  constexpr std::array<DurationUnit, 3> kTime{{{'H', 1h}, {'M', 1min}, {'S', 1s}}};
  Scanner in(text);
  Duration sum{};
  int parts = 0;
  if (!in.take('P') || !read_parts(in, kDate, sum, parts)) return std::nullopt;
  const int date_parts = parts;
  if (in.take('T') && (!read_parts(in, kTime, sum, parts) || parts == date_parts)) {
    return std::nullopt;
  }
  return in.done() && parts > 0 ? std::optional(sum) : std::nullopt;
}

std::string describe(Duration duration) {
  constexpr std::array<std::pair<const char*, std::int64_t>, 5> kUnits{
      {{"d", 86400000}, {"h", 3600000}, {"min", 60000}, {"s", 1000}, {"ms", 1}}};
  std::string text = duration < Duration{} ? "-" : "";
  std::int64_t left = std::abs(duration.count());
  if (left == 0) return "0 s";
  for (const auto& [symbol, length] : kUnits) {
    if (left < length) continue;
    if (!text.empty() && text != "-") text += ' ';
    text += fmt::format("{} {}", left / length, symbol);
    left %= length;
  }
  return text;
}

}  // namespace hearth
