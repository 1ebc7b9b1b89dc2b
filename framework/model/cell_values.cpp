// SPDX-License-Identifier: MIT
#include "hearth/framework/model/cell_values.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/framework/model/config_object.hpp"
#include "hearth/framework/model/number_check.hpp"

namespace hearth {
namespace {

Where place(const ResolvedComponent& wired, std::string_view name) {
  const Where where = wired.component->where.at(wired.component->id, name);
  return where;
}

/// Returns the names of all fields of these roles, each once.
std::vector<std::string> names_of(const SchemaView& schema, std::initializer_list<Role> roles) {
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const Field& field : schema) {
    const bool wanted = std::find(roles.begin(), roles.end(), field.role) != roles.end();
    if (wanted && seen.insert(field.name).second) names.emplace_back(field.name);
  }
  return names;
}

std::vector<double> defaults_of(const ResolvedModel& wiring, int c, Role role) {
  const ResolvedComponent& wired = wiring.components[c];
  const SchemaView& schema = wired.type->schema;
  std::vector<double> values;
  for (int member = 0; const Field* field = schema.find(role, member); ++member) {
    values.insert(values.end(), static_cast<std::size_t>(cell_count(schema, *field, wired.sizes)),
                  field->range.value);
  }
  return values;
}

void put(std::vector<double>& cells, int offset, const std::vector<double>& values) {
  std::copy(values.begin(), values.end(), cells.begin() + offset);
}

void read_parameters(const ResolvedModel& wiring, int c, CellValues& settings,
                     Diagnostics& diagnostics) {
  const ResolvedComponent& wired = wiring.components[c];
  const SchemaView& schema = wired.type->schema;
  settings.parameters = defaults_of(wiring, c, Role::Parameter);
  for (const Field& field : schema) {
    if (field.role == Role::Parameter && field.computed) {
      settings.computed |= std::uint64_t{1} << field.member;
    }
  }
  for (const auto& [name, setting] : wired.component->parameters) {
    const Field* field = schema.find(Role::Parameter, name);
    if (field == nullptr) {
      diagnostics.error("model.parameter_unknown", place(wired, name),
                        wired.type->name + " has no parameter '" + name + "'" +
                            wired.type->expected(
                                name, [&] { return names_of(schema, {Role::Parameter}); },
                                diagnostics.suggestions()));
      continue;
    }
    put(settings.parameters, cell_offset(schema, *field, wired.sizes),
        entry_values(wiring, c, *field, setting.value, diagnostics));
    if (field->computed) settings.computed &= ~(std::uint64_t{1} << field->member);
  }
}

void read_initial(const ResolvedModel& wiring, int c, CellValues& settings,
                  Diagnostics& diagnostics) {
  const ResolvedComponent& wired = wiring.components[c];
  const SchemaView& schema = wired.type->schema;
  settings.states = defaults_of(wiring, c, Role::State);
  settings.held = defaults_of(wiring, c, Role::Held);
  for (const auto& [name, entries] : wired.component->initial) {
    bool known = false;
    for (const Role role : {Role::State, Role::Held, Role::Output}) {
      const Field* field = schema.find(role, name);
      if (field == nullptr) continue;
      known = true;
      const int offset = cell_offset(schema, *field, wired.sizes);
      const std::vector<double> values = entry_values(wiring, c, *field, entries, diagnostics);
      if (role == Role::State) put(settings.states, offset, values);
      if (role == Role::Held && !field->own_start) put(settings.held, offset, values);
      if (role == Role::Held && field->own_start) {
        diagnostics.warning("model.initial_not_taken", place(wired, name),
                            wired.type->name + " sets the initial value of '" + name +
                                "' itself; the value from the model appears in row 0 only");
      }
      if (role != Role::Output) continue;
      for (std::size_t i = 0; i < values.size(); ++i) {
        settings.given_outputs.emplace_back(offset + static_cast<int>(i), values[i]);
      }
    }
    if (known) continue;
    const auto names = [&schema] {
      return names_of(schema, {Role::State, Role::Held, Role::Output});
    };
    diagnostics.error("model.initial_unknown", place(wired, name),
                      wired.type->name + " has no state or output '" + name + "'" +
                          wired.type->expected(name, names, diagnostics.suggestions()));
  }
}

const char* kind_name(ConfigKind kind) {
  switch (kind) {
    case ConfigKind::Series:
      return "a number, weekly rules or a file";
    case ConfigKind::Integer:
      return "a whole number";
    case ConfigKind::Flag:
      return "true or false";
    case ConfigKind::Choice:
      return "a word";
    case ConfigKind::Table:
      return "a table of numbers";
    case ConfigKind::File:
      return "a file name";
    case ConfigKind::Number:
      return "a number";
    case ConfigKind::Formulas:
      return "an object of strings";
    case ConfigKind::None:
      break;
  }
  return "nothing";
}

ConfigKind kind_of(const ConfigSetting& setting) {
  constexpr ConfigKind kinds[] = {ConfigKind::Series, ConfigKind::Integer, ConfigKind::Flag,
                                  ConfigKind::Table,  ConfigKind::File,    ConfigKind::Choice,
                                  ConfigKind::Number, ConfigKind::Formulas};
  return kinds[setting.index()];
}

bool count_name(const SchemaView& schema, const std::string& name) {
  for (int i = 0; i < schema.set_count(); ++i) {
    if (!schema.set(i).count.empty() && schema.set(i).count == name) return true;
  }
  return false;
}

void check_series_unit(const ResolvedComponent& wired, const Field& field, const SeriesSpec& spec,
                       Diagnostics& diagnostics) {
  const auto* column = std::get_if<FileColumn>(&spec.source);
  std::optional<Unit> given = column != nullptr ? column->unit : spec.unit;
  if (std::holds_alternative<SunAngle>(spec.source)) given = unit::deg;
  if (!given || field.unit.any != 0 || given->compatible(field.unit)) return;
  diagnostics.error("model.unit_mismatch", place(wired, field.name),
                    "the value is " + unit_mismatch_words(*given, field.unit));
}

/// Reports points that do not define a function of time.
void check_points(const ResolvedComponent& wired, const Field& field, const TimeTable& table,
                  Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& what) {
    diagnostics.error("model.points_invalid", place(wired, field.name), what);
  };
  if (table.times.empty() || table.times.size() != table.values.size()) {
    return refuse("has " + std::to_string(table.times.size()) + " times and " +
                  std::to_string(table.values.size()) +
                  " values; expected equal numbers, at least one");
  }
  for (std::size_t k = 0; k < table.times.size(); ++k) {
    if (!std::isfinite(table.times[k]) || !std::isfinite(table.values[k])) {
      return refuse("point " + std::to_string(k + 1) + " is not a finite number");
    }
    if (k > 0 && !(table.times[k] > table.times[k - 1])) {
      return refuse("times must rise: " + number_text(table.times[k]) + " s comes after " +
                    number_text(table.times[k - 1]) + " s");
    }
  }
}

