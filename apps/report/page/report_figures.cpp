// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/report_figures.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/apps/report/page/svg_parts.hpp"

namespace hearth::apps {
namespace {

std::string range_text(const ReportRange& range) {
  return short_number(range.low) + " to " + short_number(range.high);
}

std::string full_text(const ReportRange& range) {
  return fmt::format("{} to {}", range.low, range.high);
}

/// The scale of one track; positions are shares of its width.
class Track {
 public:
  Track(double low, double high, bool logarithmic) : logarithmic_(logarithmic) {
    low_ = scaled(low);
    high_ = scaled(high);
    if (!(high_ > low_)) high_ = low_ + 1.0;
  }
  double at(double value) const {
    const double share = (scaled(value) - low_) / (high_ - low_);
    return std::clamp(std::isnan(share) ? 0.0 : share, 0.0, 1.0);
  }
  std::string span(const char* kind, const ReportRange& range) const {
    const double left = at(range.low);
    return fmt::format("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\"></i>", kind,
                       100.0 * left, 100.0 * (at(range.high) - left));
  }
  std::string mark(const char* kind, double value) const {
    return fmt::format("<i class=\"{}\" style=\"left:{:.2f}%\"></i>", kind, 100.0 * at(value));
  }

 private:
  double scaled(double value) const {
    return logarithmic_ ? std::log(std::max(value, 1e-300)) : value;
  }
  bool logarithmic_;
  double low_ = 0.0, high_ = 1.0;
};

/// The part of an estimate's bounds that a track shows.
struct Scale {
  ReportRange shown;
  bool from_bound = true, to_bound = true;  ///< whether the track ends at that bound
};

/// The scale of an estimate: from bound to bound; only as far as needed if there is no bound, or if
/// it is so far away that everything else would be one point.
Scale scale_of(const ReportEstimate& row, bool logarithmic) {
  constexpr double kFar = 1000.0;  // largest distance to a bound, in shown spans
  double low = row.value, high = row.value;
  const auto take = [&](double value) {
    if (!std::isfinite(value) || (logarithmic && value <= 0.0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const auto& range : {row.interval, row.other}) {
    if (!range) continue;
    take(range->low);
    take(range->high);
  }
  if (row.initial) take(*row.initial);
  const double span = high > low ? high - low : std::max(1e-9, std::abs(high));
  const double widened = std::pow(high > low ? high / low : 2.0, 0.5);
  Scale scale{{logarithmic ? low / widened : low - 0.5 * span,
               logarithmic ? high * widened : high + 0.5 * span}};
  const bool open = !row.min || !row.max;  // one bound alone does not determine a scale
  const auto near = [&](double bound) {
    return logarithmic ? !open : std::abs(bound - low) < kFar * span;
  };
  const bool inside_low = row.min && *row.min >= scale.shown.low;
  const bool inside_high = row.max && *row.max <= scale.shown.high;
  scale.from_bound = row.min && (near(*row.min) || inside_low);
  scale.to_bound = row.max && (near(*row.max) || inside_high);
  if (scale.from_bound) scale.shown.low = *row.min;
  if (scale.to_bound) scale.shown.high = *row.max;
  return scale;
}

std::string bound_text(const std::optional<double>& bound, bool drawn, bool upper) {
  if (!bound) return "open";
  if (drawn) return short_number(*bound);
  return upper ? short_number(*bound) + " →" : "← " + short_number(*bound);
}

std::string estimate_html(const ReportEstimate& row, const ReportEstimates& all) {
  const bool logarithmic = row.logarithmic && row.value > 0.0 && row.min.value_or(1.0) > 0.0;
  const Scale scale = scale_of(row, logarithmic);
  const Track track(scale.shown.low, scale.shown.high, logarithmic);
  const std::string unit = markup_escaped(unit_text(row.unit));
  std::string marks, words, title = fmt::format("{} {}", all.value_word, row.value);
  if (row.interval) {
    marks += track.span("interval", *row.interval);
    words = " <small>" + range_text(*row.interval) + "</small>";
    title += ", 95 % " + full_text(*row.interval);
  }
  if (row.other) {
    marks += track.span("other", *row.other);
    title += fmt::format(", {} {}", all.other_word, full_text(*row.other));
  }
  if (row.initial) {
    marks += track.mark("initial", *row.initial);
    title += fmt::format(", {} {}", all.initial_word, *row.initial);
  }
  marks += track.mark("value", row.value);
  return fmt::format(
      "<li><span class=\"name\">{}</span><span class=\"track\" title=\"{}\">{}</span>"
      "<span class=\"ends\"><span>{}</span><span>{}</span><span>{}</span></span>"
      "<span class=\"words\">{}{}{}</span></li>\n",
      markup_escaped(row.name), markup_escaped(title), marks,
      bound_text(row.min, scale.from_bound, false), logarithmic ? "logarithmic" : "",
      bound_text(row.max, scale.to_bound, true), short_number(row.value),
      unit.empty() ? "" : " " + unit, words);
}

std::string mark_item(const char* kind, const std::string& words) {
  return fmt::format("<li><i class=\"mark {}\"></i>{}</li>", kind, markup_escaped(words));
}

std::string figure_body(const ReportEstimates& estimates, const std::string& /*title*/) {
  std::string html = "<ul class=\"tracks estimates\">\n";
  bool interval = false, other = false, initial = false;
  for (const ReportEstimate& row : estimates.rows) {
    html += estimate_html(row, estimates);
    interval = interval || row.interval;
    other = other || row.other;
    initial = initial || row.initial;
  }
  html += "</ul>\n<ul class=\"key\">" + mark_item("value", estimates.value_word);
  if (interval) html += mark_item("interval", "95 % interval");
  if (other) html += mark_item("other", estimates.other_word);
  if (initial) html += mark_item("initial", estimates.initial_word);
  return html + "</ul>\n";
}

std::string heat_cell(double value) {
  if (!std::isfinite(value)) return "<td>–</td>";
  const double share = 100.0 * std::min(1.0, std::abs(value));
  return fmt::format("<td class=\"{}\" style=\"--share:{:.0f}%\" title=\"{}\">{:.2f}</td>",
                     value < 0.0 ? "negative" : "positive", share, value,
                     std::abs(value) < 0.005 ? 0.0 : value);
}

std::string figure_body(const ReportMatrix& matrix, const std::string& title) {
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table "
      "class=\"heat\">"
      "<thead><tr><td></td>",
      markup_escaped(title));
  for (const std::string& name : matrix.names) {
    html += "<th scope=\"col\"><span>" + markup_escaped(name) + "</span></th>";
  }
  html += "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < matrix.values.size() && i < matrix.names.size(); ++i) {
    html += "<tr><th scope=\"row\">" + markup_escaped(matrix.names[i]) + "</th>";
    for (const double value : matrix.values[i]) html += heat_cell(value);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string bar_html(const ReportBar& bar, std::size_t group, const Track& track) {
  std::string title = fmt::format("{}", bar.value);
  std::string marks = fmt::format("<i class=\"fill s{}\" style=\"width:{:.2f}%\"></i>", group % 8,
                                  100.0 * track.at(bar.value));
  const auto share_text = [](double value) { return fmt::format("{:.3f}", value); };
  std::string words = share_text(bar.value);
  if (bar.interval) {
    marks += track.span("whisker", *bar.interval);
    title += ", 95 % " + full_text(*bar.interval);
    words += fmt::format(" <small>{} to {}</small>", share_text(bar.interval->low),
                         share_text(bar.interval->high));
  }
  return fmt::format("<span class=\"track\" title=\"{}\">{}</span><span class=\"words\">{}</span>",
                     markup_escaped(title), marks, words);
}

std::string figure_body(const ReportBars& bars, const std::string& /*title*/) {
  double high = 0.0;
  for (const ReportBars::Row& row : bars.rows) {
    for (const ReportBar& bar : row.bars) {
      high = std::max({high, bar.value, bar.interval ? bar.interval->high : 0.0});
    }
  }
  const Track track(0.0, high > 0.0 ? high : 1.0, false);
  std::string html = "<ul class=\"tracks bars-list\">\n";
  for (const ReportBars::Row& row : bars.rows) {
    html += "<li><span class=\"name\">" + markup_escaped(row.name) + "</span>";
    for (std::size_t group = 0; group < row.bars.size(); ++group) {
      html += bar_html(row.bars[group], group, track);
    }
    html += "</li>\n";
  }
  html += "</ul>\n<ul class=\"key\">";
  for (std::size_t group = 0; group < bars.groups.size(); ++group) {
    html += fmt::format("<li><i class=\"s{}\"></i>{}</li>", group % 8,
                        markup_escaped(bars.groups[group]));
  }
  return html + mark_item("whisker", "95 % interval") + "</ul>\n";
}

std::string figure_body(const ReportChart& chart, const std::string& title) {
  std::string key;
  for (const ReportCurve& curve : chart.curves) {
    if (curve.name.empty()) continue;
    using enum ReportCurve::Style;
    const bool wide = curve.style == Band || curve.style == Bins;
    const bool round = curve.style == Points || curve.style == Dots;
    key += fmt::format("<li><i class=\"{}{}\"></i>{}</li>",
                       curve.color < 0 ? "measured" : fmt::format("s{}", curve.color % 8),
                       wide    ? " wide"
                       : round ? " round"
                               : "",
                       markup_escaped(curve.name));
  }
  for (const ReportLimit& limit : chart.limits) {
    if (!limit.name.empty()) key += mark_item("limit", limit.name);
  }
  return chart_svg(chart, title) + (key.empty() ? "" : "<ul class=\"key\">" + key + "</ul>\n");
}

std::string figure_body(const ReportColumns& columns, const std::string& title) {
  std::string key;
  for (const ReportColumns::Group& group : columns.groups) {
    key += fmt::format("<li><i class=\"s{} block\"></i>{}</li>", group.color % 8,
                       markup_escaped(group.name));
  }
  return columns_svg(columns, title) + "<ul class=\"key\">" + key + "</ul>\n";
}

std::string figure_body(const ReportShares& shares, const std::string& title) {
  std::string key;
  for (std::size_t part = 0; part < shares.parts.size(); ++part) {
    key += fmt::format("<li><i class=\"g{} block\"></i>{}</li>", part % 5,
                       markup_escaped(shares.parts[part]));
  }
  return shares_svg(shares, title) + "<ul class=\"key\">" + key + "</ul>\n";
}

std::string figure_body(const ReportSpans& spans, const std::string& title) {
  return spans_svg(spans, title);
}

std::string figure_body(const ReportGrid& grid, const std::string& title) {
  return grid_svg(grid, title);
}

std::string figure_body(const ReportFlows& flows, const std::string& title) {
  return "<div class=\"scroll\">" + flows_svg(flows, title) + "</div>\n";
}

/// The class of a figure by its width: charts of one size are placed next to each other.
const char* figure_class(const ReportFigure& figure) {
  if (std::holds_alternative<ReportFlows>(figure.body)) return "flow-figure";
  const bool wide = std::holds_alternative<ReportEstimates>(figure.body) ||
                    std::holds_alternative<ReportMatrix>(figure.body) ||
                    std::holds_alternative<ReportBars>(figure.body);
  return wide ? "wide-figure" : "chart-figure";
}

std::string figure_html(const ReportFigure& figure) {
  std::string html = fmt::format("<figure class=\"{}\">", figure_class(figure));
  if (!figure.title.empty()) {
    html += fmt::format("<figcaption><h4>{}</h4></figcaption>\n", markup_escaped(figure.title));
  }
  html +=
      std::visit([&](const auto& body) { return figure_body(body, figure.title); }, figure.body);
  if (!figure.note.empty()) {
    html += fmt::format("<p class=\"note\">{}</p>\n", markup_escaped(figure.note));
  }
  return html + "</figure>\n";
}

}  // namespace

std::string figures_html(const std::vector<ReportFigures>& groups) {
  std::string html;
  for (const ReportFigures& group : groups) {
    if (group.figures.empty()) continue;
    html += "<div class=\"figures\">\n";
    if (!group.title.empty()) html += "<h3>" + markup_escaped(group.title) + "</h3>\n";
    if (!group.note.empty()) html += "<p class=\"note\">" + markup_escaped(group.note) + "</p>\n";
    html += "<div class=\"figure-grid\">\n";
    for (const ReportFigure& figure : group.figures) html += figure_html(figure);
    html += "</div></div>\n";
  }
  return html;
}

}  // namespace hearth::apps
