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

/// Limit of a series that is seen at a jump.
enum class Limit { Left, Right };

template <class T>
class LoopEquations;

/// A model as one system: dx/dt = f(t, x, held), y = h(t, x, held), guards g(t, x, held).
///
/// Owns the numbers of an instant; refers to configuration objects and order, which must outlive
/// it. It remembers only states, held values and start values of the algebraic loops.
template <class T>
class HybridSystem {
 public:
  HybridSystem(const ConfigObjects<T>& objects, const EvaluationOrder& flow);
  ~HybridSystem();
  HybridSystem(const HybridSystem&) = delete;
  HybridSystem& operator=(const HybridSystem&) = delete;

  const Plan& plan() const { return objects_.plan(); }
  const EvaluationOrder& flow() const { return flow_; }

  /// Resets all parameters, states and held values to their values in the model.
  void reset();
  /// Resets states, held values and start values of the algebraic loops to their initial values.
  void begin();
  /// Returns parameters, initial values and derived constants: the data that is saved and restored.
  ModelState<T>& state() { return state_; }
  const ModelState<T>& state() const { return state_; }

  /// Moves to a period over which series deliver what they deliver over a step; does not evaluate
  /// outputs.
  void move_over(double from, double to);
  /// Moves to an instant, in s since the origin; does not evaluate outputs.
  void move_to(double time, Limit limit);
  /// Evaluates outputs; throws SimulationError `simulation.loop_not_converged` if a loop has no
  /// solution. Every evaluation starts algebraic loops from the values kept last: it does not
  /// affect later ones, whether its states are accepted or not.
  void evaluate(const Sweep& sweep);
  /// Copies how well determined the loops of a system on Jets were at its last evaluation.
  template <class U>
  void expect_loops(const HybridSystem<U>& other);
  /// Keeps the values of the loops as last evaluated, for the evaluations that follow.
  void keep_loops();
  /// Returns or sets the start values of the algebraic loops.
  std::vector<double> loop_values() const;
  void set_loop_values(const std::vector<double>& values);
  /// Writes dx/dt of all states; call it after the sweep for rates.
  void rates(T* slopes);
  /// Writes the values of all guards after the sweep for guards; guards that receive events are 0.
  void guards(T* values);
  /// Runs `fire` of an instance; `fired` are its guards.
  void fire(int slot, T* fired);
  /// Starts components that can only step, once, in the plan's order, and then writes their
  /// outputs.
  void start_steppers();
  /// Takes the sample of this number of an instance.
  void update(int slot, std::int64_t tick = 0);
  /// Returns whether outputs or rates of an instance differ between the times of a pair if all
  /// other values are equal, whatever its parameters. Outputs must be evaluated again afterwards.
  bool follows_clock(int slot, const std::vector<std::pair<double, double>>& times);
  /// Returns for how many s, `longest` at most, outputs and rates of an instance are linear in time
  /// from a time on, within 1/2000 of their range and with all other values constant. For functions
  /// that are not smooth returns `longest`. Outputs must be evaluated again afterwards.
  double pace(int slot, double from, double longest);
  /// Executes the copies of delayed connections.
  void communicate();

  /// Writes the rates of the balance from the last evaluation.
  void balance(double* rates);
  /// Returns the contents of the components.
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
