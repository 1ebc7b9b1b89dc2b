// SPDX-License-Identifier: MIT
#include "hearth/framework/base/unit.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "hearth/framework/base/internal/energy_price.hpp"
#include "hearth/framework/base/internal/om_unit.hpp"
#include "hearth/framework/base/internal/qudt_unit.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

// US customary units, by their definitions in SI (NIST SP 811, appendix B).
constexpr Unit kFoot{.m = 1, .scale = 0.3048, .symbol = "ft"};
constexpr Unit kInch{.m = 1, .scale = 0.0254, .symbol = "in"};
constexpr Unit kSquareFoot{.m = 2, .scale = 0.09290304, .symbol = "ft2"};
constexpr Unit kCubicFoot{.m = 3, .scale = 0.028316846592, .symbol = "ft3"};
constexpr Unit kCfm{.m = 3, .s = -1, .scale = 0.028316846592 / 60.0, .symbol = "cfm"};
constexpr Unit kGpm{.m = 3, .s = -1, .scale = 0.003785411784 / 60.0, .symbol = "gpm"};
constexpr Unit kFpm{.m = 1, .s = -1, .scale = 0.3048 / 60.0, .symbol = "fpm"};
constexpr Unit kPound{.kg = 1, .scale = 0.45359237, .symbol = "lb"};
constexpr Unit kPsi{.kg = 1, .m = -1, .s = -2, .scale = 6894.757293168361, .symbol = "psi"};
constexpr Unit kInH2O{.kg = 1, .m = -1, .s = -2, .scale = 249.08891, .symbol = "inH2O"};
constexpr Unit kBtu{.kg = 1, .m = 2, .s = -2, .scale = 1055.05585262, .symbol = "BTU"};
constexpr Unit kBtuPerHour{
    .kg = 1, .m = 2, .s = -3, .scale = 1055.05585262 / 3600.0, .symbol = "BTU/h"};
constexpr Unit kKilobtu{.kg = 1, .m = 2, .s = -2, .scale = 1055055.85262, .symbol = "kBTU"};
constexpr Unit kKilobtuPerHour{
    .kg = 1, .m = 2, .s = -3, .scale = 1055055.85262 / 3600.0, .symbol = "kBTU/h"};
constexpr Unit kTon{
    .kg = 1, .m = 2, .s = -3, .scale = 12000.0 * 1055.05585262 / 3600.0, .symbol = "tonR"};
constexpr Unit kHorsepower{.kg = 1, .m = 2, .s = -3, .scale = 745.6998715822702, .symbol = "hp"};
constexpr Unit kFahrenheitStep{.K = 1, .scale = 5.0 / 9.0, .symbol = "deltaF"};
// Volumes of standard air, 1.2 kg/m3 (ASHRAE Handbook Fundamentals, chapter 1), as mass.
constexpr Unit kScfm{.kg = 1, .s = -1, .scale = 1.2 * 0.028316846592 / 60.0, .symbol = "scfm"};
constexpr Unit kStandardM3PerHour{.kg = 1, .s = -1, .scale = 1.2 / 3600.0, .symbol = "sm3/h"};
constexpr Unit kStandardM3PerSecond{.kg = 1, .s = -1, .scale = 1.2, .symbol = "sm3/s"};
constexpr Unit kStandardLitrePerSecond{.kg = 1, .s = -1, .scale = 1.2e-3, .symbol = "sl/s"};
// Volumes of water and air as mass: 1000 and 1.2 kg/m3.
constexpr Unit kLitrePerSecondWater{.kg = 1, .s = -1, .scale = 1.0, .symbol = "l/s water"};
constexpr Unit kLitrePerMinuteWater{.kg = 1, .s = -1, .scale = 1.0 / 60.0, .symbol = "l/min water"};
constexpr Unit kLitrePerHourWater{.kg = 1, .s = -1, .scale = 1.0 / 3600.0, .symbol = "l/h water"};
constexpr Unit kM3PerHourWater{.kg = 1, .s = -1, .scale = 1000.0 / 3600.0, .symbol = "m3/h water"};
constexpr Unit kM3PerSecondWater{.kg = 1, .s = -1, .scale = 1000.0, .symbol = "m3/s water"};
constexpr Unit kGpmWater{.kg = 1, .s = -1, .scale = 3.785411784 / 60.0, .symbol = "gpm water"};
constexpr Unit kLitrePerSecondAir{.kg = 1, .s = -1, .scale = 1.2e-3, .symbol = "l/s air"};
constexpr Unit kM3PerHourAir{.kg = 1, .s = -1, .scale = 1.2 / 3600.0, .symbol = "m3/h air"};
constexpr Unit kM3PerSecondAir{.kg = 1, .s = -1, .scale = 1.2, .symbol = "m3/s air"};

