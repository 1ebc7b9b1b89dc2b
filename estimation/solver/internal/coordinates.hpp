// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/solver/internal/column_groups.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// The map between a parameter p and the coordinate z in which it is varied:
///
///     Linear  z = p / m    Log  z = ln p    Logit  z = ln((p - min) / (max - p))
///
/// with m = max - min if both are finite, otherwise |initial|, otherwise 1. A unit step is
/// therefore a large step in any coordinate, and steps in different coordinates are comparable.
/// Physical values are always within the bounds; the coordinate of a bound is mapped to exactly the
/// bound.
class Coordinate {
 public:
  explicit Coordinate(const Parameter& parameter);

  double lower() const { return lower_; }  ///< infinite for Logit
  double upper() const { return upper_; }
  Scale scale() const { return scale_; }

  /// Returns the coordinate of a physical value. With Logit, values are kept away from both bounds
  /// by 1e-3 of the range, because the derivative vanishes there.
  double from_physical(double p) const;
  double to_physical(double z) const;
  /// Returns dp/dz.
  double slope(double z) const;
  double slope_at(double p) const { return slope(from_physical(p)); }
  /// Returns the distance of a physical value from a bound, relative to the range of the coordinate
  /// (Logit: of p), or to the larger of 1 and |z| if the other bound is infinite.
  double distance(double p, Bound bound) const;

 private:
  Scale scale_;
  double min_, max_;
  double magnitude_;  // scale m of Linear
  double lower_, upper_;
};

/// Returns the scale of a parameter: its own if set, otherwise Log if min > 0, otherwise Linear.
Scale scale_of(const Parameter& parameter);

/// Loss and its first two derivatives with respect to the squared residual.
struct LossValue {
  double value, first, second;
};
LossValue evaluate(const Loss& loss, double squared_residual);

/// Parameters, and the rows that depend only on them, whatever their values: an independent fit.
struct ParameterGroup {
  std::vector<std::size_t> parameters;  ///< ascending, like the others
  std::vector<Eigen::Index> rows;
  std::vector<Eigen::Index> columns;  ///< columns of the free parameters
};

/// Least squares in coordinates, as the methods use them. Rows are the residuals followed by one
/// row per prior; columns are the free parameters. Counts evaluations and calls the caller's
/// `progress` and `stop`.
class CoordinateProblem {
 public:
  CoordinateProblem(const std::vector<Parameter>& parameters, ResidualFunction& function,
                    const SolveOptions& options);

  /// The parts of F, and F itself.
  struct Cost {
    double objective = 0.0;
    double prior = 0.0;
    double total = 0.0;
  };

  int size() const { return static_cast<int>(free_.size()); }
  int rows() const { return residuals_ + static_cast<int>(priors_.size()); }
  int residual_rows() const { return residuals_; }
  /// Returns whether F is a likelihood rather than a sum of squares (`RowKind`).
  bool scoring() const { return !kinds_.empty(); }
  /// Returns the reference for relative changes of F: F itself if it is a sum of squares; for a
  /// likelihood, which may have either sign, the absolute value, but at least 1 for each variable.
  double size_of(double cost) const { return std::max(std::abs(cost), least_size_); }
  /// Returns the reference for the F of a group.
  double size_of(double cost, std::size_t group) const {
    return std::max(std::abs(cost), least_sizes_[group]);
  }
  /// Returns the groups, in the order of their first parameters; groups whose parameters are all
  /// held have no columns.
  const std::vector<ParameterGroup>& groups() const { return groups_; }
  std::size_t group_of(std::size_t parameter) const { return group_of_parameter_[parameter]; }
  const Coordinate& coordinate(int column) const { return coordinates_[free_[column]]; }
  double lower(int column) const { return coordinate(column).lower(); }
  double upper(int column) const { return coordinate(column).upper(); }

