// SPDX-License-Identifier: MIT
#include <ostream>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/completion.hpp"
#include "hearth/apps/verbs/verbs.hpp"

namespace hearth::apps {

int run_verb(const CompletionOptions& options, Session& session) {
  session.out << completion_script(options.shell);
  return kDone;
}

}  // namespace hearth::apps