// Units of the SI brochure (9th edition, table 8) and of meteorology.
constexpr Unit kMegawatt{.kg = 1, .m = 2, .s = -3, .scale = 1e6, .symbol = "MW"};
constexpr Unit kMegawattHour{.kg = 1, .m = 2, .s = -2, .scale = 3.6e9, .symbol = "MWh"};
constexpr Unit kGigajoule{.kg = 1, .m = 2, .s = -2, .scale = 1e9, .symbol = "GJ"};
constexpr Unit kBar{.kg = 1, .m = -1, .s = -2, .scale = 1e5, .symbol = "bar"};
constexpr Unit kMillibar{.kg = 1, .m = -1, .s = -2, .scale = 100.0, .symbol = "mbar"};
constexpr Unit kHectopascal{.kg = 1, .m = -1, .s = -2, .scale = 100.0, .symbol = "hPa"};
constexpr Unit kMmHg{.kg = 1, .m = -1, .s = -2, .scale = 133.322387415, .symbol = "mmHg"};
constexpr Unit kKilometrePerHour{.m = 1, .s = -1, .scale = 1.0 / 3.6, .symbol = "km/h"};
constexpr Unit kMilePerHour{.m = 1, .s = -1, .scale = 0.44704, .symbol = "mph"};
constexpr Unit kKnot{.m = 1, .s = -1, .scale = 1852.0 / 3600.0, .symbol = "kn"};
constexpr Unit kWattHourPerM2{.kg = 1, .s = -2, .scale = 3600.0, .symbol = "Wh/m2"};
constexpr Unit kKilojoulePerM2{.kg = 1, .s = -2, .scale = 1e3, .symbol = "kJ/m2"};
constexpr Unit kMegajoulePerM2{.kg = 1, .s = -2, .scale = 1e6, .symbol = "MJ/m2"};
constexpr Unit kJoulePerHour{.kg = 1, .m = 2, .s = -3, .scale = 1e3 / 3600.0, .symbol = "kJ/h"};
constexpr Unit kMegajoulePerHour{.kg = 1, .m = 2, .s = -3, .scale = 1e6 / 3600.0, .symbol = "MJ/h"};
constexpr Unit kGramPerSecond{.kg = 1, .s = -1, .scale = 1e-3, .symbol = "g/s"};
constexpr Unit kKilogramPerMinute{.kg = 1, .s = -1, .scale = 1.0 / 60.0, .symbol = "kg/min"};
constexpr Unit kLitrePerMinute{.m = 3, .s = -1, .scale = 1e-3 / 60.0, .symbol = "l/min"};
constexpr Unit kLitrePerHour{.m = 3, .s = -1, .scale = 1e-3 / 3600.0, .symbol = "l/h"};

constexpr Unit kPerSquareMetre{.m = -2, .symbol = "1/m2"};
constexpr Unit kWh_per_K{.kg = 1, .m = 2, .s = -2, .K = -1, .scale = 3.6e6, .symbol = "kWh/K"};
constexpr Unit Wh_per_K{.kg = 1, .m = 2, .s = -2, .K = -1, .scale = 3600.0, .symbol = "Wh/K"};
constexpr Unit kW_per_K{.kg = 1, .m = 2, .s = -3, .K = -1, .scale = 1e3, .symbol = "kW/K"};
constexpr Unit K_per_kW{.kg = -1, .m = -2, .s = 3, .K = 1, .scale = 1e-3, .symbol = "K/kW"};

