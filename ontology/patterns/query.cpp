// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/query.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

/// An answer, with what it is sorted by.
struct Answer {
  std::vector<TermId> row;
  std::vector<TermId> keys;
};

std::optional<double> number_of(const Term& term) {
  if (term.kind != TermKind::Literal || term.datatype == xsd::kString) return std::nullopt;
  std::string_view text = term.text;
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// As SPARQL has it: nothing, then blank nodes, IRIs and literals; numbers by value, others by text.
int rank(const TripleStore& graph, TermId id) {
  if (id == kNoTerm) return 0;
  switch (graph.term(id).kind) {
    case TermKind::Blank:
      return 1;
    case TermKind::Iri:
      return 2;
    case TermKind::Literal:
      break;
  }
  return number_of(graph.term(id)) ? 3 : 4;
}

// Returns below, at or above 0.
int compare(const TripleStore& graph, TermId a, TermId b) {
  const int rank_a = rank(graph, a);
  if (const int difference = rank_a - rank(graph, b); difference != 0) return difference;
  if (rank_a == 0 || a == b) return 0;
  if (rank_a == 3) {
    const double x = *number_of(graph.term(a));
    const double y = *number_of(graph.term(b));
    return x < y ? -1 : int{x > y};
  }
  return graph.term(a).text.compare(graph.term(b).text);
}

void sort_answers(std::vector<Answer>& answers, const TripleStore& graph, const Query& query) {
  const auto before = [&](const Answer& a, const Answer& b) {
    for (std::size_t k = 0; k < query.order.size(); ++k) {
      const int difference = compare(graph, a.keys[k], b.keys[k]);
      if (difference != 0) return query.order[k].descending ? difference > 0 : difference < 0;
    }
    return false;
  };
  std::stable_sort(answers.begin(), answers.end(), before);
}

Answer answer_of(const Query& query, const Binding& binding) {
  Answer answer;
  for (const int column : query.columns) {
    answer.row.push_back(binding[column]);
  }
  for (const Query::Order& order : query.order) {
    answer.keys.push_back(binding[order.variable]);
  }
  return answer;
}

// Answers of more values than usual count as several.
std::int64_t weight_of_answer(const Query& query) {
  constexpr std::int64_t kUsual = 32;  // values
  return 1 + (std::ssize(query.columns) + std::ssize(query.order)) / kUsual;
}

// How many answers are looked at before the search may end.
std::size_t most_answers(const Query& query) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  if (!query.limit || !query.order.empty()) return kAll;
  const std::size_t skipped = query.offset.value_or(0);
  return *query.limit > kAll - skipped ? kAll : *query.limit + skipped;
}

}  // namespace

QueryResult run_query(const TripleStore& graph, const Query& query) {
  QueryResult result;
  for (const int column : query.columns) {
    result.columns.push_back(query.pattern.variables[column]);
  }
  std::vector<Answer> answers;
  std::set<std::pair<std::vector<TermId>, std::vector<TermId>>> seen;
  const std::size_t most = most_answers(query);
  const std::int64_t weight = weight_of_answer(query);
  const PatternMatcher matcher(graph, query.pattern);
  matcher.for_each({}, [&](const Binding& binding) {
    if (answers.size() >= most) return false;
    Answer answer = answer_of(query, binding);
    if (query.distinct && !seen.insert({answer.row, answer.keys}).second) return true;
    answers.push_back(std::move(answer));
    check_limit(WorkLimit::QueryRows, weight * std::ssize(answers), query.pattern.where);
    return answers.size() < most;
  });
  sort_answers(answers, graph, query);
  std::set<std::vector<TermId>> rows;  // keys beyond the columns may tell equal rows apart
  std::size_t skip = query.offset.value_or(0);
  for (Answer& answer : answers) {
    if (query.distinct && !rows.insert(answer.row).second) continue;
    if (skip > 0) {
      --skip;
    } else if (query.limit && result.rows.size() >= *query.limit) {
      break;
    } else {
      result.rows.push_back(std::move(answer.row));
    }
  }
  return result;
}

}  // namespace hearth
