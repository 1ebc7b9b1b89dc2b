// SPDX-License-Identifier: MIT
//
// Makes the data of the one-room example: a year of weather and six weeks of measurements of an
// office that exists only here. The office is described in more detail than the model that is
// fitted to it (README.md lists the differences), so that the fit meets what real data bring.
//
//   one_room_generator FOLDER                      writes weather.csv and measurements.csv
//   one_room_generator FOLDER --check REFERENCE    ... and compares them with those in REFERENCE
//
// Time is counted in seconds since 2024-01-01T00:00:00Z; local time is UTC + 1 h (no daylight
// saving falls into the measurements). Temperatures in degC, SI units elsewhere.

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Seconds = std::int64_t;
constexpr Seconds kMinute = 60, kHour = 3600, kDay = 86400;
constexpr Seconds kLocalOffset = kHour;                       // local time = UTC + 1 h
constexpr Seconds kWeatherEnd = 366 * kDay;                   // 2025-01-01T00:00:00Z
constexpr Seconds kMeasuredFrom = 7 * kDay - kLocalOffset;    // 2024-01-08T00:00:00+01:00
constexpr Seconds kMeasuredUntil = 49 * kDay - kLocalOffset;  // 2024-02-19T00:00:00+01:00
constexpr Seconds kGapFrom = 17 * kDay + 2 * kHour;           // the logger fails on 18 January,
constexpr Seconds kGapUntil = kGapFrom + 150 * kMinute;       // 03:00 to 05:30 local time
constexpr double kPi = 3.14159265358979323846;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// SplitMix64: the same numbers on every machine, unlike the distributions of the library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// Returns a number in [0, 1).
  double uniform() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }

  /// Returns a number of mean 0 and variance 1: a sum of twelve, near enough to normal, no libm.
  double normal() {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }

 private:
  std::uint64_t state_;
};

/// AR(1) noise of mean 0, standard deviation sd and correlation exp(-t / time_constant).
class Drift {
 public:
  Drift(std::uint64_t seed, double sd, double time_constant, double step)
      : random_(seed),
        keep_(std::exp(-step / time_constant)),
        add_(sd * std::sqrt(1.0 - keep_ * keep_)),
        value_(sd * random_.normal()) {}

  double next() { return value_ = keep_ * value_ + add_ * random_.normal(); }

 private:
  Random random_;
  double keep_, add_, value_;
};

struct Weather {
  double temperature;  // degC
  double cloud;        // 0 clear, 1 overcast
  double wind;         // m/s
  double co2;          // ppm
};

/// Returns the weather at every full hour of the year: season, day and drifting noise.
std::vector<Weather> make_weather() {
  Drift warm_spell(1, 3.0, 60.0 * kHour, kHour), cloudiness(2, 1.6, 14.0 * kHour, kHour);
  Drift gusts(3, 2.2, 9.0 * kHour, kHour), co2(4, 3.0, 12.0 * kHour, kHour);
  std::vector<Weather> hours;
  for (Seconds t = 0; t <= kWeatherEnd; t += kHour) {
    const double day = static_cast<double>(t) / kDay;
    const double winter = std::cos(2.0 * kPi * (day - 27.0) / 366.0);  // 1 at the end of January
    const double afternoon = std::cos(2.0 * kPi * (day - 13.5 / 24.0));
    const double cloud = 1.0 / (1.0 + std::exp(-1.2 - 0.3 * winter - cloudiness.next()));
    const double swing = (3.2 - 2.0 * winter) * (1.3 - 0.6 * cloud);  // K, smaller under cloud
    hours.push_back({9.3 - 8.2 * winter + swing * afternoon + warm_spell.next(), cloud,
                     std::max(0.3, 4.8 + 0.8 * winter + gusts.next()),
                     421.0 + 3.0 * winter + co2.next()});
  }
  return hours;
}

Weather weather_at(const std::vector<Weather>& hours, Seconds t) {
  const std::size_t i = static_cast<std::size_t>(t / kHour);
  const Weather &a = hours[i], &b = hours[std::min(i + 1, hours.size() - 1)];
  const double w = static_cast<double>(t % kHour) / kHour;
  const auto between = [w](double from, double to) { return from + w * (to - from); };
  return {between(a.temperature, b.temperature), between(a.cloud, b.cloud), between(a.wind, b.wind),
          between(a.co2, b.co2)};
}

