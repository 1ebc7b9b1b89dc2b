// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/report_figures.hpp"
#include "hearth/apps/report/page/report_tables.hpp"
#include "hearth/apps/report/page/signal_block.hpp"

namespace hearth::embedded {
std::string_view report_assets(std::string_view name);
}

namespace hearth::apps {
namespace {

constexpr std::size_t kSignalBudget = 3800000;  // characters of all signals in the page
constexpr int kShortBits = 26;                  // relative rounding 2^-18, 5 digits

/// A section of the page. Sections about the program rather than the building are folded.
struct SectionKind {
  std::string_view id, title;
  bool folded = false;
};

constexpr std::array<SectionKind, 13> kSections{{{"results", "Results"},
                                                 {"scenarios", "Scenarios"},
                                                 {"agreement", "Agreement"},
                                                 {"calibration", "Calibration"},
                                                 {"posterior", "Posterior"},
                                                 {"sensitivity", "Sensitivity"},
                                                 {"control", "Optimal control"},
                                                 {"series", "Time series"},
                                                 {"kpis", "KPIs"},
                                                 {"notes", "Notes"},
                                                 {"data", "Data", true},
                                                 {"model", "Model", true},
                                                 {"about", "About the run", true}}};

struct Section {
  SectionKind kind;
  std::string html;
};

std::string asset(std::string_view name) {
  return std::string(hearth::embedded::report_assets(name));
}

/// Returns the source expression of a Content-Security-Policy that allows one embedded script.
std::string script_source(const std::string& name) {
  const std::string hex = asset(name + ".sha256");
  Base64 text;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    text.add(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return "'sha256-" + text.finish() + "'";
}

std::string head_html(const ReportContent& content) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'; script-src {} {}; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"generator\" content=\"Hearth\">\n<title>{}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<!--\n{}\n-->\n<style>\n{}{}</style>\n"
      "<script>{}</script>\n</head>\n",
      script_source("theme"), script_source("script"), markup_escaped(content.title),
      asset("licences"), asset("vendor_style"), asset("style"), asset("theme"));
}

std::string facts_html(const std::vector<ReportFact>& facts) {
  if (facts.empty()) return "";
  std::string html = "<dl class=\"facts\">\n";
  for (const ReportFact& fact : facts) {
    const std::string note =
        fact.note.empty() ? ""
                          : fmt::format("<dd class=\"fact-note\">{}</dd>", breakable(fact.note));
    html += fmt::format("<div><dt>{}</dt><dd>{}</dd>{}</div>\n", breakable(fact.label),
                        breakable(fact.value), note);
  }
  return html + "</dl>\n";
}

/// A drawing as an image, in which nothing can run or change the page.
std::string image_html(const std::string& svg, const std::string& words) {
  Base64 text;
  for (const char c : svg) text.add(static_cast<std::uint8_t>(c));
  return fmt::format("<img src=\"data:image/svg+xml;base64,{}\" alt=\"{}\">", text.finish(),
                     markup_escaped(words));
}

std::string graph_html(const ReportContent& content) {
  if (!content.graph || content.graph->nodes.empty()) return "";
  const ReportGraph& graph = *content.graph;
  std::string html = "<div id=\"graph-live\" class=\"live\" hidden></div>\n";
  if (!graph.svg.empty()) {
    html += fmt::format("<figure class=\"static scroll\" id=\"graph-static\">{}</figure>\n",
                        image_html(graph.svg, "Components of " + graph.model + " by level"));
  }
  return html + fmt::format(
                    "<details id=\"components\" open><summary>All {} components</summary>\n"
                    "<div class=\"components\">{}</div></details>\n",
                    graph.nodes.size(), components_html(graph));
}

std::string buildings_html(const ReportContent& content) {
  std::string html;
  for (const ReportBuilding& building : content.buildings) {
    html += fmt::format("<h3>Graph {}</h3>\n<figure class=\"scroll\">{}</figure>\n",
                        markup_escaped(building.graph),
                        image_html(building.svg, "Nodes of the graph " + building.graph +
                                                     " and their translation"));
    html += fmt::format("<details><summary>All {} nodes</summary>\n{}</details>\n",
                        building.nodes.cells.size(), table_html(building.nodes, "building"));
  }
  return html;
}

std::string key_html(const ReportSeries& series, const ReportPlot& plot) {
  std::string html = "<ul class=\"key static\">\n";
  bool measured = false;
  for (std::size_t i = 0; i < plot.signals.size(); ++i) {
    const ReportSignal& signal = series.signals.at(static_cast<std::size_t>(plot.signals[i]));
    measured = measured || !signal.measured.empty();
    const std::string dash = i < 8 ? "" : fmt::format(" dash{}", i / 8 % 4);
    html += fmt::format("<li><i class=\"{}\"></i>{}{}</li>\n",
                        signal.limit ? "measured dashed" : fmt::format("s{}{}", i % 8, dash),
                        markup_escaped(signal.label.empty() ? signal.name : signal.label),
                        signal.run.empty() ? "" : " · " + markup_escaped(signal.run));
    for (std::size_t b = 0; b < signal.bands.size(); ++b) {
      html += fmt::format("<li><i class=\"s{} wide\"></i>{}</li>\n", i % 8,
                          markup_escaped(signal.bands[b].name));
    }
  }
  if (measured) {
    html += fmt::format("<li><i class=\"measured\"></i>measured; below: {} − measured</li>\n",
                        markup_escaped(plot.value_word));
  }
  return html + "</ul>\n";
}

std::string plot_html(const ReportSeries& series, std::size_t index) {
  const ReportPlot& plot = series.plots[index];
  const std::string unit = markup_escaped(unit_text(plot.unit));
  return fmt::format(
      "<figure class=\"plot\" data-plot=\"{}\"><figcaption><h3>{}{}</h3></figcaption>\n"
      "<div class=\"static scroll\">{}</div>\n{}</figure>\n",
      index, markup_escaped(plot.title),
      unit.empty() ? "" : fmt::format(" <small>{}</small>", unit), plot_svg(series, plot),
      key_html(series, plot));
}

/// The plots of one part, which share a control of the shown time.
std::string plots_html(const ReportSeries& series, ReportPart part) {
  std::string html;
  for (std::size_t i = 0; i < series.plots.size(); ++i) {
    if (series.plots[i].part == part) html += plot_html(series, i);
  }
  if (html.empty()) return "";
  html =
      "<p class=\"note signal-note\" hidden></p>\n<div class=\"time-bar\" hidden></div>\n" + html;
  if (part != ReportPart::Series || series.note.empty()) return html;
  return fmt::format("<p class=\"note\">{}</p>", markup_escaped(series.note)) + html;
}

std::string tables_html(const std::vector<ReportTable>& tables, const std::string& kind) {
  std::string html;
  for (const ReportTable& table : tables) html += table_html(table, kind);
  return html;
}

/// The content of a section; "" if it is empty.
std::string section_html(const ReportContent& content, std::string_view id) {
  const auto figures_and_tables = [](const std::vector<ReportFigures>& figures,
                                     const std::vector<ReportTable>& tables, const char* kind) {
    return figures_html(figures) + tables_html(tables, kind);
  };
  if (id == "results") {
    return facts_html(content.facts) + tables_html(content.comparison, "comparison") +
           figures_html(content.results_figures);
  }
  if (id == "scenarios") {
    return figures_and_tables(content.scenario_figures, content.scenarios, "scenarios");
  }
  if (id == "agreement") {
    return tables_html(content.agreement, "agreement") +
           plots_html(content.series, ReportPart::Agreement) +
           figures_html(content.agreement_figures);
  }
  if (id == "calibration") {
    return figures_and_tables(content.calibration_figures, content.calibration, "calibration");
  }
  if (id == "posterior") {
    return figures_and_tables(content.posterior_figures, content.posterior, "posterior") +
           plots_html(content.series, ReportPart::Posterior);
  }
  if (id == "sensitivity") {
    return figures_and_tables(content.sensitivity_figures, content.sensitivity, "sensitivity");
  }
  if (id == "control") {
    return tables_html(content.control, "control") +
           plots_html(content.series, ReportPart::Control) +
           tables_html(content.searches, "control");
  }
  if (id == "series") return plots_html(content.series, ReportPart::Series);
  if (id == "kpis") return tables_html(content.kpis, "kpis");
  if (id == "notes") return content.notes.empty() ? "" : notes_html(content.notes);
  if (id == "data") return tables_html(content.data, "data");
  if (id == "model") return graph_html(content) + buildings_html(content);
  return facts_html(content.about) + tables_html(content.provenance, "provenance");
}

std::vector<Section> sections(const ReportContent& content) {
  const auto& chosen = content.sections;
  std::vector<Section> all;
  for (const SectionKind& kind : kSections) {
    if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), kind.id) == chosen.end()) {
      continue;
    }
    Section section{kind, section_html(content, kind.id)};
    if (!section.html.empty()) all.push_back(std::move(section));
  }
  return all;
}

