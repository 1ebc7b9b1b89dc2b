// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/instances.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/patterns/internal/path_walk.hpp"

namespace hearth {
namespace {

const std::vector<TermId> kNobody;

constexpr std::int64_t kLookUp = 10;  // cost of starting a search in steps

/// Returns the rules of all mappings by decreasing priority.
std::vector<std::pair<const Mapping*, const Rule*>> rules_by_priority(
    const std::vector<Mapping>& mappings) {
  std::vector<std::pair<const Mapping*, const Rule*>> rules;
  for (const Mapping& mapping : mappings) {
    for (const Rule& rule : mapping.rules) rules.emplace_back(&mapping, &rule);
  }
  std::stable_sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) {
    if (a.second->priority != b.second->priority) return a.second->priority > b.second->priority;
    return a.second->id < b.second->id;
  });
  return rules;
}

std::string times(const BoundVariable& bound) {
  const Cardinality& count = bound.count;
  if (count.max == std::numeric_limits<int>::max()) return fmt::format("at least {}", count.min);
  if (count.min == count.max) return fmt::format("{}", count.min);
  return fmt::format("{} to {}", count.min, count.max);
}

}  // namespace

const std::vector<TermId>& Instance::of(std::string_view variable) const {
  if (variable == rule->root) return nodes.front();
  for (std::size_t i = 0; i < rule->bind.size() && i + 1 < nodes.size(); ++i) {
    if (rule->bind[i].name == variable) return nodes[i + 1];
  }
  return kNobody;
}

bool Instance::holds(const Condition& condition) const {
  return condition.variable.empty() || condition.count.holds(of(condition.variable).size());
}

std::string filled_text(const std::string& text, const Instance& instance,
                        const GraphNames& names) {
  return with_words(text, [&](std::string_view word) -> std::optional<std::string> {
    const std::vector<TermId>& nodes = instance.of(word);
    if (!nodes.empty()) return names.name(nodes.front());
    if (word.starts_with('?')) return "<" + std::string(word.substr(1)) + ">";
    return std::nullopt;
  });
}

/// Computes the content of an `Instances`.
class InstanceFinder {
 public:
  InstanceFinder(Instances& result, const GraphNames& names, ImportReport& report)
      : result_(result), names_(names), report_(report) {}

  void run(const std::vector<Mapping>& mappings) {
    for (const auto& [mapping, rule] : rules_by_priority(mappings)) match(*mapping, *rule);
    for (auto& [root, items] : failures_) {
      if (result_.model_of(root) >= 0) continue;
      for (ImportItem& item : items) report_.add(std::move(item));
    }
    if (ties_.has_errors()) throw InputError(std::move(ties_));
  }

 private:
  /// Items that apply only if no other rule matches the root.
  using Failures = std::map<TermId, std::vector<ImportItem>>;

  void match(const Mapping& mapping, const Rule& rule) {
    const PatternMatcher roots(names_.graph(), rule.roots);
    std::vector<PatternMatcher> finders;
    finders.reserve(rule.bind.size());
    for (const BoundVariable& bound : rule.bind) finders.emplace_back(names_.graph(), bound.find);
    std::vector<TermId> nodes = values_of(roots, {}, 0);
    sort_by_name(nodes, names_);
    for (const TermId root : nodes) {
      if (is_taken(root, rule)) continue;
      Instance instance{.rule = &rule,
                        .mapping = &mapping,
                        .root = root,
                        .id = {},
                        .nodes = {{root}},
                        .lost = {}};
      if (bind_all(instance, finders)) take(std::move(instance));
    }
  }

  bool is_taken(TermId node, const Rule& rule) {
    const int other = result_.model_of(node);
    if (other >= 0) {
      Instance& holder = result_.all_[other];
      if (holder.rule->priority == rule.priority && holder.rule != &rule) {
        tie(node, *holder.rule, rule);
      } else if (node == holder.root) {
        holder.lost.push_back(&rule);
      }
      return true;
    }
    return result_.parts_.contains(node);
  }

  void tie(TermId node, const Rule& a, const Rule& b) {
    if (!tied_.insert({&a, &b}).second) return;
    Where where = b.where;
    ties_.error("mapping.tie", where,
                fmt::format("the rules '{}' and '{}' with the same priority {} both match {}; set "
                            "another priority in one of them, or add an 'unless'",
                            a.id, b.id, a.priority, names_.name(node)));
  }

  bool bind_all(Instance& instance, const std::vector<PatternMatcher>& finders) {
    for (std::size_t i = 0; i < finders.size(); ++i) {
      const BoundVariable& bound = instance.rule->bind[i];
      std::vector<TermId> nodes = found(instance, bound, finders[i]);
      if (static_cast<int>(nodes.size()) > bound.count.max) choose(instance, bound, nodes);
      if (static_cast<int>(nodes.size()) < bound.count.min) {
        refuse(instance, bound);
        missing_.clear();
        return false;
      }
      if (nodes.empty() && !bound.missing.empty()) miss(instance, bound);
      instance.nodes.push_back(std::move(nodes));
    }
    return true;
  }

  /// Returns the nodes of a variable for all nodes of the variables from which it starts.
  std::vector<TermId> found(const Instance& instance, const BoundVariable& bound,
                            const PatternMatcher& finder) {
    std::vector<TermId> nodes;
    std::set<TermId> seen;
    Binding given(bound.find.variables.size(), kNoTerm);
    const int target = bound.find.variable(bound.name);
    GraphWork& work = combined_.try_emplace(&bound, bound.where).first->second;
    const auto fill = [&](const auto& self, std::size_t i) -> void {
      if (i == bound.given.size()) {
        work.count(kLookUp);
        for (const TermId node : values_of(finder, given, target)) {
          if (seen.insert(node).second) nodes.push_back(node);
        }
        return;
      }
      for (const TermId node : instance.of(bound.given[i])) {
        given[i] = node;
        self(self, i + 1);
      }
    };
    fill(fill, 0);
    if (!bound.nearest || !finds_in_order(bound.find)) sort_by_name(nodes, names_);
    return nodes;
  }

