// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/internal/loop_solver.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth {
template <class T>
LoopSolver<T>::LoopSolver(const Plan& plan, const RunInputs& inputs, const Loop& loop)
    : plan_(plan), loop_(loop) {
  for (const Stage& stage : loop.stages) {
    for (const Batch& batch : stage.batches) {
      groups_.push_back(
          {ops_of<T>(*batch.type).step, inputs.slots.data() + batch.first, batch.count});
    }
    if (stage.batches.empty()) continue;
    groups_.back().copies = stage.transfers.data();
    groups_.back().copy_count = stage.transfers.size();
  }
  std::size_t remembered = 0;
  for (const int slot : loop.slots) {
    const auto s = static_cast<std::size_t>(slot);
    const PlannedInstance& instance = plan.instances[s];
    const Counts counts = instance.type->counts(instance.sizes.data());
    remember(plan.slots[s].state, counts.state);
    remember(plan.slots[s].held, counts.held);
    remembered += static_cast<std::size_t>(counts.state + counts.held);
    for (int i = 0; i < counts.guard; ++i) sides_.push_back(plan.slots[s].side + i);
    if (plan.slots[s].stepper >= 0) steppers_.push_back(plan.slots[s].stepper);
  }
  saved_.assign(remembered, T(0.0));
  saved_sides_.assign(sides_.size(), Side::Unknown);
  saved_steppers_.resize(steppers_.size());
  const auto m = static_cast<Eigen::Index>(loop.feedback.size());
  z_.assign(loop.feedback.size(), T(0.0));
  g_ = kept_ = start_ = z_;
  r_ = r_before_ = change_ = change_r_ = Eigen::VectorXd::Zero(m);
  if (has_newton()) {
    jacobian_ = Eigen::MatrixXd::Zero(m, m);
    lu_ = Eigen::PartialPivLU<Eigen::MatrixXd>(m);
  }
  moved_r_ = moved_g_ = Eigen::MatrixXd::Zero(m, kDepth);
  g_now_ = g_before_ = Eigen::VectorXd::Zero(m);
}

template <class T>
void LoopSolver<T>::remember(int first, int count) {
  if (count == 0) return;
  if (!memory_.empty() && memory_.back().first + memory_.back().count == first) {
    memory_.back().count += count;
  } else {
    memory_.push_back({first, count});
  }
}

template <class T>
void LoopSolver<T>::save(const Simulation<T>& simulation) {
  T* to = saved_.data();
  for (const CellRange& cells : memory_) {
    for (int i = 0; i < cells.count; ++i) *to++ = simulation.state_.cells[cells.first + i];
  }
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    saved_sides_[i] = simulation.state_.sides[sides_[i]];
  }
  for (std::size_t i = 0; i < steppers_.size(); ++i) {
    saved_steppers_[i] = simulation.state_.steppers[steppers_[i]].save();
  }
}

template <class T>
void LoopSolver<T>::go_back(Simulation<T>& simulation) {
  if (simulation.tape_ != nullptr) simulation.tape_->rewind(passes_);
  const T* from = saved_.data();
  for (const CellRange& cells : memory_) {
    for (int i = 0; i < cells.count; ++i) simulation.state_.cells[cells.first + i] = *from++;
  }
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const auto side = static_cast<std::size_t>(sides_[i]);
    simulation.state_.sides[side] = saved_sides_[i];
    if (!simulation.fired_.empty()) simulation.fired_[side] = 0;
  }
  for (std::size_t i = 0; i < steppers_.size(); ++i) {
    simulation.state_.steppers[steppers_[i]].restore(saved_steppers_[i]);
  }
}

/// Takes a pass from the saved state, states and held values with the present z.
template <class T>
void LoopSolver<T>::evaluate(Simulation<T>& simulation, Frame<T>& frame) {
  go_back(simulation);
  run(simulation, frame);
}

template <class T>
void LoopSolver<T>::run(Simulation<T>& simulation, Frame<T>& frame) {
  for (std::size_t i = 0; i < z_.size(); ++i) simulation.state_.cells[loop_.feedback[i].to] = z_[i];
  if (simulation.tape_ != nullptr) {
    for (const Stage& stage : loop_.stages) simulation.run_stage(stage, frame, nullptr);
  } else {  // without the decisions of a stage, which cost as much as a small component
    for (const Group& group : groups_) {
      group.step(group.slots, group.count, frame);
      for (std::size_t i = 0; i < group.copy_count; ++i) {
        execute(group.copies[i], simulation.state_.cells);
      }
    }
  }
  for (std::size_t i = 0; i < z_.size(); ++i) {
    g_[i] = transferred(loop_.feedback[i], simulation.state_.cells);
  }
}

