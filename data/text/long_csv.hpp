// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/time_format.hpp"

namespace hearth {

/// A CSV file in long form, with a row for each value: columns with the name of a series, the time
/// and the value, and possibly the unit. Each series is read as a table of its own, so that stamps,
/// gaps, units and messages follow the same rules as in other files. Only one thread at a time may
/// use the object.
class LongCsv {
 public:
  /// Returns whether a header is that of a file in long form: a key (`name`, `point`, `series_id`,
  /// ...), `time` or `timestamp`, `value`, at most one `unit` and one `quality`, and no other
  /// columns.
  static bool has_form(const std::vector<std::string>& header);
  /// Returns whether a table has such a header and its keys name series. Keys that are numbers and
  /// occur only once or twice do not: they are numbers of rows, or values.
  static bool has_form(const CsvTable& table);

  /// Takes the table of a file in long form. Throws InputError `data.unit_differs` if rows of a
  /// series contain different units.
  explicit LongCsv(CsvTable table);

  const CsvTable& rows() const { return table_; }
  /// Returns the number of the column of stamps in the file.
  int time_column() const { return time_; }
  /// Returns the names of the series, with their units, in the order of the file.
  std::vector<std::string> columns() const;

  /// Returns the error for a missing series, with the nearest name. Returns nothing if the series
  /// exists, or if a column of the file has this name.
  std::optional<InputError> lacks(const std::variant<std::string, int>& column) const;

  /// A table that contains a requested series, and the key of this table.
  struct Selection {
    const CsvTable* table = nullptr;  ///< valid as long as the LongCsv
    std::string key;                  ///< distinguishes the tables of a file; "": the file itself
  };
  /// Returns the table of a series, with time in column 0 and values in column 1; throws the error
  /// that `lacks` returns.
  Selection select(const std::variant<std::string, int>& column);

  /// Returns up to 100 series as columns of one table, with a row for each stamp, which are sorted
  /// by time if `format` can read the stamps. `description` then states which series are returned.
  CsvTable overview(const TimeFormat& format, std::string& description);

 private:
  struct Entry {
    std::string title;       // with its unit
    std::vector<long> rows;  // of the file
  };

  const Entry* find(const std::string& name) const;
  CsvTable with_columns(std::vector<std::string> columns) const;

  CsvTable table_;
  int key_ = 0, time_ = 0, value_ = 0;
  std::vector<Entry> entries_;                    // in the order of the file
  std::map<std::string, std::size_t> positions_;  // of entries, by name without unit
  std::map<std::string, CsvTable> read_;          // by name
};

}  // namespace hearth
