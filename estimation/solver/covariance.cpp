// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/covariance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include <Eigen/Dense>

#include "hearth/estimation/solver/internal/column_groups.hpp"
#include "hearth/estimation/solver/internal/coordinates.hpp"
#include "hearth/estimation/solver/internal/residual_noise.hpp"

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Singular values below this share of the largest count as zero, for columns of unit length.
constexpr double kRankTolerance = 1e-7;

/// Parameters that are not at a bound, in their coordinates; the matrix contains the derivatives of
/// residuals and priors by coordinate.
template <class Matrix>
struct FreeSet {
  std::vector<std::size_t> indices;
  std::vector<Coordinate> coordinates;
  Matrix jacobian;
  Index residuals = 0;

  auto of_residuals() const { return jacobian.topRows(residuals); }
};
using FreeRows = FreeSet<SparseRows>;  // rows of all parameters
using FreePart = FreeSet<MatrixXd>;    // rows of a group

FreeRows free_set(const std::vector<Parameter>& parameters, const Summary& summary,
                  const Jacobian& jacobian) {
  FreeRows free;
  Index priors = 0;
  std::vector<Index> column_of(parameters.size(), -1);
  std::vector<double> slopes(parameters.size(), 0.0);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (summary.at_bound[i] != Bound::None) continue;
    column_of[i] = static_cast<Index>(free.indices.size());
    free.indices.push_back(i);
    free.coordinates.emplace_back(parameters[i]);
    slopes[i] = free.coordinates.back().slope_at(summary.parameters[i]);
    if (parameters[i].prior) ++priors;
  }
  free.residuals = jacobian.rows;
  free.jacobian.resize(jacobian.rows + priors, static_cast<Index>(free.indices.size()));
  free.jacobian.reserve(static_cast<Index>(jacobian.values.size()) + priors);
  const RowPattern pattern = jacobian.layout();
  const double* entry = jacobian.values.data();
  for (int row = 0; row < jacobian.rows; ++row) {
    free.jacobian.startVec(row);
    for (const int parameter : pattern.columns_of(row)) {
      const auto i = static_cast<std::size_t>(parameter);
      const double value = *entry++;
      if (column_of[i] < 0 || value == 0.0) continue;
      free.jacobian.insertBack(row, column_of[i]) = value * slopes[i];
    }
  }
  Index prior_row = jacobian.rows;
  for (const std::size_t i : free.indices) {
    if (!parameters[i].prior) continue;
    free.jacobian.startVec(prior_row);
    free.jacobian.insertBack(prior_row++, column_of[i]) = slopes[i] / parameters[i].prior->sd;
  }
  free.jacobian.finalize();
  return free;
}

/// Returns the parameters of a group with their rows; `places` is a scratch array.
FreePart part_of(const FreeRows& free, const ColumnGroup& group, std::vector<Index>& places) {
  FreePart part;
  for (const Index column : group.columns) {
    part.indices.push_back(free.indices[static_cast<std::size_t>(column)]);
    part.coordinates.push_back(free.coordinates[static_cast<std::size_t>(column)]);
  }
  part.jacobian = part_of(free.jacobian, group, places);
  part.residuals =
      std::lower_bound(group.rows.begin(), group.rows.end(), free.residuals) - group.rows.begin();
  return part;
}

/// Returns the series of each row; nothing if rows have no places. Each prior is a separate series.
std::vector<int> series_of(const FreeRows& free, const Jacobian& jacobian) {
  std::vector<int> series;
  int count = 0;
  for (const ResidualPlace& place : jacobian.places) {
    series.push_back(place.series);
    count = std::max(count, place.series + 1);
  }
  if (series.empty()) return series;
  while (static_cast<Index>(series.size()) < free.jacobian.rows()) series.push_back(count++);
  return series;
}

/// A matrix with columns of unit length, and its singular values.
struct Factors {
  explicit Factors(const MatrixXd& matrix);

  VectorXd lengths;  // lengths of the columns; 1 for a zero column
  VectorXd singular;
  MatrixXd v;
  Index rank = 0;
};

