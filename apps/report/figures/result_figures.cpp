// SPDX-License-Identifier: MIT
#include "hearth/apps/report/figures/result_figures.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/report/content/plain_names.hpp"
#include "hearth/apps/report/content/table_parts.hpp"
#include "hearth/apps/report/figures/load_figures.hpp"
#include "hearth/apps/report/page/time_ticks.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {
namespace {

constexpr double kSecondsPerDay = 86400.0;
constexpr double kMostDays = 62.0;      // longer runs show months
constexpr double kMostHourDays = 2.0;   // longer runs show days
constexpr std::size_t kMostZones = 40;  // zones in the chart of comfort

/// A number that readers look for first.
struct KeyNumber {
  std::string label;
  double value = 0.0;
  std::string unit{}, note{};
};

/// Writes a number for readers: four digits, and groups from five digits on.
std::string people_number(double value) {
  if (!std::isfinite(value)) return "–";
  if (std::abs(value) < 999.5) return fmt::format("{:.3g}", value);
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  if (digits.size() > 4) {
    for (std::size_t at = digits.size() - 3; at > 0 && at < digits.size();
         at -= std::min<std::size_t>(at, 3)) {
      digits.insert(at, "\u202f");
    }
  }
  return (value < 0.0 ? "−" : "") + digits;
}

/// The energy of each end use by its name, kWh, the sum over all carriers.
std::map<std::string, double> energy_of_uses(const RunKpis& run) {
  std::map<std::string, double> energy;
  for (const KpiUseValues& use : run.found.uses) energy[use.end_use] += use.energy;
  return energy;
}

std::string carriers_of(const RunKpis& run, const std::string& end_use) {
  std::string text;
  for (const KpiUseValues& use : run.found.uses) {
    if (use.end_use != end_use) continue;
    text += (text.empty() ? "" : ", ") + plain_words(use.carrier);
  }
  return text;
}

/// Returns the value of a KPI; NaN if it has none.
double kpi_of(const RunKpis& run, std::string_view name) {
  for (std::size_t i = 0; i < run.list.size() && i < run.found.values.size(); ++i) {
    if (run.list[i].name == name) return run.found.values[i];
  }
  return NAN;
}

/// Returns a KPI per area, multiplied by the area of the building.
double of_building(const RunKpis& run, std::string_view name) {
  return kpi_of(run, name) * run.floor_area.value_or(1.0);
}

std::string local_minute(const RunKpis& run, double seconds_since_start) {
  const Instant time = run.start + Duration(std::llround(1000.0 * seconds_since_start));
  std::string text = format_time(time, Zone(run.zone)).substr(0, 16);
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
}

void add_energy(const RunKpis& run, std::vector<KeyNumber>& numbers) {
  const std::map<std::string, double> uses = energy_of_uses(run);
  if (uses.empty()) return;
  double total = 0.0;
  for (const auto& [end_use, energy] : uses) total += energy;
  std::string note = "taken from outside the building";
  if (run.floor_area) {
    note = fmt::format("{} kWh/m² of {} m²", people_number(total / *run.floor_area),
                       people_number(*run.floor_area));
  }
  numbers.push_back({"Energy", total, "kWh", std::move(note)});
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [end_use, energy] : uses) sorted.emplace_back(energy, end_use);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [energy, end_use] : sorted) {
    numbers.push_back(
        {capitalised(end_use_words(end_use)), energy, "kWh", carriers_of(run, end_use)});
  }
}

void add_peaks(const RunKpis& run, std::vector<KeyNumber>& numbers) {
  for (const KpiPeak& peak : run.found.peaks) {
    if (!std::isfinite(peak.power) || !(peak.power > 0.0)) continue;
    const auto length = Duration(std::llround(1000.0 * (peak.end - peak.start)));
    numbers.push_back(
        {"Peak of " + plain_words(peak.carrier), peak.power, "kW",
         fmt::format("{}, over {}", local_minute(run, peak.start), hearth::describe(length))});
  }
}

void add_money(const RunKpis& run, std::vector<KeyNumber>& numbers) {
  const double cost = of_building(run, "cost_tot");
  if (std::isfinite(cost)) {
    numbers.push_back({"Cost", cost, "", "in the currency of the prices"});
  }
  const double emissions = of_building(run, "emis_tot");
  if (std::isfinite(emissions)) numbers.push_back({"CO2 emissions", emissions, "kg"});
}

