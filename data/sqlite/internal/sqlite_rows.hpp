// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/time_format.hpp"

namespace hearth {

/// Rows of a table or view to be read as a table of stamps and numbers.
struct SqliteRows {
  std::string table;
  std::vector<std::string> columns;
  std::vector<std::string> titles;  ///< names of the columns in the result
  std::size_t time = 0;             ///< number of the column with the stamps
  std::string key{};                ///< column that distinguishes series; "": all rows
  std::variant<std::int64_t, std::string> key_value{};
  bool milliseconds = false;  ///< the unit of numeric stamps is known, otherwise found by magnitude
  TimeFormat format{};        ///< of stamps, as set by the user
};

/// First line of a table whose stamps were read and are written as ISO 8601.
inline constexpr const char* kStampsRead = "stamps read";

/// Reads rows; the assumed unit of numeric stamps is noted in `notes` (`data.sqlite_time`).
CsvTable read_rows(SqliteDatabase& database, const SqliteRows& rows, Diagnostics& notes);

/// Makes a table from data that are not a CSV file; its rows have no lines.
class CsvBuilder {
 public:
  CsvBuilder(std::string file, std::vector<std::string> columns) {
    table_.file_ = std::move(file);
    table_.columns_ = std::move(columns);
    table_.header_line_ = 0;
  }

  /// Declares a property as a comment line `# key: value` would.
  void declare(std::string key, std::string value) {
    table_.declarations_.emplace_back(std::move(key), std::move(value));
  }
  /// Adds the next cell, row by row. Throws `file.too_large` above 4 GB.
  void cell(std::string_view text);
  CsvTable table();

 private:
  CsvTable table_;
};

}  // namespace hearth
