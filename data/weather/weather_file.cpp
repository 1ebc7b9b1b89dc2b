// SPDX-License-Identifier: MIT
#include "hearth/data/weather/weather_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "hearth/data/weather/internal/weather_formats.hpp"
#include "hearth/data/weather/internal/weather_rows.hpp"

namespace hearth {
namespace {

using namespace weather_rows;

constexpr WeatherKind kLine = WeatherKind::Line;
constexpr WeatherKind kHold = WeatherKind::Hold;
constexpr WeatherKind kMean = WeatherKind::Mean;
constexpr std::nullopt_t kBare = std::nullopt;
constexpr bool kRests = true;  // may keep one value for days

// Auxiliary Programs of EnergyPlus, section 2.9: names, units, numbers for missing values. The
// sky's infrared radiation is computed from temperature, dew point and clouds at the stamp.
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
    {"zenithLuminance", kBare, kMean, 9999.0, kRests},
    {"windDirection", unit::deg, kHold, 999.0, kRests},
    {"windSpeed", unit::m_per_s, kLine, 999.0},
    {"totalSkyCover", kBare, kLine, 99.0, kRests},
    {"opaqueSkyCover", kBare, kLine, 99.0, kRests},
    {"visibility", kBare, kLine, 9999.0, kRests},
    {"ceilingHeight", unit::m, kHold, 99999.0, kRests},
    {"presentWeatherObservation", kBare, kHold, 9.0, kRests},
    {"presentWeatherCodes", kBare, kHold, 999999999.0, kRests},
    {"precipitableWater", unit::mm, kLine, 999.0, kRests},
    {"aerosolOpticalDepth", kBare, kLine, 0.999, kRests},
    {"snowDepth", kBare, kHold, 999.0, kRests},
    {"daysSinceLastSnowfall", kBare, kHold, 99.0, kRests},
    {"albedo", kBare, kHold, 999.0, kRests},
    {"liquidPrecipitationDepth", unit::mm, kHold, 999.0, kRests},
    {"liquidPrecipitationQuantity", unit::h, kHold, 99.0, kRests}};

// Returns the extension of a name without .gz, in lower case.
std::string ending_of(const std::filesystem::path& path) {
  const std::string ending = lower_case(path.extension().string());
  return ending == ".gz" ? lower_case(path.stem().extension().string()) : ending;
}

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

namespace {

/// Returns whether a text begins as TMY3 files do (NREL/TP-581-43156): a line for the place, and a
/// line with the names of the columns.
bool is_tmy3(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != std::string_view::npos && text.substr(end + 1).starts_with("Date (MM/DD/YYYY)");
}

}  // namespace

bool is_weather_file(const std::filesystem::path& path, std::string_view text) {
  const std::string ending = ending_of(path);
  if (ending == ".epw" || ending == ".tmy") return true;
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  if (text.substr(0, 9) == "LOCATION,") return true;
  if (is_tmy3(text)) return true;  // to refuse it with a message about its format
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.size() >= kTmyWidth && line.find(',') == std::string_view::npos &&
         std::all_of(line.begin(), line.begin() + 19, is_digit);
}

namespace {

const std::vector<double>& values_of(const WeatherFile& file, std::string_view column) {
  return file.values[static_cast<std::size_t>(weather_column(column))];
}

/// Fits the first harmonic of the year to the air temperatures.
void find_year_wave(WeatherFile& file) {
  const auto& values = values_of(file, "dryBulbTemperature");
  double sum = 0.0, cosine = 0.0, sine = 0.0;
  long count = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) continue;
    const double angle =
        2.0 * std::numbers::pi * static_cast<double>(row) / static_cast<double>(values.size());
    sum += values[row];
    cosine += values[row] * std::cos(angle);
    sine += values[row] * std::sin(angle);
    ++count;
  }
  if (count == 0) return;
  const auto n = static_cast<double>(count);
  file.mean = sum / n;
  file.swing = 2.0 * std::hypot(cosine, sine) / n;
  file.warmest = WeatherFile::kDays * std::atan2(sine, cosine) / (2.0 * std::numbers::pi);
}

/// Possible weather on earth, with tolerance for stations with small errors.
struct PhysicalRange {
  std::string_view column;
  double low, high;   // in the unit of the column
  bool zero = false;  // 0 is accepted, as a mark of missing values
};

constexpr std::array kPhysicalRanges{
    PhysicalRange{"dryBulbTemperature", -100.0, 80.0},
    PhysicalRange{"dewPointTemperature", -150.0, 80.0},
    PhysicalRange{"relativeHumidity", 0.0, 150.0},
    PhysicalRange{"atmosphericPressure", 20000.0, 120000.0},
    PhysicalRange{"globalHorizontalRadiation", -50.0, 2000.0},
    PhysicalRange{"directNormalRadiation", -50.0, 2000.0},
    PhysicalRange{"diffuseHorizontalRadiation", -50.0, 2000.0},
    PhysicalRange{"horizontalInfraredRadiation", 40.0, 800.0, true},
    PhysicalRange{"windSpeed", 0.0, 150.0}};

