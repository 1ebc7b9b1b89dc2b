// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_query(const Arguments& arguments) {
  QueryOptions options;
  std::string graph, file, catalogue;
  std::vector<std::string> mappings;
  bool json = false;
  bool csv = false;
  bool no_inference = false;
  VerbLine line("query",
                "Prints what fits a pattern, or the answers of a SPARQL SELECT, as a table.",
                "hearth query building.ttl '?v a brick:VAV . ?v brick:feeds ?zone'");
  line.text("GRAPH", graph, "Building graph (*.ttl)", "", true).files_ending({".ttl"});
  line.text("QUERY", options.query, "Triples '?v a brick:VAV . ?v brick:feeds ?z' or SELECT ...",
            "");
  line.text("--file", file, "Read the query from a file", "FILE");
  line.texts("--mapping", mappings, "Mapping file beside the built-in ones; repeatable", "FILE")
      .files_ending({".json"});
  line.text("--catalog", catalogue, "Folder with ontologies that the graph imports", "DIR");
  line.flag("--no-inference", no_inference, "Take the graph as it is written");
  line.flag("--json", json, "Print JSON (SPARQL results) on stdout");
  line.flag("--csv", csv, "Print CSV with whole IRIs on stdout");
  if (auto help = line.parse(arguments)) return *help;
  if (json && csv) {
    throw UsageError("usage.option", {.pointer = "--csv"}, "not together with --json");
  }
  if (options.query.empty() == file.empty()) {
    throw UsageError("usage.option", {.pointer = "QUERY"},
                     "expected a query, or --file FILE with one, and not both");
  }
  options.graph = graph;
  options.file = optional_path(file);
  options.format = json ? TableFormat::Json : csv ? TableFormat::Csv : TableFormat::Text;
  options.infer = !no_inference;
  options.mappings.assign(mappings.begin(), mappings.end());
  options.catalogue = optional_path(catalogue);
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
