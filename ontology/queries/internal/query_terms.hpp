// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// The terms of a graph, followed by those that a query makes. The graph must outlive it.
class QueryTerms {
 public:
  explicit QueryTerms(const TripleStore& graph) : graph_(&graph) {}

  TermId id(const OwnTerm& own) {
    const Term term{own.kind, own.text, own.datatype, own.language};
    const TermId found = graph_->find(term);
    return found != kNoTerm ? found : first() + made_.intern(term);
  }
  Term term(TermId id) const { return id < first() ? graph_->term(id) : made_[id - first()]; }
  OwnTerm own(TermId id) const {
    const Term found = term(id);
    return {found.kind, std::string(found.text), std::string(found.datatype),
            std::string(found.language)};
  }

 private:
  TermId first() const { return static_cast<TermId>(graph_->term_count()); }

  const TripleStore* graph_;
  TermTable made_;
};

/// Counts the bytes of texts that a query makes, against `WorkLimit::QueryBytes`.
class QueryBytes {
 public:
  explicit QueryBytes(Where where) : where_(std::move(where)) {}

  /// Counts some bytes; throws `limit.exceeded` if there are too many.
  void count(std::size_t bytes) {
    done_ += static_cast<std::int64_t>(bytes);
    if (done_ > most_) refuse_limit(WorkLimit::QueryBytes, where_);
  }

 private:
  Where where_;
  std::int64_t done_ = 0;
  std::int64_t most_ = limit_of(WorkLimit::QueryBytes);
};

}  // namespace hearth
