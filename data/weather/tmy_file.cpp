// SPDX-License-Identifier: MIT
#include "hearth/data/weather/internal/weather_formats.hpp"
#include "hearth/data/weather/internal/weather_rows.hpp"

namespace hearth {
namespace {

using namespace weather_rows;
using std::chrono::hours;
using std::chrono::minutes;

/// A value of a TMY file: its position, from 1 as in the manual, and its scale.
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
// kJ/m2 in an hour -> W/m2. A code of its origin precedes each value; global radiation in
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
      if (cell_text(line_).empty()) continue;
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
    year_.note_year(1900 + *year, *month);
    const Duration end = hours(*hour);
    year_.weather().times[row] = {
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

  // At night the file contains no radiation; it is set to 0.
  void fill_nights() {
    auto& values = year_.weather().values;
    const auto column = [&values](const TmyField& field) -> std::vector<double>& {
      return values[weather_column(field.name)];
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

  /// Returns the time of day nearest to `wanted`: `time`, or the same time on the day before or
  /// after.
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
    if (!std::isnan(value) || cell_text(line_.substr(field.first - 1, field.width)).empty()) return;
    const auto number = whole(field.name, field.first, field.width);
    if (number && *number < field.missing) value = *number * field.times / field.per;
  }

  Lines lines_;
  YearWriter year_;
  std::string_view line_;
};

}  // namespace

WeatherFile parse_tmy(const std::string& text, const std::filesystem::path& path) {
  return TmyReader(text, path).read();
}

}  // namespace hearth
