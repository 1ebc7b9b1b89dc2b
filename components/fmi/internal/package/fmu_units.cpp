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

/// Returns the unit that the name of a variable's unit has in Hearth, if the FMU defines another
/// one of the same dimension under that name.
std::optional<Unit> otherwise_named(const Variable& variable, const BaseUnit& base) {
  const std::optional<Unit> named = parse_unit(variable.unit);
  if (!named || named->bare || named->any != 0) return std::nullopt;
  const bool same_kind = named->kg == base.kg && named->m == base.m && named->s == base.s &&
                         named->K == base.K && base.A == 0 && base.mol == 0 && base.cd == 0;
  const bool same_offset = variable.relative || close(named->offset, base.offset);
  if (!same_kind || (close(named->scale, base.factor) && same_offset)) return std::nullopt;
  return named;
}

/// Returns whether a definition has neither a factor nor an offset, as tools write it that omit
/// both by mistake.
bool is_bare(const BaseUnit& base) { return base.factor == 1.0 && base.offset == 0.0; }

}  // namespace

std::string contradiction(const Variable& variable, const ModelDescription& description) {
  const auto found = description.units.find(variable.unit);
  if (found == description.units.end() || !found->second) return "";
  if (!otherwise_named(variable, *found->second)) return "";
  return is_bare(*found->second)
             ? "is defined without factor and offset, unlike its name; its name is used"
             : "is defined otherwise than its name suggests; its definition is used";
}

std::optional<Unit> unit_of(const Variable& variable, const ModelDescription& description) {
  if (variable.unit.empty()) return unit::bare;
  const auto found = description.units.find(variable.unit);
  if (found == description.units.end() || !found->second) return named_unit(variable);
  const BaseUnit& base = *found->second;
  if (is_bare(base) && otherwise_named(variable, base)) return named_unit(variable);
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
