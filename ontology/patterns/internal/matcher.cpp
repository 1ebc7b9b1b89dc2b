// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/internal/matcher.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>
#include <utility>

#include "hearth/framework/base/function_ref.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/patterns/internal/path_walk.hpp"
#include "hearth/ontology/patterns/internal/pattern_group.hpp"
#include "hearth/ontology/patterns/internal/term_set.hpp"
#include "hearth/ontology/rdf/name_words.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth {
namespace {

using Next = FunctionRef<bool()>;

// The search for solutions: each part binds its variables, calls the next part for each possible
// binding, and unbinds them. Every function returns false if the search is to end.
class Search {
 public:
  Search(const TripleStore& graph, Binding binding, GraphWork& work)
      : graph_(graph), binding_(std::move(binding)), work_(work) {}

  bool group(PatternGroup& group, Next found) {
    return actions(group, group.order(binding_), 0, found);
  }
  const Binding& binding() const { return binding_; }

 private:
  using Actions = std::vector<GroupAction>;

  bool actions(PatternGroup& group, const Actions& order, std::size_t at, Next found) {
    if (at == order.size()) return found();
    const auto next = [&] { return actions(group, order, at + 1, found); };
    const std::size_t index = order[at].index;
    switch (order[at].kind) {
      case GroupAction::Kind::Step:
        return step(group.steps[index], next);
      case GroupAction::Kind::Pair:
        return !holds(group.pairs[index]) || next();
      case GroupAction::Kind::Name:
        return !holds(group.names[index], group.label) || next();
      case GroupAction::Kind::Without:
        return has_solution(group.without[index]) || next();
      case GroupAction::Kind::Check:
        break;
    }
    return !group.checks[index].holds(binding_) || next();
  }

  // As in SPARQL, no comparison with an unbound variable is true.
  bool holds(const PatternPair& pair) const {
    const TermId a = binding_[pair.first];
    const TermId b = binding_[pair.second];
    if (a == kNoTerm || b == kNoTerm) return false;
    return pair.less ? is_less(a, b) : a != b;
  }

  bool holds(const PatternName& name, TermId label) const {
    const TermId node = binding_[name.variable];
    if (node == kNoTerm) return false;
    const Term term = graph_.term(node);
    if (term.kind == TermKind::Literal) return contains_any(term.text, name.phrases);
    if (term.kind == TermKind::Iri && contains_any(local_name(term.text), name.phrases))
      return true;
    if (label == kNoTerm) return false;
    for (const Triple& triple : graph_.match({.subject = node, .predicate = label})) {
      if (contains_any(graph_.term(triple.object).text, name.phrases)) return true;
    }
    return false;
  }

  static bool contains_any(std::string_view text,
                           const std::vector<std::vector<std::string>>& phrases) {
    const std::vector<std::string> words = plain_words(text);
    return std::any_of(phrases.begin(), phrases.end(), [&words](const auto& phrase) {
      return std::search(words.begin(), words.end(), phrase.begin(), phrase.end(), is_like) !=
             words.end();
    });
  }

  /// Returns whether a word is that of a phrase: with a hyphen, its end or its beginning is.
  static bool is_like(std::string_view word, std::string_view wanted) {
    const bool end = wanted.starts_with('-');
    const bool beginning = wanted.ends_with('-');
    if (end) wanted.remove_prefix(1);
    if (beginning) wanted.remove_suffix(1);
    if (end && beginning) return word.find(wanted) != std::string_view::npos;
    if (end) return word.ends_with(wanted);
    return beginning ? word.starts_with(wanted) : word == wanted;
  }

