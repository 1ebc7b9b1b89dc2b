// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/internal/turtle_layout.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "hearth/ontology/rdf/internal/turtle_tokens.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth::turtle {
namespace {

constexpr int kMostLevels = 32;  // nested brackets; readable, and well below kMaxDepth

class Layout {
 public:
  explicit Layout(const TripleStore& store)
      : store_(store),
        first_(store.find_iri(rdf::kFirst)),
        rest_(store.find_iri(rdf::kRest)),
        shapes_(store.term_count(), Shape::None),
        levels_(store.term_count(), 0),
        cell_(store.term_count(), false),
        undecided_(store.term_count(), false) {}

  std::vector<Shape> shapes();

 private:
  void find_cells();
  bool is_cell(TermId node) const;
  void decide(TermId node);
  void cut_cycle(std::size_t begin);
  void place(TermId node);
  std::span<const Triple> incoming(TermId node) const { return store_.match({.object = node}); }

  const TripleStore& store_;
  TermId first_;
  TermId rest_;
  std::vector<Shape> shapes_;
  std::vector<int> levels_;  // number of nested brackets in the content of the node
  // whether it has one rdf:first, one rdf:rest, nothing else, and ends in nil
  std::vector<bool> cell_;
  std::vector<bool> undecided_;  // whether one triple has it as object and its shape is open
  std::vector<TermId> path_;     // from a node to those that contain it
  std::vector<bool> on_path_ = std::vector<bool>(undecided_.size(), false);
};

std::vector<Shape> Layout::shapes() {
  find_cells();
  for (TermId id = 0; id < shapes_.size(); ++id) {
    if (store_.term(id).kind != TermKind::Blank) continue;
    const std::size_t count = incoming(id).size();
    undecided_[id] = count == 1;
    shapes_[id] = count == 0 ? Shape::Root : Shape::Labelled;
  }
  for (TermId id = 0; id < shapes_.size(); ++id) {
    while (undecided_[id]) decide(id);
  }
  return std::move(shapes_);
}

// Follows lists backwards from rdf:nil, so that every marked cell belongs to a list that ends
// there.
void Layout::find_cells() {
  std::vector<TermId> ends = {store_.find_iri(rdf::kNil)};
  while (!ends.empty()) {
    const TermId end = ends.back();
    ends.pop_back();
    for (const Triple& link : store_.match({.predicate = rest_, .object = end})) {
      if (!is_cell(link.subject)) continue;
      cell_[link.subject] = true;
      if (incoming(link.subject).size() == 1) ends.push_back(link.subject);
    }
  }
}

bool Layout::is_cell(TermId node) const {
  return store_.term(node).kind == TermKind::Blank && store_.match({.subject = node}).size() == 2 &&
         store_.match({.subject = node, .predicate = first_}).size() == 1;
}

// Follows the triples with the node as object up to a node with a known shape; then sets the shapes
// of all nodes on the way.
void Layout::decide(TermId node) {
  path_.clear();
  while (undecided_[node] && !on_path_[node]) {
    on_path_[node] = true;
    path_.push_back(node);
    node = incoming(node).front().subject;
  }
  for (const TermId passed : path_) on_path_[passed] = false;
  if (undecided_[node]) {
    const auto begin = std::find(path_.begin(), path_.end(), node);
    cut_cycle(static_cast<std::size_t>(begin - path_.begin()));
    return;
  }
  for (auto next = path_.rbegin(); next != path_.rend(); ++next) place(*next);
}

// Sets a label for one node of the cycle, if possible for one that had a label.
void Layout::cut_cycle(std::size_t begin) {
  const auto first = path_.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto earlier = [this](TermId a, TermId b) {
    const Term x = store_.term(a);
    const Term y = store_.term(b);
    const bool x_labelled = has_written_label(x);
    return x_labelled != has_written_label(y) ? x_labelled : x.text < y.text;
  };
  undecided_[*std::min_element(first, path_.end(), earlier)] = false;  // remains Labelled
}

void Layout::place(TermId node) {
  undecided_[node] = false;
  const Triple& link = incoming(node).front();
  const Shape holder = shapes_[link.subject];
  const bool inside_list = holder == Shape::List || holder == Shape::Cell;
  const int level = levels_[link.subject];
  if (cell_[node] && inside_list && link.predicate == rest_) {
    shapes_[node] = Shape::Cell;
    levels_[node] = level;
  } else if (level < kMostLevels) {
    shapes_[node] = cell_[node] ? Shape::List : Shape::Nested;
    levels_[node] = level + 1;
  }  // otherwise it remains Labelled, at level 0
}

// Returns whether the whole text is one token of that kind.
bool is_token(std::string_view text, TokenKind kind) {
  const Token token = Tokenizer(text).next();
  return token.kind == kind && token.text == text && token.text.data() == text.data();
}

bool is_prefix_name(std::string_view name) {
  const std::string token = std::string(name) + ":";
  return name.find(':') == name.npos && is_token(token, TokenKind::PrefixedName);
}

// Returns whether a name needs no escape: it has no colon, backslash or percent sign.
bool is_plain_local_name(std::string_view name) {
  const std::string token = ":" + std::string(name);
  return name.find_first_of(":\\%") == name.npos && is_token(token, TokenKind::PrefixedName);
}

// Returns whether Turtle reads the text without quotes as a literal of that datatype.
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

bool has_written_label(const Term& blank) {
  const std::string token = "_:" + std::string(blank.text);
  const Token read = Tokenizer(token).next();
  return read.kind == TokenKind::BlankLabel && read.text.size() == token.size();
}

std::vector<Shape> blank_shapes(const TripleStore& store) { return Layout(store).shapes(); }

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
