// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {
namespace {

struct EntryReader {
  const Field& field;
  Unit unit;
  Where where;
  Diagnostics& diagnostics;

  double read(const Quantity& quantity) {
    double value = quantity.value;
    if (quantity.unit && quantity.unit->compatible(unit)) {
      value = convert(value, *quantity.unit, unit);
    } else if (quantity.unit) {
      diagnostics.error("model.unit_mismatch", where,
                        std::string("given in [") + quantity.unit->symbol + "], expected [" +
                            unit.symbol + "]" + hint(*quantity.unit));
    }
    if (!std::isfinite(value)) {
      diagnostics.error("model.not_finite", where, "expected a finite number");
    } else if (value < field.range.min || value > field.range.max) {
      diagnostics.error("model.out_of_range", where,
                        number_text(value) + " " + unit.symbol + " is outside " +
                            number_text(field.range.min) + " to " + number_text(field.range.max));
    } else if (below_absolute_zero(value, unit)) {
      diagnostics.error("model.out_of_range", where,
                        number_text(value) + " " + unit.symbol +
                            " is below absolute zero; give a temperature that is possible");
    }
    return value;
  }
  std::string hint(const Unit& given) const {
    return given == unit::K && unit.point
               ? " (write 'kelvin' for a temperature, 'K' is a difference)"
               : "";
  }
};

}  // namespace

std::vector<double> entry_values(const ResolvedModel& wiring, int component, const Field& field,
                                 const Entries& entries, Diagnostics& diagnostics) {
  const ResolvedComponent& wired = wiring.components[component];
  const Where where = wired.component->where.at(wired.component->id, field.name);
  EntryReader reader{field, wiring.unit_of(component, field), where, diagnostics};
  const auto* by_key = std::get_if<std::map<std::string, Quantity>>(&entries);
  if (!field.many) {
    if (by_key == nullptr) return {reader.read(std::get<Quantity>(entries))};
    diagnostics.error("model.key_unexpected", where, "this is one number without keys");
    return {field.range.value};
  }
  const auto set = static_cast<std::size_t>(wired.type->schema.set_index(field.set));
  const std::vector<std::string>& keys = wired.keys[set];
  if (by_key == nullptr) {
    return std::vector<double>(keys.size(), reader.read(std::get<Quantity>(entries)));
  }
  const auto others = by_key->find(std::string(kAllOthers));
  std::vector<double> values(
      keys.size(), others == by_key->end() ? field.range.value : reader.read(others->second));
  for (const auto& [key, quantity] : *by_key) {
    if (key == kAllOthers) continue;
    const int entry = wired.entry(static_cast<int>(set), key);
    if (entry < 0) {
      diagnostics.error("model.key_unknown", where,
                        "no entry '" + key + "' in the set '" + std::string(field.set) + "'" +
                            diagnostics.suggestions().expected(key, keys));
      continue;
    }
    values[entry] = reader.read(quantity);
  }
  return values;
}

}  // namespace hearth
