// SPDX-License-Identifier: MIT
#include "hearth/data/sources/audit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/results/read_results.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/sqlite/sqlite_series.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/weather/weather_series.hpp"

namespace hearth {
namespace {

using std::chrono::hours;

struct ColumnSamples {
  std::vector<Instant> times;  // rising
  std::vector<double> values;  // NaN where missing
};

// Whether a row without an offset from UTC is at most an hour before the row above it, as where
// clocks are put back.
bool repeats_hour(const CsvTable& table, int column, int line) {
  for (long row = 1; row < table.rows(); ++row) {
    if (table.line(row) != line) continue;
    const auto before = parse_time(table.cell(row - 1, column));
    const auto after = parse_time(table.cell(row, column));
    if (!before || !after || before->offset || after->offset) return false;
    return before->local > after->local && before->local - after->local <= hours(1);
  }
  return false;
}

[[noreturn]] void refuse_repeated_hour(const InputError& disorder) {
  throw InputError("data.naive_time", disorder.diagnostics().items().front().where,
                   "the clocks are put back here and an hour comes twice, but the stamps have no "
                   "offset from UTC: give --timezone ZONE, \"timezone\" in the series, or a line "
                   "'# timezone: ZONE' on top of the file");
}

// Civil time without a zone is read as UTC, so that everything else can still be said.
RowTimes row_times(const CsvTable& table, int column, StampRules& rules, DataAudit& audit) {
  try {
    return read_row_times(table, column, rules);
  } catch (const InputError& error) {
    const bool civil = error.code() == "data.naive_time" || error.code() == "data.time_nonexistent";
    if (!civil) throw;
    audit.diagnostics.append(error.diagnostics());
    rules.zone.reset();  // nothing can be said about daylight saving
  }
  try {
    return read_row_times(table, column, {Zone(), rules.year});
  } catch (const InputError& error) {
    const int line = error.diagnostics().items().front().where.line;
    if (error.code() == "data.time_order" && repeats_hour(table, column, line)) {
      refuse_repeated_hour(error);
    }
    throw;
  }
}

// Names and units that a simulation would stumble over, or pass over.
void audit_header(const CsvTable& table, DataAudit& audit) {
  const Where where{.file = audit.file, .line = table.header_line()};
  std::map<std::string, int> names;
  for (const std::string& header : table.columns()) ++names[header];
  for (const auto& [name, count] : names) {
    if (count < 2) continue;
    audit.diagnostics.warning(
        "data.column_duplicate", where,
        fmt::format("{} columns are named '{}': rename them, or name a column "
                    "by its number, from 0",
                    count, name));
  }
  for (const auto& [header, count] : names) {
    const std::string symbol = split_unit(header).second;
    if (symbol.empty() || symbol == unit::any.symbol || parse_unit(symbol)) continue;
    if (interval_of_title(header)) continue;
    audit.diagnostics.warning(
        "data.unit_unknown", where,
        fmt::format("unknown unit '{}' of column '{}'{}; its numbers are taken "
                    "without a unit",
                    symbol, header, did_you_mean(symbol, unit_symbols())));
  }
}

void audit_rows(const CsvTable& table, const RowTimes& times, DataAudit& audit) {
  audit.rows = table.rows();
  audit.reversed = times.reversed;
  audit.ambiguous = times.ambiguous;
  if (times.times.empty()) {
    audit.diagnostics.error("data.no_values", Where{.file = audit.file},
                            "the file has a header, but no rows; is it complete?");
    return;
  }
  audit.first = times.times.front();
  audit.last = times.times.back();
  for (const StepCount& step : step_histogram(times.times)) {
    if (step.step == Duration{}) audit.duplicates = step.count;
    if (step.step != Duration{}) audit.steps.push_back(step);
  }
  if (audit.duplicates > 0) {
    audit.diagnostics.error("data.time_duplicate", Where{.file = audit.file},
                            fmt::format("{} rows have a stamp that came before: say "
                                        "\"duplicates\": \"last\" or \"mean\"",
                                        audit.duplicates));
  }
  if (audit.steps.empty()) return;
  const auto distances = static_cast<double>(times.times.size() - 1);
  if (static_cast<double>(audit.steps[0].count) < 0.9 * distances) return;
  for (const StepCount& step : audit.steps) {
    audit.absent += step.count * stamps_left_out(step.step, audit.steps[0].step);
  }
}

ColumnSamples read_samples(const CsvTable& table, int column, const RowTimes& times,
                           ColumnAudit& audit) {
  ColumnSamples samples{times.times, {}};
  samples.values.assign(times.times.size(), std::numeric_limits<double>::quiet_NaN());
  long numbers = 0;
  for (std::size_t i = 0; i < times.rows.size(); ++i) {
    const CsvNumber cell = table.number(times.rows[i], column);
    if (cell.kind == CsvNumber::Kind::Missing) ++audit.missing;
    if (cell.kind == CsvNumber::Kind::Invalid) ++audit.invalid;
    if (cell.kind != CsvNumber::Kind::Number) continue;
    samples.values[i] = cell.value;
    audit.min = numbers == 0 ? cell.value : std::min(audit.min, cell.value);
    audit.max = numbers == 0 ? cell.value : std::max(audit.max, cell.value);
    ++numbers;
  }
  audit.numeric = numbers > 0 || audit.invalid == 0;
  const auto rows = static_cast<double>(std::max<std::size_t>(times.rows.size(), 1));
  audit.missing_share = static_cast<double>(audit.missing) / rows;
  return samples;
}

void audit_gaps(const ColumnSamples& samples, ColumnAudit& audit) {
  std::optional<Instant> last;
  for (std::size_t i = 0; i < samples.times.size(); ++i) {
    if (std::isnan(samples.values[i])) continue;
    const Gap gap{last.value_or(samples.times[i]), samples.times[i]};
    if (gap.length() > audit.longest_gap.length()) audit.longest_gap = gap;
    last = samples.times[i];
  }
}

void audit_flat(const ColumnSamples& samples, const AuditOptions& options, ColumnAudit& audit) {
  FlatSpan span;
  const auto close = [&] {
    const bool long_enough = span.to - span.from >= options.flat_after;
    if (long_enough && span.count >= options.flat_count) audit.flat.push_back(span);
  };
  for (std::size_t i = 0; i < samples.times.size(); ++i) {
    const double value = samples.values[i];
    if (std::isnan(value)) continue;
    if (span.count > 0 && value == span.value) {
      span.to = samples.times[i];
      ++span.count;
      continue;
    }
    close();
    span = {samples.times[i], samples.times[i], value, 1};
  }
  close();
}

// Whether a value stands in [from, to).
bool has_value(const ColumnSamples& samples, Instant from, Instant to) {
  auto time = std::lower_bound(samples.times.begin(), samples.times.end(), from);
  for (; time != samples.times.end() && *time < to; ++time) {
    if (!std::isnan(samples.values[time - samples.times.begin()])) {
      return true;
    }
  }
  return false;
}

// Loggers that run on civil time lose or repeat an hour when clocks change. Only files with at
// least one value per hour can show it.
void audit_daylight(const ColumnSamples& samples, const Zone& zone, ColumnAudit& audit) {
  if (samples.times.empty()) return;
  const Instant last = samples.times.back();
  OffsetSpan span = zone.span(samples.times.front());
  while (span.end < last - hours(1)) {
    const OffsetSpan next = zone.span(span.end);
    const DaylightAnomaly change{.change = span.end,
                                 .forward = next.offset > span.offset,
                                 .before = !has_value(samples, span.end - hours(1), span.end),
                                 .after = !has_value(samples, span.end, span.end + hours(1))};
    const bool recorded = span.end - hours(1) >= samples.times.front();
    if (recorded && next.offset != span.offset && change.before != change.after) {
      audit.daylight.push_back(change);
    }
    span = next;
  }
}

void audit_columns(const CsvTable& table, int time_column, const RowTimes& times,
                   const std::optional<Zone>& zone, const AuditOptions& options, DataAudit& audit) {
  const bool hourly = !audit.steps.empty() && audit.steps[0].step <= hours(1);
  for (int column = 0; column < static_cast<int>(table.columns().size()); ++column) {
    if (column == time_column) continue;
    ColumnAudit& result = audit.columns.emplace_back();
    result.name = table.columns()[column];
    const ColumnSamples samples = read_samples(table, column, times, result);
    audit_gaps(samples, result);
    audit_flat(samples, options, result);
    if (zone && hourly) audit_daylight(samples, *zone, result);
    if (result.numeric) {
      audit.diagnostics.append(unlikely_values({.name = result.name,
                                                .times = samples.times,
                                                .values = samples.values,
                                                .unit = table.header_unit(column),
                                                .where = {.file = audit.file}},
                                               options));
    }
    if (!result.numeric || result.invalid == 0) continue;
    try {
      table.numbers(column);  // for its messages
    } catch (const InputError& error) {
      audit.diagnostics.append(error.diagnostics());
    }
  }
}

// Numbers by which loggers and building management systems mark a missing value.
constexpr std::array kSentinels = {-99.0,   -99.9,    -999.0,   -999.9,  -9999.0,
                                   -9999.9, -99999.0, 999.0,    999.9,   9999.0,
                                   9999.9,  99999.0,  -32768.0, 32767.0, 65535.0};

/// What a unit permits; tolerances are for sensors that read a little off.
std::optional<std::pair<double, double>> permitted(const Unit& unit) {
  const auto in_unit = [&unit](double low, double high, const Unit& of) {
    return std::make_pair(convert(low, of, unit), convert(high, of, unit));
  };
  if (unit.bare || unit.any != 0) return std::nullopt;
  if (unit.point) return in_unit(-100.0, 1500.0, unit::degC);
  if (unit == unit::percent) return in_unit(-1.0, 101.0, unit::percent);
  if (unit == unit::ppm) return in_unit(0.0, 1e6, unit::ppm);
  return std::nullopt;
}

/// Looks through the values of one column.
class ValueJudge {
 public:
  ValueJudge(const JudgedValues& column, const AuditOptions& options)
      : column_(column), options_(options) {}