constexpr std::array kUnits{unit::one,
                            unit::percent,
                            unit::ppm,
                            unit::s,
                            unit::min,
                            unit::h,
                            unit::m,
                            unit::m2,
                            unit::m3,
                            unit::kg,
                            unit::kg_per_s,
                            unit::kg_per_h,
                            unit::m3_per_s,
                            unit::m3_per_h,
                            unit::l_per_s,
                            unit::m_per_s,
                            unit::Pa,
                            unit::kPa,
                            unit::J,
                            unit::kJ,
                            unit::MJ,
                            unit::Wh,
                            unit::kWh,
                            unit::W,
                            unit::kW,
                            unit::W_per_m2,
                            unit::kW_per_m2,
                            unit::degC,
                            unit::degF,
                            unit::kelvin,
                            unit::K,
                            unit::per_K,
                            unit::K_s,
                            unit::J_per_K,
                            unit::kJ_per_K,
                            unit::MJ_per_K,
                            unit::W_per_K,
                            unit::K_per_W,
                            unit::W_per_m2K,
                            unit::J_per_kgK,
                            unit::kg_per_m3,
                            unit::g_per_kg,
                            unit::deg,
                            unit::mm,
                            unit::per_s,
                            unit::per_h,
                            unit::J_per_kg,
                            unit::J_per_m2,
                            unit::kWh_per_m2,
                            unit::J_per_m2K,
                            unit::J_per_m3K,
                            unit::W_per_mK,
                            unit::m2K_per_W,
                            kFoot,
                            kInch,
                            kSquareFoot,
                            kCubicFoot,
                            kCfm,
                            kGpm,
                            kFpm,
                            kPound,
                            kPsi,
                            kInH2O,
                            kBtu,
                            kBtuPerHour,
                            kKilobtu,
                            kKilobtuPerHour,
                            kTon,
                            kHorsepower,
                            kFahrenheitStep,
                            kScfm,
                            kStandardM3PerHour,
                            kStandardM3PerSecond,
                            kStandardLitrePerSecond,
                            kLitrePerSecondWater,
                            kLitrePerMinuteWater,
                            kLitrePerHourWater,
                            kM3PerHourWater,
                            kM3PerSecondWater,
                            kGpmWater,
                            kLitrePerSecondAir,
                            kM3PerHourAir,
                            kM3PerSecondAir,
                            kMegawatt,
                            kMegawattHour,
                            kGigajoule,
                            kBar,
                            kMillibar,
                            kHectopascal,
                            kMmHg,
                            kKilometrePerHour,
                            kMilePerHour,
                            kKnot,
                            kWattHourPerM2,
                            kKilojoulePerM2,
                            kMegajoulePerM2,
                            kJoulePerHour,
                            kMegajoulePerHour,
                            kGramPerSecond,
                            kKilogramPerMinute,
                            kLitrePerMinute,
                            kLitrePerHour,
                            kPerSquareMetre,
                            kWh_per_K,
                            Wh_per_K,
                            kW_per_K,
                            K_per_kW,
                            unit::per_kWh,
                            unit::kg_per_kWh};

