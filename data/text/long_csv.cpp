// SPDX-License-Identifier: MIT
#include "hearth/data/text/long_csv.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/internal/long_names.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {

namespace long_names {

std::string first_of(const std::vector<std::string>& columns, const std::string_view* begin,
                     const std::string_view* end) {
  for (const std::string_view* name = begin; name != end; ++name) {
    for (const std::string& column : columns) {
      if (lower_case(column) == *name) return column;
    }
  }
  return "";
}

}  // namespace long_names

namespace {

constexpr std::size_t kSideBySide = 100;  // series side by side

enum class ColumnRole { Key, Time, Value, Unit, Ignored, Other };

/// Returns what a column of this name contains: `Point Name` is `point_name`.
ColumnRole role_of(const std::string& header) {
  using namespace long_names;
  std::string name = lower_case(split_unit(header).first);
  for (char& c : name) {
    if (c == ' ' || c == '-') c = '_';
  }
  const auto is_in = [&name](const auto&... lists) {
    return (... || (std::find(lists.begin(), lists.end(), name) != lists.end()));
  };
  if (is_in(kKeys, kTextKeys)) return ColumnRole::Key;
  if (is_in(kTimes, kTextTimes)) return ColumnRole::Time;
  if (is_in(kValues, kTextValues)) return ColumnRole::Value;
  if (is_in(kUnits)) return ColumnRole::Unit;
  return is_in(kIgnored) ? ColumnRole::Ignored : ColumnRole::Other;
}

/// Returns the column with that role, -1 if there is none, -2 if there are several.
int column_with(const std::vector<std::string>& header, ColumnRole role) {
  int found = -1;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (role_of(header[i]) != role) continue;
    if (found != -1) return -2;
    found = static_cast<int>(i);
  }
  return found;
}

/// Returns the format, or the only one that reads the stamps if the default does not read them.
TimeFormat own_format(const TimeFormat& format, const std::vector<std::string_view>& stamps) {
  if (!format.is_default() || stamps.empty() || format.read(stamps.front(), 2000)) return format;
  const std::vector<std::string> fitting = fitting_time_formats(stamps);
  return fitting.size() == 1 ? TimeFormat(fitting.front()) : format;
}

}  // namespace

bool LongCsv::has_form(const std::vector<std::string>& header) {
  return column_with(header, ColumnRole::Key) >= 0 && column_with(header, ColumnRole::Time) >= 0 &&
         column_with(header, ColumnRole::Value) >= 0 &&
         column_with(header, ColumnRole::Unit) != -2 &&
         column_with(header, ColumnRole::Other) == -1;
}

bool LongCsv::has_form(const CsvTable& table) {
  if (!has_form(table.columns())) return false;
  const int key = column_with(table.columns(), ColumnRole::Key);
  std::set<std::string_view> keys;
  for (long row = 0; row < table.rows(); ++row) {
    const std::string_view text = table.cell(row, key);
    if (text.find_first_not_of("0123456789.,-+") != std::string_view::npos) return true;
    keys.insert(text);
  }
  return 3 * std::ssize(keys) <= table.rows();
}

LongCsv::LongCsv(CsvTable table)
    : table_(std::move(table)),
      key_(column_with(table_.columns(), ColumnRole::Key)),
      time_(column_with(table_.columns(), ColumnRole::Time)),
      value_(column_with(table_.columns(), ColumnRole::Value)) {
  const int unit = column_with(table_.columns(), ColumnRole::Unit);
  const std::string common = split_unit(table_.columns()[static_cast<std::size_t>(value_)]).second;
  std::vector<std::string> units;
  for (long row = 0; row < table_.rows(); ++row) {
    const auto [name, in_name] = split_unit(plain_csv_text(table_.cell(row, key_)));
    const auto [at, is_new] = positions_.emplace(name, entries_.size());
    if (is_new) {
      entries_.push_back({name, {}});
      units.push_back(in_name.empty() ? common : in_name);
    }
    entries_[at->second].rows.push_back(row);
    const std::string own = unit < 0 ? "" : std::string(table_.cell(row, unit));
    std::string& known = units[at->second];
    if (own.empty() || own == known) continue;
    const auto own_unit = parse_unit(own), known_unit = parse_unit(known);
    if (own_unit && known_unit && *own_unit == *known_unit) continue;  // `°C` and `degC`
    if (!known.empty()) {
      throw InputError("data.unit_differs", Where{.file = table_.file(), .line = table_.line(row)},
                       fmt::format("'{}' is in {} here and in {} before: convert the values to one "
                                   "unit",
                                   name, own, known));
    }
    known = own;
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!units[i].empty()) entries_[i].title += fmt::format(" [{}]", units[i]);
  }
}

std::vector<std::string> LongCsv::columns() const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) names.push_back(entry.title);
  return names;
}

const LongCsv::Entry* LongCsv::find(const std::string& name) const {
  auto found = positions_.find(name);
  if (found == positions_.end()) found = positions_.find(split_unit(name).first);
  if (found == positions_.end()) return nullptr;
  const Entry& entry = entries_[found->second];
  return found->first == name || entry.title == name ? &entry : nullptr;
}

