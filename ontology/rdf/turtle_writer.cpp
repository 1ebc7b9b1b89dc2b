// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/turtle_writer.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/internal/turtle_layout.hpp"
#include "hearth/ontology/rdf/internal/turtle_tokens.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

using turtle::Shape;

constexpr std::size_t kIndent = 4;
constexpr std::size_t kMostColumns = 80;  // for objects on one line

std::string new_line(std::size_t level) { return "\n" + std::string(level * kIndent, ' '); }

// Joins items on one line if they are short, otherwise one per line at `level`.
std::string joined(const std::vector<std::string>& items, const std::string& separator,
                   std::size_t level) {
  std::size_t columns = 0;
  bool one_line = true;
  for (const std::string& item : items) {
    columns += item.size() + separator.size() + 1;
    one_line = one_line && item.find('\n') == item.npos;
  }
  one_line = items.size() == 1 || (one_line && columns <= kMostColumns);
  std::string out;
  for (const std::string& item : items) {
    if (!out.empty()) out += separator + (one_line ? " " : new_line(level));
    out += item;
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const TripleStore& store)
      : store_(store),
        names_(store),
        shapes_(turtle::blank_shapes(store)),
        first_(store.find_iri(rdf::kFirst)),
        rest_(store.find_iri(rdf::kRest)) {
    name_blanks();
  }

  std::string write();

 private:
  void name_blanks();
  std::string iri(TermId id);
  std::string predicate(TermId id);
  std::string object(TermId id, std::size_t level);
  std::string nested(TermId id, std::size_t level);
  std::string list(TermId head, std::size_t level);
  std::vector<std::string> properties(TermId subject, std::size_t level);
  std::vector<std::string> objects(std::span<const Triple> triples, std::size_t level);
  std::string statement(const std::string& subject, TermId id);
  std::map<std::string, TermId> subjects(Shape shape);

  const TripleStore& store_;
  turtle::Names names_;
  std::vector<Shape> shapes_;
  TermId first_;
  TermId rest_;
  std::map<TermId, std::string> labels_;
};

// Labels of users are kept; other nodes get b1, b2 ..., skipping labels in use.
void Writer::name_blanks() {
  std::set<std::string> taken;
  for (TermId id = 0; id < shapes_.size(); ++id) {
    const Term term = store_.term(id);
    if (shapes_[id] != Shape::Labelled || !turtle::has_written_label(term)) continue;
    labels_[id] = "_:" + std::string(term.text);
    taken.insert(labels_[id]);
  }
  std::size_t number = 0;
  for (TermId id = 0; id < shapes_.size(); ++id) {
    if (shapes_[id] != Shape::Labelled || labels_.count(id) != 0) continue;
    std::string label;
    do {
      label = "_:b" + std::to_string(++number);
    } while (taken.count(label) != 0);
    labels_[id] = label;
  }
}

std::string Writer::iri(TermId id) {
  const std::string_view text = store_.term(id).text;
  std::string written = names_.iri(text);
  if (written.front() == '<') {
    turtle::Tokenizer tokenizer(written);
    const turtle::Token read = tokenizer.next();
    if (read.mended || read.text.size() != written.size() || text.find('\\') != text.npos) {
      throw InputError(
          "turtle.bad_iri", Where{.pointer = std::string(text)},
          written + " contains a character that is not allowed in an IRI; expected %-encoding");
    }
  }
  return written;
}

std::string Writer::predicate(TermId id) {
  return store_.term(id).text == rdf::kType ? "a" : iri(id);
}

std::string Writer::object(TermId id, std::size_t level) {
  const Term term = store_.term(id);
  if (term.kind == TermKind::Literal) return names_.literal(term);
  if (term.kind == TermKind::Iri) return term.text == rdf::kNil ? "()" : iri(id);
  switch (shapes_[id]) {
    case Shape::Nested:
      return nested(id, level);
    case Shape::List:
      return list(id, level);
    default:
      return labels_.at(id);
  }
}

