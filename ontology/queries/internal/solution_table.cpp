// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/internal/solution_table.hpp"

#include <algorithm>

namespace hearth {

// Returns the rows that can agree because of a variable that both bind; nullptr if there is none.
const std::vector<std::size_t>* SolutionTable::candidates(const Binding& solution) {
  static const std::vector<std::size_t> none;
  for (const int variable : certain_) {
    if (solution[variable] == kNoTerm) continue;
    const auto [index, is_new] = indexes_.try_emplace(variable);
    if (is_new) {
      const auto column = static_cast<std::size_t>(
          std::find(variables_.begin(), variables_.end(), variable) - variables_.begin());
      for (std::size_t k = 0; k < rows_.size(); ++k) index->second[rows_[k][column]].push_back(k);
    }
    const auto found = index->second.find(solution[variable]);
    return found == index->second.end() ? &none : &found->second;
  }
  return nullptr;
}

bool SolutionTable::for_each(const Binding& solution, GraphWork& work,
                             FunctionRef<bool(const Binding& both, bool shared)> found) {
  Binding both = solution;
  const auto joined = [&](const std::vector<TermId>& row) {
    work.count();
    bool shared = false;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const TermId own = solution[variables_[k]];
      if (own == kNoTerm || row[k] == kNoTerm) continue;
      if (own != row[k]) return true;
      shared = true;
    }
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] != kNoTerm) both[variables_[k]] = row[k];
    }
    const bool more = found(both, shared);
    for (const int variable : variables_) both[variable] = solution[variable];
    return more;
  };
  if (const std::vector<std::size_t>* some = candidates(solution)) {
    return std::all_of(some->begin(), some->end(), [&](std::size_t k) { return joined(rows_[k]); });
  }
  return std::all_of(rows_.begin(), rows_.end(), joined);
}

}  // namespace hearth
