// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/svg_parts.hpp"
#include "hearth/apps/report/page/time_ticks.hpp"

namespace hearth::apps {
namespace {

using Style = ReportCurve::Style;
using Along = ReportLimit::Along;

constexpr double kChartWidth = 400.0, kChartHeight = 250.0;  // px
constexpr double kChartTop = 24.0, kChartRight = 14.0, kChartBottom = 36.0;
constexpr std::size_t kFewDots = 400;  // they are larger
constexpr double kChartLine = 13.0;    // height of a label

/// Whether a value can be drawn: larger ones would make the span or a position infinite.
bool is_drawn(double value) { return std::abs(value) <= 1e300; }

struct ValueSpan {
  double low = INFINITY, high = -INFINITY;
  void add(double value) {
    if (!is_drawn(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void add(const std::vector<double>& values) {
    for (const double value : values) add(value);
  }
};

/// The place of a label; labels must not overlap.
struct Box {
  double left, top, right, bottom;
  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

class Chart {
 public:
  Chart(const ReportChart& chart, const std::string& title) : chart_(chart), title_(title) {
    ValueSpan x, y;
    for (const ReportCurve& curve : chart.curves) add(curve, x, y);
    for (const ReportLimit& limit : chart.limits) {
      if (limit.along == Along::X) y.add(limit.at);
      if (limit.along == Along::Y) x.add(limit.at);
      if (limit.along != Along::Between) continue;
      for (const double at : {limit.x.low, limit.x.high}) x.add(at);
      for (const double at : {limit.y.low, limit.y.high}) y.add(at);
    }
    x_ = shown_range(chart.x, x, 0.03);
    y_ = shown_range(chart.y, y, 0.05);
    x_power_ = axis_power(x_);
    y_power_ = axis_power(y_);
    y_ticks_ = round_values(y_.low, y_.high, 5);
    std::size_t longest = 1;
    for (const double tick : y_ticks_) {
      longest = std::max(longest, tick_text(tick, y_.high - y_.low, y_power_).size());
    }
    left_ = 10.0 + kLetterWidth * static_cast<double>(longest);
  }

  std::string text() {
    std::string svg = drawing_head(kChartWidth, kChartHeight, title_);
    svg += axes();
    for (const ReportLimit& limit : chart_.limits) svg += line_of(limit);
    for (const ReportCurve& curve : chart_.curves) svg += drawing_of(curve);
    return svg + "</svg>\n";
  }

 private:
  static void add(const ReportCurve& curve, ValueSpan& x, ValueSpan& y) {
    x.add(curve.x);
    y.add(curve.y);
    y.add(curve.upper);
    if (curve.style == Style::Stems || curve.style == Style::Bins) y.add(0.0);
    for (const ReportRange& range : curve.across) {
      x.add(range.low);
      x.add(range.high);
    }
  }

  static ReportRange shown_range(const ReportAxis& axis, ValueSpan extent, double margin) {
    if (axis.range) return *axis.range;
    if (extent.low > extent.high) return {0.0, 1.0};
    const double span = extent.high - extent.low;
    // If the span is of the size of rounding errors, the marks of its axis would be equal.
    const double size = std::max(std::abs(extent.low), std::abs(extent.high));
    const double room = span > 1e-9 * size ? margin * span : std::max(1e-9, 0.05 * size);
    return {extent.low - room, extent.high + room};
  }

  double bottom() const { return kChartHeight - kChartBottom; }
  double right() const { return kChartWidth - kChartRight; }
  double x(double value) const {
    return left_ + (right() - left_) * (value - x_.low) / (x_.high - x_.low);
  }
  double y(double value) const {
    return kChartTop + (bottom() - kChartTop) * (y_.high - value) / (y_.high - y_.low);
  }

  std::string axes() const {
    std::string svg;
    for (const double value : y_ticks_) {
      svg += fmt::format(
          "<path class=\"grid\" d=\"M{0:.1f} {1:.1f}H{2:.1f}\"/><text x=\"{3:.1f}\" y=\"{4:.1f}\" "
          "text-anchor=\"end\">{5}</text>\n",
          left_, y(value), right(), left_ - 5.0, y(value) + 4.0,
          tick_text(value, y_.high - y_.low, y_power_));
    }
    double free_from = -kChartWidth;  // labels of neighbouring marks do not touch
    for (const double value : round_values(x_.low, x_.high, 6)) {
      const std::string label = tick_text(value, x_.high - x_.low, x_power_);
      const double half = 0.5 * kLetterWidth * static_cast<double>(label.size());
      svg += fmt::format("<path class=\"grid\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>", x(value),
                         kChartTop, bottom());
      if (x(value) - half < free_from || x(value) + half > kChartWidth) continue;
      free_from = x(value) + half + kLetterWidth;
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                         x(value), bottom() + 14.0, label);
    }
    return svg + fmt::format(
                     "<text x=\"2\" y=\"12\">{}</text><text x=\"{:.1f}\" y=\"{:.1f}\" "
                     "text-anchor=\"end\">{}</text>\n",
                     axis_title(chart_.y, y_power_), right(), kChartHeight - 5.0,
                     axis_title(chart_.x, x_power_));
  }

  std::string line_of(const ReportLimit& limit) const {
    if (!is_drawn(limit.at)) return "";
    if (limit.along == Along::X) {
      return fmt::format("<path class=\"limit\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", left_,
                         y(limit.at), right());
    }
    if (limit.along == Along::Y) {
      return fmt::format("<path class=\"limit\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x(limit.at),
                         kChartTop, bottom());
    }
    return fmt::format("<path class=\"limit\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n",
                       x(limit.x.low), y(limit.y.low), x(limit.x.high), y(limit.y.high));
  }

  std::string drawing_of(const ReportCurve& curve) {
    switch (curve.style) {
      case Style::Line:
        return path(curve, "line-curve", line(curve.x, curve.y));
      case Style::Dots:
        return path(curve, curve.x.size() <= kFewDots ? "dots few" : "dots", dots(curve));
      case Style::Points:
        return points(curve);
      case Style::Stems:
        return stems(curve);
      case Style::Bins:
        return path(curve, "bins", bins(curve));
      case Style::Band:
        return path(curve, "band", band(curve));
    }
    return "";
  }

  static std::string path(const ReportCurve& curve, const char* kind, const std::string& d) {
    return fmt::format("<path class=\"{} {}\" d=\"{}\"/>\n", color_class(curve.color), kind, d);
  }

  std::string line(const std::vector<double>& xs, const std::vector<double>& ys) const {
    std::string d;
    bool open = false;
    for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) {
      const bool known = is_drawn(xs[i]) && is_drawn(ys[i]);
      if (known) d += fmt::format("{}{:.1f} {:.1f}", open ? 'L' : 'M', x(xs[i]), y(ys[i]));
      open = known;
    }
    return d;
  }

  std::string dots(const ReportCurve& curve) const {
    std::string d;
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
      if (!is_drawn(curve.x[i]) || !is_drawn(curve.y[i])) continue;
      d += fmt::format("M{:.1f} {:.1f}h0", x(curve.x[i]), y(curve.y[i]));
    }
    return d;
  }

  std::string bins(const ReportCurve& curve) const {
    std::string d;
    for (std::size_t i = 0; i < curve.y.size() && i + 1 < curve.x.size(); ++i) {
      if (!(curve.y[i] > 0.0)) continue;
      d += fmt::format("M{:.2f} {:.1f}V{:.1f}H{:.2f}V{:.1f}Z", x(curve.x[i]), y(0.0), y(curve.y[i]),
                       x(curve.x[i + 1]), y(0.0));
    }
    return d;
  }

  std::string band(const ReportCurve& curve) const {
    const std::size_t count = std::min({curve.x.size(), curve.y.size(), curve.upper.size()});
    std::string d;
    for (std::size_t i = 0; i < count;) {
      std::string back;
      bool first = true;
      for (; i < count && is_drawn(curve.y[i]) && is_drawn(curve.upper[i]); ++i) {
        d += fmt::format("{}{:.1f} {:.1f}", first ? 'M' : 'L', x(curve.x[i]), y(curve.upper[i]));
        back = fmt::format("L{:.1f} {:.1f}", x(curve.x[i]), y(curve.y[i])) + back;
        first = false;
      }
      if (!first) d += back + "Z";
      if (i < count) ++i;
    }
    return d;
  }

  static std::string point_title(const ReportCurve& curve, std::size_t i) {
    const std::string name = i < curve.labels.size() ? curve.labels[i] + ": " : "";
    return markup_escaped(fmt::format("{}{}, {}", name, curve.x[i], curve.y[i]));
  }

  std::string stems(const ReportCurve& curve) const {
    std::string svg;
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
      if (!is_drawn(curve.y[i])) continue;
      svg += fmt::format(
          "<path class=\"{} stem\" d=\"M{:.1f} {:.1f}V{:.1f}\"><title>{}</title></path>\n",
          color_class(curve.color), x(curve.x[i]), y(0.0), y(curve.y[i]), point_title(curve, i));
    }
    return svg;
  }