  /// Compares the numbers of two literals; other terms are not less than any.
  bool is_less(TermId a, TermId b) const {
    const auto number = [this](TermId id) {
      const Term term = graph_.term(id);
      const auto quantity =
          term.kind == TermKind::Literal ? parse_quantity(term.text) : std::nullopt;
      return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    const std::optional<double> left = number(a);
    const std::optional<double> right = number(b);
    return left && right && *left < *right;
  }

  bool has_solution(PatternGroup& inner) {
    return !group(inner, [] { return false; });
  }

  bool step(GroupStep& step, Next next) {
    if (step.path) return path(step, next);
    if (is_check(step)) return !holds(step) || next();
    if (step.subject().has_choice() || step.object().has_choice()) return choice(step, next);
    return triples(step, next);
  }

  bool is_check(const GroupStep& step) const {
    return std::all_of(step.slots.begin(), step.slots.end(), [this](const PatternSlot& slot) {
      return slot.has_choice() || slot.fixed(binding_) != kAnyTerm;
    });
  }

  // Returns whether the triple exists, with any of the terms if there are several.
  bool holds(const GroupStep& step) const {
    Triple triple{step.slots[0].fixed(binding_), step.slots[1].fixed(binding_),
                  step.slots[2].fixed(binding_)};
    const auto object_fits = [&](TermId object) {
      triple.object = object;
      return graph_.contains(triple);
    };
    const auto subject_fits = [&](TermId subject) {
      triple.subject = subject;
      const PatternSlot& objects = step.object();
      if (!objects.has_choice()) return graph_.contains(triple);
      return std::any_of(objects.terms.begin(), objects.terms.end(), object_fits);
    };
    if (!step.subject().has_choice()) return subject_fits(triple.subject);
    return std::any_of(step.subject().terms.begin(), step.subject().terms.end(), subject_fits);
  }

  TriplePattern wanted(const GroupStep& step) const {
    return {step.slots[0].fixed(binding_), step.slots[1].fixed(binding_),
            step.slots[2].fixed(binding_)};
  }

  bool triples(const GroupStep& step, Next next) {
    for (const Triple& triple : graph_.match(wanted(step))) {
      if (!with(step, {triple.subject, triple.predicate, triple.object}, next)) return false;
    }
    return true;
  }

  // For one of several terms, open variables are found once, however many of the terms match.
  bool choice(const GroupStep& step, Next next) {
    std::set<Triple> seen;
    for (const TermId subject : choices(step.subject())) {
      for (const TermId object : choices(step.object())) {
        for (const Triple& t : graph_.match({subject, wanted(step).predicate, object})) {
          Triple open = t;
          if (step.subject().has_choice()) open.subject = kNoTerm;
          if (step.object().has_choice()) open.object = kNoTerm;
          if (!seen.insert(open).second) continue;
          if (!with(step, {t.subject, t.predicate, t.object}, next)) return false;
        }
      }
    }
    return true;
  }

  // Returns the possible terms; kAnyTerm for an open variable.
  std::vector<TermId> choices(const PatternSlot& slot) const {
    return slot.variable < 0 ? slot.terms : std::vector<TermId>{slot.fixed(binding_)};
  }

  // Continues with the open variables of a step bound to `terms`, unless a variable would have two
  // values.
  bool with(const GroupStep& step, const std::array<TermId, 3>& terms, Next next) {
    work_.count();
    std::array<int, 3> bound_here{};
    std::size_t count = 0;
    bool agrees = true;
    for (std::size_t k = 0; k < 3 && agrees; ++k) {
      if (step.slots[k].variable < 0) continue;
      TermId& value = binding_[step.slots[k].variable];
      if (value == kNoTerm) {
        value = terms[k];
        bound_here[count++] = step.slots[k].variable;
      }
      agrees = value == terms[k];
    }
    const bool more = !agrees || next();
    while (count > 0) binding_[bound_here[--count]] = kNoTerm;
    return more;
  }

  bool path(GroupStep& step, Next next) {
    const std::vector<TermId> subjects = choices(step.subject());
    const std::vector<TermId> objects = choices(step.object());
    const bool subject_open = subjects.size() == 1 && subjects.front() == kAnyTerm;
    const bool object_open = objects.size() == 1 && objects.front() == kAnyTerm;
    if (subject_open && object_open) return path_from(step, step.path->starts(), next);
    if (object_open) return path_from(step, subjects, next);
    if (subject_open) return path_to(step, objects, next);
    return path_between(step, subjects, objects, next);
  }

  // If there are several possible starts, each end is found only once.
  bool path_from(const GroupStep& step, const std::vector<TermId>& starts, Next next) {
    TermSet seen;
    return std::all_of(starts.begin(), starts.end(), [&](TermId start) {
      return step.path->ends(start, Direction::Forward, [&](TermId end) {
        if (step.subject().has_choice() && !seen.insert(end)) return true;
        return with(step, {start, kNoTerm, end}, next);
      });
    });
  }

  bool path_to(const GroupStep& step, const std::vector<TermId>& ends, Next next) {
    TermSet seen;
    return std::all_of(ends.begin(), ends.end(), [&](TermId end) {
      return step.path->ends(end, Direction::Backward, [&](TermId start) {
        if (step.object().has_choice() && !seen.insert(start)) return true;
        return with(step, {start, kNoTerm, end}, next);
      });
    });
  }

  // Counts the paths between two nodes, starting from the side with fewer branches.
  bool path_between(GroupStep& step, const std::vector<TermId>& subjects,
                    const std::vector<TermId>& objects, Next next) {
    const bool is_choice = step.subject().has_choice() || step.object().has_choice();
    if (subjects.size() == 1 && objects.size() == 1 && step.path->gives_each_once()) {
      return !step.path->leads(subjects.front(), objects.front(), step.check) || next();
    }
    const bool forward = step.check == Direction::Forward;
    const std::vector<TermId>& starts = forward ? subjects : objects;
    const std::vector<TermId>& ends = forward ? objects : subjects;
    std::size_t ways = 0;
    for (const TermId start : starts) {
      step.path->ends(start, step.check, [&](TermId end) {
        if (std::find(ends.begin(), ends.end(), end) != ends.end()) ++ways;
        return !(is_choice && ways > 0);
      });
      if (is_choice && ways > 0) break;
    }
    for (; ways > 0; --ways) {
      if (!next()) return false;
    }
    return true;
  }

  const TripleStore& graph_;
  Binding binding_;
  GraphWork& work_;
};

Where place_of(const GraphPattern& pattern, const TripleStore& graph) {
  return pattern.where.file.empty() ? Where{.file = graph.source()} : pattern.where;
}

}  // namespace

struct PatternMatcher::Plan {
  Plan(const TripleStore& searched, const GraphPattern& pattern, std::vector<PatternCheck> checks,
       GraphWork* shared)
      : graph(searched),
        variable_count(pattern.variables.size()),
        own_work(place_of(pattern, searched)),
        work(shared == nullptr ? own_work : *shared),
        group(searched, pattern, variable_count, work) {
    group.checks = std::move(checks);
  }

