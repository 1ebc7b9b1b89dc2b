// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/internal/pattern_group.hpp"

#include <algorithm>
#include <limits>

#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

using Marks = std::vector<bool>;  // by variable

PatternSlot looked_up(const TripleStore& graph, const PatternTerm& place) {
  PatternSlot slot;
  slot.variable = place.variable;
  for (const OwnTerm& own : place.terms) {
    const TermId id = graph.find({own.kind, own.text, own.datatype, own.language});
    if (id == kNoTerm) continue;
    if (std::find(slot.terms.begin(), slot.terms.end(), id) == slot.terms.end()) {
      slot.terms.push_back(id);
    }
  }
  return slot;
}

GroupStep looked_up(const TripleStore& graph, const PatternStep& step, GraphWork& work) {
  GroupStep out;
  out.slots[0] = looked_up(graph, step.subject);
  out.slots[2] = looked_up(graph, step.object);
  out.slots[1].variable = step.property;
  if (step.property >= 0) return out;
  PathWalk walk(graph, step.path, work);
  if (!walk.is_property()) {
    const double leaving = walk.fan_out(Direction::Forward);
    const double arriving = walk.fan_out(Direction::Backward);
    out.check = leaving <= arriving ? Direction::Forward : Direction::Backward;
    out.path = std::move(walk);
    return out;
  }
  if (walk.property() != kNoTerm) out.slots[1].terms = {walk.property()};
  if (walk.is_inverse()) std::swap(out.slots[0], out.slots[2]);
  return out;
}

void mark(const GroupStep& step, Marks& marks) {
  for (const PatternSlot& slot : step.slots) {
    if (slot.variable >= 0) marks[slot.variable] = true;
  }
}

bool is_known(const PatternSlot& slot, const Marks& known) {
  return slot.variable < 0 || known[slot.variable];
}

bool is_marked(const Marks& marks, int variable) { return marks[variable]; }

// Returns whether a step begins at a known node.
bool touches(const GroupStep& step, const Marks& known) {
  bool has_open = false;
  for (const PatternSlot& slot : step.slots) {
    if (slot.variable < 0) continue;
    if (is_marked(known, slot.variable)) return true;
    has_open = true;
  }
  return !has_open;
}

}  // namespace

PatternGroup::PatternGroup(const TripleStore& graph, const GraphPattern& pattern,
                           std::size_t variable_count, GraphWork& work)
    : pairs(pattern.pairs), names(pattern.names), graph_(&graph), binds_(variable_count, false) {
  for (const PatternStep& step : pattern.steps) {
    steps.push_back(looked_up(graph, step, work));
    mark(steps.back(), binds_);
    for (const PatternSlot& slot : steps.back().slots) use(slot.variable);
  }
  for (const PatternPair& pair : pairs) {
    use(pair.first);
    use(pair.second);
  }
  for (const PatternName& name : names) use(name.variable);
  if (!names.empty()) label = graph.find_iri(rdf::kLabel);
  for (const GraphPattern& inner : pattern.without) {
    without.emplace_back(graph, inner, variable_count, work);
    for (const int variable : without.back().variables_) use(variable);
  }
}

void PatternGroup::use(int variable) {
  if (variable < 0) return;
  const auto found = std::find(variables_.begin(), variables_.end(), variable);
  if (found == variables_.end()) variables_.push_back(variable);
}

bool PatternGroup::fits(const Order& order, const Binding& binding) const {
  for (std::size_t k = 0; k < variables_.size(); ++k) {
    const bool bound = binding[variables_[k]] != kNoTerm;
    if (bound != order.bound[k]) return false;
  }
  return true;
}

const std::vector<GroupAction>& PatternGroup::order(const Binding& binding) {
  for (const Order& order : orders_) {
    if (fits(order, binding)) return order.actions;
  }
  Marks known(binding.size(), false);
  Order order;
  for (const int variable : variables_) {
    const auto index = static_cast<std::size_t>(variable);
    known[index] = binding[index] != kNoTerm;
    order.bound.push_back(known[index]);
  }
  order.actions = choose(std::move(known));
  orders_.push_back(std::move(order));
  return orders_.back().actions;
}

