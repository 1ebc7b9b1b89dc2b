// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// A unit of measure: exponents of the SI base units that occur in buildings, a scale and an
/// offset.
///
///     SI value = scale * value + offset
///
/// A temperature on a scale (degC, degF) and a temperature difference (K) have the same dimension
/// but are not interchangeable. Ports with the unit `any` accept every unit, but all such ports of
/// one component share it; `any` is the exponent of this shared unit.
struct Unit {
  std::int8_t kg = 0, m = 0, s = 0, K = 0;
  std::int8_t any = 0;
  bool any_difference = false;  ///< if the shared unit is a temperature: a difference, not a point
  bool point = false;           ///< a temperature on a scale with its own zero
  bool bare = false;            ///< a plain number, which any unit accepts unchanged
  double scale = 1.0;
  double offset = 0.0;  ///< in SI units; 0 except for temperatures on a scale
  const char* symbol = "1";

  /// Returns whether a number in one of the units can be written in the other.
  constexpr bool compatible(const Unit& other) const {
    if (bare || other.bare) return true;
    return kg == other.kg && m == other.m && s == other.s && K == other.K && any == other.any &&
           any_difference == other.any_difference && point == other.point;
  }
  /// Compares the meaning of units, not their symbols.
  friend constexpr bool operator==(const Unit& a, const Unit& b) {
    return a.bare == b.bare && a.compatible(b) && a.scale == b.scale && a.offset == b.offset;
  }
};

namespace unit {
inline constexpr Unit one{};
inline constexpr Unit percent{.scale = 0.01, .symbol = "%"};
inline constexpr Unit ppm{.scale = 1e-6, .symbol = "ppm"};
inline constexpr Unit s{.s = 1, .symbol = "s"};
inline constexpr Unit min{.s = 1, .scale = 60.0, .symbol = "min"};
inline constexpr Unit h{.s = 1, .scale = 3600.0, .symbol = "h"};
inline constexpr Unit m{.m = 1, .symbol = "m"};
inline constexpr Unit m2{.m = 2, .symbol = "m2"};
inline constexpr Unit m3{.m = 3, .symbol = "m3"};
inline constexpr Unit kg{.kg = 1, .symbol = "kg"};
inline constexpr Unit kg_per_s{.kg = 1, .s = -1, .symbol = "kg/s"};
inline constexpr Unit kg_per_h{.kg = 1, .s = -1, .scale = 1.0 / 3600.0, .symbol = "kg/h"};
inline constexpr Unit m3_per_s{.m = 3, .s = -1, .symbol = "m3/s"};
inline constexpr Unit m3_per_h{.m = 3, .s = -1, .scale = 1.0 / 3600.0, .symbol = "m3/h"};
inline constexpr Unit l_per_s{.m = 3, .s = -1, .scale = 1e-3, .symbol = "l/s"};
inline constexpr Unit m_per_s{.m = 1, .s = -1, .symbol = "m/s"};
inline constexpr Unit Pa{.kg = 1, .m = -1, .s = -2, .symbol = "Pa"};
inline constexpr Unit kPa{.kg = 1, .m = -1, .s = -2, .scale = 1e3, .symbol = "kPa"};
inline constexpr Unit J{.kg = 1, .m = 2, .s = -2, .symbol = "J"};
inline constexpr Unit kJ{.kg = 1, .m = 2, .s = -2, .scale = 1e3, .symbol = "kJ"};
inline constexpr Unit MJ{.kg = 1, .m = 2, .s = -2, .scale = 1e6, .symbol = "MJ"};
inline constexpr Unit Wh{.kg = 1, .m = 2, .s = -2, .scale = 3600.0, .symbol = "Wh"};
inline constexpr Unit kWh{.kg = 1, .m = 2, .s = -2, .scale = 3.6e6, .symbol = "kWh"};
inline constexpr Unit W{.kg = 1, .m = 2, .s = -3, .symbol = "W"};
inline constexpr Unit kW{.kg = 1, .m = 2, .s = -3, .scale = 1e3, .symbol = "kW"};
inline constexpr Unit W_per_m2{.kg = 1, .s = -3, .symbol = "W/m2"};
inline constexpr Unit kW_per_m2{.kg = 1, .s = -3, .scale = 1e3, .symbol = "kW/m2"};
inline constexpr Unit degC{.K = 1, .point = true, .scale = 1.0, .offset = 273.15, .symbol = "degC"};
inline constexpr Unit degF{
    .K = 1, .point = true, .scale = 5.0 / 9.0, .offset = 459.67 * 5.0 / 9.0, .symbol = "degF"};
inline constexpr Unit kelvin{
    .K = 1, .point = true, .scale = 1.0, .offset = 0.0, .symbol = "kelvin"};
inline constexpr Unit K{.K = 1, .symbol = "K"};
inline constexpr Unit per_K{.K = -1, .symbol = "1/K"};
inline constexpr Unit K_s{.s = 1, .K = 1, .symbol = "K s"};
inline constexpr Unit J_per_K{.kg = 1, .m = 2, .s = -2, .K = -1, .symbol = "J/K"};
inline constexpr Unit kJ_per_K{.kg = 1, .m = 2, .s = -2, .K = -1, .scale = 1e3, .symbol = "kJ/K"};
inline constexpr Unit MJ_per_K{.kg = 1, .m = 2, .s = -2, .K = -1, .scale = 1e6, .symbol = "MJ/K"};
inline constexpr Unit W_per_K{.kg = 1, .m = 2, .s = -3, .K = -1, .symbol = "W/K"};
inline constexpr Unit K_per_W{.kg = -1, .m = -2, .s = 3, .K = 1, .symbol = "K/W"};
inline constexpr Unit W_per_m2K{.kg = 1, .s = -3, .K = -1, .symbol = "W/(m2 K)"};
inline constexpr Unit J_per_kgK{.m = 2, .s = -2, .K = -1, .symbol = "J/(kg K)"};
inline constexpr Unit kg_per_m3{.kg = 1, .m = -3, .symbol = "kg/m3"};
inline constexpr Unit g_per_kg{.scale = 1e-3, .symbol = "g/kg"};
inline constexpr Unit deg{.scale = 0.017453292519943295, .symbol = "deg"};
inline constexpr Unit mm{.m = 1, .scale = 1e-3, .symbol = "mm"};
inline constexpr Unit per_s{.s = -1, .symbol = "1/s"};
inline constexpr Unit per_h{.s = -1, .scale = 1.0 / 3600.0, .symbol = "1/h"};
inline constexpr Unit J_per_kg{.m = 2, .s = -2, .symbol = "J/kg"};
inline constexpr Unit J_per_m2{.kg = 1, .s = -2, .symbol = "J/m2"};
inline constexpr Unit kWh_per_m2{.kg = 1, .s = -2, .scale = 3.6e6, .symbol = "kWh/m2"};
inline constexpr Unit J_per_m2K{.kg = 1, .s = -2, .K = -1, .symbol = "J/(m2 K)"};
inline constexpr Unit J_per_m3K{.kg = 1, .m = -1, .s = -2, .K = -1, .symbol = "J/(m3 K)"};
inline constexpr Unit W_per_mK{.kg = 1, .m = 1, .s = -3, .K = -1, .symbol = "W/(m K)"};
inline constexpr Unit m2K_per_W{.kg = -1, .s = 3, .K = 1, .symbol = "m2 K/W"};
/// Price of energy in a currency, or emission per unit of energy.
inline constexpr Unit per_kWh{.kg = -1, .m = -2, .s = 2, .scale = 1.0 / 3.6e6, .symbol = "1/kWh"};
inline constexpr Unit kg_per_kWh{.m = -2, .s = 2, .scale = 1.0 / 3.6e6, .symbol = "kg/kWh"};
/// Unit of ports of signal blocks, which take any number unchanged.
inline constexpr Unit bare{.bare = true};
inline constexpr Unit any{.any = 1, .symbol = "any"};
inline constexpr Unit any_difference{.any = 1, .any_difference = true, .symbol = "any"};
inline constexpr Unit per_any{.any = -1, .symbol = "1/any"};
inline constexpr Unit any_s{.s = 1, .any = 1, .any_difference = true, .symbol = "any s"};
}  // namespace unit

