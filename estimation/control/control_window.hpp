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

/// The decisions of a window, block by block: those of the first decision, then those of the next.
class DecisionBlocks {
 public:
  DecisionBlocks(const PreparedControl& prepared, long steps);

  int size() const { return size_; }
  int count(std::size_t decision) const {
    return decision + 1 < first_.size() ? first_[decision + 1] - first_[decision]
                                        : size_ - first_[decision];
  }
  int first(std::size_t decision) const { return first_[decision]; }
  /// Returns the number that holds in the step that ends so many rows after the window's first.
  int at(std::size_t decision, long step) const {
    return first_[decision] + static_cast<int>((step - 1) / lengths_[decision]);
  }

 private:
  std::vector<int> first_;
  std::vector<long> lengths_;
  int size_ = 0;
};

/// Optimal control over a window of rows as a nonlinear program (direct single shooting): the
/// variables are decisions, as shares of the way from `min` to `max`, and violations of soft
/// limits. The constraints are the hard and soft limits at each row, and changes from block to
/// block.
///
/// One simulation gives objective and constraints, one with the tangent of each step their
/// derivatives with respect to all decisions. If a component only steps, they are differences.
class ControlWindow final : public NonlinearProgram {
 public:
  /// `steps`: the length of all its windows. The simulation, of the model, gets its decisions and
  /// stands somewhere in a window after each call: whoever continues with it restores it.
  ControlWindow(const PreparedControl& prepared, long steps, Simulation<double>& simulation);

  /// Starts at a row in a state of the model. Constraints are those limits that were taken in.
  /// `before` are the decisions of the last step, from which `max_change` counts; empty: none.
  void begin(const Snapshot<double>& state, long row, const std::vector<double>& before = {});
  /// Takes in the limits that decisions, in their units, violate or come near to; returns whether
  /// any of them is violated. A solution holds for the whole problem if none is.
  bool take_violated_limits(const std::vector<double>& decisions);
  /// What a decision changes. If it changes costs, limited outputs are not looked at.
  struct Response {
    bool costs = false, limits = false;
  };
  /// Returns what changes in the window if one decision goes to either of its bounds throughout
  /// while the others stay; both if the model cannot be simulated there.
  Response response(const std::vector<double>& decisions, std::size_t decision);
  /// Returns variables for decisions in their units: violations as small as they can be.
  std::vector<double> variables_for(const std::vector<double>& decisions);
  /// Returns the decisions of variables, in their units.
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

  /// The hard limit that decisions violate most, and by how much. A limit counts as kept if the
  /// output passes it by at most a thousandth of the output's range over the window, or a hundred
  /// thousandth of the output.
  struct Violation {
    std::size_t limit = 0;
    long row = 0;
    double amount = 0.0;  ///< in the unit of the output; 0: none is violated
    bool above = false;   ///< of `max`
  };
  Violation worst_violation(const std::vector<double>& decisions);
  /// Returns the limited outputs at the end of the window; empty if the model cannot be simulated.
  std::vector<double> outputs_at_end(const std::vector<double>& decisions);
  /// Asked at each step; once it returns true, no simulation continues, and `stopped` is true.
  void set_stop(std::function<bool()> stop) { stop_ = std::move(stop); }
  bool stopped() const { return stopped_; }
  /// Returns why a simulation ended early, of the last one that did.
  const std::string& failure() const { return failure_; }

 private:
  /// A limit at a row.
  struct LimitedRow {
    std::size_t limit;
    long step;
    int below = -1, above = -1;   // variables of a violation
    std::size_t derivatives = 0;  // first of them in the pattern
    int reached = 0;              // decisions that act until then, of all blocks
  };

  void make_program();
  void list_limits();
  void list_changes();
  bool simulate(const std::vector<double>& decisions, std::vector<double>& outputs);
  struct Effects {
    std::vector<double> costs, limits;  // of each step, and at its end
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
  std::vector<char> below_, above_;  // by step and limit: whether the bound is taken in
  Bounds variables_, constraints_;
  std::vector<LimitedRow> limited_;
  std::vector<std::pair<int, int>> changes_;  // blocks that follow each other, if limited
  std::vector<std::pair<int, int>> pattern_;
  std::vector<double> weights_;  // of violations in the objective, by variable after the decisions
  std::function<bool()> stop_;
  bool stopped_ = false;
  std::string failure_;
};

}  // namespace hearth
