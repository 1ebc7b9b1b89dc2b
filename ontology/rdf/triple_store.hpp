// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/rdf/term_table.hpp"

namespace hearth {

/// An RDF triple of term numbers.
struct Triple {
  TermId subject;
  TermId predicate;
  TermId object;
  friend auto operator<=>(const Triple&, const Triple&) = default;
};

/// A pattern to search for. An open position is kAnyTerm; an unknown term (kNoTerm) matches
/// nothing.
struct TriplePattern {
  TermId subject = kAnyTerm;
  TermId predicate = kAnyTerm;
  TermId object = kAnyTerm;
};

/// A prefix of IRIs as declared in a file.
struct NamespacePrefix {
  std::string name;  ///< without the colon; may be empty
  std::string iri;
  friend bool operator==(const NamespacePrefix&, const NamespacePrefix&) = default;
};

/// A set of triples of interned terms: an immutable value, made by a TripleStoreBuilder.
///
/// Three sorted copies of the triples (by SPO, POS and OSP), with the places where each term
/// begins, answer every pattern with one range. Iteration is in the order of term numbers, that is,
/// of the first appearance of terms.
class TripleStore {
 public:
  std::size_t size() const { return spo_.size(); }
  bool empty() const { return spo_.empty(); }
  std::size_t term_count() const { return terms_.size(); }

  /// Returns the term with that number; its views live as long as the store.
  Term term(TermId id) const { return terms_[id]; }
  bool is_iri(TermId id) const { return term(id).kind == TermKind::Iri; }
  /// Returns the number of a term, or kNoTerm.
  TermId find(const Term& term) const { return terms_.find(term); }
  TermId find_iri(std::string_view iri) const { return terms_.find(iri_term(iri)); }

  /// Returns all triples, ordered by subject, predicate, object.
  std::span<const Triple> triples() const { return spo_; }
  /// Returns the matching triples, ordered by the open positions, in O(log n) for
  /// the n triples with the same first term.
  std::span<const Triple> match(const TriplePattern& pattern) const;
  bool contains(const Triple& triple) const;

  /// Returns the line of `source()` that contains the object of the triple (the first line if it
  /// occurs several times), or 0 for a triple that is not from a line.
  int line(const Triple& triple) const;
  /// Returns the file of the lines, as the user named it.
  const std::string& source() const { return source_; }
  /// Returns the prefixes in order of declaration.
  const std::vector<NamespacePrefix>& prefixes() const { return prefixes_; }

  /// Returns the memory that the store uses.
  std::size_t memory_bytes() const;

 private:
  friend class TripleStoreBuilder;

  TermTable terms_;
  std::vector<Triple> spo_;
  std::vector<Triple> pos_;
  std::vector<Triple> osp_;
  std::vector<std::uint32_t> spo_begins_, pos_begins_, osp_begins_;  // by term; one past the last
  std::vector<std::int32_t> lines_;                                  // parallel to spo_
  std::vector<NamespacePrefix> prefixes_;
  std::string source_;
};

/// Collects triples; `build` sorts them once and merges them into those of the initial store. A
/// triple may be added twice; the line number of the first addition is kept.
class TripleStoreBuilder {
 public:
  /// Starts with an empty store; `source` is the file of the lines.
  explicit TripleStoreBuilder(std::string source = {});
  /// Starts with the triples, lines, prefixes and term numbers of `store`.
  explicit TripleStoreBuilder(TripleStore store);

  TermId intern(const Term& term) { return store_.terms_.intern(term); }
  TermId iri(std::string_view iri) { return intern(iri_term(iri)); }
  TermId literal(std::string_view lexical, std::string_view datatype = {},
                 std::string_view language = {}) {
    return intern(literal_term(lexical, datatype, language));
  }
  /// Returns the literal whose datatype has the number `datatype`.
  TermId literal_of(std::string_view lexical, TermId datatype) {
    return store_.terms_.intern_literal(lexical, datatype);
  }
  /// Returns the blank node with that label.
  TermId blank(std::string_view label) { return intern(blank_term(label)); }
  /// Returns a new blank node. Its label, like `[3]`, is not valid in files, so it never coincides
  /// with a label of a user.
  TermId fresh_blank();

  Term term(TermId id) const { return store_.terms_[id]; }

  /// Adds a triple. The subject must not be a literal, the predicate must be an IRI; line 0 means
  /// no line.
  void add(const Triple& triple, int line = 0);
  /// Adds the triples and prefixes of another graph, without lines. Its blank nodes are different
  /// from the existing ones.
  void add(const TripleStore& other);
  /// Declares a prefix; a later declaration with the same name replaces the earlier one.
  void prefix(std::string_view name, std::string_view iri);
  /// Returns the IRI of a prefix, or nullptr; valid until the next declaration.
  const std::string* find_prefix(std::string_view name) const;
  /// Returns the prefixes in order of declaration.
  const std::vector<NamespacePrefix>& prefixes() const { return store_.prefixes_; }

  TripleStore build() &&;

 private:
  struct Row {
    Triple triple;
    std::int32_t line;
  };

  void settle_rows();
  void merge_rows();

  TripleStore store_;      // terms, prefixes, source and the initial triples
  std::vector<Row> rows_;  // added triples
  std::map<std::string, std::size_t, std::less<>> prefix_index_;
  std::uint32_t fresh_count_ = 0;
};

}  // namespace hearth
