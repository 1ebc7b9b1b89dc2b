// SPDX-License-Identifier: MIT
#include "hearth/data/text/time_format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};

constexpr std::array<std::pair<std::string_view, double>, 4> kUnixWords{
    {{"unix", 1.0}, {"unix_ms", 1e3}, {"unix_us", 1e6}, {"unix_ns", 1e9}}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::optional<double> number_of(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The numbers of a stamp.
struct Fields {
  int year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0;
  Duration fraction{};
  std::optional<bool> afternoon{};
  std::optional<Duration> offset{};

  std::optional<TimeStamp> stamp() const {
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || year < 1) return std::nullopt;
    int hours = hour;
    if (afternoon) {
      if (hour < 1 || hour > 12) return std::nullopt;
      hours = hour % 12 + (*afternoon ? 12 : 0);
    }
    if (hours > 24 || minute > 59 || second > 59) return std::nullopt;
    const Duration time = hours * 1h + minute * 1min + second * 1s + fraction;
    if (time > 24h) return std::nullopt;
    return TimeStamp{LocalTime(std::chrono::local_days(date)) + time, offset};
  }
};

/// Reads the parts of a stamp from left to right.
class PartReader {
 public:
  explicit PartReader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool spaces() {
    const std::size_t before = rest_.size();
    while (take(' ') || take('\t')) continue;
    return rest_.size() < before;
  }
  /// Reads a number of `least` to `most` digits.
  bool number(std::size_t least, std::size_t most, int& value) {
    std::size_t length = 0;
    int result = 0;
    while (length < most && length < rest_.size() && is_digit(rest_[length])) {
      result = result * 10 + (rest_[length++] - '0');
    }
    if (length < least) return false;
    rest_.remove_prefix(length);
    value = result;
    return true;
  }
  bool fraction(Duration& value) {
    double share = 0.0;
    double weight = 100.0;  // ms of the first digit
    const std::size_t before = rest_.size();
    for (; !rest_.empty() && is_digit(rest_.front()); rest_.remove_prefix(1), weight /= 10.0) {
      share += weight * (rest_.front() - '0');
    }
    value = Duration(std::llround(share));
    return rest_.size() < before;
  }
  /// Reads `Oct`, `Oct.` or `October`.
  bool month_name(int& month) {
    const std::string word = lower_case(rest_.substr(0, letters()));
    if (word.size() < 3) return false;
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
      const bool sept = i == 8 && word == "sept";
      if (word != kMonths[i] && word != kMonths[i].substr(0, 3) && !sept) continue;
      month = static_cast<int>(i) + 1;
      rest_.remove_prefix(word.size());
      take('.');
      return true;
    }
    return false;
  }
  bool weekday() {
    const std::size_t length = letters();
    if (length < 2) return false;
    rest_.remove_prefix(length);
    take('.');
    return true;
  }
  /// Reads `AM`, `pm` or `a.m.`.
  bool half_day(std::optional<bool>& afternoon) {
    for (const std::string_view word : {"am", "pm", "a.m.", "p.m."}) {
      if (lower_case(rest_.substr(0, word.size())) != word) continue;
      afternoon = word.front() == 'p';
      rest_.remove_prefix(word.size());
      return true;
    }
    return false;
  }
  bool offset(std::optional<Duration>& value) {
    for (const std::string_view word : {"UTC", "GMT", "Z"}) {
      if (rest_.substr(0, word.size()) != word) continue;
      value = Duration{};
      rest_.remove_prefix(word.size());
      return true;
    }
    std::size_t length = 0;
    while (length < rest_.size() &&
           (is_digit(rest_[length]) || rest_[length] == ':' || (length == 0 && is_sign()))) {
      ++length;
    }
    std::string text(rest_.substr(0, length));
    if (text.size() == 5) text.insert(3, ":");
    value = parse_offset(text);
    rest_.remove_prefix(length);
    return value.has_value();
  }

 private:
  bool is_sign() const { return rest_.front() == '+' || rest_.front() == '-'; }
  std::size_t letters() const {
    std::size_t length = 0;
    while (length < rest_.size() && is_letter(rest_[length])) ++length;
    return length;
  }

  std::string_view rest_;
};

