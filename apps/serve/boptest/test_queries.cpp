// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/serve/boptest/answers.hpp"
#include "hearth/apps/serve/boptest/test_run.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::json;

constexpr double kLongestUncertainHorizon = 48.0 * 3600.0;  // s, as in BOPTEST

std::uint64_t random_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) ^ device();
}

}  // namespace

// ---- points -------------------------------------------------------------------------------------

Answer TestRun::name() const {
  return {200, "Queried the name of the test case successfully.",
          "{\"name\":" + json_text(case_->name()) + "}"};
}

Answer TestRun::inputs() const {
  std::string payload = "{";
  bool first = true;
  for (const InputPoint& point : case_->inputs()) {
    PointData activation{"", "Activation for " + point.data.description};
    append_data(payload, point.name + "_activate", activation, true, first);
    append_data(payload, point.name + "_u", point.data, true, first);
  }
  return {200, "Queried the inputs successfully.", payload + "}"};
}

Answer TestRun::measurements() const {
  std::string payload = "{";
  bool first = true;
  for (const MeasurementPoint& point : case_->measurements()) {
    append_data(payload, point.name + "_y", point.data, true, first);
  }
  return {200, "Queried the measurements successfully.", payload + "}"};
}

Answer TestRun::forecast_points() const {
  std::string payload = "{";
  bool first = true;
  for (const ForecastPoint& point : case_->forecasts()) {
    append_data(payload, point.name, point.data, false, first);
  }
  return {200, "Queried the forecast points and their meta-data successfully.", payload + "}"};
}

// ---- forecasts, results and KPIs ----------------------------------------------------------------

/// Returns the names in a text or a list of texts; nothing for other arguments.
std::optional<std::vector<std::string>> TestRun::point_names(const Json& arguments) const {
  const Json& given = member_of(arguments, "point_names");
  if (given.is_string()) return std::vector{given.get<std::string>()};
  if (!given.is_array()) return std::nullopt;
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const Json& name : given) {
    if (!name.is_string()) return std::nullopt;
    if (known.insert(name.get<std::string>()).second) names.push_back(name.get<std::string>());
  }
  return names;
}

Answer TestRun::forecast(const Json& arguments) {
  const Json& given_horizon = member_of(arguments, "horizon");
  const Json& given_interval = member_of(arguments, "interval");
  const std::optional<double> horizon = read_number(given_horizon);
  const std::optional<double> interval = read_number(given_interval);
  if (!horizon) return not_a_number("horizon", given_horizon);
  if (!interval) return not_a_number("interval", given_interval);
  if (*horizon < 0.0) return negative("horizon", *horizon);
  if (!std::isfinite(*horizon)) return not_finite("horizon", *horizon);
  if (*interval <= 0.0) {
    return refusal(fmt::format("Invalid value {} for parameter interval. Value must be positive.",
                               python_number(*interval)));
  }
  if (!std::isfinite(*interval)) return not_finite("interval", *interval);
  const auto names = point_names(arguments);
  if (!names) return refusal("Invalid value for parameter point_names. It must be a list of str.");
  std::vector<std::string> unknown;
  for (const std::string& name : *names) {
    if (case_->forecast(name) == nullptr) unknown.push_back(name);
  }
  if (!unknown.empty()) {
    return refusal(
        fmt::format("Invalid point name(s) {} in parameter point_names.  Check list of "
                    "available forecast points.",
                    python_list(unknown)));
  }
  const auto asks = [&names](const char* name) {
    return std::find(names->begin(), names->end(), name) != names->end();
  };
  const bool uncertain_warmth = scenario_.temperature && asks("TDryBul");
  const bool uncertain_sun = scenario_.radiation && asks("HGloHor");
  if ((uncertain_warmth || uncertain_sun) && *horizon > kLongestUncertainHorizon) {
    return refusal(
        fmt::format("Invalid value {} for parameter horizon. Value must <= 48 hours in "
                    "a {} scenario.",
                    python_number(*horizon),
                    uncertain_warmth ? "temperature_uncertainty" : "solar_uncertainty"));
  }
  const double count = std::floor(*horizon / *interval) + 1.0;
  if (!(count * static_cast<double>(names->size() + 1) <=
        static_cast<double>(limits_.answer_numbers))) {
    return refusal(fmt::format(
        "The request is for more than {} numbers; use a shorter horizon or a longer interval.",
        limits_.answer_numbers));
  }
  if (auto wrong = require_run()) return *wrong;
  const double start = case_->time_of(now());
  const std::uint64_t seed =
      scenario_.seed ? *scenario_.seed + static_cast<std::uint64_t>(start) : random_seed();
  const auto points = static_cast<std::size_t>(count);
  std::string payload = "{\"time\":[";
  const auto append = [&payload](const std::vector<double>& values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (k > 0) payload += ',';
      append_json_number(payload, values[k]);
    }
    payload += ']';
  };
  std::vector<double> times(points);
  for (std::size_t k = 0; k < points; ++k) times[k] = start + static_cast<double>(k) * *interval;
  append(times);
  for (const std::string& name : *names) {
    const ForecastPoint& point = *case_->forecast(name);
    std::vector<double> values(points);
    for (std::size_t k = 0; k < points; ++k) values[k] = case_->forecast_at(point, times[k]);
    if (uncertain_warmth && name == "TDryBul") {
      values = uncertain_temperature(std::move(values), *scenario_.temperature, seed);
    }
    if (uncertain_sun && name == "HGloHor") {
      values = uncertain_radiation(std::move(values), *scenario_.radiation, seed);
    }
    payload += "," + json_text(name) + ":[";
    append(values);
  }
  return {200, "Queried the forecast data successfully.", payload + "}"};
}

