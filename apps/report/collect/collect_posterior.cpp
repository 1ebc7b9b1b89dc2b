// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/text/csv.hpp"

namespace hearth::apps {
namespace {

using Style = ReportCurve::Style;
using Along = ReportLimit::Along;

constexpr std::size_t kMostChains = 8;     // lines of a trace
constexpr std::size_t kTracePoints = 400;  // points of each line
constexpr std::size_t kBins = 40;          // bins of a density
constexpr double kMixed = 1.01;            // largest R-hat of chains that are taken to have mixed
constexpr double kEnough = 400.0;          // effective draws that are taken to be enough

ReportFigure interval_figure(const Json& result) {
  ReportEstimates estimates{"mean", "optimum", "95 % of the prior", {}};
  for (const auto& [key, parameter] : member(result, "parameters").items()) {
    auto row = estimate_of(key, parameter, "mean", "optimum");
    if (!row) continue;
    const auto mean = number_member(member(parameter, "prior"), "mean");
    const auto sd = number_member(member(parameter, "prior"), "sd");
    constexpr double kReach = 1.959963984540054;
    if (mean && sd) row->other = ReportRange{*mean - kReach * *sd, *mean + kReach * *sd};
    estimates.rows.push_back(*std::move(row));
  }
  return {"", "", std::move(estimates)};
}

/// The density of a prior within its bounds; nothing for a uniform prior that lacks a bound.
std::optional<ReportCurve> prior_curve(const Json& parameter, double from, double to) {
  const auto min = number_member(parameter, "min"), max = number_member(parameter, "max");
  const auto mean = number_member(member(parameter, "prior"), "mean");
  const auto sd = number_member(member(parameter, "prior"), "sd");
  const double low = min.value_or(-INFINITY), high = max.value_or(INFINITY);
  const bool normal = mean && sd && *sd > 0.0;
  if (!normal && !(std::isfinite(low) && std::isfinite(high) && low < high)) return std::nullopt;
  const auto below = [&](double value) {
    return 0.5 * std::erfc(-(value - *mean) / (*sd * std::sqrt(2.0)));
  };
  constexpr double kRootTwoPi = 2.5066282746310002;
  const auto density = [&](double value) {
    if (value < low || value > high) return 0.0;
    if (!normal) return 1.0 / (high - low);
    const double z = (value - *mean) / *sd;
    return std::exp(-0.5 * z * z) / (*sd * kRootTwoPi) / (below(high) - below(low));
  };
  ReportCurve curve{"prior", Style::Line};
  curve.color = 1;
  constexpr int kSteps = 60;
  for (int i = 0; i <= kSteps; ++i) {
    curve.x.push_back(from + (to - from) * i / kSteps);
    curve.y.push_back(density(curve.x.back()));
  }
  return curve;
}

/// The share of all draws in bins, as a density.
ReportFigure density_figure(const std::string& name, const Json& parameter,
                            const std::vector<std::vector<double>>& chains) {
  double low = INFINITY, high = -INFINITY, count = 0.0;
  for (const auto& chain : chains) {
    for (const double value : chain) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
      count += 1.0;
    }
  }
  ReportChart chart;
  chart.x = {name, text_member(parameter, "unit")};
  chart.y = {"density"};
  if (low < high) {
    ReportCurve bins{"draws", Style::Bins};
    bins.y.assign(kBins, 0.0);
    const double width = (high - low) / kBins;
    for (std::size_t b = 0; b <= kBins; ++b) {
      bins.x.push_back(low + width * static_cast<double>(b));
    }
    for (const auto& chain : chains) {
      for (const double value : chain) {
        if (!std::isfinite(value)) continue;
        const auto bin = static_cast<std::size_t>((value - low) / width);
        bins.y[std::min(bin, kBins - 1)] += 1.0 / (count * width);
      }
    }
    chart.curves.push_back(std::move(bins));
    if (auto prior = prior_curve(parameter, low, high)) chart.curves.push_back(std::move(*prior));
  }
  if (const auto interval = range_of(member(parameter, "ci95"))) {
    chart.limits.push_back({"95 % interval", Along::Y, interval->low});
    chart.limits.push_back({"", Along::Y, interval->high});
  }
  return {name, "", std::move(chart)};
}

/// Draws in their order, a line for each chain; of many draws, some at equal distances.
ReportFigure trace_figure(const std::string& name, const std::string& unit,
                          const std::vector<std::vector<double>>& chains) {
  ReportChart chart;
  chart.x = {"draw"};
  chart.y = {name, unit};
  const std::size_t every = (chains.size() + kMostChains - 1) / kMostChains;
  std::size_t stride = 1;
  for (std::size_t c = 0; c < chains.size(); c += every) {
    ReportCurve line{fmt::format("chain {}", c + 1), Style::Line};
    line.color = static_cast<int>(chart.curves.size());
    stride = std::max(stride, (chains[c].size() + kTracePoints - 1) / kTracePoints);
    for (std::size_t k = 0; k < chains[c].size(); k += stride) {
      line.x.push_back(static_cast<double>(k + 1));
      line.y.push_back(chains[c][k]);
    }
    chart.curves.push_back(std::move(line));
  }
  ReportFigure figure{name, "", std::move(chart)};
  if (stride > 1) figure.note = fmt::format("The plot shows every {}th draw.", stride);
  if (every > 1) figure.note += fmt::format(" There are {} chains.", chains.size());
  return figure;
}

void add_draws(const Json& result, const ChainDraws& draws, const std::string& name,
               std::vector<ReportFigures>& groups) {
  ReportFigures densities{titled("Marginal densities", name), "", {}};
  ReportFigures traces{titled("Traces of the chains", name),
                       "Chains that have converged look alike and vary around one level.",
                       {}};
  const Json& parameters = member(result, "parameters");
  for (std::size_t p = 0; p < draws.names.size(); ++p) {
    const Json& parameter = member(parameters, draws.names[p]);
    densities.figures.push_back(density_figure(draws.names[p], parameter, draws.draws[p]));
    traces.figures.push_back(
        trace_figure(draws.names[p], text_member(parameter, "unit"), draws.draws[p]));
  }
  groups.push_back(std::move(densities));
  groups.push_back(std::move(traces));
}

ReportTable posterior_table(const Json& result, const std::string& name) {
  ReportTable table =
      make_table(titled("Posterior", name),
                 {"parameter", "unit", "mean", "sd", "median", "95 % from", "95 % to", "R-hat",
                  "ESS, mean", "ESS, interval", "mixed"},
                 {false, false, true, true, true, true, true, true, true, true, false});
  table.note =
      "R-hat compares the chains: above 1.01 they have not converged. ESS (effective sample size) "
      "is the number of independent draws that would determine the mean and the ends of the "
      "interval equally well; 400 are enough.";
  const auto add = [&table](const std::string& label, const Json& own) {
    std::vector<std::string> row{label, text_member(own, "unit")};
    for (const char* key : {"mean", "sd", "median"}) row.push_back(digits(member(own, key)));
    const Json& interval = list_member(own, "ci95");
    for (const std::size_t end : {0U, 1U}) {
      row.push_back(interval.size() == 2 ? digits(interval[end]) : "");
    }
    for (const char* key : {"r_hat", "ess_bulk", "ess_tail"}) {
      row.push_back(digits(member(own, key)));
    }
    const auto r_hat = number_member(own, "r_hat");
    const double fewest = std::min(number_member(own, "ess_bulk").value_or(0.0),
                                   number_member(own, "ess_tail").value_or(0.0));
    row.emplace_back(!r_hat ? "" : *r_hat <= kMixed && fewest >= kEnough ? "yes" : "no");
    table.cells.push_back(std::move(row));
  };
  for (const auto& [key, own] : member(result, "parameters").items()) add(key, own);
  for (const auto& [key, own] : member(result, "expressions").items()) {
    add(key + " = " + text_member(own, "expression"), own);
  }
  return table;
}

ReportTable chain_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Chains", name),
                                 {"chain", "acceptance", "step size", "diverged paths",
                                  "trajectories at the maximum tree depth"},
                                 {true, true, true, true, true});
  int number = 0;
  for (const Json& chain : list_member(result, "chains")) {
    std::vector<std::string> row{fmt::format("{}", ++number)};
    for (const char* key : {"acceptance", "step_size", "divergences", "saturated"}) {
      row.push_back(digits(member(chain, key)));
    }
    table.cells.push_back(std::move(row));
  }
  return table;
}

