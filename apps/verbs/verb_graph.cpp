// SPDX-License-Identifier: MIT
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/building_view.hpp"
#include "hearth/apps/views/graph_view.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/translate/translation.hpp"

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

/// Writes a drawing to the output, or to stdout.
void write_drawing(const std::string& text, const GraphOptions& options, Session& session) {
  if (options.output && *options.output != "-") {
    session.files.prepare();
    write_text_file(*options.output, text);
  } else {
    session.out << text;
  }
}

std::string building_text(const ImportReport& report, const GraphOptions& options) {
  if (options.format == GraphFormat::Json) return graph_json_text(report);
  const BuildingDrawing drawing{options.points, static_cast<std::size_t>(options.most)};
  return graph_text(building_view(headline(report), report.nodes, report.relations, drawing),
                    options.format);
}

void draw_building(const GraphOptions& options, Session& session) {
  if (options.model.file.extension() != ".ttl") {
    throw UsageError(
        "usage.value", {.pointer = "--building"},
        fmt::format("'{}' is not the graph of a building (*.ttl)", options.model.file.string()));
  }
  TranslateOptions how;
  how.graph = options.model.file;
  how.mappings = options.mappings;
  how.catalogue = options.catalogue;
  how.side_file = options.model.side_file;
  how.data_dir = options.model.data_dir;
  how.weather = options.model.weather;
  const Translation translation = translate_graph_file(how, how.graph, session);
  if (options.catalogue) session.files.add_input_folder(*options.catalogue, "--catalog");
  write_drawing(building_text(translation.report, options), options, session);
}

}  // namespace

int run_verb(const GraphOptions& options, Session& session) {
  if (options.building) {
    draw_building(options, session);
    return kDone;
  }
  const SimulationModel model = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_model(options.model, diagnostics);
  });
  const ViewedPlan viewed = compile_for_view(model, options.model.compile);
  session.files.add_inputs(named_files(model, DataFiles(data_options(options.model))),
                           "data of the model");
  write_drawing(graph_text(graph_view(*viewed.plan), options.format), options, session);
  return kDone;
}

}  // namespace hearth::apps
