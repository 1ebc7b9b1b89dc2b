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
/// and the value, and possibly its unit. Each series is read as a table of its own, so that stamps,
/// gaps, units and messages follow the rules of other files. One thread at a time.
class LongCsv {
 public:
  /// Returns whether the columns of a header are those of a file in long form: a key (`name`,
  /// `point`, `series_id`, ...), `time` or `timestamp`, `value`, at most a `unit` and a `quality`,
  /// and nothing else.
  static bool has_form(const std::vector<std::string>& header);
  /// Returns whether a table has this form, and keys that name series: numbers of which each
  /// occurs once or twice are numbers of rows or values.
  static bool has_form(const CsvTable& table);

  /// Takes the table of a file that has this form. Throws `data.unit_differs` if the rows of a
  /// series state different units.
  explicit LongCsv(CsvTable table);

  const CsvTable& rows() const { return table_; }
  /// Returns the number of the column of stamps in the file.
  int time_column() const { return time_; }
  /// Returns the names of the series, with their units, in the order of the file.
  std::vector<std::string> columns() const;

  /// Returns the error for a missing series, with the nearest name; nothing if it exists, or if it
  /// is a column of the file itself.
  std::optional<InputError> lacks(const std::variant<std::string, int>& column) const;

  /// A table with a column, and the key of the table.
  struct Selection {
    const CsvTable* table = nullptr;  ///< valid for the life of the object
    std::string key;                  ///< distinguishes the tables of a file; "": the file itself
  };
  /// Returns the table of a series, with time in column 0 and values in column 1; throws the error
  /// that `lacks` returns.
  Selection select(const std::variant<std::string, int>& column);

  /// Returns up to 100 series as columns of one table with a row for each stamp, in the order of
  /// time if the format reads the stamps, and describes in `description` which they are.
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
