// SPDX-License-Identifier: MIT
#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth::apps {
namespace {

/// Adds the imports of the graph and the series to which the model refers.
void note_files(const TranslateOptions& options, const SimulationModel& model, CallFiles& files) {
  if (options.catalogue) files.add_input_folder(*options.catalogue, "--catalog");
  const DataOptions places{.folders = {std::filesystem::absolute(options.output).parent_path()},
                           .data_dir = options.data_dir};
  files.add_inputs(named_files(model, DataFiles(places)), "data of the model");
  files.prepare();
}

}  // namespace

Translation translate_graph_file(const TranslateOptions& options,
                                 const std::filesystem::path& model_file, Session& session) {
  GraphFileOptions how;
  how.mappings = options.mappings;
  how.catalogue = options.catalogue;
  how.translate.side_file = options.side_file;
  how.translate.data_dir = options.data_dir;
  how.translate.weather = options.weather;
  how.translate.model_folder = std::filesystem::absolute(model_file).parent_path();
  return with_messages(session, [&](Diagnostics& diagnostics) {
    return translate_file(options.graph, known_components(), how, diagnostics);
  });
}

int run_verb(const TranslateOptions& options, Session& session) {
  const Translation translation = translate_graph_file(options, options.output, session);
  note_files(options, translation.model, session.files);
  const ModelFormat format = model_format(options.output).value_or(ModelFormat::Json);
  write_text_file(options.output, model_text(translation.model, format, session));
  if (options.report) write_text_file(*options.report, to_json_text(translation.report));
  if (options.json) {
    session.out << to_json_text(translation.report);
  } else if (!session.messages.quiet()) {
    session.out << to_text(translation.report);
  }
  if (!translation.report.flows && session.messages.quiet()) {
    Diagnostics diagnostics;
    diagnostics.error("import.nothing_flows", {.file = options.graph.string()},
                      headline(translation.report));
    session.messages.show(diagnostics);
  }
  session.messages.say(fmt::format("'{}' written", options.output.string()));
  return translation.report.flows ? kDone : kInputInvalid;
}

}  // namespace hearth::apps
