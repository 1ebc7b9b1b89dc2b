// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/solver/row_pattern.hpp"
#include "hearth/framework/base/error.hpp"

/// Bounded nonlinear least squares: parameters p within [min, max] that minimise
///
///     F(p) = Σ loss(r_i(p)²) + Σ ((p_j - mean_j) / sd_j)²
///
/// over the residuals r and, if there are any, the priors. There is no factor 1/2. The functions
/// here do not depend on a simulation. Parameters, bounds, priors and results are physical,
/// whatever coordinate is used.
///
/// Likelihoods of normal variables whose variance depends on the parameters are minimised in the
/// same way (`RowKind`).
namespace hearth::estimation {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The coordinate in which a parameter is varied.
enum class Scale {
  Linear,  ///< p, divided by a typical magnitude
  Log,     ///< ln p; needs min > 0
  Logit,   ///< ln((p - min) / (max - p)); needs two finite bounds
};

/// Prior knowledge of a parameter: a normal distribution in physical units.
struct Prior {
  double mean = 0.0;
  double sd = 1.0;
};

/// A parameter of a search. All numbers are physical; an infinite bound means that there is none.
struct Parameter {
  std::string name;
  double initial = 0.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::optional<Scale> scale;  ///< none: Log if min > 0, otherwise Linear
  std::optional<Prior> prior;
  /// Whether the parameter is a standard deviation that may be 0. Its lower bound represents 0. F
  /// does not change any more at values far above the bound, so that a search may end at any of
  /// them.
  bool may_vanish = false;
};

/// The place of a residual. Residuals of one series in one stretch are in chronological order, and
/// their noise may be correlated.
struct ResidualPlace {
  int series = 0;   ///< number of the series, from 0; one for each measured quantity
  int stretch = 0;  ///< independent parts of a series
  double time = 0.0;
};

/// The contribution of a row to F and to its gradient.
///
/// Minus twice the log-likelihood of independent normal variables e with variances S is, up to a
/// constant, F = Σ ln S + e²/S. Each variable has three rows,
///
///     e/√S (Squared)    ln S (Value)    (1 - e²/S)/√2 (Slope)
///
/// with the derivatives ∂e/√S, 0 and ∂ln S/√2. Then 2 Jᵀr is exactly the gradient of F, and JᵀJ is
/// Fisher's information: Gauss-Newton steps are those of the method of scoring, and (JᵀJ)⁻¹ is the
/// covariance of the estimate.
enum class RowKind : signed char {
  Squared,  ///< the square of the row in F; a residual in the gradient
  Value,    ///< the value of the row in F; nothing in the gradient
  Slope,    ///< nothing in F; a residual in the gradient
};

/// The model and its measurements. A solver calls `evaluate` from one thread, any number of times.
class ResidualFunction {
 public:
  virtual ~ResidualFunction() = default;

  /// Returns the number of residuals, which never changes.
  virtual int residuals() const = 0;

  /// Returns the parameters on which each residual can depend, whatever their values; if nothing is
  /// returned, every residual can depend on all parameters. Parameters without a residual in common
  /// are fitted independently of each other.
  virtual std::optional<RowPattern> pattern() const { return std::nullopt; }

  /// Writes the residuals at the physical parameters `p` and, unless `jacobian` is null, their
  /// derivatives by the physical parameters. These are stored as in `pattern`, or without a pattern
  /// in row-major order, residuals x parameters. Both arrays belong to the caller. Returns false if
  /// the model cannot be evaluated; numbers that are not finite have the same meaning. In both
  /// cases, the solver shortens its step.
  virtual bool evaluate(const double* p, double* residuals, double* jacobian) = 0;

  /// Returns the places of all residuals, in ascending time within a series and stretch. An empty
  /// result means that residuals are independent of each other.
  virtual std::vector<ResidualPlace> places() const { return {}; }

  /// Returns the kind of each row; if empty, all rows are residuals. Rows of other kinds require
  /// the solver Trf (or Auto) and the loss Squared, and have no places.
  virtual std::vector<RowKind> kinds() const { return {}; }
};

/// The solver. Auto starts with Trf because of its results for the measured one-room model (14
/// parameters, 7 of them at bounds at the optimum, derivatives by differences): Trf reaches
/// 862.8265 with 49 evaluations and 38 Jacobians, Ceres stops at 865.03 (Levenberg-Marquardt, 146
/// and 442) or 911.59 (dogleg, 334 and 926).
enum class Solver {
  Auto,   ///< Trf; if it does not converge, Ceres continues and the better result counts
  Ceres,  ///< the trust-region methods of Ceres
  Trf,    ///< the trust-region reflective method
};

/// The trust-region method of Ceres.
enum class CeresStrategy { LevenbergMarquardt, Dogleg };

/// The contribution of a residual to F, with x = (r / scale)²:
///
///     Squared   r²                Huber    scale² (x <= 1 ? x : 2 √x - 1)
///     SoftL1    scale² 2 (√(1 + x) - 1)    Cauchy   scale² ln(1 + x)
///
/// Priors always count squared.
struct Loss {
  enum class Kind { Squared, Huber, SoftL1, Cauchy };
  Kind kind = Kind::Squared;
  double scale = 1.0;  ///< residual beyond which outliers lose weight
};

/// The options of `solve`. A search has converged if one of the three tolerances is met.
struct SolveOptions {
  Solver solver = Solver::Auto;
  CeresStrategy ceres_strategy = CeresStrategy::LevenbergMarquardt;
  Loss loss;
  double ftol = 1e-10;  ///< relative decrease of F in a step that the model predicted well
  double xtol = 1e-10;  ///< relative change of every parameter in its coordinate
  double gtol = 1e-10;  ///< gradient times the distance to its bound (at most 1), relative to F
  int max_evaluations = 1000;  ///< evaluations of the residuals; Jacobians do not count
  /// Called after every accepted step with F; false ends the search.
  std::function<bool(int iteration, double cost)> progress{};
  /// Called between evaluations; true ends the search at the best point so far. A ResidualFunction
  /// can call the same function to end a long evaluation as a failed one.
  std::function<bool()> stop{};