template <class T>
double LoopSolver<T>::residual() {
  double largest = 0.0;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const double r = value_of(g_[i]) - value_of(z_[i]);
    r_[static_cast<Eigen::Index>(i)] = r;
    const double relative = std::abs(r) / (1.0 + std::abs(value_of(z_[i])));
    largest = relative > largest || std::isnan(relative) ? relative : largest;
  }
  return largest;
}

template <class T>
double LoopSolver<T>::largest_z() const {
  double largest = 0.0;
  for (const T& z : z_) largest = std::max(largest, std::abs(value_of(z)));
  return largest;
}

template <class T>
void LoopSolver<T>::find_jacobian(Simulation<T>& simulation, Frame<T>& frame) {
  r_before_ = r_;
  kept_ = g_;
  for (std::size_t j = 0; j < z_.size(); ++j) {
    const T z = z_[j];
    const double shift = 1e-6 * std::max(1.0, std::abs(value_of(z)));
    z_[j] = z + shift;
    evaluate(simulation, frame);
    residual();
    z_[j] = z;
    jacobian_.col(static_cast<Eigen::Index>(j)) = (r_ - r_before_) / shift;
  }
  r_ = r_before_;
  g_ = kept_;
  has_jacobian_ = true;
  learned_from_ = 1e-6;
}

template <class T>
void LoopSolver<T>::save_memory(double* to) const {
  *to++ = has_jacobian_ ? 1.0 : 0.0;
  *to++ = learned_from_;
  for (Eigen::Index i = 0; i < jacobian_.size(); ++i) {
    *to++ = has_jacobian_ ? jacobian_.data()[i] : 0.0;
  }
}

template <class T>
void LoopSolver<T>::load_memory(const double* from) {
  has_jacobian_ = *from++ != 0.0;
  learned_from_ = *from++;
  std::copy(from, from + jacobian_.size(), jacobian_.data());
}

/// Moves z by a Newton step; returns its length relative to 1 + |z|.
template <class T>
double LoopSolver<T>::improve() {
  if (z_.size() == 1) {  // most loops of rooms; dynamic matrices would cost more than the room
    change_[0] = -(r_[0] / jacobian_(0, 0));
  } else {
    lu_.compute(jacobian_);
    change_ = lu_.solve(r_);
    change_ = -change_;
  }
  double moved = 0.0;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const double by = change_[static_cast<Eigen::Index>(i)];
    z_[i] = z_[i] + by;
    moved = std::max(moved, std::abs(by) / (1.0 + std::abs(value_of(z_[i]))));
  }
  return moved;
}

template <class T>
SimulationError LoopSolver<T>::not_converged(double time) const {
  std::vector<std::string> ids;
  for (const int slot : loop_.slots) {
    ids.push_back(plan_.instances[slot].id);
  }
  std::sort(ids.begin(), ids.end());
  return SimulationError(
      "simulation.loop_not_converged", {.component = ids.front()},
      "the loop through " + listed(ids) + " was not solved in the step to " + number_text(time) +
          " s by Newton's method; shorten the step, or use the coupling gauss-seidel");
}

/// Broyden's update of the Jacobian by the last change of z and r, which has the relative size
/// `moved` and left a share of the residual.
template <class T>
void LoopSolver<T>::update_jacobian(double moved, double left) {
  // A step at the level of rounding is not used: its differences are noise. If the Jacobian was
  // precise, only a longer step than that from which it was learned makes it more so.
  if (!(moved > kLearned) || (left <= kPrecise && moved <= learned_from_)) return;
  learned_from_ = moved;
  if (z_.size() == 1) {  // the secant
    jacobian_(0, 0) = (r_[0] - r_before_[0]) / change_[0];
    return;
  }
  const double length = change_.squaredNorm();
  change_r_ = r_ - r_before_;
  change_r_.noalias() -= jacobian_ * change_;
  change_r_ /= length;
  jacobian_.noalias() += change_r_ * change_.transpose();
}

