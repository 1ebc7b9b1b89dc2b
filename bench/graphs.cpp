// SPDX-License-Identifier: MIT
// Reading Turtle compared with Serd, digests, inference, translation and queries, for the graphs of
// the examples and of data/rdf/models in HEARTH_SHARED.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <serd/serd.h>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/queries/query.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/reasoning/infer.hpp"
#include "hearth/ontology/reasoning/namespaces.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth::bench {
namespace {

namespace fs = std::filesystem;

SerdStatus count_statement(void* handle, SerdStatementFlags, const SerdNode*, const SerdNode*,
                           const SerdNode*, const SerdNode*, const SerdNode*, const SerdNode*) {
  ++*static_cast<std::size_t*>(handle);
  return SERD_SUCCESS;
}

// Serd alone: passes text to callbacks that store nothing.
std::size_t raw_serd(const std::string& text) {
  std::size_t count = 0;
  SerdReader* reader =
      serd_reader_new(SERD_TURTLE, &count, nullptr, nullptr, nullptr, count_statement, nullptr);
  serd_reader_set_strict(reader, true);
  serd_reader_read_string(reader, reinterpret_cast<const std::uint8_t*>(text.c_str()));
  serd_reader_free(reader);
  return count;
}

TripleStore read(const std::string& text) { return read_turtle_text(text, "bench.ttl"); }

// Returns the namespace of most subjects.
std::string building_namespace(const TripleStore& graph) {
  std::map<std::string, std::size_t> counts;
  for (const Triple& t : graph.triples()) {
    const Term subject = graph.term(t.subject);
    if (subject.kind != TermKind::Iri) continue;
    const std::string_view iri = subject.text;
    ++counts[std::string(iri.substr(0, iri.find_last_of("#/") + 1))];
  }
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  return std::max_element(counts.begin(), counts.end(), less)->first;
}

// Returns copies of a building with different nodes.
std::string copies(const std::string& text, int count) {
  const std::string space = building_namespace(read(text));
  std::string out;
  for (int k = 0; k < count; ++k) {
    const std::string other = space.substr(0, space.size() - 1) + std::to_string(k) + space.back();
    std::size_t from = 0;
    for (std::size_t at = text.find(space); at != std::string::npos; at = text.find(space, from)) {
      out.append(text, from, at - from).append(other);
      from = at + space.size();
    }
    out.append(text, from, std::string::npos).append("\n");
  }
  return out;
}

NamespaceAliases aliases() {
  const std::string brick = "https://brickschema.org/schema/Brick#";
  return {{{"https://brickschema.org/schema/*/Brick#", brick},
           {"https://brickschema.org/schema/*/BrickFrame#", brick},
           {"http://buildsys.org/ontologies/Brick*#", brick}},
          {},
          {brick, "http://data.ashrae.org/standard223#"}};
}

struct Pattern {
  const char* name;
  const char* text;
};
constexpr Pattern kPatterns[] = {
    {"four_triples", "?v f:feeds ?z . ?z a b:HVAC_Zone . ?v f:feeds ?r . ?r a b:Room"},
    {"six_triples",
     "?a a b:AHU . ?a f:feeds ?v . ?v f:feeds ?z . ?z a b:HVAC_Zone . ?v f:hasPoint ?s . "
     "?s a b:Discharge_Air_Temperature_Sensor"},
    {"paths", "?a a b:AHU . ?a (f:feeds|^f:isFedBy)+ ?z . ?z a b:HVAC_Zone"}};

/// A graph in the forms that benchmarks need.
struct Graph {
  explicit Graph(std::string given) : text(std::move(given)), store(read(text)) {}
  std::string text;
  TripleStore store;
};

void add_reading(const std::string& name, const Lazy<Graph>& graph) {
  benchmark::RegisterBenchmark(("turtle/hearth/" + name).c_str(), [graph](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(read(graph->text));
    const double triples = static_cast<double>(graph->store.size());
    state.counters["triples"] = triples;
    state.counters["bytes_per_triple"] = static_cast<double>(graph->store.memory_bytes()) / triples;
  })->Unit(benchmark::kMillisecond);
  add(
      "turtle/serd/" + name, [graph] { benchmark::DoNotOptimize(raw_serd(graph->text)); }, graph)
      ->Unit(benchmark::kMillisecond);
}

void add_inference(const std::string& name, const Lazy<Graph>& graph) {
  const Lazy<Knowledge> knowledge(
      [] { return std::make_unique<Knowledge>(Knowledge::of_digests(digest_names())); });
  add(
      "inference/hearth/" + name,
      [graph, knowledge] {
        std::vector<NamespaceUse> uses;
        TripleStore renamed = with_known_names(read(graph->text), aliases(), *knowledge, uses);
        benchmark::DoNotOptimize(infer(std::move(renamed), *knowledge, nullptr));
      },
      graph, knowledge)
      ->Unit(benchmark::kMillisecond);
}

/// Translates a graph that has been read with mappings that have been read; includes inference.
void add_translation(const std::string& name, const Lazy<Graph>& graph) {
  const Lazy<std::vector<Mapping>> mappings([] {
    return std::make_unique<std::vector<Mapping>>(*read_mappings({}, standard_components()));
  });
  benchmark::RegisterBenchmark(("translation/hearth/" + name).c_str(),
                               [graph, mappings](benchmark::State& state) {
                                 std::size_t components = 0;
                                 try {
                                   for (auto _ : state) {
                                     const Translation made =
                                         translate(graph->store, *mappings, standard_components());
                                     components = made.model.components().size();
                                   }
                                 } catch (const Error& error) {
                                   state.SkipWithError(error.code().c_str());
                                 }
                                 state.counters["components"] = static_cast<double>(components);
                               })
      ->Unit(benchmark::kMillisecond);
}

/// Plans a query and finds all results, as a mapping does once for each rule.
void add_queries(const Lazy<Graph>& graph) {
  for (const Pattern& pattern : kPatterns) {
    const std::string text =
        "PREFIX b: <https://brickschema.org/schema/1.0.3/Brick#> "
        "PREFIX f: <https://brickschema.org/schema/1.0.3/BrickFrame#> SELECT * WHERE { " +
        std::string(pattern.text) + " }";
    const Query query = parse_query(text, Prefixes(), pattern.name);
    add(
        std::string("query/hearth/") + pattern.name,
        [graph, query] { benchmark::DoNotOptimize(run_query(graph->store, query)); }, graph);
  }
}

std::vector<fs::path> graph_files(const fs::path& shared) {
  std::vector<fs::path> files;
  const auto add_from = [&files](const fs::path& folder) {
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(folder, absent)) {
      if (entry.path().extension() == ".ttl") files.push_back(entry.path());
    }
  };
  add_from(fs::path(HEARTH_SOURCE_DIR) / "examples/one_room");
  add_from(fs::path(HEARTH_SOURCE_DIR) / "examples/brick_floor");
  add_from(shared);
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return std::pair(fs::file_size(a), a) < std::pair(fs::file_size(b), b);
  });
  return files;
}

}  // namespace

