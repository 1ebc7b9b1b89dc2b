// SPDX-License-Identifier: MIT
#include "hearth/data/text/csv.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "hearth/data/text/internal/csv_parser.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {

bool is_missing_cell(std::string_view cell) {
  if (cell.empty()) return true;
  if (cell.size() > 4) return false;
  constexpr std::array<std::string_view, 4> kMissing{"nan", "na", "null", "#n/a"};
  return std::find(kMissing.begin(), kMissing.end(), lower_case(cell)) != kMissing.end();
}

namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::optional<double> parse_number(std::string_view cell) {
  if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') cell.remove_prefix(1);
  double value = 0.0;
  const char* last = cell.data() + cell.size();
  const auto [end, error] = std::from_chars(cell.data(), last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string_view text_of(Mark mark) {
  switch (mark) {
    case Mark::Point:
      return ".";
    case Mark::Comma:
      return ",";
    case Mark::Space:
      return " ";
    default:
      return "'";
  }
}

// Returns the length of a mark at the beginning of a text, 0 if there is none. Spaces may be
// non-breaking, and apostrophes may be typographic.
std::size_t mark_at(std::string_view text, Mark mark) {
  const auto starts = [text](std::string_view with) {
    return text.substr(0, with.size()) == with ? with.size() : std::size_t{0};
  };
  if (const std::size_t plain = starts(text_of(mark)); plain > 0) return plain;
  if (mark == Mark::Space) return std::max(starts("\xc2\xa0"), starts("\xe2\x80\xaf"));
  return mark == Mark::Apostrophe ? starts("\xe2\x80\x99") : 0;
}

// Removes the marks between thousands if they follow every third digit; otherwise returns nothing.
std::optional<std::string> without_thousands(std::string_view cell, Mark decimal, Mark thousands) {
  std::string plain;
  std::size_t digits = 0;  // since the previous mark
  bool marked = false;
  for (std::size_t i = 0; i < cell.size();) {
    const std::size_t mark = mark_at(cell.substr(i), thousands);
    const bool ends = mark_at(cell.substr(i), decimal) > 0 || cell[i] == 'e' || cell[i] == 'E';
    if (ends) {
      if (marked && digits != 3) return std::nullopt;
      return plain + std::string(cell.substr(i));
    }
    if (mark > 0) {
      if (digits == 0 || digits > 3 || (marked && digits != 3)) return std::nullopt;
      marked = true;
      digits = 0;
      i += mark;
      continue;
    }
    if (is_digit(cell[i])) ++digits;
    plain += cell[i++];
  }
  if (marked && digits != 3) return std::nullopt;
  return plain;
}

std::optional<double> parse_marked(std::string_view cell, Mark decimal,
                                   const std::optional<Mark>& thousands) {
  std::string plain(cell);
  if (thousands) {
    auto joined = without_thousands(cell, decimal, *thousands);
    if (!joined) return std::nullopt;
    plain = *std::move(joined);
  }
  if (decimal == Mark::Comma) {
    if (plain.find('.') != std::string::npos) return std::nullopt;
    std::replace(plain.begin(), plain.end(), ',', '.');
  }
  return parse_number(plain);
}

// A format with its missing parts completed for one table.
struct CompleteFormat {
  Mark decimal = Mark::Point;
  std::optional<Mark> thousands;
  std::vector<std::pair<std::string_view, std::optional<double>>> missing;

  CompleteFormat(const NumberFormat& format, bool decimal_comma) : thousands(format.thousands) {
    decimal = format.decimal.value_or(decimal_comma ? Mark::Comma : Mark::Point);
    if (!format.decimal && thousands == Mark::Point) decimal = Mark::Comma;
    if (!format.decimal && thousands == Mark::Comma) decimal = Mark::Point;
    for (const std::string& word : format.missing) missing.emplace_back(word, parse_number(word));
  }

  CsvNumber number(std::string_view cell) const {
    if (is_missing_cell(cell)) return {CsvNumber::Kind::Missing, 0.0};
    const auto value = decimal == Mark::Point && !thousands
                           ? parse_number(cell)
                           : parse_marked(cell, decimal, thousands);
    const bool absent = std::any_of(missing.begin(), missing.end(), [&](const auto& mark) {
      return equal_ignoring_case(cell, mark.first) || (value && mark.second == value);
    });
    if (absent) return {CsvNumber::Kind::Missing, 0.0};
    return value ? CsvNumber{CsvNumber::Kind::Number, *value}
                 : CsvNumber{CsvNumber::Kind::Invalid, 0.0};
  }
};

constexpr std::array kThousands{std::optional<Mark>(), std::optional(Mark::Point),
                                std::optional(Mark::Comma), std::optional(Mark::Space),
                                std::optional(Mark::Apostrophe)};

std::string keys_of(const NumberFormat& format) {
  std::string keys = fmt::format("\"decimal\": \"{}\"", text_of(*format.decimal));
  if (format.thousands) keys += fmt::format(", \"thousands\": \"{}\"", text_of(*format.thousands));
  return keys;
}

// Returns the keys with which all cells of a column could be read, "" if there are none.
std::string keys_for(const CsvTable& table, int column, const NumberFormat& given) {
  std::string keys;
  for (const NumberFormat& format : table.readings(column, given)) {
    keys += (keys.empty() ? "" : " or ") + keys_of(format);
  }
  return keys;
}

}  // namespace

struct CsvTable::Names {
  /// The columns with one name: how many there are, and the first of them.
  struct Found {
    int count = 0, first = 0;
    void add(int column) {
      if (count++ == 0) first = column;
    }
  };
  /// The columns with a name as written, and those with the name without unit.
  struct Both {
    Found exact, bare;
  };
  std::unordered_map<std::string, Both> columns;
  /// Number of letters compared for suggestions; a file can contain very many wrong column names.
  mutable std::atomic<std::int64_t> compared{0};
};

void CsvTable::index_names() {
  const auto names = std::make_shared<Names>();
  for (int i = 0; i < static_cast<int>(columns_.size()); ++i) {
    names->columns[columns_[i]].exact.add(i);
    names->columns[split_unit(columns_[i]).first].bare.add(i);
  }
  names_ = names;
}

CsvTable CsvTable::parse(std::string text, std::string file, Separator separator) {
  return CsvParser(std::move(text), std::move(file), separator).table();
}

CsvTable CsvTable::parse_header(std::string text, std::string file) {
  return CsvParser(std::move(text), std::move(file), Separator::Auto).header();
}

void CsvTable::append_cell(std::string_view text) {
  if (text_.size() + text.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError("file.too_large", Where{.file = file_},
                     "a table of more than 4 GB cannot be read");
  }
  cells_.push_back(
      {static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text.size())});
  text_ += text;
}

