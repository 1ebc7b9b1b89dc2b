// SPDX-License-Identifier: MIT
#include "hearth/framework/base/internal/qudt_unit.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>

namespace hearth {
namespace qudt {
namespace {

constexpr std::size_t kLongestName = 60;  // the longest names of units in use have 40 letters
constexpr int kMostPower = 6;

struct NamedUnit {
  std::string_view name;
  std::int8_t kg, m, s, K;
  double scale;
};

constexpr double kBtu = 1055.05585262;       // J, international table
constexpr double kBtuThermal = 1054.350264;  // J, thermochemical
constexpr double kPound = 0.45359237;        // kg
constexpr double kPoundForce = 4.4482216152605;
constexpr double kFoot = 0.3048;
constexpr double kGallon = 0.003785411784;  // m3, US liquid
constexpr double kDay = 86400.0;            // s
constexpr double kDegree = 0.017453292519943295;

/// Units without prefix. A power after a name is that of its unit; `M2` is a square metre.
constexpr std::array kBases{
    NamedUnit{"UNITLESS", 0, 0, 0, 0, 1.0},
    NamedUnit{"NUM", 0, 0, 0, 0, 1.0},
    NamedUnit{"ONE", 0, 0, 0, 0, 1.0},
    NamedUnit{"FRACTION", 0, 0, 0, 0, 1.0},
    NamedUnit{"PERSON", 0, 0, 0, 0, 1.0},
    NamedUnit{"PERCENT", 0, 0, 0, 0, 0.01},
    NamedUnit{"PERCENT_RH", 0, 0, 0, 0, 0.01},
    NamedUnit{"PPTH", 0, 0, 0, 0, 1e-3},
    NamedUnit{"PPM", 0, 0, 0, 0, 1e-6},
    NamedUnit{"PPB", 0, 0, 0, 0, 1e-9},
    NamedUnit{"RAD", 0, 0, 0, 0, 1.0},
    NamedUnit{"DEG", 0, 0, 0, 0, kDegree},
    NamedUnit{"GON", 0, 0, 0, 0, 0.9 * kDegree},
    NamedUnit{"GRAD", 0, 0, 0, 0, 0.9 * kDegree},
    NamedUnit{"ARCMIN", 0, 0, 0, 0, kDegree / 60.0},
    NamedUnit{"MIN_Angle", 0, 0, 0, 0, kDegree / 60.0},
    NamedUnit{"ARCSEC", 0, 0, 0, 0, kDegree / 3600.0},
    NamedUnit{"REV", 0, 0, 0, 0, 360.0 * kDegree},
    NamedUnit{"M", 0, 1, 0, 0, 1.0},
    NamedUnit{"FT", 0, 1, 0, 0, kFoot},
    NamedUnit{"FT_US", 0, 1, 0, 0, 1200.0 / 3937.0},
    NamedUnit{"IN", 0, 1, 0, 0, 0.0254},
    NamedUnit{"YD", 0, 1, 0, 0, 0.9144},
    NamedUnit{"MI", 0, 1, 0, 0, 1609.344},
    NamedUnit{"MI_N", 0, 1, 0, 0, 1852.0},
    NamedUnit{"HA", 0, 2, 0, 0, 1e4},
    NamedUnit{"ARE", 0, 2, 0, 0, 100.0},
    NamedUnit{"AC", 0, 2, 0, 0, 4046.8564224},
    NamedUnit{"L", 0, 3, 0, 0, 1e-3},
    NamedUnit{"GAL_US", 0, 3, 0, 0, kGallon},
    NamedUnit{"GAL_UK", 0, 3, 0, 0, 0.00454609},
    NamedUnit{"GAL_IMP", 0, 3, 0, 0, 0.00454609},
    NamedUnit{"KiloCubicFT", 0, 3, 0, 0, 28.316846592},
    NamedUnit{"GM", 1, 0, 0, 0, 1e-3},
    NamedUnit{"TON_Metric", 1, 0, 0, 0, 1000.0},
    NamedUnit{"TONNE", 1, 0, 0, 0, 1000.0},
    NamedUnit{"TON_US", 1, 0, 0, 0, 2000.0 * kPound},
    NamedUnit{"LB", 1, 0, 0, 0, kPound},
    NamedUnit{"LB_M", 1, 0, 0, 0, kPound},
    NamedUnit{"OZ", 1, 0, 0, 0, kPound / 16.0},
    NamedUnit{"OZ_M", 1, 0, 0, 0, kPound / 16.0},
    NamedUnit{"SEC", 0, 0, 1, 0, 1.0},
    NamedUnit{"MIN", 0, 0, 1, 0, 60.0},
    NamedUnit{"HR", 0, 0, 1, 0, 3600.0},
    NamedUnit{"DAY", 0, 0, 1, 0, kDay},
    NamedUnit{"WK", 0, 0, 1, 0, 7.0 * kDay},
    NamedUnit{"YR", 0, 0, 1, 0, 365.25 * kDay},
    NamedUnit{"HZ", 0, 0, -1, 0, 1.0},
    NamedUnit{"K", 0, 0, 0, 1, 1.0},
    NamedUnit{"DEG_C", 0, 0, 0, 1, 1.0},
    NamedUnit{"DELTA_C", 0, 0, 0, 1, 1.0},
    NamedUnit{"DEG_F", 0, 0, 0, 1, 5.0 / 9.0},
    NamedUnit{"DELTA_F", 0, 0, 0, 1, 5.0 / 9.0},
    NamedUnit{"DEG_R", 0, 0, 0, 1, 5.0 / 9.0},
    NamedUnit{"N", 1, 1, -2, 0, 1.0},
    NamedUnit{"LB_F", 1, 1, -2, 0, kPoundForce},
    NamedUnit{"PA", 1, -1, -2, 0, 1.0},
    NamedUnit{"BAR", 1, -1, -2, 0, 1e5},
    NamedUnit{"ATM", 1, -1, -2, 0, 101325.0},
    NamedUnit{"PSI", 1, -1, -2, 0, 6894.757293168361},
    NamedUnit{"TORR", 1, -1, -2, 0, 101325.0 / 760.0},
    NamedUnit{"IN_H2O", 1, -1, -2, 0, 249.08891},
    NamedUnit{"INH2O", 1, -1, -2, 0, 249.08891},
    NamedUnit{"FT_H2O", 1, -1, -2, 0, 2989.06692},
    NamedUnit{"FTH2O", 1, -1, -2, 0, 2989.06692},
    NamedUnit{"M_H2O", 1, -1, -2, 0, 9806.65},
    NamedUnit{"IN_HG", 1, -1, -2, 0, 3386.389},
    NamedUnit{"MilliM_HG", 1, -1, -2, 0, 133.322387415},
    NamedUnit{"MilliM_H2O", 1, -1, -2, 0, 9.80665},
    NamedUnit{"J", 1, 2, -2, 0, 1.0},
    NamedUnit{"CAL", 1, 2, -2, 0, 4.184},
    NamedUnit{"CAL_TH", 1, 2, -2, 0, 4.184},
    NamedUnit{"CAL_IT", 1, 2, -2, 0, 4.1868},
    NamedUnit{"BTU_IT", 1, 2, -2, 0, kBtu},
    NamedUnit{"BTU_TH", 1, 2, -2, 0, kBtuThermal},
    NamedUnit{"THM_US", 1, 2, -2, 0, 1.054804e8},
    NamedUnit{"THM_EEC", 1, 2, -2, 0, 1e5 * kBtu},
    NamedUnit{"W", 1, 2, -3, 0, 1.0},
    NamedUnit{"VA", 1, 2, -3, 0, 1.0},
    NamedUnit{"HP", 1, 2, -3, 0, 745.6998715822702},
    NamedUnit{"HP_Metric", 1, 2, -3, 0, 735.49875},
    NamedUnit{"HP_Boiler", 1, 2, -3, 0, 9809.5},
    NamedUnit{"TON_FG", 1, 2, -3, 0, 12000.0 * kBtu / 3600.0},
};

struct Prefix {
  std::string_view name;
  double factor;
};
constexpr std::array kPrefixes{
    Prefix{"Tera", 1e12},  Prefix{"Giga", 1e9},   Prefix{"Mega", 1e6},  Prefix{"Kilo", 1e3},
    Prefix{"Hecto", 1e2},  Prefix{"Deca", 10.0},  Prefix{"Deci", 0.1},  Prefix{"Centi", 1e-2},
    Prefix{"Milli", 1e-3}, Prefix{"Micro", 1e-6}, Prefix{"Nano", 1e-9}, Prefix{"Pico", 1e-12},
};

const NamedUnit* base_of(std::string_view name) {
  for (const NamedUnit& base : kBases) {
    if (base.name == name) return &base;
  }
  return nullptr;
}

/// Multiplies a unit with the power of another one.
bool multiply(Unit& unit, const NamedUnit& base, double prefix, int power) {
  const auto grow = [power](std::int8_t& exponent, std::int8_t by) {
    const int sum = exponent + by * power;
    exponent = static_cast<std::int8_t>(sum);
    return sum > -100 && sum < 100;
  };
  unit.scale *= std::pow(prefix * base.scale, power);
  return grow(unit.kg, base.kg) && grow(unit.m, base.m) && grow(unit.s, base.s) &&
         grow(unit.K, base.K);
}

/// Multiplies with one part of a name, `KiloW`, `FT2`, or divides by it.
bool multiply(Unit& unit, std::string_view part, int sign) {
  int power = 1;
  const NamedUnit* base = base_of(part);
  double factor = 1.0;
  if (base == nullptr && part.size() > 1 && part.back() >= '2' && part.back() <= '0' + kMostPower) {
    power = part.back() - '0';
    part.remove_suffix(1);
    base = base_of(part);
  }
  if (base == nullptr) {
    for (const Prefix& prefix : kPrefixes) {
      if (!part.starts_with(prefix.name)) continue;
      base = base_of(part.substr(prefix.name.size()));
      factor = prefix.factor;
      break;
    }
  }
  return base != nullptr && multiply(unit, *base, factor, sign * power);
}

}  // namespace
}  // namespace qudt

const char* kept_symbol(std::string_view name) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> names;
  const std::scoped_lock lock(mutex);
  const auto found = names.find(name);
  return (found != names.end() ? found : names.emplace(name).first)->c_str();
}

std::optional<Unit> parse_qudt_unit(std::string_view name) {
  if (name.empty() || name.size() > qudt::kLongestName) return std::nullopt;
  if (name == "V-A") name = "VA";
  Unit unit;
  int sign = 1;
  std::string_view rest = name;
  while (!rest.empty()) {
    const std::size_t dash = rest.find('-');
    const std::string_view part = rest.substr(0, dash);
    rest = dash == std::string_view::npos ? std::string_view() : rest.substr(dash + 1);
    if (part == "PER") {
      if (sign < 0 || rest.empty()) return std::nullopt;
      sign = -1;
      continue;
    }
    // Volt times ampere, as in KiloV-A-HR.
    if (part.ends_with("V") && (rest == "A" || rest.starts_with("A-"))) {
      const std::string watts = std::string(part.substr(0, part.size() - 1)) + "W";
      if (!qudt::multiply(unit, watts, sign)) return std::nullopt;
      rest = rest.size() > 2 ? rest.substr(2) : std::string_view();
      continue;
    }
    if (!qudt::multiply(unit, part, sign)) return std::nullopt;
  }
  unit.symbol = kept_symbol(name);
  return unit;
}

}  // namespace hearth
