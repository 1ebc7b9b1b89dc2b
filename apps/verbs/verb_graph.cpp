// SPDX-License-Identifier: MIT
#include <ostream>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/graph_view.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth::apps {
namespace {

std::string graph_text(const GraphView& graph, GraphFormat format) {
  switch (format) {
    case GraphFormat::Dot:
      return graph_dot(graph);
    case GraphFormat::Mermaid:
      return graph_mermaid(graph);
    case GraphFormat::Svg:
      return graph_svg(graph);
    default:
      return graph_json(graph);
  }
}

}  // namespace

int run_verb(const GraphOptions& options, Session& session) {
  const SimulationModel model = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_model(options.model, diagnostics);
  });
  const ViewedPlan viewed = compile_for_view(model, options.model.compile);
  const std::string text = graph_text(graph_view(*viewed.plan), options.format);
  if (options.output && *options.output != "-") {
    session.files.add_inputs(named_files(model, DataFiles(data_options(options.model))),
                             "data of the model");
    session.files.prepare();
    write_text_file(*options.output, text);
  } else {
    session.out << text;
  }
  return kDone;
}

}  // namespace hearth::apps