  /// Writes the rows at `z`; returns false if the model cannot be evaluated.
  bool evaluate(const double* z, double* rows);
  /// Writes the rows and d row / d z, row-major.
  bool evaluate(const double* z, double* rows, double* jacobian);
  /// Writes the rows, and for each group the derivatives of its rows with respect to its columns.
  bool evaluate(const double* z, double* rows, std::vector<RowMatrix>& jacobian);
  Cost cost(const double* rows) const;
  /// Returns F of each group, which includes the rows that do not depend on any parameter.
  std::vector<double> group_costs(const double* rows) const;

  /// Sets all parameters to physical values; `held` parameters have no columns from then on.
  void set(const std::vector<double>& physical, const std::vector<bool>& held);
  /// Returns the coordinates of the free parameters.
  std::vector<double> coordinates() const;
  /// Returns all parameters; the free ones are at `z`.
  std::vector<double> physical(const double* z) const;
  /// Writes the rows at exactly the parameters that were set.
  bool evaluate_here(double* rows);
  /// Writes dF/dp of all parameters, held or not, and the rows, at the parameters that were set.
  bool gradient_here(std::vector<double>& gradient, double* rows);
  /// Returns the indices of the free parameters.
  const std::vector<std::size_t>& free() const { return free_; }
  /// Returns for every parameter whether it is held.
  std::vector<bool> held() const;
  const Coordinate& coordinate_of(std::size_t parameter) const { return coordinates_[parameter]; }

  /// Counts an accepted step; returns false if the caller requests the end.
  bool report(double cost);
  /// Returns whether the caller requests the end between accepted steps.
  bool stopped() const { return options_.stop && options_.stop(); }

  bool exhausted() const { return evaluations_ >= options_.max_evaluations; }
  int iterations() const { return iterations_; }
  int evaluations() const { return evaluations_; }
  int jacobians() const { return jacobians_; }
  const SolveOptions& options() const { return options_; }

 private:
  struct PriorRow {
    std::size_t parameter;
    Prior prior;
  };

  static constexpr int kNoGroup = -1;

  bool residuals_at(const std::vector<double>& p, double* rows, double* jacobian);
  void find_groups();
  void add_row(int group);
  void add_to_groups(int row, double value, std::vector<double>& sums) const;
  double share_of(int row, double value) const;
  void find_columns();
  std::vector<double> slopes_at(const double* z) const;
  RowKind kind_of(int row) const {
    return kinds_.empty() ? RowKind::Squared : kinds_[static_cast<std::size_t>(row)];
  }

  ResidualFunction& function_;
  SolveOptions options_;
  int residuals_;
  std::vector<RowKind> kinds_;
  double least_size_ = 0.0;
  RowPattern pattern_;
  std::vector<ParameterGroup> groups_;
  std::vector<std::size_t> group_of_parameter_;
  std::vector<int> group_of_row_;
  std::vector<double> least_sizes_;  // by group
  std::vector<Coordinate> coordinates_;
  std::vector<PriorRow> priors_;
  std::vector<double> physical_;
  std::vector<std::size_t> free_;
  // by parameter: position among all columns, and among those of its group
  std::vector<int> column_of_, place_of_;
  std::vector<double> entries_;  // entries of the Jacobian with respect to all parameters, physical
  int iterations_ = 0;
  int evaluations_ = 0;
  int jacobians_ = 0;
};

/// Returns whether all numbers of an array are finite.
bool all_finite(const double* values, std::size_t count);

/// The end of the fit of a group.
struct GroupEnd {
  std::size_t group = 0;
  Status status = Status::Failed;
  std::string message;
  std::optional<RejectedStep> rejected{};  ///< if no decrease was found
};

/// The end of a method, in the coordinates of the free parameters.
struct Minimum {
  Status status = Status::Failed;
  std::string message;
  std::vector<double> z;
  double cost = std::numeric_limits<double>::infinity();  ///< F
  /// Ends of the groups with free parameters; if empty, all groups ended like this method.
  std::vector<GroupEnd> ends{};
};

}  // namespace hearth::estimation
