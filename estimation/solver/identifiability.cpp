// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/identifiability.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

#include <Eigen/Dense>

#include "hearth/estimation/solver/internal/column_groups.hpp"

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Returns the size of a noticeable change of a parameter: its range, otherwise its value.
double typical_change(const Parameter& parameter, double value) {
  const double range = parameter.max - parameter.min;
  if (std::isfinite(range)) return range;
  return value != 0.0 ? std::abs(value) : 1.0;
}

/// Returns the columns with an effect; a parameter below 1e-10 of the strongest effect is dead.
std::vector<std::size_t> live_columns(const Jacobian& jacobian, const RowPattern& pattern,
                                      const std::vector<Parameter>& parameters,
                                      const std::vector<double>& values) {
  constexpr double kDead = 1e-10;
  VectorXd effect = VectorXd::Zero(jacobian.columns);
  const double* entry = jacobian.values.data();
  for (int row = 0; row < jacobian.rows; ++row) {
    for (const int i : pattern.columns_of(row)) {
      effect[i] += *entry * *entry;
      ++entry;
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto own = static_cast<Index>(i);
    effect[own] = std::sqrt(effect[own]) * typical_change(parameters[i], values[i]);
  }
  std::vector<std::size_t> live;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (effect[static_cast<Index>(i)] > kDead * effect.maxCoeff()) live.push_back(i);
  }
  return live;
}

/// Returns some columns of a Jacobian, without zeros.
SparseRows columns_of(const Jacobian& jacobian, const RowPattern& pattern,
                      const std::vector<std::size_t>& columns) {
  std::vector<Index> place(static_cast<std::size_t>(jacobian.columns), -1);
  for (std::size_t k = 0; k < columns.size(); ++k) place[columns[k]] = static_cast<Index>(k);
  SparseRows result(jacobian.rows, static_cast<Index>(columns.size()));
  result.reserve(static_cast<Index>(jacobian.values.size()));
  const double* entry = jacobian.values.data();
  for (int row = 0; row < jacobian.rows; ++row) {
    result.startVec(row);
    for (const int i : pattern.columns_of(row)) {
      const double value = *entry++;
      const Index column = place[static_cast<std::size_t>(i)];
      if (column >= 0 && value != 0.0) result.insertBack(row, column) = value;
    }
  }
  result.finalize();
  return result;
}

/// Rotates two columns of V to increase the variance of their squared entries (varimax, Kaiser
/// 1958).
bool rotate_pair(MatrixXd& v, Index a, Index b) {
  const auto u = (v.col(a).array().square() - v.col(b).array().square()).eval();
  const auto w = (2.0 * v.col(a).array() * v.col(b).array()).eval();
  const double n = static_cast<double>(v.rows());
  const double numerator = 2.0 * ((u * w).sum() - u.sum() * w.sum() / n);
  const double denominator =
      (u.square() - w.square()).sum() - (u.sum() * u.sum() - w.sum() * w.sum()) / n;
  const double angle = 0.25 * std::atan2(numerator, denominator);
  if (!(std::abs(angle) > 1e-10)) return false;
  const VectorXd rotated = std::cos(angle) * v.col(a) + std::sin(angle) * v.col(b);
  v.col(b) = std::cos(angle) * v.col(b) - std::sin(angle) * v.col(a);
  v.col(a) = rotated;
  return true;
}

/// Several directions with the singular value zero span a space without preferred axes; the axes
/// with the fewest parameters are chosen.
void separate_null_space(MatrixXd& v, Index first) {
  constexpr int kSweeps = 100;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool rotated = false;
    for (Index a = first; a < v.cols(); ++a) {
      for (Index b = a + 1; b < v.cols(); ++b) rotated = rotate_pair(v, a, b) || rotated;
    }
    if (!rotated) return;
  }
}

double leading_share(double ratio) {
  if (ratio < 1e-7) return 1e-4;
  return ratio < 1e-5 ? 1e-2 : kLeadingShare;
}

