// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/long_csv.hpp"
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

  /// Returns the first column of the file that a series names, if this file has several columns of
  /// which none is called `value`; "" otherwise.
  std::string first_of_several(const std::string& id) const;
  /// Returns the unit in the header of a series if it is not known; "" otherwise.
  std::string unknown_unit(const std::string& id) const;
  /// Returns the numbers of a series, as they are in the file; none if the file cannot be read.
  std::vector<double> numbers(const std::string& id);

 private:
  void add(const std::string& id, const FileColumn& column);
  void add_file(const std::string& name, const std::vector<FileColumn>& columns,
                const std::vector<std::string>& names);

  std::map<std::string, FileColumn> columns_;
  std::map<std::string, std::string> first_of_several_, unknown_units_;  // by id
  std::vector<Repeated> repeated_;
  std::string read_;                 // the file in `table_`
  std::shared_ptr<CsvTable> table_;  // null: the file cannot be read
  std::shared_ptr<LongCsv> long_;    // of `table_`, if it is in long form
};

}  // namespace hearth