/// Returns whether a quantity with this unit is a rate: the exponent of the second is negative and
/// odd (W, kg/s, m3/s, W/m2). A speed (m/s) is not a rate.
constexpr bool is_rate(const Unit& unit) {
  const bool speed = unit.m == 1 && unit.kg == 0;
  return unit.s < 0 && unit.s % 2 != 0 && !speed;
}

/// Returns the unit of the integral of a quantity over time in s, for example J for W. Returns
/// nothing if Hearth knows no unit for the integral.
std::optional<Unit> integral_unit(const Unit& unit);

/// Returns the currency of a price of energy as an ISO 4217 code, or as `$`, `kr` or `¥`, which
/// several currencies share. Returns "" if the unit names no currency, such as `ct/kWh`.
std::string currency_of(const Unit& price);
/// Returns whether two texts that `currency_of` returned can be the same currency.
bool may_be_same_currency(std::string_view a, std::string_view b);

/// Returns the unit with this symbol, or nothing if it is unknown. Common spellings are accepted
/// (`°C`, `m²`, `m^3/h`, `J K-1`, `unit:DEG_C`, `om:degreeCelsius`), as are prices and emissions of
/// energy (`EUR/MWh`, `gCO2/kWh`).
std::optional<Unit> parse_unit(std::string_view symbol);

/// Returns the preferred symbols of all units that `parse_unit` knows, for messages.
std::vector<std::string> unit_symbols();

/// Converts `value` from unit `from` to unit `to`, which must be compatible (this is not checked).
/// If the units are equal, the number is returned unchanged.
double convert(double value, const Unit& from, const Unit& to);
/// Returns whether a number in this unit is a temperature below absolute zero.
bool below_absolute_zero(double value, const Unit& unit);

/// The linear map of a conversion: `to = factor * from + shift`.
struct Conversion {
  double factor = 1.0;
  double shift = 0.0;
  bool identity() const { return factor == 1.0 && shift == 0.0; }
};
/// Returns the conversion between two units, which must be compatible (this is not checked).
Conversion conversion(const Unit& from, const Unit& to);

/// Returns the factor that converts a difference or a standard deviation from one unit to the
/// other; for a temperature on a scale, such as degF, the factor of its differences. Returns
/// nothing if the dimensions differ.
std::optional<double> difference_factor(const Unit& from, const Unit& to);

/// A number with the unit in which it was written, if any.
struct Quantity {
  double value = 0.0;
  std::optional<Unit> unit;
  bool boolean = false;  ///< written as true (the value is 1) or false (0)
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

/// Reads `"21.5 degC"`, `"70 degF"` or `"0.4"`. Returns nothing if the text is not a number, or if
/// its unit is unknown.
std::optional<Quantity> parse_quantity(std::string_view text);

/// Returns true or false as a quantity.
inline Quantity boolean_quantity(bool value) {
  return {.value = value ? 1.0 : 0.0, .unit = std::nullopt, .boolean = true};
}

}  // namespace hearth
