// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_info(const Arguments& arguments) {
  InfoOptions options;
  ModelTexts model;
  VerbLine line("info", "Prints what a model consists of and in which order it is executed.",
                "hearth info room.hearth.json --json");
  model.add_to(line);
  line.flag("--json", options.json, "Print JSON on stdout");
  if (auto help = line.parse(arguments)) return *help;
  options.model = model.read();
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
