// SPDX-License-Identifier: MIT
#include "hearth/data/sqlite/internal/sqlite_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

constexpr const char* kBlob = "(BLOB)";  // text that is neither a number nor a time
constexpr double kYear1 = -62135596800000.0, kYear10000 = 253402300800000.0;  // ms since 1970

/// Value of one unit in a column of numeric stamps.
struct TimeScale {
  double per_millisecond = 1.0;
  const char* name = "ms";
};

// 1e11 s after 1970 is the year 5138, 1e11 ms is 1973; likewise for finer units.
TimeScale time_scale(double largest) {
  if (largest < 1e11) return {1e-3, "s"};
  if (largest < 1e14) return {1.0, "ms"};
  if (largest < 1e17) return {1e3, "us"};
  return {1e6, "ns"};
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Prepares and binds the query for rows; `end` follows the name of the table.
SqliteStatement query(SqliteDatabase& database, const SqliteRows& rows, std::string_view columns,
                      std::string_view end) {
  SqliteStatement statement = database.prepare(
      fmt::format("SELECT {} FROM {}{}{}", columns, sql_name(rows.table),
                  rows.key.empty() ? "" : fmt::format(" WHERE {} = ?1", sql_name(rows.key)), end));
  if (rows.key.empty()) return statement;
  if (const auto* number = std::get_if<std::int64_t>(&rows.key_value)) {
    statement.bind(1, *number);
  } else {
    statement.bind(1, std::string_view(std::get<std::string>(rows.key_value)));
  }
  return statement;
}

bool has_numeric_stamps(SqliteDatabase& database, const SqliteRows& rows) {
  SqliteStatement first = query(database, rows, sql_name(rows.columns[rows.time]), " LIMIT 1");
  return first.next() && !first.is_text(0) && !first.is_null(0) && !first.is_blob(0);
}

double largest_stamp(SqliteDatabase& database, const SqliteRows& rows) {
  const std::string time = sql_name(rows.columns[rows.time]);
  SqliteStatement largest = query(database, rows, fmt::format("max(abs({}))", time), "");
  return largest.next() ? largest.number(0) : 0.0;
}

/// Writes local time without an offset as ISO 8601.
std::string naive_text(LocalTime local) {
  const std::string text = format_time(Instant(local.time_since_epoch()), Zone());
  return text.substr(0, text.find('+'));
}

/// Writes a number as a stamp if the user's format can read it; otherwise it stays a number.
std::string formatted_stamp(const SqliteStatement& row, int column, const TimeFormat& format) {
  const std::string text = number_text(row.number(column));
  const std::optional<TimeStamp> stamp = format.read(text);
  if (!stamp) return text;
  return stamp->offset ? format_time(stamp->instant(), Zone()) : naive_text(stamp->local);
}

std::string stamp_text(const SqliteStatement& row, int column, const TimeScale& scale) {
  if (row.is_null(column)) return "";
  if (row.is_blob(column)) return kBlob;
  if (row.is_text(column)) return std::string(row.text(column));
  const double time = row.number(column) / scale.per_millisecond;
  // Outside the years 1 to 9999 the number itself is shown, since it is not a time.
  if (!(time >= kYear1 && time < kYear10000)) return number_text(row.number(column));
  return format_time(Instant(std::chrono::milliseconds(std::llround(time))), Zone());
}

}  // namespace

CsvTable read_rows(SqliteDatabase& database, const SqliteRows& rows, Diagnostics& notes) {
  const std::string time = sql_name(rows.columns[rows.time]);
  const bool numeric = has_numeric_stamps(database, rows);
  TimeScale scale;
  const bool given = numeric && !rows.milliseconds && !rows.format.is_default();
  if (numeric && !rows.milliseconds && !given) {
    scale = time_scale(largest_stamp(database, rows));
    notes.note("data.sqlite_time", Where{.file = database.path().string()},
               fmt::format("numbers in '{}' of '{}' are read as Unix time in {}",
                           rows.columns[rows.time], rows.table, scale.name));
  }
  std::string columns;
  for (const std::string& column : rows.columns) {
    columns += (columns.empty() ? "" : ", ") + sql_name(column);
  }
  SqliteStatement row = query(database, rows, columns, numeric ? " ORDER BY " + time : "");
  CsvBuilder builder(database.path().string(), rows.titles);
  if (numeric) builder.declare(kStampsRead, "yes");
  if (ends_with(lower_case(rows.columns[rows.time]), "_utc")) builder.declare("timezone", "UTC");
  while (row.next()) {
    for (int i = 0; i < row.columns(); ++i) {
      if (i == static_cast<int>(rows.time)) {
        builder.cell(given && !row.is_text(i) && !row.is_null(i)
                         ? formatted_stamp(row, i, rows.format)
                         : stamp_text(row, i, scale));
      } else if (row.is_null(i)) {
        builder.cell("");
      } else if (row.is_blob(i)) {
        builder.cell(kBlob);
      } else {
        builder.cell(row.is_text(i) ? std::string(row.text(i)) : number_text(row.number(i)));
      }
    }
  }
  return builder.table();
}

void CsvBuilder::cell(std::string_view text) { table_.append_cell(text); }

CsvTable CsvBuilder::table() {
  table_.lines_.assign(table_.cells_.size() / table_.columns_.size(), 0);
  return std::move(table_);
}

}  // namespace hearth
