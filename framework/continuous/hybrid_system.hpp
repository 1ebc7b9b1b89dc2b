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

/// The limit that series and outputs take at an instant at which they jump.
enum class Limit { Left, Right };

template <class T>
class LoopEquations;

/// A model as one system: dx/dt = f(t, x, held), y = h(t, x, held), guards g(t, x, held).
///
/// It owns the numbers of an instant, and refers to the configuration objects and the order, which
/// must outlive it. From one instant to the next it remembers only states, held values and the
/// start values of algebraic loops.
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
  /// Returns the numbers that are saved and restored: cells, parameters, initial values, sides.
  ModelState<T>& state() { return state_; }
  const ModelState<T>& state() const { return state_; }

  /// Sets the time to the period [from, to], in s since the origin. Series then deliver their value
  /// for this whole period, as for a step of the stepwise engine, instead of the value at an
  /// instant. Used for components that sample means. Does not evaluate outputs.
  void move_over(double from, double to);
  /// Sets the time to an instant, in s since the origin; `limit` selects the value of series that
  /// jump there. Does not evaluate outputs.
  void move_to(double time, Limit limit);
  /// Evaluates the outputs of a sweep. Throws SimulationError `simulation.loop_not_converged` if a
  /// loop has no solution. Each evaluation starts algebraic loops from the values that `keep_loops`
  /// kept, so that evaluations do not affect each other, whether their states are accepted or not.
  void evaluate(const Sweep& sweep);
  /// Makes the solutions of the algebraic loops as precise as their condition numbers require. The
  /// condition numbers are those of the last evaluation of `other`, which computes derivatives
  /// (scalar type Jet8).
  template <class U>
  void expect_loops(const HybridSystem<U>& other);
  /// Keeps the values of the algebraic loops in the last evaluation as start values of the next
  /// ones.
  void keep_loops();
  /// Returns the start values of the algebraic loops, or sets them.
  std::vector<double> loop_values() const;
  void set_loop_values(const std::vector<double>& values);
  /// Writes dx/dt of all states; evaluate the sweep `rates` first.
  void rates(T* slopes);
  /// Writes the values of all guards, 0 for guards that receive events; evaluate the sweep `guards`
  /// first.
  void guards(T* values);
  /// Runs `fire` of an instance; `fired` contains the directions of its guards.
  void fire(int slot, T* fired);
  /// Starts the components that can only step, in the order of the plan, and then writes their
  /// outputs. Call it once.
  void start_steppers();
  /// Takes sample number `tick` of an instance.
  void update(int slot, std::int64_t tick = 0);
  /// Returns whether outputs or rates of an instance differ between the two times of any pair if
  /// all other values are equal, for the present parameters or others. Outputs must be evaluated
  /// again afterwards.
  bool follows_clock(int slot, const std::vector<std::pair<double, double>>& times);
  /// Returns the time, in s and at most `longest`, over which outputs and rates of an instance are
  /// linear in time within 1/2000 of their range, starting at `from`, if all other values are
  /// constant. Returns `longest` for functions that are not smooth. Outputs must be evaluated again
  /// afterwards.
  double pace(int slot, double from, double longest);
  /// Delivers the values of delayed connections.
  void communicate();

  /// Writes the rates of the balance, in W and kg/s, as of the last evaluation.
  void balance(double* rates);
  /// Returns the amounts that the components contain, in J and kg.
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
