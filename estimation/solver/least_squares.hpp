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
/// over the residuals r and, where given, the priors. There is no factor 1/2. Nothing here knows a
/// simulation; parameters, bounds, priors and results are physical whatever coordinate is used.
///
/// Likelihoods of normal variables whose variance depends on the parameters are minimised likewise
/// (`RowKind`).
namespace hearth::estimation {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The coordinate in which a parameter is varied.
enum class Scale {
  Linear,  ///< p, divided by a typical magnitude
  Log,     ///< ln p; needs min > 0
  Logit,   ///< ln((p - min) / (max - p)); needs two finite bounds
};

/// What is known about a parameter beforehand: a normal distribution in physical units.
struct Prior {
  double mean = 0.0;
  double sd = 1.0;
};

struct Parameter {
  std::string name;
  double initial = 0.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::optional<Scale> scale;  ///< none: Log where min > 0, otherwise Linear
  std::optional<Prior> prior;
  /// A standard deviation that may be 0, of which the lower bound takes the place: F no longer
  /// changes long before that, so that a search ends anywhere.
  bool may_vanish = false;
};

/// Where a residual stands: those of one series in one stretch follow each other in time, and noise
/// may reach from one to the next.
struct ResidualPlace {
  int series = 0;   ///< from 0; one for each measured quantity
  int stretch = 0;  ///< parts of a series that have nothing in common
  double time = 0.0;
};

/// How a row counts in F and in its gradient.
///
/// Minus twice the log-likelihood of independent normal variables e with variances S, except for a
/// constant, is F = Σ ln S + e²/S. Each variable has three rows,
///
///     e/√S (Squared)    ln S (Value)    (1 - e²/S)/√2 (Slope)
///
/// with derivatives ∂e/√S, 0 and ∂ln S/√2. Then 2 Jᵀr is the gradient of F, exactly, and JᵀJ is
/// the information of Fisher: steps of Gauss and Newton are those of the method of scoring, and
/// (JᵀJ)⁻¹ is the covariance of the estimate.
enum class RowKind : signed char {
  Squared,  ///< its square in F, a residual in the gradient
  Value,    ///< itself in F, nothing in the gradient
  Slope,    ///< nothing in F, a residual in the gradient
};

/// The model and its measurements. A solver calls `evaluate` from one thread, any number of times.
class ResidualFunction {
 public:
  virtual ~ResidualFunction() = default;

  /// Returns the number of residuals; the same at all times.
  virtual int residuals() const = 0;

  /// Returns which parameters each residual may depend on, whatever their values; none: all on all.
  /// Parameters that have no residual in common are then fitted independently of each other.
  virtual std::optional<RowPattern> pattern() const { return std::nullopt; }

  /// Writes the residuals at the physical parameters `p` and, unless `jacobian` is null, their
  /// derivatives by the physical parameters, stored as in `pattern` (none: row-major, residuals x
  /// parameters). Both arrays belong to the caller. Returns false where the model cannot be
  /// evaluated; numbers that are not finite mean the same. The solver then shortens its step.
  virtual bool evaluate(const double* p, double* residuals, double* jacobian) = 0;

  /// Returns the places of all residuals, in a series and stretch by rising time; none: residuals
  /// are independent of each other.
  virtual std::vector<ResidualPlace> places() const { return {}; }

  /// Returns how each row counts; none: all are residuals. Rows of other kinds need the solver Trf
  /// (Auto) and the loss Squared; they have no places.
  virtual std::vector<RowKind> kinds() const { return {}; }
};

/// Why Auto starts with Trf: on the measured one room (14 parameters, 7 of them on bounds at the
/// optimum, derivatives by differences) Trf reaches 862.8265 with 49 evaluations and 38 Jacobians,
/// Ceres stops at 865.03 (Levenberg-Marquardt, 146 and 442) or 911.59 (dogleg, 334 and 926).
enum class Solver {
  Auto,   ///< Trf; if it does not converge, Ceres continues and the better of the two counts
  Ceres,  ///< the trust-region methods of Ceres
  Trf,    ///< the trust-region reflective method
};

enum class CeresStrategy { LevenbergMarquardt, Dogleg };

/// How much a residual counts, with x = (r / scale)²:
///
///     Squared   r²                Huber    scale² (x <= 1 ? x : 2 √x - 1)
///     SoftL1    scale² 2 (√(1 + x) - 1)    Cauchy   scale² ln(1 + x)
///
/// Priors always count squared.
struct Loss {
  enum class Kind { Squared, Huber, SoftL1, Cauchy };
  Kind kind = Kind::Squared;
  double scale = 1.0;  ///< the residual from which on outliers lose weight
};

struct SolveOptions {
  Solver solver = Solver::Auto;
  CeresStrategy ceres_strategy = CeresStrategy::LevenbergMarquardt;
  Loss loss;
  double ftol = 1e-10;  ///< relative decrease of F in a step that the model predicted well
  double xtol = 1e-10;  ///< relative change of every parameter in its coordinate
  double gtol = 1e-10;  ///< gradient times the distance to its bound (at most 1), relative to F
  int max_evaluations = 1000;  ///< of the residuals; Jacobians are not counted
  /// Called after every accepted step with F; returning false ends the solve.
  std::function<bool(int iteration, double cost)> progress{};

