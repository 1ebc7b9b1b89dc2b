// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/data/text/csv.hpp"
#include "hearth/ontology/translate/internal/rooms/side_scopes.hpp"

namespace hearth {

/// Reads a table with a row per node into an empty side file: the first column contains names, the
/// others values, with the unit in the header. Throws one InputError with all problems.
class SideFile::TableReader {
 public:
  TableReader(SideFile& file, Scopes& scopes) : file_(file), scopes_(scopes) {}

  void read(const std::filesystem::path& path);

 private:
  struct Column {
    int position;
    std::string name, header;
    std::optional<Unit> unit;
    SideKind kind;
  };

  void read_declared(const CsvTable& table);
  void read_header(const CsvTable& table);
  void read_row(const CsvTable& table, long row);
  void read_cell(const CsvTable& table, long row, const Column& column, Values& values);
  std::optional<SideValue> value_of(const CsvTable& table, long row, const Column& column);
  void error(const char* code, int line, const std::string& message);

  SideFile& file_;
  Scopes& scopes_;
  std::vector<Column> columns_;
  std::map<const Values*, int> lines_;  // lines of rows
  Diagnostics diagnostics_;
};

}  // namespace hearth
