// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/internal/query_parts.hpp"

#include <algorithm>
#include <iterator>

namespace hearth {
namespace {

using ElementKind = GroupElement::Kind;

VariableSet step_variables(const GraphPattern& triples) {
  VariableSet numbers;
  for (const PatternStep& step : triples.steps) {
    for (const int number : {step.subject.variable, step.object.variable, step.property}) {
      if (number >= 0) numbers.insert(number);
    }
  }
  return numbers;
}

// Returns the columns with a term in every row.
VariableSet full_columns(const InlineData& data) {
  VariableSet out;
  for (std::size_t k = 0; k < data.variables.size(); ++k) {
    const bool full = std::all_of(data.rows.begin(), data.rows.end(),
                                  [k](const auto& row) { return row[k].has_value(); });
    if (full) out.insert(data.variables[k]);
  }
  return out;
}

VariableSet certain_columns(const GroupElement& element) {
  const SelectParts& select = *element.select;
  VariableSet inner = certain_variables(select.where);
  if (select.grouped) {
    VariableSet keys;
    for (const SelectParts::Key& key : select.keys) keys.insert(key.variable);
    inner = common(inner, keys);
  }
  VariableSet out;
  for (std::size_t k = 0; k < select.columns.size(); ++k) {
    const SelectParts::Column& column = select.columns[k];
    const bool certain = !column.expression && inner.count(column.variable) > 0;
    if (certain) out.insert(element.outside[k]);
  }
  return out;
}

}  // namespace

VariableSet common(const VariableSet& a, const VariableSet& b) {
  VariableSet out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

VariableSet possible_variables(const GroupElement& element) {
  VariableSet out;
  switch (element.kind) {
    case ElementKind::Triples:
      return step_variables(element.triples);
    case ElementKind::Group:
    case ElementKind::Optional:
    case ElementKind::Union:
      for (const QueryGroup& group : element.groups) out.merge(possible_variables(group));
      return out;
    case ElementKind::Minus:
      return out;
    case ElementKind::Bind:
      return {element.variable};
    case ElementKind::Values:
      return {element.data.variables.begin(), element.data.variables.end()};
    case ElementKind::Select:
      break;
  }
  return {element.outside.begin(), element.outside.end()};
}

VariableSet possible_variables(const QueryGroup& group) {
  VariableSet out;
  for (const GroupElement& element : group.elements) out.merge(possible_variables(element));
  return out;
}

VariableSet certain_variables(const GroupElement& element) {
  switch (element.kind) {
    case ElementKind::Triples:
      return step_variables(element.triples);
    case ElementKind::Group:
      return certain_variables(element.groups.front());
    case ElementKind::Union: {
      VariableSet out = certain_variables(element.groups.front());
      for (const QueryGroup& group : element.groups) out = common(out, certain_variables(group));
      return out;
    }
    case ElementKind::Optional:
    case ElementKind::Minus:
    case ElementKind::Bind:
      return {};
    case ElementKind::Values:
      return full_columns(element.data);
    case ElementKind::Select:
      break;
  }
  return certain_columns(element);
}

VariableSet certain_variables(const QueryGroup& group) {
  VariableSet out;
  for (const GroupElement& element : group.elements) out.merge(certain_variables(element));
  return out;
}

VariableSet named_variables(const QueryExpression& expression) {
  VariableSet out;
  if (expression.variable >= 0) out.insert(expression.variable);
  if (expression.group) out.merge(named_variables(*expression.group));
  for (const QueryExpression& argument : expression.arguments) out.merge(named_variables(argument));
  return out;
}

VariableSet named_variables(const GroupElement& element) {
  VariableSet out = possible_variables(element);
  for (const QueryGroup& group : element.groups) out.merge(named_variables(group));
  if (element.kind == ElementKind::Bind) out.merge(named_variables(element.expression));
  return out;
}

VariableSet named_variables(const QueryGroup& group) {
  VariableSet out;
  for (const GroupElement& element : group.elements) out.merge(named_variables(element));
  for (const QueryExpression& filter : group.filters) out.merge(named_variables(filter));
  return out;
}

}  // namespace hearth