CsvTable read_csv(const std::filesystem::path& path, const Where& where) {
  return CsvTable::parse(read_text_file(path, where), path.string());
}

std::string_view CsvTable::cell(long row, int column) const {
  const auto index = static_cast<std::size_t>(row) * columns_.size();
  const Cell& cell = cells_[index + static_cast<std::size_t>(column)];
  return std::string_view(text_).substr(cell.begin, cell.size);
}

std::optional<std::string> CsvTable::declared(std::string_view key) const {
  for (const auto& [name, value] : declarations_) {
    if (equal_ignoring_case(name, key)) return value;
  }
  return std::nullopt;
}

std::vector<std::string> CsvTable::declared_list(std::string_view key) const {
  const std::string value = declared(key).value_or("");
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string_view part = trimmed(std::string_view(value).substr(begin, end - begin));
    if (!part.empty()) parts.emplace_back(part);
    begin = end + 1;
  }
  return parts;
}

std::optional<int> CsvTable::find(const std::variant<std::string, int>& column) const {
  const int count = static_cast<int>(columns_.size());
  if (const int* number = std::get_if<int>(&column)) {
    return *number >= 0 && *number < count ? std::optional(*number) : std::nullopt;
  }
  const std::string& name = std::get<std::string>(column);
  Names::Both both;
  if (names_) {
    const auto known = names_->columns.find(name);
    if (known != names_->columns.end()) both = known->second;
  } else {
    for (int i = 0; i < count; ++i) {
      if (columns_[i] == name) both.exact.add(i);
      if (split_unit(columns_[i]).first == name) both.bare.add(i);
    }
  }
  const Names::Found found = both.exact.count == 0 ? both.bare : both.exact;
  if (found.count > 1) {
    throw InputError(
        "data.column_ambiguous", Where{.file = file_},
        fmt::format("{} columns are named '{}': select a column by its number, counted from 0",
                    found.count, name));
  }
  return found.count == 0 ? std::nullopt : std::optional(found.first);
}

