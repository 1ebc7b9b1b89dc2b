// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/rooms/side_table.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {

void SideFile::TableReader::error(const char* code, int line, const std::string& message) {
  diagnostics_.error(code, {.file = file_.file_, .line = line}, message);
}

void SideFile::TableReader::read(const std::filesystem::path& path) {
  const CsvTable table = read_csv(path);
  file_.table_ = true;
  read_declared(table);
  read_header(table);
  for (long row = 0; row < table.rows() && !diagnostics_.full(); ++row) read_row(table, row);
  if (diagnostics_.has_errors()) throw InputError(std::move(diagnostics_));
}

/// Reads `# merge: overwrite` and `# units: us` at the top.
void SideFile::TableReader::read_declared(const CsvTable& table) {
  const auto flag = [&](const char* key, const char* no, const char* yes, bool& target) {
    const std::optional<std::string> word = table.declared(key);
    if (!word) return;
    target = *word == yes;
    if (target || *word == no) return;
    error("import.cell_invalid", 1,
          fmt::format("'# {}: {}': expected '{}' or '{}'", key, *word, no, yes));
  };
  flag("merge", "fill", "overwrite", file_.overwrites_);
  flag("units", "si", "us", file_.us_units_);
}

void SideFile::TableReader::read_header(const CsvTable& table) {
  const int line = table.header_line();
  std::set<std::string> seen;
  for (int position = 1; position < static_cast<int>(table.columns().size()); ++position) {
    const std::string& header = table.columns()[position];
    auto [name, symbol] = split_unit(header);
    name = trimmed(name);
    if (name.empty() || name.starts_with("x-")) continue;
    if (!seen.insert(name).second) {
      error("import.column_duplicate", line,
            fmt::format("there are two columns '{}'; remove one", name));
      continue;
    }
    Column column{position, name, header, std::nullopt, side_kind(name)};
    if (!symbol.empty()) {
      column.unit = parse_unit(symbol);
      if (!column.unit) {
        error("import.column_unit", line,
              fmt::format("column '{}': the unit '{}' is not known{}", name, symbol,
                          expected_name(symbol, unit_symbols())));
        continue;
      }
    }
    columns_.push_back(std::move(column));
  }
  if (table.columns().size() < 2) {
    error("import.column_missing", line,
          "expected a first column with names of nodes, and columns with values such as "
          "'floorArea [m2]'");
  }
}

void SideFile::TableReader::read_row(const CsvTable& table, long row) {
  const std::string key(trimmed(table.cell(row, 0)));
  const int line = table.line(row);
  if (key.empty()) {
    error("import.row_unnamed", line,
          "the first cell is empty; write the name of a node of the graph into it");
    return;
  }
  Values* const values = scopes_.find(key, true, {.file = file_.file_, .line = line}, diagnostics_);
  if (values == nullptr) return;
  const auto [entry, first] = lines_.emplace(values, line);
  if (!first) {
    error("import.row_duplicate", line,
          fmt::format("'{}' already has a row in line {}; combine both rows", key, entry->second));
    return;
  }
  for (const Column& column : columns_) read_cell(table, row, column, *values);
}

void SideFile::TableReader::read_cell(const CsvTable& table, long row, const Column& column,
                                      Values& values) {
  if (trimmed(table.cell(row, column.position)).empty()) return;
  std::optional<SideValue> value = value_of(table, row, column);
  if (value) values.insert_or_assign(column.name, *std::move(value));
}

std::optional<SideValue> SideFile::TableReader::value_of(const CsvTable& table, long row,
                                                         const Column& column) {
  const int line = table.line(row);
  const std::string cell(trimmed(table.cell(row, column.position)));
  SideValue value{{}, fmt::format("{} line {}", file_.file_, line)};
  if (column.kind != SideKind::Number && column.kind != SideKind::Series) {
    value.value = cell;
    const std::string problem = side_text_problem(column.kind, cell);
    if (problem.empty()) return value;
    error("import.cell_invalid", line, fmt::format("column '{}': {}", column.header, problem));
    return std::nullopt;
  }
  ParameterSetting setting;
  const CsvNumber number = table.number(row, column.position);
  if (number.kind == CsvNumber::Kind::Missing) return std::nullopt;
  if (number.kind == CsvNumber::Kind::Number) {
    setting.value = Quantity{number.value, column.unit};
  } else if (const std::optional<Quantity> quantity = parse_quantity(cell)) {
    setting.value = *quantity;
  } else {
    const std::string example = column.unit ? column.unit->symbol : "a unit";
    error("import.cell_invalid", line,
          fmt::format(
              "column '{}': '{}' is not a number{}; write a number, or a number with a known "
              "unit",
              column.header, cell, column.unit ? fmt::format(" of [{}]", example) : std::string()));
    return std::nullopt;
  }
  const std::string problem = side_number_problem(column.name, std::get<Quantity>(setting.value));
  if (!problem.empty()) {
    error("import.share_range", line, fmt::format("column '{}': {}", column.header, problem));
    return std::nullopt;
  }
  value.value = std::move(setting);
  return value;
}

}  // namespace hearth
