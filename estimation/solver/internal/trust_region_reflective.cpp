// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include "hearth/estimation/solver/internal/group_fit.hpp"
#include "hearth/estimation/solver/internal/solvers.hpp"

namespace hearth::estimation {
namespace {

using Eigen::VectorXd;

/// The fits of all groups of parameters in parallel: one evaluation serves a step of each group,
/// and one Jacobian serves all steps that decreased F.
class Reflective {
 public:
  explicit Reflective(CoordinateProblem& problem);
  Minimum run();

 private:
  using Fits = std::vector<GroupFit*>;
  enum class Round { Done, Exhausted, Interrupted };

  Round round(const Fits& active);
  bool search(const Fits& active);
  void judge(const Fits& active, const Fits& trying);
  bool take(const Fits& found);
  VectorXd point(const Fits& at_trials) const;
  Minimum finish(Status status, const std::string& message) const;

  CoordinateProblem& problem_;
  std::vector<GroupFit> fits_;
  VectorXd rows_;
  std::vector<RowMatrix> jacobian_;
  double cost_ = 0.0;          // F
  std::vector<double> costs_;  // F of each group
  VectorXd seen_;              // the last point that was evaluated without derivatives, and F there
  double seen_cost_ = 0.0;
};

/// Returns the two halves of a list.
template <class List>
std::pair<List, List> halves(const List& list) {
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
  return {List(list.begin(), middle), List(middle, list.end())};
}

Reflective::Reflective(CoordinateProblem& problem) : problem_(problem), rows_(problem.rows()) {
  for (std::size_t g = 0; g < problem.groups().size(); ++g) {
    if (!problem.groups()[g].columns.empty()) fits_.emplace_back(problem, g);
  }
}

/// Returns all coordinates, those of some groups at their trial points.
VectorXd Reflective::point(const Fits& at_trials) const {
  VectorXd z(problem_.size());
  for (const GroupFit& fit : fits_) fit.write(fit.x(), z);
  for (const GroupFit* fit : at_trials) fit->write(fit->trial(), z);
  return z;
}

const char* message_of(GroupFit::State state) {
  return state == GroupFit::State::Stuck           ? "no decrease found along a descent step"
         : state == GroupFit::State::SmallGradient ? "gradient below gtol"
                                                   : "decrease or step below ftol, xtol";
}

/// `status` and `message` apply to the groups that have not ended.
Minimum Reflective::finish(Status status, const std::string& message) const {
  const VectorXd z = point({});
  Minimum minimum{status, message, std::vector<double>(z.data(), z.data() + z.size()),
                  status == Status::Failed ? kInfinity : cost_};
  for (const GroupFit& fit : fits_) {
    GroupEnd& end = minimum.ends.emplace_back(GroupEnd{fit.group(), status, message});
    if (!fit.ended()) continue;
    const bool stuck = fit.state() == GroupFit::State::Stuck;
    end.status = stuck ? Status::Stopped : Status::Converged;
    end.message = message_of(fit.state());
    if (!stuck) continue;
    VectorXd rejected = z;
    fit.write(fit.trial(), rejected);
    end.rejected = RejectedStep{problem_.physical(z.data()), problem_.physical(rejected.data())};
  }
  return minimum;
}

/// Evaluates the trial points of some groups, together with those of active groups that were found
/// before. If the model cannot be evaluated there, halves of the groups are tried to find the
/// groups that cause this.
void Reflective::judge(const Fits& active, const Fits& trying) {
  if (problem_.exhausted()) return;
  Fits at_trials = trying;
  for (GroupFit* fit : active) {
    if (fit->state() == GroupFit::State::Found) at_trials.push_back(fit);
  }
  const VectorXd z = point(at_trials);
  if (problem_.evaluate(z.data(), rows_.data())) {
    seen_ = z;
    seen_cost_ = problem_.cost(rows_.data()).total;
    const std::vector<double> costs = problem_.group_costs(rows_.data());
    for (GroupFit* fit : trying) fit->judge(costs[fit->group()]);
  } else if (trying.size() == 1) {
    trying.front()->judge(kInfinity);
  } else {
    const auto [first, second] = halves(trying);
    judge(active, first);
    judge(active, second);
  }
}

/// Tries steps of decreasing radius for each group until one decreases its F or the group ends.
/// Returns false if the evaluations are used up.
bool Reflective::search(const Fits& active) {
  for (;;) {
    Fits trying;
    for (GroupFit* fit : active) {
      if (fit->state() == GroupFit::State::Searching && fit->propose()) trying.push_back(fit);
    }
    if (trying.empty()) return true;
    if (problem_.exhausted() || problem_.stopped()) return false;
    judge(active, trying);
  }
}

/// Moves groups to their accepted trial points; moves halves of them if derivatives cannot be
/// computed. If these points were not all evaluated together, F must decrease, too: groups without
/// common parameters may still affect each other through events that divide the steps of all.
/// Returns false if the caller requests the end.
bool Reflective::take(const Fits& found) {
  if (found.empty()) return true;
  const VectorXd z = point(found);
  bool good = problem_.evaluate(z.data(), rows_.data(), jacobian_);
  const bool seen = z.size() == seen_.size() && z == seen_;
  std::vector<double> costs;
  if (good) {
    costs = problem_.group_costs(rows_.data());
    double change = 0.0;
    for (std::size_t g = 0; g < costs.size(); ++g) change += costs[g] - costs_[g];
    good = seen || change < 0.0;
  }
  if (good) {
    for (GroupFit* fit : found) {
      fit->accept(rows_, jacobian_[fit->group()], seen ? fit->trial_cost() : costs[fit->group()]);
    }
    costs_ = std::move(costs);
    cost_ = seen ? seen_cost_ : problem_.cost(rows_.data()).total;
    return problem_.report(cost_);
  }
  if (problem_.stopped()) return false;
  if (found.size() == 1) {
    found.front()->refuse();
    return true;
  }
  const auto [first, second] = halves(found);
  return take(first) && take(second);
}

/// Makes a step of each group.
Reflective::Round Reflective::round(const Fits& active) {
  const bool searched = search(active);
  Fits found;
  for (GroupFit* fit : active) {
    if (fit->state() == GroupFit::State::Found) found.push_back(fit);
  }
  if (problem_.stopped() || !take(found)) return Round::Interrupted;
  return searched ? Round::Done : Round::Exhausted;
}

Minimum Reflective::run() {
  const VectorXd start = point({});
  if (!problem_.evaluate(start.data(), rows_.data(), jacobian_)) {
    return finish(Status::Failed, "the model cannot be evaluated at the start");
  }
  cost_ = problem_.cost(rows_.data()).total;
  costs_ = problem_.group_costs(rows_.data());
  for (GroupFit& fit : fits_) fit.begin(rows_, jacobian_[fit.group()], costs_[fit.group()]);
  for (;;) {
    Fits active;
    for (GroupFit& fit : fits_) {
      if (!fit.ended()) fit.prepare();
      if (!fit.ended()) active.push_back(&fit);
    }
    if (active.empty()) return finish(Status::Converged, "");
    switch (round(active)) {
      case Round::Done:
        break;
      case Round::Exhausted:
        return finish(Status::Stopped, "max_evaluations reached");
      case Round::Interrupted:
        return finish(Status::Interrupted, "interrupted");
    }
  }
}

}  // namespace

Minimum minimise_reflective(CoordinateProblem& problem) { return Reflective(problem).run(); }

}  // namespace hearth::estimation
