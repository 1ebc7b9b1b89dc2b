// SPDX-License-Identifier: MIT
#include "hearth/estimation/control/nonlinear_program.hpp"

#include <algorithm>
#include <cmath>

#include "hearth/framework/base/error.hpp"

#ifdef HEARTH_WITH_IPOPT
#include <IpIpoptApplication.hpp>
#include <IpTNLP.hpp>
#endif

namespace hearth {

#ifdef HEARTH_WITH_IPOPT

namespace {

using Ipopt::Index;
using Ipopt::Number;

constexpr double kNoBound = 2e19;  // beyond the number that Ipopt interprets as infinite

/// A program with the interface of Ipopt.
class IpoptProgram final : public Ipopt::TNLP {
 public:
  IpoptProgram(NonlinearProgram& program, const std::vector<double>& start,
               const ProgramOptions& options)
      : program_(program), start_(start), options_(options) {
    result.x = start;
    find_scales();
  }

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian,
                    IndexStyleEnum& style) override {
    n = static_cast<Index>(start_.size());
    m = static_cast<Index>(program_.constraints().lower.size());
    jacobian = static_cast<Index>(program_.pattern().size());
    hessian = 0;
    style = TNLP::C_STYLE;
    return true;
  }

  bool get_bounds_info(Index, Number* x_l, Number* x_u, Index, Number* g_l, Number* g_u) override {
    copy_bounds(program_.variables(), x_l, x_u);
    copy_bounds(program_.constraints(), g_l, g_u);
    return true;
  }

  bool get_scaling_parameters(Number& objective, bool& use_x, Index n, Number* x, bool& use_g,
                              Index m, Number* g) override {
    objective = objective_scale_;
    use_x = use_g = true;
    std::copy_n(x_scales_.begin(), n, x);
    std::copy_n(g_scales_.begin(), m, g);
    return true;
  }

  bool get_starting_point(Index, bool, Number* x, bool, Number*, Number*, Index, bool,
                          Number*) override {
    std::copy(start_.begin(), start_.end(), x);
    return true;
  }

  bool eval_f(Index n, const Number* x, bool is_new, Number& f) override {
    if (!find_values(n, x, is_new)) return false;
    f = objective_;
    return true;
  }
  bool eval_g(Index n, const Number* x, bool is_new, Index, Number* g) override {
    if (!find_values(n, x, is_new)) return false;
    std::copy(constraints_.begin(), constraints_.end(), g);
    return true;
  }
  bool eval_grad_f(Index n, const Number* x, bool is_new, Number* gradient) override {
    if (!find_derivatives(n, x, is_new)) return false;
    std::copy(gradient_.begin(), gradient_.end(), gradient);
    return true;
  }
  bool eval_jac_g(Index n, const Number* x, bool is_new, Index, Index, Index* rows, Index* columns,
                  Number* values) override {
    if (values == nullptr) {
      for (const auto& [row, column] : program_.pattern()) {
        *rows++ = row;
        *columns++ = column;
      }
      return true;
    }
    if (!find_derivatives(n, x, is_new)) return false;
    std::copy(jacobian_.begin(), jacobian_.end(), values);
    return true;
  }

  bool intermediate_callback(Ipopt::AlgorithmMode, Index iteration, Number objective, Number,
                             Number, Number, Number, Number, Number, Number, Index,
                             const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    result.iterations = iteration;
    return !options_.progress || options_.progress(iteration, objective);
  }

  void finalize_solution(Ipopt::SolverReturn status, Index n, const Number* x, const Number*,
                         const Number*, Index, const Number*, const Number*, Number objective,
                         const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    result.status = status_of(status);
    result.x.assign(x, x + n);
    result.objective = objective;
    if (result.status == ProgramStatus::Solved || best_.empty()) return;
    const bool interrupted = result.status == ProgramStatus::Interrupted;
    if (!interrupted) result.status = ProgramStatus::Stopped;
    result.x = best_;
    result.objective = best_objective_;
  }

  ProgramResult result;

 private:
  static void copy_bounds(const NonlinearProgram::Bounds& bounds, Number* lower, Number* upper) {
    const auto finite = [](double value) { return std::clamp(value, -kNoBound, kNoBound); };
    std::transform(bounds.lower.begin(), bounds.lower.end(), lower, finite);
    std::transform(bounds.upper.begin(), bounds.upper.end(), upper, finite);
  }

  static ProgramStatus status_of(Ipopt::SolverReturn status) {
    switch (status) {
      case Ipopt::SUCCESS:
      case Ipopt::STOP_AT_ACCEPTABLE_POINT:
      case Ipopt::FEASIBLE_POINT_FOUND:
        return ProgramStatus::Solved;
      case Ipopt::MAXITER_EXCEEDED:
      case Ipopt::CPUTIME_EXCEEDED:
      case Ipopt::STOP_AT_TINY_STEP:
        return ProgramStatus::Stopped;
      case Ipopt::USER_REQUESTED_STOP:
        return ProgramStatus::Interrupted;
      case Ipopt::LOCAL_INFEASIBILITY:
        return ProgramStatus::Infeasible;
      default:
        return ProgramStatus::Failed;
    }
  }

  /// Returns the largest scaled violation.
  double violation(const Number* g) const {
    double largest = 0.0;
    const NonlinearProgram::Bounds& bounds = program_.constraints();
    for (std::size_t i = 0; i < bounds.lower.size(); ++i) {
      largest = std::max({largest, g_scales_[i] * (bounds.lower[i] - g[i]),
                          g_scales_[i] * (g[i] - bounds.upper[i])});
    }
    return largest;
  }

