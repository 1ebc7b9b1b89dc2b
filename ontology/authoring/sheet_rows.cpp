// SPDX-License-Identifier: MIT
#include "hearth/ontology/authoring/sheet_rows.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "hearth/data/text/csv.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

/// A column of a file and its description.
struct MatchedColumn {
  int index = 0;
  const SheetColumn* column = nullptr;
  std::string unit;
};

/// Reads one file whose sheet is known.
class SheetFile {
 public:
  SheetFile(const CsvTable& table, const Sheet& sheet, Diagnostics& diagnostics)
      : table_(table), sheet_(sheet), diagnostics_(diagnostics) {}

  void read(std::vector<SheetRow>& rows) {
    match_columns();
    if (id_ < 0) {
      diagnostics_.error("sheet.column_missing", header(0),
                         "the column 'id' is missing: every row needs a name");
      return;
    }
    for (long row = 0; row < table_.rows() && !diagnostics_.full(); ++row) read_row(row, rows);
  }

 private:
  const std::string& name(int column) const { return table_.columns()[column]; }
  Where place(int line, int column) const {
    return {.file = table_.file(),
            .line = line,
            .pointer = fmt::format("column {} '{}'", column + 1, name(column))};
  }
  Where header(int column) const { return place(table_.header_line(), column); }

  void match_columns() {
    std::map<std::string, int> seen;
    for (int k = 0; k < static_cast<int>(table_.columns().size()); ++k) {
      if (name(k).starts_with("#")) continue;  // a note of the user
      const auto [plain, unit] = split_unit(name(k));
      if (plain_name(plain).empty()) {
        refuse_values_without_name(k);
        continue;
      }
      const auto [twin, is_new] = seen.emplace(plain_name(plain), k);
      if (!is_new) {
        diagnostics_.error(
            "sheet.column_duplicate", header(k),
            fmt::format("column {} also has this name; rename one of them", twin->second + 1));
      } else if (plain_name(plain) == "id") {
        id_ = k;
      } else {
        match(k, plain, unit);
      }
    }
  }

  void match(int index, const std::string& written, const std::string& unit) {
    for (const SheetColumn& column : sheet_.columns) {
      std::vector<std::string> names = column.also;
      names.push_back(column.name);
      const auto same = [&](const std::string& n) { return plain_name(n) == plain_name(written); };
      if (std::none_of(names.begin(), names.end(), same)) continue;
      check_unit(index, column, unit);
      columns_.push_back({index, &column, unit});
      return;
    }
    std::vector<std::string> known = {"id"};
    for (const SheetColumn& column : sheet_.columns) known.push_back(column.name);
    diagnostics_.error(
        "sheet.column_unknown", header(index),
        fmt::format("{} does not have this column{}{}", sheet_.name, expected_name(written, known),
                    written.find(';') != written.npos
                        ? " (between semicolons, a cell that contains ';' needs quotes)"
                        : " ('#' before its name marks it as a note)"));
  }

  void check_unit(int index, const SheetColumn& column, const std::string& unit) {
    if (unit.empty()) return;
    if (column.kind != ColumnKind::Number) {
      diagnostics_.error("sheet.unit_unknown", header(index),
                         fmt::format("'{}' is a column without a unit, found [{}]; remove the unit",
                                     column.name, unit));
    } else if (!parse_unit(unit)) {
      diagnostics_.error(
          "sheet.unit_unknown", header(index),
          fmt::format("the unit '{}' is not known{}", unit, expected_name(unit, unit_symbols())));
    }
  }

  void refuse_values_without_name(int index) {
    for (long row = 0; row < table_.rows(); ++row) {
      if (table_.cell(row, index).empty()) continue;
      diagnostics_.error(
          "sheet.column_unknown", place(table_.line(row), index),
          fmt::format("'{}' is in a column without a name", table_.cell(row, index)));
      return;
    }
  }

  void read_row(long row, std::vector<SheetRow>& rows) {
    SheetRow out;
    out.sheet = &sheet_;
    out.id = table_.cell(row, id_);
    out.where = place(table_.line(row), id_);
    for (const MatchedColumn& column : columns_) read_cell(row, column, out);
    if (out.id.empty()) {
      if (out.cells.empty()) return;  // an empty row of a spreadsheet
      diagnostics_.error("sheet.id_missing", out.where,
                         fmt::format("the row has a {} ('{}'), but no id; add one",
                                     out.cells.front().column->name, out.cells.front().text));
      return;
    }
    const auto bad = [](unsigned char c) { return c == ';' || c < 0x20 || c == 0x7F; };
    if (std::any_of(out.id.begin(), out.id.end(), bad)) {
      diagnostics_.error(
          "sheet.id_invalid", out.where,
          fmt::format("the id '{}' contains a ';' or a control character; rename it", out.id));
      return;
    }
    rows.push_back(std::move(out));
  }

