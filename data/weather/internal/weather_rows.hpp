// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/text.hpp"

/// Common parts of the readers of weather files: lines, cells, and the positions of rows in a year.
namespace hearth::weather_rows {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
inline constexpr int kReported = 10;      // errors of one kind listed with their line
inline constexpr int kLeapDay = 31 + 28;  // 29 February, from 0

/// Returns the text without blanks at its ends.
inline std::string_view cell_text(std::string_view text) { return trimmed(text, " \t\r"); }

template <class Number>
std::optional<Number> number_in(std::string_view cell) {
  cell = cell_text(cell);
  if (cell.size() > 1 && cell[0] == '+') cell.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

inline void split(std::string_view line, std::vector<std::string_view>& cells) {
  cells.clear();
  for (std::size_t begin = 0;;) {
    const std::size_t comma = line.find(',', begin);
    cells.push_back(cell_text(line.substr(begin, comma - begin)));
    if (comma == std::string_view::npos) return;
    begin = comma + 1;
  }
}

/// Splits a text into lines.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {
    if (rest_.substr(0, 3) == "\xef\xbb\xbf") rest_.remove_prefix(3);
  }
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++number_;
    return true;
  }
  int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Time of a row: month and day from 1, hour from 1 to 24.
struct RowStamp {
  int month = 0, day = 0, hour = 0;
};

/// Stores rows at their positions in the year, and collects errors.
class YearWriter {
 public:
  explicit YearWriter(std::filesystem::path path) : errors_(), path_(std::move(path)) {
    weather_.file = path_.string();
  }

  WeatherFile& weather() { return weather_; }

  void error(const char* code, int line, const std::string& message) {
    if (++counts_[code] <= kReported) errors_.error(code, place(line), message);
  }

  /// Returns the position of a row, from 0, or -1 after adding an error.
  long place_of(const RowStamp& stamp, int line) {
    const int day = day_of(stamp);
    if (day < 0 || stamp.hour < 1 || stamp.hour > 24) {
      error("data.weather_row", line,
            fmt::format("found month {}, day {}, hour {}; expected a day of the year and hours 1 "
                        "to 24",
                        stamp.month, stamp.day, stamp.hour));
      return -1;
    }
    ++weather_.rows;
    const std::size_t hour = static_cast<std::size_t>(day * 24 + stamp.hour - 1);
    if (hours_.size() < WeatherFile::kDays * 24) hours_.resize(WeatherFile::kDays * 24, 0);
    const int part = hours_[hour]++;
    if (part >= weather_.per_hour) {
      error("data.weather_hours", line,
            fmt::format(
                "month {}, day {}, hour {} is repeated; expected one year with {} rows per hour",
                stamp.month, stamp.day, stamp.hour, weather_.per_hour));
      return -1;
    }
    return static_cast<long>(hour) * weather_.per_hour + part;
  }

  /// Stores the year of the row whose position was last determined.
  void note_year(int year, int month) {
    if (weather_.rows == 1) weather_.year = year;
    int& of_month = weather_.years[static_cast<std::size_t>(month - 1)];
    if (of_month == 0) of_month = year;
  }

  double& cell(int column, long row) {
    std::vector<double>& values = weather_.values[column];
    if (values.empty()) values.resize(slots(), kNone);
    return values[row];
  }

  std::size_t slots() const {
    return static_cast<std::size_t>(WeatherFile::kDays) *
           static_cast<std::size_t>(weather_.per_day());
  }

  WeatherFile take() {
    if (counts_.empty()) check_hours();
    for (const auto& [code, count] : counts_) {
      if (count <= kReported) continue;
      errors_.error(code, place(0), fmt::format("and {} more such rows", count - kReported));
    }
    if (errors_.has_errors()) throw InputError(errors_);
    if (!leap_day()) fill_leap_day();
    return std::move(weather_);
  }

 private:
  Where place(int line) const { return {.file = weather_.file, .line = line}; }

  static int day_of(const RowStamp& stamp) {
    const std::chrono::year_month_day date{std::chrono::year(2000),
                                           std::chrono::month(static_cast<unsigned>(stamp.month)),
                                           std::chrono::day(static_cast<unsigned>(stamp.day))};
    if (stamp.month < 1 || stamp.day < 1 || !date.ok()) return -1;
    const auto first = std::chrono::sys_days(std::chrono::year(2000) / 1 / 1);
    return static_cast<int>((std::chrono::sys_days(date) - first).count());
  }

  bool leap_day() const { return !hours_.empty() && hours_[kLeapDay * 24] > 0; }

  void check_hours() {
    if (weather_.rows == 0) {
      return error("data.weather_hours", 0, "the file has no rows; expected a year of hourly rows");
    }
    const bool leap = leap_day();
    const long expected = (leap ? 8784L : 8760L) * weather_.per_hour;
    if (weather_.rows == expected) return;
    int hour = 0;
    const auto skipped = [&](int h) { return !leap && h / 24 == kLeapDay; };
    while (hour < WeatherFile::kDays * 24 - 1 &&
           (skipped(hour) || hours_[hour] == weather_.per_hour)) {
      ++hour;
    }
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::year(2000) / 1 / 1) +
                                           std::chrono::days(hour / 24)};
    error(
        "data.weather_hours", 0,
        fmt::format("the file has {} rows, expected {}: month {}, day {}, hour {} is not complete",
                    weather_.rows, expected, static_cast<unsigned>(date.month()),
                    static_cast<unsigned>(date.day()), hour % 24 + 1));
  }

  void fill_leap_day() {
    const long day = weather_.per_day();
    const auto copy = [day](auto& rows) {
      const auto first = rows.begin() + (kLeapDay - 1) * day;
      std::copy(first, first + day, first + day);
    };
    for (std::vector<double>& values : weather_.values) {
      if (!values.empty()) copy(values);
    }
    if (!weather_.times.empty()) copy(weather_.times);
  }

  Diagnostics errors_;
  std::filesystem::path path_;
  std::map<std::string, int> counts_;
  std::vector<int> hours_;  // rows of each hour of the year
  WeatherFile weather_;
};

}  // namespace hearth::weather_rows
