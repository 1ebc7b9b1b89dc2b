// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/namespaces.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/name_matching.hpp"
#include "hearth/ontology/reasoning/internal/reasoning_terms.hpp"

namespace hearth {
namespace {

// Vocabularies besides those of a mapping, and classes of IFC in the terms of the Linked Building
// Data group: never a wrong name of another one.
constexpr std::array<std::string_view, 36> kOtherVocabularies = {
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/2000/01/rdf-schema#",
    "http://www.w3.org/2002/07/owl#",
    "http://www.w3.org/2001/XMLSchema#",
    "http://www.w3.org/2004/02/skos/core#",
    "http://www.w3.org/ns/shacl#",
    "http://www.w3.org/ns/sosa/",
    "http://www.w3.org/ns/ssn/",
    "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "http://purl.org/dc/terms/",
    "http://schema.org/",
    "http://qudt.org/schema/qudt/",
    "http://qudt.org/vocab/unit/",
    "http://qudt.org/vocab/quantitykind/",
    "http://data.ashrae.org/standard223#",
    "http://data.ashrae.org/standard223/1.0/extensions/g36#",
    "http://data.ashrae.org/bacnet/2020#",
    "https://brickschema.org/schema/Brick#",
    "https://brickschema.org/schema/Brick/ref#",
    "https://brickschema.org/schema/BrickTag#",
    "https://w3id.org/rec#",
    "https://w3id.org/bot#",
    "https://w3id.org/fso#",
    "https://saref.etsi.org/core/",
    "https://saref.etsi.org/saref4bldg/",
    "https://saref.etsi.org/saref4syst/",
    "urn:project_haystack/",
    "https://pi.pauwel.be/voc/buildingelement#",
    "http://pi.pauwel.be/voc/buildingelement#",
    "https://pi.pauwel.be/voc/distributionelement#",
    "http://pi.pauwel.be/voc/distributionelement#",
    "https://pi.pauwel.be/voc/furniture#",
    "http://pi.pauwel.be/voc/furniture#",
    "https://w3id.org/props#",
    "http://lbd.arch.rwth-aachen.de/props#",
    "http://elite.polito.it/ontologies/dogont.owl#"};

/// An IRI as namespace and name, and the namespace as which it is read.
struct Reading {
  std::string_view space, name;
  std::string_view read_as;  // empty: unchanged
};

// Returns the characteristic words of a namespace, in lower case.
std::vector<std::string> telling_words(std::string_view space) {
  static constexpr std::array<std::string_view, 14> kCommon = {
      "http", "https", "www",  "org",  "com", "schema",   "core",
      "data", "def",   "w3id", "purl", "net", "ontology", "ontologies"};
  std::vector<std::string> words(1);
  for (const char c : space) {
    const auto code = static_cast<unsigned char>(c);
    if (std::isalnum(code) != 0) {
      words.back() += static_cast<char>(std::tolower(code));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  std::erase_if(words, [](const std::string& word) {
    return word.size() < 3 || std::find(kCommon.begin(), kCommon.end(), word) != kCommon.end();
  });
  return words;
}

bool share_a_word(std::string_view a, std::string_view b) {
  const std::vector<std::string> others = telling_words(b);
  for (const std::string& word : telling_words(a)) {
    if (std::find(others.begin(), others.end(), word) != others.end()) return true;
  }
  return false;
}

// Uses of an IRI in a graph.
enum Use : unsigned { kUnused = 0, kNode = 1, kClass = 2, kProperty = 4, kObject = 8 };

class Renaming {
 public:
  Renaming(const TripleStore& graph, const NamespaceAliases& aliases, const Knowledge& knowledge)
      : graph_(graph), aliases_(aliases), knowledge_(knowledge) {}

  // Returns the new IRI of each renamed term.
  std::map<TermId, std::string> renamed(std::vector<NamespaceUse>& uses);
  // Returns the new namespace of a prefix. A guessed namespace may be that of the building's nodes.
  std::string prefix_iri(const std::string& space) const {
    const auto found = uses_.find(space);
    return found == uses_.end() || found->second.guessed ? space : found->second.read_as;
  }

 private:
  struct Guess {
    std::map<std::string_view, std::size_t> fitting;  // number of classes, by known namespace
    std::size_t classes = 0;
    std::string_view read_as{};
  };

  Reading reading(std::string_view iri);
  Reading without_separator(std::string_view iri) const;
  std::string_view alias_of(std::string_view space);
  void find_uses();
  void guess();
  bool knows(std::string_view space, std::string_view name, unsigned use) const;
  std::string_view without_ifc_type(const Reading& found, unsigned use) const;
  void rename_by_namespace(TermId id);
  void rename_by_term(TermId id);
  void rename(TermId id, const Reading& as, bool guessed);

  const TripleStore& graph_;
  const NamespaceAliases& aliases_;
  const Knowledge& knowledge_;
  std::unordered_map<std::string_view, std::string_view> alias_of_;  // cache
  std::vector<unsigned> use_;                                        // by term number
  std::map<std::string_view, Guess> guesses_;
  std::map<TermId, std::string> renamed_;
  std::map<std::string, NamespaceUse> uses_;
};

// Returns "" for a namespace that does not change.
std::string_view Renaming::alias_of(std::string_view space) {
  const auto [entry, added] = alias_of_.try_emplace(space);
  if (!added || one_of(space, aliases_.known)) return entry->second;
  for (const auto& [pattern, target] : aliases_.namespaces) {
    if (space == target || !matches_name(pattern, space)) continue;
    return entry->second = target;
  }
  return {};
}

// Recognises `.../Brick` + `VAV` if `.../Brick#` is known, or is read as a known namespace.
Reading Renaming::without_separator(std::string_view iri) const {
  const auto split = [&iri](std::string_view pattern) -> std::optional<std::size_t> {
    if (pattern.empty()) return std::nullopt;
    const std::size_t end = prefix_match(pattern.substr(0, pattern.size() - 1), iri);
    if (end == 0 || end >= iri.size()) return std::nullopt;
    if (iri.find_first_of("#/", end) != std::string_view::npos) return std::nullopt;
    return end;
  };
  const auto names = [this](std::string_view space, std::string_view name) {
    return knows(space, name, kClass | kProperty);
  };
  for (const std::string& known : aliases_.known) {
    const auto end = split(known);
    if (end && names(known, iri.substr(*end)))
      return {iri.substr(0, *end), iri.substr(*end), known};
  }
  for (const auto& [pattern, target] : aliases_.namespaces) {
    const auto end = split(pattern);
    if (end && names(target, iri.substr(*end))) {
      return {iri.substr(0, *end), iri.substr(*end), target};
    }
  }
  return {};
}

Reading Renaming::reading(std::string_view iri) {
  const std::size_t hash = iri.find_last_of('#');
  std::size_t end = hash != std::string_view::npos ? hash : iri.find_last_of('/');
  if (end == std::string_view::npos) end = iri.find_last_of(':');
  if (end == std::string_view::npos) return {};
  const std::string_view space = iri.substr(0, end + 1);
  return {space, iri.substr(end + 1), alias_of(space)};
}

bool Renaming::knows(std::string_view space, std::string_view name, unsigned use) const {
  const std::string iri = std::string(space) + std::string(name);
  return ((use & kClass) != 0 && knowledge_.has_class(iri)) ||
         ((use & kProperty) != 0 && knowledge_.has_property(iri));
}

// `SpaceHeater` for the class `SpaceHeater-RADIATOR`: names of IFC may end in a predefined type,
// which is dropped unless a mapping names it.
std::string_view Renaming::without_ifc_type(const Reading& found, unsigned use) const {
  const std::size_t dash = found.name.find('-');
  if ((use & kClass) == 0 || dash == std::string_view::npos) return found.name;
  if (knows(found.read_as, found.name, kClass)) return found.name;
  if (aliases_.terms.contains(std::string(found.read_as) + std::string(found.name))) {
    return found.name;
  }
  const std::string_view plain = found.name.substr(0, dash);
  return knows(found.read_as, plain, kClass) ? plain : found.name;
}

void Renaming::find_uses() {
  use_.assign(graph_.term_count(), kUnused);
  const TermId is_a = graph_.find_iri(rdf::kType);
  const TermId wider = graph_.find_iri(axiom_terms::kSubClassOf);
  for (const Triple& t : graph_.triples()) {
    use_[t.subject] |= kNode;
    use_[t.predicate] |= kProperty;
    use_[t.object] |= t.predicate == is_a || t.predicate == wider ? kClass : kObject;
  }
}

// A namespace is read as the known one that contains most of its classes: at least half of them,
// and at least two if the two names have nothing in common (every vocabulary has a Person).
void Renaming::guess() {
  constexpr std::size_t kNoAccident = 2;
  for (TermId id = 0; id < use_.size(); ++id) {
    if ((use_[id] & kClass) == 0 || !graph_.is_iri(id)) continue;
    const Reading found = reading(graph_.term(id).text);
    if (found.space.empty() || !found.read_as.empty()) continue;
    if (one_of(found.space, aliases_.known) || one_of(found.space, kOtherVocabularies)) continue;
    Guess& guess = guesses_[found.space];
    ++guess.classes;
    for (const std::string& known : aliases_.known) {
      const bool own = (use_[id] & kNode) != 0;  // the graph itself defines the class
      if (!own && knows(known, found.name, kClass)) ++guess.fitting[known];
    }
  }
  for (auto& [space, guess] : guesses_) {
    std::size_t most = 0;
    for (const std::string& known : aliases_.known) {
      const auto fitting = guess.fitting.find(known);
      if (fitting == guess.fitting.end() || fitting->second <= most) continue;
      most = fitting->second;
      const bool believable = most >= kNoAccident || share_a_word(space, known);
      if (believable && 2 * most >= guess.classes) guess.read_as = known;
    }
  }
}

void Renaming::rename(TermId id, const Reading& as, bool guessed) {
  renamed_[id] = std::string(as.read_as) + std::string(as.name);
  NamespaceUse& use = uses_[std::string(as.space)];
  if (use.iris++ > 0) return;
  use.found = as.space;
  use.read_as = as.read_as;
  use.guessed = guessed;
  use.example = graph_.term(id).text;
}

void Renaming::rename_by_namespace(TermId id) {
  const std::string_view iri = graph_.term(id).text;
  Reading found = reading(iri);
  if (!found.read_as.empty()) {
    found.name = without_ifc_type(found, use_[id]);
    return rename(id, found, false);
  }
  const unsigned vocabulary = use_[id] & (kClass | kProperty);
  const bool is_node = (use_[id] & kNode) != 0 && vocabulary == 0;
  if (is_node || one_of(found.space, aliases_.known)) return;
  const auto guess = guesses_.find(found.space);
  if (guess != guesses_.end() && !guess->second.read_as.empty()) {
    found.read_as = guess->second.read_as;
    if (knows(found.read_as, found.name, kClass | kProperty)) rename(id, found, true);
    return;
  }
  if (use_[id] == kNode || one_of(found.space, kOtherVocabularies)) return;
  const Reading joined = without_separator(iri);
  if (!joined.read_as.empty()) rename(id, joined, true);
}

void Renaming::rename_by_term(TermId id) {
  const auto now = renamed_.find(id);
  const std::string iri = now != renamed_.end() ? now->second : std::string(graph_.term(id).text);
  const auto term = aliases_.terms.find(iri);
  if (term != aliases_.terms.end()) renamed_[id] = term->second;
}

std::map<TermId, std::string> Renaming::renamed(std::vector<NamespaceUse>& uses) {
  find_uses();
  guess();
  for (TermId id = 0; id < use_.size(); ++id) {
    if (use_[id] == kUnused || !graph_.is_iri(id)) continue;
    rename_by_namespace(id);
    if (!aliases_.terms.empty()) rename_by_term(id);
  }
  for (const auto& [space, use] : uses_) uses.push_back(use);
  return renamed_;
}

// Copies a graph in the order of terms, with some IRIs replaced.
TripleStore with_names(const TripleStore& graph, const std::map<TermId, std::string>& renamed,
                       const Renaming& renaming) {
  TripleStoreBuilder builder(graph.source());
  for (const NamespacePrefix& prefix : graph.prefixes()) {
    builder.prefix(prefix.name, renaming.prefix_iri(prefix.iri));
  }
  std::vector<TermId> number(graph.term_count());
  for (TermId id = 0; id < number.size(); ++id) {
    const auto now = renamed.find(id);
    number[id] = now == renamed.end() ? builder.intern(graph.term(id)) : builder.iri(now->second);
  }
  for (const Triple& t : graph.triples()) {
    builder.add({number[t.subject], number[t.predicate], number[t.object]}, graph.line(t));
  }
  return std::move(builder).build();
}

}  // namespace

TripleStore with_known_names(TripleStore graph, const NamespaceAliases& aliases,
                             const Knowledge& knowledge, std::vector<NamespaceUse>& uses) {
  Renaming renaming(graph, aliases, knowledge);
  const std::map<TermId, std::string> renamed = renaming.renamed(uses);
  return renamed.empty() ? std::move(graph) : with_names(graph, renamed, renaming);
}

}  // namespace hearth
