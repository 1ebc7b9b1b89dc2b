// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/data_folder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/long_csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/printable.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

/// Returns the names of the series in a file, with their units.
std::vector<std::string> series_in(const fs::path& file) {
  std::string text = read_text_file(file);
  std::vector<std::string> header = CsvTable::parse_header(text, file.string()).columns();
  if (LongCsv::has_form(header)) {
    return LongCsv(CsvTable::parse(std::move(text), file.string())).columns();
  }
  if (!header.empty()) header.erase(header.begin());  // the time
  return header;
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
    const std::vector<std::string> titles = series_in(file);
    for (const std::string& title : titles) {
      FileColumn column;
      column.file = file.string();
      column.column = title;
      const auto [name, unit] = split_unit(title);
      if (!unit.empty()) column.unit = parse_unit(unit);
      add(name, column);
      if (&title == &titles.front() && name != stem(file)) add(stem(file), column);
    }
  }
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
