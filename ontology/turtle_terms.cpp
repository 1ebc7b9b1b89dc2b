// SPDX-License-Identifier: MIT
#include "hearth/ontology/turtle_terms.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "hearth/ontology/iri.hpp"
#include "hearth/ontology/turtle_escapes.hpp"
#include "hearth/ontology/vocabulary.hpp"

namespace hearth::turtle {
namespace {

constexpr std::size_t kShortestHint = 3;  // characters; any two short prefixes are similar
constexpr unsigned kKnownBits = 10;       // most files use fewer names at a time; 24 kB

// The place of a name among the known ones, by its size and both of its ends.
std::size_t place_of(std::string_view text) {
  std::uint64_t first = 0, last = 0;
  const std::size_t part = std::min(text.size(), sizeof(first));
  std::memcpy(&first, text.data(), part);
  std::memcpy(&last, text.data() + text.size() - part, part);
  const std::uint64_t mixed = (first ^ (last * 31) ^ text.size()) * 0x9E3779B97F4A7C15ULL;
  return mixed >> (64U - kKnownBits);
}

}  // namespace

Terms::Terms(TripleStoreBuilder& builder, Errors& errors, Diagnostics& warnings, std::string base)
    : builder_(builder),
      errors_(errors),
      warnings_(warnings),
      base_(std::move(base)),
      known_(std::size_t{1} << kKnownBits) {}

void Terms::declare_prefix(const Token& name, const Token& iri) {
  expand_iri(iri);
  const std::string_view prefix = name.text.substr(0, name.prefix_size);
  const std::string* known = builder_.find_prefix(prefix);
  if (known != nullptr && *known != iri_) {
    warnings_.warning(
        "turtle.prefix_redefined", errors_.where(iri.line),
        "prefix '" + std::string(prefix) + ":' now means <" + iri_ + ">, before <" + *known + ">");
    forget_names();
  }
  builder_.prefix(prefix, iri_);
}

void Terms::declare_base(const Token& iri) {
  if (!expand_iri(iri)) return;
  base_ = iri_;
  forget_names();
}

void Terms::forget_names() {
  std::fill(known_.begin(), known_.end(), Known{});
  last_prefix_.clear();
}

TermId Terms::name(const Token& token) {
  Known& known = known_[place_of(token.text)];
  if (known.token == token.text) return known.id;
  if (!expand(token)) return kNoTerm;
  known = {token.text, builder_.iri(iri_)};
  return known.id;
}

// Writes the full IRI of a token into `iri_`; false after an error.
bool Terms::expand(const Token& token) {
  if (token.kind == TokenKind::PrefixedName) return expand_prefixed(token);
  if (token.kind == TokenKind::Iri) return expand_iri(token);
  iri_.assign(rdf::kType);
  return true;
}

bool Terms::expand_prefixed(const Token& token) {
  if (!find_prefix(token.text.substr(0, token.prefix_size + 1))) {
    report_undeclared(token);
    return false;
  }
  const std::string_view local = token.text.substr(token.prefix_size + 1);
  iri_.assign(last_start_);
  if (token.escaped) {
    append_unescaped_name(iri_, local);
  } else {
    iri_.append(local);
  }
  return true;
}

bool Terms::find_prefix(std::string_view with_colon) {
  if (last_prefix_ == with_colon) return true;
  const std::string* start = builder_.find_prefix(with_colon.substr(0, with_colon.size() - 1));
  if (start == nullptr) return false;
  last_prefix_ = with_colon;
  last_start_ = *start;
  return true;
}

void Terms::report_undeclared(const Token& token) {
  const std::string prefix(token.text.substr(0, token.prefix_size));
  if (!undeclared_.insert(prefix).second) return;
  std::vector<std::string> declared;
  for (const NamespacePrefix& entry : builder_.prefixes()) declared.push_back(entry.name);
  const std::string hint = prefix.size() < kShortestHint ? "" : did_you_mean(prefix, declared);
  errors_.add("turtle.undeclared_prefix", token.line,
              "the prefix of " + shown(token) + " is not declared; expected '@prefix " + prefix +
                  ": <...> .' before it" + hint);
}

bool Terms::expand_iri(const Token& token) {
  const std::string_view between = token.text.substr(1, token.text.size() - 2);
  iri_.clear();
  if (token.escaped) {
    append_unescaped(iri_, between);
  } else {
    iri_.append(between);
  }
  const bool absolute = is_absolute_iri(iri_);
  if (!absolute && base_.empty()) {
    errors_.add("turtle.relative_iri", token.line,
                shown(token) +
                    " is relative and the text has no base; expected an absolute IRI or '@base "
                    "<...> .' before it");
    return false;
  }
  if (!absolute || iri_.find("/.") != iri_.npos) iri_ = resolve_iri(base_, iri_);
  return true;
}

TermId Terms::bare_literal(const Token& token) {
  if (token.kind == TokenKind::Boolean) return builder_.literal(token.text, xsd::kBoolean);
  if (token.text.find_first_of("eE") != token.text.npos) {
    return builder_.literal(token.text, xsd::kDouble);
  }
  const bool whole = token.text.find('.') == token.text.npos;
  return builder_.literal(token.text, whole ? xsd::kInteger : xsd::kDecimal);
}

TermId Terms::literal(const Token& string) { return builder_.literal(content(string)); }

TermId Terms::literal(const Token& string, std::string_view language_tag) {
  return builder_.literal(content(string), {}, language_tag.substr(1));
}

TermId Terms::literal(const Token& string, TermId datatype) {
  return datatype == kNoTerm ? kNoTerm : builder_.literal_of(content(string), datatype);
}

// Returns what stands between the quotes, one or three on each side.
std::string_view Terms::content(const Token& string) {
  const std::string_view text = string.text;
  const bool three = text.size() >= 6 && text[1] == text[0] && text[2] == text[0];
  const std::size_t quotes = three ? 3 : 1;
  const std::string_view between = text.substr(quotes, text.size() - 2 * quotes);
  if (!string.escaped) return between;
  content_.clear();
  append_unescaped(content_, between);
  return content_;
}

}  // namespace hearth::turtle
