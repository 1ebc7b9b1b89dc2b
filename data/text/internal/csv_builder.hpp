// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/text/csv.hpp"

namespace hearth {

/// Makes a table of what comes from elsewhere than a CSV file; its rows have no lines.
class CsvBuilder {
 public:
  CsvBuilder(std::string file, std::vector<std::string> columns) {
    table_.file_ = std::move(file);
    table_.columns_ = std::move(columns);
    table_.header_line_ = 0;
  }

  /// Says what a comment line `# key: value` would.
  void declare(std::string key, std::string value) {
    table_.declarations_.emplace_back(std::move(key), std::move(value));
  }
  /// Adds the next cell, row by row. Throws `file.too_large` above 4 GB.
  void cell(std::string_view text);
  CsvTable table();

 private:
  CsvTable table_;
};

}  // namespace hearth
