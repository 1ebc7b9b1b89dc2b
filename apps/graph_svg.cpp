// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/graph_view.hpp"

namespace hearth::apps {
namespace {

constexpr double kCharacter = 6.6;  // px, width of one at 11 px
constexpr double kBoxHeight = 36.0;
constexpr double kRowGap = 18.0;
constexpr double kColumnGap = 90.0;
constexpr double kMargin = 30.0;
constexpr int kSweeps = 4;  // more changes little

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// Places the components: columns are levels, rows follow the mean row of the neighbours.
class Drawing {
 public:
  explicit Drawing(const GraphView& graph)
      : graph_(graph), boxes_(graph.nodes.size()), columns_(at(graph.levels)) {
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      columns_[at(graph.nodes[n].level)].push_back(static_cast<int>(n));
    }
    set_rows();
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (std::vector<int>& column : columns_) sort_column(column);
    }
    place();
  }

  std::string text() const {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"11\">\n",
        width_, height_);
    svg += fmt::format("<title>{}</title>\n", escaped(graph_.name));
    svg += arrow_head("arrow", "#555555") + arrow_head("cut", "#cc0000");
    svg +=
        fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"white\"/>\n", width_, height_);
    for (const GraphEdge& edge : graph_.edges) svg += edge_text(edge);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) svg += box_text(n);
    return svg + "</svg>\n";
  }

 private:
  struct Box {
    double row = 0.0;
    double x = 0.0, y = 0.0, width = 0.0;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void set_rows() {
    for (const std::vector<int>& column : columns_) {
      for (std::size_t row = 0; row < column.size(); ++row) {
        boxes_[at(column[row])].row =
            static_cast<double>(row) - 0.5 * static_cast<double>(column.size());
      }
    }
  }

  void sort_column(std::vector<int>& column) {
    std::vector<std::pair<double, int>> wanted;
    for (const int node : column) wanted.emplace_back(mean_row(node), node);
    std::stable_sort(wanted.begin(), wanted.end());
    for (std::size_t i = 0; i < column.size(); ++i) column[i] = wanted[i].second;
    set_rows();
  }

  double mean_row(int node) const {
    double sum = boxes_[at(node)].row;
    double count = 1.0;
    for (const GraphEdge& edge : graph_.edges) {
      if (edge.from != node && edge.to != node) continue;
      sum += boxes_[at(edge.from == node ? edge.to : edge.from)].row;
      count += 1.0;
    }
    return sum / count;
  }

  void place() {
    std::size_t most = 1;
    for (const std::vector<int>& column : columns_) most = std::max(most, column.size());
    height_ = 2.0 * kMargin + static_cast<double>(most) * (kBoxHeight + kRowGap) + kRowGap;
    double x = kMargin;
    for (const std::vector<int>& column : columns_) {
      double width = 0.0;
      for (const int node : column) width = std::max(width, box_width(node));
      for (const int node : column) {
        Box& box = boxes_[at(node)];
        box.x = x;
        box.y = 0.5 * height_ + box.row * (kBoxHeight + kRowGap);
        box.width = width;
      }
      x += width + kColumnGap;
    }
    width_ = x - kColumnGap + kMargin;
  }

  double box_width(int node) const {
    const GraphNode& n = graph_.nodes[at(node)];
    return kCharacter * static_cast<double>(std::max(n.id.size(), n.type.size())) + 16.0;
  }

  static std::string arrow_head(const char* id, const char* color) {
    return fmt::format(
        "<defs><marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
        "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"{}\"/></marker>"
        "</defs>\n",
        id, color);
  }

  std::string edge_text(const GraphEdge& edge) const {
    const Box& from = boxes_[at(edge.from)];
    const Box& to = boxes_[at(edge.to)];
    const double x1 = from.x + from.width, y1 = from.y + 0.5 * kBoxHeight;
    const double x2 = to.x, y2 = to.y + 0.5 * kBoxHeight;
    const double bend = x2 > x1 ? 0.5 * (x2 - x1) : kColumnGap;
    return fmt::format(
        "<path d=\"M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\" fill=\"none\" {}>"
        "<title>{} -> {}: {}</title></path>\n",
        x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2,
        edge.removed ? "stroke=\"#cc0000\" stroke-dasharray=\"5 3\" marker-end=\"url(#cut)\""
                     : "stroke=\"#555555\" marker-end=\"url(#arrow)\"",
        escaped(graph_.nodes[at(edge.from)].id), escaped(graph_.nodes[at(edge.to)].id),
        escaped(fmt::format("{}", fmt::join(edge.ports, ", "))));
  }

  std::string box_text(std::size_t n) const {
    const Box& box = boxes_[n];
    const double middle = box.x + 0.5 * box.width;
    return fmt::format(
        "<g><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" "
        "fill=\"#f4f6f8\" stroke=\"#333333\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"middle\">{}</text><text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" "
        "fill=\"#666666\" font-size=\"9\">{}</text></g>\n",
        box.x, box.y, box.width, kBoxHeight, middle, box.y + 15.0, escaped(graph_.nodes[n].id),
        middle, box.y + 28.0, escaped(graph_.nodes[n].type));
  }

  const GraphView& graph_;
  std::vector<Box> boxes_;
  std::vector<std::vector<int>> columns_;
  double width_ = 0.0, height_ = 0.0;
};

}  // namespace

std::string graph_svg(const GraphView& graph) { return Drawing(graph).text(); }

}  // namespace hearth::apps
