// SPDX-License-Identifier: MIT
#include <filesystem>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth::apps {
namespace {

void refuse_lost_files(const TranslateOptions& options) {
  std::vector<std::filesystem::path> inputs = options.mappings;
  inputs.push_back(options.graph);
  if (options.side_file) inputs.push_back(*options.side_file);
  for (const std::filesystem::path& input : inputs) {
    refuse_input_as_output(options.output, input);
    if (options.report) refuse_input_as_output(*options.report, input);
  }
}

}  // namespace

int run_verb(const TranslateOptions& options, Session& session) {
  refuse_lost_files(options);
  GraphFileOptions how;
  how.mappings = options.mappings;
  how.catalogue = options.catalogue;
  how.translate.side_file = options.side_file;
  how.translate.data_dir = options.data_dir;
  how.translate.model_folder = std::filesystem::absolute(options.output).parent_path();
  const Translation translation = with_messages(session, [&](Diagnostics& diagnostics) {
    return translate_file(options.graph, standard_components(), how, diagnostics);
  });
  const ModelFormat format = model_format(options.output).value_or(ModelFormat::Json);
  write_text_file(options.output, model_text(translation.model, format, session));
  if (options.report) write_text_file(*options.report, to_json_text(translation.report));
  if (options.json) {
    session.out << to_json_text(translation.report);
  } else if (!session.messages.quiet()) {
    session.out << to_text(translation.report);
  }
  session.messages.say(fmt::format("'{}' written", options.output.string()));
  return kDone;
}

}  // namespace hearth::apps
