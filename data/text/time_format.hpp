// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/text/time_text.hpp"

namespace hearth {

/// Format of the time stamps of a file. It is one of:
///
/// - a pattern of letters, such as `DD.MM.YYYY HH:mm` or `MM/DD/YYYY hh:mm:ss a`;
/// - a pattern of strptime, such as `%d.%m.%Y %H:%M`;
/// - `iso`, `unix` (s), `unix_ms`, `unix_us`, `unix_ns` or `excel` (days since 1899-12-30).
///
/// The letters are `YYYY` or `YY` for the year, `MM` or `MMM` month, `DD` day, `HH` hour from 0 to
/// 24, `hh` hour from 1 to 12, `mm` minute, `ss` second, `S` digits after the decimal mark, `a` AM
/// or PM, `Z` offset from UTC, and `ddd` or `E` day of the week, which is ignored. Other letters
/// must be in single quotes. Numbers need no leading 0, unless another number follows directly.
class TimeFormat {
 public:
  /// Makes the default format: ISO 8601 and the stamps of EnergyPlus, as `parse_time` reads them.
  TimeFormat() = default;
  /// Makes the format of a pattern; throws InputError `data.time_format` if the pattern is invalid.
  explicit TimeFormat(std::string_view pattern);

  /// Returns the pattern passed to the constructor, "" for the default.
  const std::string& pattern() const { return pattern_; }
  bool is_default() const { return kind_ == Kind::Iso; }

  /// Reads a stamp, or returns nothing if it does not match; a format without a year needs `year`.
  std::optional<TimeStamp> read(std::string_view text, std::optional<int> year = {}) const;
  /// Returns whether a stamp can only be read with a year, which must be declared for the file.
  bool lacks_year(std::string_view text) const;

 private:
  enum class Kind { Iso, Unix, Excel, Pattern };
  enum class Part {
    Text,
    Spaces,
    Year,
    ShortYear,
    Month,
    MonthName,
    Day,
    Hour,
    HalfDayHour,
    Minute,
    Second,
    Fraction,
    HalfDay,
    Offset,
    Weekday
  };
  struct Element {
    Part part = Part::Text;
    char text = '\0';
    bool exact = false;  // two digits, because another number follows directly
  };

  void read_letters();
  void read_strptime();
  void add_letters(char letter, std::size_t count);
  void add_directive(char directive);
  void add_text(char c);
  void finish();
  bool has(Part part) const;
  [[noreturn]] void refuse(const std::string& why) const;
  std::optional<TimeStamp> read_pattern(std::string_view text, std::optional<int> year) const;

  std::string pattern_;
  Kind kind_ = Kind::Iso;
  double per_second_ = 1.0;  // of numbers
  std::vector<Element> elements_;
};

/// Returns the patterns that read all stamps. Of patterns that read the same times, only the first
/// is returned. If there are several, the stamps do not show which number is the day and which is
/// the month.
std::vector<std::string> fitting_time_formats(const std::vector<std::string_view>& stamps);

/// Returns the pattern of stamps that contain only a time of day, "" for other stamps.
std::string time_of_day_format(const std::vector<std::string_view>& stamps);

}  // namespace hearth