int CsvTable::position(const ColumnName& column) const {
  if (const auto found = find(column)) return *found;
  throw missing_column(column);
}

InputError CsvTable::missing_column(const std::variant<std::string, int>& column) const {
  if (const int* number = std::get_if<int>(&column)) {
    return {
        "data.column_missing", Where{.file = file_},
        fmt::format("no column {}: the file has columns 0 to {}", *number, columns_.size() - 1)};
  }
  const std::string& name = std::get<std::string>(column);
  std::string list;
  for (std::size_t i = 0; i < std::min<std::size_t>(columns_.size(), kReported); ++i) {
    list += (list.empty() ? "'" : ", '") + columns_[i] + "'";
  }
  if (columns_.size() > kReported) list += ", ...";
  return {"data.column_missing", Where{.file = file_},
          fmt::format("no column '{}' (available: {}){}", name, list, suggestion(name))};
}

std::string CsvTable::suggestion(const std::string& name) const {
  constexpr std::int64_t kMostCompared = 50'000'000;  // letters, about a second
  constexpr std::int64_t kPerName = 16;
  std::vector<std::string> names;
  if (names_ && names_->compared > kMostCompared) return "";
  for (const std::string& header : columns_) {
    names.push_back(split_unit(header).first);
    if (names_) names_->compared += std::ssize(names.back()) + kPerName;
  }
  return did_you_mean(name, names);
}

std::optional<Unit> CsvTable::header_unit(int column) const {
  const std::string symbol = split_unit(columns_[column]).second;
  return symbol.empty() ? std::nullopt : parse_unit(symbol);
}

CsvNumber CsvTable::number(long row, int column, const NumberFormat& format) const {
  return CompleteFormat(format, decimal_comma_).number(cell(row, column));
}