Answer TestRun::results(const Json& arguments) {
  double times[2] = {0.0, 0.0};
  const char* limits[2] = {"start_time", "final_time"};
  for (int i = 0; i < 2; ++i) {
    const Json& given = member_of(arguments, limits[i]);
    const std::optional<double> number = read_number(given);
    if (!number) return not_a_number(limits[i], given);
    times[i] = *number;
  }
  const auto names = point_names(arguments);
  if (!names) return refusal("Invalid value for parameter point_names. It must be a list of str.");
  std::vector<std::size_t> columns{0};
  for (const std::string& name : *names) {
    const auto column = columns_.find(name);
    if (column == columns_.end() && name != "time") {
      return refusal(
          fmt::format("Invalid point name {} in parameter point_names.  Check lists of "
                      "available inputs and measurements.",
                      name));
    }
    if (name != "time") columns.push_back(column->second);
  }
  if (auto wrong = require_run()) return *wrong;
  try {
    const std::int64_t first = rows_->first_row(times[0], false);
    const std::int64_t last = std::max(first, rows_->first_row(times[1], true));
    const auto count = static_cast<std::size_t>(last - first);
    if (static_cast<double>(count) * static_cast<double>(columns.size()) >
        static_cast<double>(limits_.answer_numbers)) {
      return refusal(fmt::format(
          "The request is for more than {} numbers; request fewer points or a shorter time.",
          limits_.answer_numbers));
    }
    std::vector<std::string> lists(columns.size());
    std::vector<double> values;
    constexpr std::int64_t kAtOnce = 512;
    for (std::int64_t row = first; row < last; row += kAtOnce) {
      const std::int64_t some = std::min(kAtOnce, last - row);
      rows_->read(row, some, values);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::int64_t k = 0; k < some; ++k) {
          if (!lists[c].empty()) lists[c] += ',';
          append_json_number(lists[c],
                             values[static_cast<std::size_t>(k) * row_.size() + columns[c]]);
        }
      }
    }
    std::string payload = "{\"time\":[" + lists[0] + "]";
    std::size_t c = 1;
    for (const std::string& name : *names) {
      if (name != "time") payload += "," + json_text(name) + ":[" + lists[c++] + "]";
    }
    return {
        200,
        fmt::format("Queried results data successfully for point names {}.", python_list(*names)),
        payload + "}"};
  } catch (const Error& error) {
    return {500, "Failed to query simulation results: " + text_of(error)};
  }
}

Answer TestRun::kpi() {
  if (auto wrong = require_run()) return *wrong;
  try {
    const std::vector<Kpi>& list = case_->kpis(scenario_.price).list();
    KpiValues values = meter_->finish();
    if (now() <= evaluated_from_) {  // totals of no time; a peak has no value yet
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].name.ends_with("_tot")) values.values[i] = 0.0;
      }
    }
    std::string payload = "{";
    bool first = true;
    for (const char* name : {"tdis_tot", "idis_tot", "ener_tot", "cost_tot", "emis_tot", "pele_tot",
                             "pgas_tot", "pdih_tot"}) {
      const auto at = std::find_if(list.begin(), list.end(),
                                   [name](const Kpi& kpi) { return kpi.name == name; });
      append_member(payload, name, first);
      append_json_number(payload, at == list.end()
                                      ? NAN
                                      : values.values[static_cast<std::size_t>(at - list.begin())]);
    }
    append_member(payload, "time_rat", first);
    append_json_number(payload, waits_ > 0 ? waited_ / static_cast<double>(waits_) : NAN);
    return {200, "Queried KPIs successfully.", payload + "}"};
  } catch (const Error& error) {
    return {500, "Failed to query KPIs: " + text_of(error)};
  }
}

}  // namespace hearth::apps
