// SPDX-License-Identifier: MIT
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/weather/internal/weather_formats.hpp"
#include "hearth/data/weather/internal/weather_rows.hpp"

namespace hearth {
namespace {

using namespace weather_rows;

constexpr std::size_t kFewestCells = kWeatherFirstCell + 18;  // up to the cloud cover
constexpr int kWeatherCodes = 21;                             // a column of digits, not a number

/// Reads EPW: lines of words, then lines of numbers separated by commas.
class EpwReader {
 public:
  EpwReader(const std::string& text, const std::filesystem::path& path)
      : lines_(text), year_(path) {}

  WeatherFile read() {
    year_.weather().format = WeatherFile::Format::Epw;
    std::string_view line;
    while (lines_.next(line)) {
      if (cell_text(line).empty()) continue;
      split(line, cells_);
      if (is_row()) {
        read_row();
      } else if (width_ == 0) {
        read_header();
      } else {
        year_.error("data.weather_row", lines_.number(),
                    fmt::format("'{}' is not a year", std::string(cells_[0])));
      }
    }
    return year_.take();
  }

 private:
  bool is_row() const {
    std::string_view year = cells_[0];
    if (year.starts_with('-')) year.remove_prefix(1);  // a wrong year is still a year
    return !year.empty() && is_digit(year[0]);
  }

  void read_header() {
    const std::string word = lower_case(std::string(cells_[0]));
    if (word == "location") read_location();
    if (word == "design conditions") read_design();
    if (word == "data periods" && cells_.size() > 2) read_periods();
  }

  void read_location() {
    WeatherFile& weather = year_.weather();
    if (cells_.size() > 1) weather.place = cells_[1];
    weather.latitude = header_number(6, -90.0, 90.0, "a latitude from -90 to 90");
    weather.longitude = header_number(7, -180.0, 180.0, "a longitude from -180 to 180");
    weather.elevation = header_number(9, -1000.0, 9999.9, "a height above the sea in m");
    const auto zone = header_number(8, -12.0, 14.0, "an offset from UTC of -12 to 14 hours");
    if (zone) weather.offset = Duration(std::llround(*zone * 60.0) * 60000);
  }

  std::optional<double> header_number(std::size_t cell, double low, double high,
                                      const char* expected) {
    if (cells_.size() <= cell || cells_[cell].empty()) return std::nullopt;
    const auto value = number_in<double>(cells_[cell]);
    if (value && *value >= low && *value <= high) return value;
    year_.error("data.weather_header", lines_.number(),
                fmt::format("found '{}' in LOCATION, expected {}", cells_[cell], expected));
    return std::nullopt;
  }

  /// Heating: month, 99.6 % and 99 % dry bulb, ..., wind with the 99.6 %. Cooling: month, daily
  /// range, 0.4 % dry bulb and its wet bulb, ..., wind with the 0.4 %. Further numbers
  /// differ between editions of the statistics.
  void read_design() {
    const auto heating = design_cells("heating", 15);
    if (!heating.empty()) {
      year_.weather().heating = DesignConditions{.month = static_cast<int>(heating[0]),
                                                 .dry_bulb = heating[1],
                                                 .wet_bulb = kNone,
                                                 .humidity_ratio = kNone,
                                                 .wind_speed = heating[13],
                                                 .wind_direction = heating[14]};
    }
    const auto cooling = design_cells("cooling", 16);
    if (!cooling.empty()) {
      year_.weather().cooling = DesignConditions{.month = static_cast<int>(cooling[0]),
                                                 .dry_bulb = cooling[2],
                                                 .daily_range = cooling[1],
                                                 .wet_bulb = cooling[3],
                                                 .humidity_ratio = kNone,
                                                 .wind_speed = cooling[14],
                                                 .wind_direction = cooling[15]};
    }
  }