std::string body_html(const ReportContent& content, const std::vector<Section>& shown) {
  std::string html = fmt::format(
      "<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header>\n<div><h1>{}</h1>"
      "\n<p>{}</p></div>\n<button type=\"button\" id=\"theme\" hidden></button>\n</header>\n"
      "<nav aria-label=\"Sections\"><ul>\n",
      markup_escaped(content.title), markup_escaped(content.subtitle));
  for (const Section& section : shown) {
    html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.kind.id, section.kind.title);
  }
  html += "</ul></nav>\n<main id=\"main\" tabindex=\"-1\">\n";
  for (const Section& section : shown) {
    const char* form =
        section.kind.folded
            ? "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<details class=\"folded\">"
              "<summary><h2 id=\"{0}-title\">{1}</h2></summary>\n{2}</details></section>\n"
            : "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n"
              "{2}</section>\n";
    html += fmt::format(fmt::runtime(form), section.kind.id, section.kind.title, section.html);
  }
  return html + "</main>\n";
}

/// The content that the script needs: names and edges of the graph, signals without their values.
/// It reads everything else from the page.
ReportContent outline(const ReportContent& content) {
  ReportContent result;
  result.title = content.title;
  if (content.graph) {
    result.graph.emplace();
    result.graph->levels = content.graph->levels;
    result.graph->edges = content.graph->edges;
    for (const ReportNode& node : content.graph->nodes) {
      ReportNode& short_node = result.graph->nodes.emplace_back();
      short_node.id = node.id;
      short_node.type = node.type;
      short_node.level = node.level;
    }
  }
  result.series.times = content.series.times;
  result.series.plots = content.series.plots;
  for (const ReportSignal& signal : content.series.signals) {
    ReportSignal& named = result.series.signals.emplace_back();
    named.name = signal.name;
    named.unit = unit_text(signal.unit);
    named.run = signal.run;
    named.times = signal.times;
    for (const ReportBand& band : signal.bands) named.bands.push_back({band.name, {}, {}});
    named.steps = signal.steps;
    named.label = signal.label;
    named.limit = signal.limit;
  }
  return result;
}

