// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hearth/ontology/queries/internal/expression_values.hpp"
#include "hearth/ontology/queries/internal/values/number.hpp"

namespace hearth {

/// One aggregate over one group (SPARQL 1.1, section 18.5.1). A value that is an error makes every
/// aggregate except COUNT and SAMPLE an error.
class AggregateState {
 public:
  /// Adds one solution. Returns the number of values that are stored for it.
  int add(const Aggregate& aggregate, const Binding& solution, ExpressionValues& values,
          QueryBytes& bytes);
  Value result(const Aggregate& aggregate) const;

 private:
  void take(const Aggregate& aggregate, const OwnTerm& value, QueryBytes& bytes);

  std::int64_t count_ = 0;
  bool error_ = false;
  std::optional<Number> sum_ = Number::integer(0);
  Value chosen_;
  std::string text_;
  std::set<TermId> seen_;
  std::set<Binding> seen_solutions_;
};

}  // namespace hearth