  Diagnostics judge() {
    find_sentinels();
    find_range();
    find_stuck();
    return std::move(found_);
  }

 private:
  bool is_sentinel(double value) const {
    return std::find(sentinels_.begin(), sentinels_.end(), value) != sentinels_.end();
  }

  void warn(const char* code, std::string message) {
    found_.warning(code, column_.where, "column '" + column_.name + "': " + std::move(message));
  }

  std::string first_time(double value) const {
    for (std::size_t i = 0; i < column_.values.size(); ++i) {
      if (column_.values[i] == value) return format_time(column_.times[i], Zone());
    }
    return "";
  }

  void find_sentinels() {
    std::map<double, long> counts;
    for (const double value : column_.values) {
      if (!std::isnan(value)) ++counts[value];
    }
    std::map<double, long> others = counts;
    for (const double value : kSentinels) others.erase(value);
    if (others.empty()) return;
    low_ = others.begin()->first;
    high_ = others.rbegin()->first;
    // Apart: further from the others than these are from each other, and by a tenth of their size.
    const double apart = std::max(high_ - low_, 0.1 * std::max(std::abs(low_), std::abs(high_)));
    for (const double value : kSentinels) {
      const auto at = counts.find(value);
      if (at == counts.end()) continue;
      if (value >= low_ - apart && value <= high_ + apart) {
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
        continue;
      }
      sentinels_.push_back(value);
      warn("data.value_sentinel",
           fmt::format("{} {} (the first at {}), which probably {} a missing value: leave "
                       "the cell empty",
                       at->second == 1 ? "a value is" : fmt::format("{} values are", at->second),
                       value, first_time(value), at->second == 1 ? "marks" : "mark"));
    }
  }

