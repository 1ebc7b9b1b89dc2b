// SPDX-License-Identifier: MIT
// Names, IRIs and literals of patterns; paths are in pattern_path.cpp.
#include "hearth/ontology/patterns/internal/pattern_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/patterns/internal/unicode.hpp"
#include "hearth/ontology/rdf/iri.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Bytes of letters beyond ASCII count as characters of names.
bool is_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool belongs_to_iri(char c) { return is_iri_text({&c, 1}); }

}  // namespace

PatternReader::PatternReader(std::string_view text, Prefixes known)
    : prefixes(std::move(known)), text_(text) {}

void PatternReader::fail(const std::string& message, const std::string& code) {
  throw PatternFault{code, at_, message};
}

void PatternReader::fail_expected(const std::string& what) {
  if (at_end()) fail("expected " + what + ", but the input ends here");
  std::size_t end = at_;
  while (end < text_.size() && !is_space(text_[end]) && end - at_ < 30) ++end;
  end = std::max(end, at_ + 1);
  fail("expected " + what + ", found '" + std::string(text_.substr(at_, end - at_)) + "'");
}

void PatternReader::skip_space() {
  while (at_ < text_.size()) {
    if (text_[at_] == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (is_space(text_[at_])) {
      ++at_;
    } else {
      return;
    }
  }
}

char PatternReader::peek() {
  skip_space();
  return at_ < text_.size() ? text_[at_] : '\0';
}

std::size_t PatternReader::position() {
  skip_space();
  return at_;
}

bool PatternReader::take(std::string_view wanted) {
  skip_space();
  if (!text_.substr(at_).starts_with(wanted)) return false;
  at_ += wanted.size();
  return true;
}

std::string_view PatternReader::peek_word() {
  skip_space();
  const std::string_view rest = text_.substr(at_);
  const auto belongs = [](char c) { return is_name(c) || c == ':' || c == '-' || c == '.'; };
  const auto end = std::find_if_not(rest.begin(), rest.end(), belongs);
  if (std::find(rest.begin(), end, ':') != end) return {};  // part of a prefixed name
  const auto word_end = std::find_if_not(rest.begin(), end, is_name);
  return rest.substr(0, static_cast<std::size_t>(word_end - rest.begin()));
}

bool PatternReader::take_word(std::string_view wanted) {
  const std::string_view word = peek_word();
  const auto same = [](char a, char b) { return small(a) == small(b); };
  if (!std::equal(word.begin(), word.end(), wanted.begin(), wanted.end(), same)) return false;
  at_ += word.size();
  return true;
}

bool PatternReader::has_variable() {
  const char c = peek();
  return (c == '?' || c == '$') && at_ + 1 < text_.size() && is_name(text_[at_ + 1]);
}

std::string PatternReader::variable() {
  if (!has_variable()) fail_expected("a variable");
  const std::size_t begin = ++at_;
  while (at_ < text_.size() && is_name(text_[at_])) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::size_t PatternReader::whole_number() {
  skip_space();
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  if (error != std::errc()) fail_expected("a whole number");
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

OwnTerm PatternReader::term() {
  const char c = peek();
  if (c == '"' || c == '\'') return quoted_literal();
  if (has_number()) return number();
  const std::string_view word = peek_word();
  if (word == "true" || word == "false") {
    at_ += word.size();
    return {TermKind::Literal, std::string(word), std::string(xsd::kBoolean), {}};
  }
  return {TermKind::Iri, iri(), {}, {}};
}

std::string PatternReader::iri() { return peek() == '<' ? quoted_iri() : prefixed_name(); }

std::string PatternReader::quoted_iri() {
  const std::size_t begin = at_++;
  std::string out;
  while (at_ < text_.size() && (belongs_to_iri(text_[at_]) || text_[at_] == '\\')) {
    if (text_[at_] == '\\') {
      escape(out);
    } else {
      out.push_back(text_[at_++]);
    }
  }
  if (at_ == text_.size() || text_[at_] != '>') fail("'>' is missing after an IRI");
  ++at_;
  if (!is_iri_text(out)) {
    at_ = begin;
    fail("an escape in <...> represents a character that is not allowed in an IRI");
  }
  if (is_absolute_iri(out)) return out;
  if (!base.empty()) return resolve_iri(base, out);
  at_ = begin;
  fail("<" + out + "> is not a complete IRI; write it with its scheme (http:...)");
}

std::string PatternReader::prefix_name() {
  skip_space();
  const std::size_t begin = at_;
  while (at_ < text_.size() && (is_name(text_[at_]) || text_[at_] == '-' || text_[at_] == '.')) {
    ++at_;
  }
  const std::string name(text_.substr(begin, at_ - begin));
  if (at_ < text_.size() && text_[at_] == ':' && !name.ends_with('.')) {
    ++at_;
    return name;
  }
  at_ = begin;
  if (name.empty()) fail_expected("a name such as brick:VAV or <IRI>");
  fail("'" + name + "' has no prefix; names are written brick:VAV or <IRI>");
}

std::string PatternReader::prefixed_name() {
  const std::size_t begin = position();
  const std::string prefix = prefix_name();
  if (prefix == "_") {
    at_ = begin;
    fail("a blank node is not allowed here; use a variable");
  }
  const std::string local = local_part();
  if (const auto whole = prefixes.expand(prefix + ":")) return *whole + local;
  faults.push_back(
      {"pattern.prefix_unknown", begin,
       "prefix '" + prefix + ":' is not known" + expected_name(prefix, prefixes.names())});
  return prefix + ":" + local;
}

std::string PatternReader::local_part() {
  std::string out;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\\' && at_ + 1 < text_.size()) {
      if (std::string_view("_~.-!$&'()*+,;=/?#@%").find(text_[at_ + 1]) == std::string_view::npos) {
        fail("unknown escape in a name");
      }
      out.push_back(text_[at_ + 1]);
      at_ += 2;
    } else if (is_name(c) || c == ':' || c == '%' || (c == '-' && !out.empty())) {
      out.push_back(c);
      ++at_;
    } else if (c == '.' && !out.empty()) {
      const std::size_t after = text_.find_first_not_of('.', at_);  // a final dot ends the triple
      if (after == std::string_view::npos) break;
      const char next = text_[after];
      if (!is_name(next) && next != ':' && next != '-' && next != '%') break;
      out.append(after - at_, '.');
      at_ = after;
    } else {
      break;
    }
  }
  return out;
}

OwnTerm PatternReader::quoted_literal() {
  const std::string_view mark = text_.substr(at_, 1);
  const std::string_view three = text_.substr(at_, 3);
  const bool is_long = three.size() == 3 && three[1] == mark[0] && three[2] == mark[0];
  OwnTerm out{
      TermKind::Literal, quoted_text(is_long ? three : mark), std::string(xsd::kString), {}};
  if (at_ < text_.size() && text_[at_] == '@') {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() &&
           (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '-')) {
      ++at_;
    }
    if (at_ == begin) fail_expected("a language after '@'");
    out.language = text_.substr(begin, at_ - begin);
    out.datatype = rdf::kLangString;
  } else if (text_.substr(at_).starts_with("^^")) {
    at_ += 2;
    out.datatype = iri();
  }
  return out;
}

