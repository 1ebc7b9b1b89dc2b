// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdio>

#include "hearth/ontology/rdf/internal/turtle_layout.hpp"
#include "hearth/ontology/rdf/internal/turtle_tokens.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth::turtle {
namespace {

// Returns whether the text is one token of that kind, the whole of it.
bool is_token(std::string_view text, TokenKind kind) {
  const Token token = Tokenizer(text).next();
  return token.kind == kind && token.text == text && token.text.data() == text.data();
}

bool is_prefix_name(std::string_view name) {
  const std::string token = std::string(name) + ":";
  return name.find(':') == name.npos && is_token(token, TokenKind::PrefixedName);
}

// Names that need no escape: no colon, backslash or percent sign.
bool is_plain_local_name(std::string_view name) {
  const std::string token = ":" + std::string(name);
  return name.find_first_of(":\\%") == name.npos && is_token(token, TokenKind::PrefixedName);
}

// Returns whether Turtle reads the bare text as a literal of that datatype.
bool is_bare(std::string_view text, std::string_view datatype) {
  if (datatype == xsd::kBoolean) return text == "true" || text == "false";
  if (!is_token(text, TokenKind::Number)) return false;
  if (text.find_first_of("eE") != text.npos) return datatype == xsd::kDouble;
  return datatype == (text.find('.') == text.npos ? xsd::kInteger : xsd::kDecimal);
}

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kPlain = "\t\b\n\r\f\"\\";
  constexpr std::string_view kLetter = "tbnrf\"\\";
  if (const std::size_t at = kPlain.find(c); at != kPlain.npos) {
    out.append({'\\', kLetter[at]});
    return;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte != 0x7F) {
    out.push_back(c);
    return;
  }
  std::array<char, 8> escape{};
  std::snprintf(escape.data(), escape.size(), "\\u%04X", byte);
  out.append(escape.data());
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) append_escaped(out, c);
  return out + '"';
}

}  // namespace

Names::Names(const TripleStore& store) {
  for (const NamespacePrefix& prefix : store.prefixes()) {
    if (is_prefix_name(prefix.name)) prefix_of_.emplace(prefix.iri, prefix.name);
  }
}

std::string Names::iri(std::string_view iri) {
  constexpr std::string_view kNamespaceEnds = "#/:";
  std::size_t cut = iri.find_last_of(kNamespaceEnds);
  for (; cut != iri.npos && cut > 0; cut = iri.find_last_of(kNamespaceEnds, cut - 1)) {
    const std::string_view local = iri.substr(cut + 1);
    const auto prefix = prefix_of_.find(iri.substr(0, cut + 1));
    if (prefix == prefix_of_.end() || !is_plain_local_name(local)) continue;
    used_.emplace(prefix->second, prefix->first);
    return prefix->second + ":" + std::string(local);
  }
  return "<" + std::string(iri) + ">";
}

std::string Names::literal(const Term& literal) {
  if (!literal.language.empty()) return quoted(literal.text) + "@" + std::string(literal.language);
  if (literal.datatype == xsd::kString) return quoted(literal.text);
  if (is_bare(literal.text, literal.datatype)) return std::string(literal.text);
  return quoted(literal.text) + "^^" + iri(literal.datatype);
}

std::string Names::declarations() const {
  std::string out;
  for (const auto& [name, iri] : used_) out += "@prefix " + name + ": <" + iri + "> .\n";
  return out;
}

}  // namespace hearth::turtle