/// Reports an impossible position for the sun.
void check_sun(const ResolvedComponent& wired, const Field& field, const SunAngle& sun,
               Diagnostics& diagnostics) {
  const bool on_earth = std::abs(sun.latitude.value_or(0.0)) <= 90.0 &&
                        std::abs(sun.longitude.value_or(0.0)) <= 360.0;
  const bool in_time = sun.interval >= 0.0 && std::isfinite(sun.interval);
  if (on_earth && in_time) return;
  diagnostics.error(
      "model.sun_invalid", place(wired, field.name),
      on_earth
          ? "the interval of the sun must be a finite number of seconds, not negative"
          : "expected a latitude from -90 to 90 degrees and a longitude from -360 to 360 degrees");
}

/// Reports a table whose shape does not match the counts of the component.
void check_shape(const ResolvedComponent& wired, const Field& field, const Table& table,
                 Diagnostics& diagnostics) {
  const auto check = [&](std::string_view set, int found, const char* what) {
    if (set.empty()) return;
    const int expected = size_of_set(wired, set);
    if (found == expected) return;
    const SchemaView& schema = wired.type->schema;
    const IndexSet& entry = schema.set(schema.set_index(set));
    const std::string counted = entry.count.empty()
                                    ? "connections to the set '" + std::string(set) + "'"
                                    : "configuration '" + std::string(entry.count) + "'";
    diagnostics.error("model.table_shape", place(wired, field.name),
                      "has " + std::to_string(found) + " " + what + ", expected " +
                          std::to_string(expected) + " as in the " + counted);
  };
  if (field.columns > 0 && table.columns() != field.columns) {
    diagnostics.error("model.table_shape", place(wired, field.name),
                      "has " + std::to_string(table.columns()) + " columns, expected " +
                          std::to_string(field.columns));
  }
  if (field.row_set.empty() && table.rows() == 0) {
    diagnostics.error("model.table_shape", place(wired, field.name),
                      "has no rows, expected at least one");
  }
  check(field.row_set, table.rows(), "rows");
  check(field.column_set, table.columns(), "columns");
}

void check_number(const ResolvedComponent& wired, const Field& field, const Quantity& quantity,
                  Diagnostics& diagnostics) {
  if (quantity.unit && !quantity.unit->compatible(field.unit)) {
    diagnostics.error("model.unit_mismatch", place(wired, field.name),
                      "the value is " + unit_mismatch_words(*quantity.unit, field.unit));
    return;
  }
  const double value =
      quantity.unit ? convert(quantity.value, *quantity.unit, field.unit) : quantity.value;
  if (value >= field.range.min && value <= field.range.max) return;
  diagnostics.error("model.out_of_range", place(wired, field.name),
                    number_text(value) + " is outside the valid range " +
                        number_text(field.range.min) + " to " + number_text(field.range.max));
}