/// Returns the time if its year is in 1 to 9999.
std::optional<TimeStamp> within_calendar(const TimeStamp& stamp) {
  using std::chrono::year;
  constexpr std::chrono::local_days kFirst(year(1) / 1 / 1), kBehind(year(10'000) / 1 / 1);
  const bool within = stamp.local >= LocalTime(kFirst) && stamp.local < LocalTime(kBehind);
  return within ? std::optional(stamp) : std::nullopt;
}

std::optional<TimeStamp> civil_of_days(double days) {
  constexpr double kMillisecondsPerDay = 86'400'000.0;
  if (!(days >= 0.0) || days > 3e6) return std::nullopt;  // so that the product is exact
  const auto first = std::chrono::local_days(std::chrono::year(1899) / 12 / 30);
  // A day in 15 digits is exact to a millisecond only after rounding to ten.
  const auto tens = std::llround(days * kMillisecondsPerDay / 10.0);
  return within_calendar({LocalTime(first) + Duration(10 * tens), std::nullopt});
}

}  // namespace

TimeFormat::TimeFormat(std::string_view pattern) : pattern_(trimmed(pattern)) {
  if (pattern_.empty() || pattern_ == "iso") {
    pattern_.clear();
    return;
  }
  for (const auto& [word, per_second] : kUnixWords) {
    if (pattern_ != word) continue;
    kind_ = Kind::Unix;
    per_second_ = per_second;
    return;
  }
  if (pattern_ == "excel") {
    kind_ = Kind::Excel;
    return;
  }
  kind_ = Kind::Pattern;
  if (pattern_.find('%') != std::string::npos) {
    read_strptime();
  } else {
    read_letters();
  }
  finish();
}

void TimeFormat::refuse(const std::string& why) const {
  throw InputError(
      "data.time_format", {},
      fmt::format("'{}' is not a time format: {}; expected a pattern such as 'DD.MM.YYYY HH:mm', "
                  "'MM/DD/YYYY hh:mm a' or '%d.%m.%Y %H:%M', or iso, unix, unix_ms or excel",
                  pattern_, why));
}

void TimeFormat::add_text(char c) {
  if (c == ' ' || c == '\t') {
    if (elements_.empty() || elements_.back().part != Part::Spaces) {
      elements_.push_back({Part::Spaces, ' '});
    }
  } else {
    elements_.push_back({Part::Text, c});
  }
}

void TimeFormat::read_letters() {
  for (std::size_t at = 0; at < pattern_.size();) {
    const char c = pattern_[at];
    if (c == '\'') {
      const std::size_t close = pattern_.find('\'', at + 1);
      if (close == std::string::npos) refuse("a quote is not closed");
      for (std::size_t i = at + 1; i < close; ++i) add_text(pattern_[i]);
      at = close + 1;
      continue;
    }
    const std::size_t end = std::min(pattern_.find_first_not_of(c, at), pattern_.size());
    if (is_letter(c) && c != 'T') {
      add_letters(c, end - at);
    } else {
      for (std::size_t i = at; i < end; ++i) add_text(c);
    }
    at = end;
  }
}

void TimeFormat::add_letters(char letter, std::size_t count) {
  const auto add = [this](Part part) { elements_.push_back({part}); };
  const bool two = count <= 2;
  switch (letter) {
    case 'Y':
    case 'y':
      if (count == 2 || count == 4) return add(count == 2 ? Part::ShortYear : Part::Year);
      break;
    case 'M':
      if (count <= 4) return add(two ? Part::Month : Part::MonthName);
      break;
    case 'D':
    case 'd':
      if (count <= 4) return add(two ? Part::Day : Part::Weekday);
      break;
    case 'E':
      if (count <= 4) return add(Part::Weekday);
      break;
    case 'H':
      if (two) return add(Part::Hour);
      break;
    case 'h':
      if (two) return add(Part::HalfDayHour);
      break;
    case 'm':
      if (two) return add(Part::Minute);
      break;
    case 's':
      if (two) return add(Part::Second);
      break;
    case 'S':
      return add(Part::Fraction);
    case 'a':
    case 'A':
    case 't':
      if (two) return add(Part::HalfDay);
      break;
    case 'Z':
    case 'X':
    case 'x':
      if (count <= 3) return add(Part::Offset);
      break;
    default:
      break;
  }
  refuse(fmt::format("'{}' has no meaning (put literal text in single quotes)",
                     std::string(count, letter)));
}

void TimeFormat::read_strptime() {
  for (std::size_t at = 0; at < pattern_.size(); ++at) {
    if (pattern_[at] != '%') {
      add_text(pattern_[at]);
      continue;
    }
    if (++at < pattern_.size() && pattern_[at] == '-') ++at;  // no leading 0
    if (at >= pattern_.size()) refuse("it ends with '%'");
    add_directive(pattern_[at]);
  }
}

void TimeFormat::add_directive(char directive) {
  const auto several = [this](std::string_view directives) {
    for (const char c : directives) is_letter(c) ? add_directive(c) : add_text(c);
  };
  constexpr std::array<std::pair<char, Part>, 16> kDirectives{{{'Y', Part::Year},
                                                               {'y', Part::ShortYear},
                                                               {'m', Part::Month},
                                                               {'b', Part::MonthName},
                                                               {'B', Part::MonthName},
                                                               {'h', Part::MonthName},
                                                               {'d', Part::Day},
                                                               {'e', Part::Day},
                                                               {'H', Part::Hour},
                                                               {'I', Part::HalfDayHour},
                                                               {'M', Part::Minute},
                                                               {'S', Part::Second},
                                                               {'f', Part::Fraction},
                                                               {'p', Part::HalfDay},
                                                               {'z', Part::Offset},
                                                               {'a', Part::Weekday}}};
  if (directive == '%') return add_text('%');
  if (directive == 'T') return several("H:M:S");
  if (directive == 'R') return several("H:M");
  if (directive == 'F') return several("Y-m-d");
  if (directive == 'D') return several("m/d/y");
  if (directive == 'A') directive = 'a';
  for (const auto& [letter, part] : kDirectives) {
    if (letter == directive) return elements_.push_back({part});
  }
  refuse(fmt::format("'%{}' is unknown", directive));
}

bool TimeFormat::has(Part part) const {
  return std::any_of(elements_.begin(), elements_.end(),
                     [part](const Element& element) { return element.part == part; });
}

void TimeFormat::finish() {
  std::array<int, static_cast<std::size_t>(Part::Weekday) + 1> count{};
  bool hour = false;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Part part = elements_[i].part;
    const bool repeats = part != Part::Text && part != Part::Spaces && part != Part::Weekday;
    if (++count[static_cast<std::size_t>(part)] > 1 && repeats)
      refuse("a part of the time appears twice");
    hour = hour || part == Part::Hour || part == Part::HalfDayHour;
    if (part == Part::Minute && !hour) refuse("minutes come before hours; months are 'MM' or '%m'");
    const auto is_number = [](Part p) {
      return p >= Part::Year && p <= Part::Second && p != Part::MonthName;
    };
    elements_[i].exact =
        is_number(part) && i + 1 < elements_.size() && is_number(elements_[i + 1].part);
  }
  const bool month = has(Part::Month) || has(Part::MonthName);
  if (!month || !has(Part::Day)) refuse("it lacks the day or the month ('DD', 'MM')");
  if (has(Part::Month) && has(Part::MonthName)) refuse("a part of the time appears twice");
  if (has(Part::Year) && has(Part::ShortYear)) refuse("a part of the time appears twice");
  if (has(Part::Hour) && has(Part::HalfDayHour)) refuse("a part of the time appears twice");
  if (has(Part::HalfDayHour) && !has(Part::HalfDay)) {
    refuse("12-hour times need 'a' (AM or PM); 24-hour times use 'HH' or '%H'");
  }
  if (has(Part::HalfDay) && has(Part::Hour)) refuse("AM and PM need 12-hour times, 'hh' or '%I'");
}

