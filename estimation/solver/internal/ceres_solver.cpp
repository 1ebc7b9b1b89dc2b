// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glog/logging.h>
#include <vector>

#include <ceres/ceres.h>

#include "hearth/estimation/solver/internal/solvers.hpp"

namespace hearth::estimation {
namespace {

/// All rows and free coordinates as one block. Ceres applies a loss to the square of a whole block;
/// therefore each residual is replaced by ± √loss(r²), and Ceres sums the plain squares.
class Rows final : public ceres::CostFunction {
 public:
  explicit Rows(CoordinateProblem& problem) : problem_(problem) {
    set_num_residuals(problem.rows());
    mutable_parameter_block_sizes()->push_back(problem.size());
  }

  bool Evaluate(double const* const* z, double* rows, double** jacobians) const override {
    double* jacobian = jacobians != nullptr ? jacobians[0] : nullptr;
    const bool evaluated = jacobian != nullptr ? problem_.evaluate(z[0], rows, jacobian)
                                               : problem_.evaluate(z[0], rows);
    if (evaluated && problem_.options().loss.kind != Loss::Kind::Squared) {
      apply_loss(rows, jacobian);
    }
    return evaluated;
  }

 private:
  void apply_loss(double* rows, double* jacobian) const {
    for (int row = 0; row < problem_.residual_rows(); ++row) {
      const LossValue loss = evaluate(problem_.options().loss, rows[row] * rows[row]);
      const double root = std::copysign(std::sqrt(loss.value), rows[row]);
      const double factor = root != 0.0 ? loss.first * rows[row] / root : 1.0;
      rows[row] = root;
      if (jacobian == nullptr) continue;
      double* entries = jacobian + static_cast<std::ptrdiff_t>(row) * problem_.size();
      for (int column = 0; column < problem_.size(); ++column) entries[column] *= factor;
    }
  }

  CoordinateProblem& problem_;
};

/// Reports accepted steps and ends the run at the request of the caller or at the limit.
class Watch final : public ceres::IterationCallback {
 public:
  Watch(CoordinateProblem& problem, const std::vector<double>& z)
      : problem_(problem), z_(z), accepted_(z) {}

  ceres::CallbackReturnType operator()(const ceres::IterationSummary& step) override {
    const bool accepted = step.iteration > 0 && step.step_is_successful;
    if (accepted || step.iteration == 0) {
      cost_ = 2.0 * step.cost;
      accepted_ = z_;
    }
    if (accepted && !problem_.report(2.0 * step.cost)) interrupted_ = true;
    // Aborting would discard the present point.
    const bool end = interrupted_ || problem_.exhausted();
    return end ? ceres::SOLVER_TERMINATE_SUCCESSFULLY : ceres::SOLVER_CONTINUE;
  }

  bool interrupted() const { return interrupted_; }
  /// Returns the last accepted point, and F there.
  const std::vector<double>& accepted() const { return accepted_; }
  double cost() const { return cost_; }

 private:
  CoordinateProblem& problem_;
  const std::vector<double>& z_;  // the present point
  std::vector<double> accepted_;
  bool interrupted_ = false;
  double cost_ = INFINITY;
};

ceres::Solver::Options solver_options(const SolveOptions& options) {
  constexpr int kInvalidSteps = 50;  // points in a row at which the model cannot be evaluated
  ceres::Solver::Options ceres_options;
  ceres_options.minimizer_type = ceres::TRUST_REGION;
  ceres_options.trust_region_strategy_type =
      options.ceres_strategy == CeresStrategy::Dogleg ? ceres::DOGLEG : ceres::LEVENBERG_MARQUARDT;
  ceres_options.linear_solver_type = ceres::DENSE_QR;
  ceres_options.max_num_iterations = options.max_evaluations;
  ceres_options.max_num_consecutive_invalid_steps = kInvalidSteps;
  ceres_options.function_tolerance = options.ftol;
  ceres_options.parameter_tolerance = options.xtol;
  ceres_options.gradient_tolerance = options.gtol;
  ceres_options.num_threads = 1;
  ceres_options.logging_type = ceres::SILENT;
  return ceres_options;
}

/// Returns whether F cannot decrease by more than 1 % to first order over a unit step or up to a
/// bound. A tiny step does not prove this, because all steps fail if derivatives are useless.
bool stationary(CoordinateProblem& problem, const std::vector<double>& z, double cost) {
  constexpr double kShare = 1e-2;
  std::vector<double> gradient, rows(static_cast<std::size_t>(problem.rows()));
  problem.set(problem.physical(z.data()), problem.held());
  if (!problem.gradient_here(gradient, rows.data())) return false;
  for (int column = 0; column < problem.size(); ++column) {
    const auto i = static_cast<std::size_t>(column);
    const double slope = gradient[problem.free()[i]] * problem.coordinate(column).slope(z[i]);
    const double room = slope > 0.0 ? z[i] - problem.lower(column) : problem.upper(column) - z[i];
    if (std::abs(slope) * std::min(1.0, room) > kShare * (1.0 + cost)) return false;
  }
  return true;
}

Status status_of(const ceres::Solver::Summary& summary) {
  switch (summary.termination_type) {
    case ceres::CONVERGENCE:
      return Status::Converged;
    case ceres::FAILURE:
      return summary.num_successful_steps > 0 ? Status::Stopped : Status::Failed;
    case ceres::NO_CONVERGENCE:
    case ceres::USER_FAILURE:
    case ceres::USER_SUCCESS:
      break;
  }
  return Status::Stopped;
}

void set_bounds(const CoordinateProblem& problem, double* z, ceres::Problem& ceres_problem) {
  for (int column = 0; column < problem.size(); ++column) {
    if (std::isfinite(problem.lower(column))) {
      ceres_problem.SetParameterLowerBound(z, column, problem.lower(column));
    }
    if (std::isfinite(problem.upper(column))) {
      ceres_problem.SetParameterUpperBound(z, column, problem.upper(column));
    }
  }
}

/// Keeps log messages of Ceres off stderr, unless the program has set up its log.
void silence_log() {
  static const bool once = [] {
    if (!google::IsGoogleLoggingInitialized()) FLAGS_minloglevel = google::GLOG_FATAL;
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace

Minimum minimise_ceres(CoordinateProblem& problem) {
  silence_log();
  Minimum minimum;
  minimum.z = problem.coordinates();
  ceres::Problem ceres_problem;
  ceres_problem.AddResidualBlock(new Rows(problem), nullptr, minimum.z.data());  // Ceres owns Rows
  set_bounds(problem, minimum.z.data(), ceres_problem);

  Watch watch(problem, minimum.z);
  ceres::Solver::Options options = solver_options(problem.options());
  options.callbacks.push_back(&watch);
  options.update_state_every_iteration = true;  // Ceres discards it if an evaluation is stopped
  ceres::Solver::Summary summary;
  ceres::Solve(options, &ceres_problem, &summary);
  minimum.status = status_of(summary);
  minimum.message = problem.exhausted() ? "max_evaluations reached" : summary.message;
  if (watch.interrupted() || (problem.stopped() && std::isfinite(watch.cost()))) {
    minimum.status = Status::Interrupted;
    minimum.message = "interrupted";
    minimum.z = watch.accepted();
  }
  if (minimum.status != Status::Failed) minimum.cost = watch.cost();
  if (minimum.status == Status::Converged && !stationary(problem, minimum.z, minimum.cost)) {
    minimum.status = Status::Stopped;
    minimum.message = "steps became tiny although the gradient predicts a decrease";
  }
  return minimum;
}

}  // namespace hearth::estimation
