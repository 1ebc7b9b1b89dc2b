// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hearth/ontology/triple_store.hpp"
#include "hearth/ontology/turtle_errors.hpp"
#include "hearth/ontology/turtle_terms.hpp"
#include "hearth/ontology/turtle_tokens.hpp"

namespace hearth::turtle {

/// Reads the triples of one text by the grammar of Turtle 1.1 (section 6.5).
///
/// One token is looked at before it is taken. Every triple has the line where its object begins; a
/// link of a list that of the next element or of the closing bracket.
class Parser {
 public:
  /// `text` and `warnings` outlive the parser. `base`: of relative IRIs, "" if there is none.
  Parser(std::string_view text, const std::string& file, std::string base, Diagnostics& warnings);

  /// Reads the whole text, once; throws InputError.
  TripleStore read() &&;

 private:
  void next();
  [[noreturn]] void reject(const std::string& expected);
  [[noreturn]] void reject_after_object(const std::string& expected);
  void end_statement();

  void statement();
  void prefix_directive();
  void base_directive();
  Token take_iri();
  void triples();
  void predicates_and_objects(TermId subject);
  bool brackets(TermId node);
  TermId list(TermId subject, TermId predicate);
  TermId subject();
  TermId predicate();
  void object(TermId subject, TermId predicate);
  TermId simple_object();
  TermId literal();
  void add(TermId subject, TermId predicate, TermId object, int line);

  Tokenizer tokenizer_;
  TripleStoreBuilder builder_;
  Errors errors_;
  Terms terms_;
  Token token_;  // looked at
  int statement_line_ = 0;
};

}  // namespace hearth::turtle
