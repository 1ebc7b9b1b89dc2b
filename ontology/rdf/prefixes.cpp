// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/prefixes.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hearth {

std::string namespace_too_long(const std::string& what, std::size_t size) {
  return what + " represents an IRI of " + std::to_string(size) + " bytes, but at most " +
         std::to_string(kLongestNamespace) +
         " are supported; shorten it, or write long IRIs without a prefix";
}

Prefixes::Prefixes()
    : iris_{{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
            {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
            {"owl", "http://www.w3.org/2002/07/owl#"},
            {"xsd", "http://www.w3.org/2001/XMLSchema#"},
            {"hearth", "urn:hearth:"}} {
  for (const auto& [name, iri] : iris_) names_[iri].insert(name);
}

void Prefixes::set(std::string name, std::string iri) {
  if (const auto known = iris_.find(name); known != iris_.end()) {
    const auto place = names_.find(known->second);
    place->second.erase(name);
    if (place->second.empty()) names_.erase(place);
  }
  names_[iri].insert(name);
  iris_.insert_or_assign(std::move(name), std::move(iri));
}

std::optional<std::string> Prefixes::expand(std::string_view name) const {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto found = iris_.find(name.substr(0, colon));
  if (found == iris_.end()) return std::nullopt;
  return found->second + std::string(name.substr(colon + 1));
}

std::string Prefixes::shorten(std::string_view iri) const {
  // In alphabetical order, the longest namespace with which a text begins is the last one not after
  // the text. If that one only has a common beginning with the text, the search is repeated with
  // the common beginning.
  std::string_view begin = iri;
  for (auto after = names_.upper_bound(begin); after != names_.begin();
       after = names_.upper_bound(begin)) {
    const auto& [space, names] = *std::prev(after);
    const auto differ = std::mismatch(space.begin(), space.end(), begin.begin(), begin.end());
    if (differ.first == space.end() && space.empty()) break;
    if (differ.first == space.end()) {
      return *names.begin() + ":" + std::string(iri.substr(space.size()));
    }
    begin = begin.substr(0, static_cast<std::size_t>(differ.first - space.begin()));
  }
  return "<" + std::string(iri) + ">";
}

std::vector<std::string> Prefixes::names() const {
  std::vector<std::string> names;
  for (const auto& [name, iri] : iris_) names.push_back(name);
  return names;
}

Prefixes vocabulary_prefixes() {
  Prefixes prefixes;
  prefixes.set("brick", "https://brickschema.org/schema/Brick#");
  prefixes.set("ref", "https://brickschema.org/schema/Brick/ref#");
  prefixes.set("rec", "https://w3id.org/rec#");
  prefixes.set("bot", "https://w3id.org/bot#");
  prefixes.set("s223", "http://data.ashrae.org/standard223#");
  prefixes.set("saref", "https://saref.etsi.org/core/");
  prefixes.set("s4bldg", "https://saref.etsi.org/saref4bldg/");
  prefixes.set("s4syst", "https://saref.etsi.org/saref4syst/");
  prefixes.set("fso", "https://w3id.org/fso#");
  prefixes.set("qudt", "http://qudt.org/schema/qudt/");
  prefixes.set("unit", "http://qudt.org/vocab/unit/");
  return prefixes;
}

std::string_view local_name(std::string_view iri) {
  const std::size_t end = iri.find_last_of("#/:");
  return end == std::string_view::npos ? iri : iri.substr(end + 1);
}

std::string_view namespace_of(std::string_view iri) {
  return iri.substr(0, iri.size() - local_name(iri).size());
}

}  // namespace hearth
