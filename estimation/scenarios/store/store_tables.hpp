// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {

// Tables that parts and `results.sqlite` have in common.

/// The view of `results.sqlite` with one row per scenario, signal and instant.
inline constexpr std::string_view kReadingsView = "readings";

/// Returns the name of a column as it appears in tables: `ener_tot [kWh/m2]`.
std::string column_title(const TableColumn& column);

/// Returns the titles of `runs` after the index: labels, `status`, `message`, KPIs. A name that
/// differs from an earlier one only in case, which SQLite considers equal, gets a number.
std::vector<std::string> run_titles(const StoreLayout& layout);
/// Returns the titles of the KPIs as in `run_titles`.
std::vector<std::string> kpi_titles(const StoreLayout& layout);

/// Creates `meta`, `runs` and `months`, and writes the layout into `meta`.
void create_run_tables(SqliteDatabase& database, const StoreLayout& layout);

/// Returns the layout of a store, or nothing if the file does not yet contain a table. Throws
/// InputError `data.sqlite_invalid` if it is another database.
std::optional<StoreLayout> read_layout(SqliteDatabase& database);

/// Writes rows of `runs` and `months`.
class RunRowWriter {
 public:
  RunRowWriter(SqliteDatabase& database, const StoreLayout& layout);
  /// Writes a run; replaces an earlier run with the same index.
  void write(const FinishedRun& run);

 private:
  std::vector<TableColumn> labels_;
  int kpis_;
  SqliteStatement run_, clear_months_, month_;
};

/// Reads rows of `runs` and `months`.
class RunRowReader {
 public:
  RunRowReader(SqliteDatabase& database, const StoreLayout& layout);
  /// Returns a run without its series. Throws InputError `data.sqlite_invalid` if the run does not
  /// exist.
  FinishedRun read(long index);

 private:
  std::string file_;
  std::vector<TableColumn> labels_;
  int kpis_;
  SqliteStatement run_, months_;
};

}  // namespace hearth
