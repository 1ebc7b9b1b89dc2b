// SPDX-License-Identifier: MIT
// Room models of VDI 6007 Part 1: hourly means of air temperature and conditioning power.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/cases/kinds/vdi6007/vdi6007_room.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

constexpr double kRoomStep = 60.0;     // s, if nothing else is asked for
constexpr double kWattHours = 1000.0;  // W for 1 kWh in an hour

/// A column of the tables: what it is called in the file and what represents it in the model.
struct Column {
  std::string column, tolerance, what, unit;
};
const Column kTemperature{"air_temperature_degC", "air_temperature_K", "temperature", "K"};
const Column kPower{"heat_cool_power_W", "heat_cool_power_W", "power", "W"};

/// Means of every hour of a run, by column.
using HourlyMeans = std::map<std::string, std::vector<double>>;

HourlyMeans simulate(const json& file, double step) {
  const double per_hour = kHour / step;
  const long steps = std::lround(per_hour);
  if (steps < 1 || std::abs(per_hour - static_cast<double>(steps)) > 1e-9) {
    throw std::invalid_argument("hourly means need a step that divides an hour");
  }
  const long hours = 24 * file.at("run").at("duration_days").get<long>();
  const VdiRoom room(file);
  test::ListResolver resolver = room.resolver();
  test::RunOptions options;
  options.step = Duration(std::llround(step * 1000.0));
  options.steps = hours * steps;
  options.resolver = &resolver;
  test::Bench<double> bench(room.model(), standard_components(), options);
  bench.simulation.initialize();
  const int air = bench.plan.signal("room.indoorTemperature");
  const int heating = bench.plan.signal("room.heatingEnergy");
  const int cooling = bench.plan.signal("room.coolingEnergy");
  HourlyMeans means;
  double delivered = 0.0;  // kWh
  for (long hour = 0; hour < hours; ++hour) {
    double sum = 0.0;
    for (long k = 0; k < steps; ++k) {
      bench.simulation.step();
      sum += bench.simulation.value(air);
    }
    means[kTemperature.column].push_back(sum / static_cast<double>(steps));
    const double before = delivered;
    delivered = bench.simulation.value(heating) - bench.simulation.value(cooling);
    means[kPower.column].push_back(kWattHours * (delivered - before));
  }
  return means;
}

/// The content of a file for an hour of a day.
class Reference {
 public:
  explicit Reference(const json& file) : reference_(file.at("reference")) {}

  const json& days() const { return reference_.at("days"); }
  double tolerance(const Column& quantity) const {
    return reference_.at("tolerance").at(quantity.tolerance);
  }
  /// The tolerance of an hour that the file excepts, or nothing.
  std::optional<double> exception(const Column& quantity, int day, int hour) const {
    if (!reference_.contains("tolerance_exceptions")) return std::nullopt;
    for (const json& entry : reference_["tolerance_exceptions"]) {
      const bool meant = entry.at("day") == day && entry.at("hour") == hour &&
                         entry.at("quantity") == quantity.column;
      if (meant) return entry.at("tolerance").get<double>();
    }
    return std::nullopt;
  }
  /// -1 where the file counts cooling as positive.
  double sign(const Column& quantity) const {
    if (&quantity != &kPower || !reference_.contains("power_sign")) return 1.0;
    const json& text = reference_["power_sign"];
    const bool turned =
        text.is_string() && text.get<std::string>().find("cooling positive") != std::string::npos;
    return turned ? -1.0 : 1.0;
  }

 private:
  const json& reference_;
};

/// One hour of one day: the values of the table and of the run.
struct Hour {
  int day, number;
  double expected, found;
};

/// Returns the hours of a column, day by day; hours without a number are left out.
std::vector<Hour> hours_of(const Reference& reference, const Column& quantity,
                           const std::vector<double>& means) {
  std::vector<Hour> hours;
  for (const auto& [name, tables] : reference.days().items()) {
    if (!tables.contains(quantity.column)) continue;
    const int day = std::stoi(name);
    const json& table = tables[quantity.column];
    for (std::size_t k = 0; k < table.size(); ++k) {
      if (!table[k].is_number()) continue;
      hours.push_back({day, static_cast<int>(k) + 1,
                       reference.sign(quantity) * table[k].get<double>(),
                       means.at(24 * (static_cast<std::size_t>(day) - 1) + k)});
    }
  }
  return hours;
}

/// Adds a check of all hours, and one of each that has a tolerance of its own.
void add_checks(const Reference& reference, const Column& quantity, const std::vector<Hour>& hours,
                bool alone, std::vector<Check>& checks) {
  Check all{alone ? "" : quantity.what, 0.0, reference.tolerance(quantity), quantity.unit};
  for (const Hour& hour : hours) {
    const double deviation = std::abs(hour.found - hour.expected);
    if (const auto own = reference.exception(quantity, hour.day, hour.number)) {
      const std::string where =
          " at hour " + std::to_string(hour.number) + " of day " + std::to_string(hour.day);
      checks.push_back({quantity.what + where, deviation, *own, quantity.unit});
    } else if (!(deviation <= all.deviation)) {
      all.deviation = deviation;
    }
  }
  checks.push_back(all);
}

/// Two curves for each day.
Plot plot_of(const Column& quantity, const std::vector<Hour>& hours) {
  Plot plot{.x_label = "hour", .y_label = quantity.unit == "K" ? "degC" : quantity.unit};
  int day = 0;
  for (const Hour& hour : hours) {
    if (hour.day != day) {
      day = hour.day;
      const std::string name = "day " + std::to_string(day);
      plot.curves.push_back({.name = name + ", reference", .reference = true});
      plot.curves.push_back({.name = name});
    }
    for (std::size_t k = 1; k <= 2; ++k) {
      Plot::Curve& curve = plot.curves[plot.curves.size() - k];
      curve.x.push_back(hour.number);
      curve.y.push_back(curve.reference ? hour.expected : hour.found);
    }
  }
  return plot;
}

}  // namespace

bool recognises_vdi6007(const json& content) {
  return content.is_object() && content.contains("inputs_hourly_periodic") &&
         content.contains("reference") && content.contains("parameters") &&
         content["parameters"].is_object() && content["parameters"].contains("ext_wall") &&
         content["parameters"].contains("int_wall");
}

void run_vdi6007(const CaseFile& file, CaseReport& report) {
  const json& content = file.content;
  const HourlyMeans means = simulate(content, file.step.value_or(kRoomStep));
  const Reference reference(content);
  const bool alone = reference.days().begin()->size() == 1;
  std::vector<Check> checks;
  std::vector<Plot> plots;
  for (const Column* quantity : {&kTemperature, &kPower}) {
    const std::vector<Hour> hours = hours_of(reference, *quantity, means.at(quantity->column));
    if (hours.empty()) continue;
    add_checks(reference, *quantity, hours, alone, checks);
    plots.push_back(plot_of(*quantity, hours));
  }
  const json& number = content.at("case");
  const std::string name = number.is_string() ? number.get<std::string>() : number.dump();
  report.compare("vdi6007", "case " + name, checks).plots = std::move(plots);
}

}  // namespace hearth::cases
