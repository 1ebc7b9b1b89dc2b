// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/time_ticks.hpp"

namespace hearth::apps {
namespace {

constexpr double kWidth = 760.0;  // width of the drawing, px
constexpr double kLeft = 56.0, kRight = 24.0;
constexpr double kTop = 8.0, kBottom = 22.0;
constexpr double kValues = 190.0, kResiduals = 60.0, kGap = 12.0;  // heights, px
// columns of the drawing; the lowest and the highest value of each are drawn
constexpr int kColumns = 340;
constexpr std::array kColors = {"#1f6fb2", "#bf4e0f", "#16795b", "#8a4fa3",
                                "#8f6b00", "#0f7f8c", "#b83a6e", "#56616f"};

/// A panel: a span of values drawn between two heights.
struct Panel {
  double top = 0.0, height = 0.0;
  double low = 0.0, high = 0.0;
  double y(double value) const { return top + height * (high - value) / (high - low); }
};

struct Extent {
  double low = INFINITY, high = -INFINITY;
  void add(const std::vector<float>& values) {
    for (const float value : values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, static_cast<double>(value));
      high = std::max(high, static_cast<double>(value));
    }
  }
};

Panel panel(const Extent& extent, double top, double height) {
  if (extent.low > extent.high) return {top, height, 0.0, 1.0};
  const double span = extent.high - extent.low;
  const double margin = span > 0.0 ? 0.06 * span : std::max(1e-6, 0.05 * std::abs(extent.high));
  return {top, height, extent.low - margin, extent.high + margin};
}

/// Simulated minus measured values; NaN if one is missing.
std::vector<float> residuals(const ReportSignal& signal) {
  std::vector<float> result;
  const std::size_t rows = std::min(signal.values.size(), signal.measured.size());
  for (std::size_t i = 0; i < rows; ++i) result.push_back(signal.values[i] - signal.measured[i]);
  return result;
}

/// Draws one plot: the values and below them the residuals.
class Drawing {
 public:
  Drawing(const ReportSeries& series, const ReportPlot& plot) : series_(series), plot_(plot) {
    Extent values, rest;
    for (const int index : plot.signals) {
      const ReportSignal& signal = at(index);
      const ReportTimes& times = times_of(signal);
      values.add(signal.values);
      values.add(signal.measured);
      for (const ReportBand& band : signal.bands) {
        values.add(band.low);
        values.add(band.high);
      }
      rest.add(residuals(signal));
      begin_ = std::min(begin_, times.start);
      end_ = std::max(end_, times.start + times.step * static_cast<double>(times.rows - 1));
      zone_ = times.zone;
    }
    if (!(end_ > begin_)) end_ = begin_ + 1.0;
    values_ = panel(values, kTop, kValues);
    has_residuals_ = rest.low <= rest.high;
    rest.low = std::min(rest.low, 0.0);
    rest.high = std::max(rest.high, 0.0);
    residuals_ = panel(rest, kTop + kValues + kGap, kResiduals);
  }

  std::string text() const {
    const double height = bottom() + kBottom;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" role=\"img\" aria-label=\"{2}\" font-size=\"11\" fill=\"#444\">\n",
        kWidth, height, markup_escaped(plot_.title));
    svg += axis(values_, 5) + (has_residuals_ ? axis(residuals_, 2) : "") + time_axis();
    for (std::size_t i = 0; i < plot_.signals.size(); ++i) svg += bands(i);
    for (std::size_t i = 0; i < plot_.signals.size(); ++i) svg += curves(i);
    return svg + "</svg>\n";
  }

 private:
  const ReportSignal& at(int index) const {
    return series_.signals.at(static_cast<std::size_t>(index));
  }
  const ReportTimes& times_of(const ReportSignal& signal) const {
    return series_.times.at(static_cast<std::size_t>(signal.times));
  }
  double bottom() const { return kTop + kValues + (has_residuals_ ? kGap + kResiduals : 0.0); }
  double x(double time) const {
    return kLeft + (kWidth - kLeft - kRight) * (time - begin_) / (end_ - begin_);
  }

  static std::string axis(const Panel& panel, int wanted) {
    std::string svg;
    for (const double value : round_values(panel.low, panel.high, wanted)) {
      const double y = panel.y(value);
      svg += fmt::format(
          "<path class=\"grid\" d=\"M{:.0f} {:.1f}H{:.0f}\" stroke=\"#ddd\"/><text x=\"{:.0f}\" "
          "y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
          kLeft, y, kWidth - kRight, kLeft - 6.0, y + 4.0,
          fmt::format("{:.6g}", std::abs(value) < 1e-12 ? 0.0 : value));
    }
    return svg;
  }

