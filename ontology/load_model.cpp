// SPDX-License-Identifier: MIT
#include "hearth/ontology/load_model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/ontology/model_json.hpp"
#include "hearth/ontology/turtle.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"
#include "hearth/ontology/vocabulary.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

/// Namespaces whose graphs describe buildings: SAREF with its extensions, Brick, ASHRAE 223P,
/// Haystack, BOT, RealEstateCore, FSO.
constexpr std::array<std::string_view, 10> kBuildingVocabularies = {
    "https://saref.etsi.org/",
    "https://w3id.org/saref",
    "https://w3id.org/def/saref",
    "https://brickschema.org/schema/",
    "http://data.ashrae.org/standard223",
    "https://project-haystack.org/def/",
    "https://w3id.org/bot#",
    "https://w3id.org/rec",
    "https://w3id.org/fso#",
    "http://buildsys.org/ontologies/",
};

/// How many nodes a class has, by IRI.
using ClassCounts = std::map<std::string, int>;

ClassCounts count_classes(const TripleStore& store) {
  ClassCounts counts;
  for (const Triple& triple : store.match({.predicate = store.find_iri(rdf::kType)})) {
    const Term term = store.term(triple.object);
    if (term.kind == TermKind::Iri) ++counts[std::string(term.text)];
  }
  return counts;
}

// `brick:VAV`, where the file declares a prefix for it.
std::string shortened(const TripleStore& store, const std::string& iri) {
  for (const NamespacePrefix& prefix : store.prefixes()) {
    if (!prefix.iri.empty() && iri.starts_with(prefix.iri)) {
      return prefix.name + ":" + iri.substr(prefix.iri.size());
    }
  }
  return "<" + iri + ">";
}

// The five most frequent classes: `brick:VAV (12), brick:AHU (1)`.
std::string most_frequent(const TripleStore& store, const ClassCounts& counts) {
  constexpr std::size_t kShown = 5;
  std::vector<std::pair<std::string, int>> classes(counts.begin(), counts.end());
  std::stable_sort(classes.begin(), classes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, classes.size()); ++i) {
    text += (i == 0 ? "" : ", ") + shortened(store, classes[i].first) + " (" +
            std::to_string(classes[i].second) + ")";
  }
  if (classes.size() > kShown) {
    text += " and " + std::to_string(classes.size() - kShown) + " more";
  }
  return text;
}

bool is_building_class(std::string_view iri) {
  return std::any_of(kBuildingVocabularies.begin(), kBuildingVocabularies.end(),
                     [iri](std::string_view start) { return iri.starts_with(start); });
}

[[noreturn]] void refuse_graph(const TripleStore& store, const std::string& file) {
  const Where where{.file = file};
  const ClassCounts counts = count_classes(store);
  if (counts.empty()) {
    throw InputError(
        "model.empty", where,
        store.empty()
            ? "the graph holds no triples, so nothing to simulate; is this the right file?"
            : "the graph holds no classes, so nothing to simulate; is this the right file?");
  }
  const std::string classes = most_frequent(store, counts);
  const bool building = std::any_of(counts.begin(), counts.end(), [](const auto& entry) {
    return is_building_class(entry.first);
  });
  if (building) {
    throw InputError("model.vocabulary_unknown", where,
                     "a simulation graph of Twin4Build was expected (sim: classes); a building "
                     "graph must be translated first; found " +
                         classes);
  }
  throw InputError("model.empty", where,
                   "the graph holds nothing to simulate, only unknown classes: " + classes +
                       "; a simulation graph has components of sim: classes");
}

void check_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const Where where{.file = path.string()};
  if (!fs::exists(status)) {
    const fs::path folder = fs::absolute(path, error).parent_path();
    throw InputError("input.file_missing", where,
                     "there is no such file; looked in '" + folder.string() + "'");
  }
  if (fs::is_directory(status)) {
    throw InputError("input.file_directory", where,
                     "this is a folder: name the model file inside it");
  }
}

// The first characters of a file, without a byte order mark and blanks.
std::string beginning(const fs::path& path) {
  constexpr std::size_t kEnough = 4096;  // bytes
  std::string text(kEnough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  text.erase(0, std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

bool is_xml(std::string_view content) {
  constexpr std::array<std::string_view, 4> kStarts = {"<?xml", "<!", "<rdf:", "<owl:"};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [content](std::string_view start) { return content.starts_with(start); });
}

[[noreturn]] void refuse_xml(const fs::path& path) {
  fs::path turtle = path.filename();
  turtle.replace_extension(".ttl");
  throw InputError("model.format_unsupported", {.file = path.string()},
                   "this is XML; convert RDF/XML with 'rapper -i rdfxml -o turtle " +
                       path.filename().string() + " > " + turtle.string() + "'");
}

}  // namespace

SimulationModel load_model(const fs::path& path, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics) {
  check_file(path);
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::string content = beginning(path);
  if (is_xml(content)) refuse_xml(path);
  const bool is_turtle_name = ending == ".ttl" || ending == ".nt" || ending == ".turtle";
  if (ending == ".json" || (content.starts_with('{') && !is_turtle_name)) {
    return read_model_json(path, registry, diagnostics, {.timezone = options.timezone});
  }
  const TripleStore store = read_turtle(path, diagnostics);
  if (!is_twin4build(store)) refuse_graph(store, path.string());
  return read_twin4build(store, path.string(), registry, diagnostics);
}

}  // namespace hearth
