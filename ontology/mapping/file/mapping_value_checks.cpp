// SPDX-License-Identifier: MIT
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"

namespace hearth {
namespace {

std::vector<std::string> names_in(const ValueSources& sources) {
  std::vector<std::string> names;
  for (const auto& [name, source] : sources) names.push_back(name);
  return names;
}

/// Returns the unit of a source's numbers, if it declares one.
std::optional<Unit> unit_of(const ValueSource& source) {
  if (source.unit) return source.unit;
  if (source.standard) return source.standard->unit;
  const auto* fixed = std::get_if<Quantity>(&source.setting.value);
  return source.fixed && fixed != nullptr ? fixed->unit : std::nullopt;
}

class ValueCheck {
 public:
  ValueCheck(const ValueSources& quantities, const MappingScope& scope, CheckContext& context)
      : quantities_(quantities), scope_(scope), context_(context) {}

  /// Checks one source; `field` is its parameter, or null for a quantity.
  void run(const std::string& name, const ValueSource& source, const Field* field) {
    name_ = name;
    check_variables(source);
    check_names(source);
    if (field == nullptr || field->unit.any != 0) return;
    if (source.fixed) {
      check_entries(source.setting.value, *field, source.where);
    } else {
      check_unit(source, *field);
    }
  }

 private:
  void check_variables(const ValueSource& source) {
    for (const ValueSource::Path& path : source.from) {
      check_variable(path.variable, source.where, scope_, context_);
    }
    for (const ValueSource::Path& path : source.share) {
      check_variable(path.variable, source.where, scope_, context_);
    }
    for (const std::string& name :
         {source.sum_variable, source.count_variable, source.per_variable}) {
      if (!name.empty()) check_variable(name, source.where, scope_, context_);
    }
  }

  void check_quantity(const std::string& name, const ValueSource& source) {
    if (quantities_.contains(name) || scope_.all) return;
    context_.diagnostics.error(
        "mapping.quantity_unknown", source.where,
        fmt::format("{}: the quantity '{}' does not exist in the rule {} or its group{}", name_,
                    name, scope_.rule, expected_name(name, names_in(quantities_))));
  }

  void check_names(const ValueSource& source) {
    for (const Formula* formula : {&source.formula, &source.likely}) {
      for (const std::string& name : formula->names()) check_quantity(name, source);
    }
    if (!source.of.empty()) check_quantity(source.of, source);
    const std::set<std::string>& known = context_.names.values;
    if (source.sum_name.empty() || known.contains(source.sum_name)) return;
    context_.diagnostics.error(
        "mapping.value_unknown", source.where,
        fmt::format("{}: no rule has a quantity or parameter '{}'{}", name_, source.sum_name,
                    expected_name(source.sum_name, {known.begin(), known.end()})));
  }

  void mismatch(const Unit& unit, const Field& field, const Where& where) {
    context_.diagnostics.error(
        "mapping.unit_mismatch", where,
        fmt::format("{} is in [{}], expected [{}]", name_, unit.symbol, field.unit.symbol));
  }

  void check_unit(const ValueSource& source, const Field& field) {
    if (source.unit && !source.unit->compatible(field.unit)) {
      mismatch(*source.unit, field, source.where);
      return;
    }
    check_of(source, field);
    if (source.standard) check_quantity(*source.standard, field, source.where);
    for (const std::optional<double>& limit : {source.min, source.max}) {
      if (limit) check_quantity({*limit, source.unit}, field, source.where);
    }
  }

  /// Checks that an unconverted quantity has a unit of the same kind as the parameter.
  void check_of(const ValueSource& source, const Field& field) {
    if (source.factor != 1.0 || source.power != 1.0 || source.unit) return;
    const auto quantity = quantities_.find(source.of);
    if (quantity == quantities_.end()) return;
    const std::optional<Unit> unit = unit_of(quantity->second);
    if (unit && !unit->compatible(field.unit)) mismatch(*unit, field, source.where);
  }