/// The share of occupied time within the comfort limits; NaN if the zone has no such share.
double comfort_share(const KpiZoneValues& zone) {
  const double cold = std::isfinite(zone.cold_hours) ? zone.cold_hours : 0.0;
  const double warm = std::isfinite(zone.warm_hours) ? zone.warm_hours : 0.0;
  const bool limited = std::isfinite(zone.cold_hours) || std::isfinite(zone.warm_hours);
  if (!limited || !(zone.occupied_hours > 0.0)) return NAN;
  return 1.0 - (cold + warm) / zone.occupied_hours;
}

/// Returns the hours and limits by which comfort is assessed.
std::string comfort_words(const RunKpis& run) {
  return (run.presence ? "of occupied hours within " : "of all hours within ") +
         (run.limits.empty() ? "the limits" : run.limits);
}

void add_comfort(const RunKpis& run, std::vector<KeyNumber>& numbers) {
  double sum = 0.0, count = 0.0;
  const KpiZoneValues* worst = nullptr;
  for (const KpiZoneValues& zone : run.found.zones) {
    const double share = comfort_share(zone);
    if (!std::isfinite(share)) continue;
    sum += share;
    count += 1.0;
    if (worst == nullptr || share < comfort_share(*worst)) worst = &zone;
  }
  if (worst == nullptr) return;
  std::string note = comfort_words(run);
  if (count > 1.0) {
    note += fmt::format("; worst zone: {}, {:.0f} %", plain_component(worst->name),
                        100.0 * comfort_share(*worst));
  }
  numbers.push_back({"Comfort", 100.0 * sum / count, "%", std::move(note)});
  const double unmet = kpi_of(run, "unmet_hours");
  if (std::isfinite(unmet)) {
    numbers.push_back(
        {"Unmet hours", unmet, "h", "in which at least one zone is beyond its limits"});
  }
}

std::vector<KeyNumber> key_numbers(const RunKpis& run) {
  std::vector<KeyNumber> numbers;
  add_energy(run, numbers);
  add_peaks(run, numbers);
  add_money(run, numbers);
  add_comfort(run, numbers);
  return numbers;
}

const KeyNumber* find_number(const std::vector<KeyNumber>& numbers, const KeyNumber& like) {
  const auto found = std::find_if(numbers.begin(), numbers.end(), [&like](const KeyNumber& other) {
    return other.label == like.label && other.unit == like.unit;
  });
  return found == numbers.end() ? nullptr : &*found;
}

/// The difference to the same number of the baseline: in percent, of percentages in points.
std::string difference_words(const KeyNumber& number, const KeyNumber& base) {
  const double difference = number.value - base.value;
  if (number.unit == "%") return fmt::format("{:+.1f} points against the baseline", difference);
  if (base.value == 0.0) {
    return fmt::format("{:+.4g} {} against the baseline", difference, number.unit);
  }
  return fmt::format("{:+.1f} % against the baseline", 100.0 * difference / std::abs(base.value));
}

/// Energies over spans of time, kWh, with the names of the spans.
struct SpanEnergy {
  std::string word;  ///< month, day or hour
  std::vector<std::string> names{};
  std::vector<std::vector<double>> uses{};  ///< in the order of `RunKpis::found.uses`
};

/// The name of the month in `2024-01` or a longer stamp.
std::string month_of(const std::string& stamp) {
  return month_name(static_cast<unsigned>(std::stoi(stamp.substr(5, 2))));
}

SpanEnergy months_of(const RunKpis& run) {
  SpanEnergy energy{"month"};
  const bool one_year = !run.found.months.empty() && run.found.months.front().first.substr(0, 4) ==
                                                         run.found.months.back().first.substr(0, 4);
  for (const auto& [month, values] : run.found.months) {
    const std::string name = month_of(month);
    energy.names.push_back(one_year ? name : name + " " + month.substr(0, 4));
  }
  for (const KpiUseValues& use : run.found.uses) energy.uses.push_back(use.months);
  return energy;
}

SpanEnergy spans_of(const RunKpis& run, Span span) {
  SpanEnergy energy{span == Span::Day ? "day" : "hour"};
  const Zone zone(run.zone);
  const std::vector<Instant> edges =
      span_edges(run.powers.ends.front(), run.powers.ends.back(), zone, span);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const std::string stamp = format_time(edges[i], zone);
    energy.names.push_back(
        span == Span::Day ? fmt::format("{} {}", std::stoi(stamp.substr(8, 2)), month_of(stamp))
                          : stamp.substr(11, 5));
  }
  for (const KpiUseValues& use : run.found.uses) {
    std::vector<double> sums(energy.names.size());
    for (const UsePower& power : run.powers.uses) {
      if (power.end_use != use.end_use || power.carrier != use.carrier) continue;
      sums = span_sums({run.powers.ends, power.watts}, edges);
      for (double& sum : sums) sum /= kJoulesPerKilowattHour;
    }
    energy.uses.push_back(std::move(sums));
  }
  return energy;
}

