// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/ontology/queries/internal/expression_values.hpp"
#include "hearth/ontology/queries/internal/query_parts.hpp"
#include "hearth/ontology/queries/internal/query_terms.hpp"
#include "hearth/ontology/queries/internal/solution_table.hpp"

namespace hearth {

struct PlannedElement;

/// A group prepared for one graph. Its elements are solved one after the other, each for the
/// solutions so far. The result equals SPARQL's join of independent solutions, unless the group
/// uses outer variables that its own triples do not bind. Such a group is solved separately.
struct PlannedGroup {
  const QueryGroup* group = nullptr;
  bool follows = true;  ///< whether it is solved for the solutions so far
  std::vector<PlannedElement> elements;
  std::vector<const QueryExpression*> first{};  ///< filters that do not depend on elements
  /// Solutions of a group that has been solved separately.
  std::optional<SolutionTable> table{};
};

struct PlannedSelect {
  const SelectParts* parts;
  PlannedGroup where;
};

struct PlannedElement {
  const GroupElement* element = nullptr;
  std::unique_ptr<PatternMatcher> matcher{};  ///< for Triples; it also applies filters
  std::vector<PlannedGroup> groups{};
  std::vector<const QueryExpression*> joined{};   ///< for Optional: filters of both sides
  std::vector<const QueryExpression*> filters{};  ///< filters that are applied after it
  std::unique_ptr<PlannedSelect> select{};
  std::optional<SolutionTable> table{};  ///< for Values and Select
};

/// Solves one query on one graph by the algebra of SPARQL 1.1 (section 18).
class QueryRun {
 public:
  /// A row of answers, by column.
  using Row = std::vector<TermId>;

  QueryRun(const TripleStore& graph, const QueryParts& parts, QueryTerms& terms);

  /// Returns the answers of the query's SELECT.
  std::vector<Row> answers();

 private:
  using Found = FunctionRef<bool(const Binding&)>;
  /// The terms that EXISTS sets for variables throughout its group.
  struct Scope {
    const Binding& given;
    /// Whether no variable is set, so that separately solved groups need be solved only once.
    bool is_whole_query;
  };
  struct Answer;
  struct Group;

  PlannedGroup plan(const QueryGroup& group, const VariableSet& before, bool with_filters);
  PlannedElement plan(const GroupElement& element, const VariableSet& before,
                      std::vector<const QueryExpression*> filters);
  std::unique_ptr<PlannedSelect> plan(const SelectParts& select);
  void plan_exists(const QueryExpression& expression);
  std::unique_ptr<PatternMatcher> matcher(const GroupElement& element,
                                          const std::vector<const QueryExpression*>& filters);

  bool solve(PlannedGroup& group, const Binding& row, const Scope& scope, Found found);
  bool solve(PlannedGroup& group, std::size_t at, const Binding& row, const Scope& scope,
             Found found);
  bool joined(PlannedGroup& group, const Binding& row, const Scope& scope, Found found);
  bool optional(PlannedElement& element, const Binding& row, const Scope& scope, Found found);
  bool is_taken_away(PlannedElement& element, const Binding& row, const Scope& scope);
  bool bind(const PlannedElement& element, const Binding& row, Found found);
  bool pass(const std::vector<const QueryExpression*>& filters, const Binding& row);
  SolutionTable& table_of(PlannedGroup& group, const Scope& scope,
                          std::optional<SolutionTable>& scratch);
  SolutionTable& table_of(PlannedElement& element, const Scope& scope,
                          std::optional<SolutionTable>& scratch);
  bool exists(const QueryGroup& group, const Binding& row);

  std::vector<Row> select(PlannedSelect& select, const Scope& scope);
  std::vector<Answer> found_answers(PlannedSelect& select, const Scope& scope);
  std::vector<Answer> grouped_answers(PlannedSelect& select, const Scope& scope);
  void extend(const SelectParts& select, Binding& solution);
  Answer answer(const SelectParts& select, const Binding& solution);
  void sort(std::vector<Answer>& answers, const SelectParts& select) const;
  void keep(std::int64_t rows, std::size_t width);

  const TripleStore& graph_;
  const QueryParts& parts_;
  QueryTerms& terms_;
  GraphWork work_;
  QueryBytes bytes_;
  ExpressionValues values_;
  std::map<const QueryGroup*, PlannedGroup> exists_;
  Binding nothing_;
  std::int64_t kept_ = 0;
};

}  // namespace hearth
