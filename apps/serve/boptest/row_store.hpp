// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace hearth::apps {

/// Rows of numbers whose times in the first column increase, kept in a temporary file without a
/// name: memory does not grow with the number of rows.
class RowStore {
 public:
  /// `most_bytes` is the size up to which the file may grow. Throws SimulationError
  /// `serve.results_unwritable` if there is no room for temporary files.
  RowStore(std::size_t columns, std::int64_t most_bytes);

  /// Adds a row. Throws SimulationError `serve.results_full` if the file would grow too large.
  void add(const std::vector<double>& row);
  std::int64_t rows() const { return rows_; }
  /// Removes all rows.
  void clear();

  /// Returns the first row not before a time, or after it if `after`; `rows()` if there is none.
  std::int64_t first_row(double time, bool after);
  /// Reads rows [first, first + count) into `values`, row after row.
  void read(std::int64_t first, std::int64_t count, std::vector<double>& values);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void flush();

  std::size_t columns_;
  std::int64_t most_bytes_;
  std::unique_ptr<std::FILE, Close> file_;
  std::int64_t rows_ = 0;
  std::int64_t written_ = 0;    // rows in the file
  std::vector<double> buffer_;  // the rows after those in the file
};

}  // namespace hearth::apps
