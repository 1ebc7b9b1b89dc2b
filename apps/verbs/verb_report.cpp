// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/report_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"

namespace hearth::apps {

int run_verb(const ReportOptions& options, Session& session) {
  write_report(options.request, session);
  return kDone;
}

}  // namespace hearth::apps
