// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/rooms/us_units.hpp"

#include <optional>

namespace hearth {
namespace {

constexpr double kSquareFoot = 0.09290304;                // m2
constexpr double kUsTransmittance = 5.678263341113488;    // W/(m2 K) of 1 Btu/(h ft2 degF)
constexpr double kUsLossCoefficient = 0.527527926190521;  // W/K of 1 Btu/(h degF)

/// Returns a unit of the same quantity, `scale` times as large as that in SI.
Unit scaled(Unit unit, double scale, const char* symbol) {
  unit.scale = scale;
  unit.symbol = symbol;
  return unit;
}

}  // namespace

Unit us_unit(const Unit& unit) {
  if (unit.bare || unit.any != 0 || unit == unit::one) return unit;
  if (unit.point) return *parse_unit("degF");
  for (const char* symbol : {"ft", "ft2", "ft3", "cfm"}) {
    const std::optional<Unit> us = parse_unit(symbol);
    if (us && us->compatible(unit)) return *us;
  }
  const std::optional<Unit> per_area = parse_unit("1/m2");
  if (per_area && per_area->compatible(unit)) return scaled(unit, 1.0 / kSquareFoot, "1/ft2");
  if (unit::W_per_m2.compatible(unit)) return scaled(unit, 1.0 / kSquareFoot, "W/ft2");
  if (unit::W_per_m2K.compatible(unit)) {
    return scaled(unit, kUsTransmittance, "Btu/(h ft2 degF)");
  }
  if (unit::W_per_K.compatible(unit)) return scaled(unit, kUsLossCoefficient, "Btu/(h degF)");
  return unit;
}

}  // namespace hearth
