// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/report_output.hpp"
#include "hearth/apps/verbs/scenario_command.hpp"
#include "hearth/apps/verbs/verbs.hpp"

namespace hearth::apps {

int run_verb(const ScenariosOptions& options, Session& session) {
  if (options.report) require_result_file(options.folder / "results.csv");
  ScenarioRanks alone;
  ScenarioCommand call(options, session, alone);
  const int code = call.run();
  const bool table = std::filesystem::exists(options.folder / "results.csv");
  if (!options.report || !table || code >= kSignalled) return code;
  write_report(*options.report, call.known_result(), session);
  return code;
}

}  // namespace hearth::apps