/// Sets z to the combination of the last sweeps with the smallest residual, assuming that they are
/// linear.
template <class T>
void LoopSolver<T>::accelerate(int sweep) {
  for (std::size_t i = 0; i < g_.size(); ++i) {
    g_now_[static_cast<Eigen::Index>(i)] = value_of(g_[i]);
  }
  if (sweep > 0) {
    const int column = (sweep - 1) % kDepth;
    moved_r_.col(column) = r_ - r_before_;
    moved_g_.col(column) = g_now_ - g_before_;
  }
  r_before_ = r_;
  g_before_ = g_now_;
  change_ = g_now_;
  const int columns = std::min(sweep, kDepth);
  if (columns > 0) {
    // Normal equations of few columns, with a share of the largest on the diagonal to handle
    // dependent columns.
    using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kDepth, kDepth>;
    using Few = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kDepth, 1>;
    const auto r = moved_r_.leftCols(columns);
    Small normal = r.transpose() * r;
    normal.diagonal().array() += 1e-14 * normal.diagonal().maxCoeff();
    Few right = r.transpose() * r_;
    const Few weights = normal.partialPivLu().solve(right);
    if (weights.allFinite()) change_.noalias() -= moved_g_.leftCols(columns) * weights;
  }
  for (std::size_t i = 0; i < z_.size(); ++i) {
    // Derivatives are those of the sweep itself.
    z_[i] = g_[i] + (change_[static_cast<Eigen::Index>(i)] - value_of(g_[i]));
  }
}

/// Sweeps until the error is small or sweeps do not lead to it.
template <class T>
void LoopSolver<T>::sweep(Simulation<T>& simulation, Frame<T>& frame, double& error,
                          double tolerance) {
  const int most = has_newton() ? 12 : 60;
  for (int k = 0; k < most && !(error <= tolerance); ++k) {
    if (std::isnan(error)) return;
    accelerate(k);
    evaluate(simulation, frame);
    error = residual();
  }
}

/// Sweeps along the residual, twice as far after each sweep as long as its direction remains, and
/// half as far if it turns round. Newton's method does not leave a range in which the residual is
/// nearly constant, such as that of a plant a little beyond its capacity, whose water cools by the
/// same small amount in each sweep until it limits its consumers.
template <class T>
template <class Solved>
void LoopSolver<T>::sweep_further(Simulation<T>& simulation, Frame<T>& frame, double& error,
                                  const Solved& solved) {
  constexpr int kMost = 200;
  evaluate(simulation, frame);
  error = residual();
  double share = 1.0;
  for (int k = 0; k < kMost && !solved() && std::isfinite(error); ++k) {
    kept_ = z_;
    r_before_ = r_;
    for (;;) {
      for (std::size_t i = 0; i < z_.size(); ++i) {
        const double by = share * r_before_[static_cast<Eigen::Index>(i)];
        z_[i] = kept_[i] + by;
      }
      evaluate(simulation, frame);
      error = residual();
      if (r_.dot(r_before_) > 0.0 || share <= 1.0 || ++k >= kMost) break;
      share = std::max(1.0, 0.5 * share);
    }
    share *= 2.0;
  }
}