SpanEnergy energy_over_time(const RunKpis& run) {
  const double days = seconds(run.powers.ends.back() - run.powers.ends.front()) / kSecondsPerDay;
  if (days > kMostDays) return months_of(run);
  return spans_of(run, days > kMostHourDays ? Span::Day : Span::Hour);
}

/// The positions of end uses, the largest energy first.
std::vector<std::size_t> by_energy(const RunKpis& run) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < run.found.uses.size(); ++i) {
    if (run.found.uses[i].energy != 0.0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&run](std::size_t a, std::size_t b) {
    return std::abs(run.found.uses[a].energy) > std::abs(run.found.uses[b].energy);
  });
  return order;
}

std::optional<ReportFigure> energy_figure(const RunKpis& run) {
  const std::vector<std::size_t> order = by_energy(run);
  if (order.empty() || run.powers.ends.size() < 2) return std::nullopt;
  SpanEnergy energy = energy_over_time(run);
  if (energy.names.empty()) return std::nullopt;
  ReportColumns columns;
  columns.names = std::move(energy.names);
  columns.y = {"energy", "kWh"};
  std::map<std::string, int> shown;  // further carriers of an end use get separate colours
  for (const std::size_t i : order) {
    const KpiUseValues& use = run.found.uses[i];
    const int color = (end_use_color(use.end_use, i) + 2 * shown[use.end_use]++) % 8;
    columns.groups.push_back({use_words(run.found.uses, use), color, std::move(energy.uses[i])});
  }
  return ReportFigure{titled("Energy by " + energy.word, run.run), "", std::move(columns)};
}

/// Energy by end use of several runs, a column each.
std::optional<ReportFigure> runs_figure(const std::vector<const RunKpis*>& runs) {
  ReportColumns columns;
  columns.y = {"energy", "kWh"};
  std::vector<std::string> uses;
  for (const RunKpis* run : runs) {
    columns.names.push_back(run->run.empty() ? "run" : run->run);
    for (const auto& [end_use, energy] : energy_of_uses(*run)) {
      if (std::find(uses.begin(), uses.end(), end_use) == uses.end()) uses.push_back(end_use);
    }
  }
  for (std::size_t u = 0; u < uses.size(); ++u) {
    ReportColumns::Group group{end_use_words(uses[u]), end_use_color(uses[u], u), {}};
    for (const RunKpis* run : runs) {
      const std::map<std::string, double> energy = energy_of_uses(*run);
      const auto found = energy.find(uses[u]);
      group.values.push_back(found == energy.end() ? NAN : found->second);
    }
    columns.groups.push_back(std::move(group));
  }
  if (runs.size() < 2 || uses.empty()) return std::nullopt;
  return ReportFigure{"Energy by end use", "", std::move(columns)};
}

std::optional<ReportFigure> comfort_figure(const RunKpis& run) {
  struct Row {
    double within = 0.0;  // in categories I and II
    ReportShares::Row row;
  };
  std::vector<Row> rows;
  for (const KpiZoneValues& zone : run.found.zones) {
    if (!(zone.occupied_hours > 0.0)) continue;
    Row row{0.0, {plain_component(zone.name), {}}};
    for (const double hours : zone.category_hours) {
      row.row.shares.push_back(hours / zone.occupied_hours);
    }
    row.within = row.row.shares[0] + row.row.shares[1];
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return std::nullopt;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.within < b.within; });
  ReportShares shares;
  std::string limits;
  for (const ComfortCategory& category : kComfortCategories) {
    shares.parts.push_back(fmt::format("category {}", category.name));
    limits += fmt::format("{}{} {:g} to {:g}", limits.empty() ? "" : ", ", category.name,
                          category.lower, category.upper);
  }
  shares.parts.emplace_back("beyond");
  for (std::size_t i = 0; i < rows.size() && i < kMostZones; ++i) {
    shares.rows.push_back(std::move(rows[i].row));
  }
  std::string note = fmt::format(
      "Share of {} hours by air temperature in the categories of EN "
      "16798-1:2019, table B.2, offices: {} °C.",
      run.presence ? "occupied" : "all", limits);
  if (rows.size() > kMostZones) {
    note += fmt::format(" The {} worst of {} zones.", kMostZones, rows.size());
  }
  return ReportFigure{titled("Comfort by zone, EN 16798-1", run.run), std::move(note),
                      std::move(shares)};
}

}  // namespace

