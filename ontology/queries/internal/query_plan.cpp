// SPDX-License-Identifier: MIT
// Planning of how the groups of a query are solved.
#include <algorithm>
#include <iterator>

#include "hearth/ontology/queries/internal/query_run.hpp"

namespace hearth {
namespace {

using ElementKind = GroupElement::Kind;

bool contains_all(const VariableSet& all, const VariableSet& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

void add_all(VariableSet& to, VariableSet variables) { to.merge(variables); }

// Returns whether the separate solutions of a group differ from those for solutions that bind these
// variables: the group uses one of the variables in a place where its own solutions need not bind
// it.
bool depends_on(const QueryGroup& group, const VariableSet& outside, bool with_filters) {
  const auto asks = [&outside](const VariableSet& named, const VariableSet& certain) {
    return !contains_all(certain, common(named, outside));
  };
  VariableSet certain;
  for (const GroupElement& element : group.elements) {
    if (element.kind == ElementKind::Optional || element.kind == ElementKind::Minus) {
      if (asks(named_variables(element.groups.front()), certain)) return true;
    } else if (element.kind == ElementKind::Bind) {
      if (asks(named_variables(element.expression), certain)) return true;
    }
    add_all(certain, certain_variables(element));
  }
  return with_filters && std::any_of(group.filters.begin(), group.filters.end(),
                                     [&](const QueryExpression& filter) {
                                       return asks(named_variables(filter), certain);
                                     });
}

// Returns filters by the number of elements after which their variables can no longer change.
std::vector<std::vector<const QueryExpression*>> placed_filters(const QueryGroup& group) {
  std::vector<std::vector<const QueryExpression*>> placed(group.elements.size() + 1);
  if (group.filters.empty()) return placed;
  const VariableSet possible = possible_variables(group);
  std::vector<VariableSet> certain(1);  // after that number of elements
  for (const GroupElement& element : group.elements) {
    certain.push_back(certain.back());
    add_all(certain.back(), certain_variables(element));
  }
  for (const QueryExpression& filter : group.filters) {
    const VariableSet needed = common(named_variables(filter), possible);
    std::size_t at = 0;
    while (at < group.elements.size() && !contains_all(certain[at], needed)) ++at;
    placed[at].push_back(&filter);
  }
  return placed;
}

}  // namespace

PlannedGroup QueryRun::plan(const QueryGroup& group, const VariableSet& before, bool with_filters) {
  PlannedGroup out;
  out.group = &group;
  out.follows = !depends_on(group, before, with_filters);
  auto placed = placed_filters(group);
  // The filters of OPTIONAL use both sides: for a separately solved group they are applied
  // afterwards.
  if (!with_filters && !out.follows) placed.assign(placed.size(), {});
  for (const QueryExpression& filter : group.filters) plan_exists(filter);
  out.first = placed.front();
  VariableSet known = before;
  for (std::size_t k = 0; k < group.elements.size(); ++k) {
    out.elements.push_back(plan(group.elements[k], known, std::move(placed[k + 1])));
    add_all(known, possible_variables(group.elements[k]));
  }
  return out;
}

PlannedElement QueryRun::plan(const GroupElement& element, const VariableSet& before,
                              std::vector<const QueryExpression*> filters) {
  PlannedElement out;
  out.element = &element;
  for (const QueryGroup& group : element.groups) {
    out.groups.push_back(plan(group, before, element.kind != ElementKind::Optional));
  }
  switch (element.kind) {
    case ElementKind::Triples:
      out.matcher = matcher(element, filters);
      return out;
    case ElementKind::Optional:
      if (!out.groups.front().follows) {
        for (const QueryExpression& filter : element.groups.front().filters) {
          out.joined.push_back(&filter);
        }
      }
      break;
    case ElementKind::Bind:
      plan_exists(element.expression);
      break;
    case ElementKind::Values:
      out.table.emplace(element.data.variables, certain_variables(element));
      for (const auto& data : element.data.rows) {
        Row row;
        for (const auto& term : data) row.push_back(term ? terms_.id(*term) : kNoTerm);
        out.table->add(std::move(row));
      }
      break;
    case ElementKind::Select:
      out.select = plan(*element.select);
      break;
    default:
      break;
  }
  out.filters = std::move(filters);
  return out;
}

std::unique_ptr<PatternMatcher> QueryRun::matcher(
    const GroupElement& element, const std::vector<const QueryExpression*>& filters) {
  GraphPattern pattern = element.triples;
  pattern.variables = parts_.variables;
  std::vector<PatternCheck> checks;
  for (const QueryExpression* filter : filters) {
    const VariableSet named = named_variables(*filter);
    checks.push_back({{named.begin(), named.end()},
                      [this, filter](const Binding& row) { return values_.holds(*filter, row); }});
  }
  return std::make_unique<PatternMatcher>(graph_, pattern, std::move(checks), work_);
}

std::unique_ptr<PlannedSelect> QueryRun::plan(const SelectParts& select) {
  const auto plan_all = [this](const auto& parts) {
    for (const auto& part : parts) plan_exists(part.expression);
  };
  plan_all(select.keys);
  plan_all(select.order);
  for (const SelectParts::Column& column : select.columns) {
    if (column.expression) plan_exists(*column.expression);
  }
  for (const Aggregate& aggregate : select.aggregates) {
    if (aggregate.of) plan_exists(*aggregate.of);
  }
  for (const QueryExpression& having : select.having) plan_exists(having);
  return std::make_unique<PlannedSelect>(PlannedSelect{&select, plan(select.where, {}, true)});
}

void QueryRun::plan_exists(const QueryExpression& expression) {
  if (expression.group) {
    PlannedGroup planned = plan(*expression.group, {}, true);
    exists_.insert_or_assign(expression.group.get(), std::move(planned));
  }
  for (const QueryExpression& argument : expression.arguments) plan_exists(argument);
}

}  // namespace hearth