  /// Returns the numbers between a word of the header and the next word; empty if they are too few.
  std::vector<double> design_cells(std::string_view word, std::size_t least) const {
    const auto first = std::find_if(cells_.begin(), cells_.end(), [&](std::string_view cell) {
      return lower_case(std::string(cell)) == word;
    });
    std::vector<double> numbers;
    for (auto cell = first; cell != cells_.end() && ++cell != cells_.end();) {
      const auto number = number_in<double>(*cell);
      if (!number || !std::isfinite(*number)) break;
      numbers.push_back(*number);
    }
    const bool month = !numbers.empty() && numbers[0] >= 1.0 && numbers[0] <= 12.0;
    return month && numbers.size() >= least ? numbers : std::vector<double>();
  }

  void read_periods() {
    const auto count = number_in<int>(cells_[2]);
    if (!count || *count < 1 || 60 % *count != 0) {
      return year_.error("data.weather_header", lines_.number(),
                         fmt::format("found '{}' in DATA PERIODS, expected 1 to 60 equal parts of "
                                     "an hour",
                                     cells_[2]));
    }
    year_.weather().per_hour = *count;
  }

  void read_row() {
    const int line = lines_.number();
    if (width_ == 0) width_ = std::clamp(cells_.size(), kFewestCells, kMostCells);
    if (cells_.size() != width_) {
      return year_.error(
          "data.weather_row", line,
          fmt::format("the row has {} cells, expected {}", cells_.size(),
                      width_ == kFewestCells ? "at least 24, at most 35" : std::to_string(width_)));
    }
    RowStamp stamp;
    int year = 0;
    int* const parts[] = {&year, &stamp.month, &stamp.day, &stamp.hour};
    for (std::size_t i = 0; i < 4; ++i) {
      const auto value = number_in<int>(cells_[i]);
      if (!value) return not_a_number(static_cast<int>(i));
      *parts[i] = *value;
    }
    if (year < 1 || year > kLastYear) {
      return year_.error("data.weather_row", line,
                         fmt::format("the year {} is outside 1 to {}", year, kLastYear));
    }
    const long row = year_.place_of(stamp, line);
    if (row < 0) return;
    check_minute(row, line);
    year_.note_year(year, stamp.month);
    for (int i = 0; i + kWeatherFirstCell < static_cast<int>(cells_.size()); ++i) read_cell(i, row);
  }

  /// Requires that the rows of an hour are in the order of time. A minute of 0 is the end of the
  /// hour; files that repeat one minute are accepted.
  void check_minute(long row, int line) {
    const int per_hour = year_.weather().per_hour;
    auto minute = number_in<int>(cells_[4]);
    if (per_hour == 1 || !minute) return;
    if (*minute == 0 && row % per_hour > 0) minute = 60;
    if (row % per_hour > 0 && *minute < minute_) {
      year_.error("data.weather_row", line,
                  fmt::format("minute {} follows minute {} in the same hour; sort the rows by time",
                              *minute, minute_));
    }
    minute_ = *minute;
  }

  void read_cell(int column, long row) {
    const std::string_view text = cells_[column + kWeatherFirstCell];
    double& value = year_.cell(column, row);
    if (text.empty()) return;
    const auto number = number_in<double>(text);
    if (!number || !std::isfinite(*number)) {
      if (column != kWeatherCodes) not_a_number(column + kWeatherFirstCell);
      return;
    }
    if (*number < weather_columns()[column].missing) value = *number;
  }

  void not_a_number(int cell) {
    static constexpr const char* kStamp[] = {"year", "month", "day", "hour"};
    const std::string name =
        cell < 4 ? kStamp[cell] : std::string(weather_columns()[cell - kWeatherFirstCell].name);
    year_.error("data.not_a_number", lines_.number(),
                fmt::format("'{}' in column '{}' is not a number", cells_[cell], name));
  }

  static constexpr std::size_t kMostCells = kWeatherFirstCell + kWeatherColumns;
  Lines lines_;
  YearWriter year_;
  std::vector<std::string_view> cells_;
  std::size_t width_ = 0;
  int minute_ = 0;  // of the row before
};

}  // namespace

WeatherFile parse_epw(const std::string& text, const std::filesystem::path& path) {
  return EpwReader(text, path).read();
}

}  // namespace hearth