Factors::Factors(const MatrixXd& matrix) : lengths(matrix.colwise().norm()) {
  const Index n = matrix.cols();
  for (Index i = 0; i < n; ++i) {
    if (lengths[i] == 0.0) lengths[i] = 1.0;
  }
  if (matrix.rows() == 0) return;
  SingularValues svd = singular_values(triangle_of(matrix * lengths.cwiseInverse().asDiagonal()));
  singular = std::move(svd.values);
  v = std::move(svd.v);
  while (rank < n && singular[rank] > kRankTolerance * singular[0]) ++rank;
}

/// The covariance in coordinates, and the undetermined coordinates.
struct Inverse {
  MatrixXd covariance;
  std::vector<bool> undetermined;
  VectorXd curvature;  // the diagonal of A⁻¹
};

/// Inverts the information, except for undetermined coordinates.
Inverse invert(const Factors& factors) {
  constexpr double kShare = 1e-4;  // share of a parameter in the null space
  const Index n = factors.lengths.size();
  Inverse inverse{MatrixXd::Zero(n, n), std::vector<bool>(static_cast<std::size_t>(n), true),
                  VectorXd::Zero(n)};
  if (factors.rank == 0) return inverse;
  const VectorXd share = factors.v.rightCols(n - factors.rank).rowwise().squaredNorm();
  for (Index i = 0; i < n; ++i) {
    inverse.undetermined[i] = share[i] > kShare * kShare;
  }
  return inverse;
}

/// ψ and ψ' of every residual. The gradient of F / 2 is Jᵀψ.
struct LossRows {
  VectorXd psi, slopes;
};

LossRows loss_rows(const FreeRows& free, const Jacobian& jacobian, const Loss& loss) {
  LossRows result{VectorXd::Zero(free.residuals), VectorXd::Ones(free.residuals)};
  if (jacobian.residuals.empty()) return result;
  for (Index i = 0; i < free.residuals; ++i) {
    const double residual = jacobian.residuals[static_cast<std::size_t>(i)];
    const double squared = residual * residual;
    const LossValue value = evaluate(loss, squared);
    result.psi[i] = value.first * residual;
    result.slopes[i] = value.first + 2.0 * squared * value.second;
  }
  return result;
}

/// The estimate in terms of J = U S Vᵀ with scaled columns.
struct Sandwich {
  Sandwich(const FreePart& free, const Factors& factors)
      : side(factors.lengths.cwiseInverse().asDiagonal() *
             (factors.v.leftCols(factors.rank) *
              factors.singular.head(factors.rank).cwiseInverse().asDiagonal())),
        u(free.jacobian * side),
        residuals(free.residuals) {}

  auto of_residuals() const { return u.topRows(residuals); }
  auto of_priors() const { return u.bottomRows(u.rows() - residuals); }

  /// Returns (V S⁻¹ (Uᵀ ψ' U)⁻¹), which is A⁻¹Jᵀ without the factor Uᵀ, or nothing if A is not
  /// positive definite.
  std::optional<MatrixXd> effect(const VectorXd& slopes) const {
    const MatrixXd bread = of_residuals().transpose() * slopes.asDiagonal() * of_residuals() +
                           of_priors().transpose() * of_priors();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(bread);
    constexpr double kConcave = 1e-6;  // share of squared residuals, whose eigenvalues are 1
    if (u.cols() > 0 && !(eigen.eigenvalues()[0] > kConcave)) return std::nullopt;
    const MatrixXd inverse = eigen.eigenvectors() *
                             eigen.eigenvalues().cwiseInverse().asDiagonal() *
                             eigen.eigenvectors().transpose();
    return side * inverse;
  }

  MatrixXd side;  // V S⁻¹ in the coordinates
  MatrixXd u;
  Index residuals;
};

/// Returns the inverse of the observed information in coordinates, with that of the priors; nothing
/// if it is missing or not positive definite.
std::optional<MatrixXd> observed_covariance(const FreeRows& free, const Jacobian& jacobian,
                                            const Summary& summary) {
  if (jacobian.information.empty()) return std::nullopt;
  const auto n = static_cast<Index>(free.indices.size());
  MatrixXd information = MatrixXd::Zero(n, n);
  for (Index row = free.residuals; row < free.jacobian.rows(); ++row) {
    for (SparseRows::InnerIterator entry(free.jacobian, row); entry; ++entry) {
      information(entry.col(), entry.col()) += entry.value() * entry.value();
    }
  }
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) {
      const std::size_t i = free.indices[static_cast<std::size_t>(a)];
      const std::size_t j = free.indices[static_cast<std::size_t>(b)];
      const auto slope = [&](std::size_t place, std::size_t parameter) {
        return free.coordinates[place].slope_at(summary.parameters[parameter]);
      };
      information(a, b) +=
          jacobian.information[i * static_cast<std::size_t>(jacobian.columns) + j] *
          slope(static_cast<std::size_t>(a), i) * slope(static_cast<std::size_t>(b), j);
    }
  }
  const Eigen::LLT<MatrixXd> factors(information);
  if (factors.info() != Eigen::Success) return std::nullopt;
  return MatrixXd(factors.solve(MatrixXd::Identity(n, n)));
}

