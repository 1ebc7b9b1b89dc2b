// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/prefixes.hpp"

#include <utility>

namespace hearth {

Prefixes::Prefixes()
    : iris_{{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
            {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
            {"owl", "http://www.w3.org/2002/07/owl#"},
            {"xsd", "http://www.w3.org/2001/XMLSchema#"},
            {"hearth", "urn:hearth:"}} {}

void Prefixes::set(std::string name, std::string iri) {
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
  const std::pair<const std::string, std::string>* best = nullptr;
  for (const auto& entry : iris_) {
    if (entry.second.empty() || !iri.starts_with(entry.second)) continue;
    if (best == nullptr || entry.second.size() > best->second.size()) best = &entry;
  }
  if (best == nullptr) return "<" + std::string(iri) + ">";
  return best->first + ":" + std::string(iri.substr(best->second.size()));
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

}  // namespace hearth