  void find_range() {
    const auto range = column_.unit ? permitted(*column_.unit) : std::nullopt;
    if (!range) return;
    long beyond = 0;
    std::optional<double> first;
    for (const double value : column_.values) {
      if (std::isnan(value) || is_sentinel(value)) continue;
      if (value >= range->first && value <= range->second) continue;
      ++beyond;
      if (!first) first = value;
    }
    if (beyond == 0) return;
    warn(
        "data.value_range",
        fmt::format("{} outside {:.6g} to {:.6g} {} (the first is {} at {}): is the unit right, or "
                    "did the sensor fail?",
                    beyond == 1 ? "a value is" : fmt::format("{} values are", beyond), range->first,
                    range->second, column_.unit->symbol, *first, first_time(*first)));
  }

  // A value at an end of the range is rest or saturation: an empty room, a valve that is open.
  void find_stuck() {
    ColumnAudit audit;
    audit_flat({column_.times, column_.values}, options_, audit);
    std::erase_if(audit.flat, [this](const FlatSpan& span) {
      return is_sentinel(span.value) || span.value == 0.0 || span.value <= low_ ||
             span.value >= high_;
    });
    if (audit.flat.empty()) return;
    const FlatSpan& first = audit.flat.front();
    warn("data.value_stuck",
         fmt::format("stays at {} from {} to {}{}: did the sensor or the logger fail?", first.value,
                     format_time(first.from, Zone()), format_time(first.to, Zone()),
                     audit.flat.size() > 1
                         ? fmt::format(", and {} more times at one value", audit.flat.size() - 1)
                         : ""));
  }

  const JudgedValues& column_;
  const AuditOptions& options_;
  Diagnostics found_;
  std::vector<double> sentinels_;
  double low_ = 0.0, high_ = 0.0;  // of values that are no sentinels
};

CsvTable read_table(const std::filesystem::path& path, const AuditOptions& options,
                    DataAudit& audit) {
  if (is_sqlite_file(path)) {
    return SqliteSeries(path).overview(options.time_column, audit.description);
  }
  if (is_binary_results(path)) {
    audit.description = "NetCDF";
    return read_results_table(path).table;
  }
  std::string text = read_text_file(path);
  if (is_weather_file(path, text)) {
    const WeatherFile weather = parse_weather(text, path);
    audit.description = weather.description();
    text = weather_rows_csv(weather);
  }
  CsvTable table = CsvTable::parse(std::move(text), path.string());
  audit.separator = table.separator();
  return table;
}

}  // namespace

Diagnostics unlikely_values(const JudgedValues& column, const AuditOptions& options) {
  return ValueJudge(column, options).judge();
}

DataAudit audit_data(const std::filesystem::path& path, const AuditOptions& options) {
  DataAudit audit;
  const CsvTable table = read_table(path, options, audit);
  audit.file = table.file();
  audit.decimal_comma = table.decimal_comma();
  audit_header(table, audit);
  const auto time_column = table.find(options.time_column);
  if (!time_column) throw table.missing_column(options.time_column);
  StampRules rules = stamp_rules(table, "", options.timezone);
  if (rules.zone) audit.zone = rules.zone->name();
  const RowTimes times = row_times(table, *time_column, rules, audit);
  audit_rows(table, times, audit);
  audit_columns(table, *time_column, times, rules.zone, options, audit);
  return audit;
}

}  // namespace hearth
