// SPDX-License-Identifier: MIT
#include "hearth/ontology/digests/make_digest.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/reasoning_terms.hpp"

namespace hearth {
namespace {

using namespace axiom_terms;

// Prefixes of digests, and thus the namespaces of terms in axioms.
const std::map<std::string, std::string>& vocabularies() {
  static const std::map<std::string, std::string> kVocabularies = {
      {"owl", "http://www.w3.org/2002/07/owl#"},
      {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
      {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
      {"bacnet", "http://data.ashrae.org/bacnet/2020#"},
      {"bot", "https://w3id.org/bot#"},
      {"brick", "https://brickschema.org/schema/Brick#"},
      {"fso", "https://w3id.org/fso#"},
      {"g36", "http://data.ashrae.org/standard223/1.0/extensions/g36#"},
      {"rec", "https://w3id.org/rec#"},
      {"ref", "https://brickschema.org/schema/Brick/ref#"},
      {"s223", "http://data.ashrae.org/standard223#"},
      {"s4bldg", "https://saref.etsi.org/saref4bldg/"},
      {"s4syst", "https://saref.etsi.org/saref4syst/"},
      {"saref", "https://saref.etsi.org/core/"}};
  return kVocabularies;
}

const std::map<std::string, std::string>& written_properties() {
  static const std::map<std::string, std::string> kWritten = {
      {std::string(kSubClassOf), "rdfs:subClassOf"},
      {std::string(kEquivalentClass), "owl:equivalentClass"},
      {std::string(kBrickAliasOf), "brick:aliasOf"},
      {std::string(kBrickReplacedBy), "brick:isReplacedBy"},
      {std::string(kSubPropertyOf), "rdfs:subPropertyOf"},
      {std::string(kEquivalentProperty), "owl:equivalentProperty"},
      {std::string(kInverseOf), "owl:inverseOf"},
      {std::string(kS223InverseOf), "owl:inverseOf"}};
  return kWritten;
}

// Returns a local name with the escapes of Turtle.
std::string escaped(const std::string& local) {
  std::string out;
  for (const char c : local) {
    if (std::string_view("~!$&'()*+,;=?@%").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

class Digest {
 public:
  Digest(const TripleStore& graph, const DigestRecipe& recipe,
         std::map<std::string, std::set<std::string>>& lines)
      : graph_(graph), recipe_(recipe), lines_(lines) {}

  void collect() {
    for (const Triple& t : graph_.triples()) {
      const std::string subject = short_name(t.subject);
      if (subject.empty() || !kept(t.subject)) continue;
      const std::string statement = statement_of(t);
      if (!statement.empty()) lines_[subject].insert(statement);
    }
  }

 private:
  bool kept(TermId term) const {
    const std::string iri = renamed(graph_.term(term).text);
    return std::any_of(recipe_.about.begin(), recipe_.about.end(),
                       [&iri](const std::string& space) { return iri.starts_with(space); });
  }

  std::string renamed(std::string_view iri) const {
    for (const auto& [from, to] : recipe_.renamed) {
      if (iri.starts_with(from)) return to + std::string(iri.substr(from.size()));
    }
    return std::string(iri);
  }

  // Returns "" for a term that is not a name in a vocabulary.
  std::string short_name(TermId term) const {
    if (graph_.term(term).kind != TermKind::Iri) return "";
    const std::string iri = renamed(graph_.term(term).text);
    for (const auto& [prefix, space] : vocabularies()) {
      if (!iri.starts_with(space)) continue;
      const std::string local = iri.substr(space.size());
      if (local.empty() || local.find_first_of("#/:") != std::string::npos) continue;
      if (local.front() != '.' && local.back() != '.') {
        return prefix + ":" + escaped(local);
      }
    }
    return "";
  }

  std::string statement_of(const Triple& t) const {
    const std::string_view predicate = graph_.term(t.predicate).text;
    if (predicate == rdf::kType) return type_of(t);
    if (predicate == kDeprecated && graph_.term(t.object).text == "true") {
      return "owl:deprecated true";
    }
    const auto written = written_properties().find(std::string(predicate));
    const std::string object = short_name(t.object);
    if (written == written_properties().end() || object.empty() || t.subject == t.object) return "";
    if (one_of(graph_.term(t.object).text, kTopTerms)) return "";
    const bool language = object.starts_with("rdf:") || object.starts_with("rdfs:");
    return language ? "" : written->second + " " + object;
  }

  std::string type_of(const Triple& t) const {
    const std::string_view type = graph_.term(t.object).text;
    if (t.subject == t.object) return "a " + short_name(t.object);
    if (one_of(type, kClassTypes)) return "a owl:Class";
    if (type == kEntityProperty) return "a brick:EntityProperty";
    if (one_of(type, kSymmetricTypes)) return "a owl:SymmetricProperty";
    return one_of(type, kPropertyTypes) ? "a rdf:Property" : "";
  }

  const TripleStore& graph_;
  const DigestRecipe& recipe_;
  std::map<std::string, std::set<std::string>>& lines_;
};

// Anything with a superclass is a class, so that a third of the triples need not be read.
void drop_implied(std::set<std::string>& statements) {
  const auto has = [&statements](const std::string& verb) {
    const auto found = statements.lower_bound(verb);
    return found != statements.end() && found->starts_with(verb);
  };
  if (has("rdfs:subClassOf ")) statements.erase("a owl:Class");
  if (has("rdfs:subPropertyOf ")) statements.erase("a rdf:Property");
}

// Joins statements: `a owl:Class`, `a rdf:Property` becomes `a owl:Class, rdf:Property`.
std::string joined(const std::set<std::string>& statements) {
  std::string text, last;
  for (const std::string& statement : statements) {
    const std::size_t space = statement.find(' ');
    const std::string verb = statement.substr(0, space);
    const std::string object = statement.substr(space + 1);
    if (verb == last) {
      text += ", " + object;
    } else {
      text += (last.empty() ? "" : " ; ") + verb + " " + object;
    }
    last = verb;
  }
  return text;
}

}  // namespace

std::string make_digest(const std::vector<TripleStore>& ontologies, const DigestRecipe& recipe) {
  std::map<std::string, std::set<std::string>> lines;
  for (const TripleStore& graph : ontologies) Digest(graph, recipe, lines).collect();
  std::string body;
  std::set<std::string> used;
  for (auto& [subject, statements] : lines) {
    drop_implied(statements);
    if (statements == std::set<std::string>{"owl:deprecated true"}) continue;  // not a class
    const std::string text = joined(statements);
    body += subject + " " + text + " .\n";
    for (const auto& [prefix, space] : vocabularies()) {
      const std::string begin = prefix + ":";
      if (subject.starts_with(begin) || (" " + text).find(" " + begin) != std::string::npos) {
        used.insert(prefix);
      }
    }
  }
  std::string head = "# Digest '" + recipe.name + "': axioms only, made by hearth_make_digests.\n";
  for (const std::string& note : recipe.notes) head += "# " + note + "\n";
  for (const std::string& prefix : used) {
    head += "@prefix " + prefix + ": <" + vocabularies().at(prefix) + "> .\n";
  }
  return head + "\n" + body;
}

std::string make_digest(const std::filesystem::path& folder, const DigestRecipe& recipe) {
  std::vector<TripleStore> ontologies;
  Diagnostics ignored;
  for (const std::string& file : recipe.files) {
    ontologies.push_back(read_turtle(folder / file, ignored));
  }
  return make_digest(ontologies, recipe);
}

}  // namespace hearth
