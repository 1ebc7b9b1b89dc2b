// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"

namespace hearth {
namespace {

/// The terms that the digests of a mapping declare, and the names of the digests.
class DigestTerms {
 public:
  explicit DigestTerms(const std::vector<TripleStore>& graphs) : knowledge_(views(graphs)) {
    for (const TripleStore& graph : graphs) {
      for (const Triple& triple : graph.triples()) note(graph.term(triple.subject));
    }
  }

  /// Returns whether a digest contains the term, or no digest contains its namespace.
  bool knows(const TermUse& use) const {
    if (!names_.contains(namespace_of(use.iri))) return true;
    return use.is_class ? knowledge_.has_class(use.iri) : knowledge_.has_property(use.iri);
  }

  /// Returns `, did you mean 'VAV'?` with the nearest term of the namespace, or "".
  std::string remedy(const TermUse& use) const {
    const std::set<std::string>& known = names_.find(namespace_of(use.iri))->second;
    std::vector<std::string> same_kind;
    for (const std::string& name : known) {
      const std::string iri = std::string(namespace_of(use.iri)) + name;
      if (use.is_class ? knowledge_.has_class(iri) : knowledge_.has_property(iri)) {
        same_kind.push_back(name);
      }
    }
    return did_you_mean(local_name(use.iri), same_kind);
  }

 private:
  static std::vector<const TripleStore*> views(const std::vector<TripleStore>& graphs) {
    std::vector<const TripleStore*> all;
    for (const TripleStore& graph : graphs) all.push_back(&graph);
    return all;
  }

  void note(const Term& term) {
    if (term.kind != TermKind::Iri || local_name(term.text).empty()) return;
    names_[std::string(namespace_of(term.text))].emplace(local_name(term.text));
  }

  Knowledge knowledge_;
  std::map<std::string, std::set<std::string>, std::less<>> names_;  // local names by namespace
};

DigestTerms terms_of(const std::vector<std::string>& digests) {
  const std::vector<std::string> known = digest_names();
  std::vector<TripleStore> graphs;
  for (const std::string& name : digests) {
    if (std::find(known.begin(), known.end(), name) == known.end()) continue;
    graphs.push_back(read_turtle_text(digest_text(name), name + ".ttl"));
  }
  return DigestTerms(graphs);
}

}  // namespace

void check_known_terms(const DraftMapping& draft, Diagnostics& diagnostics) {
  if (draft.mapping.digests.empty()) return;
  const DigestTerms terms = terms_of(draft.mapping.digests);
  for (const TermUse& use : draft.uses) {
    if (terms.knows(use)) continue;
    diagnostics.warning("mapping.term_unknown", use.where,
                        fmt::format("no digest of the mapping {} contains the {} '{}'{}",
                                    draft.mapping.id, use.is_class ? "class" : "property",
                                    draft.mapping.prefixes.shorten(use.iri), terms.remedy(use)));
  }
}

}  // namespace hearth
