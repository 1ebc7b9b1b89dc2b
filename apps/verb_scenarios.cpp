// SPDX-License-Identifier: MIT
#include "hearth/apps/scenario_call.hpp"
#include "hearth/apps/verbs.hpp"

namespace hearth::apps {

int run_verb(const ScenariosOptions& options, Session& session) {
  ScenarioTeam alone;
  return ScenarioCall(options, session, alone).run();
}

}  // namespace hearth::apps
