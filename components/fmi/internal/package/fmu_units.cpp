// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu_units.hpp"

#include <cmath>
#include <mutex>
#include <set>
#include <string>

namespace hearth::fmi {
namespace {

/// Keeps the name of a unit until the process ends: `Unit::symbol` is a plain pointer.
const char* kept(const std::string& name) {
  static std::mutex mutex;
  static std::set<std::string> names;
  const std::lock_guard lock(mutex);
  return names.insert(name).first->c_str();
}

bool close(double a, double b) {
  // Files write factors and offsets with 10 digits or more.
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

bool same_meaning(const Unit& a, const Unit& b) {
  return !a.bare && !b.bare && a.any == 0 && b.any == 0 && a.compatible(b) &&
         close(a.scale, b.scale) && close(a.offset, b.offset);
}

/// Returns Hearth's own unit if it means the same, with its symbol and exact numbers.
Unit preferred(const Unit& unit, const std::string& name) {
  if (const std::optional<Unit> named = parse_unit(name); named && same_meaning(*named, unit)) {
    return *named;
  }
  for (const std::string& symbol : unit_symbols()) {
    const std::optional<Unit> known = parse_unit(symbol);
    if (known && same_meaning(*known, unit)) return *known;
  }
  Unit own = unit;
  own.symbol = kept(name);
  return own;
}

bool is_temperature(const Unit& unit) {
  return unit.K == 1 && unit.kg == 0 && unit.m == 0 && unit.s == 0;
}

/// Returns a unit known by its name only; a temperature follows the variable.
std::optional<Unit> named_unit(const Variable& variable) {
  std::optional<Unit> unit = parse_unit(variable.unit);
  if (!unit || !is_temperature(*unit)) return unit;
  Unit temperature = *unit;
  temperature.point = !variable.relative;
  if (variable.relative) temperature.offset = 0.0;
  return preferred(temperature, variable.unit);
}

}  // namespace

std::optional<Unit> unit_of(const Variable& variable, const ModelDescription& description) {
  if (variable.unit.empty()) return unit::bare;
  const auto found = description.units.find(variable.unit);
  if (found == description.units.end() || !found->second) return named_unit(variable);
  const BaseUnit& base = *found->second;
  if (base.A != 0 || base.mol != 0 || base.cd != 0) return std::nullopt;
  Unit unit;
  unit.kg = static_cast<std::int8_t>(base.kg);
  unit.m = static_cast<std::int8_t>(base.m);
  unit.s = static_cast<std::int8_t>(base.s);
  unit.K = static_cast<std::int8_t>(base.K);
  unit.scale = base.factor;
  unit.point = is_temperature(unit) && !variable.relative;
  if (unit.point) {
    unit.offset = base.offset;
  } else if (base.offset != 0.0 && !variable.relative) {
    return std::nullopt;  // only temperatures may have an offset here
  }
  return preferred(unit, variable.unit);
}

}  // namespace hearth::fmi
