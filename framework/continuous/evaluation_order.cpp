// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/evaluation_order.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/order/digraph.hpp"

namespace hearth {
namespace {

constexpr auto kAll = static_cast<std::size_t>(-1);

/// Output `source` feeds through to output `target`; `cell` is the cell that the input reads.
struct Dependence {
  int source = 0;
  int target = 0;
  int cell = 0;
};

/// Adds the instances in `slots` (ascending) to a stage, runs of one type as one batch.
void add_slots(const Plan& plan, const std::set<int>& slots, Stage& stage) {
  for (const int slot : slots) {
    const ComponentType* type = plan.instances[slot].type;
    const bool more = !stage.batches.empty() && stage.batches.back().type == type &&
                      stage.batches.back().first + stage.batches.back().count == slot;
    if (more) {
      ++stage.batches.back().count;
    } else {
      stage.batches.push_back({type, slot, 1});
    }
    const auto& own = plan.conversions[slot];
    stage.transfers.insert(stage.transfers.end(), own.begin(), own.end());
  }
}

void unite(std::vector<int>& into, const std::vector<int>& from) {
  if (from.empty()) return;
  std::vector<int> both;
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(both));
  into = std::move(both);
}

/// Builds the flow of a plan step by step.
class FlowMaker {
 public:
  explicit FlowMaker(const Plan& plan)
      : plan_(plan),
        outputs_(plan.signal_count),
        owner_(static_cast<std::size_t>(outputs_)),
        level_(static_cast<std::size_t>(outputs_), 0) {
    flow_.in = plan.in;
    flow_.cell_count = static_cast<int>(plan.cells.size());
  }

  EvaluationOrder run() {
    find_origins();
    find_dependences();
    find_loops();
    find_levels();
    make_loop_stages();
    make_sweeps();
    list_slots();
    find_state_dependences();
    return std::move(flow_);
  }

 private:
  const Slot& slot(int s) const { return plan_.slots[s]; }
  int slot_count() const { return static_cast<int>(plan_.slots.size()); }
  const std::string& name(int output) const { return plan_.signals[output].name; }

  void find_origins() {
    for (int s = 0; s < slot_count(); ++s) {
      const auto count = static_cast<int>(plan_.traces[s].feedthrough.size());
      for (int o = 0; o < count; ++o) owner_[slot(s).out + o] = s;
      for (const Transfer& copy : plan_.conversions[s]) converted_[copy.to] = copy;
    }
  }

  /// Returns the output from which a cell comes, -1 if it is not an output of this instant.
  int origin(int cell) const {
    if (cell < outputs_) return cell;
    const auto found = converted_.find(cell);
    return found == converted_.end() ? -1 : found->second.from;
  }

  void find_dependences() {
    for (int s = 0; s < slot_count(); ++s) {
      const auto& feedthrough = plan_.traces[s].feedthrough;
      for (std::size_t o = 0; o < feedthrough.size(); ++o) {
        for (const int entry : feedthrough[o]) {
          const int cell = plan_.in[slot(s).in + entry];
          const int source = origin(cell);
          if (source < 0) continue;
          dependences_.push_back({source, slot(s).out + static_cast<int>(o), cell});
        }
      }
    }
  }

  // ---- loops -------------------------------------------------------------------------------

  std::vector<graph::Edge> edges(const std::vector<Dependence>& dependences) const {
    std::vector<graph::Edge> result;
    for (const Dependence& d : dependences) result.push_back({d.source, d.target});
    return result;
  }

