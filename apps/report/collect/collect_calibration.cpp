// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/apps/report/content/agreement_rows.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/solver/identifiability.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {
namespace {

std::string bound_text(const Json& parameter) {
  const std::string bound = text_member(parameter, "at_bound");
  return bound.empty() ? "" : bound + " bound";
}

ReportTable parameter_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(
      titled("Estimated parameters", name),
      {"parameter", "targets", "unit", "initial", "value", "sd", "95 % from", "95 % to", "at"},
      {false, false, false, true, true, true, true, true, false});
  bool open = false;
  for (const auto& [key, parameter] : member(result, "parameters").items()) {
    const Json& interval = list_member(parameter, "ci95");
    const bool known = interval.size() == 2;
    open = open || digits(member(parameter, "sd")).empty();
    table.cells.push_back(
        {key, fmt::format("{}", fmt::join(text_list(member(parameter, "targets")), ", ")),
         text_member(parameter, "unit"), digits(member(parameter, "initial")),
         digits(member(parameter, "value")), digits(member(parameter, "sd")),
         known ? digits(interval[0]) : "", known ? digits(interval[1]) : "",
         bound_text(parameter)});
  }
  for (const auto& [key, found] : member(result, "expressions").items()) {
    const Json& interval = list_member(found, "ci95");
    const bool known = interval.size() == 2;
    table.cells.push_back({"= " + text_member(found, "expression"),
                           fmt::format("{}", fmt::join(text_list(member(found, "targets")), ", ")),
                           text_member(found, "unit"), "", digits(member(found, "value")),
                           digits(member(found, "sd")), known ? digits(interval[0]) : "",
                           known ? digits(interval[1]) : "", ""});
  }
  if (open) table.note = "A parameter without an sd is not determined by the data.";
  if (table.cells.empty()) {
    table.note = "No parameter was estimated: the unchanged model is compared with the data.";
  }
  return table;
}

ReportTable start_table(const Json& result, const std::string& name) {
  ReportTable table = make_table(titled("Starts", name),
                                 {"start", "initial objective", "final objective", "status", "end"},
                                 {true, true, true, false, false});
  int number = 0;
  for (const Json& start : list_member(result, "starts")) {
    const std::string end = flag_member(start, "best")             ? "best"
                            : flag_member(start, "ends_elsewhere") ? "another minimum"
                                                                   : "the same minimum";
    table.cells.push_back({fmt::format("{}", ++number), digits(member(start, "initial")),
                           digits(member(start, "final")), text_member(start, "status"), end});
  }
  return table;
}

/// The values at which the starts ended: a row for each parameter, a column for each start.
ReportTable ends_table(const Json& result, const std::string& name) {
  ReportTable table =
      make_table(titled("Parameters of each start", name), {"parameter", "unit"}, {false, false});
  const Json& starts = list_member(result, "starts");
  for (std::size_t s = 0; s < starts.size(); ++s) {
    table.columns.push_back(fmt::format("start {}", s + 1));
    table.numeric.push_back(true);
  }
  table.units.resize(table.columns.size());
  std::size_t position = 0;
  for (const auto& [key, parameter] : member(result, "parameters").items()) {
    std::vector<std::string> row = {key, text_member(parameter, "unit")};
    for (const Json& start : starts) {
      const Json& values = list_member(start, "parameters");
      row.push_back(position < values.size() ? digits(values[position]) : "");
    }
    ++position;
    table.cells.push_back(std::move(row));
  }
  return table;
}

std::string weights_text(const Json& direction) {
  const std::vector<std::string> names = text_list(member(direction, "parameters"));
  const Json& weights = list_member(direction, "weights");
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i > 0 ? ", " : "") + names[i];
    if (i < weights.size() && weights[i].is_number()) {
      text += fmt::format(" ({:.2f})", weights[i].get<double>());
    }
  }
  return text;
}

