// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/svg_parts.hpp"
#include "hearth/apps/report/page/time_ticks.hpp"

namespace hearth::apps {
namespace {

constexpr double kBarsWidth = 400.0, kBarsHeight = 250.0;  // px
constexpr double kBarsTop = 24.0, kBarsRight = 8.0, kBarsBottom = 24.0;
constexpr double kFilled = 0.76;  // share of a column's place that it fills
constexpr double kRow = 22.0;     // height of a bar of shares, px
constexpr std::size_t kBarsLetters = 22;

/// Stacks of columns on one scale.
class Columns {
 public:
  Columns(const ReportColumns& columns, const std::string& title)
      : columns_(columns), title_(title), count_(columns.names.size()) {
    for (std::size_t c = 0; c < count_; ++c) {
      double up = 0.0, down = 0.0;
      for (const ReportColumns::Group& group : columns.groups) {
        const double value = value_of(group, c);
        (value > 0.0 ? up : down) += value;
      }
      y_.high = std::max(y_.high, up);
      y_.low = std::min(y_.low, down);
    }
    if (!(y_.high > y_.low)) y_.high = y_.low + 1.0;
    y_.high += 0.04 * (y_.high - y_.low);
    power_ = axis_power(y_);
    ticks_ = round_values(y_.low, y_.high, 5);
    std::size_t longest = 1;
    for (const double tick : ticks_) longest = std::max(longest, mark(tick).size());
    left_ = 10.0 + kLetterWidth * static_cast<double>(longest);
  }

  std::string text() const {
    std::string svg = drawing_head(kBarsWidth, kBarsHeight, title_);
    for (const double tick : ticks_) {
      svg += fmt::format(
          "<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
          "text-anchor=\"end\">{}</text>\n",
          left_, y(tick), kBarsWidth - kBarsRight, left_ - 5.0, y(tick) + 4.0, mark(tick));
    }
    svg += fmt::format("<text x=\"2\" y=\"12\">{}</text>\n", axis_title(columns_.y, power_));
    for (std::size_t c = 0; c < count_; ++c) svg += stack(c);
    return svg + names() + "</svg>\n";
  }

 private:
  static double value_of(const ReportColumns::Group& group, std::size_t column) {
    const double value = column < group.values.size() ? group.values[column] : 0.0;
    return std::isfinite(value) ? value : 0.0;
  }
  std::string mark(double value) const { return tick_text(value, y_.high - y_.low, power_); }
  double room() const {
    return (kBarsWidth - kBarsRight - left_) /
           static_cast<double>(std::max<std::size_t>(1, count_));
  }
  double x(std::size_t column) const { return left_ + room() * static_cast<double>(column); }
  double y(double value) const {
    return kBarsTop +
           (kBarsHeight - kBarsTop - kBarsBottom) * (y_.high - value) / (y_.high - y_.low);
  }

  std::string stack(std::size_t column) const {
    std::string svg;
    double up = 0.0, down = 0.0;
    const double width = std::max(0.8, kFilled * room());
    const double left = x(column) + 0.5 * (room() - width);
    for (const ReportColumns::Group& group : columns_.groups) {
      const double value = value_of(group, column);
      if (value == 0.0) continue;
      double& base = value > 0.0 ? up : down;
      const double from = base;
      base += value;
      svg += fmt::format(
          "<rect class=\"{} fill\" x=\"{:.1f}\" y=\"{:.2f}\" width=\"{:.1f}\" height=\"{:.2f}\">"
          "<title>{}: {} {} {}</title></rect>\n",
          color_class(group.color), left, y(std::max(from, base)), width,
          std::abs(y(from) - y(base)), markup_escaped(columns_.names[column]),
          markup_escaped(group.name), value, markup_escaped(unit_text(columns_.y.unit)));
    }
    return svg;
  }

  /// Returns the names of the columns; only as many as fit.
  std::string names() const {
    std::string svg;
    std::size_t longest = 1;
    for (const std::string& name : columns_.names) longest = std::max(longest, letters_of(name));
    const double needed = kLetterWidth * static_cast<double>(longest + 1);
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(needed / room())));
    for (std::size_t c = 0; c < count_; c += every) {
      const double middle = x(c) + 0.5 * room();
      const double half = 0.5 * kLetterWidth * static_cast<double>(letters_of(columns_.names[c]));
      if (middle + half > kBarsWidth) continue;
      svg +=
          fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                      std::max(middle, half), kBarsHeight - 8.0, markup_escaped(columns_.names[c]));
    }
    return svg;
  }

  const ReportColumns& columns_;
  const std::string& title_;
  std::size_t count_;
  ReportRange y_;
  int power_ = 0;
  std::vector<double> ticks_;
  double left_ = 0.0;
};

}  // namespace

std::string columns_svg(const ReportColumns& columns, const std::string& title) {
  return Columns(columns, title).text();
}

