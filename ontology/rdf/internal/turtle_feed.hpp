// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/internal/turtle_tokens.hpp"

namespace hearth::turtle {

/// Passes the tokens of a text to Serd byte by byte, and tracks which token Serd has reached.
///
/// Serd receives checked tokens, separated by one blank and without comments. Errors across tokens
/// that Serd accepts are detected here: undeclared prefixes, relative IRIs without a base, invalid
/// beginnings of statements, `[] .`. Errors that do not affect the structure are collected; after
/// any other error, nothing more is read.
class Feed {
 public:
  /// `text` must outlive the feed. `has_base` states whether relative IRIs have an external base.
  Feed(std::string_view text, std::string file, bool has_base);

  /// Passes the next byte to Serd; 0 at the end. The signature is that of SerdSource.
  static std::size_t read_byte(void* byte, std::size_t size, std::size_t count, void* feed);

  /// Ends the text with an error: the grammar expected `expected` instead of the present token.
  void reject_token(const std::string& expected);
  /// Ends the text with an error in the part up to the present token.
  void reject(const std::string& code, const std::string& message);
  /// Returns the line of the beginning of the object of the statement that Serd is delivering. Must
  /// be called once per statement.
  int object_line();
  /// Checks after the last byte that the text does not end within a statement.
  void finish();

  /// Returns the line of the present token.
  int line() const { return current_.line; }
  /// Returns the prefix as written in the text; `given` is the form in which Serd received it.
  std::string_view prefix_name(std::string_view given) const;
  Where where(int line) const { return {.file = file_, .line = line}; }
  const Diagnostics& errors() const { return errors_; }
  /// Returns the lines of statements about a literal, which are not passed to Serd.
  const std::vector<int>& skipped_lines() const { return skipped_lines_; }

  /// Corrections of one kind.
  struct Mended {
    std::vector<int> lines;
    std::string found, read;  // the first one
  };
  /// Returns the corrections, by the code of their warning.
  const std::map<std::string, Mended>& mended() const { return mended_; }

 private:
  struct Object {
    int line = 0;
    std::size_t number = 0;  // 1, 2, ... in the order of the text; 0: none yet
  };

  bool advance();
  Token take_token();
  bool skip_literal_statement(const Token& literal);
  void present(const Token& token);
  std::string_view renamed(const Token& token);
  void note_mended(const Token& token, const std::string& read);
  bool accept(const Token& token);
  void check_first(const Token& token);
  bool has_last_prefix(const Token& token) const;
  void check_prefix(const Token& token);
  void check_iri(const Token& token);
  void end_statement(const Token& dot);
  void error(std::string code, int line, std::string message);
  void stop(std::string code, int line, std::string message);
  void report_unfinished();

  Tokenizer tokenizer_;
  std::string file_;
  Diagnostics errors_;
  std::vector<int> skipped_lines_;
  std::map<std::string, Mended> mended_;
  // whether a directive of SPARQL, which needs no dot, has just ended
  bool dot_may_follow_ = false;
  bool stopped_ = false;
  bool ended_ = false;  // whether the last token has been passed on

  Token current_;
  Token next_;  // read only after a string
  bool has_next_ = false;
  std::string renamed_;                    // token in Serd's form
  std::vector<std::string> odd_prefixes_;  // prefixes that Serd receives as numbers
  std::map<std::string, std::size_t, std::less<>> odd_numbers_;

  const char* first_ = nullptr;  // the bytes of `current_`
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool blank_due_ = false;  // whether a blank follows the bytes

  Object object_;          // the last token up to `current_` that can be an object
  Object earlier_object_;  // its previous value
  std::size_t used_ = 0;   // number of the object of the last statement

  TokenKind statement_kind_ = TokenKind::Dot;  // kind of its first token
  int statement_line_ = 0;
  std::size_t statement_tokens_ = 0;

  bool has_base_;
  std::set<std::string, std::less<>> prefixes_;
  std::set<std::string, std::less<>> undeclared_;
  // the last declared prefix that Serd receives unchanged, with its colon
  std::string last_prefix_;
};

}  // namespace hearth::turtle
