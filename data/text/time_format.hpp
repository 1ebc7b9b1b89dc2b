// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/text/time_text.hpp"

namespace hearth {

/// Format of the time stamps of a file.
///
/// A pattern of letters (`DD.MM.YYYY HH:mm`, `MM/DD/YYYY hh:mm:ss a`), or one of strptime
/// (`%d.%m.%Y %H:%M`), or one of the words `iso`, `unix`, `unix_ms`, `unix_us`, `unix_ns` and
/// `excel` (days since 1899-12-30). Letters: `YYYY` `YY` year, `MM` `MMM` month, `DD` day, `HH`
/// hour to 24, `hh` hour to 12, `mm` minute, `ss` second, `S` digits after the decimal mark, `a` AM
/// or PM, `Z` offset from UTC, `ddd` or `E` day of the week, which is ignored; other text
/// is in single quotes. Numbers may lack a leading 0 unless another number follows directly.
class TimeFormat {
 public:
  /// ISO 8601 and the stamps of EnergyPlus, as `parse_time` reads them.
  TimeFormat() = default;
  /// Throws InputError `data.time_format` for an invalid pattern.
  explicit TimeFormat(std::string_view pattern);

  /// Returns the pattern passed to the constructor, "" for the default.
  const std::string& pattern() const { return pattern_; }
  bool is_default() const { return kind_ == Kind::Iso; }

  /// Reads a stamp; a pattern without a year needs `year`.
  std::optional<TimeStamp> read(std::string_view text, std::optional<int> year = {}) const;
  /// Returns whether a stamp lacks a year that is declared for the file.
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

/// Returns the patterns that read all stamps; if several read the same times, the first of them.
/// If several are returned, the stamps do not show which number is the day and which the month.
std::vector<std::string> fitting_time_formats(const std::vector<std::string_view>& stamps);

/// Returns the pattern of stamps that are times of day only, "" if they are not.
std::string time_of_day_format(const std::vector<std::string_view>& stamps);

}  // namespace hearth
