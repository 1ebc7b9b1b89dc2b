// SPDX-License-Identifier: MIT
// The operations of SELECT on the solutions of a group: grouping, order, distinct rows, limits.
#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "hearth/ontology/queries/internal/aggregates.hpp"
#include "hearth/ontology/queries/internal/query_run.hpp"

namespace hearth {
namespace {

/// The sort key of an answer, in which texts of numbers have been read.
struct SortKey {
  int rank;
  double number;  // for kNumberRank
};

}  // namespace

struct QueryRun::Answer {
  Row row;
  std::vector<TermId> keys;  // for ORDER BY
};

struct QueryRun::Group {
  Row keys;
  std::vector<AggregateState> aggregates;
};

std::vector<QueryRun::Row> QueryRun::answers() {
  const std::unique_ptr<PlannedSelect> planned = plan(parts_.select);
  return select(*planned, {nothing_, true});
}

// Binds the columns that are expressions; an expression may use earlier columns.
void QueryRun::extend(const SelectParts& select, Binding& solution) {
  for (const SelectParts::Column& column : select.columns) {
    if (!column.expression) continue;
    solution[column.variable] = values_.id(values_.value(*column.expression, solution));
  }
}

QueryRun::Answer QueryRun::answer(const SelectParts& select, const Binding& solution) {
  Answer out;
  for (const SelectParts::Column& column : select.columns) {
    out.row.push_back(solution[column.variable]);
  }
  for (const SelectParts::Order& order : select.order) {
    const bool is_variable = order.expression.kind == QueryExpression::Kind::Variable;
    out.keys.push_back(is_variable ? solution[order.expression.variable]
                                   : values_.id(values_.value(order.expression, solution)));
  }
  return out;
}

std::vector<QueryRun::Answer> QueryRun::found_answers(PlannedSelect& select, const Scope& scope) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  const SelectParts& parts = *select.parts;
  std::size_t most = kAll;
  if (parts.limit && parts.order.empty()) {
    const std::size_t skipped = parts.offset.value_or(0);
    most = *parts.limit > kAll - skipped ? kAll : *parts.limit + skipped;
  }
  std::vector<Answer> answers;
  if (most == 0) return answers;
  std::set<std::pair<Row, std::vector<TermId>>> seen;
  solve(select.where, scope.given, scope, [&](const Binding& solution) {
    Binding extended = solution;
    extend(parts, extended);
    Answer found = answer(parts, extended);
    if (parts.distinct && !seen.insert({found.row, found.keys}).second) return true;
    keep(1, found.row.size() + found.keys.size());
    answers.push_back(std::move(found));
    return answers.size() < most;
  });
  return answers;
}

// Groups are in the order in which their first solution was found.
std::vector<QueryRun::Answer> QueryRun::grouped_answers(PlannedSelect& select, const Scope& scope) {
  const SelectParts& parts = *select.parts;
  std::vector<Group> groups;
  std::map<Row, std::size_t> numbers;
  const auto group_of = [&](Row keys) -> Group& {
    const auto [found, is_new] = numbers.try_emplace(std::move(keys), groups.size());
    if (is_new) {
      keep(1, found->first.size() + 8 * parts.aggregates.size());
      groups.push_back({found->first, std::vector<AggregateState>(parts.aggregates.size())});
    }
    return groups[found->second];
  };
  if (parts.keys.empty()) group_of({});
  solve(select.where, scope.given, scope, [&](Binding solution) {
    Row keys;
    for (const SelectParts::Key& key : parts.keys) {
      if (key.expression.kind != QueryExpression::Kind::Variable) {
        solution[key.variable] = values_.id(values_.value(key.expression, solution));
      } else if (key.expression.variable != key.variable) {
        solution[key.variable] = solution[key.expression.variable];
      }
      keys.push_back(solution[key.variable]);
    }
    Group& group = group_of(std::move(keys));
    for (std::size_t k = 0; k < parts.aggregates.size(); ++k) {
      keep(group.aggregates[k].add(parts.aggregates[k], solution, values_, bytes_), 1);
    }
    return true;
  });
  std::vector<Answer> answers;
  for (const Group& group : groups) {
    Binding solution = nothing_;
    for (std::size_t k = 0; k < parts.keys.size(); ++k) {
      solution[parts.keys[k].variable] = group.keys[k];
    }
    for (std::size_t k = 0; k < parts.aggregates.size(); ++k) {
      const Aggregate& aggregate = parts.aggregates[k];
      solution[aggregate.variable] = values_.id(group.aggregates[k].result(aggregate));
    }
    extend(parts, solution);  // before HAVING, which may then use the names of columns
    const bool kept =
        std::all_of(parts.having.begin(), parts.having.end(),
                    [&](const QueryExpression& having) { return values_.holds(having, solution); });
    if (kept) answers.push_back(answer(parts, solution));
  }
  return answers;
}

void QueryRun::sort(std::vector<Answer>& answers, const SelectParts& select) const {
  if (select.order.empty()) return;
  std::map<TermId, SortKey> keys;
  for (const Answer& answer : answers) {
    for (const TermId id : answer.keys) {
      const auto [found, is_new] = keys.try_emplace(id);
      if (!is_new) continue;
      const Value value = values_.value_of(id);
      const int rank = order_rank(value);
      found->second = {rank, rank == kNumberRank ? Number::of(*value)->value() : 0.0};
    }
  }
  const auto difference = [&](TermId a, TermId b) {
    if (a == b) return 0;
    const SortKey& x = keys.at(a);
    const SortKey& y = keys.at(b);
    if (x.rank != y.rank) return x.rank - y.rank;
    if (x.rank == 0) return 0;
    if (x.number != y.number) return x.number < y.number ? -1 : 1;
    return x.rank == kNumberRank ? 0 : terms_.term(a).text.compare(terms_.term(b).text);
  };
  std::stable_sort(answers.begin(), answers.end(), [&](const Answer& a, const Answer& b) {
    for (std::size_t k = 0; k < select.order.size(); ++k) {
      const int order = difference(a.keys[k], b.keys[k]);
      if (order != 0) return select.order[k].descending ? order > 0 : order < 0;
    }
    return false;
  });
}

std::vector<QueryRun::Row> QueryRun::select(PlannedSelect& select, const Scope& scope) {
  const SelectParts& parts = *select.parts;
  std::vector<Answer> answers =
      parts.grouped ? grouped_answers(select, scope) : found_answers(select, scope);
  sort(answers, parts);
  std::vector<Row> out;
  std::set<Row> rows;  // keys outside the columns may distinguish equal rows
  std::size_t skip = parts.offset.value_or(0);
  for (Answer& answer : answers) {
    if (parts.distinct && !rows.insert(answer.row).second) continue;
    if (skip > 0) {
      --skip;
    } else if (parts.limit && out.size() >= *parts.limit) {
      break;
    } else {
      out.push_back(std::move(answer.row));
    }
  }
  return out;
}

}  // namespace hearth
