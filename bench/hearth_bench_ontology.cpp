// SPDX-License-Identifier: MIT
// Reading graphs, digests, inference and translation: hearth_bench_ontology [MODELS], where MODELS
// is a folder of Turtle files (default: data/rdf/models in HEARTH_SHARED). Ratios are within one
// process.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <serd/serd.h>

#include "hearth/bench/timing.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/reasoning/infer.hpp"
#include "hearth/ontology/reasoning/namespaces.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth::bench {
namespace {

constexpr int kRepeats = 7;

const std::string kBrick = "https://brickschema.org/schema/Brick#";

// Milliseconds of CPU, median of several runs.
template <class Work>
double milliseconds(int repeats, const Work& work) {
  std::vector<double> times;
  for (int k = 0; k < repeats; ++k) {
    const double start = cpu_seconds();
    work();
    times.push_back(1e3 * (cpu_seconds() - start));
  }
  return median(times);
}

SerdStatus count_statement(void* handle, SerdStatementFlags, const SerdNode*, const SerdNode*,
                           const SerdNode*, const SerdNode*, const SerdNode*, const SerdNode*) {
  ++*static_cast<std::size_t*>(handle);
  return SERD_SUCCESS;
}

// Serd alone: text to callbacks, nothing kept.
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

void loading(const std::string& name, const std::string& text, int repeats) {
  std::size_t kept = 0;
  const TripleStore graph = read(text);
  const Pair pair = measure(
      repeats, [&] { kept += raw_serd(text); }, [&] { kept += read(text).size(); });
  const double triples = static_cast<double>(graph.size());
  std::printf("%-36s %9zu %9.1f ms %6.2f M/s %7.0f%% of Serd %6.1f B/triple%s\n", name.c_str(),
              graph.size(), 1e3 * pair.second, 1e-6 * triples / pair.second, 100.0 * pair.ratio,
              static_cast<double>(graph.memory_bytes()) / triples, kept == 0 ? "?" : "");
}

void digests() {
  std::printf("\ndigests to knowledge, CPU\n");
  for (const std::string& name : digest_names()) {
    std::printf("%-36s %6.2f ms\n", name.c_str(),
                milliseconds(kRepeats, [&] { Knowledge::of_digests({name}); }));
  }
  std::printf("%-36s %6.2f ms\n", "all",
              milliseconds(kRepeats, [] { Knowledge::of_digests(digest_names()); }));
}

NamespaceAliases aliases() {
  return {{{"https://brickschema.org/schema/*/Brick#", kBrick},
           {"https://brickschema.org/schema/*/BrickFrame#", kBrick},
           {"http://buildsys.org/ontologies/Brick*#", kBrick}},
          {},
          {kBrick, "http://data.ashrae.org/standard223#"}};
}

void inference(const std::string& name, const std::string& text, const Knowledge& knowledge) {
  const NamespaceAliases names = aliases();
  std::vector<double> load, rename, reason;
  Inference counts;
  for (int k = 0; k < kRepeats; ++k) {
    const double start = cpu_seconds();
    TripleStore graph = read(text);
    const double loaded = cpu_seconds();
    std::vector<NamespaceUse> uses;
    graph = with_known_names(std::move(graph), names, knowledge, uses);
    const double renamed = cpu_seconds();
    graph = infer(std::move(graph), knowledge, &counts);
    load.push_back(1e3 * (loaded - start));
    rename.push_back(1e3 * (renamed - loaded));
    reason.push_back(1e3 * (cpu_seconds() - renamed));
  }
  std::printf("%-36s %9zu + %7zu %8.1f %8.1f %8.1f ms\n", name.c_str(), counts.asserted,
              counts.inferred, median(load), median(rename), median(reason));
  for (const auto& [rule, count] : counts.by_rule) std::printf("  %s %zu", rule.c_str(), count);
  std::printf("\n");
}

// Translation of a graph that has been read, inference included, and the mappings have been.
void translation(const std::string& name, const std::string& text,
                 const std::vector<Mapping>& mappings) {
  const TripleStore graph = read(text);
  try {
    std::size_t components = 0;
    const double time = milliseconds(3, [&] {
      components = translate(graph, mappings, standard_components()).model.components().size();
    });
    std::printf("%-36s %9zu components %8.1f ms\n", name.c_str(), components, time);
  } catch (const Error& error) {
    std::printf("%-36s %s\n", name.c_str(), error.code().c_str());
  }
}

void translations(const std::vector<std::filesystem::path>& files) {
  std::printf("\ntranslation beyond reading, CPU\n");
  const std::vector<Mapping> mappings = read_mappings({}, standard_components());
  for (const auto& file : files) translation(file.stem().string(), read_text_file(file), mappings);
}

// The namespace that most subjects are in.
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

// Copies of a building, each with its own nodes.
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

void beside_rdflib(const std::filesystem::path& file) {
  const std::string script =
      "/usr/bin/python3 -c \"import rdflib,time,sys; s=time.process_time(); g=rdflib.Graph(); "
      "g.parse('" +
      file.string() +
      "'); print('%-36s %9d %9.1f ms' % ('rdflib', len(g), 1e3*(time.process_time()-s)))\" "
      "2>/dev/null";
  std::fflush(stdout);
  if (std::system(script.c_str()) != 0) std::printf("rdflib is not installed\n");
}

void run(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".ttl") files.push_back(entry.path());
  }
  if (files.empty()) throw InputError("io.read", {folder.string()}, "no Turtle files there");
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
    return std::filesystem::file_size(a) < std::filesystem::file_size(b);
  });
  std::printf("reading Turtle, CPU\n");
  for (const auto& file : files) loading(file.stem().string(), read_text_file(file), kRepeats);
  beside_rdflib(files.back());
  const std::string largest = read_text_file(files.back());
  if (largest.size() < (10U << 20U)) {
    loading("20 copies of the largest", copies(largest, 20), 1);
  }
  digests();
  std::printf("\nasserted + inferred; reading, names, inference, CPU\n");
  const Knowledge knowledge = Knowledge::of_digests(digest_names());
  for (const auto& file : files) inference(file.stem().string(), read_text_file(file), knowledge);
  translations(files);
}

}  // namespace
}  // namespace hearth::bench

int main(int count, char** words) {
  const char* shared = std::getenv("HEARTH_SHARED");
  std::filesystem::path folder = shared == nullptr ? "../shared" : shared;
  folder /= "data/rdf/models";
  if (count > 1) folder = words[1];
  try {
    hearth::bench::run(folder);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
