// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/views/graph_layout.hpp"
#include "hearth/apps/views/graph_view.hpp"

namespace hearth::apps {
namespace {

constexpr const char* kPlain = "stroke=\"#555555\" marker-end=\"url(#hearth-arrow)\"";
constexpr const char* kRemoved =
    "stroke=\"#cc0000\" stroke-dasharray=\"5 3\" marker-end=\"url(#hearth-cut)\"";
constexpr double kBend = 28.0;      // px, width of the curve of a line that goes back
constexpr std::size_t kLanes = 12;  // below the boxes, for lines that go back
constexpr double kLaneGap = 6.0;
constexpr const char* kMinor = "stroke=\"#bbbbbb\"";
constexpr double kLegendHeight = 30.0;  // height of a line of the legend
constexpr double kLegendWidth = 460.0;

std::string arrow_head(const char* id, const char* color) {
  return fmt::format(
      "<defs><marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"{}\"/></marker>"
      "</defs>\n",
      id, color);
}

class Drawing {
 public:
  explicit Drawing(const GraphView& graph)
      : graph_(graph),
        layout_(lay_out(graph)),
        width_(std::max({layout_.width, kLegendWidth, remarks_width(graph)})),
        height_(layout_.height + lanes_height(graph) +
                kLegendHeight * static_cast<double>(legend_count(graph))) {}

