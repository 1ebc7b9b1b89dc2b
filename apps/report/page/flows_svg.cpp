// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/svg_parts.hpp"

namespace hearth::apps {
namespace {

constexpr double kFlowsWidth = 520.0;  // px
constexpr double kBar = 9.0;           // width of a node, px
constexpr double kFlowsGap = 13.0;     // between nodes, px
constexpr double kMargin = 8.0;
constexpr std::size_t kFlowsLetters = 24;

class Flows {
 public:
  Flows(const ReportFlows& flows, const std::string& title)
      : flows_(flows), title_(title), places_(flows.nodes.size()) {
    std::vector<double> in(flows.nodes.size()), out(in);
    for (const ReportFlows::Link& link : flows.links) {
      out[at(link.from)] += link.amount;
      in[at(link.to)] += link.amount;
    }
    for (const ReportFlows::Node& node : flows.nodes) last_ = std::max(last_, node.layer);
    std::vector<double> amounts(static_cast<std::size_t>(last_) + 1);
    std::vector<std::size_t> counts(amounts.size());
    for (std::size_t n = 0; n < places_.size(); ++n) {
      places_[n].amount = std::max(in[n], out[n]);
      amounts[layer(n)] += places_[n].amount;
      ++counts[layer(n)];
    }
    const std::size_t most = counts.empty() ? 1 : *std::max_element(counts.begin(), counts.end());
    height_ = std::clamp(60.0 + 25.0 * static_cast<double>(most), 220.0, 1200.0);
    scale_ = INFINITY;
    for (std::size_t l = 0; l < amounts.size(); ++l) {
      const double room = height_ - 2.0 * kMargin - kFlowsGap * static_cast<double>(counts[l] - 1);
      if (amounts[l] > 0.0) scale_ = std::min(scale_, room / amounts[l]);
    }
    if (!(scale_ < INFINITY)) scale_ = 0.0;
    place(counts, amounts);
  }

  std::string text() const {
    std::string svg = drawing_head(kFlowsWidth, height_, title_);
    std::vector<double> left(places_.size()), entered(places_.size());
    for (const ReportFlows::Link& link : flows_.links) svg += line_of(link, left, entered);
    for (std::size_t n = 0; n < places_.size(); ++n) svg += node_of(n);
    return svg + "</svg>\n";
  }

 private:
  struct Place {
    double amount = 0.0, x = 0.0, y = 0.0;
  };

  static std::size_t at(int position) { return static_cast<std::size_t>(position); }
  std::size_t layer(std::size_t node) const { return at(flows_.nodes[node].layer); }

  void place(const std::vector<std::size_t>& counts, const std::vector<double>& amounts) {
    std::vector<double> next(counts.size());
    for (std::size_t l = 0; l < counts.size(); ++l) {
      const double used = scale_ * amounts[l] +
                          kFlowsGap * static_cast<double>(std::max<std::size_t>(1, counts[l]) - 1);
      next[l] = 0.5 * (height_ - used);
    }
    for (std::size_t n = 0; n < places_.size(); ++n) {
      const double share = last_ > 0 ? static_cast<double>(layer(n)) / last_ : 0.0;
      places_[n].x = kMargin + share * (kFlowsWidth - 2.0 * kMargin - kBar);
      places_[n].y = next[layer(n)];
      next[layer(n)] += scale_ * places_[n].amount + kFlowsGap;
    }
  }

  std::string line_of(const ReportFlows::Link& link, std::vector<double>& left,
                      std::vector<double>& entered) const {
    const std::size_t a = at(link.from), b = at(link.to);
    const double width = scale_ * link.amount;
    const double y1 = places_[a].y + left[a] + 0.5 * width;
    const double y2 = places_[b].y + entered[b] + 0.5 * width;
    left[a] += width;
    entered[b] += width;
    const double x1 = places_[a].x + kBar, x2 = places_[b].x;
    const double middle = 0.5 * (x1 + x2);
    return fmt::format(
        "<path class=\"s{} flow\" style=\"stroke-width:{:.2f}\" d=\"M{:.1f} {:.2f}C{:.1f} {:.2f} "
        "{:.1f} {:.2f} {:.1f} {:.2f}\"><title>{} → {}: {} {}</title></path>\n",
        a % 8, std::max(0.5, width), x1, y1, middle, y1, middle, y2, x2, y2,
        markup_escaped(flows_.nodes[a].name), markup_escaped(flows_.nodes[b].name), link.amount,
        markup_escaped(flows_.unit));
  }

  std::string node_of(std::size_t n) const {
    const Place& place = places_[n];
    const double height = std::max(1.0, scale_ * place.amount);
    const bool right = flows_.nodes[n].layer == last_ && last_ > 0;
    const std::string words = fmt::format("{} {}", cut_text(flows_.nodes[n].name, kFlowsLetters),
                                          short_number(place.amount));
    return fmt::format(
        "<rect class=\"flow-node\" x=\"{:.1f}\" y=\"{:.2f}\" width=\"{:.0f}\" height=\"{:.2f}\">"
        "<title>{}: {} {}</title></rect><text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"{}\">{}</text>\n",
        place.x, place.y, kBar, height, markup_escaped(flows_.nodes[n].name), place.amount,
        markup_escaped(flows_.unit), right ? place.x - 4.0 : place.x + kBar + 4.0,
        place.y + 0.5 * height + 4.0, right ? "end" : "start", markup_escaped(words));
  }

  const ReportFlows& flows_;
  const std::string& title_;
  std::vector<Place> places_;
  int last_ = 0;
  double height_ = 0.0, scale_ = 0.0;
};

}  // namespace

std::string flows_svg(const ReportFlows& flows, const std::string& title) {
  return Flows(flows, title).text();
}

}  // namespace hearth::apps