bool TimeFormat::lacks_year(std::string_view text) const {
  if (kind_ == Kind::Iso) return hearth::lacks_year(text);
  return kind_ == Kind::Pattern && !has(Part::Year) && !has(Part::ShortYear);
}

std::optional<TimeStamp> TimeFormat::read(std::string_view text, std::optional<int> year) const {
  if (kind_ == Kind::Iso) return parse_time(text, year);
  text = trimmed(text);
  if (kind_ == Kind::Pattern) return read_pattern(text, year);
  const std::optional<double> number = number_of(text);
  if (!number) return std::nullopt;
  if (kind_ == Kind::Excel) return civil_of_days(*number);
  const double milliseconds = *number / per_second_ * 1e3;
  if (!(std::abs(milliseconds) < 1e15)) return std::nullopt;
  return within_calendar({LocalTime(Duration(std::llround(milliseconds))), Duration{}});
}

std::optional<TimeStamp> TimeFormat::read_pattern(std::string_view text,
                                                  std::optional<int> year) const {
  if (lacks_year(text) && !year) return std::nullopt;
  Fields fields;
  fields.year = year.value_or(0);
  PartReader in(text);
  const auto read = [&](const Element& element) {
    const std::size_t least = element.exact ? 2 : 1;
    switch (element.part) {
      case Part::Text:
        return in.take(element.text);
      case Part::Spaces:
        return in.spaces();
      case Part::Year:
        return in.number(4, 4, fields.year);
      case Part::ShortYear:
        if (!in.number(2, 2, fields.year)) return false;
        fields.year += fields.year < 69 ? 2000 : 1900;  // as in POSIX
        return true;
      case Part::Month:
        return in.number(least, 2, fields.month);
      case Part::MonthName:
        return in.month_name(fields.month);
      case Part::Day:
        return in.number(least, 2, fields.day);
      case Part::Hour:
      case Part::HalfDayHour:
        return in.number(least, 2, fields.hour);
      case Part::Minute:
        return in.number(2, 2, fields.minute);
      case Part::Second:
        return in.number(2, 2, fields.second);
      case Part::Fraction:
        return in.fraction(fields.fraction);
      case Part::HalfDay:
        return in.half_day(fields.afternoon);
      case Part::Offset:
        return in.offset(fields.offset);
      case Part::Weekday:
        return in.weekday();
    }
    return false;
  };
  for (const Element& element : elements_) {
    if (!read(element)) return std::nullopt;
  }
  if (!in.done() || (has(Part::HalfDay) && !fields.afternoon)) return std::nullopt;
  return fields.stamp();
}

