// SPDX-License-Identifier: MIT
#include "hearth/data/text/internal/csv_builder.hpp"

#include <cstdint>
#include <limits>

namespace hearth {

void CsvBuilder::cell(std::string_view text) {
  std::string& all = table_.text_;
  if (all.size() + text.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError("file.too_large", Where{.file = table_.file_},
                     "a table of more than 4 GB cannot be read");
  }
  table_.cells_.push_back(
      {static_cast<std::uint32_t>(all.size()), static_cast<std::uint32_t>(text.size())});
  all += text;
}

CsvTable CsvBuilder::table() {
  table_.lines_.assign(table_.cells_.size() / table_.columns_.size(), 0);
  return std::move(table_);
}

}  // namespace hearth