  void read_cell(long row, const MatchedColumn& entry, SheetRow& out) {
    const std::string_view text = table_.cell(row, entry.index);
    if (text.empty()) return;
    SheetCell cell{
        entry.column, std::string(text), {}, entry.unit, place(table_.line(row), entry.index)};
    const ColumnKind kind = entry.column->kind;
    if (kind == ColumnKind::Number || kind == ColumnKind::Integer) {
      const CsvNumber number = table_.number(row, entry.index);
      if (number.kind == CsvNumber::Kind::Missing) return;
      const bool whole = kind == ColumnKind::Integer;
      if (number.kind == CsvNumber::Kind::Invalid ||
          (whole && (number.value != std::floor(number.value) || std::abs(number.value) > 1e15))) {
        diagnostics_.error(
            "sheet.not_a_number", cell.where,
            fmt::format("'{}' is not a {}number{}", text, whole ? "whole " : "",
                        table_.decimal_comma() ? " (this file has decimal commas)"
                                               : "; units belong in the header: 'name [kW]'"));
        return;
      }
      cell.number = number.value;
    }
    out.cells.push_back(std::move(cell));
  }

  const CsvTable& table_;
  const Sheet& sheet_;
  Diagnostics& diagnostics_;
  std::vector<MatchedColumn> columns_;
  int id_ = -1;
};

/// Returns the sheet of a file: `Damper.csv`, or `office-Damper.csv`, as LibreOffice names sheets
/// of a workbook.
const Sheet* sheet_of(const fs::path& file, const SheetTables& tables) {
  const std::string name = file.stem().string();
  if (const Sheet* sheet = tables.find(name)) return sheet;
  const std::size_t dash = name.rfind('-');
  return dash == name.npos ? nullptr : tables.find(name.substr(dash + 1));
}

std::vector<fs::path> csv_files(const fs::path& folder, Diagnostics& diagnostics) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) {
    throw InputError("file.unreadable", Where{.file = folder.string()},
                     fmt::format("the folder cannot be read: {}", error.message()));
  }
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") || name.starts_with("~") || entry.is_directory()) continue;
    if (is_workbook(entry.path()) || lower_case(entry.path().extension().string()) == ".csv") {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<fs::path> files;
  for (const fs::path& file : found) {
    if (is_workbook(file)) {
      diagnostics.append(workbook_refused(file).diagnostics());
    } else {
      files.push_back(file);
    }
  }
  return files;
}

}  // namespace

bool is_workbook(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kEndings{".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"};
  return std::find(kEndings.begin(), kEndings.end(), lower_case(file.extension().string())) !=
         kEndings.end();
}

InputError workbook_refused(const fs::path& file) {
  // 44: comma; 34: quotes; 76: UTF-8; -1: each sheet in a separate file.
  return {"sheet.spreadsheet", Where{.file = file.string()},
          fmt::format("this is a workbook, expected a folder with one CSV file per sheet: make it "
                      "with 'libreoffice --headless --convert-to \"csv:Text - txt - csv "
                      "(StarCalc):44,34,76,1,,0,false,true,false,false,false,-1\" --outdir SHEETS "
                      "{}', then use SHEETS",
                      file.filename().string())};
}

std::vector<SheetRow> read_sheet_rows(const fs::path& folder, const SheetTables& tables,
                                      Diagnostics& diagnostics) {
  std::vector<SheetRow> rows;
  std::map<const Sheet*, fs::path> taken;
  const std::vector<fs::path> files = csv_files(folder, diagnostics);
  for (const fs::path& file : files) {
    const Where where{.file = file.string()};
    const Sheet* sheet = sheet_of(file, tables);
    if (sheet == nullptr) {
      const std::string stem = file.stem().string();
      diagnostics.error(
          "sheet.unknown", where,
          fmt::format("the sheet '{}' is not known{}", stem, expected_name(stem, tables.names())));
      continue;
    }
    if (const auto [twin, is_new] = taken.emplace(sheet, file); !is_new) {
      diagnostics.error("sheet.file_duplicate", where,
                        fmt::format("'{}' is also the sheet {}; merge the files",
                                    twin->second.string(), sheet->name));
      continue;
    }
    try {
      SheetFile(read_csv(file), *sheet, diagnostics).read(rows);
    } catch (const InputError& error) {
      diagnostics.append(error.diagnostics());
    }
  }
  if (rows.empty() && !diagnostics.has_errors()) {
    diagnostics.error("sheet.folder_empty", Where{.file = folder.string()},
                      fmt::format("{}; expected CSV files such as {}",
                                  files.empty() ? "the folder does not contain a CSV file"
                                                : "the sheets have no rows",
                                  listed(tables.names(), 5)));
  }
  return rows;
}

}  // namespace hearth