// ---- patterns that fit --------------------------------------------------------------------------

namespace {

/// Takes runs of one kind of character from the front of a text.
class Runs {
 public:
  explicit Runs(std::string_view text) : rest_(text) {}
  std::string_view digits() { return run(is_digit); }
  std::string_view letters() { return run(is_letter); }
  std::string_view others() {
    return run([](char c) { return !is_digit(c) && !is_letter(c); });
  }
  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

 private:
  template <class Is>
  std::string_view run(Is is) {
    std::size_t length = 0;
    while (length < rest_.size() && is(rest_[length])) ++length;
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }
  std::string_view rest_;
};

/// Returns the pattern of a time of day, with an offset if there is one; "" if it is not a time.
std::string clock_pattern(std::string_view text) {
  Runs in(text);
  if (in.digits().size() > 2) return "";
  std::string colon(in.others());
  if ((colon != ":" && colon != ".") || in.digits().size() != 2) return "";
  std::string pattern = colon + "mm";
  if (in.rest().substr(0, 1) == colon) {
    in.others();
    if (in.digits().size() != 2) return "";
    pattern += colon + "ss";
    if ((in.peek() == '.' || in.peek() == ',') && colon == ":") {
      pattern += std::string(in.others()) + "S";
      if (in.digits().empty()) return "";
    }
  }
  std::string_view rest = in.rest();
  const std::string_view end = trimmed(rest);
  if (end.empty()) return "HH" + pattern;
  const std::string space(rest.size() > end.size() ? " " : "");
  const std::string word = lower_case(end);
  if (word == "am" || word == "pm" || word == "a.m." || word == "p.m.") {
    return "hh" + pattern + space + "a";
  }
  const bool offset = end.front() == '+' || end.front() == '-' || word == "z" || word == "utc";
  return offset ? "HH" + pattern + space + "Z" : "";
}

std::vector<std::string> numeric_patterns(std::string_view text) {
  const std::optional<double> number = number_of(text);
  if (!number) return {};
  // 3e8 s is the year 1979, 5e9 s the year 2128; days of spreadsheets from 1927 to 2064.
  if (*number >= 3e8 && *number < 5e9) return {"unix"};
  if (*number >= 3e11 && *number < 5e12) return {"YYYYMMDDHHmm", "unix_ms"};
  if (*number >= 3e14 && *number < 5e15) return {"unix_us"};
  if (*number >= 3e17 && *number < 5e18) return {"unix_ns"};
  if (*number >= 10'000.0 && *number < 60'000.0) return {"excel"};
  if (text.size() == 8) return {"YYYYMMDD"};
  if (text.size() == 12) return {"YYYYMMDDHHmm"};
  if (text.size() == 14) return {"YYYYMMDDHHmmss"};
  return {};
}

std::vector<std::string> date_patterns(Runs& in) {
  const bool name_first = is_letter(in.peek());
  const std::string_view first = name_first ? in.letters() : in.digits();
  std::string mark(in.others());
  const bool name_second = is_letter(in.peek());
  const std::string_view second = name_second ? in.letters() : in.digits();
  if (first.empty() || second.empty() || mark.empty()) return {};
  if (name_first) {
    std::string comma(in.others());
    const std::string year = in.digits().size() == 4 ? "YYYY" : "YY";
    return {"MMM" + mark + "DD" + comma + year};
  }
  std::string mark2(in.others());
  const std::string_view third = in.digits();
  if (third.empty() || mark2.empty()) return {};
  const std::string year = third.size() == 4 ? "YYYY" : "YY";
  if (name_second) return {"DD" + mark + "MMM" + mark2 + year};
  if (first.size() == 4) return {"YYYY" + mark + "MM" + mark2 + "DD"};
  std::vector<std::string> patterns{"DD" + mark + "MM" + mark2 + year};
  patterns.push_back("MM" + mark + "DD" + mark2 + year);
  if (year == "YY") patterns.push_back("YY" + mark + "MM" + mark2 + "DD");
  return patterns;
}

std::vector<std::string> candidates(std::string_view text) {
  if (std::vector<std::string> numeric = numeric_patterns(text); !numeric.empty()) return numeric;
  Runs in(text);
  std::vector<std::string> patterns = date_patterns(in);
  if (in.done() || patterns.empty()) return patterns;
  const std::size_t clock = in.rest().find_first_of("0123456789");
  if (clock == std::string_view::npos) return {};
  const std::string between(in.rest().substr(0, clock));
  const std::string time = clock_pattern(in.rest().substr(clock));
  if (time.empty() || between.empty()) return {};
  for (std::string& pattern : patterns) pattern += between + time;
  return patterns;
}

/// Reads all stamps; nothing if one does not fit.
std::optional<std::vector<TimeStamp>> all_read(const std::string& pattern,
                                               const std::vector<std::string_view>& stamps) {
  std::vector<TimeStamp> times;
  try {
    const TimeFormat format(pattern);
    for (const std::string_view text : stamps) {
      const std::optional<TimeStamp> stamp = format.read(text);
      if (!stamp) return std::nullopt;
      times.push_back(*stamp);
    }
  } catch (const InputError&) {
    return std::nullopt;
  }
  return times;
}

bool same_times(const std::vector<TimeStamp>& a, const std::vector<TimeStamp>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const TimeStamp& x, const TimeStamp& y) { return x.local == y.local; });
}

}  // namespace

std::vector<std::string> fitting_time_formats(const std::vector<std::string_view>& stamps) {
  std::vector<std::string> found;
  if (stamps.empty()) return found;
  std::vector<std::vector<TimeStamp>> readings;
  for (const std::string& pattern : candidates(trimmed(stamps.front()))) {
    auto times = all_read(pattern, stamps);
    if (!times) continue;
    const bool known = std::any_of(readings.begin(), readings.end(),
                                   [&](const auto& other) { return same_times(*times, other); });
    if (known) continue;
    // Points between the numbers mean that the day is first.
    if (!found.empty() && pattern.find('.') == 2) continue;
    found.push_back(pattern);
    readings.push_back(*std::move(times));
  }
  return found;
}

std::string time_of_day_format(const std::vector<std::string_view>& stamps) {
  if (stamps.empty()) return "";
  const std::string pattern = clock_pattern(trimmed(stamps.front()));
  if (pattern.empty()) return "";
  const TimeFormat format("YYYY-MM-DD " + pattern);
  const bool all = std::all_of(stamps.begin(), stamps.end(), [&](std::string_view text) {
    return format.read("2001-01-01 " + std::string(trimmed(text))).has_value();
  });
  return all ? pattern : "";
}

}  // namespace hearth