struct Irradiation {
  double horizontal;  // W/m2, global
  double facade;      // W/m2, on the office's window, facing east-south-east
};

/// Solar geometry (declination: Cooper 1969; equation of time in minutes), clear sky by
/// Haurwitz 1945, G = 1098 s exp(-0.059 / s) with s the sine of the sun's altitude, cloud and
/// diffuse share by Kasten and Czeplak 1980, 1 - 0.75 N^3.4 and 0.3 + 0.7 N^2.
Irradiation irradiation_at(Seconds t, double cloud) {
  constexpr double kDegree = kPi / 180.0;
  constexpr double kLatitude = 55.7 * kDegree, kLongitude = 12.6, kAzimuth = 110.0 * kDegree;
  const double day = 1.0 + static_cast<double>(t) / kDay;
  const double declination = 23.45 * kDegree * std::sin(2.0 * kPi * (284.0 + day) / 365.0);
  const double b = 2.0 * kPi * (day - 81.0) / 364.0;
  const double equation = 9.87 * std::sin(2.0 * b) - 7.53 * std::cos(b) - 1.5 * std::sin(b);
  const double solar_hour =
      static_cast<double>(t % kDay) / kHour + kLongitude / 15.0 + equation / 60.0;
  const double angle = 15.0 * kDegree * (solar_hour - 12.0);

  const double east = -std::cos(declination) * std::sin(angle);
  const double north = std::cos(kLatitude) * std::sin(declination) -
                       std::sin(kLatitude) * std::cos(declination) * std::cos(angle);
  const double up = std::sin(kLatitude) * std::sin(declination) +
                    std::cos(kLatitude) * std::cos(declination) * std::cos(angle);
  if (up < 0.01) return {0.0, 0.0};

  const double clear = 1098.0 * up * std::exp(-0.059 / up);
  const double global = clear * (1.0 - 0.75 * std::pow(cloud, 3.4));
  const double diffuse = global * (0.3 + 0.7 * cloud * cloud);
  const double towards = std::max(0.0, std::sin(kAzimuth) * east + std::cos(kAzimuth) * north);
  const double ground = 0.2 * global;
  return {global, (global - diffuse) / up * towards + 0.5 * diffuse + 0.5 * ground};
}

bool working_day(Seconds t) { return (t + kLocalOffset) / kDay % 7 < 5; }  // day 0 is a Monday

double heating_setpoint(Seconds t) {
  const Seconds hour = (t + kLocalOffset) % kDay / kHour;
  return working_day(t) && hour >= 6 && hour < 17 ? 21.5 : 18.0;
}

/// Returns the people in the office, minute by minute from t = 0: four desks, a tenth of the days
/// away, lunch, and in half of the afternoons a meeting elsewhere.
std::vector<int> make_occupancy() {
  Random random(5);
  std::vector<int> people(static_cast<std::size_t>(kMeasuredUntil / kMinute) + 1, 0);
  const auto add = [&](Seconds midnight, double from, double to, int count) {  // minutes of a day
    for (int m = static_cast<int>(from); m < static_cast<int>(to); ++m) {
      people[midnight / kMinute + m] += count;
    }
  };
  for (Seconds midnight = kDay - kLocalOffset; midnight + kDay <= kMeasuredUntil;
       midnight += kDay) {
    if (!working_day(midnight)) continue;
    for (int desk = 0; desk < 4; ++desk) {
      const bool here = random.uniform() < 0.9, meets = random.uniform() < 0.5;
      const double arrive = 480.0 + 20.0 * random.normal(), leave = 965.0 + 30.0 * random.normal();
      const double lunch = 715.0 + 8.0 * random.normal(), meeting = 780.0 + 90.0 * random.uniform();
      if (!here) continue;
      add(midnight, arrive, leave, 1);
      add(midnight, lunch, lunch + 32.0, -1);
      if (meets) add(midnight, meeting, meeting + 45.0, -1);
    }
  }
  return people;
}

/// PI controller that adds up its changes:  u += k (e - e_before + e dt / Ti), kept within 0 to 1.
struct PiController {
  double gain, integral_time;  // per unit of the error; s
  double error = 0.0, command = 0.0;

