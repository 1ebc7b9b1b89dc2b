// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/report/content/report_figure.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// A fact in a tile.
struct ReportFact {
  std::string label, value;
  std::string note{};  ///< below the value
};

struct ReportPort {
  std::string name, unit, doc;
  std::vector<std::string> ends;  ///< the ports that feed an input, or that an output feeds
};

struct ReportValue {
  std::string name, value, unit, source, doc;
  std::string note;  ///< bounds, standard deviation
};

/// A component with the content of its panel.
struct ReportNode {
  std::string id, type, iri, doc;
  int level = 0;
  std::vector<ReportPort> inputs, outputs;
  std::vector<ReportValue> parameters, initial, config;
};

struct ReportEdge {
  int from = 0, to = 0;  ///< positions of the nodes
  bool removed = false;
  std::string carries;  ///< value that a removed connection delivers: `state` or `algebraic`
  std::vector<std::string> ports;  ///< `output -> input`
};

struct ReportGraph {
  std::string model;
  int levels = 0;
  std::vector<ReportNode> nodes;
  std::vector<ReportEdge> edges;
  std::string svg;  ///< static drawing for pages without scripts or dagre
};

/// A table. In comparisons, the rows of `cells` belong to the scenarios in their order. Numbers are
/// texts of full precision; "" if there is no number.
struct ReportTable {
  std::string title, note;
  std::vector<std::string> columns, units;
  std::vector<bool> numeric;
  std::vector<std::vector<std::string>> cells;
};

/// The graph of a building from which a model was made, and the fates of its nodes.
struct ReportBuilding {
  std::string graph;  ///< file of the graph
  std::string svg;
  ReportTable nodes;
};

/// Equal steps of time that several signals share.
struct ReportTimes {
  double start = 0.0;  ///< Unix time, s
  double step = 0.0;   ///< s
  long rows = 0;
  std::string zone;  ///< IANA name or offset for the axis
};

/// Limits around the values of a signal, in the same rows.
struct ReportBand {
  std::string name;
  std::vector<float> low, high;
};

struct ReportSignal {
  std::string name, unit;
  std::string run;                  ///< run to which it belongs, "" if there is only one
  int times = 0;                    ///< position in `ReportSeries::times`
  std::vector<float> values;        ///< NaN: no value
  std::vector<float> measured;      ///< same rows; if empty, no measurement
  std::vector<ReportBand> bands{};  ///< the widest first
  bool steps = false;               ///< whether a value holds until the next row
  bool limit = false;   ///< whether it bounds other signals and is drawn thin and dashed
  std::string label{};  ///< the name in words; "": the same as the name
};

/// The part of the page that contains a plot; plots of one part have linked cursors and zoom.
enum class ReportPart { Series, Agreement, Posterior, Control };

/// A plot: signals of one quantity.
struct ReportPlot {
  std::string title, unit;
  std::vector<int> signals;  ///< positions in `ReportSeries::signals`
  ReportPart part = ReportPart::Series;
  std::string value_word = "simulated";  ///< word for the values next to measured ones
};

struct ReportSeries {
  std::vector<ReportTimes> times;
  std::vector<ReportSignal> signals;
  std::vector<ReportPlot> plots;
  std::string note;  ///< number of rows that were left out to keep the file small
};

struct ReportNote {
  std::string severity, code, place, message;
};

