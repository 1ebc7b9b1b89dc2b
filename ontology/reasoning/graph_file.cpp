// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/graph_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/name_matching.hpp"
#include "hearth/ontology/reasoning/internal/reasoning_terms.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

// Ontologies of which Hearth has digests, in any version; without `#` or `/` at the end.
constexpr std::array<std::string_view, 16> kDigested = {
    "https://brickschema.org/schema/*Brick",
    "https://brickschema.org/schema/*Brick/ref",
    "https://brickschema.org/schema/*BrickFrame",
    "http://buildsys.org/ontologies/Brick*",
    "http://data.ashrae.org/standard223",
    "http://data.ashrae.org/standard223/1.0/extensions/*",
    "http://data.ashrae.org/standard223/1.0/inference/*",
    "http://data.ashrae.org/standard223/1.0/model/*",
    "http://data.ashrae.org/standard223/1.0/validation/*",
    "http://data.ashrae.org/standard223/1.0/vocab/*",
    "https://w3id.org/rec",
    "https://w3id.org/bot",
    "https://w3id.org/fso*",
    "https://saref.etsi.org/*",
    "https://w3id.org/saref*",
    "https://w3id.org/def/saref*"};

struct Import {
  std::string iri;  // without `#` or `/` at the end
  Where where;
};

std::string without_separator(std::string_view iri) {
  while (iri.ends_with('#') || iri.ends_with('/')) iri.remove_suffix(1);
  return std::string(iri);
}

bool is_digested(const std::string& iri) {
  return std::any_of(kDigested.begin(), kDigested.end(),
                     [&iri](std::string_view pattern) { return matches_name(pattern, iri); });
}

std::vector<Import> imports_of(const TripleStore& graph) {
  std::vector<Import> out;
  const TermId predicate = graph.find_iri(axiom_terms::kImports);
  for (const Triple& t : graph.match({.predicate = predicate})) {
    if (graph.term(t.object).kind != TermKind::Iri) continue;
    out.push_back({without_separator(graph.term(t.object).text), {graph.source(), graph.line(t)}});
  }
  return out;
}

// Returns the IRIs that a file declares for itself, in any version.
std::vector<std::string> declared(const TripleStore& graph) {
  std::vector<std::string> out;
  const auto add = [&](TermId term) {
    if (graph.term(term).kind == TermKind::Iri)
      out.push_back(without_separator(graph.term(term).text));
  };
  const TermId is_a = graph.find_iri(rdf::kType);
  const TermId ontology = graph.find_iri(axiom_terms::kOntology);
  const TermId version = graph.find_iri(axiom_terms::kVersionIri);
  for (const Triple& t : graph.match({.predicate = is_a, .object = ontology})) add(t.subject);
  for (const Triple& t : graph.match({.predicate = version})) add(t.object);
  return out;
}

/// The Turtle files of a folder, by name and by declared IRI. Files are read only if no name
/// matches.
class Catalogue {
 public:
  Catalogue(const fs::path& folder, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    if (folder.empty()) return;
    if (!fs::is_directory(folder)) {
      throw InputError("ontology.catalogue_missing", {folder.string()},
                       "this folder of ontologies does not exist; correct --catalog");
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".ttl") files_.push_back(entry.path());
    }
    // so that the order does not depend on the file system
    std::sort(files_.begin(), files_.end());
  }

  std::optional<fs::path> find(const std::string& iri) {
    const std::string_view name = local_name(iri);
    for (const fs::path& file : files_) {
      if (file.stem().string() == name || file.filename().string() == name) return file;
    }
    read_declarations();
    const auto found = by_iri_.find(iri);
    if (found == by_iri_.end()) return std::nullopt;
    return found->second;
  }

 private:
  void read_declarations() {
    if (std::exchange(is_read_, true)) return;
    for (const fs::path& file : files_) {
      try {
        Diagnostics ignored;
        for (const std::string& iri : declared(read_turtle(file, ignored))) {
          by_iri_.try_emplace(iri, file);
        }
      } catch (const InputError& error) {
        diagnostics_.warning("ontology.catalogue_unreadable", {file.string()},
                             std::string("this ontology was omitted: ") + error.what());
      }
    }
  }

  Diagnostics& diagnostics_;
  std::vector<fs::path> files_;
  std::map<std::string, fs::path> by_iri_;
  bool is_read_ = false;
};

void note_missing(const Import& import, const fs::path& catalogue, Diagnostics& diagnostics) {
  const std::string remedy = catalogue.empty()
                                 ? "set a folder that contains its Turtle file (--catalog DIR)"
                                 : "put its Turtle file into '" + catalogue.string() + "'";
  diagnostics.note("ontology.import_missing", import.where,
                   "import of <" + import.iri + "> was omitted; if it is needed, " + remedy);
}

// Returns the graphs of direct and indirect imports, each once.
std::vector<TripleStore> imported(const TripleStore& main, const fs::path& path,
                                  const fs::path& folder, Diagnostics& diagnostics) {
  Catalogue catalogue(folder, diagnostics);
  std::vector<TripleStore> graphs;
  std::vector<Import> open = imports_of(main);
  std::set<std::string> seen;
  std::set<fs::path> files{fs::weakly_canonical(path)};
  for (const std::string& iri : declared(main)) seen.insert(iri);
  for (std::size_t k = 0; k < open.size(); ++k) {
    const Import import = open[k];
    if (!seen.insert(import.iri).second || is_digested(import.iri)) continue;
    const std::optional<fs::path> file = catalogue.find(import.iri);
    if (!file) {
      note_missing(import, folder, diagnostics);
      continue;
    }
    if (!files.insert(fs::weakly_canonical(*file)).second) continue;
    graphs.push_back(read_turtle(*file, diagnostics));
    for (Import& next : imports_of(graphs.back())) open.push_back(std::move(next));
  }
  return graphs;
}

}  // namespace

TripleStore read_graph(const fs::path& path, const fs::path& catalogue, Diagnostics& diagnostics) {
  TripleStore main = read_turtle(path, diagnostics);
  const std::vector<TripleStore> others = imported(main, path, catalogue, diagnostics);
  if (others.empty()) return main;
  const std::vector<NamespacePrefix> prefixes = main.prefixes();
  TripleStoreBuilder builder(std::move(main));
  for (const TripleStore& other : others) builder.add(other);
  for (const NamespacePrefix& prefix : prefixes) builder.prefix(prefix.name, prefix.iri);
  return std::move(builder).build();
}

}  // namespace hearth