  void check_entries(const Entries& entries, const Field& field, const Where& where) {
    if (const auto* one = std::get_if<Quantity>(&entries)) {
      check_quantity(*one, field, where);
      return;
    }
    if (!field.many) {
      context_.diagnostics.error("mapping.value_malformed", where,
                                 fmt::format("{} is one number, which takes no keys", name_));
    }
    for (const auto& [key, quantity] : std::get<1>(entries)) {
      check_quantity(quantity, field, where);
    }
  }

  void check_quantity(const Quantity& quantity, const Field& field, const Where& where) {
    const Unit unit = quantity.unit.value_or(field.unit);
    if (!unit.compatible(field.unit)) {
      mismatch(unit, field, where);
      return;
    }
    const double value = convert(quantity.value, unit, field.unit);
    if (value >= field.range.min && value <= field.range.max) return;
    context_.diagnostics.error(
        "mapping.range", where,
        fmt::format("{}: {} {} is outside the valid range, {} to {}", name_, number_text(value),
                    field.unit.symbol, number_text(field.range.min), number_text(field.range.max)));
  }

  const ValueSources& quantities_;
  const MappingScope& scope_;
  CheckContext& context_;
  std::string name_;
};

/// Reports quantities that are computed from each other.
void check_cycles(const ValueSources& quantities, CheckContext& context) {
  for (const auto& [start, source] : quantities) {
    std::string chain = start;
    std::set<std::string> seen{start};
    const ValueSource* next = &source;
    while (!next->of.empty()) {
      chain += " <- " + next->of;
      if (next->of == start && start == *seen.begin()) {
        context.diagnostics.error("mapping.value_cycle", source.where,
                                  "quantities form a cycle of dependencies: " + chain);
      }
      const auto found = quantities.find(next->of);
      if (found == quantities.end() || !seen.insert(next->of).second) break;
      next = &found->second;
    }
  }
}

const Field* parameter_of(const GroupPart& part, const std::string& name, const Where& where,
                          CheckContext& context) {
  const ComponentType* type = context.registry.find(part.component.type);
  if (type == nullptr) return nullptr;
  const Field* field = type->schema.find(Role::Parameter, name);
  if (field != nullptr || type->specialize) return field;
  std::vector<std::string> known;
  for (const Field& candidate : type->schema) {
    if (candidate.role == Role::Parameter) known.emplace_back(candidate.name);
  }
  context.diagnostics.error(
      "mapping.parameter_unknown", where,
      fmt::format("{} has no parameter '{}'{}", type->name, name, expected_name(name, known)));
  return nullptr;
}

const GroupPart* part_of(const Group& group, const std::string& parameter, const Where& where,
                         CheckContext& context) {
  const SettingName setting = split_setting(parameter);
  const GroupPart* part = group.part(setting.part);
  if (part != nullptr) return part;
  const std::string message =
      setting.part.empty()
          ? fmt::format("'{}' names no part of {}; expected \"part.{}\" with one of {}", parameter,
                        group.name, setting.name, listed(part_names(group)))
          : fmt::format("{} has no part '{}'{}", group.name, setting.part,
                        expected_name(setting.part, part_names(group)));
  context.diagnostics.error("mapping.part_unknown", where, message);
  return nullptr;
}

}  // namespace

void check_values(const Group& group, const Rule* rule, const MappingScope& scope,
                  CheckContext& context) {
  ValueSources quantities = rule != nullptr ? rule->quantities : ValueSources();
  quantities.insert(group.quantities.begin(), group.quantities.end());
  const ValueSources parameters = rule != nullptr ? rule->parameters : ValueSources();
  ValueCheck check(quantities, scope, context);
  for (const auto& [name, source] : quantities) check.run(name, source, nullptr);
  check_cycles(quantities, context);
  for (const GroupPart& part : group.parts) {
    for (const auto& [name, source] : part.parameters) {
      const std::string full = setting_name(part.component.id, name);
      const Field* field = parameter_of(part, name, source.where, context);
      if (!parameters.contains(full)) check.run(full, source, field);
    }
  }
  for (const auto& [name, source] : parameters) {
    const GroupPart* part = part_of(group, name, source.where, context);
    if (part == nullptr) continue;
    check.run(name, source, parameter_of(*part, split_setting(name).name, source.where, context));
  }
}

}  // namespace hearth
