// SPDX-License-Identifier: MIT
#include "hearth/data/text/internal/csv_parser.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {
namespace {

// First cells of a row of units.
constexpr std::array<std::string_view, 8> kUnitRows{"",      "unit", "units", "einheit",
                                                    "enhed", "utc",  "s",     "h"};

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Counts separators outside quotes in the line that starts at `begin`; sets `begin` to its end.
int count_in_line(std::string_view text, std::size_t& begin, char separator) {
  int count = 0;
  bool quoted = false;
  for (; begin < text.size(); ++begin) {
    const char c = text[begin];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n' || c == '\r') break;
    if (c == separator) ++count;
  }
  while (begin < text.size() && (text[begin] == '\n' || text[begin] == '\r')) ++begin;
  return count;
}

// A line before its cells are read: their texts, without blanks and quotes around them.
struct Line {
  std::vector<std::string_view> cells;
  int filled = 0;       // cells that are not empty
  bool values = false;  // a cell is a time, a number or a mark of a missing value
  bool is_row = false;  // so is the first cell
  std::size_t end = 0;  // of the line with its end
};

// Whether a cell looks like a number, a date or time in any format, or a missing value.
bool is_value(std::string_view cell) {
  if (cell.empty()) return false;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (cell.find_first_not_of("0123456789.,+-:/ ") == std::string_view::npos) {
    return std::any_of(cell.begin(), cell.end(), digit);
  }
  const std::size_t digits = cell.find_first_not_of("0123456789");  // `16-Oct-23`, `3/4/23 1 PM`
  const bool date = digits >= 1 && digits <= 4 && digits < cell.size() &&
                    std::string_view("./-").find(cell[digits]) != std::string_view::npos &&
                    digit(cell.back()) == (cell.back() != 'M' && cell.back() != 'm');
  return date || is_missing_cell(cell) || parse_time(cell, 2000).has_value();  // any year
}

Line line_at(std::string_view text, std::size_t begin, char separator) {
  Line line;
  line.end = begin;
  count_in_line(text, line.end, separator);
  bool quoted = false;
  for (std::size_t from = begin, i = begin; i <= line.end; ++i) {
    if (i < line.end && text[i] == '"') quoted = !quoted;
    if (i < line.end && (quoted || text[i] != separator)) continue;
    const std::string_view cell = hearth::trimmed(text.substr(from, i - from), " \t\r\n\"");
    line.cells.push_back(cell);
    if (!cell.empty()) ++line.filled;
    const bool value = is_value(cell);
    line.values |= value;
    if (line.cells.size() == 1) line.is_row = value;
    from = i + 1;
  }
  return line;
}

// Distinguishes `21,5` from `21.5`; returns nothing for whole numbers and other texts.
std::optional<char> decimal_mark(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0;
  while (i < cell.size() && digit(cell[i])) ++i;
  if (i == cell.size() || (cell[i] != ',' && cell[i] != '.')) return std::nullopt;
  const std::size_t mark = i++;
  const std::size_t decimals = i;
  while (i < cell.size() && digit(cell[i])) ++i;
  if (mark == 0 && i == decimals) return std::nullopt;
  if (i < cell.size() && cell[i] != 'e' && cell[i] != 'E') return std::nullopt;
  return cell[mark];
}

// Returns whether the mark of `1.234` can be a thousands mark: after up to three digits that do not
// begin with 0, before three.
bool may_be_thousands(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  const std::size_t mark = cell.find_first_of(".,");
  return mark >= 1 && mark <= 3 && cell[0] != '0' && cell.size() == mark + 4 &&
         cell.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
}

}  // namespace

CsvParser::CsvParser(std::string text, std::string file, Separator separator)
    : separator_(separator) {
  table_.file_ = std::move(file);
  table_.text_ = std::move(text);
}

void CsvParser::read_names() {
  refuse_other_formats();
  refuse_invalid_utf8();
  if (starts_with(text(), kByteOrderMark)) at_ = kByteOrderMark.size();
  read_comments();
  skip_titles();
  read_header();
  read_units();
}

