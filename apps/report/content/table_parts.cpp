// SPDX-License-Identifier: MIT
#include "hearth/apps/report/content/table_parts.hpp"

#include <utility>

namespace hearth::apps {

std::string titled(const std::string& title, const std::string& name) {
  return name.empty() ? title : title + ": " + name;
}

ReportTable make_table(std::string title, std::vector<std::string> columns,
                       std::vector<bool> numeric) {
  ReportTable table;
  table.title = std::move(title);
  table.columns = std::move(columns);
  table.numeric = std::move(numeric);
  table.units.resize(table.columns.size());
  return table;
}

}  // namespace hearth::apps