template <class T>
void LoopSolver<T>::solve(Simulation<T>& simulation, Frame<T>& frame) {
  save(simulation);
  if (simulation.tape_ != nullptr) {
    passes_ = simulation.tape_->begin_loop(static_cast<int>(this - simulation.loops_.data()));
  }
  for (std::size_t i = 0; i < z_.size(); ++i) {
    z_[i] = T(value_of(simulation.state_.cells[loop_.feedback[i].to]));
  }
  std::copy(z_.begin(), z_.end(), start_.begin());
  if (!frame.means) frame.advance = Advance::ImplicitEuler;
  frame.hold_events = true;  // events cause jumps, which a pass must not have
  run(simulation, frame);
  double error = residual();
  const double start = largest_z();
  const double first = r_.lpNorm<Eigen::Infinity>();
  const bool spoiled = !std::isfinite(error);  // by a parameter or an input, not by the loop
  constexpr int kPasses = 60;
  constexpr int kPatience = 8;  // passes before the Jacobian is recomputed
  const double tolerance = frame.means ? kBalanced : kTolerance;
  // A loop without a solution diverges to values at which any residual is relatively small, or lost
  // in rounding: the result is a solution only if the last step was small, or left nothing of the
  // residual, and the residual itself has become smaller.
  double moved = 0.0;
  double left = 1.0;  // of the residual after the last step
  const auto solved = [&] {
    if (!(error <= tolerance && (moved <= kSettled || left <= kPrecise))) return false;
    const double now = r_.lpNorm<Eigen::Infinity>(), z = largest_z();
    return now <= std::max(kReduced * first, tolerance * (1.0 + start)) &&
           (z <= 2.0 * (1.0 + start) || DBL_EPSILON * z <= kReduced * first);
  };
  if (frame.means && z_.size() > kSmall) {
    sweep(simulation, frame, error, tolerance);
    if (!has_newton() && !solved()) {
      frame.hold_events = false;
      if (spoiled) simulation.check_finite();
      throw not_converged(frame.end);
    }
  }
  for (int pass = 0; !solved(); ++pass) {
    if (pass == kPasses) {
      if (!spoiled) {
        z_ = start_;
        sweep_further(simulation, frame, error, [&] {
          moved = error;
          return solved();
        });
      }
      has_jacobian_ = false;
      if (solved()) break;
      frame.advance = Advance::Exponential;
      frame.hold_events = false;
      if (spoiled) simulation.check_finite();
      throw not_converged(frame.end);
    }
    if (!has_jacobian_ || pass % kPatience == kPatience - 1) find_jacobian(simulation, frame);
    const double before = r_.lpNorm<Eigen::Infinity>();
    r_before_ = r_;
    std::copy(g_.begin(), g_.end(), kept_.begin());
    moved = improve();
    evaluate(simulation, frame);
    error = residual();
    if (!spoiled && !std::isfinite(error)) {
      // The Jacobian is singular, as it is around water at rest, or the step left the range of the
      // components: a plain sweep leads elsewhere.
      has_jacobian_ = false;
      moved = left = 1.0;
      z_ = kept_;
      evaluate(simulation, frame);
      error = residual();
      continue;
    }
    if (std::isnan(error)) has_jacobian_ = false;
    left = r_.lpNorm<Eigen::Infinity>() / before;
    if (!std::isnan(error)) update_jacobian(moved, left);
  }
  refine_derivatives(simulation, frame);
  if (simulation.tape_ != nullptr) simulation.tape_->end_loop(passes_);
  frame.advance = Advance::Exponential;
  frame.hold_events = false;
}

template <class T>
void LoopSolver<T>::fire_events(Simulation<T>& simulation, Frame<T>& frame) {
  if (sides_.empty()) return;
  for (const Stage& stage : loop_.stages) {
    for (const Batch& batch : stage.batches) {
      simulation.perform(CallKind::Events, *batch.type, batch.first, batch.count, frame);
      if (frame.means) continue;
      simulation.perform(CallKind::Outputs, *batch.type, batch.first, batch.count, frame);
    }
    simulation.copy(stage.transfers);
  }
}

template <>
void LoopSolver<double>::refine_derivatives(Simulation<double>&, Frame<double>&) {}

/// With z fixed, solves (I - G) dz = dg for its derivatives, repeatedly with the approximate
/// Jacobian.
template <>
void LoopSolver<Jet8>::refine_derivatives(Simulation<Jet8>& simulation, Frame<Jet8>& frame) {
  const bool newton = z_.size() <= kSmall || has_jacobian_;
  if (newton) {
    if (!has_jacobian_) find_jacobian(simulation, frame);
    lu_.compute(jacobian_);
  }
  constexpr int kPasses = 50;
  for (int pass = 0; pass < kPasses; ++pass) {
    double largest = 0.0;
    for (int d = 0; d < 8; ++d) {
      for (std::size_t i = 0; i < z_.size(); ++i) {
        change_[static_cast<Eigen::Index>(i)] = z_[i].v[d] - g_[i].v[d];
      }
      r_before_ = -change_;
      if (newton) r_before_ = lu_.solve(change_);
      for (std::size_t i = 0; i < z_.size(); ++i) {
        const double step = r_before_[static_cast<Eigen::Index>(i)];
        z_[i].v[d] += step;
        largest = std::max(largest, std::abs(step) / (1.0 + std::abs(z_[i].v[d])));
      }
    }
    evaluate(simulation, frame);
    if (largest < 1e-10) return;
  }
}

template class LoopSolver<double>;
template class LoopSolver<Jet8>;

}  // namespace hearth
