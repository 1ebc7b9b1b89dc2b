// SPDX-License-Identifier: MIT
#include "hearth/data/weather_file.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "hearth/framework/error.hpp"

namespace hearth {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr int kReported = 10;      // errors of one kind listed with their line
constexpr int kLeapDay = 31 + 28;  // 29 February, from 0
constexpr std::size_t kFewestCells = kWeatherFirstCell + 18;  // up to the cloud cover
constexpr std::size_t kTmyWidth = 122;                        // up to the cloud cover

constexpr WeatherKind kLine = WeatherKind::Line;
constexpr WeatherKind kHold = WeatherKind::Hold;
constexpr WeatherKind kMean = WeatherKind::Mean;
constexpr std::nullopt_t kBare = std::nullopt;
constexpr double kAlways = std::numeric_limits<double>::infinity();  // no code for missing

// Auxiliary Programs of EnergyPlus, section 2.9: names, units, numbers for missing values. The
// sky's infrared radiation follows from temperature, dew point and clouds at the stamp.
constexpr WeatherColumn kColumns[kWeatherColumns] = {
    {"dryBulbTemperature", unit::degC, kLine, 99.9},
    {"dewPointTemperature", unit::degC, kLine, 99.9},
    {"relativeHumidity", unit::percent, kLine, 999.0},
    {"atmosphericPressure", unit::Pa, kLine, 999999.0},
    {"extraterrestrialHorizontalRadiation", unit::W_per_m2, kMean, 9999.0},
    {"extraterrestrialDirectNormalRadiation", unit::W_per_m2, kMean, 9999.0},
    {"horizontalInfraredRadiation", unit::W_per_m2, kLine, 9999.0},
    {"globalHorizontalRadiation", unit::W_per_m2, kMean, 9999.0},
    {"directNormalRadiation", unit::W_per_m2, kMean, 9999.0},
    {"diffuseHorizontalRadiation", unit::W_per_m2, kMean, 9999.0},
    {"globalHorizontalIlluminance", kBare, kMean, 999900.0},
    {"directNormalIlluminance", kBare, kMean, 999900.0},
    {"diffuseHorizontalIlluminance", kBare, kMean, 999900.0},
    {"zenithLuminance", kBare, kMean, 9999.0},
    {"windDirection", unit::deg, kHold, 999.0},
    {"windSpeed", unit::m_per_s, kLine, 999.0},
    {"totalSkyCover", kBare, kLine, 99.0},
    {"opaqueSkyCover", kBare, kLine, 99.0},
    {"visibility", kBare, kLine, 9999.0},
    {"ceilingHeight", unit::m, kHold, 99999.0},
    {"presentWeatherObservation", kBare, kHold, kAlways},
    {"presentWeatherCodes", kBare, kHold, kAlways},
    {"precipitableWater", unit::mm, kLine, 999.0},
    {"aerosolOpticalDepth", kBare, kLine, 0.999},
    {"snowDepth", kBare, kHold, 999.0},
    {"daysSinceLastSnowfall", kBare, kHold, 99.0},
    {"albedo", kBare, kHold, 999.0},
    {"liquidPrecipitationDepth", unit::mm, kHold, 999.0},
    {"liquidPrecipitationQuantity", unit::h, kHold, 99.0}};
constexpr int kWeatherCodes = 21;  // digits that are no number

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The ending of a name without .gz, in small letters.
std::string ending_of(const std::filesystem::path& path) {
  const std::string ending = lower(path.extension().string());
  return ending == ".gz" ? lower(path.stem().extension().string()) : ending;
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

template <class Number>
std::optional<Number> number_in(std::string_view cell) {
  cell = trim(cell);
  if (cell.size() > 1 && cell[0] == '+') cell.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

void split(std::string_view line, std::vector<std::string_view>& cells) {
  cells.clear();
  for (std::size_t begin = 0;;) {
    const std::size_t comma = line.find(',', begin);
    cells.push_back(trim(line.substr(begin, comma - begin)));
    if (comma == std::string_view::npos) return;
    begin = comma + 1;
  }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Cuts a text into lines.
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

/// When a row is: month and day from 1, hour from 1 to 24.
struct Stamp {
  int month = 0, day = 0, hour = 0;
};

/// Puts rows into their places in the year and finds what is wrong with them.
class YearWriter {
 public:
  explicit YearWriter(std::filesystem::path path) : errors_(), path_(std::move(path)) {
    weather_.file = path_.string();
  }

  WeatherFile& weather() { return weather_; }

  void error(const char* code, int line, const std::string& message) {
    if (++counts_[code] <= kReported) errors_.error(code, place(line), message);
  }

  /// Returns the place of the row, from 0, or -1 after saying what is wrong.
  long place_of(const Stamp& stamp, int line) {
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
            fmt::format("month {}, day {}, hour {} comes again; expected one year with {} rows an "
                        "hour",
                        stamp.month, stamp.day, stamp.hour, weather_.per_hour));
      return -1;
    }
    return static_cast<long>(hour) * weather_.per_hour + part;
  }

  double& cell(int column, long row) {
    std::vector<double>& values = weather_.values[static_cast<std::size_t>(column)];
    if (values.empty()) values.resize(slots(), kNone);
    return values[static_cast<std::size_t>(row)];
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

  static int day_of(const Stamp& stamp) {
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
      return error("data.weather_hours", 0, "there are no rows, expected a year of hours");
    }
    const bool leap = leap_day();
    const long expected = (leap ? 8784L : 8760L) * weather_.per_hour;
    if (weather_.rows == expected) return;
    int hour = 0;
    const auto skipped = [&](int h) { return !leap && h / 24 == kLeapDay; };
    while (hour < WeatherFile::kDays * 24 - 1 &&
           (skipped(hour) || hours_[static_cast<std::size_t>(hour)] == weather_.per_hour)) {
      ++hour;
    }
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::year(2000) / 1 / 1) +
                                           std::chrono::days(hour / 24)};
    error("data.weather_hours", 0,
          fmt::format("{} rows, expected {}: month {}, day {}, hour {} is not complete",
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

/// Reads EPW: lines of words, then lines of numbers separated by commas.
class EpwReader {
 public:
  EpwReader(const std::string& text, const std::filesystem::path& path)
      : lines_(text), year_(path) {}

  WeatherFile read() {
    year_.weather().format = WeatherFile::Format::Epw;
    std::string_view line;
    while (lines_.next(line)) {
      if (trim(line).empty()) continue;
      split(line, cells_);
      if (is_row()) {
        read_row();
      } else if (width_ == 0) {
        read_header();
      } else {
        year_.error("data.weather_row", lines_.number(),
                    fmt::format("'{}' is no year", std::string(cells_[0])));
      }
    }
    return year_.take();
  }

 private:
  bool is_row() const { return !cells_[0].empty() && is_digit(cells_[0][0]); }

  void read_header() {
    const std::string word = lower(std::string(cells_[0]));
    if (word == "location") read_location();
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
    Stamp stamp;
    int year = 0;
    int* const parts[] = {&year, &stamp.month, &stamp.day, &stamp.hour};
    for (std::size_t i = 0; i < 4; ++i) {
      const auto value = number_in<int>(cells_[i]);
      if (!value) return not_a_number(static_cast<int>(i));
      *parts[i] = *value;
    }
    const long row = year_.place_of(stamp, line);
    if (row < 0) return;
    if (year_.weather().rows == 1) year_.weather().year = year;
    for (int i = 0; i + kWeatherFirstCell < static_cast<int>(cells_.size()); ++i) read_cell(i, row);
  }

  void read_cell(int column, long row) {
    const std::string_view text = cells_[static_cast<std::size_t>(column + kWeatherFirstCell)];
    double& value = year_.cell(column, row);
    if (text.empty()) return;
    const auto number = number_in<double>(text);
    if (!number || !std::isfinite(*number)) {
      if (column != kWeatherCodes) not_a_number(column + kWeatherFirstCell);
      return;
    }
    if (*number < kColumns[column].missing) value = *number;
  }

  void not_a_number(int cell) {
    static constexpr const char* kStamp[] = {"year", "month", "day", "hour"};
    const std::string name =
        cell < 4 ? kStamp[cell] : std::string(kColumns[cell - kWeatherFirstCell].name);
    year_.error("data.not_a_number", lines_.number(),
                fmt::format("'{}' in column '{}' is not a number",
                            cells_[static_cast<std::size_t>(cell)], name));
  }

  static constexpr std::size_t kMostCells = kWeatherFirstCell + kWeatherColumns;
  Lines lines_;
  YearWriter year_;
  std::vector<std::string_view> cells_;
  std::size_t width_ = 0;
};

/// A value of a TMY file: where it stands, from 1 as in the manual, and how it is scaled.
struct TmyField {
  const char* name;
  std::size_t first, width;
  double times, per;  // value = number * times / per
  int missing;        // this number and larger ones
};

constexpr TmyField kTmyFields[] = {{"dryBulbTemperature", 104, 4, 1.0, 10.0, 9999},
                                   {"dewPointTemperature", 108, 4, 1.0, 10.0, 9999},
                                   {"atmosphericPressure", 99, 5, 10.0, 1.0, 99999},
                                   {"windDirection", 112, 3, 1.0, 1.0, 999},
                                   {"windSpeed", 115, 4, 1.0, 10.0, 9999},
                                   {"totalSkyCover", 119, 2, 1.0, 1.0, 99},
                                   {"opaqueSkyCover", 121, 2, 1.0, 1.0, 99},
                                   {"visibility", 82, 4, 1.0, 10.0, 8888},
                                   {"ceilingHeight", 73, 4, 10.0, 1.0, 7777}};
// kJ/m2 in an hour -> W/m2. Each stands behind a code of how it was obtained; global radiation in
// the order of preference: corrected to the standard year, for the instrument, as observed.
constexpr TmyField kDirect{"directNormalRadiation", 25, 4, 1.0, 3.6, 9999};
constexpr TmyField kDiffuse{"diffuseHorizontalRadiation", 30, 4, 1.0, 3.6, 9999};
constexpr TmyField kGlobal[] = {{"globalHorizontalRadiation", 55, 4, 1.0, 3.6, 9999},
                                {"globalHorizontalRadiation", 50, 4, 1.0, 3.6, 9999},
                                {"globalHorizontalRadiation", 45, 4, 1.0, 3.6, 9999}};
constexpr TmyField kExtraterrestrial{"extraterrestrialHorizontalRadiation", 20, 4, 1.0, 3.6, 9999};

/// Reads TMY: lines of digits in fixed places.
class TmyReader {
 public:
  TmyReader(const std::string& text, const std::filesystem::path& path)
      : lines_(text), year_(path) {}

  WeatherFile read() {
    WeatherFile& weather = year_.weather();
    weather.format = WeatherFile::Format::Tmy;
    weather.times.resize(year_.slots());
    while (lines_.next(line_)) {
      if (trim(line_).empty()) continue;
      if (weather.place.empty()) weather.place = "WBAN " + std::string(line_.substr(0, 5));
      read_row();
    }
    fill_nights();
    return year_.take();
  }

 private:
  void read_row() {
    const int line = lines_.number();
    if (line_.size() < kTmyWidth) {
      return year_.error(
          "data.weather_row", line,
          fmt::format("the row has {} characters, expected at least {}", line_.size(), kTmyWidth));
    }
    const auto year = whole("year", 6, 2), month = whole("month", 8, 2), day = whole("day", 10, 2),
               hour = whole("hour", 12, 2), standard = whole("local standard time", 16, 4),
               observed = whole("observation time", 71, 2);
    if (!year || !month || !day || !hour || !standard || !observed) return;
    const long row = year_.place_of({*month, *day, *hour}, line);
    if (row < 0) return;
    if (year_.weather().rows == 1) year_.weather().year = 1900 + *year;
    const Duration end = hours(*hour);
    year_.weather().times[static_cast<std::size_t>(row)] = {
        nearest(hours(*standard / 100) + minutes(*standard % 100), end - minutes(30)),
        nearest(hours(*observed), end)};
    for (const TmyField& field : kTmyFields) set(field, row);
    read_radiation(row);
  }

  void read_radiation(long row) {
    set(kExtraterrestrial, row);
    for (const TmyField& field : kGlobal) set(field, row);
    set(kDirect, row);
    set(kDiffuse, row);
  }

  // At night the file gives no radiation: there is none.
  void fill_nights() {
    auto& values = year_.weather().values;
    const auto column = [&values](const TmyField& field) -> std::vector<double>& {
      return values[static_cast<std::size_t>(weather_column(field.name))];
    };
    for (const TmyField& field : {kGlobal[0], kDirect, kDiffuse}) {
      std::vector<double>& filled = column(field);
      if (std::all_of(filled.begin(), filled.end(), [](double v) { return std::isnan(v); })) {
        continue;
      }
      for (std::size_t row = 0; row < filled.size(); ++row) {
        if (column(kExtraterrestrial)[row] == 0.0 && std::isnan(filled[row])) filled[row] = 0.0;
      }
    }
  }

  /// The time of day among `time` and the same on the days around that is next to `wanted`.
  static Duration nearest(Duration time, Duration wanted) {
    if (time - wanted > hours(12)) return time - hours(24);
    if (wanted - time > hours(12)) return time + hours(24);
    return time;
  }

  std::optional<int> whole(const char* name, std::size_t first, std::size_t width) {
    const std::string_view text = line_.substr(first - 1, width);
    const auto value = number_in<int>(text);
    if (!value) {
      year_.error("data.not_a_number", lines_.number(),
                  fmt::format("'{}' in columns {} to {} ({}) is not a number", text, first,
                              first + width - 1, name));
    }
    return value;
  }

  void set(const TmyField& field, long row) {
    double& value = year_.cell(weather_column(field.name), row);
    if (!std::isnan(value) || trim(line_.substr(field.first - 1, field.width)).empty()) return;
    const auto number = whole(field.name, field.first, field.width);
    if (number && *number < field.missing) value = *number * field.times / field.per;
  }

  Lines lines_;
  YearWriter year_;
  std::string_view line_;
};

}  // namespace

std::span<const WeatherColumn> weather_columns() { return kColumns; }

int weather_column(std::string_view name) {
  const auto* found = std::find_if(std::begin(kColumns), std::end(kColumns),
                                   [name](const WeatherColumn& c) { return c.name == name; });
  return found == std::end(kColumns) ? -1 : static_cast<int>(found - std::begin(kColumns));
}

std::string WeatherFile::description() const {
  const char* const name = format == Format::Epw ? "EPW" : "TMY";
  std::string text = place.empty() ? fmt::format("{} weather", name)
                                   : fmt::format("{} weather of {}", name, place);
  if (latitude && longitude) text += fmt::format(", {} N {} E", *latitude, *longitude);
  return text;
}

bool is_weather_file(const std::filesystem::path& path, std::string_view text) {
  const std::string ending = ending_of(path);
  if (ending == ".epw" || ending == ".tmy") return true;
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  if (text.substr(0, 9) == "LOCATION,") return true;
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.size() >= kTmyWidth && line.find(',') == std::string_view::npos &&
         std::all_of(line.begin(), line.begin() + 19, is_digit);
}

WeatherFile parse_weather(const std::string& text, const std::filesystem::path& path) {
  std::string_view line;
  Lines lines(text);
  while (lines.next(line) && trim(line).empty()) {
  }
  if (line.find(',') == std::string_view::npos && ending_of(path) != ".epw") {
    return TmyReader(text, path).read();
  }
  return EpwReader(text, path).read();
}

}  // namespace hearth
