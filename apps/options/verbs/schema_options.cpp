// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/options/schemas.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_schema(const Arguments& arguments) {
  SchemaOptions options;
  VerbLine line("schema", "Prints the JSON Schema of a kind of file, for editors and checkers.",
                "hearth schema model > model.schema.json");
  const std::string kinds = fmt::format("{}", fmt::join(schema_kinds(), ", "));
  line.text("KIND", options.kind, "Kind of file: " + kinds, "", true).one_of(schema_kinds());
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
