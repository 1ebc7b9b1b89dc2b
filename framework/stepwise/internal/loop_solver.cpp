// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/internal/loop_solver.hpp"

#include <algorithm>
#include <cmath>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth {
template <class T>
LoopSolver<T>::LoopSolver(const Plan& plan, const RunInputs& inputs, const Loop& loop)
    : plan_(plan), loop_(loop), search_(loop.feedback.size()) {
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
  const std::size_t size = loop.feedback.size();
  numbers_.assign(4 * size + remembered, T(0.0));
  const std::span<T> numbers(numbers_);
  z_ = numbers.first(size);
  g_ = numbers.subspan(size, size);
  kept_ = numbers.subspan(2 * size, size);
  start_ = numbers.subspan(3 * size, size);
  saved_ = numbers.subspan(4 * size);
  saved_sides_.assign(sides_.size(), Side::Unknown);
  saved_steppers_.resize(steppers_.size());
  if constexpr (!std::is_same_v<T, double>) {
    search_.reserve_factors();
    gap_ = correction_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(size));
  }
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
    for (const Stage& stage : loop_.stages) simulation.run_stage(stage, frame);
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
  return search_.residual([this](std::size_t i) { return value_of(z_[i]); },
                          [this](std::size_t i) { return value_of(g_[i]); });
}

template <class T>
double LoopSolver<T>::largest_z() const {
  double largest = 0.0;
  for (const T& z : z_) largest = std::max(largest, std::abs(value_of(z)));
  return largest;
}

template <class T>
void LoopSolver<T>::find_jacobian(Simulation<T>& simulation, Frame<T>& frame) {
  search_.keep_residual();
  copy(g_, kept_);
  for (std::size_t j = 0; j < z_.size(); ++j) {
    const T z = z_[j];
    const double shift = 1e-6 * std::max(1.0, std::abs(value_of(z)));
    z_[j] = z + shift;
    evaluate(simulation, frame);
    residual();
    z_[j] = z;
    search_.take_column(j, shift);
  }
  copy(kept_, g_);
  search_.end_jacobian();
}

/// Moves z by a Newton step; returns its length relative to 1 + |z|.
template <class T>
double LoopSolver<T>::step() {
  search_.find_step();
  double moved = 0.0;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const double by = search_.change(i);
    z_[i] = z_[i] + by;
    moved = std::max(moved, std::abs(by) / (1.0 + std::abs(value_of(z_[i]))));
  }
  return moved;
}

template <class T>
void LoopSolver<T>::report_failure(const Simulation<T>& simulation, double time) const {
  if (search_.spoiled()) simulation.check_finite();
  std::vector<std::string> ids;
  for (const int slot : loop_.slots) {
    ids.push_back(plan_.instances[slot].id);
  }
  std::sort(ids.begin(), ids.end());
  throw SimulationError(
      "simulation.loop_not_converged", {.component = ids.front()},
      "the loop through " + listed(ids) + " was not solved in the step to " + number_text(time) +
          " s by Newton's method; shorten the step, or use the coupling gauss-seidel");
}

/// Sweeps until the error is small or sweeps do not lead to it.
template <class T>
void LoopSolver<T>::sweep(Simulation<T>& simulation, Frame<T>& frame) {
  for (int k = 0; k < search_.most_sweeps() && !search_.small_enough(); ++k) {
    if (std::isnan(search_.error())) return;
    search_.combine(k, [this](std::size_t i) { return value_of(g_[i]); });
    for (std::size_t i = 0; i < z_.size(); ++i) {
      // Derivatives are those of the sweep itself.
      z_[i] = g_[i] + (search_.change(i) - value_of(g_[i]));
    }
    evaluate(simulation, frame);
    search_.take(residual());
  }
}

