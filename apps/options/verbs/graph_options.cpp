// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

const Words<GraphFormat> kGraphFormats = {{"dot", GraphFormat::Dot},
                                          {"mermaid", GraphFormat::Mermaid},
                                          {"svg", GraphFormat::Svg},
                                          {"json", GraphFormat::Json}};

}  // namespace

Parsed parse_graph(const Arguments& arguments) {
  GraphOptions options;
  ModelTexts model;
  std::string format = "dot";
  std::string output;
  VerbLine line("graph", "Draws the component graph: levels as ranks, removed connections marked.",
                "hearth graph room.hearth.json -f svg -o room.svg");
  model.add_to(line);
  line.text("-f,--format", format, "dot, mermaid, svg or json", "FORMAT")
      .one_of(words_of(kGraphFormats));
  line.text("-o,--output", output, "File to write (default: stdout)", "FILE");
  if (auto help = line.parse(arguments)) return *help;
  options.model = model.read();
  options.format = read_word("--format", format, kGraphFormats);
  options.output = optional_output("--output", output);
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
