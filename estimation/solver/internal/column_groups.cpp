// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/column_groups.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Sets that are joined; the least member stands for a set.
class Sets {
 public:
  explicit Sets(Index count) : above_(static_cast<std::size_t>(count)) {
    std::iota(above_.begin(), above_.end(), Index{0});
  }
  Index find(Index i) {
    while (above(i) != i) i = above(i) = above(above(i));
    return i;
  }
  void join(Index a, Index b) {
    a = find(a);
    b = find(b);
    above(std::max(a, b)) = std::min(a, b);
  }

 private:
  Index& above(Index i) { return above_[static_cast<std::size_t>(i)]; }
  std::vector<Index> above_;
};

}  // namespace

std::vector<ColumnGroup> column_groups(const Eigen::Ref<const RowMatrix>& matrix,
                                       const std::vector<int>& bonds) {
  assert(bonds.empty() || static_cast<Index>(bonds.size()) == matrix.rows());
  const Index n = matrix.cols();
  if (n == 0) return {};
  const int bond_count = bonds.empty() ? 0 : *std::max_element(bonds.begin(), bonds.end()) + 1;
  Sets sets(n + bond_count);  // columns, then bonds
  std::vector<Index> first(static_cast<std::size_t>(matrix.rows()), Index{-1});  // -1: zeros only
  for (Index i = 0; i < matrix.rows(); ++i) {
    Index& column = first[static_cast<std::size_t>(i)];
    for (Index j = 0; j < n; ++j) {
      if (matrix(i, j) == 0.0) continue;
      if (column < 0) column = j;
      sets.join(column, j);
    }
    if (column >= 0 && !bonds.empty()) {
      sets.join(column, n + bonds[static_cast<std::size_t>(i)]);
    }
  }
  std::vector<ColumnGroup> groups;
  std::vector<std::size_t> number(static_cast<std::size_t>(n + bond_count));
  for (Index j = 0; j < n; ++j) {
    const auto set = static_cast<std::size_t>(sets.find(j));
    if (static_cast<Index>(set) == j) {
      number[set] = groups.size();
      groups.emplace_back();
    }
    groups[number[set]].columns.push_back(j);
  }
  for (Index i = 0; i < matrix.rows(); ++i) {
    Index member = first[static_cast<std::size_t>(i)];
    if (member < 0 && !bonds.empty()) {
      const Index set = sets.find(n + bonds[static_cast<std::size_t>(i)]);
      member = set < n ? set : 0;
    }
    if (member < 0) member = 0;
    groups[number[static_cast<std::size_t>(sets.find(member))]].rows.push_back(i);
  }
  return groups;
}

SingularValues singular_values(const MatrixXd& matrix) {
  // Jacobi's method is accurate for columns of very different length; its time for many columns is
  // that of minutes.
  constexpr Index kMany = 64;
  constexpr unsigned kThin = Eigen::ComputeThinU | Eigen::ComputeThinV;
  if (matrix.cols() > kMany) {
    const Eigen::BDCSVD<MatrixXd> svd(matrix, kThin);
    return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
  }
  const Eigen::JacobiSVD<MatrixXd> svd(matrix, kThin);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

MatrixXd triangle_of(const MatrixXd& matrix) {
  MatrixXd r = MatrixXd::Zero(matrix.cols(), matrix.cols());
  if (matrix.rows() == 0) return r;
  const Eigen::HouseholderQR<MatrixXd> qr(matrix);
  const Index rows = std::min(matrix.cols(), matrix.rows());
  r.topRows(rows) = qr.matrixQR().topRows(rows).triangularView<Eigen::Upper>();
  return r;
}

}  // namespace hearth::estimation
