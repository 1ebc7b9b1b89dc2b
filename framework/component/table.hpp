// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <vector>

namespace hearth {

/// A fixed table of numbers in a component's configuration: row-major, rows x columns.
class Table {
 public:
  constexpr Table() = default;
  Table(int rows, int columns, std::vector<double> values)
      : rows_(rows), columns_(columns), values_(std::move(values)) {
    assert(values_.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  double operator()(int row, int column) const {
    assert(0 <= row && row < rows_ && 0 <= column && column < columns_);
    return values_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                   static_cast<std::size_t>(column)];
  }
  const std::vector<double>& values() const { return values_; }
  friend bool operator==(const Table&, const Table&) = default;

 private:
  int rows_ = 0;
  int columns_ = 0;
  std::vector<double> values_;
};

}  // namespace hearth
