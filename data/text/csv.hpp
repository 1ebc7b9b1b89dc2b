// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// Content of a cell that should contain a number.
struct CsvNumber {
  enum class Kind { Number, Missing, Invalid };
  Kind kind = Kind::Missing;
  double value = 0.0;
};

/// How the numbers of a column are written.
struct NumberFormat {
  std::optional<Mark> decimal{};       ///< not set: the mark that most numbers of the file use
  std::optional<Mark> thousands{};     ///< not set: no mark between thousands
  std::vector<std::string> missing{};  ///< words and numbers that mark a missing value
};

/// A CSV file in memory. One pass over the text finds names and cells; numbers are read on demand.
///
/// The form of a file is detected:
///
/// - encoding UTF-8; cells may be in quotes;
/// - comment lines that begin with `#` at the top; `# key: value` declares a property of the file;
/// - titles of one or two cells, if there are any, then the header, then units if they have a row
///   of their own;
/// - separators: comma, semicolon, tab or bar; decimal point, or decimal comma if the separator is
///   not a comma.
class CsvTable {
 public:
  /// Parses the text of a file; `file` is its name in messages. Throws one InputError with all
  /// errors found (`data.csv_...`).
  static CsvTable parse(std::string text, std::string file, Separator separator = Separator::Auto);

  /// Parses only comments, titles and the header; the table has no rows.
  static CsvTable parse_header(std::string text, std::string file);

  const std::string& file() const { return file_; }
  /// Returns the names of the header, as written.
  const std::vector<std::string>& columns() const { return columns_; }
  long rows() const { return static_cast<long>(lines_.size()); }
  std::string_view cell(long row, int column) const;
  int line(long row) const { return static_cast<int>(lines_[row]); }
  /// Returns the line of the header.
  int header_line() const { return header_line_; }
  /// Returns the number of lines above the header that were skipped as titles.
  int title_lines() const { return title_lines_; }

  char separator() const { return separator_; }
  bool decimal_comma() const { return decimal_comma_; }
  /// Returns the value of a comment line `# key: value` at the top, or nothing.
  std::optional<std::string> declared(std::string_view key) const;
  /// Returns the parts between commas of the value of a comment line.
  std::vector<std::string> declared_list(std::string_view key) const;

  /// Returns the position of a column, given by its number or by its name with or without `[unit]`.
  /// Returns nothing if it does not exist; throws InputError `data.column_ambiguous` if there are
  /// two.
  std::optional<int> find(const std::variant<std::string, int>& column) const;
  /// Returns the position of a column; throws InputError `data.column_missing` if it does not
  /// exist.
  int position(const ColumnName& column) const;
  /// Returns the error for a missing column, with the nearest name.
  InputError missing_column(const std::variant<std::string, int>& column) const;
  /// Returns the unit in the name of a column, such as `t_out [degC]`, if it is known.
  std::optional<Unit> header_unit(int column) const;

  CsvNumber number(long row, int column, const NumberFormat& format = {}) const;
  /// Returns the numbers of a column; NaN for missing values. Throws InputError
  /// `data.not_a_number`, with the lines and the keys of a series that describe how numbers are
  /// written. Throws `data.number_ambiguous` if the mark in numbers such as `1.234` may be a
  /// decimal point or a separator of thousands, which is possible if columns are not separated by
  /// commas.
  std::vector<double> numbers(int column, const NumberFormat& format = {}) const;
  /// Returns the texts in a column that are neither numbers nor missing values, each once.
  std::vector<std::string> words(int column, const NumberFormat& format = {}) const;
  /// Returns the formats with which all cells of a column are numbers. Of formats that yield the
  /// same numbers, only the first is returned.
  std::vector<NumberFormat> readings(int column, const NumberFormat& given) const;

 private:
  friend class CsvBuilder;
  friend class CsvParser;
  friend class LongCsv;
  [[noreturn]] void refuse(const std::vector<long>& invalid, int column,
                           const NumberFormat& format) const;
  void refuse_undecided(int column, const NumberFormat& format) const;
  void index_names();
  /// Throws `file.too_large` above 4 GB.
  void append_cell(std::string_view text);
  std::string suggestion(const std::string& name) const;

  struct Names;  // of the columns, for looking up many

  struct Cell {  // of text_; files are smaller than 4 GB
    std::uint32_t begin;
    std::uint32_t size;
  };

  std::string file_;
  std::string text_;
  std::vector<std::string> columns_;
  std::shared_ptr<const Names> names_;  // of a file; a table without them has few columns
  std::vector<Cell> cells_;             // row-major
  std::vector<std::uint32_t> lines_;
  std::vector<std::pair<std::string, std::string>> declarations_;
  int header_line_ = 1;
  int title_lines_ = 0;
  char separator_ = ',';
  bool decimal_comma_ = false;
  bool mark_undecided_ = false;  // all numbers with a mark look like 1.234
};

/// Reads a CSV file; throws InputError.
CsvTable read_csv(const std::filesystem::path& path, const Where& where = {});

/// Appends a cell to a row of CSV, quoted if necessary (RFC 4180). If a spreadsheet would interpret
/// a text as a formula (it begins with = + - @, a tab or a carriage return, and is not a number),
/// an apostrophe is put before it, which `plain_csv_text` removes.
void append_csv_cell(std::string& row, std::string_view cell);
/// Returns a text without the apostrophe that `append_csv_cell` added.
std::string_view plain_csv_text(std::string_view cell);

/// Splits `room.temperature [degC]` into name and unit symbol ("" if there is none).
std::pair<std::string, std::string> split_unit(std::string_view header);

}  // namespace hearth