CsvTable CsvParser::header() {
  read_names();
  table_.index_names();
  return std::move(table_);
}

CsvTable CsvParser::table() {
  read_names();
  read_rows();
  detect_decimal_comma();
  if (errors_.has_errors()) throw InputError(errors_);
  table_.index_names();
  return std::move(table_);
}

void CsvParser::fail(const char* code, int line, const std::string& message) const {
  throw InputError(code, Where{.file = table_.file_, .line = line}, message);
}

void CsvParser::refuse_other_formats() const {
  const std::string_view start = text();
  if (starts_with(start, "PK\x03\x04")) {
    fail("data.csv_spreadsheet", 0,
         "this is a spreadsheet or archive, not CSV: convert it with "
         "'libreoffice --headless --convert-to csv FILE'");
  }
  if (starts_with(start, "\xff\xfe") || starts_with(start, "\xfe\xff")) {
    fail("data.csv_encoding", 0,
         "this is UTF-16, expected UTF-8: convert it with "
         "'iconv -f utf-16 -t utf-8 FILE'");
  }
  if (start.find('\0') != std::string_view::npos) {
    fail("data.csv_binary", 0, "this is a binary file, expected CSV");
  }
  const std::size_t first = start.find_first_not_of(
      " \t\r\n", starts_with(start, kByteOrderMark) ? kByteOrderMark.size() : 0);
  if (first == std::string_view::npos)
    fail("data.csv_empty", 0, "the file is empty, expected a header and rows");
  if (start[first] == '<') fail("data.csv_xml", 0, "this is XML or HTML, expected CSV");
}

void CsvParser::refuse_invalid_utf8() const {
  const std::size_t bad = first_invalid_utf8(text());
  if (bad == std::string_view::npos) return;
  const auto line = 1 + std::count(text().begin(), text().begin() + static_cast<long>(bad), '\n');
  fail("data.csv_encoding", static_cast<int>(line),
       fmt::format("byte 0x{:02x} is not UTF-8: convert the file with "
                   "'iconv -f latin1 -t utf-8 FILE'",
                   static_cast<unsigned char>(text()[bad])));
}

void CsvParser::take_end_of_line() {
  if (at_ >= text().size()) return;
  const bool carriage_return = here() == '\r';
  ++at_;
  if (carriage_return && at_ < text().size() && here() == '\n') ++at_;
  ++line_;
}

void CsvParser::read_comments() {
  while (at_ < text().size() && (end_of_row() || here() == '#')) {
    const std::size_t begin = at_;
    while (!end_of_row()) ++at_;
    std::string_view comment = std::string_view(text()).substr(begin, at_ - begin);
    while (!comment.empty() && comment.front() == '#') comment.remove_prefix(1);
    if (const std::size_t colon = comment.find(':'); colon != std::string_view::npos) {
      declare(hearth::trimmed(comment.substr(0, colon), " \t"),
              hearth::trimmed(comment.substr(colon + 1), " \t"));
    }
    take_end_of_line();
  }
}

void CsvParser::declare(std::string_view key, std::string_view value) {
  for (const char* known : {"timezone", "year", "time_format"}) {
    const auto before = table_.declared(known);
    if (lower_case(key) != known || !before || *before == value) continue;
    fail("data.csv_declared_twice", line_,
         fmt::format("'{}' is '{}' here and '{}' before: remove one of the lines", known, value,
                     *before));
  }
  table_.declarations_.emplace_back(key, value);
}

// The separator is a character that occurs equally often in the header and the first row; names may
// contain any of them.
char CsvParser::detect_separator() const {
  switch (separator_) {
    case Separator::Comma:
      return ',';
    case Separator::Semicolon:
      return ';';
    case Separator::Tab:
      return '\t';
    case Separator::Bar:
      return '|';
    default:
      break;
  }
  const auto in_header = [this](char separator) {
    std::size_t at = at_;
    return count_in_line(text(), at, separator);
  };
  for (const char separator : {'\t', ';', '|'}) {
    std::size_t next = at_;
    const int header = count_in_line(text(), next, separator);
    if (header == 0) continue;
    const bool agrees = next >= text().size() ? header >= in_header(',')
                                              : count_in_line(text(), next, separator) == header;
    if (agrees) return separator;
  }
  return ',';
}

