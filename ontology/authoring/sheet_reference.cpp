// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/authoring/sheet_graph.hpp"

namespace hearth {
namespace {

std::string kind_text(const SheetColumn& column) {
  switch (column.kind) {
    case ColumnKind::Number:
      return column.unit.empty() ? "number" : "number, " + column.unit;
    case ColumnKind::Integer:
      return "whole number";
    case ColumnKind::Text:
      return "text";
    case ColumnKind::Flag:
      return "true, false";
    case ColumnKind::Relation:
      return "ids";
    case ColumnKind::Class:
      return "class";
  }
  return {};
}

/// Returns every column once, in the order of the sheets.
std::vector<const SheetColumn*> all_columns(const SheetTables& tables) {
  std::vector<const SheetColumn*> columns;
  for (const Sheet& sheet : tables.sheets) {
    for (const SheetColumn& column : sheet.columns) {
      const auto same = [&column](const SheetColumn* other) {
        return other->name == column.name || other->property == column.property;
      };
      if (std::none_of(columns.begin(), columns.end(), same)) columns.push_back(&column);
    }
  }
  return columns;
}

std::string column_list(const Sheet& sheet) {
  std::string text = "`id`";
  for (const SheetColumn& column : sheet.columns) text += ", `" + column.name + "`";
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> empty_sheets(const SheetTables& tables) {
  std::vector<std::pair<std::string, std::string>> sheets;
  for (const Sheet& sheet : tables.sheets) {
    std::string header = "id";
    for (const SheetColumn& column : sheet.columns) header += "," + column.name;
    sheets.emplace_back(sheet.name + ".csv", header + "\n");
  }
  return sheets;
}

std::string sheets_markdown(const SheetTables& tables) {
  std::string text = "| sheet | class | columns |\n|---|---|---|\n";
  for (const Sheet& sheet : tables.sheets) {
    text += fmt::format("| {} | {} | {} |\n", sheet.name, tables.prefixes.shorten(sheet.class_iri),
                        column_list(sheet));
  }
  text += "\n| column | contains | meaning | in the graph |\n|---|---|---|---|\n";
  for (const SheetColumn* column : all_columns(tables)) {
    std::string meaning = column->meaning;
    if (!column->targets.empty()) {
      meaning += " (" + listed(column->targets, column->targets.size()) + ")";
    }
    text += fmt::format(
        "| `{}` | {} | {} | {} |\n",
        column->part.empty() ? column->name : column->name.substr(0, column->name.find(' ')),
        kind_text(*column), meaning,
        column->property.empty() ? "a" : tables.prefixes.shorten(column->property));
  }
  return text;
}

}  // namespace hearth
