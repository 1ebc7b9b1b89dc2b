// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/estimation/calibration/estimated_values.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {

int run_verb(const ApplyOptions& options, Session& session) {
  const ModelFormat format = required_model_format(options.output);
  const EstimatedValues estimated = read_estimated_values(options.result);
  session.messages.show(estimated.warnings);
  SimulationModel model = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_model(options.model, diagnostics);
  });
  const Diagnostics found = apply_estimated_values(estimated, known_components(), model);
  write_model_file(options.output, format, std::move(model), options.model, found, session);
  session.messages.say(fmt::format(
      "{} set; '{}' written", counted(estimated.values.size(), "number"), options.output.string()));
  return kDone;
}

}  // namespace hearth::apps
