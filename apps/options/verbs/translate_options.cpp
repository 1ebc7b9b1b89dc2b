// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_translate(const Arguments& arguments) {
  std::string graph, output, side_file, data_dir, catalogue, report;
  std::vector<std::string> mappings;
  TranslateOptions options;
  VerbLine line("translate",
                "Turns a building's graph (SAREF, Brick, ASHRAE 223P) into a model; says what it "
                "understood, guessed and missed.",
                "hearth translate building.ttl -o building.hearth.json --params side.json "
                "--import-report report.json");
  line.text("GRAPH", graph, "Building graph (*.ttl)", "", true).files_ending({".ttl"});
  line.text("-o,--output", output, "Model to write (*.hearth.json)", "FILE", true);
  line.texts("--mapping", mappings, "Mapping file beside the built-in ones; repeatable", "FILE")
      .files_ending({".json"});
  line.text("--params", side_file, "Side file with values for nodes", "FILE")
      .files_ending({".json"});
  line.text("--data-dir", data_dir, "Folder with the series that the graph refers to", "DIR");
  line.text("--catalog", catalogue, "Folder with ontologies that the graph imports", "DIR");
  line.text("--import-report", report, "Report to write (JSON)", "FILE");
  line.flag("--json", options.json, "Print the report as JSON on stdout");
  if (auto help = line.parse(arguments)) return *help;
  options.graph = graph;
  options.output = read_output("--output", output);
  options.mappings.assign(mappings.begin(), mappings.end());
  options.side_file = optional_path(side_file);
  options.data_dir = optional_path(data_dir);
  options.catalogue = optional_path(catalogue);
  options.report = optional_output("--import-report", report);
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