  double next(double new_error, double step) {
    command += gain * (new_error - error + new_error * step / integral_time);
    command = std::clamp(command, 0.0, 1.0);
    error = new_error;
    return command;
  }
};

/// Motor of a valve or damper: hears a command two minutes late, ignores changes smaller than its
/// dead band, and moves at a fixed speed to a whole number of its steps. (Were the target the
/// command itself, the loop would hunt chaotically, and rounding errors would grow into the data.)
struct Actuator {
  double dead_band, speed;  // -, 1/s
  std::array<double, 2> heard{};
  double target = 0.0, position = 0.0;

  void next(double command, double step) {
    const bool end = heard[1] <= 0.0 || heard[1] >= 1.0;  // it always closes and opens fully
    if (end || std::abs(heard[1] - target) > dead_band) target = 0.02 * std::round(heard[1] / 0.02);
    heard = {command, heard[0]};
    position += std::clamp(target - position, -speed * step, speed * step);
  }
};

struct Surroundings {
  Weather weather;
  double sun;           // W/m2 on the window
  double neighbours;    // degC, rooms around
  double supply_air;    // degC
  double supply_water;  // degC
  int people;
};

/// 5.0 m x 4.2 m x 3.0 m, old double glazing with solar film, radiator 1.4 kW at 60/45/20 degC.
struct Office {
  double air = 19.5, furniture = 19.5, wall_inside = 17.0, wall_outside = 6.0, slab = 20.0;
  std::array<double, 3> radiator{20.0, 20.0, 20.0};  // water and steel, from inlet to outlet
  double co2 = 430.0;                                // ppm
  double thermostat = 19.5;                          // what the wall sensor shows

  /// Advances by h seconds of explicit Euler; the shortest time constant is 110 s.
  void step(const Surroundings& out, double valve, double damper, double h) {
    constexpr double kAir = 1005.0, kWater = 4180.0;  // J/(kg K)
    constexpr double kAirMass = 63.0 * 1.2;           // kg
    const double outdoors = out.weather.temperature;
    // Flows in kg/s: valve of authority 0.7, curved damper that leaks, cracks that feel the wind.
    const double water = 0.0223 * valve / std::sqrt(valve * valve * 0.3 + 0.7);
    const double supply = 0.09 * (0.02 + 0.98 * std::pow(damper, 1.15));
    const double leakage = kAirMass / 3600.0 * (0.06 + 0.035 * out.weather.wind);

    // Radiator: C/3 dT = m c (T_before - T) - Q/3, Q = 1400 W at 32.5 K excess, exponent 1.3.
    double heat = 0.0, upstream = out.supply_water;
    for (double& element : radiator) {
      const double excess = std::max(0.0, element - air);
      const double emitted = 1400.0 / 3.0 * std::pow(excess / 32.5, 1.3);
      const double carried = water * kWater * (upstream - element);
      upstream = element;
      element += h * (carried - emitted) / (36e3 / 3.0);
      heat += emitted;
    }
    // Sun through 4.5 m2 of glass, people with their desks, and the losses of the air; numbers
    // before a temperature difference are conductances in W/K.
    const double sun = 4.5 * 0.14 * out.sun, people = 120.0 * out.people;
    const double to_furniture = 130.0 * (air - furniture), to_slab = 110.0 * (air - slab);
    const double to_wall = 75.0 * (air - wall_inside), to_glass = 11.0 * (air - outdoors);
    const double through_wall = 14.0 * (wall_inside - wall_outside);
    const double ventilation = supply * kAir * (out.supply_air - air);
    const double infiltration = leakage * kAir * (outdoors - air);
    const double to_air = 0.7 * heat + 0.2 * sun + 0.6 * people + ventilation + infiltration;

    // Sensor (300 s behind), CO2 (6.6e-6 kg/s a person) and heat balances, capacities in J/K.
    thermostat += h * (0.9 * air + 0.1 * wall_inside - thermostat) / 300.0;
    co2 += h * (6.6 * out.people + (supply + leakage) * (out.weather.co2 - co2)) / kAirMass;
    air += h / 2.2e5 * (to_air - to_furniture - to_slab - to_wall - to_glass);
    furniture += h / 6e5 * (to_furniture + 0.4 * people + 0.2 * heat + 0.2 * sun);
    slab += h / 5e6 * (to_slab + 0.6 * sun + 22.0 * (out.neighbours - slab));
    wall_inside += h / 1.4e6 * (to_wall + 0.1 * heat - through_wall);
    wall_outside += h / 1.2e6 * (through_wall + 180.0 * (outdoors - wall_outside));
  }
};

