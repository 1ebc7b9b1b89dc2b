// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hearth::apps {

/// Two ends of an interval.
struct ReportRange {
  double low = 0.0, high = 0.0;
};

/// An estimate within its bounds, on a scale of its own.
struct ReportEstimate {
  std::string name, unit;
  double value = 0.0;
  std::optional<ReportRange> interval{};  ///< 95 %
  std::optional<ReportRange> other{};     ///< 95 %, by `ReportEstimates::other_word`
  std::optional<double> min{}, max{};     ///< bounds; none: open
  std::optional<double> initial{};        ///< where the search began
  bool logarithmic = false;
};

/// Estimates below each other.
struct ReportEstimates {
  std::string value_word = "estimate", initial_word = "start";
  std::string other_word = "95 % interval of the profile";
  std::vector<ReportEstimate> rows{};
};

/// Coefficients of correlation: a row and a column for each name; NaN: not known.
struct ReportMatrix {
  std::vector<std::string> names{};
  std::vector<std::vector<double>> values{};
};

struct ReportBar {
  double value = 0.0;
  std::optional<ReportRange> interval{};  ///< 95 %
};

/// Bars from 0 on one scale: a row for each name, in it a bar for each group.
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
  std::optional<ReportRange> range{};  ///< else what curves and limits need
};

/// Numbers of a chart; NaN interrupts a line.
struct ReportCurve {
  enum class Style {
    Line,
    Dots,    ///< many small ones, without a text each
    Points,  ///< named by `labels`, with `across` as an interval along x
    Stems,   ///< lines from 0
    Bins,    ///< of a histogram: `x` has one end more than `y`
    Band,    ///< between `y` and `upper`
  };
  std::string name;  ///< in the key; "": not there
  Style style = Style::Line;
  std::vector<double> x{}, y{};
  std::vector<double> upper{};
  std::vector<std::string> labels{};
  std::vector<ReportRange> across{};
  int color = 0;  ///< one of eight; -1: that of measured values
};

/// A straight line that curves are compared with.
struct ReportLimit {
  std::string name;  ///< in the key; "": not there
  enum class Along { X, Y, Between } along = Along::X;
  double at = 0.0;       ///< of one over the whole chart: its y (along x) or x (along y)
  ReportRange x{}, y{};  ///< of one between two points: these
};

/// A chart with two axes of numbers.
struct ReportChart {
  ReportAxis x{}, y{};
  std::vector<ReportCurve> curves{};
  std::vector<ReportLimit> limits{};
};

/// Columns next to each other, such as months: in each one a stack of groups. Values below 0 are
/// stacked downwards.
struct ReportColumns {
  std::vector<std::string> names{};  ///< of the columns
  ReportAxis y{};
  struct Group {
    std::string name;
    int color = 0;                 ///< one of eight
    std::vector<double> values{};  ///< of each column; NaN: none
  };
  std::vector<Group> groups{};
};

/// Bars of one length, each divided into the same parts, from the best to the worst.
struct ReportShares {
  std::vector<std::string> parts{};
  struct Row {
    std::string name;
    std::vector<double> shares{};  ///< 0 to 1, of each part
  };
  std::vector<Row> rows{};
};

/// Bars below each other, each from one number to another, around a line.
struct ReportSpans {
  ReportAxis x{};
  double middle = 0.0;  ///< where the line is
  struct Row {
    std::string name;
    double from = 0.0, to = 0.0;
    std::string words{};  ///< below the name
  };
  std::vector<Row> rows{};
};

/// A number for each row and column, shown as a colour; in small grids also as a text.
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

/// A drawing of numbers of a result, other than over time. It needs no script.
struct ReportFigure {
  std::string title, note{};
  std::variant<ReportChart, ReportEstimates, ReportMatrix, ReportBars, ReportColumns, ReportShares,
               ReportSpans, ReportGrid, ReportFlows>
      body{};
};

/// Figures that belong together: charts stand next to each other where there is room.
struct ReportFigures {
  std::string title, note{};
  std::vector<ReportFigure> figures{};
};

}  // namespace hearth::apps
