// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/time_format.hpp"

namespace hearth {

/// The time series in a SQLite file, as tables like those of CSV files, so that stamps, gaps, units
/// and messages follow the same rules. Only one thread at a time may use the object.
///
/// Three forms are known:
///
/// - the `results.sqlite` of a scenario set, with columns `scenario:signal`, or `signal` if only
///   one scenario has it;
/// - a table of key, time and value, with a table of names and units; the columns are the names;
/// - tables and views whose first column is the time.
///
/// If several tables contain a column, name it `table/column`. Times are text as in CSV files, or
/// numbers: Unix time in s, ms, us or ns, whichever puts the largest number into the years 1973 to
/// 5138. Rows with such numbers are sorted by time.
class SqliteSeries {
 public:
  /// Opens a file and reads its structure. Throws the errors of SqliteDatabase, and InputError
  /// `data.sqlite_invalid` if it contains no time series.
  explicit SqliteSeries(const std::filesystem::path& path);

  /// Returns the error for a missing column, with the nearest name, or nothing if the column
  /// exists. Throws InputError `data.column_ambiguous`.
  std::optional<InputError> lacks(const std::variant<std::string, int>& column);

  /// A table that contains a requested column, and the key of this table.
  struct Selection {
    const CsvTable* table = nullptr;  ///< valid as long as the SqliteSeries
    std::string key;                  ///< distinguishes the tables of a file
    std::variant<std::string, int> column;
  };
  /// Reads a column, once; throws the error that `lacks` returns. `time` is the column of stamps in
  /// a table that has one for each series. Notes about stamps are added to `notes`. Stamps that are
  /// numbers are read by `format`; if it is the default, by their magnitude.
  Selection select(const std::variant<std::string, int>& column,
                   const std::variant<std::string, int>& time, Diagnostics& notes,
                   const TimeFormat& format = {});

  /// Returns data for an audit: series as columns, with a row for each stamp, or otherwise the
  /// first table. `description` then states which data are returned.
  CsvTable overview(const std::variant<std::string, int>& time, std::string& description,
                    const TimeFormat& format = {});

  /// Returns the names of all columns, with their units, in the form that `select` accepts.
  std::vector<std::string> columns() const;

 private:
  struct Table {
    std::string name;
    std::vector<std::string> columns;
    // For a table of key, time and value; "" otherwise.
    std::string key, time, value;
    bool is_long() const { return !key.empty(); }
  };
  struct Entry {  // a series of a long table
    std::string name;
    std::string unit;
    std::size_t table = 0;
    std::variant<std::int64_t, std::string> key;
  };
  struct Found {  // a series, or a column of a table
    const Entry* entry = nullptr;
    const Table* table = nullptr;
    int column = 0;
  };

  void read_tables();
  void read_results();
  void read_long_tables();
  void read_named(std::size_t table, const Table& names);
  void read_keys(std::size_t table);
  std::vector<Found> find(const std::variant<std::string, int>& column) const;
  std::vector<Found> find_name(const std::string& name, const Table* only) const;
  const Table* table_of(std::string_view name) const;
  InputError missing(const std::variant<std::string, int>& column) const;
  CsvTable read(const Entry& entry, const TimeFormat& format, Diagnostics& notes);
  CsvTable read(const Table& table, std::size_t time, const TimeFormat& format, Diagnostics& notes);

  SqliteDatabase database_;
  std::vector<Table> tables_{};  // wide and long ones that can be read from
  std::vector<Entry> entries_{};
  bool results_ = false;  // of a scenario set
  std::map<std::string, CsvTable> read_{};
};

}  // namespace hearth