FlatDirection describe(double ratio, const VectorXd& direction,
                       const std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto weight = [&](std::size_t i) { return direction[static_cast<Index>(i)]; };
  // Weights that differ only by rounding keep the order of the parameters.
  const auto rank = [&](std::size_t i) { return std::round(std::abs(weight(i)) * 1e9); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
  const double sign = weight(order.front()) < 0.0 ? -1.0 : 1.0;
  const double least = leading_share(ratio) * std::abs(weight(order.front()));
  FlatDirection flat{ratio, {}, {}};
  for (const std::size_t i : order) {
    if (std::abs(weight(i)) < least) break;
    flat.parameters.push_back(names[i]);
    flat.weights.push_back(sign * weight(i));
  }
  return flat;
}

/// Singular values and directions of a group of parameters with separate measurements.
struct OwnDirections {
  explicit OwnDirections(const MatrixXd& live)
      : svd(singular_values(triangle_of(live * inverse_lengths(live).asDiagonal()))) {}
  /// Returned as a vector: an expression would be evaluated again for every entry.
  static VectorXd inverse_lengths(const MatrixXd& columns) {
    return columns.colwise().norm().cwiseInverse();
  }
  SingularValues svd;
  std::vector<std::string> names;
};

void find_flat_directions(const SparseRows& live, const std::vector<std::string>& names,
                          Identifiability& result) {
  constexpr double kZero = 1e-10;
  std::vector<OwnDirections> parts;
  std::vector<Index> places;
  double largest = 0.0;
  for (const ColumnGroup& group : column_groups(live)) {
    OwnDirections& part = parts.emplace_back(part_of(live, group, places));
    for (const Index column : group.columns) {
      part.names.push_back(names[static_cast<std::size_t>(column)]);
    }
    largest = std::max(largest, part.svd.values[0]);
  }
  for (OwnDirections& part : parts) {
    const VectorXd ratios = part.svd.values / largest;
    MatrixXd& v = part.svd.v;
    result.singular_values.insert(result.singular_values.end(), ratios.begin(), ratios.end());
    separate_null_space(v, (ratios.array() >= kZero).count());
    for (Index k = v.cols() - 1; k >= 0 && ratios[k] < kFlatRatio; --k) {
      result.flat.push_back(describe(ratios[k], v.col(k), part.names));
    }
  }
  std::sort(result.singular_values.rbegin(), result.singular_values.rend());
  std::stable_sort(
      result.flat.begin(), result.flat.end(),
      [](const FlatDirection& a, const FlatDirection& b) { return a.ratio < b.ratio; });
}

std::vector<CorrelatedPair> correlated_pairs(const std::vector<Parameter>& parameters,
                                             const Uncertainty& uncertainty) {
  std::vector<CorrelatedPair> pairs;
  const std::size_t n = parameters.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const double correlation = uncertainty.correlation[i * n + j];
      if (std::abs(correlation) > kStrongCorrelation) {
        pairs.push_back({parameters[i].name, parameters[j].name, correlation});
      }
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return std::abs(a.correlation) > std::abs(b.correlation);
  });
  return pairs;
}

}  // namespace

Identifiability identifiability(const std::vector<Parameter>& parameters, const Summary& summary,
                                const Jacobian& jacobian, const Uncertainty& uncertainty) {
  assert(jacobian.columns == static_cast<int>(parameters.size()));
  Identifiability result;
  const RowPattern pattern = jacobian.layout();
  const std::vector<std::size_t> live =
      live_columns(jacobian, pattern, parameters, summary.parameters);
  std::vector<std::string> names;
  for (const std::size_t i : live) names.push_back(parameters[i].name);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (std::find(live.begin(), live.end(), i) == live.end()) {
      result.dead.push_back(parameters[i].name);
    }
    if (summary.at_bound[i] != Bound::None) {
      result.at_bound.push_back({parameters[i].name, summary.at_bound[i]});
    }
  }
  if (!live.empty()) find_flat_directions(columns_of(jacobian, pattern, live), names, result);
  result.correlated = correlated_pairs(parameters, uncertainty);
  return result;
}

}  // namespace hearth::estimation
