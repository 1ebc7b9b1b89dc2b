// SPDX-License-Identifier: MIT
#include "hearth/data/sqlite/sqlite_series.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "hearth/data/sqlite/internal/sqlite_rows.hpp"
#include "hearth/data/text/internal/long_names.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/run/record_columns.hpp"

namespace hearth {
namespace {

constexpr int kListed = 10;    // names in a message
constexpr int kAudited = 100;  // series side by side

// Names of the columns of a table of names and units.
constexpr std::array<std::string_view, 3> kNames{"name", "signal", "column"};
constexpr std::array<std::string_view, 3> kIds{"id", "series_id", "series"};

std::string titled(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::string quoted(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < kListed; ++i) {
    list += (i == 0 ? "'" : ", '") + names[i] + "'";
  }
  return names.size() > kListed ? list + ", ..." : list;
}

std::vector<std::string> columns_of(SqliteDatabase& database, const std::string& table) {
  std::vector<std::string> columns;
  SqliteStatement query = database.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid");
  query.bind(1, std::string_view(table));
  while (query.next()) columns.emplace_back(query.text(0));
  return columns;
}

// Returns the position of a column; 0 if it does not exist, which is reported when it is
// read.
std::size_t position(const std::vector<std::string>& columns,
                     const std::variant<std::string, int>& column) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (const int* number = std::get_if<int>(&column)) {
      if (*number == static_cast<int>(i)) return i;
    } else if (columns[i] == std::get<std::string>(column)) {
      return i;
    }
  }
  return 0;
}

// Returns the signal of `scenario:signal`, which may end in `:mean` and the like.
std::string_view signal_in(std::string_view name) {
  std::size_t colon = name.rfind(':');
  const bool statistic =
      colon != std::string_view::npos && statistic_of(name.substr(colon + 1)).has_value();
  if (statistic && colon > 0) {
    const std::size_t before = name.rfind(':', colon - 1);
    if (before != std::string_view::npos) colon = before;
  }
  return name.substr(colon + 1);
}

SqliteDatabase opened(const std::filesystem::path& path) {
  return {path, SqliteDatabase::Access::Read};
}

}  // namespace

SqliteSeries::SqliteSeries(const std::filesystem::path& path) : database_(opened(path)) {
  constexpr int kResults = 0x48525448;  // `application_id` of results of scenario sets
  SqliteStatement application = database_.prepare("PRAGMA application_id");
  application.next();
  results_ = application.integer(0) == kResults;
  application.reset();
  if (results_) {
    read_results();
  } else {
    read_tables();
    read_long_tables();
  }
  if (!columns().empty()) return;
  throw InputError("data.sqlite_invalid", Where{.file = path.string()},
                   "it contains no time series: expected a table of series, time and value, or a "
                   "table whose first column is the time");
}

void SqliteSeries::read_results() {
  const bool complete = database_.has_table("series") && database_.has_table("samples");
  if (!complete) return;  // a shard: its series must be merged first
  SqliteStatement scenario = database_.prepare(
      "SELECT name FROM pragma_table_info('runs') WHERE type = 'TEXT' ORDER BY cid LIMIT 1");
  if (!scenario.next()) return;
  tables_.push_back({"samples", {"series", "time", "value"}, "series", "time", "value"});
  SqliteStatement query = database_.prepare(
      fmt::format("SELECT runs.{} || ':' || series.signal, series.unit, series.id "
                  "FROM series JOIN runs ON runs.run = series.run ORDER BY series.id",
                  sql_name(scenario.text(0))));
  while (query.next()) {
    entries_.push_back(
        {std::string(query.text(0)), std::string(query.text(1)), 0, query.integer(2)});
  }
}

void SqliteSeries::read_tables() {
  SqliteStatement query = database_.prepare(
      "SELECT name FROM sqlite_master WHERE "
      "((type = 'table' AND sql GLOB 'CREATE TABLE *') OR "  // not a virtual one
      "(type = 'view' AND sql GLOB 'CREATE VIEW *')) AND "
      "name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
  std::vector<std::string> names;
  while (query.next()) names.emplace_back(query.text(0));
  for (const std::string& name : names) {
    Table table{name, columns_of(database_, name), "", "", ""};
    if (table.columns.size() < 2) continue;
    table.time = long_names::first_of(table.columns, long_names::kTimes);
    table.value = long_names::first_of(table.columns, long_names::kValues);
    if (!table.time.empty() && !table.value.empty())
      table.key = long_names::first_of(table.columns, long_names::kKeys);
    tables_.push_back(std::move(table));
  }
}

void SqliteSeries::read_long_tables() {
  std::set<std::string> used;  // tables of names
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (!tables_[i].is_long()) continue;
    const auto names = std::find_if(tables_.begin(), tables_.end(), [](const Table& table) {
      return !table.is_long() && !long_names::first_of(table.columns, kNames).empty() &&
             (!long_names::first_of(table.columns, kIds).empty() ||
              !long_names::first_of(table.columns, std::array<std::string_view, 1>{"unit"})
                   .empty());
    });
    if (names == tables_.end()) {
      read_keys(i);
    } else {
      read_named(i, *names);
      used.insert(names->name);
    }
  }
  // Entries keep their numbers, because only tables after the long ones move.
  for (Table& table : tables_) {
    if (used.count(table.name) != 0) table.columns.clear();
  }
}