void register_graphs() {
  const char* given = std::getenv("HEARTH_SHARED");
  const fs::path shared =
      (given != nullptr ? fs::path(given) : fs::path(HEARTH_SOURCE_DIR) / "../shared") /
      "data/rdf/models";
  const std::vector<fs::path> files = graph_files(shared);
  const auto of_file = [](const fs::path& file) {
    return Lazy<Graph>([file] { return std::make_unique<Graph>(read_text_file(file)); });
  };
  for (const fs::path& file : files) {
    const std::string name = file.stem().string();
    const Lazy<Graph> graph = of_file(file);
    add_reading(name, graph);
    add_inference(name, graph);
    add_translation(name, graph);
  }
  const fs::path largest = files.back();
  add_reading("20_copies_of_" + largest.stem().string(), Lazy<Graph>([largest] {
                return std::make_unique<Graph>(copies(read_text_file(largest), 20));
              }));
  for (const std::string& name : digest_names()) {
    add("digest/hearth/" + name, [name] {
      benchmark::DoNotOptimize(Knowledge::of_digests({name}));
    })->Unit(benchmark::kMillisecond);
  }
  const fs::path large = shared / "brick103_ghc.ttl";
  if (fs::exists(large)) add_queries(of_file(large));
}

}  // namespace hearth::bench
