// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include <Eigen/Dense>
#include <Eigen/SparseCore>

/// Least-squares problems that can be divided into independent groups: rooms that do not act on
/// each other have separate parameters and residuals, so that the work for each room does not grow
/// with the number of rooms.
namespace hearth::estimation {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor, Eigen::Index>;

/// A partition of numbers into sets (union-find); the smallest member represents a set.
class Sets {
 public:
  explicit Sets(Eigen::Index count) : above_(static_cast<std::size_t>(count)) {
    std::iota(above_.begin(), above_.end(), Eigen::Index{0});
  }
  Eigen::Index find(Eigen::Index i) {
    while (above(i) != i) i = above(i) = above(above(i));
    return i;
  }
  void join(Eigen::Index a, Eigen::Index b) {
    a = find(a);
    b = find(b);
    above(std::max(a, b)) = std::min(a, b);
  }

 private:
  Eigen::Index& above(Eigen::Index i) { return above_[static_cast<std::size_t>(i)]; }
  std::vector<Eigen::Index> above_;
};

/// Columns, and the rows that are zero in all columns of other groups.
struct ColumnGroup {
  std::vector<Eigen::Index> columns, rows;  // rising
};

/// Returns the groups of a matrix, in the order of their first columns; a column of zeros is a
/// group without rows. Rows with the same entry in `bonds` (from 0; if empty, there are no such
/// rows) belong to one group. Rows that are zero in all columns belong to the first group.
std::vector<ColumnGroup> column_groups(const Eigen::Ref<const RowMatrix>& matrix,
                                       const std::vector<int>& bonds = {});
/// Returns the groups of a matrix of which only some entries are stored.
std::vector<ColumnGroup> column_groups(const SparseRows& matrix,
                                       const std::vector<int>& bonds = {});

/// Returns the entries of a group.
template <class Matrix>
Eigen::MatrixXd part_of(const Matrix& matrix, const ColumnGroup& group) {
  return matrix(group.rows, group.columns);
}
/// `places` is a scratch array with a number for each column of the matrix.
Eigen::MatrixXd part_of(const SparseRows& matrix, const ColumnGroup& group,
                        std::vector<Eigen::Index>& places);

/// Singular values, descending, and singular vectors of a square or tall matrix.
struct SingularValues {
  Eigen::VectorXd values;
  Eigen::MatrixXd u, v;
};

/// Decomposes a matrix with rows >= columns; `u` has as many columns as the matrix.
SingularValues singular_values(const Eigen::MatrixXd& matrix);

/// Returns R of the QR factorisation of a matrix, columns x columns, zero below its rows.
Eigen::MatrixXd triangle_of(const Eigen::MatrixXd& matrix);

}  // namespace hearth::estimation