/// Parameters that the data cannot distinguish from each other or do not determine at all.
ReportTable weakness_table(const Json& found, const std::string& name) {
  ReportTable table = make_table(titled("Identifiability", name),
                                 {"finding", "parameters", "value"}, {false, false, true});
  for (const Json& direction : list_member(found, "flat")) {
    table.cells.push_back({"flat direction (share of the largest singular value)",
                           weights_text(direction), digits(member(direction, "ratio"))});
  }
  for (const Json& pair : list_member(found, "correlated")) {
    table.cells.push_back(
        {"correlated pair (coefficient)",
         fmt::format("{}", fmt::join(text_list(member(pair, "parameters")), ", ")),
         digits(member(pair, "correlation"))});
  }
  for (const std::string& dead : text_list(member(found, "dead"))) {
    table.cells.push_back({"without effect on measured outputs", dead, ""});
  }
  for (const Json& bound : list_member(found, "at_bound")) {
    table.cells.push_back({fmt::format("at its {} bound", text_member(bound, "bound")),
                           text_member(bound, "parameter"), ""});
  }
  if (table.cells.empty()) {
    table.note = fmt::format(
        "There is no flat direction and no pair whose correlation is beyond {}: the data determine "
        "all parameters.",
        estimation::kStrongCorrelation);
  }
  return table;
}

ReportTable singular_table(const Json& found, const std::string& name) {
  ReportTable table =
      make_table(titled("Singular values", name), {"number", "share of the largest"}, {true, true});
  table.note =
      "Singular values of the scaled derivatives of residuals with respect to parameters at the "
      "solution.";
  int number = 0;
  for (const Json& value : list_member(found, "singular_values")) {
    table.cells.push_back({fmt::format("{}", ++number), digits(value)});
  }
  return table;
}

void add_agreement(const Json& measurements, const std::string& title,
                   std::vector<ReportTable>& tables) {
  if (!measurements.is_object() || measurements.empty()) return;
  AgreementRows rows(title);
  for (const auto& [port, agreement] : measurements.items()) rows.add(port, agreement);
  tables.push_back(rows.table());
}

/// The noise of each measurement, as its residuals show it.
ReportTable noise_table(const Json& measurements, const std::string& name) {
  ReportTable table = make_table(titled("Residuals", name),
                                 {"measurement", "white noise", "autocorrelation, lag 1",
                                  "Ljung-Box p", "lasting noise", "share of it", "lasting for"},
                                 {false, false, true, true, true, true, true});
  table.units = {"", "", "", "", "", "", "s"};
  table.note =
      "If a model contains all influences on the building, its residuals are white noise. For "
      "noise that is correlated in time, the table shows its probability, its share of the "
      "variance and its "
      "correlation time; intervals account for it.";
  for (const auto& [port, agreement] : measurements.items()) {
    const Json& residuals = member(agreement, "residuals");
    if (!residuals.is_object()) continue;
    const Json& lags = list_member(residuals, "autocorrelation");
    const Json& lasting = member(residuals, "correlated");
    table.cells.push_back({port, flag_member(residuals, "white") ? "yes" : "no",
                           lags.empty() ? "" : digits(lags[0]),
                           digits(member(member(residuals, "ljung_box"), "p")),
                           digits(member(lasting, "probability")), digits(member(lasting, "share")),
                           digits(member(lasting, "time"))});
  }
  return table;
}

/// A row for each lag, a column for each measurement.
ReportTable autocorrelation_table(const Json& measurements, const std::string& name) {
  ReportTable table = make_table(titled("Autocorrelation of residuals", name), {"lag"}, {true});
  std::size_t most = 0;
  for (const auto& [port, agreement] : measurements.items()) {
    const Json& lags = list_member(member(agreement, "residuals"), "autocorrelation");
    if (lags.empty()) continue;
    most = std::max(most, lags.size());
    table.columns.push_back(port);
    table.numeric.push_back(true);
    const double n = number_member(agreement, "n").value_or(1.0);
    table.note += fmt::format("{}{}: 95 % of the values of white noise lie within ± {:.2g}",
                              table.note.empty() ? "" : "; ", port, 1.96 / std::sqrt(n));
  }
  table.units.resize(table.columns.size());
  for (std::size_t lag = 0; lag < most; ++lag) {
    std::vector<std::string> row{fmt::format("{}", lag + 1)};
    for (const auto& [port, agreement] : measurements.items()) {
      const Json& lags = list_member(member(agreement, "residuals"), "autocorrelation");
      if (!lags.empty()) row.push_back(lag < lags.size() ? digits(lags[lag]) : "");
    }
    table.cells.push_back(std::move(row));
  }
  return table;
}

/// A stamp of a result in the zone of the calibration.
std::string local_stamp(const Json& result, const std::string& text) {
  const auto stamp = parse_time(text);
  const std::string zone = text_member(member(result, "settings"), "timezone");
  if (!stamp || !stamp->offset || zone.empty()) return text;
  return format_time(stamp->instant(), Zone(zone));
}