  /// Sets `ftol`, `xtol` and `gtol` to the same number.
  void set_tolerance(double tolerance) { ftol = xtol = gtol = tolerance; }
};

/// The end of a search.
enum class Status {
  Converged,  ///< a tolerance is met
  /// The evaluations are used up, or no decrease was found although the gradient indicates one.
  Stopped,
  Failed,       ///< the model cannot be evaluated at the start
  Interrupted,  ///< `progress` or `stop` ended the search
};

/// A bound of a parameter.
enum class Bound { None, Lower, Upper };

/// A step along which F does not decrease although its derivatives indicate a decrease.
struct RejectedStep {
  std::vector<double> from, to;  ///< all parameters, physical
};

/// The result of a search. If the search failed, the parameters are those of the start and the
/// costs are infinite.
struct Summary {
  Status status = Status::Failed;
  std::string message;
  std::string method;              ///< `trf` or `ceres`: the method that found the point
  std::vector<double> parameters;  ///< physical, within their bounds
  /// The bound that a parameter equals at the end, or `None`. `solve` may move a parameter to a
  /// bound; see there.
  std::vector<Bound> at_bound;
  /// F at the start, without loss and priors: the sum of squares if all rows are residuals.
  double objective_initial = 0.0;
  double objective_final = 0.0;
  double prior_initial = 0.0;  ///< Σ ((p - mean) / sd)²
  double prior_final = 0.0;
  double cost_initial = 0.0;  ///< F with loss and priors
  double cost_final = 0.0;
  int iterations = 0;   ///< number of accepted steps
  int evaluations = 0;  ///< number of evaluations of residuals alone
  int jacobians = 0;    ///< number of evaluations of residuals with derivatives
  /// The last steps of groups of parameters that found no decrease.
  std::vector<RejectedStep> rejected_steps{};
};

/// Shape of an interval that is not symmetric about the estimate of its parameter.
struct IntervalShape {
  double centre = 0.0;    ///< physical
  double widening = 1.0;  ///< factor of the standard deviation
  double degrees = 0.0;   ///< degrees of freedom of Student's t
};

/// Derivatives of residuals by physical parameters, and the residuals themselves.
struct Jacobian {
  int rows = 0;
  int columns = 0;
  std::vector<double> values;  ///< stored as in `pattern`; none: row-major
  std::vector<double> residuals{};
  std::vector<ResidualPlace> places{};  ///< places of the residuals; none: they are independent
  std::vector<RowKind> kinds{};         ///< kinds of the rows; none: all are residuals
  /// Half the second derivatives of F without priors, by physical parameters (row-major), if they
  /// are known more accurately than by JᵀJ; 0 for parameters at a bound. Otherwise empty.
  std::vector<double> information{};
  /// Shapes of the intervals of all parameters; empty: intervals follow from the standard
  /// deviations.
  std::vector<IntervalShape> shapes{};
  std::optional<RowPattern> pattern{};  ///< pattern of `values`

  /// Returns the pattern by which `values` are stored.
  RowPattern layout() const { return pattern ? *pattern : RowPattern(rows, columns); }
};

/// Returns the problems of a set of parameters; empty if it is valid.
Diagnostics validate(const std::vector<Parameter>& parameters);

/// Minimises F from the initial values. Throws InputError if `validate` finds errors.
///
/// Trf fits parameters without a residual in common (`ResidualFunction::pattern`) in parallel. Each
/// group of them accepts and rejects its own steps and ends independently, while one evaluation
/// serves all groups. An iteration is a step of each group that has not ended; the search has
/// converged if all groups have.
///
/// A method approaches bounds from inside. Afterwards, parameters are moved to bounds: a parameter
/// whose distance to a bound is at most 2 % of its range in the coordinate, and whose cost
/// decreases towards the bound, is set to the bound if that does not increase F. The others are
/// fitted again, and parameters whose cost decreases away from their bound are released.
Summary solve(const std::vector<Parameter>& parameters, ResidualFunction& function,
              const SolveOptions& options = {});

/// Returns the Jacobian at physical parameters, or nothing if it cannot be evaluated there.
std::optional<Jacobian> evaluate_jacobian(ResidualFunction& function,
                                          const std::vector<double>& parameters);

/// Evaluates the residuals of a function with that pattern, and writes their derivatives in
/// row-major order, residuals x parameters.
bool evaluate_dense(ResidualFunction& function, const std::optional<RowPattern>& pattern,
                    const std::vector<double>& parameters, double* residuals, double* jacobian);

}  // namespace hearth::estimation
