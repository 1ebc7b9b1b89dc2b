// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_texts.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_schema(const Arguments& arguments) {
  SchemaOptions options;
  VerbLine line("schema", "Prints the JSON Schema (draft 7) of a kind of file: mapping.",
                "hearth schema mapping > mapping.schema.json");
  line.text("KIND", options.kind, "Kind of file: mapping", "", true);
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
