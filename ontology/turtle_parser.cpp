// SPDX-License-Identifier: MIT
#include "hearth/ontology/turtle_parser.hpp"

#include <utility>

#include "hearth/ontology/vocabulary.hpp"

namespace hearth::turtle {
namespace {

constexpr const char* kSubject =
    "a subject (prefix:name, <IRI>, _:label, [ or a list) or a directive";
constexpr const char* kPredicate = "a predicate (prefix:name, <IRI> or a)";
constexpr const char* kObject = "an object (prefix:name, <IRI>, _:label, literal, [ or a list)";

bool is_name(TokenKind kind) { return kind == TokenKind::Iri || kind == TokenKind::PrefixedName; }

}  // namespace

Parser::Parser(std::string_view text, const std::string& file, std::string base,
               Diagnostics& warnings)
    : tokenizer_(text),
      builder_(file),
      errors_(file),
      terms_(builder_, errors_, warnings, std::move(base)) {}

TripleStore Parser::read() && {
  next();
  while (token_.kind != TokenKind::End) statement();
  errors_.check();
  return std::move(builder_).build();
}

void Parser::next() {
  token_ = tokenizer_.next();
  if (token_.kind != TokenKind::Bad) return;
  const Problem& problem = *tokenizer_.problem();
  errors_.stop(problem.code, problem.line, problem.message);
}

// Ends the text: the token is not what the grammar expects there.
void Parser::reject(const std::string& expected) {
  if (token_.kind == TokenKind::End) {
    errors_.stop("turtle.truncated", statement_line_,
                 "the statement that begins here is not finished at the end of the file (line " +
                     std::to_string(token_.line) + "); expected '.'");
  }
  const int opened = tokenizer_.open_bracket_line();
  if (token_.kind == TokenKind::Dot && opened != 0) {
    errors_.stop("turtle.syntax", token_.line,
                 "found '.' inside the bracket opened in line " + std::to_string(opened) +
                     ", expected ']' or ')' first");
  }
  errors_.stop("turtle.syntax", token_.line, "found " + shown(token_) + ", expected " + expected);
}

// Likewise; what the token names may be wrong, too.
void Parser::reject_after_object(const std::string& expected) {
  if (is_name(token_.kind)) terms_.name(token_);
  reject(expected);
}

void Parser::statement() {
  statement_line_ = token_.line;
  switch (token_.kind) {
    case TokenKind::PrefixDirective:
      prefix_directive();
      return end_statement();
    case TokenKind::SparqlPrefix:
      return prefix_directive();
    case TokenKind::BaseDirective:
      base_directive();
      return end_statement();
    case TokenKind::SparqlBase:
      return base_directive();
    default:
      triples();
      if (token_.kind != TokenKind::Dot) reject_after_object("'.', ';' or ',' after the object");
      next();
  }
}

void Parser::end_statement() {
  if (token_.kind != TokenKind::Dot) reject("'.'");
  next();
}

void Parser::prefix_directive() {
  next();
  const Token name = token_;
  if (name.kind != TokenKind::PrefixedName || name.text.size() != name.prefix_size + 1) {
    reject("a prefix with its colon, such as ex:");
  }
  next();
  terms_.declare_prefix(name, take_iri());
}

void Parser::base_directive() {
  next();
  terms_.declare_base(take_iri());
}

Token Parser::take_iri() {
  const Token iri = token_;
  if (iri.kind != TokenKind::Iri) reject("an IRI between < and >");
  next();
  return iri;
}

void Parser::triples() {
  if (token_.kind != TokenKind::OpenBracket) return predicates_and_objects(subject());
  const TermId node = builder_.fresh_blank();
  const bool empty = !brackets(node);
  if (token_.kind != TokenKind::Dot) return predicates_and_objects(node);
  if (empty) {
    errors_.stop("turtle.syntax", token_.line,
                 "found '.' after '[]', expected a predicate and an object");
  }
}

TermId Parser::subject() {
  TermId id = kNoTerm;
  if (is_name(token_.kind)) {
    id = terms_.name(token_);
  } else if (token_.kind == TokenKind::BlankLabel) {
    id = terms_.blank(token_);
  } else if (token_.kind == TokenKind::OpenParenthesis) {
    return list(kNoTerm, kNoTerm);
  } else {
    reject(kSubject);
  }
  next();
  return id;
}

void Parser::predicates_and_objects(TermId subject) {
  while (true) {
    const TermId verb = predicate();
    object(subject, verb);
    while (token_.kind == TokenKind::Comma) {
      next();
      object(subject, verb);
    }
    if (token_.kind != TokenKind::Semicolon) return;
    while (token_.kind == TokenKind::Semicolon) next();
    if (token_.kind == TokenKind::Dot || token_.kind == TokenKind::CloseBracket) return;
  }
}

TermId Parser::predicate() {
  if (token_.kind == TokenKind::Dot) reject("a predicate and an object");
  if (!is_name(token_.kind) && token_.kind != TokenKind::A) reject(kPredicate);
  const TermId id = terms_.name(token_);
  next();
  return id;
}

void Parser::object(TermId subject, TermId predicate) {
  const int line = token_.line;
  if (token_.kind == TokenKind::OpenParenthesis) {
    list(subject, predicate);
  } else if (token_.kind == TokenKind::OpenBracket) {
    const TermId node = builder_.fresh_blank();
    add(subject, predicate, node, line);
    brackets(node);
  } else {
    add(subject, predicate, simple_object(), line);
  }
}

// Reads [ ... ] about the node; false if there is nothing inside.
bool Parser::brackets(TermId node) {
  next();
  const bool filled = token_.kind != TokenKind::CloseBracket;
  if (filled) predicates_and_objects(node);
  if (token_.kind != TokenKind::CloseBracket) {
    reject_after_object("']', ';' or ',' after the object");
  }
  next();
  return filled;
}

// Reads ( ... ), linked to a subject unless that is kNoTerm. Returns the first cell, or rdf:nil.
TermId Parser::list(TermId subject, TermId predicate) {
  int line = token_.line;
  TermId head = kNoTerm;
  next();
  while (token_.kind != TokenKind::CloseParenthesis) {
    const TermId cell = builder_.fresh_blank();
    if (head == kNoTerm) head = cell;
    add(subject, predicate, cell, line);
    object(cell, builder_.iri(rdf::kFirst));
    line = token_.line;
    subject = cell;
    predicate = builder_.iri(rdf::kRest);
  }
  const TermId nil = builder_.iri(rdf::kNil);
  add(subject, predicate, nil, line);
  next();
  return head == kNoTerm ? nil : head;
}

TermId Parser::simple_object() {
  TermId id = kNoTerm;
  switch (token_.kind) {
    case TokenKind::Iri:
    case TokenKind::PrefixedName:
      id = terms_.name(token_);
      break;
    case TokenKind::BlankLabel:
      id = terms_.blank(token_);
      break;
    case TokenKind::Number:
    case TokenKind::Boolean:
      id = terms_.bare_literal(token_);
      break;
    case TokenKind::String:
      return literal();
    default:
      reject(kObject);
  }
  next();
  return id;
}

TermId Parser::literal() {
  const Token string = token_;
  next();
  if (token_.kind == TokenKind::LanguageTag) {
    const TermId id = terms_.literal(string, token_.text);
    next();
    return id;
  }
  if (token_.kind != TokenKind::TypeMark) return terms_.literal(string);
  next();
  if (!is_name(token_.kind)) reject("the datatype as prefix:name or <IRI>");
  const TermId id = terms_.literal(string, terms_.name(token_));
  next();
  return id;
}

// A term is missing only after an error that is reported already, or before a list's first cell.
void Parser::add(TermId subject, TermId predicate, TermId object, int line) {
  if (subject == kNoTerm || predicate == kNoTerm || object == kNoTerm) return;
  builder_.add({subject, predicate, object}, line);
}

}  // namespace hearth::turtle
