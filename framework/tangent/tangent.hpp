// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Dense>

#include "hearth/framework/stepwise/simulation.hpp"
#include "hearth/framework/tangent/call_derivatives.hpp"

namespace hearth {

/// The derivatives of a step z(k+1) = F(z(k), u(k), p), with all cells z of a simulation, as a
/// sparse product of the Jacobian of each call on a tape, copies and conversions between cells,
/// and, for each solved loop, the implicit function theorem. The whole model is never evaluated on
/// Jets.
///
/// The derivatives include the effect of an event, but not a change of its instant. The object
/// refers to the simulation, which must outlive it.
class Tangent {
 public:
  /// A row for each number of the simulation (`rows`), a column for each direction (`push`) or each
  /// scalar (`pull`).
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  /// Columns of the matrix of `push` are processed in groups of this size.
  static constexpr int kGroup = 8;

  /// Prepares derivatives with respect to cells of parameters, of initial values of states and held
  /// values, and of unconnected inputs. The matrix of `push` has kGroup columns for each group. The
  /// columns of group i contain derivatives with respect to cells of `groups[i]` only; operations
  /// that do not depend on these cells skip them. Throws ModelError `model.no_derivatives` if a
  /// component can only step.
  Tangent(const Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
          const std::vector<std::vector<int>>& groups);
  Tangent(const Tangent&) = delete;
  Tangent& operator=(const Tangent&) = delete;

  /// Returns the number of rows of a matrix: the cells of the plan, sums of means, and observed
  /// means.
  int rows() const { return mean_start_ + observed(); }
  /// Returns the row of an observed mean, by its number in `observe_means`.
  int mean_row(int number) const { return mean_ + number; }
  const Influence& influence() const { return influence_; }

  /// Copies the parameters of the simulation, which must be initialised.
  void begin() { calls_.begin(simulation_.state()); }
  /// Replaces the derivatives of all numbers before the operations on the tape by the derivatives
  /// of the numbers after them.
  void push(const StepTape& tape, Matrix& derivatives) { push(tape, {}, tape.mark(), derivatives); }
  /// Does the same for a part of a tape.
  void push(const StepTape& tape, const StepTape::Mark& from, const StepTape::Mark& to,
            Matrix& derivatives);
  /// Replaces the gradients of scalars with respect to all numbers after the operations on the tape
  /// by the gradients with respect to the numbers before them.
  void pull(const StepTape& tape, Matrix& gradients) { pull(tape, {}, tape.mark(), gradients); }
  void pull(const StepTape& tape, const StepTape::Mark& from, const StepTape::Mark& to,
            Matrix& gradients);

 private:
  /// Data of a call within a loop, whose Jacobian is used several times.
  struct Kept {
    CallJacobian jacobian;
    std::size_t values = 0;  ///< first of them in `pool_`
  };
  /// A loop whose removed connections vary.
  struct LoopCells {
    bool made = false;
    std::vector<int> cells;   ///< that its last pass writes, and its removed connections
    std::vector<int> memory;  ///< states and held values, which each pass begins with
    std::vector<int> all;     ///< groups of columns, one column for each removed connection
  };

  int observed() const { return static_cast<int>(simulation_.observed_means().size()); }
  const Plan& plan() const { return simulation_.objects().plan(); }
  void push_entry(const StepTape& tape, const StepTape::Entry& entry, Matrix& derivatives,
                  const std::vector<int>* all = nullptr);
  void pull_entry(const StepTape& tape, const StepTape::Entry& entry, Matrix& gradients);
  void push_call(const CallJacobian& jacobian, const std::vector<int>& groups, Matrix& derivatives);
  void pull_call(const CallJacobian& jacobian, Matrix& gradients);
  void push_loop(const StepTape& tape, std::size_t at, Matrix& derivatives);
  void pull_loop(const StepTape& tape, std::size_t at, Matrix& gradients);
  LoopCells& cells_of(int loop);
  bool loop_varies(const Loop& loop) const;
  void differentiate_loop(const StepTape& tape, std::size_t at);
  void push_pass(const StepTape& tape, std::size_t at, Matrix& derivatives,
                 const std::vector<int>* all);

  const Simulation<double>& simulation_;
  Influence influence_;
  CallDerivatives calls_;
  bool balanced_;
  int sum_, mean_, mean_start_;  // first rows of sums, observed means, their values at the start
  std::vector<LoopCells> loops_;
  Matrix results_;
  // of the loop that is being solved
  std::vector<Kept> kept_;  // by entry of its pass; no columns: nothing varies
  std::vector<double> pool_;
  Matrix response_;           // of all numbers to the values of the removed connections
  std::vector<int> touched_;  // rows of it that are not 0
  Matrix before_;             // derivatives of its memory before the pass
  Matrix handed_back_;
  Eigen::MatrixXd gain_;  // d g / d z
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace hearth
