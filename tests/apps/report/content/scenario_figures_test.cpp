// SPDX-License-Identifier: MIT
#include "hearth/apps/report/figures/scenario_figures.hpp"

#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace scenario_figures_test {

using namespace hearth::apps;

namespace {

/// A results table: columns before `status` are labels, those after it KPIs.
ReportTable results(std::vector<std::string> columns, std::vector<bool> numeric,
                    std::vector<std::vector<std::string>> cells) {
  ReportTable table;
  table.columns = std::move(columns);
  table.units.resize(table.columns.size());
  table.numeric = std::move(numeric);
  table.cells = std::move(cells);
  return table;
}

template <class Body>
const Body* body_of(const std::vector<ReportFigures>& groups) {
  for (const ReportFigures& group : groups) {
    for (const ReportFigure& figure : group.figures) {
      if (const auto* body = std::get_if<Body>(&figure.body)) return body;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("savings are the changes of energy against the first run that succeeded") {
  const auto groups =
      scenario_figures(results({"id", "status", "message", "ener_tot"}, {false, false, false, true},
                               {{"broken", "failed", "x", ""},
                                {"today", "done", "", "200"},
                                {"walls", "done", "", "150"},
                                {"glass", "done", "", "220"}}));
  const auto* spans = body_of<ReportSpans>(groups);
  REQUIRE(spans != nullptr);
  REQUIRE(spans->rows.size() == 2);
  CHECK(spans->rows[0].name == "walls");  // the largest saving is first
  CHECK(spans->rows[0].to == Approx(-25.0));
  CHECK(spans->rows[1].to == Approx(10.0));
  CHECK(spans->rows[0].words == "-25.0 %");
}

TEST_CASE("savings of a scenario are those against the first scenario of the same climate") {
  const auto groups =
      scenario_figures(results({"id", "climate", "scenario", "status", "message", "ener_tot"},
                               {false, false, false, false, false, true},
                               {{"cold/today", "cold", "today", "done", "", "200"},
                                {"cold/walls", "cold", "walls", "done", "", "150"},
                                {"warm/today", "warm", "today", "done", "", "100"},
                                {"warm/walls", "warm", "walls", "done", "", "60"}}));
  const auto* spans = body_of<ReportSpans>(groups);
  REQUIRE(spans != nullptr);
  REQUIRE(spans->rows.size() == 2);
  CHECK(spans->rows[0].name == "warm/walls");
  CHECK(spans->rows[0].to == Approx(-40.0));
  CHECK(spans->rows[1].to == Approx(-25.0));
  CHECK(spans->x.title == "ener_tot against the first run of the same climate");
}

TEST_CASE("two axes of a set make a heat map of its KPI") {
  const auto groups = scenario_figures(results({"id", "climate", "retrofit", "status", "ener_tot"},
                                               {false, false, false, false, true},
                                               {{"1", "cold", "none", "done", "300"},
                                                {"2", "cold", "walls", "done", "200"},
                                                {"3", "warm", "none", "done", "150"},
                                                {"4", "warm", "walls", "failed", ""},
                                                {"5", "warm", "walls", "done", "100"}}));
  const auto* grid = body_of<ReportGrid>(groups);
  REQUIRE(grid != nullptr);
  CHECK(grid->rows == std::vector<std::string>{"cold", "warm"});
  CHECK(grid->columns == std::vector<std::string>{"none", "walls"});
  CHECK(grid->values == std::vector<std::vector<double>>{{300.0, 200.0}, {150.0, 100.0}});
  CHECK(grid->y_title == "climate");
}

TEST_CASE("the Pareto front holds the runs that no other run betters in both") {
  const auto groups =
      scenario_figures(results({"id", "status", "ener_tot", "tdis_tot"}, {false, false, true, true},
                               {{"a", "done", "10", "5"},
                                {"b", "done", "8", "7"},
                                {"c", "done", "9", "8"},  // b needs less and is more comfortable
                                {"d", "done", "12", "1"}}));
  const auto* chart = body_of<ReportChart>(groups);
  REQUIRE(chart != nullptr);
  REQUIRE(chart->curves.size() == 3);
  CHECK(chart->curves[0].style == ReportCurve::Style::Line);
  const ReportCurve &others = chart->curves[1], &front = chart->curves[2];
  CHECK(front.name == "Pareto front");
  CHECK(front.x == std::vector<double>{8.0, 10.0, 12.0});
  CHECK(front.y == std::vector<double>{7.0, 5.0, 1.0});
  CHECK(front.labels == std::vector<std::string>{"b", "a", "d"});
  CHECK(others.labels == std::vector<std::string>{"c"});
}

TEST_CASE("a run that is the best in both quantities is a front of one named point") {
  std::vector<std::vector<std::string>> cells;
  for (int i = 1; i <= 30; ++i) {
    cells.push_back({fmt::format("run {}", i), "done", fmt::format("{}", i), fmt::format("{}", i)});
  }
  const auto groups = scenario_figures(results({"id", "status", "ener_tot", "tdis_tot"},
                                               {false, false, true, true}, std::move(cells)));
  const auto* chart = body_of<ReportChart>(groups);
  REQUIRE(chart != nullptr);
  const ReportCurve& front = chart->curves.back();
  CHECK(front.x == std::vector<double>{1.0});
  CHECK(front.labels == std::vector<std::string>{"run 1"});
  CHECK(chart->curves[1].x.size() == 29);
}

TEST_CASE("savings compare measures, and no point of a sweep") {
  const std::vector<std::string> columns{"id", "scenario", "room.a", "status", "ener_tot"};
  const std::vector<bool> numeric{false, false, true, false, true};
  std::vector<std::vector<std::string>> sweep;
  for (int i = 0; i < 40; ++i) {
    sweep.push_back(
        {fmt::format("sweep-{}", i), "", fmt::format("{}", i), "done", fmt::format("{}", 90 - i)});
  }
  auto both = sweep;
  both.insert(both.begin(),
              {{"today", "today", "", "done", "100"}, {"walls", "walls", "", "done", "70"}});
  const auto groups = scenario_figures(results(columns, numeric, both));
  const auto* spans = body_of<ReportSpans>(groups);
  REQUIRE(spans != nullptr);
  REQUIRE(spans->rows.size() == 1);
  CHECK(spans->rows[0].name == "walls");
  CHECK(spans->x.title == "ener_tot against 'today'");
  for (const ReportFigures& group : scenario_figures(results(columns, numeric, sweep))) {
    for (const ReportFigure& figure : group.figures) {
      CHECK(figure.title.find("Savings") == std::string::npos);
    }
  }
}

TEST_CASE("a tornado shows the effect of each parameter of a sweep, the largest first") {
  std::vector<std::vector<std::string>> cells;
  for (int i = 0; i < 16; ++i) {  // a plane over 4 x 4 points: 10 + 2 a - 30 b
    const double a = i % 4, b = 0.1 * (i / 4);
    cells.push_back({fmt::format("{}", i), fmt::format("{}", a), fmt::format("{}", b), "done",
                     fmt::format("{}", 10.0 + 2.0 * a - 30.0 * b)});
  }
  const auto groups = scenario_figures(results({"id", "room.a", "room.b", "status", "ener_tot"},
                                               {false, true, true, false, true}, std::move(cells)));
  const ReportSpans* tornado = nullptr;
  for (const ReportFigure& figure : groups.at(0).figures) {
    const auto* spans = std::get_if<ReportSpans>(&figure.body);
    if (spans != nullptr && figure.title.find("range of each parameter") != std::string::npos) {
      tornado = spans;
      CHECK(figure.note.find("100 % of the variance") != std::string::npos);
    }
  }
  REQUIRE(tornado != nullptr);
  CHECK(tornado->middle == Approx(10.0 + 2.0 * 1.5 - 30.0 * 0.15));
  REQUIRE(tornado->rows.size() == 2);
  CHECK(tornado->rows[0].name == "room.b");
  CHECK(tornado->rows[0].to - tornado->rows[0].from == Approx(-9.0));
  CHECK(tornado->rows[1].to - tornado->rows[1].from == Approx(6.0));
  CHECK(tornado->rows[1].words == "0 to 3");
}

TEST_CASE("a table without runs that succeeded has no figures") {
  CHECK(scenario_figures(results({"id", "status"}, {false, false}, {{"a", "failed"}})).empty());
  CHECK(scenario_figures(results({}, {}, {})).empty());
}

}  // namespace scenario_figures_test
