// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace hearth::cases {
namespace {

constexpr int kWidth = 640, kHeight = 260;
constexpr int kLeft = 56, kRight = 12, kTop = 26, kBottom = 34;
constexpr std::array<const char*, 6> kInk{"#1b6ca8", "#c2571a", "#2e7d32",
                                          "#7b3fa0", "#a8861b", "#b3274c"};

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string text(double x, double y, const std::string& words, const char* anchor,
                 const char* ink = "#444") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n",
                     x, y, anchor, ink, escaped(words));
}

std::string opened(int height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      kWidth, height);
}

/// A range of numbers laid over a range of the drawing, with ticks at round numbers.
struct Axis {
  double low, high, from, to;

  Axis(double low_, double high_, double from_, double to_)
      : low(low_), high(high_), from(from_), to(to_) {
    if (!(high > low)) high = low + 1.0;
  }
  double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
  std::vector<double> ticks() const {
    const double rough = (high - low) / 5.0;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double lead = rough / power;
    const double step = power * (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0);
    std::vector<double> at;
    for (long k = std::lround(std::ceil(low / step)); static_cast<double>(k) * step <= high; ++k) {
      at.push_back(static_cast<double>(k) * step);
    }
    return at;
  }
};

std::string line_of(const Plot::Curve& curve, const Axis& x, const Axis& y, const char* ink) {
  std::string points;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    points += fmt::format("{:.1f},{:.1f} ", x.at(curve.x[i]), y.at(curve.y[i]));
  }
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
      "stroke-opacity=\"{}\"/>\n",
      points, ink, curve.reference ? 5.0 : 1.3, curve.reference ? 0.3 : 1.0);
}

std::string frame(const Plot& plot, const Axis& x, const Axis& y) {
  std::string drawing;
  for (const double tick : y.ticks()) {
    drawing += fmt::format("<path d=\"M{} {:.1f}H{}\" stroke=\"#ddd\"/>\n", kLeft, y.at(tick),
                           kWidth - kRight);
    drawing += text(kLeft - 5, y.at(tick) + 4, fmt::format("{:g}", tick), "end");
  }
  for (const double tick : x.ticks()) {
    drawing +=
        fmt::format("<path d=\"M{:.1f} {}v4\" stroke=\"#888\"/>\n", x.at(tick), kHeight - kBottom);
    drawing += text(x.at(tick), kHeight - kBottom + 16, fmt::format("{:g}", tick), "middle");
  }
  drawing += text(kWidth - kRight, kHeight - 4, plot.x_label, "end");
  drawing += text(4, 14, plot.y_label, "start");
  return drawing;
}

}  // namespace

std::string figure_of(const Plot& plot) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double left = kNone, right = -kNone, low = kNone, high = -kNone;
  for (const Plot::Curve& curve : plot.curves) {
    for (const double x : curve.x) left = std::min(left, x), right = std::max(right, x);
    for (const double y : curve.y) low = std::min(low, y), high = std::max(high, y);
  }
  const double margin = 0.05 * std::max(high - low, 1e-9);
  const Axis x(left, right, kLeft, kWidth - kRight);
  const Axis y(low - margin, high + margin, kHeight - kBottom, kTop);
  std::string drawing = opened(kHeight) + frame(plot, x, y);
  double at = kLeft + 60.0;
  std::size_t inks = 0, references = 0;
  for (const Plot::Curve& curve : plot.curves) {
    std::size_t& used = curve.reference ? references : inks;
    const char* ink = kInk[used++ % kInk.size()];
    drawing += line_of(curve, x, y, ink);
    drawing += text(at, 14, curve.name, "start", ink);
    at += 7.0 * static_cast<double>(curve.name.size()) + 16.0;
  }
  return drawing + "</svg>\n";
}

std::string figure_of(const std::vector<Band>& bands) {
  constexpr int kRow = 30;
  const int height = 12 + kRow * static_cast<int>(bands.size());
  std::string drawing = opened(height);
  double y = 6.0;
  for (const Band& band : bands) {
    // Each row has a scale of its own: the limits take up its middle.
    const double span = std::max({band.high - band.low, std::abs(band.value - band.low),
                                  std::abs(band.value - band.high), 1e-9});
    const double middle = (band.low + band.high) / 2.0;
    const Axis x(middle - span, middle + span, 180.0, kWidth - 110.0);
    const bool inside = band.low <= band.value && band.value <= band.high;
    drawing += text(4, y + 15, band.name, "start");
    drawing += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"14\" fill=\"#cfe3f2\"/>\n",
        x.at(band.low), y + 4, std::max(1.0, x.at(band.high) - x.at(band.low)));
    drawing += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"/>\n",
                           x.at(band.value), y + 11, inside ? "#1b6ca8" : "#b3274c");
    drawing += text(x.at(band.low) - 4, y + 15, fmt::format("{:g}", band.low), "end");
    drawing += text(x.at(band.high) + 4, y + 15, fmt::format("{:g}", band.high), "start");
    drawing += text(kWidth - 6, y + 15, fmt::format("{:.3g} {}", band.value, band.unit), "end",
                    inside ? "#1b6ca8" : "#b3274c");
    y += kRow;
  }
  return drawing + "</svg>\n";
}

}  // namespace hearth::cases