std::vector<ReportFact> result_facts(const RunKpis& run, const RunKpis* baseline) {
  const std::vector<KeyNumber> base =
      baseline == nullptr ? std::vector<KeyNumber>{} : key_numbers(*baseline);
  std::vector<ReportFact> facts;
  for (const KeyNumber& number : key_numbers(run)) {
    std::string note = number.note;
    if (const KeyNumber* other = find_number(base, number)) {
      note = difference_words(number, *other) + (note.empty() ? "" : "; " + note);
    }
    const std::string unit = number.unit.empty() ? "" : " " + number.unit;
    facts.push_back({number.label, people_number(number.value) + unit, std::move(note)});
  }
  return facts;
}

std::vector<ReportTable> comparison_tables(const std::vector<RunKpis>& runs,
                                           const RunKpis* baseline) {
  std::vector<std::vector<KeyNumber>> numbers;
  if (baseline != nullptr) numbers.push_back(key_numbers(*baseline));
  for (const RunKpis& run : runs) numbers.push_back(key_numbers(run));
  std::vector<KeyNumber> rows;  // in the order in which they come
  for (const auto& list : numbers) {
    for (const KeyNumber& number : list) {
      if (find_number(rows, number) == nullptr) rows.push_back(number);
    }
  }
  if (numbers.size() < 2 || rows.empty()) return {};
  ReportTable table = make_table(baseline != nullptr ? "Compared with the baseline" : "Runs",
                                 {"quantity", "unit"}, {false, false});
  if (find_number(rows, {"Comfort", 0.0, "%"}) != nullptr) {
    std::vector<const RunKpis*> all;
    if (baseline != nullptr) all.push_back(baseline);
    for (const RunKpis& run : runs) all.push_back(&run);
    const std::string first = comfort_words(*all.front());
    const bool same = std::all_of(all.begin(), all.end(), [&first](const RunKpis* run) {
      return comfort_words(*run) == first;
    });
    table.note = "Comfort: " + first + ".";
    if (!same) {
      std::vector<std::string> words;
      for (const RunKpis* run : all) words.push_back(run->run + " " + comfort_words(*run));
      table.note = fmt::format("Comfort differs in hours or limits: {}.", fmt::join(words, "; "));
    }
  }
  const auto add_column = [&table](const std::string& name, const char* unit) {
    table.columns.push_back(name);
    table.numeric.push_back(true);
    table.units.emplace_back(unit);
  };
  if (baseline != nullptr) add_column(baseline->run, "");
  for (const RunKpis& run : runs) {
    add_column(run.run.empty() ? "run" : run.run, "");
    if (baseline != nullptr) add_column("difference", "");
    if (baseline != nullptr) add_column("difference", "%");
  }
  for (const KeyNumber& row : rows) {
    std::vector<std::string> cells{row.label, row.unit};
    const auto text = [](double value) { return std::isfinite(value) ? number_text(value) : ""; };
    const KeyNumber* base = baseline != nullptr ? find_number(numbers.front(), row) : nullptr;
    if (baseline != nullptr) cells.push_back(base == nullptr ? "" : text(base->value));
    for (std::size_t r = baseline != nullptr ? 1 : 0; r < numbers.size(); ++r) {
      const KeyNumber* own = find_number(numbers[r], row);
      cells.push_back(own == nullptr ? "" : text(own->value));
      if (baseline == nullptr) continue;
      const bool both = own != nullptr && base != nullptr;
      cells.push_back(both ? text(own->value - base->value) : "");
      cells.push_back(both && base->value != 0.0 && row.unit != "%"
                          ? text(100.0 * (own->value - base->value) / std::abs(base->value))
                          : "");
    }
    table.cells.push_back(std::move(cells));
  }
  return {std::move(table)};
}

std::vector<ReportFigures> result_figures(const std::vector<RunKpis>& runs,
                                          const RunKpis* baseline) {
  ReportFigures group;
  std::vector<const RunKpis*> all;
  if (baseline != nullptr) all.push_back(baseline);
  for (const RunKpis& run : runs) all.push_back(&run);
  if (auto figure = runs_figure(all)) group.figures.push_back(std::move(*figure));
  for (const RunKpis& run : runs) {
    if (auto figure = energy_figure(run)) group.figures.push_back(std::move(*figure));
    if (auto figure = comfort_figure(run)) group.figures.push_back(std::move(*figure));
  }
  if (group.figures.empty()) return {};
  return {std::move(group)};
}

}  // namespace hearth::apps