std::vector<GroupAction> PatternGroup::choose(Marks known) const {
  std::vector<GroupAction> done;
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < steps.size(); ++k) open.push_back(k);
  add_checks(known, false, done);
  while (!open.empty()) {
    const std::size_t next = cheapest(open, known);
    done.push_back({GroupAction::Kind::Step, open[next]});
    mark(steps[open[next]], known);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
    add_checks(known, false, done);
  }
  add_checks(known, true, done);
  return done;
}

// Adds the remaining checks whose variables are known, or all remaining checks.
void PatternGroup::add_checks(const Marks& known, bool all, std::vector<GroupAction>& done) const {
  const auto add = [&](GroupAction::Kind kind, std::size_t index, bool ready) {
    const bool present = std::any_of(done.begin(), done.end(), [&](const GroupAction& action) {
      return action.kind == kind && action.index == index;
    });
    if (!present && (all || ready)) done.push_back({kind, index});
  };
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    add(GroupAction::Kind::Pair, k,
        is_marked(known, pairs[k].first) && is_marked(known, pairs[k].second));
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    add(GroupAction::Kind::Name, k, is_marked(known, names[k].variable));
  }
  for (std::size_t k = 0; k < without.size(); ++k) {
    add(GroupAction::Kind::Without, k, is_ready(without[k].variables_, known));
  }
  for (std::size_t k = 0; k < checks.size(); ++k) {
    add(GroupAction::Kind::Check, k, is_ready(checks[k].variables, known));
  }
}

// Returns whether those of these variables that the group binds are known.
bool PatternGroup::is_ready(const std::vector<int>& variables, const Marks& known) const {
  return std::all_of(variables.begin(), variables.end(), [&](int variable) {
    return is_marked(known, variable) || !is_marked(binds_, variable);
  });
}

// Steps at known nodes are preferred, so that a search from a root remains near it, and near ends
// of a path are found before distant ones.
std::size_t PatternGroup::cheapest(const std::vector<std::size_t>& open, const Marks& known) const {
  std::size_t best = 0;
  bool best_touches = false;
  double best_cost = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < open.size(); ++k) {
    const bool at_known = touches(steps[open[k]], known);
    if (best_touches && !at_known) continue;
    const double its_cost = cost(steps[open[k]], known);
    if (at_known == best_touches && its_cost >= best_cost) continue;
    best = k;
    best_touches = at_known;
    best_cost = its_cost;
  }
  return best;
}

// Returns an estimate of the number of solutions that a step makes from one; below one for a check.
double PatternGroup::cost(const GroupStep& step, const Marks& known) const {
  if (!step.path) return triple_cost(step, known);
  const bool subject = is_known(step.subject(), known);
  const bool object = is_known(step.object(), known);
  if (subject && object) return 0.5;
  if (subject) return step.path->fan_out(Direction::Forward);
  if (object) return step.path->fan_out(Direction::Backward);
  return step.path->start_count() * step.path->fan_out(Direction::Forward);
}

double PatternGroup::triple_cost(const GroupStep& step, const Marks& known) const {
  const auto by_variable = [&](std::size_t place) {
    const int variable = step.slots[place].variable;
    return variable >= 0 && is_marked(known, variable);
  };
  const auto is_open = [&](std::size_t place) { return !is_known(step.slots[place], known); };
  if (!is_open(0) && !is_open(1) && !is_open(2)) return 0.0;
  double sum = 0.0;
  const Binding nothing(binds_.size(), kNoTerm);
  TriplePattern wanted{step.slots[0].fixed(nothing), step.slots[1].fixed(nothing),
                       step.slots[2].fixed(nothing)};
  const auto add = [&] {
    sum += mean_range(*graph_, wanted, by_variable(0), by_variable(1), by_variable(2));
  };
  if (step.object().has_choice()) {
    for (const TermId choice : step.object().terms) {
      wanted.object = choice;
      add();
    }
  } else {
    add();
  }
  return sum;
}

}  // namespace hearth
