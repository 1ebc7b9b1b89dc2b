// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/calibration/estimated_values.hpp"

namespace hearth::apps {

int run_verb(const ApplyOptions& options, Session& session) {
  const auto format = model_format(options.output);
  if (!format) {
    throw UsageError("usage.value", {.pointer = "--output"},
                     fmt::format("found '{}', expected a name that ends in .hearth.json or .ttl",
                                 options.output.string()));
  }
  const std::vector<EstimatedValue> values = read_estimated_values(options.result);
  SimulationModel model = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_model(options.model, diagnostics);
  });
  apply_estimated_values(values, standard_components(), model);
  const Diagnostics found = validate(model, standard_components());
  if (found.has_errors()) throw ModelError(found);
  session.messages.show(found);
  session.files.add_inputs(named_files(model, DataFiles(data_options(options.model))),
                           "data of the model");
  session.files.prepare();
  move_data_files(options.model.file, options.output, model);
  write_text_file(options.output, model_text(model, *format, session));
  session.messages.say(fmt::format("{} number{} set; '{}' written", values.size(),
                                   values.size() == 1 ? "" : "s", options.output.string()));
  return kDone;
}

}  // namespace hearth::apps
