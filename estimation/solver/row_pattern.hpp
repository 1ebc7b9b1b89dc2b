// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hearth::estimation {

/// Sparsity pattern: the columns in which each row of a matrix may have entries. Such a matrix is
/// stored row by row, with the columns of the row only; if all rows have all columns, it is a
/// row-major array.
class RowPattern {
 public:
  RowPattern() = default;
  /// Makes a pattern in which all rows have all columns.
  RowPattern(int rows, int columns)
      : RowPattern(columns, {numbers(columns)}, std::vector<int>(static_cast<std::size_t>(rows))) {}
  /// Row i has the columns `lists[list_of[i]]`, in ascending order.
  RowPattern(int columns, std::vector<std::vector<int>> lists, std::vector<int> list_of)
      : columns_(columns), lists_(std::move(lists)), list_of_(std::move(list_of)) {
    for (const int list : list_of_) {
      begins_.push_back(begins_.back() + lists_[static_cast<std::size_t>(list)].size());
    }
  }

  int rows() const { return static_cast<int>(list_of_.size()); }
  int columns() const { return columns_; }
  const std::vector<int>& columns_of(int row) const {
    return lists_[static_cast<std::size_t>(list_of_[static_cast<std::size_t>(row)])];
  }
  /// Returns the position of the first entry of a row.
  std::size_t begin(int row) const { return begins_[static_cast<std::size_t>(row)]; }
  /// Returns the number of entries.
  std::size_t size() const { return begins_.back(); }

 private:
  static std::vector<int> numbers(int count) {
    std::vector<int> result;
    for (int i = 0; i < count; ++i) result.push_back(i);
    return result;
  }

  int columns_ = 0;
  std::vector<std::vector<int>> lists_;
  std::vector<int> list_of_;
  std::vector<std::size_t> begins_{0};
};

}  // namespace hearth::estimation
