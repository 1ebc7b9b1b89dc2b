// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Number of a term in its table, in order of first appearance: 0, 1, 2 ...; usable as an index.
using TermId = std::uint32_t;
/// A term that is not in the table; matches nothing.
inline constexpr TermId kNoTerm = 0xFFFFFFFFU;
inline constexpr TermId kAnyTerm = 0xFFFFFFFEU;  ///< a placeholder in a pattern; matches everything

/// The kind of an RDF term.
enum class TermKind : std::uint8_t { Iri, Blank, Literal };

/// An RDF term. Its views refer to the table that returned it, or to the caller's text.
struct Term {
  TermKind kind = TermKind::Iri;
  std::string_view text;      ///< IRI, blank node label or lexical form
  std::string_view datatype;  ///< IRI; literals only
  std::string_view language;  ///< tag as written; literals of rdf:langString only

  friend bool operator==(const Term&, const Term&) = default;
};

/// These functions return an IRI, a blank node and a literal. A literal without datatype and
/// language is an xsd:string.
Term iri_term(std::string_view iri);
Term blank_term(std::string_view label);
Term literal_term(std::string_view lexical, std::string_view datatype = {},
                  std::string_view language = {});

/// A set of distinct terms: one text buffer, 12 B per term and an open hash table.
class TermTable {
 public:
  /// Returns the number of `term`; adds the term if it is new. Throws std::length_error if the text
  /// exceeds 4 GiB.
  TermId intern(const Term& term);
  /// Returns the number of the literal whose datatype has the number `datatype`.
  TermId intern_literal(std::string_view lexical, TermId datatype);
  TermId find(const Term& term) const;
  Term operator[](TermId id) const;

  std::size_t size() const { return entries_.size(); }
  /// Releases the memory reserved for further terms.
  void shrink_to_fit();
  std::size_t memory_bytes() const;

 private:
  enum class Form : std::uint32_t { Iri, Blank, TypedLiteral, TaggedLiteral };
  struct Entry {
    std::uint32_t offset;     // offset of the text in `text_`
    std::uint32_t length;     // B
    std::uint32_t qualifier;  // 4 x (datatype id or index of the language) + form
  };
  struct Slot {
    std::uint32_t hash = 0;  // next to the number, so that most other terms need not be read
    TermId id = kNoTerm;     // kNoTerm: free
  };
  struct Key {
    std::string_view text;
    std::uint32_t qualifier;
    std::uint32_t hash;
  };

  static Key make_key(std::string_view text, Form form, std::uint32_t index);
  bool make_find_key(const Term& term, Key& key) const;
  std::uint32_t intern_language(std::string_view language);
  std::uint32_t find_language(std::string_view language) const;
  std::size_t slot_of(const Key& key) const;
  TermId insert(const Key& key);
  std::size_t first_slot(std::uint32_t hash) const;
  void resize_slots(std::size_t count);

  std::string text_;
  std::vector<Entry> entries_;
  std::vector<Slot> slots_;
  std::vector<std::string> languages_;
};

}  // namespace hearth
