// SPDX-License-Identifier: MIT
#include <ostream>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/schemas.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::apps {

int run_verb(const SchemaOptions& options, Session& session) {
  for (const FileSchema& schema : file_schemas()) {
    if (options.kind != schema.kind) continue;
    session.out << schema.text();
    return kDone;
  }
  throw UsageError("usage.value", {.pointer = "KIND"},
                   fmt::format("there is no schema of '{}'{}", options.kind,
                               expected_name(options.kind, schema_kinds())));
}

}  // namespace hearth::apps
