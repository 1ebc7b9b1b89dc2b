// SPDX-License-Identifier: MIT
// Patterns on a building of 55 000 triples, beside rdflib where /usr/bin/python3 has it:
// hearth_bench_patterns [MODEL.ttl] (default: brick103_ghc.ttl in HEARTH_SHARED).
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "hearth/bench/timing.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/queries/query.hpp"
#include "hearth/ontology/rdf/turtle.hpp"

namespace hearth::bench {
namespace {

constexpr int kRepeats = 9;
constexpr int kPatterns = 100;
constexpr int kRdflibSeconds = 60;  // at most, for a query

const char* const kPrefixes =
    "PREFIX b: <https://brickschema.org/schema/1.0.3/Brick#> "
    "PREFIX f: <https://brickschema.org/schema/1.0.3/BrickFrame#> ";

struct Pattern {
  const char* name;
  const char* text;
};

const std::vector<Pattern> kCases = {
    {"4 triples: zone <- VAV -> room",
     "?v f:feeds ?z . ?z a b:HVAC_Zone . ?v f:feeds ?r . ?r a b:Room"},
    {"6 triples: AHU, VAV, zone, sensor",
     "?a a b:AHU . ?a f:feeds ?v . ?v f:feeds ?z . ?z a b:HVAC_Zone . ?v f:hasPoint ?s . "
     "?s a b:Discharge_Air_Temperature_Sensor"},
    {"paths from AHU to zone", "?a a b:AHU . ?a (f:feeds|^f:isFedBy)+ ?z . ?z a b:HVAC_Zone"}};

std::string select(const Pattern& pattern) {
  return std::string(kPrefixes) + "SELECT * WHERE { " + pattern.text + " }";
}

std::string time_in_rdflib(const std::filesystem::path& model, const Pattern& pattern) {
  const std::string script =
      "timeout " + std::to_string(kRdflibSeconds) +
      " /usr/bin/python3 -c \"import rdflib,time; g=rdflib.Graph(); g.parse('" + model.string() +
      "'); s=time.process_time(); n=len(list(g.query('''" + select(pattern) +
      "'''))); print('%d answers, %.1f ms' % (n, 1e3*(time.process_time()-s)))\" "
      "2>/dev/null";
  std::string text;
  std::FILE* pipe = popen(script.c_str(), "r");
  if (pipe == nullptr) return "not there";
  char line[200];
  while (std::fgets(line, sizeof line, pipe) != nullptr) text += line;
  const int status = pclose(pipe);
  if (status != 0) return "absent, or not done in " + std::to_string(kRdflibSeconds) + " s\n";
  return text;
}

// Plans and finds everything, as a mapping does once for each rule.
double milliseconds(const TripleStore& graph, const Query& query, int times) {
  std::vector<double> taken;
  for (int k = 0; k < kRepeats; ++k) {
    const double start = cpu_seconds();
    for (int i = 0; i < times; ++i) run_query(graph, query);
    taken.push_back(1e3 * (cpu_seconds() - start));
  }
  return median(taken);
}

void run(const std::filesystem::path& model) {
  Diagnostics diagnostics;
  const TripleStore graph = read_turtle(model, diagnostics);
  std::printf("%s: %zu triples\n", model.filename().c_str(), graph.size());
  for (const Pattern& pattern : kCases) {
    const Query query = parse_query(select(pattern), Prefixes(), pattern.name);
    const std::size_t answers = run_query(graph, query).rows.size();
    std::printf("%-36s %5zu answers %9.3f ms, %d of them %8.1f ms; rdflib: ", pattern.name, answers,
                milliseconds(graph, query, 1), kPatterns, milliseconds(graph, query, kPatterns));
    std::fflush(stdout);
    std::printf("%s", time_in_rdflib(model, pattern).c_str());
  }
}

}  // namespace
}  // namespace hearth::bench

int main(int count, char** words) {
  const char* shared = std::getenv("HEARTH_SHARED");
  std::filesystem::path model = shared == nullptr ? "../shared" : shared;
  model /= "data/rdf/models/brick103_ghc.ttl";
  if (count > 1) model = words[1];
  try {
    hearth::bench::run(model);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