ReportTable coverage_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Posterior prediction", name),
                                 {"period", "measurement", "compared", "within the 95 % band"},
                                 {false, false, true, true});
  table.units.back() = "%";
  table.note =
      "Share of the measured values within the band of a measured value: 95 % if the model and its "
      "noise are correct.";
  for (const Json& run : list_member(result, "predictive")) {
    for (const auto& [port, signal] : member(run, "signals").items()) {
      const auto share = number_member(signal, "coverage");
      table.cells.push_back({text_member(run, "name"), port, digits(member(signal, "compared")),
                             share ? digits(Json(100.0 * *share)) : ""});
    }
  }
  return table;
}

void add_prediction(const Json& run, const std::string& port, const Json& signal,
                    const std::string& zone, const std::string& name, ReportSeries& series) {
  const auto list = [&signal](const char* key) {
    return floats(numbers_of(list_member(signal, key)));
  };
  ReportSignal own;
  own.values = list("mean");
  const auto times =
      times_from(text_member(run, "start"), number_member(run, "step"), own.values.size(), zone);
  if (!times) return;
  own.name = port;
  own.unit = text_member(signal, "unit");
  own.run = titled(text_member(run, "name"), name);
  own.times = static_cast<int>(series.times.size());
  series.times.push_back(*times);
  own.measured = list("measured");
  for (auto& [words, low, high] :
       {std::array{"95 % of a measured value", "measured_low", "measured_high"},
        std::array{"95 % of the simulated value", "low", "high"}}) {
    ReportBand band{words, list(low), list(high)};
    if (band.low.size() != own.values.size() || band.high.size() != own.values.size()) continue;
    own.bands.push_back(std::move(band));
  }
  leave_out_warmup(own, series.times.back());
  ReportPlot plot{fmt::format("Posterior prediction: {}, {}", port, own.run),
                  own.unit,
                  {},
                  ReportPart::Posterior,
                  "mean"};
  plot.signals = {add_signal(std::move(own), series)};
  series.plots.push_back(std::move(plot));
}

