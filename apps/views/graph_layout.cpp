// SPDX-License-Identifier: MIT
#include "hearth/apps/views/graph_layout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hearth::apps {
namespace {

constexpr double kCharacter = 6.6;  // px, width of a character at 11 px
constexpr double kRowGap = 18.0;
constexpr double kColumnGap = 90.0;
constexpr double kInnerGap = 30.0;  // between columns of one level
constexpr double kMargin = 30.0;
constexpr double kTop = 40.0;      // including the headings of the levels
constexpr int kSweeps = 4;         // further sweeps change little
constexpr std::size_t kRows = 20;  // in a column, if there are few components

class Layout {
 public:
  explicit Layout(const GraphView& graph)
      : graph_(graph),
        rows_(graph.nodes.size()),
        neighbours_(graph.nodes.size()),
        levels_(static_cast<std::size_t>(graph.levels)) {
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      levels_[graph.nodes[n].level].push_back(static_cast<int>(n));
    }
    for (const GraphEdge& edge : graph.edges) {
      neighbours_[edge.from].push_back(edge.to);
      neighbours_[edge.to].push_back(edge.from);
    }
    set_rows();
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (std::vector<int>& level : levels_) sort(level);
    }
  }

  GraphLayout place() const {
    GraphLayout layout;
    layout.boxes.resize(graph_.nodes.size());
    const std::size_t most = most_rows();
    std::size_t used = 1;
    for (const std::vector<int>& level : levels_)
      used = std::max(used, std::min(level.size(), most));
    layout.height = kTop + static_cast<double>(used) * (kBoxHeight + kRowGap) + kMargin;
    double x = kMargin;
    for (const std::vector<int>& level : levels_) {
      const double start = x;
      for (std::size_t first = 0; first < level.size(); first += most) {
        if (first > 0) x += kInnerGap;
        const std::size_t count = std::min(most, level.size() - first);
        x += place_column(level.data() + first, count, x, layout);
      }
      layout.levels.push_back({start, x - start});
      x += kColumnGap;
    }
    layout.width = std::max(x - kColumnGap, kMargin) + kMargin;
    return layout;
  }

 private:
  void set_rows() {
    for (const std::vector<int>& level : levels_) {
      for (std::size_t row = 0; row < level.size(); ++row) {
        rows_[level[row]] = static_cast<double>(row) - 0.5 * static_cast<double>(level.size());
      }
    }
  }

  void sort(std::vector<int>& level) {
    std::vector<std::pair<double, int>> wanted;
    for (const int node : level) wanted.emplace_back(mean_row(node), node);
    std::stable_sort(wanted.begin(), wanted.end());
    for (std::size_t i = 0; i < level.size(); ++i) level[i] = wanted[i].second;
    set_rows();
  }

  double mean_row(int node) const {
    double sum = rows_[node];
    for (const int neighbour : neighbours_[node]) sum += rows_[neighbour];
    return sum / static_cast<double>(neighbours_[node].size() + 1);
  }

  /// Returns a number of rows with which a drawing of many components is about as high as it is
  /// wide.
  std::size_t most_rows() const {
    const double many = std::sqrt(2.0 * static_cast<double>(graph_.nodes.size()));
    return std::max(kRows, static_cast<std::size_t>(many));
  }

  /// Places the boxes of one column and returns its width.
  double place_column(const int* nodes, std::size_t count, double x, GraphLayout& layout) const {
    double width = 0.0;
    for (std::size_t i = 0; i < count; ++i) width = std::max(width, box_width(nodes[i]));
    const double middle = 0.5 * (kTop + layout.height - kMargin);
    for (std::size_t i = 0; i < count; ++i) {
      const double row = static_cast<double>(i) - 0.5 * static_cast<double>(count);
      layout.boxes[nodes[i]] = {x, middle + row * (kBoxHeight + kRowGap) + 0.5 * kRowGap, width};
    }
    return width;
  }

  double box_width(int node) const {
    const GraphNode& n = graph_.nodes[node];
    return kCharacter * std::max(character_count(n.id), character_count(n.type)) + 16.0;
  }

  const GraphView& graph_;
  std::vector<double> rows_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<std::vector<int>> levels_;
};

}  // namespace

GraphLayout lay_out(const GraphView& graph) { return Layout(graph).place(); }

double character_count(const std::string& text) {
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<double>(std::count_if(text.begin(), text.end(), starts));
}

}  // namespace hearth::apps
