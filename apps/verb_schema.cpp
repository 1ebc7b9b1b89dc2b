// SPDX-License-Identifier: MIT
#include <ostream>

#include <fmt/format.h>

#include "hearth/apps/exit_code.hpp"
#include "hearth/apps/verbs.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/framework/known_names.hpp"
#include "hearth/ontology/mapping/mapping_reader.hpp"

namespace hearth::apps {

int run_verb(const SchemaOptions& options, Session& session) {
  if (options.kind != "mapping") {
    throw UsageError("usage.value", {.pointer = "KIND"},
                     fmt::format("there is no schema of '{}'{}", options.kind,
                                 expected_name(options.kind, {"mapping"})));
  }
  session.out << mapping_schema(standard_components());
  return kDone;
}

}  // namespace hearth::apps