  /// Sets `ftol`, `xtol` and `gtol` to one number.
  void set_tolerance(double tolerance) { ftol = xtol = gtol = tolerance; }
};

enum class Status {
  Converged,    ///< a tolerance is met
  Stopped,      ///< evaluations used up, or no decrease found although the gradient promises one
  Failed,       ///< the model cannot be evaluated at the start
  Interrupted,  ///< `progress` asked for it
};

enum class Bound { None, Lower, Upper };

/// A step along which derivatives promise that F falls, but it does not fall.
struct RejectedStep {
  std::vector<double> from, to;  ///< all parameters, physical
};

/// The result of a solve. Where it failed, the parameters are the start and the costs infinite.
struct Summary {
  Status status = Status::Failed;
  std::string message;
  std::string method;              ///< `trf` or `ceres`: the method whose point this is
  std::vector<double> parameters;  ///< physical, within their bounds
  /// A parameter is at a bound when it equals it; `solve` notes when it is put there.
  std::vector<Bound> at_bound;
  double objective_initial = 0.0;  ///< F at the start without loss and priors, such as Σ r²
  double objective_final = 0.0;
  double prior_initial = 0.0;  ///< Σ ((p - mean) / sd)²
  double prior_final = 0.0;
  double cost_initial = 0.0;  ///< F: with loss and priors
  double cost_final = 0.0;
  int iterations = 0;   ///< accepted steps
  int evaluations = 0;  ///< residuals alone
  int jacobians = 0;    ///< residuals with derivatives
  /// The last steps of groups of parameters that found no decrease.
  std::vector<RejectedStep> rejected_steps{};
};

/// What the interval of a parameter is made of, if it is not symmetric about the estimate.
struct IntervalShape {
  double centre = 0.0;    ///< physical
  double widening = 1.0;  ///< of the standard deviation
  double degrees = 0.0;   ///< of freedom of Student's t
};

/// Derivatives of residuals by physical parameters, and the residuals themselves.
struct Jacobian {
  int rows = 0;
  int columns = 0;
  std::vector<double> values;  ///< stored as in `pattern`; none: row-major
  std::vector<double> residuals{};
  std::vector<ResidualPlace> places{};  ///< of the residuals; none: they are independent
  std::vector<RowKind> kinds{};         ///< of the rows; none: all are residuals
  /// Half the second derivatives of F without priors, by physical parameters (row-major), if
  /// they are known better than by JᵀJ; 0 for parameters at a bound. Otherwise empty.
  std::vector<double> information{};
  /// Of the intervals of all parameters; none: as the standard deviations say.
  std::vector<IntervalShape> shapes{};
  std::optional<RowPattern> pattern{};  ///< of `values`

  /// Returns the pattern that `values` are stored by.
  RowPattern layout() const { return pattern ? *pattern : RowPattern(rows, columns); }
};

/// Returns what is wrong with a set of parameters; nothing if they can be solved for.
Diagnostics validate(const std::vector<Parameter>& parameters);

/// Minimises F from the initial values. Throws InputError where `validate` finds errors.
///
/// Trf fits parameters that have no residual in common (`ResidualFunction::pattern`) side by side:
/// each group of them takes and rejects its own steps and ends by itself, as alone, while one
/// evaluation serves all. An iteration is a step of each group that has not ended; the whole has
/// converged if all groups have.
///
/// A method approaches bounds from inside. Afterwards every parameter within 2 % of a bound (of its
/// range in the coordinate) whose cost falls towards it is put exactly on the bound if that does
/// not raise F, the others are solved again, and what then wants to leave its bound is released.
Summary solve(const std::vector<Parameter>& parameters, ResidualFunction& function,
              const SolveOptions& options = {});

/// Returns the Jacobian at physical parameters, or nothing where it cannot be evaluated.
std::optional<Jacobian> evaluate_jacobian(ResidualFunction& function,
                                          const std::vector<double>& parameters);

/// Evaluates residuals of a function with that pattern, and writes derivatives row-major, residuals
/// x parameters.
bool evaluate_dense(ResidualFunction& function, const std::optional<RowPattern>& pattern,
                    const std::vector<double>& parameters, double* residuals, double* jacobian);

}  // namespace hearth::estimation
