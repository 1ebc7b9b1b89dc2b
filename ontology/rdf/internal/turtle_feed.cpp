// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/internal/turtle_feed.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "hearth/ontology/rdf/iri.hpp"

namespace hearth::turtle {
namespace {

constexpr std::size_t kMostErrors = 20;
constexpr std::size_t kShortestHint = 3;  // characters; shorter prefixes are always similar

// Serd renames labels such as _:b1 to reserve names for itself, and then confuses _:b1 with _:B1.
// Therefore it gets every label with this letter in front, which the reader removes again.
constexpr std::string_view kLabelStart = "_:u";

// Serd reads true:x as a Boolean and, in objects, supports only letters in prefixes. Such prefixes
// are replaced by numbered names; so are prefixes that end like the numbered names.
constexpr std::string_view kNumberedStart = "x";
constexpr char kNumberedEnd = '-';

bool is_odd_prefix(std::string_view name) {
  const auto not_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  return name == "true" || name == "false" || name.ends_with(kNumberedEnd) ||
         std::any_of(name.begin(), name.end(), not_ascii);
}

bool can_be_object(TokenKind kind) {
  switch (kind) {
    case TokenKind::Iri:
    case TokenKind::PrefixedName:
    case TokenKind::BlankLabel:
    case TokenKind::String:
    case TokenKind::Number:
    case TokenKind::Boolean:
    case TokenKind::OpenBracket:
    case TokenKind::OpenParenthesis:
      return true;
    default:
      return false;
  }
}

bool is_literal(TokenKind kind) {
  return kind == TokenKind::String || kind == TokenKind::Number || kind == TokenKind::Boolean;
}

bool can_be_predicate(TokenKind kind) {
  return kind == TokenKind::Iri || kind == TokenKind::PrefixedName || kind == TokenKind::A;
}

bool can_begin_statement(TokenKind kind) {
  switch (kind) {
    case TokenKind::String:
    case TokenKind::Number:
    case TokenKind::Boolean:
      return false;
    case TokenKind::PrefixDirective:
    case TokenKind::BaseDirective:
    case TokenKind::SparqlPrefix:
    case TokenKind::SparqlBase:
      return true;
    default:
      return can_be_object(kind);
  }
}

bool is_prefix_directive(TokenKind kind) {
  return kind == TokenKind::PrefixDirective || kind == TokenKind::SparqlPrefix;
}

bool is_base_directive(TokenKind kind) {
  return kind == TokenKind::BaseDirective || kind == TokenKind::SparqlBase;
}

}  // namespace

Feed::Feed(std::string_view text, std::string file, bool has_base)
    : tokenizer_(text), file_(std::move(file)), has_base_(has_base) {}

std::size_t Feed::read_byte(void* byte, std::size_t /*size*/, std::size_t /*count*/, void* feed) {
  Feed& self = *static_cast<Feed*>(feed);
  char& out = *static_cast<char*>(byte);
  if (self.at_ == self.end_) {
    if (std::exchange(self.blank_due_, false)) {
      out = ' ';
      return 1;
    }
    if (!self.advance()) return 0;
  }
  out = *self.at_++;
  return 1;
}

Token Feed::take_token() {
  if (std::exchange(has_next_, false)) return next_;
  return tokenizer_.next();
}

// Skips `"text" a rdfs:Resource .`, which reasoners write; returns false to end the text.
bool Feed::skip_literal_statement(const Token& literal) {
  Token token = take_token();
  if (token.kind == TokenKind::TypeMark) {
    take_token();
    token = take_token();
  } else if (token.kind == TokenKind::LanguageTag) {
    token = take_token();
  }
  if (!can_be_predicate(token.kind)) {
    check_first(literal);
    return false;
  }
  while (token.kind != TokenKind::Dot || tokenizer_.open_bracket_line() != 0) {
    if (token.kind == TokenKind::Bad) {
      const Problem& problem = *tokenizer_.problem();
      stop(problem.code, problem.line, problem.message);
      return false;
    }
    if (token.kind == TokenKind::End) {
      statement_line_ = literal.line;
      report_unfinished();
      return false;
    }
    token = take_token();
  }
  skipped_lines_.push_back(literal.line);
  return true;
}

bool Feed::advance() {
  if (stopped_ || ended_) return false;
  Token token = take_token();
  if (std::exchange(dot_may_follow_, false) && token.kind == TokenKind::Dot) {
    note_mended(token, "");
    token = take_token();
  }
  while (statement_tokens_ == 0 && is_literal(token.kind)) {
    if (!skip_literal_statement(token)) return false;
    token = take_token();
  }
  if (token.kind == TokenKind::Bad) {
    const Problem& problem = *tokenizer_.problem();
    stop(problem.code, problem.line, problem.message);
    return false;
  }
  const bool datatype = current_.kind == TokenKind::TypeMark;
  current_ = token;
  if (token.kind == TokenKind::End) {
    ended_ = true;
    return false;
  }
  earlier_object_ = object_;
  if (can_be_object(token.kind) && !datatype) object_ = {token.line, object_.number + 1};
  if (!accept(token)) return false;
  present(token);
  return true;
}

// Sets the bytes for Serd. It requires a string, ^^ and datatype without blanks between them.
void Feed::present(const Token& token) {
  const std::string_view bytes = renamed(token);
  blank_due_ = token.kind != TokenKind::TypeMark;
  if (token.kind == TokenKind::String) {
    next_ = tokenizer_.next();
    has_next_ = true;
    blank_due_ = next_.kind != TokenKind::TypeMark && next_.kind != TokenKind::LanguageTag;
  }
  first_ = bytes.data();
  at_ = first_;
  end_ = first_ + bytes.size();
}

// Returns the token in a form that Serd reads correctly.
std::string_view Feed::renamed(const Token& token) {
  if (token.mended) {
    renamed_ = mended_text(token);
    note_mended(token, renamed_);
    return renamed_;
  }
  if (token.kind == TokenKind::BlankLabel) {
    return renamed_.assign(kLabelStart).append(token.text.substr(2));
  }
  if (token.kind != TokenKind::PrefixedName || has_last_prefix(token)) return token.text;
  const std::size_t colon = token.text.find(':');
  const std::string_view prefix = token.text.substr(0, colon);
  if (!is_odd_prefix(prefix)) return token.text;
  const auto [place, added] = odd_numbers_.try_emplace(std::string(prefix), odd_prefixes_.size());
  if (added) odd_prefixes_.emplace_back(prefix);
  renamed_.assign(kNumberedStart).append(std::to_string(place->second)) += kNumberedEnd;
  return renamed_.append(token.text.substr(colon));
}

void Feed::note_mended(const Token& token, const std::string& read) {
  const char* code = token.kind == TokenKind::Iri           ? "turtle.iri_encoded"
                     : token.kind == TokenKind::LanguageTag ? "turtle.language_mended"
                                                            : "turtle.directive_mended";
  Mended& mended = mended_[code];
  if (mended.lines.empty()) {
    mended.found = shown(token);
    mended.read = read;
  }
  mended.lines.push_back(token.line);
}

std::string_view Feed::prefix_name(std::string_view given) const {
  if (!given.ends_with(kNumberedEnd)) return given;
  std::size_t number = 0;
  std::from_chars(given.data() + kNumberedStart.size(), given.data() + given.size(), number);
  return odd_prefixes_[number];
}

// Checks a token in its context; returns false to end the text.
bool Feed::accept(const Token& token) {
  ++statement_tokens_;
  if (statement_tokens_ == 1) check_first(token);
  const bool names_namespace =
      is_prefix_directive(statement_kind_) || is_base_directive(statement_kind_);
  if (token.mended && token.kind == TokenKind::Iri && names_namespace) {
    stop("turtle.syntax", token.line,
         shown(token) +
             " contains a character that is not allowed in an IRI, and so do all names with this "
             "prefix; expected '>' or %-encoding");
    return false;
  }
  const bool named = statement_tokens_ == 2 && is_prefix_directive(statement_kind_);
  if (token.kind == TokenKind::PrefixedName && named) {
    prefixes_.emplace(token.text.substr(0, token.text.find(':')));
  } else if (token.kind == TokenKind::PrefixedName) {
    check_prefix(token);
  } else if (token.kind == TokenKind::Iri && !has_base_) {
    check_iri(token);
  } else if (token.kind == TokenKind::Dot) {
    end_statement(token);
  }
  // The two directives of SPARQL end without a dot.
  dot_may_follow_ = (statement_kind_ == TokenKind::SparqlPrefix && statement_tokens_ == 3) ||
                    (statement_kind_ == TokenKind::SparqlBase && statement_tokens_ == 2);
  if (dot_may_follow_) statement_tokens_ = 0;
  return !stopped_;
}

void Feed::check_first(const Token& token) {
  statement_kind_ = token.kind;
  statement_line_ = token.line;
  if (can_begin_statement(token.kind)) return;
  stop("turtle.syntax", token.line,
       "found " + shown(token) +
           ", expected a subject (prefix:name, <IRI>, _:label, [ or a list) or a directive");
}

bool Feed::has_last_prefix(const Token& token) const {
  return !last_prefix_.empty() && token.text.starts_with(last_prefix_);
}

void Feed::check_prefix(const Token& token) {
  if (has_last_prefix(token)) return;
  const std::size_t colon = token.text.find(':');
  const std::string_view with_colon = token.text.substr(0, colon + 1);
  const std::string_view name = token.text.substr(0, colon);
  if (prefixes_.find(name) != prefixes_.end()) {
    if (!is_odd_prefix(name)) last_prefix_ = with_colon;
    return;
  }
  if (!undeclared_.emplace(name).second) return;
  const std::string hint =
      name.size() < kShortestHint ? "" : did_you_mean(name, {prefixes_.begin(), prefixes_.end()});
  error("turtle.undeclared_prefix", token.line,
        "the prefix of " + shown(token) + " is not declared; expected '@prefix " +
            std::string(with_colon) + " <...> .' before it" + hint);
}

void Feed::check_iri(const Token& token) {
  const bool absolute = is_absolute_iri(token.text.substr(1));
  if (!absolute) {
    error("turtle.relative_iri", token.line,
          shown(token) +
              " is relative, but the text has no base; expected an absolute IRI or '@base <...> .' "
              "before it");
  }
  has_base_ = absolute && statement_tokens_ == 2 && is_base_directive(statement_kind_);
}

void Feed::end_statement(const Token& dot) {
  if (const int opened = tokenizer_.open_bracket_line(); opened != 0) {
    stop("turtle.syntax", dot.line,
         "found '.' inside the bracket opened in line " + std::to_string(opened) +
             ", expected ']' or ')' first");
  } else if (statement_tokens_ == 3 && statement_kind_ == TokenKind::OpenBracket) {
    stop("turtle.syntax", dot.line, "found '.' after '[]', expected a predicate and an object");
  }
  statement_tokens_ = 0;
}

void Feed::error(std::string code, int line, std::string message) {
  errors_.error(std::move(code), where(line), std::move(message));
  if (errors_.items().size() >= kMostErrors) stopped_ = true;
}

void Feed::stop(std::string code, int line, std::string message) {
  error(std::move(code), line, std::move(message));
  stopped_ = true;
}

void Feed::report_unfinished() {
  stop("turtle.truncated", statement_line_,
       "the statement that begins here is not finished at the end of the file (line " +
           std::to_string(tokenizer_.line()) + "); expected '.'");
}

void Feed::reject_token(const std::string& expected) {
  if (stopped_) return;
  if (ended_) {
    report_unfinished();
  } else {
    stop("turtle.syntax", current_.line, "found " + shown(current_) + ", expected " + expected);
  }
}

void Feed::reject(const std::string& code, const std::string& message) {
  if (!stopped_) stop(code, current_.line, message);
}

int Feed::object_line() {
  // After a bracket, Serd reads the next token before it delivers the statement.
  const bool only_looked_at = at_ == first_ + 1 && (at_ != end_ || blank_due_);
  const Object& object = only_looked_at ? earlier_object_ : object_;
  // A statement without a new object links a list to its next element or to ')'.
  if (object.number == used_) return current_.line;
  used_ = object.number;
  return object.line;
}

void Feed::finish() {
  if (!stopped_ && statement_tokens_ != 0) report_unfinished();
}

}  // namespace hearth::turtle