  std::string text() const {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"11\">\n",
        width_, height_);
    svg += fmt::format("<title>{}</title>\n", markup_escaped(graph_.name));
    svg += arrow_head("hearth-arrow", "#555555") + arrow_head("hearth-cut", "#cc0000");
    svg +=
        fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"white\"/>\n", width_, height_);
    svg += headings();
    svg += edges_text();
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) svg += box_text(n);
    return svg + legend() + "</svg>\n";
  }

 private:
  /// Returns the number of lines of the legend: one for connections or for each look, and one for
  /// each remark.
  static std::size_t legend_count(const GraphView& graph) {
    return graph.remarks.size() + graph.looks.size();
  }

  static double remarks_width(const GraphView& graph) {
    double width = 0.0;
    for (const std::string& remark : graph.remarks) {
      width = std::max(width, 6.6 * character_count(remark) + 32.0);
    }
    return width;
  }

  static double lanes_height(const GraphView& graph) {
    const auto back = std::count_if(graph.edges.begin(), graph.edges.end(),
                                    [](const GraphEdge& edge) { return edge.removed; });
    return kLaneGap * static_cast<double>(std::min<std::ptrdiff_t>(back, kLanes));
  }

  std::string headings() const {
    std::string text;
    for (std::size_t level = 0; level < layout_.levels.size(); ++level) {
      const GraphColumn& column = layout_.levels[level];
      if (graph_.column_word.empty()) break;
      text += fmt::format(
          "<text x=\"{:.1f}\" y=\"20\" text-anchor=\"middle\" fill=\"#666666\">{} {}</text>\n",
          column.x + 0.5 * column.width, graph_.column_word, level);
    }
    return text;
  }

  /// Lines that go back run below the boxes, each in its own lane as long as there are free lanes.
  std::string back_line(double x1, double y1, double x2, double y2, std::size_t number) const {
    const double y = layout_.height + kLaneGap * static_cast<double>(number % kLanes);
    return fmt::format(
        "M{0:.1f} {1:.1f}C{2:.1f} {1:.1f} {2:.1f} {3:.1f} {0:.1f} {3:.1f}"
        "H{4:.1f}C{5:.1f} {3:.1f} {5:.1f} {6:.1f} {4:.1f} {6:.1f}",
        x1, y1, x1 + kBend, y, x2, x2 - kBend, y2);
  }

  std::string line(const GraphEdge& edge, std::size_t back_number) const {
    const GraphBox& from = layout_.boxes[edge.from];
    const GraphBox& to = layout_.boxes[edge.to];
    const double x1 = from.x + from.width, y1 = from.y + 0.5 * kBoxHeight;
    const double x2 = to.x, y2 = to.y + 0.5 * kBoxHeight;
    if (x2 <= x1) return back_line(x1, y1, x2, y2, back_number);
    const double middle = 0.5 * (x1 + x2);
    return fmt::format("M{0:.1f} {1:.1f}C{2:.1f} {1:.1f} {2:.1f} {4:.1f} {3:.1f} {4:.1f}", x1, y1,
                       middle, x2, y2);
  }

  std::string edge_text(const GraphEdge& edge, std::size_t back_number) const {
    return fmt::format("<path d=\"{}\" fill=\"none\" {}><title>{} -&gt; {}: {}</title></path>\n",
                       line(edge, back_number),
                       edge.removed ? kRemoved
                       : edge.minor ? kMinor
                                    : kPlain,
                       markup_escaped(graph_.nodes[edge.from].id),
                       markup_escaped(graph_.nodes[edge.to].id),
                       markup_escaped(fmt::format("{}", fmt::join(edge.ports, ", "))));
  }

  std::string edges_text() const {
    std::string text;
    std::size_t back = 0;
    for (const GraphEdge& edge : graph_.edges) {
      text += edge_text(edge, back);
      if (edge.removed) ++back;
    }
    return text;
  }

  std::string box_text(std::size_t n) const {
    const GraphBox& box = layout_.boxes[n];
    const double middle = box.x + 0.5 * box.width;
    const std::string& note = graph_.nodes[n].note;
    return fmt::format(
        "<g>{}<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" "
        "fill=\"{}\" stroke=\"#333333\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"middle\">{}</text><text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" "
        "fill=\"#666666\" font-size=\"9\">{}</text></g>\n",
        note.empty() ? "" : fmt::format("<title>{}</title>", markup_escaped(note)), box.x, box.y,
        box.width, kBoxHeight, graph_.looks[graph_.nodes[n].look].fill, middle, box.y + 15.0,
        markup_escaped(graph_.nodes[n].id), middle, box.y + 28.0,
        markup_escaped(graph_.nodes[n].type));
  }

  std::string legend() const {
    const double line = kLegendHeight;
    double y = height_ - line * static_cast<double>(legend_count(graph_)) + 16.0;
    std::string text;
    if (graph_.looks.size() == 1) {
      text += line_entry(16.0, y, kPlain, kConnectionWords);
      text += line_entry(160.0, y, kRemoved, kRemovedWords);
      y += line;
    } else {
      for (const GraphLook& look : graph_.looks) {
        text += fmt::format(
            "<rect x=\"16\" y=\"{:.0f}\" width=\"36\" height=\"14\" rx=\"3\" fill=\"{}\" "
            "stroke=\"#333333\"/><text x=\"58\" y=\"{:.0f}\" fill=\"#666666\">{}</text>\n",
            y - 7.0, look.fill, y + 4.0, markup_escaped(look.words));
        y += line;
      }
    }
    for (const std::string& remark : graph_.remarks) {
      text += fmt::format("<text x=\"16\" y=\"{:.0f}\" fill=\"#666666\">{}</text>\n", y + 4.0,
                          markup_escaped(remark));
      y += line;
    }
    return text;
  }

  static std::string line_entry(double x, double y, const char* line, const char* words) {
    return fmt::format(
        "<path d=\"M{:.0f} {:.0f}h36\" fill=\"none\" {}/>"
        "<text x=\"{:.0f}\" y=\"{:.0f}\" fill=\"#666666\">{}</text>\n",
        x, y, line, x + 42.0, y + 4.0, words);
  }

  const GraphView& graph_;
  GraphLayout layout_;
  double width_, height_;
};

}  // namespace

std::string graph_svg(const GraphView& graph) { return Drawing(graph).text(); }

}  // namespace hearth::apps
