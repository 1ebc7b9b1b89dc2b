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

/// The rows of a table or view that are read as a table of stamps and numbers.
struct SqliteRows {
  std::string table;
  std::vector<std::string> columns;
  std::vector<std::string> titles;  ///< names of the columns in the result
  std::size_t time = 0;             ///< number of the column with the stamps
  std::string key{};                ///< column that distinguishes series; "": all rows
  std::variant<std::int64_t, std::string> key_value{};
  bool milliseconds = false;  ///< stamps are in ms; if false, their magnitude shows the unit
  TimeFormat format{};        ///< format of stamps that the user has set
};

/// Key of the declaration that the stamps of a table were read and written as ISO 8601.
inline constexpr const char* kStampsRead = "stamps read";

/// Reads rows; adds a note `data.sqlite_time` with the unit of numeric stamps that was assumed.
CsvTable read_rows(SqliteDatabase& database, const SqliteRows& rows, Diagnostics& notes);

/// Makes a table from data that are not in a CSV file; its rows have no line numbers.
class CsvBuilder {
 public:
  CsvBuilder(std::string file, std::vector<std::string> columns) {
    table_.file_ = std::move(file);
    table_.columns_ = std::move(columns);
    table_.header_line_ = 0;
  }

  /// Declares a property, as a comment line `# key: value` does.
  void declare(std::string key, std::string value) {
    table_.declarations_.emplace_back(std::move(key), std::move(value));
  }
  /// Adds the next cell of the table, row by row. Throws InputError `file.too_large` above 4 GB.
  void cell(std::string_view text);
  CsvTable table();

 private:
  CsvTable table_;
};

}  // namespace hearth