std::optional<InputError> LongCsv::lacks(const std::variant<std::string, int>& column) const {
  const auto* name = std::get_if<std::string>(&column);
  if ((name != nullptr && find(*name) != nullptr) || table_.find(column)) return std::nullopt;
  if (name == nullptr) return table_.missing_column(column);
  std::vector<std::string> known;
  for (const auto& [own, position] : positions_) known.push_back(own);
  return InputError(
      "data.column_missing", Where{.file = table_.file()},
      fmt::format("no series '{}' in column '{}'{}", *name,
                  table_.columns()[static_cast<std::size_t>(key_)], expected_name(*name, known)));
}

CsvTable LongCsv::with_columns(std::vector<std::string> columns) const {
  CsvTable table;
  table.file_ = table_.file_;
  table.columns_ = std::move(columns);
  table.declarations_ = table_.declarations_;
  table.header_line_ = table_.header_line_;
  table.title_lines_ = table_.title_lines_;
  table.separator_ = table_.separator_;
  table.decimal_comma_ = table_.decimal_comma_;
  table.mark_undecided_ = table_.mark_undecided_;
  return table;
}

LongCsv::Selection LongCsv::select(const std::variant<std::string, int>& column) {
  if (const auto error = lacks(column)) throw *error;
  const auto* name = std::get_if<std::string>(&column);
  const Entry* entry = name == nullptr ? nullptr : find(*name);
  if (entry == nullptr) return {&table_, ""};
  auto known = read_.find(entry->title);
  if (known == read_.end()) {
    CsvTable table = with_columns({table_.columns_[static_cast<std::size_t>(time_)], entry->title});
    for (const long row : entry->rows) {
      for (const int from : {time_, value_}) table.append_cell(table_.cell(row, from));
      table.lines_.push_back(table_.lines_[static_cast<std::size_t>(row)]);
    }
    known = read_.emplace(entry->title, std::move(table)).first;
  }
  return {&known->second, "series " + entry->title};
}

CsvTable LongCsv::overview(const TimeFormat& format, std::string& description) {
  const std::size_t count = std::min(entries_.size(), kSideBySide);
  description = fmt::format("{} rows of {} series", table_.rows(), entries_.size());
  if (count < entries_.size()) description += fmt::format(", of which {} are shown", count);
  struct Stamp {
    std::string_view text;
    int again = 0;  // occurrence within the series
    bool operator<(const Stamp& other) const {
      return text != other.text ? text < other.text : again < other.again;
    }
  };
  struct Row {
    Stamp stamp;
    std::uint32_t line = 0;
    std::optional<Instant> time;  // for the order only
    std::vector<std::string_view> cells;
  };
  std::map<Stamp, std::size_t> places;
  std::vector<Row> rows;  // in the order in which their stamps appear
  std::vector<std::string> titles{table_.columns_[static_cast<std::size_t>(time_)]};
  for (std::size_t i = 0; i < count; ++i) {
    titles.push_back(entries_[i].title);
    std::map<std::string_view, int> times_seen;
    for (const long row : entries_[i].rows) {
      const std::string_view text = table_.cell(row, time_);
      const Stamp stamp{text, times_seen[text]++};
      const auto [at, is_new] = places.emplace(stamp, rows.size());
      if (is_new) {
        rows.push_back({stamp, table_.lines_[static_cast<std::size_t>(row)], {}, {}});
        rows.back().cells.resize(count);
      }
      rows[at->second].cells[i] = table_.cell(row, value_);
    }
  }
  std::vector<std::string_view> stamps;
  for (const Row& row : rows) stamps.push_back(row.stamp.text);
  const TimeFormat own = own_format(format, stamps);
  const auto time_of = [&own](std::string_view text) -> std::optional<Instant> {
    const auto read = own.read(text, 2000);  // any year: only the order matters
    if (!read) return std::nullopt;
    return Instant{read->local.time_since_epoch() - read->offset.value_or(Duration(0))};
  };
  bool ordered = true;
  for (Row& row : rows) {
    row.time = time_of(row.stamp.text);
    ordered = ordered && row.time;
  }
  // A series that is out of order stays so, as when it is read alone.
  for (std::size_t i = 0; ordered && i < count; ++i) {
    std::optional<Instant> before;
    std::string_view text;
    for (const long row : entries_[i].rows) {
      const std::string_view own_text = table_.cell(row, time_);
      const auto time = time_of(own_text);
      const bool falls = before && *time + std::chrono::hours(1) < *before;
      ordered = ordered && !falls && own_text != text;
      before = time;
      text = own_text;
    }
  }
  if (ordered) {
    // The second occurrence of an hour that the clocks repeat follows the whole first one.
    const auto place = [](const Row& row) {
      return std::tuple(std::chrono::floor<std::chrono::hours>(*row.time), row.stamp.again,
                        *row.time);
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&place](const Row& a, const Row& b) { return place(a) < place(b); });
  }
  CsvTable table = with_columns(std::move(titles));
  for (const Row& row : rows) {
    table.append_cell(row.stamp.text);
    for (const std::string_view cell : row.cells) table.append_cell(cell);
    table.lines_.push_back(row.line);
  }
  return table;
}

}  // namespace hearth
