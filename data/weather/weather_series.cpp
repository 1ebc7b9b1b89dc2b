// SPDX-License-Identifier: MIT
#include "hearth/data/weather/weather_series.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/internal/sun.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/data/weather/internal/humid_air.hpp"
#include "hearth/data/weather/internal/weather_place.hpp"
#include "hearth/data/weather/internal/weather_rows.hpp"
#include "hearth/framework/base/limits.hpp"

namespace hearth {
namespace {

using std::chrono::days;
using std::chrono::hours;
using weather_rows::kLeapDay;
using weather_rows::kNone;

constexpr double kKelvin = 273.15;
constexpr Duration kMargin = days(31);  // for values missing at the ends of a span

/// A column that is computed.
struct Computed {
  std::string_view name;
  std::optional<Unit> unit;
  WeatherKind kind;
  bool of_sun;  ///< needs the place of the file
};

constexpr Computed kComputed[] = {
    {"solarZenith", unit::deg, WeatherKind::Mean, true},
    {"solarAzimuth", unit::deg, WeatherKind::Mean, true},
    {"extraterrestrialNormalRadiation", unit::W_per_m2, WeatherKind::Mean, true},
    {"diffuseHorizontalRadiation", unit::W_per_m2, WeatherKind::Mean, true},
    {"relativeHumidity", unit::percent, WeatherKind::Line, false},
    {"skyTemperature", unit::degC, WeatherKind::Line, false},
    {"humidityRatio", unit::one, WeatherKind::Line, false},
    {"groundTemperature", unit::degC, WeatherKind::Line, false}};

/// Returns the temperature in degC of undisturbed ground 1 m below a surface whose temperature is
/// the annual harmonic of the air: Kusuda and Achenbach, Earth Temperature and Thermal
/// Diffusivity at Selected Stations in the United States, ASHRAE Transactions 71 (1965).
double ground_temperature(const WeatherFile& file, std::size_t row) {
  constexpr double kDepth = 1.0;           // m
  constexpr double kDiffusivity = 6.0e-7;  // m2/s, damp soil
  constexpr double kSpeed = 2.0 * std::numbers::pi / (WeatherFile::kDays * 86400.0);  // rad/s
  const double lag = kDepth / std::sqrt(2.0 * kDiffusivity / kSpeed);
  const double day = static_cast<double>(row) / file.per_day() - file.warmest;
  return file.mean + file.swing * std::exp(-lag) * std::cos(kSpeed * 86400.0 * day - lag);
}

/// One row of a file, by the names of its columns.
class Row {
 public:
  Row(const WeatherFile& file, std::size_t row) : file_(file), row_(row) {}

  double operator[](std::string_view name) const {
    const auto& values = file_.values[weather_column(name)];
    return values.empty() ? kNone : values[row_];
  }

  double vapour_pressure() const {
    const double dew_point = (*this)["dewPointTemperature"];
    if (!std::isnan(dew_point)) return saturation_pressure(dew_point);
    return (*this)["relativeHumidity"] / 100.0 * saturation_pressure((*this)["dryBulbTemperature"]);
  }

  double relative_humidity() const {
    const double given = (*this)["relativeHumidity"];
    if (!std::isnan(given)) return given;
    return 100.0 * vapour_pressure() / saturation_pressure((*this)["dryBulbTemperature"]);
  }

  double humidity_ratio() const {
    const double vapour = vapour_pressure();
    return hearth::humidity_ratio(vapour, (*this)["atmosphericPressure"]);
  }

  // EnergyPlus Engineering Reference, Climate Calculations: sky radiation of Clark and Allen with
  // the clouds of Walton.
  double sky_temperature() const {
    constexpr double kStefanBoltzmann = 5.670374419e-8;  // W/(m2 K4)
    const double infrared = (*this)["horizontalInfraredRadiation"];
    if (infrared > 0.0) return std::pow(infrared / kStefanBoltzmann, 0.25) - kKelvin;
    const double cover = (*this)["opaqueSkyCover"];
    const double dew_point = (*this)["dewPointTemperature"] + kKelvin;
    const double clear = 0.787 + 0.764 * std::log(dew_point / 273.0);
    const double clouds = 1.0 + cover * (0.0224 + cover * (-0.0035 + cover * 0.00028));
    return ((*this)["dryBulbTemperature"] + kKelvin) * std::pow(clear * clouds, 0.25) - kKelvin;
  }

  double computed(std::string_view name) const {
    if (name == "relativeHumidity") return relative_humidity();
    if (name == "skyTemperature") return sky_temperature();
    if (name == "groundTemperature") return ground_temperature(file_, row_);
    return humidity_ratio();
  }