/// Everything that a report shows; empty parts are left out.
struct ReportContent {
  std::string title, subtitle;
  std::vector<std::string> sections{};  ///< ids of the sections to show; if empty, all
  std::vector<ReportFact> facts;        ///< results: energy, peaks, comfort, errors
  /// Comparison of runs with each other and with a baseline.
  std::vector<ReportTable> comparison{};
  std::vector<ReportFigures> results_figures{};  ///< energy by month, comfort, loads
  std::vector<ReportFact> about{};               ///< the program's work: components, wall time
  std::optional<ReportGraph> graph;
  ReportSeries series;
  std::vector<ReportTable> agreement;                ///< measured against simulated
  std::vector<ReportTable> calibration;              ///< parameters, starts, identifiability
  std::vector<ReportTable> posterior{};              ///< parameters, chains, coverage
  std::vector<ReportTable> sensitivity{};            ///< effects by quantity, ranges, failures
  std::vector<ReportTable> control{};                ///< cost, limits
  std::vector<ReportTable> searches{};               ///< searches of optimal control
  std::vector<ReportTable> scenarios;                ///< comparison of runs
  std::vector<ReportTable> kpis;                     ///< KPIs, energy by end use, months
  std::vector<ReportTable> data;                     ///< quality of the data files
  std::vector<ReportNote> notes;                     ///< diagnostics
  std::vector<ReportTable> provenance;               ///< versions, commands, files with hashes
  std::vector<ReportBuilding> buildings{};           ///< graphs in import reports
  std::vector<std::filesystem::path> files{};        ///< from which the content was made
  std::vector<ReportFigures> agreement_figures{};    ///< residuals and innovations
  std::vector<ReportFigures> calibration_figures{};  ///< estimates, correlation, profiles
  std::vector<ReportFigures> posterior_figures{};    ///< intervals, chains, densities
  std::vector<ReportFigures> sensitivity_figures{};  ///< effects and shares
  std::vector<ReportFigures> scenario_figures{};     ///< savings, trade-offs, ranges
};

/// Returns the ids of the sections that a page can have, in their order.
std::vector<std::string_view> report_sections();

/// Returns the content as JSON for the page's script, with the names of the members as keys. Values
/// of signals are base64 of little-endian floats.
std::string report_json(const ReportContent& content);

/// Returns the whole page: one file that loads nothing from elsewhere. Without scripts it shows
/// tables and static drawings.
std::string report_html(const ReportContent& content);

/// Returns drawings of one plot of the series, for pages without scripts and for print.
std::string plot_svg(const ReportSeries& series, const ReportPlot& plot);

// Drawings of figures. Colours are classes of the page's style.

/// Returns a drawing of a chart; its points have their numbers as titles.
std::string chart_svg(const ReportChart& chart, const std::string& title);
/// Returns a drawing of stacked columns.
std::string columns_svg(const ReportColumns& columns, const std::string& title);
/// Returns a drawing of bars of shares.
std::string shares_svg(const ReportShares& shares, const std::string& title);
/// Returns a drawing of bars around a line.
std::string spans_svg(const ReportSpans& spans, const std::string& title);
/// Returns a drawing of a grid; a large grid is an image with a scale of colours.
std::string grid_svg(const ReportGrid& grid, const std::string& title);
/// Returns a Sankey diagram.
std::string flows_svg(const ReportFlows& flows, const std::string& title);

/// Returns plots of signals that share a quantity and a unit: first those with measurements, then
/// temperatures, concentrations, powers, flows, positions and the rest. In a plot, measured signals
/// come first, then ports of the same name together. Runs of one signal share a plot.
std::vector<ReportPlot> plot_groups(const std::vector<ReportSignal>& signals);

/// The inputs of a report and its output.
struct ReportRequest {
  /// Results of any kinds: CSV of `simulate`; JSON of `calibrate`, `sample`, `sensitivity` and
  /// `optimize`; CSV of the chains of `sample`; folders of `scenarios`; import reports.
  std::vector<std::filesystem::path> results;
  std::filesystem::path output;
  std::optional<std::filesystem::path> model{};     ///< instead of the one that the record names
  std::optional<std::filesystem::path> data_dir{};  ///< folder of the data files
  std::optional<std::filesystem::path> weather{};   ///< instead of the weather file of the run
  std::optional<std::filesystem::path> import_report{};
  std::optional<std::filesystem::path> baseline{};  ///< CSV of the run to compare with
  std::optional<std::filesystem::path> config{};    ///< settings of the page and of KPIs
  /// further folders from which files may be read
  std::vector<std::filesystem::path> read_from{};
  std::string title{};  ///< "": the name of the model
};

}  // namespace hearth::apps
