// SPDX-License-Identifier: MIT
#include <ostream>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"

namespace hearth::apps {

int run_verb(const SchemaOptions& options, Session& session) {
  session.out << options.schema();
  return kDone;
}

}  // namespace hearth::apps
