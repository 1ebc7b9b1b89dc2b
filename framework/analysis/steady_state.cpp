// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/framework/analysis/steady_state_equations.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

using Point = SteadyStateEquations::Point;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns the relative residual of a condition of this size; without a size it must be 0.
double relative(double residual, double size) {
  if (residual == 0.0) return 0.0;
  return size > 0.0 ? std::abs(residual) / size : kInfinity;
}

/// One search: a method, then refined by Newton's method as far as rounding allows.
class Search {
 public:
  Search(SteadyStateEquations& equations, const SteadyStateMethod& method)
      : equations_(equations), method_(method), z_(equations.start()) {}

  SteadyState run(const std::string& name) {
    constexpr int kRounds = 4;
    for (int round = 0; !met() && round < kRounds; ++round) {
      if (!leave_singular_point()) break;
      iterations_ += method_(equations_, usable_sizes(), z_);
      refine();
    }
    refine();
    if (!met()) fail();
    equations_.move_to(z_.data());
    SteadyState found = report();
    found.method = name;
    return found;
  }

 private:
  Eigen::VectorXd relative_residuals() const {
    const Eigen::VectorXd sizes = equations_.sizes(z_, point_.jacobian);
    Eigen::VectorXd result(equations_.conditions());
    for (Eigen::Index i = 0; i < result.size(); ++i) {
      result[i] = relative(point_.residuals[i], sizes[i]);
    }
    return result;
  }

  double worst() const { return relative_residuals().maxCoeff(); }

  bool inside(const Eigen::VectorXd& z) const {
    for (int j = 0; j < equations_.unknowns(); ++j) {
      if (z[j] < equations_.lower(j) || z[j] > equations_.upper(j)) return false;
    }
    return true;
  }

  bool met() {
    return equations_.differentiate(z_.data(), point_) && inside(z_) &&
           worst() <= equations_.problem().tolerance;
  }

  /// Returns sizes for the method: finite and above 0.
  Eigen::VectorXd usable_sizes() const {
    Eigen::VectorXd sizes = equations_.sizes(z_, point_.jacobian);
    for (Eigen::Index i = 0; i < sizes.size(); ++i) {
      if (sizes[i] > 0.0 && std::isfinite(sizes[i])) continue;
      const double residual = std::abs(point_.residuals[i]);
      sizes[i] = residual > 0.0 ? residual : 1.0;
    }
    return sizes;
  }

  /// Counts values that are not finite at a point; all values if the model has none.
  Eigen::Index non_finite_count(const Eigen::VectorXd& z) {
    const Eigen::Index all = equations_.conditions() * (equations_.unknowns() + 1);
    if (!equations_.differentiate(z.data(), point_)) return all;
    return point_.jacobian.size() - point_.jacobian.array().isFinite().count();
  }

  /// Moves away from a point with infinite derivatives (a root at 0) or without values: moves each
  /// unknown for which this helps by the smallest of a few shares of its size, up or down.
  bool leave_singular_point() {
    constexpr int kPasses = 3;
    Eigen::Index count = non_finite_count(z_);
    for (int k = 0; count > 0 && k < kPasses * equations_.unknowns(); ++k) {
      count = move_off(k % equations_.unknowns(), count);
    }
    return non_finite_count(z_) == 0;
  }

  Eigen::Index move_off(int j, Eigen::Index count) {
    for (const double share : {1e-3, -1e-3, 1e-2, -1e-2, 1e-1, -1e-1, 1.0, -1.0}) {
      Eigen::VectorXd moved = z_;
      moved[j] += share * equations_.size(z_, j);
      if (!inside(moved)) continue;
      const Eigen::Index left = non_finite_count(moved);
      if (left >= count) continue;
      z_ = moved;
      return left;
    }
    return count;
  }

  /// Returns the step of Newton's method, the shortest in units of the sizes if there are several.
  Eigen::VectorXd newton_step() const {
    Eigen::VectorXd weights(equations_.unknowns());
    for (int j = 0; j < equations_.unknowns(); ++j) weights[j] = equations_.size(z_, j);
    const Eigen::VectorXd rows = usable_sizes().cwiseInverse();
    const Eigen::MatrixXd scaled = rows.asDiagonal() * point_.jacobian * weights.asDiagonal();
    const Eigen::VectorXd right = rows.asDiagonal() * point_.residuals;
    return -(weights.asDiagonal() * scaled.completeOrthogonalDecomposition().solve(right));
  }