constexpr std::pair<std::string_view, Unit> kSpellings[] = {
    {"-", unit::one},
    {"unit:UNITLESS", unit::one},
    {"unit:PERCENT", unit::percent},
    {"unit:PPM", unit::ppm},
    {"C", unit::degC},
    {"celsius", unit::degC},
    {"unit:DEG_C", unit::degC},
    {"F", unit::degF},
    {"unit:DEG_F", unit::degF},
    {"unit:K", unit::kelvin},
    {"sec", unit::s},
    {"unit:SEC", unit::s},
    {"unit:W", unit::W},
    {"unit:KiloW", unit::kW},
    {"unit:KiloW-HR", unit::kWh},
    {"unit:PA", unit::Pa},
    {"unit:KiloGM-PER-SEC", unit::kg_per_s},
    {"unit:M3-PER-SEC", unit::m3_per_s},
    {"unit:M3-PER-HR", unit::m3_per_h},
    {"unit:W-PER-M2", unit::W_per_m2},
    {"L/s", unit::l_per_s},
    {"unit:L-PER-SEC", unit::l_per_s},
    {"hour", unit::h},
    {"W/m2/K", unit::W_per_m2K},
    {"W/(m2K)", unit::W_per_m2K},
    {"W/(K m2)", unit::W_per_m2K},
    {"J/kg/K", unit::J_per_kgK},
    {"J/(kgK)", unit::J_per_kgK},
    {"J K-1", unit::J_per_K},
    {"W K-1", unit::W_per_K},
    {"K W-1", unit::K_per_W},
    {"kg s-1", unit::kg_per_s},
    {"W m-2", unit::W_per_m2},
    {"sqm", unit::m2},
    {"rad", unit::one},
    {"unit:RAD", unit::one},
    {"unit:DEG", unit::deg},
    {"kg/kg", unit::one},
    {"Hz", unit::per_s},
    {"W/m/K", unit::W_per_mK},
    {"W/(mK)", unit::W_per_mK},
    {"m2K/W", unit::m2K_per_W},
    {"(m2 K)/W", unit::m2K_per_W},
    {"unit:M", unit::m},
    {"unit:NUM", unit::one},
    {"unit:FRACTION", unit::one},
    {"unit:PERCENT_RH", unit::percent},
    {"percent", unit::percent},
    {"pct", unit::percent},
    {"PPM", unit::ppm},
    {"Fahrenheit", unit::degF},
    {"Celsius", unit::degC},
    {"Kelvin", unit::kelvin},
    {"deg C", unit::degC},
    {"deg F", unit::degF},
    {"KW", unit::kW},
    {"KWh", unit::kWh},
    {"kWh/h", unit::kW},
    {"Wh/h", unit::W},
    {"knots", kKnot},
    {"kt", kKnot},
    {"kph", kKilometrePerHour},
    {"RT", kTon},
    {"L/min", kLitrePerMinute},
    {"L/h", kLitrePerHour},
    {"unit:MegaW", kMegawatt},
    {"unit:MegaW-HR", kMegawattHour},
    {"unit:BAR", kBar},
    {"unit:MilliBAR", kMillibar},
    {"unit:HectoPA", kHectopascal},
    {"unit:KiloM-PER-HR", kKilometrePerHour},
    {"unit:MI-PER-HR", kMilePerHour},
    {"unit:L-PER-MIN", kLitrePerMinute},
    {"unit:L-PER-HR", kLitrePerHour},
    {"DegreesCelsius", unit::degC},
    {"DegreesFahrenheit", unit::degF},
    {"fahrenheit", unit::degF},
    {"kelvin", unit::kelvin},
    {"unit:M2", unit::m2},
    {"unit:M3", unit::m3},
    {"unit:MilliM", unit::mm},
    {"unit:KiloGM", unit::kg},
    {"unit:M-PER-SEC", unit::m_per_s},
    {"unit:MIN", unit::min},
    {"unit:HR", unit::h},
    {"unit:HZ", unit::per_s},
    {"unit:KiloPA", unit::kPa},
    {"unit:J", unit::J},
    {"unit:KiloJ", unit::kJ},
    {"unit:MegaJ", unit::MJ},
    {"unit:W-HR", unit::Wh},
    {"unit:J-PER-K", unit::J_per_K},
    {"unit:W-PER-K", unit::W_per_K},
    {"unit:K-PER-W", unit::K_per_W},
    {"unit:KiloGM-PER-HR", unit::kg_per_h},
    {"unit:DELTA_C", unit::K},
    {"deltaC", unit::K},
    {"foot", kFoot},
    {"unit:FT", kFoot},
    {"unit:IN", kInch},
    {"sqft", kSquareFoot},
    {"unit:FT2", kSquareFoot},
    {"unit:FT3", kCubicFoot},
    {"CFM", kCfm},
    {"ft3/min", kCfm},
    {"unit:FT3-PER-MIN", kCfm},
    {"GPM", kGpm},
    {"gal/min", kGpm},
    {"unit:GAL_US-PER-MIN", kGpm},
    {"unit:FT-PER-MIN", kFpm},
    {"unit:LB", kPound},
    {"unit:LB_M", kPound},
    {"unit:PSI", kPsi},
    {"unit:LB_F-PER-IN2", kPsi},
    {"inWC", kInH2O},
    {"unit:IN_H2O", kInH2O},
    {"unit:INH2O", kInH2O},
    {"unit:BTU_IT", kBtu},
    {"Btu/h", kBtuPerHour},
    {"kBtu", kKilobtu},
    {"kBtu/h", kKilobtuPerHour},
    {"MBH", kKilobtuPerHour},
    {"unit:BTU_IT-PER-HR", kBtuPerHour},
    {"unit:TON_FG", kTon},
    {"unit:HP", kHorsepower},
    // Names of QUDT 1.1.
    {"unit:Degree", unit::deg},
    {"unit:DegreeAngle", unit::deg},
    {"unit:DegreeCelsius", unit::degC},
    {"unit:DegreeFahrenheit", unit::degF},
    {"unit:Kelvin", unit::kelvin},
    {"unit:Percent", unit::percent},
    {"unit:Meter", unit::m},
    {"unit:SquareMeter", unit::m2},
    {"unit:CubicMeter", unit::m3},
    {"unit:Foot", kFoot},
    {"unit:SquareFoot", kSquareFoot},
    {"unit:CubicFoot", kCubicFoot},
    {"unit:CubicFootPerMinute", kCfm},
    {"unit:Watt", unit::W},
    {"unit:Kilowatt", unit::kW},
    {"unit:KilowattHour", unit::kWh},
    {"unit:BTUPerHour", kBtuPerHour},
    {"unit:Pascal", unit::Pa},
};