 private:
  const WeatherFile& file_;
  std::size_t row_;
};

bool has_values(const WeatherFile& file, int column) {
  const auto& values = file.values[column];
  return std::any_of(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
}

/// The column that a name represents.
struct Column {
  std::string_view name;
  std::optional<Unit> unit;
  WeatherKind kind = WeatherKind::Line;
  int own = -1;  ///< number in the file, -1: computed
  bool of_sun = false;
};

std::optional<Column> column_named(const WeatherFile& file, std::string_view name) {
  const int own = weather_column(name);
  const auto* computed = std::find_if(std::begin(kComputed), std::end(kComputed),
                                      [name](const Computed& c) { return c.name == name; });
  const bool known = computed != std::end(kComputed);
  if (own >= 0 && (has_values(file, own) || (!known && !file.values[own].empty()))) {
    const WeatherColumn& column = weather_columns()[own];
    return Column{column.name, column.unit, column.kind, own, false};
  }
  if (!known) return std::nullopt;
  return Column{computed->name, computed->unit, computed->kind, -1, computed->of_sun};
}

std::optional<Column> find_column(const WeatherFile& file,
                                  const std::variant<std::string, int>& column) {
  if (const auto* name = std::get_if<std::string>(&column)) return column_named(file, *name);
  const int number = std::get<int>(column) - kWeatherFirstCell;
  if (file.format != WeatherFile::Format::Epw || number < 0 || number >= kWeatherColumns) {
    return std::nullopt;
  }
  return column_named(file, weather_columns()[number].name);
}

/// Returns the time at which the sun crosses the horizon between two instants with the sun on
/// different sides, by false position: its height is nearly linear in time.
Instant crossing(Instant from, Instant to, double before, double after, const Observer& observer) {
  constexpr double kEnough = 1e-4;  // deg: 0.03 s of the earth's rotation
  Instant at = from;
  for (int pass = 0; pass < 20; ++pass) {
    const double share = before / (before - after);
    at = from + std::chrono::milliseconds(std::lround(1e3 * seconds(to - from) * share));
    const double height = 90.0 - sun_position(at, observer).zenith;
    if (std::abs(height) < kEnough) break;
    if ((height < 0.0) == (before < 0.0)) {
      from = at;
      before = height;
    } else {
      to = at;
      after = height;
    }
  }
  return at;
}

/// Returns the position of the sun that represents the interval.
SunPosition sun_over(Instant from, Instant to, const Observer& observer) {
  constexpr double kTurn = 15.0 / 3600.0;  // deg/s
  const SunPosition middle = sun_position(from + (to - from) / 2, observer);
  const bool far = std::abs(middle.zenith - 90.0) > kTurn * seconds(to - from) / 2.0 + 0.1;
  if (far) return middle;
  const double before = 90.0 - sun_position(from, observer).zenith;
  const double after = 90.0 - sun_position(to, observer).zenith;
  if ((before > 0.0) == (after > 0.0)) return middle;
  const Instant edge = crossing(from, to, before, after, observer);
  return sun_position(before > 0.0 ? from + (edge - from) / 2 : edge + (to - edge) / 2, observer);
}

int day_of_year(Instant local) {
  const auto day = std::chrono::floor<days>(local);
  const auto year = std::chrono::year_month_day(day).year();
  return static_cast<int>((day - std::chrono::sys_days(year / 1 / 1)).count()) + 1;
}

/// Places the rows of a file in time.
class WeatherPlotter {
 public:
  WeatherPlotter(const WeatherFile& file, const Column& column, const Site& site, Instant from)
      : file_(file), column_(column), offset_(offset_of(file, site, from)) {
    if (column.of_sun) observer_ = observer_of(file, site);
  }

  RawSeries plot(Instant from, Instant to) const {
    RawSeries raw;
    raw.file = file_.file;
    raw.header_unit = column_.unit;
    raw.interval = file_.interval();
    raw.regular = !of_solar_hours();
    raw.stamp = column_.kind == WeatherKind::Mean ? Stamp::MeanBefore : Stamp::Instant;
    raw.resample = column_.kind == WeatherKind::Line ? Resample::Linear : Resample::Hold;
    const auto first = std::chrono::floor<days>(from + offset_ - kMargin);
    const auto last = std::chrono::floor<days>(to + offset_ + kMargin);
    const std::int64_t rows = ((last - first).count() + 1) * std::int64_t(file_.per_day());
    check_limit(WorkLimit::SeriesPoints, rows, {.file = file_.file});
    raw.times.reserve(static_cast<std::size_t>(rows));
    raw.values.reserve(static_cast<std::size_t>(rows));
    for (auto day = first; day <= last; day += days(1)) add_day(day, raw);
    return raw;
  }

 private:
  bool of_solar_hours() const {
    return file_.format == WeatherFile::Format::Tmy && column_.kind == WeatherKind::Mean;
  }

  void add_day(std::chrono::sys_days day, RawSeries& raw) const {
    const std::chrono::year_month_day date(day);
    const auto in_leap_year =
        std::chrono::sys_days(std::chrono::year(2000) / date.month() / date.day());
    const auto number = (in_leap_year - std::chrono::sys_days(std::chrono::year(2000) / 1 / 1));
    const Instant midnight = Instant(day) - offset_;
    const auto rows = static_cast<std::size_t>(file_.per_day());
    for (std::size_t part = 0; part < rows; ++part) {
      const std::size_t row = static_cast<std::size_t>(number.count()) * rows + part;
      const Instant stamp = midnight + stamp_of(row, part);
      if (!raw.times.empty() && stamp <= raw.times.back()) continue;
      raw.times.push_back(stamp);
      raw.values.push_back(value(row, stamp));
      if (std::isnan(raw.values.back())) ++raw.missing;
    }
  }

  Duration stamp_of(std::size_t row, std::size_t part) const {
    if (file_.format == WeatherFile::Format::Epw) {
      return file_.interval() * (static_cast<int>(part) + 1);
    }
    const WeatherFile::Times& times = file_.times[row];
    return of_solar_hours() ? times.radiation + file_.interval() / 2 : times.observation;
  }

  double value(std::size_t row, Instant stamp) const {
    if (column_.own >= 0) return file_.values[column_.own][row];
    if (!column_.of_sun) return Row(file_, row).computed(column_.name);
    if (column_.name == "extraterrestrialNormalRadiation") {
      return extraterrestrial_normal_irradiance(
          day_of_year(stamp + offset_ - file_.interval() / 2));
    }
    const SunPosition sun = sun_over(stamp - file_.interval(), stamp, observer_);
    if (column_.name == "solarZenith") return sun.zenith;
    if (column_.name == "solarAzimuth") return unbroken_azimuth(sun, observer_.latitude);
    return diffuse(Row(file_, row), sun);
  }

  static double diffuse(const Row& row, const SunPosition& sun) {
    const double cosine = std::max(0.0, std::cos(sun.zenith * std::acos(-1.0) / 180.0));
    const double rest = row["globalHorizontalRadiation"] - row["directNormalRadiation"] * cosine;
    return std::isnan(rest) ? rest : std::max(0.0, rest);
  }

  const WeatherFile& file_;
  const Column& column_;
  Duration offset_;
  Observer observer_;
};

std::string column_header(const Column& column) {
  if (!column.unit) return std::string(column.name);
  return fmt::format("{} [{}]", column.name, column.unit->symbol);
}

/// Writes a table of stamps and columns of equal length.
class CsvWriter {
 public:
  void declare(const std::string& key, const std::string& value) {
    if (!value.empty()) text_ += fmt::format("# {}: {}\n", key, value);
  }

  void add(const Column& column, std::vector<double> values) {
    header_ += "," + column_header(column);
    values_.push_back(std::move(values));
  }

  std::string take(const std::vector<Instant>& times, const Zone& zone) {
    text_ += "time" + header_ + "\n";
    for (std::size_t i = 0; i < times.size(); ++i) {
      text_ += format_time(times[i], zone);
      for (const std::vector<double>& values : values_) {
        text_ += ',';
        if (!std::isnan(values[i])) fmt::format_to(std::back_inserter(text_), "{}", values[i]);
      }
      text_ += '\n';
    }
    return std::move(text_);
  }

 private:
  std::string text_, header_ = "";
  std::vector<std::vector<double>> values_;
};

std::string joined(const WeatherFile& file, WeatherKind kind) {
  std::string list;
  for (const std::string& name : weather_names(file)) {
    if (column_named(file, name)->kind == kind) list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

}  // namespace

std::vector<std::string> weather_names(const WeatherFile& file) {
  std::vector<std::string> names;
  for (int i = 0; i < kWeatherColumns; ++i) {
    const WeatherColumn& column = weather_columns()[i];
    if (has_values(file, i)) names.emplace_back(column.name);
  }
  for (const Computed& computed : kComputed) {
    if (std::find(names.begin(), names.end(), computed.name) == names.end()) {
      names.emplace_back(computed.name);
    }
  }
  return names;
}

bool has_weather_column(const WeatherFile& file, const std::variant<std::string, int>& column) {
  return find_column(file, column).has_value();
}

InputError missing_weather_column(const WeatherFile& file,
                                  const std::variant<std::string, int>& column) {
  if (const int* number = std::get_if<int>(&column)) {
    return {"data.column_missing",
            {.file = file.file},
            fmt::format("no column {}: select a column of the weather by its name, such as "
                        "'dryBulbTemperature'",
                        *number)};
  }
  const std::string& name = std::get<std::string>(column);
  const std::vector<std::string> names = weather_names(file);
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "'" : ", '") + known + "'";
  return {"data.column_missing",
          {.file = file.file},
          fmt::format("no column '{}' (available: {}){}", name, list, did_you_mean(name, names))};
}

RawSeries weather_series(const WeatherFile& file, const std::variant<std::string, int>& column,
                         const Site& site, Instant from, Instant to) {
  const std::optional<Column> found = find_column(file, column);
  if (!found) throw missing_weather_column(file, column);
  return WeatherPlotter(file, *found, site, from).plot(from, to);
}

std::string weather_of_other_years(const WeatherFile& file, Instant from, Instant to) {
  const Duration offset = file.offset.value_or(Duration{});
  const auto month_of = [offset](Instant time) {
    const std::chrono::year_month_day day(std::chrono::floor<days>(time + offset));
    return day.year() / day.month();
  };
  const auto last = month_of(to - Duration(1));
  const auto first = std::max(month_of(from), last - std::chrono::months(11));
  for (auto month = first; month <= last; month += std::chrono::months(1)) {
    const int has = file.years[static_cast<unsigned>(month.month()) - 1];
    const int wanted = static_cast<int>(month.year());
    if (has == 0 || has == wanted) continue;
    return fmt::format(
        "the weather for {:02d}/{} was recorded in {:02d}/{}, as rows of EPW and TMY files are "
        "selected "
        "by month, day and hour: comparisons with measurements need weather that was recorded at "
        "the same time",
        static_cast<unsigned>(month.month()), wanted, static_cast<unsigned>(month.month()), has);
  }
  return "";
}

std::string weather_csv(const WeatherFile& file, const Site& site) {
  if (file.format == WeatherFile::Format::Tmy) {
    throw InputError("data.weather_solar_time", {.file = file.file},
                     "radiation refers to hours of solar time, temperatures to local standard "
                     "time: a table cannot contain both; name the TMY file itself in the model");
  }
  const auto first_day = std::chrono::sys_days(std::chrono::year(file.year) / 1 / 1);
  const auto next_year = std::chrono::sys_days(std::chrono::year(file.year + 1) / 1 / 1);
  const Duration offset = offset_of(file, site, Instant(first_day));
  const Instant from = Instant(first_day) - offset, to = Instant(next_year) - offset;
  CsvWriter writer;
  writer.declare("source", file.description());
  writer.declare("timezone", format_offset(offset));
  writer.declare("mean_before", joined(file, WeatherKind::Mean));
  writer.declare("linear", joined(file, WeatherKind::Line));
  std::vector<Instant> times;
  for (const std::string& name : weather_names(file)) {
    const RawSeries raw = weather_series(file, name, site, from, to);
    const auto begin = std::lower_bound(raw.times.begin(), raw.times.end(), from);
    const auto end = std::upper_bound(raw.times.begin(), raw.times.end(), to);
    times.assign(begin, end);
    const auto values = raw.values.begin() + (begin - raw.times.begin());
    writer.add(*column_named(file, name), {values, values + (end - begin)});
  }
  return writer.take(times, Zone::fixed(offset));
}

std::string weather_rows_csv(const WeatherFile& file) {
  const Duration offset = file.offset.value_or(Duration{});
  const bool leap = std::chrono::year(file.year).is_leap();
  CsvWriter writer;
  writer.declare("timezone", format_offset(offset));
  std::vector<std::size_t> rows;
  std::vector<Instant> times;
  Instant stamp = Instant(std::chrono::sys_days(std::chrono::year(file.year) / 1 / 1)) - offset;
  const auto per_day = static_cast<std::size_t>(file.per_day());
  for (std::size_t row = 0; row < WeatherFile::kDays * per_day; ++row) {
    if (!leap && row / per_day == kLeapDay) continue;
    rows.push_back(row);
    times.push_back(stamp += file.interval());
  }
  for (const std::string& name : weather_names(file)) {
    const Column column = *column_named(file, name);
    if (column.of_sun) continue;
    std::vector<double> values;
    for (const std::size_t row : rows) {
      values.push_back(column.own >= 0 ? file.values[column.own][row]
                                       : Row(file, row).computed(name));
    }
    writer.add(column, std::move(values));
  }
  return writer.take(times, Zone::fixed(offset));
}

}  // namespace hearth
