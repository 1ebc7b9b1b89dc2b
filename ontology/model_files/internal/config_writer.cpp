// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/internal/config_writer.hpp"

#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

Json table_json(const Table& table) {
  Json rows = Json::array();
  for (int i = 0; i < table.rows(); ++i) {
    Json row = Json::array();
    for (int j = 0; j < table.columns(); ++j) row.push_back(number_json(table(i, j)));
    rows.push_back(std::move(row));
  }
  if (table.rows() > 0 || table.columns() == 0) return rows;
  return {{"columns", table.columns()}, {"rows", std::move(rows)}};
}

}  // namespace

Json config_json(const ConfigSetting& setting) {
  if (const auto* series = std::get_if<SeriesSpec>(&setting)) return series_json(*series);
  if (const auto* table = std::get_if<Table>(&setting)) return table_json(*table);
  if (const auto* flag = std::get_if<bool>(&setting)) return *flag;
  if (const auto* file = std::get_if<FileName>(&setting)) return file->path;
  if (const auto* word = std::get_if<Word>(&setting)) return word->text;
  if (const auto* formulas = std::get_if<FormulaTexts>(&setting)) return formulas->texts;
  if (const auto* quantity = std::get_if<Quantity>(&setting)) return quantity_json(*quantity);
  return std::get<int>(setting);
}

}  // namespace hearth
