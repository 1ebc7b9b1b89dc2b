// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstring>

#include <nlohmann/json.hpp>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/signal_block.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

/// Floats in little-endian order on every machine.
std::string packed(const std::vector<float>& values) {
  static_assert(sizeof(float) == 4, "floats are IEEE 754 binary32");
  Base64 text;
  for (const float value : values) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      text.add(static_cast<std::uint8_t>(bits >> shift & 0xFFU));
    }
  }
  return text.finish();
}

template <class Item, class Write>
Json list(const std::vector<Item>& items, const Write& write) {
  Json json = Json::array();
  for (const Item& item : items) json.push_back(write(item));
  return json;
}

Json fact_json(const ReportFact& fact) {
  return {{"label", fact.label}, {"value", fact.value}, {"note", fact.note}};
}

Json port_json(const ReportPort& port) {
  return {{"name", port.name}, {"unit", port.unit}, {"doc", port.doc}, {"ends", port.ends}};
}

Json value_json(const ReportValue& value) {
  return {{"name", value.name},     {"value", value.value}, {"unit", value.unit},
          {"source", value.source}, {"doc", value.doc},     {"note", value.note}};
}

Json node_json(const ReportNode& node) {
  return {{"id", node.id},
          {"type", node.type},
          {"iri", node.iri},
          {"doc", node.doc},
          {"level", node.level},
          {"inputs", list(node.inputs, port_json)},
          {"outputs", list(node.outputs, port_json)},
          {"parameters", list(node.parameters, value_json)},
          {"initial", list(node.initial, value_json)},
          {"config", list(node.config, value_json)}};
}

Json edge_json(const ReportEdge& edge) {
  return {{"from", edge.from},
          {"to", edge.to},
          {"removed", edge.removed},
          {"carries", edge.carries},
          {"ports", edge.ports}};
}

Json graph_json(const ReportGraph& graph) {
  return {{"model", graph.model},
          {"levels", graph.levels},
          {"nodes", list(graph.nodes, node_json)},
          {"edges", list(graph.edges, edge_json)},
          {"svg", graph.svg}};
}

Json times_json(const ReportTimes& times) {
  return {{"start", times.start}, {"step", times.step}, {"rows", times.rows}, {"zone", times.zone}};
}

Json band_json(const ReportBand& band) {
  return {{"name", band.name}, {"low", packed(band.low)}, {"high", packed(band.high)}};
}

Json signal_json(const ReportSignal& signal) {
  return {{"name", signal.name},
          {"label", signal.label},
          {"unit", signal.unit},
          {"run", signal.run},
          {"times", signal.times},
          {"values", packed(signal.values)},
          {"measured", packed(signal.measured)},
          {"bands", list(signal.bands, band_json)},
          {"steps", signal.steps},
          {"limit", signal.limit}};
}

Json plot_json(const ReportPlot& plot) {
  return {{"title", plot.title},
          {"unit", plot.unit},
          {"signals", plot.signals},
          {"word", plot.value_word}};
}

Json series_json(const ReportSeries& series) {
  return {{"times", list(series.times, times_json)},
          {"signals", list(series.signals, signal_json)},
          {"plots", list(series.plots, plot_json)},
          {"note", series.note}};
}

Json table_json(const ReportTable& table) {
  return {{"title", table.title}, {"note", table.note},       {"columns", table.columns},
          {"units", table.units}, {"numeric", table.numeric}, {"cells", table.cells}};
}

Json note_json(const ReportNote& note) {
  return {{"severity", note.severity},
          {"code", note.code},
          {"place", note.place},
          {"message", note.message}};
}

}  // namespace

std::string report_json(const ReportContent& content) {
  Json json;
  json["title"] = content.title;
  json["subtitle"] = content.subtitle;
  json["facts"] = list(content.facts, fact_json);
  json["comparison"] = list(content.comparison, table_json);
  json["about"] = list(content.about, fact_json);
  json["graph"] = content.graph ? graph_json(*content.graph) : Json();
  json["series"] = series_json(content.series);
  json["agreement"] = list(content.agreement, table_json);
  json["calibration"] = list(content.calibration, table_json);
  json["posterior"] = list(content.posterior, table_json);
  json["sensitivity"] = list(content.sensitivity, table_json);
  json["control"] = list(content.control, table_json);
  json["searches"] = list(content.searches, table_json);
  json["scenarios"] = list(content.scenarios, table_json);
  json["kpis"] = list(content.kpis, table_json);
  json["data"] = list(content.data, table_json);
  json["notes"] = list(content.notes, note_json);
  json["provenance"] = list(content.provenance, table_json);
  // Texts of files may contain bytes that are not UTF-8: they become U+FFFD and cause no error.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hearth::apps