  /// Scales objective and constraints so that their largest derivatives at the start are 1, and
  /// violations with their constraints, because a common factor has no effect.
  void find_scales() {
    x_scales_.assign(start_.size(), 1.0);
    g_scales_.assign(program_.constraints().lower.size(), 1.0);
    std::vector<double> gradient, jacobian;
    if (!program_.differentiate(start_, gradient, jacobian)) return;
    const auto leading = static_cast<std::size_t>(program_.leading());
    std::vector<double> slopes(g_scales_.size(), 0.0);
    const auto& pattern = program_.pattern();
    for (std::size_t p = 0; p < pattern.size(); ++p) {
      const auto row = static_cast<std::size_t>(pattern[p].first);
      if (static_cast<std::size_t>(pattern[p].second) >= leading) continue;
      slopes[row] = std::max(slopes[row], std::abs(jacobian[p]));
    }
    // A constraint with small derivatives at the start may have larger ones elsewhere.
    constexpr double kLeast = 1e-3;
    const double steepest = slopes.empty() ? 0.0 : *std::max_element(slopes.begin(), slopes.end());
    for (std::size_t row = 0; row < slopes.size() && steepest > 0.0; ++row) {
      g_scales_[row] = 1.0 / std::max(slopes[row], kLeast * steepest);
    }
    for (const auto& [row, column] : pattern) {
      const auto c = static_cast<std::size_t>(column);
      if (c >= leading) x_scales_[c] = g_scales_[static_cast<std::size_t>(row)];
    }
    // If decisions have little effect on the cost at the start, their effect on violations counts
    // as well.
    constexpr double kShare = 0.01;
    double size = 0.0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const double weight = i < leading ? 1.0 : kShare / x_scales_[i];
      size = std::max(size, weight * std::abs(gradient[i]));
    }
    if (size > 0.0) objective_scale_ = 1.0 / size;
  }

  /// No exception may pass through the solver.
  bool find_values(Index n, const Number* x, bool is_new) {
    take(n, x, is_new);
    if (known_) return true;
    known_ = program_.evaluate(x_, objective_, constraints_);
    if (known_) keep_best();
    return known_;
  }
  /// Keeps the best feasible point, in case the solver cannot continue.
  void keep_best() {
    if (!best_.empty() && objective_ >= best_objective_) return;
    if (violation(constraints_.data()) > options_.tolerance) return;
    best_ = x_;
    best_objective_ = objective_;
  }
  bool find_derivatives(Index n, const Number* x, bool is_new) {
    take(n, x, is_new);
    if (!differentiated_) differentiated_ = program_.differentiate(x_, gradient_, jacobian_);
    return differentiated_;
  }
  void take(Index n, const Number* x, bool is_new) {
    if (!is_new && !x_.empty()) return;
    x_.assign(x, x + n);
    known_ = differentiated_ = false;
  }

  NonlinearProgram& program_;
  const std::vector<double>& start_;
  const ProgramOptions& options_;
  std::vector<double> x_;
  bool known_ = false, differentiated_ = false;
  double objective_ = 0.0;
  std::vector<double> constraints_, gradient_, jacobian_;
  double objective_scale_ = 1.0;
  std::vector<double> x_scales_, g_scales_;
  std::vector<double> best_;
  double best_objective_ = 0.0;
};

}  // namespace

bool has_nonlinear_solver() { return true; }

ProgramResult solve(NonlinearProgram& program, const std::vector<double>& start,
                    const ProgramOptions& options) {
  Ipopt::SmartPtr<IpoptProgram> adapted = new IpoptProgram(program, start, options);
  Ipopt::SmartPtr<Ipopt::IpoptApplication> application = new Ipopt::IpoptApplication(false, false);
  const auto& settings = application->Options();
  settings->SetIntegerValue("print_level", 0);
  settings->SetStringValue("sb", "yes");  // no banner
  settings->SetStringValue("linear_solver", "mumps");
  settings->SetStringValue("hessian_approximation", "limited-memory");
  settings->SetStringValue("mu_strategy", "adaptive");
  settings->SetNumericValue("bound_relax_factor", 0.0);
  settings->SetNumericValue("tol", options.tolerance);
  settings->SetNumericValue("acceptable_tol", 10.0 * options.tolerance);
  settings->SetStringValue("nlp_scaling_method", "user-scaling");
  // Only the tolerance of the scaled program applies, which does not depend on units.
  for (const char* unscaled :
       {"dual_inf_tol", "constr_viol_tol", "compl_inf_tol", "acceptable_dual_inf_tol",
        "acceptable_constr_viol_tol", "acceptable_compl_inf_tol"}) {
    settings->SetNumericValue(unscaled, 1e30);
  }
  settings->SetIntegerValue("max_iter", options.max_iterations);
  // Does not read ipopt.opt from the working directory.
  if (application->Initialize("") != Ipopt::Solve_Succeeded) return adapted->result;
  application->OptimizeTNLP(Ipopt::SmartPtr<Ipopt::TNLP>(Ipopt::GetRawPtr(adapted)));
  return adapted->result;
}

#else

bool has_nonlinear_solver() { return false; }

ProgramResult solve(NonlinearProgram&, const std::vector<double>&, const ProgramOptions&) {
  throw InputError(
      "control.solver_missing", {},
      "this build does not include Ipopt; install coinor-libipopt-dev and build Hearth again");
}

#endif

}  // namespace hearth