/// Adds the errors of each period of a list.
void add_periods(const Json& result, const Json& periods, const std::string& word,
                 ReportTable& table) {
  int number = 0;
  for (const Json& period : periods) {
    const std::string name = fmt::format("{} {}", word, ++number);
    for (const auto& [port, agreement] : member(period, "measurements").items()) {
      std::vector<std::string> row{name, local_stamp(result, text_member(period, "start")),
                                   local_stamp(result, text_member(period, "end")), port,
                                   text_member(agreement, "unit")};
      for (const char* key : {"n", "rmse", "bias", "mae"}) {
        row.push_back(digits(member(agreement, key)));
      }
      table.cells.push_back(std::move(row));
    }
  }
}

ReportTable period_table(const std::string& title) {
  return make_table(title,
                    {"period", "start", "end", "measurement", "unit", "n", "rmse", "bias", "mae"},
                    {false, false, false, false, false, true, true, true, true});
}

/// Adds the errors of a fit on data that were left out of it.
void add_folds(const Json& result, const char* key, const std::string& title,
               const std::string& data, std::vector<ReportTable>& tables) {
  const Json& validation = member(member(result, "cross_validation"), key);
  const Json& folds = list_member(validation, "folds");
  if (folds.empty()) return;
  ReportTable errors = period_table(title);
  errors.note = "Each fold is an interval of time, predicted by a calibration on " + data + ".";
  add_periods(result, folds, "fold", errors);
  for (const auto& [port, agreement] : member(validation, "measurements").items()) {
    errors.cells.push_back({"all", "", "", port, text_member(agreement, "unit"),
                            digits(member(agreement, "n")), digits(member(agreement, "rmse")),
                            digits(member(agreement, "bias")), digits(member(agreement, "mae"))});
  }
  tables.push_back(std::move(errors));
  ReportTable found = make_table(title + ", parameters", {"parameter"}, {false});
  for (std::size_t f = 0; f < folds.size(); ++f) {
    found.columns.push_back(fmt::format("fold {}", f + 1));
    found.numeric.push_back(true);
  }
  found.units.resize(found.columns.size());
  for (const auto& [key, first] : member(folds[0], "parameters").items()) {
    std::vector<std::string> row{key};
    for (const Json& fold : folds) row.push_back(digits(member(member(fold, "parameters"), key)));
    found.cells.push_back(std::move(row));
  }
  if (!found.cells.empty()) tables.push_back(std::move(found));
}

void add_noise(const Json& measurements, const std::string& name,
               std::vector<ReportTable>& tables) {
  if (!measurements.is_object()) return;
  for (ReportTable table :
       {noise_table(measurements, name), autocorrelation_table(measurements, name)}) {
    if (!table.cells.empty()) tables.push_back(std::move(table));
  }
}

}  // namespace

std::vector<ReportTable> calibration_tables(const Json& result, const std::string& name) {
  std::vector<ReportTable> tables = {parameter_table(result, name)};
  const Json& starts = list_member(result, "starts");
  if (!starts.empty()) tables.push_back(start_table(result, name));
  const bool estimates = !member(result, "parameters").empty();
  if (starts.size() > 1 && estimates) tables.push_back(ends_table(result, name));
  const Json& found = member(result, "identifiability");
  if (!found.is_object() || !estimates) return tables;
  tables.push_back(weakness_table(found, name));
  if (!list_member(found, "singular_values").empty()) {
    tables.push_back(singular_table(found, name));
  }
  return tables;
}

std::vector<ReportTable> calibration_agreement(const Json& result, const std::string& name) {
  std::vector<ReportTable> tables;
  add_agreement(member(result, "measurements"), titled("Calibration periods", name), tables);
  add_agreement(member(member(result, "validation"), "measurements"),
                titled("Validation periods", name), tables);
  ReportTable periods = period_table(titled("Errors of each period", name));
  const Json& validation = list_member(member(result, "validation"), "periods");
  add_periods(result, list_member(result, "periods"), "period", periods);
  add_periods(result, validation, "validation", periods);
  if (list_member(result, "periods").size() + validation.size() > 1) {
    tables.push_back(std::move(periods));
  }
  add_folds(result, "folds", titled("Cross-validation", name), "the other data", tables);
  add_folds(result, "rolling", titled("Rolling prediction", name), "the data before it", tables);
  add_noise(member(result, "measurements"), name, tables);
  return tables;
}

