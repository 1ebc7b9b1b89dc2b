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

/// Hands the tokens of a text to Serd byte by byte, and knows which token Serd has reached.
///
/// Serd sees checked tokens with one blank between them and no comments. What it reads too laxly
/// across tokens is checked here: undeclared prefixes, relative IRIs without a base, what begins a
/// statement, `[] .`. Errors that leave the structure intact are collected; others end the text.
class Feed {
 public:
  /// `text` must outlive the feed; `has_base`: relative IRIs have a base from outside.
  Feed(std::string_view text, std::string file, bool has_base);

  /// Gives Serd the next byte; 0 at the end. The signature is that of SerdSource.
  static std::size_t read_byte(void* byte, std::size_t size, std::size_t count, void* feed);

  /// Ends the text with an error: the grammar expected `expected`, not the token reached.
  void reject_token(const std::string& expected);
  /// Ends the text with an error in the part that was read up to the token reached.
  void reject(const std::string& code, const std::string& message);
  /// Returns the line where the object of the statement that Serd delivers just now begins.
  /// Called once per statement.
  int object_line();
  /// Checks, after the last byte, that the text does not end inside a statement.
  void finish();

  /// Returns the line of the token reached.
  int line() const { return current_.line; }
  /// Returns the prefix as the text has it; `given` is how Serd got it.
  std::string_view prefix_name(std::string_view given) const;
  Where where(int line) const { return {.file = file_, .line = line}; }
  const Diagnostics& errors() const { return errors_; }
  /// Returns the lines of statements about a literal, which Serd does not get.
  const std::vector<int>& skipped_lines() const { return skipped_lines_; }

  /// What was corrected in one way.
  struct Mended {
    std::vector<int> lines;
    std::string found, read;  // the first
  };
  /// Returns what was corrected, by the code of its warning.
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
  bool dot_may_follow_ = false;  // a directive of SPARQL has just ended, which needs none
  bool stopped_ = false;
  bool ended_ = false;  // the last token has been handed out

  Token current_;
  Token next_;  // looked at only behind a string
  bool has_next_ = false;
  std::string renamed_;                    // token in Serd's form
  std::vector<std::string> odd_prefixes_;  // those that Serd gets by number
  std::map<std::string, std::size_t, std::less<>> odd_numbers_;

  const char* first_ = nullptr;  // the bytes of `current_`
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool blank_due_ = false;  // a blank follows the bytes

  Object object_;          // the last token up to `current_` that can be an object
  Object earlier_object_;  // the same before `current_`
  std::size_t used_ = 0;   // number of the object of the last statement

  TokenKind statement_kind_ = TokenKind::Dot;  // of its first token
  int statement_line_ = 0;
  std::size_t statement_tokens_ = 0;

  bool has_base_;
  std::set<std::string, std::less<>> prefixes_;
  std::set<std::string, std::less<>> undeclared_;
  std::string last_prefix_;  // the last one found declared that Serd gets as it is, with its colon
};

}  // namespace hearth::turtle