std::vector<double> CsvTable::numbers(int column, const NumberFormat& format) const {
  refuse_undecided(column, format);
  const CompleteFormat complete(format, decimal_comma_);
  std::vector<double> values(lines_.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<long> invalid;
  for (long row = 0; row < rows(); ++row) {
    const CsvNumber found = complete.number(cell(row, column));
    if (found.kind == CsvNumber::Kind::Number) values[row] = found.value;
    if (found.kind == CsvNumber::Kind::Invalid) invalid.push_back(row);
  }
  if (!invalid.empty()) refuse(invalid, column, format);
  return values;
}

std::vector<NumberFormat> CsvTable::readings(int column, const NumberFormat& given) const {
  std::vector<NumberFormat> found;
  std::vector<std::vector<double>> read;
  for (const auto& thousands : kThousands) {
    for (const Mark decimal : {Mark::Point, Mark::Comma}) {
      if (decimal == thousands) continue;
      const NumberFormat format{decimal, thousands, given.missing};
      if (!words(column, format).empty()) continue;
      const CompleteFormat complete(format, decimal_comma_);
      std::vector<double> values;
      for (long row = 0; row < rows(); ++row) {
        const CsvNumber number = complete.number(cell(row, column));
        if (number.kind == CsvNumber::Kind::Number) values.push_back(number.value);
      }
      if (std::find(read.begin(), read.end(), values) != read.end()) continue;
      read.push_back(std::move(values));
      found.push_back(format);
    }
  }
  return found;
}

void CsvTable::refuse_undecided(int column, const NumberFormat& format) const {
  if (!mark_undecided_ || format.decimal || format.thousands) return;
  for (long row = 0; row < rows(); ++row) {
    if (cell(row, column).find_first_of(".,") == std::string_view::npos) continue;
    throw InputError("data.number_ambiguous", Where{.file = file_, .line = line(row)},
                     fmt::format("'{}' in column '{}' is {}, and no other number of the file shows "
                                 "which; the series needs {}",
                                 cell(row, column), columns_[column],
                                 "either a decimal number or a number with a thousands separator",
                                 keys_for(*this, column, format)));
  }
}

void CsvTable::refuse(const std::vector<long>& invalid, int column,
                      const NumberFormat& format) const {
  const std::string keys = keys_for(*this, column, format);
  const bool commas = CompleteFormat(format, decimal_comma_).decimal == Mark::Comma;
  const auto listed = std::min<std::size_t>(invalid.size(), kReported);
  Diagnostics errors;
  for (std::size_t i = 0; i < listed; ++i) {
    const std::string text(cell(invalid[i], column));
    constexpr std::size_t kLongestMark = 20;
    const std::string named = text.size() > kLongestMark ? "" : fmt::format(": [\"{}\"]", text);
    const std::string remedy = keys.empty() ? "missing values are empty, NaN, NA or null, or a "
                                              "text that the series lists as \"missing\"" +
                                                  named
                                            : "the series needs " + keys;
    errors.error("data.not_a_number", Where{.file = file_, .line = line(invalid[i])},
                 fmt::format("'{}' in column '{}' is not a number{}; {}", text, columns_[column],
                             commas ? " (this file has decimal commas)" : "", remedy));
  }
  if (invalid.size() > listed) {
    errors.error("data.not_a_number", Where{.file = file_},
                 fmt::format("and {} more in this column", invalid.size() - listed));
  }
  throw InputError(errors);
}

std::vector<std::string> CsvTable::words(int column, const NumberFormat& format) const {
  const CompleteFormat complete(format, decimal_comma_);
  std::vector<std::string> found;
  std::unordered_set<std::string_view> known;
  for (long row = 0; row < rows(); ++row) {
    const std::string_view text = cell(row, column);
    if (complete.number(text).kind != CsvNumber::Kind::Invalid) continue;
    if (known.insert(text).second) found.emplace_back(text);
  }
  return found;
}

namespace {

/// Returns whether a spreadsheet treats a text as a formula, after any number of apostrophes.
bool is_formula(std::string_view text) {
  const std::size_t apostrophes = std::min(text.find_first_not_of('\''), text.size());
  const std::string_view rest = text.substr(apostrophes);
  if (rest.empty() || std::string_view("=+-@\t\r").find(rest[0]) == rest.npos) return false;
  return apostrophes > 0 || !parse_number(rest[0] == '+' ? rest.substr(1) : rest);
}

}  // namespace

std::string_view plain_csv_text(std::string_view cell) {
  if (cell.starts_with('\'') && is_formula(cell)) cell.remove_prefix(1);
  return cell;
}

void append_csv_cell(std::string& row, std::string_view text) {
  const std::string safe = is_formula(text) ? "'" + std::string(text) : std::string();
  const std::string_view cell = safe.empty() ? text : std::string_view(safe);
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    row += cell;
    return;
  }
  row += '"';
  for (const char c : cell) row.append(c == '"' ? 2 : 1, c);
  row += '"';
}

std::pair<std::string, std::string> split_unit(std::string_view header) {
  const std::size_t open = header.rfind(" [");
  if (open == std::string_view::npos || header.back() != ']') return {std::string(header), ""};
  const std::string_view symbol = header.substr(open + 2, header.size() - open - 3);
  return {std::string(header.substr(0, open)), std::string(symbol)};
}

}  // namespace hearth
