// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/text/csv.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

inline constexpr int kReported = 10;  // errors of one kind listed with their line

/// Returns whether a cell is empty or a word that always marks a missing value.
bool is_missing_cell(std::string_view cell);

/// Splits the text of a CSV file into cells. Each object parses one text, for `CsvTable::parse`.
class CsvParser {
 public:
  CsvParser(std::string text, std::string file, Separator separator);

  /// Returns the table, or throws one InputError with all errors of the file.
  CsvTable table();
  /// Returns a table without rows.
  CsvTable header();

 private:
  using Cell = CsvTable::Cell;

  [[noreturn]] void fail(const char* code, int line, const std::string& message) const;
  void read_names();
  void refuse_other_formats() const;
  void refuse_invalid_utf8() const;
  void read_comments();
  void declare(std::string_view key, std::string_view value);
  void skip_titles();
  void read_header();
  void read_units();
  void read_rows();
  void check_width(std::size_t width);
  void detect_decimal_comma();

  char detect_separator() const;
  void read_row(std::vector<Cell>& cells);
  Cell read_cell();
  Cell read_quoted();
  bool end_of_row() const { return at_ >= text().size() || here() == '\n' || here() == '\r'; }
  void take_end_of_line();

  const std::string& text() const { return table_.text_; }
  char here() const { return table_.text_[at_]; }
  Cell trimmed(std::size_t begin, std::size_t end) const;

  CsvTable table_;
  Separator separator_;
  Diagnostics errors_;
  std::size_t at_ = 0;
  int line_ = 1;
  long ragged_ = 0;
};

}  // namespace hearth