  /// Takes Newton steps while each halves the residual.
  void refine() {
    constexpr int kMost = 20;
    if (equations_.unknowns() == 0 || non_finite_count(z_) > 0) return;
    double before = worst();
    for (int k = 0; k < kMost && before > 0.0; ++k) {
      const Eigen::VectorXd last = z_;
      z_ += newton_step();
      for (int j = 0; j < equations_.unknowns(); ++j) {
        z_[j] = std::min(std::max(z_[j], equations_.lower(j)), equations_.upper(j));
      }
      const double after = non_finite_count(z_) == 0 ? worst() : kInfinity;
      if (!(after <= 0.5 * before)) {
        z_ = last;
        non_finite_count(z_);  // restores its derivatives
        return;
      }
      before = after;
      ++iterations_;
    }
  }

  ActiveBound bound(int j) const {
    if (z_[j] == equations_.lower(j)) return ActiveBound::Lower;
    return z_[j] == equations_.upper(j) ? ActiveBound::Upper : ActiveBound::None;
  }

  SteadyState report() const {
    SteadyState found;
    for (int j = 0; j < equations_.unknowns(); ++j) {
      found.values.push_back({equations_.unknown_name(j), z_[j], bound(j)});
    }
    const Eigen::VectorXd left = relative_residuals();
    for (int i = 0; i < equations_.conditions(); ++i) {
      found.conditions.push_back({equations_.condition_name(i), point_.residuals[i], left[i]});
    }
    found.iterations = iterations_;
    return found;
  }

  std::vector<SteadyState::Condition> missed() const;
  [[noreturn]] void fail();

  SteadyStateEquations& equations_;
  const SteadyStateMethod& method_;
  Eigen::VectorXd z_;
  Point point_;
  int iterations_ = 0;
};

/// Returns the name of a component's value within that of a condition.
std::string owner(const std::string& condition) {
  return condition.starts_with("der(") ? condition.substr(4, condition.size() - 5) : condition;
}

/// Returns the conditions that are not met, the worst first.
std::vector<SteadyState::Condition> Search::missed() const {
  std::vector<SteadyState::Condition> conditions = report().conditions;
  std::erase_if(conditions, [this](const SteadyState::Condition& condition) {
    return condition.relative <= equations_.problem().tolerance;
  });
  std::stable_sort(conditions.begin(), conditions.end(),
                   [](const auto& a, const auto& b) { return a.relative > b.relative; });
  return conditions;
}

void Search::fail() {
  constexpr std::size_t kNamed = 3;
  const bool known = equations_.differentiate(z_.data(), point_);
  equations_.move_back();
  std::string place = equations_.condition_name(0);
  std::string text = "no steady state was found";
  if (!known) text += "; the values of the model are not finite at the guess";
  for (int j = equations_.unknowns() - 1; known && j >= 0; --j) {
    const double low = equations_.lower(j), high = equations_.upper(j);
    if (z_[j] > low && z_[j] < high) continue;
    place = equations_.unknown_name(j);
    text += "; " + place + " ended at " + number_text(z_[j]) + ", a bound of [" + number_text(low) +
            ", " + number_text(high) + "]";
  }
  const std::vector<SteadyState::Condition> worst =
      known ? missed() : std::vector<SteadyState::Condition>{};
  for (std::size_t k = 0; k < std::min(kNamed, worst.size()); ++k) {
    text += (k == 0 ? "; conditions that are not met: " : ", ") + worst[k].name + " by " +
            number_text(worst[k].residual);
  }
  if (!worst.empty()) place = worst.front().name;
  throw SimulationError(
      "simulation.steady_state_not_found", Where::of_signal(owner(place)),
      text + "; set a guess nearer to the steady state, add an unknown or widen the bounds");
}

}  // namespace

double SteadyState::value(std::string_view name) const {
  std::vector<std::string> names;
  for (const Value& entry : values) {
    if (entry.name == name) return entry.value;
    names.push_back(entry.name);
  }
  throw InputError("analysis.unknown_missing", {.pointer = std::string(name)},
                   "was not an unknown of the search" + did_you_mean(name, names));
}

double SteadyState::residual() const {
  double largest = 0.0;
  for (const Condition& condition : conditions) largest = std::max(largest, condition.relative);
  return largest;
}

SteadyState search_steady_state(SteadyStateEquations& equations, const std::string& name,
                                const SteadyStateMethod& method) {
  return Search(equations, method).run(name);
}

SteadyState find_steady_state(ContinuousSimulation& simulation, const SteadyStateProblem& problem) {
  SteadyStateEquations equations(simulation, problem);
  if (equations.unknowns() != equations.conditions()) {
    throw InputError(
        "analysis.not_square", {},
        std::to_string(equations.unknowns()) + " unknowns for " +
            std::to_string(equations.conditions()) +
            " conditions; expected equal numbers; add or remove unknowns, or use estimation::trim");
  }
  if (equations.bounded()) {
    throw InputError(
        "analysis.bounds_unsupported", {},
        "Newton's method does not support bounds; remove them or use estimation::trim");
  }
  return search_steady_state(equations, "Newton", newton_search);
}

}  // namespace hearth
