// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/data/text/csv.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth {

/// A file of results as a table: the stamps, then columns with the names of CSV files
/// (`column_title`).
struct ResultsTable {
  CsvTable table;
  std::string incomplete{};  ///< why the run stopped early, "" if it did not
};

/// Reads a file of results in any format of `write_results`, which is detected from its content, or
/// any other CSV file. Throws the errors of CSV files, `data.sqlite_invalid`,
/// `results.table_missing`, `results.netcdf_invalid` and `results.format_missing`.
ResultsTable read_results_table(const std::filesystem::path& path);

/// Returns whether the content of a file is a binary format of results: SQLite or NetCDF.
bool is_binary_results(const std::filesystem::path& path);

/// Reads results; columns without a unit have the unit 1. Rows that cover intervals may have any
/// increasing times; for other rows, throws `results.time_grid` if they do not have a constant
/// step.
Results read_results(const std::filesystem::path& path);
/// Converts a table that was read to results; throws `results.time_grid` as above.
Results results_of(const CsvTable& table);

}  // namespace hearth
