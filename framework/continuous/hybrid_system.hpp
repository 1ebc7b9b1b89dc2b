// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hearth/framework/continuous/evaluation_order.hpp"
#include "hearth/framework/plan/model_state.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/plan/stepper_instance.hpp"

namespace hearth {

/// Which limit of a series is seen at a jump.
enum class Limit { Left, Right };

template <class T>
class LoopEquations;

/// A model as one system: dx/dt = f(t, x, held), y = h(t, x, held), guards g(t, x, held).
///
/// Owns the numbers of an instant; refers to configuration objects and order, which must outlive
/// it. Nothing is remembered but states, held values and what the algebraic loops start from.
template <class T>
class HybridSystem {
 public:
  HybridSystem(const ConfigObjects<T>& objects, const EvaluationOrder& flow);
  ~HybridSystem();
  HybridSystem(const HybridSystem&) = delete;
  HybridSystem& operator=(const HybridSystem&) = delete;

  const Plan& plan() const { return objects_.plan(); }
  const EvaluationOrder& flow() const { return flow_; }

  /// Returns all parameters, states and held values to those of the model.
  void reset();
  /// Returns states, held values and what the algebraic loops start from to their initial values.
  void begin();
  /// Parameters, initial values, derived constants; what is saved and restored.
  ModelState<T>& state() { return state_; }
  const ModelState<T>& state() const { return state_; }

  /// Moves to a period, over which series deliver what they deliver over a step; the outputs are
  /// not evaluated.
  void move_over(double from, double to);
  /// Moves to an instant, in s since the origin; the outputs are not evaluated.
  void move_to(double time, Limit limit);
  /// Evaluates outputs; SimulationError `simulation.loop_not_converged` where a loop has none.
  /// Every evaluation starts algebraic loops from the values kept last: it leaves no trace in later
  /// ones, whether its states are accepted or not.
  void evaluate(const Sweep& sweep);
  /// Takes over how well determined the loops of a system on Jets were when it was evaluated last.
  template <class U>
  void expect_loops(const HybridSystem<U>& other);
  /// Keeps the values of the loops as evaluated, for the evaluations that follow.
  void keep_loops();
  /// Returns, and sets, the values that algebraic loops start from.
  std::vector<double> loop_values() const;
  void set_loop_values(const std::vector<double>& values);
  /// Writes dx/dt of all states after the sweep for rates.
  void rates(T* slopes);
  /// Writes the values of all guards after the sweep for guards; those that are received are 0.
  void guards(T* values);
  /// Runs `fire` of an instance; `fired` are its guards.
  void fire(int slot, T* fired);
  /// Brings components that only step to the start, once, in the plan's order; outputs follow.
  void start_steppers();
  /// Takes a sample of an instance, its clock's sample of this number.
  void update(int slot, std::int64_t tick = 0);
  /// Returns whether outputs or rates of an instance differ between the times of a pair, all else
  /// equal, whatever its parameters. Outputs must be evaluated again afterwards.
  bool follows_clock(int slot, const std::vector<std::pair<double, double>>& times);
  /// Returns how long outputs and rates of an instance are lines in time as far as 1 of 2000 of
  /// their range shows, `longest` at most, from a time on; all else equal. What is not a smooth
  /// function of time has `longest`. Outputs must be evaluated again afterwards.
  double pace(int slot, double from, double longest);
  /// Executes the copies of delayed connections.
  void communicate();

  /// Writes the rates of the balance, as evaluated last.
  void balance(double* rates);
  /// Returns what the components contain.
  std::vector<double> contents();

  T* states() { return state_.cells.data() + plan().first_state; }
  int state_count() const { return plan().state_count; }
  Cells<T>& cells() { return state_.cells; }
  const Cells<T>& cells() const { return state_.cells; }
  std::vector<Side>& sides() { return state_.sides; }
  double time() const { return frame_.end; }

 private:
  friend class LoopEquations<T>;
  template <class U>
  friend class HybridSystem;

  void run(const Stage& stage);
  void alone_at(int slot, double time, std::vector<T>& values);
  void copy(const std::vector<Transfer>& transfers);

  const ConfigObjects<T>& objects_;
  const EvaluationOrder& flow_;
  ModelState<T> state_;
  Cells<T> scratch_;
  Frame<T> frame_;
  std::vector<std::unique_ptr<LoopEquations<T>>> loops_;
};

extern template class HybridSystem<double>;
extern template void HybridSystem<double>::expect_loops(const HybridSystem<Jet8>&);
extern template class HybridSystem<Jet8>;

}  // namespace hearth
