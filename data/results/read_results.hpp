// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/data/text/csv.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth {

/// A file of results as a table with the columns of its CSV (`column_title`), with stamps first.
struct ResultsTable {
  CsvTable table;
  std::string incomplete{};  ///< why the run stopped early, "" if it did not
};

/// Reads results in any format of `write_results`, recognised by the file's content, or any other
/// CSV file. Throws the errors of a CSV file, `data.sqlite_invalid`, `results.table_missing`,
/// `results.netcdf_invalid` and `results.format_missing`.
ResultsTable read_results_table(const std::filesystem::path& path);

/// Returns whether a file's content is a format of results other than CSV: SQLite or NetCDF.
bool is_binary_results(const std::filesystem::path& path);

/// Reads results; a column without a unit has unit 1. Rows that cover intervals may have any
/// increasing times; throws `results.time_grid` if other rows do not have a constant step.
Results read_results(const std::filesystem::path& path);
/// Returns the results of a table that was read.
Results results_of(const CsvTable& table);

}  // namespace hearth
