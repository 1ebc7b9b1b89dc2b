// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/component/series.hpp"

namespace hearth {

/// The series in the CSV files of a folder, by the id in a graph: the name of a column of any file,
/// or the name of a file (its first column of numbers).
class DataFolder {
 public:
  /// Makes an object without series.
  DataFolder() = default;
  /// Reads the headers of all `*.csv` and `*.csv.gz` files. Throws InputError `input.file_missing`
  /// if the folder does not exist.
  explicit DataFolder(const std::filesystem::path& folder);

  /// Returns file (as a path from the working folder) and column, or nothing. Throws InputError
  /// `data.file_name` if the name of the file is not UTF-8.
  std::optional<FileColumn> find(const std::string& id) const;

  /// A series that two files contain; the first file is used.
  struct Repeated {
    std::string id, used, other;
  };
  const std::vector<Repeated>& repeated() const { return repeated_; }

 private:
  void add(const std::string& id, const FileColumn& column);

  std::map<std::string, FileColumn> columns_;
  std::vector<Repeated> repeated_;
};

}  // namespace hearth
