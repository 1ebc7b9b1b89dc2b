// SPDX-License-Identifier: MIT
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/tests/apps/report/page/fixture.hpp"

namespace plot_svg_test {

using namespace hearth::apps;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

ReportSeries ramp() {
  ReportSeries series;
  series.times = {{0.0, 3600.0, 5, "UTC"}};
  series.signals = {{"a.x", "degC", "", 0, {0.0F, 1.0F, 2.0F, 3.0F, 4.0F}, {}}};
  series.plots = {{"Ramp <&>", "degC", {0}}};
  return series;
}

}  // namespace

TEST_CASE("a ramp is drawn from corner to corner") {
  const ReportSeries series = ramp();
  const std::string svg = plot_svg(series, series.plots[0]);
  // Values from 0 to 4 with a margin of 6 % on 190 px: y = 8 + 190 (4.24 - v) / 4.48.
  CHECK(svg.find("d=\"M56.0 187.8L226.0 145.4L396.0 103.0L566.0 60.6L736.0 18.2\"") !=
        std::string::npos);
  CHECK(svg.find("aria-label=\"Ramp &lt;&amp;&gt;\"") != std::string::npos);
}

TEST_CASE("a gap interrupts the curve") {
  ReportSeries series = ramp();
  series.signals[0].values[2] = std::numeric_limits<float>::quiet_NaN();
  const std::string svg = plot_svg(series, series.plots[0]);
  CHECK(svg.find("L226.0 145.4M566.0 60.6L") != std::string::npos);
}

TEST_CASE("a drawing without values has axes and no invalid numbers") {
  ReportSeries series = ramp();
  for (float& value : series.signals[0].values) value = std::numeric_limits<float>::quiet_NaN();
  const std::string svg = plot_svg(series, series.plots[0]);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf\"") == std::string::npos);
  series.times[0].rows = 0;
  series.signals[0].values.clear();
  CHECK(plot_svg(series, series.plots[0]).find("nan") == std::string::npos);
}

TEST_CASE("measured signals have a curve of measurements and residuals below") {
  const auto content = hearth::tests::report_fixture({.signals = 3});
  const std::string svg = plot_svg(content.series, content.series.plots[1]);
  CHECK(count(svg, "class=\"measured\"") == 2);
  CHECK(count(svg, "class=\"s0\"") == 2);
  CHECK(count(svg, "class=\"s1\"") == 2);
}

TEST_CASE("a signal of steps is drawn as steps, and a band is behind its curve") {
  ReportSeries series = ramp();
  series.signals[0].steps = true;
  series.signals[0].bands = {
      {"band", {0.0F, 0.0F, 0.0F, 0.0F, 0.0F}, {4.0F, 4.0F, 4.0F, 4.0F, 4.0F}}};
  const std::string svg = plot_svg(series, series.plots[0]);
  CHECK(svg.find("d=\"M56.0 187.8H226.0L226.0 145.4H396.0L396.0 103.0H566.0") != std::string::npos);
  const auto band = svg.find("M56.0 18.2L226.0 18.2L396.0 18.2L566.0 18.2L736.0 18.2L736.0 187.8");
  CHECK(band < svg.find("M56.0 187.8H"));
  series.signals[0].bands[0].low[2] = std::numeric_limits<float>::quiet_NaN();
  CHECK(count(plot_svg(series, series.plots[0]), "Z") == 2);
  series.signals[0].limit = true;
  CHECK(count(plot_svg(series, series.plots[0]), "class=\"measured dashed\"") == 1);
}

TEST_CASE("a drawing of a year stays small") {
  const auto content = hearth::tests::report_fixture({.signals = 1});
  // Two numbers for each of 340 columns and three curves, about 20 characters per column.
  CHECK(plot_svg(content.series, content.series.plots[0]).size() < 30000);
}

}  // namespace plot_svg_test