/// The inputs of the covariance of a group of parameters.
struct GroupRows {
  VectorXd psi, slopes;
  std::vector<ResidualPlace> places;  // none: residuals are independent
};

/// Properties that the residuals of all groups share.
struct ResidualScale {
  double variance = 1.0;
  bool squared = true;  // whether the loss is squared
};

/// Computes C of a group; returns false if the loss is concave.
bool fill_covariance(const FreePart& free, const Factors& factors, const GroupRows& rows,
                     const ResidualScale& scale, Inverse& inverse, Uncertainty& result) {
  if (factors.rank == 0) return true;
  const double least = scale.squared ? 1.0 : 0.0;
  const Sandwich sandwich(free, factors);
  const auto effect = sandwich.effect(rows.slopes);
  if (!effect) {
    inverse.undetermined.assign(inverse.undetermined.size(), true);
    return false;
  }
  MatrixXd meat = sandwich.of_priors().transpose() * sandwich.of_priors();
  if (rows.places.empty()) {
    meat += std::max(least, scale.variance) * sandwich.of_residuals().transpose() *
            sandwich.of_residuals();
  }
  inverse.covariance = *effect * meat * effect->transpose();
  inverse.curvature = effect->cwiseProduct(sandwich.side).rowwise().sum();
  if (rows.places.empty()) return true;
  const NoiseFound found = find_noise({.psi = rows.psi,
                                       .basis = sandwich.of_residuals(),
                                       .effect = *effect,
                                       .places = rows.places,
                                       .variance = scale.variance,
                                       .stated = scale.squared});
  inverse.covariance += found.covariance;
  result.noise.resize(std::max(result.noise.size(), found.series.size()));
  for (const ResidualPlace& place : rows.places) {
    const auto series = static_cast<std::size_t>(place.series);
    result.noise[series] = found.series[series];
  }
  return true;
}

/// The rows whose squares are part of F.
struct Squares {
  int rows = 0;
  double sum = 0.0;
};

Squares squares_of(const Jacobian& jacobian, const Summary& summary) {
  if (jacobian.kinds.empty()) return {jacobian.rows, summary.objective_final};
  Squares squares;
  for (std::size_t i = 0; i < jacobian.kinds.size(); ++i) {
    if (jacobian.kinds[i] != RowKind::Squared) continue;
    ++squares.rows;
    squares.sum += jacobian.residuals[i] * jacobian.residuals[i];
  }
  return squares;
}

/// Returns the scale of all residuals, and sets its sd.
ResidualScale residual_scale(const FreeRows& free, const LossRows& rows, const Squares& squares,
                             const Jacobian& jacobian, const Loss& loss, Uncertainty& result) {
  ResidualScale scale{1.0, loss.kind == Loss::Kind::Squared};
  if (result.degrees_of_freedom > 0) {
    const double sum = scale.squared ? squares.sum : rows.psi.squaredNorm();
    result.residual_sd = std::sqrt(sum / result.degrees_of_freedom);
    scale.variance = result.residual_sd * result.residual_sd;
  } else if (!scale.squared && free.residuals > 0) {
    scale.variance = rows.psi.squaredNorm() / static_cast<double>(free.residuals);
  }
  if (!jacobian.kinds.empty()) scale.variance = 1.0;  // the likelihood states it
  return scale;
}

/// Returns the inflation of a parameter that all residuals determine equally, if they are white.
double white_inflation(const LossRows& rows, const ResidualScale& scale) {
  if (scale.squared) return std::max(1.0, scale.variance);
  const double slope = rows.slopes.size() > 0 ? rows.slopes.mean() : 0.0;
  return slope > 0.0 ? scale.variance / slope : scale.variance;
}