  void choose(const Instance& instance, const BoundVariable& bound, std::vector<TermId>& nodes) {
    const auto keep = static_cast<std::size_t>(bound.count.max);
    if (!bound.nearest) {
      std::stable_sort(nodes.begin(), nodes.end(),
                       [this](TermId a, TermId b) { return names_.degree(a) > names_.degree(b); });
      std::string all;
      for (const TermId node : nodes) all += (all.empty() ? "" : ", ") + names_.name(node);
      report_.add({.code = "import.several_candidates",
                   .message = fmt::format("rule {} takes {} of ?{}, but the graph has more; the "
                                          "node with the most triples was selected",
                                          instance.rule->id, times(bound), bound.name),
                   .nodes = {names_.node(instance.root)},
                   .add = {fmt::format("# {}: {}", names_.name(instance.root), all)},
                   .consequence = "the others remain unconnected"});
    }
    nodes.resize(keep);
  }

  std::string missing_text(const Instance& instance, const BoundVariable& bound) const {
    if (!bound.missing.empty()) return filled_text(bound.missing, instance, names_);
    return fmt::format("{} has no ?{} (rule {} needs {})", names_.name(instance.root), bound.name,
                       instance.rule->id, times(bound));
  }

  ImportItem missing_item(const Instance& instance, const BoundVariable& bound, Severity severity,
                          std::string consequence) const {
    ImportItem item{.severity = severity,
                    .code = "import.required_missing",
                    .message = "",
                    .nodes = {names_.node(instance.root)},
                    .consequence = std::move(consequence),
                    .omits = severity == Severity::Error};
    // One message for all nodes of the rule, because the list contains the names of the nodes.
    const std::string text = missing_text(instance, bound);
    const std::string name = names_.name(instance.root);
    item.message = text.starts_with(name + " ")
                       ? instance.rule->id + ": " + text.substr(name.size() + 1)
                       : text;
    if (!bound.add.empty()) item.add.push_back(filled_text(bound.add, instance, names_));
    return item;
  }

  void refuse(const Instance& instance, const BoundVariable& bound) {
    failures_[instance.root].push_back(missing_item(instance, bound, Severity::Error, "left out"));
  }

  void miss(const Instance& instance, const BoundVariable& bound) {
    missing_.push_back(
        missing_item(instance, bound, Severity::Warning,
                     bound.consequence.empty() ? "simulated without it" : bound.consequence));
  }

  ImportItem taken_item(const Instance& instance, TermId node) const {
    return {.severity = Severity::Error,
            .code = "import.node_taken",
            .message = fmt::format(
                "rule {} matches, but another component already represents one of its nodes",
                instance.rule->id),
            .nodes = {names_.node(instance.root)},
            .add = {fmt::format("# {}: {}", names_.name(instance.root), names_.name(node))},
            .consequence = "left out",
            .omits = true};
  }

  void take(Instance instance) {
    for (const std::string& variable : instance.rule->models) {
      for (const TermId node : instance.of(variable)) {
        if (!is_taken(node, *instance.rule)) continue;
        missing_.clear();
        failures_[instance.root].push_back(taken_item(instance, node));
        return;
      }
    }
    for (ImportItem& item : missing_) report_.add(std::move(item));
    missing_.clear();
    const int number = static_cast<int>(result_.all_.size());
    for (const std::string& variable : instance.rule->models) {
      for (const TermId node : instance.of(variable)) result_.models_.emplace(node, number);
    }
    for (const std::string& variable : instance.rule->absorbs) {
      for (const TermId node : instance.of(variable)) {
        if (result_.model_of(node) < 0) result_.parts_.emplace(node, number);
      }
    }
    instance.id = free_id(instance);
    result_.all_.push_back(std::move(instance));
  }

  std::string free_id(const Instance& instance) {
    const std::string& wish = instance.rule->name;
    std::string id = names_.id_for(instance.root);
    if (!wish.empty()) {
      std::string text = wish;
      const std::string place = "{" + instance.rule->root + "}";
      const std::size_t at = text.find(place);
      if (at != std::string::npos) text.replace(at, place.size(), id);
      id = text;
    }
    std::string free = id;
    int& next = next_[id];  // counting from 2 for each would be slow if many nodes share a name
    for (next = std::max(next, 2); !ids_.insert(free).second; ++next) {
      free = fmt::format("{}_{}", id, next);
    }
    return free;
  }

  Instances& result_;
  const GraphNames& names_;
  ImportReport& report_;
  Failures failures_;
  std::vector<ImportItem> missing_;  // findings for the present instance
  std::set<std::string> ids_;
  std::map<std::string, int> next_;  // number of the next node with a name
  std::set<std::pair<const Rule*, const Rule*>> tied_;
  // Counts the combinations of nodes that were tried for a variable.
  std::map<const BoundVariable*, GraphWork> combined_;
  Diagnostics ties_;
};

Instances::Instances(const std::vector<Mapping>& mappings, const GraphNames& names,
                     ImportReport& report) {
  InstanceFinder(*this, names, report).run(mappings);
}

int Instances::model_of(TermId node) const {
  const auto found = models_.find(node);
  return found == models_.end() ? -1 : found->second;
}

int Instances::holder_of(TermId node) const {
  const auto found = parts_.find(node);
  return models_.contains(node) || found == parts_.end() ? model_of(node) : found->second;
}

}  // namespace hearth
