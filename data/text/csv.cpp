// SPDX-License-Identifier: MIT
#include "hearth/data/text/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "hearth/data/text/internal/csv_parser.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_missing(std::string_view cell) {
  if (cell.empty()) return true;
  if (cell.size() > 4) return false;
  constexpr std::array<std::string_view, 4> kMissing{"nan", "na", "null", "#n/a"};
  return std::any_of(kMissing.begin(), kMissing.end(),
                     [cell](std::string_view word) { return equal_ignoring_case(cell, word); });
}

std::optional<double> parse_number(std::string_view cell) {
  if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') cell.remove_prefix(1);
  double value = 0.0;
  const char* last = cell.data() + cell.size();
  const auto [end, error] = std::from_chars(cell.data(), last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> parse_decimal_comma(std::string_view cell) {
  std::array<char, 64> plain{};
  if (cell.size() > plain.size() || cell.find('.') != std::string_view::npos) return std::nullopt;
  std::replace_copy(cell.begin(), cell.end(), plain.begin(), ',', '.');
  return parse_number({plain.data(), cell.size()});
}

}  // namespace

CsvTable CsvTable::parse(std::string text, std::string file) {
  return CsvParser(std::move(text), std::move(file)).table();
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

std::optional<int> CsvTable::find(const std::variant<std::string, int>& column) const {
  const int count = static_cast<int>(columns_.size());
  if (const int* number = std::get_if<int>(&column)) {
    return *number >= 0 && *number < count ? std::optional(*number) : std::nullopt;
  }
  const std::string& name = std::get<std::string>(column);
  std::vector<int> exact;
  std::vector<int> without_unit;
  for (int i = 0; i < count; ++i) {
    const std::string& header = columns_[i];
    if (header == name) exact.push_back(i);
    if (split_unit(header).first == name) without_unit.push_back(i);
  }
  const std::vector<int>& found = exact.empty() ? without_unit : exact;
  if (found.size() > 1) {
    throw InputError("data.column_ambiguous", Where{.file = file_},
                     fmt::format("{} columns are named '{}': give the 0-based number of the column",
                                 found.size(), name));
  }
  return found.empty() ? std::nullopt : std::optional(found[0]);
}

InputError CsvTable::missing_column(const std::variant<std::string, int>& column) const {
  if (const int* number = std::get_if<int>(&column)) {
    return {
        "data.column_missing", Where{.file = file_},
        fmt::format("no column {}: the file has columns 0 to {}", *number, columns_.size() - 1)};
  }
  const std::string& name = std::get<std::string>(column);
  std::vector<std::string> names;
  std::string list;
  for (const std::string& header : columns_) {
    names.push_back(split_unit(header).first);
    if (names.size() <= kReported) list += (list.empty() ? "'" : ", '") + header + "'";
  }
  if (names.size() > kReported) list += ", ...";
  return {"data.column_missing", Where{.file = file_},
          fmt::format("no column '{}' (there are {}){}", name, list, did_you_mean(name, names))};
}

std::optional<Unit> CsvTable::header_unit(int column) const {
  const std::string symbol = split_unit(columns_[column]).second;
  return symbol.empty() ? std::nullopt : parse_unit(symbol);
}

CsvNumber CsvTable::number(long row, int column) const {
  const std::string_view text = cell(row, column);
  if (is_missing(text)) return {CsvNumber::Kind::Missing, 0.0};
  const auto value = decimal_comma_ ? parse_decimal_comma(text) : parse_number(text);
  return value ? CsvNumber{CsvNumber::Kind::Number, *value}
               : CsvNumber{CsvNumber::Kind::Invalid, 0.0};
}

std::vector<double> CsvTable::numbers(int column) const {
  std::vector<double> values(lines_.size(), std::numeric_limits<double>::quiet_NaN());
  Diagnostics errors;
  long invalid = 0;
  for (long row = 0; row < rows(); ++row) {
    const CsvNumber found = number(row, column);
    if (found.kind == CsvNumber::Kind::Number) values[row] = found.value;
    if (found.kind != CsvNumber::Kind::Invalid || ++invalid > kReported) continue;
    errors.error("data.not_a_number", Where{.file = file_, .line = line(row)},
                 fmt::format("'{}' in column '{}' is not a number{}; missing is empty, NaN, NA or "
                             "null",
                             cell(row, column), columns_[column],
                             decimal_comma_ ? " (this file has decimal commas)" : ""));
  }
  if (invalid > kReported) {
    errors.error("data.not_a_number", Where{.file = file_},
                 fmt::format("and {} more in this column", invalid - kReported));
  }
  if (invalid > 0) throw InputError(errors);
  return values;
}

void append_csv_cell(std::string& row, std::string_view cell) {
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
