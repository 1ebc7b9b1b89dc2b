// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/authoring/sheet_tables.hpp"

namespace hearth {

/// A cell that is not empty.
struct SheetCell {
  const SheetColumn* column = nullptr;  ///< in the description
  std::string text;
  std::optional<double> number;  ///< in number and integer columns, as written
  std::string unit;              ///< unit in the header, or ""
  Where where;
};

/// A row of a sheet, which describes one thing.
struct SheetRow {
  const Sheet* sheet = nullptr;  ///< in the description
  std::string id;
  std::vector<SheetCell> cells;
  Where where;
};

/// Reads every sheet (`*.csv`) of a folder, by file name, and adds all problems to the diagnostics:
/// `sheet.folder_empty`, `sheet.spreadsheet`, `sheet.unknown`, `sheet.file_duplicate`,
/// `sheet.column_unknown`, `sheet.column_duplicate`, `sheet.column_missing`, `sheet.id_missing`,
/// `sheet.id_invalid`, `sheet.not_a_number`, `sheet.unit_unknown` and the `data.csv_*` codes. The
/// rows refer to `tables`.
std::vector<SheetRow> read_sheet_rows(const std::filesystem::path& folder,
                                      const SheetTables& tables, Diagnostics& diagnostics);

/// Returns whether a file has the ending of a workbook, which contains sheets but is not CSV.
bool is_workbook(const std::filesystem::path& file);

/// Returns the error for a workbook (`sheet.spreadsheet`), with the command that creates CSV
/// sheets.
InputError workbook_refused(const std::filesystem::path& file);

}  // namespace hearth