void check_setting(const ResolvedComponent& wired, const std::string& name,
                   const ConfigSetting& setting, Diagnostics& diagnostics) {
  const SchemaView& schema = wired.type->schema;
  if (count_name(schema, name)) return;  // checked when sets are sized
  const Field* field = schema.find(Role::Config, name);
  if (field == nullptr) {
    const auto known = [&schema] {
      std::vector<std::string> names = names_of(schema, {Role::Config});
      for (int i = 0; i < schema.set_count(); ++i) {
        if (!schema.set(i).count.empty()) names.emplace_back(schema.set(i).count);
      }
      return names;
    };
    diagnostics.error("model.config_unknown", place(wired, name),
                      wired.type->name + " has no configuration '" + name + "'" +
                          diagnostics.suggestions().expected_of(name, known));
    return;
  }
  const bool word_for_number = field->kind == ConfigKind::Number && !field->words.empty() &&
                               std::holds_alternative<Word>(setting);
  if (kind_of(setting) != field->kind && !word_for_number) {
    diagnostics.error("model.config_type", place(wired, name),
                      std::string("expected ") + kind_name(field->kind));
    return;
  }
  if (const auto* quantity = std::get_if<Quantity>(&setting)) {
    check_number(wired, *field, *quantity, diagnostics);
  }
  if (const int* number = std::get_if<int>(&setting)) {
    if (*number < field->range.min || *number > field->range.max) {
      diagnostics.error("model.out_of_range", place(wired, name),
                        std::to_string(*number) + " is outside the valid range " +
                            number_text(field->range.min) + " to " + number_text(field->range.max));
    }
  }
  if (const auto* word = std::get_if<Word>(&setting)) {
    if (std::find(field->words.begin(), field->words.end(), word->text) == field->words.end()) {
      const std::vector<std::string> known(field->words.begin(), field->words.end());
      diagnostics.error(
          "model.choice_unknown", place(wired, name),
          "'" + word->text + "' is not an accepted value" + expected_name(word->text, known));
    }
  }
  if (const auto* table = std::get_if<Table>(&setting)) {
    check_shape(wired, *field, *table, diagnostics);
  }
  if (const auto* spec = std::get_if<SeriesSpec>(&setting)) {
    check_series_unit(wired, *field, *spec, diagnostics);
    if (const auto* points = std::get_if<TimeTable>(&spec->source)) {
      check_points(wired, *field, *points, diagnostics);
    }
    if (const auto* sun = std::get_if<SunAngle>(&spec->source)) {
      check_sun(wired, *field, *sun, diagnostics);
    }
  }
}

}  // namespace

int cell_count(const SchemaView& schema, const Field& field, const std::vector<int>& sizes) {
  return field.many ? sizes[schema.set_index(field.set)] : 1;
}

int cell_offset(const SchemaView& schema, const Field& field, const std::vector<int>& sizes) {
  // Components made from files may have very many members, but no index sets.
  if (schema.set_count() == 0) return field.member;
  int offset = 0;
  for (int member = 0; member < field.member; ++member) {
    offset += cell_count(schema, *schema.find(field.role, member), sizes);
  }
  return offset;
}

CellValues read_cell_values(const ResolvedModel& wiring, int component, Diagnostics& diagnostics) {
  CellValues settings;
  read_parameters(wiring, component, settings, diagnostics);
  read_initial(wiring, component, settings, diagnostics);
  return settings;
}

void check_config(const ResolvedComponent& wired, Diagnostics& diagnostics) {
  for (const auto& [name, setting] : wired.component->config) {
    check_setting(wired, name, setting, diagnostics);
  }
  for (const Field& field : wired.type->schema) {
    if (field.role != Role::Config || field.has_default) continue;
    if (wired.component->config.count(std::string(field.name)) != 0) continue;
    bool replaced = false;  // an alternative to an input is needed only if the input is open
    for (const Field& input : wired.type->schema) {
      replaced |= input.role == Role::Input && input.alternative == field.name;
    }
    if (replaced) continue;
    diagnostics.error("model.config_missing", place(wired, field.name),
                      wired.type->name + " needs the configuration '" + std::string(field.name) +
                          "': " + kind_name(field.kind));
  }
}

std::optional<SeriesSpec> series_of(const Component& component, const Field& field) {
  if (const SeriesSpec* given = series_of(component, std::string(field.name))) return *given;
  if (field.file.empty()) return std::nullopt;
  const auto file = component.config.find(std::string(field.file));
  if (file == component.config.end()) return std::nullopt;
  std::optional<SeriesSpec> series(std::in_place);
  FileColumn& column = series->source.emplace<FileColumn>();
  column.file = std::get<FileName>(file->second).path;
  column.column = std::string(field.name);
  column.missing_column = field.range.value;
  return series;
}

}  // namespace hearth
