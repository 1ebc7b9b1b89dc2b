// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/triple_store.hpp"
#include "hearth/ontology/turtle_errors.hpp"
#include "hearth/ontology/turtle_tokens.hpp"

namespace hearth::turtle {

/// Turns tokens into terms, by the prefixes and the base declared until then.
///
/// Checks what a token alone does not show: undeclared prefixes and relative IRIs without a base.
/// Such tokens have no term (kNoTerm) but an error.
class Terms {
 public:
  /// All outlive it, also the text of the tokens. `base`: of relative IRIs, "" if there is none.
  Terms(TripleStoreBuilder& builder, Errors& errors, Diagnostics& warnings, std::string base);

  /// Declares a prefix, given as `ex:`, or a base; both as what their IRI token means.
  void declare_prefix(const Token& name, const Token& iri);
  void declare_base(const Token& iri);

  /// Returns the term of an IRI, a prefixed name or `a`.
  TermId name(const Token& token);
  /// Returns the blank node of a label.
  TermId blank(const Token& token) { return builder_.blank(token.text.substr(2)); }
  /// Returns the term of a bare number, true or false.
  TermId bare_literal(const Token& token);
  /// Returns the term of a string, with nothing, a language (with @) or a datatype behind it.
  TermId literal(const Token& string);
  TermId literal(const Token& string, std::string_view language_tag);
  TermId literal(const Token& string, TermId datatype);

 private:
  struct Known {
    std::string_view token;
    TermId id = kNoTerm;
  };

  bool expand(const Token& token);
  bool expand_prefixed(const Token& token);
  bool expand_iri(const Token& token);
  bool find_prefix(std::string_view with_colon);
  void report_undeclared(const Token& token);
  void forget_names();
  std::string_view content(const Token& string);

  TripleStoreBuilder& builder_;
  Errors& errors_;
  Diagnostics& warnings_;
  std::string base_;
  std::string iri_;           // the result of `expand`
  std::string last_prefix_;   // the last one found, with its colon
  std::string last_start_;    // the IRI that it means
  std::string content_;       // of a string with escapes
  std::vector<Known> known_;  // terms of names seen, each at the place that its text gives
  std::set<std::string, std::less<>> undeclared_;
};

}  // namespace hearth::turtle
