// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/patterns/internal/path_walk.hpp"
#include "hearth/ontology/queries/internal/query_parts.hpp"
#include "hearth/ontology/queries/internal/query_terms.hpp"
#include "hearth/ontology/queries/internal/values/query_functions.hpp"

namespace hearth {

/// Evaluates expressions for solutions of a query (SPARQL 1.1, section 17). Every evaluation counts
/// as work.
class ExpressionValues {
 public:
  /// Returns whether a group has a solution that agrees with the binding.
  using Exists = std::function<bool(const QueryGroup& group, const Binding& binding)>;

  ExpressionValues(QueryTerms& terms, GraphWork& work, QueryBytes& bytes, Exists exists)
      : terms_(terms),
        work_(work),
        bytes_(bytes),
        exists_(std::move(exists)),
        context_{&work, {}} {}

  /// Returns the value; nothing is an error, such as an unbound variable.
  Value value(const QueryExpression& expression, const Binding& binding);
  /// Returns whether a filter keeps the solution; an error does not keep it.
  bool holds(const QueryExpression& filter, const Binding& binding);
  /// Returns the number of a value, or kNoTerm for an error.
  TermId id(const Value& value);
  Value value_of(TermId id) const;

 private:
  std::optional<bool> boolean(const QueryExpression& expression, const Binding& binding);
  std::optional<bool> any_of(const QueryExpression& expression, const Binding& binding,
                             bool wanted);
  std::optional<bool> compared(const QueryExpression& expression, const Binding& binding);
  std::optional<bool> is_in(const QueryExpression& expression, const Binding& binding);
  Value calculated(const QueryExpression& expression, const Binding& binding);
  Value called(const QueryExpression& expression, const Binding& binding);

  QueryTerms& terms_;
  GraphWork& work_;
  QueryBytes& bytes_;
  Exists exists_;
  FunctionContext context_;
};

}  // namespace hearth