std::string signal_html(std::size_t index, const std::string& kind,
                        const std::vector<float>& values, int bits) {
  if (values.empty()) return "";
  return fmt::format(
      "<script type=\"text/plain\" data-signal=\"{}\" data-kind=\"{}\" data-rows=\"{}\">{}"
      "</script>\n",
      index, kind, values.size(), packed_signal(values, bits));
}

std::string signals_html(const ReportSeries& series, int bits) {
  std::string html;
  for (std::size_t i = 0; i < series.signals.size(); ++i) {
    html += signal_html(i, "values", series.signals[i].values, bits);
    html += signal_html(i, "measured", series.signals[i].measured, bits);
    for (std::size_t b = 0; b < series.signals[i].bands.size(); ++b) {
      const ReportBand& band = series.signals[i].bands[b];
      html += signal_html(i, fmt::format("low{}", b), band.low, bits);
      html += signal_html(i, fmt::format("high{}", b), band.high, bits);
    }
  }
  return html;
}

std::string scripts_html(const ReportContent& content) {
  std::string html = fmt::format("<script type=\"application/json\" id=\"content\">{}</script>\n",
                                 script_safe(report_json(outline(content))));
  if (!asset("vendor_style").empty()) {  // only uPlot reads them
    int bits = kFloatBits;
    std::string signals = signals_html(content.series, bits);
    if (signals.size() > kSignalBudget) {
      bits = kShortBits;
      signals = signals_html(content.series, bits);
    }
    html += fmt::format("<script type=\"text/plain\" id=\"signal-bits\">{}</script>\n", bits);
    html += signals;
  }
  return html + fmt::format("<script>{}</script>\n</body>\n</html>\n", asset("script"));
}

}  // namespace

std::vector<std::string_view> report_sections() {
  std::vector<std::string_view> ids;
  for (const SectionKind& kind : kSections) ids.push_back(kind.id);
  return ids;
}

std::string report_html(const ReportContent& content) {
  return head_html(content) + body_html(content, sections(content)) + scripts_html(content);
}

}  // namespace hearth::apps
