// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/triple_store.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace hearth {
namespace {

using Place = TermId Triple::*;
constexpr std::size_t kFew = 16;  // number of terms per row

// Stable counting sort: term numbers are consecutive, so that every pass takes linear time.
template <class Row, class Key>
void sort_by(std::vector<Row>& rows, std::vector<Row>& spare, std::size_t term_count, Key key) {
  if (rows.size() < term_count / kFew) {
    const auto less = [&key](const Row& a, const Row& b) { return key(a) < key(b); };
    std::stable_sort(rows.begin(), rows.end(), less);
    return;
  }
  std::vector<std::uint32_t> next(term_count + 1, 0);
  for (const Row& row : rows) ++next[key(row) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  spare.resize(rows.size());
  for (const Row& row : rows) spare[next[key(row)]++] = row;
  rows.swap(spare);
}

std::vector<Triple> sorted_by(Place place, std::vector<Triple> triples, std::size_t term_count) {
  std::vector<Triple> spare;
  sort_by(triples, spare, term_count, [place](const Triple& triple) { return triple.*place; });
  return triples;
}

template <Place First, Place Second, Place Third>
bool less_by(const Triple& a, const Triple& b) {
  if (a.*First != b.*First) return a.*First < b.*First;
  if (a.*Second != b.*Second) return a.*Second < b.*Second;
  return a.*Third < b.*Third;
}

// Returns the union of two sorted sets without common triples.
template <class Less>
std::vector<Triple> merged(std::vector<Triple> index, std::vector<Triple> more, Less less) {
  if (index.empty()) return more;
  std::vector<Triple> both(index.size() + more.size());
  std::merge(index.begin(), index.end(), more.begin(), more.end(), both.begin(), less);
  return both;
}

// Returns where the triples with each term at a place begin in a list that is sorted by it, and one
// past the last.
std::vector<std::uint32_t> begins_of(const std::vector<Triple>& sorted, Place place,
                                     std::size_t term_count) {
  std::vector<std::uint32_t> begins(term_count + 1, 0);
  for (const Triple& triple : sorted) ++begins[triple.*place + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  return begins;
}

// Returns the part of a list, sorted by a place, that has a term there.
std::span<const Triple> part_of(const std::vector<Triple>& sorted,
                                const std::vector<std::uint32_t>& begins, TermId term) {
  if (term >= begins.size() || term + 1 == begins.size()) return {};
  return {sorted.data() + begins[term], sorted.data() + begins[term + 1]};
}

template <Place At>
std::span<const Triple> with_term(std::span<const Triple> sorted, TermId term) {
  const auto first =
      std::lower_bound(sorted.begin(), sorted.end(), term,
                       [](const Triple& triple, TermId wanted) { return triple.*At < wanted; });
  const auto last =
      std::upper_bound(first, sorted.end(), term,
                       [](TermId wanted, const Triple& triple) { return wanted < triple.*At; });
  return {first, last};
}

}  // namespace

std::span<const Triple> TripleStore::match(const TriplePattern& pattern) const {
  const auto& [subject, predicate, object] = pattern;
  const bool s = subject != kAnyTerm, p = predicate != kAnyTerm, o = object != kAnyTerm;
  if (s && (p || !o)) {
    std::span<const Triple> found = part_of(spo_, spo_begins_, subject);
    if (p) found = with_term<&Triple::predicate>(found, predicate);
    return o ? with_term<&Triple::object>(found, object) : found;
  }
  if (p) {
    const std::span<const Triple> found = part_of(pos_, pos_begins_, predicate);
    return o ? with_term<&Triple::object>(found, object) : found;
  }
  if (!o) return spo_;
  const std::span<const Triple> found = part_of(osp_, osp_begins_, object);
  return s ? with_term<&Triple::subject>(found, subject) : found;
}

bool TripleStore::contains(const Triple& triple) const {
  const std::span<const Triple> found = part_of(spo_, spo_begins_, triple.subject);
  return std::binary_search(found.begin(), found.end(), triple);
}

int TripleStore::line(const Triple& triple) const {
  const std::span<const Triple> found = part_of(spo_, spo_begins_, triple.subject);
  const auto place = std::lower_bound(found.begin(), found.end(), triple);
  if (place == found.end() || *place != triple) return 0;
  return lines_[&*place - spo_.data()];
}

std::size_t TripleStore::memory_bytes() const {
  std::size_t bytes = sizeof(*this) + terms_.memory_bytes() + source_.capacity();
  bytes += (spo_.capacity() + pos_.capacity() + osp_.capacity()) * sizeof(Triple);
  bytes += lines_.capacity() * sizeof(std::int32_t);
  bytes += (spo_begins_.capacity() + pos_begins_.capacity() + osp_begins_.capacity()) *
           sizeof(std::uint32_t);
  for (const NamespacePrefix& prefix : prefixes_) {
    bytes += sizeof(prefix) + prefix.name.capacity() + prefix.iri.capacity();
  }
  return bytes;
}

TripleStoreBuilder::TripleStoreBuilder(std::string source) { store_.source_ = std::move(source); }

TripleStoreBuilder::TripleStoreBuilder(TripleStore store) : store_(std::move(store)) {
  for (const NamespacePrefix& entry : store_.prefixes_) {
    prefix_index_.emplace(entry.name, prefix_index_.size());
  }
}

TermId TripleStoreBuilder::fresh_blank() {
  const std::size_t known = store_.terms_.size();
  while (true) {
    const TermId id = blank("[" + std::to_string(++fresh_count_) + "]");
    if (id == known) return id;  // otherwise the label belongs to a graph that was added earlier
  }
}

void TripleStoreBuilder::add(const Triple& triple, int line) {
  assert(triple.subject < store_.terms_.size() && triple.object < store_.terms_.size());
  assert(term(triple.subject).kind != TermKind::Literal);
  assert(term(triple.predicate).kind == TermKind::Iri);
  rows_.push_back({triple, line});
}

void TripleStoreBuilder::add(const TripleStore& other) {
  std::vector<TermId> number(other.term_count(), kNoTerm);
  const auto renumbered = [&](TermId id) {
    if (number[id] != kNoTerm) return number[id];
    const Term term = other.term(id);
    if (term.kind != TermKind::Blank) return number[id] = intern(term);
    const bool taken = store_.terms_.find(term) != kNoTerm;
    return number[id] = taken ? fresh_blank() : intern(term);
  };
  for (const Triple& triple : other.triples()) {
    const TermId subject = renumbered(triple.subject);
    const TermId predicate = renumbered(triple.predicate);
    add({subject, predicate, renumbered(triple.object)});
  }
  for (const NamespacePrefix& entry : other.prefixes()) prefix(entry.name, entry.iri);
}

void TripleStoreBuilder::prefix(std::string_view name, std::string_view iri) {
  const auto [place, added] = prefix_index_.try_emplace(std::string(name), prefix_index_.size());
  if (added) store_.prefixes_.push_back({std::string(name), {}});
  store_.prefixes_[place->second].iri = iri;
}

const std::string* TripleStoreBuilder::find_prefix(std::string_view name) const {
  const auto found = prefix_index_.find(name);
  return found == prefix_index_.end() ? nullptr : &store_.prefixes_[found->second].iri;
}

// Sorts the rows; keeps each triple once, with its first line, unless it is already in the store.
void TripleStoreBuilder::settle_rows() {
  std::vector<Row> spare;
  for (const Place place : {&Triple::object, &Triple::predicate, &Triple::subject}) {
    sort_by(rows_, spare, store_.terms_.size(),
            [place](const Row& row) { return row.triple.*place; });
  }
  const auto same = [](const Row& a, const Row& b) { return a.triple == b.triple; };
  rows_.erase(std::unique(rows_.begin(), rows_.end(), same), rows_.end());
  if (!store_.empty()) {
    std::erase_if(rows_, [this](const Row& row) { return store_.contains(row.triple); });
  }
}

// Merges the sorted rows into the triples by SPO and their lines.
void TripleStoreBuilder::merge_rows() {
  const std::vector<Triple> triples = std::exchange(store_.spo_, {});
  const std::vector<std::int32_t> lines = std::exchange(store_.lines_, {});
  store_.spo_.reserve(triples.size() + rows_.size());
  store_.lines_.reserve(triples.size() + rows_.size());
  const auto put = [this](const Triple& triple, std::int32_t line) {
    store_.spo_.push_back(triple);
    store_.lines_.push_back(line);
  };
  auto row = rows_.begin();
  for (std::size_t k = 0; k < triples.size(); ++k) {
    for (; row != rows_.end() && row->triple < triples[k]; ++row) put(row->triple, row->line);
    put(triples[k], lines[k]);
  }
  for (; row != rows_.end(); ++row) put(row->triple, row->line);
}

TripleStore TripleStoreBuilder::build() && {
  settle_rows();
  const std::size_t count = store_.terms_.size();
  if (!rows_.empty()) {
    std::vector<Triple> more;
    more.reserve(rows_.size());
    for (const Row& row : rows_) more.push_back(row.triple);
    merge_rows();
    more = sorted_by(&Triple::object, std::move(more), count);
    std::vector<Triple> by_predicate = sorted_by(&Triple::predicate, more, count);
    store_.osp_ = merged(std::move(store_.osp_), std::move(more),
                         less_by<&Triple::object, &Triple::subject, &Triple::predicate>);
    store_.pos_ = merged(std::move(store_.pos_), std::move(by_predicate),
                         less_by<&Triple::predicate, &Triple::object, &Triple::subject>);
    store_.spo_begins_ = begins_of(store_.spo_, &Triple::subject, count);
    store_.pos_begins_ = begins_of(store_.pos_, &Triple::predicate, count);
    store_.osp_begins_ = begins_of(store_.osp_, &Triple::object, count);
    rows_ = {};
  }
  store_.terms_.shrink_to_fit();
  return std::move(store_);
}

}  // namespace hearth
