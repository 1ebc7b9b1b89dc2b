// SPDX-License-Identifier: MIT
#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/report_tables.hpp"

namespace hearth::apps {
namespace {

using Positions = std::unordered_map<std::string, std::size_t>;

/// An end of a connection, `id.port`, with a link if the component is known. Ids have no dots, so
/// at most one part before a dot is the id of a component.
std::string end_html(const std::string& end, const Positions& positions) {
  for (std::size_t dot = end.rfind('.'); dot != std::string::npos && dot > 0;
       dot = end.rfind('.', dot - 1)) {
    const auto found = positions.find(end.substr(0, dot));
    if (found == positions.end()) continue;
    return fmt::format("<a href=\"#c{}\">{}</a>", found->second, markup_escaped(end));
  }
  return markup_escaped(end);
}

std::string with_doc(const std::string& name, const std::string& doc) {
  if (doc.empty()) return markup_escaped(name);
  return fmt::format("{}<small class=\"doc\">{}</small>", markup_escaped(name),
                     markup_escaped(doc));
}

std::string ports_html(const char* title, const char* ends, const std::vector<ReportPort>& ports,
                       const Positions& positions) {
  if (ports.empty()) return "";
  std::string html = fmt::format(
      "<table><caption>{}</caption><thead><tr><th scope=\"col\">Port</th><th scope=\"col\">Unit"
      "</th><th scope=\"col\">{}</th></tr></thead><tbody>\n",
      title, ends);
  for (const ReportPort& port : ports) {
    std::string links;
    for (const std::string& end : port.ends) {
      links += (links.empty() ? "" : "<br>") + end_html(end, positions);
    }
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
                        with_doc(port.name, port.doc), markup_escaped(unit_text(port.unit)),
                        links.empty() ? "–" : links);
  }
  return html + "</tbody></table>\n";
}

std::string source_html(const ReportValue& value) {
  std::string html = markup_escaped(value.source);
  if (value.note.empty()) return html;
  return html + fmt::format("<small class=\"doc\">{}</small>", markup_escaped(value.note));
}

std::string values_html(const char* title, const std::vector<ReportValue>& values) {
  if (values.empty()) return "";
  const bool has_numbers = std::any_of(values.begin(), values.end(), [](const ReportValue& value) {
    return is_number(value.value);
  });
  std::string html = fmt::format(
      "<table><caption>{}</caption><thead><tr><th scope=\"col\">Name</th><th scope=\"col\"{}>"
      "Value</th><th scope=\"col\">Unit</th><th scope=\"col\">Source</th></tr></thead>"
      "<tbody>\n",
      title, has_numbers ? " class=\"n\"" : "");
  for (const ReportValue& value : values) {
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><td{} title=\"{}\">{}</td><td>{}</td><td>{}</td>"
        "</tr>\n",
        with_doc(value.name, value.doc), is_number(value.value) ? " class=\"n\"" : "",
        markup_escaped(value.value), markup_escaped(rounded_text(value.value)),
        markup_escaped(unit_text(value.unit)), source_html(value));
  }
  return html + "</tbody></table>\n";
}

std::string component_html(std::size_t position, const ReportNode& node,
                           const Positions& positions) {
  std::string html = fmt::format(
      "<article class=\"component\" id=\"c{}\"><h4>{} <span class=\"type\">{}</span></h4>\n",
      position, markup_escaped(node.id), markup_escaped(node.type));
  if (!node.doc.empty()) html += fmt::format("<p>{}</p>\n", markup_escaped(node.doc));
  html += fmt::format(
      "<p class=\"note\">Level {}{}</p>\n", node.level,
      node.iri.empty() ? "" : fmt::format(" · <code>{}</code>", markup_escaped(node.iri)));
  html += ports_html("Inputs", "From", node.inputs, positions);
  html += ports_html("Outputs", "To", node.outputs, positions);
  html += values_html("Parameters", node.parameters);
  html += values_html("Initial values", node.initial);
  html += values_html("Configuration", node.config);
  return html + "</article>\n";
}

}  // namespace

std::string components_html(const ReportGraph& graph) {
  Positions positions;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) positions.emplace(graph.nodes[n].id, n);
  std::string html;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    html += component_html(n, graph.nodes[n], positions);
  }
  return html;
}

}  // namespace hearth::apps
