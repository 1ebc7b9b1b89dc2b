// SPDX-License-Identifier: MIT
#include <map>
#include <string>
#include <vector>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/number_check.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {
namespace {

struct EntryReader {
  const Field& field;
  Unit unit;
  Where where;
  Diagnostics& diagnostics;

  double read(const Quantity& quantity) {
    const NumberCheck check = check_number(quantity, {unit, field.range, field.boolean});
    if (!check.code.empty()) diagnostics.error(check.code, where, check.problem);
    return check.value;
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
    diagnostics.error("model.key_unexpected", where, "this is one number, which takes no keys");
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
                        "no key '" + key + "' in the set '" + std::string(field.set) + "'" +
                            diagnostics.suggestions().expected(key, keys));
      continue;
    }
    values[entry] = reader.read(quantity);
  }
  return values;
}

}  // namespace hearth
