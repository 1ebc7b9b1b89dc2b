// SPDX-License-Identifier: MIT
#include "hearth/apps/exit_code.hpp"
#include "hearth/apps/report_output.hpp"
#include "hearth/apps/verbs.hpp"

namespace hearth::apps {

int run_verb(const ReportOptions& options, Session& session) {
  write_report(options.request, session);
  return kDone;
}

}  // namespace hearth::apps
