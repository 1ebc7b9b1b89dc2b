// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/data_folder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/series/time_series.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/long_csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

/// The series in a file.
struct FileSeries {
  std::vector<std::string> titles;  ///< names with their units
  std::string time_format;          ///< if the stamps have a format that the default does not read
};

/// Whether the first stamp of a file needs no format, so that the file need not be read whole.
bool begins_with_default_stamps(const std::string& text, const fs::path& file) {
  constexpr std::size_t kBeginning = 1 << 16;
  const std::size_t end = std::min(text.rfind('\n', kBeginning), text.size());
  try {
    const CsvTable table = CsvTable::parse(text.substr(0, end), file.string());
    constexpr int kAnyYear = 2000;
    return table.rows() > 0 && parse_time(table.cell(0, 0), kAnyYear).has_value();
  } catch (const InputError&) {
    return false;
  }
}

/// Reads the names of the series, and recognises the format of the stamps: the model that a graph
/// becomes states it.
FileSeries series_in(const fs::path& file) {
  std::string text = read_text_file(file);
  FileSeries series;
  series.titles = CsvTable::parse_header(text, file.string()).columns();
  if (series.titles.empty()) return series;
  const bool may_be_long = LongCsv::has_form(series.titles);
  series.titles.erase(series.titles.begin());  // the time
  if (!may_be_long && begins_with_default_stamps(text, file)) return series;
  try {
    CsvTable table = CsvTable::parse(std::move(text), file.string());
    int time_column = 0;
    if (LongCsv::has_form(table)) {
      const LongCsv rows(std::move(table));
      series.titles = rows.columns();
      time_column = rows.time_column();
      series.time_format = recognised_time_format(rows.rows(), time_column);
    } else {
      series.time_format = recognised_time_format(table, time_column);
    }
  } catch (const InputError&) {
    // A file with wrong rows is refused when one of its series is read.
    if (may_be_long) throw;
  }
  return series;
}

bool is_csv(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".csv") || name.ends_with(".csv.gz");
}

std::string stem(const fs::path& path) {
  std::string name = path.filename().string();
  name.resize(name.find(".csv"));
  return name;
}

}  // namespace

DataFolder::DataFolder(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw InputError("input.file_missing", {.file = folder.string()},
                     "the data folder does not exist");
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    // Links that lead nowhere are skipped.
    if (entry.is_regular_file(error) && is_csv(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const FileSeries series = series_in(file);
    std::vector<FileColumn> columns;
    std::vector<std::string> names;
    for (const std::string& title : series.titles) {
      FileColumn column;
      column.time_format = series.time_format;
      column.file = file.string();
      column.column = title;
      const auto [name, unit] = split_unit(title);
      if (!unit.empty()) column.unit = parse_unit(unit);
      if (!unit.empty() && !column.unit) unknown_units_.emplace(name, unit);
      add(name, column);
      columns.push_back(std::move(column));
      names.emplace_back(name);
    }
    if (!columns.empty()) add_file(stem(file), columns, names);
  }
}

/// Adds the series with the name of a file: its column `value`, otherwise its first column.
void DataFolder::add_file(const std::string& name, const std::vector<FileColumn>& columns,
                          const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  const auto value = std::find_if(names.begin(), names.end(), [](const std::string& column) {
    return lower_case(column) == "value" || lower_case(column) == "values";
  });
  const auto place = static_cast<std::size_t>(value == names.end() ? 0 : value - names.begin());
  add(name, columns[place]);
  if (value == names.end() && names.size() > 1) first_of_several_.emplace(name, names.front());
  if (const auto unknown = unknown_units_.find(names[place]); unknown != unknown_units_.end()) {
    unknown_units_.emplace(name, unknown->second);
  }
}

std::string DataFolder::first_of_several(const std::string& id) const {
  const auto found = first_of_several_.find(id);
  return found == first_of_several_.end() ? "" : found->second;
}

std::string DataFolder::unknown_unit(const std::string& id) const {
  const auto found = unknown_units_.find(id);
  return found == unknown_units_.end() ? "" : found->second;
}

std::vector<double> DataFolder::numbers(const std::string& id) {
  std::vector<double> found;
  const auto column = columns_.find(id);
  if (column == columns_.end()) return found;
  try {
    if (read_ != column->second.file) {
      read_ = column->second.file;
      table_ = nullptr;
      long_ = nullptr;
      table_ = std::make_shared<CsvTable>(CsvTable::parse(read_text_file(read_), read_));
      if (LongCsv::has_form(*table_)) long_ = std::make_shared<LongCsv>(*table_);
    }
    if (!table_) return found;
    const CsvTable* table = table_.get();
    int position = 1;
    const auto name = std::get<std::string>(column->second.column);
    if (long_) {
      table = long_->select(name).table;
    } else {
      position = table->position(name);
    }
    for (long row = 0; row < table->rows(); ++row) {
      const CsvNumber number = table->number(row, position);
      if (number.kind == CsvNumber::Kind::Number) found.push_back(number.value);
    }
  } catch (const InputError&) {
    found.clear();  // a file with wrong rows is refused when a run reads the series
  }
  return found;
}

void DataFolder::add(const std::string& id, const FileColumn& column) {
  const auto [known, is_new] = columns_.emplace(id, column);
  if (!is_new && known->second.file != column.file) {
    repeated_.push_back({id, known->second.file, column.file});
  }
}

std::optional<FileColumn> DataFolder::find(const std::string& id) const {
  const auto found = columns_.find(id);
  if (found == columns_.end()) return std::nullopt;
  const std::string& file = found->second.file;
  if (valid_utf8(file) != file) {
    throw InputError("data.file_name", {.file = file},
                     "the name of this file is not UTF-8, so that no model can contain it; rename "
                     "the file, which contains '" +
                         id + "'");
  }
  return found->second;
}

}  // namespace hearth
