// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"
#include "hearth/components/standard_components.hpp"

namespace hearth::apps {

Parsed parse_components(const Arguments& arguments) {
  ComponentsOptions options;
  bool json = false;
  bool markdown = false;
  VerbLine line("components", "Prints the reference of the component types.",
                "hearth components BuildingSpace");
  line.text("TYPE", options.type, "Component type (default: all)", "")
      .one_of(standard_components().names());
  line.flag("--json", json, "Print JSON on stdout");
  line.flag("--markdown", markdown, "Print Markdown on stdout");
  if (auto help = line.parse(arguments)) return *help;
  if (json && markdown) {
    throw UsageError("usage.option", {.pointer = "--markdown"}, "not together with --json");
  }
  if (json) options.format = ReferenceFormat::Json;
  if (markdown) options.format = ReferenceFormat::Markdown;
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