/// Returns the residuals of a group.
GroupRows rows_of(const ColumnGroup& group, const FreePart& part, const LossRows& rows,
                  const Jacobian& jacobian) {
  const std::vector<Index> residuals(group.rows.begin(), group.rows.begin() + part.residuals);
  GroupRows own{rows.psi(residuals), rows.slopes(residuals), {}};
  if (jacobian.places.empty()) return own;
  for (const Index row : residuals) {
    own.places.push_back(jacobian.places[static_cast<std::size_t>(row)]);
  }
  return own;
}

/// Returns whether an sd in the coordinate leaves a parameter undetermined: it is wider than the
/// bounds or, without bounds, than powers of ten (of a typical size, if linear).
bool leaves_open(const Coordinate& coordinate, double value, double sd) {
  constexpr double kMagnitudes = 1e3;
  const double range = coordinate.upper() - coordinate.lower();
  if (std::isfinite(range)) return sd > range;
  if (coordinate.scale() == Scale::Log) return sd > std::log(kMagnitudes);
  if (coordinate.scale() == Scale::Logit) return sd > 2.0 * std::log(kMagnitudes);
  return sd > kMagnitudes * std::max(1.0, std::abs(coordinate.from_physical(value)));
}

ParameterUncertainty estimated(const Coordinate& coordinate, double value, double sd,
                               const IntervalShape& shape) {
  ParameterUncertainty result;
  result.kind = ParameterUncertainty::Kind::Estimated;
  result.sd = sd * coordinate.slope(coordinate.from_physical(value));
  const double z = coordinate.from_physical(shape.centre);
  const auto degrees = static_cast<int>(std::clamp(shape.degrees, 1.0, 1e6));
  const double reach = student_t_975(degrees) * shape.widening * sd;
  result.ci95 = {coordinate.to_physical(z - reach), coordinate.to_physical(z + reach)};
  return result;
}

void fill_correlation(const FreeRows& free, const Inverse& inverse, const Summary& summary,
                      Uncertainty& result) {
  const std::size_t n = result.parameters.size();
  result.correlation.assign(n * n, 0.0);
  result.covariance.assign(n * n, 0.0);
  std::vector<double> slopes;
  for (std::size_t a = 0; a < free.indices.size(); ++a) {
    slopes.push_back(free.coordinates[a].slope_at(summary.parameters[free.indices[a]]));
  }
  for (std::size_t a = 0; a < free.indices.size(); ++a) {
    for (std::size_t b = 0; b < free.indices.size(); ++b) {
      if (inverse.undetermined[a] || inverse.undetermined[b]) continue;
      const auto [i, j] = std::pair(static_cast<Index>(a), static_cast<Index>(b));
      const MatrixXd& c = inverse.covariance;
      result.correlation[free.indices[a] * n + free.indices[b]] =
          a == b ? 1.0 : std::clamp(c(i, j) / std::sqrt(c(i, i) * c(j, j)), -1.0, 1.0);
      result.covariance[free.indices[a] * n + free.indices[b]] = c(i, j) * slopes[a] * slopes[b];
    }
  }
}

}  // namespace

double student_t_beyond(double t, int degrees_of_freedom) {
  assert(degrees_of_freedom >= 1);
  // Closed sums in the angle θ = atan(t/√ν) (Abramowitz and Stegun 26.7.3 and 26.7.4); for many
  // degrees of freedom, the normal distribution of a transform of t (Wallace 1959).
  const double nu = degrees_of_freedom;
  if (degrees_of_freedom > 1000) {
    const double w = std::sqrt(std::log1p(t * t / nu) * (nu - 1.5));
    return std::erfc(w * std::sqrt(0.5));
  }
  const double angle = std::atan(std::abs(t) / std::sqrt(nu));
  const double cosine = std::cos(angle), square = cosine * cosine;
  const bool odd = degrees_of_freedom % 2 == 1;
  double term = odd ? cosine : 1.0, sum = 0.0;
  for (int k = odd ? 3 : 2; k <= degrees_of_freedom; k += 2) {
    sum += term;
    term *= square * (k - 1.0) / k;
  }
  constexpr double kTwoOverPi = 0.6366197723675814;
  const double within = odd ? kTwoOverPi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
  return std::clamp(1.0 - within, 0.0, 1.0);
}