// Some systems write titles above the header: lines with one or two texts, followed by names and
// rows with more cells. All other files begin with the header.
void CsvParser::skip_titles() {
  constexpr int kMostTitles = 30;
  const std::size_t first = at_;
  const int first_line = line_;
  const auto next_has_width = [this](const Line& line, char separator) {
    return line.filled > 1 && line.end < text().size() &&
           line_at(text(), line.end, separator).cells.size() == line.cells.size();
  };
  bool plain = false;  // the first line may be a header
  int fullest = 0;     // the most cells of a title that are not blank
  for (int titles = 0; titles <= kMostTitles && at_ < text().size(); ++titles) {
    const char separator = detect_separator();
    const Line line = line_at(text(), at_, separator);
    if (titles == 0) plain = next_has_width(line, separator);
    if (titles > 0 && !line.values && line.filled > std::max(plain ? 2 : 1, fullest) &&
        next_has_width(line, separator)) {
      const Line row = line_at(text(), line.end, separator);
      if (row.values || line_at(text(), row.end, separator).values) {  // below the units
        table_.title_lines_ = line_ - first_line;
        return;
      }
    }
    if ((titles > 0 && line.is_row && line.filled > 1) || line.filled > 2) break;
    fullest = std::max(fullest, line.filled);
    while (!end_of_row()) ++at_;
    while (at_ < text().size() && end_of_row()) take_end_of_line();
  }
  at_ = first;
  line_ = first_line;
}

// Some systems write units in a row below the names; the first cell of this row is blank or a word
// for "unit".
void CsvParser::read_units() {
  if (at_ >= text().size() || end_of_row()) return;
  const Line row = line_at(text(), at_, table_.separator_);
  if (row.cells.size() != table_.columns_.size()) return;
  // nothing if the text is not a unit
  const auto unit_in = [&row](std::size_t i) -> std::optional<std::string> {
    const std::string_view text = hearth::trimmed(row.cells[i], " []()");
    if (text.empty() || text == "-" || !parse_unit(text)) return std::nullopt;
    return std::string(text);
  };
  const std::string label = lower_case(hearth::trimmed(row.cells[0], " []()"));
  if (std::find(kUnitRows.begin(), kUnitRows.end(), label) == kUnitRows.end()) return;
  int known = 0;
  for (std::size_t i = 1; i < row.cells.size(); ++i) {
    const bool is_one = row.cells[i] == "1";
    if (is_value(row.cells[i]) && !is_one) return;
    if (unit_in(i) && !is_one) ++known;
  }
  if (known == 0) return;
  for (std::size_t i = 1; i < row.cells.size(); ++i) {
    std::string& name = table_.columns_[i];
    if (unit_in(i) && split_unit(name).second.empty()) name += fmt::format(" [{}]", *unit_in(i));
  }
  while (!end_of_row()) ++at_;
  take_end_of_line();
}

void CsvParser::read_header() {
  if (at_ >= text().size()) fail("data.csv_empty", line_, "the file has no header row");
  table_.separator_ = detect_separator();
  const int line = line_;
  table_.header_line_ = line;
  std::size_t end_of_line = at_;
  check_limit(WorkLimit::FileColumns, 1 + count_in_line(text(), end_of_line, table_.separator_),
              {.file = table_.file_, .line = line});
  std::vector<Cell> header;
  read_row(header);
  for (const Cell& cell : header) {
    table_.columns_.emplace_back(
        plain_csv_text(std::string_view(text()).substr(cell.begin, cell.size)));
  }
  if (parse_time(table_.columns_[0], 2000)) {  // any year: only whether it is a time matters
    fail("data.csv_header", line,
         fmt::format("the first row holds values ('{}'), expected the names of the columns",
                     table_.columns_[0]));
  }
}

