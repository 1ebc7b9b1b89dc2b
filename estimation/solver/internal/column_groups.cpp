// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/column_groups.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// `first` contains a column of each row in which it is not zero, -1 for rows of zeros; `sets` has
/// joined columns, then bonds.
std::vector<ColumnGroup> groups_of(Index columns, const std::vector<Index>& first,
                                   const std::vector<int>& bonds, Sets& sets) {
  std::vector<ColumnGroup> groups;
  std::vector<std::size_t> number(static_cast<std::size_t>(columns));
  for (Index j = 0; j < columns; ++j) {
    const auto set = static_cast<std::size_t>(sets.find(j));
    if (static_cast<Index>(set) == j) {
      number[set] = groups.size();
      groups.emplace_back();
    }
    groups[number[set]].columns.push_back(j);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    Index member = first[i];
    if (member < 0 && !bonds.empty()) {
      const Index set = sets.find(columns + bonds[i]);
      member = set < columns ? set : 0;
    }
    if (member < 0) member = 0;
    groups[number[static_cast<std::size_t>(sets.find(member))]].rows.push_back(
        static_cast<Index>(i));
  }
  return groups;
}

/// `for_each(i, use)` calls `use(j)` for each column j where row i is not zero, ascending.
template <class ForEach>
std::vector<ColumnGroup> groups_by(Index rows, Index columns, const std::vector<int>& bonds,
                                   const ForEach& for_each) {
  assert(bonds.empty() || static_cast<Index>(bonds.size()) == rows);
  if (columns == 0) return {};
  const int bond_count = bonds.empty() ? 0 : *std::max_element(bonds.begin(), bonds.end()) + 1;
  Sets sets(columns + bond_count);
  std::vector<Index> first(static_cast<std::size_t>(rows), Index{-1});
  for (Index i = 0; i < rows; ++i) {
    Index& column = first[static_cast<std::size_t>(i)];
    for_each(i, [&](Index j) {
      if (column < 0) column = j;
      sets.join(column, j);
    });
    if (column >= 0 && !bonds.empty()) {
      sets.join(column, columns + bonds[static_cast<std::size_t>(i)]);
    }
  }
  return groups_of(columns, first, bonds, sets);
}

}  // namespace

std::vector<ColumnGroup> column_groups(const Eigen::Ref<const RowMatrix>& matrix,
                                       const std::vector<int>& bonds) {
  return groups_by(matrix.rows(), matrix.cols(), bonds, [&](Index i, const auto& use) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      if (matrix(i, j) != 0.0) use(j);
    }
  });
}

std::vector<ColumnGroup> column_groups(const SparseRows& matrix, const std::vector<int>& bonds) {
  return groups_by(matrix.rows(), matrix.cols(), bonds, [&](Index i, const auto& use) {
    for (SparseRows::InnerIterator entry(matrix, i); entry; ++entry) {
      if (entry.value() != 0.0) use(entry.col());
    }
  });
}

MatrixXd part_of(const SparseRows& matrix, const ColumnGroup& group, std::vector<Index>& places) {
  places.resize(static_cast<std::size_t>(matrix.cols()));
  for (std::size_t k = 0; k < group.columns.size(); ++k) {
    places[static_cast<std::size_t>(group.columns[k])] = static_cast<Index>(k);
  }
  MatrixXd part = MatrixXd::Zero(static_cast<Index>(group.rows.size()),
                                 static_cast<Index>(group.columns.size()));
  for (Index i = 0; i < part.rows(); ++i) {
    for (SparseRows::InnerIterator entry(matrix, group.rows[static_cast<std::size_t>(i)]); entry;
         ++entry) {
      if (entry.value() != 0.0)
        part(i, places[static_cast<std::size_t>(entry.col())]) = entry.value();
    }
  }
  return part;
}

SingularValues singular_values(const MatrixXd& matrix) {
  // Jacobi's method is accurate for columns of very different length, but takes minutes for many
  // columns.
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