std::string PatternReader::quoted_text(std::string_view quote) {
  const std::size_t begin = at_;
  at_ += quote.size();
  std::string out;
  while (at_ < text_.size() && !text_.substr(at_).starts_with(quote)) {
    if (quote.size() == 1 && text_[at_] == '\n') break;
    if (text_[at_] == '\\') {
      escape(out);
    } else {
      out.push_back(text_[at_++]);
    }
  }
  if (!text_.substr(at_).starts_with(quote)) {
    at_ = begin;
    fail("the string that begins here is not closed");
  }
  at_ += quote.size();
  return out;
}

void PatternReader::escape(std::string& out) {
  constexpr std::string_view kNames = "tnrbf\"'\\";
  constexpr std::string_view kCharacters = "\t\n\r\b\f\"'\\";
  const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (c == 'u' || c == 'U') return code_point(out, c == 'u' ? 4 : 8);
  const std::size_t index = c == '\0' ? std::string_view::npos : kNames.find(c);
  if (index == std::string_view::npos) fail("unknown escape in a string");
  out.push_back(kCharacters[index]);
  at_ += 2;
}

void PatternReader::code_point(std::string& out, std::size_t digits) {
  const std::string_view hex = text_.substr(at_ + 2, digits);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
  const bool whole = hex.size() == digits && error == std::errc() && end == hex.data() + digits;
  if (!whole || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
    fail("this number is not the code of a character");
  }
  append_utf8(out, code);
  at_ += 2 + digits;
}

bool PatternReader::has_number() {
  std::size_t k = position();
  if (k < text_.size() && (text_[k] == '+' || text_[k] == '-')) ++k;
  if (k < text_.size() && text_[k] == '.') ++k;
  return k < text_.size() && is_digit(text_[k]);
}

OwnTerm PatternReader::number() {
  const std::size_t begin = at_;
  const auto digits = [this] {
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  };
  std::string_view datatype = xsd::kInteger;
  if (text_[at_] == '+' || text_[at_] == '-') ++at_;
  digits();
  if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
    datatype = xsd::kDecimal;
    ++at_;
    digits();
  }
  if (at_ < text_.size() && small(text_[at_]) == 'e') {
    datatype = xsd::kDouble;
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    if (at_ == text_.size() || !is_digit(text_[at_])) fail_expected("digits of an exponent");
    digits();
  }
  return {
      TermKind::Literal, std::string(text_.substr(begin, at_ - begin)), std::string(datatype), {}};
}

}  // namespace hearth