double student_t_975(int degrees_of_freedom) {
  assert(degrees_of_freedom >= 1);
  if (degrees_of_freedom == 1) return 12.7062;
  if (degrees_of_freedom == 2) return 4.30265;
  // Expansion about the normal quantile in 1/dof (Abramowitz and Stegun 26.7.5).
  constexpr double z = 1.959963984540054;
  const double z2 = z * z;
  const double dof = degrees_of_freedom;
  const double g1 = (z2 + 1.0) / 4.0;
  const double g2 = ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
  const double g3 = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
  const double g4 = ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92160.0;
  return z * (1.0 + (g1 + (g2 + (g3 + g4 / dof) / dof) / dof) / dof);
}

Uncertainty uncertainty(const std::vector<Parameter>& parameters, const Summary& summary,
                        const Jacobian& jacobian, const Loss& loss) {
  assert(jacobian.columns == static_cast<int>(parameters.size()));
  Uncertainty result;
  result.parameters.resize(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool free = summary.at_bound[i] == Bound::None;
    result.parameters[i].kind =
        free ? ParameterUncertainty::Kind::Undetermined : ParameterUncertainty::Kind::AtBound;
  }
  result.correlation.assign(parameters.size() * parameters.size(), 0.0);
  result.covariance = result.correlation;
  const FreeRows free = free_set(parameters, summary, jacobian);
  if (free.indices.empty()) return result;

  const Squares squares = squares_of(jacobian, summary);
  const std::vector<ColumnGroup> groups = column_groups(free.jacobian, series_of(free, jacobian));
  std::vector<FreePart> parts;
  std::vector<Factors> factors;
  std::vector<Index> places;
  int used = 0;
  for (const ColumnGroup& group : groups) {
    const FreePart& part = parts.emplace_back(part_of(free, group, places));
    const Factors& own = factors.emplace_back(part.jacobian);
    const bool priors = part.residuals < part.jacobian.rows();
    used += static_cast<int>(priors ? Factors(part.of_residuals()).rank : own.rank);
  }
  result.degrees_of_freedom = squares.rows - used;
  const LossRows rows = loss_rows(free, jacobian, loss);
  const ResidualScale scale = residual_scale(free, rows, squares, jacobian, loss, result);
  const auto n = static_cast<Index>(free.indices.size());
  Inverse inverse{MatrixXd::Zero(n, n), std::vector<bool>(static_cast<std::size_t>(n), true),
                  VectorXd::Zero(n)};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    result.rank += static_cast<int>(factors[g].rank);
    Inverse own = invert(factors[g]);
    if (!fill_covariance(parts[g], factors[g], rows_of(groups[g], parts[g], rows, jacobian), scale,
                         own, result)) {
      result.message =
          "no standard deviation is available, as too many residuals lie in the concave part of "
          "the loss; widen its scale or use huber";
    }
    inverse.covariance(groups[g].columns, groups[g].columns) = own.covariance;
    inverse.curvature(groups[g].columns) = own.curvature;
    for (std::size_t k = 0; k < groups[g].columns.size(); ++k) {
      inverse.undetermined[static_cast<std::size_t>(groups[g].columns[k])] = own.undetermined[k];
    }
  }
  result.rank_deficient = result.rank < n;
  if (const auto observed = observed_covariance(free, jacobian, summary)) {
    inverse.covariance = *observed;
    inverse.curvature = observed->diagonal();
  }
  const double white = white_inflation(rows, scale);
  for (ParameterUncertainty& own : result.parameters) own.inflation = white;
  for (std::size_t k = 0; k < free.indices.size(); ++k) {
    if (inverse.undetermined[k]) continue;
    const auto column = static_cast<Index>(k);
    const double sd = std::sqrt(inverse.covariance(column, column));
    const std::size_t i = free.indices[k];
    const double inflation = sd * sd / inverse.curvature[column];
    ParameterUncertainty& own = result.parameters[i];
    own.inflation = inflation;
    if (leaves_open(free.coordinates[k], summary.parameters[i], sd)) continue;
    const IntervalShape symmetric{summary.parameters[i], 1.0,
                                  static_cast<double>(result.degrees_of_freedom)};
    own = estimated(free.coordinates[k], summary.parameters[i], sd,
                    jacobian.shapes.empty() ? symmetric : jacobian.shapes[i]);
    own.inflation = inflation;
  }
  fill_correlation(free, inverse, summary, result);
  return result;
}

}  // namespace hearth::estimation
