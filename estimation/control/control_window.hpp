// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "hearth/estimation/control/nonlinear_program.hpp"
#include "hearth/estimation/control/prepared_control.hpp"
#include "hearth/framework/stepwise/simulation.hpp"
#include "hearth/framework/tangent/sensitivities.hpp"

namespace hearth {

/// Positions of the decisions of a window in a vector: the blocks of the first decision, then those
/// of the next.
class DecisionBlocks {
 public:
  DecisionBlocks(const PreparedControl& prepared, long steps);

  int size() const { return size_; }
  int count(std::size_t decision) const {
    return decision + 1 < first_.size() ? first_[decision + 1] - first_[decision]
                                        : size_ - first_[decision];
  }
  int first(std::size_t decision) const { return first_[decision]; }
  /// Returns the position of the number that applies in the step that ends `step` rows after the
  /// first row of the window.
  int at(std::size_t decision, long step) const {
    return first_[decision] + static_cast<int>((step - 1) / lengths_[decision]);
  }

 private:
  std::vector<int> first_;
  std::vector<long> lengths_;
  int size_ = 0;
};

/// Optimal control over a window of rows as a nonlinear program (direct single shooting). The
/// variables are decisions, as shares of the range from `min` to `max`, and violations of soft
/// limits. The constraints are the hard and soft limits at each row, and limits of the change from
/// block to block.
///
/// One simulation yields the objective and the constraints; a simulation with the tangent of each
/// step yields their derivatives with respect to all decisions. If a component has no derivatives,
/// they are computed by differences.
class ControlWindow final : public NonlinearProgram {
 public:
  /// `steps` is the length of all windows. `simulation` must belong to the model. The window sets
  /// the decisions of the simulation and leaves it at an arbitrary row; a caller that continues the
  /// simulation must restore its state first.
  ControlWindow(const PreparedControl& prepared, long steps, Simulation<double>& simulation);

  /// Starts the window at a row with a state of the model. The constraints are the limits that have
  /// been added. `before` contains the decisions of the last step, from which `max_change` counts;
  /// it is empty if there are none.
  void begin(const Snapshot<double>& state, long row, const std::vector<double>& before = {});
  /// Adds the limits that decisions, in their units, violate or nearly reach. Returns whether a
  /// limit is violated. If not, a solution with the limits added so far is a solution with all
  /// limits.
  bool take_violated_limits(const std::vector<double>& decisions);
  /// The quantities that a decision changes. If a decision changes costs, limited outputs are not
  /// examined.
  struct Response {
    bool costs = false, limits = false;
  };
  /// Returns which quantities change if one decision is at either of its bounds during the whole
  /// window while the others keep their values. Returns that both change if the model cannot be
  /// simulated with such decisions.
  Response response(const std::vector<double>& decisions, std::size_t decision);
  /// Returns which quantities change if one decision is larger or smaller by a hundredth of its
  /// range during the whole window.
  Response response_nearby(const std::vector<double>& decisions, std::size_t decision);
  /// Returns the variables for decisions in their units, with the smallest possible violations.
  std::vector<double> variables_for(const std::vector<double>& decisions);
  /// Returns the decisions, in their units, for variables.
  std::vector<double> decisions_of(const std::vector<double>& x) const;
  const DecisionBlocks& blocks() const { return blocks_; }

  int leading() const override { return blocks_.size(); }
  const Bounds& variables() const override { return variables_; }
  const Bounds& constraints() const override { return constraints_; }
  const std::vector<std::pair<int, int>>& pattern() const override { return pattern_; }
  bool evaluate(const std::vector<double>& x, double& objective,
                std::vector<double>& constraints) override;
  bool differentiate(const std::vector<double>& x, std::vector<double>& gradient,
                     std::vector<double>& jacobian) override;

  /// The hard limit that decisions violate most, and the amount of the violation. A limit counts as
  /// satisfied if the output exceeds it by at most a thousandth of the range of the output over the
  /// window, or by a hundred thousandth of the output.
  struct Violation {
    std::size_t limit = 0;
    long row = 0;
    double amount = 0.0;  ///< in the unit of the output; 0: no limit is violated
    bool above = false;   ///< whether `max` is violated
  };
  Violation worst_violation(const std::vector<double>& decisions);
  /// Returns the limited outputs at the end of the window; empty if the model cannot be simulated.
  std::vector<double> outputs_at_end(const std::vector<double>& decisions);
  /// Sets a function that is called at each step; once it returns true, no simulation continues,
  /// and `stopped` is true.
  void set_stop(std::function<bool()> stop) { stop_ = std::move(stop); }
  bool stopped() const { return stopped_; }
  /// Returns the reason for the last early end of a simulation.
  const std::string& failure() const { return failure_; }

 private:
  Response response(const std::vector<double>& decisions,
                    const std::vector<std::vector<double>>& others);

  /// A limited output at a row.
  struct LimitedRow {
    std::size_t limit;
    long step;
    int below = -1, above = -1;   // variables of a violation
    std::size_t derivatives = 0;  // position of the first derivative in the pattern
    int reached = 0;              // number of decisions, over all blocks, that act until then
  };

  void make_program();
  void list_limits();
  void list_changes();
  bool simulate(const std::vector<double>& decisions, std::vector<double>& outputs);
  struct Effects {
    std::vector<double> costs, limits;  // costs over each step, limited outputs at its end
  };
  bool find_effects(const std::vector<double>& decisions, Effects& effects);
  bool acts(int block, long step) const;
  template <class Step, class Row>
  bool run(const std::vector<double>& x, const Step& step, const Row& use);
  double decided(const std::vector<double>& x, int block) const;
  std::vector<double> shares_of(const std::vector<double>& decisions) const;
  bool differentiate_by_runs(const std::vector<double>& x, std::vector<double>& gradient,
                             std::vector<double>& jacobian);

  const PreparedControl& prepared_;
  const ControlSystem& system_;
  long steps_;
  DecisionBlocks blocks_;
  std::vector<std::size_t> decision_of_;  // by block
  Simulation<double>& simulation_;
  std::unique_ptr<Sensitivities> sensitivities_;
  const Snapshot<double>* state_ = nullptr;
  long first_row_ = 0;
  std::vector<double> before_;
  std::vector<char> below_, above_;  // by step and limit: whether the bound has been added
  Bounds variables_, constraints_;
  std::vector<LimitedRow> limited_;
  std::vector<std::pair<int, int>> changes_;  // pairs of consecutive blocks whose change is limited
  std::vector<std::pair<int, int>> pattern_;
  // weights of violations in the objective, by variable behind the decisions
  std::vector<double> weights_;
  std::function<bool()> stop_;
  bool stopped_ = false;
  std::string failure_;
};

}  // namespace hearth
