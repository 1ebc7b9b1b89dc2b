// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/internal/turtle_tokens.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "hearth/data/text/text_file.hpp"

namespace hearth::turtle {
namespace {

// Bytes that a loop can skip without further checks.
enum Class : std::uint8_t {
  kPlainInString = 1,
  kPlainInIri = 2,
  kPlainInName = 4,
  kPlainInComment = 8
};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  classes[0] = kPlainInString;  // the only place where the grammar permits NUL
  for (char32_t c = 1; c < 0x80; ++c) {
    std::uint8_t bits = 0;
    if (c != '"' && c != '\'' && c != '\\' && c != '\n' && c != '\r') bits |= kPlainInString;
    if (is_iri_character(c)) bits |= kPlainInIri;
    if (is_letter(c) || is_digit(c) || c == '_' || c == '-') bits |= kPlainInName;
    if (c != '\n' && c != '\r') bits |= kPlainInComment;
    classes[c] = bits;
  }
  return classes;
}

constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

constexpr bool is(char c, Class wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

constexpr std::string_view kReservedEscapes = "_~.-!$&'()*+,;=/?#@%";

constexpr std::string_view kMendedInIri = " {}|^`";

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (is_letter(static_cast<unsigned char>(a)) ? (a | 0x20) : a) == b;
  });
}

std::string byte_name(char c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("0x") + kHex[byte >> 4U] + kHex[byte & 0xFU];
}

std::string line_text(int line) { return "line " + std::to_string(line); }

}  // namespace