/// What the office meets outside its walls, minute by minute.
class World {
 public:
  explicit World(const std::vector<Weather>& hours) : hours_(hours), people_(make_occupancy()) {}

  Surroundings next(Seconds t) {
    const Weather weather = weather_at(hours_, t);
    const double hour = static_cast<double>((t + kLocalOffset) % kDay) / kHour;
    return {.weather = weather,
            .sun = irradiation_at(t, weather.cloud).facade,
            .neighbours = 20.6 + 0.5 * std::cos(2.0 * kPi * (hour - 15.0) / 24.0),
            .supply_air = 19.8 - 0.06 * weather.temperature + supply_air_.next(),
            .supply_water = 60.0 + supply_water_.next(),
            .people = people_[t / kMinute]};
  }

 private:
  const std::vector<Weather>& hours_;
  std::vector<int> people_;
  Drift supply_air_{8, 0.25, 3.0 * kHour, kMinute}, supply_water_{9, 0.8, kHour, kMinute};
};

/// A file in the making: values are written in whole multiples of their sensor's resolution.
struct Table {
  struct Column {
    std::string name;
    double resolution;
    int decimals;
  };
  struct Row {
    Seconds time;
    std::vector<double> values;  // kMissing: an empty cell
  };
  std::string file;
  Seconds offset;  // of the stamps, against UTC
  std::vector<Column> columns;
  std::vector<Row> rows = {};

  void add(Seconds time, std::vector<double> values) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double unit = columns[i].resolution;
      values[i] = std::round(values[i] / unit) * unit + 0.0;  // + 0.0: no minus zero
    }
    rows.push_back({time, std::move(values)});
  }
};

Table weather_table(const std::vector<Weather>& hours) {
  Table table{"weather.csv",
              0,
              {{"outdoorTemperature", 0.1, 1},
               {"globalIrradiation", 1.0, 0},
               {"outdoorCo2Concentration", 1.0, 0}}};
  for (Seconds t = 0; t <= kWeatherEnd; t += kHour) {
    const Weather now = weather_at(hours, t);
    table.add(t, {now.temperature, irradiation_at(t, now.cloud).horizontal, now.co2});
  }
  return table;
}

/// Runs the office from 1 January, a week before the first measurement: the office every 20 s,
/// controllers and motors every minute, the logger every ten minutes.
Table measurement_table(const std::vector<Weather>& hours) {
  Table table{"measurements.csv",
              kLocalOffset,
              {{"temperature", 0.1, 1},
               {"co2", 1.0, 0},
               {"valve", 0.01, 2},
               {"damper", 0.01, 2},
               {"supplyAirTemperature", 0.1, 1},
               {"heatingSetpoint", 0.5, 1},
               {"occupancy", 1.0, 0}}};
  World world(hours);
  Random noise(6), loss(7);
  PiController heating{0.22, 2700.0}, ventilating{0.0022, 1500.0};
  Actuator valve{0.03, 1.0 / 150.0}, damper{0.02, 1.0 / 90.0};
  Office office;

  for (Seconds t = 0; t <= kMeasuredUntil; t += kMinute) {
    const Surroundings out = world.next(t);
    valve.next(heating.next(heating_setpoint(t) - office.thermostat, kMinute), kMinute);
    damper.next(ventilating.next(office.co2 - 750.0, kMinute), kMinute);
    if (t >= kMeasuredFrom && t % (10 * kMinute) == 0) {
      const double temperature = office.thermostat + 0.03 * noise.normal();
      const double co2 = office.co2 + 8.0 * noise.normal();
      const double supply_air = out.supply_air + 0.05 * noise.normal();
      const bool temperature_lost = loss.uniform() < 0.003, co2_lost = loss.uniform() < 0.004;
      if (t < kGapFrom || t >= kGapUntil) {
        table.add(t, {temperature_lost ? kMissing : temperature, co2_lost ? kMissing : co2,
                      valve.position, damper.position, supply_air, heating_setpoint(t),
                      static_cast<double>(out.people)});
      }
    }
    for (int i = 0; i < 3; ++i) office.step(out, valve.position, damper.position, kMinute / 3.0);
  }
  return table;
}