// The names of series are in a separate table, found by id or, without one, by name.
void SqliteSeries::read_named(std::size_t table, const Table& names) {
  const std::string name = long_names::first_of(names.columns, kNames);
  const std::string unit =
      long_names::first_of(names.columns, std::array<std::string_view, 1>{"unit"});
  const std::string id = long_names::first_of(names.columns, kIds);
  const std::string key = lower_case(tables_[table].key);
  const bool by_name = id.empty() || key == "name" || key == "signal";
  SqliteStatement query = database_.prepare(fmt::format(
      "SELECT {0}, {1}, {2} FROM {3} ORDER BY {2}", sql_name(name),
      unit.empty() ? "''" : sql_name(unit), sql_name(by_name ? name : id), sql_name(names.name)));
  while (query.next()) {
    Entry entry{std::string(query.text(0)), std::string(query.text(1)), table, {}};
    if (query.is_text(2)) {
      entry.key = std::string(query.text(2));
    } else {
      entry.key = query.integer(2);
    }
    entries_.push_back(std::move(entry));
  }
}

// The keys are the names.
void SqliteSeries::read_keys(std::size_t table) {
  SqliteStatement query =
      database_.prepare(fmt::format("SELECT DISTINCT {0} FROM {1} ORDER BY {0}",
                                    sql_name(tables_[table].key), sql_name(tables_[table].name)));
  while (query.next()) {
    Entry entry{std::string(query.text(0)), "", table, {}};
    if (query.is_text(0)) {
      entry.key = entry.name;
    } else {
      entry.key = query.integer(0);
    }
    entries_.push_back(std::move(entry));
  }
}

const SqliteSeries::Table* SqliteSeries::table_of(std::string_view name) const {
  for (const Table& table : tables_) {
    if (table.name == name && !table.columns.empty()) return &table;
  }
  return nullptr;
}

// Finds names that match exactly, otherwise those that match without unit or scenario.
std::vector<SqliteSeries::Found> SqliteSeries::find_name(const std::string& name,
                                                         const Table* only) const {
  std::vector<Found> exact;
  std::vector<Found> found;
  for (const Entry& entry : entries_) {
    const Table& table = tables_[entry.table];
    if (only != nullptr && &table != only) continue;
    const std::string_view signal = results_ ? signal_in(entry.name) : "";
    const bool is_exact = entry.name == name || titled(entry.name, entry.unit) == name;
    if (is_exact) exact.push_back({&entry, &table, 0});
    if (signal == name) found.push_back({&entry, &table, 0});
  }
  for (const Table& table : tables_) {
    if (table.is_long() || (only != nullptr && &table != only)) continue;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Found column{nullptr, &table, static_cast<int>(i)};
      if (table.columns[i] == name) exact.push_back(column);
      if (split_unit(table.columns[i]).first == name) found.push_back(column);
    }
  }
  return exact.empty() ? found : exact;
}

std::vector<SqliteSeries::Found> SqliteSeries::find(
    const std::variant<std::string, int>& column) const {
  if (const int* number = std::get_if<int>(&column)) {
    std::vector<Found> found;
    for (const Table& table : tables_) {
      const bool there = *number >= 0 && *number < static_cast<int>(table.columns.size());
      if (!table.is_long() && there) found.push_back({nullptr, &table, *number});
    }
    return found;
  }
  const std::string& name = std::get<std::string>(column);
  const std::size_t slash = name.find('/');
  if (slash != std::string::npos && !results_) {
    if (const Table* table = table_of(name.substr(0, slash))) {
      return find_name(name.substr(slash + 1), table);
    }
  }
  return find_name(name, nullptr);
}

std::vector<std::string> SqliteSeries::columns() const {
  std::vector<std::string> names;
  const auto several = std::count_if(tables_.begin(), tables_.end(),
                                     [](const Table& table) { return !table.columns.empty(); }) > 1;
  const auto add = [&](const Table& table, const std::string& name) {
    names.push_back(several ? table.name + "/" + name : name);
  };
  for (const Entry& entry : entries_) add(tables_[entry.table], titled(entry.name, entry.unit));
  for (const Table& table : tables_) {
    for (std::size_t i = 1; i < table.columns.size() && !table.is_long(); ++i) {
      add(table, table.columns[i]);
    }
  }
  return names;
}

