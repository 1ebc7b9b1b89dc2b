// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hearth::apps {

/// An interval.
struct ReportRange {
  double low = 0.0, high = 0.0;
};

/// An estimate within its bounds, on its own scale.
struct ReportEstimate {
  std::string name, unit;
  double value = 0.0;
  std::optional<ReportRange> interval{};  ///< 95 %
  std::optional<ReportRange> other{};     ///< 95 %, by `ReportEstimates::other_word`
  std::optional<double> min{}, max{};     ///< bounds; if not set, unbounded
  std::optional<double> initial{};        ///< value at which the search began
  bool logarithmic = false;
};

/// Estimates, one below the other.
struct ReportEstimates {
  std::string value_word = "estimate", initial_word = "start";
  std::string other_word = "95 % interval of the profile";
  std::vector<ReportEstimate> rows{};
};

/// Coefficients of correlation: a row and a column for each name; NaN: unknown.
struct ReportMatrix {
  std::vector<std::string> names{};
  std::vector<std::vector<double>> values{};
};

struct ReportBar {
  double value = 0.0;
  std::optional<ReportRange> interval{};  ///< 95 %
};

/// Bars from 0 on one scale: a row for each name with a bar for each group.
struct ReportBars {
  std::vector<std::string> groups{};
  struct Row {
    std::string name;
    std::vector<ReportBar> bars{};
  };
  std::vector<Row> rows{};
};

struct ReportAxis {
  std::string title, unit{};
  std::optional<ReportRange> range{};  ///< otherwise fitted to curves and limits
};

/// Numbers of a chart; NaN interrupts a line.
struct ReportCurve {
  enum class Style {
    Line,
    Dots,    ///< many small ones, each without a text
    Points,  ///< with names from `labels`, and `across` as an interval along x
    Stems,   ///< vertical lines from 0
    Bins,    ///< columns of a histogram: `x` has one edge more than `y`
    Band,    ///< area between `y` and `upper`
  };
  std::string name;  ///< in the key; "": not in the key
  Style style = Style::Line;
  std::vector<double> x{}, y{};
  std::vector<double> upper{};
  std::vector<std::string> labels{};
  std::vector<ReportRange> across{};
  int color = 0;  ///< one of eight; -1: the colour of measured values
};

/// A straight line with which curves are compared.
struct ReportLimit {
  std::string name;  ///< in the key; "": not in the key
  enum class Along { X, Y, Between } along = Along::X;
  double at = 0.0;       ///< y of a line along x, x of a line along y, over the whole chart
  ReportRange x{}, y{};  ///< end points of a line between two points
};

/// A chart with two numeric axes.
struct ReportChart {
  ReportAxis x{}, y{};
  std::vector<ReportCurve> curves{};
  std::vector<ReportLimit> limits{};
};

/// Columns next to each other, such as months; each stacks a value of every group. Values below 0
/// are stacked downwards.
struct ReportColumns {
  std::vector<std::string> names{};  ///< names of the columns
  ReportAxis y{};
  struct Group {
    std::string name;
    int color = 0;                 ///< one of eight
    std::vector<double> values{};  ///< one per column; NaN: none
  };
  std::vector<Group> groups{};
};

/// Bars of equal length, each divided into the same parts, which are ordered from best to worst.
struct ReportShares {
  std::vector<std::string> parts{};
  struct Row {
    std::string name;
    std::vector<double> shares{};  ///< 0 to 1, one per part
  };
  std::vector<Row> rows{};
};

/// Bars below each other, each between two numbers, around a vertical line.
struct ReportSpans {
  ReportAxis x{};
  double middle = 0.0;  ///< position of the line
  struct Row {
    std::string name;
    double from = 0.0, to = 0.0;
    std::string words{};  ///< below the name
  };
  std::vector<Row> rows{};
};

/// A number for each row and column, shown as a colour and, in small grids, also as a text.
struct ReportGrid {
  std::string value_name, unit{};
  std::string x_title{}, y_title{};
  std::vector<std::string> columns{}, rows{};
  std::vector<std::vector<double>> values{};  ///< by row, then column; NaN: none
};

/// Amounts that flow from left to right between layers of nodes (Sankey diagram).
struct ReportFlows {
  std::string unit;
  struct Node {
    std::string name;
    int layer = 0;
  };
  std::vector<Node> nodes{};
  struct Link {
    int from = 0, to = 0;  ///< positions of the nodes
    double amount = 0.0;   ///< above 0
  };
  std::vector<Link> links{};
};

/// A drawing of numbers of a result, except time series. It needs no script.
struct ReportFigure {
  std::string title, note{};
  std::variant<ReportChart, ReportEstimates, ReportMatrix, ReportBars, ReportColumns, ReportShares,
               ReportSpans, ReportGrid, ReportFlows>
      body{};
};

/// Figures of one topic: charts are placed next to each other if the page is wide enough.
struct ReportFigures {
  std::string title, note{};
  std::vector<ReportFigure> figures{};
};

}  // namespace hearth::apps
