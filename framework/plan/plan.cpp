// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/plan.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/model/number_check.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {

bool PlannedInstance::replaces(std::string_view series) const {
  return std::any_of(type->schema.begin(), type->schema.end(), [&](const Field& input) {
    if (input.role != Role::Input || input.alternative != series || !input.many) return false;
    return sizes[type->schema.set_index(input.set)] > 0;
  });
}

int Plan::slot_of(std::string_view id) const {
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  if (found != ids.end() && *found == id) return slot_of_id[found - ids.begin()];
  throw ModelError("model.component_unknown", {.component = std::string(id)},
                   "no component has this id" + expected_name(id, ids) + parts_hint(model, id));
}

int Plan::signal(std::string_view path) const {
  for (std::size_t i = 0; i < signals.size(); ++i) {
    if (signals[i].name == path) return static_cast<int>(i);
  }
  std::vector<std::string> names;
  for (const Signal& signal : signals) names.push_back(signal.name);
  throw ModelError(
      "model.output_unknown", {.pointer = std::string(path)},
      "no output has this name" + expected_name(path, names) + parts_hint(model, path));
}

namespace {

Endpoint value_endpoint(std::string_view path) {
  std::string text(path);
  if (const auto mark = text.find('@'); mark != std::string::npos) text[mark] = '.';
  const std::optional<Endpoint> end = parse_endpoint(text);
  if (end) return *end;
  throw InputError("model.path_malformed", {.pointer = std::string(path)},
                   "expected 'component.name' or 'component.name[key]'");
}

/// Finds a field of one of the roles and its cells.
CellRef find_cells(const Plan& plan, std::string_view path, std::initializer_list<Role> roles,
                   const char* code, const char* what) {
  const Endpoint end = value_endpoint(path);
  CellRef ref;
  ref.slot = plan.slot_of(end.component);
  const PlannedInstance& instance = plan.instances[ref.slot];
  const SchemaView& schema = instance.type->schema;
  const Slot& slot = plan.slots[ref.slot];
  std::vector<std::string> names;
  for (const Field& field : schema) {
    if (std::find(roles.begin(), roles.end(), field.role) == roles.end()) continue;
    if (!field.own_start) names.emplace_back(field.name);
    if (field.name != end.port) continue;
    if (field.own_start) {
      throw ModelError("model.initial_not_taken", {.component = end.component, .port = end.port},
                       instance.type->name + " sets the initial value of '" + end.port +
                           "' itself; it cannot be set");
    }
    const int base = field.role == Role::Parameter ? slot.parameter
                     : field.role == Role::State   ? slot.state
                                                   : slot.held;
    const int first = base + cell_offset(schema, field, instance.sizes);
    const int count = cell_count(schema, field, instance.sizes);
    ref.member = field.member;
    ref.range = field.range;
    ref.unit = resolve_any(field.unit, instance.any);
    ref.boolean = field.boolean;
    if (end.key.empty()) {
      for (int i = 0; i < count; ++i) ref.cells.push_back(first + i);
      return ref;
    }
    const std::vector<std::string> no_keys;
    const auto& keys = field.many ? instance.keys[schema.set_index(field.set)] : no_keys;
    const auto found = std::find(keys.begin(), keys.end(), end.key);
    if (found == keys.end()) {
      throw ModelError("model.key_unknown", {.component = end.component, .port = end.port},
                       "no key '" + end.key + "'" + expected_name(end.key, keys));
    }
    ref.cells.push_back(first + static_cast<int>(found - keys.begin()));
    return ref;
  }
  throw ModelError(code, {.component = end.component, .port = end.port},
                   instance.type->name + " has no " + what + " '" + end.port + "'" +
                       instance.type->expected(end.port, names));
}

}  // namespace

double checked_number(const CellRef& cells, const Quantity& quantity, const Where& where) {
  const NumberCheck check = check_number(quantity, {cells.unit, cells.range, cells.boolean});
  if (!check.code.empty()) throw InputError(check.code, where, check.problem);
  return check.value;
}

CellRef Plan::parameter(std::string_view path) const {
  return find_cells(*this, path, {Role::Parameter}, "model.parameter_unknown", "parameter");
}

CellRef Plan::initial(std::string_view path) const {
  return find_cells(*this, path, {Role::State, Role::Held}, "model.initial_unknown", "state");
}

int Plan::open_input(std::string_view path) const {
  const auto found = open_inputs.find(path);
  if (found != open_inputs.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, cell] : open_inputs) names.push_back(name);
  throw ModelError("model.input_unknown", {.pointer = std::string(path)},
                   "no input without a source has this name" + expected_name(path, names));
}

double Plan::first_value(int cell) const {
  for (const auto& [given, value] : given_outputs) {
    if (given == cell) return value;
  }
  const Unit& unit = signals[cell].unit;
  return unit.point && !unit.bare ? convert(20.0, unit::degC, unit) : 0.0;
}

std::vector<std::string> Plan::snapshot_names() const {
  std::vector<std::string> names(static_cast<std::size_t>(snapshot_count));
  for (std::size_t i = 0; i < signals.size(); ++i) names[i] = signals[i].name;
  for (std::size_t i = static_cast<std::size_t>(signal_count); i < names.size(); ++i)
    names[i] = "copy " + std::to_string(i);
  for (const LagSlot& lag : lags) names[lag.transfer.to] = "lag " + to_string(*lag.connection);
  for (const auto& [name, cell] : open_inputs) names[cell] = name;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const PlannedInstance& instance = instances[i];
    for (const Field& field : instance.type->schema) {
      if (field.role != Role::State && field.role != Role::Held) continue;
      const int base = field.role == Role::State ? slots[i].state : slots[i].held;
      const int first = base + cell_offset(instance.type->schema, field, instance.sizes);
      const int count = cell_count(instance.type->schema, field, instance.sizes);
      for (int k = 0; k < count; ++k) {
        std::string name = instance.id + "@" + std::string(field.name);
        if (field.many)
          name += "[" + instance.keys[instance.type->schema.set_index(field.set)][k] + "]";
        names[first + k] = name;
      }
    }
  }
  return names;
}

}  // namespace hearth