  void find_loops() {
    loop_of_.assign(static_cast<std::size_t>(outputs_), -1);
    const std::vector<int> group = graph::strong_components(outputs_, edges(dependences_));
    std::map<int, std::vector<Dependence>> inside;
    for (const Dependence& d : dependences_) {
      if (group[d.source] == group[d.target]) inside[group[d.source]].push_back(d);
    }
    std::vector<std::vector<Dependence>> loops;
    for (auto& [number, members] : inside) loops.push_back(std::move(members));
    // Sorted by their first output, so that the order of strong components has no effect.
    std::sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) {
      const auto first = [](const std::vector<Dependence>& loop) {
        return std::min_element(loop.begin(), loop.end(),
                                [](const auto& x, const auto& y) { return x.source < y.source; })
            ->source;
      };
      return first(a) < first(b);
    });
    for (const auto& members : loops) add_loop(members);
  }

  void add_loop(const std::vector<Dependence>& inside) {
    AlgebraicLoop loop;
    std::set<int> outputs;
    for (const Dependence& d : inside) outputs.insert(d.source);
    loop.outputs.assign(outputs.begin(), outputs.end());
    for (const int output : loop.outputs) loop_of_[output] = static_cast<int>(flow_.loops.size());
    refuse_if_asked(loop);
    for (const int cell : choose_tears(inside)) tear(loop, cell);
    note(loop);
    flow_.loops.push_back(std::move(loop));
  }

  bool given(int output) const {
    return std::any_of(plan_.given_outputs.begin(), plan_.given_outputs.end(),
                       [output](const auto& entry) { return entry.first == output; });
  }

  /// Chooses cells whose removal leaves no cycle: first cells with an initial value, then
  /// repeatedly the cell through which most paths lead.
  std::vector<int> choose_tears(std::vector<Dependence> rest) const {
    std::vector<int> tears;
    while (!rest.empty()) {
      std::map<int, int> incoming, readers;  // by output; by cell
      for (const Dependence& d : rest) {
        ++incoming[d.target];
        ++readers[d.cell];
      }
      int best = -1;
      long most = -1;
      for (const auto& [cell, count] : readers) {
        const long known = given(origin(cell)) ? 1'000'000'000L : 0;
        const long paths = known + static_cast<long>(count) * incoming[origin(cell)];
        if (paths > most) {
          most = paths;
          best = cell;
        }
      }
      tears.push_back(best);
      std::erase_if(rest, [best](const Dependence& d) { return d.cell == best; });
      const std::vector<int> group = graph::strong_components(outputs_, edges(rest));
      std::erase_if(rest, [&](const Dependence& d) { return group[d.source] != group[d.target]; });
    }
    std::sort(tears.begin(), tears.end());
    return tears;
  }

  void tear(AlgebraicLoop& loop, int cell) {
    const int own = flow_.cell_count++;
    Transfer copy{cell, own, 1.0, 0.0};
    if (const auto found = converted_.find(cell); found != converted_.end()) {
      copy = found->second;
      copy.to = own;
    }
    loop.tears.push_back(copy);
    loop.names.push_back(name(copy.from));
    torn_.insert(cell);
    const std::set<int> members(loop.outputs.begin(), loop.outputs.end());
    for (int s = 0; s < slot_count(); ++s) {
      const auto& feedthrough = plan_.traces[s].feedthrough;
      for (std::size_t o = 0; o < feedthrough.size(); ++o) {
        if (members.count(slot(s).out + static_cast<int>(o)) == 0) continue;
        for (const int entry : feedthrough[o]) {
          int& read = flow_.in[slot(s).in + entry];
          if (read == cell) read = own;
        }
      }
    }
  }

  /// Returns the connections of a loop port by port: `a.y -> b.u`.
  std::vector<std::string> members(const AlgebraicLoop& loop) const {
    std::vector<std::string> found;
    for (const Connection& connection : plan_.model.connections()) {
      if (lies_in(connection, loop)) found.push_back(to_string(connection));
    }
    return found;
  }
  bool lies_in(const Connection& connection, const AlgebraicLoop& loop) const {
    const std::string from = to_string(connection.from);
    const bool source = std::any_of(loop.outputs.begin(), loop.outputs.end(),
                                    [&](int output) { return name(output) == from; });
    if (!source) return false;
    const int target = plan_.slot_of(connection.to.component);
    return std::any_of(loop.outputs.begin(), loop.outputs.end(), [&](int output) {
      if (owner_[output] != target) return false;
      return std::any_of(dependences_.begin(), dependences_.end(), [&](const Dependence& d) {
        return d.target == output && name(d.source) == from;
      });
    });
  }

  void refuse_if_asked(const AlgebraicLoop& loop) const {
    for (const Connection& connection : plan_.model.connections()) {
      if (connection.loop != LoopAction::Refuse || !lies_in(connection, loop)) continue;
      const Where where = connection.where.at(connection.from.component, connection.from.port);
      throw ModelError("model.algebraic_loop", where,
                       "the connection " + to_string(connection) +
                           " does not permit the algebraic loop in which it lies: " +
                           listed(members(loop), kAll) +
                           "; break the loop with a state, or set \"loop\" of the connection to "
                           "\"solve\" or \"delay\"");
    }
  }

  void note(AlgebraicLoop& loop) {
    loop.members = members(loop);
    flow_.diagnostics.note("model.loop_solved", Where::of_signal(loop.names.front()),
                           "the engine solves an algebraic loop for " + listed(loop.names, kAll) +
                               ": " + listed(loop.members, kAll));
  }

  // ---- levels ------------------------------------------------------------------------------

  /// Finds the levels of outputs: one more than the highest level for which an output waits.
  /// Outputs of a loop have the same level.
  void find_levels() {
    const int loops = static_cast<int>(flow_.loops.size());
    const auto node = [this](int output) {
      return loop_of_[output] < 0 ? output : outputs_ + loop_of_[output];
    };
    std::vector<graph::Edge> waits;
    for (const Dependence& d : dependences_) {
      if (node(d.source) != node(d.target)) waits.push_back({node(d.source), node(d.target)});
    }
    const std::vector<int> order = topological(outputs_ + loops, waits);
    std::vector<int> level(static_cast<std::size_t>(outputs_ + loops), 0);
    const graph::Incidence incoming(outputs_ + loops, waits, graph::Incidence::By::Target);
    for (const int n : order) {
      for (const int e : incoming[n]) {
        level[n] = std::max(level[n], level[waits[e].source] + 1);
      }
    }
    for (int o = 0; o < outputs_; ++o) level_[o] = level[node(o)];
  }

  /// Kahn's algorithm, for a graph without cycles.
  static std::vector<int> topological(int nodes, const std::vector<graph::Edge>& edges) {
    const graph::Incidence outgoing(nodes, edges, graph::Incidence::By::Source);
    std::vector<int> waiting(static_cast<std::size_t>(nodes), 0);
    for (const graph::Edge& edge : edges) ++waiting[edge.target];
    std::vector<int> order;
    for (int n = 0; n < nodes; ++n) {
      if (waiting[n] == 0) order.push_back(n);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const int e : outgoing[order[i]]) {
        if (--waiting[edges[e].target] == 0) order.push_back(edges[e].target);
      }
    }
    return order;
  }

  void make_loop_stages() {
    for (AlgebraicLoop& loop : flow_.loops) {
      const std::set<int> members(loop.outputs.begin(), loop.outputs.end());
      std::vector<graph::Edge> open;
      for (const Dependence& d : dependences_) {
        const bool inside = members.count(d.source) != 0 && members.count(d.target) != 0;
        if (inside && torn_.count(d.cell) == 0) open.push_back({d.source, d.target});
      }
      std::map<int, int> level;
      for (const int output : topological(outputs_, open)) {
        if (members.count(output) == 0) continue;
        int& own = level[output];
        for (const graph::Edge& edge : open) {
          if (edge.target == output) own = std::max(own, level[edge.source] + 1);
        }
      }
      std::map<int, std::set<int>> slots;
      for (const auto& [output, own] : level) slots[own].insert(owner_[output]);
      for (const auto& [own, instances] : slots) {
        add_slots(plan_, instances, loop.stages.emplace_back());
      }
    }
  }

  // ---- sweeps ------------------------------------------------------------------------------

  Sweep sweep(const std::vector<bool>& needed) const {
    std::map<int, std::set<int>> slots, loops;
    for (int o = 0; o < outputs_; ++o) {
      if (!needed[o]) continue;
      if (loop_of_[o] < 0) {
        slots[level_[o]].insert(owner_[o]);
      } else {
        loops[level_[o]].insert(loop_of_[o]);
      }
    }
    Sweep result;
    int last = -1;
    if (!slots.empty()) last = slots.rbegin()->first;
    if (!loops.empty()) last = std::max(last, loops.rbegin()->first);
    for (int level = 0; level <= last; ++level) {
      Stage stage;
      add_slots(plan_, slots[level], stage);
      stage.loops.assign(loops[level].begin(), loops[level].end());
      if (!stage.batches.empty() || !stage.loops.empty()) result.stages.push_back(std::move(stage));
    }
    return result;
  }

  void need(int cell, std::vector<bool>& needed) const {
    std::vector<int> waiting;
    if (const int output = origin(cell); output >= 0) waiting.push_back(output);
    while (!waiting.empty()) {
      const int output = waiting.back();
      waiting.pop_back();
      if (needed[output]) continue;
      needed[output] = true;
      for (const int source : sources_[output]) waiting.push_back(source);
    }
  }

  void make_sweeps() {
    sources_.resize(static_cast<std::size_t>(outputs_));
    for (const Dependence& d : dependences_) sources_[d.target].push_back(d.source);
    flow_.all = sweep(std::vector<bool>(static_cast<std::size_t>(outputs_), true));
    std::vector<bool> needed(static_cast<std::size_t>(outputs_), false);
    for (int s = 0; s < slot_count(); ++s) {
      for (const auto& inputs : plan_.traces[s].rate_inputs) {
        for (const int entry : inputs) need(plan_.in[slot(s).in + entry], needed);
      }
    }
    flow_.rates = sweep(needed);
    for (int o = 0; o < outputs_; ++o) {
      if (needed[o]) rate_slots_.insert(owner_[o]);
    }
    for (int s = 0; s < slot_count(); ++s) {
      if (!has_own_guards(s)) continue;
      const int inputs = plan_.instances[s].type->counts(slot(s).sizes).in;
      for (int k = 0; k < inputs; ++k) need(plan_.in[slot(s).in + k], needed);
    }
    flow_.guards = sweep(needed);
  }

  bool has_own_guards(int s) const { return plan_.instances[s].type->schema.has_own_guards(); }

  // ---- lists -------------------------------------------------------------------------------

  void list_slots() {
    flow_.levels.assign(plan_.slots.size(), 0);
    for (int o = 0; o < outputs_; ++o) {
      int& level = flow_.levels[owner_[o]];
      level = std::max(level, level_[o]);
    }
    for (int s = 0; s < slot_count(); ++s) {
      if (slot(s).state_count > 0) flow_.state_slots.push_back(s);
      if (slot(s).state_count > 0 || rate_slots_.count(s) != 0) flow_.rate_slots.push_back(s);
      if (has_own_guards(s)) flow_.guard_slots.push_back(s);
      if (plan_.instances[s].type->traits.has_update) samplers_.push_back(s);
    }
    order_samples();
  }

  // ---- samples -----------------------------------------------------------------------------

  /// Returns whether two components can be due at one instant.
  bool meet(int a, int b) const {
    const auto& first = plan_.model.component(plan_.instances[a].id).clock;
    const auto& second = plan_.model.component(plan_.instances[b].id).clock;
    if (!first || !second) return true;  // due at the steps of the run, which are not known here
    if (first->jitter > 0.0 || second->jitter > 0.0) return false;
    const std::int64_t common = std::gcd(slot(a).period, slot(b).period);
    return common == 0 || (slot(a).offset - slot(b).offset) % common == 0;
  }

  /// Returns the pairs of samplers of which one reads outputs of the other at a sample, by their
  /// positions among the samplers.
  std::vector<graph::Edge> sample_edges() const {
    std::vector<graph::Edge> edges;
    for (std::size_t target = 0; target < samplers_.size(); ++target) {
      const int t = samplers_[target];
      std::vector<bool> needed(static_cast<std::size_t>(outputs_), false);
      for (int k = 0; k < slot(t).in_count; ++k) need(plan_.in[slot(t).in + k], needed);
      std::set<int> owners;
      for (int o = 0; o < outputs_; ++o) {
        if (needed[o]) owners.insert(owner_[o]);
      }
      for (std::size_t source = 0; source < samplers_.size(); ++source) {
        const int s = samplers_[source];
        if (s == t || owners.count(s) == 0 || !meet(s, t)) continue;
        edges.push_back({static_cast<int>(source), static_cast<int>(target)});
      }
    }
    return edges;
  }

  void order_samples() {
    const auto count = static_cast<int>(samplers_.size());
    const std::vector<graph::Edge> edges = sample_edges();
    const std::vector<int> group = graph::strong_components(count, edges);
    std::map<int, std::map<int, std::vector<int>>> circles;  // by group, by level of the plan
    for (int i = 0; i < count; ++i) {
      circles[group[i]][plan_.instances[samplers_[i]].level].push_back(i);
    }
    std::vector<int> level(samplers_.size(), 0);
    std::map<int, std::vector<int>> ticks;
    // Edges between groups lead to smaller numbers.
    for (auto circle = circles.rbegin(); circle != circles.rend(); ++circle) {
      int first = 0;
      for (const graph::Edge& edge : edges) {
        if (group[edge.target] != circle->first || group[edge.source] == circle->first) continue;
        first = std::max(first, level[edge.source] + 1);
      }
      for (const auto& [planned, members] : circle->second) {
        for (const int i : members) {
          level[i] = first;
          ticks[first].push_back(samplers_[i]);
        }
        ++first;
      }
      note_circle(edges, group, circle->first, level);
    }
    for (auto& [at, slots] : ticks) {
      std::sort(slots.begin(), slots.end());
      flow_.ticks.push_back(std::move(slots));
    }
  }

  /// Reports a cycle of samples, with the connections that deliver values of the previous sample.
  void note_circle(const std::vector<graph::Edge>& edges, const std::vector<int>& group, int circle,
                   const std::vector<int>& level) {
    std::vector<std::string> members, late;
    const auto id = [this](int i) { return plan_.instances[samplers_[i]].id; };
    for (std::size_t i = 0; i < samplers_.size(); ++i) {
      if (group[i] == circle) members.push_back(id(static_cast<int>(i)));
    }
    if (members.size() < 2) return;
    std::sort(members.begin(), members.end());
    for (const graph::Edge& edge : edges) {
      if (group[edge.source] != circle || group[edge.target] != circle) continue;
      if (level[edge.source] < level[edge.target]) continue;
      late.push_back(id(edge.target) + " samples the output that " + id(edge.source) +
                     " set at its previous sample");
    }
    std::sort(late.begin(), late.end());
    // At the steps of the run the order is that of the stepwise engine, which `info` shows.
    const bool clocks = std::all_of(members.begin(), members.end(), [this](const auto& member) {
      return plan_.model.component(member).clock.has_value();
    });
    flow_.diagnostics.add(
        {clocks ? Severity::Warning : Severity::Note,
         "model.sample_circle",
         {.component = members.front()},
         "these components form a cycle of samples at the same instants: " + listed(members, kAll) +
             "; their order of execution breaks the cycle: " + listed(late, kAll) +
             "; set an offset of one of their clocks to set the order"});
  }

  void find_state_dependences() {
    std::vector<std::vector<int>> states(static_cast<std::size_t>(outputs_));
    std::vector<int> order;
    for (int o = 0; o < outputs_; ++o) order.push_back(o);
    std::stable_sort(order.begin(), order.end(),
                     [this](int a, int b) { return level_[a] < level_[b]; });
    for (const int o : order) {
      const int s = owner_[o];
      for (const int state : plan_.traces[s].output_states[o - slot(s).out]) {
        unite(states[o], {slot(s).state - plan_.first_state + state});
      }
      for (const int source : sources_[o]) unite(states[o], states[source]);
    }
    // Within a loop every output depends on everything on which any of them depends.
    std::vector<std::vector<int>> shared(flow_.loops.size());
    for (std::size_t round = 0; round <= flow_.loops.size() && !flow_.loops.empty(); ++round) {
      for (const int o : order) {
        for (const int source : sources_[o]) unite(states[o], states[source]);
        if (loop_of_[o] < 0) continue;
        unite(shared[loop_of_[o]], states[o]);
        states[o] = shared[loop_of_[o]];
      }
    }
    flow_.dependencies.resize(static_cast<std::size_t>(plan_.state_count));
    for (const int s : flow_.state_slots) {
      const TraceResult& trace = plan_.traces[s];
      const int first = slot(s).state - plan_.first_state;
      for (int r = 0; r < slot(s).state_count; ++r) {
        std::vector<int>& own = flow_.dependencies[first + r];
        for (const int state : trace.rate_states[r]) unite(own, {first + state});
        for (const int entry : trace.rate_inputs[r]) {
          const int source = origin(plan_.in[slot(s).in + entry]);
          if (source >= 0) unite(own, states[source]);
        }
      }
    }
  }

  const Plan& plan_;
  const int outputs_;
  std::vector<int> owner_;  // slot of each output
  std::vector<int> level_;  // of each output
  std::vector<int> loop_of_;
  std::map<int, Transfer> converted_;  // by the cell it fills
  std::vector<Dependence> dependences_;
  std::vector<std::vector<int>> sources_;  // by output
  std::set<int> torn_;
  std::set<int> rate_slots_;
  std::vector<int> samplers_;  // slots that take samples, ascending
  EvaluationOrder flow_;
};

}  // namespace

EvaluationOrder make_evaluation_order(const Plan& plan) { return FlowMaker(plan).run(); }

}  // namespace hearth