Tokenizer::Tokenizer(std::string_view text)
    : at_(text.data()), end_(text.data() + text.size()), start_(text.data()) {
  if (text.starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
}

Token Tokenizer::next() {
  if (problem_ || !skip_blank()) return token(TokenKind::Bad);
  start_ = at_;
  start_line_ = line_;
  if (at_ == end_) return end();
  switch (*at_) {
    case '<':
      return iri();
    case '"':
    case '\'':
      return string();
    case '_':
      return blank_label();
    case '@':
      return at_word();
    case '^':
      return type_mark();
    case '[':
      return open(TokenKind::OpenBracket);
    case '(':
      return open(TokenKind::OpenParenthesis);
    case ']':
      return close(TokenKind::CloseBracket, '[');
    case ')':
      return close(TokenKind::CloseParenthesis, '(');
    case ';':
      return single(TokenKind::Semicolon);
    case ',':
      return single(TokenKind::Comma);
    case '.':
      return at_ + 1 < end_ && is_digit(static_cast<unsigned char>(at_[1]))
                 ? number()
                 : single(TokenKind::Dot);
    case '+':
    case '-':
      return number();
    default:
      return is_digit(static_cast<unsigned char>(*at_)) ? number() : name();
  }
}

bool Tokenizer::fail(std::string code, int line, std::string message) {
  if (!problem_) problem_ = Problem{std::move(code), line, std::move(message)};
  return false;
}

Token Tokenizer::token(TokenKind kind) {
  if (problem_) return {TokenKind::Bad, {}, problem_->line, false};
  previous_ = kind;
  return {kind, std::string_view(start_, static_cast<std::size_t>(at_ - start_)), start_line_,
          std::exchange(mended_, false)};
}

Token Tokenizer::single(TokenKind kind) {
  ++at_;
  return token(kind);
}

// A line ends with LF, CR LF or CR.
void Tokenizer::count_line_break() {
  if (*at_ == '\n' || at_ + 1 == end_ || at_[1] != '\n') ++line_;
  ++at_;
}

bool Tokenizer::skip_blank() {
  for (; at_ < end_;) {
    switch (*at_) {
      case ' ':
      case '\t':
        ++at_;
        break;
      case '\n':
      case '\r':
        count_line_break();
        break;
      case '#':
        if (!skip_comment()) return false;
        break;
      default:
        return true;
    }
  }
  return true;
}

bool Tokenizer::skip_comment() {
  while (at_ < end_ && *at_ != '\n' && *at_ != '\r') {
    if (is(*at_, kPlainInComment)) {
      ++at_;
    } else if (!skip_character()) {
      return false;
    }
  }
  return true;
}

// Advances over one character; refuses NUL and invalid UTF-8.
bool Tokenizer::skip_character() {
  if (*at_ == '\0') {
    return fail(
        "turtle.encoding", line_,
        "the file contains a NUL byte; expected UTF-8 text (the file may be UTF-16 or binary)");
  }
  const Character character = decode_utf8(at_, end_);
  if (character.bytes == 0) {
    return fail("turtle.encoding", line_,
                "byte " + byte_name(*at_) + " is not UTF-8; save the file as UTF-8");
  }
  at_ += character.bytes;
  return true;
}

// Advances over an escape sequence in a string or an IRI.
bool Tokenizer::skip_escape(bool in_iri) {
  constexpr std::string_view kSimple = "tbnrf\"'\\";
  const char kind = at_ + 1 < end_ ? at_[1] : '\0';
  if (!in_iri && kind != '\0' && kSimple.find(kind) != kSimple.npos) {
    at_ += 2;
    return true;
  }
  const int digits = kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
  if (digits == 0) {
    return syntax(in_iri
                      ? "the IRI contains '\\'; expected \\uXXXX or \\UXXXXXXXX"
                      : "unknown escape in a string; expected \\t \\b \\n \\r \\f \\\" \\' \\\\, "
                        "\\uXXXX or \\UXXXXXXXX (a backslash itself is \\\\)");
  }
  char32_t code = 0;
  for (int k = 0; k < digits; ++k) {
    const char c = at_ + 2 + k < end_ ? at_[2 + k] : '\0';
    if (!is_hex_digit(static_cast<unsigned char>(c))) {
      return syntax("the escape is incomplete; expected " + std::to_string(digits) +
                    " hexadecimal digits after \\" + std::string(1, kind));
    }
    const char32_t lower = static_cast<unsigned char>(c) | 0x20U;
    code = code * 16 + (lower >= 'a' ? lower - 'a' + 10 : lower - '0');
  }
  if (!is_unicode_scalar(code)) {
    return syntax("the escape is not a Unicode character; expected 0 to 10FFFF, except surrogates");
  }
  if (in_iri && !is_iri_character(code))
    return syntax("the escape represents a character that is not allowed in an IRI");
  at_ += 2 + digits;
  return true;
}

Token Tokenizer::iri() {
  ++at_;
  while (at_ < end_) {
    if (is(*at_, kPlainInIri)) {
      ++at_;
    } else if (*at_ == '>') {
      return single(TokenKind::Iri);
    } else if (*at_ == '\\') {
      if (!skip_escape(true)) return token(TokenKind::Bad);
    } else if (kMendedInIri.find(*at_) != kMendedInIri.npos) {
      mended_ = true;
      ++at_;
    } else if ((static_cast<unsigned char>(*at_) < 0x80 && *at_ != '\0') || !skip_character()) {
      return bad_iri_character();
    }
  }
  fail("turtle.truncated", start_line_, "the IRI that begins here has no closing '>'");
  return token(TokenKind::Bad);
}

Token Tokenizer::bad_iri_character() {
  if (*at_ == '\n' || *at_ == '\r') {
    syntax("line break inside an IRI; expected '>'");
  } else if (static_cast<unsigned char>(*at_) < 0x20) {
    syntax("control character " + byte_name(*at_) + " inside an IRI; expected '>'");
  } else {
    syntax(std::string("'") + *at_ + "' inside an IRI; expected '>' or %-encoding");
  }
  return token(TokenKind::Bad);
}

Token Tokenizer::string() {
  const char quote = *at_;
  const auto three_quotes = [this, quote] {
    return end_ - at_ >= 3 && at_[0] == quote && at_[1] == quote && at_[2] == quote;
  };
  const bool over_lines = three_quotes();
  at_ += over_lines ? 3 : 1;
  while (at_ < end_) {
    const char c = *at_;
    if (is(c, kPlainInString)) {
      ++at_;
    } else if (c == quote && (!over_lines || three_quotes())) {
      at_ += over_lines ? 3 : 1;
      return token(TokenKind::String);
    } else if (c == '"' || c == '\'') {
      ++at_;
    } else if (c == '\\') {
      if (!skip_escape(false)) return token(TokenKind::Bad);
    } else if (c == '\n' || c == '\r') {
      if (!over_lines) {
        syntax(std::string("line break inside a string; expected the closing ") + quote +
               " (a string over several lines is enclosed in " + std::string(3, quote) + ")");
        return token(TokenKind::Bad);
      }
      count_line_break();
    } else if (!skip_character()) {
      return token(TokenKind::Bad);
    }
  }
  fail("turtle.truncated", start_line_,
       "the string that begins here is not closed; expected " +
           std::string(over_lines ? 3 : 1, quote));
  return token(TokenKind::Bad);
}

// Advances over one part of a name; returns false if the name ends or is invalid (see `problem_`).
bool Tokenizer::skip_name_part(bool local, bool first) {
  const char c = *at_;
  if (is(c, kPlainInName)) {
    if (first && c == '-') return false;
    ++at_;
    return true;
  }
  if (local && c == ':') {
    ++at_;
    return true;
  }
  if (local && (c == '%' || c == '\\')) return skip_percent_or_backslash();
  if (static_cast<unsigned char>(c) < 0x80) return false;
  const Character character = decode_utf8(at_, end_);
  if (character.bytes == 0) return skip_character();  // reports the error
  if (first ? !is_name_start(character.code) : !is_name_character(character.code)) return false;
  at_ += character.bytes;
  return true;
}

bool Tokenizer::skip_percent_or_backslash() {
  const auto at = [this](int k) { return at_ + k < end_ ? at_[k] : '\0'; };
  if (*at_ == '%') {
    const bool complete = is_hex_digit(static_cast<unsigned char>(at(1))) &&
                          is_hex_digit(static_cast<unsigned char>(at(2)));
    if (!complete) return syntax("'%' in a name; expected two hexadecimal digits after it");
    at_ += 3;
    return true;
  }
  if (at(1) == '\0' || kReservedEscapes.find(at(1)) == kReservedEscapes.npos) {
    return syntax("'\\' in a name; expected one of " + std::string(kReservedEscapes) + " after it");
  }
  at_ += 2;
  return true;
}

// Advances over the rest of a name. Dots belong to it unless they are at its end.
bool Tokenizer::skip_name(bool local) {
  // The caller has checked the first character of a prefix or a label.
  if (local && (at_ == end_ || !skip_name_part(true, true))) return !problem_;
  while (true) {
    while (at_ < end_ && is(*at_, kPlainInName)) ++at_;
    const char* dots = at_;
    while (at_ < end_ && *at_ == '.') ++at_;
    if (at_ < end_ && skip_name_part(local, false)) continue;
    at_ = dots;
    return !problem_;
  }
}

Token Tokenizer::name() {
  if (*at_ != ':') {
    const Character first = decode_utf8(at_, end_);
    if (!is_name_base(first.code)) return unexpected_character();
    at_ += first.bytes;
    if (!skip_name(false)) return token(TokenKind::Bad);
    if (at_ == end_ || *at_ != ':') return word();
  }
  ++at_;
  skip_name(true);
  return token(TokenKind::PrefixedName);
}

Token Tokenizer::unexpected_character() {
  const Token quoted{TokenKind::Bad, std::string_view(at_, 1), line_};
  if (skip_character()) {
    syntax("unexpected character '" + std::string(quoted.text.data(), at_) +
           "'; expected a term, punctuation or a comment");
  }
  return token(TokenKind::Bad);
}

// Reads a name without a colon.
Token Tokenizer::word() {
  const std::string_view text(start_, static_cast<std::size_t>(at_ - start_));
  if (text == "a") return token(TokenKind::A);
  if (text == "true" || text == "false") return token(TokenKind::Boolean);
  if (equal_ignoring_case(text, "prefix")) return token(TokenKind::SparqlPrefix);
  if (equal_ignoring_case(text, "base")) return token(TokenKind::SparqlBase);
  syntax(shown({TokenKind::Bad, text, line_}) +
         " is not a term; expected prefix:name, <IRI>, \"text\", a number, true or false");
  return token(TokenKind::Bad);
}

Token Tokenizer::blank_label() {
  const bool mark = at_ + 1 < end_ && at_[1] == ':';
  at_ += mark ? 2 : 1;
  const char* label = at_;
  if (mark && at_ < end_ && *at_ != ':' && *at_ != '%' && *at_ != '\\') {
    if (skip_name_part(false, true)) skip_name(false);
  }
  if (at_ == label) syntax("expected a label after '_:'");
  return token(TokenKind::BlankLabel);
}

Token Tokenizer::at_word() {
  if (previous_ == TokenKind::String) return language_tag();
  ++at_;
  while (at_ < end_ && is_letter(static_cast<unsigned char>(*at_))) ++at_;
  const std::string_view text(start_, static_cast<std::size_t>(at_ - start_));
  const bool is_prefix = equal_ignoring_case(text, "@prefix");
  if (is_prefix || equal_ignoring_case(text, "@base")) {
    mended_ = text != (is_prefix ? "@prefix" : "@base");
    return token(is_prefix ? TokenKind::PrefixDirective : TokenKind::BaseDirective);
  }
  syntax("'" + std::string(text) +
         "' is neither a directive (@prefix, @base) nor the language of a string");
  return token(TokenKind::Bad);
}

// Blanks between a string and its language are permitted.
Token Tokenizer::language_tag() {
  const auto skip_part = [this](bool digits) {
    const char* part = ++at_;  // skips '@', '-' or '_'
    while (at_ < end_ && (is_letter(static_cast<unsigned char>(*at_)) ||
                          (digits && is_digit(static_cast<unsigned char>(*at_))))) {
      ++at_;
    }
    return at_ > part || syntax("expected a language such as @en or @en-GB");
  };
  bool complete = skip_part(false);
  while (complete && at_ < end_ && (*at_ == '-' || *at_ == '_')) {
    mended_ = mended_ || *at_ == '_';
    complete = skip_part(true);
  }
  return token(TokenKind::LanguageTag);
}

void Tokenizer::skip_digits() {
  while (at_ < end_ && is_digit(static_cast<unsigned char>(*at_))) ++at_;
}

// Returns whether an exponent such as e5 or E-5 is at `at`.
bool Tokenizer::at_exponent(const char* at) const {
  if (at == end_ || (*at != 'e' && *at != 'E')) return false;
  ++at;
  if (at < end_ && (*at == '+' || *at == '-')) ++at;
  return at < end_ && is_digit(static_cast<unsigned char>(*at));
}

Token Tokenizer::number() {
  if (*at_ == '+' || *at_ == '-') ++at_;
  const char* first = at_;
  skip_digits();
  const bool whole = at_ > first;
  if (at_ < end_ && *at_ == '.') {
    // The dot belongs to the number only if a digit or, as in 1.e5, an exponent follows.
    const bool digit = at_ + 1 < end_ && is_digit(static_cast<unsigned char>(at_[1]));
    if (digit || (whole && at_exponent(at_ + 1))) ++at_;
    skip_digits();
  }
  if (at_ == first) syntax("expected a digit after the sign");
  if (at_exponent(at_)) {
    at_ += 2;
    skip_digits();
  }
  return token(TokenKind::Number);
}

Token Tokenizer::type_mark() {
  const bool two = at_ + 1 < end_ && at_[1] == '^';
  at_ += two ? 2 : 1;
  if (!two) syntax("'^'; expected '^^' between a string and its datatype");
  return token(TokenKind::TypeMark);
}

Token Tokenizer::open(TokenKind kind) {
  if (open_.size() == kMaxDepth) {
    fail("turtle.depth", line_,
         "more than " + std::to_string(kMaxDepth) + " levels of nested brackets; the outermost '" +
             open_.front().bracket + "' is in " + line_text(open_.front().line));
    return token(TokenKind::Bad);
  }
  open_.push_back({*at_, line_});
  return single(kind);
}

Token Tokenizer::close(TokenKind kind, char opening) {
  const std::string found(1, *at_);
  if (open_.empty()) {
    syntax("'" + found + "' without a '" + opening + "' before it");
  } else if (open_.back().bracket != opening) {
    syntax("'" + found + "' does not close the '" + open_.back().bracket + "' of " +
           line_text(open_.back().line));
  } else {
    open_.pop_back();
  }
  return single(kind);
}

Token Tokenizer::end() {
  if (!open_.empty()) {
    fail("turtle.truncated", open_.back().line,
         std::string("the '") + open_.back().bracket + "' of this line is not closed; expected '" +
             (open_.back().bracket == '[' ? "]'" : ")'") + " before the end of the file (" +
             line_text(line_) + ")");
  }
  return token(TokenKind::End);
}

std::string mended_text(const Token& token) {
  std::string out;
  for (const char c : token.text) {
    if (token.kind == TokenKind::Iri && kMendedInIri.find(c) != kMendedInIri.npos) {
      constexpr std::string_view kHex = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kHex[byte >> 4U], kHex[byte & 0xFU]};
    } else if (token.kind == TokenKind::LanguageTag && c == '_') {
      out += '-';
    } else if (token.kind == TokenKind::PrefixDirective || token.kind == TokenKind::BaseDirective) {
      out += is_letter(static_cast<unsigned char>(c)) ? static_cast<char>(c | 0x20) : c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string shown(const Token& token) {
  constexpr std::size_t kMost = 40;
  if (token.kind == TokenKind::End) return "the end of the file";
  std::string_view text = token.text.substr(0, token.text.find_first_of("\r\n"));
  const bool cut = text.size() > kMost || text.size() < token.text.size();
  if (text.size() > kMost) {
    std::size_t length = kMost;  // never within a UTF-8 sequence
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) --length;
    text = text.substr(0, length);
  }
  return "'" + std::string(text) + (cut ? "..." : "") + "'";
}

}  // namespace hearth::turtle