void CsvParser::read_rows() {
  const std::size_t width = table_.columns_.size();
  const auto left = static_cast<std::size_t>(
      std::count(text().begin() + static_cast<long>(at_), text().end(), '\n'));
  // Each cell takes at least a byte or the end of its line.
  table_.cells_.reserve(std::min((left + 1) * width, text().size() - at_ + 1));
  table_.lines_.reserve(left + 1);
  while (at_ < text().size()) {
    if (end_of_row()) {  // an empty line
      take_end_of_line();
      continue;
    }
    table_.lines_.push_back(static_cast<std::uint32_t>(line_));
    read_row(table_.cells_);
    check_width(width);
  }
  if (ragged_ > kReported) {
    errors_.error("data.csv_ragged", Where{.file = table_.file_},
                  fmt::format("and {} more rows of a wrong width", ragged_ - kReported));
  }
}

void CsvParser::check_width(std::size_t width) {
  const std::size_t expected = table_.lines_.size() * width;
  const std::size_t found = table_.cells_.size() + width - expected;
  if (found == width) return;
  if (++ragged_ <= kReported) {
    errors_.error("data.csv_ragged",
                  Where{.file = table_.file_, .line = static_cast<int>(table_.lines_.back())},
                  fmt::format("the row has {} cells, the header has {}{}", found, width,
                              found > width && table_.separator_ == ','
                                  ? " (decimal commas need semicolons or tabs between the columns; "
                                    "\"separator\" of the series sets the separator)"
                                  : ""));
  }
  // The row is left out; the table is refused at the end.
  table_.lines_.pop_back();
  table_.cells_.resize(expected - width);
}

void CsvParser::detect_decimal_comma() {
  if (table_.separator_ == ',') return;
  for (const Cell& cell : table_.cells_) {
    const std::string_view number = std::string_view(text()).substr(cell.begin, cell.size);
    const auto mark = decimal_mark(number);
    if (!mark) continue;
    const bool undecided = may_be_thousands(number);
    if (undecided && table_.mark_undecided_) continue;
    table_.decimal_comma_ = *mark == ',';
    table_.mark_undecided_ = undecided;
    if (!undecided) return;
  }
}

void CsvParser::read_row(std::vector<Cell>& cells) {
  cells.push_back(read_cell());
  while (!end_of_row()) {
    ++at_;  // the separator
    cells.push_back(read_cell());
  }
  take_end_of_line();
}

CsvParser::Cell CsvParser::trimmed(std::size_t begin, std::size_t end) const {
  const auto blank = [this](std::size_t i) { return text()[i] == ' ' || text()[i] == '\t'; };
  while (begin < end && blank(begin)) ++begin;
  while (begin < end && blank(end - 1)) --end;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

CsvParser::Cell CsvParser::read_cell() {
  const char separator = table_.separator_;
  while (at_ < text().size() && here() == ' ') ++at_;
  if (at_ < text().size() && here() == '"') return read_quoted();
  const std::size_t begin = at_;
  while (!end_of_row() && here() != separator) ++at_;
  return trimmed(begin, at_);
}

// Doubled quotes are replaced by one in place; the cell only shrinks.
CsvParser::Cell CsvParser::read_quoted() {
  const int opened = line_;
  const std::size_t begin = ++at_;
  std::size_t end = begin;
  for (;; ++at_) {
    if (at_ >= text().size())
      fail("data.csv_quote", opened, "a quote is opened and never closed, expected '\"'");
    if (here() == '"') {
      if (at_ + 1 >= text().size() || text()[at_ + 1] != '"') break;
      ++at_;
    }
    if (here() == '\n') ++line_;
    table_.text_[end++] = here();
  }
  ++at_;  // the closing quote
  while (!end_of_row() && here() == ' ') ++at_;
  if (!end_of_row() && here() != table_.separator_) {
    fail("data.csv_quote", line_,
         "text follows a closing quote, expected a separator or the end of the line");
  }
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

}  // namespace hearth