/// Sweeps in the direction of the residual, twice as far after each sweep as long as the direction
/// remains, and half as far if it reverses. Newton's method does not leave a range in which the
/// residual is nearly constant. An example is a plant a little beyond its capacity, whose water
/// cools by the same small amount in each sweep until it limits the consumers.
template <class T>
void LoopSolver<T>::sweep_further(Simulation<T>& simulation, Frame<T>& frame) {
  constexpr int kMost = 200;
  evaluate(simulation, frame);
  search_.take_further(residual());
  double share = 1.0;
  for (int k = 0; k < kMost && !solved() && std::isfinite(search_.error()); ++k) {
    copy(z_, kept_);
    search_.keep_residual();
    for (;;) {
      for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = kept_[i] + share * search_.direction(i);
      evaluate(simulation, frame);
      search_.take_further(residual());
      if (search_.along() || share <= 1.0 || ++k >= kMost) break;
      share = std::max(1.0, 0.5 * share);
    }
    share *= 2.0;
  }
}

template <class T>
bool LoopSolver<T>::solve(Simulation<T>& simulation, Frame<T>& frame) {
  save(simulation);
  if (simulation.tape_ != nullptr) {
    passes_ = simulation.tape_->begin_loop(static_cast<int>(this - simulation.loops_.data()));
  }
  if (!frame.means) frame.advance = Advance::ImplicitEuler;
  frame.hold_events = true;  // events cause jumps, which a pass must not have
  failed_ = !search(simulation, frame);
  if (!failed_) {
    refine_derivatives(simulation, frame);
    if (simulation.tape_ != nullptr) simulation.tape_->end_loop(passes_);
  }
  frame.advance = Advance::Exponential;
  frame.hold_events = false;
  return !failed_;
}

/// Searches for values that the group returns, from the present ones; returns whether it found
/// them.
template <class T>
bool LoopSolver<T>::search(Simulation<T>& simulation, Frame<T>& frame) {
  for (std::size_t i = 0; i < z_.size(); ++i) {
    z_[i] = T(value_of(simulation.state_.cells[loop_.feedback[i].to]));
  }
  copy(z_, start_);
  run(simulation, frame);
  const double error = residual();
  search_.begin(error, largest_z(), frame.means ? LoopSearch::kBalanced : LoopSearch::kTolerance);
  if (frame.means && z_.size() > LoopSearch::kSmall) {
    sweep(simulation, frame);
    if (!search_.has_newton() && !solved()) return false;
  }
  for (int pass = 0; !solved(); ++pass) {
    if (pass == LoopSearch::kPasses) {
      if (!search_.spoiled()) {
        copy(start_, z_);
        sweep_further(simulation, frame);
      }
      search_.drop_jacobian();
      return solved();
    }
    if (search_.wants_jacobian(pass)) find_jacobian(simulation, frame);
    copy(g_, kept_);
    const double moved = step();
    evaluate(simulation, frame);
    const double now = residual();
    if (search_.spoiled() || std::isfinite(now)) {
      search_.take_step(moved, now);
      continue;
    }
    // The Jacobian is singular, as it is around water at rest, or the step left the range of the
    // components: a plain sweep leads elsewhere.
    search_.take_sweep();
    copy(kept_, z_);
    evaluate(simulation, frame);
    search_.take(residual());
  }
  return true;
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
  const bool newton = z_.size() <= LoopSearch::kSmall || search_.has_jacobian();
  if (newton && !search_.has_jacobian()) find_jacobian(simulation, frame);
  const Eigen::PartialPivLU<Eigen::MatrixXd>* factors = newton ? &search_.factors() : nullptr;
  constexpr int kPasses = 50;
  for (int pass = 0; pass < kPasses; ++pass) {
    double largest = 0.0;
    for (int d = 0; d < 8; ++d) {
      for (std::size_t i = 0; i < z_.size(); ++i) {
        gap_[static_cast<Eigen::Index>(i)] = z_[i].v[d] - g_[i].v[d];
      }
      correction_ = -gap_;
      if (newton) correction_ = factors->solve(gap_);
      for (std::size_t i = 0; i < z_.size(); ++i) {
        const double step = correction_[static_cast<Eigen::Index>(i)];
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