  std::string time_axis() const {
    std::string svg;
    for (const TimeTick& tick : time_ticks(begin_, end_, zone_, 8)) {
      svg += fmt::format(
          "<path class=\"grid\" d=\"M{0:.1f} {1:.0f}V{2:.0f}\" stroke=\"#ddd\"/><text "
          "x=\"{0:.1f}\" "
          "y=\"{3:.0f}\" text-anchor=\"middle\">{4}</text>\n",
          x(tick.time), kTop, bottom(), bottom() + 16.0, tick.label);
    }
    return svg;
  }

  /// The areas between low and high, drawn before all curves.
  std::string bands(std::size_t i) const {
    const ReportSignal& signal = at(plot_.signals[i]);
    std::string svg;
    for (const ReportBand& band : signal.bands) {
      svg += fmt::format("<path class=\"s{} band\" fill=\"{}\" fill-opacity=\"0.18\" d=\"{}\"/>\n",
                         i % kColors.size(), kColors[i % kColors.size()],
                         area(band, times_of(signal)));
    }
    return svg;
  }

  std::string curves(std::size_t i) const {
    const ReportSignal& signal = at(plot_.signals[i]);
    const ReportTimes& times = times_of(signal);
    const std::string color = signal.limit
                                  ? "class=\"measured dashed\" stroke=\"#555\""
                                  : fmt::format("class=\"s{}\" stroke=\"{}\"", i % kColors.size(),
                                                kColors[i % kColors.size()]);
    std::string svg;
    if (!signal.measured.empty()) {
      svg += fmt::format("<path {} stroke-width=\"0.9\" stroke-dasharray=\"1.5 1.5\" d=\"{}\"/>\n",
                         "class=\"measured\" stroke=\"#555\" fill=\"none\"",
                         curve(signal.measured, times, values_));
      svg += fmt::format("<path {} stroke-width=\"1\" fill=\"none\" d=\"{}\"/>\n", color,
                         curve(residuals(signal), times, residuals_));
    }
    return svg + fmt::format("<path {} stroke-width=\"1.2\" fill=\"none\" d=\"{}\"/>\n", color,
                             curve(signal.values, times, values_, signal.steps));
  }

  /// The number of rows that one column of the drawing shows.
  static std::size_t rows_per_column(const std::vector<float>& values) {
    return std::max<std::size_t>(1, (values.size() + kColumns - 1) / kColumns);
  }

  /// Lowest and highest value of a column.
  static Extent extent_of(const std::vector<float>& values, std::size_t first, std::size_t count) {
    const auto end = std::min(values.size(), first + count);
    Extent extent;
    extent.add({values.begin() + static_cast<std::ptrdiff_t>(first),
                values.begin() + static_cast<std::ptrdiff_t>(end)});
    return extent;
  }

  /// An area for each stretch without gaps: along the high ends and back along the low ones.
  std::string area(const ReportBand& band, const ReportTimes& times) const {
    const std::size_t count = rows_per_column(band.low);
    std::string path, back;
    const auto close = [&] {
      if (!back.empty()) path += back + "Z";
      back.clear();
    };
    for (std::size_t first = 0; first < band.low.size(); first += count) {
      const Extent low = extent_of(band.low, first, count);
      const Extent high = extent_of(band.high, first, count);
      if (low.low > low.high || high.low > high.high) {
        close();
        continue;
      }
      const double at = x(times.start + times.step * static_cast<double>(first));
      path += fmt::format("{}{:.1f} {:.1f}", back.empty() ? 'M' : 'L', at, values_.y(high.high));
      back = fmt::format("L{:.1f} {:.1f}", at, values_.y(low.low)) + back;
    }
    close();
    return path;
  }

  /// A path through all values, or through the lowest and highest of each column if there are many.
  std::string curve(const std::vector<float>& values, const ReportTimes& times, const Panel& panel,
                    bool steps = false) const {
    const std::size_t per_column = rows_per_column(values);
    std::string path;
    bool open = false;
    for (std::size_t first = 0; first < values.size(); first += per_column) {
      const Extent extent = extent_of(values, first, per_column);
      const double time = times.start + times.step * static_cast<double>(first);
      if (extent.low > extent.high) {
        open = false;
        continue;
      }
      if (open && steps) path += fmt::format("H{:.1f}", x(time));
      path += fmt::format("{}{:.1f} {:.1f}", open ? 'L' : 'M', x(time), panel.y(extent.low));
      if (extent.high > extent.low) path += fmt::format("V{:.1f}", panel.y(extent.high));
      open = true;
    }
    return path;
  }

  const ReportSeries& series_;
  const ReportPlot& plot_;
  Panel values_, residuals_;
  bool has_residuals_ = false;
  double begin_ = INFINITY, end_ = -INFINITY;
  std::string zone_;
};

}  // namespace

std::string plot_svg(const ReportSeries& series, const ReportPlot& plot) {
  return Drawing(series, plot).text();
}

}  // namespace hearth::apps