InputError SqliteSeries::missing(const std::variant<std::string, int>& column) const {
  const Where where{.file = database_.path().string()};
  const std::vector<std::string> names = columns();
  if (const int* number = std::get_if<int>(&column)) {
    return {"data.column_missing", where,
            fmt::format("no column {}: select a column by its name (available: {})", *number,
                        quoted(names))};
  }
  std::vector<std::string> plain;
  for (const std::string& name : names) {
    const std::string whole = split_unit(name).first;
    plain.push_back(whole);
    if (!results_) continue;
    plain.emplace_back(signal_in(whole));
  }
  const std::string& name = std::get<std::string>(column);
  return {"data.column_missing", where,
          fmt::format("no column '{}' (available: {}){}", name, quoted(names),
                      did_you_mean(name, plain))};
}

std::optional<InputError> SqliteSeries::lacks(const std::variant<std::string, int>& column) {
  const std::vector<Found> found = find(column);
  if (found.empty()) return missing(column);
  if (found.size() == 1) return std::nullopt;
  std::vector<std::string> places;
  for (const Found& one : found) {
    const std::string& name =
        one.entry != nullptr ? one.entry->name : one.table->columns[one.column];
    places.push_back(results_ ? name : one.table->name + "/" + name);
  }
  throw InputError("data.column_ambiguous", Where{.file = database_.path().string()},
                   fmt::format("{} columns match '{}': name one of them ({})", found.size(),
                               column.index() == 0 ? std::get<std::string>(column)
                                                   : std::to_string(std::get<int>(column)),
                               quoted(places)));
}

SqliteSeries::Selection SqliteSeries::select(const std::variant<std::string, int>& column,
                                             const std::variant<std::string, int>& time,
                                             Diagnostics& notes, const TimeFormat& format) {
  if (const auto error = lacks(column)) throw *error;
  const Found found = find(column).front();
  Selection selection;
  std::size_t stamps = 0;
  if (found.entry != nullptr) {
    selection.key = "series " + std::to_string(found.entry - entries_.data());
    selection.column = 1;
  } else {
    stamps = position(found.table->columns, time);
    selection.key = fmt::format("table {} {}", stamps, found.table->name);
    selection.column = found.column;
  }
  if (!format.is_default()) selection.key += " as " + format.pattern();
  auto known = read_.find(selection.key);
  if (known == read_.end()) {
    CsvTable table = found.entry != nullptr ? read(*found.entry, format, notes)
                                            : read(*found.table, stamps, format, notes);
    known = read_.emplace(selection.key, std::move(table)).first;
  }
  selection.table = &known->second;
  return selection;
}

CsvTable SqliteSeries::overview(const std::variant<std::string, int>& time,
                                std::string& description, const TimeFormat& format) {
  Diagnostics notes;
  const std::size_t count = std::min<std::size_t>(entries_.size(), kAudited);
  if (count == 0) {
    const Table& table = tables_.front();
    description = fmt::format("table '{}' of SQLite", table.name);
    return read(table, position(table.columns, time), format, notes);
  }
  description = count == entries_.size()
                    ? "SQLite"
                    : fmt::format("SQLite, the first {} of {} series", count, entries_.size());
  // By stamp and its occurrence within the series; numeric stamps are all written alike.
  std::map<std::pair<std::string, int>, std::vector<std::string>> rows;
  bool stamps_read = false;
  std::vector<std::string> titles{tables_[entries_.front().table].time};
  for (std::size_t i = 0; i < count; ++i) {
    titles.push_back(titled(entries_[i].name, entries_[i].unit));
    const CsvTable series = read(entries_[i], format, notes);
    stamps_read = stamps_read || series.declared(kStampsRead).has_value();
    int again = 0;
    for (long row = 0; row < series.rows(); ++row) {
      again = row > 0 && series.cell(row, 0) == series.cell(row - 1, 0) ? again + 1 : 0;
      auto& cells = rows[{std::string(series.cell(row, 0)), again}];
      cells.resize(count);
      cells[i] = series.cell(row, 1);
    }
  }
  CsvBuilder builder(database_.path().string(), titles);
  if (stamps_read) builder.declare(kStampsRead, "yes");
  for (const auto& [stamp, cells] : rows) {
    builder.cell(stamp.first);
    for (const std::string& cell : cells) builder.cell(cell);
  }
  return builder.table();
}

CsvTable SqliteSeries::read(const Entry& entry, const TimeFormat& format, Diagnostics& notes) {
  const Table& table = tables_[entry.table];
  const SqliteRows rows{.table = table.name,
                        .columns = {table.time, table.value},
                        .titles = {table.time, titled(entry.name, entry.unit)},
                        .key = table.key,
                        .key_value = entry.key,
                        .milliseconds = results_,
                        .format = format};
  return read_rows(database_, rows, notes);
}

CsvTable SqliteSeries::read(const Table& table, std::size_t time, const TimeFormat& format,
                            Diagnostics& notes) {
  return read_rows(database_,
                   {.table = table.name,
                    .columns = table.columns,
                    .titles = table.columns,
                    .time = time,
                    .format = format},
                   notes);
}

}  // namespace hearth
