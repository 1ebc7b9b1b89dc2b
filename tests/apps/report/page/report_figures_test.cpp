// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/report_figures.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/apps/report/content/report_content.hpp"

namespace report_figures_test {

using namespace hearth::apps;
using Style = ReportCurve::Style;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class Body>
std::string html_of(Body body) {
  return figures_html({{"", "", {ReportFigure{"Title <&>", "", std::move(body)}}}});
}

ReportChart unit_chart(ReportCurve curve) {
  ReportChart chart;
  chart.x = {"x", "degC", ReportRange{0.0, 10.0}};
  chart.y = {"y", "", ReportRange{0.0, 1.0}};
  chart.curves = {std::move(curve)};
  return chart;
}

}  // namespace

TEST_CASE("points of a chart are at the places that its axes show") {
  ReportCurve curve{"curve", Style::Line};
  curve.x = {0.0, 4.0, 10.0};
  curve.y = {0.0, 1.0, 0.5};
  // The labels of y have three letters of 6.3 px, hence x = 28.9 + 357.1 v / 10, y = 214 - 190 v.
  CHECK(holds(chart_svg(unit_chart(curve), "t"), "d=\"M28.9 214.0L171.7 24.0L386.0 119.0\""));
  curve.y[1] = NAN;
  CHECK(holds(chart_svg(unit_chart(curve), "t"), "d=\"M28.9 214.0M386.0 119.0\""));
  curve.style = Style::Band;
  curve.y = {0.0, 0.5, 0.5};
  curve.upper = {1.0, 1.0, 1.0};
  CHECK(holds(chart_svg(unit_chart(curve), "t"),
              "d=\"M28.9 24.0L171.7 24.0L386.0 24.0L386.0 119.0L171.7 119.0L28.9 214.0Z\""));
  curve.style = Style::Bins;
  curve.y = {1.0, 0.5};
  CHECK(holds(chart_svg(unit_chart(curve), "t"), "d=\"M28.90 214.0V24.0H171.74V214.0Z"));
}

TEST_CASE("values near the largest floating-point number are left out of a chart") {
  ReportCurve curve{"curve", Style::Line};
  curve.x = {0.0, 1.7e308, 4.0};
  curve.y = {0.0, -1.7e308, 1.0};
  ReportChart chart = unit_chart(curve);
  chart.x.range.reset();
  chart.y.range.reset();
  const std::string svg = chart_svg(chart, "t");
  CHECK_FALSE(holds(svg, "inf"));
  CHECK_FALSE(holds(svg, "nan"));
  CHECK_FALSE(holds(svg, "10³⁰⁶"));
}

TEST_CASE("points have their numbers as titles and their names at free places") {
  ReportCurve curve{"", Style::Points};
  curve.x = {2.0, 2.0};
  curve.y = {0.5, 0.5};
  curve.labels = {"<a>", "b"};
  curve.across = {{1.0, 4.0}, {2.0, 2.0}};
  const std::string svg = chart_svg(unit_chart(curve), "t");
  CHECK(holds(svg, "<title>&lt;a&gt;: 2, 0.5</title>"));
  CHECK(holds(svg, "d=\"M64.6 119.0H171.7\""));  // from 1 to 4
  CHECK(holds(svg, "y=\"114.0\">&lt;a&gt;</text>"));
  CHECK(holds(svg, "y=\"133.0\">b</text>"));
}

TEST_CASE("marks of an axis of large or small numbers are divided by a power of ten") {
  ReportCurve curve{"", Style::Line};
  curve.x = {0.0, 1.0};
  curve.y = {0.0, 2e6};
  ReportChart chart;
  chart.x = {"x"};
  chart.y = {"C", "J/K"};
  chart.curves = {curve};
  std::string svg = chart_svg(chart, "t");
  CHECK(holds(svg, ">C, 10⁶ J/K</text>"));
  CHECK(holds(svg, ">0.5</text>"));
  chart.curves[0].y = {0.0, 2e-5};
  svg = chart_svg(chart, "t");
  CHECK(holds(svg, ">C, 10⁻⁶ J/K</text>"));
  CHECK(holds(svg, ">20</text>"));
}

TEST_CASE("a chart without numbers has axes and no invalid numbers") {
  ReportCurve curve{"", Style::Stems};
  curve.x = {NAN};
  curve.y = {NAN};
  ReportChart chart;
  chart.curves = {curve};
  CHECK_FALSE(holds(chart_svg(chart, "t"), "nan"));
  chart.curves.clear();
  CHECK_FALSE(holds(chart_svg(chart, "t"), "nan"));
}

TEST_CASE("an estimate is drawn between its bounds") {
  ReportEstimate row;
  row.name = "R<out>";
  row.unit = "m2";
  row.value = 4.0;
  row.interval = ReportRange{3.0, 6.0};
  row.min = 2.0;
  row.max = 12.0;
  row.initial = 2.0;
  std::string html = html_of(ReportEstimates{.rows = {row}});
  CHECK(holds(html, "<i class=\"value\" style=\"left:20.00%\">"));
  CHECK(holds(html, "<i class=\"interval\" style=\"left:10.00%;width:30.00%\">"));
  CHECK(holds(html, "<i class=\"initial\" style=\"left:0.00%\">"));
  CHECK(holds(html, "R&lt;out&gt;"));
  CHECK(holds(html, "4 m²"));
  CHECK(holds(html, "estimate 4, 95 % 3 to 6, start 2"));

  row.logarithmic = true;  // log(4/2)/log(32/2)
  row.max = 32.0;
  CHECK(holds(html_of(ReportEstimates{.rows = {row}}), "\"value\" style=\"left:25.00%\""));

  row.logarithmic = false;
  row.max = 1e9;  // so far away that everything else would be one point
  html = html_of(ReportEstimates{.rows = {row}});
  CHECK(holds(html, "1e9 →"));
  CHECK(holds(html, "\"value\" style=\"left:33.33%\""));  // between 2 and 8
  row.max.reset();
  CHECK(holds(html_of(ReportEstimates{.rows = {row}}), "open"));
}

TEST_CASE("bars, matrices and keys show their numbers") {
  ReportBars bars{{"first", "total"}, {{"a", {{0.5, ReportRange{0.25, 1.0}}, {-0.1, {}}}}}};
  std::string html = html_of(bars);
  CHECK(holds(html, "<i class=\"fill s0\" style=\"width:50.00%\">"));
  CHECK(holds(html, "<i class=\"whisker\" style=\"left:25.00%;width:75.00%\">"));
  CHECK(holds(html, "<i class=\"fill s1\" style=\"width:0.00%\">"));
  CHECK(holds(html, "-0.100"));
  html = html_of(ReportMatrix{{"a", "b"}, {{1.0, -0.5}, {NAN, 1.0}}});
  CHECK(holds(html, "<td class=\"negative\" style=\"--share:50%\" title=\"-0.5\">-0.50</td>"));
  CHECK(holds(html, "<td>–</td>"));
  CHECK(holds(html, "Title &lt;&amp;&gt;"));
  CHECK_FALSE(holds(html, "nan"));
}

}  // namespace report_figures_test