/// Outdoor air is never as dry as 1 % for a whole year: such numbers are fractions of 1, not
/// percentages.
void check_humidity(const WeatherFile& file, Diagnostics& diagnostics) {
  const auto& values = values_of(file, "relativeHumidity");
  const auto is_share = [](double value) { return std::isnan(value) || value <= 1.0; };
  const auto is_known = [](double value) { return value > 0.0; };
  if (!std::all_of(values.begin(), values.end(), is_share)) return;
  if (std::none_of(values.begin(), values.end(), is_known)) return;
  diagnostics.error("data.weather_range", {.file = file.file},
                    "column 'relativeHumidity': no value is above 1 %, so that the values "
                    "are probably fractions of 1; multiply them by 100");
}

/// Sky temperatures are computed from the clouds if the infrared radiation is missing.
void check_clouds(const WeatherFile& file, Diagnostics& diagnostics) {
  const auto& infrared = values_of(file, "horizontalInfraredRadiation");
  const auto& cover = values_of(file, "opaqueSkyCover");
  for (std::size_t row = 0; row < std::min(infrared.size(), cover.size()); ++row) {
    if (infrared[row] > 0.0 || !(cover[row] < 0.0 || cover[row] > 10.0)) continue;
    diagnostics.error("data.weather_range", {.file = file.file},
                      fmt::format("column 'opaqueSkyCover': {} is not between 0 and 10 tenths, and "
                                  "the infrared radiation is missing: correct the file, or mark "
                                  "missing values by 99",
                                  cover[row]));
    return;
  }
}

/// Air is never colder than its dew point, apart from errors of stations.
void check_dew_point(const WeatherFile& file, Diagnostics& diagnostics) {
  // K; of the values: a constant instead of missing dew points exceeds cold air only
  constexpr double kApart = 3.0, kShare = 0.5;
  const auto& air = values_of(file, "dryBulbTemperature");
  const auto& dew = values_of(file, "dewPointTemperature");
  std::size_t above = 0;
  for (std::size_t row = 0; row < std::min(air.size(), dew.size()); ++row) {
    if (dew[row] > air[row] + kApart) ++above;
  }
  if (static_cast<double>(above) <= kShare * static_cast<double>(air.size())) return;
  diagnostics.error(
      "data.weather_range", {.file = file.file},
      fmt::format(
          "column 'dewPointTemperature': {:.0f} % of the values are more than {} K above the air "
          "temperature: correct their unit or the order of the columns",
          100.0 * static_cast<double>(above) / static_cast<double>(air.size()), kApart));
}

/// Numbers of at least 99.9 mark missing temperatures, so that temperatures in kelvin are all
/// missing.
void check_air_temperature(const WeatherFile& file, Diagnostics& diagnostics) {
  const auto& air = values_of(file, "dryBulbTemperature");
  if (!std::all_of(air.begin(), air.end(), [](double value) { return std::isnan(value); })) return;
  diagnostics.error("data.weather_range", {.file = file.file},
                    "column 'dryBulbTemperature': all values are missing, as numbers from 99.9 on "
                    "are by the format: write temperatures in degC");
}

/// Throws `data.weather_range` with the first impossible value of each column.
void check_ranges(const WeatherFile& file) {
  Diagnostics diagnostics;
  for (const PhysicalRange& range : kPhysicalRanges) {
    const auto& values = values_of(file, range.column);
    const auto beyond = [&range](double value) {
      return (value < range.low && !(range.zero && value == 0.0)) || value > range.high;
    };
    const auto first = std::find_if(values.begin(), values.end(), beyond);
    if (first == values.end()) continue;
    const long slot = first - values.begin();
    const std::chrono::year_month_day day{std::chrono::sys_days(std::chrono::year(2000) / 1 / 1) +
                                          std::chrono::days(slot / file.per_day())};
    diagnostics.error(
        "data.weather_range", {.file = file.file},
        fmt::format("column '{}': {} in month {}, day {} is not between {} and {} ({} of {} values "
                    "are not): correct the file, or mark missing values as its format requires",
                    range.column, *first, static_cast<unsigned>(day.month()),
                    static_cast<unsigned>(day.day()), range.low, range.high,
                    std::count_if(first, values.end(), beyond), values.size()));
  }
  check_humidity(file, diagnostics);
  check_clouds(file, diagnostics);
  check_dew_point(file, diagnostics);
  check_air_temperature(file, diagnostics);
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
}

}  // namespace

WeatherFile parse_weather(const std::string& text, const std::filesystem::path& path) {
  if (is_tmy3(text)) {
    throw InputError("data.weather_format", {.file = path.string()},
                     "this is a TMY3 file, which Hearth does not read: use the EPW file of the "
                     "station, which contains the same data (climate.onebuilding.org)");
  }
  std::string_view line;
  Lines lines(text);
  while (lines.next(line) && cell_text(line).empty()) {
  }
  if (line.find(',') == std::string_view::npos && ending_of(path) != ".epw") {
    WeatherFile file = parse_tmy(text, path);
    check_ranges(file);
    find_year_wave(file);
    return file;
  }
  WeatherFile file = parse_epw(text, path);
  check_ranges(file);
  find_year_wave(file);
  return file;
}

}  // namespace hearth