std::string Writer::nested(TermId id, std::size_t level) {
  const std::vector<std::string> lines = properties(id, level + 1);
  if (lines.empty()) return "[]";
  if (lines.size() == 1 && lines[0].find('\n') == lines[0].npos) return "[ " + lines[0] + " ]";
  std::string out = "[" + new_line(level + 1);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    out += lines[k];
    if (k + 1 < lines.size()) out += " ;" + new_line(level + 1);
  }
  return out + new_line(level) + "]";
}

std::string Writer::list(TermId head, std::size_t level) {
  std::vector<std::string> items;
  for (TermId cell = head;;) {
    const Triple element = store_.match({.subject = cell, .predicate = first_}).front();
    items.push_back(object(element.object, level + 1));
    cell = store_.match({.subject = cell, .predicate = rest_}).front().object;
    if (shapes_[cell] != Shape::Cell) break;  // rdf:nil
  }
  const std::string text = joined(items, "", level + 1);
  if (text.find('\n') == text.npos) return "( " + text + " )";
  return "(" + new_line(level + 1) + text + new_line(level) + ")";
}

std::vector<std::string> Writer::objects(std::span<const Triple> triples, std::size_t level) {
  // IRIs, then literals, then blank nodes, each sorted by their text.
  std::vector<std::pair<int, std::string>> sorted;
  for (const Triple& triple : triples) {
    const TermKind kind = store_.term(triple.object).kind;
    const int rank = kind == TermKind::Iri ? 0 : kind == TermKind::Literal ? 1 : 2;
    sorted.emplace_back(rank, object(triple.object, level));
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> out;
  for (auto& [rank, text] : sorted) out.push_back(std::move(text));
  return out;
}

// Returns `predicate objects` for every predicate, `a` first, then by IRI.
std::vector<std::string> Writer::properties(TermId subject, std::size_t level) {
  const std::span<const Triple> triples = store_.match({.subject = subject});
  std::map<std::pair<bool, std::string_view>, std::span<const Triple>> groups;
  for (std::size_t begin = 0, end = 0; begin < triples.size(); begin = end) {
    const TermId predicate = triples[begin].predicate;
    while (end < triples.size() && triples[end].predicate == predicate) ++end;
    const std::string_view name = store_.term(predicate).text;
    groups[{name != rdf::kType, name}] = triples.subspan(begin, end - begin);
  }
  std::vector<std::string> out;
  for (const auto& [name, group] : groups) {
    const bool several = group.size() > 1;
    const std::string text = joined(objects(group, several ? level + 1 : level), ",", level + 1);
    const bool over_lines = several && text.find('\n') != text.npos;
    out.push_back(predicate(group.front().predicate) + (over_lines ? new_line(level + 1) : " ") +
                  text);
  }
  return out;
}

std::string Writer::statement(const std::string& subject, TermId id) {
  const std::vector<std::string> lines = properties(id, 1);
  std::string out = "\n" + subject + " ";
  for (std::size_t k = 0; k < lines.size(); ++k) {
    out += lines[k] + (k + 1 < lines.size() ? " ;" + new_line(1) : " .\n");
  }
  return out;
}

// Returns the subjects with that shape, by the text by which they are sorted.
std::map<std::string, TermId> Writer::subjects(Shape shape) {
  std::map<std::string, TermId> out;
  TermId last = kNoTerm;
  for (const Triple& triple : store_.triples()) {
    if (triple.subject == last) continue;
    last = triple.subject;
    if (shapes_[last] != shape) continue;
    const auto text = shape == Shape::Labelled ? labels_.at(last) : store_.term(last).text;
    out.emplace(text, last);
  }
  return out;
}

std::string Writer::write() {
  std::string body;
  for (const auto& [text, id] : subjects(Shape::None)) body += statement(iri(id), id);
  for (const auto& [label, id] : subjects(Shape::Labelled)) body += statement(label, id);
  std::vector<std::string> roots;  // without names, sorted by their text
  for (const auto& [text, id] : subjects(Shape::Root)) roots.push_back(statement("[]", id));
  std::sort(roots.begin(), roots.end());
  for (const std::string& root : roots) body += root;
  return names_.declarations() + body;
}

}  // namespace

std::string write_turtle(const TripleStore& store) { return Writer(store).write(); }

}  // namespace hearth