/// Names in words, in any case: of exports of building models and of the unit database of Project
/// Haystack.
constexpr std::pair<std::string_view, Unit> kNames[] = {
    {"watt", unit::W},
    {"watts", unit::W},
    {"kilowatt", unit::kW},
    {"kilowatts", unit::kW},
    {"liters per second", unit::l_per_s},
    {"litres per second", unit::l_per_s},
    {"liters_per_second", unit::l_per_s},
    {"cubic meters per hour", unit::m3_per_h},
    {"cubic metres per hour", unit::m3_per_h},
    {"cubic_meters_per_hour", unit::m3_per_h},
    {"cubic meters per second", unit::m3_per_s},
    {"cubic metres per second", unit::m3_per_s},
    {"cubic_meters_per_second", unit::m3_per_s},
    {"cubic feet per minute", kCfm},
    {"cubic_feet_per_minute", kCfm},
    {"gallons_per_minute", kGpm},
    {"btu_per_hour", kBtuPerHour},
    {"pascal", unit::Pa},
    {"pascals", unit::Pa},
    {"degrees celsius", unit::degC},
    {"degrees fahrenheit", unit::degF},
    {"square meters", unit::m2},
    {"square metres", unit::m2},
    {"square_meter", unit::m2},
    {"square feet", kSquareFoot},
    {"square_foot", kSquareFoot},
    {"cubic meters", unit::m3},
    {"cubic metres", unit::m3},
    {"cubic_meter", unit::m3},
    {"tonref", kTon},
    {"tons_refrigeration", kTon},
    {"tons of refrigeration", kTon},
    {"horsepower", kHorsepower},
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

std::string plain(std::string_view symbol) {
  std::string text(symbol);
  while (!text.empty() && text.front() == ' ') text.erase(text.begin());
  while (!text.empty() && text.back() == ' ') text.pop_back();
  replace_all(text, "\u00b0", "deg");   // degree sign
  replace_all(text, "\u2103", "degC");  // degree Celsius, one character
  replace_all(text, "\u00b2", "2");     // superscript two
  replace_all(text, "\u00b3", "3");     // superscript three
  replace_all(text, "\u00b7", " ");     // middle dot
  replace_all(text, "^", "");
  replace_all(text, "http://qudt.org/vocab/unit/", "unit:");
  replace_all(text, "https://qudt.org/vocab/unit/", "unit:");
  for (const char* om : {"http://www.ontology-of-units-of-measure.org/resource/om-2/",
                         "http://www.wurvoc.org/vocabularies/om-1.8/"}) {
    replace_all(text, om, "om:");
  }
  return text;
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view symbol) {
  std::string text = plain(symbol);
  if (text.starts_with("om:")) {
    text = "unit:" + qudt_name_of_om_unit(std::string_view(text).substr(3));
  }
  for (const Unit& candidate : kUnits) {
    if (text == candidate.symbol) return candidate;
  }
  for (const auto& [spelling, candidate] : kSpellings) {
    if (text == spelling) return candidate;
  }
  const std::string word = lower_case(text);
  for (const auto& [name, candidate] : kNames) {
    if (word == name) return candidate;
  }
  std::optional<Unit> made = text.starts_with("unit:")
                                 ? parse_qudt_unit(std::string_view(text).substr(5))
                                 : parse_energy_price(text);
  if (made && !currency_of(*made).empty()) return made;  // the symbol names the currency
  for (const Unit& candidate : kUnits) {
    if (made && *made == candidate) made->symbol = candidate.symbol;
  }
  return made;
}

std::vector<std::string> unit_symbols() {
  std::vector<std::string> symbols;
  for (const Unit& candidate : kUnits) symbols.emplace_back(candidate.symbol);
  return symbols;
}

std::optional<Unit> integral_unit(const Unit& unit) {
  if (unit.bare || unit.point) return std::nullopt;
  for (const Unit& candidate : kUnits) {
    const bool dimension = candidate.kg == unit.kg && candidate.m == unit.m &&
                           candidate.s == unit.s + 1 && candidate.K == unit.K &&
                           candidate.any == unit.any &&
                           candidate.any_difference == unit.any_difference;
    if (dimension && !candidate.point && !candidate.bare && candidate.scale == 1.0) {
      return candidate;
    }
  }
  return std::nullopt;
}

Conversion conversion(const Unit& from, const Unit& to) {
  if (from == to || from.bare || to.bare) return {};
  // Written out, because the conversion through 0 K would lose a few digits.
  if (from == unit::degF && to == unit::degC) return {5.0 / 9.0, -160.0 / 9.0};
  if (from == unit::degC && to == unit::degF) return {1.8, 32.0};
  return {from.scale / to.scale, (from.offset - to.offset) / to.scale};
}

std::optional<double> difference_factor(const Unit& from, const Unit& to) {
  Unit a = from;
  Unit b = to;
  a.point = b.point = false;
  if (!a.compatible(b)) return std::nullopt;
  return from.bare || to.bare ? 1.0 : from.scale / to.scale;
}

double convert(double value, const Unit& from, const Unit& to) {
  if (from == to) return value;
  const Conversion map = conversion(from, to);
  return map.factor * value + map.shift;
}

bool below_absolute_zero(double value, const Unit& unit) {
  constexpr double kRounding = 1e-9;  // K, of -273.15 degC in another unit
  return unit.point && unit.scale * value + unit.offset < -kRounding;
}

std::optional<Quantity> parse_quantity(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.empty()) return Quantity{value, std::nullopt};
  const std::optional<Unit> parsed = parse_unit(text);
  if (!parsed) return std::nullopt;
  return Quantity{value, parsed};
}

}  // namespace hearth