void add_facts(const Json& result, const std::string& name, std::vector<ReportFact>& facts) {
  const Json& settings = member(result, "settings");
  facts.push_back(
      {titled("Sampler", name),
       fmt::format("{}, {} chains of {} draws", text_member(settings, "sampler"),
                   list_member(result, "chains").size(), integer_member(settings, "draws"))});
  double worst = 0.0;
  for (const Json& parameter : member(result, "parameters")) {
    worst = std::max(worst, number_member(parameter, "r_hat").value_or(0.0));
  }
  if (worst > 0.0) facts.push_back({titled("Largest R-hat", name), fmt::format("{:.3f}", worst)});
}

}  // namespace

ChainDraws read_chains(const std::filesystem::path& path) {
  const CsvTable table = read_csv(path);
  const std::vector<double> chains = table.numbers(0);
  ChainDraws result;
  for (std::size_t column = 3; column < table.columns().size(); ++column) {
    result.names.push_back(split_unit(table.columns()[column]).first);
    auto& draws = result.draws.emplace_back();
    const std::vector<double> values = table.numbers(static_cast<int>(column));
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (row == 0 || chains[row] != chains[row - 1]) draws.emplace_back();
      draws.back().push_back(values[row]);
    }
  }
  return result;
}

ResultParts posterior_parts(const Json& result, const std::optional<ChainDraws>& draws,
                            const std::string& name) {
  ResultParts parts;
  parts.figures.push_back(
      {titled("Parameters within their bounds", name), "", {interval_figure(result)}});
  std::vector<std::string> names;
  for (const auto& [key, parameter] : member(result, "parameters").items()) names.push_back(key);
  if (auto figure = correlation_figure(names, member(result, "correlation"))) {
    parts.figures.push_back({titled("Correlation", name), "", {*std::move(figure)}});
  }
  if (draws) add_draws(result, *draws, name, parts.figures);
  for (ReportTable table :
       {posterior_table(result, name), coverage_table(result, name), chain_table(result, name)}) {
    if (!table.cells.empty()) parts.tables.push_back(std::move(table));
  }
  std::string zone = text_member(member(result, "settings"), "timezone");
  if (zone.empty()) zone = "+00:00";
  for (const Json& run : list_member(result, "predictive")) {
    for (const auto& [port, signal] : member(run, "signals").items()) {
      add_prediction(run, port, signal, zone, name, parts.series);
    }
  }
  add_facts(result, name, parts.facts);
  return parts;
}

}  // namespace hearth::apps