std::string stamp(Seconds time, Seconds offset) {
  using namespace std::chrono;
  const sys_seconds local = sys_days(year(2024) / 1 / 1) + seconds(time + offset);
  const year_month_day date(floor<days>(local));
  const hh_mm_ss clock(local - floor<days>(local));
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:00%s", int(date.year()),
                unsigned(date.month()), unsigned(date.day()), int(clock.hours().count()),
                int(clock.minutes().count()), offset == 0 ? "Z" : "+01:00");
  return text.data();
}

std::string csv(const Table& table) {
  std::string text = "time";
  for (const Table::Column& column : table.columns) text += "," + column.name;
  for (const Table::Row& row : table.rows) {
    text += "\n" + stamp(row.time, table.offset);
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      std::array<char, 40> number;
      char* end = number.data();
      if (!std::isnan(row.values[i])) {  // to_chars: the same text whatever the locale
        const int decimals = table.columns[i].decimals;
        end = std::to_chars(end, end + 40, row.values[i], std::chars_format::fixed, decimals).ptr;
      }
      text += "," + std::string(number.data(), end);
    }
  }
  return text + "\n";
}

void print_summary(const Table& table) {
  std::printf("%s: %zu rows\n", table.file.c_str(), table.rows.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::vector<double> known;
    for (const Table::Row& row : table.rows) {
      if (!std::isnan(row.values[i])) known.push_back(row.values[i]);
    }
    const auto [low, high] = std::minmax_element(known.begin(), known.end());
    const double mean =
        std::accumulate(known.begin(), known.end(), 0.0) / static_cast<double>(known.size());
    std::printf("  %-24s min %7.2f  mean %7.2f  max %7.2f  missing %zu\n",
                table.columns[i].name.c_str(), *low, mean, *high, table.rows.size() - known.size());
  }
}

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Returns whether two cells agree: the same text, or numbers one unit of the last digit apart
/// (mathematical libraries differ in their last bit, which can turn a rounding).
bool agree(const std::string& made, const std::string& wanted) {
  const auto is_number = [](const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("-.0123456789") == std::string::npos;
  };
  if (made == wanted || !is_number(made) || !is_number(wanted)) return made == wanted;
  const std::size_t point = std::min(wanted.find('.'), wanted.size() - 1);
  const double unit = std::pow(10.0, -static_cast<double>(wanted.size() - 1 - point));
  return std::abs(std::stod(made) - std::stod(wanted)) < 1.5 * unit;
}

/// Returns whether two files agree cell by cell; prints the first line that does not.
bool same(const std::string& name, const std::string& made, const std::string& wanted) {
  std::istringstream made_lines(made), wanted_lines(wanted);
  for (int line = 1; made_lines && wanted_lines; ++line) {
    std::string a, b, x, y;
    std::getline(made_lines, a);
    std::getline(wanted_lines, b);
    std::istringstream made_cells(a += ','), wanted_cells(b += ',');
    bool equal = std::count(a.begin(), a.end(), ',') == std::count(b.begin(), b.end(), ',');
    while (std::getline(made_cells, x, ',') && std::getline(wanted_cells, y, ',')) {
      equal = equal && agree(x, y);
    }
    if (equal) continue;
    std::printf("%s:%d: made %s wanted %s\n", name.c_str(), line, a.c_str(), b.c_str());
    return false;
  }
  return !made_lines && !wanted_lines;
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 4 && std::string(argv[2]) == "--check";
  if (argc != 2 && !check) {
    std::fprintf(stderr, "usage: one_room_generator FOLDER [--check REFERENCE]\n");
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  std::filesystem::create_directories(folder);
  const std::vector<Weather> hours = make_weather();
  bool good = true;
  for (const Table& table : {weather_table(hours), measurement_table(hours)}) {
    const std::string text = csv(table);
    std::ofstream(folder / table.file, std::ios::binary) << text;
    print_summary(table);
    const std::string wanted = check ? read(std::filesystem::path(argv[3]) / table.file) : text;
    good = same(table.file, read(folder / table.file), wanted) && good;
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
