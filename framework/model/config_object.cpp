// SPDX-License-Identifier: MIT
#include "hearth/framework/model/config_object.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace hearth {

int size_of_set(const ResolvedComponent& wired, std::string_view set) {
  const int index = wired.type->schema.set_index(set);
  return index < 0 ? 0 : wired.sizes[index];
}

namespace {
Table zero_table(const ResolvedComponent& wired, const Field& field) {
  const int rows = size_of_set(wired, field.row_set);
  const int columns = size_of_set(wired, field.column_set);
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  return {rows, columns, std::vector<double>(count, 0.0)};
}
}  // namespace

std::vector<ResolvedConfig> default_config(const ResolvedComponent& wired) {
  std::vector<ResolvedConfig> values;
  const SchemaView& schema = wired.type->schema;
  const auto& given = wired.component->config;
  for (int member = 0; const Field* field = schema.find(Role::Config, member); ++member) {
    const auto found = given.find(std::string(field->name));
    const ConfigSetting* setting = found == given.end() ? nullptr : &found->second;
    const double standard = field->range.value;
    switch (field->kind) {
      case ConfigKind::Integer: {
        const int* number = setting == nullptr ? nullptr : std::get_if<int>(setting);
        values.emplace_back(number == nullptr ? static_cast<int>(std::lround(standard)) : *number);
        break;
      }
      case ConfigKind::Flag: {
        const bool* flag = setting == nullptr ? nullptr : std::get_if<bool>(setting);
        values.emplace_back(flag == nullptr ? standard != 0.0 : *flag);
        break;
      }
      case ConfigKind::Choice: {
        const Word* word = setting == nullptr ? nullptr : std::get_if<Word>(setting);
        const auto chosen = std::find(field->words.begin(), field->words.end(),
                                      word == nullptr ? field->words.front() : word->text);
        values.emplace_back(static_cast<int>(chosen - field->words.begin()));
        break;
      }
      case ConfigKind::Table: {
        const Table* table = setting == nullptr ? nullptr : std::get_if<Table>(setting);
        values.emplace_back(table == nullptr ? zero_table(wired, *field) : *table);
        break;
      }
      case ConfigKind::File:
      case ConfigKind::Number:  // for types with steppers, which read the setting themselves
        values.emplace_back(FileMember{});
        break;
      case ConfigKind::Formulas:  // together they make one member
        if (values.empty() || !std::holds_alternative<FormulaMember>(values.back())) {
          values.emplace_back(FormulaMember(wired.type->formulas.get()));
        }
        break;
      case ConfigKind::Series:
      case ConfigKind::None:
        values.emplace_back(Series(standard));
        break;
    }
  }
  return values;
}

}  // namespace hearth