  const TripleStore& graph;
  std::size_t variable_count;
  GraphWork own_work;
  GraphWork& work;
  PatternGroup group;
};

PatternMatcher::PatternMatcher(const TripleStore& graph, const GraphPattern& pattern)
    : plan_(std::make_unique<Plan>(graph, pattern, std::vector<PatternCheck>(), nullptr)) {}

PatternMatcher::PatternMatcher(const TripleStore& graph, const GraphPattern& pattern,
                               std::vector<PatternCheck> checks, GraphWork& work)
    : plan_(std::make_unique<Plan>(graph, pattern, std::move(checks), &work)) {}

PatternMatcher::~PatternMatcher() = default;
PatternMatcher::PatternMatcher(PatternMatcher&&) noexcept = default;

void PatternMatcher::for_each(const Binding& given,
                              const std::function<bool(const Binding&)>& found) const {
  assert(given.empty() || given.size() == plan_->variable_count);
  Search search(plan_->graph, given.empty() ? Binding(plan_->variable_count, kNoTerm) : given,
                plan_->work);
  search.group(plan_->group, [&] { return found(search.binding()); });
}

std::vector<TermId> values_of(const PatternMatcher& matcher, const Binding& given, int variable) {
  std::vector<TermId> values;
  TermSet seen;
  matcher.for_each(given, [&](const Binding& binding) {
    const TermId value = binding[variable];
    if (value != kNoTerm && seen.insert(value)) values.push_back(value);
    return true;
  });
  return values;
}

std::vector<TermId> path_ends(const TripleStore& graph, TermId start, const PropertyPath& path) {
  std::vector<TermId> ends;
  TermSet seen;
  GraphWork work({.file = graph.source()});
  PathWalk(graph, path, work).ends(start, Direction::Forward, [&](TermId end) {
    if (seen.insert(end)) ends.push_back(end);
    return true;
  });
  return ends;
}

}  // namespace hearth
