// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hearth/ontology/rdf/term_table.hpp"

namespace hearth {

/// A set of terms of a graph that is efficient for few terms.
class TermSet {
 public:
  /// Returns whether the term is new.
  bool insert(TermId term) {
    if (3 * (count_ + 1) > 2 * slots_.size()) grow();
    TermId& slot = slots_[slot_of(term)];
    if (slot == term) return false;
    slot = term;
    ++count_;
    return true;
  }

 private:
  // Term numbers are consecutive; a multiplication spreads them over the table.
  std::size_t slot_of(TermId term) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = (term * std::size_t{0x9E3779B1U} >> 7U) & mask;
    while (slots_[slot] != kNoTerm && slots_[slot] != term) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    const std::vector<TermId> old = std::move(slots_);
    slots_.assign(old.empty() ? 16 : 2 * old.size(), kNoTerm);
    for (const TermId term : old) {
      if (term != kNoTerm) slots_[slot_of(term)] = term;
    }
  }

  std::vector<TermId> slots_;
  std::size_t count_ = 0;
};

}  // namespace hearth
