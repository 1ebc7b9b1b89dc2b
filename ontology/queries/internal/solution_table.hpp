// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hearth/framework/base/function_ref.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/patterns/internal/path_walk.hpp"
#include "hearth/ontology/queries/internal/query_parts.hpp"

namespace hearth {

/// Solutions of a separately solved part of a query, to be joined with others.
class SolutionTable {
 public:
  SolutionTable(std::vector<int> variables, const VariableSet& certain)
      : variables_(std::move(variables)), certain_(certain.begin(), certain.end()) {}

  const std::vector<int>& variables() const { return variables_; }
  void add(std::vector<TermId> row) { rows_.push_back(std::move(row)); }
  std::size_t size() const { return rows_.size(); }

  /// For each row that agrees with the solution, calls `found` with the combination and with
  /// whether the two share a variable, until it returns false; returns false in that case.
  bool for_each(const Binding& solution, GraphWork& work,
                FunctionRef<bool(const Binding& both, bool shared)> found);

 private:
  using Index = std::unordered_map<TermId, std::vector<std::size_t>>;

  const std::vector<std::size_t>* candidates(const Binding& solution);

  std::vector<int> variables_;
  std::vector<int> certain_;
  std::vector<std::vector<TermId>> rows_;
  std::map<int, Index> indexes_;  // by variable, created when needed
};

}  // namespace hearth
