// SPDX-License-Identifier: MIT
// Solutions of groups: SPARQL 1.1, section 18.5.
#include "hearth/ontology/queries/internal/query_run.hpp"

#include <algorithm>

namespace hearth {
namespace {

using ElementKind = GroupElement::Kind;

}  // namespace

QueryRun::QueryRun(const TripleStore& graph, const QueryParts& parts, QueryTerms& terms)
    : graph_(graph),
      parts_(parts),
      terms_(terms),
      work_(parts.where),
      bytes_(parts.where),
      values_(terms, work_, bytes_,
              [this](const QueryGroup& group, const Binding& row) { return exists(group, row); }),
      nothing_(parts.variables.size(), kNoTerm) {}

bool QueryRun::pass(const std::vector<const QueryExpression*>& filters, const Binding& row) {
  return std::all_of(filters.begin(), filters.end(),
                     [&](const QueryExpression* filter) { return values_.holds(*filter, row); });
}

bool QueryRun::exists(const QueryGroup& group, const Binding& row) {
  return !solve(exists_.at(&group), row, {row, false}, [](const Binding&) { return false; });
}

bool QueryRun::solve(PlannedGroup& group, const Binding& row, const Scope& scope, Found found) {
  return !pass(group.first, row) || solve(group, 0, row, scope, found);
}

bool QueryRun::solve(PlannedGroup& group, std::size_t at, const Binding& row, const Scope& scope,
                     Found found) {
  constexpr std::size_t kUsual = 64;  // usual number of variables
  work_.count(static_cast<std::int64_t>(row.size() / kUsual));
  if (at == group.elements.size()) return found(row);
  PlannedElement& element = group.elements[at];
  const auto next = [&](const Binding& solution) {
    return !pass(element.filters, solution) || solve(group, at + 1, solution, scope, found);
  };
  switch (element.element->kind) {
    case ElementKind::Triples: {
      bool more = true;
      element.matcher->for_each(row,
                                [&](const Binding& solution) { return more = next(solution); });
      return more;
    }
    case ElementKind::Group:
    case ElementKind::Union:
      return std::all_of(element.groups.begin(), element.groups.end(),
                         [&](PlannedGroup& inner) { return joined(inner, row, scope, next); });
    case ElementKind::Optional:
      return optional(element, row, scope, next);
    case ElementKind::Minus:
      return is_taken_away(element, row, scope) || next(row);
    case ElementKind::Bind:
      return bind(element, row, next);
    case ElementKind::Values:
    case ElementKind::Select:
      break;
  }
  std::optional<SolutionTable> scratch;
  return table_of(element, scope, scratch).for_each(row, work_, [&](const Binding& both, bool) {
    return next(both);
  });
}

bool QueryRun::joined(PlannedGroup& group, const Binding& row, const Scope& scope, Found found) {
  if (group.follows) return solve(group, row, scope, found);
  std::optional<SolutionTable> scratch;
  return table_of(group, scope, scratch).for_each(row, work_, [&](const Binding& both, bool) {
    return found(both);
  });
}

bool QueryRun::optional(PlannedElement& element, const Binding& row, const Scope& scope,
                        Found found) {
  bool any = false;
  const bool more = joined(element.groups.front(), row, scope, [&](const Binding& both) {
    if (!pass(element.joined, both)) return true;
    any = true;
    return found(both);
  });
  return any ? more : found(row);
}

// Solutions without common variables do not remove anything (section 8.3).
bool QueryRun::is_taken_away(PlannedElement& element, const Binding& row, const Scope& scope) {
  PlannedGroup& group = element.groups.front();
  const VariableSet certain = certain_variables(*group.group);
  const bool shares = std::any_of(certain.begin(), certain.end(),
                                  [&row](int variable) { return row[variable] != kNoTerm; });
  if (group.follows && shares) {
    return !solve(group, row, scope, [](const Binding&) { return false; });
  }
  std::optional<SolutionTable> scratch;
  return !table_of(group, scope, scratch).for_each(row, work_, [](const Binding&, bool shared) {
    return !shared;
  });
}

bool QueryRun::bind(const PlannedElement& element, const Binding& row, Found found) {
  const TermId value = values_.id(values_.value(element.element->expression, row));
  const int variable = element.element->variable;
  if (value == kNoTerm) return found(row);
  if (row[variable] != kNoTerm) return row[variable] != value || found(row);
  Binding solution = row;
  solution[variable] = value;
  return found(solution);
}

SolutionTable& QueryRun::table_of(PlannedGroup& group, const Scope& scope,
                                  std::optional<SolutionTable>& scratch) {
  std::optional<SolutionTable>& table = scope.is_whole_query ? group.table : scratch;
  if (table) return *table;
  const VariableSet possible = possible_variables(*group.group);
  table.emplace(std::vector<int>(possible.begin(), possible.end()),
                certain_variables(*group.group));
  solve(group, scope.given, scope, [&](const Binding& solution) {
    Row row;
    for (const int variable : table->variables()) row.push_back(solution[variable]);
    keep(1, row.size());
    table->add(std::move(row));
    return true;
  });
  return *table;
}

SolutionTable& QueryRun::table_of(PlannedElement& element, const Scope& scope,
                                  std::optional<SolutionTable>& scratch) {
  if (element.element->kind == ElementKind::Values) return *element.table;
  std::optional<SolutionTable>& table = scope.is_whole_query ? element.table : scratch;
  if (table) return *table;
  const GroupElement& source = *element.element;
  Binding given = nothing_;
  for (std::size_t k = 0; k < source.outside.size(); ++k) {
    const SelectParts::Column& column = source.select->columns[k];
    if (!column.expression) given[column.variable] = scope.given[source.outside[k]];
  }
  std::vector<Row> rows = select(*element.select, {given, scope.is_whole_query});
  table.emplace(source.outside, certain_variables(source));
  for (Row& row : rows) table->add(std::move(row));
  return *table;
}

// Rows with more values than usual count as several.
void QueryRun::keep(std::int64_t rows, std::size_t width) {
  constexpr std::size_t kUsual = 32;  // usual number of values
  kept_ += rows * static_cast<std::int64_t>(1 + width / kUsual);
  check_limit(WorkLimit::QueryRows, kept_, parts_.where);
}

}  // namespace hearth