namespace {

/// Throws if the period of a run is not one that times can express.
void check_length(const Json& run, double step, const Where& where) {
  double rows = 1.0;
  for (const auto& [port, signal] : member(run, "signals").items()) {
    rows = std::max(rows, static_cast<double>(list_member(signal, "simulated").size()));
  }
  if (step > 0.0 && step * rows <= kLongestTime) return;
  throw InputError("json.range", where,
                   "the step is " + number_text(step) +
                       " s; expected a positive number, with which all rows cover at most " +
                       number_text(kLongestTime) + " s");
}

}  // namespace

std::vector<RunSeries> calibration_runs(const Json& result, const std::string& name,
                                        const std::string& file) {
  std::vector<RunSeries> list;
  const Json& runs = list_member(result, "runs");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Json& run = runs[i];
    const auto start = parse_time(text_member(run, "start"));
    const auto step = number_member(run, "step");
    if (!start || !step) continue;
    check_length(run, *step, {.file = file, .pointer = fmt::format("/runs/{}/step", i)});
    RunSeries series;
    series.run = runs.size() > 1 ? text_member(run, "name") : "";
    if (!name.empty()) series.run = series.run.empty() ? name : name + ", " + series.run;
    series.zone = text_member(member(result, "settings"), "timezone");
    if (series.zone.empty()) series.zone = "+00:00";
    series.results.start = start->instant();
    series.results.step = std::chrono::round<Duration>(std::chrono::duration<double>(*step));
    std::vector<std::vector<double>> columns;
    for (const auto& [port, signal] : member(run, "signals").items()) {
      const Unit unit = parse_unit(text_member(signal, "unit")).value_or(Unit(unit::one));
      std::vector<double> simulated = numbers_of(list_member(signal, "simulated"));
      std::vector<double> measured = numbers_of(list_member(signal, "measured"));
      measured.resize(simulated.size(), NAN);
      series.results.signals.push_back({port, unit});
      columns.push_back(std::move(simulated));
      series.measured[port] = std::move(measured);
    }
    const std::size_t rows = columns.empty() ? 0 : columns.front().size();
    for (std::size_t k = 0; k < rows; ++k) {
      for (const auto& column : columns) {
        series.results.values.push_back(k < column.size() ? column[k] : NAN);
      }
    }
    for (auto& [port, measured] : series.measured) measured.resize(rows, NAN);
    list.push_back(std::move(series));
  }
  return list;
}

namespace {

bool has_priors(const Json& parameters) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const Json& parameter) { return member(parameter, "prior").is_object(); });
}

/// How far the model was from the data before and after the calibration. The objective is the sum
/// of squares of residuals, each divided by its standard deviation, unless another loss, a filter
/// or priors define it.
std::optional<ReportFact> error_fact(const Json& result) {
  const Json& objective = member(result, "objective");
  const Json& starts = list_member(result, "starts");  // the first start has the given values
  const auto initial = number_member(starts.empty() ? objective : starts[0], "initial");
  const auto final = number_member(objective, "final");
  if (!initial || !final) return std::nullopt;
  const Json& settings = member(result, "settings");
  const auto rows = number_member(member(result, "likelihood"), "rows");
  const bool squares = text_member(member(settings, "loss"), "kind") == "squared" &&
                       text_member(settings, "error_model") == "output_error" &&
                       !has_priors(member(result, "parameters"));
  if (!squares || !rows || !(*rows > 0.0) || !(*initial > 0.0)) {
    return ReportFact{"Objective", fmt::format("{:.5g} to {:.5g}", *initial, *final)};
  }
  const double before = std::sqrt(*initial / *rows), after = std::sqrt(*final / *rows);
  return ReportFact{"Error before and after", fmt::format("{:.3g} to {:.3g}", before, after),
                    fmt::format("{:+.0f} %; root mean square of {:.0f} residuals in standard "
                                "deviations of their sensors",
                                100.0 * (after / before - 1.0), *rows)};
}

}  // namespace

std::vector<ReportFact> calibration_facts(const Json& result) {
  std::vector<ReportFact> facts;
  const std::string status = text_member(result, "status");
  const std::string message = status == "converged" ? "" : ": " + text_member(result, "message");
  if (!status.empty()) facts.push_back({"Calibration", status + message});
  if (const auto error = error_fact(result)) facts.push_back(*error);
  facts.push_back({"Estimated parameters", fmt::format("{}", member(result, "parameters").size())});
  return facts;
}

}  // namespace hearth::apps