  std::string points(const ReportCurve& curve) {
    std::string svg;
    std::vector<Box> taken;
    const std::size_t count = std::min(curve.x.size(), curve.y.size());
    for (std::size_t i = 0; i < count; ++i) {
      const double cx = x(curve.x[i]), cy = y(curve.y[i]);
      taken.push_back({cx - 4.0, cy - 4.0, cx + 4.0, cy + 4.0});
      if (i < curve.across.size()) {
        svg += fmt::format("<path class=\"{} across\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n",
                           color_class(curve.color), x(curve.across[i].low), cy,
                           x(curve.across[i].high));
      }
      svg += fmt::format(
          "<circle class=\"{} point\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"><title>{}</title>"
          "</circle>\n",
          color_class(curve.color), cx, cy, point_title(curve, i));
    }
    for (std::size_t i = 0; i < std::min(count, curve.labels.size()); ++i) {
      svg += label(curve.labels[i], x(curve.x[i]), y(curve.y[i]), taken);
    }
    return svg;
  }

  /// Writes a name above, below or next to its point, if there is free space.
  std::string label(const std::string& name, double cx, double cy, std::vector<Box>& taken) const {
    const double width = kLetterWidth * static_cast<double>(name.size());
    for (const auto& [left, base] : {std::pair{cx + 5.0, cy - 5.0},
                                     {cx + 5.0, cy + 14.0},
                                     {cx - 5.0 - width, cy - 5.0},
                                     {cx - 5.0 - width, cy + 14.0},
                                     {cx + 7.0, cy + 4.0}}) {
      const Box box{left, base - kChartLine + 3.0, left + width, base + 2.0};
      const bool inside = box.left >= left_ && box.right <= kChartWidth &&
                          box.top >= kChartTop - kChartLine && box.bottom <= bottom() + 2.0;
      const bool free = std::none_of(taken.begin(), taken.end(),
                                     [&box](const Box& other) { return box.meets(other); });
      if (!inside || !free) continue;
      taken.push_back(box);
      return fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", left, base,
                         markup_escaped(name));
    }
    return "";
  }

  const ReportChart& chart_;
  const std::string& title_;
  ReportRange x_, y_;
  std::vector<double> y_ticks_;
  double left_ = 0.0;
  int x_power_ = 0, y_power_ = 0;
};

}  // namespace

std::string chart_svg(const ReportChart& chart, const std::string& title) {
  return Chart(chart, title).text();
}

}  // namespace hearth::apps