std::string shares_svg(const ReportShares& shares, const std::string& title) {
  std::size_t longest = 1;
  for (const ReportShares::Row& row : shares.rows) {
    longest = std::max(longest, std::min(letters_of(row.name), kBarsLetters));
  }
  const double left = 10.0 + kLetterWidth * static_cast<double>(longest);
  const double width = kBarsWidth - kBarsRight - left;
  const double height = kRow * static_cast<double>(shares.rows.size()) + 20.0;
  std::string svg = drawing_head(kBarsWidth, height, title);
  for (std::size_t r = 0; r < shares.rows.size(); ++r) {
    const ReportShares::Row& row = shares.rows[r];
    const double top = kRow * static_cast<double>(r) + 3.0;
    svg += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}<title>{}</title></text>\n",
        left - 6.0, top + 12.0, markup_escaped(cut_text(row.name, kBarsLetters)),
        markup_escaped(row.name));
    double begin = 0.0;
    for (std::size_t part = 0; part < row.shares.size(); ++part) {
      const double share = std::isfinite(row.shares[part]) ? row.shares[part] : 0.0;
      if (share <= 0.0) continue;
      svg += fmt::format(
          "<rect class=\"g{} fill\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" "
          "height=\"{:.1f}\"><title>{}, {}: {:.2f} %</title></rect>\n",
          part % 5, left + width * begin, top, width * share, kRow - 6.0, markup_escaped(row.name),
          markup_escaped(part < shares.parts.size() ? shares.parts[part] : ""), 100.0 * share);
      begin += share;
    }
  }
  for (const int percent : {0, 25, 50, 75, 100}) {
    const double x = left + width * percent / 100.0;
    svg += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} 0V{1:.1f}\"/><text x=\"{2:.1f}\" y=\"{3:.1f}\" "
        "text-anchor=\"{4}\">{5} %</text>\n",
        x, height - 17.0, x, height - 4.0, percent == 100 ? "end" : "middle", percent);
  }
  return svg + "</svg>\n";
}

std::string spans_svg(const ReportSpans& spans, const std::string& title) {
  constexpr double kSpanRow = 32.0, kNames = 136.0, kFoot = 34.0;  // px
  constexpr std::size_t kNameLetters = 21;
  ReportRange x{spans.middle, spans.middle};
  for (const ReportSpans::Row& row : spans.rows) {
    x.low = std::min({x.low, row.from, row.to});
    x.high = std::max({x.high, row.from, row.to});
  }
  if (!(x.high > x.low)) x.high = x.low + 1.0;
  const double height = kSpanRow * static_cast<double>(spans.rows.size()) + kFoot;
  const double bottom = height - kFoot;
  const int power = axis_power(x);
  const auto at = [&](double value) {
    return kNames + (kBarsWidth - kBarsRight - kNames) * (value - x.low) / (x.high - x.low);
  };
  std::string svg = drawing_head(kBarsWidth, height, title);
  double free_from = kNames - 24.0;
  for (const double tick : round_values(x.low, x.high, 5)) {
    const std::string words = tick_text(tick, x.high - x.low, power);
    const double half = 0.5 * kLetterWidth * static_cast<double>(letters_of(words));
    svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} 0V{:.1f}\"/>\n", at(tick), bottom);
    if (at(tick) - half < free_from || at(tick) + half > kBarsWidth) continue;
    free_from = at(tick) + half + kLetterWidth;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                       at(tick), bottom + 14.0, words);
  }
  for (std::size_t r = 0; r < spans.rows.size(); ++r) {
    const ReportSpans::Row& row = spans.rows[r];
    const double top = kSpanRow * static_cast<double>(r);
    const std::string cut = cut_text(row.name, kNameLetters);
    svg += fmt::format(
        "<text class=\"label\" x=\"2\" y=\"{:.1f}\">{}<title>{}</title></text>"
        "<text x=\"2\" y=\"{:.1f}\">{}</text>\n",
        top + 13.0, markup_escaped(cut), markup_escaped(row.name), top + 26.0,
        markup_escaped(cut_text(row.words, kNameLetters)));
    svg += fmt::format(
        "<rect class=\"s{} fill\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"18\">"
        "<title>{}: {} to {} {}, {}</title></rect>\n",
        row.to < row.from ? 2 : 0, at(std::min(row.from, row.to)), top + 6.0,
        std::max(0.5, std::abs(at(row.to) - at(row.from))), markup_escaped(row.name), row.from,
        row.to, markup_escaped(unit_text(spans.x.unit)), markup_escaped(row.words));
  }
  return svg + fmt::format(
                   "<path class=\"axis-line\" d=\"M{0:.1f} 0V{1:.1f}\"/><text x=\"{2:.1f}\" "
                   "y=\"{3:.1f}\" text-anchor=\"end\">{4}</text>\n</svg>\n",
                   at(spans.middle), bottom, kBarsWidth - kBarsRight, height - 5.0,
                   axis_title(spans.x, power));
}

}  // namespace hearth::apps
