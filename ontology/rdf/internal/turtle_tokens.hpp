// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/rdf/internal/turtle_characters.hpp"

namespace hearth::turtle {

enum class TokenKind {
  Iri,
  PrefixedName,
  BlankLabel,
  String,
  LanguageTag,
  TypeMark,  // ^^
  Number,
  Boolean,
  A,
  PrefixDirective,  // @prefix
  BaseDirective,    // @base
  SparqlPrefix,
  SparqlBase,
  Dot,
  Semicolon,
  Comma,
  OpenBracket,
  CloseBracket,
  OpenParenthesis,
  CloseParenthesis,
  End,
  Bad,  // see Tokenizer::problem
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  int line = 0;         // line of its first character
  bool mended = false;  // whether it violates the grammar but has a clear meaning
};

/// An error without the name of the file.
struct Problem {
  std::string code;
  int line = 0;
  std::string message;
};

/// The greatest permitted nesting of [ and (, because Serd parses them recursively.
inline constexpr std::size_t kMaxDepth = 256;

/// Splits text into the tokens of the Turtle 1.1 grammar (section 6.5) and detects all errors
/// within single tokens: UTF-8, escapes, characters of IRIs and names, unterminated strings,
/// unmatched brackets. Common errors with a clear meaning result in tokens that are `mended`: IRIs
/// with a space or one of {}|^`, language tags with `_`, directives in capital letters.
class Tokenizer {
 public:
  /// The text must outlive the tokenizer; a byte order mark is skipped.
  explicit Tokenizer(std::string_view text);

  /// Returns the next token; after the last one always End, after an error always Bad.
  Token next();
  /// Returns the error that ended the tokens.
  const std::optional<Problem>& problem() const { return problem_; }
  /// Returns the present line.
  int line() const { return line_; }
  /// Returns the line of the innermost open bracket, 0 if none is open.
  int open_bracket_line() const { return open_.empty() ? 0 : open_.back().line; }

 private:
  struct Open {
    char bracket;
    int line;
  };

  bool skip_blank();
  bool skip_comment();
  bool skip_character();
  bool skip_escape(bool in_iri);
  bool skip_name(bool local);
  bool skip_name_part(bool local, bool first);
  bool skip_percent_or_backslash();
  void skip_digits();
  void count_line_break();
  bool at_exponent(const char* at) const;

  Token iri();
  Token string();
  Token name();
  Token word();
  Token blank_label();
  Token at_word();
  Token language_tag();
  Token number();
  Token type_mark();
  Token open(TokenKind kind);
  Token close(TokenKind kind, char opening);
  Token end();
  Token single(TokenKind kind);
  Token token(TokenKind kind);
  Token unexpected_character();
  Token bad_iri_character();

  // Both record the problem and return false, which checks can return.
  bool fail(std::string code, int line, std::string message);
  bool syntax(std::string message) { return fail("turtle.syntax", line_, std::move(message)); }

  const char* at_;
  const char* end_;
  const char* start_;  // start of the current token
  int start_line_ = 1;
  int line_ = 1;
  TokenKind previous_ = TokenKind::Dot;
  bool mended_ = false;  // whether the current token was corrected
  std::vector<Open> open_;
  std::optional<Problem> problem_;
};

/// Returns a corrected token that conforms to the grammar: `<urn:a%20b>` for `<urn:a b>`, `@en-US`
/// for `@en_US`.
std::string mended_text(const Token& token);

/// Returns a token for a message: quoted, cut to 40 characters.
std::string shown(const Token& token);

}  // namespace hearth::turtle
